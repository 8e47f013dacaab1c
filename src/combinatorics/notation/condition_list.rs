//! [`ConditionList`]: conditions on a board, what every notation is read into. A board is one with a queen in each column.

use super::reading::{Frame, Reading};
use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::memory;
use std::collections::HashSet;

/// The memory that a text takes at most, as a multiple of its length: a drawing with only excluded squares.
const MEMORY: usize = 60;

/// Longer texts are parsed only if there is memory for them.
const LONG: usize = 1 << 20;

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
    /// The longest text, in bytes: a drawing up to N = 4,000, or millions of conditions.
    pub const LONGEST: usize = 1 << 24;

    /// The largest board.
    pub(super) const LARGEST: usize = 10_000;

    /// Parses conditions such as `3=5 7!=2` or `c5 !g2`, a drawing or matrix with `Q` or 1 for given queens and `#` for
    /// excluded squares, the placement of a FEN, a list of rows with 0 for columns without a queen, a whole board, or a
    /// JSON object with one of these. O(length).
    ///
    /// # Errors
    /// [`Invalid::TooLong`] beyond [`ConditionList::LONGEST`] bytes; [`Invalid::NoMemory`] for a long text; [`Invalid`]
    /// with the mistake in any other text.
    pub fn parse(text: &str) -> Result<ConditionList, Invalid> {
        if text.len() > ConditionList::LONGEST {
            return Err(Invalid::TooLong { longest: ConditionList::LONGEST });
        }
        if text.len() > LONG && !memory::has_memory(MEMORY * text.len()) {
            return Err(Invalid::NoMemory { length: text.len() });
        }
        let frame = Frame { first: 1, largest: ConditionList::LARGEST, is_partial: true };
        let text = text.trim_end();
        let is_word = !text.trim().contains(|c: char| c.is_whitespace() || "[](){},/".contains(c));
        let other = || Invalid::Condition { got: shortened(text.trim()) };
        match Reading::default().reader(text, frame).read() {
            Ok(found) => match <[ConditionList; 1]>::try_from(found.boards) {
                Ok([board]) if is_word && board.n == Some(1) => Err(other()),
                Ok([board]) => Ok(board),
                Err(boards) => Err(Invalid::SeveralBoards { got: boards.len() }),
            },
            Err(Invalid::NoQueens) => Err(Invalid::Condition { got: String::new() }),
            Err(Invalid::NotANumber { .. }) => Err(other()),
            Err(_) if is_word => Err(other()),
            Err(error) => Err(error),
        }
    }

    /// The conditions of these texts on the board of size `n`.
    ///
    /// # Errors
    /// As [`ConditionList::parse`]; [`Invalid::WrongSize`] for a text on another board.
    pub fn all<S: AsRef<str>>(
        n: usize,
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Vec<Condition>, Invalid> {
        let mut conditions = Vec::new();
        for text in texts {
            let parsed = ConditionList::parse(text.as_ref())?;
            if let Some(other) = parsed.n.filter(|&other| other != n) {
                return Err(Invalid::WrongSize { n, other });
            }
            conditions.extend(parsed.conditions);
        }
        Ok(conditions)
    }

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
