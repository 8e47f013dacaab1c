//! Queens as text: one-line notation, 1-based, and pictures of boards.

use super::invalid::shortened;
use super::{BoardSize, Invalid, Permutation};
use std::fmt::Write;

const BRACKETS: &[char] = &['(', ')', '[', ']', '{', '}'];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || BRACKETS.contains(&c)
}

/// The permutation written in `text`: 1-based rows, a column each, separated by spaces or commas,
/// with or without brackets: `2 4 1 3`, `2,4,1,3`, `(2, 4, 1, 3)`, `[2,4,1,3]`.
pub fn parse_queens(text: &str) -> Result<Permutation, Invalid> {
    let mut queens = Vec::new();
    let mut words = text.split(is_separator).filter(|word| !word.is_empty());
    for word in words.by_ref().take(usize::from(BoardSize::MAX)) {
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        let got = || Invalid::NotANumber { got: shortened(word) };
        let queen: u64 =
            if is_number { word.parse().map_err(|_| got())? } else { return Err(got()) };
        queens.push(queen);
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

/// Splits command-line words into lists of queens, a text each for [`parse_queens`].
///
/// Words that are all bare numbers are one list (`2 4 1 3`); with brackets, a list goes from bracket
/// to bracket (`[2, 4, 1, 3]`, however the shell split it); else each word is a list (`"2 4 1 3"`).
pub fn split_lists(words: &[String]) -> Vec<String> {
    let bare = |word: &String| !word.trim_matches(',').trim().contains(is_separator);
    if words.iter().any(|word| word.contains(BRACKETS)) {
        let joined = words.join(" ");
        let lists = joined.split(BRACKETS).filter(|list| !list.chars().all(is_separator));
        let lists: Vec<String> = lists.map(str::to_owned).collect();
        // Brackets around nothing are a list that `parse_queens` refuses.
        if lists.is_empty() { vec![joined] } else { lists }
    } else if words.iter().all(bare) {
        vec![words.join(" ")]
    } else {
        words.to_vec()
    }
}

/// The board as text, N lines: column 1 on the left, row 1 at the top, a queen as `Q`, an empty
/// square as `.`, a space between squares, no newline at the end.
pub fn board_picture(permutation: &Permutation) -> String {
    let mut picture = String::new();
    for row in 0..permutation.n().get() as u8 {
        for (column, &queen) in permutation.rows().iter().enumerate() {
            let gap = match (row, column) {
                (0, 0) => "",
                (_, 0) => "\n",
                _ => " ",
            };
            let square = if queen == row { 'Q' } else { '.' };
            let _ = write!(picture, "{gap}{square}");
        }
    }
    picture
}
