//! [`Properties`] for selecting solutions: symmetries, diagonals of the torus, lines of any slope, knight's moves.

use super::d4::{Subgroup, Symmetry};
use super::{invalid::Invalid, numbers::BoardSize, permutation::Solution};
use std::fmt;

/// Properties that a solution must have; none by default.
///
/// They are displayed as words, such as `toroidal fixed-by=rotate-180`, which [`Selection::parse`](super::Selection::parse)
/// reads.
///
/// Each property holds for all members of an orbit or for none. For stabilizers this is true because no reflection
/// fixes a solution with more than one queen, so that they are normal subgroups of D4.
///
/// ```
/// use nqdb::{Properties, Solution};
///
/// let solution: Solution = "1 3 5 2 4".parse()?;
/// assert!(Properties { toroidal: true, ..Properties::default() }.hold_for(&solution));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Properties {
    /// No queens attack each other on the torus, where each diagonal continues on the opposite side: all pi + i are
    /// distinct modulo N, and so are all pi − i.
    pub toroidal: bool,
    /// No three queens are on a straight line of any slope.
    pub no_three_in_line: bool,
    /// No two queens are a knight's move apart, so the queens can be superqueens.
    pub superqueen: bool,
    /// These symmetries fix the solution.
    pub fixed_by: Subgroup,
    /// These symmetries, and no others, fix the solution.
    pub stabilizer: Option<Subgroup>,
}

impl Properties {
    /// Adds a property by its word. False if it is not the word of a property.
    ///
    /// # Errors
    /// [`Invalid::Symmetry`]; [`Invalid::Unreadable`] for a second stabilizer, and for a symmetry alone.
    pub(super) fn add(&mut self, word: &str) -> Result<bool, Invalid> {
        match (word, word.split_once('=')) {
            ("toroidal", _) => self.toroidal = true,
            ("no-three-in-line", _) => self.no_three_in_line = true,
            ("superqueen", _) => self.superqueen = true,
            (_, Some(("fixed-by", names))) => {
                let fixed_by: Subgroup = names.parse()?;
                self.fixed_by = Subgroup::generated_by(self.fixed_by.iter().chain(fixed_by.iter()));
            }
            (_, Some(("stabilizer", names))) => {
                let stabilizer = names.parse()?;
                if self.stabilizer.replace(stabilizer).is_some_and(|other| other != stabilizer) {
                    let expected = "one stabilizer";
                    return Err(Invalid::Unreadable { expected, got: "two".to_owned() });
                }
            }
            _ if Symmetry::ALL.iter().any(|symmetry| symmetry.name() == word) => {
                let expected = "fixed-by= or stabilizer= before the name of a symmetry";
                return Err(Invalid::Unreadable { expected, got: word.to_owned() });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether nothing is required.
    pub fn are_none(&self) -> bool {
        *self == Properties::default()
    }

    /// Whether few solutions have the properties, so that a search guided by [`Properties::allowed_rows`] pays off.
    pub(crate) fn are_selective(&self) -> bool {
        self.toroidal
            || self.no_three_in_line
            || self.superqueen
            || self.fixing() != Subgroup::TRIVIAL
    }

    /// Whether a solution has the properties. O(N), or O(N³) with `no_three_in_line`.
    pub fn hold_for(&self, solution: &Solution) -> bool {
        let is_fixed_by = |symmetry: Symmetry| symmetry.apply(solution) == *solution.permutation();
        (!self.toroidal || solution.is_toroidal())
            && (!self.no_three_in_line || avoids(solution, rows_in_line))
            && (!self.superqueen || avoids(solution, rows_a_knight_away))
            && self.fixed_by.iter().all(is_fixed_by)
            && self.stabilizer.is_none_or(|exactly| Subgroup::fixing(solution) == exactly)
    }

    /// The rows, as a bit mask, that can follow a prefix in a solution with the properties: a superset of those that
    /// do. The prefix has 0-based rows and fewer than N queens. O(prefix), or O(prefix²) with `no_three_in_line`.
    pub(crate) fn allowed_rows(&self, n: BoardSize, prefix: &[u8]) -> u64 {
        let mut rows = u64::MAX;
        if self.toroidal {
            rows &= !rows_on_torus(n.get(), prefix);
        }
        if self.no_three_in_line {
            rows &= !rows_in_line(prefix);
        }
        if self.superqueen {
            rows &= !rows_a_knight_away(prefix);
        }
        // The identity excludes nothing.
        for symmetry in self.fixing().iter().skip(1) {
            rows &= rows_beside_images(n, prefix, symmetry);
        }
        rows
    }

    /// Whether N and the properties allow a solution. Those on the torus need an N without the factors 2 and 3 (Pólya
    /// 1918). With more than one queen no reflection fixes a solution, and a rotation by 90° moves its queens in fours, but
    /// for one in the centre.
    pub(crate) fn are_possible(&self, n: BoardSize) -> bool {
        let (n, fixing) = (n.get(), self.fixing());
        let rotations = Subgroup::generated_by([Symmetry::Rotate90]);
        let are_symmetries_possible = n == 1
            || fixing.iter().all(|symmetry| rotations.contains(symmetry))
                && (n % 4 < 2 || fixing != rotations)
                && self.stabilizer.is_none_or(|exactly| exactly == fixing);
        are_symmetries_possible && !(self.toroidal && (n.is_multiple_of(2) || n.is_multiple_of(3)))
    }

    /// The symmetries that must fix the solution.
    fn fixing(&self) -> Subgroup {
        let exactly = self.stabilizer.unwrap_or_default();
        Subgroup::generated_by(self.fixed_by.iter().chain(exactly.iter()))
    }
}

impl fmt::Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [
            (self.toroidal, "toroidal"),
            (self.no_three_in_line, "no-three-in-line"),
            (self.superqueen, "superqueen"),
        ];
        let flags = flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1.to_owned());
        let fixed_by = Some(self.fixed_by).filter(|group| *group != Subgroup::TRIVIAL);
        let groups = [("fixed-by", fixed_by), ("stabilizer", self.stabilizer)].into_iter();
        let groups =
            groups.filter_map(|(name, group)| Some(format!("{name}={}", group?.generators())));
        f.pad(&flags.chain(groups).collect::<Vec<_>>().join(" "))
    }
}

/// The rows of the next column that are attacked on a diagonal of the torus.
fn rows_on_torus(n: usize, prefix: &[u8]) -> u64 {
    let columns = prefix.len();
    prefix.iter().enumerate().fold(0, |rows, (column, &row)| {
        let (row, away) = (usize::from(row), columns - column);
        let up = if row >= away { row - away } else { row + n - away };
        let down = if row + away < n { row + away } else { row + away - n };
        rows | 1 << up | 1 << down
    })
}

/// The rows of the next column that are on a line through two queens.
fn rows_in_line(prefix: &[u8]) -> u64 {
    let columns = prefix.len();
    let mut rows = 0;
    for (column, &row) in prefix.iter().enumerate() {
        for (earlier, &other) in prefix[..column].iter().enumerate() {
            // The rise of the line over `column - earlier` columns.
            let rise = i32::from(row) - i32::from(other);
            let (rises, steps) = (rise * (columns - column) as i32, (column - earlier) as i32);
            if rises % steps == 0 {
                let next = i32::from(row) + rises / steps;
                rows |=
                    u32::try_from(next).ok().and_then(|next| 1u64.checked_shl(next)).unwrap_or(0);
            }
        }
    }
    rows
}

/// The rows of the next column that are a knight's move away from a queen.
fn rows_a_knight_away(prefix: &[u8]) -> u64 {
    let moves = prefix.iter().rev().zip([2, 1]);
    moves.fold(0, |rows, (&row, away)| rows | (1u64 << row) << away | (1u64 << row) >> away)
}

/// Whether no queen is in the rows that `excluded` computes from the queens before it.
fn avoids(solution: &Solution, excluded: fn(&[u8]) -> u64) -> bool {
    let rows = solution.zero_based();
    (1..rows.len()).all(|column| excluded(&rows[..column]) >> rows[column] & 1 == 0)
}

/// The rows of the next column that are compatible with the images of the queens, which must be queens too: the row is
/// an image itself, or attacks none.
fn rows_beside_images(n: BoardSize, prefix: &[u8], symmetry: Symmetry) -> u64 {
    let next = prefix.len();
    let squares = (0..).zip(prefix.iter().map(|&row| row.into()));
    squares.fold(u64::MAX, |rows, square| {
        let (column, row) = symmetry.image_of_square(n, square);
        let bit = 1u64 << row;
        match column.abs_diff(next) {
            0 => rows & bit,
            away => {
                let up = bit.checked_shr(away as u32).unwrap_or(0);
                let down = bit.checked_shl(away as u32).unwrap_or(0);
                rows & !(bit | up | down)
            }
        }
    })
}
