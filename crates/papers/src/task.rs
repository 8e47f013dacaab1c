//! What `solve` is asked for and how it fails: [`Method`], [`Task`], [`SolveError`], and the [`Attempt`] that all methods
//! share.

use nqdb::internal::{Watched, counted, named, unreadable};
use nqdb::{
    Invalid,
    random::Dice,
    watch::{Activity, Progress, Watch},
};

named! {
    /// A method for finding one solution. Section numbers refer to Gupta.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Method {
        /// An explicit formula for every N, without a search.
        Construct = "construct",
        /// The pattern of section 2.1, which grows from N to N + 1. A solution unless N = 6k + 2 or 6k + 3.
        Extend = "extend",
        /// Minimal conflicts: queens in conflict move to the row with the fewest conflicts (section 2.2).
        MinConflicts = "min-conflicts",
        /// A genetic algorithm with roulette wheel, 1-point crossover, mutation and minimal conflicts (section 2.2).
        Genetic = "genetic",
        /// Ant colony optimization: ants choose squares by pheromone and contradictions (section 2.3).
        AntColony = "ant-colony",
        /// Depth-first search with random choices (section 2.4, and the course exercise “N Queens Puzzle”).
        Backtrack = "backtrack",
    } Invalid: |text| {
        unreadable("a method of construct, extend, min-conflicts, genetic, ant-colony, backtrack", text)
    }
}

impl Method {
    /// A one-line summary.
    pub fn summary(self) -> &'static str {
        match self {
            Method::Construct => "A formula, for every N",
            Method::Extend => "A pattern that grows from N to N + 1; not for N = 6k + 2 and 6k + 3",
            Method::MinConflicts => "Queens in conflict move to the row with the fewest conflicts",
            Method::Genetic => "A population of boards, with crossover, mutation and min-conflicts",
            Method::AntColony => "Ants that follow pheromone and avoid conflicts",
            Method::Backtrack => "Depth-first search with random choices",
        }
    }

    /// The largest N. It limits the memory to 300 MB: about 5 N bytes for `construct` and `extend`, 25 N for
    /// `min-conflicts`, 190 N for `genetic`, 4 N³ for `ant-colony`, and 45 N for `backtrack`.
    pub fn largest(self) -> usize {
        match self {
            Method::Construct | Method::Extend | Method::MinConflicts => 10_000_000,
            Method::Genetic | Method::Backtrack => 100_000,
            Method::AntColony => 400,
        }
    }

    /// A number of steps with its unit: `1 queen moved`, `20 generations`.
    pub fn steps(self, count: u64) -> String {
        counted(count, self.unit())
    }

    /// The unit of steps, in the plural.
    fn unit(self) -> &'static str {
        match self {
            Method::Construct | Method::Extend => "boards constructed",
            Method::MinConflicts => "queens moved",
            Method::Genetic => "generations",
            Method::AntColony => "iterations of the colony",
            Method::Backtrack => "queens placed",
        }
    }

    /// The default step limit: a few minutes of work at most, except on the largest boards.
    pub fn default_steps(self, n: usize) -> u64 {
        let n = n.clamp(1, self.largest()) as u64;
        match self {
            Method::Construct | Method::Extend => 1,
            Method::MinConflicts => (10_000 + 10_000_000_000 / n).min(10_000_000),
            Method::Genetic => (40_000_000_000 / (n * n)).clamp(20, 10_000),
            Method::AntColony => (100_000_000_000 / (n * n * n)).clamp(1000, 100_000),
            Method::Backtrack => 10 * n + 10_000_000_000 / n,
        }
    }

    /// Whether the result depends on the random seed.
    pub fn is_random(self) -> bool {
        !matches!(self, Method::Construct | Method::Extend)
    }
}

/// A board to solve and the method to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The method.
    pub method: Method,
    /// Board size, from 1 to [`Method::largest`].
    pub n: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// The step limit; [`Method::default_steps`] if `None`.
    pub steps: Option<u64>,
}

impl Task {
    /// Checks that the task can have a solution.
    ///
    /// # Errors
    /// [`SolveError::NoSolutions`] for N = 2 and 3; [`SolveError::BoardSize`] outside 1 … [`Method::largest`].
    pub fn check(&self) -> Result<(), SolveError> {
        let Task { method, n, .. } = *self;
        match n {
            2 | 3 => Err(SolveError::NoSolutions { n }),
            n if n == 0 || n > method.largest() => Err(SolveError::BoardSize { method, n }),
            _ => Ok(()),
        }
    }
}

/// Why a task failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum SolveError {
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions { n: usize },
    /// A board size that the method does not support.
    #[error("{method} supports N = 1 to {}, got {n}{}", method.largest(), other(*method, *n))]
    BoardSize { method: Method, n: usize },
    /// The pattern of [`Method::Extend`] is not a solution for this N.
    #[error(
        "extend supports N with a remainder other than 2 and 3 by 6, got {n}; construct supports every N"
    )]
    Pattern { n: usize },
    /// The step limit is reached.
    #[error(
        "{method} found no solution of N = {n} within {}; {}", method.steps(*steps),
        advice(*method, "more steps")
    )]
    NotFound { method: Method, n: usize, steps: u64 },
    /// The watch stopped the search.
    #[error("stopped while {progress}: {method} found no solution; {}", advice(*method, "more time"))]
    Stopped { method: Method, progress: Progress },
    /// The method returned a board that is not a solution: a bug in nqdb.
    #[error(
        "{method} returned a board of N = {n} that is not a solution; please report this bug: {flaw}"
    )]
    Wrong { method: Method, n: usize, flaw: Invalid },
}

/// Advice if another method supports this N.
fn other(method: Method, n: usize) -> String {
    let all = Method::Construct.largest();
    if n > method.largest() && method.largest() < all {
        format!("; construct supports N up to {all}")
    } else {
        String::new()
    }
}

/// Advice after an attempt that needed `more`.
fn advice(method: Method, more: &str) -> String {
    if method.is_random() {
        format!("try another seed, {more}, or construct, which supports every N")
    } else {
        format!("allow {more}")
    }
}

/// Squares examined between two ticks of the watch.
///
/// This gives a few hundred ticks per second, or one every 0.2 s at worst on the largest boards of a method. Methods
/// without a search do not tick, nor does the check of the result: 0.1 s each for 10,000,000 queens.
const TICK_SQUARES: u64 = 1 << 20;

/// The weight of a square that is examined individually, with its lines scattered in memory.
pub(crate) const FAR: usize = 8;

/// An attempt to solve a task, with its random numbers, steps and watch.
#[allow(missing_debug_implementations)] // Public only for tests.
pub struct Attempt<'w> {
    pub(crate) n: usize,
    /// The random numbers.
    pub dice: Dice,
    pub(crate) steps: u64,
    method: Method,
    limit: u64,
    /// Squares until the next tick.
    until_tick: u64,
    watched: Watched<&'w dyn Watch>,
}

impl<'w> Attempt<'w> {
    /// The beginning of an attempt.
    pub fn new(task: &Task, watch: &'w dyn Watch) -> Self {
        Attempt {
            n: task.n,
            dice: Dice::new(task.seed),
            steps: 0,
            method: task.method,
            limit: task.steps.unwrap_or(task.method.default_steps(task.n)),
            until_tick: TICK_SQUARES,
            watched: Watched::new(watch, Activity::Solving, task.n, task.method.unit()),
        }
    }

    /// Counts a step. Fails at the limit.
    pub(crate) fn step(&mut self) -> Result<(), SolveError> {
        if self.steps == self.limit {
            let (method, n, steps) = (self.method, self.n, self.limit);
            return Err(SolveError::NotFound { method, n, steps });
        }
        self.steps += 1;
        self.work(1)
    }

    /// Counts examined squares. Fails if the watch stops the attempt.
    pub(crate) fn work(&mut self, squares: usize) -> Result<(), SolveError> {
        if let Some(left) = self.until_tick.checked_sub(squares as u64) {
            self.until_tick = left;
            return Ok(());
        }
        self.until_tick = TICK_SQUARES;
        let ticked = self.watched.tick(self.steps, None);
        ticked.map_err(|progress| SolveError::Stopped { method: self.method, progress })
    }
}
