//! Squares in rows: their marks, and the board that these show.

use super::condition_list::ConditionList;
use super::reader::Reader;
use super::role::{Found, Role};
use super::text::{Span, chars, number};
use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::Invalid;

/// What a square is marked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A queen: `Q`.
    Queen,
    /// A queen of a matrix: `1`.
    One,
    /// An empty square.
    Empty,
    /// A queen, unless `Q` marks the queens. With `Q`, an empty square if no other mark is empty, else an excluded one.
    Star,
    /// An excluded square, or the shading of a dark one.
    Dark,
}

impl Mark {
    pub(super) fn of(c: char) -> Option<Mark> {
        match c {
            'Q' | 'q' | '♕' | '♛' | '👑' => Some(Mark::Queen),
            '1' => Some(Mark::One),
            '.' | '0' | '-' | '_' | ' ' | '·' | '□' | '⬜' | '⬛' | '⭘' => Some(Mark::Empty),
            '*' | 'x' | 'X' | '×' => Some(Mark::Star),
            '#' | '░' => Some(Mark::Dark),
            _ => None,
        }
    }

    /// The mark of a word: one character, or a truth value or number as programs print them. A square
    /// between bars can be without a mark.
    pub(super) fn of_word(word: &str) -> Option<Mark> {
        let word = word.trim_end_matches(EMOJI);
        let mut chars = word.chars();
        match (chars.next(), chars.next(), word) {
            (None, ..) => Some(Mark::Empty),
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
}

/// The character after another that selects its picture in colour.
const EMOJI: char = '\u{fe0f}';

/// A marked square.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// Its mark in the text, or blanks.
    pub(super) span: Span,
    pub(super) mark: Mark,
}

/// A square for each character of a word; `None` if one is not a mark.
pub(super) fn cells_of_word(text: &str, word: Span) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    for (span, c) in chars(text, word) {
        match cells.last_mut() {
            Some(cell) if c == EMOJI => cell.span.end = span.end,
            _ => cells.push(Cell { span, mark: Mark::of(c)? }),
        }
    }
    Some(cells)
}

impl Reader<'_> {
    /// Adds the board of N rows of N squares, row 1 first.
    ///
    /// # Errors
    /// Other numbers of squares, and marks that can't stand next to each other: a board has one mark for queens and one
    /// for empty squares.
    pub(super) fn add_squares(self, found: &mut Found, rows: &[Vec<Cell>]) -> Result<(), Invalid> {
        let n = rows.len();
        self.frame.check(n)?;
        if let Some((row, line)) = (1..).zip(rows).find(|(_, row)| row.len() != n) {
            let expected = "a matrix of N lines, each with N squares";
            let got = format!("line {row} of {n} with length {}", line.len());
            return Err(Invalid::Unreadable { expected, got });
        }
        let squares = || rows.iter().flatten();
        let has = |mark| squares().any(|cell| cell.mark == mark);
        let has_queens = has(Mark::Queen) || has(Mark::One);
        let is_blank = |cell: &Cell| self.text[cell.span.clone()].trim().is_empty();
        // Outside the bars, a 1 is a label.
        if has(Mark::One) && squares().any(is_blank) {
            return Err(other_marks("1 and blanks"));
        }
        // One star may be anything.
        if has(Mark::One) && (has(Mark::Queen) || has(Mark::Star)) || n == 1 && has(Mark::Star) {
            return Err(other_marks("marks of both"));
        }
        for mark in [Mark::Queen, Mark::One, Mark::Empty, Mark::Dark] {
            let mut written =
                squares().filter(|cell| cell.mark == mark).map(|cell| self.kind_of(cell));
            let first = written.next();
            if let Some(other) = written.find(|other| Some(other) != first.as_ref()) {
                let got = format!("{:?} and {other:?}", first.unwrap_or_default());
                return Err(other_marks(&got));
            }
        }
        // The words of a matrix of floating-point numbers or truth values.
        let is_long =
            |cell: &Cell| self.text[cell.span.clone()].chars().nth(1).is_some_and(|c| c != EMOJI);
        let is_value = |cell: &Cell| is_long(cell) && matches!(cell.mark, Mark::One | Mark::Empty);
        if squares().any(|cell| is_value(cell) && !is_blank(cell)) && !squares().all(is_long) {
            return Err(other_marks("words and single characters"));
        }
        let placed = || {
            (1..).zip(rows).flat_map(|(row, line)| {
                (1..).zip(line).map(move |(column, cell)| (column, row, cell))
            })
        };
        // White and black squares are those of a chessboard.
        let colours = [('⬜', 0), ('⬛', 1)].map(|(mark, _)| {
            let is_mark = |cell: &Cell| self.text[cell.span.clone()].starts_with(mark);
            let parities = placed()
                .filter(|(.., cell)| is_mark(cell))
                .map(|(column, row, _)| (column + row) % 2);
            parities.collect::<Vec<u64>>()
        });
        let [white, black] = &colours;
        let is_mixed = !white.is_empty() && !black.is_empty();
        if is_mixed
            && (white.iter().any(|colour| *colour != white[0])
                || black.iter().any(|colour| *colour == white[0]))
        {
            return Err(other_marks("white and black squares"));
        }
        let excluded =
            || placed().filter(|(.., cell)| matches!(cell.mark, Mark::Dark | Mark::Star));
        let is_edge = |line: u64| line == 1 || line == n as u64;
        let edges = excluded().filter(|&(column, row, _)| is_edge(column) || is_edge(row)).count();
        if n > 2 && edges == 4 * (n - 1) {
            return Err(other_marks("a border, which may be a frame"));
        }
        let dark =
            ConditionList::of_queens(Some(n), excluded().map(|(column, row, _)| (column, row)));
        if self.frame.is_partial
            && !has_queens
            && excluded().count() == n
            && n > 2
            && dark.rows().is_ok()
        {
            return Err(other_marks("only marks that may be queens"));
        }
        if self.frame.is_partial && has(Mark::Star) && !has_queens {
            return Err(Invalid::Unreadable {
                expected: "Q for given queens, # for blocked squares",
                got: "a drawing with only *, x or ×, which can be either".into(),
            });
        }
        let (is_shaded, has_empty) = (is_shaded(rows), has(Mark::Empty));
        let mut conditions = Vec::new();
        for (row, line) in (1..).zip(rows) {
            for (column, cell) in (1..).zip(line) {
                let role = match cell.mark {
                    Mark::Queen | Mark::One => Role::Queen,
                    Mark::Star if !has_queens => Role::Queen,
                    Mark::Star if has_empty => Role::Excluded,
                    Mark::Dark if !is_shaded => Role::Excluded,
                    Mark::Star | Mark::Dark | Mark::Empty => Role::Empty,
                };
                match role {
                    Role::Queen => conditions.push(Condition::Queen { column, row }),
                    Role::Excluded => conditions.push(Condition::NoQueen { column, row }),
                    _ => {}
                }
                found.mark(cell.span.clone(), role);
            }
        }
        found.boards.push(ConditionList::new(Some(n), conditions));
        Ok(())
    }

    /// The mark of a square as it is written. White and black squares are one kind, and so are such queens.
    fn kind_of(self, cell: &Cell) -> String {
        self.text[cell.span.clone()]
            .replace('⬛', "⬜")
            .replace('♕', "♛")
            .replace('q', "Q")
            .replace(EMOJI, "")
    }
}

fn other_marks(got: &str) -> Invalid {
    let expected = "one mark for queens and another for empty squares";
    Invalid::Unreadable { expected, got: got.to_owned() }
}

/// Whether the dark squares are those of one colour of a chessboard that have no queen.
fn is_shaded(rows: &[Vec<Cell>]) -> bool {
    let are_dark = |parity| {
        (0..).zip(rows).all(|(row, line)| {
            (row..)
                .zip(line)
                .filter(|(_, cell)| matches!(cell.mark, Mark::Empty | Mark::Dark | Mark::One))
                .all(|(colour, cell): (usize, _)| {
                    (colour % 2 == parity) == (cell.mark == Mark::Dark)
                })
        })
    };
    rows.len() > 1 && (are_dark(0) || are_dark(1))
}
