//! Boards as text: one grammar for every interface, described with examples in docs/notation.md.
//!
//! [`Records`] splits input into records: a line, a drawing of several lines, an element of a JSON array, a SAT model, or
//! the cells of a CSV line. A [`Reading`] reads the boards of a record, in a [`Notation`] that the user names or in the
//! only one that fits; a [`ConditionList`] is what a partial board is read into. [`Notation::write`] is the other
//! direction. Framed pictures and SVG are in `crate::picture`.
//!
//! The law: every character of a text that is not blank has exactly one role (`role`), or the text is refused. A record
//! is tried in each form: `drawing` (squares, with `marks`), `placement` (FEN), `model` (SAT), `list` (rows, digits, pairs,
//! chess squares, lists of boards) and `object`, the last two on the words and brackets of `tree`; with and without the
//! captions of `caption`. Forms give roles only to what they understand, and all that fit must agree (`reading`).

mod caption;
mod condition_list;
mod drawing;
mod form;
mod line;
mod list;
mod marks;
mod model;
mod object;
mod placement;
mod plain;
mod reader;
mod reading;
mod records;
mod role;
mod table;
mod text;
mod tree;
mod write;

pub use condition_list::ConditionList;
pub use form::Notation;
pub use line::begins_csplib;
pub(super) use reader::Frame;
pub use reading::{Reading, Record};
pub use records::Records;
pub use role::Role;
pub(crate) use text::letters;
pub use text::{BYTE_ORDER_MARK, utf_8};
pub use write::drawing;

use super::invalid::Invalid;
use super::numbers::BoardSize;
use super::permutation::Permutation;
use std::str::FromStr;
use text::is_whole_number;
use tree::is_separator;

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
        let mut records = Records::new(text.as_bytes(), *self, Records::LONGEST);
        let mut boards = Vec::new();
        // Reading from memory cannot fail.
        while let Some(record) = records.next_record().unwrap_or(None) {
            self.record(&record, &mut boards)?;
        }
        if boards.is_empty() { Err(Invalid::NoQueens) } else { Ok(boards) }
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
    let (mut last, mut depth) = (WordKind::Text, 0);
    for word in words {
        let is_open = depth > 0;
        depth = tree::depth_after(depth, word);
        let kind = if is_open { WordKind::Bracket } else { kind(word) };
        match groups.last_mut() {
            Some(group) if kind == last && kind != WordKind::Text => group.push(word),
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
enum WordKind {
    /// Part of a text in brackets.
    Bracket,
    /// A number, a square, or a line of a matrix.
    Bare,
    /// A whole text.
    Text,
}

fn kind(word: &str) -> WordKind {
    let is_divided = word.trim_matches(is_separator).contains(is_separator);
    match word.contains(tree::is_bracket) {
        true => WordKind::Bracket,
        false if is_divided || word.contains('/') => WordKind::Text,
        false => WordKind::Bare,
    }
}

/// The role of each byte of a text of boards, or of a partial board, for tests of the law. Lines between records are
/// comments.
///
/// # Errors
/// As [`Reading::boards`] and [`ConditionList::parse`].
pub fn roles(text: &str, reading: Reading, is_partial: bool) -> Result<Vec<Option<Role>>, Invalid> {
    let largest = if is_partial { ConditionList::LARGEST } else { BoardSize::MAX };
    let frame = Frame { first: u64::from(!reading.zero_based), largest, is_partial };
    if is_partial {
        let mut roles = reading.reader(text.trim_end(), frame).read()?.roles;
        roles.resize(text.len(), None);
        return Ok(roles);
    }
    let comment =
        |c: char| [Some(Role::Comment).filter(|_| !c.is_whitespace())].repeat(c.len_utf8());
    let mut roles: Vec<Option<Role>> = text.chars().flat_map(comment).collect();
    let mut records = Records::new(text.as_bytes(), reading, Records::LONGEST);
    let mut end = 0;
    while let Some(record) = records.next_record().unwrap_or(None) {
        let read = record.text.clone()?.trim_end().to_owned();
        let start = end + text[end..].find(&read).expect("a record is a part of the text");
        end = start + read.len();
        let found = reading.reader(&read, frame).of(&record).read()?;
        roles[start..end].copy_from_slice(&found.roles);
    }
    Ok(roles)
}
