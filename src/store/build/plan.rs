//! What precedes a build: an estimate of its time and size, what the file already holds of the board, and the threads that
//! fit into memory.

use super::Build;
use super::counting::deal;
use super::counts::PartialCounts;
use super::options::{BuildError, BuildOptions, Built, Outcome, Part};
use super::stored::subtrees;
use crate::combinatorics::{BoardSize, known_counts};
use crate::dice::Dice;
use crate::memory;
use crate::search::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, count_units, random_part, unit_weights, work_units,
};
use crate::search::{SolutionRun, cell_depth, cell_limit};
use crate::store::block::{self, BuildTier, INDEXED_BOARDS};
use crate::store::error::{DamageError, Result, StoreError};
use crate::store::rows::{BoardRow, State};
use rusqlite::Connection;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The cost of a build.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct BuildEstimate {
    /// The tier of the board.
    pub tier: BuildTier,
    /// Steps of work: for a stored board, solutions to store, half of Q(N); for an index, orbits to count.
    pub steps: u64,
    /// Size of the board in the file, in bytes.
    pub bytes: u64,
    /// Time with the given number of threads.
    pub time: Duration,
}

/// Bytes of a block besides its payload: keys in three indexes, the checksum, unused ends of pages.
const ROW_BYTES: u64 = 350;

/// Bytes of a cell in a payload.
const CELL_BYTES: u64 = 3;

/// The maximum number of samples for an index, the time they take, and the number of warm-up samples.
const MOST_SAMPLES: usize = 4096;
const SAMPLING: Duration = Duration::from_millis(900);
const WARM_UP: usize = 16;

/// The seed of the samples.
const SEED: u64 = 1;

/// The cost of building the tables of `n`, extrapolated from samples of the work (60 ms for a stored board, 1 to 2 s
/// for an index). `None` if Q(N) is unknown or the tier does not allow the board.
pub fn estimate(n: BoardSize, options: BuildOptions) -> Option<BuildEstimate> {
    let known = known_counts(n)?;
    match options.tier(n) {
        BuildTier::Stored => Some(stored(n, known.solutions.div_ceil(2), options)),
        BuildTier::Indexed => INDEXED_BOARDS
            .contains(&n.get())
            .then(|| indexed(n, known.solutions / 2, known.orbits(), options)),
    }
}

/// Samples the solutions below three prefixes.
fn stored(n: BoardSize, half: u64, options: BuildOptions) -> BuildEstimate {
    let (tier, steps) = (BuildTier::Stored, half);
    let subtrees = subtrees(n);
    let (began, mut bytes, mut solutions) = (Instant::now(), 0, 0);
    let mut samples = [1, 3, 5].map(|sixth| subtrees.len() * sixth / 6).to_vec();
    samples.dedup();
    let samples = samples.iter().filter_map(|&place| subtrees.get(place));
    for run in samples.map(|prefix| SolutionRun::below(n, prefix)) {
        solutions += run.len();
        let blocks = block::encode(&run);
        bytes += blocks.iter().map(|block| block.payload.len() as u64 + ROW_BYTES).sum::<u64>();
    }
    let share = half as f64 / (solutions as f64).max(1.0);
    BuildEstimate {
        tier,
        steps,
        bytes: (bytes as f64 * share) as u64,
        time: began.elapsed().mul_f64(share / options.jobs.get() as f64),
    }
}

/// Counts random parts of the work, a few milliseconds each at N = 24. The build time is the mean time per orbit,
/// weighted by the inverse probability of each part, times the number of orbits.
///
/// Counts prefixes of at most six queens: tables for seven would take longer to fill than the samples.
fn indexed(n: BoardSize, half: u64, orbits: u64, options: BuildOptions) -> BuildEstimate {
    let depth = cell_depth(n);
    let prefixes = NumberedPrefixes::new(n.get(), depth.min(6));
    let (counts, units) = (PrefixCounts::new(&prefixes), work_units(n.get()));
    let weights = unit_weights(n.get(), &units);
    let cells = half / options.cell_limit.unwrap_or(cell_limit(n)).max(1) * 6 / 5;
    // A cell has at least one prefix.
    let cells = if depth > 6 { cells } else { cells.min(prefixes.len as u64) };
    let steps = (orbits as f64 * share_of(&weights, options.part)) as u64;
    let (mut dice, draw) = (Dice::new(SEED), by_weight(&weights));
    let (mut seconds, mut found, mut visited) = (0.0, 0.0, 0);
    let began = Instant::now();
    for sample in 0..MOST_SAMPLES {
        if sample > 2 * WARM_UP && (visited >= orbits || began.elapsed() > SAMPLING) {
            break;
        }
        let Some(unit) = draw(&mut dice) else { break };
        let part = random_part(n.get(), &units[unit], (n.get() / 3).max(4), &mut dice);
        let Some((part, ways)) = part else { continue };
        let (start, mut here) = (Instant::now(), 0);
        count_units(Kernel::best(), &prefixes, &[part], &counts, &mut |more| {
            here += more;
            true
        });
        visited += here;
        // The first samples warm the caches and the memory of the counts.
        if sample >= WARM_UP {
            let weight = ways / weights[unit].max(1) as f64;
            seconds += weight * start.elapsed().as_secs_f64();
            found += weight * here as f64;
        }
    }
    let time = steps as f64 * seconds / found.max(f64::MIN_POSITIVE);
    BuildEstimate {
        tier: BuildTier::Indexed,
        steps,
        bytes: cells * CELL_BYTES + (cells / 1024 + 1) * ROW_BYTES,
        time: Duration::try_from_secs_f64(time / options.jobs.get() as f64).unwrap_or_default(),
    }
}

/// Draws an index with probability proportional to its weight; `None` if all weights are 0.
fn by_weight(weights: &[u64]) -> impl Fn(&mut Dice) -> Option<usize> {
    let mut all = 0;
    let ends: Vec<u64> = weights
        .iter()
        .map(|&weight| {
            all += weight;
            all
        })
        .collect();
    move |dice| {
        let place = dice.below(all);
        (all > 0).then(|| ends.partition_point(|&end| end <= place))
    }
}

fn share_of(weights: &[u64], part: Part) -> f64 {
    let sum = |weights: &mut dyn Iterator<Item = &u64>| weights.map(|&w| w as f64).sum::<f64>();
    let parts = deal(weights, part.of());
    let mut own =
        weights.iter().zip(&parts).filter(|(_, of)| **of == part.number()).map(|(w, _)| w);
    sum(&mut own) / sum(&mut weights.iter()).max(1.0)
}

impl Build<'_> {
    /// Reduces the number of threads to what fits into the address-space limit (`ulimit -v`). Fails if not even one fits: a
    /// thread that runs out of memory would abort the process.
    pub(super) fn fit_memory(&mut self) -> Result<()> {
        let (shared, each) = needed(self.n, self.options.tier(self.n));
        let fits =
            |jobs: usize| memory::has_memory(each.saturating_mul(jobs).saturating_add(shared));
        let mut jobs = self.options.jobs.get();
        while jobs > 1 && !fits(jobs) {
            jobs /= 2;
        }
        let fitting = NonZeroUsize::new(jobs).filter(|jobs| fits(jobs.get()));
        self.options.jobs = fitting.ok_or(BuildError::NoMemory { needed: shared + each })?;
        Ok(())
    }

    /// The tier of an unfinished build or rebuild, which is resumed.
    pub(super) fn begun_tier(&self, connection: &Connection) -> Result<Option<BuildTier>> {
        if self.options.rebuild {
            return Ok(None);
        }
        match BoardRow::find(connection, self.n)? {
            Some(row) if row.state == State::Building => Ok(Some(row.tier)),
            _ => Ok(self.is_counting(connection)?.then_some(BuildTier::Indexed)),
        }
    }

    /// The board, if it is complete and can stay. Fails if the file holds it on another tier than requested.
    ///
    /// A complete board with wrong totals counts as missing, and the build replaces it. So does one with an unfinished
    /// rebuild.
    pub(super) fn existing(&self, connection: &Connection) -> Result<Option<Built>> {
        let Build { n, options, .. } = *self;
        if options.rebuild {
            return Ok(None);
        }
        let row = BoardRow::find(connection, n)?;
        let is_complete = row.as_ref().is_some_and(|row| row.state == State::Complete);
        match (self.is_counting(connection)?, options.tier) {
            (true, Some(BuildTier::Indexed)) => return Ok(None),
            (true, Some(wanted)) if !is_complete => {
                return Err(BuildError::OtherTier { n, there: BuildTier::Indexed, wanted }.into());
            }
            _ => {}
        }
        let Some(row) = row else { return Ok(None) };
        let totals = match row.totals() {
            _ if !is_complete => None,
            Err(StoreError::Damage(DamageError::Content { .. })) => return Ok(None),
            totals => Some(totals?),
        };
        let tier = row.tier;
        if let Some(wanted) = options.tier.filter(|&wanted| wanted != tier) {
            return Err(BuildError::OtherTier { n, there: tier, wanted }.into());
        }
        let outcome = Outcome::AlreadyThere;
        Ok(totals.map(|(solutions, orbits)| Built { n, tier, solutions, orbits, outcome }))
    }

    /// Whether there are counts of this part, or of the whole board in its checkpoint. If the board is complete, they
    /// belong to its rebuild.
    fn is_counting(&self, connection: &Connection) -> Result<bool> {
        if self.options.part == Part::WHOLE {
            return Ok(self.checkpoint.open_to_read(self.watch)?.is_some());
        }
        Ok(PartialCounts::part_in(connection, self.n)? == Some(self.options.part))
    }
}

const MIB: usize = 1 << 20;

/// Maximum memory of a build in bytes: shared by all threads, and for each thread, stack included.
fn needed(n: BoardSize, tier: BuildTier) -> (usize, usize) {
    let (shared, each) = match (tier, n.get()) {
        (BuildTier::Stored, ..=16) => (20, 12),
        (BuildTier::Stored, 17) => (20, 24),
        (BuildTier::Stored, _) => (20, 48),
        (BuildTier::Indexed, ..=17) => (20, 6),
        (BuildTier::Indexed, 18) => (60, 6),
        (BuildTier::Indexed, 19..=20) => (120, 6),
        (BuildTier::Indexed, 21..=22) => (220, 6),
        (BuildTier::Indexed, 23) => (1100, 20),
        (BuildTier::Indexed, _) => (1700, 26),
    };
    (shared * MIB, each * MIB)
}
