//! Neighbouring solutions or orbits, printed one after the other.

use super::answers::{AtOrbitId, AtRank};
use super::failure::Failure;
use super::form::Printed;
use super::output::Output;
use nqdb::{Board, OrbitId, Rank};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints solutions or orbits of a board in order.
pub(super) struct Listing {
    pub(super) board: Board,
    /// Answers show how far it is; from the first one on the search need not.
    pub(super) silencer: Arc<AtomicBool>,
    pub(super) printed: Printed,
}

impl Listing {
    /// Prints at most so many solutions from a rank on.
    pub(super) fn solutions(
        &mut self,
        from: Rank,
        most: usize,
        out: &mut Output,
    ) -> Result<(), Failure> {
        self.silencer.store(false, Relaxed);
        for found in self.board.solutions(from).take(most) {
            self.silencer.store(true, Relaxed);
            let (rank, solution) = found?;
            self.printed.add(&AtRank::new(&self.board, rank, &solution), out)?;
        }
        Ok(())
    }

    /// Prints at most so many orbits from an id on.
    pub(super) fn orbits(
        &mut self,
        from: OrbitId,
        most: usize,
        out: &mut Output,
    ) -> Result<(), Failure> {
        self.silencer.store(false, Relaxed);
        for found in self.board.representatives(from).take(most) {
            self.silencer.store(true, Relaxed);
            let (id, canonical) = found?;
            let orbit = AtOrbitId { board: &self.board, id, canonical: &canonical };
            self.printed.add(&orbit, out)?;
        }
        Ok(())
    }
}
