//! What the index of a large board costs: `cargo bench --bench cost -- [N…]`
//!
//! For each N (20 to 27) prints the prefixes of the first half; up to N = 24 also the CPU hours of the count as
//! `nqdb build N --dry-run` estimates them, and the mean and the largest time of look-ups: `unrank` and `rank` in a
//! cell of one prefix, one thread, for nearly uniform random solutions.

use nqdb::kernel::{Kernel, NumberedPrefixes, count_prefixes};
use nqdb::{
    BoardSize, BuildOptions, BuildTier, Cell, CellSearch, CellSize, Database, Dice, LAST_INDEXED,
    cell_depth, estimate,
};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Random solutions that are looked up.
const LOOK_UPS: usize = 100;

fn main() {
    let boards: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let boards = if boards.is_empty() { (20..=27).collect() } else { boards };
    println!(" N    prefixes  queens  CPU hours  unrank ms (largest)  rank ms (largest)");
    for n in boards {
        let size = BoardSize::new(n).expect("a board size");
        let depth = cell_depth(size);
        let prefixes = NumberedPrefixes::new(size.get(), depth).count();
        print!("{n:2} {prefixes:11} {depth:7}");
        if n <= LAST_INDEXED.into() {
            print!(" {:10.2}", hours(size));
            for times in look_ups(size, depth) {
                let mean = times.iter().sum::<f64>() / times.len() as f64;
                let largest = times.iter().fold(0.0, |most: f64, &time| most.max(time));
                print!("  {mean:8.2} ({largest:7.2})");
            }
        }
        println!();
    }
}

/// The CPU hours of an index.
fn hours(n: BoardSize) -> f64 {
    let (jobs, tier) = (NonZeroUsize::MIN, Some(BuildTier::Indexed));
    let options = BuildOptions { jobs, tier, ..BuildOptions::default() };
    estimate(n, options).expect("a board that is indexed").time.as_secs_f64() / 3600.0
}

/// Milliseconds of `unrank` and of `rank` for random solutions.
fn look_ups(n: BoardSize, depth: usize) -> [Vec<f64>; 2] {
    let board = Database::without_file().board(n).expect("boards without a file");
    let (mut dice, kernel) = (Dice::new(1), Kernel::best());
    let mut search = CellSearch::new(kernel, n, depth);
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..LOOK_UPS {
        let solution = board.draw(&mut dice).expect("N > 3").solution;
        let prefix = &solution.rows()[..depth];
        let solutions = count_prefixes(kernel, n.get(), &[prefix.to_vec()])[0];
        let size = CellSize { prefixes: 1, solutions, representatives: 0 };
        let cell = Cell { first: prefix, last: prefix, size };
        let (place, rank) = timed(|| search.place(cell, &solution).expect("it is there"));
        let (found, unrank) = timed(|| search.solution(cell, place));
        assert_eq!(found, Some(solution));
        times[0].push(unrank.as_secs_f64() * 1e3);
        times[1].push(rank.as_secs_f64() * 1e3);
    }
    times
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}
