use super::word::{Layout, Word};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::kernel::{Kernel, emit_below};

/// A run of solutions of one board in strictly ascending order, packed into numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Run {
    /// N ≤ 16: four bits a queen.
    Narrow(BoardSize, Vec<u64>),
    /// 17 ≤ N ≤ 25: five bits a queen.
    Wide(BoardSize, Vec<u128>),
}

/// The same for both widths.
macro_rules! either {
    ($run:expr, $words:ident => $result:expr) => {
        match $run {
            Run::Narrow(_, $words) => $result,
            Run::Wide(_, $words) => $result,
        }
    };
}
pub(super) use either;

impl Run {
    /// All solutions that begin with a prefix (0-based rows), by the fastest search of this
    /// processor. N ≤ 25.
    pub(crate) fn below(n: BoardSize, prefix: &[u8]) -> Self {
        fn emit<W: Word>(n: BoardSize, prefix: &[u8]) -> Run {
            let mut words: Vec<W> = Vec::new();
            emit_below(Kernel::best(), n.get(), prefix, &mut words);
            W::run(n, words)
        }
        if is_narrow(n) { emit::<u64>(n, prefix) } else { emit::<u128>(n, prefix) }
    }

    /// Cuts the run into pieces of about equal length, none longer than `most`.
    pub(crate) fn split(&self, most: usize) -> Vec<Run> {
        let pieces = self.len().div_ceil(most).max(1);
        let each = self.len().div_ceil(pieces).max(1);
        match self {
            Run::Narrow(n, words) => cut(*n, words, each),
            Run::Wide(n, words) => cut(*n, words, each),
        }
    }

    pub(crate) fn n(&self) -> BoardSize {
        match self {
            Run::Narrow(n, _) | Run::Wide(n, _) => *n,
        }
    }

    pub(crate) fn len(&self) -> usize {
        either!(self, words => words.len())
    }

    /// The solution at a 0-based place. O(N).
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Solution {
        let layout = Layout::new(self.n());
        either!(self, words => layout.solution(words[place]))
    }

    /// The complement of the solution at a 0-based place. O(N).
    #[inline]
    pub(crate) fn complement_of(&self, place: usize) -> Solution {
        let layout = Layout::new(self.n());
        either!(self, words => layout.solution(words[place].complement(layout)))
    }

    /// The solutions, in order.
    pub(crate) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Solution> + ExactSizeIterator + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The packed solutions as bytes, one after the other.
    pub(crate) fn packed(&self) -> Vec<u8> {
        let layout = Layout::new(self.n());
        let mut bytes = Vec::with_capacity(self.len() * self.n().packed_len());
        either!(self, words => words.iter().for_each(|&word| layout.pack(word, &mut bytes)));
        bytes
    }

    /// The canonical representatives in it. O(N · length).
    pub(crate) fn representatives(&self) -> impl Iterator<Item = Canonical> + '_ {
        self.iter().filter_map(Canonical::check)
    }
}

/// Whether the words of a board are 64 bits wide.
pub(super) fn is_narrow(n: BoardSize) -> bool {
    n.get() <= 16
}

fn cut<W: Word>(n: BoardSize, words: &[W], each: usize) -> Vec<Run> {
    words.chunks(each).map(|words| W::run(n, words.to_vec())).collect()
}
