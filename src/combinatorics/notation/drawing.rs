//! Drawings: lines of squares with bars, rules, labels of rows and columns, or blanks for empty squares.

use super::grid::{self, Mark, are_queens, marks};
use super::list::Read;
use super::squares::{Frame, Squares};
use super::tree::{self, is_separator};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::parse_digits;

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '║' | '┃')
}

/// Whether a line only divides others: `+---+---+`, `├───┼───┤`, `|---|---|`.
pub(super) fn is_rule(line: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '+' | '\u{2500}'..='\u{257f}');
    let is_filling = |c: char| matches!(c, '-' | '=' | ' ' | '|' | ':');
    line.chars().all(|c| is_stroke(c) || is_filling(c))
        && (line.chars().any(|c| is_stroke(c) && !is_bar(c)) || line.contains("|--"))
        && !line.contains("│ ")
}

/// The number of columns that a line names, each in order: `a b c d`, `1 2 3 4`, `0123`, `[,1] [,2]`, also from the right
/// to the left. 0 for any other line.
pub(super) fn names(line: &str) -> usize {
    let words = line.split(|c| is_separator(c) || matches!(c, '[' | ']'));
    let mut names: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    if let [word] = &names[..] {
        names = word.chars().map(String::from).collect();
    }
    let letter = |k: usize| ('a'..='z').nth(k).map(String::from).unwrap_or_default();
    let are = |expected: &dyn Fn(usize) -> String| {
        (0..).zip(&names).all(|(k, name)| *name == expected(k))
            || (0..).zip(names.iter().rev()).all(|(k, name)| *name == expected(k))
    };
    let are_names = are(&|k| k.to_string()) || are(&|k| (k + 1).to_string()) || are(&letter);
    if are_names { names.len() } else { 0 }
}

/// Whether the names of columns next to a drawing can be a board or a part of one: not after blanks, and all numbers.
pub(super) fn may_be_board(names: &str, drawing: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_digit() || is_separator(c);
    !names.starts_with(char::is_whitespace) && names.chars().chain(drawing.chars()).all(is_plain)
}

/// A line of squares.
pub(super) struct Line {
    /// The number of the row, if it is given.
    pub(super) label: Option<u64>,
    pub(super) marks: Vec<Mark>,
}

impl Line {
    /// The squares of a line, at least two; `None` for any other line.
    pub(super) fn read(line: &str) -> Option<Line> {
        if line.contains(is_bar) {
            return Line::barred(line);
        }
        let squares = |text: &str| {
            let marks = marks(&tree::parse(text).ok()?)?;
            (marks.len() > 1).then_some(marks)
        };
        let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line, ""));
        let label = label(first).filter(|_| {
            first.ends_with(']') || rest.contains(|c: char| !c.is_ascii_digit() && !is_separator(c))
        });
        // Labels may stand on both sides.
        let rest = match label.and_then(|_| rest.trim_end().strip_suffix(first)) {
            Some(between) if between.ends_with(char::is_whitespace) => between,
            _ => rest,
        };
        match label.and_then(|_| squares(rest)) {
            Some(marks) => Some(Line { label, marks }),
            None => Some(Line { label: None, marks: squares(line)? }),
        }
    }

    /// The squares between bars, which may be missing at both ends.
    fn barred(line: &str) -> Option<Line> {
        let parts: Vec<&str> = line.split(is_bar).map(str::trim).collect();
        let [first, inside @ .., last] = &parts[..] else { return None };
        let is_side = |part: &str| part.is_empty() || label(part).is_some();
        let (label, cells) = if is_side(first) && is_side(last) && !inside.is_empty() {
            (label(first), inside)
        } else {
            (None, &parts[..])
        };
        let cell = |cell: &&str| {
            let mark = cell.chars().next().unwrap_or(' ');
            cell.chars().all(|c| c == mark).then(|| Mark::of(mark)).flatten()
        };
        Some(Line { label, marks: cells.iter().map(cell).collect::<Option<_>>()? })
    }
}

/// The number of a row: `4`, `4:`, `[4,]`.
fn label(word: &str) -> Option<u64> {
    parse_digits(word.trim_matches(['[', ']', ',', ':', '.', ')']))
        .filter(|_| !word.ends_with('0') || word.len() < 5)
}

/// The board drawn by lines; `None` if some line is not part of a drawing.
pub(super) fn read(text: &str, frame: Frame) -> Read {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.iter().all(|line| are_queens(line)) {
        return match frame.check(lines.len()) {
            Ok(()) => blank(&lines).map(Ok),
            Err(error) => Some(Err(error)),
        };
    }
    let mut rows = Vec::new();
    for line in lines.into_iter().filter(|line| !is_rule(line)) {
        match Line::read(line) {
            Some(row) => rows.push(row),
            None if names(line) > 1 && !may_be_board(line, text) => {}
            None => return None,
        }
    }
    let labels: Vec<u64> = rows.iter().filter_map(|row| row.label).collect();
    let n = rows.len() as u64;
    let count = |labels: &mut dyn Iterator<Item = u64>| {
        let first = labels.next().filter(|&first| first < 2);
        first.is_some_and(|first| labels.eq(first + 1..first + n))
    };
    if n > 1 && count(&mut labels.iter().rev().copied()) {
        // As on a chessboard.
        rows.reverse();
    } else if !labels.is_empty() && !count(&mut labels.iter().copied()) {
        let expected = "row labels that count from 1, or down to 1 as on a chessboard";
        return Some(Err(Invalid::Unreadable { expected, got: "others".to_owned() }));
    }
    let lines: Vec<Vec<Mark>> = rows.into_iter().map(|row| row.marks).collect();
    grid::of_lines(&lines, frame)
}

/// A drawing with blanks for empty squares and one queen or more in each line, with or without a blank between squares.
/// O(length).
fn blank(lines: &[&str]) -> Option<Squares> {
    let n = lines.len();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let step = if longest > n { 2 } else { 1 };
    let mut queens = Vec::new();
    for (row, line) in (1..).zip(lines) {
        for (place, _) in line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            if place % step != 0 || place / step >= n || line.contains('\t') {
                return None;
            }
            queens.push(((place / step) as u64 + 1, row));
        }
    }
    Some(Squares::new(n, queens, Vec::new()))
}
