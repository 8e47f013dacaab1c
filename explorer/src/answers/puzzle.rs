//! Puzzles: given queens with exactly one completion.

use nqdb::completion::Puzzle;
use serde::Serialize;

/// A puzzle made from a seed.
#[derive(Debug, Serialize)]
pub struct MadePuzzleJson {
    /// Board size.
    pub n: usize,
    /// The seed.
    pub seed: u64,
    /// Its number among the puzzles of the seed, from 1.
    pub number: u64,
    /// The given queens, such as `3=5`.
    pub squares: Vec<String>,
    /// The solution, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<Vec<u32>>,
}

impl MadePuzzleJson {
    /// The puzzle of a seed and a number.
    pub fn new(puzzle: &Puzzle, seed: u64, number: u64, with_solution: bool) -> Self {
        let solution = Some(puzzle.solution()).filter(|_| with_solution);
        MadePuzzleJson {
            n: puzzle.n(),
            seed,
            number,
            squares: puzzle.givens().map(|queen| queen.to_string()).collect(),
            queens: solution.map(|solution| solution.queens().collect()),
        }
    }
}
