//! [`ConditionList`]: conditions on a board, what every notation is read into. A board is one with a queen in each column.

use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::Invalid;
use std::collections::HashSet;

/// Conditions on a board, and its size if the text has it.
///
/// ```
/// use nqdb::notation::ConditionList;
///
/// let drawn = ConditionList::parse(". . Q .\n. . . .\n# . . .\n. . . .")?;
/// assert_eq!(drawn.n, Some(4));
/// let conditions: Vec<String> = drawn.conditions.iter().map(ToString::to_string).collect();
/// assert_eq!(conditions, ["3=1", "1!=3"]);
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionList {
    /// The board size, unless the text is a list of conditions or squares.
    pub n: Option<usize>,
    /// The given queens by column, then the excluded squares and diagonals.
    pub conditions: Vec<Condition>,
}

impl ConditionList {
    /// The list with these conditions, each once, in ascending order.
    pub(super) fn new(n: Option<usize>, mut conditions: Vec<Condition>) -> Self {
        conditions.sort_unstable();
        conditions.dedup();
        ConditionList { n, conditions }
    }

    /// The list with queens on these squares, 1-based column and row.
    pub(super) fn of_queens(
        n: Option<usize>,
        queens: impl IntoIterator<Item = (u64, u64)>,
    ) -> Self {
        let queen = |(column, row)| Condition::Queen { column, row };
        ConditionList::new(n, queens.into_iter().map(queen).collect())
    }

    /// The board with queens in these 0-based rows.
    pub(super) fn of_rows(rows: &[u32]) -> Self {
        let rows = rows.iter().map(|&row| u64::from(row) + 1);
        ConditionList::of_queens(Some(rows.len()), (1..).zip(rows))
    }

    /// The given queens, 1-based column and row.
    fn queens(&self) -> impl Iterator<Item = (u64, u64)> {
        self.conditions.iter().map_while(|condition| match *condition {
            Condition::Queen { column, row } => Some((column, row)),
            _ => None,
        })
    }

    /// The board with columns and rows exchanged.
    pub(super) fn transposed(&self) -> ConditionList {
        ConditionList::of_queens(self.n, self.queens().map(|(column, row)| (row, column)))
    }

    /// Whether all given queens of another list are also given here.
    pub(super) fn has_queens_of(&self, other: &ConditionList) -> bool {
        let queens: HashSet<(u64, u64)> = self.queens().collect();
        other.queens().all(|queen| queens.contains(&queen))
    }

    /// Adds the conditions, and the size if it is not known, of another list.
    pub(super) fn add(&mut self, other: &ConditionList) {
        let all = self.conditions.iter().chain(&other.conditions).copied().collect();
        *self = ConditionList::new(self.n.or(other.n), all);
    }

    /// The 0-based rows of the queens. Fails unless each column has exactly one. Rows may repeat. O(N).
    pub(super) fn rows(&self) -> Result<Vec<u32>, Invalid> {
        let n = self.n.ok_or(Invalid::NoSize)?;
        let is_outside = |line: u64| line == 0 || line > n as u64;
        if let Some((column, row)) =
            self.queens().find(|&(column, row)| is_outside(column) || is_outside(row))
        {
            return Err(Invalid::SquareOutside { n, column, row });
        }
        let mut rows = vec![None; n];
        for (column, row) in self.queens() {
            let (column, second) = (column as usize, row as usize);
            if let Some(first) = rows[column - 1].replace(row as u32 - 1) {
                return Err(Invalid::ColumnTwice { n, column, first: first as usize + 1, second });
            }
        }
        let row =
            |(column, row): (usize, Option<u32>)| row.ok_or(Invalid::ColumnEmpty { n, column });
        (1..).zip(rows).map(row).collect()
    }
}
