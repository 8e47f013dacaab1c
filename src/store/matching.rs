//! Counts of the solutions that match a pattern, from the cells of an indexed board.

use super::cache::BlockKey;
use super::error::{FileError, StoreError};
use super::reader::BlockStart;
use super::stored_board::StoredBoard;
use crate::combinatorics::{Pattern, Symmetry};
use crate::search::kernel::Kernel;
use crate::search::{CellMatches, cell_depth, on_all_cores};
use crate::sync::{lock, unpoisoned};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

impl StoredBoard {
    /// The number of solutions of the whole board that match a pattern, on all cores. The board is indexed, and
    /// the pattern is [reduced](Pattern::reduced) and decided by the queens of a prefix.
    ///
    /// Reads the blocks whose prefixes may match, and counts the cells of which only a part does: for one of the
    /// first three columns about a thousandth of the solutions.
    pub(crate) fn count_matching(&self, pattern: &Pattern) -> Result<u64, FileError> {
        self.count_in_cells(pattern).map_err(|error| error.at(self.store.path()))
    }

    fn count_in_cells(&self, pattern: &Pattern) -> Result<u64, StoreError> {
        // The second half has the complements of the first.
        let count = CellCount {
            board: self,
            patterns: [pattern.clone(), pattern.image(Symmetry::Po4)],
            blocks: self.store.block_starts(self.n, &self.watch)?,
            taken: AtomicUsize::new(0),
            sums: Default::default(),
            error: Mutex::new(None),
        };
        count.run()?;
        count.finish()
    }
}

/// A count of the matches in all cells of a board, shared by several threads.
struct CellCount<'b> {
    board: &'b StoredBoard,
    patterns: [Pattern; 2],
    /// Where each block begins.
    blocks: Vec<BlockStart>,
    /// Blocks taken by the threads.
    taken: AtomicUsize,
    /// Solutions to add and to subtract.
    sums: [AtomicU64; 2],
    /// An error of a thread.
    error: Mutex<Option<StoreError>>,
}

impl CellCount<'_> {
    fn run(&self) -> Result<(), StoreError> {
        let blocks = self.blocks.len().max(1) as f64;
        let fraction =
            |_| Some(self.taken.load(Relaxed) as f64 / blocks).filter(|share| *share < 1.0);
        Ok(on_all_cores(self.board.n, &self.board.watch, fraction, |more| self.work(more))?)
    }

    /// Counts block after block, until all are taken, one is damaged, or the watch has stopped the count.
    fn work(&self, more: &mut dyn FnMut(u64) -> bool) {
        if let Err(error) = self.count_blocks(more) {
            self.taken.store(self.blocks.len(), Relaxed);
            *lock(&self.error) = Some(error);
        }
    }

    fn count_blocks(&self, more: &mut dyn FnMut(u64) -> bool) -> Result<(), StoreError> {
        let (n, depth) = (self.board.n, cell_depth(self.board.n));
        let matches = |pattern| CellMatches::new(Kernel::best(), pattern, depth);
        let mut all = self.patterns.each_ref().map(matches);
        loop {
            let place = self.taken.fetch_add(1, Relaxed);
            let Some(start) = self.blocks.get(place) else { break };
            let end = vec![n.get() as u8 - 1; depth];
            let last = self.blocks.get(place + 1).map_or(&end, |next| &next.queens);
            if all.iter().any(|matches| matches.may_match(&start.queens, last))
                && self.count_block(place, &mut all, more)?.is_none()
            {
                return Ok(());
            }
        }
        for matches in &mut all {
            let Some(sums) = matches.take(more) else { return Ok(()) };
            self.sums.iter().zip(sums).for_each(|(all, sum)| _ = all.fetch_add(sum, Relaxed));
        }
        Ok(())
    }

    /// Adds the matches in a block; `None` when the watch has stopped the count.
    fn count_block(
        &self,
        place: usize,
        all: &mut [CellMatches],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<()>, StoreError> {
        let StoredBoard { store, n, watch, solutions, .. } = self.board;
        let first = self.blocks[place].rank;
        let row = store.block_row(*n, BlockKey::Rank(*n, first), watch)?;
        let cells = row.cells().map_err(|source| row.damaged(source))?;
        let next = first.get() + cells.solutions();
        let end = self.blocks.get(place + 1).map_or(solutions / 2 + 1, |block| block.rank.get());
        if (row.first_rank, next) != (first.get(), end) {
            let what =
                format!("N = {n}: the block at rank {first} does not end where the next begins");
            return Err(StoreError::damaged(what));
        }
        let placed = cells.placed(*n).map_err(|source| row.damaged(source))?;
        for matches in all {
            for cell in &placed {
                if matches.add(cell.cell(), more).is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(()))
    }

    /// The sum, once all threads are done.
    fn finish(self) -> Result<u64, StoreError> {
        let error = unpoisoned(self.error.into_inner());
        let [added, subtracted] = self.sums.map(AtomicU64::into_inner);
        match error {
            Some(error) => Err(error),
            None => added.checked_sub(subtracted).ok_or_else(|| {
                StoreError::damaged(format!(
                    "N = {}: cells have fewer solutions than the prefixes in them",
                    self.board.n
                ))
            }),
        }
    }
}
