//! The quantities to estimate: the number of solutions that match conditions, of orbits, of solutions before one and on
//! each square; and random solutions of boards that are too large for ranks.

use super::estimate::Estimate;
use super::runs::{
    Ancestors, LARGEST, Population, Sampling, completions, estimate, nth_completion, split,
};
use crate::combinatorics::{BoardSize, Conditions, Permutation, Solution, known_counts};
use crate::dice::Dice;
use crate::search::{Bitboard, SearchError, cheapest_image, class, classes, each_row};
use crate::watch::{Activity, Watch, Watched};

/// Estimates the number of solutions that match conditions. If the conditions contradict each other, the number is
/// exactly 0.
///
/// # Errors
/// [`SearchError::NothingFound`] if no run finds a solution, which does not prove that there is none;
/// [`SearchError::Stopped`] by the watch.
pub fn estimate_count(
    conditions: &Conditions,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let Some(reduced) = conditions.reduced() else { return Ok(Estimate::exact(0.0)) };
    // All images match equally many solutions.
    let image = if reduced.is_any() { reduced } else { cheapest_image(&reduced) };
    let (head, tail) = split(image.rows());
    let number = estimate_allowed(conditions.n(), head, tail, sampling, watch)?;
    if number.found_nothing() {
        return Err(SearchError::NothingFound { n: conditions.n(), runs: number.runs });
    }
    Ok(number)
}

/// Estimates the number of solutions in the allowed rows of each column, given as masks: the columns of the head are
/// sampled, those of the tail counted.
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub fn estimate_allowed(
    n: BoardSize,
    head: &[u64],
    tail: &[u64],
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    estimate_one(n, sampling, watch, |population, dice, more| {
        population.descend(n.get(), head, sampling.size(), dice, more)?;
        let found: u64 = population.completions(tail).sum();
        Some(population.weight * found as f64)
    })
}

/// Estimates one quantity; see [`estimate`].
fn estimate_one(
    n: BoardSize,
    sampling: &Sampling,
    watch: &dyn Watch,
    run: impl Fn(&mut Population<()>, &mut Dice, &dyn Fn() -> bool) -> Option<f64> + Sync,
) -> Result<Estimate, SearchError> {
    let run = |population: &mut _, dice: &mut _, more: &dyn Fn() -> bool| {
        Some(vec![run(population, dice, more)?])
    };
    Ok(estimate(n, 1, sampling, watch, run)?[0])
}

/// Estimates F(N), the number of orbits, from an estimate of Q(N).
///
/// F(N) = (Q(N) + H(N) + 2 R(N)) / 8, where H and R are the numbers of solutions that the half turn and the quarter
/// turns fix ([`KnownCounts`](crate::counts::KnownCounts)). Beyond N = 27 they are not used, and the estimate is Q(N) / 8. It
/// neglects about 1.4 · 10⁻⁹ of F(N) at N = 27 and less beyond, far below any standard error.
///
/// # Errors
/// As [`estimate_count`].
pub fn estimate_orbits(
    n: BoardSize,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Estimate, SearchError> {
    let solutions = estimate_count(&Conditions::any(n), sampling, watch)?;
    let known = known_counts(n);
    if let Some(known) = known.filter(|_| solutions.is_exact) {
        return Ok(Estimate::exact(known.orbits() as f64));
    }
    let symmetric = known.map_or(0, |known| known.half_turn + 2 * known.quarter_turn);
    Ok(solutions.scaled(1.0 / 8.0, symmetric as f64 / 8.0))
}

// ---- ranks

/// Estimates the 1-based rank of a solution.
///
/// A solution before it shares its first queens and has a lower queen in the next column. At each column, the boards
/// with such a queen join the population, with the probability that makes each represent only itself. Near the
/// beginning so few solutions come before it that the rank is exact.
///
/// # Errors
/// [`SearchError::NothingBefore`] if no run finds a solution between this one and the nearer end;
/// [`SearchError::Stopped`] by the watch.
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
    let all = Conditions::any(n);
    let (head, tail) = split(all.rows());
    let (rows, last_rows) = target.zero_based().split_at(head.len());
    let before = estimate_one(n, sampling, watch, |population, dice, more| {
        let mut path = Bitboard::empty(n.get());
        population.begin_without_boards();
        for (&allowed, &row) in head.iter().zip(rows) {
            more().then(|| population.advance(allowed, sampling.size(), dice))?;
            for lower in lower_rows(path, row) {
                population.insert(path.with(lower), dice);
            }
            path = path.with(1 << row);
        }
        let found: u64 = population.completions(tail).sum();
        let on_path = completions_before(path, tail, last_rows);
        Some(population.weight * found as f64 + on_path as f64)
    })?;
    if before.found_nothing() {
        return Err(SearchError::NothingBefore { n, runs: before.runs });
    }
    let before = known.map_or(before, |known| before.at_most((known / 2) as f64));
    Ok(match mirrored {
        Some(solutions) => before.subtracted_from(solutions as f64),
        None => before.scaled(1.0, 1.0),
    })
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

// ---- heat maps

/// An estimated heat map: the number of solutions with a queen on each square of a board.
///
/// It is invariant under all eight symmetries of the square: each run yields one number per class of squares, averaged
/// over their images.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedHeatmap {
    n: BoardSize,
    /// The classes of squares, in their order, then all solutions.
    numbers: Vec<Estimate>,
}

/// Estimates the heat map of a board.
///
/// # Errors
/// As [`estimate_count`].
pub fn estimate_heatmap(
    n: BoardSize,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<EstimatedHeatmap, SearchError> {
    let all = Conditions::any(n);
    let (head, tail) = split(all.rows());
    let (size, classes) = (n.get(), classes(n.get()));
    let run = |population: &mut Population<Ancestors>, dice: &mut _, more: &dyn Fn() -> bool| {
        population.descend(size, head, sampling.size(), dice, more)?;
        let (squares, found) = population.lineage.squares(&population.boards, tail, size);
        let (mut sums, mut members) = (vec![0; classes], vec![0u64; classes]);
        for (square, count) in squares.into_iter().enumerate() {
            let class = class(size, (square / size, square % size));
            sums[class] += count;
            members[class] += 1;
        }
        let weight = population.weight;
        let means = sums.iter().zip(members).map(|(&sum, members)| sum as f64 / members as f64);
        Some(means.chain([found as f64]).map(|mean| mean * weight).collect())
    };
    let heatmap = EstimatedHeatmap { n, numbers: estimate(n, classes + 1, sampling, watch, run)? };
    let solutions = heatmap.solutions();
    if solutions.found_nothing() {
        return Err(SearchError::NothingFound { n, runs: solutions.runs });
    }
    Ok(heatmap)
}

impl EstimatedHeatmap {
    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The estimate for a square, by its 0-based column and row.
    ///
    /// # Panics
    ///
    /// If the square is outside the board.
    pub fn square(&self, column: usize, row: usize) -> Estimate {
        let n = self.n.get();
        assert!(column < n && row < n, "column {column}, row {row} is outside the board N = {n}");
        self.numbers[class(n, (column, row))]
    }

    /// The estimates row by row, each from the first column on.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Estimate>> {
        let n = self.n.get();
        (0..n).map(move |row| (0..n).map(|column| self.square(column, row)).collect())
    }

    /// The estimate of Q(N), from the same runs.
    pub fn solutions(&self) -> Estimate {
        self.numbers[self.numbers.len() - 1]
    }
}

// ---- draws

/// Draws a nearly uniform random solution that meets conditions: makes a run with `population` boards, 1 to 65,536, and
/// picks one of the solutions that it finds, all with the same probability. Runs without solutions are repeated.
///
/// Let Z be the estimate of the number Q of these solutions from the run. Summed over all of them, the probabilities
/// differ from those of a uniform draw by at most the mean of |Z / Q − 1|, and by far less if Z does not depend on the
/// solution; docs/estimates.md has measurements.
///
/// # Errors
/// [`SearchError::NoSolutions`] if a run shows that there is none; [`SearchError::Stopped`] by the watch.
pub fn draw_nearly_uniform(
    conditions: &Conditions,
    population: usize,
    dice: &mut Dice,
    watch: &dyn Watch,
) -> Result<Solution, SearchError> {
    let n = conditions.n();
    let (head, tail) = split(conditions.rows());
    let size = population.clamp(1, LARGEST);
    let watched = Watched::new(watch, Activity::Sampling, n.get(), "runs");
    let mut population = Population::new(Ancestors::default());
    for run in 0.. {
        watched.tick(run, None)?;
        let _ = population.descend(n.get(), head, size, dice, &|| true);
        let counts: Vec<u64> = population.completions(tail).collect();
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
                nth_completion(population.boards[place], tail, before, &mut rows);
                return Ok(Solution::from_proof(Permutation::from_distinct(n, rows)));
            }
            before -= count;
        }
    }
    Err(SearchError::NoAnswer { n })
}
