//! Ant colony optimization (Gupta, section 2.3): a tour chooses a row for each column from left to right, and good
//! tours leave pheromone on the edges between neighbouring columns for later ants.
//!
//! Gupta lets an ant choose any of the N² squares in each of N steps. With one step per column, N rows and N³ edges
//! suffice instead of N⁵. Row j follows row i with probability `τ_ij^α η_ij^β / Σ τ_ik^α η_ik^β` over the empty rows k.
//! η is 1 / (contradictions with the queens so far + 1/N). As in Gupta, α and β are drawn from 0 to 2, but separately
//! for each iteration, so that no bad pair persists. After all ants, every edge loses a constant amount, down to its
//! initial value, and the best tour adds Q / L to its edges, where L is 1 + the number of its attacked queens (N minus
//! Gupta's fitness).

use super::attempt::Attempt;
use super::error::SolveError;
use crate::combinatorics::diagonals;
use crate::dice::Dice;

/// The number of ants.
const ANTS: usize = 20;

/// The initial and minimum pheromone of an edge.
const INITIAL: f32 = 0.1;

/// The pheromone that each edge loses in an iteration.
const EVAPORATION: f32 = 0.01;

/// Q, the pheromone left by a tour without attacks.
const DEPOSIT: f32 = 1.0;

/// The rows of a solution. O(N² · ants + N³) per iteration.
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let mut trails = Trails::new(attempt.n);
    loop {
        attempt.step()?;
        let exponents = Exponents::new(attempt.n, &mut attempt.dice);
        let mut best: Option<Tour> = None;
        for _ in 0..ANTS {
            attempt.work(attempt.n * attempt.n)?;
            let tour = Tour::walk(&trails, &exponents, &mut attempt.dice);
            if tour.attacked == 0 {
                return Ok(tour.queens);
            }
            if best.as_ref().is_none_or(|best| tour.attacked < best.attacked) {
                best = Some(tour);
            }
        }
        trails.evaporate();
        if let Some(best) = best {
            trails.mark(&best);
        }
        attempt.work(attempt.n * attempt.n * attempt.n)?;
    }
}

/// The pheromone on the edges from each row of a column to each row of the next.
struct Trails {
    n: usize,
    edges: Vec<f32>,
}

impl Trails {
    fn new(n: usize) -> Self {
        Trails { n, edges: vec![INITIAL; n * n * (n - 1)] }
    }

    /// The edges from a square to the next column.
    fn from(&self, column: usize, row: u32) -> &[f32] {
        let first = (column * self.n + row as usize) * self.n;
        &self.edges[first..first + self.n]
    }

    fn evaporate(&mut self) {
        for edge in &mut self.edges {
            *edge = (*edge - EVAPORATION).max(INITIAL);
        }
    }

    fn mark(&mut self, tour: &Tour) {
        let deposit = DEPOSIT / (1.0 + tour.attacked as f32);
        for (column, pair) in tour.queens.windows(2).enumerate() {
            self.edges[(column * self.n + pair[0] as usize) * self.n + pair[1] as usize] += deposit;
        }
    }
}

/// The exponents of an iteration: the weights of pheromone and contradictions.
struct Exponents {
    /// α in quarters.
    alpha: u32,
    /// η^β by the number of contradictions, at most one per earlier queen.
    eta: Vec<f32>,
}

impl Exponents {
    fn new(n: usize, dice: &mut Dice) -> Self {
        let mut exponent = || dice.below(9) as u32;
        let (alpha, beta) = (exponent(), exponent());
        let eta = |contradictions| 1.0 / (contradictions as f32 + 1.0 / n as f32);
        Exponents { alpha, eta: (0..n).map(|count| power(eta(count), beta)).collect() }
    }
}

/// x^(quarters / 4), computed with operations that are bit-identical on every machine.
fn power(x: f32, quarters: u32) -> f32 {
    let root = x.sqrt().sqrt();
    (0..quarters).fold(1.0, |product, _| product * root)
}

struct Tour {
    queens: Vec<u32>,
    /// The number of queens on a diagonal with another.
    attacked: usize,
}

impl Tour {
    fn walk(trails: &Trails, exponents: &Exponents, dice: &mut Dice) -> Self {
        let n = trails.n;
        let mut queens = Vec::with_capacity(n);
        let mut empty: Vec<u32> = (0..n as u32).collect();
        let [mut sums, mut differences] = [vec![0u32; 2 * n], vec![0u32; 2 * n]];
        let mut weights = Vec::with_capacity(n);
        for column in 0..n {
            let lines = |row: u32| diagonals(n, column, row as usize);
            let trail = queens.last().map(|&row| trails.from(column - 1, row));
            weights.clear();
            weights.extend(empty.iter().map(|&row| {
                let (sum, difference) = lines(row);
                let eta = exponents.eta[(sums[sum] + differences[difference]) as usize];
                trail.map_or(1.0, |trail| power(trail[row as usize], exponents.alpha)) * eta
            }));
            let row = empty.swap_remove(choose(&weights, dice));
            let (sum, difference) = lines(row);
            sums[sum] += 1;
            differences[difference] += 1;
            queens.push(row);
        }
        let attacked = |&(column, &row): &(usize, &u32)| {
            let (sum, difference) = diagonals(n, column, row as usize);
            sums[sum] > 1 || differences[difference] > 1
        };
        let attacked = queens.iter().enumerate().filter(attacked).count();
        Tour { queens, attacked }
    }
}

/// A random index, with probability proportional to its weight.
fn choose(weights: &[f32], dice: &mut Dice) -> usize {
    let total: f32 = weights.iter().sum();
    let mut stop = dice.fraction() as f32 * total;
    let chosen = weights.iter().position(|weight| {
        stop -= weight;
        stop < 0.0
    });
    chosen.unwrap_or(weights.len() - 1)
}
