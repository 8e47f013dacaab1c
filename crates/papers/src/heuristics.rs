//! The methods that build a board column by column: depth-first search with random choices, and ant colony optimization.

use crate::task::{Attempt, SolveError};
use nqdb::internal::diagonals;
use nqdb::random::Dice;

// Depth-first search with random choices (Gupta, section 2.4, and the course exercise “N Queens Puzzle”). The rows of
// a column are tried from a random row on, in strides of random length.
//
// Two additions extend the reach of its sources. The next column is always one with the fewest safe squares, so the
// search steps back as soon as a column has none. And since bad first choices are too expensive to undo, it restarts
// after a number of steps back that doubles each time.

/// The rows of a solution. O(N) per queen placed or removed; O(N) memory.
pub(crate) fn backtrack(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let mut limit = 100;
    loop {
        let mut search = Backtracker::new(attempt);
        if search.solve(limit, attempt)? {
            return Ok(search.queens());
        }
        limit *= 2;
    }
}

struct Choice {
    column: u32,
    /// The former index of the column in the list of empty columns.
    index: usize,
    /// The row tried last. The next is `stride` further; `stride` is coprime to N.
    row: u32,
    stride: u32,
    /// The number of rows not yet tried.
    untried: u32,
}

/// A search: non-attacking queens in some columns.
struct Backtracker {
    n: usize,
    /// Whether there is a queen on each row, and on each diagonal as numbered by [`diagonals`].
    rows: Vec<bool>,
    sums: Vec<bool>,
    differences: Vec<bool>,
    /// Columns without a queen.
    empty: Vec<u32>,
    /// The number of safe squares of each column without a queen.
    safe: Vec<u32>,
    /// Columns with a queen, and the current one.
    choices: Vec<Choice>,
}

impl Backtracker {
    fn new(attempt: &mut Attempt<'_>) -> Self {
        let n = attempt.n;
        let mut search = Backtracker {
            n,
            rows: vec![false; n],
            sums: vec![false; 2 * n],
            differences: vec![false; 2 * n],
            empty: (0..n as u32).collect(),
            safe: vec![n as u32; n],
            choices: Vec::with_capacity(n),
        };
        attempt.dice.shuffle(&mut search.empty);
        search
    }

    /// Searches for a solution until `limit` steps back; false if none was found.
    fn solve(&mut self, limit: u64, attempt: &mut Attempt<'_>) -> Result<bool, SolveError> {
        self.descend(&mut attempt.dice);
        let mut back = 0;
        while back < limit && !self.choices.is_empty() {
            attempt.work(self.n)?;
            if let Some(row) = self.next_safe() {
                attempt.step()?;
                self.change(row, true);
                if self.empty.is_empty() {
                    return Ok(true);
                }
                self.descend(&mut attempt.dice);
            } else {
                back += 1;
                self.ascend();
            }
        }
        Ok(false)
    }

    /// Moves to a column with the fewest safe squares.
    fn descend(&mut self, dice: &mut Dice) {
        let fewest = self.empty.iter().enumerate().min_by_key(|&(_, &c)| self.safe[c as usize]);
        let Some((index, &column)) = fewest else { return };
        self.empty.swap_remove(index);
        let n = self.n as u32;
        let stride = loop {
            let stride = 1 + dice.index(self.n) as u32;
            if greatest_common_divisor(stride, n) == 1 {
                break stride;
            }
        };
        let untried = if self.safe[column as usize] == 0 { 0 } else { n };
        let row = dice.index(self.n) as u32;
        self.choices.push(Choice { column, index, row, stride, untried });
    }

    /// The next untried safe row of the current column.
    fn next_safe(&mut self) -> Option<u32> {
        let mut choice = self.choices.pop()?;
        let mut safe = None;
        while safe.is_none() && choice.untried > 0 {
            choice.untried -= 1;
            choice.row = (choice.row + choice.stride) % self.n as u32;
            safe =
                Some(choice.row).filter(|&row| self.is_safe(choice.column as usize, row as usize));
        }
        self.choices.push(choice);
        safe
    }

    /// Steps back to the previous column and removes its queen.
    fn ascend(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.empty.push(choice.column);
            let last = self.empty.len() - 1;
            self.empty.swap(choice.index, last);
        }
        if let Some(choice) = self.choices.last() {
            self.change(choice.row, false);
        }
    }

    /// Sets or removes the queen of the current column, and updates the numbers of safe squares by the squares that
    /// only this queen attacks.
    fn change(&mut self, row: u32, set: bool) {
        let Some(choice) = self.choices.last() else { return };
        let (n, column, row) = (self.n, choice.column as usize, row as usize);
        if !set {
            self.mark(column, row, false);
        }
        for &other in &self.empty {
            let other = other as usize;
            let distance = other.abs_diff(column);
            let alone = [Some(row), row.checked_sub(distance), Some(row + distance)]
                .into_iter()
                .flatten()
                .filter(|&row| row < n && self.is_safe(other, row))
                .count() as u32;
            let safe = &mut self.safe[other];
            *safe = if set { *safe - alone } else { *safe + alone };
        }
        if set {
            self.mark(column, row, true);
        }
    }

    fn is_safe(&self, column: usize, row: usize) -> bool {
        let (sum, difference) = diagonals(self.n, column, row);
        !(self.rows[row] || self.sums[sum] || self.differences[difference])
    }

    fn mark(&mut self, column: usize, row: usize, attacked: bool) {
        let (sum, difference) = diagonals(self.n, column, row);
        self.rows[row] = attacked;
        self.sums[sum] = attacked;
        self.differences[difference] = attacked;
    }

    /// The rows of the queens, once every column has one.
    fn queens(&self) -> Vec<u32> {
        let mut queens = vec![0; self.n];
        for choice in &self.choices {
            queens[choice.column as usize] = choice.row;
        }
        queens
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

// Ant colony optimization (Gupta, section 2.3): a tour chooses a row for each column from left to right, and good
// tours leave pheromone on the edges between neighbouring columns for later ants.
//
// Gupta lets an ant choose any of the N² squares in each of N steps. With one step per column, N rows and N³ edges
// suffice instead of N⁵. Row j follows row i with probability `τ_ij^α η_ij^β / Σ τ_ik^α η_ik^β` over the empty rows k.
// η is 1 / (contradictions with the queens so far + 1/N). As in Gupta, α and β are drawn from 0 to 2, but separately
// for each iteration, so that no bad pair persists. After all ants, every edge loses a constant amount, down to its
// initial value, and the best tour adds Q / L to its edges, where L is 1 + the number of its attacked queens (N minus
// Gupta's fitness).

const ANTS: usize = 20;

/// The initial and minimum pheromone of an edge.
const INITIAL: f32 = 0.1;

/// The pheromone that each edge loses in an iteration.
const EVAPORATION: f32 = 0.01;

/// Q, the pheromone left by a tour without attacks.
const DEPOSIT: f32 = 1.0;

/// The rows of a solution. O(N² · ants + N³) per iteration.
pub(crate) fn ant_colony(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let mut trails = Trails::new(attempt.n);
    loop {
        attempt.step()?;
        // α and β in quarters, then η^β by the number of contradictions, at most one per earlier queen.
        let [alpha, beta] = std::array::from_fn(|_| attempt.dice.below(9) as u32);
        let eta = |count| 1.0 / (count as f32 + 1.0 / attempt.n as f32);
        let eta: Vec<f32> = (0..attempt.n).map(|count| power(eta(count), beta)).collect();
        let mut best: Option<Tour> = None;
        for _ in 0..ANTS {
            attempt.work(attempt.n * attempt.n)?;
            let tour = Tour::walk(&trails, alpha, &eta, &mut attempt.dice);
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
    fn walk(trails: &Trails, alpha: u32, eta: &[f32], dice: &mut Dice) -> Self {
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
                let eta = eta[(sums[sum] + differences[difference]) as usize];
                trail.map_or(1.0, |trail| power(trail[row as usize], alpha)) * eta
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
