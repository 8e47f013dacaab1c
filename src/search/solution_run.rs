//! Runs of solutions, packed into words.

use super::kernel::{Kernel, emit_below};
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{BoardSize, Solution};
use std::ops::Range;

/// A run of solutions of one board in strictly ascending order, packed into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionRun {
    /// N ≤ 16: four bits per queen.
    Narrow(BoardSize, Vec<u64>),
    /// 17 ≤ N ≤ 25: five bits per queen.
    Wide(BoardSize, Vec<u128>),
}

/// The words of runs of one width.
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

impl SolutionRun {
    /// A run without solutions.
    pub fn empty(n: BoardSize) -> Self {
        if is_narrow(n) { u64::run(n, Vec::new()) } else { u128::run(n, Vec::new()) }
    }

    /// All solutions that begin with a prefix (0-based rows), by the fastest search of this processor. N ≤ 25.
    pub fn below(n: BoardSize, prefix: &[u8]) -> Self {
        if is_narrow(n) {
            SolutionRun::Narrow(n, words_below(n, prefix))
        } else {
            SolutionRun::Wide(n, words_below(n, prefix))
        }
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

    /// Keeps only the canonical representatives.
    pub fn retain_representatives(&mut self) {
        let layout = WordLayout::new(self.n());
        either!(self, words => words.retain(|&word| word.is_least_image(layout)));
    }
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
