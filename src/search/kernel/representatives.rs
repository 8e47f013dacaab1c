//! Canonical representatives below boards: the search, and what tells them at its end.

use super::Kernel;
use super::images::{Images, SeedKeys, Shape};
use super::lanes::{Isa, Task};
use super::places::key_of;
use super::search::{Job, Leaves, Mode, Sink, While, most_queens};
use super::seed::{Seed, board_mask, tag_of, tags};
use crate::combinatorics::{Canonical, Orbit, Permutation, Solution};

/// Queens below a seed that a search does best with, where a trail takes so many: the second word of
/// a trail only the columns that fill it carry along.
const BELOW_SEEDS: usize = 12;

/// The rows that a canonical representative that begins with these two queens leaves to each
/// column; `prefix` has two queens or more, the first one in the lower half of the rows.
///
/// From the corner, its mirror image on the diagonal comes after it: the queen of row 1 stands
/// behind column p2. Otherwise no border queen is nearer to a corner than the first one.
pub(super) fn allowed_rows(n: usize, prefix: &[u8]) -> [u32; 32] {
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

/// What [`allowed_rows`] depends on.
pub(super) fn masks_of(prefix: &[u8]) -> [u8; 2] {
    [prefix[0], if prefix[0] == 0 { prefix[1] } else { 0 }]
}

/// Takes the images of the representatives that are found.
pub(super) trait Others {
    /// Takes the key of an image in the first half, not the representative itself.
    fn add(&mut self, key: u32);

    /// Whether anybody wants them.
    const WANTED: bool = true;
}

/// Nobody wants them.
impl Others for () {
    fn add(&mut self, _: u32) {}

    const WANTED: bool = false;
}

/// A search for canonical representatives below boards, again and again.
pub(super) struct Finder<O> {
    kernel: Kernel,
    job: Job,
    found: Found<O>,
}

impl<O: Others> Finder<O> {
    /// A search of board size `n`, keys of `depth` queens; 5 ≤ N ≤ 29.
    pub(super) fn new(kernel: Kernel, n: usize, depth: usize, others: O) -> Self {
        let seed = n.saturating_sub(BELOW_SEEDS.min(most_queens(n))).max(depth);
        Self::with_seeds(kernel, Shape { n, depth, seed }, others)
    }

    /// The same for seeds of other lengths, from N − [`most_queens`] to N − 2 queens and at least `depth`.
    pub(super) fn with_seeds(kernel: Kernel, shape: Shape, others: O) -> Self {
        let found = Found {
            kernel,
            shape,
            seeds: Vec::new(),
            keys: Vec::new(),
            found: Vec::new(),
            images: Box::new(Images::new()),
            others,
        };
        Finder { kernel, job: Job::new(shape.n, Mode::Trail, shape.seed), found }
    }

    /// Queens of a seed.
    pub(super) fn seed_depth(&self) -> usize {
        self.found.shape.seed
    }

    /// Sets the rows of each column for the seeds to come.
    pub(super) fn allow(&mut self, allowed: [u32; 32]) {
        self.job.allowed = allowed;
    }

    /// The rows that a column may use.
    pub(super) fn allowed(&self, column: usize) -> u32 {
        self.job.allowed[column]
    }

    /// Adds a board, of allowed queens, to those below which the next search looks; false when
    /// there was no room for a further one.
    pub(super) fn add_seed(&mut self, board: Seed, queens: &[u8]) -> bool {
        let tag = self.found.keys.len();
        if board.safe() & self.job.allowed[queens.len()] != 0 {
            self.job.seeds.push(board.tagged(tag));
        }
        self.found.seeds.extend_from_slice(queens);
        self.found.keys.push(self.found.shape.seed_keys(queens));
        tag + 1 < tags(self.found.shape.n)
    }

    /// Searches, and forgets the seeds: what `each` gets is the key of each of them and how many
    /// representatives begin with its queens. False when `more` ended the search.
    pub(super) fn search(
        &mut self,
        more: &mut dyn FnMut(u64) -> bool,
        mut each: impl FnMut(u32, u32),
    ) -> bool {
        self.found.found.clear();
        self.found.found.resize(self.found.keys.len(), 0);
        let mut sink = While::new(&mut self.found, more);
        self.kernel.run(&mut self.job, &mut sink);
        let finished = sink.finished().is_some();
        self.job.seeds.clear();
        self.found.seeds.clear();
        for (keys, &found) in self.found.keys.drain(..).zip(&self.found.found) {
            each(keys[0], found);
        }
        finished
    }

    /// What took the images.
    pub(super) fn others(&mut self) -> &mut O {
        &mut self.found.others
    }
}

/// The seeds of a search and what is found below them.
struct Found<O> {
    kernel: Kernel,
    shape: Shape,
    /// The queens of the seeds and the keys of their images, by tag.
    seeds: Vec<u8>,
    keys: Vec<SeedKeys>,
    /// Canonical representatives, by tag.
    found: Vec<u32>,
    images: Box<Images>,
    others: O,
}

impl<O: Others> Found<O> {
    /// Adds a solution of which another image begins as it does, if it is canonical.
    fn add_tied(&mut self, leaves: &Leaves<'_>, leaf: usize) {
        let shape = self.shape;
        let tag = tag_of(shape.n, leaves.rows[leaf]);
        let rows = shape.queens(&self.seeds[tag * shape.seed..][..shape.seed], leaves, leaf);
        let permutation = Permutation::new(&rows).expect("leaves are permutations");
        let solution = Solution::from_proof(permutation);
        if Canonical::check(solution).is_none() {
            return;
        }
        self.found[tag] += 1;
        if O::WANTED {
            for (_, image) in Orbit::of(&solution).members() {
                if image.in_first_half() && *image != solution {
                    self.others.add(key_of(&image.rows()[..shape.depth]));
                }
            }
        }
    }
}

impl<O: Others> Sink for &mut Found<O> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let kernel = self.kernel;
        kernel.perform(Block { found: self, leaves: &leaves });
        for tied in 0..self.images.tied_len {
            self.add_tied(&leaves, self.images.tied.0[tied] as usize);
        }
    }
}

/// A block of leaves.
struct Block<'b, O> {
    found: &'b mut Found<O>,
    leaves: &'b Leaves<'b>,
}

impl<O: Others> Task for Block<'_, O> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let found = self.found;
        let images = &mut *found.images;
        images.compute(isa, found.shape, &found.keys, self.leaves);
        for &rows in &images.unique.0[..images.len] {
            found.found[tag_of(found.shape.n, rows)] += 1;
        }
        if O::WANTED {
            for keys in &images.others {
                keys.0[..images.len].iter().for_each(|&key| found.others.add(key));
            }
        }
    }
}
