//! A small board in memory: the first half of its solutions, and its canonical representatives, listed once the lookups
//! of single ones would take longer.

use super::board::Board;
use super::tables::Tier;
use crate::combinatorics::word::{Word, WordLayout};
use crate::error::Result;
use crate::search::{LAST_LISTED, SolutionList, SolutionRun};

/// Ranks that are searched on the largest board before it is listed, which takes about as long as a few of them.
const SEARCHED_RANKS: u64 = 4;

/// Orbits that are searched on the largest board: one takes seconds.
const SEARCHED_ORBITS: u64 = 1;

/// Solutions that a lookup in a block decodes. After as many lookups as decode all, a list was the better choice.
const DECODED_AT_ONCE: u64 = 64;

impl Board {
    /// The solutions of the first half, if they are listed by now. A lookup that has to decode a block or to search.
    pub(super) fn listed_solutions(&self) -> Result<Option<&SolutionList>> {
        let Some(patience) = self.patience_to_list(SEARCHED_RANKS) else { return Ok(None) };
        self.lists
            .solutions
            .after(1, patience, || self.list(self.solution_count()?.div_ceil(2), |_| true))
    }

    /// The canonical representatives, if they are listed by now, for some lookups of that kind.
    pub(super) fn listed_representatives(&self, lookups: u64) -> Result<Option<&SolutionList>> {
        let Some(patience) = self.patience_to_list(SEARCHED_ORBITS) else { return Ok(None) };
        self.lists.representatives.after(lookups, patience, || {
            let layout = WordLayout::new(self.n());
            self.list(self.orbit_count()?, |word| word.is_least_image(layout))
        })
    }

    /// Lookups before a list is made, where `searched` of them take about as long on the largest board that is
    /// searched. `None` for a board that is never listed.
    fn patience_to_list(&self, searched: u64) -> Option<u64> {
        let smaller = LAST_LISTED.checked_sub(self.n().get())?;
        match self.tier() {
            Tier::Searched => Some(searched << smaller.min(8)),
            Tier::Stored => Some(self.solution_count().ok()? / 2 / DECODED_AT_ONCE),
            Tier::Indexed => None,
        }
    }

    /// The `len` wanted solutions of the first half; `None` where the tables can't be read as a whole, which single
    /// lookups do without.
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
