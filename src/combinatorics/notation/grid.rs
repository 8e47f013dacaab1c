//! Boards as N lines of N squares: `0 1 0 0`, `.Q..`, row 1 first; and the placement field of Forsyth–Edwards notation,
//! `1Q2/3Q/Q3/2Q1`, row N first. Labels, bars and rules are removed in `drawing`.

use super::list::{Read, number};
use super::squares::{Frame, Squares};
use super::tree::Node;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::numbers::parse_digits;
use crate::combinatorics::permutation::Permutation;

/// What a square is marked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A queen: `Q`.
    Queen,
    /// A queen of a matrix: `1`.
    One,
    /// An empty square.
    Empty,
    /// A queen, unless `Q` marks the queens: `*`. With `Q`, an empty square if no other mark is empty, else a blocked
    /// one.
    Star,
    /// A blocked square, or the shading of a dark one: `#`.
    Dark,
}

impl Mark {
    pub(super) fn of(c: char) -> Option<Mark> {
        match c {
            'Q' | 'q' | '♕' | '♛' | '👑' => Some(Mark::Queen),
            '1' => Some(Mark::One),
            '.' | '0' | '-' | '_' | ' ' | '·' | '□' | '⬜' | '⬛' => Some(Mark::Empty),
            '*' | 'x' | 'X' => Some(Mark::Star),
            '#' | '░' => Some(Mark::Dark),
            _ => None,
        }
    }
}

/// The character after another that selects its picture in colour.
const EMOJI: char = '\u{fe0f}';

/// Whether text is letters for queens and blanks only.
pub(super) fn are_queens(text: &str) -> bool {
    text.chars().all(|c| Mark::of(c) == Some(Mark::Queen) || c.is_whitespace())
}

/// The marks of a line: a word of several, or words of one each.
pub(super) fn marks(line: &Node<'_>) -> Option<Vec<Mark>> {
    match line {
        Node::Word(word) => match single(word) {
            Some(mark) => Some(vec![mark]),
            // A negative number is not a line.
            None if word.strip_prefix('-').is_some_and(|rest| number(rest).is_some()) => None,
            None => word.chars().filter(|&c| c != EMOJI).map(Mark::of).collect(),
        },
        Node::List(items) if !items.is_empty() => {
            items.iter().map(|item| single(item.word()?)).collect()
        }
        _ => None,
    }
}

/// The mark that a word stands for. Numbers and truth values may be written as other programs print them.
fn single(word: &str) -> Option<Mark> {
    let word = word.trim_end_matches(EMOJI);
    let mut chars = word.chars();
    match (chars.next(), chars.next(), word) {
        (Some(c), None, _) => Mark::of(c),
        (.., "True" | "true" | "TRUE") => Some(Mark::One),
        (.., "False" | "false" | "FALSE") => Some(Mark::Empty),
        _ if word.contains('.') => match number(word)? {
            0 => Some(Mark::Empty),
            1 => Some(Mark::One),
            _ => None,
        },
        _ => None,
    }
}

/// Reads N lines of N marks.
pub(super) fn read(node: &Node<'_>, frame: Frame) -> Read {
    let lines = node.items().iter().map(marks).collect::<Option<Vec<_>>>()?;
    // A list of numbers, or one that is not a queen.
    let is_list = lines.iter().all(|line| line.len() == 1) && lines != [[Mark::Queen]];
    let is_number = |item: &Node<'_>| item.word().is_some_and(|word| number(word).is_some());
    let are_numbers = is_list && node.items().iter().all(is_number) && lines != [[Mark::One]];
    if are_numbers { None } else { of_lines(&lines, frame) }
}

/// Reads N lines of N marks, from row 1 on; `None` if the marks contradict each other.
pub(super) fn of_lines(lines: &[Vec<Mark>], frame: Frame) -> Read {
    let n = lines.len();
    if let Err(error) = frame.check(n) {
        return Some(Err(error));
    }
    if let Some((row, line)) = (1..).zip(lines).find(|(_, line)| line.len() != n) {
        let expected = "a matrix of N lines, each with N squares";
        let got = format!("{n} lines, and {} squares in line {row}", line.len());
        return Some(Err(Invalid::Unreadable { expected, got }));
    }
    let has = |mark| lines.iter().any(|line| line.contains(&mark));
    let (has_queens, has_empty) = (has(Mark::Queen) || has(Mark::One), has(Mark::Empty));
    // A lone star may be anything, and one in a matrix a queen.
    if has(Mark::One) && (has(Mark::Queen) || has(Mark::Star)) || n == 1 && has(Mark::Star) {
        return None;
    }
    let is_shaded = is_shaded(lines);
    let (mut queens, mut blocked) = (Vec::new(), Vec::new());
    for (row, line) in (1..).zip(lines) {
        for (column, mark) in (1..).zip(line) {
            match mark {
                Mark::Queen | Mark::One => queens.push((column, row)),
                Mark::Star if !has_queens => queens.push((column, row)),
                Mark::Star if has_empty => blocked.push((column, row)),
                Mark::Dark if !is_shaded => blocked.push((column, row)),
                Mark::Star | Mark::Dark | Mark::Empty => {}
            }
        }
    }
    Some(Ok(Squares::new(n, queens, blocked)))
}

/// Whether the dark squares are those of one colour of a chessboard that have no queen.
fn is_shaded(lines: &[Vec<Mark>]) -> bool {
    let are_dark = |parity| {
        (0..).zip(lines).all(|(row, line)| {
            (row..)
                .zip(line)
                .filter(|(_, mark)| **mark != Mark::Queen)
                .all(|(colour, mark): (usize, _)| (colour % 2 == parity) == (*mark == Mark::Dark))
        })
    };
    lines.len() > 1 && (are_dark(0) || are_dark(1))
}

/// Whether a word is lines of numbers and queens, divided by `/`.
pub(super) fn is_placement(word: &str) -> bool {
    let is_line = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit() || byte | 32 == b'q');
    word.contains('/') && word.split('/').all(|line| !line.is_empty() && is_line(line))
}

/// Reads the placements of a text. The other fields of a FEN record, from the side to move on, are skipped.
pub(super) fn placements(text: &str, frame: Frame) -> Result<Vec<Squares>, Invalid> {
    let mut boards = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        boards.push(placement(word, frame)?);
        if words.next_if(|word| matches!(*word, "w" | "b")).is_some() {
            // Castling, en passant, half moves, moves.
            for _ in 0..4 {
                words.next_if(|word| !word.contains('/'));
            }
        }
    }
    Ok(boards)
}

fn placement(word: &str, frame: Frame) -> Result<Squares, Invalid> {
    let n = word.split('/').count();
    frame.check(n)?;
    let mut queens = Vec::new();
    for (line, row) in word.split('/').zip((1..=n as u64).rev()) {
        let expected = "a FEN of queens such as “1Q2/3Q/Q3/2Q1”";
        let wrong = |got: String| Invalid::Unreadable { expected, got };
        // Each queen ends a number of empty squares, which may be missing.
        let (mut width, mut parts) = (0, line.split(['Q', 'q']).peekable());
        while let Some(empty) = parts.next() {
            let empty = if empty.is_empty() { Some(0) } else { parse_digits(empty) };
            width += empty
                .filter(|&empty| empty < u32::MAX.into())
                .ok_or_else(|| wrong(format!("{:?}", shortened(line))))?;
            if parts.peek().is_some() {
                width += 1;
                queens.push((width, row));
            }
        }
        if width != n as u64 {
            return Err(wrong(format!("{width} squares in {:?}, N = {n}", shortened(line))));
        }
    }
    Ok(Squares::new(n, queens, Vec::new()))
}

/// The placement of the queens in these rows.
pub(super) fn write_placement(rows: &[u8]) -> String {
    let line = |row: usize| {
        let column = rows.iter().position(|&queen| usize::from(queen) == row).unwrap_or_default();
        let empty = |squares: usize| if squares > 0 { squares.to_string() } else { String::new() };
        empty(column) + "Q" + &empty(rows.len() - 1 - column)
    };
    (0..rows.len()).rev().map(line).collect::<Vec<_>>().join("/")
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
