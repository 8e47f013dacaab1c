use crate::block::IndexedRun;
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution};
use std::cmp::Ordering;
use std::sync::Arc;

/// What the kept blocks may take, in bytes: all of N = 17 fits.
const MOST_BYTES: usize = 96 << 20;

/// A block for look-ups: first-half solutions and their place on the board.
#[derive(Debug)]
pub(crate) struct Block {
    pub(super) n: BoardSize,
    pub(super) first_rank: u64,
    pub(super) first_orbit: u64,
    pub(super) run: Box<dyn IndexedRun>,
}

impl Block {
    pub(crate) fn first_rank(&self) -> u64 {
        self.first_rank
    }

    /// How many canonical representatives come before the block.
    pub(crate) fn first_orbit(&self) -> u64 {
        self.first_orbit
    }

    pub(crate) fn run(&self) -> &dyn IndexedRun {
        &*self.run
    }

    /// Where the block lies: before what is looked for, around it, or behind it.
    fn lies(&self, place: &Place) -> Ordering {
        match place {
            Place::Rank(n, rank) => self.n.cmp(n).then_with(|| {
                let rank = rank.get();
                let end = self.first_rank.saturating_add(self.run.len() as u64);
                lies(self.first_rank <= rank, rank < end)
            }),
            Place::Solution(solution) => self
                .n
                .cmp(&solution.n())
                .then_with(|| lies(self.run.first() <= solution, solution <= self.run.last())),
            Place::Orbit(n, id) => self.n.cmp(n).then_with(|| {
                let id = id.get();
                let last = self.first_orbit.saturating_add(self.run.representatives() as u64);
                lies(self.first_orbit < id, id <= last)
            }),
        }
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.run.memory()
    }
}

fn lies(begins: bool, ends: bool) -> Ordering {
    match (begins, ends) {
        (false, _) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (true, true) => Ordering::Equal,
    }
}

/// What a block of the first half is looked for by.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Rank(BoardSize, Rank),
    Solution(Solution),
    /// The canonical representative with this id.
    Orbit(BoardSize, OrbitId),
}

/// The blocks that were asked last. What a block of a complete board holds never changes, so that it
/// answers without another look at the file.
#[derive(Debug, Default)]
pub(super) struct BlockCache {
    /// By board and rank.
    blocks: Vec<Entry>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    block: Arc<Block>,
    used: u64,
}

impl BlockCache {
    /// The block that holds a place. O(log blocks).
    pub(super) fn get(&mut self, place: &Place) -> Option<Arc<Block>> {
        let found = self.blocks.binary_search_by(|entry| entry.block.lies(place)).ok()?;
        self.clock += 1;
        let entry = &mut self.blocks[found];
        entry.used = self.clock;
        Some(Arc::clone(&entry.block))
    }

    /// Keeps a block, and lets go of those that were not used for longest where they are too many.
    pub(super) fn keep(&mut self, block: Block) -> Arc<Block> {
        let block = Arc::new(block);
        self.clock += 1;
        self.bytes += block.memory();
        let key = |block: &Block| (block.n, block.first_rank);
        let entry = Entry { block: Arc::clone(&block), used: self.clock };
        match self.blocks.binary_search_by_key(&key(&block), |entry| key(&entry.block)) {
            Ok(same) => {
                self.bytes -= self.blocks[same].block.memory();
                self.blocks[same] = entry;
            }
            Err(place) => self.blocks.insert(place, entry),
        }
        while self.bytes > MOST_BYTES && self.blocks.len() > 1 {
            let by_age = self.blocks.iter().enumerate().min_by_key(|(_, entry)| entry.used);
            let Some((oldest, _)) = by_age else { break };
            self.bytes -= self.blocks.remove(oldest).block.memory();
        }
        block
    }
}
