//! `list --format binary`: rows of bytes, all of one length. docs/format.md has them, section “Rows of `list`”.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::range::{Numbers, ORBITS_AT_ONCE};
use crate::output::writer::Output;
use nqdb::{Board, OrbitId, Permutation, Properties, Rank};
use std::io::Write;

/// Bytes of queens that are read at a time at most.
const AT_ONCE: usize = 1 << 16;

/// Fails if the output is a terminal, which shows no bytes.
pub(crate) fn check(out: &Output) -> Result {
    match out.is_terminal() {
        true => Err(CliError::Usage(
            "a terminal shows no bytes: name a file with --output FILE, or pipe them to a program"
                .to_owned(),
        )),
        false => Ok(()),
    }
}

/// Writes solutions or canonical representatives as rows of bytes.
pub(crate) struct RowWriter<'b> {
    board: &'b Board,
    numbers: Numbers,
    /// The rows that are written next.
    rows: Vec<u8>,
}

impl<'b> RowWriter<'b> {
    pub(crate) fn new(board: &'b Board, numbers: Numbers) -> Self {
        RowWriter { board, numbers, rows: Vec::new() }
    }

    /// Writes at most `limit` solutions, starting at rank `from`.
    pub(crate) fn solutions(&mut self, from: Rank, limit: u64, context: &mut Context) -> Result {
        let n = self.board.n().get();
        let mut reader = self.board.read_solutions(from);
        match self.numbers {
            Numbers::RankAndOrbit => {
                let read = |queens: &mut [u8], ids: &mut Vec<u64>| {
                    ids.resize(queens.len() / n, 0);
                    reader.read_with_orbits(queens, ids)
                };
                self.all(read, ORBITS_AT_ONCE, from.get(), limit, context)
            }
            _ => {
                let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
                self.all(read, AT_ONCE / n, from.get(), limit, context)
            }
        }
    }

    /// Writes at most `limit` canonical representatives, starting at orbit id `from`.
    pub(crate) fn orbits(&mut self, from: OrbitId, limit: u64, context: &mut Context) -> Result {
        let mut reader = self.board.read_representatives(from);
        let read = |queens: &mut [u8], _: &mut Vec<u64>| reader.read(queens);
        self.all(read, AT_ONCE / self.board.n().get(), from.get(), limit, context)
    }

    /// Writes at most `limit` rows, the first of which has the number `next`: one, and then twice as many at a time, up
    /// to `most`, so that the first ones come soon. `read` reads queens, and orbit ids where they are wanted.
    fn all(
        &mut self,
        mut read: impl FnMut(&mut [u8], &mut Vec<u64>) -> nqdb::Result<usize>,
        most: usize,
        mut next: u64,
        mut limit: u64,
        context: &mut Context,
    ) -> Result {
        let n = self.board.n().get();
        let (mut queens, mut ids) = (Vec::new(), Vec::new());
        let mut at_once = 1;
        context.watch.unhide();
        while limit > 0 {
            let wanted = limit.min(at_once as u64) as usize;
            queens.resize(n * wanted, 0);
            let rows = read(&mut queens, &mut ids)?;
            context.watch.hide();
            if rows == 0 {
                break;
            }
            self.write_rows(next, &queens[..n * rows], &ids, context)?;
            // What is found is written, whatever the time.
            context.watch.check_time()?;
            next += rows as u64;
            limit -= rows as u64;
            at_once = (2 * at_once).min(most);
        }
        Ok(())
    }

    /// Writes rows of queens behind their numbers, from `next` on, and their orbit ids.
    fn write_rows(
        &mut self,
        next: u64,
        queens: &[u8],
        ids: &[u64],
        context: &mut Context,
    ) -> Result {
        let rows = queens.chunks_exact(self.board.n().get());
        match self.numbers {
            Numbers::None => return Ok(context.out.write_all(queens)?),
            Numbers::Own => rows.zip(next..).for_each(|(row, number)| self.push(&[number], row)),
            Numbers::RankAndOrbit => {
                let numbers = (next..).zip(ids);
                rows.zip(numbers).for_each(|(row, (rank, &id))| self.push(&[rank, id], row));
            }
        }
        self.write(context)
    }

    /// Writes at most `limit` of the solutions with these properties, starting at rank `from`.
    pub(crate) fn select(
        &mut self,
        properties: &Properties,
        from: Rank,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let board = self.board;
        let has_numbers = self.numbers != Numbers::None;
        let with_orbit = self.numbers == Numbers::RankAndOrbit;
        let found = board.select(properties, from, has_numbers)?.take(limit);
        context.each(found, |(rank, solution), context| {
            let id = with_orbit.then(|| board.orbit_id(&solution)).transpose()?;
            let numbers = [rank.map(Rank::get).filter(|_| has_numbers), id.map(OrbitId::get)];
            self.one(numbers, &solution, context)
        })
    }

    /// Writes at most `limit` of the orbits with these properties, starting at id `from`.
    pub(crate) fn select_orbits(
        &mut self,
        properties: &Properties,
        from: OrbitId,
        limit: usize,
        context: &mut Context,
    ) -> Result {
        let has_numbers = self.numbers != Numbers::None;
        let found = self.board.select_orbits(properties, from, has_numbers)?.take(limit);
        context.each(found, |(id, canonical), context| {
            let id = id.map(OrbitId::get).filter(|_| has_numbers);
            self.one([id, None], &canonical, context)
        })
    }

    /// Writes a row behind its numbers.
    fn one(
        &mut self,
        numbers: [Option<u64>; 2],
        board: &Permutation,
        context: &mut Context,
    ) -> Result {
        let numbers: Vec<u64> = numbers.into_iter().flatten().collect();
        self.push(&numbers, &board.queens().collect::<Vec<u8>>());
        self.write(context)
    }

    /// Adds a row behind its numbers.
    fn push(&mut self, numbers: &[u64], queens: &[u8]) {
        for number in numbers {
            self.rows.extend(number.to_le_bytes());
        }
        self.rows.extend_from_slice(queens);
    }

    /// Writes the rows so far.
    fn write(&mut self, context: &mut Context) -> Result {
        context.out.write_all(&self.rows)?;
        self.rows.clear();
        Ok(())
    }
}
