//! The boards of commands: opened once for all threads, with `--explain` explained, and advice about those without
//! tables.

use crate::error::Result;
use crate::output::write::warn;
use crate::progress::ProgressWatch;
use crate::remedies::slow_search;
use nqdb::internal::{counted, lock};
use nqdb::{
    Board, BoardSize, Database, Lookups, Rank, Tier, search::known_first_solution, store::BuildTier,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The smallest board on which a lookup in the file is faster than one in the built-in cells.
const FIRST_WORTH_BUILDING: usize = 14;

/// Explains how boards are looked up.
#[derive(Clone)]
pub(super) struct Explainer {
    /// Whether `--explain` is given.
    is_on: bool,
    watch: Arc<ProgressWatch>,
}

impl Explainer {
    pub(super) fn new(is_on: bool, watch: Arc<ProgressWatch>) -> Self {
        Explainer { is_on, watch }
    }

    /// With `--explain`, prints how an item is looked up.
    pub(super) fn say(&self, how: impl Display) {
        if self.is_on {
            warn(how);
        }
    }

    /// A board; with `--explain`, prints its tier.
    pub(super) fn board(&self, database: &Database, n: BoardSize) -> Result<Board> {
        let board = database.board(n)?;
        if !board.reaches_all() {
            self.watch.advise(format!("N = {n} has no tables: {}", slow_search(n)));
        }
        if self.is_on {
            warn(format_args!("N = {n} is {}{}", board.tier(), cost(&board)));
            explain_first(&board);
        }
        Ok(board)
    }

    /// With `--explain`, the cell in which the solution of `rank` is found.
    pub(super) fn rank(&self, board: &Board, rank: Rank) -> Result<Option<String>> {
        let trace = if self.is_on { board.trace(rank)? } else { None };
        Ok(trace.map(|trace| {
            format!(
                "rank {rank} is in the block from rank {}, cell {}, a search of {}",
                trace.block,
                trace.cell,
                counted(trace.solutions, "solutions")
            )
        }))
    }
}

/// Prints the source of the first solution of a searched board.
fn explain_first(board: &Board) {
    let n = board.n();
    if let Some(known) = known_first_solution(n).filter(|_| board.tier() == Tier::Searched) {
        warn(format_args!(
            "N = {n}: the first solution is built in; its proof took {} s and placed {} queens, and \
             `nqdb unrank {n} 1 --recompute` repeats it",
            known.seconds, known.nodes
        ));
    }
}

/// The cost of a lookup in cells, modelled, and what would change it where that pays.
fn cost(board: &Board) -> String {
    if let Err(limits) = board.check_reaches_all() {
        return format!(": {limits}");
    }
    let (n, Some(time)) = (board.n(), board.lookup_time()) else { return String::new() };
    let faster = match n.get() {
        _ if board.tier() != Tier::Searched => String::new(),
        ..FIRST_WORTH_BUILDING => String::new(),
        _ if BuildTier::usual(n) == BuildTier::Stored => {
            format!("; `nqdb build {n}` makes it a few microseconds")
        }
        _ => format!(
            "; `nqdb import FILE` of the index that comes with nqdb makes it {}",
            milliseconds(board.lookup_time_with_index())
        ),
    };
    let cells = if board.tier() == Tier::Searched { " in built-in cells" } else { "" };
    format!("{cells}: a lookup takes about {}{faster}", milliseconds(time))
}

/// A time in milliseconds, with one decimal, rounded up.
fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_nanos().div_ceil(100_000) as f64 / 10.0)
}

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
