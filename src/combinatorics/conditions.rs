//! [`Conditions`]: conditions on the squares of a board, to search for the solutions that meet them.

use super::{
    condition::Condition, d4::Symmetry, invalid::Invalid, notation::ConditionList,
    numbers::BoardSize, permutation::Permutation,
};
use std::fmt;

/// Conditions on squares: some must have a queen, some must not.
///
/// Stores the allowed rows of each column. If the conditions contradict each other, no solution meets them. 512 bytes.
///
/// ```
/// use nqdb::{BoardSize, Conditions, Permutation};
///
/// let eight = BoardSize::new(8)?;
/// let conditions = Conditions::parse(eight, ["1=1", "2!=5"])?;
/// assert!(conditions.are_met_by(&"1 6 8 3 7 4 2 5".parse()?));
/// assert!(!conditions.are_met_by(&"1 5 8 6 3 7 2 4".parse()?));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Conditions {
    n: BoardSize,
    rows: [u64; BoardSize::MAX],
}

impl Conditions {
    /// No conditions: every permutation meets them.
    pub fn any(n: BoardSize) -> Self {
        Conditions { n, rows: [full(n); BoardSize::MAX] }
    }

    /// These conditions.
    ///
    /// # Errors
    /// As [`Condition::check`].
    pub fn new(
        n: BoardSize,
        conditions: impl IntoIterator<Item = Condition>,
    ) -> Result<Self, Invalid> {
        conditions.into_iter().try_fold(Conditions::any(n), Conditions::with)
    }

    /// Parses conditions. Each string holds one or more conditions, separated by spaces or commas: `3=5` (column 3 has
    /// its queen in row 5), `3!=5` (that square has no queen), `c+r!=8` and `c-r!=-2` (that diagonal has no queen).
    ///
    /// # Errors
    /// As [`ConditionList::all`].
    pub fn parse<S: AsRef<str>>(
        n: BoardSize,
        conditions: impl IntoIterator<Item = S>,
    ) -> Result<Self, Invalid> {
        Conditions::new(n, ConditionList::all(n.get(), conditions)?)
    }

    /// Adds the condition that a square (0-based) has a queen.
    ///
    /// # Errors
    /// [`Invalid::SquareOutside`] outside the board.
    pub fn with_queen(self, column: usize, row: usize) -> Result<Self, Invalid> {
        self.with(Condition::Queen { column: column as u64 + 1, row: row as u64 + 1 })
    }

    /// Adds the condition that a square (0-based) has no queen.
    ///
    /// # Errors
    /// [`Invalid::SquareOutside`] outside the board.
    pub fn without_queen(self, column: usize, row: usize) -> Result<Self, Invalid> {
        self.with(Condition::NoQueen { column: column as u64 + 1, row: row as u64 + 1 })
    }

    /// Adds a condition.
    ///
    /// # Errors
    /// As [`Condition::check`].
    pub fn with(mut self, condition: Condition) -> Result<Self, Invalid> {
        condition.check(self.n.get())?;
        let columns = (1..=self.n.get() as i64).zip(&mut self.rows);
        for (column, rows) in columns {
            let (row, queen) = match condition {
                Condition::Queen { column: given, row } if given as i64 == column => {
                    (row as i64, true)
                }
                Condition::NoQueen { column: given, row } if given as i64 == column => {
                    (row as i64, false)
                }
                Condition::NoQueenOnSum(sum) => (sum as i64 - column, false),
                Condition::NoQueenOnDifference(difference) => (column - difference, false),
                Condition::Queen { .. } | Condition::NoQueen { .. } => continue,
            };
            if (1..=64).contains(&row) {
                let bit = 1 << (row - 1);
                *rows &= if queen { bit } else { !bit };
            }
        }
        Ok(self)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The allowed rows of each column as a bit mask: row i is bit i (0-based).
    pub fn rows(&self) -> &[u64] {
        &self.rows[..self.n.get()]
    }

    /// Whether a queen is given on this square (0-based): no other row of its column is allowed.
    pub fn gives(&self, column: usize, row: usize) -> bool {
        self.rows().get(column).is_some_and(|&rows| row < 64 && rows == 1 << row)
    }

    /// Whether any queen is given.
    pub fn has_givens(&self) -> bool {
        self.rows().iter().any(|rows| rows.is_power_of_two())
    }

    /// Whether there are no conditions.
    pub fn is_any(&self) -> bool {
        self.rows().iter().all(|&rows| rows == full(self.n))
    }

    /// The fraction, 0 to 1, of all N^N placements of one queen per column that meet the conditions.
    pub(crate) fn share(&self) -> f64 {
        self.share_in(self.n.get())
    }

    /// The fraction, 0 to 1, of all placements of one queen in each of the first columns that meet the conditions.
    pub(crate) fn share_in(&self, columns: usize) -> f64 {
        let allowed = self.rows()[..columns].iter().map(|rows| f64::from(rows.count_ones()));
        allowed.map(|rows| rows / self.n.get() as f64).product()
    }

    /// The columns in which some rows, but fewer than half, are excluded.
    pub(crate) fn mostly_free_columns(&self) -> impl Iterator<Item = usize> + '_ {
        let free =
            |rows: &u64| *rows != full(self.n) && 2 * rows.count_ones() as usize > self.n.get();
        self.rows().iter().enumerate().filter(move |(_, rows)| free(rows)).map(|(column, _)| column)
    }

    /// The conditions without those on a column, and with the opposite ones there. A permutation meets `self` if it
    /// meets the first but not the second.
    pub(crate) fn parted(&self, column: usize) -> [Conditions; 2] {
        let [mut without, mut opposite] = [self.clone(), self.clone()];
        without.rows[column] = full(self.n);
        opposite.rows[column] = full(self.n) & !self.rows[column];
        [without, opposite]
    }

    /// The smallest number of leading columns, at most `most`, whose conditions imply those on all later columns. For
    /// [reduced](Conditions::reduced) conditions.
    #[doc(hidden)] // For tests.
    pub fn deciding_columns(&self, most: usize) -> Option<usize> {
        (0..=most.min(self.n.get())).find(|&columns| {
            let mut first = self.clone();
            first.rows[columns..self.n.get()].fill(full(self.n));
            first.reduced().as_ref() == Some(self)
        })
    }

    /// Whether every queen is on an allowed square. False for another board size. O(N).
    pub fn are_met_by(&self, permutation: &Permutation) -> bool {
        let queens = self.rows().iter().zip(permutation.zero_based());
        self.n == permutation.n() && queens.into_iter().all(|(rows, &row)| rows >> row & 1 == 1)
    }

    /// The image of the conditions: the images of the permutations that meet `self` meet it. O(N²).
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Conditions { n: self.n, rows: [0; BoardSize::MAX] };
        let size = self.n.get();
        for (column, &rows) in (0..size).zip(self.rows()) {
            for row in (0..size).filter(|row| rows >> row & 1 == 1) {
                let (column, row) = symmetry.image_of_square(self.n, (column, row));
                image.rows[column] |= 1 << row;
            }
        }
        image
    }

    /// The conditions without the squares attacked by forced queens; the same solutions meet them. A queen is forced on
    /// the only square left in a column or row. `None` if a column or row has no square left, so that no solution meets
    /// them. O(N²).
    #[doc(hidden)] // For tests.
    pub fn reduced(&self) -> Option<Conditions> {
        let mut reduced = self.clone();
        let mut done = 0u64;
        while let Some(column) = reduced.next_forced(done).ok()? {
            done |= 1 << column;
            let queen = reduced.rows[column];
            for (other, rows) in reduced.rows[..self.n.get()].iter_mut().enumerate() {
                let distance = other.abs_diff(column);
                if distance > 0 {
                    *rows &= !(queen | queen << distance | queen >> distance);
                }
            }
        }
        Some(reduced)
    }

    /// A column with a forced queen that is not in `done`, if there is one.
    fn next_forced(&mut self, done: u64) -> Result<Option<usize>, NoSquareLeft> {
        let (mut once, mut twice) = (0u64, 0u64);
        for &rows in self.rows() {
            if rows == 0 {
                return Err(NoSquareLeft);
            }
            twice |= once & rows;
            once |= rows;
        }
        if once != full(self.n) {
            return Err(NoSquareLeft);
        }
        let single = once & !twice;
        for column in (0..self.n.get()).filter(|column| done >> column & 1 == 0) {
            let rows = self.rows[column];
            // If two rows have this column as their only one, the next call finds one of them empty.
            let forced = rows & single;
            if forced != 0 {
                self.rows[column] = forced & forced.wrapping_neg();
            }
            if self.rows[column].is_power_of_two() {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }
}

/// A column or a row has no square left.
struct NoSquareLeft;

impl fmt::Debug for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows().iter().map(|rows| format!("{rows:#b}"))).finish()
    }
}

/// All rows of a board.
fn full(n: BoardSize) -> u64 {
    u64::MAX >> (64 - n.get())
}
