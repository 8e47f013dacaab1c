//! Counting the solutions that match a pattern, from cells.

use super::CellBoard;
use crate::combinatorics::{Pattern, Symmetry};
use crate::error::{Error, Result};
use crate::search::crew::on_all_cores;
use crate::search::kernel::Kernel;
use crate::search::{BlockKey, BlockStart, CellMatches, SearchError, cell_depth};
use crate::sync::{lock, unpoisoned};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

impl CellBoard {
    /// The number of solutions of the whole board that match a pattern, counted on all cores. The pattern must be
    /// [reduced](Pattern::reduced) and decided by the queens of a prefix.
    ///
    /// Reads the blocks whose prefixes may match, and searches the cells that match only in part: for one of the first
    /// three columns, about a thousandth of the solutions with small cells.
    pub(in crate::database) fn count_matching(&self, pattern: &Pattern) -> Result<u64> {
        // The second half consists of the complements of the first.
        let count = CellCount {
            board: self,
            patterns: [pattern.clone(), pattern.image(Symmetry::Po4)],
            blocks: self.blocks.starts()?,
            taken: AtomicUsize::new(0),
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
    /// Number of blocks taken by the threads.
    taken: AtomicUsize,
    /// Solutions to add and to subtract.
    sums: [AtomicU64; 2],
    /// The error of a thread, if any.
    error: Mutex<Option<Error>>,
}

impl CellCount<'_> {
    fn run(&self) -> Result<()> {
        let blocks = self.blocks.len().max(1) as f64;
        let fraction =
            |_| Some(self.taken.load(Relaxed) as f64 / blocks).filter(|share| *share < 1.0);
        let work = |more: &mut dyn FnMut(u64) -> bool| self.work(more);
        on_all_cores(self.board.n, &self.board.watch, fraction, work)
            .map_err(|progress| SearchError::stopped(progress).into())
    }

    /// Counts block after block until all are taken, one is damaged, or the watch stops the count.
    fn work(&self, more: &mut dyn FnMut(u64) -> bool) {
        if let Err(error) = self.count_blocks(more) {
            self.taken.store(self.blocks.len(), Relaxed);
            *lock(&self.error) = Some(error);
        }
    }

    fn count_blocks(&self, more: &mut dyn FnMut(u64) -> bool) -> Result<()> {
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
