//! [`Near`]: the solutions around the last look-ups of a thread, for those that follow.

use crate::combinatorics::{Rank, Solution};
use crate::search::SolutionRun;

/// Look-ups in one cell in a row after which its solutions are kept: listing them takes about as long.
pub(super) const REPEATS: u32 = 4;

/// The solutions around the last look-ups: those that a stored board has decoded for one, or those of a cell in which
/// an indexed board was asked several times in a row. At most a MiB.
#[derive(Debug, Default)]
pub(crate) struct Near {
    pub(super) run: Option<StoredRun>,
    /// The cell of the last look-up: the first rank of its block, and its number there.
    cell: (u64, usize),
    /// Look-ups there in a row.
    repeats: u32,
}

impl Near {
    /// The solution of a rank, if it is near. O(N).
    pub(super) fn solution(&self, rank: Rank) -> Option<Solution> {
        let run = self.run.as_ref()?;
        let place = usize::try_from(rank.get().checked_sub(run.first_rank)?).ok()?;
        (place < run.len()).then(|| run.get(place))
    }

    /// The rank of a solution of this board size, if it is near. O(log solutions).
    pub(super) fn rank(&self, solution: &Solution) -> Option<Rank> {
        let run = self.run.as_ref()?;
        Rank::new(run.first_rank + run.run.place(solution)? as u64).ok()
    }

    /// Notes a look-up in a cell. Whether the cell should be listed now.
    pub(super) fn is_worth_listing(&mut self, cell: (u64, usize)) -> bool {
        self.repeats = if self.cell == cell { self.repeats + 1 } else { 1 };
        self.cell = cell;
        self.repeats == REPEATS
    }
}

/// Successive solutions of a block, with their ranks.
#[derive(Debug)]
pub(super) struct StoredRun {
    pub(super) first_rank: u64,
    pub(super) run: SolutionRun,
}

impl StoredRun {
    /// How many solutions there are, at least 1.
    pub(super) fn len(&self) -> usize {
        self.run.len()
    }

    /// The solution at a 0-based place. O(N).
    fn get(&self, place: usize) -> Solution {
        self.run.get(place)
    }
}
