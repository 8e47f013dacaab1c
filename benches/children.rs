//! The next queens under a prefix: `cargo bench --bench children -- N [PREFIXES]`
//!
//! Prints for each length the median and the longest time of `Board::children`, in milliseconds, over the prefixes
//! of solutions with random ranks, one thread. N is 17 to 20, the boards of fixtures/indexes. Each prefix is asked
//! once before, so that its blocks are in memory.

use nqdb::{BoardSize, Database, Dice, Rank, Result};
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<()> {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(20);
    let prefixes = numbers.get(1).copied().unwrap_or(200).max(1);
    assert!((17..=20).contains(&n), "N from 17 to 20 expected, got {n}");
    let path = format!("{}/fixtures/indexes/{n}.db", env!("CARGO_MANIFEST_DIR"));
    let board = Database::open(&path)?.board(BoardSize::new(n)?)?;
    let mut dice = Dice::new(1);
    let mut all = Vec::new();
    println!("N = {n}\nqueens  median  longest");
    for len in 0..n as usize {
        let mut times = Vec::new();
        for _ in 0..prefixes {
            let rank = Rank::new(1 + dice.below(board.solution_count()?))?;
            let solution = board.unrank(rank)?;
            let prefix = &solution.rows()[..len];
            let tree = board.children(prefix)?;
            let first = tree.first.expect("the prefix of a solution").get();
            assert!((first..first + tree.solutions).contains(&rank.get()));
            let start = Instant::now();
            black_box(board.children(black_box(prefix))?);
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        println!("{len:6}  {:6.3}  {:7.3}", times[times.len() / 2], times[times.len() - 1]);
        all.append(&mut times);
    }
    all.sort_by(f64::total_cmp);
    println!("   all  {:6.3}  {:7.3}", all[all.len() / 2], all[all.len() - 1]);
    Ok(())
}
