//! `nq_images(queens)`: the members of a solution's orbit.

use super::arguments::permutation;
use super::functions::{integer, text};
use super::plan::plan_arguments;
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::{Orbit, Rank, Solution};
use crate::database::{Board, Tier};
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::cell::RefCell;
use std::ffi::{CStr, c_int};

/// The table `nq_images(queens)`.
pub(super) struct ImagesTable;

impl TableFunction for ImagesTable {
    const NAME: &'static str = "nq_images";
    const ARGUMENT: &'static str = "queens";
    const CALL: &'static str = "nq_images('2 4 1 3')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_images (
        image TEXT, queens TEXT, rank INTEGER, nq_queens HIDDEN)";
    type Rows = Option<ImageRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[3], "the members of the orbit of one solution", 8))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Option<ImageRows>> {
        match values.first() {
            None | Some(ValueRef::Null) => Ok(None),
            Some(&value) => {
                let solution = Solution::new(permutation(value)?)?;
                let board = source.board(solution.n())?;
                let (orbit, ranks) = (Orbit::of(&solution), RefCell::default());
                Ok(Some(ImageRows { board, orbit, ranks, place: 0 }))
            }
        }
    }
}

/// The members of an orbit, relative to one of them.
pub(super) struct ImageRows {
    board: Board,
    orbit: Orbit,
    /// The ranks computed so far.
    ranks: RefCell<Vec<(Solution, Rank)>>,
    place: usize,
}

impl Rows for ImageRows {
    fn has_row(&self) -> bool {
        self.place < self.orbit.size()
    }

    fn is_slow(&self) -> bool {
        self.board.tier() != Tier::Stored
    }

    fn advance(&mut self) -> Result<()> {
        self.place += 1;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        let members = self.orbit.members();
        let (symmetry, member) = &members[self.place];
        match column {
            0 => Ok(text(symmetry)),
            1 => Ok(text(member)),
            2 => integer(self.board.member_rank(member, &mut self.ranks.borrow_mut())?.get()),
            // The first member is the given solution.
            _ => Ok(text(members[0].1)),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place as u64 + 1)
    }
}
