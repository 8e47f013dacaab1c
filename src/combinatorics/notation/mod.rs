//! Boards as text: one grammar for every interface, described with examples in docs/notation.md.
//!
//! [`Records`] splits input into records: a line, a drawing or matrix of several lines, an element of a JSON array, a SAT
//! model, or the cells of a CSV line. A [`Reading`] parses the boards of a record, in a [`Notation`] that the user names
//! or in the only one that fits; a [`ConditionList`] parses conditions. [`Notation::write`] is the other direction.
//!
//! A text is parsed once into words and nested lists (`tree`), and these are read into `squares`: lists of rows or
//! squares by `list`, drawings and matrices by `grid`. Around them: `lines` tells what a line is part of, and finds
//! labels, `fields` finds the boards in JSON objects and CSV. Framed pictures and SVG are in `crate::picture`.

mod condition_list;
mod fields;
mod form;
mod grid;
mod lines;
mod list;
mod reading;
mod records;
mod squares;
mod tree;

pub use condition_list::ConditionList;
pub use form::Notation;
pub use grid::board_picture;
pub use lines::{BYTE_ORDER_MARK, begins_csplib, utf_8};
pub(crate) use list::letters;
pub use reading::Reading;
pub use records::{Record, Records};
pub(super) use squares::Frame;

use super::invalid::Invalid;
use super::permutation::Permutation;
use list::is_whole_number;
use std::str::FromStr;
use tree::is_separator;

impl Notation {
    /// The board as text that a [`Reading`] of this notation parses, without a final newline. Numbers count from 1, or
    /// from 0 if `zero_based`; other notations ignore it. For CSV the text is the cell; [`Notation::header`] is its
    /// header. O(N); O(N²) for matrices and SAT models.
    ///
    /// # Errors
    /// [`Invalid::NoDigits`] if the board is too large for [`Notation::Digits`].
    pub fn write(self, board: &Permutation, zero_based: bool) -> Result<String, Invalid> {
        let (rows, first) = (board.rows(), u8::from(!zero_based));
        Ok(match self {
            Notation::OneLine | Notation::Csv => list::write(rows, first, " "),
            Notation::Json => format!("[{}]", list::write(rows, first, ",")),
            Notation::Digits => list::write_digits(rows, first)
                .ok_or(Invalid::NoDigits { n: rows.len(), largest: 36 - usize::from(first) })?,
            Notation::ColumnRow | Notation::RowColumn => list::write_pairs(rows, first, self),
            Notation::Matrix => grid::write(rows, "1", "0"),
            Notation::Board => grid::write(rows, "Q", "."),
            Notation::Fen => grid::write_placement(rows),
            Notation::Chess => list::write_chess(rows),
            Notation::Sat => squares::write_model(rows),
        })
    }

    /// The line above all boards, if the notation has one.
    pub fn header(self) -> Option<&'static str> {
        (self == Notation::Csv).then_some("queens")
    }
}

impl Reading {
    /// Parses exactly one board. O(length).
    ///
    /// # Errors
    /// As [`Reading::boards`]; [`Invalid::SeveralBoards`] for more than one.
    pub fn board(&self, text: &str) -> Result<Permutation, Invalid> {
        if let Some(plain) = self.plain(text) {
            return Ok(plain);
        }
        match self.boards(text)?[..] {
            [board] => Ok(board),
            ref boards => Err(Invalid::SeveralBoards { got: boards.len() }),
        }
    }

    /// Parses all boards of a text, split as [`Records`] does. O(length).
    ///
    /// # Errors
    /// [`Invalid::NoQueens`] without a board; the first error of a [`Record`] or of [`Reading::record`].
    pub fn boards(&self, text: &str) -> Result<Vec<Permutation>, Invalid> {
        let mut boards = Vec::new();
        self.each_record(text, |record| self.record(record, &mut boards))?;
        if boards.is_empty() { Err(Invalid::NoQueens) } else { Ok(boards) }
    }

    fn each_record(
        &self,
        text: &str,
        mut read: impl FnMut(&str) -> Result<(), Invalid>,
    ) -> Result<(), Invalid> {
        let mut records = Records::new(text.as_bytes(), *self, Records::<&[u8]>::LONGEST);
        // Reading from memory cannot fail.
        while let Some(record) = records.next_record().unwrap_or(None) {
            read(record.text?)?;
        }
        Ok(())
    }
}

/// Parses a permutation, 1-based, in any notation that is detected: `2 4 1 3`, `[2,4,1,3]`, `2413`, `a2 b4 c1 d3`. Uses
/// the default [`Reading`].
///
/// # Errors
/// As [`Reading::board`].
pub fn parse_queens(text: &str) -> Result<Permutation, Invalid> {
    Reading::default().board(text)
}

impl FromStr for Permutation {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        parse_queens(text)
    }
}

/// Joins the words of a command line that the shell has split: words with or between brackets (`[2, 4, 1, 3]`), and
/// words without blanks and commas (`2 4 1 3`). Any other word is a text of its own (`"2 4 1 3"`, `1Q2/3Q/Q3/2Q1`), and
/// so is each word in `digits` notation (`2413 3142`).
pub fn arguments(words: &[String]) -> Vec<String> {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let (mut last, mut depth) = (Word::Text, 0);
    for word in words {
        let is_open = depth > 0;
        depth = tree::depth_after(depth, word);
        let kind = if is_open { Word::Bracket } else { kind(word) };
        match groups.last_mut() {
            Some(group) if kind == last && kind != Word::Text => group.push(word),
            _ => groups.push(vec![word]),
        }
        last = kind;
    }
    let texts = groups.into_iter().flat_map(|group| {
        if are_digits(&group) {
            group.into_iter().map(str::to_owned).collect()
        } else {
            vec![group.join(" ")]
        }
    });
    texts.collect()
}

/// Whether each word is a board in `digits` notation. A list of rows has words of one digit, a matrix only the digits 0
/// and 1.
fn are_digits(words: &[&str]) -> bool {
    let is_long = |word: &&str| word.len() > 1 && is_whole_number(word);
    let is_more = |word: &&str| word.bytes().any(|byte| byte > b'1');
    words.iter().all(is_long) && words.iter().any(is_more)
}

/// The kind of a word of a command line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Part of a text in brackets.
    Bracket,
    /// A number, a square, or a line of a matrix.
    Bare,
    /// A whole text.
    Text,
}

fn kind(word: &str) -> Word {
    let is_divided = word.trim_matches(is_separator).contains(is_separator);
    match word.contains(tree::is_bracket) {
        true => Word::Bracket,
        false if is_divided || word.contains('/') => Word::Text,
        false => Word::Bare,
    }
}
