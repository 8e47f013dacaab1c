//! The genetic algorithm of Gupta, section 2.2, improved by minimal conflicts as described there.
//!
//! A candidate is a row for each column. A generation selects an intermediate population by roulette wheel,
//! `P_i = f_i / Σ f_k`, shuffles it, and derives the next population from its pairs: 1-point crossover with probability
//! P_c, then mutation of each value with probability P_m, then one sweep of minimal conflicts. Gupta does not specify
//! the fitness; here it is f = 1 / (1 + surplus queens on the lines). The first population consists of random
//! permutations, swept once.

use super::attempt::Attempt;
use super::conflicts::ConflictBoard;
use super::error::SolveError;
use crate::dice::Dice;

/// The number of candidates in a population; even.
const POPULATION: usize = 20;

/// P_c, the probability that a pair is crossed.
const CROSSOVER: f64 = 0.8;

/// N · P_m, the mean number of mutations of a candidate.
const MUTATIONS: f64 = 1.0;

struct Candidate {
    queens: Vec<u32>,
    fitness: f64,
}

impl Candidate {
    /// The candidate after one sweep of minimal conflicts. At most O(N²).
    fn improved(queens: Vec<u32>, attempt: &mut Attempt<'_>) -> Result<Self, SolveError> {
        let mut board = ConflictBoard::new(queens, attempt)?;
        board.sweep(attempt, false)?;
        let fitness = 1.0 / (1.0 + board.surplus(attempt)? as f64);
        Ok(Candidate { queens: board.queens, fitness })
    }

    fn is_solution(&self) -> bool {
        self.fitness == 1.0
    }
}

/// The rows of a solution. A generation takes 20 sweeps, each O(N) per queen in conflict.
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    attempt.step()?;
    let mut parents = (0..POPULATION)
        .map(|_| {
            let mut queens: Vec<u32> = (0..attempt.n as u32).collect();
            attempt.dice.shuffle(&mut queens);
            queens
        })
        .collect::<Vec<_>>();
    loop {
        let mut population = Vec::with_capacity(POPULATION);
        for queens in parents {
            let candidate = Candidate::improved(queens, attempt)?;
            if candidate.is_solution() {
                return Ok(candidate.queens);
            }
            population.push(candidate);
        }
        attempt.step()?;
        parents = select(&population, &mut attempt.dice);
        recombine(&mut parents, &mut attempt.dice);
    }
}

/// The intermediate population, selected by roulette wheel and shuffled.
fn select(population: &[Candidate], dice: &mut Dice) -> Vec<Vec<u32>> {
    let total: f64 = population.iter().map(|candidate| candidate.fitness).sum();
    let mut selected: Vec<Vec<u32>> = (0..POPULATION)
        .map(|_| {
            let mut stop = dice.fraction() * total;
            let chosen = population.iter().find(|candidate| {
                stop -= candidate.fitness;
                stop < 0.0
            });
            chosen.map_or_else(|| population[0].queens.clone(), |chosen| chosen.queens.clone())
        })
        .collect();
    dice.shuffle(&mut selected);
    selected
}

/// Applies crossover to neighbouring pairs, and mutation.
fn recombine(candidates: &mut [Vec<u32>], dice: &mut Dice) {
    for pair in candidates.chunks_exact_mut(2) {
        if let [one, other] = pair
            && dice.fraction() < CROSSOVER
        {
            let point = dice.index(one.len());
            one[point..].swap_with_slice(&mut other[point..]);
        }
    }
    for candidate in candidates {
        let n = candidate.len();
        let changed = MUTATIONS / n as f64;
        for row in candidate {
            if dice.fraction() < changed {
                *row = dice.index(n) as u32;
            }
        }
    }
}
