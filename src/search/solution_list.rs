//! [`SolutionList`]: the solutions of a small board in memory, for lookups without a search or a file.

use crate::combinatorics::word::WordLayout;
use crate::combinatorics::{BoardSize, Solution};

/// The largest board whose solutions are listed in memory after many queries.
pub const LAST_LISTED: usize = 16;

/// The solutions of one board in strictly ascending order, packed into 8 bytes each. N ≤ 16.
#[derive(Debug)]
pub(crate) struct SolutionList {
    layout: WordLayout,
    words: Vec<u64>,
    /// For every value of the highest bits, the number of words with a lower value.
    starts: Vec<u32>,
}

/// The number of highest bits: the first four queens, unless the board has fewer.
const INDEXED_BITS: u32 = 16;

impl SolutionList {
    /// The list of these words, which must ascend. O(words).
    pub(crate) fn new(n: BoardSize, words: Vec<u64>) -> Self {
        debug_assert!(n.get() <= LAST_LISTED && words.is_sorted());
        let mut list = SolutionList { layout: WordLayout::new(n), words, starts: Vec::new() };
        let mut starts = vec![0; (1 << INDEXED_BITS) + 1];
        for &word in &list.words {
            starts[list.high_bits(word) + 1] += 1;
        }
        for value in 1..starts.len() {
            starts[value] += starts[value - 1];
        }
        list.starts = starts;
        list
    }

    fn high_bits(&self, word: u64) -> usize {
        let bits = 4 * self.layout.n() as u32;
        (word >> bits.saturating_sub(INDEXED_BITS)) as usize
    }

    /// The solution at a 0-based position. O(N).
    pub(crate) fn get(&self, place: usize) -> Option<Solution> {
        self.words.get(place).map(|&word| self.layout.solution(word))
    }

    /// The 0-based position of a solution of this board size, if it is in the list. O(log solutions).
    pub(crate) fn place(&self, solution: &Solution) -> Option<usize> {
        let word: u64 = self.layout.word(solution);
        let high = self.high_bits(word);
        let (start, end) = (self.starts[high] as usize, self.starts[high + 1] as usize);
        let found = self.words[start..end].binary_search(&word);
        found.ok().map(|place| start + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::solutions::Solutions;

    #[test]
    fn places_are_those_of_the_order() {
        for n in [1, 2, 4, 5, 8, 11].map(|n| BoardSize::new(n).unwrap()) {
            let all: Vec<Solution> = Solutions::new(n).collect();
            let layout = WordLayout::new(n);
            let every_second = all.iter().step_by(2).map(|solution| layout.word(solution));
            let list = SolutionList::new(n, every_second.collect());
            for (place, solution) in all.iter().enumerate() {
                let expected = (place % 2 == 0).then_some(place / 2);
                assert_eq!(list.place(solution), expected, "N = {n}, {solution}");
                let listed = expected.and_then(|place| list.get(place));
                assert_eq!(listed, expected.map(|_| *solution), "N = {n}, {solution}");
            }
            assert_eq!(list.get(all.len().div_ceil(2)), None, "N = {n}");
        }
    }
}
