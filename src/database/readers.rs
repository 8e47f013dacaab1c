//! Reading solutions and canonical representatives in order: many rows at a time as bytes, or one by one as iterators.

use super::board::Board;
use super::cursor::{Cursor, WalkDirection};
use crate::combinatorics::{Canonical, OrbitId, Permutation, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::Items;
use std::fmt;
use std::ops::RangeInclusive;

/// A reader of solutions or canonical representatives in order, many at a time; returned by [`Board::read_solutions`] and
/// [`Board::read_representatives`].
pub struct SolutionReader {
    rest: Remaining,
    /// An error that occurred after rows that were returned without it.
    failure: Option<Error>,
}

impl SolutionReader {
    fn new(board: &Board, items: Items, from: u64) -> Self {
        let rest = Remaining::new(Cursor::in_bulk(board, items), from);
        SolutionReader { rest, failure: None }
    }

    /// Fills `queens` with the next rows, N bytes each: the row of the queen in each column, counted from 1. Returns the
    /// number of rows filled: fewer than fit before the end or an error, and 0 at the end. If the length of `queens` is
    /// not a multiple of N, the remainder is left unchanged.
    ///
    /// # Errors
    /// Those of a lookup of the next row, after which there are no more rows.
    pub fn read(&mut self, queens: &mut [u8]) -> Result<usize> {
        if let Some(failure) = self.failure.take() {
            self.rest.end();
            return Err(failure);
        }
        let n = self.rest.front.board.n().get();
        let room = queens.len() / n;
        let mut rows = 0;
        while rows < room {
            match self.read_some(&mut queens[n * rows..n * room]) {
                Ok(0) => break,
                Ok(more) => rows += more,
                Err(failure) if rows == 0 => {
                    self.rest.end();
                    return Err(failure);
                }
                Err(failure) => {
                    self.failure = Some(failure);
                    break;
                }
            }
        }
        Ok(rows)
    }

    /// Fills the first rows: at least one, unless the end has been reached.
    fn read_some(&mut self, queens: &mut [u8]) -> Result<usize> {
        if self.rest.len() == Some(0) {
            return Ok(0);
        }
        let mut rows = self.write_window(queens);
        if rows == 0 {
            let Some(item) = self.rest.front.get(self.rest.next, WalkDirection::Up)? else {
                self.rest.end();
                return Ok(0);
            };
            rows = self.write_window(queens);
            if rows == 0 {
                queens.iter_mut().zip(item.queens()).for_each(|(byte, queen)| *byte = queen);
                rows = 1;
            }
        }
        self.rest.next = self.rest.next.saturating_add(rows as u64);
        Ok(rows)
    }

    /// Fills rows from the window, if it has the next number.
    fn write_window(&self, queens: &mut [u8]) -> usize {
        self.rest.front.window().map_or(0, |window| window.write(self.rest.next, queens))
    }

    /// The number of solutions beyond which larger batches of [`SolutionReader::read_with_orbits`] are hardly faster.
    /// They take 40 MB.
    pub const ORBITS_AT_ONCE: usize = 1 << 18;

    /// Like [`SolutionReader::read`], with the orbit id of each solution: `orbit_ids` must have space for at least as
    /// many rows as `queens`. Cost and memory of the ids are those of [`Board::orbit_ids`], so from N = 17 on large
    /// batches are faster per row than small ones. If looking up the ids fails, `queens` is still filled.
    ///
    /// # Panics
    ///
    /// If `orbit_ids` is too short.
    ///
    /// # Errors
    /// Those of [`SolutionReader::read`] and [`Board::orbit_ids`].
    pub fn read_with_orbits(&mut self, queens: &mut [u8], orbit_ids: &mut [u64]) -> Result<usize> {
        let n = self.rest.front.board.n();
        assert!(orbit_ids.len() >= queens.len() / n.get(), "an orbit id for each row expected");
        let rows = self.read(queens)?;
        let canonical = |queens: &[u8]| {
            let permutation = Permutation::from_distinct(n, queens.iter().map(|queen| queen - 1));
            *Canonical::of(&Solution::from_proof(permutation))
        };
        let canonical: Vec<_> = queens.chunks_exact(n.get()).take(rows).map(canonical).collect();
        let ids = self.rest.front.board.numbers(Items::Representatives, &canonical)?;
        orbit_ids.iter_mut().zip(ids).for_each(|(to, id)| *to = id);
        Ok(rows)
    }
}

impl fmt::Debug for SolutionReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Remaining { next, last, .. } = &self.rest;
        let mut shown = f.debug_struct("SolutionReader");
        shown.field("next", next).field("last", last).finish_non_exhaustive()
    }
}

impl Board {
    /// Reads the solutions from a rank to the last one, in order, many at a time. Memory: one block or run.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Rank};
    ///
    /// let board = Database::without_file().board(BoardSize::new(8)?)?;
    /// let mut reader = board.read_solutions(Rank::new(91)?);
    /// let mut queens = [0; 8 * 100];
    /// let rows = reader.read(&mut queens)?;
    /// assert_eq!(rows, 2);
    /// assert_eq!(queens[..8 * rows], [8, 3, 1, 6, 2, 5, 7, 4, 8, 4, 1, 3, 6, 2, 7, 5]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn read_solutions(&self, from: Rank) -> SolutionReader {
        SolutionReader::new(self, Items::Solutions, from.get())
    }

    /// Reads the canonical representatives from an orbit id to the last one, in order, many at a time. Memory: one
    /// block or run.
    pub fn read_representatives(&self, from: OrbitId) -> SolutionReader {
        SolutionReader::new(self, Items::Representatives, from.get())
    }
}

/// The numbers still to be iterated over, from both ends.
struct Remaining {
    front: Cursor,
    /// Created with the first item from the back.
    back: Option<Cursor>,
    /// The next number at the front.
    next: u64,
    /// The next number at the back; `None` if the length is unknown.
    last: Option<u64>,
}

impl Remaining {
    fn new(front: Cursor, from: u64) -> Self {
        let last = front.len().ok();
        Remaining { front, back: None, next: from, last }
    }

    /// The number of items left; `None` if it is unknown.
    fn len(&self) -> Option<u64> {
        Some((self.last? + 1).saturating_sub(self.next))
    }

    fn end(&mut self) {
        (self.next, self.last) = (1, Some(0));
    }

    #[inline(never)]
    fn next(&mut self) -> Option<Result<(u64, Solution)>> {
        let number = self.next;
        if self.len() == Some(0) {
            return None;
        }
        let item = self.front.get(number, WalkDirection::Up).transpose();
        match &item {
            Some(Ok(_)) if number < u64::MAX => self.next = number + 1,
            _ => self.end(),
        }
        item.map(|item| Ok((number, item?)))
    }

    fn next_back(&mut self) -> Option<Result<(u64, Solution)>> {
        if self.len() == Some(0) {
            return None;
        }
        let Some(number) = self.last else {
            let unknown = self.front.len().err();
            self.end();
            return unknown.map(Err);
        };
        let back = self.back.get_or_insert_with(|| self.front.another());
        let item = back.get(number, WalkDirection::Down).transpose();
        match &item {
            Some(Ok(_)) => self.last = Some(number - 1),
            _ => self.end(),
        }
        item.map(|item| Ok((number, item?)))
    }

    fn skip(&mut self, count: usize) {
        match self.next.checked_add(count as u64) {
            Some(next) => self.next = next,
            None => self.end(),
        }
    }

    fn skip_back(&mut self, count: usize) {
        if let Some(last) = &mut self.last {
            *last = last.saturating_sub(count as u64);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.len().map(usize::try_from) {
            Some(Ok(len)) => (len, Some(len)),
            Some(Err(_)) => (usize::MAX, None),
            None => (0, None),
        }
    }
}

macro_rules! ranked {
    ($(#[$doc:meta])* $name:ident, $items:ident, $number:ident, $item:ident, $as_item:expr) => {
        $(#[$doc])*
        ///
        /// Double-ended. `nth` is as fast as a lookup. `size_hint` is exact if the length is known, unless there is an
        /// error, after which the iterator ends.
        pub struct $name(Remaining);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Remaining { next, last, .. } = &self.0;
                let mut shown = f.debug_struct(stringify!($name));
                shown.field("next", next).field("last", last).finish_non_exhaustive()
            }
        }

        impl $name {
            /// The items with these numbers, as far as they exist. A time limit applies to each item separately.
            #[doc(hidden)] // For SQL.
            pub fn timed(board: &Board, numbers: RangeInclusive<u64>) -> Self {
                let (next, last) = (*numbers.start(), Some(*numbers.end()));
                $name(Remaining { front: Cursor::timed(board, Items::$items), back: None, next, last })
            }
        }

        impl Iterator for $name {
            type Item = Result<($number, $item)>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let number = self.0.next;
                // The fast path, in a window: the item is built in its final place.
                if let Some(window) = self.0.front.window()
                    && let Some(place) = window.place(number)
                    && self.0.last.is_none_or(|last| number <= last)
                    && let Some(known) = $number::FIRST.checked_add(number - 1)
                {
                    self.0.next = number + 1;
                    return Some(Ok((known, $as_item(window.at(place)))));
                }
                let found = self.0.next()?;
                Some(found.and_then(|(number, item)| Ok(($number::new(number)?, $as_item(item)))))
            }

            fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
                self.0.skip(skipped);
                self.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl DoubleEndedIterator for $name {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                if let Some(number) = self.0.last.filter(|last| *last >= self.0.next)
                    && let Some(window) = self.0.back.as_ref().and_then(Cursor::window)
                    && let Some(place) = window.place(number)
                    && let Ok(known) = $number::new(number)
                {
                    self.0.last = Some(number - 1);
                    return Some(Ok((known, $as_item(window.at(place)))));
                }
                let found = self.0.next_back()?;
                Some(found.and_then(|(number, item)| Ok(($number::new(number)?, $as_item(item)))))
            }

            fn nth_back(&mut self, skipped: usize) -> Option<Self::Item> {
                self.0.skip_back(skipped);
                self.next_back()
            }
        }
    };
}

ranked! {
    /// An iterator over solutions with their ranks, in order; returned by [`Board::solutions`].
    RankedSolutions, Solutions, Rank, Solution, std::convert::identity
}

ranked! {
    /// An iterator over canonical representatives with their orbit ids, in order; returned by
    /// [`Board::representatives`].
    RankedRepresentatives, Representatives, OrbitId, Canonical, Canonical::from_proof
}

impl RankedSolutions {
    pub(super) fn after(board: &Board, rank: Rank, solution: Solution) -> Self {
        let cursor = Cursor::after(board, rank.get(), solution);
        RankedSolutions(Remaining::new(cursor, rank.get().saturating_add(1)))
    }
}

impl Board {
    /// The solutions from a rank to the last one, in order, with their ranks. Memory: one block or run. The iterator
    /// ends after the first error.
    pub fn solutions(&self, from: Rank) -> RankedSolutions {
        RankedSolutions(Remaining::new(Cursor::new(self, Items::Solutions), from.get()))
    }

    /// The canonical representatives from an orbit id to the last one, in order, with their ids. Memory: one block or
    /// run. The iterator ends after the first error.
    pub fn representatives(&self, from: OrbitId) -> RankedRepresentatives {
        let cursor = Cursor::new(self, Items::Representatives);
        RankedRepresentatives(Remaining::new(cursor, from.get()))
    }
}
