//! The first queens of the images of solutions, a vector of solutions at a time.

use super::emit::bits_per_queen;
use super::lanes::{Isa, Lanes, Selection};
use super::levels::{LEN, Words};
use super::places::DIGIT;
use super::search::{Leaves, in_first_word};
use super::seed::{bit_of, board_mask, tag_of};

/// A key that is greater than all others.
const NO_KEY: u32 = u32::MAX >> 2;

/// Lanes of the widest vector.
const MOST_LANES: usize = 16;

/// Keys (see places.rs) of the solution, its reverse, its inverse and the reverse of its inverse, as
/// far as the queens of a seed say; the other four images are the complements.
pub(super) type SeedKeys = [u32; 4];

/// Sizes of a search.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The board.
    pub(super) n: usize,
    /// Queens of a key.
    pub(super) depth: usize,
    /// Queens of a seed, at least those of a key.
    pub(super) seed: usize,
}

impl Shape {
    /// How far a queen in this column or row moves up in a key, as far as it is in one.
    fn up(self, column: usize) -> Option<u32> {
        (column < self.depth).then(|| DIGIT * (self.depth - 1 - column) as u32)
    }

    /// The keys of queens in the first columns.
    pub(super) fn seed_keys(self, rows: &[u8]) -> SeedKeys {
        let last = self.n - 1;
        let mut keys = [0; 4];
        for (column, row) in rows.iter().map(|&row| usize::from(row)).enumerate() {
            let queens = [(column, row), (last - column, row), (row, column), (last - row, column)];
            for (key, (place, queen)) in keys.iter_mut().zip(queens) {
                *key |= self.up(place).map_or(0, |up| (queen as u32) << up);
            }
        }
        keys
    }

    /// The word and the place in it where a trail has the queen of a column, unless it is one of the
    /// last two columns.
    fn in_trail(self, column: usize) -> Option<(usize, u32)> {
        let (queens, queen) = (self.n - self.seed - 2, column - self.seed);
        let first = queens.min(in_first_word(self.n));
        let above = |queens: usize| bits_per_queen(self.n) * (queens - 1 - queen) as u32;
        match queen {
            _ if queen < first => Some((0, above(first))),
            _ if queen < queens => Some((1, above(queens))),
            _ => None,
        }
    }

    /// The row of a queen in a trail, with others above it.
    fn trail_mask(self) -> u32 {
        (1 << bits_per_queen(self.n)) - 1
    }

    /// All queens of a leaf below a seed.
    pub(super) fn queens(self, seed: &[u8], leaves: &Leaves<'_>, leaf: usize) -> Vec<u8> {
        let mut rows = seed.to_vec();
        for column in self.seed..self.n {
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

/// A block of leaves, and what came out.
pub(super) struct Images {
    /// Rows, last rows but one, and the two words of the trail.
    leaves: [Words; 4],
    seeds: [Words; 4],
    /// Place numbers: 0, 1, 2 …
    numbers: Words,
    /// The rows of the leaves whose own key is less than those of all other images …
    pub(super) unique: Words,
    /// … and for each other pair of complements the lesser key.
    pub(super) others: [Words; 3],
    /// How many leaves those are.
    pub(super) len: usize,
    /// The leaves whose own key is equal to another, and less than none.
    pub(super) tied: Words,
    /// How many leaves those are.
    pub(super) tied_len: usize,
}

impl Images {
    pub(super) fn new() -> Self {
        let words = || Words([0; LEN]);
        let four = || [words(), words(), words(), words()];
        let numbers = Words(std::array::from_fn(|i| i as u32));
        Images {
            leaves: four(),
            seeds: four(),
            numbers,
            unique: words(),
            others: [words(), words(), words()],
            len: 0,
            tied: words(),
            tied_len: 0,
        }
    }

    /// Computes the keys of a block of leaves; `seeds` are the keys of the seeds by tag.
    #[inline(always)]
    pub(super) fn compute<I: Isa>(
        &mut self,
        isa: I,
        shape: Shape,
        seeds: &[SeedKeys],
        leaves: &Leaves<'_>,
    ) {
        let len = leaves.rows.len();
        (self.len, self.tied_len) = (0, 0);
        let Some(&last) = leaves.rows.last() else { return };
        // The last vector is filled up with the last leaf, but not with its own key.
        let width = <I::V as Lanes>::WIDTH;
        let end = len + width;
        let words = [leaves.rows, leaves.last_but_one, leaves.trail[0], leaves.trail[1]];
        for (to, from) in self.leaves.iter_mut().zip(words) {
            to.0[..len].copy_from_slice(from);
            to.0[len..end].fill(from[len - 1]);
        }
        for (i, &rows) in leaves.rows.iter().chain(&[last; MOST_LANES][..width]).enumerate() {
            let keys = seeds[tag_of(shape.n, rows)];
            for (to, key) in self.seeds.iter_mut().zip(keys) {
                to.0[i] = key;
            }
        }
        self.seeds[0].0[len..end].fill(NO_KEY);
        for at in (0..len).step_by(width) {
            let keys = self.image_keys(isa, shape, at);
            self.select(isa, shape, keys, at);
        }
    }

    /// The keys of the solution, its reverse, its inverse and the reverse of its inverse.
    #[inline(always)]
    fn image_keys<I: Isa>(&self, isa: I, shape: Shape, at: usize) -> [I::V; 4] {
        let n = shape.n;
        let [rows, last_but_one, first_word, second_word] =
            [0, 1, 2, 3].map(|i| isa.load(&self.leaves[i].0, at));
        let trail = [first_word, second_word];
        let mut keys = [0, 1, 2, 3].map(|i| isa.load(&self.seeds[i].0, at));
        let (queen, mask) = (isa.splat(shape.trail_mask()), isa.splat(board_mask(n)));
        let from_top = isa.splat(DIGIT * (shape.depth - 1) as u32);
        let from_end = isa.splat(DIGIT * (n - shape.depth) as u32);
        for column in shape.seed..n {
            let row = match shape.in_trail(column) {
                Some((word, place)) => trail[word].down_by(isa.splat(place)).and(queen),
                None if column + 2 == n => last_but_one.bit_number(),
                None => rows.and(mask).bit_number(),
            };
            if let Some(up) = shape.up(n - 1 - column) {
                keys[1] = keys[1].or(row.up_by(isa.splat(up)));
            }
            // Rows that are not in a key move the column out of the word.
            let (place, here) = (row.up::<2>().plus(row), isa.splat(column as u32));
            keys[2] = keys[2].or(here.up_by(from_top.minus(place)));
            keys[3] = keys[3].or(here.up_by(place.minus(from_end)));
        }
        keys
    }

    /// Appends what belongs to `unique`, `others` and `tied`.
    #[inline(always)]
    fn select<I: Isa>(&mut self, isa: I, shape: Shape, keys: [I::V; 4], at: usize) {
        let last = (0..shape.depth).fold(0, |key, _| key << DIGIT | (shape.n as u32 - 1));
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
