//! Counting the solutions that match a pattern, from cells.

use super::CellBoard;
use crate::combinatorics::{Pattern, Symmetry};
use crate::error::{Error, Result};
use crate::search::kernel::Kernel;
use crate::search::{BlockKey, BlockStart, CellMatches, SearchError, cell_depth};
use crate::sync::{lock, unpoisoned};
use crate::workers::{Tasks, shared_count};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

impl CellBoard {
    /// The count of [`Tables::count_matching`](super::Tables::count_matching).
    pub(super) fn count_in_cells(&self, pattern: &Pattern) -> Result<u64> {
        // The second half consists of the complements of the first.
        let blocks = self.blocks.starts()?;
        let count = CellCount {
            board: self,
            patterns: [pattern.clone(), pattern.image(Symmetry::Po4)],
            tasks: Tasks::new(blocks.len(), 1),
            blocks,
            sums: Default::default(),
            error: Mutex::new(None),
        };
        count.run()?;
        count.finish()
    }
}

/// A count of all matches in a board, shared by several threads.
struct CellCount<'b> {
    board: &'b CellBoard,
    patterns: [Pattern; 2],
    /// The starts of the blocks.
    blocks: Arc<[BlockStart]>,
    /// A task for each block.
    tasks: Tasks,
    /// Solutions to add and to subtract.
    sums: [AtomicU64; 2],
    /// The error of a thread, if any.
    error: Mutex<Option<Error>>,
}

impl CellCount<'_> {
    fn run(&self) -> Result<()> {
        let fraction = |_| self.tasks.claimed();
        let work = |more: &mut dyn FnMut(u64) -> bool| self.work(more);
        shared_count(self.board.n, &self.board.watch, fraction, work)
            .map_err(|progress| SearchError::stopped(progress).into())
    }

    /// Counts block after block until all are taken, one is damaged, or the watch stops the count.
    fn work(&self, more: &mut dyn FnMut(u64) -> bool) {
        if let Err(error) = self.count_blocks(more) {
            self.tasks.close();
            *lock(&self.error) = Some(error);
        }
    }

    fn count_blocks(&self, more: &mut dyn FnMut(u64) -> bool) -> Result<()> {
        let (n, depth) = (self.board.n, cell_depth(self.board.n));
        let matches = |pattern| CellMatches::new(Kernel::best(), pattern, depth);
        let mut all = self.patterns.each_ref().map(matches);
        while let Some(place) = self.tasks.claim().map(|task| task.start) {
            let start = &self.blocks[place];
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

    /// Adds the matches in a block; `None` if the watch has stopped the count.
    fn count_block(
        &self,
        place: usize,
        all: &mut [CellMatches],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<()>> {
        let (board, first) = (self.board, self.blocks[place].rank);
        let block = board.blocks.block(BlockKey::Rank(first))?;
        let next = first.get() + block.cells.cells().solutions() as u64;
        let last = board.solutions / 2 + 1;
        let end = self.blocks.get(place + 1).map_or(last, |block| block.rank.get());
        if (block.first_rank, next) != (first.get(), end) {
            let what = format!("the block at rank {first} does not end where the next begins");
            return Err(board.blocks.wrong(what));
        }
        for matches in all {
            for cell in &block.cells.cells().0 {
                if matches.add(cell.cell(), more).is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(()))
    }

    /// The total, once all threads have finished.
    fn finish(self) -> Result<u64> {
        let error = unpoisoned(self.error.into_inner());
        let [added, subtracted] = self.sums.map(AtomicU64::into_inner);
        match error {
            Some(error) => Err(error),
            None => added.checked_sub(subtracted).ok_or_else(|| self.board.wrong_cells()),
        }
    }
}
