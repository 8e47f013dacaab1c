//! Neighbouring solutions or orbits, printed in order: what `list` and ranges in `unrank` share.

use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::SolutionPrinter;
use nqdb::{Board, OrbitId, Properties, Rank};

/// Prints ranges of the solutions or orbits of a board. The search is shown up to the first answer.
pub(crate) struct RangePrinter {
    pub(crate) board: Board,
    pub(crate) printer: SolutionPrinter,
}

impl RangePrinter {
    /// Prints at most `limit` solutions, starting at rank `from`.
    pub(crate) fn solutions(&mut self, from: Rank, limit: usize, context: &mut Context) -> Result {
        context.watch.unhide();
        for found in self.board.solutions(from).take(limit) {
            context.watch.hide();
            let (rank, solution) = found?;
            context.watch.check_time()?;
            let answer = RankedSolution::new(&self.board, rank, &solution);
            self.printer.print(&answer, &mut context.out)?;
        }
        Ok(())
    }

    /// Prints at most `limit` orbits, starting at id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: usize, context: &mut Context) -> Result {
        context.watch.unhide();
        for found in self.board.representatives(from).take(limit) {
            context.watch.hide();
            let (id, canonical) = found?;
            context.watch.check_time()?;
            let orbit = NumberedOrbit { board: &self.board, id: Some(id), canonical: &canonical };
            self.printer.print(&orbit, &mut context.out)?;
        }
        Ok(())
    }

    /// Prints at most `limit` of the solutions with these properties, starting at rank `from`.
    pub(crate) fn select(
        &mut self,
        properties: &Properties,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let RangePrinter { board, printer } = self;
        for found in board.select(properties, from, printer.prints_numbers())?.take(limit) {
            context.watch.hide();
            let (rank, solution) = found?;
            context.watch.check_time()?;
            let answer = RankedSolution { rank, solution: &solution, tier: board.tier() };
            printer.print(&answer, &mut context.out)?;
        }
        Ok(())
    }

    /// Prints at most `limit` of the orbits with these properties, starting at id `from`.
    pub(crate) fn select_orbits(
        &mut self,
        properties: &Properties,
        from: OrbitId,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let RangePrinter { board, printer } = self;
        for found in board.select_orbits(properties, from, printer.prints_numbers())?.take(limit) {
            context.watch.hide();
            let (id, canonical) = found?;
            context.watch.check_time()?;
            let orbit = NumberedOrbit { board, id, canonical: &canonical };
            printer.print(&orbit, &mut context.out)?;
        }
        Ok(())
    }
}
