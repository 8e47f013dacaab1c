//! [`Reading`]: how the text of a board is understood. It reads one record; `text` reads any text.

use super::form::Notation;
use super::frame::Frame;
use super::lists::{self, Element, Node};
use super::one_line::{self, words};
use super::{chess, digits, fen, json, matrix, pairs, sat};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::BoardSize;
use crate::combinatorics::permutation::Permutation;

/// How the texts of boards are read. The default guesses the notation by the shape of each text, and counts from 1.
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
    /// The notation; by default that of each text's shape.
    pub notation: Option<Notation>,
    /// Whether rows and columns count from 0, where they are numbers.
    pub zero_based: bool,
}

/// The boards of a record: 0-based rows, one per column.
type Boards = Result<Vec<Vec<u32>>, Invalid>;

impl Reading {
    /// Appends the boards of a record: one, or several on a line such as `[2,4,1,3] [3,1,4,2]`. If one is invalid, none
    /// is appended. About 0.1 µs for 16 numbers with a blank or a comma between them.
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

    /// The 0-based rows of the boards of a record, one per column, for boards of up to `largest` columns. They are
    /// inside the board, but a row may have several queens. Time and memory are linear in the text.
    pub fn rows(&self, record: &str, largest: usize) -> Boards {
        self.reader(largest).quoted(self.board_text(record)?)
    }

    /// The text of a record, or of the field with the board of an object.
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

    /// The permutation of the most usual text.
    pub(super) fn plain(&self, text: &str) -> Option<Permutation> {
        let is_plain = matches!(self.notation, None | Some(Notation::OneLine)) && !self.zero_based;
        is_plain.then(|| one_line::read_plain(text.as_bytes())).flatten()
    }
}

fn permutation(rows: &[u32]) -> Result<Permutation, Invalid> {
    // No board is read with more than 64 rows.
    Permutation::new(&rows.iter().map(|&row| row as u8).collect::<Vec<u8>>())
}

/// A reading of records that are no objects.
#[derive(Clone, Copy)]
struct Reader {
    notation: Option<Notation>,
    frame: Frame,
}

impl Reader {
    /// A text, or a string with one.
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

    /// A list, or what is in it.
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
                got: "nested ones".to_owned(),
            }),
        }
    }

    /// What all lists with these texts are.
    fn element(self, texts: &[&str]) -> Element {
        let mut elements = texts.iter().map(|text| lists::element(text, self.notation));
        let first = elements.next().unwrap_or(Element::Board);
        if elements.all(|element| element == first) { first } else { Element::Board }
    }

    /// A board of pairs or of lines.
    fn elements(self, texts: &[&str]) -> Result<Vec<u32>, Invalid> {
        match self.element(texts) {
            Element::Pair => {
                let pairs: Result<Vec<_>, _> = texts.iter().map(|text| pairs::pair(text)).collect();
                pairs::read(&pairs?, self.notation, self.frame)
            }
            _ => matrix::read(texts, self.frame),
        }
    }

    /// What is in a pair of brackets: a board, or strings.
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

    /// A text without brackets.
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

    /// A text of numbers: rows, or words of digits if they can't be rows.
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

    /// The boards of a text, each word of which has the digits of a permutation.
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

/// The notation of a text without brackets that is neither numbers nor digits.
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

/// Whether a text is one number.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text of a list that is one.
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

/// The only board.
fn one(mut boards: Vec<Vec<u32>>) -> Result<Vec<u32>, Invalid> {
    match boards.len() {
        1 => Ok(boards.swap_remove(0)),
        0 => Err(Invalid::NoQueens),
        _ => Err(Invalid::SeveralBoards),
    }
}
