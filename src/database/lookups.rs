//! Look-ups of many solutions and ranks of one board, one after the other.

use super::board::Board;
use crate::combinatorics::{Rank, Solution};
use crate::error::Result;
use crate::store::Near;

/// Look-ups on one board, one after the other: the answers of [`Board::rank`] and [`Board::unrank`], faster where
/// solutions are near each other.
///
/// On a stored board a look-up decodes 64 solutions, and the next look-ups find what is among them: a tenth of a
/// microsecond for a neighbour, some microseconds elsewhere. On an indexed board all solutions of a cell are listed
/// after some look-ups there. Threads take one `Lookups` each. Memory: one MiB at most.
///
/// ```
/// use nqdb::{BoardSize, Database, Solutions};
///
/// let n = BoardSize::new(8)?;
/// let mut lookups = Database::without_file().board(n)?.lookups();
/// for (solution, expected) in Solutions::new(n).zip(1..) {
///     let rank = lookups.rank(&solution)?;
///     assert_eq!(rank.get(), expected);
///     assert_eq!(lookups.unrank(rank)?, solution);
/// }
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Debug)]
pub struct Lookups {
    board: Board,
    near: Near,
}

impl Board {
    /// Look-ups of many solutions or ranks.
    pub fn lookups(&self) -> Lookups {
        Lookups { board: self.clone(), near: Near::default() }
    }
}

impl Lookups {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The solution of a rank, as [`Board::unrank`].
    pub fn unrank(&mut self, rank: Rank) -> Result<Solution> {
        self.board.unrank_near(rank, &mut self.near)
    }

    /// The rank of a solution, as [`Board::rank`].
    pub fn rank(&mut self, solution: &Solution) -> Result<Rank> {
        self.board.rank_near(solution, &mut self.near)
    }
}
