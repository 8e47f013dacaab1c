//! Puzzles: given queens with exactly one completion.

use nqdb::completion::Puzzle;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct MadePuzzleJson {
    pub(crate) n: usize,
    pub(crate) seed: u64,
    /// From 1.
    pub(crate) number: u64,
    /// The given queens, such as `3=5`.
    pub(crate) squares: Vec<String>,
    /// The solution, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) queens: Option<Vec<u32>>,
}

impl MadePuzzleJson {
    pub(crate) fn new(puzzle: &Puzzle, seed: u64, number: u64, with_solution: bool) -> Self {
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
