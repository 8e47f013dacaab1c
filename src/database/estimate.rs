//! Estimates of a board, which use no tables.

use super::board::Board;
use crate::combinatorics::{Pattern, Solution};
use crate::error::Result;
use crate::sampling::{self, Estimate, Sampling};

impl Board {
    /// Estimates the number of solutions that match a pattern ([`sampling::estimate_count`]), under the watch of the
    /// board. Of `Pattern::any` it is an estimate of Q(N).
    pub fn estimate_count(&self, pattern: &Pattern, sampling: &Sampling) -> Result<Estimate> {
        self.check_pattern(pattern)?;
        Ok(sampling::estimate_count(pattern, sampling, &*self.watch)?)
    }

    /// Estimates the rank of a solution ([`sampling::estimate_rank`]), under the watch of the board.
    pub fn estimate_rank(&self, solution: &Solution, sampling: &Sampling) -> Result<Estimate> {
        self.check_size(solution)?;
        Ok(sampling::estimate_rank(solution, sampling, &*self.watch)?)
    }
}
