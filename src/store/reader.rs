use super::row::{BLOCK_COLUMNS, BlockRow};
use super::schema;
use crate::block::Run;
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution, known_counts};
use crate::error::{Error, Result, StoreError};
use rusqlite::{Connection, OptionalExtension, Params};
use serde::Serialize;
use std::cell::RefCell;
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

/// A decoded block: a run of first-half solutions and its place on the board.
#[derive(Debug)]
pub(crate) struct Block {
    n: BoardSize,
    checksum: Vec<u8>,
    first_rank: u64,
    first_orbit: u64,
    run: Run,
}

impl Block {
    /// Whether this is the block of that row; the row's numbers are part of its checksum.
    fn is(&self, n: BoardSize, first_rank: u64, checksum: &[u8]) -> bool {
        (self.n, self.first_rank, &self.checksum[..]) == (n, first_rank, checksum)
    }

    pub(crate) fn first_rank(&self) -> u64 {
        self.first_rank
    }

    /// How many canonical representatives come before the block.
    pub(crate) fn first_orbit(&self) -> u64 {
        self.first_orbit
    }

    pub(crate) fn run(&self) -> &Run {
        &self.run
    }
}

/// An open database file, for reading. Keeps the last decoded block.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
    path: PathBuf,
    last: RefCell<Option<Arc<Block>>>,
}

impl Store {
    /// Opens a file; checks whose it is and its version, not its content. Never writes.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let connection = schema::open_to_read(path).map_err(|error| error.at(path))?;
        Ok(Store { connection, path: path.to_owned(), last: RefCell::default() })
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

    /// Q(N) and F(N), where the board is complete; an error where they are not the known ones.
    pub(crate) fn totals(&self, n: BoardSize) -> Result<Option<(u64, u64)>> {
        self.try_totals(n).map_err(|error| error.at(&self.path))
    }

    fn try_totals(&self, n: BoardSize) -> Result<Option<(u64, u64)>, StoreError> {
        let sql = "SELECT solutions, orbits FROM board
                   WHERE n = ?1 AND state = 'complete' AND tier = 'stored'";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = statement.query_row([n.get()], |row| Ok((row.get(0)?, row.get(1)?)));
        let Some(totals) = row.optional()? else { return Ok(None) };
        let known = known_counts(n).map(|known| (known.solutions, known.orbits()));
        if known.is_some_and(|known| known != totals) {
            let (solutions, orbits) = totals;
            return Err(StoreError::damaged(format!(
                "the board row of N = {n} says {solutions} solutions and {orbits} orbits"
            )));
        }
        Ok(Some(totals))
    }

    /// Solutions of the board in the file, whether it is complete or not.
    pub(crate) fn held(&self, n: BoardSize) -> Result<u64> {
        let sql = "SELECT ifnull(sum(count), 0) FROM block WHERE n = ?1";
        let held = self.connection.query_row(sql, [n.get()], |row| row.get(0));
        held.map_err(|error| self.error(error))
    }

    /// The block that holds a rank of the first half. One descent, one block.
    pub(crate) fn block_of_rank(&self, n: BoardSize, rank: Rank) -> Result<Arc<Block>> {
        let condition = "first_rank <= ?2 ORDER BY first_rank DESC";
        self.block(n, condition, (n.get(), rank.get() as i64))
    }

    /// The block that holds a solution of the first half. One descent, one block.
    pub(crate) fn block_of_solution(
        &self,
        n: BoardSize,
        solution: &Solution,
    ) -> Result<Arc<Block>> {
        let condition = "first_solution <= ?2 ORDER BY first_solution DESC";
        self.block(n, condition, (n.get(), solution.pack()))
    }

    /// The block that holds the canonical representative with this orbit id. One descent, one block.
    pub(crate) fn block_of_orbit(&self, n: BoardSize, id: OrbitId) -> Result<Arc<Block>> {
        let condition = "first_orbit < ?2 ORDER BY first_orbit DESC, id DESC";
        self.block(n, condition, (n.get(), id.get() as i64))
    }

    fn block(&self, n: BoardSize, condition: &str, params: impl Params) -> Result<Arc<Block>> {
        let found = self.find_block(n, condition, params);
        found.map_err(|error| error.at(&self.path))
    }

    fn find_block(
        &self,
        n: BoardSize,
        condition: &str,
        params: impl Params,
    ) -> Result<Arc<Block>, StoreError> {
        let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 AND {condition} LIMIT 1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params)?;
        let Some(row) = rows.next()? else {
            return Err(match self.try_totals(n)? {
                None => StoreError::Rebuilding { n },
                Some(_) => StoreError::damaged(format!(
                    "N = {n} is marked complete, but a block of it is missing"
                )),
            });
        };
        let mut last = self.last.borrow_mut();
        let rank = row.get::<_, i64>(0)? as u64;
        let checksum = row.get_ref(5)?.as_blob().unwrap_or_default();
        if let Some(block) = last.as_ref().filter(|block| block.is(n, rank, checksum)) {
            return Ok(Arc::clone(block));
        }
        let row = BlockRow::read(n, row)?;
        let run = row.decode()?;
        let block = Arc::new(Block {
            n,
            checksum: row.checksum,
            first_rank: row.first_rank,
            first_orbit: row.first_orbit,
            run,
        });
        *last = Some(Arc::clone(&block));
        Ok(block)
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
