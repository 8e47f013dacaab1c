//! SAT models: variable N·(c − 1) + r is true if the square in column c, row r has a queen.

use super::lines::check_satisfiable;
use super::squares::{Frame, Squares};
use crate::combinatorics::invalid::{Invalid, shortened};

/// Reads a model, which has each of its variables once. If there are more than N², those after them are auxiliary, and N
/// is the only size from 2 on at which the others are a permutation.
pub(super) fn read(text: &str, frame: Frame) -> Result<Squares, Invalid> {
    text.lines().try_for_each(check_satisfiable)?;
    let literals = literals(text)?;
    let count = literals.len();
    let mut seen = vec![false; count + 1];
    let is_model = literals.iter().all(|literal| {
        let variable = seen.get_mut(literal.unsigned_abs() as usize);
        variable.is_some_and(|seen| !std::mem::replace(seen, true))
    });
    let mut queens: Vec<u64> = literals.iter().filter_map(|&queen| queen.try_into().ok()).collect();
    queens.sort_unstable();
    // The board of N² variables.
    let board = |n: usize| {
        let size = n as u64;
        let inside = queens.iter().take_while(|&&queen| queen <= size * size);
        let square = |queen: &u64| ((queen - 1) / size + 1, (queen - 1) % size + 1);
        Squares::new(n, inside.map(square).collect(), Vec::new())
    };
    let all = count.isqrt();
    frame.check(if all * all == count { all } else { 1 })?;
    let has_n_queens = |n: &usize| queens.partition_point(|&queen| queen <= (n * n) as u64) == *n;
    let sizes = (2..=all.min(frame.largest)).filter(|n| is_model && has_n_queens(n));
    let mut boards = sizes.map(board).filter(is_permutation);
    match (boards.next(), boards.next()) {
        (Some(board), None) => Ok(board),
        _ if is_model && all * all == count => Ok(board(all)),
        _ => {
            let largest = literals.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
            let got = format!("{count} literals, largest variable {largest}");
            let expected = "a model of the variables 1 … N², each of them once, where N*(column-1)+row is a queen";
            Err(Invalid::Unreadable { expected, got })
        }
    }
}

fn is_permutation(board: &Squares) -> bool {
    let mut seen = vec![false; board.n()];
    board.rows().is_ok_and(|rows| {
        rows.into_iter().all(|row| !std::mem::replace(&mut seen[row as usize], true))
    })
}

/// The literals of a model, without the final 0.
fn literals(text: &str) -> Result<Vec<i64>, Invalid> {
    let mut literals = Vec::new();
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('c'));
    for word in lines.flat_map(|line| line.strip_prefix('v').unwrap_or(line).split_whitespace()) {
        let expected = "the model of a SAT solver such as “v -1 2 -3 … 0”";
        let literal: i32 = word
            .parse()
            .map_err(|_| Invalid::Unreadable { expected, got: format!("{:?}", shortened(word)) })?;
        if literal != 0 {
            literals.push(literal.into());
        }
    }
    Ok(literals)
}

/// The model as a value line (`v …`) of a solver.
pub(super) fn write(rows: &[u8]) -> String {
    let n = rows.len();
    let literal = |square: usize| {
        let sign = if usize::from(rows[square / n]) == square % n { "" } else { "-" };
        format!("{sign}{} ", square + 1)
    };
    format!("v {}0", (0..n * n).map(literal).collect::<String>())
}
