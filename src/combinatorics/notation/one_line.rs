//! One-line notation: `2 4 1 3`, the row of the queen in each column.

use super::frame::Frame;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::{numbers::BoardSize, permutation::Permutation};
use std::fmt;
use std::str::FromStr;

/// Parses numbers separated by blanks, commas or both into rows; a trailing comma is allowed. O(N), 4 bytes per queen.
pub(super) fn read(text: &str, frame: Frame) -> Result<Vec<u32>, Invalid> {
    let number =
        |word| parse_digits(word).ok_or_else(|| Invalid::NotANumber { got: shortened(word) });
    check_commas(text)?;
    frame.rows(words(text).count(), words(text).map(number))
}

/// Splits text into words at blanks and commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

pub(super) fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

/// Fails if there is nothing between two commas or before the first.
pub(super) fn check_commas(text: &str) -> Result<(), Invalid> {
    let mut parts = text.split(',').rev().skip(1);
    if parts.any(|part| part.trim().is_empty()) && words(text).next().is_some() {
        Err(Invalid::NotANumber { got: String::new() })
    } else {
        Ok(())
    }
}

/// Parses a number that consists of decimal digits only, without a sign.
pub(crate) fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Fast path for the most common input: 1-based numbers separated by a blank, a comma or both, optionally in one pair
/// of brackets. `None` for anything else.
pub(super) fn read_plain(text: &[u8]) -> Option<Permutation> {
    let text = match text {
        [b'[', inside @ .., b']'] | [b'(', inside @ .., b')'] => inside,
        _ => text,
    };
    let mut rows = [0; BoardSize::MAX as usize];
    let (mut columns, mut seen) = (0, 0u64);
    let (mut queen, mut digits, mut separator) = (0u8, 0, b' ');
    for &byte in text.iter().chain(b" ") {
        match byte {
            b'0'..=b'9' if digits < 2 => {
                queen = 10 * queen + byte - b'0';
                digits += 1;
            }
            b' ' | b',' if digits > 0 => {
                let row = queen.checked_sub(1)?;
                *rows.get_mut(columns)? = row;
                seen |= 1u64.checked_shl(row.into())?;
                columns += 1;
                (queen, digits, separator) = (0, 0, byte);
            }
            b' ' if separator == b',' => separator = b' ',
            _ => return None,
        }
    }
    // N distinct rows, none greater than N.
    let n = BoardSize::new(columns as u64).ok()?;
    (seen == u64::MAX >> (64 - columns)).then(|| Permutation::from_padded(n, rows))
}

/// The rows as numbers counted from `first` (0 or 1), joined by a separator.
pub(super) fn write(rows: &[u8], first: u8, separator: &str) -> String {
    let numbers: Vec<String> = rows.iter().map(|row| (row + first).to_string()).collect();
    numbers.join(separator)
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One write for all queens (at most 64 numbers of two digits and a space), because lists are long.
        let mut text = [b' '; 3 * BoardSize::MAX as usize];
        let mut length = 0;
        for queen in self.queens() {
            if queen >= 10 {
                text[length] = b'0' + queen / 10;
                length += 1;
            }
            text[length] = b'0' + queen % 10;
            length += 2;
        }
        let digits = std::str::from_utf8(&text[..length - 1]).map_err(|_| fmt::Error)?;
        f.pad(digits)
    }
}
