//! Neighbouring solutions or orbits, printed one after the other.

use crate::cli::error::Failure;
use crate::cli::output::answers::{AtOrbitId, AtRank};
use crate::cli::output::format::Printed;
use crate::cli::output::writer::Output;
use nqdb::{Board, OrbitId, Rank};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints solutions or orbits of a board in order.
pub(crate) struct Listing {
    pub(crate) board: Board,
    /// Answers show how far it is; from the first one on the search need not.
    pub(crate) silencer: Arc<AtomicBool>,
    pub(crate) printed: Printed,
}

impl Listing {
    /// Prints at most so many solutions from a rank on.
    pub(crate) fn solutions(
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
    pub(crate) fn orbits(
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
