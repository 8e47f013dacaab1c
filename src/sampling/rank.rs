//! Estimates of the rank of a solution.

use super::estimate::Estimate;
use super::population::Population;
use super::runs::{Question, Sample, Sampling, estimate};
use super::tail::{completions, split};
use crate::combinatorics::{BoardSize, Permutation, Solution, known_counts};
use crate::dice::Dice;
use crate::search::{Bitboard, SearchError, each_row};
use crate::watch::Watch;

/// Estimates the 1-based rank of a solution.
///
/// A solution before it shares its first queens and has a lower queen in the next column. At each column, the boards
/// with such a queen join the population, with the probability that makes each represent only itself. Near the
/// beginning so few solutions come before it that the rank is exact.
pub fn estimate_rank(
    solution: &Solution,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let n = solution.n();
    let known = known_counts(n).map(|known| known.solutions);
    // Counting from the nearer end gives a smaller number and thus a smaller error.
    let mirrored = known.filter(|_| !solution.in_first_half());
    let target = if mirrored.is_some() { solution.complement() } else { *solution };
    let allowed = vec![u64::MAX >> (64 - n.get()); n.get()];
    let question = Before { target: *target.permutation(), allowed, size: sampling.size() };
    let [before] = estimate(&question, sampling, watch)?[..] else {
        unreachable!("a rank is one number")
    };
    if before.found_nothing() {
        return Err(SearchError::NothingBefore { n, runs: before.runs() });
    }
    let before = known.map_or(before, |known| before.at_most((known / 2) as f64));
    Ok(match mirrored {
        Some(solutions) => before.subtracted_from(solutions as f64),
        None => before.scaled(1.0, 1.0),
    })
}

/// The number of solutions before a permutation.
struct Before {
    target: Permutation,
    /// All rows of each column.
    allowed: Vec<u64>,
    size: usize,
}

impl Question for Before {
    type Workspace = Population<()>;

    fn n(&self) -> BoardSize {
        self.target.n()
    }

    fn workspace(&self) -> Population<()> {
        Population::new(())
    }

    fn run(
        &self,
        population: &mut Population<()>,
        dice: &mut Dice,
        more: &dyn Fn() -> bool,
    ) -> Option<Sample> {
        let (head, tail) = split(&self.allowed);
        let (rows, last_rows) = self.target.rows().split_at(head.len());
        let mut path = Bitboard::empty(self.target.n().get());
        population.begin_without_boards();
        for (&allowed, &row) in head.iter().zip(rows) {
            if !more() {
                return None;
            }
            population.advance(allowed, self.size, dice);
            for lower in lower_rows(path, row) {
                population.insert(path.with(lower), dice);
            }
            path = path.with(1 << row);
        }
        let found: u64 = population.boards().iter().map(|&board| completions(board, tail)).sum();
        let on_path = completions_before(path, tail, last_rows);
        let values = vec![population.weight() * found as f64 + on_path as f64];
        Some(Sample { values, is_exact: population.is_whole() })
    }
}

/// The number of completions of a board that precede the one with these rows.
fn completions_before(mut path: Bitboard<u64>, tail: &[u64], rows: &[u8]) -> u64 {
    let mut count = 0;
    for (column, &row) in rows.iter().enumerate() {
        let rest = &tail[column + 1..];
        count += lower_rows(path, row).map(|row| completions(path.with(row), rest)).sum::<u64>();
        path = path.with(1 << row);
    }
    count
}

/// The safe rows below a row of the next column, each as a mask.
fn lower_rows(board: Bitboard<u64>, row: u8) -> impl Iterator<Item = u64> {
    each_row(board.safe() & ((1 << row) - 1))
}
