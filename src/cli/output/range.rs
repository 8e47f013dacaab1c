//! Neighbouring solutions or orbits, printed in order: what `list` and ranges in `unrank` share.

use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::SolutionPrinter;
use crate::cli::output::writer::Output;
use nqdb::{Board, OrbitId, Rank};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints ranges of the solutions or orbits of a board.
pub(crate) struct RangePrinter {
    pub(crate) board: Board,
    /// Hides the progress of the search from the first answer on: the answers show it.
    pub(crate) silencer: Arc<AtomicBool>,
    pub(crate) printer: SolutionPrinter,
}

impl RangePrinter {
    /// Prints at most `limit` solutions, starting at rank `from`.
    pub(crate) fn solutions(&mut self, from: Rank, limit: usize, out: &mut Output) -> Result {
        self.silencer.store(false, Relaxed);
        for found in self.board.solutions(from).take(limit) {
            self.silencer.store(true, Relaxed);
            let (rank, solution) = found?;
            self.printer.print(&RankedSolution::new(&self.board, rank, &solution), out)?;
        }
        Ok(())
    }

    /// Prints at most `limit` orbits, starting at id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: usize, out: &mut Output) -> Result {
        self.silencer.store(false, Relaxed);
        for found in self.board.representatives(from).take(limit) {
            self.silencer.store(true, Relaxed);
            let (id, canonical) = found?;
            let orbit = NumberedOrbit { board: &self.board, id, canonical: &canonical };
            self.printer.print(&orbit, out)?;
        }
        Ok(())
    }
}
