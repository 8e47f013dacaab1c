//! Neighbouring solutions or orbits, printed in order: what `list` and ranges in `unrank` share.

use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::SolutionPrinter;
use nqdb::{Board, Lookups, OrbitId, Properties, Rank, Solution};

/// Prints ranges of the solutions or orbits of a board. The search is shown up to the first answer.
pub(crate) struct RangePrinter {
    lookups: Lookups,
    /// Whether solutions are printed with their orbit ids.
    with_orbits: bool,
    pub(crate) printer: SolutionPrinter,
}

impl RangePrinter {
    pub(crate) fn new(board: Board, printer: SolutionPrinter) -> Self {
        RangePrinter { lookups: board.lookups(), with_orbits: false, printer }
    }

    /// Prints orbit ids beside the ranks.
    pub(crate) fn with_orbits(self, with_orbits: bool) -> Self {
        RangePrinter { with_orbits, ..self }
    }

    pub(crate) fn board(&self) -> &Board {
        self.lookups.board()
    }

    /// Prints the solution of one rank.
    pub(crate) fn solution(&mut self, rank: Rank, context: &mut Context) -> Result {
        let solution = self.lookups.unrank(rank)?;
        context.explain_rank(self.board(), rank)?;
        self.print(Some(rank), &solution, context)
    }

    /// Prints at most `limit` solutions, starting at rank `from`.
    pub(crate) fn solutions(&mut self, from: Rank, limit: usize, context: &mut Context) -> Result {
        context.watch.unhide();
        for found in self.board().solutions(from).take(limit) {
            context.watch.hide();
            let (rank, solution) = found?;
            context.watch.check_time()?;
            self.print(Some(rank), &solution, context)?;
        }
        Ok(())
    }

    fn print(&mut self, rank: Option<Rank>, solution: &Solution, context: &mut Context) -> Result {
        let board = self.lookups.board();
        let orbit_id = self.with_orbits.then(|| board.orbit_id(solution)).transpose()?;
        let answer = RankedSolution { rank, orbit_id, solution, tier: board.tier() };
        self.printer.print(&answer, &mut context.out)
    }

    /// Prints at most `limit` orbits, starting at id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: usize, context: &mut Context) -> Result {
        let board = self.lookups.board();
        context.watch.unhide();
        for found in board.representatives(from).take(limit) {
            context.watch.hide();
            let (id, canonical) = found?;
            context.watch.check_time()?;
            let orbit = NumberedOrbit { board, id: Some(id), canonical: &canonical };
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
        let ranked = self.with_orbits || self.printer.prints_numbers();
        for found in self.board().select(properties, from, ranked)?.take(limit) {
            context.watch.hide();
            let (rank, solution) = found?;
            context.watch.check_time()?;
            self.print(rank, &solution, context)?;
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
        let RangePrinter { lookups, printer, .. } = self;
        let board = lookups.board();
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
