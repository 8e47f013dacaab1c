//! [`Reading`]: how boards are parsed. This file parses one record; `records` splits text into them.

use super::fields;
use super::form::Notation;
use super::grid::{self, is_bar};
use super::lines::{Kind, content, vector};
use super::list::{self, Read};
use super::squares::{self, Frame, Squares, check_satisfiable};
use super::tree::{self, Node};
use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use crate::combinatorics::numbers::BoardSize;
use crate::combinatorics::permutation::Permutation;

/// How boards are parsed. The default detects the notation and counts from 1.
///
/// A text is accepted if exactly one notation reads it, or if all that read it give the same boards.
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

/// The notations that are tried, in the order of the errors that are reported.
const TRIED: [Notation; 7] = [
    Notation::Sat,
    Notation::Fen,
    Notation::ColumnRow,
    Notation::Chess,
    Notation::Matrix,
    Notation::Digits,
    Notation::OneLine,
];

impl Reading {
    /// Appends the boards of a record: one, or several on a line such as `[2,4,1,3] [3,1,4,2]`. If any is invalid, none
    /// is appended. About 0.1 µs for 16 numbers separated by blanks or commas.
    ///
    /// # Errors
    /// [`Invalid`] with the mistake in a board: text in no notation ([`Invalid::NotANumber`]), or in two that disagree
    /// ([`Invalid::Ambiguous`]), queens that are not a permutation, or more than 64 of them.
    pub fn record(&self, record: &str, boards: &mut Vec<Permutation>) -> Result<(), Invalid> {
        let (text, size) = self.field(record)?;
        match self.plain(text.trim()) {
            Some(plain) if size.is_none_or(|size| size == plain.n().get()) => boards.push(plain),
            _ => {
                let rows = self.rows_in(text, size, BoardSize::MAX.into())?;
                let read: Result<Vec<_>, _> = rows.iter().map(|rows| permutation(rows)).collect();
                boards.extend(read?);
            }
        }
        Ok(())
    }

    /// The 0-based rows of the boards of a record, one per column, for boards of up to `largest` columns. Rows are
    /// inside the board but may repeat. Time and memory are linear in the length of the text.
    ///
    /// # Errors
    /// As [`Reading::record`], with `largest` in place of 64.
    pub fn rows(&self, record: &str, largest: usize) -> Result<Vec<Vec<u32>>, Invalid> {
        let (text, size) = self.field(record)?;
        self.rows_in(text, size, largest)
    }

    /// The text of the boards of a record, and their size if that is given: of a field, if the record is a JSON object.
    fn field<'t>(&self, record: &'t str) -> Result<(&'t str, Option<usize>), Invalid> {
        match record.trim() {
            text if self.notation == Some(Notation::Json) && !text.starts_with(['[', '{', '"']) => {
                Err(fields::not_json(text))
            }
            object if fields::is_object(object) => fields::board(object),
            _ => Ok((record.trim_end(), None)),
        }
    }

    fn rows_in(
        &self,
        text: &str,
        size: Option<usize>,
        largest: usize,
    ) -> Result<Vec<Vec<u32>>, Invalid> {
        let notation = self.notation.filter(|n| !matches!(n, Notation::Json | Notation::Csv));
        let frame = Frame { first: u64::from(!self.zero_based), largest, is_partial: false };
        // Fast path for large boards.
        let boards: Vec<Vec<u32>> = match list::long(content(text), frame) {
            Some(rows) if matches!(notation, None | Some(Notation::OneLine)) => vec![rows?],
            _ => {
                let boards = Reader { notation, frame }.read(text)?;
                boards.iter().map(Squares::rows).collect::<Result<_, _>>()?
            }
        };
        match (size, boards.iter().map(Vec::len).find(|&n| size.is_some_and(|size| size != n))) {
            (Some(n), Some(other)) => Err(Invalid::WrongSize { n, other }),
            _ => Ok(boards),
        }
    }

    /// Fast path for the most common input.
    pub(super) fn plain(&self, text: &str) -> Option<Permutation> {
        let is_plain = matches!(self.notation, None | Some(Notation::OneLine)) && !self.zero_based;
        is_plain.then(|| list::plain(text.as_bytes())).flatten()
    }
}

fn permutation(rows: &[u32]) -> Result<Permutation, Invalid> {
    // The reader returns at most 64 rows.
    Permutation::new(&rows.iter().map(|&row| row as u8).collect::<Vec<u8>>())
}

/// A parser of records.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) notation: Option<Notation>,
    pub(super) frame: Frame,
}

/// The boards of a text; `None` if it is in another notation.
type Boards = Option<Result<Vec<Squares>, Invalid>>;

impl Reader {
    /// The boards of a text, or of a JSON string that contains it.
    pub(super) fn read(self, text: &str) -> Result<Vec<Squares>, Invalid> {
        match fields::string(text.trim()) {
            Some(inside) => self.captioned(&inside),
            None => self.captioned(text),
        }
    }

    /// A text without a caption, or a caption with a board that the drawing below repeats.
    fn captioned(self, text: &str) -> Result<Vec<Squares>, Invalid> {
        let (caption, drawing) = text.split_once('\n').unwrap_or_default();
        let above = content(caption);
        let is_caption = above.len() < caption.trim().len();
        let drawn = grid::drawing(drawing, self.frame).filter(|_| is_caption);
        let Some(drawn) = drawn.transpose()? else { return self.text(text) };
        let is_same = match Condition::parse_all([above]) {
            Ok(conditions) if self.frame.is_partial => drawn.meets(&conditions),
            _ => (Reader { notation: None, ..self }).text(above)? == [drawn.clone()],
        };
        let expected = "the same board in a drawing and above it";
        let got = || format!("another one in {:?}", shortened(caption));
        if is_same { Ok(vec![drawn]) } else { Err(Invalid::Unreadable { expected, got: got() }) }
    }

    fn text(self, text: &str) -> Result<Vec<Squares>, Invalid> {
        check_satisfiable(text)?;
        if let Some(numbers) = vector(text) {
            return self.text(&numbers);
        }
        let tree = tree::parse(content(text));
        let is_whole =
            |board: &Squares| if self.frame.is_partial { Ok(()) } else { board.rows().map(drop) };
        let read = |notation| {
            Some(self.by(notation, text, &tree)?.and_then(|boards| {
                boards.iter().try_for_each(is_whole)?;
                Ok(boards)
            }))
        };
        let boards = self.notation.map_or_else(|| detected(read), read);
        boards.unwrap_or_else(|| Err(tree.err().unwrap_or_else(|| self.other_notation(text))))
    }

    /// The error for a text that is not in the notation.
    fn other_notation(self, text: &str) -> Invalid {
        match self.notation {
            None | Some(Notation::OneLine) => Invalid::NotANumber { got: shortened(content(text)) },
            Some(notation) => unreadable(notation.summary(), content(text)),
        }
    }

    /// The boards of a text in this notation.
    fn by(self, notation: Notation, text: &str, tree: &Result<Node<'_>, Invalid>) -> Boards {
        let (frame, is_named) = (self.frame, self.notation.is_some());
        let one = |board: Result<Squares, Invalid>| board.map(|board| vec![board]);
        let is_grid = matches!(notation, Notation::Matrix | Notation::Board);
        match notation {
            Notation::Sat => {
                let is_meant = is_named || matches!(Kind::of(text, None), Kind::Model { .. });
                let order = "a notation by name, as variables can count along columns or rows";
                let unclear = || Invalid::Unreadable { expected: order, got: "a SAT model".into() };
                return is_meant.then(|| {
                    let board = squares::model(text, frame)?;
                    if is_named || board.is_symmetric() { Ok(vec![board]) } else { Err(unclear()) }
                });
            }
            Notation::Fen => {
                let text = content(text);
                let word = text.split_whitespace().next().unwrap_or_default();
                let has_queens = word.contains('/') && word.contains(['Q', 'q']);
                let is_partial = self.frame.is_partial && grid::is_placement(word);
                let is_meant = is_named || has_queens || is_partial;
                return is_meant.then(|| grid::placements(text, frame));
            }
            _ => {}
        }
        if is_grid
            && text.contains(|c| c == '\n' || is_bar(c))
            && let Some(drawn) = grid::drawing(text, frame)
        {
            return Some(one(drawn));
        }
        several(value(tree.as_ref().ok()?), is_named, &|node, is_item| match notation {
            Notation::ColumnRow | Notation::RowColumn => list::pairs(node, self.notation, frame),
            Notation::Chess => list::chess(node, frame),
            Notation::Digits => list::digits(node, frame),
            _ if is_grid => grid::read(node, frame),
            _ if is_item && !is_named && list::is_other_list(node, frame) => None,
            _ => list::entries(node, frame)
                .or_else(|| list::rows_with_gaps(node, false).filter(|_| frame.is_partial).map(Ok))
                .or_else(|| list::rows(node, frame)),
        })
    }
}

/// What the notations that read a text agree on; `None` if it is in none of them.
fn detected(read: impl Fn(Notation) -> Boards) -> Boards {
    let (mut found, mut error) = (None::<(Notation, Vec<Squares>)>, None);
    for notation in TRIED {
        match (read(notation), &found) {
            (Some(Ok(boards)), Some((first, others))) if boards != *others => {
                let (first, second) = (first.name(), notation.name());
                return Some(Err(Invalid::Ambiguous { first, second }));
            }
            (Some(Ok(boards)), _) => found = Some((notation, boards)),
            (Some(Err(order @ Invalid::PairOrder { .. })), _) => return Some(Err(order)),
            (Some(Err(why)), _) => {
                error.get_or_insert(why);
            }
            (None, _) => {}
        }
    }
    found.map(|(_, boards)| Ok(boards)).or(error.map(Err))
}

/// The board of a node, or the boards of its items, which have at least two columns unless the notation is named. The second argument of `read` is
/// true for such an item.
fn several(node: &Node<'_>, is_named: bool, read: &dyn Fn(&Node<'_>, bool) -> Read) -> Boards {
    if let Some(board) = read(node, false) {
        return Some(board.map(|board| vec![board]));
    }
    let items = Some(node.items()).filter(|items| items.len() > 1)?;
    let has_columns = |board: &Result<Squares, Invalid>| match board {
        Ok(board) => is_named || board.n() > 1,
        Err(error) => !matches!(error, Invalid::SingleNumber { .. }),
    };
    items.iter().map(|item| read(value(item), true).filter(has_columns)).collect()
}

/// What is inside a name such as `c(2, 4, 1, 3)`, `array([2, 4, 1, 3], dtype=int64)`, or an object whose only list it is.
/// Names of pairs stay.
fn value<'n, 't>(node: &'n Node<'t>) -> &'n Node<'t> {
    let only_list = |items: &'n [Node<'t>]| {
        let lists = items.iter().map(|item| match item {
            Node::Entry(entry) => value(&entry[1]),
            other => other,
        });
        let mut lists = lists.filter(|item| matches!(item, Node::List(_)));
        lists.next().filter(|_| lists.next().is_none())
    };
    let is_entry = |item: &Node<'_>| matches!(item, Node::Entry(_));
    match node {
        // `q[2]` is an element.
        Node::Named(name, _) if name.len() == 2 && name.ends_with('[') => node,
        Node::Named(..) if list::square(node).is_some() => node,
        Node::Named(_, inside) => {
            only_list(inside.items()).filter(|_| !is_list_of_lists(inside)).unwrap_or(inside)
        }
        Node::List(items) if items.iter().all(is_entry) => only_list(items).unwrap_or(node),
        Node::Entry(_) => only_list(std::slice::from_ref(node)).unwrap_or(node),
        _ => node,
    }
}

fn is_list_of_lists(node: &Node<'_>) -> bool {
    node.items().iter().all(|item| matches!(item, Node::List(_)))
}
