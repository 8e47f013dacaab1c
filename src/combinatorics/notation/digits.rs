//! One-line notation as one word: `2413`, with the letters a, b, … for 10, 11, … .

use super::frame::Frame;
use crate::combinatorics::invalid::{Invalid, shortened};

/// The base of the digits: 0 … 9 and a … z.
const BASE: u32 = 36;

/// Parses a word of digits into rows. Letters are accepted only from N = 10 on.
pub(super) fn read(word: &str, frame: Frame) -> Result<Vec<u32>, Invalid> {
    let n = word.len();
    let digit = |c: char| c.to_digit(BASE).map(u64::from);
    // The last row of a smaller board is a decimal digit.
    let is_small = (n as u64) < 11 - frame.first;
    let has_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_word || n > BASE as usize || has_letters == is_small {
        return Err(Invalid::NotANumber { got: shortened(word) });
    }
    frame.rows(n, word.chars().map(|c| Ok(digit(c).unwrap_or_default())))
}

/// The rows as a word, counted from `first` (0 or 1); `None` if the board is too large.
pub(super) fn write(rows: &[u8], first: u8) -> Option<String> {
    rows.iter().map(|row| char::from_digit((row + first).into(), BASE)).collect()
}
