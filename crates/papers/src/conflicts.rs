//! The methods that repair conflicts: minimal conflicts, and the genetic algorithm that uses them (Gupta, section 2.2).

use crate::task::{Attempt, FAR, SolveError};
use nqdb::internal::diagonals;
use nqdb::random::Dice;

/// Queens in arbitrary rows, one per column, with the number of queens on every row and diagonal, so that the conflicts
/// of a square take three lookups. 24 bytes per queen.
#[derive(Debug)]
pub struct ConflictBoard {
    /// The 0-based row of the queen in each column.
    pub queens: Vec<u32>,
    /// The number of queens on each row, and on each diagonal as numbered by [`diagonals`].
    rows: Vec<u32>,
    sums: Vec<u32>,
    differences: Vec<u32>,
}

impl ConflictBoard {
    /// The board with queens in these 0-based rows. O(N).
    #[expect(clippy::missing_errors_doc, reason = "for tests")]
    pub fn new(queens: Vec<u32>, attempt: &mut Attempt<'_>) -> Result<Self, SolveError> {
        let n = queens.len();
        let mut board = ConflictBoard {
            queens: Vec::new(),
            rows: vec![0; n],
            sums: vec![0; 2 * n],
            differences: vec![0; 2 * n],
        };
        for (column, &row) in queens.iter().enumerate() {
            attempt.work(FAR)?;
            board.change(column, row as usize, 1);
        }
        board.queens = queens;
        Ok(board)
    }

    /// Adds `by` to the counts of the lines of a square: 1 to set a queen, −1 to remove it.
    fn change(&mut self, column: usize, row: usize, by: i32) {
        let (sum, difference) = diagonals(self.rows.len(), column, row);
        for count in [&mut self.rows[row], &mut self.sums[sum], &mut self.differences[difference]] {
            *count = count.wrapping_add_signed(by);
        }
    }

    /// The number of other queens on the lines of the queen in this column, counted once per line.
    pub fn conflicts(&self, column: usize) -> u32 {
        let row = self.queens[column] as usize;
        let (sum, difference) = diagonals(self.rows.len(), column, row);
        self.rows[row] + self.sums[sum] + self.differences[difference] - 3
    }

    /// The sum over all lines of the queens beyond one: 0 for a solution. O(N).
    fn surplus(&self, attempt: &mut Attempt<'_>) -> Result<u64, SolveError> {
        attempt.work(self.rows.len())?;
        let lines = self.rows.iter().chain(&self.sums).chain(&self.differences);
        Ok(lines.map(|&count| u64::from(count.saturating_sub(1))).sum())
    }

    /// Moves the queen of a column to a random row with the fewest conflicts, possibly its own. O(N).
    pub fn improve(&mut self, column: usize, dice: &mut Dice) {
        self.change(column, self.queens[column] as usize, -1);
        let row = self.best_row(column, dice);
        self.change(column, row, 1);
        self.queens[column] = row as u32;
    }

    /// A row with the fewest conflicts for a column without its queen.
    fn best_row(&self, column: usize, dice: &mut Dice) -> usize {
        let n = self.rows.len();
        let sums = &self.sums[column..column + n];
        let differences = &self.differences[column..column + n];
        let conflicts = || {
            let diagonals = sums.iter().zip(differences.iter().rev());
            self.rows.iter().zip(diagonals).map(|(row, (sum, difference))| row + sum + difference)
        };
        let fewest = conflicts().min().unwrap_or(0);
        let ties = conflicts().filter(|&count| count == fewest).count();
        let chosen = dice.index(ties);
        let mut best = conflicts().enumerate().filter(|&(_, count)| count == fewest);
        best.nth(chosen).map_or(0, |(row, _)| row)
    }

    /// Improves every queen in conflict, column by column; each counts as a step if `counted`. Returns whether any was
    /// in conflict.
    fn sweep(&mut self, attempt: &mut Attempt<'_>, counted: bool) -> Result<bool, SolveError> {
        let n = self.rows.len();
        let mut found = false;
        for column in 0..n {
            attempt.work(FAR)?;
            if self.conflicts(column) > 0 {
                found = true;
                if counted {
                    attempt.step()?;
                }
                attempt.work(n)?;
                self.improve(column, &mut attempt.dice);
            }
        }
        Ok(found)
    }
}

// Minimal conflicts (Minton et al. 1992): column by column, each queen in conflict moves to a row with the fewest
// conflicts. Gupta does not specify the initial board. Here the queens are placed column by column on empty rows (Sosič
// and Gu 1990): on the first of a few random rows without a diagonal conflict. This leaves a few dozen queens in conflict
// for any N. If they are not resolved soon, the search starts from a new board.

/// The maximum number of rows tried for a queen of the initial board.
const TRIES: usize = 400;

/// The rows of a solution. O(N) for the initial board and per step; the number of steps hardly depends on N.
pub(crate) fn min_conflicts(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    loop {
        let mut board = ConflictBoard::new(start(attempt)?, attempt)?;
        let patience = attempt.steps + 100 + attempt.n.min(1000) as u64;
        while board.sweep(attempt, true)? {
            if attempt.steps > patience {
                break;
            }
        }
        if board.surplus(attempt)? == 0 {
            return Ok(board.queens);
        }
    }
}

/// A permutation with few conflicts. O(N).
fn start(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let n = attempt.n;
    let mut queens: Vec<u32> = (0..n as u32).collect();
    let [mut sums, mut differences] = [vec![false; 2 * n], vec![false; 2 * n]];
    for column in 0..n {
        // `queens[column..]` are the empty rows.
        for tried in 1..=TRIES {
            queens.swap(column, column + attempt.dice.index(n - column));
            let (sum, difference) = diagonals(n, column, queens[column] as usize);
            attempt.work(FAR)?;
            if tried == TRIES || !(sums[sum] || differences[difference]) {
                sums[sum] = true;
                differences[difference] = true;
                break;
            }
        }
    }
    Ok(queens)
}

// The genetic algorithm. A candidate is a row for each column. A generation selects an intermediate population by
// roulette wheel, `P_i = f_i / Σ f_k`, shuffles it, and derives the next population from its pairs: 1-point crossover with
// probability P_c, then mutation of each value with probability P_m, then one sweep of minimal conflicts. Gupta does not
// specify the fitness; here it is f = 1 / (1 + surplus queens on the lines). The first population consists of random
// permutations, swept once.

/// The number of candidates in a population; even.
const POPULATION: usize = 20;

/// P_c, the probability that a pair is crossed.
const CROSSOVER: f64 = 0.8;

/// N · P_m, the mean number of mutations of a candidate.
const MUTATIONS: f64 = 1.0;

struct Candidate {
    queens: Vec<u32>,
    /// 1 for a solution, else less.
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
}

/// The rows of a solution. A generation takes 20 sweeps, each O(N) per queen in conflict.
pub(crate) fn genetic(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    attempt.step()?;
    let mut parents = vec![(0..attempt.n as u32).collect::<Vec<u32>>(); POPULATION];
    parents.iter_mut().for_each(|queens| attempt.dice.shuffle(queens));
    loop {
        let mut population = Vec::with_capacity(POPULATION);
        for queens in parents {
            let candidate = Candidate::improved(queens, attempt)?;
            if candidate.fitness == 1.0 {
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
