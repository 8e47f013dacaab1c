//! Completions: random instances of n-Queens Completion, by family.
//!
//! ```sh
//! cargo bench --bench completion            # every family
//! ```

use nqdb::completion::{Instance, completions_with};
use nqdb::kernel::Kernel;
use nqdb::{Condition, Dice, NoWatch};
use std::time::Instant;

fn main() {
    for (n, queens) in [
        (64, 0),
        (64, 8),
        (64, 16),
        (64, 32),
        (64, 40),
        (64, 44),
        (64, 48),
        (1000, 0),
        (1000, 910),
        (1000, 940),
        (10000, 0),
    ] {
        let repeats = if n > 1000 {
            2
        } else if n > 64 {
            20
        } else {
            500
        };
        for kernel in Kernel::available() {
            let mut times = Vec::new();
            let mut solved = 0;
            for seed in 0..repeats {
                let instance = random_queens(n, queens, seed);
                let began = Instant::now();
                let found = completions_with(kernel, &instance, 1, seed, &NoWatch).unwrap();
                times.push(began.elapsed().as_secs_f64() * 1e3);
                solved += found.len();
            }
            times.sort_by(f64::total_cmp);
            println!(
                "N = {n:5}, {queens:3} given, {kernel:?}: {solved} of {repeats} completed, median {:.4} ms, most {:.3} ms",
                times[times.len() / 2],
                times[times.len() - 1]
            );
        }
    }
}

/// Random queens, each on a square that is uniform among the safe ones; fewer where no square is safe.
fn random_queens(n: u64, queens: usize, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut instance = Instance::new(n).unwrap();
    let mut lines = [
        vec![false; n as usize],
        vec![false; n as usize],
        vec![false; 2 * n as usize],
        vec![false; 2 * n as usize],
    ];
    let mut placed = 0;
    let mut misses = 0;
    while placed < queens && misses < 100_000 {
        let (column, row) = (dice.below(n), dice.below(n));
        let places = [column, row, column + row, column + n - 1 - row].map(|place| place as usize);
        if lines.iter().zip(places).any(|(line, place)| line[place]) {
            misses += 1;
            continue;
        }
        lines.iter_mut().zip(places).for_each(|(line, place)| line[place] = true);
        instance.add(Condition::Queen { column: column + 1, row: row + 1 }).unwrap();
        placed += 1;
        misses = 0;
    }
    instance
}
