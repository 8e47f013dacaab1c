//! Estimates of the number of solutions that match a pattern, and of the number of orbits.

use super::estimate::Estimate;
use super::population::Population;
use super::runs::{Question, Sample, Sampling, estimate};
use super::tail::{Tail, completions, split};
use crate::combinatorics::{BoardSize, Pattern, known_counts};
use crate::dice::Dice;
use crate::search::{SearchError, cheapest_image};
use crate::watch::Watch;

/// Estimates the number of solutions that match a pattern. If the pattern contradicts itself, the number is exactly 0.
/// Fails if no run finds a solution, which does not prove that there is none.
pub fn estimate_count(
    pattern: &Pattern,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let Some(reduced) = pattern.reduced() else { return Ok(Estimate::exact(0.0)) };
    // All images match equally many solutions.
    let image = if reduced.is_any() { reduced } else { cheapest_image(&reduced) };
    let (head, tail) = split(image.rows());
    let number = estimate_allowed(pattern.n(), head, tail, sampling, watch)?;
    if number.found_nothing() {
        return Err(SearchError::NothingFound { n: pattern.n(), runs: number.runs() });
    }
    Ok(number)
}

/// Estimates the number of solutions in the allowed rows of each column, given as masks: the columns of the head are
/// sampled, those of the tail counted.
pub fn estimate_allowed(
    n: BoardSize,
    head: &[u64],
    tail: &[u64],
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let count = PatternCount { n, head, tail, size: sampling.size() };
    let [number] = estimate(&count, sampling, watch)?[..] else {
        unreachable!("a count is one number")
    };
    Ok(number)
}

/// Estimates F(N), the number of orbits, from an estimate of Q(N).
///
/// F(N) = (Q(N) + H(N) + 2 R(N)) / 8, where H and R are the numbers of solutions that the half turn and the quarter
/// turns fix ([`KnownCounts`](crate::KnownCounts)). Where these are unknown (N > 27), the estimate is Q(N) / 8. It
/// neglects about 1.4 · 10⁻⁹ of F(N) at N = 27 and less beyond, far below any standard error.
pub fn estimate_orbits(
    n: BoardSize,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let solutions = estimate_count(&Pattern::any(n), sampling, watch)?;
    let known = known_counts(n);
    if let Some(known) = known.filter(|_| solutions.is_exact()) {
        return Ok(Estimate::exact(known.orbits() as f64));
    }
    let symmetric = known.map_or(0, |known| known.half_turn + 2 * known.quarter_turn);
    Ok(solutions.scaled(1.0 / 8.0, symmetric as f64 / 8.0))
}

/// The number of solutions in the allowed rows of each column, given as masks.
struct PatternCount<'a> {
    n: BoardSize,
    /// Columns that are sampled.
    head: &'a [u64],
    /// Columns that are counted.
    tail: Tail<'a>,
    size: usize,
}

impl Question for PatternCount<'_> {
    type Workspace = Population<()>;

    fn n(&self) -> BoardSize {
        self.n
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
        population.begin(self.n.get());
        for &allowed in self.head {
            if !more() {
                return None;
            }
            population.advance(allowed, self.size, dice);
        }
        let found: u64 =
            population.boards().iter().map(|&board| completions(board, self.tail)).sum();
        let values = vec![population.weight() * found as f64];
        Some(Sample { values, is_exact: population.is_whole() })
    }
}
