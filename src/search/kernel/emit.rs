//! The solutions below a prefix, packed and in lexicographic order.
//!
//! They are found batch by batch of roots, each as a sort key of 64 bits: the root's place in the batch,
//! and below it the queens after the root. The keys are sorted, and the root's queens replace its place.

use super::dispatch::Kernel;
use super::engine::board::{Root, bit_of, tag_of, tags};
use super::engine::search::{Engine, LeafSink, Leaves, Mode, in_first_word, most_queens};
use super::sort::sort;
use crate::combinatorics::{bits_per_queen, word::Word};
use crate::search::bitboard::{Bitboard, each_row};

/// Roots of one search: their solutions, some thousand, are sorted in the second-level cache.
const BATCH: usize = 1 << BATCH_BITS;
const BATCH_BITS: u32 = 9;

/// Queens below a root, unless the prefix is longer: as many as a trail and a sort key have room for.
fn queens_below(n: usize) -> usize {
    most_queens(n).min(((u64::BITS - BATCH_BITS) / bits_per_queen(n)) as usize)
}

/// Appends to `out` all solutions that begin with `prefix` (0-based rows), in lexicographic order,
/// each as one number: [`bits_per_queen`] bits a queen, the last queen lowest, so that numbers
/// compare as solutions do. One thread; best below short prefixes.
///
/// # Panics
///
/// When `W` is too small (`u64` takes N ≤ 16, `u128` N ≤ 25), or the prefix is longer than N or has a
/// row outside the board.
pub fn emit_below<W: Word>(kernel: Kernel, n: usize, prefix: &[u8], out: &mut Vec<W>) {
    let fits = (1..=32).contains(&n) && n as u32 * bits_per_queen(n) <= W::BITS;
    assert!(fits, "N is {n}, and a solution takes {} bits", W::BITS);
    let inside = prefix.len() <= n && prefix.iter().all(|&row| usize::from(row) < n);
    assert!(inside, "a prefix of at most {n} rows below {n} expected");
    let Some(board) = Bitboard::with_queens(n, prefix) else { return };
    let head = prefix.iter().fold(W::ZERO, |head, &row| head.push(bits_per_queen(n), row.into()));
    let depth = n.saturating_sub(queens_below(n)).max(prefix.len());
    let engine = Engine::new(n, Mode::Trail, depth);
    let (heads, keys, spare) = (Vec::new(), Vec::new(), Vec::new());
    let mut batch = Batch { kernel, n, depth, engine, heads, keys, spare, out };
    batch.descend(board, prefix.len(), head);
    batch.flush();
}

/// Roots in lexicographic order whose solutions are found in one search.
struct Batch<'o, W> {
    kernel: Kernel,
    n: usize,
    /// Queens of a root.
    depth: usize,
    engine: Engine,
    /// The packed queens of each root, by tag.
    heads: Vec<W>,
    /// Sort keys of the solutions.
    keys: Vec<u64>,
    /// Room for sorting.
    spare: Vec<u64>,
    out: &'o mut Vec<W>,
}

impl<W: Word> Batch<'_, W> {
    fn descend(&mut self, board: Bitboard<u32>, column: usize, head: W) {
        if column == self.n {
            // Only for prefixes of at least N − 1 queens.
            self.out.push(head);
        } else if column < self.depth || column + 2 > self.n {
            for row in each_row(board.safe()) {
                let head = head.push(bits_per_queen(self.n), row.trailing_zeros().into());
                self.descend(board.with(row), column + 1, head);
            }
        } else if board.safe() != 0 {
            if self.engine.roots.len() == BATCH.min(tags(self.n)) {
                self.flush();
            }
            self.engine.roots.push(Root::new(board, self.heads.len()));
            self.heads.push(head);
        }
    }

    /// Searches below the roots and appends the solutions.
    fn flush(&mut self) {
        if self.engine.roots.is_empty() {
            return;
        }
        let queens = self.n - self.depth;
        let mut sink = KeySink { n: self.n, trail: queens - 2, keys: &mut self.keys };
        self.engine.run(self.kernel, &mut sink);
        sort(&mut self.keys, &mut self.spare);
        let width = bits_per_queen(self.n) * queens as u32;
        let tail = u64::MAX >> (64 - width);
        let heads = &self.heads;
        let packed = |&key: &u64| heads[(key >> width) as usize].push(width, key & tail);
        self.out.extend(self.keys.iter().map(packed));
        self.engine.roots.clear();
        self.heads.clear();
        self.keys.clear();
    }
}

/// Makes sort keys of the solutions of a batch.
struct KeySink<'a> {
    n: usize,
    /// Queens in a trail.
    trail: usize,
    keys: &'a mut Vec<u64>,
}

impl LeafSink for KeySink<'_> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let (n, width) = (self.n, bits_per_queen(self.n));
        let in_second = self.trail.saturating_sub(in_first_word(n));
        let bits = [self.trail - in_second, in_second].map(|queens| width * queens as u32);
        let second_mask = (1 << bits[1]) - 1;
        let lasts = leaves.rows.iter().zip(leaves.last_but_one);
        let trails = leaves.trail[0].iter().zip(leaves.trail[1]);
        self.keys.extend(lasts.zip(trails).map(|((&rows, &last_but_one), (&first, &second))| {
            let key = (tag_of(n, rows) as u64) << bits[0] | u64::from(first);
            let key = key << bits[1] | u64::from(second & second_mask);
            let key = key << width | u64::from(last_but_one.trailing_zeros());
            key << width | u64::from(bit_of(n, rows).trailing_zeros())
        }));
    }
}
