//! The cost of indexing large boards: `cargo bench --bench cost -- [N…]`
//!
//! For each N (by default 20 to 27), prints the number of prefixes in the first half. Up to N = 24, also prints the CPU
//! hours of the count as `nqdb build N --dry-run` estimates them, and the mean and the longest time of a lookup:
//! `unrank` and `rank` in a cell of one prefix, on one thread, for nearly uniform random solutions.

use nqdb::internal::kernel::{Kernel, NumberedPrefixes, count_prefixes};
use nqdb::internal::{Cell, CellSearch, CellSize, Items, cell_depth};
use nqdb::{
    BoardSize, Database,
    random::Dice,
    store::{BuildOptions, BuildTier, LAST_INDEXED, estimate},
};
use nqdb_benches::timed;
use std::num::NonZeroUsize;

/// The number of random solutions to look up.
const LOOK_UPS: usize = 100;

fn main() {
    let boards: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let boards = if boards.is_empty() { (20..=27).collect() } else { boards };
    println!(" N    prefixes  queens  CPU hours  unrank ms (longest)  rank ms (longest)");
    for n in boards {
        let size = BoardSize::new(n).expect("a board size");
        let depth = cell_depth(size);
        let prefixes = NumberedPrefixes::new(size.get(), depth).len;
        print!("{n:2} {prefixes:11} {depth:7}");
        if n <= LAST_INDEXED as u64 {
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

/// The estimated CPU hours to build an index.
fn hours(n: BoardSize) -> f64 {
    let (jobs, tier) = (NonZeroUsize::MIN, Some(BuildTier::Indexed));
    let options = BuildOptions { jobs, tier, ..BuildOptions::default() };
    estimate(n, options).expect("a board that is indexed").time.as_secs_f64() / 3600.0
}

/// Milliseconds of `unrank` and of `rank` for random solutions.
fn look_ups(n: BoardSize, depth: usize) -> [Vec<f64>; 2] {
    let board = Database::without_file().board(n).expect("boards without a file");
    let (mut dice, kernel) = (Dice::new(1), Kernel::best());
    let mut search = CellSearch::new(kernel, n, depth).with_threads(NonZeroUsize::MIN);
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..LOOK_UPS {
        let solution = board.draw(&mut dice).expect("N > 3").solution;
        let prefix = &solution.zero_based()[..depth];
        let solutions = count_prefixes(kernel, n.get(), &[prefix.to_vec()])[0];
        let size = CellSize { prefixes: 1, solutions, representatives: 0 };
        let cell = Cell { first: prefix, last: prefix, size };
        let (place, rank) =
            timed(|| search.place(Items::Solutions, cell, &solution).expect("it is there"));
        let (found, unrank) = timed(|| search.item(Items::Solutions, cell, place));
        assert_eq!(found, Some(solution));
        times[0].push(unrank.as_secs_f64() * 1e3);
        times[1].push(rank.as_secs_f64() * 1e3);
    }
    times
}
