//! Ants (Gupta, section 2.3): a tour chooses a row for each column from left to right, and good tours
//! leave pheromone on the edges between neighbouring columns for the ants after them.
//!
//! The seed lets an ant choose any of the N² squares in each of N steps; with one step a column, N
//! rows are enough, and N³ edges instead of N⁵. Row j follows row i with probability
//! `τ_ij^α η_ij^β / Σ τ_ik^α η_ik^β` over the rows k that are still empty. η is 1 / (contradictions
//! with the queens so far + 1/N), and α and β are drawn from 0 to 2, as the seed says; here for each
//! iteration, so that no run is bound to a bad pair. When all ants are through, every trail loses a
//! constant amount down to what it was at first, and the best tour adds Q / L to its edges, where L is 1
//! more than its queens that are attacked (N less the fitness of the seed).

use super::SolveError;
use super::diagonals::diagonals;
use super::run::Run;
use crate::dice::Dice;

/// Ants in the colony.
const ANTS: usize = 20;

/// Pheromone of every edge at first, and the least it can have.
const FAINT: f32 = 0.1;

/// What evaporates from an edge in each iteration.
const EVAPORATION: f32 = 0.01;

/// Q, the pheromone that a tour without attacks would lay.
const DEPOSIT: f32 = 1.0;

/// A solution. O(N² · ants + N³) an iteration.
pub(super) fn rows(run: &mut Run<'_>) -> Result<Vec<u32>, SolveError> {
    let mut trails = Trails::new(run.n);
    loop {
        run.step()?;
        let habits = Habits::new(run.n, &mut run.dice);
        let mut best: Option<Tour> = None;
        for _ in 0..ANTS {
            run.work(run.n * run.n)?;
            let tour = Tour::walk(&trails, &habits, &mut run.dice);
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
        run.work(run.n * run.n * run.n)?;
    }
}

/// The pheromone on the edges from each row of a column to each row of the next.
struct Trails {
    n: usize,
    edges: Vec<f32>,
}

impl Trails {
    fn new(n: usize) -> Self {
        Trails { n, edges: vec![FAINT; n * n * (n - 1)] }
    }

    /// The edges from a square to the next column.
    fn from(&self, column: usize, row: u32) -> &[f32] {
        let first = (column * self.n + row as usize) * self.n;
        &self.edges[first..first + self.n]
    }

    fn evaporate(&mut self) {
        for edge in &mut self.edges {
            *edge = (*edge - EVAPORATION).max(FAINT);
        }
    }

    fn mark(&mut self, tour: &Tour) {
        let deposit = DEPOSIT / (1.0 + tour.attacked as f32);
        for (column, pair) in tour.queens.windows(2).enumerate() {
            self.edges[(column * self.n + pair[0] as usize) * self.n + pair[1] as usize] += deposit;
        }
    }
}

/// How much the ants of an iteration care for pheromone and contradictions.
struct Habits {
    /// α in quarters.
    alpha: u32,
    /// η^β by the number of contradictions: one for each queen of the columns before, at most.
    eta: Vec<f32>,
}

impl Habits {
    fn new(n: usize, dice: &mut Dice) -> Self {
        let mut exponent = || dice.below(9) as u32;
        let (alpha, beta) = (exponent(), exponent());
        let eta = |contradictions| 1.0 / (contradictions as f32 + 1.0 / n as f32);
        Habits { alpha, eta: (0..n).map(|count| power(eta(count), beta)).collect() }
    }
}

/// x to the power of so many quarters, by operations that give the same bits everywhere.
fn power(x: f32, quarters: u32) -> f32 {
    let root = x.sqrt().sqrt();
    (0..quarters).fold(1.0, |product, _| product * root)
}

struct Tour {
    queens: Vec<u32>,
    /// Queens that share a diagonal with another.
    attacked: usize,
}

impl Tour {
    fn walk(trails: &Trails, habits: &Habits, dice: &mut Dice) -> Self {
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
                let eta = habits.eta[(sums[sum] + differences[difference]) as usize];
                trail.map_or(1.0, |trail| power(trail[row as usize], habits.alpha)) * eta
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

/// A place, with a probability in proportion to its weight.
fn choose(weights: &[f32], dice: &mut Dice) -> usize {
    let total: f32 = weights.iter().sum();
    let mut stop = dice.fraction() as f32 * total;
    let chosen = weights.iter().position(|weight| {
        stop -= weight;
        stop < 0.0
    });
    chosen.unwrap_or(weights.len() - 1)
}
