//! The boards of the page: those with an index that it has provided, and searched ones.

use nqdb::{BoardSize, Database};
use nqdb_explorer::{Boards, Failure, TaggedBoard, Watching};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The board sizes that have an index.
const INDEXED: RangeInclusive<u32> = 17..=21;

/// The boards, by N.
#[derive(Default)]
pub(crate) struct Indexes {
    boards: RefCell<BTreeMap<BoardSize, TaggedBoard>>,
    refused: RefCell<BTreeSet<u32>>,
    missing: Cell<Option<u32>>,
}

impl Indexes {
    /// Begins a request, for which no index is missing or refused so far.
    pub(crate) fn begin(&self) {
        self.missing.take();
        self.refused.borrow_mut().clear();
    }

    /// The N of an index that the request needed.
    pub(crate) fn missing(&self) -> Option<u32> {
        self.missing.get()
    }

    /// Searches this board for the request, as its index can't be had.
    pub(crate) fn refuse(&self, n: u32) {
        self.refused.borrow_mut().insert(n);
    }
}

impl Boards for Indexes {
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        if let Some(board) = self.boards.borrow().get(&n) {
            return Ok(board.clone());
        }
        let number = n.get() as u32;
        let path = index(number);
        let is_refused = self.refused.borrow().contains(&number);
        let database = if path.exists() {
            Database::open(&path)?
        } else if INDEXED.contains(&number) && !is_refused {
            self.missing.set(Some(number));
            // The request is made again.
            return Err(Failure::busy());
        } else {
            Database::without_file()
        };
        let board = TaggedBoard::new(database.board(n)?);
        if !is_refused {
            self.boards.borrow_mut().insert(n, board.clone());
        }
        Ok(board)
    }

    fn complete(&self, _: &Watching) -> Result<Vec<BoardSize>, Failure> {
        let provided = INDEXED.filter(|n| index(*n).exists());
        Ok(provided.map(|n| BoardSize::new(n.into())).collect::<Result<_, _>>()?)
    }

    fn report(&self, cause: &str) {
        eprintln!("nqdb: {cause}");
    }
}

/// The path of the index of a board.
fn index(n: u32) -> PathBuf {
    PathBuf::from(format!("/indexes/{n}.db"))
}
