//! [`Condition`]: one condition on the squares of a board, and its text form.

use super::invalid::{Invalid, shortened};
use super::numbers::parse_digits;
use std::fmt;
use std::str::FromStr;

/// A condition on the squares of a board of any size. Columns and rows are 1-based. Text can name a square as on a
/// chessboard, a letter for the column and a number for the row: `c5` is `3=5`, `!c5` is `3!=5`.
///
/// ```
/// use nqdb::Condition;
///
/// assert_eq!("3=5".parse(), Ok(Condition::Queen { column: 3, row: 5 }));
/// assert_eq!("c5".parse(), Ok(Condition::Queen { column: 3, row: 5 }));
/// assert_eq!("3!=5".parse(), Ok(Condition::NoQueen { column: 3, row: 5 }));
/// assert_eq!("c+r!=8".parse(), Ok(Condition::NoQueenOnSum(8)));
/// assert_eq!("c-r!=-2".parse(), Ok(Condition::NoQueenOnDifference(-2)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// The square has a queen: `3=5`.
    Queen {
        /// Column.
        column: u64,
        /// Row.
        row: u64,
    },
    /// The square has no queen: `3!=5`.
    NoQueen {
        /// Column.
        column: u64,
        /// Row.
        row: u64,
    },
    /// The diagonal with this column + row has no queen: `c+r!=8`.
    NoQueenOnSum(u64),
    /// The diagonal with this column − row has no queen: `c-r!=-2`.
    NoQueenOnDifference(i64),
}

impl Condition {
    /// Parses conditions. Each string holds one or more, separated by spaces or commas.
    ///
    /// # Errors
    /// [`Invalid::Condition`] for any other word, and for a string without words.
    pub fn parse_all<S: AsRef<str>>(
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Vec<Condition>, Invalid> {
        let mut conditions = Vec::new();
        for text in texts {
            let words = text.as_ref().split([' ', ',', '\t', '\n', '\r']);
            let mut words = words.filter(|word| !word.is_empty()).peekable();
            if words.peek().is_none() {
                return Err(Invalid::Condition { got: String::new() });
            }
            for word in words {
                conditions.push(word.parse()?);
            }
        }
        Ok(conditions)
    }

    /// Checks that its squares are on the board of size `n`.
    ///
    /// # Errors
    /// [`Invalid::SquareOutside`], [`Invalid::SumOutside`] or [`Invalid::DifferenceOutside`] otherwise.
    pub fn check(self, n: usize) -> Result<(), Invalid> {
        let size = n as u64;
        match self {
            Condition::Queen { column, row } | Condition::NoQueen { column, row } => {
                let on_board = [column, row].iter().all(|line| (1..=size).contains(line));
                on_board.then_some(()).ok_or(Invalid::SquareOutside { n, column, row })
            }
            Condition::NoQueenOnSum(sum) => {
                let on_board = (2..=2 * size).contains(&sum);
                on_board.then_some(()).ok_or(Invalid::SumOutside { n, got: sum })
            }
            Condition::NoQueenOnDifference(difference) => {
                let on_board = difference.unsigned_abs() < size;
                on_board.then_some(()).ok_or(Invalid::DifferenceOutside { n, got: difference })
            }
        }
    }
}

impl FromStr for Condition {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        parse(word).ok_or_else(|| Invalid::Condition { got: shortened(word) })
    }
}

fn parse(word: &str) -> Option<Condition> {
    if let Some(sum) = word.strip_prefix("c+r!=") {
        return parse_digits(sum).map(Condition::NoQueenOnSum);
    }
    if let Some(difference) = word.strip_prefix("c-r!=") {
        let (sign, digits) = match difference.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, difference),
        };
        let size: i64 = parse_digits(digits)?;
        return Some(Condition::NoQueenOnDifference(sign * size));
    }
    let (square, has_queen) = word.strip_prefix('!').map_or((word, true), |square| (square, false));
    if let Some((column, row)) = parse_square(square) {
        return Some(if has_queen {
            Condition::Queen { column, row }
        } else {
            Condition::NoQueen { column, row }
        });
    }
    let (column, rest) = word.split_once(['=', '!'])?;
    let column = parse_digits(column)?;
    if word.as_bytes()[word.len() - rest.len() - 1] == b'=' {
        return Some(Condition::Queen { column, row: parse_digits(rest)? });
    }
    Some(Condition::NoQueen { column, row: parse_digits(rest.strip_prefix('=')?)? })
}

/// The longest chess square. Boards in `digits` notation that have letters are longer.
const LONGEST_SQUARE: usize = "Qzz10000".len();

/// The 1-based column and the row of a chess square such as `c5`: one or two letters and some digits, optionally after
/// the piece letter Q. The row may be 0 or outside any board.
pub(super) fn parse_square(word: &str) -> Option<(u64, u64)> {
    let end = word.find(|c: char| c.is_ascii_digit()).filter(|_| word.len() <= LONGEST_SQUARE)?;
    let (letters, row) = word.split_at(end);
    let letters = letters.strip_prefix('Q').filter(|rest| !rest.is_empty()).unwrap_or(letters);
    // Not a line of squares such as `Q000`.
    let is_number = row.len() == 1 || !row.starts_with('0');
    let is_column = is_number
        && matches!(letters.len(), 1 | 2)
        && letters.bytes().all(|b| b.is_ascii_alphabetic());
    let place = |letter: u8| u64::from(letter.to_ascii_lowercase() - b'a' + 1);
    is_column
        .then(|| letters.bytes().fold(0, |column, letter| 26 * column + place(letter)))
        .zip(parse_digits(row))
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Queen { column, row } => write!(f, "{column}={row}"),
            Condition::NoQueen { column, row } => write!(f, "{column}!={row}"),
            Condition::NoQueenOnSum(sum) => write!(f, "c+r!={sum}"),
            Condition::NoQueenOnDifference(difference) => write!(f, "c-r!={difference}"),
        }
    }
}
