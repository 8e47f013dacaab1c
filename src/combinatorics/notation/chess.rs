//! Chess squares: `a2 b4 c1 d3`, a letter for the column and a number for the row. After z comes aa.

use super::frame::Frame;
use super::one_line::{parse_digits, words};
use super::squares::{rows, squares};
use crate::combinatorics::invalid::{Invalid, shortened};

/// Whether a word is a square: up to two letters and some digits, optionally after the piece letter Q.
pub(super) fn is_square(word: &str) -> bool {
    word.len() <= 5 && split(word).is_some()
}

/// Parses squares into the rows of the queens.
pub(super) fn read(text: &str, frame: Frame) -> Result<Vec<u32>, Invalid> {
    let n = words(text).count();
    frame.check(n)?;
    rows(n, words(text).map(parse_square))
}

/// The 1-based column and the row of a square such as `c5`. The row may be 0 or outside any board.
pub fn parse_square(word: &str) -> Result<(u64, u64), Invalid> {
    let expected = "squares such as “a2 b4 c1 d3”";
    let unreadable = || Invalid::Unreadable { expected, got: format!("{:?}", shortened(word)) };
    let (letters, digits) = split(word).ok_or_else(unreadable)?;
    let column = letters
        .bytes()
        .fold(0, |column, letter| 26 * column + u64::from(letter.to_ascii_lowercase() - b'a' + 1));
    Ok((column, parse_digits(digits).ok_or_else(unreadable)?))
}

/// Splits a square into its letters and its digits.
fn split(word: &str) -> Option<(&str, &str)> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = word.split_at(digits);
    let letters = letters.strip_prefix('Q').filter(|rest| !rest.is_empty()).unwrap_or(letters);
    let is_column =
        matches!(letters.len(), 1 | 2) && letters.bytes().all(|b| b.is_ascii_alphabetic());
    (is_column && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((letters, digits))
}

/// The squares of the queens in these rows.
pub(super) fn write(queens: &[u8]) -> String {
    let square = |(column, row)| format!("{}{row}", letters(column));
    squares(queens, 1).map(square).collect::<Vec<_>>().join(" ")
}

/// The letters of a 1-based column.
fn letters(column: u8) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    match column - 1 {
        place @ 0..26 => letter(place).to_string(),
        place => [letter(place / 26 - 1), letter(place % 26)].iter().collect(),
    }
}
