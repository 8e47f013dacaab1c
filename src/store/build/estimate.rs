//! The cost of a build, estimated from samples of its work.

use super::options::{BLOCK_SIZE, BuildOptions, BuildTier};
use super::stored::{EncodedBlock, subtrees};
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::SolutionRun;
use crate::search::kernel::{Kernel, NumberedPrefixes, PrefixCounts, count_units, work_units};
use crate::search::{cell_depth, cell_limit};
use std::time::{Duration, Instant};

/// The cost of a build.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// What the file will keep.
    pub tier: BuildTier,
    /// Steps of the work: solutions to store, half of Q(N); for an index orbits to count.
    pub steps: u64,
    /// Bytes of the board in the file.
    pub bytes: u64,
    /// Time with the given number of threads.
    pub time: Duration,
}

/// Bytes of a block beside its payload: keys in three indexes, the checksum, unused ends of pages.
const ROW_BYTES: u64 = 330;

/// Bytes of a cell in a payload.
const CELL_BYTES: u64 = 3;

/// Time of each sample of the count of an index.
const SAMPLE_TIME: Duration = Duration::from_millis(100);

/// The cost of building the tables of `n`, extrapolated from samples of the work (60 ms for a stored board,
/// 0.3 to 1 s for an index). `None` where Q(N) is not known, or the tier does not take the board.
pub fn estimate(n: BoardSize, options: BuildOptions) -> Option<Estimate> {
    let known = known_counts(n)?;
    match options.tier(n) {
        BuildTier::Stored => Some(stored(n, known.solutions.div_ceil(2), options)),
        BuildTier::Indexed => INDEXED_BOARDS
            .contains(&n.get())
            .then(|| indexed(n, known.solutions / 2, known.orbits(), options)),
    }
}

/// Samples the solutions below three prefixes.
fn stored(n: BoardSize, half: u64, options: BuildOptions) -> Estimate {
    let (tier, steps) = (BuildTier::Stored, half);
    let subtrees = subtrees(n);
    let (began, mut bytes, mut solutions) = (Instant::now(), 0, 0);
    let mut samples = [1, 3, 5].map(|sixth| subtrees.len() * sixth / 6).to_vec();
    samples.dedup();
    let samples = samples.iter().filter_map(|&place| subtrees.get(place));
    for run in samples.map(|prefix| SolutionRun::below(n, prefix)) {
        solutions += run.len();
        let pieces = run.split(BLOCK_SIZE);
        let payloads = pieces.iter().map(|run| EncodedBlock::new(run).payload.len() as u64);
        bytes += payloads.map(|payload| payload + ROW_BYTES).sum::<u64>();
    }
    let share = half as f64 / (solutions as f64).max(1.0);
    Estimate {
        tier,
        steps,
        bytes: (bytes as f64 * share) as u64,
        time: began.elapsed().mul_f64(share / options.jobs.get() as f64),
    }
}

/// Samples units of the work for a short time each: time is taken as proportional to orbits.
fn indexed(n: BoardSize, half: u64, orbits: u64, options: BuildOptions) -> Estimate {
    let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n));
    let (counts, units) = (PrefixCounts::new(&prefixes), work_units(n.get()));
    let (mut found, mut time) = (0, Duration::ZERO);
    for sixth in [1, 2, 3] {
        let from = units.len() * sixth / 6;
        let began = Instant::now();
        count_units(Kernel::best(), &prefixes, &units[from..], &counts, &mut |more| {
            found += more;
            began.elapsed() < SAMPLE_TIME
        });
        time += began.elapsed();
    }
    let cells = half / options.cell_limit.unwrap_or(cell_limit(n)).max(1) * 6 / 5;
    let steps = orbits / u64::from(options.part.of());
    let share = steps as f64 / (found as f64).max(1.0);
    Estimate {
        tier: BuildTier::Indexed,
        steps,
        bytes: cells * CELL_BYTES + (cells / 1024 + 1) * ROW_BYTES,
        time: time.mul_f64(share / options.jobs.get() as f64),
    }
}
