//! Tests a solver against ground truth: its list of solutions must be complete, without duplicates and without
//! errors. Solutions are identified by rank, so that the missing ones can be printed.
//!
//! `cargo run --example ground_truth`

use nqdb::{Board, BoardSize, Database, Error, Rank, Solution};

fn main() -> Result<(), Error> {
    let database = Database::without_file();
    for n in BoardSize::up_to(9) {
        let board = database.board(n)?;
        let report = compare(&board, &backtrack(n.get()))?;
        println!(
            "N = {n}: {}",
            if report.is_empty() { "complete".to_owned() } else { report.join("; ") }
        );
    }
    Ok(())
}

/// The errors in a solver's list of solutions, whose rows are 0-based.
fn compare(board: &Board, found: &[Vec<usize>]) -> Result<Vec<String>, Error> {
    let mut times_found = vec![0u32; board.solution_count()? as usize];
    let mut report = Vec::new();
    for rows in found {
        match Solution::from_rows(rows) {
            Ok(solution) => {
                times_found[usize::try_from(board.rank(&solution)?.get() - 1).unwrap_or(0)] += 1
            }
            Err(error) => report.push(error.to_string()),
        }
    }
    for (rank, &times) in (1..).zip(&times_found).filter(|&(_, &times)| times != 1) {
        let solution = board.unrank(Rank::new(rank)?)?;
        report.push(format!("{solution} (rank {rank}) was found {times} times"));
    }
    Ok(report)
}

/// The solver under test: all solutions by backtracking, in any order.
fn backtrack(n: usize) -> Vec<Vec<usize>> {
    let (mut found, mut rows) = (Vec::new(), Vec::new());
    place(n, &mut rows, &mut found);
    found
}

fn place(n: usize, rows: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if rows.len() == n {
        return found.push(rows.clone());
    }
    for row in (0..n).rev() {
        let attacks = |(column, &other): (usize, &usize)| {
            row == other || row.abs_diff(other) == rows.len() - column
        };
        if !rows.iter().enumerate().any(attacks) {
            rows.push(row);
            place(n, rows, found);
            rows.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(n: usize) -> Board {
        Database::without_file().board(BoardSize::new(n).unwrap()).unwrap()
    }

    #[test]
    fn a_correct_solver_passes() {
        for n in 1..=8 {
            assert_eq!(compare(&board(n), &backtrack(n)).unwrap(), [""; 0], "N = {n}");
        }
    }

    #[test]
    fn every_error_is_reported() {
        let mut found = backtrack(6);
        found[1] = vec![0, 1, 2, 3, 4, 5];
        found.push(found[0].clone());
        let expected = [
            "not a solution: the queens in column 1 (row 1) and column 2 (row 2) attack each other on a diagonal",
            "4 1 5 2 6 3 (rank 3) was found 0 times",
            "5 3 1 6 4 2 (rank 4) was found 2 times",
        ];
        assert_eq!(compare(&board(6), &found).unwrap(), expected);
    }
}
