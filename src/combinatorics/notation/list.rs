//! Boards as lists: one-line notation `2 4 1 3`, the row of the queen in each column; the same as a word in `digits`
//! notation, `2413`, with the letters a, b, … for 10, 11, …; squares, as pairs, assignments or on a chessboard; lists of
//! lines of squares; and lists of boards. Each form takes a node of the tree, and gives roles to its words.

use super::condition_list::ConditionList;
use super::form::Notation;
use super::marks::{Cell, Mark, cells_of_word};
use super::reader::{Frame, Read, Reader, written};
use super::role::{Found, Role};
use super::text::{Span, is_whole_number, number};
use super::tree::{self, Node};
use crate::combinatorics::condition::parse_square;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use crate::combinatorics::numbers::parse_digits;

/// A form of boards: its notation, if it has one, and its reader, which returns `None` for a node in another form.
type Form = (Option<Notation>, fn(Reader<'_>, &Node) -> Read);

/// The forms of a list, in the order of the errors that are reported.
const FORMS: [Form; 9] = [
    (Some(Notation::ColumnRow), |reader, node| reader.pairs(node)),
    (Some(Notation::Chess), |reader, node| reader.chess(node)),
    (Some(Notation::Matrix), |reader, node| reader.matrix(node)),
    (Some(Notation::Digits), |reader, node| reader.digits(node)),
    (Some(Notation::OneLine), |reader, node| reader.assignments(node)),
    (None, |reader, node| reader.boards(node)),
    (None, |reader, node| reader.constructor(node)),
    (None, |reader, node| reader.object(node)),
    (Some(Notation::OneLine), |reader, node| reader.one_line(node)),
];

/// A 1-based column and row.
type Square = (u64, u64);

impl<'t> Reader<'t> {
    /// Reads a part of the text as a list, in all forms.
    pub(super) fn list(self, part: Span) -> Read {
        let (top, mut signs) = match tree::parse(self.text, part) {
            Ok(parsed) => parsed,
            Err(error) => return Some(Err(error)),
        };
        let node = match top.items() {
            [] => return None,
            // With the order of pairs named, a pair alone is a board of N = 1.
            [only] if self.has_pairs() && only.items().iter().all(|item| item.word().is_some()) => {
                &top
            }
            [only @ (Node::List { .. } | Node::Word { is_quoted: true, .. })] => only,
            _ => &top,
        };
        Some(self.node(node)?.map(|found| {
            signs.add(found);
            signs
        }))
    }

    /// Whether numbers are pairs, whose order is named.
    fn has_pairs(self) -> bool {
        matches!(self.notation, Some(Notation::ColumnRow | Notation::RowColumn))
    }

    /// Reads a node in all forms.
    pub(super) fn node(self, node: &Node) -> Read {
        if let Node::Word { span, is_quoted: true } = node {
            return Some(self.quoted(span.clone()));
        }
        let forms = FORMS.iter().filter(|(form, _)| self.wants(*form));
        self.agreed(forms.map(|(_, read)| read(self, node)))
    }

    /// `2 4 1 3`: the row of the queen in each column.
    fn one_line(self, node: &Node) -> Read {
        let spans = node.words()?;
        let words: Vec<&str> = spans.iter().map(|span| &self.text[span.clone()]).collect();
        // The lines of a matrix, and a number of anything.
        if words.len() == 1 && !node.has_brackets() && self.text.trim() != words[0] {
            return None;
        }
        if words.len() > 2 && words.iter().all(|word| word.len() > 1 && is_bits(word)) {
            return None;
        }
        Some(self.rows(&words).map(|board| {
            let mut found = Found::new(node.span());
            for (span, word) in spans.into_iter().zip(words) {
                found.mark(span, if self.is_gap(word) { Role::Empty } else { Role::Queen });
            }
            found.with(board)
        }))
    }

    /// Whether a word stands for a column without a queen.
    fn is_gap(self, word: &str) -> bool {
        let is_zero = word == "0" && self.frame.first > 0;
        self.frame.is_partial && (matches!(word, "?" | "null" | "None") || is_zero)
    }

    /// The board with these rows or gaps, all of one kind.
    fn rows(self, words: &[&str]) -> Result<ConditionList, Invalid> {
        let got = || words.join(" ");
        let (gaps, rows): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| self.is_gap(word));
        let value =
            |&row: &&str| number(row).ok_or_else(|| Invalid::NotANumber { got: shortened(row) });
        let values: Vec<u64> = rows.iter().map(value).collect::<Result<_, _>>()?;
        let floats = rows.iter().filter(|row| row.contains('.')).count();
        let are_mixed =
            floats > 0 && floats < words.len() || gaps.iter().any(|gap| *gap != gaps[0]);
        if are_mixed {
            return Err(unreadable(
                "numbers and columns without a queen written in one way",
                &got(),
            ));
        }
        if gaps.is_empty() {
            let rows = self.frame.rows(values.len(), values.into_iter().map(Ok))?;
            return Ok(ConditionList::of_rows(&rows));
        }
        if gaps[0] == "0" && !self.has_zero_gaps {
            let mut sorted = values.clone();
            sorted.sort_unstable();
            if sorted.iter().all(|&row| row < 2) {
                let expected =
                    "? for a column without a queen, as 0 and 1 can be a line of a matrix";
                return Err(unreadable(expected, &got()));
            }
            if gaps.len() == 1 && sorted.into_iter().eq(1..words.len() as u64) {
                let expected = "? for the column without a queen, or rows that count from 1";
                return Err(Invalid::Unreadable { expected, got: "0 to N - 1, each once".into() });
            }
        }
        let columns =
            (1..).zip(words).filter(|(_, word)| !self.is_gap(word)).map(|(column, _)| column);
        let rows = values.into_iter().map(|row| row.saturating_add(1) - self.frame.first);
        Ok(ConditionList::of_queens(Some(words.len()), columns.zip(rows)))
    }

    /// `2413`: the rows as one word, of four digits or more unless the notation is named. Letters are accepted only from
    /// N = 10 on.
    fn digits(self, node: &Node) -> Read {
        let span = node.word().filter(|_| !node.has_brackets())?;
        let word = &self.text[span.clone()];
        let n = word.len();
        // The last row of a smaller board is a decimal digit.
        let is_small = (n as u64) < 11 - self.frame.first;
        let has = |is_kind: fn(&u8) -> bool| word.bytes().any(|byte| is_kind(&byte));
        let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && n <= BASE as usize;
        let is_number = n < 4 && self.notation.is_none();
        let is_board = is_word
            && !is_number
            && has(u8::is_ascii_digit)
            && has(u8::is_ascii_alphabetic) != is_small;
        let digit = |c: char| Ok(c.to_digit(BASE).map(u64::from).unwrap_or_default());
        is_board.then(|| {
            let rows = self.frame.rows(n, word.chars().map(digit))?;
            let mut found = Found::new(node.span());
            found.mark(span, Role::Queen);
            Ok(found.with(ConditionList::of_rows(&rows)))
        })
    }

    /// `(1,2), (2,4), …`, `queen(1,2) …`, `1/2, 2/4, …`: two numbers for each queen. Without a notation, both orders must
    /// give the same board. With one, numbers without brackets are pairs, too.
    fn pairs(self, node: &Node) -> Read {
        let mut found = Found::new(node.span());
        let mut forms = Vec::new();
        let mut pairs = Vec::new();
        for item in node.items() {
            let (form, ends) = self.pair(item, &mut found).or_else(|| self.number(item))?;
            forms.push(form);
            pairs.extend(
                ends.iter()
                    .map(|end| number(&self.text[end.clone()]))
                    .collect::<Option<Vec<_>>>()?,
            );
            ends.into_iter().for_each(|end| found.mark(end, Role::Queen));
        }
        if forms.iter().any(|form| *form != forms[0]) || !pairs.len().is_multiple_of(2) {
            return None;
        }
        let pairs: Vec<Square> = pairs.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        // A pair alone may be two rows.
        let example = *pairs
            .iter()
            .find(|pair| pair.0 != pair.1)
            .or(pairs.first())
            .filter(|_| pairs.len() > 1 || self.frame.is_partial || self.notation.is_some())?;
        let row_column = self.board(pairs.iter().map(|&(row, column)| (column, row)).collect());
        let column_row = self.board(pairs);
        let is_whole = |board: &ConditionList| self.frame.is_partial || board.rows().is_ok();
        Some(
            match (self.notation, column_row) {
                (Some(Notation::RowColumn), _) => row_column,
                (None, Ok(board)) if is_whole(&board) && row_column.as_ref() != Ok(&board) => {
                    Err(Invalid::PairOrder { example })
                }
                (_, column_row) => column_row,
            }
            .map(|board| found.with(board)),
        )
    }

    /// The name or sign and the numbers of an item such as `(1,2)`, `queen(1,2)` or `1/2`.
    fn pair(self, item: &Node, found: &mut Found) -> Option<(&'t str, Vec<Span>)> {
        if let Node::Word { span, .. } = item {
            let sign =
                span.start + self.text[span.clone()].find(['/', '-']).filter(|&place| place > 0)?;
            found.mark(sign..sign + 1, Role::Separator);
            let ends = vec![span.start..sign, sign + 1..span.end];
            let are_whole = ends.iter().all(|end| is_whole_number(&self.text[end.clone()]));
            return are_whole.then_some((&self.text[sign..=sign], ends));
        }
        let Node::List { name, items, .. } = item else { return None };
        let ends: Vec<Span> = items.iter().map(Node::word).collect::<Option<_>>()?;
        let name = name.clone().unwrap_or_default();
        found.mark(name.clone(), Role::Caption);
        let name = &self.text[name];
        (ends.len() == 2 && (name.is_empty() || names_queens(name))).then_some((name, ends))
    }

    /// A number without brackets, if the order of pairs is named.
    fn number(self, item: &Node) -> Option<(&'t str, Vec<Span>)> {
        let word = item.word().filter(|_| self.has_pairs())?;
        Some(("", vec![word]))
    }

    /// The board with queens on these squares, counted as in the frame. Squares of a partial board do not give its size.
    fn board(self, squares: Vec<Square>) -> Result<ConditionList, Invalid> {
        let n = squares.len();
        self.frame.check(n)?;
        let line = |number: u64| Some(number.checked_sub(self.frame.first)?.saturating_add(1));
        let square =
            |(column, row)| line(column).zip(line(row)).ok_or(Invalid::SquareZero { column, row });
        let squares: Vec<Square> = squares.into_iter().map(square).collect::<Result<_, _>>()?;
        Ok(ConditionList::of_queens(Some(n).filter(|_| !self.frame.is_partial), squares))
    }

    /// `Q1=2 Q2=4 …`, `{1: 2, 2: 4, …}`, `q[1] = 2 …`: the row for each column.
    fn assignments(self, node: &Node) -> Read {
        let (mut found, mut names, mut squares) = (Found::new(node.span()), Vec::new(), Vec::new());
        for item in node.items() {
            let Node::Entry(both) = item else { return None };
            let (name, column) = match &both[0] {
                Node::Word { span, .. } => {
                    let word = &self.text[span.clone()];
                    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
                    found.mark(span.clone(), Role::ColumnLabel);
                    (name, &word[name.len()..])
                }
                Node::List { name: Some(name), items, .. } => {
                    let [index] = &items[..] else { return None };
                    found.mark(name.clone(), Role::ColumnLabel);
                    found.mark(index.word()?, Role::ColumnLabel);
                    (&self.text[name.clone()], &self.text[index.word()?])
                }
                _ => return None,
            };
            names.push(name.trim_end_matches('_'));
            let Node::Word { span: row, is_quoted: false } = both[1].clone() else { return None };
            squares.push((number(column)?, number(&self.text[row.clone()])?));
            found.mark(row, Role::Queen);
        }
        let name = *names.first()?;
        if names.iter().any(|other| *other != name) || !name.is_empty() && !names_queens(name) {
            let expected = "one name for all queens, such as Q1=2 Q2=4";
            return Some(Err(unreadable(expected, &names.join(" "))));
        }
        // Conditions, which are read elsewhere.
        if self.frame.is_partial && name.is_empty() && !node.has_brackets() {
            return None;
        }
        Some(self.board(squares).map(|board| found.with(board)))
    }

    /// `a2 b4 c1 d3`: a letter for the column and a number for the row. After z comes aa.
    fn chess(self, node: &Node) -> Read {
        let spans = node.words()?;
        let square = |span: &Span| parse_square(&self.text[span.clone()]);
        if spans.is_empty() || spans.iter().take(2).any(|span| square(span).is_none()) {
            return None;
        }
        let mut found = Found::new(node.span());
        let read = |span: &Span| {
            let word = &self.text[span.clone()];
            square(span).ok_or_else(|| unreadable("squares such as \"a2 b4 c1 d3\"", word))
        };
        spans.iter().for_each(|span| found.mark(span.clone(), Role::Queen));
        let queens: Result<Vec<Square>, _> = spans.iter().map(read).collect();
        let one_based = Reader { frame: Frame { first: 1, ..self.frame }, ..self };
        Some(queens.and_then(|queens| one_based.board(queens)).map(|board| found.with(board)))
    }

    /// Lines of squares in brackets or as words: `[[0,0,1,0],[1,0,0,0],…]`, `["..Q.","Q...",…]`, `..Q. Q... …`.
    fn matrix(self, node: &Node) -> Read {
        let rows: Vec<Vec<Cell>> =
            node.items().iter().map(|row| self.cells(row)).collect::<Option<_>>()?;
        let is_queen = matches!(&rows[..], [row] if matches!(row[0].mark, Mark::Queen | Mark::One));
        let is_list = rows.iter().all(|row| row.len() == 1) && !is_queen
            || rows.len() == 2 && !node.has_brackets() && rows[0].len() != rows[1].len();
        if rows.is_empty() || is_list {
            return None;
        }
        // Lines may be several boards, brackets have one.
        let n = if node.has_brackets() { rows.len() } else { rows[0].len().max(1) };
        let mut found = Found::new(node.span());
        let added = rows.chunks(n).try_for_each(|rows| self.add_squares(&mut found, rows));
        Some(added.map(|()| found))
    }

    /// The squares of a line, as a word or as a list of words.
    pub(super) fn cells(self, line: &Node) -> Option<Vec<Cell>> {
        let cell = |span: Span| Some(Cell { mark: Mark::of_word(&self.text[span.clone()])?, span });
        match line {
            Node::Word { span, .. } => {
                let word = &self.text[span.clone()];
                let is_number = word.contains('.') && number(word).is_some();
                let is_negative = word.strip_prefix('-').is_some_and(|rest| number(rest).is_some());
                if is_number || is_negative || word.is_empty() {
                    return None;
                }
                cells_of_word(self.text, span.clone())
            }
            Node::List { name: None, items, .. } if !items.is_empty() => {
                let word = |item: &Node| match item {
                    Node::Word { span, .. } => cell(span.clone()),
                    _ => None,
                };
                items.iter().map(word).collect()
            }
            _ => None,
        }
    }

    /// Several boards, each in brackets, in quotes, or a word in `digits` notation of four digits or more. Numbers and pairs
    /// in brackets are boards only if the notation is named.
    fn boards(self, node: &Node) -> Read {
        let is_named = self.notation.is_some();
        let is_board = |item: &Node| match item {
            Node::List { open, items, .. } => {
                (*open != ' ' || items.len() == 2) && (is_named || item.word().is_none())
            }
            Node::Word { is_quoted: true, .. } => true,
            Node::Word { span, .. } => {
                let are_digits = self.notation == Some(Notation::Digits);
                (span.len() > 3 || are_digits) && node.items().len() > 1
            }
            Node::Entry(_) => false,
        };
        let items = node.items();
        let is_list = matches!(node, Node::List { name: None, .. }) && !items.is_empty();
        if !is_list || !items.iter().all(is_board) {
            return None;
        }
        let mut found = Found::new(node.span());
        let is_first_lines =
            |board: &ConditionList| board.rows().is_ok_and(|rows| rows.is_sorted());
        for item in items {
            let is_board = |board: &ConditionList| match board.rows() {
                Ok(rows) if rows.len() == 2 => is_named || rows[0] != rows[1],
                // Not the line of a matrix.
                Ok(rows) => is_named || rows.iter().any(|row| *row > 1),
                Err(_) => board.n.is_some(),
            };
            match self.node(item)? {
                Ok(found) if !found.boards.iter().all(is_board) => return None,
                Err(Invalid::SingleNumber { .. }) => return None,
                Ok(board) => found.add(board),
                Err(error) => return Some(Err(error)),
            }
        }
        if found.boards.len() == 2 && !is_named && found.boards.iter().any(is_first_lines) {
            let (first, second) = (written(&found.boards), "the columns and rows of one".into());
            return Some(Err(Invalid::Ambiguous { first, second }));
        }
        Some(Ok(found))
    }

    /// `array([2, 4, 1, 3], dtype=int64)`, `c(2, 4, 1, 3)`, `array1d(1..4, [2, 4, 1, 3])`.
    fn constructor(self, node: &Node) -> Read {
        let Node::List { name: Some(name), items, span, .. } = node else { return None };
        let mut found = Found::new(node.span());
        found.mark(name.clone(), Role::Caption);
        let name = &self.text[name.clone()];
        let is_known = CONSTRUCTORS.contains(&name);
        let is_dtype = |node: &Node| node.word().is_some_and(|word| &self.text[word] == "dtype");
        let values = match &items[..] {
            [range, value] if name == "array1d" => {
                let range = range.word()?;
                found.sizes.push(parse_digits(self.text[range.clone()].strip_prefix("1..")?)?);
                found.mark(range, Role::Caption);
                std::slice::from_ref(value)
            }
            [values @ .., Node::Entry(dtype)] if is_known && is_dtype(&dtype[0]) => {
                dtype.iter().for_each(|node| found.mark(node.span(), Role::Caption));
                values
            }
            values if is_known => values,
            [Node::Word { .. }, Node::Word { .. }] | [Node::Word { .. }] if names_queens(name) => {
                return None;
            }
            _ => {
                let expected = "a list, perhaps after a name such as array or c";
                return Some(Err(unreadable(expected, name)));
            }
        };
        let (span, items) = (span.clone(), values.to_vec());
        let list = Node::List { span, name: None, open: '(', items };
        let read = self.node(if let [value @ Node::List { .. }] = values { value } else { &list });
        Some(read?.map(|inside| {
            found.add(inside);
            found
        }))
    }
}

/// The names of lists in Python, R, Rust, Java and Scala.
const CONSTRUCTORS: [&str; 15] = [
    "array", "np.array", "numpy.array", "jnp.array", "tensor", "torch.tensor", "list", "tuple",
    "c", "vec!", "Vec", "List", "Array", "Vector", "List.of",
];

/// Whether a name stands for a queen, or for the column of one.
pub(super) fn names_queens(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    matches!(&*name, "q" | "qs" | "queen" | "queens" | "place" | "pos" | "position" | "at")
}

pub(super) fn is_bits(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'0' | b'1'))
}

/// The base of `digits` notation: 0 … 9 and a … z.
pub(super) const BASE: u32 = 36;

/// Whether a word is a permutation in `digits` notation of four digits or more, which is not meant as a number.
pub(super) fn is_digits_board(word: &str) -> bool {
    let bit = |byte: u8| 1u32.checked_shl(byte.wrapping_sub(b'0').into()).unwrap_or(0);
    let digits = word.bytes().fold(0, |digits, byte| digits | bit(byte));
    let all = |n: usize| (1 << n) - 1;
    matches!(word.len(), n @ 4..=10 if digits == all(n) || n < 10 && digits == all(n + 1) - 1)
}
