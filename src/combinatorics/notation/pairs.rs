//! Boards as pairs of numbers, one for each queen: `(1,2),(2,4),(3,1),(4,3)`.

use super::one_line::{parse_digits, words};
use super::squares::{rows, squares};
use super::{form::Notation, frame::Frame};
use crate::combinatorics::invalid::{Invalid, shortened};

/// A pair of numbers as written.
pub(super) type Pair = (u64, u64);

/// The rows of the queens in these pairs. Without a notation, fails unless both orders give the same board.
pub(super) fn read(
    pairs: &[Pair],
    notation: Option<Notation>,
    frame: Frame,
) -> Result<Vec<u32>, Invalid> {
    frame.check(pairs.len())?;
    let column_row = || rows(pairs.len(), pairs.iter().map(|&(a, b)| frame.square(a, b)));
    let row_column = || rows(pairs.len(), pairs.iter().map(|&(a, b)| frame.square(b, a)));
    match notation {
        Some(Notation::RowColumn) => row_column(),
        Some(_) => column_row(),
        None => {
            let (column_row, row_column) = (column_row()?, row_column()?);
            if column_row == row_column {
                Ok(column_row)
            } else {
                Err(Invalid::PairOrder { example: pairs[0] })
            }
        }
    }
}

/// Parses two words as a pair.
pub(super) fn pair(text: &str) -> Result<Pair, Invalid> {
    match numbers(text)?[..] {
        [first, second] => Ok((first, second)),
        _ => Err(not_pairs(text)),
    }
}

/// Parses text without brackets as consecutive pairs.
pub(super) fn flat(text: &str) -> Result<Vec<Pair>, Invalid> {
    let numbers = numbers(text)?;
    match numbers.len() % 2 {
        0 => Ok(numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()),
        _ => Err(not_pairs(text)),
    }
}

fn numbers(text: &str) -> Result<Vec<u64>, Invalid> {
    words(text).map(|word| parse_digits(word).ok_or_else(|| not_pairs(word))).collect()
}

fn not_pairs(text: &str) -> Invalid {
    Invalid::Unreadable {
        expected: "pairs of whole numbers such as “(1,2),(2,4)”",
        got: quoted(text),
    }
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

/// The squares as pairs, counted from `first` (0 or 1).
pub(super) fn write(rows: &[u8], first: u8, notation: Notation) -> String {
    let pair = |(column, row)| match notation {
        Notation::RowColumn => format!("({row},{column})"),
        _ => format!("({column},{row})"),
    };
    squares(rows, first).map(pair).collect::<Vec<_>>().join(",")
}
