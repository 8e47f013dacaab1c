//! Puzzles: given queens with exactly one completion.

use nqdb_completion::Puzzle;
use serde::Serialize;

/// A puzzle made from a seed.
#[derive(Debug, Serialize)]
pub struct MadePuzzleJson {
    /// Board size.
    pub n: usize,
    /// The seed; `None` if all puzzles are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its number among the puzzles of the seed or in the list, from 1.
    pub number: u64,
    /// The given queens, such as `3=5`.
    pub squares: Vec<String>,
    /// The number of completions.
    pub completions: u64,
    /// The solution, if it was requested; one of them if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<Vec<u32>>,
}

impl MadePuzzleJson {
    /// The puzzle of a seed and a number.
    pub fn new(puzzle: &Puzzle, seed: Option<u64>, number: u64, with_solution: bool) -> Self {
        let solution = Some(puzzle.solution()).filter(|_| with_solution);
        MadePuzzleJson {
            n: puzzle.n(),
            seed,
            number,
            squares: puzzle.givens().map(|queen| queen.to_string()).collect(),
            completions: puzzle.completions(),
            queens: solution.map(|solution| solution.queens().collect()),
        }
    }
}
