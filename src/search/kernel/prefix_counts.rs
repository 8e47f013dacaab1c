//! Counts the solutions and canonical representatives that begin with each prefix of the first half.
//!
//! Only an eighth of the solutions is visited, the canonical representatives, as in a census. Each represents its
//! orbit: its images are four pairs of complements, and the member of each pair that is in the first half adds 1 to the
//! solutions of its prefix. The representative also adds 1 to the representatives.
//!
//! The search is split into units (`units.rs`) by the first queens of the representative. The images of a unit are all over the
//! board, so the counts are sums over units: subsets of the units can be counted anywhere and their counts added up.

use super::Kernel;
use super::canonical::{CanonicalFinder, ImageSink, allowed_rows};
use super::engine::{Descent, Engine};
use super::prefixes::{Key, NumberedPrefixes};
use super::units::{REGION, WorkUnit, with_equal_masks};
use crate::search::bitboard::Bitboard;
use crate::workers::lock;
use std::sync::{Mutex, MutexGuard};

/// The counts of all prefixes of the first half, shared by the threads that add to them.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct PrefixCounts {
    regions: Vec<Mutex<Region>>,
}

/// Solutions and canonical representatives of consecutive prefixes.
struct Region {
    len: usize,
    /// Empty as long as all are 0.
    solutions: Vec<u32>,
    /// Empty as long as all are 0.
    representatives: Vec<u32>,
}

impl Region {
    fn solutions(&mut self) -> &mut [u32] {
        filled(&mut self.solutions, self.len)
    }

    fn representatives(&mut self) -> &mut [u32] {
        filled(&mut self.representatives, self.len)
    }

    /// Solutions and representatives of a prefix.
    fn of(&self, prefix: usize) -> [u32; 2] {
        [&self.solutions, &self.representatives]
            .map(|counts| counts.get(prefix).copied().unwrap_or_default())
    }
}

/// The counts, filled with zeros if empty.
fn filled(counts: &mut Vec<u32>, len: usize) -> &mut [u32] {
    counts.resize(len, 0);
    counts
}

impl PrefixCounts {
    /// Counts of 0 for these prefixes. Memory is allocated per region: 4 bytes per prefix once it has solutions, and 4
    /// more once it has representatives.
    pub fn new(prefixes: &NumberedPrefixes) -> Self {
        let len = prefixes.len;
        let begins = (0..len).step_by(REGION);
        let empty = |begin| Region {
            len: REGION.min(len - begin),
            solutions: Vec::new(),
            representatives: Vec::new(),
        };
        PrefixCounts { regions: begins.map(|begin| Mutex::new(empty(begin))).collect() }
    }

    /// Solutions and canonical representatives of each prefix, in order, in chunks of at most 65,536 prefixes, to avoid a
    /// second copy of all in memory.
    pub fn chunks(&self) -> impl Iterator<Item = Vec<[u32; 2]>> + '_ {
        (0..self.regions.len()).map(|region| {
            let region = self.region(region);
            (0..region.len).map(|prefix| region.of(prefix)).collect()
        })
    }

    /// Adds counts in chunks, as [`PrefixCounts::chunks`] returns them, from the first prefix on.
    pub fn add_chunks<R: AsRef<[[u32; 2]]>>(&self, chunks: impl IntoIterator<Item = R>) {
        for (region, counts) in chunks.into_iter().enumerate() {
            let mut region = self.region(region);
            let counts = counts.as_ref().iter().enumerate();
            for (prefix, &[solutions, representatives]) in counts {
                if solutions > 0 {
                    let sum = &mut region.solutions()[prefix];
                    *sum = sum.wrapping_add(solutions);
                }
                if representatives > 0 {
                    let sum = &mut region.representatives()[prefix];
                    *sum = sum.wrapping_add(representatives);
                }
            }
        }
    }

    fn region(&self, region: usize) -> MutexGuard<'_, Region> {
        lock(&self.regions[region])
    }

    /// Adds 1 to the solutions of these prefixes, all of one region.
    fn add(&self, region: usize, prefixes: &[u32]) {
        let mut region = self.region(region);
        let solutions = region.solutions();
        for &prefix in prefixes {
            solutions[prefix as usize % REGION] += 1;
        }
    }

    /// Adds canonical representatives, which are also solutions.
    fn add_representatives(&self, prefix: u32, found: u32) {
        let mut region = self.region(prefix as usize / REGION);
        region.solutions()[prefix as usize % REGION] += found;
        region.representatives()[prefix as usize % REGION] += found;
    }
}

/// Counts units and adds them to `counts`, to which other threads may add too. `more` is called before each sweep of up
/// to a thousand boards with the number of orbits since the last call; once it returns false, the result is false and
/// the counts of this call are incomplete. One thread.
pub fn count_units(
    kernel: Kernel,
    prefixes: &NumberedPrefixes,
    units: &[WorkUnit],
    counts: &PrefixCounts,
    more: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let images = ImageCounter { prefixes, counts, waiting: vec![Vec::new(); counts.regions.len()] };
    let finder = CanonicalFinder::new(kernel, prefixes.n, prefixes.depth, images);
    let mut search = UnitSearch { prefixes, counts, finder };
    for some in with_equal_masks(units) {
        search.finder.allow(allowed_rows(prefixes.n, some[0].queens()));
        for unit in some {
            let Some(board) = Bitboard::with_queens(prefixes.n, unit.queens()) else { continue };
            if search.descend(board, &mut unit.queens().to_vec(), more).is_none() {
                return false;
            }
        }
        if search.search(more).is_none() {
            return false;
        }
    }
    search.finder.images().flush();
    true
}

/// A search of units that share their masks.
struct UnitSearch<'a> {
    prefixes: &'a NumberedPrefixes,
    counts: &'a PrefixCounts,
    finder: CanonicalFinder<ImageCounter<'a>>,
}

impl Descent for UnitSearch<'_> {
    fn engine(&self) -> &Engine {
        &self.finder.engine
    }

    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool {
        self.finder.add_root(board, queens)
    }

    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let (prefixes, counts) = (self.prefixes, self.counts);
        let is_finished = self.finder.search(more, |key, found| {
            if found > 0 {
                counts.add_representatives(prefixes.number_of_key(key), found);
            }
        });
        is_finished.then_some(())
    }
}

/// Images collected before a region is locked.
const WAITING: usize = 2048;

/// Counts the images of representatives.
struct ImageCounter<'a> {
    prefixes: &'a NumberedPrefixes,
    counts: &'a PrefixCounts,
    /// The numbers of their prefixes, by region.
    waiting: Vec<Vec<u32>>,
}

impl ImageCounter<'_> {
    /// Adds all waiting images.
    fn flush(&mut self) {
        let waiting =
            self.waiting.iter_mut().enumerate().filter(|(_, waiting)| !waiting.is_empty());
        for (region, waiting) in waiting {
            self.counts.add(region, waiting);
            waiting.clear();
        }
    }
}

impl ImageSink for ImageCounter<'_> {
    #[inline(always)]
    fn add(&mut self, key: Key) {
        let prefix = self.prefixes.number_of_key(key);
        let region = prefix as usize / REGION;
        let waiting = &mut self.waiting[region];
        waiting.push(prefix);
        if waiting.len() == WAITING {
            self.counts.add(region, waiting);
            waiting.clear();
        }
    }
}
