//! Solutions and orbits with their numbers, and their ranges, for `list` and `unrank`; permutations with their indices.

use crate::context::Context;
use crate::error::Result;
use crate::output::{Column, Format, Printable, SolutionPrinter, Value, note, reachable, warn};
use nqdb::picture::Picture;
use nqdb::{
    Board, Conditions, Invalid, OrbitId, Permutation, Properties, Rank, Selection, Solution,
    Subgroup, Symmetry, Tier,
    database::{Lookups, REACH, SolutionReader},
    random::{Pool, random_seed},
};
use std::io::Write;

/// A solution, or the canonical representative of an orbit, with the numbers that are printed.
pub(crate) struct NumberedSolution<'a> {
    pub(crate) rank: Option<Rank>,
    pub(crate) orbit_id: Option<OrbitId>,
    pub(crate) solution: Solution,
    pub(crate) tier: Tier,
    /// The conditions whose given queens a picture marks.
    pub(crate) conditions: Option<&'a Conditions>,
}

impl NumberedSolution<'_> {
    /// A solution with the numbers that are printed; those not given are looked up, if they can be computed.
    // A call would copy the board once more for each line of a list.
    #[inline(always)]
    pub(crate) fn new(
        (rank, orbit_id, solution): (Option<Rank>, Option<OrbitId>, Solution),
        lookups: &mut Lookups,
        printer: &SolutionPrinter,
    ) -> Result<Self> {
        let rank = match rank {
            None if printer.needs(Column::Rank) => reachable(lookups.rank(&solution))?,
            rank => rank,
        };
        let board = lookups.board();
        let orbit_id = match orbit_id {
            None => printer.orbit_id(board, &solution)?,
            id => id,
        };
        Ok(NumberedSolution { rank, orbit_id, solution, tier: board.tier(), conditions: None })
    }
}

impl Printable for NumberedSolution<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        let picture = Picture::of(&self.solution);
        Ok(match self.conditions.filter(|conditions| conditions.has_givens()) {
            Some(conditions) => picture.with_givens(|column, row| conditions.gives(column, row)),
            None => picture,
        })
    }

    fn value(&self, column: Column) -> Value<'_> {
        let stabilizer = || Subgroup::fixing(&self.solution);
        match column {
            Column::N => Value::Number(self.solution.n().into()),
            Column::Rank => Value::number(self.rank),
            Column::OrbitId => Value::number(self.orbit_id),
            Column::Queens => Value::Permutation(&self.solution),
            Column::PermutationIndex => Value::Text(self.solution.index().to_string()),
            Column::Tier => Value::Text(self.tier.to_string()),
            Column::Size => Value::Number(8 / stabilizer().order() as u64),
            Column::Stabilizer => Value::texts(stabilizer().iter().map(Symmetry::name)),
            _ => Value::Missing,
        }
    }
}

/// A permutation with its index among all N!.
impl Printable for Permutation {
    fn picture(&self) -> Result<Picture, Invalid> {
        Ok(Picture::of(self))
    }

    fn caption(&self) -> Option<String> {
        Some(format!("permutation {}", self.index()))
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::N => Value::Number(self.n().into()),
            Column::PermutationIndex => Value::Text(self.index().to_string()),
            Column::Queens => Value::Permutation(self),
            Column::IsSolution => Value::Flag(self.attack().is_none()),
            _ => Value::Missing,
        }
    }
}

/// The most bytes of queens that are read at a time.
const BYTES_AT_ONCE: usize = 1 << 16;

/// Prints ranges of the solutions or orbits of a board. Progress is shown up to the first item.
pub(crate) struct RangePrinter {
    lookups: Lookups,
    pub(crate) printer: SolutionPrinter,
}

impl RangePrinter {
    pub(crate) fn new(board: Board, printer: SolutionPrinter) -> Self {
        RangePrinter { lookups: board.lookups(), printer }
    }

    pub(crate) fn board(&self) -> &Board {
        self.lookups.board()
    }

    /// Prints the solution of one rank.
    pub(crate) fn solution(&mut self, rank: Rank, context: &mut Context) -> Result {
        context.watch.unhide();
        let solution = self.lookups.unrank(rank)?;
        if let Some(how) = context.boards()?.explain_rank(self.board(), rank)? {
            context.printed();
            warn(how);
        }
        context.prints(1);
        self.print(Some(rank), None, &solution, context)
    }

    /// Prints at most `limit` of the selected solutions, starting at rank `from`. Returns how many.
    pub(crate) fn solutions(
        &mut self,
        selection: &Selection,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result<u64> {
        context.watch.unhide();
        if !selection.is_all() {
            return self.select(selection, from, limit, context);
        }
        let n = self.board().n().get();
        if self.printer.needs(Column::OrbitId) {
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
        if self.printer.format == Format::Binary {
            let mut reader = self.board().read_solutions(from);
            let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
            return self.in_chunks(read, BYTES_AT_ONCE / n, from.get(), limit, context);
        }
        context.each(self.board().solutions(from).take(limit), |(rank, solution), context| {
            self.print(Some(rank), None, &solution, context)
        })
    }

    /// Prints at most `limit` solutions or orbits in the random order of a seed, starting at a position of this order,
    /// from 1. If none is given, a note has the seed. Returns how many.
    pub(crate) fn shuffled(
        &mut self,
        pool: &Pool,
        given: Option<u64>,
        start: u64,
        limit: usize,
        context: &mut Context,
    ) -> Result<u64> {
        if !pool.is_uniform() {
            self.board().check_reaches_all()?;
        }
        context.watch.unhide();
        let seed = given.unwrap_or_else(random_seed);
        let skipped = usize::try_from(start - 1).unwrap_or(usize::MAX);
        let solutions = pool.distinct(seed).skip(skipped).take(limit);
        let mut is_noted = given.is_some();
        context.each(solutions, |drawn, context| {
            if !std::mem::replace(&mut is_noted, true) {
                note(format_args!("--seed {seed} repeats this order"));
            }
            self.print(drawn.rank, drawn.orbit_id, &drawn.solution, context)
        })
    }

    /// Prints at most `limit` rows, numbered from `next`, in batches that double from 1 up to `most`, so that the first
    /// rows are printed soon. `read` reads queens, and orbit ids if requested. Returns how many.
    fn in_chunks(
        &mut self,
        mut read: impl FnMut(&mut [u8], &mut Vec<u64>) -> nqdb::Result<usize>,
        most: usize,
        first: u64,
        mut limit: usize,
        context: &mut Context,
    ) -> Result<u64> {
        let mut next = first;
        let (n, reaches_all) = (self.board().n().get(), self.board().reaches_all());
        let mut queens = Vec::new();
        let mut ids = Vec::new();
        let mut at_once = 1;
        while limit > 0 {
            // The last rows that can be found are not in one batch with others, with which they would be lost.
            let near = (REACH + 1).saturating_sub(next) as usize;
            let reached = if reaches_all || near == 0 { usize::MAX } else { near };
            queens.resize(n * limit.min(at_once).min(reached), 0);
            let rows = read(&mut queens, &mut ids)?;
            if rows == 0 {
                break;
            }
            context.prints(rows as u64);
            self.print_rows(next, &queens[..n * rows], &ids, context)?;
            // Rows that were found are printed even if the time is over.
            context.watch.check_time()?;
            next += rows as u64;
            limit -= rows;
            at_once = (2 * at_once).min(most);
        }
        Ok(next - first)
    }

    /// Prints rows of queens with their numbers, from `next` on: ranks, with the orbit ids if there are any, or else the
    /// ids of orbits.
    fn print_rows(
        &mut self,
        next: u64,
        queens: &[u8],
        ids: &[u64],
        context: &mut Context,
    ) -> Result {
        let is_binary = self.printer.format == Format::Binary;
        if is_binary && !self.printer.needs(Column::Rank) && !self.printer.needs(Column::OrbitId) {
            return Ok(context.out.write_all(queens)?);
        }
        let rows = queens.chunks_exact(self.board().n().get());
        for (place, (number, row)) in (next..).zip(rows).enumerate() {
            let id = ids.get(place).copied();
            if is_binary {
                let of = |column| id.filter(|_| column == Column::OrbitId).unwrap_or(number);
                self.printer.print_row(of, row, &mut context.out)?;
            } else {
                let rows: Vec<u8> = row.iter().map(|queen| queen - 1).collect();
                let solution = Solution::new(Permutation::new(&rows)?)?;
                let id = id.map(OrbitId::new).transpose()?;
                self.print(Some(Rank::new(number)?), id, &solution, context)?;
            }
        }
        Ok(())
    }

    /// Prints a solution, with the numbers that are printed and not given looked up.
    fn print(
        &mut self,
        rank: Option<Rank>,
        orbit_id: Option<OrbitId>,
        solution: &Solution,
        context: &mut Context,
    ) -> Result {
        let RangePrinter { lookups, printer } = self;
        let numbered = NumberedSolution::new((rank, orbit_id, *solution), lookups, printer)?;
        printer.print(&numbered, &mut context.out)
    }

    /// Prints at most `limit` of the orbits with these properties, starting at id `from`. Returns how many.
    pub(crate) fn orbits(
        &mut self,
        properties: &Properties,
        from: OrbitId,
        limit: usize,
        context: &mut Context,
    ) -> Result<u64> {
        context.watch.unhide();
        let board = self.board();
        let is_plain = self.printer.format == Format::Binary && !self.printer.needs(Column::Rank);
        if is_plain && properties.are_none() {
            let mut reader = board.read_representatives(from);
            let most = BYTES_AT_ONCE / board.n().get();
            let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
            return self.in_chunks(read, most, from.get(), limit, context);
        }
        let found = board.select_orbits(properties, from)?.take(limit);
        context.each(found, |(id, canonical), context| self.print(None, id, &canonical, context))
    }

    fn select(
        &mut self,
        selection: &Selection,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result<u64> {
        let board = self.board();
        // Some ranks may be infeasible to compute.
        let found = if self.printer.needs(Column::Rank) && board.reaches_all() {
            board.select_ranked(selection, from)?
        } else {
            board.select(selection, from)?
        };
        let tier = found.tier();
        context.explain(format_args!("N = {}: the solutions are {tier}", board.n()));
        let RangePrinter { lookups, printer } = self;
        context.each(found.take(limit), |(rank, solution), context| {
            let found = NumberedSolution::new((rank, None, solution), lookups, printer)?;
            let conditions = Some(&selection.conditions);
            printer.print(&NumberedSolution { tier, conditions, ..found }, &mut context.out)
        })
    }
}
