//! Queens as text: one-line notation, 1-based, and a plain picture of a board. Framed pictures and SVG
//! are in `crate::picture`.

use super::invalid::{Invalid, shortened};
use super::{numbers::BoardSize, permutation::Permutation};
use std::fmt;
use std::str::FromStr;

const BRACKETS: &[char] = &['(', ')', '[', ']', '{', '}'];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || BRACKETS.contains(&c)
}

/// The permutation written in `text`: 1-based rows, one per column, separated by spaces or commas,
/// with or without brackets: `2 4 1 3`, `2,4,1,3`, `(2, 4, 1, 3)`, `[2,4,1,3]`.
pub fn parse_queens(text: &str) -> Result<Permutation, Invalid> {
    let mut queens = Vec::new();
    let mut words = text.split(is_separator).filter(|word| !word.is_empty());
    for word in words.by_ref().take(usize::from(BoardSize::MAX)) {
        let queen: Option<u64> = parse_digits(word);
        queens.push(queen.ok_or_else(|| Invalid::NotANumber { got: shortened(word) })?);
    }
    let extra = words.count();
    if extra > 0 {
        return Err(Invalid::TooManyQueens { got: queens.len() + extra });
    }
    let outside = queens.iter().position(|&queen| queen == 0 || queen > queens.len() as u64);
    if let Some(column) = outside {
        return Err(Invalid::RowOutside {
            n: queens.len(),
            column: column + 1,
            row: queens[column],
        });
    }
    let rows: Vec<u8> = queens.iter().map(|&queen| (queen - 1) as u8).collect();
    Permutation::new(&rows)
}

/// The number written in `text` in decimal digits alone, without a sign.
pub(super) fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Splits command-line words into lists of queens, each a text for [`parse_queens`].
///
/// Words that are all bare numbers make one list (`2 4 1 3`). With brackets, a list goes from bracket
/// to bracket (`[2, 4, 1, 3]`, however the shell split it). Otherwise each word is a list (`"2 4 1 3"`).
pub fn split_lists(words: &[String]) -> Vec<String> {
    let bare = |word: &String| !word.trim_matches(',').trim().contains(is_separator);
    if words.iter().any(|word| word.contains(BRACKETS)) {
        let joined = words.join(" ");
        let lists = joined.split(BRACKETS).filter(|list| !list.chars().all(is_separator));
        let lists: Vec<String> = lists.map(str::to_owned).collect();
        // Empty brackets become a list that `parse_queens` rejects.
        if lists.is_empty() { vec![joined] } else { lists }
    } else if words.iter().all(bare) {
        vec![words.join(" ")]
    } else {
        words.to_vec()
    }
}

/// The board as N lines of text: column 1 on the left, row 1 at the top, `Q` for a queen, `.` for an
/// empty square, a space between squares, no newline at the end.
pub fn board_picture(permutation: &Permutation) -> String {
    let lines = (0..permutation.n().get() as u8).map(|row| {
        let squares = permutation.rows().iter().map(|&queen| if queen == row { "Q" } else { "." });
        squares.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One write for all queens, at most 64 numbers of two digits and a space: lists are long.
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

impl FromStr for Permutation {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        parse_queens(text)
    }
}
