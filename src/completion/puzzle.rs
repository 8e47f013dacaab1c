//! [`Puzzle`]: given queens with exactly one completion, none of which can be left out.

use super::complete;
use super::error::{CompletionError, Result};
use super::instance::{Instance, given};
use crate::combinatorics::{Condition, Placement};
use crate::dice::Dice;
use crate::watch::{Activity, Watch, Watched};
use std::fmt;

/// Given queens that have exactly one completion, and would have several without any one of them.
///
/// Its `Display` form is the list of the given queens, such as `1=4 5=8 7=7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    instance: Instance,
    solution: Placement,
}

impl Puzzle {
    /// A puzzle with this solution: its queens in random order, less each one that the others do without.
    /// Which of the puzzles with this solution depends on the dice; not all have the same probability.
    ///
    /// Cost: N proofs of uniqueness; see [`make_puzzle`].
    pub fn of(solution: &Placement, dice: &mut Dice, watch: &dyn Watch) -> Result<Self> {
        let n = solution.n();
        let mut queens: Vec<(u32, u32)> = (0..).zip(solution.rows().iter().copied()).collect();
        let mut instance = Instance::new(n as u64)?;
        for &(column, row) in &queens {
            instance.add(given(column, row))?;
        }
        dice.shuffle(&mut queens);
        let watched = Watched::new(watch, Activity::Completing, n as u64, "queens tried");
        for (tried, (column, row)) in (0..).zip(queens) {
            let ticked = watched.tick(tried, None);
            ticked.map_err(|progress| CompletionError::Stopped { progress })?;
            // Any other completion of the others has no queen on this square.
            let others = instance.without_queen(column, row);
            if complete(&others.excluding(column, row), dice.bits(), watch)?.is_none() {
                instance = others;
            }
        }
        Ok(Puzzle { instance, solution: solution.clone() })
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.instance.n()
    }

    /// The given queens as conditions, by column.
    pub fn givens(&self) -> impl Iterator<Item = Condition> {
        self.instance.queens().map(|(column, row)| given(column, row))
    }

    /// The given queens as an instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The completion.
    pub fn solution(&self) -> &Placement {
        &self.solution
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, queen) in self.givens().enumerate() {
            let space = if place > 0 { " " } else { "" };
            write!(f, "{space}{queen}")?;
        }
        Ok(())
    }
}

/// What puzzle to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleTask {
    /// Board size.
    pub n: u64,
    /// The number of given queens; any, if it is `None`.
    pub givens: Option<u64>,
    /// The random seed; the same seed gives the same puzzle on every machine.
    pub seed: u64,
    /// The most puzzles to make in search of one with this number of given queens.
    pub attempts: u64,
}

impl PuzzleTask {
    /// The default of `attempts`.
    pub const ATTEMPTS: u64 = 10_000;
}

/// A puzzle on a random solution, which [`complete`] finds on the empty board: solutions differ in their
/// probability.
pub fn make_puzzle(task: &PuzzleTask, watch: &dyn Watch) -> Result<Puzzle> {
    let PuzzleTask { n, givens, seed, attempts } = *task;
    let empty = Instance::new(n)?;
    if let Some(givens) = givens.filter(|&givens| givens >= n) {
        return Err(CompletionError::TooManyGivens { n, givens });
    }
    let watched = Watched::new(watch, Activity::Completing, n, "puzzles made");
    let (mut least, mut most) = (u64::MAX, 0);
    for attempt in 0..attempts.max(1) {
        let ticked = watched.tick(attempt, None);
        ticked.map_err(|progress| CompletionError::Stopped { progress })?;
        let mut dice = Dice::of_draw(seed, attempt);
        let solution = complete(&empty, dice.bits(), watch)?;
        let solution = solution.ok_or(CompletionError::NoSolutions { n })?;
        let puzzle = Puzzle::of(&solution, &mut dice, watch)?;
        let found = puzzle.givens().count() as u64;
        if givens.is_none_or(|wanted| wanted == found) {
            return Ok(puzzle);
        }
        (least, most) = (least.min(found), most.max(found));
    }
    Err(CompletionError::NoSuchPuzzle { n, givens: givens.unwrap_or(0), attempts, least, most })
}
