//! The placement field of Forsyth–Edwards notation: `1Q2/3Q/Q3/2Q1`, row N first and row 1 last, as in chess.

use super::frame::Frame;
use super::squares::rows;
use crate::combinatorics::invalid::{Invalid, shortened};

/// Parses one board per placement. The other fields of a FEN record, from the side to move on, are skipped.
pub(super) fn read_all(text: &str, frame: Frame) -> Result<Vec<Vec<u32>>, Invalid> {
    let mut boards = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        boards.push(read(word, frame)?);
        if words.next_if(|word| matches!(*word, "w" | "b")).is_some() {
            // Castling, en passant, half moves, moves.
            for _ in 0..4 {
                words.next_if(|word| !word.contains('/'));
            }
        }
    }
    Ok(boards)
}

/// Parses a placement into the rows of the queens.
fn read(word: &str, frame: Frame) -> Result<Vec<u32>, Invalid> {
    let n = word.split('/').count();
    frame.check(n)?;
    let mut squares = Vec::new();
    for (line, row) in word.split('/').zip((1..=n as u64).rev()) {
        let mut width = 0;
        for column in queens(line, &mut width)? {
            squares.push(Ok((column, row)));
        }
        if width != n as u64 {
            let expected = "N lines of N squares in a FEN";
            return Err(Invalid::Unreadable {
                expected,
                got: format!("{width} squares in {:?}, N = {n}", shortened(line)),
            });
        }
    }
    rows(n, squares)
}

/// The columns of the queens in a line; adds its number of squares to `width`.
fn queens(line: &str, width: &mut u64) -> Result<Vec<u64>, Invalid> {
    let expected = "a FEN of queens such as “1Q2/3Q/Q3/2Q1”";
    let unreadable = || Invalid::Unreadable { expected, got: format!("{:?}", shortened(line)) };
    let mut columns = Vec::new();
    let mut empty = 0;
    for c in line.chars() {
        match c {
            '0'..='9' => empty = 10 * empty + u64::from(c as u8 - b'0'),
            'Q' | 'q' => {
                *width += empty + 1;
                empty = 0;
                columns.push(*width);
            }
            _ => return Err(unreadable()),
        }
        if *width + empty > u32::MAX.into() {
            return Err(unreadable());
        }
    }
    *width += empty;
    Ok(columns)
}

/// The placement of the queens in these rows.
pub(super) fn write(rows: &[u8]) -> String {
    let line = |row: usize| {
        let column = rows.iter().position(|&queen| usize::from(queen) == row).unwrap_or_default();
        let empty = |squares: usize| if squares > 0 { squares.to_string() } else { String::new() };
        empty(column) + "Q" + &empty(rows.len() - 1 - column)
    };
    (0..rows.len()).rev().map(line).collect::<Vec<_>>().join("/")
}
