//! [`Squares`]: what every notation is read into. [`Frame`]: how the numbers of a board count, and the largest board.
//! And the notation that has all squares, a SAT model.

use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::{Invalid, unreadable};

/// The number of the first row and column, and the largest board.
#[derive(Clone, Copy)]
pub(in crate::combinatorics) struct Frame {
    /// The number of the first row: 0 or 1.
    pub(in crate::combinatorics) first: u64,
    /// The largest N.
    pub(in crate::combinatorics) largest: usize,
    /// Whether columns may have no queen.
    pub(in crate::combinatorics) is_partial: bool,
}

impl Frame {
    /// Checks that a board of `n` columns is not too large.
    pub(in crate::combinatorics) fn check(self, n: usize) -> Result<(), Invalid> {
        match n {
            0 => Err(Invalid::NoQueens),
            n if n > self.largest => Err(Invalid::TooManyQueens { largest: self.largest, got: n }),
            _ => Ok(()),
        }
    }

    /// Converts the rows of `n` columns to 0-based ones. O(N), 4 bytes per queen.
    pub(in crate::combinatorics) fn rows(
        self,
        n: usize,
        numbers: impl Iterator<Item = Result<u64, Invalid>>,
    ) -> Result<Vec<u32>, Invalid> {
        self.check(n)?;
        let mut rows = Vec::with_capacity(n);
        let mut outside = None;
        for number in numbers {
            let number = number?;
            let row = number.checked_sub(self.first).filter(|&row| row < n as u64);
            if row.is_none() {
                outside.get_or_insert((rows.len() + 1, number));
            }
            rows.push(row.unwrap_or(0) as u32);
        }
        match outside {
            None => Ok(rows),
            Some((_, got)) if n == 1 => Err(Invalid::SingleNumber { got: got.to_string() }),
            Some((column, 0)) => Err(Invalid::RowZero { n, column }),
            Some((column, row)) => {
                let first = u8::from(self.first != 0);
                Err(Invalid::RowOutside { n, first, column: column - usize::from(first == 0), row })
            }
        }
    }
}

/// A 1-based column and row.
pub(super) type Square = (u64, u64);

/// A board, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Squares {
    n: usize,
    /// In ascending order. A column may have several or none, and a square may be outside the board.
    queens: Vec<Square>,
    blocked: Vec<Square>,
}

impl Squares {
    pub(super) fn new(n: usize, mut queens: Vec<Square>, blocked: Vec<Square>) -> Squares {
        queens.sort_unstable();
        queens.dedup();
        Squares { n, queens, blocked }
    }

    /// The board with queens in these 0-based rows.
    pub(super) fn of_rows(rows: &[u32]) -> Squares {
        let queens = (1..).zip(rows).map(|(column, &row)| (column, u64::from(row) + 1));
        Squares { n: rows.len(), queens: queens.collect(), blocked: Vec::new() }
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// The 0-based rows of the queens. Fails unless each column has exactly one. Rows may repeat. O(N).
    pub(super) fn rows(&self) -> Result<Vec<u32>, Invalid> {
        let n = self.n;
        let is_outside = |line: u64| line == 0 || line > n as u64;
        if let Some(&(column, row)) =
            self.queens.iter().find(|&&(column, row)| is_outside(column) || is_outside(row))
        {
            return Err(Invalid::SquareOutside { n, column, row });
        }
        let mut rows = vec![None; n];
        for &(column, row) in &self.queens {
            let (column, second) = (column as usize, row as usize);
            if let Some(first) = rows[column - 1].replace(row as u32 - 1) {
                return Err(Invalid::ColumnTwice { n, column, first: first as usize + 1, second });
            }
        }
        let row =
            |(column, row): (usize, Option<u32>)| row.ok_or(Invalid::ColumnEmpty { n, column });
        (1..).zip(rows).map(row).collect()
    }

    /// Whether columns and rows can be exchanged.
    pub(super) fn is_symmetric(&self) -> bool {
        self.queens.iter().all(|&(column, row)| self.queens.contains(&(row, column)))
    }

    /// Whether the given queens of these conditions are among the queens.
    pub(super) fn meets(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| match *condition {
            Condition::Queen { column, row } => self.queens.contains(&(column, row)),
            _ => true,
        })
    }

    /// The given queens and the blocked squares.
    pub(super) fn conditions(self) -> Vec<Condition> {
        let queens = self.queens.into_iter().map(|(column, row)| Condition::Queen { column, row });
        let blocked = self.blocked.into_iter();
        queens.chain(blocked.map(|(column, row)| Condition::NoQueen { column, row })).collect()
    }
}

/// The squares (column, row) of the queens in these 0-based rows, counted from `first` (0 or 1).
pub(super) fn squares(rows: &[u8], first: u8) -> impl Iterator<Item = (u8, u8)> {
    (first..).zip(rows).map(move |(column, row)| (column, row + first))
}

/// Reads a SAT model: variable N·(c − 1) + r is true if the square in column c, row r has a queen. A model has each of its variables once. If there are more than N², those after them are auxiliary, and N
/// is the only size from 2 on at which the others are a permutation.
pub(super) fn model(text: &str, frame: Frame) -> Result<Squares, Invalid> {
    text.lines().try_for_each(check_satisfiable)?;
    let literals = literals(text)?;
    let count = literals.len();
    let variables = literals.iter().map(|literal| literal.unsigned_abs() as usize);
    let is_model = are_distinct(variables, count + 1);
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
    let rows = board.rows();
    rows.is_ok_and(|rows| are_distinct(rows.into_iter().map(|row| row as usize), board.n()))
}

/// Whether numbers are different and less than `count`.
fn are_distinct(mut numbers: impl Iterator<Item = usize>, count: usize) -> bool {
    let mut seen = vec![false; count];
    numbers.all(|number| seen.get_mut(number).is_some_and(|seen| !std::mem::replace(seen, true)))
}

/// Fails for a line with which a solver reports that it found nothing.
pub(super) fn check_satisfiable(line: &str) -> Result<(), Invalid> {
    let text = line.trim();
    match text.strip_prefix("s ").unwrap_or(text).trim_matches('=') {
        "UNSATISFIABLE" | "UNSAT" | "unsat" => Err(Invalid::Unsatisfiable { got: text.to_owned() }),
        _ => Ok(()),
    }
}

/// The literals of a model, without the final 0.
fn literals(text: &str) -> Result<Vec<i64>, Invalid> {
    let mut literals = Vec::new();
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('c'));
    for word in lines.flat_map(|line| line.strip_prefix('v').unwrap_or(line).split_whitespace()) {
        let expected = "the model of a SAT solver such as \"v -1 2 -3 … 0\"";
        let literal: i32 = word.parse().map_err(|_| unreadable(expected, word))?;
        if literal != 0 {
            literals.push(literal.into());
        }
    }
    Ok(literals)
}

/// The model as a value line (`v …`) of a solver.
pub(super) fn write_model(rows: &[u8]) -> String {
    let n = rows.len();
    let literal = |square: usize| {
        let sign = if usize::from(rows[square / n]) == square % n { "" } else { "-" };
        format!("{sign}{} ", square + 1)
    };
    format!("v {}0", (0..n * n).map(literal).collect::<String>())
}
