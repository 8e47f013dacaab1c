//! Counting the units of an index: their division into parts, and counts with several threads, with checkpoints that do
//! not stop the threads.
//!
//! Units are dealt to parts longest first, each to the part with the least work so far. The lengths are estimates
//! (`search/kernel/units.rs`) in integers, so that every machine divides a board in the same way.
//!
//! Only whole units are saved, so the counts of units in progress must be kept separate. Units that begin before a
//! checkpoint add to one table of counts, those that begin after it to another. The first table is saved as soon as its
//! last unit is finished; no thread waits for it.

use super::options::Part;
use crate::combinatorics::BoardSize;
use crate::search::cell_depth;
use crate::search::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, UnitPrefixes, WorkUnit, count_units, unit_weights,
    work_units,
};
use crate::store::error::Result;
use crate::workers::{Event, InOrder, lock};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Checkpoints take at most this fraction of the time: 1/30.
const CHECKPOINT_SHARE: u32 = 30;

/// A thread reports its progress after this many orbits, a few milliseconds of work.
const REPORT_ORBITS: u64 = 1 << 16;

/// Takes the number of orbits found since the last call, many times a second. An error stops the count once the units in
/// progress are finished.
type Tick<'h> = &'h mut dyn FnMut(u64) -> Result<()>;

/// Takes finished units and their counts.
type Save<'h> = &'h mut dyn FnMut(&[u32], &PrefixCounts) -> Result<()>;

/// Counts these units. They are saved every `pause`, or less often if checkpoints would take too much of the time, and
/// at the end, even after an error of `tick`. Without a pause they are saved only at the end.
pub fn count(
    division: &Division,
    units: &[u32],
    jobs: NonZeroUsize,
    pause: Option<Duration>,
    tick: Tick<'_>,
    save: Save<'_>,
) -> Result<()> {
    if units.is_empty() {
        return Ok(());
    }
    let prefixes = NumberedPrefixes::new(division.n.get(), cell_depth(division.n));
    let work = Work::new(division, &prefixes);
    let due = pause.map(|pause| Instant::now() + pause);
    let mut checkpoints = Checkpoints { work: &work, save, pause, due, closed: None };
    let start = || {
        |chunk: Vec<u32>, more: &dyn Fn() -> bool| {
            work.count_chunk(&chunk, more);
            Some(())
        }
    };
    let threads = InOrder { ahead: usize::MAX, ..InOrder::new(jobs) };
    let chunks = division.chunks(units).into_iter();
    let counted = threads.run(chunks, start, |_: Event<()>| {
        tick(work.found.swap(0, Relaxed))?;
        checkpoints.save_if_due()
    });
    checkpoints.finish(counted)
}

/// Units that began between two checkpoints.
struct Generation {
    counts: PrefixCounts,
    finished: Mutex<Vec<u32>>,
}

impl Generation {
    fn new(prefixes: &NumberedPrefixes) -> Arc<Self> {
        Arc::new(Generation { counts: PrefixCounts::new(prefixes), finished: Mutex::default() })
    }
}

/// State shared by the threads.
struct Work<'w> {
    division: &'w Division,
    prefixes: &'w NumberedPrefixes,
    /// Orbits found but not reported yet.
    found: AtomicU64,
    /// The generation of units that begin now.
    generation: Mutex<Arc<Generation>>,
}

impl<'w> Work<'w> {
    fn new(division: &'w Division, prefixes: &'w NumberedPrefixes) -> Self {
        let generation = Mutex::new(Generation::new(prefixes));
        Work { division, prefixes, found: AtomicU64::new(0), generation }
    }

    /// Counts a chunk of units. Calls `more` often, but does not stop when it returns false.
    fn count_chunk(&self, chunk: &[u32], more: &dyn Fn() -> bool) {
        let generation = Arc::clone(&lock(&self.generation));
        let units: Vec<WorkUnit> =
            chunk.iter().map(|&unit| self.division.units[unit as usize]).collect();
        let mut unreported = 0;
        let mut report = |orbits| {
            unreported += orbits;
            if unreported >= REPORT_ORBITS {
                self.found.fetch_add(std::mem::take(&mut unreported), Relaxed);
                more();
            }
            true
        };
        count_units(Kernel::best(), self.prefixes, &units, &generation.counts, &mut report);
        self.found.fetch_add(unreported, Relaxed);
        lock(&generation.finished).extend(chunk);
    }

    /// Starts a new table for units that begin from now on; returns the previous one.
    fn next_generation(&self) -> Arc<Generation> {
        let next = Generation::new(self.prefixes);
        std::mem::replace(&mut lock(&self.generation), next)
    }
}

/// Saves finished units.
struct Checkpoints<'d> {
    work: &'d Work<'d>,
    save: Save<'d>,
    pause: Option<Duration>,
    due: Option<Instant>,
    /// The generation before a checkpoint, until its last unit is finished.
    closed: Option<Arc<Generation>>,
}

impl Checkpoints<'_> {
    /// Closes the generation if a checkpoint is due, and saves it once its last unit is finished.
    fn save_if_due(&mut self) -> Result<()> {
        if self.closed.is_none() && self.due.is_some_and(|due| due <= Instant::now()) {
            self.closed = Some(self.work.next_generation());
        }
        let Some(generation) = self.closed.take_if(|closed| Arc::strong_count(closed) == 1) else {
            return Ok(());
        };
        let began = Instant::now();
        self.save(&generation)?;
        let pause = self.pause.map(|pause| pause.max(began.elapsed() * CHECKPOINT_SHARE));
        self.due = pause.map(|pause| Instant::now() + pause);
        Ok(())
    }

    fn save(&mut self, generation: &Generation) -> Result<()> {
        let units = lock(&generation.finished);
        if units.is_empty() { Ok(()) } else { (self.save)(&units, &generation.counts) }
    }

    /// Saves the rest after all threads have ended, even after an error. Returns the first error.
    fn finish(mut self, counted: Result<()>) -> Result<()> {
        let last = self.work.next_generation();
        let rest = self.closed.take().into_iter().chain([last]);
        rest.fold(counted, |outcome, generation| outcome.and(self.save(&generation)))
    }
}

/// The units of a board, divided into parts.
#[derive(Debug)]
pub struct Division {
    /// The board size.
    pub n: BoardSize,
    pub(crate) of: u32,
    /// The units of the board.
    pub units: Vec<WorkUnit>,
    /// The prefixes below each unit.
    pub(crate) below: UnitPrefixes,
    weights: Vec<u64>,
    /// The part of each unit, 1-based.
    parts: Vec<u32>,
}

impl Division {
    /// The division of an indexable board into this many parts. Takes half a second at N = 22.
    pub fn new(n: BoardSize, of: u32) -> Self {
        let units = work_units(n.get());
        let weights = unit_weights(n.get(), &units);
        let below = UnitPrefixes::new(n.get(), cell_depth(n), &units);
        Division { n, of, parts: deal(&weights, of), weights, below, units }
    }

    /// The part that a unit belongs to, 1-based; `None` beyond the last unit.
    pub(crate) fn part_of(&self, unit: u32) -> Option<u32> {
        self.parts.get(unit as usize).copied()
    }

    /// The queens of a unit, 1-based, as its name.
    pub(crate) fn unit_name(&self, unit: u32) -> String {
        let queens = self.units[unit as usize].queens();
        queens.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The units of a part, ascending. A part may be empty if there are fewer units than parts.
    pub fn units_of(&self, part: Part) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.parts).filter(move |(_, of)| **of == part.number()).map(|(unit, _)| unit)
    }

    /// The number of units in each part.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.of as usize];
        self.parts.iter().for_each(|&part| sizes[part as usize - 1] += 1);
        sizes
    }

    /// Groups ascending units into chunks that a thread counts together, longest chunk first. Larger chunks are faster,
    /// smaller ones lose less when the build is killed.
    fn chunks(&self, units: &[u32]) -> Vec<Vec<u32>> {
        let size = match self.n.get() {
            ..=18 => 16,
            19 => 4,
            _ => 1,
        };
        let mut chunks: Vec<Vec<u32>> = units.chunks(size).map(<[u32]>::to_vec).collect();
        let weight = |chunk: &Vec<u32>| -> u128 {
            chunk.iter().map(|&unit| u128::from(self.weights[unit as usize])).sum()
        };
        chunks.sort_by_key(|chunk| Reverse(weight(chunk)));
        chunks
    }
}

/// The part of each unit: units are dealt longest first, each to the part with the least work.
pub fn deal(weights: &[u64], of: u32) -> Vec<u32> {
    let mut longest_first: Vec<usize> = (0..weights.len()).collect();
    longest_first.sort_by_key(|&unit| (Reverse(weights[unit]), unit));
    let mut loads: BinaryHeap<Reverse<(u128, u32)>> =
        (1..=of).map(|part| Reverse((0, part))).collect();
    let mut parts = vec![1; weights.len()];
    for unit in longest_first {
        let Some(Reverse((load, part))) = loads.pop() else { break };
        parts[unit] = part;
        loads.push(Reverse((load + u128::from(weights[unit]), part)));
    }
    parts
}
