//! Neighbouring solutions or orbits, printed in order: what `list` and ranges in `unrank` share.

use crate::context::Context;
use crate::error::Result;
use crate::output::answers::{NumberedOrbit, RankedSolution};
use crate::output::format::SolutionPrinter;
use nqdb::{Board, Lookups, OrbitId, Properties, Rank, Solution};

/// What is printed before the queens of an item. CSV and JSON have its own number always.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    None,
    /// The rank of a solution, the id of an orbit.
    Own,
    /// The rank of a solution and the id of its orbit.
    RankAndOrbit,
}

/// The most solutions whose orbit ids are looked up at a time, so that an indexed board finds several in one cell. They
/// take 40 MB.
pub(crate) const ORBITS_AT_ONCE: usize = 1 << 18;

/// Prints ranges of the solutions or orbits of a board. The search is shown up to the first answer.
pub(crate) struct RangePrinter {
    lookups: Lookups,
    numbers: Numbers,
    pub(crate) printer: SolutionPrinter,
}

impl RangePrinter {
    pub(crate) fn new(board: Board, printer: SolutionPrinter) -> Self {
        RangePrinter { lookups: board.lookups(), numbers: Numbers::None, printer }
    }

    /// Prints these numbers before the queens.
    pub(crate) fn with_numbers(self, numbers: Numbers) -> Self {
        RangePrinter { numbers, ..self }
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
        if self.numbers == Numbers::RankAndOrbit {
            return self.solutions_with_orbits(from, limit, context);
        }
        context.each(self.board().solutions(from).take(limit), |(rank, solution), context| {
            self.print(Some(rank), &solution, context)
        })
    }

    /// Prints solutions with their orbit ids, twice as many at a time as before, so that the first ones come soon.
    fn solutions_with_orbits(&mut self, from: Rank, limit: usize, context: &mut Context) -> Result {
        let mut found = self.board().solutions(from).take(limit);
        let mut at_once = 1;
        let mut next = from.get();
        loop {
            let mut failure = None;
            let some = found.by_ref().take(at_once);
            let some = some.map_while(|found| found.map_err(|error| failure = Some(error)).ok());
            let solutions: Vec<Solution> = some.map(|(_, solution)| solution).collect();
            context.watch.hide();
            if solutions.is_empty() && failure.is_none() {
                return Ok(());
            }
            // After the time limit a search for the ids is stopped as well.
            let ids = match (self.board().orbit_ids(&solutions), &failure) {
                (Err(_), Some(_)) => Vec::new(),
                (ids, _) => ids?,
            };
            for ((rank, solution), id) in (next..).zip(&solutions).zip(ids) {
                self.print_with(Some(Rank::new(rank)?), Some(id), solution, context)?;
            }
            if let Some(error) = failure {
                return Err(error.into());
            }
            context.watch.check_time()?;
            next += solutions.len() as u64;
            at_once = (2 * at_once).min(ORBITS_AT_ONCE);
        }
    }

    fn print(&mut self, rank: Option<Rank>, solution: &Solution, context: &mut Context) -> Result {
        let with_orbit = self.numbers == Numbers::RankAndOrbit;
        let orbit_id = with_orbit.then(|| self.board().orbit_id(solution)).transpose()?;
        self.print_with(rank, orbit_id, solution, context)
    }

    fn print_with(
        &mut self,
        rank: Option<Rank>,
        orbit_id: Option<OrbitId>,
        solution: &Solution,
        context: &mut Context,
    ) -> Result {
        let (tier, in_text) = (self.board().tier(), self.numbers != Numbers::None);
        let answer = RankedSolution { rank, orbit_id, solution, in_text, tier };
        self.printer.print(&answer, &mut context.out)
    }

    /// Prints at most `limit` orbits, starting at id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: usize, context: &mut Context) -> Result {
        let board = self.lookups.board();
        let in_text = self.numbers != Numbers::None;
        context.watch.unhide();
        context.each(board.representatives(from).take(limit), |(id, canonical), context| {
            let orbit = NumberedOrbit { board, id: Some(id), canonical: &canonical, in_text };
            self.printer.print(&orbit, &mut context.out)
        })
    }

    /// Prints at most `limit` of the solutions with these properties, starting at rank `from`.
    pub(crate) fn select(
        &mut self,
        properties: &Properties,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let ranked = self.numbers != Numbers::None || self.printer.prints_numbers();
        let found = self.board().select(properties, from, ranked)?.take(limit);
        context.each(found, |(rank, solution), context| self.print(rank, &solution, context))
    }

    /// Prints at most `limit` of the orbits with these properties, starting at id `from`.
    pub(crate) fn select_orbits(
        &mut self,
        properties: &Properties,
        from: OrbitId,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let RangePrinter { lookups, printer, numbers } = self;
        let (board, in_text) = (lookups.board(), *numbers != Numbers::None);
        let numbered = in_text || printer.prints_numbers();
        let found = board.select_orbits(properties, from, numbered)?.take(limit);
        context.each(found, |(id, canonical), context| {
            printer.print(
                &NumberedOrbit { board, id, canonical: &canonical, in_text },
                &mut context.out,
            )
        })
    }
}
