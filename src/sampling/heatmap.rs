//! Estimated heat maps of boards that are too large to count.

use super::estimate::Estimate;
use super::lineage::Ancestors;
use super::population::Population;
use super::runs::{Question, Sample, Sampling, estimate};
use super::tail::split;
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::SearchError;
use crate::watch::Watch;

/// An estimated heat map: the number of solutions with a queen on each square of a board.
///
/// It is invariant under all eight symmetries of the square: each run yields one number per class of squares, averaged
/// over their images.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedHeatmap {
    n: BoardSize,
    /// The classes of squares, in the order of [`class`], then all solutions.
    numbers: Vec<Estimate>,
}

/// Estimates the heat map of a board. Fails if no run finds a solution.
pub fn estimate_heatmap(
    n: BoardSize,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<EstimatedHeatmap, SearchError> {
    let allowed = vec![u64::MAX >> (64 - n.get()); n.get()];
    let question = Squares { n, allowed, size: sampling.size() };
    let heatmap = EstimatedHeatmap { n, numbers: estimate(&question, sampling, watch)? };
    let solutions = heatmap.solutions();
    if solutions.found_nothing() {
        return Err(SearchError::NothingFound { n, runs: solutions.runs() });
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
        self.numbers[class(n, column, row)]
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

/// The number of classes of squares under D4.
fn classes(n: usize) -> usize {
    let half = n.div_ceil(2);
    half * (half + 1) / 2
}

/// The 0-based number of the class of a square, determined by its distances from the nearest borders in either order.
fn class(n: usize, column: usize, row: usize) -> usize {
    let [column, row] = [column, row].map(|line| line.min(n - 1 - line));
    let (near, far) = (column.min(row), column.max(row));
    far * (far + 1) / 2 + near
}

/// The number of solutions through the squares of each class, and of all solutions.
struct Squares {
    n: BoardSize,
    /// All rows of each column.
    allowed: Vec<u64>,
    size: usize,
}

impl Question for Squares {
    type Workspace = Population<Ancestors>;

    fn n(&self) -> BoardSize {
        self.n
    }

    fn numbers(&self) -> usize {
        classes(self.n.get()) + 1
    }

    fn workspace(&self) -> Population<Ancestors> {
        Population::new(Ancestors::default())
    }

    fn run(
        &self,
        population: &mut Population<Ancestors>,
        dice: &mut Dice,
        more: &dyn Fn() -> bool,
    ) -> Option<Sample> {
        let n = self.n.get();
        let (head, tail) = split(&self.allowed);
        population.begin(n);
        for &allowed in head {
            if !more() {
                return None;
            }
            population.advance(allowed, self.size, dice);
        }
        let (squares, found) = population.lineage.squares(population.boards(), tail, n);
        let (mut sums, mut members) = (vec![0; classes(n)], vec![0u64; classes(n)]);
        for (square, count) in squares.into_iter().enumerate() {
            let class = class(n, square / n, square % n);
            sums[class] += count;
            members[class] += 1;
        }
        let weight = population.weight();
        let means = sums.iter().zip(members).map(|(&sum, members)| sum as f64 / members as f64);
        let values = means.chain([found as f64]).map(|mean| mean * weight).collect();
        Some(Sample { values, is_exact: population.is_whole() })
    }
}
