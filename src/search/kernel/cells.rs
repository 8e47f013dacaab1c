//! Solutions and canonical representatives that begin with each prefix of the first half.
//!
//! Only an eighth of the solutions is visited, the canonical representatives, as in census.rs. Each
//! stands for its orbit: of the four pairs of complements among its images one member is in the first
//! half, and adds 1 where it begins; the representative itself adds 1 to the representatives as well.
//!
//! The search is cut into units by the first queens of the representative. What a unit adds lies all over
//! the board, so counts are sums over the units: any part of them may be counted anywhere, and the
//! parts added up.

use super::Kernel;
use super::count::bits;
use super::images::{Images, SeedKeys, Shape};
use super::lanes::{Isa, Task};
use super::places::{Prefixes, key_of};
use super::search::{Job, Leaves, Mode, Sink, While};
use super::seed::{Seed, board_mask, tag_of, tags};
use crate::combinatorics::{Canonical, Orbit, Permutation, Solution};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Queens of the longest trail, and the two behind it.
const BELOW_SEEDS: usize = 12;

/// The canonical representatives that begin with these three queens: a part of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit([u8; 3]);

/// All units of a board, in lexicographic order; 5 ≤ N ≤ 22. Some hundred at N = 12, 1,600 at N = 18.
///
/// Their work differs: those of one first queen by some ten per cent, those of the corner twofold.
pub fn units(n: usize) -> Vec<Unit> {
    let mut units = Vec::new();
    for first in 0..n / 2 {
        for second in 0..n as u8 {
            let allowed = allowed_rows(n, &[first as u8, second]);
            let Some(board) = Seed::new(n, &[first as u8, second]) else { continue };
            if allowed[1] & (1 << second) != 0 {
                let thirds = bits(board.safe() & allowed[2]);
                units.extend(thirds.map(|b| Unit([first as u8, second, b.trailing_zeros() as u8])));
            }
        }
    }
    units
}

/// The rows that a canonical representative with these first two queens leaves to each column.
///
/// From the corner, its mirror image on the diagonal comes after it: the queen of row 1 stands
/// behind column p2. Otherwise no border queen is nearer to a corner than the first one.
fn allowed_rows(n: usize, prefix: &[u8]) -> [u32; 32] {
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

/// Prefixes of a region, whose counts fit the second-level cache.
const REGION: usize = 1 << 16;

/// The counts of all prefixes of the first half, shared by the threads that add to them.
pub struct CellCounts {
    len: usize,
    regions: Vec<Mutex<Region>>,
}

/// Solutions and canonical representatives of successive prefixes.
struct Region {
    solutions: Vec<u32>,
    representatives: Vec<u32>,
}

impl CellCounts {
    /// Zeros for so many prefixes, 8 bytes each.
    pub fn new(prefixes: &Prefixes) -> Self {
        let len = prefixes.len();
        let sizes = (0..len).step_by(REGION).map(|begin| REGION.min(len - begin));
        let zeros = |len| Region { solutions: vec![0; len], representatives: vec![0; len] };
        CellCounts { len, regions: sizes.map(|len| Mutex::new(zeros(len))).collect() }
    }

    /// Solutions and canonical representatives by the number of their prefix, in order.
    pub fn into_counts(self) -> Vec<[u32; 2]> {
        let mut counts = Vec::with_capacity(self.len);
        for region in self.regions {
            let region = region.into_inner().unwrap_or_else(PoisonError::into_inner);
            let pairs = region.solutions.into_iter().zip(region.representatives);
            counts.extend(pairs.map(|(solutions, representatives)| [solutions, representatives]));
        }
        counts
    }

    fn region(&self, region: usize) -> MutexGuard<'_, Region> {
        self.regions[region].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds 1 to the solutions of these prefixes, all of one region.
    fn add(&self, region: usize, places: &[u32]) {
        let solutions = &mut self.region(region).solutions[..];
        for &place in places {
            solutions[place as usize % REGION] += 1;
        }
    }

    /// Adds so many canonical representatives, which are solutions as well.
    fn add_representatives(&self, place: u32, found: u32) {
        let mut region = self.region(place as usize / REGION);
        region.solutions[place as usize % REGION] += found;
        region.representatives[place as usize % REGION] += found;
    }
}

/// Adds what the units count, and returns true; one thread, others may add to the same counts.
///
/// `more` is asked before each block of boards and told how many further orbits were found; when it
/// says no, the search ends, and the counts are spoilt.
pub fn count_units(
    kernel: Kernel,
    prefixes: &Prefixes,
    units: &[Unit],
    counts: &CellCounts,
    more: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let n = prefixes.n();
    let seed = n.saturating_sub(BELOW_SEEDS).max(prefixes.depth());
    let shape = Shape { n, depth: prefixes.depth(), seed };
    let mut search = Search {
        kernel,
        job: Job::new(n, Mode::MaskedTrail5, seed),
        work: Attribution::new(kernel, shape, prefixes, counts),
    };
    for some in units.chunk_by(|a, b| masks_of(a) == masks_of(b)) {
        search.job.allowed = allowed_rows(n, &some[0].0);
        for unit in some {
            let Some(board) = Seed::new(n, &unit.0) else { continue };
            if !search.descend(board, &mut unit.0.to_vec(), more) {
                return false;
            }
        }
        if !search.flush(more) {
            return false;
        }
    }
    search.work.finish();
    true
}

/// What the masks of a unit depend on.
fn masks_of(unit: &Unit) -> (u8, u8) {
    (unit.0[0], if unit.0[0] == 0 { unit.0[1] } else { 0 })
}

/// A search below seeds that share their masks.
struct Search<'a> {
    kernel: Kernel,
    job: Job,
    work: Attribution<'a>,
}

impl Search<'_> {
    /// Collects the seeds below a board, and searches when they are enough.
    fn descend(
        &mut self,
        board: Seed,
        queens: &mut Vec<u8>,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let safe = board.safe() & self.job.allowed[queens.len()];
        if queens.len() < self.work.shape.seed {
            return bits(safe).all(|bit| {
                queens.push(bit.trailing_zeros() as u8);
                let goes_on = self.descend(board.with(bit), queens, more);
                queens.pop();
                goes_on
            });
        }
        if safe != 0 {
            self.job.seeds.push(board.tagged(self.job.seeds.len()));
            self.work.add_seed(queens);
        }
        self.job.seeds.len() < tags(self.work.shape.n) || self.flush(more)
    }

    fn flush(&mut self, more: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut work = While::new(&mut self.work, more);
        self.kernel.run(&mut self.job, &mut work);
        let finished = work.finished().is_some();
        self.job.seeds.clear();
        self.work.finish_seeds();
        finished
    }
}

/// Images that wait until a region has so many.
const WAITING: usize = 2048;

/// Adds what leaves count.
struct Attribution<'a> {
    kernel: Kernel,
    shape: Shape,
    prefixes: &'a Prefixes,
    counts: &'a CellCounts,
    /// The queens of the seeds and the keys of their images, by tag.
    seeds: Vec<u8>,
    seed_keys: Vec<SeedKeys>,
    /// Canonical representatives found, by tag.
    found: Vec<u32>,
    images: Box<Images>,
    /// Prefixes of the other images, by region.
    waiting: Vec<Vec<u32>>,
}

impl<'a> Attribution<'a> {
    fn new(kernel: Kernel, shape: Shape, prefixes: &'a Prefixes, counts: &'a CellCounts) -> Self {
        let waiting = counts.regions.iter().map(|_| Vec::with_capacity(WAITING)).collect();
        Attribution {
            kernel,
            shape,
            prefixes,
            counts,
            seeds: Vec::new(),
            seed_keys: Vec::new(),
            found: Vec::new(),
            images: Box::new(Images::new()),
            waiting,
        }
    }

    fn add_seed(&mut self, queens: &[u8]) {
        self.seeds.extend_from_slice(queens);
        self.seed_keys.push(self.shape.seed_keys(queens));
        self.found.push(0);
    }

    /// Hands over what was found below the seeds, and forgets them.
    fn finish_seeds(&mut self) {
        for (keys, found) in self.seed_keys.drain(..).zip(self.found.drain(..)) {
            if found > 0 {
                self.counts.add_representatives(self.prefixes.place(keys[0]), found);
            }
        }
        self.seeds.clear();
    }

    #[inline(always)]
    fn add(&mut self, key: u32) {
        let place = self.prefixes.place(key);
        let region = place as usize / REGION;
        let waiting = &mut self.waiting[region];
        waiting.push(place);
        if waiting.len() == WAITING {
            self.counts.add(region, waiting);
            waiting.clear();
        }
    }

    /// Adds a solution of which another image begins as it does, if it is canonical.
    fn add_tied(&mut self, leaves: &Leaves<'_>, leaf: usize) {
        let shape = self.shape;
        let tag = tag_of(shape.n, leaves.rows[leaf]);
        let seed = &self.seeds[tag * shape.seed..][..shape.seed];
        let rows = shape.queens(seed, leaves, leaf);
        let permutation = Permutation::new(&rows).expect("leaves are permutations");
        let solution = Solution::from_proof(permutation);
        if Canonical::check(solution).is_none() {
            return;
        }
        self.found[tag] += 1;
        for (_, image) in Orbit::of(&solution).members() {
            if image.in_first_half() && *image != solution {
                self.add(key_of(&image.rows()[..shape.depth]));
            }
        }
    }

    /// Hands over what waits.
    fn finish(&mut self) {
        for (region, waiting) in self.waiting.iter_mut().enumerate() {
            self.counts.add(region, waiting);
            waiting.clear();
        }
    }
}

impl Sink for &mut Attribution<'_> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let kernel = self.kernel;
        kernel.perform(&mut Block { work: self, leaves: &leaves });
        for tied in 0..self.images.tied_len {
            self.add_tied(&leaves, self.images.tied.0[tied] as usize);
        }
    }
}

/// A block of leaves to be attributed.
struct Block<'b, 'a> {
    work: &'b mut Attribution<'a>,
    leaves: &'b Leaves<'b>,
}

impl Task for Block<'_, '_> {
    #[inline(always)]
    fn perform<I: Isa>(&mut self, isa: I) {
        let work = &mut *self.work;
        work.images.compute(isa, work.shape, &work.seed_keys, self.leaves);
        for &rows in &work.images.unique.0[..work.images.len] {
            work.found[tag_of(work.shape.n, rows)] += 1;
        }
        for pair in 0..3 {
            for leaf in 0..work.images.len {
                work.add(work.images.others[pair].0[leaf]);
            }
        }
    }
}
