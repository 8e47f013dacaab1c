//! Look-ups of many solutions and ranks of one board, one after the other.

use super::board::{Backend, Board};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
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

    /// The ids of the orbits of many solutions, as [`Board::orbit_id`] of each.
    ///
    /// Up to N = 16 the representatives are listed in memory once that pays. On larger indexed boards the solutions are
    /// looked up in the order of their representatives, those of a cell together, so that many at a time are faster
    /// than few. Memory: 90 bytes a solution, beside the lists.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Solutions};
    ///
    /// let n = BoardSize::new(6)?;
    /// let solutions: Vec<_> = Solutions::new(n).collect();
    /// let ids = Database::without_file().board(n)?.orbit_ids(&solutions)?;
    /// assert_eq!(ids.iter().map(|id| id.get()).collect::<Vec<_>>(), [1, 1, 1, 1]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn orbit_ids(&self, solutions: &[Solution]) -> Result<Vec<OrbitId>> {
        solutions.iter().try_for_each(|solution| self.check_size(solution))?;
        self.orbit_ids_of(&solutions.iter().map(Canonical::of).collect::<Vec<_>>())
    }

    /// The ids of canonical representatives of this board.
    pub(super) fn orbit_ids_of(&self, representatives: &[Canonical]) -> Result<Vec<OrbitId>> {
        Ok(match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => {
                stored.orbit_ids(representatives)?
            }
            Backend::Searched(searched) => {
                representatives.iter().max().map_or(Ok(()), |last| self.check_reach(last))?;
                searched.orbit_ids(representatives)?
            }
        })
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
