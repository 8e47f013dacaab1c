//! [`Properties`] that solutions are selected by: symmetries, diagonals of the torus, lines of any slope.

use super::d4::Symmetry;
use super::{numbers::BoardSize, solution::Solution, subgroup::Subgroup};

/// Properties of solutions, all of which must hold; by default there are none.
///
/// Each holds for all members of an orbit or for none: the stabilizers of solutions are normal subgroups, since no
/// reflection fixes a solution with more than one queen.
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
    /// No queens attack each other on the torus either, where each diagonal continues on the opposite side: all
    /// pi + i are distinct modulo N, and all pi − i.
    pub toroidal: bool,
    /// No three queens stand on a straight line, of whatever slope.
    pub no_three_in_line: bool,
    /// These symmetries fix the solution.
    pub fixed_by: Subgroup,
    /// These symmetries fix the solution, and no others do.
    pub stabilizer: Option<Subgroup>,
}

impl Properties {
    /// Whether every solution has them.
    pub fn are_none(&self) -> bool {
        *self == Properties::default()
    }

    /// Whether few solutions have them, and [`Properties::allowed_rows`] leads to these.
    pub(crate) fn are_selective(&self) -> bool {
        self.toroidal || self.no_three_in_line || self.fixing() != Subgroup::TRIVIAL
    }

    /// Whether a solution has them. O(N), with three in line O(N³).
    pub fn hold_for(&self, solution: &Solution) -> bool {
        let is_fixed_by = |symmetry: Symmetry| symmetry.apply(solution) == *solution.permutation();
        (!self.toroidal || solution.is_toroidal())
            && (!self.no_three_in_line || has_no_three_in_line(solution))
            && self.fixed_by.iter().all(is_fixed_by)
            && self.stabilizer.is_none_or(|exactly| Subgroup::fixing(solution) == exactly)
    }

    /// Rows of the column after a prefix, as bits, that hold the queens of all solutions with the properties that
    /// begin so: a row outside has none. The prefix has 0-based rows and less than N queens. O(prefix), with three
    /// in line O(prefix²).
    pub(crate) fn allowed_rows(&self, n: BoardSize, prefix: &[u8]) -> u64 {
        let mut rows = u64::MAX;
        if self.toroidal {
            rows &= !rows_on_torus(n.get(), prefix);
        }
        if self.no_three_in_line {
            rows &= !rows_in_line(prefix);
        }
        // The identity maps queens onto themselves.
        for symmetry in self.fixing().iter().skip(1) {
            rows &= rows_beside_images(n, prefix, symmetry);
        }
        rows
    }

    /// The symmetries that must fix the solution.
    fn fixing(&self) -> Subgroup {
        let exactly = self.stabilizer.unwrap_or_default();
        Subgroup::generated_by(self.fixed_by.iter().chain(exactly.iter()))
    }
}

/// The rows that queens attack in the column after them, on diagonals that continue on the opposite side.
fn rows_on_torus(n: usize, prefix: &[u8]) -> u64 {
    let columns = prefix.len();
    prefix.iter().enumerate().fold(0, |rows, (column, &row)| {
        let (row, away) = (usize::from(row), columns - column);
        let up = if row >= away { row - away } else { row + n - away };
        let down = if row + away < n { row + away } else { row + away - n };
        rows | 1 << up | 1 << down
    })
}

/// The rows in the column after some queens that are on a line through two of them.
fn rows_in_line(prefix: &[u8]) -> u64 {
    let columns = prefix.len();
    let mut rows = 0;
    for (column, &row) in prefix.iter().enumerate() {
        for (earlier, &other) in prefix[..column].iter().enumerate() {
            // The line rises by this in `column - earlier` columns.
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

/// Whether no line goes through three queens.
fn has_no_three_in_line(solution: &Solution) -> bool {
    let rows = solution.rows();
    (2..rows.len()).all(|column| rows_in_line(&rows[..column]) >> rows[column] & 1 == 0)
}

/// The rows in the column after some queens where a queen goes with the images of the others, which are queens as
/// well: it is an image, or attacks none.
fn rows_beside_images(n: BoardSize, prefix: &[u8], symmetry: Symmetry) -> u64 {
    let next = prefix.len() as u8;
    let squares = (0..).zip(prefix.iter().copied());
    squares.fold(u64::MAX, |rows, square| {
        let (column, row) = symmetry.image_of_square(n, square);
        let bit = 1u64 << row;
        match column.abs_diff(next) {
            0 => rows & bit,
            away => {
                let up = bit.checked_shr(away.into()).unwrap_or(0);
                let down = bit.checked_shl(away.into()).unwrap_or(0);
                rows & !(bit | up | down)
            }
        }
    })
}
