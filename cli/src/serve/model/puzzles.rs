//! A sheet of puzzles: `/8/puzzles?seed=7&count=6`.

use crate::answers::MadePuzzleJson;
use nqdb::completion::{PuzzleTask, make_puzzle};
use nqdb::{Error, Watch};
use serde::Serialize;

/// What a sheet has; the same question gives the same sheet.
#[derive(Serialize, Clone)]
pub(crate) struct SheetQuestion {
    pub(crate) n: usize,
    pub(crate) seed: u64,
    /// Puzzles, 1 to [`PuzzleSheet::LONGEST`].
    pub(crate) count: u64,
    /// Given queens of each puzzle; `None`: as it comes.
    pub(crate) givens: Option<u64>,
}

#[derive(Serialize)]
pub(crate) struct PuzzleSheet {
    #[serde(flatten)]
    pub(crate) question: SheetQuestion,
    /// As `nqdb puzzle --solution --json` has them.
    pub(crate) puzzles: Vec<MadePuzzleJson>,
}

impl PuzzleSheet {
    /// The most puzzles of a sheet.
    pub(crate) const LONGEST: u64 = 24;
    /// The largest board of a puzzle.
    pub(crate) const LARGEST: usize = 32;

    pub(crate) fn of(question: SheetQuestion, watch: &dyn Watch) -> Result<Self, Error> {
        let SheetQuestion { n, seed, count, givens } = question;
        let task = PuzzleTask { n: n as u64, givens, seed, attempts: PuzzleTask::ATTEMPTS };
        let make = |number| {
            let puzzle = make_puzzle(&task.nth(number), watch)?;
            Ok(MadePuzzleJson::new(&puzzle, seed, number, true))
        };
        let puzzles = (1..=count).map(make).collect::<Result<_, Error>>()?;
        Ok(PuzzleSheet { question, puzzles })
    }
}
