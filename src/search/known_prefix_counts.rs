//! The built-in numbers of solutions below each prefix of three queens, for N = 14 to 20.

use super::prefixes::{Prefix, first_half_prefixes};
use crate::combinatorics::BoardSize;
use std::ops::Range;

/// Queens of the prefixes.
pub(super) const QUEENS: usize = 3;

/// Counted by the search up to N = 16, and read from the indexes beyond.
const COUNTED: &str = include_str!("../../fixtures/prefix-counts.csv");

/// The prefixes of the first half of a board and the solutions below them.
pub(super) struct KnownPrefixCounts {
    prefixes: Vec<Prefix>,
    /// The number of solutions before each prefix, and the number of all.
    before: Vec<u64>,
}

impl KnownPrefixCounts {
    /// The counts of a board; `None` if they are not built in. About 0.1 ms.
    pub(super) fn of(n: BoardSize) -> Option<Self> {
        let name = format!("{n},");
        let counts = COUNTED.lines().find_map(|line| line.strip_prefix(&name))?;
        let mut before = vec![0];
        for count in counts.split(',') {
            before.push(before[before.len() - 1] + count.parse::<u64>().ok()?);
        }
        let prefixes = first_half_prefixes(n, QUEENS);
        (before.len() == prefixes.len() + 1).then_some(KnownPrefixCounts { prefixes, before })
    }

    /// The mean number of solutions below a prefix.
    pub(super) fn mean(&self) -> u64 {
        self.before[self.before.len() - 1] / self.prefixes.len() as u64
    }

    /// The prefix of the solution at a place, from 0, and the places of all solutions below it.
    pub(super) fn at(&self, place: u64) -> Option<(Prefix, Range<u64>)> {
        let number = self.before.partition_point(|&before| before <= place).checked_sub(1)?;
        Some((self.prefixes.get(number)?.clone(), self.places(number)))
    }

    /// The places of the solutions below a prefix of the first half.
    pub(super) fn below(&self, prefix: &[u8]) -> Option<Range<u64>> {
        let number = self.prefixes.binary_search_by(|other| other[..].cmp(prefix)).ok()?;
        Some(self.places(number))
    }

    fn places(&self, number: usize) -> Range<u64> {
        self.before[number]..self.before[number + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::known_counts;
    use crate::search::heatmap::Heatmap;
    use crate::search::kernel::{Kernel, count_prefixes_while};

    /// Their sums are Q(N) / 2 and, for each row of the first queen, the number in the heat map; up to N = 16 each count
    /// is that of a search.
    #[test]
    fn counts_are_those_of_the_search() {
        for n in (14..=20).map(|n| BoardSize::new(n).unwrap()) {
            let known = KnownPrefixCounts::of(n).unwrap();
            let counts: Vec<u64> = known.before.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert_eq!(counts.iter().sum::<u64>(), known_counts(n).unwrap().solutions / 2);
            let heatmap = Heatmap::known(n).unwrap();
            for (row, squares) in (0..n.get() as u8 / 2).zip(heatmap.rows()) {
                let below = known.prefixes.iter().zip(&counts);
                let below = below.filter(|(prefix, _)| prefix[0] == row).map(|(_, count)| count);
                assert_eq!(below.sum::<u64>(), squares[0], "N = {n}, row {row}");
            }
            if n.get() <= 16 {
                let kernel = Kernel::best();
                let counted =
                    count_prefixes_while(kernel, n.get(), &known.prefixes, &mut |_| true).unwrap();
                assert_eq!(counts, counted, "N = {n}");
            }
        }
        for n in [1, 8, 13, 21, 64] {
            assert!(KnownPrefixCounts::of(BoardSize::new(n).unwrap()).is_none());
        }
    }
}
