//! Units: parts of the search for the canonical representatives of a board, the prefixes below them, and an estimate of
//! their work, which balances the parts of an index.

use super::canonical::{allowed_rows, masks_of};
use super::prefixes::{first_half, key_of};
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::bitboard::{Bitboard, attack_free_prefixes, each_row};
use std::ops::Range;

/// The maximum number of queens of a unit.
const MOST_QUEENS: usize = 8;

/// A part of the search: the canonical representatives that begin with these three or four queens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkUnit {
    /// The rows of the queens, padded with zeros.
    rows: [u8; MOST_QUEENS],
    len: u8,
}

impl WorkUnit {
    fn new(queens: &[u8]) -> Self {
        let mut rows = [0; MOST_QUEENS];
        rows[..queens.len()].copy_from_slice(queens);
        WorkUnit { rows, len: queens.len() as u8 }
    }

    /// The 0-based rows of the queens.
    pub fn queens(&self) -> &[u8] {
        &self.rows[..self.len.into()]
    }
}

/// All units of a board in lexicographic order. Units have three queens, or four from N = 22 on, where a unit of three
/// would take half a minute or more. At N = 17 there are about a thousand of about 0.1% of the work each; the largest
/// are twice that, the last ones negligible.
///
/// # Panics
///
/// Unless 5 ≤ N ≤ 27.
pub fn work_units(n: usize) -> Vec<WorkUnit> {
    assert!((5..=27).contains(&n), "N is {n}, expected 5 to 27");
    units_of(n, if n < 22 { 3 } else { 4 })
}

/// Divides units into runs that allow the same rows.
pub(super) fn with_equal_masks(units: &[WorkUnit]) -> impl Iterator<Item = &[WorkUnit]> {
    units.chunk_by(|a, b| masks_of(a.queens()) == masks_of(b.queens()))
}

/// The units of two to four queens.
pub fn units_of(n: usize, queens: usize) -> Vec<WorkUnit> {
    let size = BoardSize::new(n).expect("a board of units");
    let in_lower_half =
        attack_free_prefixes(size, queens).take_while(|rows| usize::from(rows[0]) < n / 2);
    let may_begin = |rows: &Vec<u8>| {
        rows.iter().zip(allowed_rows(n, rows)).all(|(row, allowed)| allowed & 1 << row != 0)
    };
    in_lower_half.filter(may_begin).map(|rows| WorkUnit::new(&rows)).collect()
}

/// Prefixes per region of [`PrefixCounts`](super::PrefixCounts); its counts fit the second-level cache.
pub(super) const REGION: usize = 1 << 16;

/// The range of prefix numbers below each unit, in the numbering of [`NumberedPrefixes`](super::NumberedPrefixes), and
/// the total number of prefixes. O(prefixes without the last queen), without a table.
#[derive(Debug)]
pub struct UnitPrefixes {
    /// The prefixes of each unit; ascending.
    pub ranges: Vec<Range<usize>>,
    /// The number of all prefixes of the first half.
    pub count: usize,
}

impl UnitPrefixes {
    /// The prefixes of `depth` queens below units of the board, which must be in lexicographic order.
    pub fn new(n: usize, depth: usize, units: &[WorkUnit]) -> Self {
        let mut walk =
            Numbering { n, depth, units, found: UnitPrefixes { ranges: Vec::new(), count: 0 } };
        walk.descend(Bitboard::empty(n), &mut Vec::new());
        walk.found
    }

    /// The number of regions of [`PrefixCounts`](super::PrefixCounts).
    pub fn regions(&self) -> u32 {
        self.count.div_ceil(REGION) as u32
    }

    /// The prefixes of a region.
    pub fn region(&self, region: u32) -> Range<usize> {
        let first = region as usize * REGION;
        first..self.count.min(first + REGION)
    }
}

/// The descent that numbers the prefixes.
struct Numbering<'u> {
    n: usize,
    depth: usize,
    units: &'u [WorkUnit],
    found: UnitPrefixes,
}

impl Numbering<'_> {
    fn descend(&mut self, board: Bitboard<u32>, rows: &mut Vec<u8>) {
        let begin = self.found.count;
        let next = self.units.get(self.found.ranges.len());
        let is_unit = next.is_some_and(|unit| unit.queens() == rows);
        let head = if rows.len() < 2 { key_of(rows) } else { 0 };
        let safe = board.safe() & first_half(self.n, rows.len(), head);
        if rows.len() == self.depth {
            self.found.count += 1;
        } else if rows.len() + 1 == self.depth && !self.is_above_unit(rows) {
            self.found.count += safe.count_ones() as usize;
        } else {
            for row in each_row(safe) {
                rows.push(row.trailing_zeros() as u8);
                self.descend(board.with(row), rows);
                rows.pop();
            }
        }
        if is_unit {
            self.found.ranges.push(begin..self.found.count);
        }
    }

    /// Whether the next unit begins with these queens and has more.
    fn is_above_unit(&self, rows: &[u8]) -> bool {
        let next = self.units.get(self.found.ranges.len());
        next.is_some_and(|unit| unit.queens().len() > rows.len() && unit.queens().starts_with(rows))
    }
}

/// Runs per unit. Few suffice: the errors are independent, and a part has many units or little choice.
const RUNS: u64 = 32;

/// The seed of the runs. Another seed would divide boards differently.
const SEED: u64 = 1;

/// For each unit, the approximate number of boards that its search visits.
pub fn unit_weights(n: usize, units: &[WorkUnit]) -> Vec<u64> {
    (0..).zip(units).map(|(number, unit)| weight(n, unit, Dice::of_draw(SEED, number))).collect()
}

/// The estimate for a unit. A run descends from the queens of the unit, takes a random allowed row in each column, and
/// multiplies the numbers of choices: each product estimates the number of boards at its depth (Knuth 1975). Seeded
/// integer arithmetic makes the result the same on every machine and kernel.
fn weight(n: usize, unit: &WorkUnit, mut dice: Dice) -> u64 {
    let allowed = allowed_rows(n, unit.queens());
    let Some(root) = Bitboard::<u32>::with_queens(n, unit.queens()) else { return 0 };
    let runs: u128 =
        (0..RUNS).map(|_| visited(root, &allowed[unit.queens().len()..n], &mut dice)).sum();
    u64::try_from(runs / u128::from(RUNS)).unwrap_or(u64::MAX)
}

/// A random part of a unit: extends it to `queens` ≤ 8 queens, each in a random allowed row. Returns it with the number
/// of possible choices; `None` if a column has no allowed row.
pub fn random_part(
    n: usize,
    unit: &WorkUnit,
    queens: usize,
    dice: &mut Dice,
) -> Option<(WorkUnit, f64)> {
    let allowed = allowed_rows(n, unit.queens());
    let mut rows = unit.queens().to_vec();
    let mut board = Bitboard::<u32>::with_queens(n, &rows)?;
    let mut ways = 1.0;
    while rows.len() < queens {
        let safe = board.safe() & allowed[rows.len()];
        let choices = safe.count_ones() as usize;
        let row = each_row(safe).nth(dice.index(choices))?;
        ways *= choices as f64;
        rows.push(row.trailing_zeros() as u8);
        board = board.with(row);
    }
    Some((WorkUnit::new(&rows), ways))
}

/// One run's estimate of the number of boards below a board.
fn visited(mut board: Bitboard<u32>, allowed: &[u32], dice: &mut Dice) -> u128 {
    let (mut product, mut sum) = (1, 0);
    for rows in allowed {
        let safe = board.safe() & rows;
        product *= u128::from(safe.count_ones());
        if product == 0 {
            break;
        }
        sum += product;
        let choice = dice.index(safe.count_ones() as usize);
        board = board.with(each_row(safe).nth(choice).expect("the choice is in range"));
    }
    sum
}
