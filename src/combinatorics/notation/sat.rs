//! SAT models: variable N·(c − 1) + r is true if the square in column c, row r has a queen.

use super::frame::Frame;
use super::squares::rows;
use crate::combinatorics::invalid::{Invalid, shortened};

/// Whether a line of solver output is a comment or a status line.
pub(super) fn is_remark(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("c");
    word == "c" || matches!(line.trim(), "s SATISFIABLE" | "SATISFIABLE" | "SAT")
}

/// Whether a line ends a model with the literal 0.
pub(super) fn is_last(line: &str) -> bool {
    line.split_whitespace().next_back() == Some("0")
}

/// Parses a model of N² variables, each present once, into the rows of the queens.
pub(super) fn read(text: &str, frame: Frame) -> Result<Vec<u32>, Invalid> {
    let literals = literals(text)?;
    let n = literals.len().isqrt();
    let mut seen = vec![false; literals.len() + 1];
    let is_new = |literal: &i64| {
        let variable = seen.get_mut(literal.unsigned_abs() as usize);
        variable.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    if n * n != literals.len() || !literals.iter().all(is_new) {
        let largest = literals.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        let got = format!("{} literals, largest variable {largest}", literals.len());
        let expected =
            "a model of the variables 1 … N², each of them once, where N*(column-1)+row is a queen";
        return Err(Invalid::Unreadable { expected, got });
    }
    frame.check(n)?;
    let queens = literals.iter().filter(|&&literal| literal > 0);
    rows(
        n,
        queens.map(|&literal| {
            let square = literal as u64 - 1;
            Ok((square / n as u64 + 1, square % n as u64 + 1))
        }),
    )
}

/// The literals of a model, without the final 0.
fn literals(text: &str) -> Result<Vec<i64>, Invalid> {
    let mut literals = Vec::new();
    let lines = text.lines().filter(|line| !is_remark(line));
    for word in
        lines.flat_map(|line| line.trim().strip_prefix('v').unwrap_or(line).split_whitespace())
    {
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
