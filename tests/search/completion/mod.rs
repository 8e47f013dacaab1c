//! n-Queens Completion: completions, uniqueness, puzzles and proofs agree with brute force.

mod completions;
mod csplib;
mod levels;
mod proofs;
mod puzzles;
mod quadratic;

use nqdb::{Condition, placement::Placement};
use nqdb_test_support::twin::{Twin, size};

/// Whether queens in these rows (0-based) meet a condition, by its definition.
fn is_met(condition: Condition, rows: &[u8]) -> bool {
    let mut queens = (1i64..).zip(rows.iter().map(|&row| i64::from(row) + 1));
    match condition {
        Condition::Queen { column, row } => {
            queens.any(|queen| queen == (column as i64, row as i64))
        }
        Condition::NoQueen { column, row } => {
            queens.all(|queen| queen != (column as i64, row as i64))
        }
        Condition::NoQueenOnSum(sum) => queens.all(|(column, row)| column + row != sum as i64),
        Condition::NoQueenOnDifference(difference) => {
            queens.all(|(column, row)| column - row != difference)
        }
    }
}

/// All solutions of N up to 10 that meet the conditions, as text, in order.
fn matching(n: u64, conditions: &[Condition]) -> Vec<String> {
    let all = Twin::of(size(n)).solutions.iter();
    let matching =
        all.filter(|s| conditions.iter().all(|&condition| is_met(condition, s.zero_based())));
    matching.map(|solution| solution.to_string()).collect()
}

fn texts(completions: &[Placement]) -> Vec<String> {
    completions.iter().map(Placement::to_string).collect()
}
