//! The prefixes of the first half that begin with the queens of a unit.

use super::prefix_counts::{REGION, WorkUnit};
use super::prefixes::{first_half, key_of};
use crate::search::bitboard::{Bitboard, each_row};
use std::ops::Range;

/// The range of prefix numbers below each unit, in the numbering of [`NumberedPrefixes`](super::NumberedPrefixes), and
/// the total number of prefixes. O(prefixes without the last queen), without a table.
#[derive(Debug)]
pub struct UnitPrefixes {
    /// The prefixes of each unit; ascending.
    pub ranges: Vec<Range<usize>>,
    /// The number of all prefixes of the first half.
    pub count: usize,
}

impl UnitPrefixes {
    /// The prefixes of `depth` queens below units of the board, which must be in lexicographic order.
    pub fn new(n: usize, depth: usize, units: &[WorkUnit]) -> Self {
        let mut walk =
            Walk { n, depth, units, found: UnitPrefixes { ranges: Vec::new(), count: 0 } };
        walk.descend(Bitboard::empty(n), &mut Vec::new());
        walk.found
    }

    /// The number of regions of [`PrefixCounts`](super::PrefixCounts).
    pub fn regions(&self) -> u32 {
        self.count.div_ceil(REGION) as u32
    }

    /// The prefixes of a region.
    pub fn region(&self, region: u32) -> Range<usize> {
        let first = region as usize * REGION;
        first..self.count.min(first + REGION)
    }
}

struct Walk<'u> {
    n: usize,
    depth: usize,
    units: &'u [WorkUnit],
    found: UnitPrefixes,
}

impl Walk<'_> {
    fn descend(&mut self, board: Bitboard<u32>, rows: &mut Vec<u8>) {
        let begin = self.found.count;
        let next = self.units.get(self.found.ranges.len());
        let is_unit = next.is_some_and(|unit| unit.queens() == rows);
        let head = if rows.len() < 2 { key_of(rows) } else { 0 };
        let safe = board.safe() & first_half(self.n, rows.len(), head);
        if rows.len() == self.depth {
            self.found.count += 1;
        } else if rows.len() + 1 == self.depth && !self.is_above_unit(rows) {
            self.found.count += safe.count_ones() as usize;
        } else {
            for row in each_row(safe) {
                rows.push(row.trailing_zeros() as u8);
                self.descend(board.with(row), rows);
                rows.pop();
            }
        }
        if is_unit {
            self.found.ranges.push(begin..self.found.count);
        }
    }

    /// Whether the next unit begins with these queens and has more.
    fn is_above_unit(&self, rows: &[u8]) -> bool {
        let next = self.units.get(self.found.ranges.len());
        next.is_some_and(|unit| unit.queens().len() > rows.len() && unit.queens().starts_with(rows))
    }
}
