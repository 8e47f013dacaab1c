//! [`SolutionList`]: the solutions of a small board in memory, for lookups without a search or a file.

use crate::combinatorics::word::WordLayout;
use crate::combinatorics::{BoardSize, Solution};

/// The largest board whose solutions are listed in memory after many queries.
pub const LAST_LISTED: usize = 16;

/// The solutions of one board in strictly ascending order, packed into 8 bytes each. N ≤ 16.
#[derive(Debug)]
pub struct SolutionList {
    layout: WordLayout,
    words: Vec<u64>,
    /// For every value of the highest bits, the number of words with a lower value.
    starts: Vec<u32>,
}

/// The number of highest bits: the first four queens, unless the board has fewer.
const INDEXED_BITS: u32 = 16;

impl SolutionList {
    /// The list of these words, which must ascend. O(words).
    pub fn new(n: BoardSize, words: Vec<u64>) -> Self {
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
    pub fn get(&self, place: usize) -> Option<Solution> {
        self.words.get(place).map(|&word| self.layout.solution(word))
    }

    /// The 0-based position of a solution of this board size, if it is in the list. O(log solutions).
    pub fn place(&self, solution: &Solution) -> Option<usize> {
        let word: u64 = self.layout.word(solution);
        let high = self.high_bits(word);
        let (start, end) = (self.starts[high] as usize, self.starts[high + 1] as usize);
        let found = self.words[start..end].binary_search(&word);
        found.ok().map(|place| start + place)
    }
}
