//! [`Reading`]: how boards are parsed. This file parses one record; `text` parses text of any number of records.

use super::form::Notation;
use super::frame::Frame;
use super::lists::{self, Element, Node};
use super::one_line::{self, words};
use super::{chess, digits, fen, json, matrix, pairs, sat};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::BoardSize;
use crate::combinatorics::permutation::Permutation;

/// How boards are parsed. The default detects the notation of each record and counts from 1.
///
/// ```
/// use nqdb::Permutation;
/// use nqdb::notation::{Notation, Reading};
///
/// let expected: Permutation = "2 4 1 3".parse()?;
/// for text in ["[2,4,1,3]", "2413", "a2 b4 c1 d3", "1Q2/3Q/Q3/2Q1", "..Q.\nQ...\n...Q\n.Q.."] {
///     assert_eq!(Reading::default().board(text)?, expected);
/// }
/// let from_0 = Reading { zero_based: true, ..Reading::default() };
/// assert_eq!(from_0.board("1 3 0 2")?, expected);
/// let pairs = Reading { notation: Some(Notation::RowColumn), ..Reading::default() };
/// assert_eq!(pairs.board("(2,1), (4,2), (1,3), (3,4)")?, expected);
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// The notation; detected by default.
    pub notation: Option<Notation>,
    /// Whether rows and columns written as numbers count from 0.
    pub zero_based: bool,
}

/// The boards of a record: 0-based rows, one per column.
type Boards = Result<Vec<Vec<u32>>, Invalid>;

impl Reading {
    /// Appends the boards of a record: one, or several on a line such as `[2,4,1,3] [3,1,4,2]`. If any is invalid, none
    /// is appended. About 0.1 µs for 16 numbers separated by blanks or commas.
    pub fn record(&self, record: &str, boards: &mut Vec<Permutation>) -> Result<(), Invalid> {
        let text = self.board_text(record)?;
        if let Some(plain) = self.plain(text) {
            boards.push(plain);
            return Ok(());
        }
        let read = self.reader(BoardSize::MAX.into()).quoted(text)?;
        let read: Result<Vec<_>, _> = read.iter().map(|rows| permutation(rows)).collect();
        boards.extend(read?);
        Ok(())
    }

    /// The 0-based rows of the boards of a record, one per column, for boards of up to `largest` columns. Rows are
    /// inside the board but may repeat. Time and memory are linear in the length of the text.
    pub fn rows(&self, record: &str, largest: usize) -> Boards {
        self.reader(largest).quoted(self.board_text(record)?)
    }

    /// The text of a record, or for an object that of its board field.
    fn board_text<'t>(&self, record: &'t str) -> Result<&'t str, Invalid> {
        let text = record.trim();
        if text.is_empty() {
            return Err(Invalid::NoQueens);
        }
        match self.notation {
            Some(Notation::Json) if !text.starts_with(['[', '{', '"']) => {
                Err(json::unreadable(text))
            }
            _ if json::is_object(text) => json::field(text),
            _ => Ok(text),
        }
    }

    fn reader(&self, largest: usize) -> Reader {
        let has_shape = matches!(self.notation, Some(Notation::Json | Notation::Csv));
        Reader {
            notation: self.notation.filter(|_| !has_shape),
            frame: Frame { first: u64::from(!self.zero_based), largest },
        }
    }

    /// Fast path for the most common input.
    pub(super) fn plain(&self, text: &str) -> Option<Permutation> {
        let is_plain = matches!(self.notation, None | Some(Notation::OneLine)) && !self.zero_based;
        is_plain.then(|| one_line::read_plain(text.as_bytes())).flatten()
    }
}

fn permutation(rows: &[u32]) -> Result<Permutation, Invalid> {
    // The reader returns at most 64 rows.
    Permutation::new(&rows.iter().map(|&row| row as u8).collect::<Vec<u8>>())
}

/// A parser for records that are not objects.
#[derive(Clone, Copy)]
struct Reader {
    notation: Option<Notation>,
    frame: Frame,
}

impl Reader {
    /// Text, or a JSON string that contains it.
    fn quoted(self, text: &str) -> Boards {
        if text.starts_with('"') {
            self.unquoted(json::string(text)?.trim())
        } else {
            self.unquoted(text)
        }
    }

    fn unquoted(self, text: &str) -> Boards {
        if !text.contains(lists::is_bracket) {
            return self.flat(text);
        }
        if let Some(inside) = lists::only_list(text) {
            return self.leaf(inside);
        }
        match &lists::parse(text)?[..] {
            [Node::List(items)] => self.items(items),
            items => self.items(items),
        }
    }

    /// The nodes of a list, or of text with several lists.
    fn items(self, items: &[Node<'_>]) -> Boards {
        if let [Node::Text(text)] = items {
            return self.leaf(text);
        }
        let texts: Option<Vec<&str>> = items.iter().map(only_text).collect();
        match texts {
            Some(texts) => match self.element(&texts) {
                Element::Board => texts.iter().map(|text| one(self.leaf(text)?)).collect(),
                _ => Ok(vec![self.elements(&texts)?]),
            },
            None => items.iter().map(|item| self.board(item)).collect(),
        }
    }

    /// The board of a list of lists.
    fn board(self, item: &Node<'_>) -> Result<Vec<u32>, Invalid> {
        let texts: Option<Vec<&str>> = match item {
            Node::List(items) if !items.is_empty() => items.iter().map(only_text).collect(),
            _ => None,
        };
        match texts {
            Some(texts) if self.element(&texts) != Element::Board => self.elements(&texts),
            _ => Err(Invalid::Unreadable {
                expected: "one pair of brackets around a board, such as “[2, 4, 1, 3]”",
                got: "nested brackets".to_owned(),
            }),
        }
    }

    /// What these lists have in common; `Board` if they differ.
    fn element(self, texts: &[&str]) -> Element {
        let mut elements = texts.iter().map(|text| lists::element(text, self.notation));
        let first = elements.next().unwrap_or(Element::Board);
        if elements.all(|element| element == first) { first } else { Element::Board }
    }

    /// A board given as pairs or as lines.
    fn elements(self, texts: &[&str]) -> Result<Vec<u32>, Invalid> {
        match self.element(texts) {
            Element::Pair => {
                let pairs: Result<Vec<_>, _> = texts.iter().map(|text| pairs::pair(text)).collect();
                pairs::read(&pairs?, self.notation, self.frame)
            }
            _ => matrix::read(texts, self.frame),
        }
    }

    /// The content of an innermost pair of brackets: a board, or strings.
    fn leaf(self, text: &str) -> Boards {
        if !text.contains(['"', '\'']) {
            return self.flat(text);
        }
        let strings = lists::strings(text)?;
        if strings.iter().all(|line| matrix::width(line) == Some(strings.len())) {
            Ok(vec![matrix::read(&strings, self.frame)?])
        } else {
            strings.iter().map(|text| one(self.flat(text)?)).collect()
        }
    }

    /// Text without brackets.
    fn flat(self, text: &str) -> Boards {
        let frame = self.frame;
        let notation = self.notation.or_else(|| shape(text));
        Ok(vec![match notation {
            None => return self.numbers(text),
            Some(Notation::Digits) => {
                return words(text).map(|word| digits::read(word, frame)).collect();
            }
            Some(Notation::Fen) => return fen::read_all(text, frame),
            Some(Notation::ColumnRow | Notation::RowColumn) => {
                pairs::read(&pairs::flat(text)?, self.notation, frame)?
            }
            Some(Notation::Matrix | Notation::Board) => matrix::read(&matrix::lines(text), frame)?,
            Some(Notation::Chess) => chess::read(text, frame)?,
            Some(Notation::Sat) => sat::read(text, frame)?,
            Some(Notation::OneLine | Notation::Json | Notation::Csv) => {
                one_line::read(text, frame)?
            }
        }])
    }

    /// Numbers: rows, or words in `digits` notation if they cannot be rows.
    fn numbers(self, text: &str) -> Boards {
        let mut all = words(text);
        if let (Some(word), None) = (all.next(), all.next()) {
            return Ok(vec![digits::read(word, self.frame)?]);
        }
        match one_line::read(text, self.frame) {
            Ok(rows) => Ok(vec![rows]),
            Err(error) => self.permutations_in_digits(text).ok_or(error),
        }
    }

    /// One board per word, if every word has the digits of a permutation.
    fn permutations_in_digits(self, text: &str) -> Option<Vec<Vec<u32>>> {
        let is_permutation = |rows: &Vec<u32>| {
            rows.len() > 1
                && rows.iter().fold(0u64, |seen, row| seen | 1 << row).count_ones() as usize
                    == rows.len()
        };
        let board = |word| digits::read(word, self.frame).ok().filter(is_permutation);
        let boards: Option<Vec<_>> = words(text).map(board).collect();
        boards.filter(|boards| !boards.is_empty())
    }
}

/// Detects the notation of text without brackets; `None` for numbers and digits.
fn shape(text: &str) -> Option<Notation> {
    if text.contains('/') {
        Some(Notation::Fen)
    } else if words(text).next().is_some_and(chess::is_square) {
        Some(Notation::Chess)
    } else if matrix::is_squares(text) && !is_number(text) {
        Some(Notation::Matrix)
    } else {
        None
    }
}

/// Whether the text is a single number.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text of a list that contains nothing else.
fn only_text<'t>(node: &Node<'t>) -> Option<&'t str> {
    match node {
        Node::List(items) => match items[..] {
            [] => Some(""),
            [Node::Text(text)] => Some(text),
            _ => None,
        },
        Node::Text(_) => None,
    }
}

/// The only board; fails if there are none or several.
fn one(mut boards: Vec<Vec<u32>>) -> Result<Vec<u32>, Invalid> {
    match boards.len() {
        1 => Ok(boards.swap_remove(0)),
        0 => Err(Invalid::NoQueens),
        _ => Err(Invalid::SeveralBoards),
    }
}
