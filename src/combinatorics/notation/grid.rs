//! Boards as N lines of N squares: `0 1 0 0`, `.Q..`, row 1 first, also as drawings with bars, rules, labels of rows and
//! columns, or blanks for empty squares; and the placement field of Forsyth–Edwards notation, `1Q2/3Q/Q3/2Q1`, row N
//! first.

use super::list::{Read, letters, number};
use super::squares::{Frame, Squares};
use super::tree::{self, Node, is_separator};
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
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
    /// A queen, unless `Q` marks the queens or columns may have none: `*`. With `Q`, an empty square if no other mark
    /// is empty, else a blocked one.
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
            '*' | 'x' | 'X' | '×' => Some(Mark::Star),
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
fn marks(line: &Node<'_>) -> Option<Vec<Mark>> {
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
fn of_lines(lines: &[Vec<Mark>], frame: Frame) -> Read {
    let n = lines.len();
    if let Err(error) = frame.check(n) {
        return Some(Err(error));
    }
    if let Some((row, line)) = (1..).zip(lines).find(|(_, line)| line.len() != n) {
        let expected = "a matrix of N lines, each with N squares";
        let got = format!("line {row} of {n} with length {}", line.len());
        return Some(Err(Invalid::Unreadable { expected, got }));
    }
    let has = |mark| lines.iter().any(|line| line.contains(&mark));
    let (has_queens, has_empty) = (has(Mark::Queen) || has(Mark::One), has(Mark::Empty));
    // A lone star may be anything, and one in a matrix a queen.
    if has(Mark::One) && (has(Mark::Queen) || has(Mark::Star)) || n == 1 && has(Mark::Star) {
        return None;
    }
    if frame.is_partial && has(Mark::Star) && !has_queens {
        return Some(Err(Invalid::Unreadable {
            expected: "Q for given queens, # for blocked squares",
            got: "a drawing with only *, x or ×, which can be either".into(),
        }));
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

/// Whether the dark squares are those of one colour of a chessboard that have no other mark.
fn is_shaded(lines: &[Vec<Mark>]) -> bool {
    let are_dark = |parity| {
        (0..).zip(lines).all(|(row, line)| {
            (row..)
                .zip(line)
                .filter(|(_, mark)| !matches!(mark, Mark::Queen | Mark::Star))
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
        let expected = "a FEN of queens such as \"1Q2/3Q/Q3/2Q1\"";
        // Each queen ends a number of empty squares, which may be missing.
        let (mut width, mut parts) = (0, line.split(['Q', 'q']).peekable());
        while let Some(empty) = parts.next() {
            let empty = if empty.is_empty() { Some(0) } else { parse_digits(empty) };
            width += empty
                .filter(|&empty| empty < u32::MAX.into())
                .ok_or_else(|| unreadable(expected, line))?;
            if parts.peek().is_some() {
                width += 1;
                queens.push((width, row));
            }
        }
        if width != n as u64 {
            let got = format!("{width} squares in {:?}, N = {n}", shortened(line));
            return Err(Invalid::Unreadable { expected, got });
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

pub(super) fn is_bar(c: char) -> bool {
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
    let are = |expected: &dyn Fn(usize) -> String| {
        (0..).zip(&names).all(|(k, name)| *name == expected(k))
            || (0..).zip(names.iter().rev()).all(|(k, name)| *name == expected(k))
    };
    let are_names = are(&|k| k.to_string()) || are(&|k| (k + 1).to_string()) || are(&letters);
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
pub(super) fn drawing(text: &str, frame: Frame) -> Read {
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
    of_lines(&lines, frame)
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
