//! [`SolutionStream`]: the solutions or canonical representatives after a given one, in order, by the vector search.

use super::error::{Result, SearchError};
use super::kernel::{Emitter, Kernel};
use super::prefixes::PrefixSteps;
use super::solution_run::{RunWord, SolutionRun, is_narrow};
use crate::combinatorics::word::{MOST_COLUMNS, WordLayout};
use crate::combinatorics::{BoardSize, Solution};
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// What a stream yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    Solutions,
    Representatives,
}

/// The board sizes for which the vector search lists solutions: after a prefix of two queens there are two more
/// columns, and a solution fits a word.
const BOARDS: std::ops::RangeInclusive<usize> = 4..=MOST_COLUMNS;

/// Roots of the first search. Each further search takes twice as many, so that the first results are fast.
const FIRST_ROOTS: usize = 8;

/// The maximum number of prefixes visited between ticks of the watch, since most may have no safe row or no
/// representative.
const MOST_PREFIXES: usize = 1 << 14;

/// The solutions or canonical representatives of a board after a given one, in ascending order, one run at a time. It
/// searches below a few hundred prefixes at a time. Memory: one run, tens of thousands of solutions on the largest
/// boards.
pub(crate) struct SolutionStream(Search);

/// The search, by the width of its words.
enum Search {
    Narrow(Stream<u64>),
    Wide(Stream<u128>),
}

impl SolutionStream {
    /// The items after a solution; `None` for unsupported board sizes.
    pub(super) fn after(solution: &Solution, items: Items, watch: Arc<dyn Watch>) -> Option<Self> {
        let n = solution.n();
        BOARDS.contains(&n.get()).then(|| {
            SolutionStream(if is_narrow(n) {
                Search::Narrow(Stream::after(solution, items, watch))
            } else {
                Search::Wide(Stream::after(solution, items, watch))
            })
        })
    }

    /// The next items, at least one; `None` at the end.
    pub(crate) fn next_run(&mut self) -> Result<Option<SolutionRun>> {
        match &mut self.0 {
            Search::Narrow(stream) => stream.next_run(),
            Search::Wide(stream) => stream.next_run(),
        }
    }

    /// Restarts the clock of the watch.
    pub(crate) fn restart(&mut self) {
        match &mut self.0 {
            Search::Narrow(stream) => stream.watched.restart(),
            Search::Wide(stream) => stream.watched.restart(),
        }
    }
}

struct Stream<W> {
    n: BoardSize,
    items: Items,
    emitter: Emitter<W>,
    /// The next prefix; `None` at the end.
    steps: Option<PrefixSteps>,
    /// The item before the first one.
    after: W,
    /// Roots of the next search.
    roots: usize,
    watched: Watched<Arc<dyn Watch>>,
    found: u64,
}

impl<W: RunWord> Stream<W> {
    fn after(solution: &Solution, items: Items, watch: Arc<dyn Watch>) -> Self {
        let n = solution.n();
        let unit = match items {
            Items::Solutions => "solutions found",
            Items::Representatives => "orbits found",
        };
        let emitter = Emitter::new(Kernel::best(), n.get(), 2);
        Stream {
            n,
            items,
            steps: PrefixSteps::at(n, &solution.rows()[..emitter.depth()]),
            emitter,
            after: WordLayout::new(n).word(solution),
            roots: FIRST_ROOTS,
            watched: Watched::new(watch, Activity::Searching, n.get() as u64, unit),
            found: 0,
        }
    }

    fn next_run(&mut self) -> Result<Option<SolutionRun>> {
        while self.steps.is_some() {
            let mut words = Vec::new();
            self.add_roots(&mut words);
            self.emitter.search(&mut words);
            self.roots = (2 * self.roots).min(self.emitter.most_roots());
            // Only the first runs contain items up to `after`.
            let passed = words.partition_point(|&word| word <= self.after);
            words.drain(..passed);
            let mut run = W::run(self.n, words);
            if self.items == Items::Representatives {
                run.retain_representatives();
            }
            self.found += run.len() as u64;
            self.watched.tick(self.found, None).map_err(SearchError::stopped)?;
            if !run.is_empty() {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    /// Adds roots from the next prefixes on; when the buffer is full, searches and appends to `words`.
    fn add_roots(&mut self, words: &mut Vec<W>) {
        for _ in 0..MOST_PREFIXES {
            let Some(steps) = &mut self.steps else { return };
            if self.items == Items::Representatives
                && usize::from(steps.prefix()[0]) >= self.n.get() / 2
            {
                self.steps = None;
                return;
            }
            match self.items {
                Items::Solutions => self.emitter.below(steps.prefix(), words),
                Items::Representatives => self.emitter.representatives_below(steps.prefix(), words),
            }
            if !steps.skip(1) {
                self.steps = None;
            }
            if self.emitter.roots() == self.roots {
                return;
            }
        }
    }
}
