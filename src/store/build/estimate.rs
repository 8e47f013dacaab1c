//! The cost of a build, estimated from samples of its work.

use super::division::deal;
use super::options::{BLOCK_SIZE, BuildOptions, BuildTier, Part};
use super::stored::{EncodedBlock, subtrees};
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::SolutionRun;
use crate::search::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, count_units, unit_weights, work_units,
};
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

/// Samples of the count of an index, and the time of each.
const SAMPLES: u128 = 12;
const SAMPLE_TIME: Duration = Duration::from_millis(60);

/// The cost of building the tables of `n`, extrapolated from samples of the work (60 ms for a stored board,
/// 1 to 2 s for an index). `None` where Q(N) is not known, or the tier does not take the board.
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

/// Samples the work at evenly spaced places for a short time each: the orbits that are found there in a second,
/// and all orbits, give the time.
///
/// Prefixes of at most six queens are counted. The tables of seven would take longer to fill than the samples.
fn indexed(n: BoardSize, half: u64, orbits: u64, options: BuildOptions) -> Estimate {
    let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n).min(6));
    let (counts, units) = (PrefixCounts::new(&prefixes), work_units(n.get()));
    let weights = unit_weights(n.get(), &units);
    let (mut found, mut time) = (0, Duration::ZERO);
    for (sample, from) in evenly_spaced(&weights, SAMPLES).into_iter().enumerate() {
        let (began, mut here) = (Instant::now(), 0);
        count_units(Kernel::best(), &prefixes, &units[from..], &counts, &mut |more| {
            here += more;
            began.elapsed() < SAMPLE_TIME
        });
        // The first sample warms the caches and the memory of the counts.
        if sample > 0 || here == orbits {
            (found, time) = (found + here, time + began.elapsed());
        }
    }
    let cells = half / options.cell_limit.unwrap_or(cell_limit(n)).max(1) * 6 / 5;
    let steps = (orbits as f64 * share_of(&weights, options.part)) as u64;
    let rest = steps as f64 / (found as f64).max(1.0);
    Estimate {
        tier: BuildTier::Indexed,
        steps,
        bytes: cells * CELL_BYTES + (cells / 1024 + 1) * ROW_BYTES,
        time: time.mul_f64(rest / options.jobs.get() as f64),
    }
}

/// The units in which the middles of this many equal shares of the work lie.
fn evenly_spaced(weights: &[u64], samples: u128) -> Vec<usize> {
    let all: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut before = 0;
    let ends: Vec<u128> = weights
        .iter()
        .map(|&weight| {
            before += u128::from(weight);
            before
        })
        .collect();
    let middle = |sample| all * (2 * sample + 1) / (2 * samples);
    let unit = |sample| ends.partition_point(|&end| end <= middle(sample));
    (0..samples).map(unit).filter(|&unit| unit < weights.len()).collect()
}

/// The share of a part in all of the work.
fn share_of(weights: &[u64], part: Part) -> f64 {
    let sum = |weights: &mut dyn Iterator<Item = &u64>| weights.map(|&w| w as f64).sum::<f64>();
    let parts = deal(weights, part.of());
    let mut own =
        weights.iter().zip(&parts).filter(|(_, of)| **of == part.number()).map(|(w, _)| w);
    sum(&mut own) / sum(&mut weights.iter()).max(1.0)
}
