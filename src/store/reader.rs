//! An open database file for reading, shared by all threads.

use super::build::checkpoint::Checkpoint;
use super::build::counting::Division;
use super::build::counts::PartialCounts;
use super::build::options::{BuildTier, Part};
use super::cache::{BlockCache, CachedBlock};
use super::connection::watch_statements;
use super::error::{BoardError, DamageError, FileError, StoreError};
use super::file;
use super::rows::{BlockRow, BoardRow, State};
use crate::combinatorics::{BoardSize, Permutation, Rank};
use crate::search::{BlockKey, BlockStart, PrefixPlaces};
use crate::sync::lock;
use crate::watch::{Progress, TimeLimit, Watch};
use rusqlite::Connection;
use serde::Serialize;
use std::collections::HashMap;
use std::ops::{ControlFlow, Deref};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// A board in a database file, as `nqdb info` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardInfo {
    /// Board size N.
    pub n: u64,
    /// Its tier.
    pub tier: BuildTier,
    /// Whether it is complete.
    pub state: State,
    /// Q(N), once complete.
    pub solutions: Option<u64>,
    /// F(N), once complete.
    pub orbits: Option<u64>,
    /// Codec number of its blocks.
    pub codec: u64,
    /// Blocks so far.
    pub blocks: u64,
    /// Whether a rebuild of the board is unfinished. Until it is finished, the board stays as it is.
    pub rebuilding: bool,
    /// Total size of its payloads, in bytes.
    pub payload_bytes: u64,
    /// XXH3-128 of the decoded content in hexadecimal, once complete.
    pub digest: Option<String>,
    /// The version of nqdb that built it.
    pub built_by: String,
    /// When it was completed, UTC.
    pub built_at: Option<String>,
    /// Progress of an unfinished index, of its rebuild, or of a part.
    pub counted: Option<CountedUnits>,
}

/// The progress of counting an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CountedUnits {
    /// The part of the index; 1/1 is all of it.
    pub part: Part,
    /// Units of work counted so far.
    pub done: u64,
    /// Units of work in the part.
    pub units: u64,
    /// Orbits counted so far.
    pub orbits: u64,
}

/// The content of the `board` row of a complete board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Complete {
    pub(crate) tier: BuildTier,
    /// Q(N).
    pub(crate) solutions: u64,
    /// F(N).
    pub(crate) orbits: u64,
    /// XXH3-128 of the decoded content.
    pub(crate) digest: Option<u128>,
}

/// An open database file, for reading.
///
/// One connection serves all threads. A lookup whose block is cached does not use it.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    connection: Mutex<Connection>,
    cache: Mutex<BlockCache>,
    /// The complete boards seen so far. They do not change unless a board is rebuilt.
    complete: Mutex<HashMap<BoardSize, Complete>>,
    /// The starts of their blocks, for boards whose prefixes have been queried.
    starts: Mutex<HashMap<BoardSize, Arc<[BlockStart]>>>,
    pub(crate) places: PrefixPlaces,
}

/// An upper bound on the number of blocks of an indexed board.
const MOST_BLOCKS: usize = 1 << 16;

/// The connection of a store, held for one query under a watch, in a transaction.
pub(super) struct Reading<'s>(MutexGuard<'s, Connection>);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        // The next query tries again.
        _ = file::end_reading(&self.0);
    }
}

impl Deref for Reading<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

/// The watch over opening a file, with a time limit: a crafted file can have tables without end.
struct Opening(Arc<dyn Watch>);

impl Watch for Opening {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        TimeLimit(Duration::from_secs(10)).tick(progress)?;
        self.0.tick(progress)
    }
}

impl Store {
    /// Opens a file under a watch. Checks its application id, version and tables, but not its content. Never writes.
    pub(crate) fn open(path: &Path, watch: &Arc<dyn Watch>) -> Result<Self, FileError> {
        let watch: Arc<dyn Watch> = Arc::new(Opening(Arc::clone(watch)));
        let connection = file::open_to_read(path, &watch).map_err(|error| error.at(path))?;
        Ok(Store {
            path: path.to_owned(),
            connection: Mutex::new(connection),
            cache: Mutex::default(),
            complete: Mutex::default(),
            starts: Mutex::default(),
            places: PrefixPlaces::default(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The connection, for one query that the watch can stop.
    fn reading(&self, watch: &Arc<dyn Watch>) -> Result<Reading<'_>, StoreError> {
        let connection = lock(&self.connection);
        watch_statements(&connection, watch)?;
        let reading = Reading(connection);
        file::begin_to_read(&reading, &self.path, watch)?;
        Ok(reading)
    }

    /// The boards in the file, by size, complete or not.
    pub(crate) fn boards(&self, watch: &Arc<dyn Watch>) -> Result<Vec<BoardInfo>, FileError> {
        let read = || {
            let connection = self.reading(watch)?;
            let rows = BoardRow::all(&connection)?.into_iter();
            let boards = rows.map(|row| board_info(&connection, row?));
            with_checkpoints(boards.collect::<Result<_, StoreError>>()?, &self.path, watch)
        };
        read().map_err(|error| error.at(&self.path))
    }

    /// The row of a board, if it is complete. Fails if its totals are not the known ones.
    pub(crate) fn complete(
        &self,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Complete>, StoreError> {
        if let Some(&complete) = lock(&self.complete).get(&n) {
            return Ok(Some(complete));
        }
        let row = BoardRow::find(&*self.reading(watch)?, n)?;
        let Some(row) = row.filter(|row| row.state == State::Complete) else { return Ok(None) };
        let (solutions, orbits) = row.totals()?;
        let digest = row.digest.and_then(|digest| digest.try_into().ok()).map(u128::from_be_bytes);
        let complete = Complete { tier: row.tier, solutions, orbits, digest };
        lock(&self.complete).insert(n, complete);
        Ok(Some(complete))
    }

    /// The block that contains a key, from the cache or the file.
    pub(crate) fn block(
        &self,
        n: BoardSize,
        key: BlockKey,
        watch: &Arc<dyn Watch>,
    ) -> Result<Arc<CachedBlock>, StoreError> {
        if let Some(block) = lock(&self.cache).get(n, &key) {
            return Ok(block);
        }
        let row = self.block_row(n, key, watch)?;
        let content = row.index().map_err(|source| row.damaged(source))?;
        let BlockRow { first_rank, first_orbit, .. } = row;
        Ok(lock(&self.cache).insert(CachedBlock { n, first_rank, first_orbit, content }))
    }

    /// The starts of the blocks of a complete board, in order, as they were at the first call. O(blocks).
    pub(crate) fn block_starts(
        &self,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Arc<[BlockStart]>, StoreError> {
        if let Some(starts) = lock(&self.starts).get(&n) {
            return Ok(Arc::clone(starts));
        }
        let connection = self.reading(watch)?;
        let sql = "SELECT first_rank, first_solution FROM block WHERE n = ?1 ORDER BY first_rank";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query([n.get()])?;
        let mut starts: Vec<BlockStart> = Vec::new();
        while let Some(row) = rows.next()? {
            let (rank, packed): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let last = starts.last().map_or(0, |start| start.rank.get());
            let rank = u64::try_from(rank).ok().filter(|&rank| rank > last);
            let rank = rank.and_then(|rank| Rank::new(rank).ok());
            let queens = Permutation::unpack(n, &packed).ok();
            // A crafted table can be endless.
            let (Some(rank), Some(queens), 0..MOST_BLOCKS) = (rank, queens, starts.len()) else {
                let what = format!("N = {n}: block {} (0-based) is out of order", starts.len());
                return Err(StoreError::damaged(what));
            };
            starts.push(BlockStart { rank, queens: queens.rows().to_vec() });
        }
        let starts: Arc<[BlockStart]> = starts.into();
        lock(&self.starts).insert(n, Arc::clone(&starts));
        Ok(starts)
    }

    /// The row of the block that contains a key. One B-tree descent.
    pub(super) fn block_row(
        &self,
        n: BoardSize,
        key: BlockKey,
        watch: &Arc<dyn Watch>,
    ) -> Result<BlockRow, StoreError> {
        let connection = self.reading(watch)?;
        let found = match &key {
            BlockKey::Rank(rank) => {
                let condition = "first_rank <= ?2 ORDER BY first_rank DESC";
                BlockRow::find(&connection, n, condition, &(rank.get() as i64))
            }
            BlockKey::Solution(solution) => {
                let condition = "first_solution <= ?2 ORDER BY first_solution DESC";
                BlockRow::find(&connection, n, condition, &solution.pack())
            }
            BlockKey::Orbit(id) => {
                let condition = "first_orbit < ?2 ORDER BY first_orbit DESC, id DESC";
                BlockRow::find(&connection, n, condition, &(id.get() as i64))
            }
        };
        if let Some(row) = found? {
            return Ok(row);
        }
        Err(match BoardRow::find(&connection, n)? {
            Some(row) if row.state == State::Complete => StoreError::damaged(format!(
                "N = {n} is marked complete, but one of its blocks is missing"
            )),
            _ => BoardError::Rebuilding { n }.into(),
        })
    }
}

/// Adds the boards that are being counted in checkpoints.
fn with_checkpoints(
    mut boards: Vec<BoardInfo>,
    path: &Path,
    watch: &Arc<dyn Watch>,
) -> Result<Vec<BoardInfo>, StoreError> {
    for checkpoint in Checkpoint::all(path) {
        let n = checkpoint.n;
        let Some(connection) = checkpoint.open_to_read(watch)? else { continue };
        let Some(row) = BoardRow::find(&connection, n)? else { continue };
        let checkpoint = board_info(&connection, row)?;
        match boards.iter_mut().find(|board| board.n == checkpoint.n) {
            Some(board) => (board.rebuilding, board.counted) = (true, checkpoint.counted),
            None => boards.push(checkpoint),
        }
    }
    boards.sort_by_key(|board| board.n);
    Ok(boards)
}

/// The progress of a board; `None` if it can't be read, which `verify` explains.
fn counted_units(
    connection: &Connection,
    n: BoardSize,
) -> Result<Option<CountedUnits>, StoreError> {
    let partial = match PartialCounts::load(connection, n) {
        Err(StoreError::Damage(DamageError::Content { .. } | DamageError::Part { .. })) => None,
        loaded => loaded?,
    };
    Ok(partial.map(|partial| {
        let (part, orbits, done) = (partial.part(), partial.orbits(), partial.units().len() as u64);
        let missing = partial.missing(&Division::new(n, part.of())).len() as u64;
        CountedUnits { part, done, units: done + missing, orbits }
    }))
}

fn board_info(connection: &Connection, row: BoardRow) -> Result<BoardInfo, StoreError> {
    let sql =
        "SELECT count(*), ifnull(sum(length(payload)), 0), total(count) FROM block WHERE n = ?1";
    let sums = connection.query_row(sql, [row.n.get()], |sums| {
        Ok((sums.get(0)?, sums.get(1)?, sums.get::<_, f64>(2)?))
    });
    let (blocks, payload_bytes, held) = sums?;
    let half = row.solutions.map(|solutions| solutions.div_ceil(2) as f64);
    if row.state == State::Complete && half != Some(held) {
        let n = row.n;
        let what = format!("N = {n} is marked complete, but its blocks hold {held} solutions");
        return Err(StoreError::damaged(what));
    }
    let counted = counted_units(connection, row.n)?;
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(BoardInfo {
        n: row.n.get() as u64,
        tier: row.tier,
        state: row.state,
        solutions: row.solutions,
        orbits: row.orbits,
        codec: u64::try_from(row.codec).map_err(|_| StoreError::damaged("a negative codec"))?,
        blocks,
        rebuilding: row.state == State::Complete && counted.is_some(),
        counted,
        payload_bytes,
        digest: row.digest.map(hex).filter(|hex: &String| !hex.is_empty()),
        built_by: row.built_by,
        built_at: row.built_at,
    })
}
