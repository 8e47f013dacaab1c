//! The first queens of the images of solutions, as keys (see `prefixes.rs`), a vector of solutions at a time.

use super::engine::board::{bit_of, board_mask, tag_of};
use super::engine::search::{Leaves, in_first_word};
use super::prefixes::DIGIT;
use super::simd::{Isa, LaneArray, Lanes, MOST_LANES, Selection};
use crate::combinatorics::bits_per_queen;

/// A key that is greater than all others.
const NO_KEY: u32 = u32::MAX >> 2;

/// Keys of a solution, its reverse, its inverse and the reverse of its inverse, as far as the queens of its
/// root determine them. The other four images are the complements of these.
pub(crate) type RootKeys = [u32; 4];

/// Sizes of a search for canonical representatives.
#[derive(Clone, Copy)]
pub(crate) struct SearchShape {
    /// The board size N.
    pub(crate) n: usize,
    /// Queens of a key.
    pub(crate) key: usize,
    /// Queens of a root, at least those of a key.
    pub(crate) root: usize,
}

impl SearchShape {
    /// The bit where a key has the queen of a column, if the column is in it.
    fn up(self, column: usize) -> Option<u32> {
        (column < self.key).then(|| DIGIT * (self.key - 1 - column) as u32)
    }

    /// The keys of queens in the first columns.
    pub(super) fn root_keys(self, rows: &[u8]) -> RootKeys {
        let last = self.n - 1;
        let mut keys = [0; 4];
        for (column, row) in rows.iter().map(|&row| usize::from(row)).enumerate() {
            let queens = [(column, row), (last - column, row), (row, column), (last - row, column)];
            for (key, (column, row)) in keys.iter_mut().zip(queens) {
                *key |= self.up(column).map_or(0, |up| (row as u32) << up);
            }
        }
        keys
    }

    /// The word of a trail and the bit in it where the queen of a column begins; `None` for the last two
    /// columns.
    pub(super) fn in_trail(self, column: usize) -> Option<(usize, u32)> {
        let (queens, queen) = (self.n - self.root - 2, column - self.root);
        let first = queens.min(in_first_word(self.n));
        let above = |queens: usize| bits_per_queen(self.n) * (queens - 1 - queen) as u32;
        match queen {
            _ if queen < first => Some((0, above(first))),
            _ if queen < queens => Some((1, above(queens))),
            _ => None,
        }
    }

    /// The bits of a queen in a trail.
    pub(super) fn trail_mask(self) -> u32 {
        (1 << bits_per_queen(self.n)) - 1
    }

    /// All queens of a leaf, given those of its root.
    pub(super) fn queens(self, root: &[u8], leaves: &Leaves<'_>, leaf: usize) -> Vec<u8> {
        let mut rows = root.to_vec();
        for column in self.root..self.n {
            let row = match self.in_trail(column) {
                Some((word, at)) => leaves.trail[word][leaf] >> at & self.trail_mask(),
                None if column + 2 == self.n => leaves.last_but_one[leaf].trailing_zeros(),
                None => bit_of(self.n, leaves.rows[leaf]).trailing_zeros(),
            };
            rows.push(row as u8);
        }
        rows
    }
}

/// A batch of leaves, and the keys of their images.
pub(super) struct ImageKeys {
    /// Rows, last rows but one, and the two words of the trail.
    leaves: [LaneArray; 4],
    /// The keys of the leaves' roots.
    roots: [LaneArray; 4],
    /// The numbers 0, 1, 2 …
    numbers: LaneArray,
    /// Rows of the leaves whose own key is less than those of all other images.
    pub(super) unique: LaneArray,
    /// Of those leaves the lesser key of each of the three other pairs of complements.
    pub(super) others: [LaneArray; 3],
    /// Length of `unique` and `others`.
    pub(super) len: usize,
    /// Indices of the leaves whose own key equals that of another image, and exceeds none.
    pub(super) tied: LaneArray,
    /// Length of `tied`.
    pub(super) tied_len: usize,
}

impl ImageKeys {
    pub(super) fn new() -> Self {
        let array = LaneArray::new;
        let four = || [array(), array(), array(), array()];
        ImageKeys {
            leaves: four(),
            roots: four(),
            numbers: LaneArray(std::array::from_fn(|i| i as u32)),
            unique: array(),
            others: [array(), array(), array()],
            len: 0,
            tied: array(),
            tied_len: 0,
        }
    }

    /// Computes the keys of a batch of leaves; `roots` are the keys of the roots by tag.
    #[inline(always)]
    pub(super) fn compute<I: Isa>(
        &mut self,
        isa: I,
        shape: SearchShape,
        roots: &[RootKeys],
        leaves: &Leaves<'_>,
    ) {
        let len = leaves.rows.len();
        (self.len, self.tied_len) = (0, 0);
        let Some(&last) = leaves.rows.last() else { return };
        // The last vector is filled up with copies of the last leaf whose own key is greater than all.
        let width = <I::V as Lanes>::WIDTH;
        let end = len + width;
        let words = [leaves.rows, leaves.last_but_one, leaves.trail[0], leaves.trail[1]];
        for (to, from) in self.leaves.iter_mut().zip(words) {
            to.0[..len].copy_from_slice(from);
            to.0[len..end].fill(from[len - 1]);
        }
        for (i, &rows) in leaves.rows.iter().chain(&[last; MOST_LANES][..width]).enumerate() {
            let keys = roots[tag_of(shape.n, rows)];
            for (to, key) in self.roots.iter_mut().zip(keys) {
                to.0[i] = key;
            }
        }
        self.roots[0].0[len..end].fill(NO_KEY);
        for at in (0..len).step_by(width) {
            let keys = self.image_keys(isa, shape, at);
            self.select(isa, shape, keys, at);
        }
    }

    /// The keys of the solution, its reverse, its inverse and the reverse of its inverse.
    #[inline(always)]
    fn image_keys<I: Isa>(&self, isa: I, shape: SearchShape, at: usize) -> [I::V; 4] {
        let n = shape.n;
        let [rows, last_but_one, first_word, second_word] =
            [0, 1, 2, 3].map(|i| isa.load(&self.leaves[i].0, at));
        let trail = [first_word, second_word];
        let mut keys = [0, 1, 2, 3].map(|i| isa.load(&self.roots[i].0, at));
        let (queen, mask) = (isa.splat(shape.trail_mask()), isa.splat(board_mask(n)));
        let from_top = isa.splat(DIGIT * (shape.key - 1) as u32);
        let from_end = isa.splat(DIGIT * (n - shape.key) as u32);
        for column in shape.root..n {
            let row = match shape.in_trail(column) {
                Some((word, bit)) => trail[word].down_by(isa.splat(bit)).and(queen),
                None if column + 2 == n => last_but_one.bit_number(),
                None => rows.and(mask).bit_number(),
            };
            if let Some(up) = shape.up(n - 1 - column) {
                keys[1] = keys[1].or(row.up_by(isa.splat(up)));
            }
            // Rows that are not in a key shift the column out of the word.
            let (digits, here) = (row.up::<2>().plus(row), isa.splat(column as u32));
            keys[2] = keys[2].or(here.up_by(from_top.minus(digits)));
            keys[3] = keys[3].or(here.up_by(digits.minus(from_end)));
        }
        keys
    }

    /// Appends to `unique`, `others` and `tied`.
    #[inline(always)]
    fn select<I: Isa>(&mut self, isa: I, shape: SearchShape, keys: [I::V; 4], at: usize) {
        let last = (0..shape.key).fold(0, |key, _| key << DIGIT | (shape.n as u32 - 1));
        let last = isa.splat(last);
        let [own, reverse, inverse, turned] = keys;
        let others = [reverse, inverse, turned].map(|key| key.min(last.minus(key)));
        let least = others[0].min(others[1]).min(others[2]);
        let (unique, tied) = (own.below(least), own.equal(least));
        isa.load(&self.leaves[0].0, at).append(unique, &mut self.unique.0, self.len);
        for (to, key) in self.others.iter_mut().zip(others) {
            key.append(unique, &mut to.0, self.len);
        }
        self.len += unique.count();
        isa.load(&self.numbers.0, at).append(tied, &mut self.tied.0, self.tied_len);
        self.tied_len += tied.count();
    }
}
