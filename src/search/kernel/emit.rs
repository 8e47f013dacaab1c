//! Lists the solutions below a prefix, packed and in lexicographic order.
//!
//! The search takes a batch of roots at a time and represents each solution by a 64-bit sort key: the index of the root
//! in the batch, and in the lower bits the queens after the root. After sorting, the queens of the root replace its
//! index.

use super::Kernel;
use super::canonical::{allowed_rows, masks_of};
use super::engine::{Engine, LeafSink, Leaves, Mode, in_first_word, most_queens};
use super::sweep::{bit_of, tag_of, tags};
use crate::combinatorics::{bits_per_queen, word::Word};
use crate::search::bitboard::{Bitboard, each_row};

/// Roots per search. Their solutions, a few thousand, are sorted in the second-level cache.
const BATCH: usize = 1 << BATCH_BITS;
const BATCH_BITS: u32 = 9;

/// Queens below a root, unless the prefix is longer: as many as fit a trail and a sort key.
fn queens_below(n: usize) -> usize {
    most_queens(n).min(((u64::BITS - BATCH_BITS) / bits_per_queen(n)) as usize)
}

/// Appends all solutions that begin with `prefix` (0-based rows) to `out`, in lexicographic order, each as one integer:
/// [`bits_per_queen`] bits per queen, the last queen in the lowest bits, so that integers compare like solutions. One
/// thread; most efficient below short prefixes.
///
/// # Panics
///
/// If `W` is too small (`u64` fits N ≤ 16, `u128` N ≤ 25), or if the prefix is longer than N or has a row outside the
/// board.
pub fn emit_below<W: Word>(kernel: Kernel, n: usize, prefix: &[u8], out: &mut Vec<W>) {
    let inside = prefix.len() <= n && prefix.iter().all(|&row| usize::from(row) < n);
    assert!(inside, "a prefix of at most {n} rows below {n} expected");
    let mut emitter = Emitter::new(kernel, n, prefix.len());
    emitter.below(prefix, out);
    emitter.search(out);
}

/// Finds the solutions below roots, in lexicographic order if the roots are. Reusable.
pub(crate) struct Emitter<W> {
    n: usize,
    engine: Engine,
    /// The part of the prefix that determines the allowed rows, when searching for representatives.
    masks: Option<[u8; 2]>,
    /// The packed queens of each root, by tag.
    heads: Vec<W>,
    /// Sort keys of the solutions.
    keys: Vec<u64>,
    /// Scratch space for sorting.
    spare: Vec<u64>,
}

impl<W: Word> Emitter<W> {
    /// A search below prefixes of `queens` queens.
    ///
    /// # Panics
    ///
    /// If `W` is too small for the board.
    pub(crate) fn new(kernel: Kernel, n: usize, queens: usize) -> Self {
        let fits = (1..=32).contains(&n) && n as u32 * bits_per_queen(n) <= W::BITS;
        assert!(fits, "N is {n}, and a solution takes {} bits", W::BITS);
        let depth = n.saturating_sub(queens_below(n)).max(queens);
        let engine = Engine::new(kernel, n, Mode::Trail, depth);
        let (heads, keys, spare) = (Vec::new(), Vec::new(), Vec::new());
        Emitter { n, engine, masks: None, heads, keys, spare }
    }

    /// Queens per root.
    pub(crate) fn depth(&self) -> usize {
        self.engine.depth
    }

    /// Adds the roots below a prefix of rows inside the board; none if they attack each other. When the buffer is full,
    /// searches and appends the solutions.
    pub(crate) fn below(&mut self, prefix: &[u8], out: &mut Vec<W>) {
        if let Some(board) = Bitboard::with_queens(self.n, prefix) {
            let push = |head: W, &row: &u8| head.push(bits_per_queen(self.n), row.into());
            let head = prefix.iter().fold(W::ZERO, push);
            self.descend(board, prefix.len(), head, out);
        }
    }

    /// Like [`Emitter::below`], for canonical representatives below a prefix of two or more queens. Leaves out most,
    /// but not all, other solutions. N ≥ 4.
    pub(crate) fn representatives_below(&mut self, prefix: &[u8], out: &mut Vec<W>) {
        if usize::from(prefix[0]) >= self.n / 2 {
            return;
        }
        if self.masks != Some(masks_of(prefix)) {
            // All roots of a search have the same allowed rows.
            self.search(out);
            self.masks = Some(masks_of(prefix));
            self.engine.allowed = allowed_rows(self.n, prefix);
        }
        let is_allowed = |(row, allowed): (&u8, &u32)| allowed >> row & 1 != 0;
        if prefix.iter().zip(&self.engine.allowed).all(is_allowed) {
            self.below(prefix, out);
        }
    }

    /// The maximum number of roots per search.
    pub(crate) fn most_roots(&self) -> usize {
        BATCH.min(tags(self.n))
    }

    /// The number of roots added since the last search, not counting those without a safe row.
    pub(crate) fn roots(&self) -> usize {
        self.engine.roots()
    }

    fn descend(&mut self, board: Bitboard<u32>, column: usize, head: W, out: &mut Vec<W>) {
        if column == self.n {
            // Only for prefixes of at least N − 1 queens.
            out.push(head);
        } else if column < self.depth() || column + 2 > self.n {
            for row in each_row(board.safe() & self.engine.allowed[column]) {
                let head = head.push(bits_per_queen(self.n), row.trailing_zeros().into());
                self.descend(board.with(row), column + 1, head, out);
            }
        } else {
            if self.roots() == self.most_roots() {
                self.search(out);
            }
            if self.engine.add_root(board, self.heads.len()) {
                self.heads.push(head);
            }
        }
    }

    /// Searches below the roots, removes them and appends the solutions.
    pub(crate) fn search(&mut self, out: &mut Vec<W>) {
        if self.roots() == 0 {
            return;
        }
        let queens = self.n - self.depth();
        let mut sink = KeySink { n: self.n, trail: queens - 2, keys: &mut self.keys };
        self.engine.run(&mut sink);
        sort(&mut self.keys, &mut self.spare);
        let width = bits_per_queen(self.n) * queens as u32;
        let tail = u64::MAX >> (64 - width);
        let heads = &self.heads;
        let packed = |&key: &u64| heads[(key >> width) as usize].push(width, key & tail);
        out.extend(self.keys.iter().map(packed));
        self.heads.clear();
        self.keys.clear();
    }
}

/// Converts the solutions of a batch to sort keys.
struct KeySink<'a> {
    n: usize,
    /// Queens per trail.
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

// ---- sorting: by radix on the highest bits of nearly random numbers, then by comparison on the few ties

/// Bits per digit. The counters of a pass take half of the first-level cache.
const DIGIT: u32 = 12;

/// Digits sorted by radix. The solutions of a batch rarely agree in 24 bits.
const DIGITS: u32 = 2;

/// Sorts numbers, using `spare` as scratch space of the same length. O(length) if most differ in their highest bits.
fn sort(numbers: &mut [u64], spare: &mut Vec<u64>) {
    if numbers.len() < 1 << (DIGIT - 2) {
        return numbers.sort_unstable();
    }
    if spare.len() < numbers.len() {
        spare.resize(numbers.len(), 0);
    }
    let spare = &mut spare[..numbers.len()];
    let differing = numbers.iter().fold(0, |bits, &number| bits | (number ^ numbers[0]));
    let low = (u64::BITS - differing.leading_zeros()).saturating_sub(DIGIT * DIGITS);
    distribute(numbers, spare, low);
    distribute(spare, numbers, low + DIGIT);
    for ties in numbers.chunk_by_mut(|a, b| a >> low == b >> low) {
        if ties.len() > 1 {
            ties.sort_unstable();
        }
    }
}

/// Sorts numbers stably by the digit that begins at bit `at`.
fn distribute(from: &[u64], to: &mut [u64], at: u32) {
    let digit = |number: u64| (number >> at) as usize % (1 << DIGIT);
    let mut places = [0u32; 1 << DIGIT];
    for &number in from {
        places[digit(number)] += 1;
    }
    let mut sum = 0;
    for place in &mut places {
        sum += std::mem::replace(place, sum);
    }
    for &number in from {
        let place = &mut places[digit(number)];
        to[*place as usize] = number;
        *place += 1;
    }
}
