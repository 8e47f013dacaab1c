//! Small boards in memory: the first half of the solutions, and the canonical representatives, listed once single
//! lookups would take longer.

use super::board::Board;
use super::tables::Tier;
use crate::combinatorics::word::{Word, WordLayout};
use crate::error::Result;
use crate::search::{LAST_LISTED, SolutionList, SolutionRun};

/// Number of ranks searched on the largest board before it is listed, if each takes about as long as listing.
const SEARCHED_RANKS: u64 = 4;

/// Number of orbits searched on the largest board: one takes seconds.
const SEARCHED_ORBITS: u64 = 1;

/// Number of solutions that a lookup in a block decodes. A list pays once the lookups would have decoded all.
const DECODED_AT_ONCE: u64 = 64;

impl Board {
    /// The solutions of the first half, if they are listed by now. Counts one lookup that would decode a block or
    /// search.
    pub(super) fn listed_solutions(&self) -> Result<Option<&SolutionList>> {
        let Some(patience) = self.patience_to_list(SEARCHED_RANKS) else { return Ok(None) };
        let cost = match self.tier() {
            Tier::Searched => self.searched.lookup_cost(),
            Tier::Stored | Tier::Indexed => None,
        };
        let patience = match cost {
            Some(cost) => self.solution_count()? / 2 / cost.max(1),
            None => patience,
        };
        self.lists
            .solutions
            .after(1, patience, || self.list(self.solution_count()?.div_ceil(2), |_| true))
    }

    /// The canonical representatives, if they are listed by now. Counts this many such lookups.
    pub(super) fn listed_representatives(&self, lookups: u64) -> Result<Option<&SolutionList>> {
        let Some(patience) = self.patience_to_list(SEARCHED_ORBITS) else { return Ok(None) };
        self.lists.representatives.after(lookups, patience, || {
            let layout = WordLayout::new(self.n());
            self.list(self.orbit_count()?, |word| word.is_least_image(layout))
        })
    }

    /// Number of lookups before a list is made, if listing takes as long as `searched` of them on the largest searched
    /// board. `None` for a board that is never listed.
    fn patience_to_list(&self, searched: u64) -> Option<u64> {
        let smaller = LAST_LISTED.checked_sub(self.n().get())?;
        match self.tier() {
            Tier::Searched => Some(searched << smaller.min(8)),
            Tier::Stored => Some(self.solution_count().ok()? / 2 / DECODED_AT_ONCE),
            Tier::Indexed => None,
        }
    }

    /// The `len` wanted solutions of the first half; `None` if some tables can't be read, which single lookups do not
    /// need.
    fn list(&self, len: u64, wanted: impl Fn(u64) -> bool) -> Result<Option<SolutionList>> {
        let mut words = Vec::with_capacity(len as usize);
        let mut add = |run: SolutionRun| {
            if let SolutionRun::Narrow(_, all) = run {
                words.extend(all.into_iter().filter(|&word| wanted(word)));
            }
        };
        let is_whole = match &self.tables {
            Some(tables) => tables.each_run(&mut add)?,
            None => {
                self.searched.each_run(&mut add)?;
                true
            }
        };
        let is_whole = is_whole && words.len() as u64 == len;
        Ok(is_whole.then(|| SolutionList::new(self.n(), words)))
    }
}
