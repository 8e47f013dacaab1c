//! The search for canonical representatives below boards.
//!
//! Masks on the border rows and columns exclude most other solutions early. The keys of the images (see
//! `image_keys.rs`) decide the rest, except for the few whose images begin alike.

use super::Kernel;
use super::engine::{Engine, Interruptible, LeafSink, Leaves, Mode, root_depth};
use super::image_keys::{ImageKeys, RootKeys, SearchShape};
use super::prefixes::{Key, key_of};
use super::simd::{Isa, Routine};
use super::sweep::{board_mask, tag_of, tags};
use crate::combinatorics::{Canonical, Orbit, Permutation, Solution};
use crate::search::bitboard::Bitboard;

/// The rows of each column that a canonical representative may use if it begins with this prefix: two or more queens,
/// the first in the lower half of the rows.
///
/// If the first queen is in the corner, the reflection in the diagonal must not be smaller: the queen of row 1 is after
/// column p2. Otherwise no border queen is nearer to a corner than the first one.
pub(crate) fn allowed_rows(n: usize, prefix: &[u8]) -> [u32; 32] {
    let mut allowed = [board_mask(n); 32];
    let (first, second, last) = (usize::from(prefix[0]), usize::from(prefix[1]), n - 1);
    if first == 0 {
        allowed[1..=second].iter_mut().for_each(|rows| *rows &= !2);
        return allowed;
    }
    let near = (1 << first) - 1;
    for column in 1..first {
        allowed[column] &= !(1 | 1 << last);
        allowed[last - column] &= !(1 | 1 << last);
    }
    allowed[last] &= !(near | near << (n - first));
    allowed
}

/// The part of a prefix that [`allowed_rows`] depends on.
pub(crate) fn masks_of(prefix: &[u8]) -> [u8; 2] {
    [prefix[0], if prefix[0] == 0 { prefix[1] } else { 0 }]
}

/// Receives the images of the representatives found.
pub(crate) trait ImageSink {
    /// Receives the key of an image in the first half, other than the representative itself.
    fn add(&mut self, key: Key);

    /// Whether images are computed at all.
    const WANTED: bool = true;
}

/// Ignores the images.
impl ImageSink for () {
    fn add(&mut self, _: Key) {}

    const WANTED: bool = false;
}

/// A search for canonical representatives below boards. Reusable.
pub(crate) struct CanonicalFinder<S> {
    pub(super) engine: Engine,
    found: CanonicalSink<S>,
}

impl<S: ImageSink> CanonicalFinder<S> {
    /// A search on board size `n` with keys of `depth` queens. 5 ≤ N ≤ 29.
    pub(crate) fn new(kernel: Kernel, n: usize, depth: usize, images: S) -> Self {
        let shape = SearchShape { n, key: depth, root: root_depth(n).max(depth) };
        Self::with_shape(kernel, shape, images)
    }

    /// A search with roots of N − [`most_queens`](super::engine::most_queens) to N − 2 queens, at least as many as a key has.
    ///
    /// Not inlined: the keys are made on the stack, and a caller with such a frame would touch all of it on each call.
    #[inline(never)]
    pub(crate) fn with_shape(kernel: Kernel, shape: SearchShape, images: S) -> Self {
        let found = CanonicalSink {
            kernel,
            shape,
            roots: Vec::new(),
            root_keys: Vec::new(),
            counts: Vec::new(),
            keys: Box::new(ImageKeys::new()),
            images,
        };
        CanonicalFinder { engine: Engine::new(kernel, shape.n, Mode::Trail, shape.root), found }
    }

    /// Sets the rows of each column for the next roots.
    pub(crate) fn allow(&mut self, allowed: [u32; 32]) {
        self.engine.allowed = allowed;
    }

    /// The rows that a column may use.
    pub(crate) fn allowed(&self, column: usize) -> u32 {
        self.engine.allowed[column]
    }

    /// Adds a board of allowed queens as a root of the next search. Returns whether there is space for another.
    pub(crate) fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool {
        let tag = self.found.root_keys.len();
        self.engine.add_root(board, tag);
        self.found.roots.extend_from_slice(queens);
        self.found.root_keys.push(self.found.shape.root_keys(queens));
        tag + 1 < tags(self.found.shape.n)
    }

    /// Searches below the roots and removes them. Calls `each` with the key of each root, in order, and the number of
    /// representatives below it. Returns false if `more(new)` ended the search.
    pub(crate) fn search(
        &mut self,
        more: &mut dyn FnMut(u64) -> bool,
        mut each: impl FnMut(Key, u32),
    ) -> bool {
        self.found.counts.clear();
        self.found.counts.resize(self.found.root_keys.len(), 0);
        let mut sink = Interruptible::new(&mut self.found, more);
        self.engine.run(&mut sink);
        let finished = sink.finished().is_some();
        self.found.roots.clear();
        for (keys, &count) in self.found.root_keys.drain(..).zip(&self.found.counts) {
            each(keys.own(self.found.shape), count);
        }
        finished
    }

    pub(crate) fn images(&mut self) -> &mut S {
        &mut self.found.images
    }
}

/// The roots of a search, and the representatives found below them.
struct CanonicalSink<S> {
    kernel: Kernel,
    shape: SearchShape,
    /// The queens of the roots, by tag.
    roots: Vec<u8>,
    /// The keys of the roots, by tag.
    root_keys: Vec<RootKeys>,
    /// Canonical representatives, by tag.
    counts: Vec<u32>,
    keys: Box<ImageKeys>,
    images: S,
}

impl<S: ImageSink> CanonicalSink<S> {
    /// Adds a solution whose key equals that of another image if it is canonical.
    fn add_tied(&mut self, leaves: &Leaves<'_>, leaf: usize) {
        let shape = self.shape;
        let tag = tag_of(shape.n, leaves.rows[leaf]);
        let rows = shape.queens(&self.roots[tag * shape.root..][..shape.root], leaves, leaf);
        let permutation = Permutation::new(&rows).expect("leaves are permutations");
        let solution = Solution::from_proof(permutation);
        if Canonical::check(solution).is_none() {
            return;
        }
        self.counts[tag] += 1;
        if S::WANTED {
            for (_, image) in Orbit::of(&solution).members() {
                if image.in_first_half() && *image != solution {
                    self.images.add(key_of(&image.zero_based()[..shape.key]));
                }
            }
        }
    }
}

impl<S: ImageSink> LeafSink for &mut CanonicalSink<S> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let kernel = self.kernel;
        kernel.call(AddUntied { found: self, leaves: &leaves });
        for tied in 0..self.keys.tied_len {
            self.add_tied(&leaves, self.keys.tied.0[tied] as usize);
        }
    }
}

/// Adds the solutions of a batch whose keys prove them canonical, and collects the ties.
struct AddUntied<'b, S> {
    found: &'b mut CanonicalSink<S>,
    leaves: &'b Leaves<'b>,
}

impl<S: ImageSink> Routine for AddUntied<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let found = self.found;
        let keys = &mut *found.keys;
        keys.compute(isa, found.shape, &found.root_keys, self.leaves);
        for &rows in &keys.unique.0[..keys.len] {
            found.counts[tag_of(found.shape.n, rows)] += 1;
        }
        if S::WANTED {
            for (others, sevenths) in keys.others.iter().zip(&keys.sevenths) {
                for (&first, &seventh) in others.0[..keys.len].iter().zip(&sevenths.0) {
                    found.images.add(found.shape.join(first, seventh));
                }
            }
        }
    }
}
