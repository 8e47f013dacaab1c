//! The children of a prefix: `cargo bench --bench children -- N [PREFIXES]`
//!
//! For each prefix length, prints the median and the longest time of `Board::children` in milliseconds on one thread,
//! over prefixes of random solutions: for the first query of a prefix, with its blocks in memory, and for a second one.
//! N is 17 to 21, the boards in fixtures/indexes.

use nqdb::{BoardSize, Database, Rank, Result, random::Dice};
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<()> {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(20);
    let prefixes = numbers.get(1).copied().unwrap_or(200).max(1);
    assert!((17..=21).contains(&n), "expected N from 17 to 21, got {n}");
    let path = format!("{}/../fixtures/indexes/{n}.db", env!("CARGO_MANIFEST_DIR"));
    let board = Database::open(&path)?.board(BoardSize::new(n)?)?;
    let solutions = board.solution_count()?;
    // Loads all blocks, which hold about the same number of solutions each.
    for part in 0..4000 {
        board.trace(Rank::new(1 + solutions / 2 * part / 4000)?)?;
    }
    let mut dice = Dice::new(1);
    println!("N = {n}       first           again\nqueens  median  longest  median  longest");
    let mut all = [const { Vec::new() }; 2];
    for len in 0..n as usize {
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..prefixes {
            let rank = Rank::new(1 + dice.below(solutions))?;
            let solution = board.unrank(rank)?;
            let prefix = black_box(&solution.zero_based()[..len]);
            for times in &mut times {
                let start = Instant::now();
                let tree = black_box(board.children(prefix)?);
                times.push(start.elapsed().as_secs_f64() * 1e3);
                let first = tree.first.expect("the prefix of a solution").get();
                assert!((first..first + tree.solutions).contains(&rank.get()));
            }
        }
        print_line(&format!("{len}"), &mut times);
        all.iter_mut().zip(&mut times).for_each(|(all, times)| all.append(times));
    }
    print_line("all", &mut all);
    Ok(())
}

fn print_line(name: &str, times: &mut [Vec<f64>; 2]) {
    print!("{name:>6}");
    for times in times {
        times.sort_by(f64::total_cmp);
        print!("  {:6.3}  {:7.3}", times[times.len() / 2], times[times.len() - 1]);
    }
    println!();
}
