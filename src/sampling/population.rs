//! The population of a run: boards with queens in the first columns, each of the same weight.

use super::lineage::Lineage;
use crate::dice::Dice;
use crate::search::{Bitboard, each_row};

/// The maximum number of boards in a population: 32 MiB with their lineage.
pub(super) const LARGEST: usize = 1 << 16;

/// Boards with queens in the first columns, and their weight.
///
/// The mean of `weight` times the number of boards is the number of attack-free prefixes of this length. The same holds
/// for the prefixes of any part of the tree.
#[derive(Debug)]
pub struct Population<L> {
    boards: Vec<Bitboard<u64>>,
    /// Scratch space for the next column.
    next: Vec<Bitboard<u64>>,
    /// The number of boards that each board represents, at least 1.
    weight: f64,
    pub(super) lineage: L,
}

impl<L: Lineage> Population<L> {
    /// A population without boards; [`Population::begin`] starts a run.
    pub fn new(lineage: L) -> Self {
        Population { boards: Vec::new(), next: Vec::new(), weight: 1.0, lineage }
    }

    /// Starts a run with the empty board of size `n`.
    pub fn begin(&mut self, n: usize) {
        self.boards.clear();
        self.boards.push(Bitboard::empty(n));
        self.weight = 1.0;
        self.lineage.begin();
    }

    /// Starts a run without boards; [`Population::insert`] adds them.
    pub(super) fn begin_without_boards(&mut self) {
        self.begin(1);
        self.boards.clear();
    }

    /// The boards of the current column.
    pub fn boards(&self) -> &[Bitboard<u64>] {
        &self.boards
    }

    /// The number of boards that each represents.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether it contains every board of the tree, so the search is exhaustive.
    pub fn is_whole(&self) -> bool {
        self.weight == 1.0
    }

    /// Puts a queen into an allowed row of the next column: in all possible ways if these are at most `size`, otherwise
    /// in a sample of about `size` of them.
    pub fn advance(&mut self, allowed: u64, size: usize, dice: &mut Dice) {
        let rows = |board: &Bitboard<u64>| u64::from((board.safe() & allowed).count_ones());
        let children: u64 = self.boards.iter().map(rows).sum();
        self.next.clear();
        self.lineage.next_column();
        if children <= size as u64 {
            self.keep_all(allowed);
        } else {
            self.keep_some(allowed, children, size, dice);
        }
        std::mem::swap(&mut self.boards, &mut self.next);
    }

    fn keep_all(&mut self, allowed: u64) {
        for (parent, board) in self.boards.iter().enumerate() {
            for row in each_row(board.safe() & allowed) {
                self.next.push(board.with(row));
                self.lineage.record(parent, row);
            }
        }
    }

    /// Systematic sampling: the children are consecutive intervals of one unit on a line, and those at a random
    /// position and at equal steps from there are selected. Each child is selected with probability exactly 1 / step:
    /// positions are integers, 2³² to the unit.
    fn keep_some(&mut self, allowed: u64, children: u64, size: usize, dice: &mut Dice) {
        let step = (children << UNIT) / size as u64;
        self.weight *= step as f64 / (1u64 << UNIT) as f64;
        let mut position = dice.below(step);
        for (parent, board) in self.boards.iter().enumerate() {
            let safe = board.safe() & allowed;
            let end = u64::from(safe.count_ones()) << UNIT;
            while position < end {
                let row = nth_row(safe, (position >> UNIT) as u32);
                self.next.push(board.with(row));
                self.lineage.record(parent, row);
                position += step;
            }
            position -= end;
        }
    }

    /// Adds a board without a parent in the population, with the probability that makes it represent only itself. Not
    /// recorded in the lineage.
    pub(super) fn insert(&mut self, board: Bitboard<u64>, dice: &mut Dice) {
        if self.is_whole() || dice.fraction() * self.weight < 1.0 {
            self.boards.push(board);
        }
    }
}

/// Fractional bits of a position. A population has fewer than 2²³ children, so positions fit.
const UNIT: u32 = 32;

/// The row of a mask with `before` rows below it, as a mask; `before` must be less than the number of rows.
#[inline(always)]
pub fn nth_row(rows: u64, before: u32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // Byte-wise prefix sums of the population count (Knuth, The Art of Computer Programming 7.1.3).
    let pairs = rows - (rows >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // Skips bytes whose sum is at most `before`.
    let passed = ((u64::from(before) * ONES) | HIGH).wrapping_sub(sums) & HIGH;
    let shift = passed.count_ones() * 8;
    let below = (sums << 8 >> shift) as u8;
    let byte = (rows >> shift) as u8;
    1 << (shift + u32::from(NTH_BIT[usize::from(byte)][(before as u8 - below) as usize & 7]))
}

/// The position of the nth set bit of each byte.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
