//! Computes the first queens of the images of solutions as keys (see `prefixes.rs`), one vector of solutions at a time.
//!
//! A lane holds six queens. They decide which image is the smallest; a seventh queen has a lane of its own.

use super::engine::{Leaves, in_first_word};
use super::prefixes::{DIGIT, Key};
use super::simd::{Isa, LEN, LaneArray, LaneMask, Lanes, MOST_LANES};
use super::sweep::{bit_of, board_mask, tag_of};
use crate::combinatorics::bits_per_queen;

/// A key that is greater than all others.
const NO_KEY: u32 = u32::MAX >> 2;

/// Queens per lane of a key.
const IN_LANE: usize = 6;

/// The keys of a solution, its reverse, its inverse and the reverse of its inverse, as far as the queens of its root
/// determine them. The other four images are the complements of these.
#[derive(Clone, Copy, Default)]
pub(crate) struct RootKeys {
    /// The first queens, at most six.
    first: [u32; 4],
    /// The seventh queen, if present.
    seventh: [u32; 4],
}

impl RootKeys {
    /// The key of the solution itself.
    pub(super) fn own(&self, shape: SearchShape) -> Key {
        shape.join(self.first[0], self.seventh[0])
    }
}

/// The dimensions of a search for canonical representatives.
#[derive(Clone, Copy)]
pub(crate) struct SearchShape {
    /// The board size N.
    pub(crate) n: usize,
    /// Queens per key, at most 7.
    pub(crate) key: usize,
    /// Queens per root, at least as many as per key.
    pub(crate) root: usize,
}

impl SearchShape {
    /// Queens in the first lane of a key.
    fn first(self) -> usize {
        self.key.min(IN_LANE)
    }

    /// Whether a key has a seventh queen.
    fn has_seventh(self) -> bool {
        self.key > IN_LANE
    }

    /// The bit position of the queen of a column in the first lane of a key, if it is there.
    fn up(self, column: usize) -> Option<u32> {
        (column < self.first()).then(|| DIGIT * (self.first() - 1 - column) as u32)
    }

    /// Joins the two lanes of a key. The second is ignored for keys without a seventh queen.
    #[inline(always)]
    pub(super) fn join(self, first: u32, seventh: u32) -> Key {
        if self.has_seventh() {
            Key::from(first) << DIGIT | Key::from(seventh)
        } else {
            first.into()
        }
    }

    pub(super) fn root_keys(self, rows: &[u8]) -> RootKeys {
        let last = self.n - 1;
        let mut keys = RootKeys::default();
        for (column, row) in rows.iter().map(|&row| usize::from(row)).enumerate() {
            let queens = [(column, row), (last - column, row), (row, column), (last - row, column)];
            for (image, (column, row)) in queens.into_iter().enumerate() {
                keys.first[image] |= self.up(column).map_or(0, |up| (row as u32) << up);
                if column == IN_LANE {
                    keys.seventh[image] = row as u32;
                }
            }
        }
        keys
    }

    /// The word of a trail, and the bit in it, where the queen of a column begins; `None` for the last two columns.
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

#[derive(Clone, Copy)]
struct LeafVector<V> {
    shape: SearchShape,
    rows: V,
    last_but_one: V,
    trail: [V; 2],
}

impl<V: Lanes> LeafVector<V> {
    #[inline(always)]
    fn load<I: Isa<V = V>>(isa: I, shape: SearchShape, leaves: &[LaneArray; 4], at: usize) -> Self {
        let [rows, last_but_one, first_word, second_word] =
            [0, 1, 2, 3].map(|i| isa.load(&leaves[i].0, at));
        LeafVector { shape, rows, last_but_one, trail: [first_word, second_word] }
    }

    /// The rows of the queens of a column below the root.
    #[inline(always)]
    fn row<I: Isa<V = V>>(&self, isa: I, column: usize) -> V {
        let shape = self.shape;
        match shape.in_trail(column) {
            Some((word, bit)) => {
                self.trail[word].down_by(isa.splat(bit)).and(isa.splat(shape.trail_mask()))
            }
            None if column + 2 == shape.n => self.last_but_one.bit_number(),
            None => self.rows.and(isa.splat(board_mask(shape.n))).bit_number(),
        }
    }
}

/// A batch of leaves and the keys of their images.
pub(super) struct ImageKeys {
    /// Last rows, second-to-last rows, and the two words of the trail.
    leaves: [LaneArray; 4],
    /// The first lanes of the keys of the leaves' roots.
    roots: [LaneArray; 4],
    /// The seventh queens of the other three images, as far as the roots determine them.
    root_sevenths: [LaneArray; 3],
    /// The numbers 0, 1, 2 …
    numbers: LaneArray,
    /// Rows of the leaves whose own key is smaller than those of all other images.
    pub(super) unique: LaneArray,
    /// For these leaves, the first lane of the smaller key of each of the three other pairs of complements.
    pub(super) others: [LaneArray; 3],
    /// The seventh queens of `others`, if present.
    pub(super) sevenths: [LaneArray; 3],
    /// Length of `unique`, `others` and `sevenths`.
    pub(super) len: usize,
    /// Indices of the leaves whose own key is the smallest but equals that of another image.
    pub(super) tied: LaneArray,
    pub(super) tied_len: usize,
}

impl ImageKeys {
    pub(super) fn new() -> Self {
        let array = || LaneArray([0; LEN]);
        let three = || [array(), array(), array()];
        let four = || [array(), array(), array(), array()];
        ImageKeys {
            leaves: four(),
            roots: four(),
            root_sevenths: three(),
            numbers: LaneArray(std::array::from_fn(|i| i as u32)),
            unique: array(),
            others: three(),
            sevenths: three(),
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
        // The last vector is padded with copies of the last leaf, given an own key that is greater than all others.
        let width = <I::V as Lanes>::WIDTH;
        let end = len + width;
        let words = [leaves.rows, leaves.last_but_one, leaves.trail[0], leaves.trail[1]];
        for (to, from) in self.leaves.iter_mut().zip(words) {
            to.0[..len].copy_from_slice(from);
            to.0[len..end].fill(from[len - 1]);
        }
        for (i, &rows) in leaves.rows.iter().chain(&[last; MOST_LANES][..width]).enumerate() {
            let keys = roots[tag_of(shape.n, rows)];
            for (to, key) in self.roots.iter_mut().zip(keys.first) {
                to.0[i] = key;
            }
            if shape.has_seventh() {
                for (to, &row) in self.root_sevenths.iter_mut().zip(&keys.seventh[1..]) {
                    to.0[i] = row;
                }
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
        let leaves = LeafVector::load(isa, shape, &self.leaves, at);
        let mut keys = [0, 1, 2, 3].map(|i| isa.load(&self.roots[i].0, at));
        let from_top = isa.splat(DIGIT * (shape.first() - 1) as u32);
        let from_end = isa.splat(DIGIT * (n - shape.first()) as u32);
        for column in shape.root..n {
            let row = leaves.row(isa, column);
            if let Some(up) = shape.up(n - 1 - column) {
                keys[1] = keys[1].or(row.up_by(isa.splat(up)));
            }
            // Rows that are not in the key shift the column out of the word.
            let (digits, here) = (row.up::<2>().plus(row), isa.splat(column as u32));
            keys[2] = keys[2].or(here.up_by(from_top.minus(digits)));
            keys[3] = keys[3].or(here.up_by(digits.minus(from_end)));
        }
        keys
    }

    /// The seventh queens of the reverse, the inverse and the reverse of the inverse.
    #[inline(always)]
    fn seventh_queens<I: Isa>(&self, isa: I, shape: SearchShape, at: usize) -> [I::V; 3] {
        let leaves = LeafVector::load(isa, shape, &self.leaves, at);
        let mut sevenths = [0, 1, 2].map(|i| isa.load(&self.root_sevenths[i].0, at));
        let mirrored = shape.n - 1 - IN_LANE;
        if mirrored >= shape.root {
            sevenths[0] = leaves.row(isa, mirrored);
        }
        let from_top = isa.splat(DIGIT * IN_LANE as u32);
        let from_end = isa.splat(DIGIT * mirrored as u32);
        for column in shape.root..shape.n {
            // The seventh row shifts the column to the lowest digit, other rows shift it higher or out of the word.
            let row = leaves.row(isa, column);
            let (digits, here) = (row.up::<2>().plus(row), isa.splat(column as u32));
            sevenths[1] = sevenths[1].or(here.up_by(from_top.minus(digits)));
            sevenths[2] = sevenths[2].or(here.up_by(digits.minus(from_end)));
        }
        sevenths.map(|seventh| seventh.and(isa.splat((1 << DIGIT) - 1)))
    }

    /// Appends to `unique`, `others` and `tied`, and to `sevenths` if there are any.
    #[inline(always)]
    fn select<I: Isa>(&mut self, isa: I, shape: SearchShape, keys: [I::V; 4], at: usize) {
        let last_row = shape.n as u32 - 1;
        let last = isa.splat((0..shape.first()).fold(0, |key, _| key << DIGIT | last_row));
        let [own, images @ ..] = keys;
        let others = images.map(|key| key.min(last.minus(key)));
        let least = others[0].min(others[1]).min(others[2]);
        let (unique, tied) = (own.below(least), own.equal(least));
        isa.load(&self.leaves[0].0, at).append(unique, &mut self.unique.0, self.len);
        for (to, key) in self.others.iter_mut().zip(others) {
            key.append(unique, &mut to.0, self.len);
        }
        if shape.has_seventh() {
            let sevenths = self.seventh_queens(isa, shape, at);
            for (i, seventh) in sevenths.into_iter().enumerate() {
                // All bits set if the complement is smaller, which makes the difference negative.
                let sign = others[i].minus(images[i]).down::<31>();
                let complemented = isa.splat(0).minus(sign);
                let complement = isa.splat(last_row).minus(seventh);
                let chosen = seventh.xor(seventh.xor(complement).and(complemented));
                chosen.append(unique, &mut self.sevenths[i].0, self.len);
            }
        }
        self.len += unique.count();
        isa.load(&self.numbers.0, at).append(tied, &mut self.tied.0, self.tied_len);
        self.tied_len += tied.count();
    }
}
