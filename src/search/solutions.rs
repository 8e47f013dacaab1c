//! Plain iterators over the solutions and the canonical representatives of a board.

use super::cursor::{Cursor, Step};
use crate::combinatorics::{BoardSize, Canonical, Permutation, Solution};

/// All solutions in lexicographic order, by backtracking; constant memory.
///
/// ```
/// use nqdb::{BoardSize, Solutions};
///
/// let n = BoardSize::new(10)?;
/// let hundredth = Solutions::new(n).nth(99).unwrap();
/// assert_eq!(hundredth.to_string(), "2 8 10 4 1 5 9 6 3 7");
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone)]
pub struct Solutions(Cursor);

impl Solutions {
    /// All solutions of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Solutions(Cursor::new(n))
    }

    /// The solutions that are not before `start`, which may be any permutation, a solution or not.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut cursor = Cursor::new(start.n());
        cursor.seek(start);
        Solutions(cursor)
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.0.advance(&mut { u64::MAX }) {
            Step::Found => Some(self.0.solution()),
            Step::Paused | Step::Exhausted => None,
        }
    }
}

/// All canonical representatives in lexicographic order: the orbits by id. Boards that the border
/// queens rule out are not visited; constant memory.
#[derive(Clone)]
pub struct Representatives(Cursor);

impl Representatives {
    /// All canonical representatives of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Representatives(Cursor::representatives(n))
    }

    /// The canonical representatives that are not before `start`, which may be any permutation.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut cursor = Cursor::representatives(start.n());
        cursor.seek(start);
        Representatives(cursor)
    }
}

impl Iterator for Representatives {
    type Item = Canonical;

    fn next(&mut self) -> Option<Canonical> {
        loop {
            match self.0.advance(&mut { u64::MAX }) {
                Step::Found => {
                    if let Some(canonical) = self.0.representative() {
                        return Some(canonical);
                    }
                }
                Step::Paused | Step::Exhausted => return None,
            }
        }
    }
}
