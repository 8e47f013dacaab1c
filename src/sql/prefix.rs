//! The first queens that a LIKE or GLOB pattern requires, so that only solutions beginning with them are read.

use crate::combinatorics::BoardSize;
use rusqlite::vtab::IndexConstraintOp as Op;

/// A kind of pattern, by its wildcards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternKind {
    /// `%` and `_`.
    Like,
    /// `*`, `?` and `[`.
    Glob,
}

use PatternKind::{Glob, Like};

impl PatternKind {
    pub(super) const ALL: [PatternKind; 2] = [Like, Glob];

    pub(super) fn of(operator: &Op) -> Option<Self> {
        match operator {
            Op::SQLITE_INDEX_CONSTRAINT_LIKE => Some(Like),
            Op::SQLITE_INDEX_CONSTRAINT_GLOB => Some(Glob),
            _ => None,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Like => "LIKE ?",
            Glob => "GLOB ?",
        }
    }

    fn wildcards(self) -> &'static [char] {
        match self {
            Like => &['%', '_'],
            Glob => &['*', '?', '['],
        }
    }

    /// The queens (0-based rows) with which every matching text begins: the numbers before the first wildcard that are
    /// followed by a space. `None` if the text of no solution of size `n` can match.
    pub fn first_queens(self, pattern: &str, n: BoardSize) -> Option<Vec<u8>> {
        let literal = pattern.split(self.wildcards()).next().unwrap_or("");
        let whole = literal.rsplit_once(' ').map_or("", |(whole, _)| whole);
        let numbers = whole.split(' ').filter(|_| literal.contains(' '));
        let queens: Option<Vec<u8>> = numbers.map(|number| row(number, n)).collect();
        // Each of them is followed by a space, and the last queen is not.
        queens.filter(|queens| queens.len() < n.get())
    }
}

/// The row of a queen, as printed in solutions.
fn row(number: &str, n: BoardSize) -> Option<u8> {
    let queen = number.parse().ok().filter(|queen: &u8| queen.to_string() == number)?;
    (1..=n.get()).contains(&queen.into()).then(|| queen - 1)
}
