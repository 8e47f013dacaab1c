//! [`Instance`]: a board with given queens, excluded squares and excluded diagonals.

use super::error::{CompletionError, LARGEST, Result};
use crate::combinatorics::{Condition, Invalid, Pattern, Placement, diagonals};
use std::collections::BTreeSet;

/// An instance of n-Queens Completion: conditions on the squares of a board.
///
/// Memory: 8 bytes for each condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    n: usize,
    /// The given queens, 0-based column and row; at most one for each column.
    queens: BTreeSet<(u32, u32)>,
    /// The excluded squares, 0-based column and row.
    squares: BTreeSet<(u32, u32)>,
    /// The excluded diagonals, column + row.
    sums: BTreeSet<u32>,
    /// The excluded diagonals, column + N − 1 − row.
    differences: BTreeSet<u32>,
}

impl Instance {
    /// The largest board size.
    pub const LARGEST: usize = LARGEST;

    /// The empty board of size `n`, 1 to [`Instance::LARGEST`].
    pub fn new(n: u64) -> Result<Self> {
        match usize::try_from(n) {
            Ok(size @ 1..=Self::LARGEST) => Ok(Instance {
                n: size,
                queens: BTreeSet::new(),
                squares: BTreeSet::new(),
                sums: BTreeSet::new(),
                differences: BTreeSet::new(),
            }),
            _ => Err(CompletionError::BoardSize { n }),
        }
    }

    /// The instance written in these texts, in the notation of [`Condition`], each of one or more conditions
    /// separated by spaces or commas.
    pub fn parse<S: AsRef<str>>(n: u64, conditions: impl IntoIterator<Item = S>) -> Result<Self> {
        let mut instance = Instance::new(n)?;
        for condition in Condition::parse_all(conditions)? {
            instance.add(condition)?;
        }
        Ok(instance)
    }

    /// Adds a condition; an error if its squares are outside the board. Conditions may contradict each other:
    /// then nothing completes the instance.
    pub fn add(&mut self, condition: Condition) -> Result<(), Invalid> {
        condition.check(self.n)?;
        // The check has bounded all numbers by 2 N.
        match condition {
            Condition::Queen { column, row } => {
                self.queens.insert((column as u32 - 1, row as u32 - 1));
            }
            Condition::NoQueen { column, row } => {
                self.squares.insert((column as u32 - 1, row as u32 - 1));
            }
            Condition::NoQueenOnSum(sum) => {
                self.sums.insert(sum as u32 - 2);
            }
            Condition::NoQueenOnDifference(difference) => {
                self.differences.insert((difference + self.n as i64 - 1) as u32);
            }
        }
        Ok(())
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The given queens, 0-based column and row, by column.
    pub fn queens(&self) -> impl Iterator<Item = (u32, u32)> {
        self.queens.iter().copied()
    }

    /// The excluded squares, those of excluded diagonals included, 0-based column and row; some may come
    /// twice.
    pub(super) fn excluded_squares(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.n;
        let on_sums = self.sums().flat_map(move |sum| {
            (0..n).filter_map(move |column| Some((column, sum.checked_sub(column)?)))
        });
        let on_differences = self.differences().flat_map(move |difference| {
            (0..n)
                .filter_map(move |column| Some((column, (column + n - 1).checked_sub(difference)?)))
        });
        self.squares().chain(on_sums).chain(on_differences).filter(move |&(_, row)| row < n)
    }

    /// The excluded squares, apart from those of excluded diagonals, 0-based column and row.
    pub(super) fn squares(&self) -> impl Iterator<Item = (usize, usize)> {
        self.squares.iter().map(|&(column, row)| (column as usize, row as usize))
    }

    /// Whether there are excluded squares, apart from those on excluded diagonals.
    pub(super) fn excludes_squares(&self) -> bool {
        !self.squares.is_empty()
    }

    /// The excluded diagonals by column + row, 0-based.
    pub(super) fn sums(&self) -> impl Iterator<Item = usize> {
        self.sums.iter().map(|&sum| sum as usize)
    }

    /// The excluded diagonals by column + N − 1 − row, 0-based.
    pub(super) fn differences(&self) -> impl Iterator<Item = usize> {
        self.differences.iter().map(|&difference| difference as usize)
    }

    /// Whether two given queens attack each other, or one is on an excluded square.
    pub(super) fn contradicts_itself(&self) -> bool {
        let n = self.n;
        let mut lines = [vec![false; n], vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
        self.queens().any(|(column, row)| {
            let (sum, difference) = diagonals(n, column as usize, row as usize);
            let places = [column as usize, row as usize, sum, difference];
            let taken = lines.iter_mut().zip(places);
            let attacked = taken
                .fold(false, |any, (line, place)| std::mem::replace(&mut line[place], true) || any);
            attacked || self.excludes(column, row)
        })
    }

    fn excludes(&self, column: u32, row: u32) -> bool {
        let (sum, difference) = diagonals(self.n, column as usize, row as usize);
        self.squares.contains(&(column, row))
            || self.sums.contains(&(sum as u32))
            || self.differences.contains(&(difference as u32))
    }

    /// Whether a placement meets all conditions; false for another board size. O(N + conditions).
    pub fn is_met_by(&self, placement: &Placement) -> bool {
        let rows = placement.rows();
        rows.len() == self.n
            && self.queens.iter().all(|&(column, row)| rows[column as usize] == row)
            && (0..).zip(rows).all(|(column, &row)| !self.excludes(column, row))
    }
}

/// The squares that a pattern excludes. A column with one allowed row has a given queen there.
impl From<&Pattern> for Instance {
    fn from(pattern: &Pattern) -> Self {
        let n = pattern.n().get();
        let mut instance = Instance {
            n,
            queens: BTreeSet::new(),
            squares: BTreeSet::new(),
            sums: BTreeSet::new(),
            differences: BTreeSet::new(),
        };
        for (column, &rows) in (0..).zip(pattern.rows()) {
            if rows.is_power_of_two() {
                instance.queens.insert((column, rows.trailing_zeros()));
            } else {
                let excluded = (0..n as u32).filter(|row| rows >> row & 1 == 0);
                instance.squares.extend(excluded.map(|row| (column, row)));
            }
        }
        instance
    }
}
