//! Operations on runs of solutions for the file.

use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::runs::{SolutionRun, is_narrow};
use std::ops::Range;

impl SolutionRun {
    /// A run of these solutions, which must be in ascending order. N ≤ 25.
    pub fn of(n: BoardSize, solutions: &[Solution]) -> Self {
        fn words<W: Word>(layout: WordLayout, solutions: &[Solution]) -> Vec<W> {
            solutions.iter().map(|solution| layout.word(solution)).collect()
        }
        let layout = WordLayout::new(n);
        if is_narrow(n) {
            SolutionRun::Narrow(n, words(layout, solutions))
        } else {
            SolutionRun::Wide(n, words(layout, solutions))
        }
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
    pub(crate) fn representatives_in(&self, places: Range<usize>) -> usize {
        fn count<W: Word>(layout: WordLayout, words: &[W]) -> usize {
            words.iter().filter(|word| word.is_least_image(layout)).count()
        }
        let layout = WordLayout::new(self.n());
        match self {
            SolutionRun::Narrow(_, words) => count(layout, &words[places]),
            SolutionRun::Wide(_, words) => count(layout, &words[places]),
        }
    }

    /// The packed solutions as bytes, concatenated.
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() * self.n().packed_len());
        match self {
            SolutionRun::Narrow(n, words) => words.iter().for_each(|&w| pack(*n, w, &mut bytes)),
            SolutionRun::Wide(n, words) => words.iter().for_each(|&w| pack(*n, w, &mut bytes)),
        }
        bytes
    }
}

/// Appends a word as bytes, in the packed form of [`Permutation::pack`](crate::Permutation::pack).
fn pack<W: Word>(n: BoardSize, word: W, bytes: &mut Vec<u8>) {
    let len = n.packed_len();
    let filling = 8 * len as u32 - W::WIDTH * n.get() as u32;
    let word = word.push(filling, 0);
    bytes.extend((0..len as u32).rev().map(|byte| word.bits_from(8 * byte) as u8));
}
