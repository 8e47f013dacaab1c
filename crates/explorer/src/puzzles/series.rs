//! The puzzles of a seed, in order, and their pictures.

use crate::failure::Failure;
use crate::page::{board, joined};
use maud::{Markup, html};
use nqdb::{BoardSize, Error, watch::Watch};
use nqdb_completion::{CompletionError, Level, Puzzle, PuzzleTask, Puzzles, make_puzzle};

/// The smallest board that always has puzzles, and the largest board of a puzzle.
const SMALLEST: usize = 5;
const LARGEST: usize = 32;

/// The size of the puzzles that a page about a board leads to: its own, or 8.
pub(crate) fn puzzle_size(n: usize) -> usize {
    if (SMALLEST..=LARGEST).contains(&n) { n } else { 8 }
}

pub(super) const FIRST_SEED: u64 = 1;

/// The largest board with so few puzzles that a series soon repeats them: some 300 of a level.
const LAST_WITH_FEW: usize = 7;

/// The puzzles made to find one of a level: more than half are of it from N = 6 on.
const ATTEMPTS: u64 = 1000;

/// The levels that a size has.
pub(super) fn levels(n: usize) -> &'static [Level] {
    match n {
        ..=4 => &Level::ALL[..1],
        5 => &Level::ALL[..2],
        _ => &Level::ALL,
    }
}

/// The level of a size if none is chosen.
pub(super) fn usual_level(n: usize) -> Level {
    levels(n).iter().copied().find(|level| *level == Level::Medium).unwrap_or(Level::Easy)
}

/// A level in a sentence.
pub(super) fn explained(level: Level) -> &'static str {
    match level {
        Level::Easy => "Easy: some row or column always has only one free square.",
        Level::Medium => {
            "Medium: also look for squares that attack every free square of a row or column."
        }
        Level::Hard => "Hard: also look ahead, at what would follow from a queen.",
    }
}

/// Puzzles of one seed. The same series gives the same puzzles on every machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Series {
    pub(super) n: usize,
    pub(super) seed: u64,
    pub(super) level: Level,
}

impl Series {
    /// A series with the name of its level; without one, of the usual level.
    pub(super) fn parse(n: BoardSize, seed: u64, level: Option<&str>) -> Result<Self, Failure> {
        let n = n.get();
        if n > LARGEST {
            return Err(Failure::invalid(format!(
                "puzzles are available up to N = {LARGEST}, got {n}"
            )));
        }
        let level = level.map(str::parse).transpose()?.unwrap_or(usual_level(n));
        Ok(Series { n, seed, level })
    }

    fn task(&self) -> PuzzleTask {
        let level = Some(self.level);
        PuzzleTask { level, attempts: ATTEMPTS, ..PuzzleTask::new(self.n, self.seed) }
    }

    /// A puzzle of the series, by its number from 1.
    pub(super) fn puzzle(&self, number: u64, watch: &dyn Watch) -> Result<Puzzle, Error> {
        Ok(make_puzzle(&self.task().nth(number), watch)?)
    }

    /// The number of the next puzzle after one; after the last number, the first. On a small board, puzzles that repeat an
    /// earlier one are left out; `None` if no others are found.
    pub(super) fn next(&self, number: u64, watch: &dyn Watch) -> Result<Option<u64>, Error> {
        if self.n > LAST_WITH_FEW {
            return Ok(Some(number.checked_add(1).unwrap_or(1)));
        }
        let is_later =
            |puzzle: &Result<(u64, _), _>| !matches!(puzzle, Ok((next, _)) if *next <= number);
        Ok(self.different(watch).find(is_later).transpose()?.map(|(next, _)| next))
    }

    /// The first puzzles without repeated ones, each with its number; fewer if no others are found.
    pub(super) fn puzzles(
        &self,
        count: u64,
        watch: &dyn Watch,
    ) -> Result<Vec<(u64, Puzzle)>, Error> {
        self.different(watch).take(count as usize).collect()
    }

    /// The puzzles without repeated ones, each with its number, for as long as others are found.
    fn different(&self, watch: &dyn Watch) -> impl Iterator<Item = Result<(u64, Puzzle), Error>> {
        let (mut series, mut is_first) = (Puzzles::new(self.task(), false), true);
        std::iter::from_fn(move || match series.next(watch) {
            Err(CompletionError::NoNewPuzzle { .. }) => None,
            Err(CompletionError::NoSuchPuzzle { .. }) if !is_first => None,
            puzzle => {
                is_first = false;
                Some(puzzle.map_err(Error::from))
            }
        })
    }

    /// The path of the page of a puzzle: `/8/puzzle/7-3`, or `/8/puzzle/easy-7-3` if that is not the usual level.
    pub(super) fn path(&self, number: u64) -> String {
        let Series { n, seed, level } = self;
        let is_usual = *level == usual_level(*n);
        let level = if is_usual { String::new() } else { format!("{}-", level.name()) };
        format!("/{n}/puzzle/{level}{seed}-{number}")
    }
}

/// The given queens of a puzzle, as column and row, 1-based.
pub(super) fn givens(puzzle: &Puzzle) -> Vec<(usize, usize)> {
    let queens = puzzle.partial.queens();
    queens.map(|(column, row)| (column + 1, row + 1)).collect()
}

/// The given queens as a URL writes them, such as `3=5`.
pub(super) fn conditions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.givens().map(|queen| queen.to_string()).collect()
}

/// The given queens as a small picture, for links with a text of their own.
pub(crate) fn little_of(puzzle: &Puzzle) -> Markup {
    board::little_with(puzzle.n(), &givens(puzzle), html! {})
}

/// The given queens.
pub(super) fn unsolved(puzzle: &Puzzle) -> Markup {
    let (n, queens) = (puzzle.n(), joined(puzzle.givens(), ", "));
    picture(puzzle, &[], &format!("{n} × {n}, queens on {queens}"))
}

/// The solution; the queens that are not given are outlined.
pub(super) fn solved(puzzle: &Puzzle) -> Markup {
    let given = givens(puzzle);
    let queens = (1..).zip(puzzle.solution.queens().map(|row| row as usize));
    let added: Vec<_> = queens.filter(|queen| !given.contains(queen)).collect();
    picture(puzzle, &added, &format!("The solution: {}", joined(puzzle.solution.queens(), " ")))
}

fn picture(puzzle: &Puzzle, added: &[(usize, usize)], name: &str) -> Markup {
    let n = puzzle.n();
    html! {
        svg.board viewBox={ "-.05 -.05 " (n) ".1 " (n) ".1" } role="img" aria-label=(name) {
            g.men {
                (board::squares(n))
                @for (column, row) in givens(puzzle) { (board::queen(column, row)) }
                g.added { @for &(column, row) in added { (board::queen(column, row)) } }
            }
        }
    }
}
