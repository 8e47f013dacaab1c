use super::solutions::tasks;
use super::writer::Piece;
use super::{BLOCK_SIZE, BuildOptions, BuildTier};
use crate::block::{INDEXED_BOARDS, Run};
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::kernel::{CellCounts, Kernel, Prefixes, count_units, units};
use crate::search::{cell_depth, cell_limit};
use std::time::{Duration, Instant};

/// What a build will cost.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// What is kept.
    pub tier: BuildTier,
    /// Steps of the work, as [`build`](super::build()) reports them: solutions to store, half of Q(N);
    /// of an index orbits to count.
    pub steps: u64,
    /// Bytes of the board in the file.
    pub bytes: u64,
    /// Time with the given number of threads.
    pub time: Duration,
}

/// What a block takes beside its payload: keys in three indexes, the checksum, SQLite's pages.
const ROW_BYTES: u64 = 330;

/// What a cell takes in a payload.
const CELL_BYTES: u64 = 3;

/// How long each sample of the count of an index may take.
const SAMPLE_TIME: Duration = Duration::from_millis(100);

/// What building the tables of `n` will cost: samples of the work are done and taken for all of it
/// (60 ms for a stored board, 0.3 to 1 s for an index). `None` where Q(N) is not known, or the tier
/// does not take the board.
pub fn estimate(n: BoardSize, options: BuildOptions) -> Option<Estimate> {
    let known = known_counts(n)?;
    match options.tier(n) {
        BuildTier::Stored => Some(stored(n, known.solutions.div_ceil(2), options)),
        BuildTier::Indexed => INDEXED_BOARDS
            .contains(&n.get())
            .then(|| indexed(n, known.solutions / 2, known.orbits(), options)),
    }
}

/// The solutions below three prefixes.
fn stored(n: BoardSize, half: u64, options: BuildOptions) -> Estimate {
    let (tier, steps) = (BuildTier::Stored, half);
    let tasks = tasks(n);
    let (began, mut bytes, mut solutions) = (Instant::now(), 0, 0);
    let mut places = [1, 3, 5].map(|sixth| tasks.len() * sixth / 6).to_vec();
    places.dedup();
    for run in places.iter().filter_map(|&place| tasks.get(place)).map(|task| Run::below(n, task)) {
        solutions += run.len();
        let pieces = run.split(BLOCK_SIZE);
        let payloads = pieces.iter().map(|run| Piece::encode(run).payload.len() as u64);
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

/// Some units of the work, for a short time each: a part of the orbits takes that part of the time.
fn indexed(n: BoardSize, half: u64, orbits: u64, options: BuildOptions) -> Estimate {
    let prefixes = Prefixes::new(n.get(), cell_depth(n));
    let (counts, units) = (CellCounts::new(&prefixes), units(n.get()));
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
