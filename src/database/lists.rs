//! Small boards in memory: the first half of the solutions, and the canonical representatives, listed once single
//! lookups would take longer.

use super::board::Board;
#[cfg(feature = "sqlite")]
use super::tables::Tables;
use crate::combinatorics::word::{Word, WordLayout};
use crate::error::Result;
use crate::memory;
use crate::search::{Lists, SolutionList, SolutionRun};

/// Number of solutions that a lookup in a block decodes. A list pays once the lookups would have decoded all.
const DECODED_AT_ONCE: u64 = 64;

/// The share of a cell that can be listed in the time of a lookup in it.
const LISTED_PER_CELL: u64 = 8;

impl Board {
    /// The solutions of the first half, if they are listed by now. Counts one lookup that would decode a block or
    /// search.
    pub(super) fn listed_solutions(&self) -> Result<Option<&SolutionList>> {
        let Some((lists, patience)) = self.lists() else { return Ok(None) };
        let solutions = &lists.solutions;
        solutions.after(1, patience, || self.list(self.solution_count()?.div_ceil(2), |_| true))
    }

    /// The canonical representatives, if they are listed by now. Counts this many such lookups.
    pub(super) fn listed_representatives(&self, lookups: u64) -> Result<Option<&SolutionList>> {
        let Some((lists, patience)) = self.lists() else { return Ok(None) };
        lists.representatives.after(lookups, patience, || {
            let layout = WordLayout::new(self.n());
            self.list(self.orbit_count()?, |word| word.is_least_image(layout))
        })
    }

    /// The lists, and the number of lookups that take about as long as listing the board. `None` for a board that is
    /// never listed.
    fn lists(&self) -> Option<(&Lists, u64)> {
        let lists = self.lists.as_deref()?;
        let at_once = self.cells().map_or(DECODED_AT_ONCE, |cells| cells.limit / LISTED_PER_CELL);
        Some((lists, self.solution_count().ok()? / 2 / at_once))
    }

    /// The `len` wanted solutions of the first half; `None` without memory for them, or if some tables can't be read,
    /// neither of which single lookups need.
    fn list(&self, len: u64, wanted: impl Fn(u64) -> bool) -> Result<Option<SolutionList>> {
        if !memory::has_memory(size_of::<u64>() * len as usize + memory::SPARE) {
            return Ok(None);
        }
        let mut words = Vec::with_capacity(len as usize);
        let mut add = |run: SolutionRun| {
            if let SolutionRun::Narrow(_, all) = run {
                words.extend(all.into_iter().filter(|&word| wanted(word)));
            }
        };
        let is_whole = match &self.tables {
            #[cfg(feature = "sqlite")]
            Some(Tables::Stored(board)) => board.each_run(&mut add)?,
            _ => {
                self.searched().each_run(&mut add)?;
                true
            }
        };
        let is_whole = is_whole && words.len() as u64 == len;
        Ok(is_whole.then(|| SolutionList::new(self.n(), words)))
    }
}
