//! Boards as N lines of N squares, row 1 first: `0 1 0 0`, `.Q..`.

use super::frame::Frame;
use super::one_line::{check_commas, words};
use super::squares::rows;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::permutation::Permutation;

/// Whether a mark is always a queen.
fn is_queen(c: char) -> bool {
    matches!(c, 'Q' | 'q' | '♕' | '♛')
}

/// Whether a mark is always an empty square.
fn is_empty(c: char) -> bool {
    matches!(c, '.' | '0' | '-' | '_')
}

/// Whether a mark is a queen unless the matrix has marks that are always queens.
fn is_either(c: char) -> bool {
    matches!(c, '*' | 'x' | 'X')
}

fn is_mark(c: char) -> bool {
    c == '1' || is_queen(c) || is_empty(c) || is_either(c)
}

/// Whether text in an unnamed notation is squares rather than numbers: marks only, with a `.` or a queen, or at least
/// three squares of which one is empty.
pub(super) fn is_squares(text: &str) -> bool {
    let separates = |c: char| c == ';' || c == ',' || c.is_whitespace();
    let mut marks = text.chars().filter(|&c| !separates(c));
    if !marks.clone().all(is_mark) {
        return false;
    }
    marks.clone().any(|c| c == '.' || is_queen(c))
        || marks.clone().nth(2).is_some() && marks.any(is_empty)
}

/// The number of squares in a line of a matrix; `None` for any other line, such as a whole board written as words.
pub(super) fn width(line: &str) -> Option<usize> {
    squares_of(line).ok().map(|squares| squares.count()).filter(|&squares| squares > 0)
}

/// Splits the text of a matrix into lines: at line feeds, else at semicolons, else into words if these are longer than
/// one mark.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let lines = |c| text.split(c).filter(|line| !line.trim().is_empty()).collect::<Vec<_>>();
    match text.trim() {
        text if text.contains('\n') => lines('\n'),
        text if text.contains(';') => lines(';'),
        _ if words(text).all(|word| word.chars().nth(1).is_some()) => words(text).collect(),
        text => vec![text],
    }
}

/// Parses lines into the rows of the queens.
pub(super) fn read(lines: &[&str], frame: Frame) -> Result<Vec<u32>, Invalid> {
    let n = lines.len();
    frame.check(n)?;
    let marks_queens = lines.iter().any(|line| line.contains(is_queen));
    let has_queen = |c: char| if marks_queens { is_queen(c) } else { c == '1' || is_either(c) };
    let mut queens = Vec::new();
    for (line, row) in lines.iter().zip(1u64..) {
        let squares = squares_of(line)?;
        if squares.clone().count() != n {
            let expected = "a matrix of N lines, each with N squares";
            let got = format!("{n} lines, and {} squares in line {row}", squares.count());
            return Err(Invalid::Unreadable { expected, got });
        }
        let columns = (1u64..).zip(squares).filter(|&(_, c)| has_queen(c));
        queens.extend(columns.map(|(column, _)| Ok((column, row))));
    }
    rows(n, queens)
}

/// The marks of a line: either one word, or one word per mark.
fn squares_of(line: &str) -> Result<impl Iterator<Item = char> + Clone + '_, Invalid> {
    check_commas(line)?;
    let is_separated = words(line).nth(1).is_some();
    let is_mark =
        |word: &str| word.chars().all(is_mark) && !(is_separated && word.chars().nth(1).is_some());
    match words(line).find(|word| !is_mark(word)) {
        None => Ok(line.chars().filter(|&c| c != ',' && !c.is_whitespace())),
        Some(word) => {
            let expected = "squares such as “0 1 0 0” or “.Q..”";
            Err(Invalid::Unreadable { expected, got: format!("{:?}", shortened(word)) })
        }
    }
}

/// The board as N lines of text, with these marks for a queen and an empty square, separated by spaces.
pub(super) fn write(rows: &[u8], queen: &str, empty: &str) -> String {
    let lines = (0..rows.len()).map(|row| {
        let squares =
            rows.iter().map(|&place| if usize::from(place) == row { queen } else { empty });
        squares.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The board as N lines of text: column 1 on the left, row 1 at the top, `Q` for a queen, `.` for an empty square,
/// spaces between squares, no newline at the end.
pub fn board_picture(permutation: &Permutation) -> String {
    write(permutation.rows(), "Q", ".")
}
