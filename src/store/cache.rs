//! Recently used blocks, prepared for lookups.

use crate::combinatorics::BoardSize;
use crate::search::BlockKey;
use crate::store::block::Block;
use std::cmp::Ordering;
use std::sync::Arc;

/// Capacity in bytes; all of N = 17 fits.
const CAPACITY: usize = 96 << 20;

/// A block of a complete board, prepared for lookups.
#[derive(Debug)]
pub(crate) struct CachedBlock {
    pub(crate) n: BoardSize,
    pub(crate) first_rank: u64,
    /// Canonical representatives before the block.
    pub(crate) first_orbit: u64,
    pub(crate) content: Block,
}

impl CachedBlock {
    /// Whether the block is before the key, contains it, or is after it.
    fn cmp_key(&self, n: BoardSize, key: &BlockKey) -> Ordering {
        self.n.cmp(&n).then_with(|| match key {
            BlockKey::Rank(rank) => {
                let end = self.first_rank.saturating_add(self.content.solutions() as u64);
                locate(self.first_rank <= rank.get(), rank.get() < end)
            }
            BlockKey::Solution(solution) => {
                locate(self.content.first() <= solution, self.content.reaches(solution))
            }
            BlockKey::Orbit(id) => {
                let last = self.first_orbit.saturating_add(self.content.representatives() as u64);
                locate(self.first_orbit < id.get(), id.get() <= last)
            }
        })
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.content.memory()
    }
}

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
pub(super) struct BlockCache {
    /// Ordered by board and rank.
    blocks: Vec<Entry>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    block: Arc<CachedBlock>,
    used: u64,
}

impl BlockCache {
    /// The block that contains the key, if it is cached. O(log blocks).
    pub(super) fn get(&mut self, n: BoardSize, key: &BlockKey) -> Option<Arc<CachedBlock>> {
        let found = self.blocks.binary_search_by(|entry| entry.block.cmp_key(n, key)).ok()?;
        self.clock += 1;
        let entry = &mut self.blocks[found];
        entry.used = self.clock;
        Some(Arc::clone(&entry.block))
    }

    /// Adds a block and evicts the least recently used ones while the cache is over capacity.
    pub(super) fn insert(&mut self, block: CachedBlock) -> Arc<CachedBlock> {
        let block = Arc::new(block);
        self.clock += 1;
        self.bytes += block.memory();
        let order = |block: &CachedBlock| (block.n, block.first_rank);
        let entry = Entry { block: Arc::clone(&block), used: self.clock };
        match self.blocks.binary_search_by_key(&order(&block), |entry| order(&entry.block)) {
            Ok(same) => {
                self.bytes -= self.blocks[same].block.memory();
                self.blocks[same] = entry;
            }
            Err(place) => self.blocks.insert(place, entry),
        }
        while self.bytes > CAPACITY && self.blocks.len() > 1 {
            let oldest = self.blocks.iter().enumerate().min_by_key(|(_, entry)| entry.used);
            let Some((oldest, _)) = oldest else { break };
            self.bytes -= self.blocks.remove(oldest).block.memory();
        }
        block
    }
}
