//! [`Puzzle`]: given queens with exactly one completion, or with a chosen number of them, of which none can be left out.

use crate::level::Level;
use crate::partial_board::{PartialBoard, Result, given};
use crate::{complete, for_each_completion};
use nqdb::internal::Watched;
use nqdb::picture::Picture;
use nqdb::{
    BoardSize, CompletionError, Condition, Invalid,
    placement::Placement,
    random::Dice,
    watch::{Activity, Progress, Watch},
};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

/// A minimal puzzle: given queens with exactly one completion, and with several if any queen is removed. In general,
/// with at most M completions, and with more if any queen is removed. One made for a [`Level`] has exactly one
/// completion, and would have no level or a harder one if any queen were removed.
///
/// Displayed as the list of the given queens, such as `1=4 5=8 7=7`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The given queens as a partial board.
    pub partial: PartialBoard,
    /// The completion; one of them if there are several.
    pub solution: Placement,
    /// The number of completions.
    pub completions: u64,
}

impl Puzzle {
    /// A random puzzle with this solution and at most as many completions as the task has, or no harder than its level:
    /// drops, in random order, each queen whose absence leaves it so. Every minimal puzzle of the solution is possible, but
    /// not all are equally likely.
    ///
    /// Cost: N searches like those of [`complete`], or N times that of [`Level::of`].
    ///
    /// # Errors
    /// [`CompletionError::PuzzleStopped`] by the watch; [`CompletionError::BoardSize`] for
    /// N > [`CompletionError::LARGEST`].
    pub fn of(
        solution: &Placement,
        task: &PuzzleTask,
        dice: &mut Dice,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let mut queens: Vec<(usize, usize)> =
            (0..).zip(solution.zero_based().iter().map(|&row| row as usize)).collect();
        dice.shuffle(&mut queens);
        Self::reduced(task, solution, queens, dice, watch)
    }

    /// The puzzle that results from trying to drop the queens in this order.
    fn reduced(
        task: &PuzzleTask,
        solution: &Placement,
        queens: Vec<(usize, usize)>,
        dice: &mut Dice,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let n = solution.n();
        let mut partial = PartialBoard::new(n)?;
        for &(column, row) in &queens {
            partial.add(given(column, row))?;
        }
        let watched = Watched::new(watch, Activity::MakingPuzzle, n, "queens tried");
        // Puzzles that are minimal are mostly hard.
        let level = task.level.filter(|level| *level < Level::Hard);
        let mut completions = 1;
        for (tried, (column, row)) in (0..).zip(queens) {
            let step = InnerSearch { work: &watched, done: tried };
            let others = partial.without_queen(column, row);
            if let Some(level) = level {
                let stopped = |progress| CompletionError::PuzzleStopped { progress };
                watched.tick(tried, None).map_err(stopped)?;
                partial = Level::within(&others, level).map_or(partial, |_| others);
                continue;
            }
            // Any further completion of the others has no queen on this square.
            let room = task.completions.end().saturating_sub(completions);
            if let Some(more) = step.count(&others.excluding(column, row), room, dice)? {
                partial = others;
                completions += more;
            }
        }
        Ok(Puzzle { partial, solution: solution.clone(), completions })
    }

    /// Another puzzle with the same solution: without one or two of the given queens, and with as few others as it
    /// takes in their place.
    fn neighbour(&self, task: &PuzzleTask, dice: &mut Dice, watch: &dyn Watch) -> Result<Self> {
        let queens = (0..).zip(self.solution.zero_based().iter().map(|&row| row as usize));
        let (mut given, mut others): (Vec<_>, Vec<_>) =
            queens.partition(|&(column, row)| self.partial.gives(column, row));
        dice.shuffle(&mut given);
        dice.shuffle(&mut others);
        let kept = given.split_off((1 + dice.index(2)).min(given.len()));
        Self::reduced(task, &self.solution, [given, others, kept].concat(), dice, watch)
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.partial.n()
    }

    /// The given queens as conditions, by column.
    pub fn givens(&self) -> impl Iterator<Item = Condition> {
        self.partial.queens().map(|(column, row)| given(column, row))
    }

    /// The picture of the given queens.
    ///
    /// # Errors
    /// [`Invalid::PictureSize`] beyond N = [`Picture::LARGEST`].
    pub fn picture(&self) -> Result<Picture, Invalid> {
        self.partial.picture()
    }

    /// The picture with the solution: given queens are filled, the others outlined.
    ///
    /// # Errors
    /// [`Invalid::PictureSize`] beyond N = [`Picture::LARGEST`].
    pub fn solved_picture(&self) -> Result<Picture, Invalid> {
        let picture = Picture::new(self.solution.zero_based().iter().copied())?;
        Ok(picture.with_givens(|column, row| self.partial.gives(column, row)))
    }

    /// The level, as [`Level::of`] determines it.
    pub fn level(&self) -> Option<Level> {
        Level::of(&self.partial)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.partial.fmt(f)
    }
}

/// A step of the generator. It watches the inner searches and reports them as its own progress.
struct InnerSearch<'a, W: Watch> {
    work: &'a Watched<W>,
    /// The number of steps before it.
    done: u64,
}

impl<W: Watch> InnerSearch<'_, W> {
    /// The number of completions; `None` if there are more than `most`.
    fn count(&self, partial: &PartialBoard, most: u64, dice: &mut Dice) -> Result<Option<u64>> {
        let mut count = 0;
        let visit = |_| {
            count += 1;
            if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = for_each_completion(partial, dice.bits(), self, visit);
        let end = end.map_err(|error| self.stopped(error))?;
        Ok(end.is_continue().then_some(count))
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleTask {
    /// Board size.
    pub n: usize,
    /// The range of numbers of given queens, which must begin below N; `None` for any.
    pub givens: Option<RangeInclusive<u64>>,
    /// The number of completions, at least 1. A puzzle has more than the end of the range if any queen is removed.
    pub completions: RangeInclusive<u64>,
    /// The level; `None` for any, and none. A puzzle with a level has one completion, and needs N ≤ [`Level::LARGEST`].
    pub level: Option<Level>,
    /// The random seed. The same seed gives the same puzzle on every machine.
    pub seed: u64,
    /// The maximum number of puzzles to generate to reach these numbers of given queens and completions, and the level.
    pub attempts: u64,
}

impl PuzzleTask {
    /// The largest board size.
    pub const LARGEST: usize = CompletionError::LARGEST_PUZZLE;

    /// The default for `attempts`.
    pub const ATTEMPTS: u64 = 10_000;

    /// The task of a puzzle with exactly one completion and any number of given queens.
    pub fn new(n: usize, seed: u64) -> Self {
        PuzzleTask {
            n,
            givens: None,
            completions: 1..=1,
            level: None,
            seed,
            attempts: Self::ATTEMPTS,
        }
    }

    /// The task of the `number`-th of several puzzles. It has its own seed, so the puzzle does not depend on the
    /// earlier ones.
    pub fn nth(&self, number: u64) -> Self {
        PuzzleTask { seed: Dice::of_draw(self.seed, number).bits(), ..self.clone() }
    }

    /// Checks the board size and the numbers of given queens and completions.
    pub(crate) fn check(&self) -> Result<()> {
        let PuzzleTask { n, ref givens, ref completions, level, .. } = *self;
        if !(1..=CompletionError::LARGEST_PUZZLE).contains(&n) {
            return Err(CompletionError::PuzzleSize { n });
        }
        if completions.is_empty() || completions.contains(&0) {
            let (least, most) = ends(completions);
            return Err(CompletionError::NoCompletions { least, most });
        }
        if level.is_some() && (n > Level::LARGEST || *completions != (1..=1)) {
            return Err(CompletionError::NoLevels { n, completions: ends(completions) });
        }
        match givens {
            Some(givens) if *givens.start() >= n as u64 => {
                Err(CompletionError::TooManyGivens { n, givens: *givens.start() })
            }
            _ => Ok(()),
        }
    }
}

/// The number of puzzles generated from one solution before the next one is drawn.
const WALK: u64 = 50;

/// Generates a puzzle from a random solution, which [`complete`] finds on the empty board; solutions are not equally
/// likely. To reach a number of given queens or completions, it changes the puzzle step by step and restarts from a new
/// solution now and then, likewise for a level.
///
/// Cost: N + 1 searches like those of [`complete`] per attempt: about 0.2 ms at N = 30, 1 ms at N = 64, 7 s at
/// N = 1,000 (docs/completion.md). With up to M completions, each search visits up to M.
///
/// # Errors
/// [`CompletionError::PuzzleSize`], [`CompletionError::NoCompletions`], [`CompletionError::TooManyGivens`] or
/// [`CompletionError::NoLevels`] for an invalid task; [`CompletionError::NoSolutions`] for N = 2 and 3;
/// [`CompletionError::NoSuchPuzzle`] after `attempts`; [`CompletionError::PuzzleStopped`] by the watch.
pub fn make_puzzle(task: &PuzzleTask, watch: &dyn Watch) -> Result<Puzzle> {
    let PuzzleTask { n, ref givens, ref completions, level, seed, attempts } = *task;
    task.check()?;
    let empty = PartialBoard::new(n)?;
    let watched = Watched::new(watch, Activity::MakingPuzzle, n, "puzzles tried");
    let mut dice = Dice::new(seed);
    let widened = |(least, most): (u64, u64), number: u64| (least.min(number), most.max(number));
    let (mut givens_made, mut completions_made) = ((u64::MAX, 0), (u64::MAX, 0));
    // The puzzle to continue from, and its distance from the numbers.
    let mut last: Option<(Puzzle, u64)> = None;
    for attempt in 0..attempts.max(1) {
        let step = InnerSearch { work: &watched, done: attempt };
        last = last.filter(|_| attempt % WALK > 0);
        let puzzle = match &last {
            Some((last, _)) => last.neighbour(task, &mut dice, &step),
            None => complete(&empty, dice.bits(), &step).and_then(|solution| {
                let solution = solution.ok_or(CompletionError::NoSolutions { n })?;
                Puzzle::of(&solution, task, &mut dice, &step)
            }),
        };
        let puzzle = puzzle.map_err(|error| step.stopped(error))?;
        let found = puzzle.givens().count() as u64;
        let missing = completions.start().saturating_sub(puzzle.completions);
        let outside = givens.as_ref().map_or(0, |wanted| {
            let (least, most) = ends(wanted);
            least.saturating_sub(found).max(found.saturating_sub(most))
        });
        let is_other_level = level.is_some() && puzzle.level() != level;
        let distance = outside.saturating_add(missing).saturating_add(is_other_level.into());
        if distance == 0 {
            return Ok(puzzle);
        }
        givens_made = widened(givens_made, found);
        completions_made = widened(completions_made, puzzle.completions);
        if last.as_ref().is_none_or(|&(_, before)| distance <= before) {
            last = Some((puzzle, distance));
        }
    }
    Err(CompletionError::NoSuchPuzzle {
        n,
        givens: givens.as_ref().map(ends),
        completions: ends(completions),
        level: level.map(Level::name),
        attempts,
        givens_made,
        completions_made,
    })
}

/// The smallest and the greatest number of a range.
pub(crate) fn ends(range: &RangeInclusive<u64>) -> (u64, u64) {
    (*range.start(), *range.end())
}

/// Different puzzles of one task, one after another, each with its own seed.
#[derive(Debug)]
pub struct Puzzles {
    task: PuzzleTask,
    up_to_symmetry: bool,
    /// The number of the last puzzle.
    number: u64,
    /// The puzzles so far, in canonical form if images count as the same.
    made: HashSet<GivenQueens>,
}

/// The given queens of a puzzle. Up to N = 64 they need no memory of their own: small blocks between those that searches
/// free would keep these from being used again.
#[derive(Debug, PartialEq, Eq, Hash)]
enum GivenQueens {
    /// 1 plus the row in each column, 0 without a given queen.
    Rows([u8; BoardSize::MAX]),
    Squares(Box<[(usize, usize)]>),
}

impl GivenQueens {
    fn of(partial: &PartialBoard) -> Self {
        if partial.n() > BoardSize::MAX {
            return GivenQueens::Squares(partial.queens().collect());
        }
        let mut rows = [0; BoardSize::MAX];
        partial.queens().for_each(|(column, row)| rows[column] = row as u8 + 1);
        GivenQueens::Rows(rows)
    }
}

impl Puzzles {
    /// The puzzles [`PuzzleTask::nth`] 1, 2, … of a task without those that are the same as an earlier one, or with
    /// `up_to_symmetry` images of it. Memory: at most 250 bytes for each puzzle so far up to N = 64, 8 N bytes more
    /// beyond.
    pub fn new(task: PuzzleTask, up_to_symmetry: bool) -> Self {
        Puzzles { task, up_to_symmetry, number: 0, made: HashSet::new() }
    }

    /// The number and the next puzzle.
    ///
    /// # Errors
    /// [`CompletionError::NoNewPuzzle`] if as many puzzles in a row as the task has attempts are not new; those of
    /// [`make_puzzle`].
    pub fn next(&mut self, watch: &dyn Watch) -> Result<(u64, Puzzle)> {
        let watch = AfterOthers { watch, made: self.made.len() as u64 };
        for _ in 0..self.task.attempts.max(1) {
            self.number += 1;
            let puzzle = make_puzzle(&self.task.nth(self.number), &watch)?;
            let is_new = self.made.insert(if self.up_to_symmetry {
                GivenQueens::of(&puzzle.partial.canonical())
            } else {
                GivenQueens::of(&puzzle.partial)
            });
            if is_new {
                return Ok((self.number, puzzle));
            }
        }
        let PuzzleTask { n, attempts, level, .. } = self.task;
        let (level, made) = (level.map(Level::name), self.made.len() as u64);
        Err(CompletionError::NoNewPuzzle { n, level, made, attempts })
    }
}

/// Reports the number of puzzles made as the progress of the next one, once there are some.
struct AfterOthers<'w> {
    watch: &'w dyn Watch,
    made: u64,
}

impl Watch for AfterOthers<'_> {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        let series = Progress { done: self.made, unit: "puzzles made", ..*progress };
        self.watch.tick(if self.made > 0 { &series } else { progress })
    }

    fn began(&self) -> Instant {
        self.watch.began()
    }

    fn begin(&self) {
        self.watch.begin();
    }

    fn done(&self) {
        self.watch.done();
    }
}

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
    pub conditions: Vec<String>,
    /// The number of completions.
    pub completions: u64,
    /// The level; `None` if the puzzle has none.
    pub level: Option<Level>,
    /// The solution, if it was requested; one of them if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<Vec<u32>>,
}

impl MadePuzzleJson {
    /// The puzzle of a seed and a number.
    pub fn new(puzzle: &Puzzle, seed: Option<u64>, number: u64, with_solution: bool) -> Self {
        let solution = Some(&puzzle.solution).filter(|_| with_solution);
        MadePuzzleJson {
            n: puzzle.n(),
            seed,
            number,
            conditions: puzzle.givens().map(|queen| queen.to_string()).collect(),
            completions: puzzle.completions,
            level: puzzle.level(),
            queens: solution.map(|solution| solution.queens().collect()),
        }
    }
}
