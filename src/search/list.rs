//! [`SolutionList`]: the solutions of a small board in memory, for lookups without a search or a file; and a
//! [`LazyList`], which is built once enough queries have been made to pay for it.

use crate::combinatorics::word::WordLayout;
use crate::combinatorics::{BoardSize, Solution};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, TryLockError};

/// The largest board whose solutions are listed in memory after many queries.
pub const LAST_LISTED: usize = 16;

/// The solutions of one board in strictly ascending order, packed into 8 bytes each. N ≤ 16.
#[derive(Debug)]
pub struct SolutionList {
    layout: WordLayout,
    words: Vec<u64>,
    /// For every value of the highest bits, the number of words with a lower value.
    starts: Vec<u32>,
    /// The number of the other bits.
    low_bits: u32,
}

/// The maximum number of highest bits: the first four queens. A short list has fewer, with at most as many values as
/// words.
const INDEXED_BITS: u32 = 16;

impl SolutionList {
    /// The list of these words, which must ascend. O(words).
    pub fn new(n: BoardSize, words: Vec<u64>) -> Self {
        debug_assert!(n.get() <= LAST_LISTED && words.is_sorted());
        let indexed = words.len().max(1).ilog2().min(INDEXED_BITS);
        let low_bits = 4 * n.get() as u32 - indexed;
        let mut list =
            SolutionList { layout: WordLayout::new(n), words, starts: Vec::new(), low_bits };
        let mut starts = vec![0; (1 << indexed) + 1];
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
        word.unbounded_shr(self.low_bits) as usize
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

/// A list built lazily, once enough queries have been made to pay for it. Shared by threads, none of which waits for
/// it.
#[derive(Debug, Default)]
pub struct LazyList {
    list: OnceLock<SolutionList>,
    /// Queries answered without it.
    queries: AtomicU64,
    /// Held by the thread that builds it.
    making: Mutex<()>,
}

/// The lists of a board, shared by all its handles: 8 bytes per item, at most 59 MB for the solutions of the first half
/// and 15 MB for the representatives (N = 16).
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) solutions: LazyList,
    pub(crate) representatives: LazyList,
}

impl LazyList {
    /// Counts `queries` more queries and returns the list, which `make` builds after `patience()` queries. `None`
    /// before that, and while another thread builds it. If `make` returns no list or an error, the count restarts from
    /// 0.
    pub fn after<E>(
        &self,
        queries: u64,
        patience: impl FnOnce() -> u64,
        make: impl FnOnce() -> Result<Option<SolutionList>, E>,
    ) -> Result<Option<&SolutionList>, E> {
        if let Some(list) = self.list.get() {
            return Ok(Some(list));
        }
        if self.queries.fetch_add(queries, Relaxed).saturating_add(queries) <= patience() {
            return Ok(None);
        }
        let _making = match self.making.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            making => making,
        };
        if self.list.get().is_none() {
            self.queries.store(0, Relaxed);
            if let Some(list) = make()? {
                // No other thread sets it.
                let _ = self.list.set(list);
            }
        }
        Ok(self.list.get())
    }
}
