//! The boards of a command that processes many items on several threads.

use super::error::Result;
use super::explain::Explainer;
use nqdb::internal::lock;
use nqdb::{Board, BoardSize, Database, Lookups};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The boards of a database, each opened and explained once.
pub(super) struct Boards {
    database: Database,
    pub(super) explainer: Explainer,
    opened: Mutex<BTreeMap<BoardSize, Board>>,
}

impl Boards {
    pub(super) fn new(database: Database, explainer: Explainer) -> Self {
        Boards { database, explainer, opened: Mutex::default() }
    }

    /// A board, opened the first time it is needed.
    fn get(&self, n: BoardSize) -> Result<Board> {
        let mut opened = lock(&self.opened);
        if let Some(board) = opened.get(&n) {
            return Ok(board.clone());
        }
        let board = self.explainer.board(&self.database, n)?;
        opened.insert(n, board.clone());
        Ok(board)
    }
}

/// The lookups of one thread. A board is opened when any thread first needs it.
pub(super) struct ThreadLookups<'b> {
    boards: &'b Boards,
    lookups: BTreeMap<BoardSize, Lookups>,
}

impl<'b> ThreadLookups<'b> {
    pub(super) fn new(boards: &'b Boards) -> Self {
        ThreadLookups { boards, lookups: BTreeMap::new() }
    }

    /// The lookups on a board.
    pub(super) fn of(&mut self, n: BoardSize) -> Result<&mut Lookups> {
        use std::collections::btree_map::Entry;
        Ok(match self.lookups.entry(n) {
            Entry::Occupied(lookups) => lookups.into_mut(),
            Entry::Vacant(place) => place.insert(self.boards.get(n)?.lookups()),
        })
    }
}
