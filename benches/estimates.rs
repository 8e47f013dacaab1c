//! Estimates compared with the published counts: `cargo bench --bench estimates -- [SECONDS]`
//!
//! For N = 12 to 27, on one thread, prints an estimate with the default population in SECONDS (1 by default), its
//! relative standard errors per run and per second, its distance from Q(N) in standard errors, and how many of 100
//! intervals, each of 20 runs of 1,000 boards, contain Q(N). For N = 32, 48 and 64, prints only the estimate and its
//! standard errors.

use nqdb::sampling::{Effort, Sampling, estimate_count};
use nqdb::{BoardSize, Conditions, counts::known_counts, watch::NoWatch};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The number of intervals per board.
const INTERVALS: u64 = 100;

fn main() {
    let seconds = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1.0);
    assert!(seconds > 0.0, "expected a positive number of seconds, got {seconds}");
    println!(" N   runs   estimate  error per run  per second  off by  intervals of 100");
    for n in (12..=27).chain([32, 48, 64]) {
        board(BoardSize::new(n).expect("a board size"), Duration::from_secs_f64(seconds));
    }
}

fn board(n: BoardSize, time: Duration) {
    let all = Conditions::any(n);
    let one_thread = Sampling { jobs: NonZeroUsize::MIN, ..Sampling::default() };
    let timed = Sampling { effort: Effort::Time(time), ..one_thread };
    let began = Instant::now();
    let estimate = estimate_count(&all, &timed, &NoWatch).expect("nothing stops it");
    let taken = began.elapsed().as_secs_f64();
    let percent = estimate.standard_error / estimate.mean * 100.0;
    let of_run = percent * (estimate.runs as f64).sqrt();
    let of_second = percent * taken.sqrt();
    print!("{n} {:6}  {:9.3e}", estimate.runs, estimate.mean);
    print!("  {of_run:12.2}%  {of_second:9.2}%");
    let Some(known) = known_counts(n) else { return println!() };
    let truth = known.solutions as f64;
    let off = (estimate.mean - truth) / estimate.standard_error;
    let small = Sampling { effort: Effort::Runs(20), population: 1000, ..one_thread };
    let holds = |seed: &u64| {
        let sampling = Sampling { seed: *seed, ..small };
        let estimate = estimate_count(&all, &sampling, &NoWatch).expect("nothing stops it");
        let (low, high) = estimate.interval();
        low <= truth && truth <= high
    };
    println!("  {off:6.2}  {:16}", (0..INTERVALS).filter(holds).count());
}
