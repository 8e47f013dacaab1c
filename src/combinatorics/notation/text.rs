//! Boards in text of any length, and in the arguments of a command line.

use super::reading::Reading;
use super::records::Records;
use super::tree::{self, is_separator};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::permutation::Permutation;
use std::str::FromStr;

impl Reading {
    /// Parses exactly one board. O(length).
    pub fn board(&self, text: &str) -> Result<Permutation, Invalid> {
        if let Some(plain) = self.plain(text) {
            return Ok(plain);
        }
        let mut boards = Vec::new();
        self.each_record(text, |record| {
            self.record(record, &mut boards)?;
            if boards.len() > 1 { Err(Invalid::SeveralBoards) } else { Ok(()) }
        })?;
        boards.pop().ok_or(Invalid::NoQueens)
    }

    /// Parses all boards of a text, split as [`Records`] does. O(length).
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
    let is_long = |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_digit());
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
