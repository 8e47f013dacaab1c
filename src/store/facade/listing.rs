//! All solutions of a small stored board, or all its canonical representatives, in memory once so many look-ups were
//! asked that this is faster.

use super::stored_board::StoredBoard;
use crate::combinatorics::Rank;
use crate::combinatorics::word::{Word, WordLayout};
use crate::search::SolutionRun;
use crate::search::lazy_list::LazyList;
use crate::search::solution_list::SolutionList;
use crate::store::cache::BlockKey;
use crate::store::error::{FileError, StoreError};
use crate::store::listed::Listed;
use crate::watch::{Activity, Watched};

/// Solutions that a look-up decodes. After as many look-ups as decode all, a list was the better choice.
const DECODED_AT_ONCE: u64 = 64;

impl StoredBoard {
    /// The solutions of the first half, if they are listed by now. A look-up that has to decode a block.
    pub(super) fn listed_solutions(&self) -> Result<Option<&SolutionList>, FileError> {
        self.after_many(1, |listed| &listed.solutions, self.solutions.div_ceil(2), |_| true)
    }

    /// The canonical representatives, if they are listed by now, for some look-ups that each have to decode a block.
    pub(super) fn listed_representatives(
        &self,
        look_ups: u64,
    ) -> Result<Option<&SolutionList>, FileError> {
        let layout = WordLayout::new(self.n);
        let is_canonical = |word: u64| word.is_least_image(layout);
        self.after_many(look_ups, |listed| &listed.representatives, self.orbits, is_canonical)
    }

    /// A list of `len` wanted solutions, which is made after many look-ups. `None` also where the board can't be read
    /// as a whole: a look-up needs one block only.
    fn after_many(
        &self,
        look_ups: u64,
        list: impl Fn(&Listed) -> &LazyList,
        len: u64,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<Option<&SolutionList>, FileError> {
        let Some(listed) = &self.listed else { return Ok(None) };
        let patience = self.solutions / 2 / DECODED_AT_ONCE;
        match list(listed).after(look_ups, patience, || self.list(len, wanted)) {
            Err(error @ StoreError::Stopped { .. }) => Err(error.at(self.store.path())),
            listed => Ok(listed.unwrap_or(None)),
        }
    }

    /// Decodes all blocks.
    fn list(&self, len: u64, wanted: impl Fn(u64) -> bool) -> Result<SolutionList, StoreError> {
        let n = self.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Accessing, n, "solutions decoded");
        let half = self.solutions.div_ceil(2);
        let (mut words, mut passed) = (Vec::with_capacity(len as usize), 0);
        while passed < half {
            let rank = Rank::new(passed + 1).map_err(|error| self.damaged(error.to_string()))?;
            let ((first, run), _) = self.read_run(BlockKey::Rank(self.n, rank))?;
            match &run {
                SolutionRun::Narrow(_, all) if first == passed + 1 => {
                    words.extend(all.iter().copied().filter(|&word| wanted(word)));
                }
                _ => return Err(self.damaged(format!("no block begins at rank {rank}"))),
            }
            passed += run.len() as u64;
            watched.tick(passed, Some(passed as f64 / half as f64))?;
        }
        match words.len() as u64 == len {
            true => Ok(SolutionList::new(self.n, words)),
            false => Err(self.damaged(format!("its blocks have {} of {len} items", words.len()))),
        }
    }
}
