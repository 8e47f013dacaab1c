//! Queries that only cells answer: counts of the solutions that match conditions, and of those before prefixes, add up
//! cells, and search those that count only in part.

use super::Tables;
use crate::combinatorics::{Conditions, Symmetry};
use crate::error::{Error, Result};
use crate::search::kernel::Kernel;
use crate::search::{
    Before, BlockKey, BlockStart, CellMatches, Cut, Items, NumberedBlock, Place, PlacedCell,
    SearchError, cell_depth, with_search,
};
use crate::watch::{Activity, Watch, Watched};
use crate::workers::{Tasks, lock, shared_count, unpoisoned};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

impl Tables {
    /// The number of solutions of the whole board that match conditions, counted on all cores. The conditions must be
    /// [reduced](Conditions::reduced) and decided by the queens of a prefix.
    ///
    /// Reads the blocks whose prefixes may match, and searches the cells that match only in part: for one of the first
    /// three columns, about a thousandth of the solutions with small cells.
    pub(crate) fn count_matching(&self, conditions: &Conditions) -> Result<u64> {
        // The second half consists of the complements of the first.
        let blocks = self.starts()?;
        let count = CellCount {
            board: self,
            conditions: [conditions.clone(), conditions.image(Symmetry::FlipVertical)],
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
    board: &'b Tables,
    conditions: [Conditions; 2],
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
        // Without threads, this one does the work.
        let here = thread::current().id();
        shared_count(self.board.n, &self.board.watch, fraction, |watch, more| {
            let is_here = thread::current().id() == here;
            self.work(if is_here { &self.board.watch } else { watch }, more)
        })
        .map_err(|progress| SearchError::from(progress).into())
    }

    /// Counts block after block until all are taken, one is damaged, or the watch stops the count.
    fn work(&self, watch: &Arc<dyn Watch>, more: &mut dyn FnMut(u64) -> bool) {
        if let Err(error) = self.count_blocks(&self.board.watched_by(watch), more) {
            self.tasks.close();
            *lock(&self.error) = Some(error);
        }
    }

    fn count_blocks(&self, board: &Tables, more: &mut dyn FnMut(u64) -> bool) -> Result<()> {
        let (n, depth) = (board.n, cell_depth(board.n));
        let matches = |conditions| CellMatches::new(Kernel::best(), conditions, depth);
        let mut all = self.conditions.each_ref().map(matches);
        while let Some(place) = self.tasks.claim().map(|task| task.start) {
            let start = &self.blocks[place];
            let end = vec![n.get() as u8 - 1; depth];
            let last = self.blocks.get(place + 1).map_or(&end, |next| &next.queens);
            if all.iter().any(|matches| matches.may_match(&start.queens, last))
                && self.count_block(board, place, &mut all, more)?.is_none()
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
        board: &Tables,
        place: usize,
        all: &mut [CellMatches],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<()>> {
        let first = self.blocks[place].rank;
        let block = board.block(BlockKey::Number(Items::Solutions, first.get()))?;
        let next = block.end(Items::Solutions);
        let last = board.solutions / 2 + 1;
        let end = self.blocks.get(place + 1).map_or(last, |block| block.rank.get());
        if (block.first_rank, next) != (first.get(), end) {
            let what = format!("the block at rank {first} does not end where the next begins");
            return Err(board.damaged(what));
        }
        for matches in all {
            for cell in &block.content.cells().0 {
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

/// Sweeps of up to a thousand boards between two ticks of the watch: a few milliseconds.
const SWEEPS: u64 = 256;

impl Tables {
    /// For each of these rows, the number of solutions before the prefix `parent`, row; see
    /// [`Tables::before`].
    pub(super) fn before_in_cells(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        let places: Vec<Option<Place>> = rows.iter().map(|&row| self.place(parent, row)).collect();
        let known = |place: &Option<Place>| self.places().get(place.as_ref()?);
        let known: Vec<Option<u64>> = places.iter().map(known).collect();
        let unknown = rows.iter().zip(&known).filter(|(_, known)| known.is_none());
        let unknown: Vec<u8> = unknown.map(|(&row, _)| row).collect();
        let mut counted = self.count_unknown(parent, &unknown)?.into_iter();
        let mut before = Vec::with_capacity(rows.len());
        for (place, known) in places.into_iter().zip(known) {
            let Some(count) = known.or_else(|| counted.next()) else { break };
            before.push(count);
            if let Some(place) = place.filter(|_| known.is_none()) {
                self.places().keep(place, count);
            }
        }
        let fits =
            before.is_sorted() && before.last().is_none_or(|&last| last <= self.solutions / 2);
        if fits { Ok(before) } else { Err(self.wrong_cells()) }
    }

    /// The place before a prefix; `None` where places are not cached.
    fn place(&self, parent: &[u8], row: u8) -> Option<Place> {
        let depth = cell_depth(self.n);
        (parent.len() < depth).then(|| Place::before(self.n, parent, row, depth))?
    }

    fn count_unknown(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        let starts = self.starts()?;
        let mut before = Vec::with_capacity(rows.len());
        let mut cells: Vec<(usize, PlacedCell)> = Vec::new();
        for &row in rows {
            let (solutions, cell) = self.before_in_block(&starts, &[parent, &[row]].concat())?;
            cells.extend(cell.map(|cell| (before.len(), cell)));
            before.push(solutions);
        }
        let cuts: Vec<Cut<'_>> = cells
            .iter()
            .map(|(place, cell)| Cut { cell: cell.cell(), row: rows[*place] })
            .collect();
        for ((place, _), count) in cells.iter().zip(self.count_cuts(parent, &cuts)?) {
            before[*place] += count;
        }
        Ok(before)
    }

    /// The number of solutions before those that begin with these rows or later ones, except those in the returned
    /// cell, which must be searched.
    ///
    /// Blocks are found by their first solutions, which in a file are not covered by a verified checksum yet. So the
    /// blocks on both sides of the place are read, unless it is inside one.
    fn before_in_block(
        &self,
        starts: &[BlockStart],
        rows: &[u8],
    ) -> Result<(u64, Option<PlacedCell>)> {
        let up_to = starts.partition_point(|start| start.queens[..rows.len()] < *rows);
        let (before, end) = match starts[..up_to].last() {
            None => (0, 0),
            Some(start) => {
                let block = self.block_from(start)?;
                let Before { solutions, cell } = block.content.cells().before(rows);
                let (before, end) = (block.first_rank - 1, block.end(Items::Solutions) - 1);
                if cell.is_some() || before + solutions < end {
                    return Ok((before + solutions, cell));
                }
                (before + solutions, end)
            }
        };
        let next = match starts.get(up_to) {
            None => self.solutions / 2,
            Some(start) => self.block_from(start)?.first_rank - 1,
        };
        if next == end {
            return Ok((before, None));
        }
        let what = format!("{next} solutions are before a block, {end} in those before it");
        Err(self.damaged(what))
    }

    /// The block that begins here. Fails if it begins elsewhere.
    fn block_from(&self, start: &BlockStart) -> Result<NumberedBlock> {
        let block = self.block(BlockKey::Number(Items::Solutions, start.rank.get()))?;
        if block.first_rank == start.rank.get()
            && block.content.first().zero_based() == start.queens
        {
            return Ok(block);
        }
        // The board was rebuilt with other blocks, or is damaged.
        Err(self.damaged(format!("no block begins at rank {}", start.rank)))
    }

    /// For each cut, the number of solutions of its cell before it.
    fn count_cuts(&self, parent: &[u8], cuts: &[Cut<'_>]) -> Result<Vec<u64>> {
        if cuts.is_empty() {
            return Ok(Vec::new());
        }
        let n = self.n.get();
        let watched = Watched::new(&*self.watch, Activity::Searching, n, "solutions found");
        let (mut found, mut sweeps, mut stopped) = (0, 0u64, None);
        let more = &mut |new| {
            found += new;
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS) {
                stopped = watched.tick(found, None).err();
            }
            stopped.is_none()
        };
        let counts = with_search(self.n, |search| search.before_prefixes(parent, cuts, more));
        counts.ok_or_else(|| match stopped {
            Some(progress) => SearchError::from(progress).into(),
            None => self.wrong_cells(),
        })
    }

    /// The error for cells that are smaller than the prefixes in them.
    fn wrong_cells(&self) -> Error {
        self.damaged("cells have fewer solutions than the prefixes in them".to_owned())
    }
}
