//! Pictures of puzzles and their solutions.

use crate::page::board;
use maud::{Markup, html};
use nqdb::Condition;
use nqdb_completion::Puzzle;

/// The given queens of a puzzle, as column and row, 1-based.
pub(super) fn givens(puzzle: &Puzzle) -> Vec<(u64, u64)> {
    let square = |condition| match condition {
        Condition::Queen { column, row } => Some((column, row)),
        _ => None,
    };
    puzzle.givens().filter_map(square).collect()
}

/// The given queens as a URL writes them, such as `3=5`.
pub(super) fn squares(puzzle: &Puzzle) -> Vec<String> {
    puzzle.givens().map(|queen| queen.to_string()).collect()
}

/// The given queens.
pub(crate) fn unsolved(puzzle: &Puzzle) -> Markup {
    let name = format!("{} × {}, queens on {}", puzzle.n(), puzzle.n(), squares(puzzle).join(", "));
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
