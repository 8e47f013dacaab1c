//! Boards, and texts of them in which the role of each character is known. The spellings are in `lists` and `drawings`:
//! one function for each family, with a table where they differ only in their signs.
//!
//! Tables of texts use marks that are not part of the text: `@` stands for the board and `{n}` for its size; `№` begins a
//! number of the board, `~` a comment and `^` the name of a column, each up to the next blank or separator.

use super::{Input, Role, drawings, lists};
use nqdb::notation::Reading;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// A column and a row, from 1. Row 1 is at the top.
pub(super) type Square = (usize, usize);

/// A board, complete or partial.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Board {
    /// 0 for a list of conditions, which has no size.
    pub(super) n: usize,
    pub(super) queens: BTreeSet<Square>,
    pub(super) excluded: BTreeSet<Square>,
}

impl Board {
    /// Whether there is one queen in each column.
    pub(super) fn is_complete(&self) -> bool {
        self.rows().is_some_and(|rows| rows.iter().all(Option::is_some))
    }

    /// Whether all squares are on the board.
    pub(super) fn has_its_squares(&self) -> bool {
        let is_inside = |line: usize| (1..=self.n).contains(&line);
        let mut squares = self.queens.iter().chain(&self.excluded);
        squares.all(|&(column, row)| is_inside(column) && is_inside(row))
    }

    /// The row of the queen in each column; `None` if that is not the whole board.
    pub(super) fn rows(&self) -> Option<Vec<Option<usize>>> {
        let rows: BTreeMap<usize, usize> = self.queens.iter().copied().collect();
        let is_whole = self.excluded.is_empty() && rows.len() == self.queens.len() && self.n > 0;
        is_whole.then(|| (1..=self.n).map(|column| rows.get(&column).copied()).collect())
    }

    pub(super) fn role(&self, square: Square) -> Role {
        match () {
            () if self.queens.contains(&square) => Role::Queen,
            () if self.excluded.contains(&square) => Role::Excluded,
            () => Role::Empty,
        }
    }

    /// Whether marks on the excluded squares are those of the dark squares of an empty chessboard.
    pub(super) fn is_shaded(&self) -> bool {
        let empty = || squares(self.n).filter(|square| !self.queens.contains(square));
        let are_dark = |parity| {
            empty()
                .filter(|(column, row)| (column + row) % 2 == parity)
                .eq(empty().filter(|square| self.excluded.contains(square)))
        };
        self.n > 1 && (are_dark(0) || are_dark(1))
    }
}

/// The squares of a board, line by line.
pub(super) fn squares(n: usize) -> impl Iterator<Item = Square> {
    (1..=n).flat_map(move |row| (1..=n).map(move |column| (column, row)))
}

/// The letter of a column. After z comes aa.
pub(super) fn letter(column: usize) -> String {
    let last = char::from(b'a' + ((column - 1) % 26) as u8);
    match (column - 1) / 26 {
        0 => last.into(),
        first => letter(first) + &last.to_string(),
    }
}

/// A text, and the role of each part up to a place in it. Blanks belong to any part.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    text: String,
    parts: Vec<(usize, Role)>,
}

impl Text {
    pub(super) fn of(text: impl AsRef<str>, role: Role) -> Text {
        let mut one = Text::default();
        one.push(text.as_ref(), role);
        one
    }

    pub(super) fn push(&mut self, text: &str, role: Role) {
        self.text.push_str(text);
        match self.parts.last_mut() {
            Some((end, last)) if *last == role || text.trim().is_empty() => *end = self.text.len(),
            _ => self.parts.push((self.text.len(), role)),
        }
    }

    pub(super) fn append(&mut self, other: &Text) {
        other.each().for_each(|(text, role)| self.push(text, role));
    }

    fn each(&self) -> impl Iterator<Item = (&str, Role)> {
        let starts = [0].into_iter().chain(self.parts.iter().map(|part| part.0));
        starts.zip(&self.parts).map(|(start, &(end, role))| (&self.text[start..end], role))
    }

    /// The signs and words of a template, around a board.
    pub(super) fn around(template: &str, board: &Text) -> Text {
        let (mut text, mut marked) = (Text::default(), None);
        for c in template.chars() {
            marked = marked.filter(|_| !c.is_whitespace() && !",;:".contains(c));
            match c {
                '@' => text.append(board),
                '№' => marked = Some(Role::BoardLabel),
                '~' => marked = Some(Role::Comment),
                '^' => marked = Some(Role::ColumnLabel),
                _ => text.push(c.encode_utf8(&mut [0; 4]), marked.unwrap_or(role_of_sign(c))),
            }
        }
        text
    }

    pub(super) fn joined<T: Borrow<Text>>(
        parts: impl IntoIterator<Item = T>,
        between: &str,
    ) -> Text {
        let between = Text::around(between, &Text::default());
        let mut all = Text::default();
        for (place, part) in parts.into_iter().enumerate() {
            (place > 0).then(|| all.append(&between));
            all.append(part.borrow());
        }
        all
    }

    /// The text alone.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The role of each byte that is not blank.
    pub(super) fn roles(&self) -> Vec<Option<Role>> {
        let of_char = |(c, role): (char, Role)| {
            std::iter::repeat_n((!c.is_whitespace()).then_some(role), c.len_utf8())
        };
        let chars = self.each().flat_map(|(text, role)| text.chars().map(move |c| (c, role)));
        chars.flat_map(of_char).collect()
    }

    /// The text with another size than that of its board; `None` if it has none.
    pub(super) fn with_wrong_size(&self, n: usize) -> Option<String> {
        let is_size = |text: &str, role| role == Role::Caption && text.trim().parse() == Ok(n);
        let other = |(text, role): (&str, Role)| {
            let wrong = text.replace(&n.to_string(), &(n + 1).to_string());
            if is_size(text, role) { wrong } else { text.to_owned() }
        };
        let has_size = self.each().any(|(text, role)| is_size(text, role));
        has_size.then(|| self.each().map(other).collect())
    }
}

pub(super) fn role_of_sign(c: char) -> Role {
    match c {
        ',' | ';' | ':' | '=' | '.' | '/' | '!' => Role::Separator,
        _ if c.is_alphanumeric() => Role::Caption,
        _ => Role::Frame,
    }
}

/// A board in a spelling.
#[derive(Debug, Clone)]
pub(super) struct Spelling {
    /// What the spelling is called.
    pub(super) name: String,
    /// How it is read.
    pub(super) reading: Reading,
    /// The text.
    pub(super) text: Text,
    /// The parts for the queens, if they may have any order.
    pub(super) items: Vec<String>,
    /// Lines above and below the board that several boards may share: their lengths in bytes.
    pub(super) shared: [usize; 2],
}

pub(super) const DETECTED: Reading = Reading { notation: None, zero_based: false };

pub(super) fn named(name: impl Into<String>, text: Text) -> Spelling {
    let (name, items, shared) = (name.into(), Vec::new(), [0; 2]);
    Spelling { name, reading: DETECTED, text, items, shared }
}

/// A board in a template whose other lines may be shared.
pub(super) fn framed(name: impl Into<String>, template: &str, board: &Text) -> Spelling {
    let length = |part: Option<&str>| {
        part.map_or(0, |part| Text::around(part, &Text::default()).text.len() + 1)
    };
    let (before, after) = template.split_once('@').expect("a board");
    let shared =
        [before.rsplit_once('\n').map(|part| part.0), after.split_once('\n').map(|part| part.1)];
    Spelling { shared: shared.map(length), ..named(name, Text::around(template, board)) }
}

impl Spelling {
    /// This text, or a damaged one, as it is read.
    pub(super) fn input<'t>(&self, text: &'t str, is_partial: bool) -> Input<'t> {
        Input { text, reading: self.reading, is_partial }
    }
}

/// The spellings of a board. Drawings with labels, which are most of them, have at least N lines.
pub(super) fn spellings(board: &Board, has_labelled: bool) -> impl Iterator<Item = Spelling> {
    const OTHERS: [fn(&Board) -> Vec<Spelling>; 7] = [
        lists::lists,
        lists::digits,
        lists::items,
        lists::conditions,
        lists::models,
        drawings::fens,
        drawings::grids,
    ];
    let labelled = has_labelled.then(|| drawings::labelled(board));
    labelled.into_iter().flatten().chain(OTHERS.iter().flat_map(|family| family(board)))
}
