//! An open database file for reading, shared by all threads, with a cache of blocks.

use super::block::{BuildTier, DecodeError};
use super::error::{BoardError, DamageError, FileError, Result, StoreError};
use super::file::{self, watch_statements};
use super::rows::{BlockRow, BoardRow, State};
use crate::combinatorics::{BoardSize, Permutation, Rank};
use crate::search::{BlockKey, BlockStart, Items, NumberedBlock, PrefixPlaces};
use crate::watch::{Progress, TimeLimit, Watch};
use crate::workers::lock;
use rusqlite::Connection;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::{ControlFlow, Deref};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// The content of the board row of a complete board.
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
    pub(crate) path: PathBuf,
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
pub(super) struct ReadGuard<'s>(MutexGuard<'s, Connection>);

impl Drop for ReadGuard<'_> {
    fn drop(&mut self) {
        // The next query tries again.
        _ = file::end_reading(&self.0);
    }
}

impl Deref for ReadGuard<'_> {
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

    /// The connection, for one query that the watch can stop.
    pub(super) fn reading(&self, watch: &Arc<dyn Watch>) -> Result<ReadGuard<'_>> {
        let connection = lock(&self.connection);
        watch_statements(&connection, watch)?;
        let reading = ReadGuard(connection);
        file::begin_to_read(&reading, &self.path, watch)?;
        Ok(reading)
    }

    /// The row of a board, if it is complete. Fails if its totals are not the known ones.
    pub(crate) fn complete(
        &self,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Complete>> {
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

    /// The block of a board of this tier that contains a key, from the cache or the file.
    pub(crate) fn block(
        &self,
        n: BoardSize,
        tier: BuildTier,
        key: BlockKey,
        watch: &Arc<dyn Watch>,
    ) -> Result<NumberedBlock> {
        if let Some(block) = lock(&self.cache).get(n, &key) {
            return Ok(block);
        }
        let row = self.block_row(n, key, watch)?;
        let content = row.index().map_err(|source| row.damaged(source))?;
        let (got, BlockRow { first_rank, first_orbit, .. }) = (row.codec, row);
        if got != tier.codec() {
            let source = DecodeError::Codec { got };
            return Err(DamageError::Block { n, first_rank, source }.into());
        }
        let block = NumberedBlock { first_rank, first_orbit, content };
        lock(&self.cache).insert(n, block.clone());
        Ok(block)
    }

    /// The starts of the blocks of a complete board, in order, as they were at the first call. O(blocks).
    pub(crate) fn block_starts(
        &self,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Arc<[BlockStart]>> {
        if let Some(starts) = lock(&self.starts).get(&n) {
            return Ok(Arc::clone(starts));
        }
        let connection = self.reading(watch)?;
        let sql =
            "SELECT first_rank, first_solution FROM nqdb_block WHERE n = ?1 ORDER BY first_rank";
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
            starts.push(BlockStart { rank, queens: queens.zero_based().to_vec() });
        }
        let starts: Arc<[BlockStart]> = starts.into();
        lock(&self.starts).insert(n, Arc::clone(&starts));
        Ok(starts)
    }

    /// The row of the block that contains a key. One B-tree descent.
    fn block_row(&self, n: BoardSize, key: BlockKey, watch: &Arc<dyn Watch>) -> Result<BlockRow> {
        let connection = self.reading(watch)?;
        let found = match &key {
            BlockKey::Number(Items::Solutions, rank) => {
                let condition = "first_rank <= ?2 ORDER BY first_rank DESC";
                BlockRow::find(&connection, n, condition, &(*rank as i64))
            }
            BlockKey::Number(Items::Representatives, id) => {
                let condition = "first_orbit < ?2 ORDER BY first_orbit DESC, id DESC";
                BlockRow::find(&connection, n, condition, &(*id as i64))
            }
            BlockKey::Item(_, solution) => {
                let condition = "first_solution <= ?2 ORDER BY first_solution DESC";
                BlockRow::find(&connection, n, condition, &solution.pack())
            }
        };
        if let Some(row) = found? {
            return Ok(row);
        }
        Err(match BoardRow::find(&connection, n)? {
            Some(row) if row.state == State::Complete => StoreError::damaged(format!(
                "N = {n} is marked complete, but one of its blocks is missing"
            )),
            Some(_) => BoardError::Rebuilding { n }.into(),
            // Another file has been copied over this one. Later boards are searched.
            None => {
                lock(&self.complete).remove(&n);
                BoardError::NotBuilt { n }.into()
            }
        })
    }
}

/// Capacity of the cache in bytes; all of N = 17 fits.
const CAPACITY: usize = 96 << 20;

/// The order of a block relative to a key. `begins`: the block starts at or before the key; `ends`: it ends at or after
/// it.
fn locate(begins: bool, ends: bool) -> Ordering {
    match (begins, ends) {
        (false, _) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (true, true) => Ordering::Equal,
    }
}

/// A bounded cache of blocks with least-recently-used eviction.
///
/// Blocks of a complete board do not change unless it is rebuilt, so a cached block is used without reading the file.
#[derive(Debug, Default)]
struct BlockCache {
    /// Ordered by board and rank.
    blocks: Vec<Entry>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    n: BoardSize,
    block: NumberedBlock,
    used: u64,
}

impl Entry {
    /// Whether the block is before the key, contains it, or is after it.
    fn cmp_key(&self, n: BoardSize, key: &BlockKey) -> Ordering {
        let content = &self.block.content;
        self.n.cmp(&n).then_with(|| match *key {
            BlockKey::Number(items, number) => {
                locate(self.block.first(items) <= number, number < self.block.end(items))
            }
            BlockKey::Item(_, item) => {
                locate(*content.first() <= item, content.cells().reaches(&item))
            }
        })
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.block.content.memory()
    }
}

impl BlockCache {
    /// The block that contains the key, if it is cached. O(log blocks).
    fn get(&mut self, n: BoardSize, key: &BlockKey) -> Option<NumberedBlock> {
        let found = self.blocks.binary_search_by(|entry| entry.cmp_key(n, key)).ok()?;
        self.clock += 1;
        let entry = &mut self.blocks[found];
        entry.used = self.clock;
        Some(entry.block.clone())
    }

    /// Adds a block and evicts the least recently used ones while the cache is over capacity.
    fn insert(&mut self, n: BoardSize, block: NumberedBlock) {
        self.clock += 1;
        let entry = Entry { n, block, used: self.clock };
        self.bytes += entry.memory();
        let order = |entry: &Entry| (entry.n, entry.block.first_rank);
        match self.blocks.binary_search_by_key(&order(&entry), order) {
            Ok(same) => {
                self.bytes -= self.blocks[same].memory();
                self.blocks[same] = entry;
            }
            Err(place) => self.blocks.insert(place, entry),
        }
        while self.bytes > CAPACITY && self.blocks.len() > 1 {
            let oldest = self.blocks.iter().enumerate().min_by_key(|(_, entry)| entry.used);
            let Some((oldest, _)) = oldest else { break };
            self.bytes -= self.blocks.remove(oldest).memory();
        }
    }
}
