use std::fmt;

/// A way to one solution. The sections are those of Gupta, section II.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// An explicit formula for every N; nothing is searched.
    Construct,
    /// The pattern of section 2.1, from each N to N + 1; a solution unless N leaves 2 or 3 when
    /// divided by 6.
    Extend,
    /// Queens in conflict move to the row with the fewest conflicts (section 2.2).
    MinConflicts,
    /// Roulette wheel, 1-point crossover, mutation and minimal conflicts (section 2.2).
    Genetic,
    /// Ants that choose squares by pheromone and contradictions (section 2.3).
    AntColony,
    /// Depth-first search with random choices (section 2.4, and the course exercise of seed 002).
    Backtrack,
}

impl Method {
    /// All of them.
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

    /// What it does, in some words.
    pub fn summary(self) -> &'static str {
        match self {
            Method::Construct => "A formula, for every N",
            Method::Extend => "A pattern that grows from N to N + 1; not for N = 6k + 2 and 6k + 3",
            Method::MinConflicts => "Queens in conflict move to where they have the fewest",
            Method::Genetic => "A population of boards, with crossover, mutation and min-conflicts",
            Method::AntColony => "Ants that follow pheromone, and avoid conflicts",
            Method::Backtrack => "Depth-first search with random choices",
        }
    }

    /// The largest N, so that memory stays bounded: [`Method::bytes`] of it is at most 300 MB.
    pub fn largest(self) -> u64 {
        match self {
            Method::Construct | Method::Extend | Method::MinConflicts => 10_000_000,
            Method::Genetic | Method::Backtrack => 100_000,
            Method::AntColony => 400,
        }
    }

    /// What a search of this board size keeps in memory, in bytes, about; N up to
    /// [`Method::largest`].
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

    /// So many steps, and what they are: `1 queen moved`, `20 generations`.
    pub fn steps(self, count: u64) -> String {
        format!(
            "{count} {}",
            if count == 1 { self.unit().replacen('s', "", 1) } else { self.unit().to_owned() }
        )
    }

    /// What a step is, in the plural.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Method::Construct | Method::Extend => "boards written down",
            Method::MinConflicts => "queens moved",
            Method::Genetic => "generations",
            Method::AntColony => "iterations of the whole colony",
            Method::Backtrack => "queens placed",
        }
    }

    /// The step limit where none is given: some minutes of work at most, on any board but the
    /// largest.
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

    /// Whether the answer depends on the seed.
    pub fn is_random(self) -> bool {
        !matches!(self, Method::Construct | Method::Extend)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
