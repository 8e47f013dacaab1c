//! Random solutions of boards that are too large for ranks.

use super::lineage::Ancestors;
use super::population::Population;
use super::tail::{completions, nth_completion, split};
use crate::combinatorics::{BoardSize, Permutation, Solution};
use crate::dice::Dice;
use crate::search::SearchError;
use crate::watch::{Activity, Watch, Watched};

/// Draws a nearly uniform random solution: makes a run with `population` boards, 1 to 65,536, and picks one of the
/// solutions that it finds, all with the same probability. Runs without solutions are repeated.
///
/// Let Z be the estimate of Q(N) from the run. Summed over all solutions, the probabilities differ from those of a
/// uniform draw by at most the mean of |Z / Q(N) − 1|, and by far less if Z does not depend on the solution;
/// docs/estimates.md has measurements. Fails for N = 2 and N = 3.
pub fn draw_nearly_uniform(
    n: BoardSize,
    population: usize,
    dice: &mut Dice,
    watch: &dyn Watch,
) -> Result<Solution, SearchError> {
    let allowed = vec![u64::MAX >> (64 - n.get()); n.get()];
    let (head, tail) = split(&allowed);
    let size = population.clamp(1, super::population::LARGEST);
    let watched = Watched::new(watch, Activity::Sampling, n.get() as u64, "runs");
    let mut population = Population::new(Ancestors::default());
    for run in 0.. {
        watched.tick(run, None).map_err(SearchError::stopped)?;
        population.begin(n.get());
        head.iter().for_each(|&allowed| population.advance(allowed, size, dice));
        let counts: Vec<u64> =
            population.boards().iter().map(|&board| completions(board, tail)).collect();
        let found = counts.iter().sum();
        if found == 0 && population.is_whole() {
            return Err(SearchError::NoSolutions { n });
        }
        if found == 0 {
            continue;
        }
        let mut before = dice.below(found);
        for (place, &count) in counts.iter().enumerate() {
            if before < count {
                let mut rows = population.lineage.queens(place);
                nth_completion(population.boards()[place], tail, before, &mut rows);
                return Ok(Solution::from_proof(Permutation::from_distinct(n, rows)));
            }
            before -= count;
        }
    }
    Err(SearchError::NoAnswer { n })
}
