//! [`Method`]: the names, limits and step units of the methods.

use crate::units::counted;
use std::fmt;

/// A method for finding one solution. Section numbers refer to Gupta.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// An explicit formula for every N, without a search.
    Construct,
    /// The pattern of section 2.1, which grows from N to N + 1. A solution unless N = 6k + 2 or 6k + 3.
    Extend,
    /// Minimal conflicts: queens in conflict move to the row with the fewest conflicts (section 2.2).
    MinConflicts,
    /// A genetic algorithm with roulette wheel, 1-point crossover, mutation and minimal conflicts (section 2.2).
    Genetic,
    /// Ant colony optimization: ants choose squares by pheromone and contradictions (section 2.3).
    AntColony,
    /// Depth-first search with random choices (section 2.4, and the course exercise “N Queens Puzzle”).
    Backtrack,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 6] = [
        Method::Construct,
        Method::Extend,
        Method::MinConflicts,
        Method::Genetic,
        Method::AntColony,
        Method::Backtrack,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Method::Construct => "construct",
            Method::Extend => "extend",
            Method::MinConflicts => "min-conflicts",
            Method::Genetic => "genetic",
            Method::AntColony => "ant-colony",
            Method::Backtrack => "backtrack",
        }
    }

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

    /// The largest N. It limits [`Method::bytes`] to 300 MB.
    pub fn largest(self) -> u64 {
        match self {
            Method::Construct | Method::Extend | Method::MinConflicts => 10_000_000,
            Method::Genetic | Method::Backtrack => 100_000,
            Method::AntColony => 400,
        }
    }

    /// The approximate memory in bytes for board size `n`, at most [`Method::largest`].
    pub fn bytes(self, n: u64) -> u64 {
        let n = n.min(self.largest());
        match self {
            Method::Construct | Method::Extend => 5 * n,
            Method::MinConflicts => 25 * n,
            Method::Genetic => 190 * n,
            Method::AntColony => 4 * n * n * n,
            Method::Backtrack => 45 * n,
        }
    }

    /// A number of steps with its unit: `1 queen moved`, `20 generations`.
    pub fn steps(self, count: u64) -> String {
        counted(count, self.unit())
    }

    /// The unit of steps, in the plural.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Method::Construct | Method::Extend => "boards constructed",
            Method::MinConflicts => "queens moved",
            Method::Genetic => "generations",
            Method::AntColony => "iterations of the colony",
            Method::Backtrack => "queens placed",
        }
    }

    /// The default step limit: a few minutes of work at most, except on the largest boards.
    pub fn default_steps(self, n: u64) -> u64 {
        let n = n.clamp(1, self.largest());
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

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
