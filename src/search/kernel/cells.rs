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
use super::places::Prefixes;
use super::representatives::{Finder, Others, allowed_rows, masks_of};
use super::seed::Seed;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The canonical representatives that begin with these three queens: a part of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit([u8; 3]);

impl Unit {
    /// The 0-based rows of the three queens.
    pub fn queens(&self) -> &[u8] {
        &self.0
    }
}

/// All units of a board, in lexicographic order; 5 ≤ N ≤ 22. About a thousand at N = 17, a tenth of
/// a per cent of the work each, the largest twice that; the last ones next to nothing.
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
        let len = prefixes.count();
        let sizes = (0..len).step_by(REGION).map(|begin| REGION.min(len - begin));
        let zeros = |len| Region { solutions: vec![0; len], representatives: vec![0; len] };
        CellCounts { len, regions: sizes.map(|len| Mutex::new(zeros(len))).collect() }
    }

    /// Solutions and canonical representatives by the number of their prefix, in order.
    pub fn to_counts(&self) -> Vec<[u32; 2]> {
        self.runs().flatten().collect()
    }

    /// The same in runs of some ten thousand prefixes, so that they are not in memory twice.
    pub fn runs(&self) -> impl Iterator<Item = Vec<[u32; 2]>> + '_ {
        (0..self.regions.len()).map(|region| {
            let region = self.region(region);
            let pairs = region.solutions.iter().zip(&region.representatives);
            pairs.map(|(&solutions, &representatives)| [solutions, representatives]).collect()
        })
    }

    /// Adds what other units have counted: the numbers that [`CellCounts::to_counts`] gave.
    ///
    /// # Panics
    ///
    /// When they are not as many as there are prefixes.
    pub fn add_counts(&self, counts: &[[u32; 2]]) {
        assert_eq!(counts.len(), self.len, "counts of other prefixes");
        self.add_runs(counts.chunks(REGION));
    }

    /// The same in runs, as [`CellCounts::runs`] gives them; from the first prefix on.
    pub(crate) fn add_runs<R: AsRef<[[u32; 2]]>>(&self, runs: impl IntoIterator<Item = R>) {
        for (region, counts) in runs.into_iter().enumerate() {
            let mut region = self.region(region);
            for (place, &[solutions, representatives]) in counts.as_ref().iter().enumerate() {
                let sum = region.solutions[place].wrapping_add(solutions);
                region.solutions[place] = sum;
                let sum = region.representatives[place].wrapping_add(representatives);
                region.representatives[place] = sum;
            }
        }
    }

    /// The lengths of the runs.
    pub(crate) fn run_lengths(&self) -> impl Iterator<Item = usize> + use<> {
        let len = self.len;
        (0..len).step_by(REGION).map(move |begin| REGION.min(len - begin))
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
    let others = Images { prefixes, counts, waiting: vec![Vec::new(); counts.regions.len()] };
    let mut search = Search {
        counts,
        prefixes,
        finder: Finder::new(kernel, prefixes.n(), prefixes.depth(), others),
    };
    for some in units.chunk_by(|a, b| masks_of(&a.0) == masks_of(&b.0)) {
        search.finder.allow(allowed_rows(prefixes.n(), &some[0].0));
        for unit in some {
            let Some(board) = Seed::new(prefixes.n(), &unit.0) else { continue };
            if !search.descend(board, &mut unit.0.to_vec(), more) {
                return false;
            }
        }
        if !search.flush(more) {
            return false;
        }
    }
    search.finder.others().finish();
    true
}

/// A search below seeds that share their masks.
struct Search<'a> {
    prefixes: &'a Prefixes,
    counts: &'a CellCounts,
    finder: Finder<Images<'a>>,
}

impl Search<'_> {
    /// Collects the seeds below a board, and searches when they are enough.
    fn descend(
        &mut self,
        board: Seed,
        queens: &mut Vec<u8>,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        if queens.len() == self.finder.seed_depth() {
            return self.finder.add_seed(board, queens) || self.flush(more);
        }
        bits(board.safe() & self.finder.allowed(queens.len())).all(|bit| {
            queens.push(bit.trailing_zeros() as u8);
            let goes_on = self.descend(board.with(bit), queens, more);
            queens.pop();
            goes_on
        })
    }

    fn flush(&mut self, more: &mut dyn FnMut(u64) -> bool) -> bool {
        let (prefixes, counts) = (self.prefixes, self.counts);
        self.finder.search(more, |key, found| {
            if found > 0 {
                counts.add_representatives(prefixes.place(key), found);
            }
        })
    }
}

/// Images that wait until a region has so many.
const WAITING: usize = 2048;

/// Counts the images of representatives.
struct Images<'a> {
    prefixes: &'a Prefixes,
    counts: &'a CellCounts,
    /// The numbers of their prefixes, by region.
    waiting: Vec<Vec<u32>>,
}

impl Images<'_> {
    /// Hands over what waits.
    fn finish(&mut self) {
        for (region, waiting) in self.waiting.iter_mut().enumerate() {
            self.counts.add(region, waiting);
            waiting.clear();
        }
    }
}

impl Others for Images<'_> {
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
}
