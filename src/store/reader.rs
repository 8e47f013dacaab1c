use super::BuildTier;
use super::cache::{Block, BlockCache, Place};
use super::row::{BLOCK_COLUMNS, BlockRow};
use super::schema;
use crate::block::{CellSearches, Codec, Run};
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution, known_counts};
use crate::error::{Error, Result, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, ToSql};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A board in a database file: a row of the `board` table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardInfo {
    /// Board size N.
    pub n: u64,
    /// `stored` or `indexed`.
    pub tier: String,
    /// `building` or `complete`.
    pub state: String,
    /// Q(N), once complete.
    pub solutions: Option<u64>,
    /// F(N), once complete.
    pub orbits: Option<u64>,
    /// Codec number of its blocks.
    pub codec: u64,
    /// Blocks so far.
    pub blocks: u64,
    /// Bytes of their payloads.
    pub payload_bytes: u64,
    /// XXH3-128 of the decoded content in hexadecimal, once complete.
    pub digest: Option<String>,
    /// The version of nqdb that built it.
    pub built_by: String,
    /// When it was completed, UTC.
    pub built_at: Option<String>,
}

/// How the block is found that holds a rank …
const BY_RANK: &str = "first_rank <= ?2 ORDER BY first_rank DESC";
/// … a solution …
const BY_SOLUTION: &str = "first_solution <= ?2 ORDER BY first_solution DESC";
/// … a canonical representative.
const BY_ORBIT: &str = "first_orbit < ?2 ORDER BY first_orbit DESC, id DESC";

/// A complete board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Complete {
    pub(crate) tier: BuildTier,
    /// Q(N).
    pub(crate) solutions: u64,
    /// F(N).
    pub(crate) orbits: u64,
}

/// All solutions of a block, and their place on the board.
#[derive(Debug)]
pub(crate) struct PlacedRun {
    pub(crate) first_rank: u64,
    /// How many canonical representatives come before the block.
    pub(crate) first_orbit: u64,
    pub(crate) run: Run,
}

/// An open database file, for reading. Keeps blocks that were asked, up to a bound of memory.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
    path: PathBuf,
    cache: RefCell<BlockCache>,
    searches: CellSearches,
    /// Of the complete boards that were asked; they stay what they are.
    complete: RefCell<HashMap<BoardSize, Complete>>,
}

impl Store {
    /// Opens a file; checks whose it is and its version, not its content. Never writes.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let connection = schema::open_to_read(path).map_err(|error| error.at(path))?;
        let path = path.to_owned();
        let (cache, complete) = (RefCell::default(), RefCell::default());
        Ok(Store { connection, path, cache, searches: CellSearches::default(), complete })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The boards in the file, by size, complete or not.
    pub(crate) fn boards(&self) -> Result<Vec<BoardInfo>> {
        boards(&self.connection).map_err(|error| self.error(error))
    }

    /// What there is of the board, where it is complete; an error where its totals are not the known
    /// ones.
    pub(crate) fn complete(&self, n: BoardSize) -> Result<Option<Complete>> {
        if let Some(&complete) = self.complete.borrow().get(&n) {
            return Ok(Some(complete));
        }
        let complete = self.try_complete(n).map_err(|error| error.at(&self.path))?;
        self.complete.borrow_mut().extend(complete.map(|complete| (n, complete)));
        Ok(complete)
    }

    /// The same for a board that is known to be complete.
    pub(super) fn complete_row(&self, n: BoardSize) -> Result<Complete, StoreError> {
        self.try_complete(n)?.ok_or(StoreError::Rebuilding { n })
    }

    fn try_complete(&self, n: BoardSize) -> Result<Option<Complete>, StoreError> {
        let sql = "SELECT codec, tier, solutions, orbits FROM board
                   WHERE n = ?1 AND state = 'complete'";
        let mut statement = self.connection.prepare_cached(sql)?;
        let read =
            |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?, (row.get(2)?, row.get(3)?)));
        let row = statement.query_row([n.get()], read);
        let Some((codec, tier, totals)) = row.optional()? else { return Ok(None) };
        let Some(known_codec) = Codec::from_number(codec) else {
            return Err(StoreError::Codec { n, codec });
        };
        let known = known_counts(n).map(|known| (known.solutions, known.orbits()));
        if known.is_some_and(|known| known != totals) {
            let (solutions, orbits) = totals;
            return Err(StoreError::damaged(format!(
                "the board row of N = {n} says {solutions} solutions and {orbits} orbits"
            )));
        }
        let tier = BuildTier::from_name(&tier)
            .ok_or_else(|| StoreError::damaged(format!("N = {n} is of no known tier: {tier}")))?;
        if tier.codec() != known_codec {
            return Err(StoreError::damaged(format!(
                "N = {n} is called {tier}, with codec {codec}"
            )));
        }
        let (solutions, orbits) = totals;
        Ok(Some(Complete { tier, solutions, orbits }))
    }

    /// Solutions of the board in the file, whether it is complete or not.
    pub(crate) fn held(&self, n: BoardSize) -> Result<u64> {
        let sql = "SELECT ifnull(sum(count), 0) FROM block WHERE n = ?1";
        let held = self.connection.query_row(sql, [n.get()], |row| row.get(0));
        held.map_err(|error| self.error(error))
    }

    /// The block that holds a rank of the first half. One descent, one block, or none if it is kept.
    pub(crate) fn block_of_rank(&self, n: BoardSize, rank: Rank) -> Result<Arc<Block>> {
        self.block(n, Place::Rank(n, rank))
    }

    /// The same for a solution of the first half.
    pub(crate) fn block_of_solution(&self, solution: &Solution) -> Result<Arc<Block>> {
        self.block(solution.n(), Place::Solution(*solution))
    }

    /// The same for the canonical representative with this orbit id.
    pub(crate) fn block_of_orbit(&self, n: BoardSize, id: OrbitId) -> Result<Arc<Block>> {
        self.block(n, Place::Orbit(n, id))
    }

    /// All solutions of the block that holds a rank of the first half.
    pub(crate) fn run_of_rank(&self, n: BoardSize, rank: Rank) -> Result<PlacedRun> {
        self.run(n, Place::Rank(n, rank))
    }

    /// All solutions of the block that holds the canonical representative with this orbit id.
    pub(crate) fn run_of_orbit(&self, n: BoardSize, id: OrbitId) -> Result<PlacedRun> {
        self.run(n, Place::Orbit(n, id))
    }

    fn block(&self, n: BoardSize, place: Place) -> Result<Arc<Block>> {
        if let Some(block) = self.cache.borrow_mut().get(&place) {
            return Ok(block);
        }
        let block = self.find(n, place, |row| {
            Ok(Block {
                n,
                first_rank: row.first_rank,
                first_orbit: row.first_orbit,
                run: row.index(&self.searches)?,
            })
        })?;
        Ok(self.cache.borrow_mut().keep(block))
    }

    fn run(&self, n: BoardSize, place: Place) -> Result<PlacedRun> {
        self.find(n, place, |row| {
            let run = row.decode()?;
            Ok(PlacedRun { first_rank: row.first_rank, first_orbit: row.first_orbit, run })
        })
    }

    /// Takes what is wanted from the row of the block that holds a place.
    fn find<T>(
        &self,
        n: BoardSize,
        place: Place,
        take: impl FnOnce(BlockRow) -> Result<T, StoreError>,
    ) -> Result<T> {
        let (condition, key): (_, &dyn ToSql) = match &place {
            Place::Rank(_, rank) => (BY_RANK, &(rank.get() as i64)),
            Place::Solution(solution) => (BY_SOLUTION, &solution.pack()),
            Place::Orbit(_, id) => (BY_ORBIT, &(id.get() as i64)),
        };
        let found = || {
            let sql =
                format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 AND {condition} LIMIT 1");
            let mut statement = self.connection.prepare_cached(&sql)?;
            let row = statement.query_row((n.get(), key), |row| BlockRow::read(n, row));
            match row.optional()? {
                Some(row) => take(row),
                None => Err(match self.try_complete(n)? {
                    None => StoreError::Rebuilding { n },
                    Some(_) => StoreError::damaged(format!(
                        "N = {n} is marked complete, but a block of it is missing"
                    )),
                }),
            }
        };
        found().map_err(|error| error.at(&self.path))
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        StoreError::from(error).at(&self.path)
    }
}

fn boards(connection: &Connection) -> rusqlite::Result<Vec<BoardInfo>> {
    let sql = "SELECT n, tier, state, solutions, orbits, codec,
                      (SELECT count(*) FROM block WHERE block.n = board.n),
                      (SELECT ifnull(sum(length(payload)), 0) FROM block WHERE block.n = board.n),
                      lower(hex(digest)), built_by, built_at
               FROM board ORDER BY n";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        Ok(BoardInfo {
            n: row.get(0)?,
            tier: row.get(1)?,
            state: row.get(2)?,
            solutions: row.get(3)?,
            orbits: row.get(4)?,
            codec: row.get(5)?,
            blocks: row.get(6)?,
            payload_bytes: row.get(7)?,
            digest: row.get::<_, Option<String>>(8)?.filter(|hex| !hex.is_empty()),
            built_by: row.get(9)?,
            built_at: row.get(10)?,
        })
    })?;
    rows.collect()
}
