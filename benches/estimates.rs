//! Estimates against the published counts: `cargo bench --bench estimates -- [SECONDS]`
//!
//! For N = 12 to 27, on one thread: an estimate with the default population in SECONDS (1), the relative standard
//! errors of one run and of one second, and the distance from Q(N) in standard errors; then how many of 100 intervals
//! hold Q(N), each of 20 runs of 1,000 boards. For N = 32, 48 and 64 the standard error alone.

use nqdb::sampling::{Effort, Sampling, estimate_count};
use nqdb::{BoardSize, NoWatch, Pattern, known_counts};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Intervals of each board.
const INTERVALS: u64 = 100;

fn main() {
    let seconds = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1.0);
    assert!(seconds > 0.0, "a positive number of seconds expected, got {seconds}");
    println!(" N   runs   estimate  error of a run  of a second  off by  intervals of 100");
    for n in (12..=27).chain([32, 48, 64]) {
        board(BoardSize::new(n).expect("a board size"), Duration::from_secs_f64(seconds));
    }
}

fn board(n: BoardSize, time: Duration) {
    let all = Pattern::any(n);
    let one_thread = Sampling { jobs: NonZeroUsize::MIN, ..Sampling::default() };
    let timed = Sampling { effort: Effort::Time(time), ..one_thread };
    let began = Instant::now();
    let estimate = estimate_count(&all, &timed, &NoWatch).expect("nothing stops it");
    let taken = began.elapsed().as_secs_f64();
    let percent = estimate.standard_error() / estimate.mean() * 100.0;
    let of_run = percent * (estimate.runs() as f64).sqrt();
    let of_second = percent * taken.sqrt();
    print!("{n} {:6}  {:9.3e}", estimate.runs(), estimate.mean());
    print!("  {of_run:12.2} %  {of_second:9.2} %");
    let Some(known) = known_counts(n) else { return println!() };
    let truth = known.solutions as f64;
    let off = (estimate.mean() - truth) / estimate.standard_error();
    let small = Sampling { effort: Effort::Runs(20), population: 1000, ..one_thread };
    let holds = |seed: &u64| {
        let sampling = Sampling { seed: *seed, ..small };
        let estimate = estimate_count(&all, &sampling, &NoWatch).expect("nothing stops it");
        let (low, high) = estimate.interval();
        low <= truth && truth <= high
    };
    println!("  {off:6.2}  {:16}", (0..INTERVALS).filter(holds).count());
}
