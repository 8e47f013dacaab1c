//! [`Puzzle`]: a minimal set of given queens with exactly one completion.

use super::complete;
use super::error::{CompletionError, LARGEST_PUZZLE, Result};
use super::instance::{Instance, given};
use crate::combinatorics::{Condition, Placement};
use crate::dice::Dice;
use crate::watch::{Activity, Progress, Watch, Watched};
use std::fmt;
use std::ops::ControlFlow;

/// A minimal puzzle: given queens with exactly one completion, and with several if any queen is removed.
///
/// Displayed as the list of the given queens, such as `1=4 5=8 7=7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    instance: Instance,
    solution: Placement,
}

impl Puzzle {
    /// A random puzzle with this solution: drops, in random order, each queen that the others imply. Every minimal
    /// puzzle of the solution is possible, but not all are equally likely.
    ///
    /// Cost: N searches like those of [`complete`].
    pub fn of(solution: &Placement, dice: &mut Dice, watch: &dyn Watch) -> Result<Self> {
        let mut queens: Vec<(u32, u32)> = (0..).zip(solution.rows().iter().copied()).collect();
        dice.shuffle(&mut queens);
        Self::reduced(solution, queens, dice, watch)
    }

    /// The puzzle that results from trying to drop the queens in this order.
    fn reduced(
        solution: &Placement,
        queens: Vec<(u32, u32)>,
        dice: &mut Dice,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let n = solution.n() as u64;
        let mut instance = Instance::new(n)?;
        for &(column, row) in &queens {
            instance.add(given(column, row))?;
        }
        let watched = Watched::new(watch, Activity::MakingPuzzle, n, "queens tried");
        for (tried, (column, row)) in (0..).zip(queens) {
            let step = InnerSearch { work: &watched, done: tried };
            // Any further completion of the others has no queen on this square.
            let others = instance.without_queen(column, row);
            if step.complete(&others.excluding(column, row), dice)?.is_none() {
                instance = others;
            }
        }
        Ok(Puzzle { instance, solution: solution.clone() })
    }

    /// Another puzzle with the same solution: without one or two of the given queens, and with as few others as it
    /// takes in their place.
    fn neighbour(&self, dice: &mut Dice, watch: &dyn Watch) -> Result<Self> {
        let queens = (0..).zip(self.solution.rows().iter().copied());
        let (mut given, mut others): (Vec<_>, Vec<_>) =
            queens.partition(|&(column, row)| self.gives(column, row));
        dice.shuffle(&mut given);
        dice.shuffle(&mut others);
        let kept = given.split_off((1 + dice.index(2)).min(given.len()));
        Self::reduced(&self.solution, [given, others, kept].concat(), dice, watch)
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.instance.n()
    }

    /// The given queens as conditions, by column.
    pub fn givens(&self) -> impl Iterator<Item = Condition> {
        self.instance.queens().map(|(column, row)| given(column, row))
    }

    /// Whether the queen on a square (0-based) is given.
    pub fn gives(&self, column: u32, row: u32) -> bool {
        self.instance.gives(column, row)
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
        self.instance.fmt(f)
    }
}

/// A step of the generator. It watches the inner searches and reports them as its own progress.
struct InnerSearch<'a, W: Watch> {
    work: &'a Watched<W>,
    /// The number of steps before it.
    done: u64,
}

impl<W: Watch> InnerSearch<'_, W> {
    fn complete(&self, instance: &Instance, dice: &mut Dice) -> Result<Option<Placement>> {
        complete(instance, dice.bits(), self).map_err(|error| self.stopped(error))
    }

    /// Converts the error of a stopped search into that of the step.
    fn stopped(&self, error: CompletionError) -> CompletionError {
        match error {
            CompletionError::Stopped { .. } | CompletionError::PuzzleStopped { .. } => {
                CompletionError::PuzzleStopped { progress: self.work.progress(self.done, None) }
            }
            other => other,
        }
    }
}

impl<W: Watch> Watch for InnerSearch<'_, W> {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        match self.work.tick(self.done, None) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The parameters of [`make_puzzle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleTask {
    /// Board size.
    pub n: u64,
    /// The number of given queens; `None` for any.
    pub givens: Option<u64>,
    /// The random seed. The same seed gives the same puzzle on every machine.
    pub seed: u64,
    /// The maximum number of puzzles to generate to reach this number of given queens.
    pub attempts: u64,
}

impl PuzzleTask {
    /// The largest board size.
    pub const LARGEST: u64 = LARGEST_PUZZLE;

    /// The default for `attempts`.
    pub const ATTEMPTS: u64 = 10_000;

    /// The task of the `number`-th of several puzzles. It has its own seed, so the puzzle does not depend on the
    /// earlier ones.
    pub fn nth(&self, number: u64) -> Self {
        PuzzleTask { seed: Dice::of_draw(self.seed, number).bits(), ..*self }
    }

    /// Checks the board size and the number of given queens.
    fn check(&self) -> Result<()> {
        let PuzzleTask { n, givens, .. } = *self;
        if !(1..=LARGEST_PUZZLE).contains(&n) {
            return Err(CompletionError::PuzzleSize { n });
        }
        match givens {
            Some(givens) if givens >= n => Err(CompletionError::TooManyGivens { n, givens }),
            _ => Ok(()),
        }
    }
}

/// The number of puzzles generated from one solution before the next one is drawn.
const WALK: u64 = 50;

/// Generates a puzzle from a random solution, which [`complete`] finds on the empty board; solutions are not equally
/// likely. To reach a number of given queens, it changes the puzzle step by step and restarts from a new solution now
/// and then.
///
/// Cost: N + 1 searches like those of [`complete`] per attempt: about 0.2 ms at N = 30, 1 ms at N = 64, 7 s at
/// N = 1,000 (docs/completion.md).
pub fn make_puzzle(task: &PuzzleTask, watch: &dyn Watch) -> Result<Puzzle> {
    let PuzzleTask { n, givens, seed, attempts } = *task;
    task.check()?;
    let empty = Instance::new(n)?;
    let watched = Watched::new(watch, Activity::MakingPuzzle, n, "puzzles tried");
    let mut dice = Dice::new(seed);
    let (mut least, mut most) = (u64::MAX, 0);
    // The puzzle to continue from, and its distance from the number.
    let mut last: Option<(Puzzle, u64)> = None;
    for attempt in 0..attempts.max(1) {
        let step = InnerSearch { work: &watched, done: attempt };
        last = last.filter(|_| attempt % WALK > 0);
        let puzzle = match &last {
            Some((last, _)) => last.neighbour(&mut dice, &step),
            None => {
                let solution = step.complete(&empty, &mut dice)?;
                let solution = solution.ok_or(CompletionError::NoSolutions { n })?;
                Puzzle::of(&solution, &mut dice, &step)
            }
        };
        let puzzle = puzzle.map_err(|error| step.stopped(error))?;
        let found = puzzle.givens().count() as u64;
        let distance = givens.map_or(0, |wanted| wanted.abs_diff(found));
        if distance == 0 {
            return Ok(puzzle);
        }
        (least, most) = (least.min(found), most.max(found));
        if last.as_ref().is_none_or(|&(_, before)| distance <= before) {
            last = Some((puzzle, distance));
        }
    }
    Err(CompletionError::NoSuchPuzzle { n, givens: givens.unwrap_or(0), attempts, least, most })
}
