//! The puzzles of a seed, in order, and their pictures.

use crate::failure::Failure;
use crate::page::board;
use crate::request::{number, query_of};
use maud::{Markup, html};
use nqdb::{BoardSize, Condition, Error, Watch};
use nqdb_completion::{Puzzle, PuzzleTask, make_puzzle};

/// The smallest board that always has puzzles, and the largest board of a puzzle.
const SMALLEST: usize = 5;
const LARGEST: usize = 32;

/// The size of the puzzles that a page about a board leads to: its own, or 8.
pub(crate) fn puzzle_size(n: usize) -> usize {
    if (SMALLEST..=LARGEST).contains(&n) { n } else { 8 }
}

/// The seed of the first sheet.
pub(super) const FIRST_SEED: u64 = 1;

/// Puzzles of one seed. The same series gives the same puzzles on every machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Series {
    pub(super) n: usize,
    pub(super) seed: u64,
    /// Number of given queens; `None` for any.
    pub(super) givens: Option<u64>,
}

impl Series {
    /// A series with the parameter `givens` of a URL; the form sends an empty one for any number.
    pub(super) fn parse(n: BoardSize, seed: u64, givens: Option<String>) -> Result<Self, Failure> {
        let n = n.get();
        if n > LARGEST {
            return Err(Failure::invalid(format!(
                "puzzles are available up to N = {LARGEST}, got {n}"
            )));
        }
        let givens = givens.filter(|givens| !givens.is_empty()).map(|givens| {
            let problem = || format!("givens must be from 0 to {}, got {givens:?}", n - 1);
            let found = number(&givens).filter(|&givens| givens < n as u64);
            found.ok_or_else(|| Failure::invalid(problem()))
        });
        Ok(Series { n, seed, givens: givens.transpose()? })
    }

    /// A puzzle of the series, by its number from 1.
    pub(super) fn puzzle(&self, number: u64, watch: &dyn Watch) -> Result<Puzzle, Error> {
        let givens = self.givens.map(|givens| givens..=givens);
        let task = PuzzleTask { givens, ..PuzzleTask::new(self.n as u64, self.seed) };
        Ok(make_puzzle(&task.nth(number), watch)?)
    }

    /// The path of the page of a puzzle.
    pub(super) fn path(&self, number: u64) -> String {
        format!("/{}/puzzle/{}-{number}", self.n, self.seed)
    }

    /// The query of the page of a puzzle.
    pub(super) fn query(&self) -> String {
        query_of(&[("givens", self.givens)])
    }
}

/// The given queens of a puzzle, as column and row, 1-based.
pub(super) fn givens(puzzle: &Puzzle) -> Vec<(u64, u64)> {
    let square = |condition| match condition {
        Condition::Queen { column, row } => Some((column, row)),
        _ => None,
    };
    puzzle.givens().filter_map(square).collect()
}

/// The given queens as a URL writes them, such as `3=5`.
pub(super) fn conditions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.givens().map(|queen| queen.to_string()).collect()
}

/// The given queens as a small picture, for links with a text of their own.
pub(crate) fn little_of(puzzle: &Puzzle) -> Markup {
    let queens = givens(puzzle).into_iter().map(|(column, row)| (column as usize, row as usize));
    board::little_with(puzzle.n(), queens)
}

/// The given queens.
pub(super) fn unsolved(puzzle: &Puzzle) -> Markup {
    let name =
        format!("{} × {}, queens on {}", puzzle.n(), puzzle.n(), conditions(puzzle).join(", "));
    picture(puzzle, &[], &name)
}

/// The solution; the queens that are not given are outlined.
pub(super) fn solved(puzzle: &Puzzle) -> Markup {
    let queens: Vec<u64> = puzzle.solution().queens().map(u64::from).collect();
    let given = givens(puzzle);
    let mut added: Vec<(u64, u64)> = (1..).zip(queens.iter().copied()).collect();
    added.retain(|queen| !given.contains(queen));
    let rows: Vec<String> = queens.iter().map(u64::to_string).collect();
    picture(puzzle, &added, &format!("The solution: {}", rows.join(" ")))
}

fn picture(puzzle: &Puzzle, added: &[(u64, u64)], name: &str) -> Markup {
    let n = puzzle.n();
    html! {
        svg.board viewBox={ "-.05 -.05 " (n) ".1 " (n) ".1" } role="img" aria-label=(name) {
            g.men {
                (board::squares(n))
                @for (column, row) in givens(puzzle) { (board::queen(column as usize, row as usize)) }
                g.added { @for &(column, row) in added { (board::queen(column as usize, row as usize)) } }
            }
        }
    }
}
