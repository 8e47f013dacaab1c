//! Makes puzzles with exactly one solution, those with the most given queens first.
//!
//! `cargo run --example puzzle_book -- 10 12` makes 12 puzzles of N = 10.

use nqdb::watch::NoWatch;
use nqdb_completion::{CompletionError, Puzzle, PuzzleTask, make_puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let n = arguments.next().unwrap_or(Ok(8))? as usize;
    let count = arguments.next().unwrap_or(Ok(3))?;
    for (number, puzzle) in (1..).zip(book(n, count)?) {
        println!("Puzzle {number}\n{}", drawing(&puzzle));
    }
    Ok(())
}

/// Puzzles of board size `n`, most given queens first, each with its own seed.
fn book(n: usize, count: u64) -> Result<Vec<Puzzle>, CompletionError> {
    let task = PuzzleTask::new(n, 1);
    let puzzles = (1..=count).map(|number| make_puzzle(&task.nth(number), &NoWatch));
    let mut puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
    puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.givens().count()));
    Ok(puzzles)
}

/// The given queens on the board, then the solution in one line.
fn drawing(puzzle: &Puzzle) -> String {
    let n = puzzle.n();
    let square = |column, row| if puzzle.partial.gives(column, row) { " Q" } else { " ." };
    let line = |row| (0..n).map(|column| square(column, row)).collect::<String>() + "\n";
    let board: String = (0..n).map(line).collect();
    format!("{board}Solution: {}\n", puzzle.solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqdb_completion::completions;

    #[test]
    fn every_puzzle_has_only_the_printed_solution() {
        let puzzles = book(8, 5).unwrap();
        for puzzle in &puzzles {
            let found = completions(&puzzle.partial, 2, 1, &NoWatch).unwrap();
            assert_eq!(found, std::slice::from_ref(&puzzle.solution));
            let given = drawing(puzzle).matches('Q').count();
            assert_eq!(given, puzzle.givens().count());
        }
        assert!(puzzles.is_sorted_by_key(|puzzle| std::cmp::Reverse(puzzle.givens().count())));
    }
}
