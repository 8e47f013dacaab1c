//! Bulk reading of solutions and canonical representatives: many rows at a time, as bytes.

use super::board::Board;
use super::cursor::{ByOrbit, ByRank, Cursor, Direction, Sequence};
use crate::combinatorics::{Canonical, OrbitId, Permutation, Rank, Solution};
use crate::error::{Error, Result};
use std::fmt;

/// The numbers still to be read, in ascending order.
struct Reader<S: Sequence> {
    cursor: Cursor<S>,
    /// The next number.
    next: u64,
    /// The last number; `None` if it is unknown.
    last: Option<u64>,
    /// An error that occurred after rows that were returned without it.
    failure: Option<Error>,
}

impl<S: Sequence> Reader<S> {
    fn new(board: &Board, from: u64) -> Self {
        let cursor = Cursor::in_bulk(board);
        let last = cursor.len().ok();
        Reader { cursor, next: from, last, failure: None }
    }

    fn read(&mut self, queens: &mut [u8]) -> Result<usize> {
        if let Some(failure) = self.failure.take() {
            self.end();
            return Err(failure);
        }
        let n = self.cursor.board().n().get();
        let room = queens.len() / n;
        let mut rows = 0;
        while rows < room {
            match self.read_some(&mut queens[n * rows..n * room]) {
                Ok(0) => break,
                Ok(more) => rows += more,
                Err(failure) if rows == 0 => {
                    self.end();
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
        if self.last.is_some_and(|last| self.next > last) {
            return Ok(0);
        }
        let mut rows = self.write_window(queens);
        if rows == 0 {
            let Some(item) = self.cursor.get(self.next, Direction::Up)? else {
                self.end();
                return Ok(0);
            };
            rows = self.write_window(queens);
            if rows == 0 {
                let item = S::solution(&item).queens();
                queens.iter_mut().zip(item).for_each(|(byte, queen)| *byte = queen);
                rows = 1;
            }
        }
        self.next = self.next.saturating_add(rows as u64);
        Ok(rows)
    }

    /// Fills rows from the window, if it has the next number.
    fn write_window(&self, queens: &mut [u8]) -> usize {
        self.cursor.window().map_or(0, |window| window.write(self.next, queens))
    }

    fn end(&mut self) {
        (self.next, self.last) = (1, Some(0));
    }
}

macro_rules! reader {
    ($(#[$doc:meta])* $name:ident, $sequence:ident) => {
        $(#[$doc])*
        pub struct $name(Reader<$sequence>);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Reader { next, last, .. } = &self.0;
                let mut shown = f.debug_struct(stringify!($name));
                shown.field("next", next).field("last", last).finish_non_exhaustive()
            }
        }

        impl $name {
            /// Fills `queens` with the next rows, N bytes each: the row of the queen in each column, counted from 1.
            /// Returns the number of rows filled: fewer than fit before the end or an error, and 0 at the end. If the
            /// length of `queens` is not a multiple of N, the remainder is left unchanged. After an error there are no
            /// more rows.
            pub fn read(&mut self, queens: &mut [u8]) -> Result<usize> {
                self.0.read(queens)
            }
        }
    };
}

reader! {
    /// A reader of solutions in order, many at a time; returned by [`Board::read_solutions`].
    SolutionReader, ByRank
}

reader! {
    /// A reader of canonical representatives in order, many at a time; returned by [`Board::read_representatives`].
    RepresentativeReader, ByOrbit
}

impl SolutionReader {
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
    pub fn read_with_orbits(&mut self, queens: &mut [u8], orbit_ids: &mut [u64]) -> Result<usize> {
        let n = self.0.cursor.board().n();
        assert!(orbit_ids.len() >= queens.len() / n.get(), "an orbit id for each row expected");
        let rows = self.read(queens)?;
        let canonical = |queens: &[u8]| {
            let permutation = Permutation::from_distinct(n, queens.iter().map(|queen| queen - 1));
            Canonical::of(&Solution::from_proof(permutation))
        };
        let canonical: Vec<_> = queens.chunks_exact(n.get()).take(rows).map(canonical).collect();
        let ids = self.0.cursor.board().orbit_ids_of(&canonical)?;
        orbit_ids.iter_mut().zip(ids).for_each(|(to, id)| *to = id.get());
        Ok(rows)
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
        SolutionReader(Reader::new(self, from.get()))
    }

    /// Reads the canonical representatives from an orbit id to the last one, in order, many at a time. Memory: one
    /// block or run.
    pub fn read_representatives(&self, from: OrbitId) -> RepresentativeReader {
        RepresentativeReader(Reader::new(self, from.get()))
    }
}
