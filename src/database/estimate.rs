//! Estimates and heat maps of a board. They use no tables.

use super::board::Board;
use crate::combinatorics::{Pattern, Solution};
use crate::error::{Error, Result};
use crate::sampling::{self, Effort, Estimate, Pace, Sampling, Snapshot};
use crate::search::{Heatmap, SearchError};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

impl Board {
    /// Fails if the board does not reach all, and a quick estimate puts too many solutions before this one for a search
    /// to count. Takes a few milliseconds, or some tenths of a second for solutions near the beginning.
    pub(super) fn check_reach(&self, solution: &Solution) -> Result<()> {
        if self.reaches_all() {
            return Ok(());
        }
        // A larger population finds some of the solutions before it even if they are rarer.
        for population in [200, 4000, 32_000] {
            let effort = Effort::Runs(10);
            let quick = Sampling { effort, population, seed: 1, jobs: NonZeroUsize::MIN };
            match self.estimate_rank(solution, &quick) {
                Ok(about) if about.mean() > self.near as f64 => {
                    return Err(Error::RankOutOfReach { n: self.n(), about: about.mean() });
                }
                Ok(_) => return Ok(()),
                Err(Error::Search(SearchError::NothingBefore { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Estimates the number of solutions that match a pattern ([`sampling::estimate_count`]), under the watch of the
    /// board. For `Pattern::any` it estimates Q(N).
    pub fn estimate_count(&self, pattern: &Pattern, sampling: &Sampling) -> Result<Estimate> {
        self.check_pattern(pattern)?;
        Ok(sampling::estimate_count(pattern, sampling, &*self.watch)?)
    }

    /// Estimates the rank of a solution ([`sampling::estimate_rank`]), under the watch of the board.
    pub fn estimate_rank(&self, solution: &Solution, sampling: &Sampling) -> Result<Estimate> {
        self.check_size(solution)?;
        Ok(sampling::estimate_rank(solution, sampling, &*self.watch)?)
    }

    /// The number of solutions that match a pattern, with a queen on each square ([`Heatmap::matching`]), under the
    /// watch of the board. `Pattern::any` is supported up to N = 20.
    pub fn heatmap(&self, pattern: &Pattern) -> Result<Heatmap> {
        self.check_pattern(pattern)?;
        Ok(Heatmap::matching(pattern, &*self.watch)?)
    }

    /// Like [`Board::heatmap`], with snapshots during the count ([`sampling::count_progressively`]).
    pub fn count_progressively(
        &self,
        pattern: &Pattern,
        pace: &Pace,
        report: &mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
    ) -> Result<Heatmap> {
        self.check_pattern(pattern)?;
        Ok(sampling::count_progressively(pattern, pace, &*self.watch, report)?)
    }
}
