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
            '.' | '0' | '-' | '_' | ' ' | '·' | '□' | '⬜' | '⭘' => Some(Mark::Empty),
            '*' | 'x' | 'X' | '×' => Some(Mark::Star),
            '#' | '░' | '⬛' => Some(Mark::Dark),
            _ => None,
        }
    }

    /// The mark of a word: one character, or a truth value or number as programs print them. A square
    /// between bars can be without a mark.
    pub(super) fn of_word(word: &str) -> Option<Mark> {
        let word = word.strip_suffix(EMOJI).filter(|word| !word.is_empty()).unwrap_or(word);
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

impl<'t> Reader<'t> {
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
        let squares = || {
            (1..).zip(rows).flat_map(|(row, line)| {
                (1..).zip(line).map(move |(column, cell)| ((column, row), cell))
            })
        };
        let cells = || rows.iter().flatten();
        let has = |mark| cells().any(|cell| cell.mark == mark);
        let is_blank = |cell: &Cell| self.text[cell.span.clone()].trim().is_empty();
        // Outside the bars, a 1 is a label. One star may be anything.
        if has(Mark::One) && (has(Mark::Queen) || has(Mark::Star) || cells().any(is_blank))
            || n == 1 && has(Mark::Star)
        {
            return Err(other_marks("marks of both, or blanks"));
        }
        for mark in [Mark::Queen, Mark::One, Mark::Empty, Mark::Dark, Mark::Star] {
            let mut written = cells().filter(|cell| cell.mark == mark).map(|cell| self.sign(cell));
            let first = written.next();
            if let Some(other) = written.find(|other| Some(*other) != first) {
                return Err(other_marks(&format!("{:?} and {other:?}", first.unwrap_or_default())));
            }
        }
        // The words of a matrix of floating-point numbers or truth values.
        let is_long = |cell: &Cell| self.sign(cell).chars().nth(1).is_some();
        let is_value = |cell: &Cell| is_long(cell) && matches!(cell.mark, Mark::One | Mark::Empty);
        if cells().any(|cell| is_value(cell) && !is_blank(cell)) && !cells().all(is_long) {
            return Err(other_marks("words and single characters"));
        }
        let is_zero = |cell: &Cell| self.sign(cell) == "0";
        if has(Mark::Dark) && cells().any(is_zero) {
            return Err(other_marks("excluded squares in a matrix"));
        }
        let (has_queens, has_empty) = (has(Mark::Queen) || has(Mark::One), has(Mark::Empty));
        // The squares of one colour of a chessboard that have no queen.
        let is_shaded = [0, 1].into_iter().any(|parity| {
            let is_plain = |cell: &Cell| matches!(cell.mark, Mark::Empty | Mark::Dark);
            squares().filter(|square| is_plain(square.1)).all(|((column, row), cell)| {
                ((column + row) % 2 == parity) == (cell.mark == Mark::Dark)
            })
        });
        let is_wall = |cell: &Cell| self.sign(cell) == "⬛" && has_empty && !is_shaded;
        if cells().any(is_wall) || has(Mark::Dark) && has(Mark::Star) && !has_empty {
            return Err(other_marks("black squares that are not those of a chessboard"));
        }
        let role = |cell: &Cell| match cell.mark {
            Mark::Queen | Mark::One => Role::Queen,
            Mark::Star if !has_queens => Role::Queen,
            Mark::Star if has_empty => Role::Excluded,
            Mark::Dark if has_empty && !is_shaded => Role::Excluded,
            Mark::Star | Mark::Dark | Mark::Empty => Role::Empty,
        };
        squares().for_each(|(_, cell)| found.mark(cell.span.clone(), role(cell)));
        let of = |wanted| squares().filter(move |(_, cell)| role(cell) == wanted).map(|(at, _)| at);
        let is_edge = |line: u64| line == 1 || line == n as u64;
        let edges = of(Role::Excluded).filter(|&(column, row)| is_edge(column) || is_edge(row));
        if n > 2 && edges.count() == 4 * (n - 1) {
            return Err(other_marks("a border, which may be a frame"));
        }
        let may_be_queens = || ConditionList::of_queens(Some(n), of(Role::Excluded)).rows().is_ok();
        if self.frame.is_partial && !has_queens && (has(Mark::Star) || n > 2 && may_be_queens()) {
            return Err(Invalid::Unreadable {
                expected: "Q for given queens, # for blocked squares",
                got: "a drawing with only *, x, × or #, which can be either".into(),
            });
        }
        let queens = of(Role::Queen).map(|(column, row)| Condition::Queen { column, row });
        let excluded = of(Role::Excluded).map(|(column, row)| Condition::NoQueen { column, row });
        found.boards.push(ConditionList::new(Some(n), queens.chain(excluded).collect()));
        Ok(())
    }

    /// The mark of a square as it is written. Black and white queens are one mark.
    fn sign(self, cell: &Cell) -> &'t str {
        match self.text[cell.span.clone()].trim_end_matches(EMOJI) {
            "q" => "Q",
            "♕" => "♛",
            mark => mark,
        }
    }
}

fn other_marks(got: &str) -> Invalid {
    let expected = "one mark for queens and another for empty squares";
    Invalid::Unreadable { expected, got: got.to_owned() }
}
