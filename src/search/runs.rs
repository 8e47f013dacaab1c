//! Runs of solutions, packed into words: a [`SolutionRun`], and a [`SolutionStream`] of the runs after a given solution,
//! by the vector search.

use super::bitboard::PrefixSteps;
use super::error::Result;
use super::kernel::{Emitter, Kernel, emit_below};
use crate::combinatorics::word::{MOST_COLUMNS, Word, WordLayout};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::watch::{Activity, Watch, Watched};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A run of solutions of one board in strictly ascending order, packed into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionRun {
    /// N ≤ 16: four bits per queen.
    Narrow(BoardSize, Vec<u64>),
    /// 17 ≤ N ≤ 25: five bits per queen.
    Wide(BoardSize, Vec<u128>),
}

pub(crate) trait RunWord: Word {
    /// The run of these words, which must ascend.
    fn run(n: BoardSize, words: Vec<Self>) -> SolutionRun;
}

impl RunWord for u64 {
    fn run(n: BoardSize, words: Vec<u64>) -> SolutionRun {
        SolutionRun::Narrow(n, words)
    }
}

impl RunWord for u128 {
    fn run(n: BoardSize, words: Vec<u128>) -> SolutionRun {
        SolutionRun::Wide(n, words)
    }
}

/// Evaluates an expression on the words of a run of either width.
macro_rules! either {
    ($run:expr, $words:ident => $result:expr) => {
        match $run {
            SolutionRun::Narrow(_, $words) => $result,
            SolutionRun::Wide(_, $words) => $result,
        }
    };
}

/// The run of the words that an expression makes for either width.
macro_rules! run_of {
    ($n:expr, $words:expr) => {
        if $crate::search::runs::is_narrow($n) {
            $crate::search::runs::SolutionRun::Narrow($n, $words)
        } else {
            $crate::search::runs::SolutionRun::Wide($n, $words)
        }
    };
}
pub(crate) use run_of;

impl SolutionRun {
    /// A run without solutions.
    pub fn empty(n: BoardSize) -> Self {
        run_of!(n, Vec::new())
    }

    /// All solutions that begin with a prefix (0-based rows), by the fastest search of this processor. N ≤ 25.
    pub fn below(n: BoardSize, prefix: &[u8]) -> Self {
        run_of!(n, words_below(n, prefix))
    }

    /// The board size.
    pub fn n(&self) -> BoardSize {
        match self {
            SolutionRun::Narrow(n, _) | SolutionRun::Wide(n, _) => *n,
        }
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        either!(self, words => words.len())
    }

    /// The solution at a 0-based position. O(N).
    #[inline]
    pub fn get(&self, place: usize) -> Solution {
        let layout = WordLayout::new(self.n());
        either!(self, words => layout.solution(words[place]))
    }

    /// The complement of the solution at a 0-based position. O(N).
    #[inline]
    pub fn complement_of(&self, place: usize) -> Solution {
        let layout = WordLayout::new(self.n());
        either!(self, words => layout.solution(words[place].complement(layout)))
    }

    /// The 0-based position of a solution of this board size, if it is in the run. O(log length).
    pub fn place(&self, solution: &Solution) -> Option<usize> {
        let layout = WordLayout::new(self.n());
        either!(self, words => words.binary_search(&layout.word(solution)).ok())
    }

    /// Writes the solutions at these 0-based positions as 1-based rows, N bytes each, which together fill `queens`.
    pub fn write(&self, places: Range<usize>, queens: &mut [u8]) {
        let layout = WordLayout::new(self.n());
        either!(self, words => layout.write(words[places].iter().copied(), queens));
    }

    /// Like [`SolutionRun::write`], but writes the complements of the solutions, last one first.
    pub fn write_complements(&self, places: Range<usize>, queens: &mut [u8]) {
        let layout = WordLayout::new(self.n());
        either!(self, words => {
            let backwards = words[places].iter().rev();
            layout.write(backwards.map(|word| word.complement(layout)), queens);
        });
    }

    /// A run of these solutions, which must be in ascending order. N ≤ 25.
    pub fn of(n: BoardSize, solutions: &[Solution]) -> Self {
        let layout = WordLayout::new(n);
        run_of!(n, solutions.iter().map(|solution| layout.word(solution)).collect())
    }

    /// The solutions, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Solution> + ExactSizeIterator + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The canonical representatives in it. O(N · length).
    pub fn representatives(&self) -> impl Iterator<Item = Canonical> + '_ {
        self.iter().filter_map(Canonical::check)
    }

    /// Number of canonical representatives at these places.
    pub fn representatives_in(&self, places: Range<usize>) -> usize {
        let layout = WordLayout::new(self.n());
        either!(self, words => {
            words[places].iter().filter(|word| word.is_least_image(layout)).count()
        })
    }

    /// The packed solutions as bytes, concatenated.
    pub fn packed(&self) -> Vec<u8> {
        let n = self.n();
        let mut bytes = Vec::with_capacity(self.len() * n.packed_len());
        either!(self, words => words.iter().for_each(|&word| pack(n, word, &mut bytes)));
        bytes
    }

    pub(crate) fn only(mut self, items: Items) -> Self {
        if items == Items::Representatives {
            let layout = WordLayout::new(self.n());
            either!(&mut self, words => words.retain(|&word| word.is_least_image(layout)));
        }
        self
    }
}

/// Appends a word as bytes, in the packed form of [`Permutation::pack`](crate::Permutation::pack).
fn pack<W: Word>(n: BoardSize, word: W, bytes: &mut Vec<u8>) {
    let len = n.packed_len();
    let filling = 8 * len as u32 - W::WIDTH * n.get() as u32;
    let word = word.push(filling, 0);
    bytes.extend((0..len as u32).rev().map(|byte| word.bits_from(8 * byte) as u8));
}

/// Whether a board uses 64-bit words.
pub(crate) fn is_narrow(n: BoardSize) -> bool {
    n.get() <= 16
}

fn words_below<W: Word>(n: BoardSize, prefix: &[u8]) -> Vec<W> {
    let mut words = Vec::new();
    emit_below(Kernel::best(), n.get(), prefix, &mut words);
    words
}

// ---- streams

/// What a lookup or search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Items {
    /// Solutions, numbered by rank.
    Solutions,
    /// Canonical representatives, numbered by orbit id.
    Representatives,
}

impl Items {
    pub(crate) fn include(self, solution: &Solution) -> bool {
        self == Items::Solutions || Canonical::check(*solution).is_some()
    }

    /// Adds the roots below a prefix to a search for these items: [`Emitter::below`], or
    /// [`Emitter::representatives_below`].
    pub(super) fn emit_below<W: Word>(
        self,
        emitter: &mut Emitter<W>,
        prefix: &[u8],
        words: &mut Vec<W>,
    ) {
        match self {
            Items::Solutions => emitter.below(prefix, words),
            Items::Representatives => emitter.representatives_below(prefix, words),
        }
    }
}

/// The board sizes for which the vector search lists solutions: after a prefix of two queens there are two more
/// columns, and a solution fits a word.
const BOARDS: RangeInclusive<usize> = 4..=MOST_COLUMNS;

/// Roots of the first search. Each further search takes twice as many, so that the first results are fast.
const FIRST_ROOTS: usize = 8;

/// The maximum number of prefixes visited between ticks of the watch, since most may have no safe row or no
/// representative.
const MOST_PREFIXES: usize = 1 << 14;

/// The solutions or canonical representatives of a board after a given one, in ascending order, one run at a time. It
/// searches below a few hundred prefixes at a time. Memory: one run, tens of thousands of solutions on the largest
/// boards.
pub(crate) enum SolutionStream {
    Narrow(Stream<u64>),
    Wide(Stream<u128>),
}

impl SolutionStream {
    /// The items after a solution; `None` for unsupported board sizes.
    pub(super) fn after(solution: &Solution, items: Items, watch: Arc<dyn Watch>) -> Option<Self> {
        let n = solution.n();
        BOARDS.contains(&n.get()).then(|| {
            if is_narrow(n) {
                SolutionStream::Narrow(Stream::after(solution, items, watch))
            } else {
                SolutionStream::Wide(Stream::after(solution, items, watch))
            }
        })
    }

    /// The next items, at least one; `None` at the end.
    pub(crate) fn next_run(&mut self) -> Result<Option<SolutionRun>> {
        match self {
            SolutionStream::Narrow(stream) => stream.next_run(),
            SolutionStream::Wide(stream) => stream.next_run(),
        }
    }

    /// Restarts the clock of the watch.
    pub(crate) fn restart(&mut self) {
        match self {
            SolutionStream::Narrow(stream) => stream.watched.restart(),
            SolutionStream::Wide(stream) => stream.watched.restart(),
        }
    }
}

pub(crate) struct Stream<W> {
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
            steps: PrefixSteps::at(n, &solution.zero_based()[..emitter.depth()]),
            emitter,
            after: WordLayout::new(n).word(solution),
            roots: FIRST_ROOTS,
            watched: Watched::new(watch, Activity::Searching, n.get(), unit),
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
            let run = W::run(self.n, words).only(self.items);
            self.found += run.len() as u64;
            self.watched.tick(self.found, None)?;
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
            self.items.emit_below(&mut self.emitter, steps.prefix(), words);
            if !steps.skip(1) {
                self.steps = None;
            }
            if self.emitter.roots() == self.roots {
                return;
            }
        }
    }
}
