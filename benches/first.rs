//! Proofs of the first solutions of large boards, one after the other:
//! `cargo bench --bench first -- [FIRST [LAST [SECONDS]]]`, by default from 23 to 41 with at most 10 seconds each.
//!
//! Prints lines in the format of fixtures/first_solutions.csv: N, the solution, the number of queens placed and the
//! seconds that the proof took.

use nqdb::{
    BoardSize,
    search::{known_first_solution, prove_first_solution},
    watch::TimeLimit,
};
use std::time::{Duration, Instant};

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let first = numbers.first().copied().unwrap_or(23);
    let last = numbers.get(1).copied().unwrap_or(first.max(41));
    let seconds = numbers.get(2).copied().unwrap_or(10);
    println!("n,queens,nodes,seconds");
    for n in first..=last {
        let n = BoardSize::new(n).expect("N from 1 to 64");
        let began = Instant::now();
        let limit = TimeLimit(Duration::from_secs(seconds));
        match prove_first_solution(n, &limit) {
            Ok((solution, nodes)) => {
                println!("{n},{solution},{nodes},{:.2}", began.elapsed().as_secs_f64());
                let known = known_first_solution(n);
                assert!(known.is_none_or(|known| known.solution == solution), "N = {n}");
            }
            Err(error) => eprintln!("{error}"),
        }
    }
}
