//! Iterators over all solutions and all canonical representatives of a board, by search.

use super::depth_first::{DepthFirstSearch, SearchStep};
use crate::combinatorics::{BoardSize, Canonical, Permutation, Solution};

/// An iterator over all solutions in lexicographic order, by backtracking, in constant memory.
///
/// ```
/// use nqdb::{BoardSize, Solutions};
///
/// let n = BoardSize::new(10)?;
/// let hundredth = Solutions::new(n).nth(99).unwrap();
/// assert_eq!(hundredth.to_string(), "2 8 10 4 1 5 9 6 3 7");
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions(DepthFirstSearch);

impl Solutions {
    /// All solutions of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Solutions(DepthFirstSearch::new(n))
    }

    /// The solutions not before `start`, which may be any permutation.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut search = DepthFirstSearch::new(start.n());
        search.seek(start);
        Solutions(search)
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        (self.0.advance(&mut { u64::MAX }) == SearchStep::Found).then(|| self.0.solution())
    }
}

/// An iterator over all canonical representatives in lexicographic order, that is, by orbit id. Boards ruled out by
/// their border queens are skipped. Constant memory.
#[derive(Clone, Debug)]
pub struct Representatives(DepthFirstSearch);

impl Representatives {
    /// All canonical representatives of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Representatives(DepthFirstSearch::representatives(n))
    }

    /// The canonical representatives not before `start`, which may be any permutation.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut search = DepthFirstSearch::representatives(start.n());
        search.seek(start);
        Representatives(search)
    }
}

impl Iterator for Representatives {
    type Item = Canonical;

    fn next(&mut self) -> Option<Canonical> {
        while self.0.advance(&mut { u64::MAX }) == SearchStep::Found {
            if let Some(canonical) = self.0.representative() {
                return Some(canonical);
            }
        }
        None
    }
}
