//! Prints successive solutions or orbits, for `list` and for ranges in `unrank`.

use crate::context::Context;
use crate::error::Result;
use crate::output::solution::{
    NumberedOrbit, RankedSolution, SolutionFormat, SolutionPrinter, print_row,
};
use nqdb::{Board, Lookups, OrbitId, Permutation, Properties, Rank, Solution, SolutionReader};
use std::io::Write;

/// The numbers before the queens of an item, in text and `binary`. CSV and JSON always have its own number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    None,
    /// The rank of a solution, the id of an orbit.
    Own,
    /// The rank of a solution and the id of its orbit.
    RankAndOrbit,
}

/// The most bytes of queens that are read at a time.
const BYTES_AT_ONCE: usize = 1 << 16;

/// Prints ranges of the solutions or orbits of a board. Progress is shown up to the first item.
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
        let n = self.board().n().get();
        if self.numbers == Numbers::RankAndOrbit {
            let mut reader = self.board().read_solutions(from);
            let read = |queens: &mut [u8], ids: &mut Vec<u64>| {
                ids.resize(queens.len() / n, 0);
                reader.read_with_orbits(queens, ids)
            };
            return self.in_chunks(
                read,
                SolutionReader::ORBITS_AT_ONCE,
                from.get(),
                limit,
                context,
            );
        }
        if self.printer.format() == SolutionFormat::Binary {
            let mut reader = self.board().read_solutions(from);
            let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
            return self.in_chunks(read, BYTES_AT_ONCE / n, from.get(), limit, context);
        }
        context.each(self.board().solutions(from).take(limit), |(rank, solution), context| {
            self.print(Some(rank), &solution, context)
        })
    }

    /// Prints at most `limit` solutions in the random order of a seed, starting at a position of this order, from 1.
    pub(crate) fn shuffled(
        &mut self,
        seed: u64,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        context.watch.unhide();
        let skipped = usize::try_from(from.get() - 1).unwrap_or(usize::MAX);
        let ranks = self.board().shuffled(seed)?.skip(skipped).take(limit);
        let mut lookups = self.board().lookups();
        let solutions = ranks.map(|rank| lookups.unrank(rank).map(|solution| (rank, solution)));
        context
            .each(solutions, |(rank, solution), context| self.print(Some(rank), &solution, context))
    }

    /// Prints at most `limit` rows, numbered from `next`, in batches that double from 1 up to `most`, so that the first
    /// rows are printed soon. `read` reads queens, and orbit ids if requested.
    fn in_chunks(
        &mut self,
        mut read: impl FnMut(&mut [u8], &mut Vec<u64>) -> nqdb::Result<usize>,
        most: usize,
        mut next: u64,
        mut limit: usize,
        context: &mut Context,
    ) -> Result {
        let n = self.board().n().get();
        let mut queens = Vec::new();
        let mut ids = Vec::new();
        let (mut at_once, mut printed) = (1, 0);
        let work = context.printing();
        while limit > 0 {
            queens.resize(n * limit.min(at_once), 0);
            let rows = read(&mut queens, &mut ids);
            context.printed(printed, &work);
            let rows = rows?;
            if rows == 0 {
                break;
            }
            self.print_rows(next, &queens[..n * rows], &ids, context)?;
            // Rows that were found are printed even if the time is over.
            context.watch.check_time()?;
            next += rows as u64;
            printed += rows as u64;
            limit -= rows;
            at_once = (2 * at_once).min(most);
        }
        Ok(())
    }

    /// Prints rows of queens with their numbers, from `next` on, and their orbit ids, if there are any.
    fn print_rows(
        &mut self,
        next: u64,
        queens: &[u8],
        ids: &[u64],
        context: &mut Context,
    ) -> Result {
        let is_binary = self.printer.format() == SolutionFormat::Binary;
        if is_binary && self.numbers == Numbers::None {
            return Ok(context.out.write_all(queens)?);
        }
        let rows = queens.chunks_exact(self.board().n().get());
        for (place, (number, row)) in (next..).zip(rows).enumerate() {
            let id = ids.get(place).copied();
            if is_binary {
                print_row([Some(number), id], row, &mut context.out)?;
            } else {
                let rows: Vec<u8> = row.iter().map(|queen| queen - 1).collect();
                let solution = Solution::new(Permutation::new(&rows)?)?;
                let id = id.map(OrbitId::new).transpose()?;
                self.print_with(Some(Rank::new(number)?), id, &solution, context)?;
            }
        }
        Ok(())
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
        let with_numbers = self.numbers != Numbers::None;
        let tier = self.board().tier();
        let answer = RankedSolution { rank, orbit_id, solution, with_numbers, tier };
        self.printer.print(&answer, &mut context.out)
    }

    /// Prints at most `limit` orbits, starting at id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: usize, context: &mut Context) -> Result {
        context.watch.unhide();
        let with_numbers = self.numbers != Numbers::None;
        let board = self.lookups.board();
        if self.printer.format() == SolutionFormat::Binary {
            let mut reader = board.read_representatives(from);
            let most = BYTES_AT_ONCE / board.n().get();
            let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
            return self.in_chunks(read, most, from.get(), limit, context);
        }
        context.each(board.representatives(from).take(limit), |(id, canonical), context| {
            let orbit = NumberedOrbit { board, id: Some(id), canonical: &canonical, with_numbers };
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
        let board = lookups.board();
        let with_numbers = *numbers != Numbers::None;
        let numbered = with_numbers || printer.prints_numbers();
        let found = board.select_orbits(properties, from, numbered)?.take(limit);
        context.each(found, |(id, canonical), context| {
            printer.print(
                &NumberedOrbit { board, id, canonical: &canonical, with_numbers },
                &mut context.out,
            )
        })
    }
}
