//! Boards as lists: one-line notation `2 4 1 3`, the row of the queen in each column; the same as a word in `digits`
//! notation, `2413`, with the letters a, b, … for 10, 11, …; and squares, as pairs, entries or on a chessboard.

use super::form::Notation;
use super::squares::{Frame, Square, Squares, squares};
use super::tree::{Node, is_separator};
use crate::combinatorics::condition::parse_square;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use crate::combinatorics::numbers::{BoardSize, parse_digits};
use crate::combinatorics::permutation::Permutation;

/// The result of a reader: `None` if the text is in another notation.
pub(super) type Read = Option<Result<Squares, Invalid>>;

/// Splits text into words at blanks and commas.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// Whether text is digits only.
pub(super) fn is_whole_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A whole number, also as other programs print floating-point numbers: `2`, `2.`, `2.0`, `2.0e+00`.
pub(super) fn number(word: &str) -> Option<u64> {
    let is_float = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    if !word.starts_with(|c: char| c.is_ascii_digit()) || !word.bytes().all(is_float) {
        return None;
    }
    let float = || word.parse().ok().filter(|x: &f64| x.fract() == 0.0 && *x < 9e15);
    parse_digits(word).or_else(|| float().map(|whole| whole as u64))
}

/// Reads a list of rows. A word that is not a number is an error.
pub(super) fn rows(node: &Node<'_>, frame: Frame) -> Read {
    let words = node.words()?;
    let row =
        |&word: &&str| number(word).ok_or_else(|| Invalid::NotANumber { got: shortened(word) });
    Some(frame.rows(words.len(), words.iter().map(row)).map(|rows| Squares::of_rows(&rows)))
}

/// Reads a list of rows in which 0, `?`, null or None is a column without a queen. Unless the text is known to be one,
/// numbers up to 1 need one of these words, and words of two or more digits 0 and 1 are the lines of a matrix.
pub(super) fn rows_with_gaps(node: &Node<'_>, are_rows: bool) -> Option<Squares> {
    let is_gap = |word: &str| matches!(word, "?" | "null" | "None");
    let row = |word| if is_gap(word) { Some(0) } else { number(word) };
    let words = node.words()?;
    let are_rows = are_rows || words.iter().any(|word| is_gap(word));
    if words.iter().all(|word| word.len() > 1 && are_bits(word)) {
        return None;
    }
    let rows: Vec<u64> = words.into_iter().map(row).collect::<Option<_>>()?;
    let queens = (1..).zip(rows.iter().copied()).filter(|&(_, row)| row > 0).collect();
    (rows.contains(&0) && (are_rows || rows.iter().any(|&row| row > 1)))
        .then(|| Squares::new(rows.len(), queens, Vec::new()))
}

/// Whether a list of numbers among others is not a board: a line of a matrix, which has only 0 and 1, or two numbers that
/// are not its rows.
pub(super) fn is_other_list(node: &Node<'_>, frame: Frame) -> bool {
    let numbers: Option<Vec<u64>> = node.items().iter().map(|item| number(item.word()?)).collect();
    match numbers.as_deref() {
        Some([first, second]) => first.min(second) != &frame.first || first.abs_diff(*second) != 1,
        Some(numbers) => !numbers.is_empty() && numbers.iter().all(|&number| number < 2),
        None => false,
    }
}

fn are_bits(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'0' | b'1'))
}

/// The base of `digits` notation: 0 … 9 and a … z.
const BASE: u32 = 36;

/// Reads a word in `digits` notation. Letters are accepted only from N = 10 on.
pub(super) fn digits(node: &Node<'_>, frame: Frame) -> Read {
    let word = node.word()?;
    let n = word.len();
    // The last row of a smaller board is a decimal digit.
    let is_small = (n as u64) < 11 - frame.first;
    let has = |is_kind: fn(&u8) -> bool| word.bytes().any(|byte| is_kind(&byte));
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && n <= BASE as usize;
    let is_board = is_word && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) != is_small;
    let digit = |c: char| Ok(c.to_digit(BASE).map(u64::from).unwrap_or_default());
    is_board.then(|| frame.rows(n, word.chars().map(digit)).map(|rows| Squares::of_rows(&rows)))
}

/// How an item of a list names a square. All items of a list have the same form.
#[derive(PartialEq)]
pub(super) enum Form<'t> {
    /// `(1,2)`, `1/2`, or with this name, `queen(1,2)`.
    Pair(&'t str),
    /// `1: 2`, or with this name, `Q1 = 2`, `q[1] = 2`.
    Entry(&'t str),
}

/// The form of an item, and its numbers as written.
pub(super) fn square<'t>(item: &Node<'t>) -> Option<(Form<'t>, Square)> {
    let (form, first, second) = match item {
        Node::Word(word) => {
            let (first, second) = word.split_once(['/', '-'])?;
            (Form::Pair("/"), first, second)
        }
        Node::List(items) => match items[..] {
            [Node::Word(first), Node::Word(second)] => (Form::Pair(""), first, second),
            _ => return None,
        },
        Node::Named(name, list) => match list.items() {
            [Node::Word(first), Node::Word(second)] => (Form::Pair(name), *first, *second),
            _ => return None,
        },
        Node::Entry(entry) => {
            let is_digit = |c: char| c.is_ascii_digit();
            let (name, column) = match &entry[0] {
                Node::Word(key) => key.split_at(key.trim_end_matches(is_digit).len()),
                Node::Named(name, index) => (*name, index.word()?),
                _ => return None,
            };
            (Form::Entry(name), column, entry[1].word()?)
        }
    };
    Some((form, (number(first)?, number(second)?)))
}

/// The form and the numbers of all items.
fn all_squares<'t>(list: &Node<'t>) -> Option<(Form<'t>, Vec<Square>)> {
    let mut items = list.items().iter().map(square);
    let (form, first) = items.next()??;
    let others =
        items.map(|item| item.filter(|(other, _)| *other == form).map(|(_, square)| square));
    let all: Option<Vec<Square>> = std::iter::once(Some(first)).chain(others).collect();
    Some((form, all?))
}

/// Reads a list of entries `column: row`.
pub(super) fn entries(node: &Node<'_>, frame: Frame) -> Read {
    match all_squares(node)? {
        (Form::Entry(_), entries) => Some(of_squares(entries, frame)),
        _ => None,
    }
}

/// Reads a list of pairs. Without a notation, fails unless both orders give the same board. With one, numbers without
/// brackets are pairs too.
pub(super) fn pairs(node: &Node<'_>, notation: Option<Notation>, frame: Frame) -> Read {
    let pairs = match all_squares(node) {
        Some((Form::Pair(_), pairs)) => pairs,
        _ => notation.and_then(|_| flat(node))?,
    };
    let example = *pairs.first()?;
    let row_column = of_squares(pairs.iter().map(|&(row, column)| (column, row)).collect(), frame);
    if notation == Some(Notation::RowColumn) {
        return Some(row_column);
    }
    let column_row = of_squares(pairs, frame);
    let order = Err(Invalid::PairOrder { example });
    Some(column_row.and_then(|board| match notation {
        None if board.rows()? != row_column?.rows()? => order,
        _ => Ok(board),
    }))
}

/// Consecutive numbers as pairs.
fn flat(node: &Node<'_>) -> Option<Vec<Square>> {
    let numbers: Option<Vec<u64>> = node.words()?.into_iter().map(number).collect();
    let numbers = numbers.filter(|numbers| numbers.len() % 2 == 0)?;
    Some(numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// The board with a queen on each of these squares, counted as in the frame.
fn of_squares(squares: Vec<Square>, frame: Frame) -> Result<Squares, Invalid> {
    let n = squares.len();
    frame.check(n)?;
    let line = |number: u64| number.checked_sub(frame.first).map(|line| line.saturating_add(1));
    let square =
        |(column, row)| line(column).zip(line(row)).ok_or(Invalid::SquareZero { column, row });
    let squares: Result<_, _> = squares.into_iter().map(square).collect();
    Ok(Squares::new(n, squares?, Vec::new()))
}

/// Reads chess squares: `a2 b4 c1 d3`, a letter for the column and a number for the row. After z comes aa.
pub(super) fn chess(node: &Node<'_>, frame: Frame) -> Read {
    let words = node.words()?;
    let is_chess =
        !words.is_empty() && words.iter().take(2).all(|word| parse_square(word).is_some());
    is_chess.then(|| {
        frame.check(words.len())?;
        let square = |word: &&str| {
            parse_square(word).ok_or_else(|| unreadable("squares such as \"a2 b4 c1 d3\"", word))
        };
        let queens = words.iter().map(square).collect::<Result<_, _>>()?;
        Ok(Squares::new(words.len(), queens, Vec::new()))
    })
}

/// Whether a line is just three numbers or more, not all 0 or 1, with a blank, a comma or both between any two, optionally
/// in one pair of brackets.
pub(super) fn is_simple(line: &str) -> bool {
    let (mut numbers, mut commas, mut is_bits, mut before) = (0, 0, true, b' ');
    for &byte in bare(line.as_bytes().trim_ascii_end()) {
        match byte {
            b'0'..=b'9' => {
                numbers += u32::from(!before.is_ascii_digit());
                is_bits &= byte <= b'1' && !before.is_ascii_digit();
            }
            b' ' if before != b' ' => {}
            b',' => commas += 1,
            _ => return false,
        }
        before = byte;
    }
    numbers > 2 && !is_bits && (commas == 0 || commas + 1 == numbers)
}

/// The inside of a pair of brackets around a text.
fn bare(text: &[u8]) -> &[u8] {
    match text {
        [b'[', inside @ .., b']'] | [b'(', inside @ .., b')'] => inside,
        _ => text,
    }
}

/// Fast path for the most common input: 1-based numbers separated by a blank, a comma or both, optionally in one pair
/// of brackets. `None` for anything else.
pub(super) fn plain(text: &[u8]) -> Option<Permutation> {
    let mut rows = [0; BoardSize::MAX as usize];
    let (mut columns, mut commas, mut seen) = (0, 0, 0u64);
    let (mut queen, mut digits, mut separator) = (0u8, 0, b' ');
    for &byte in bare(text).iter().chain(b" ") {
        match byte {
            b'0'..=b'9' if digits < 2 => {
                queen = 10 * queen + byte - b'0';
                digits += 1;
            }
            b' ' | b',' if digits > 0 => {
                let row = queen.checked_sub(1)?;
                *rows.get_mut(columns)? = row;
                seen |= 1u64.checked_shl(row.into())?;
                columns += 1;
                commas += usize::from(byte == b',');
                (queen, digits, separator) = (0, 0, byte);
            }
            b' ' if separator == b',' => separator = b' ',
            _ => return None,
        }
    }
    // N distinct rows, none greater than N. A line with both separators may have fields.
    let n = BoardSize::new(columns as u64).ok()?;
    let is_uniform = commas == 0 || commas + 1 == columns;
    (columns > 2 && is_uniform && seen == u64::MAX >> (64 - columns))
        .then(|| Permutation::from_padded(n, rows))
}

/// Fast path for large boards: three numbers or more on a line, separated by blanks or commas, or on several lines in one
/// pair of brackets. `None` for anything else. 4 bytes per queen.
pub(super) fn long(text: &str, frame: Frame) -> Option<Result<Vec<u32>, Invalid>> {
    let text = text.trim();
    let inside = [('[', ']'), ('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let text = inside.unwrap_or(text);
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || byte == b',';
    if !text.bytes().all(is_plain) || words(text).all(|word| word.len() > 1 && are_bits(word)) {
        return None;
    }
    let are_fields = text.lines().nth(1).is_some() && inside.is_none();
    let has_gap = text.split(',').rev().skip(1).any(|part| part.trim().is_empty());
    if are_fields || has_gap || words(text).nth(2).is_none() {
        return None;
    }
    let number =
        |word| parse_digits(word).ok_or_else(|| Invalid::NotANumber { got: shortened(word) });
    Some(frame.rows(words(text).count(), words(text).map(number)))
}

/// The rows as numbers counted from `first` (0 or 1), joined by a separator.
pub(super) fn write(rows: &[u8], first: u8, separator: &str) -> String {
    let numbers: Vec<String> = rows.iter().map(|row| (row + first).to_string()).collect();
    numbers.join(separator)
}

/// The squares as pairs, counted from `first` (0 or 1).
pub(super) fn write_pairs(rows: &[u8], first: u8, notation: Notation) -> String {
    let pair = |(column, row)| match notation {
        Notation::RowColumn => format!("({row},{column})"),
        _ => format!("({column},{row})"),
    };
    squares(rows, first).map(pair).collect::<Vec<_>>().join(",")
}

/// The squares of the queens in these rows.
pub(super) fn write_chess(queens: &[u8]) -> String {
    let square = |(column, row): (u8, u8)| format!("{}{row}", letters(usize::from(column) - 1));
    squares(queens, 1).map(square).collect::<Vec<_>>().join(" ")
}

/// The letters of a 0-based column: a … z, aa … az, ba …
pub(crate) fn letters(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// The rows as a word, counted from `first` (0 or 1); `None` if the board is too large.
pub(super) fn write_digits(rows: &[u8], first: u8) -> Option<String> {
    rows.iter().map(|row| char::from_digit((row + first).into(), BASE)).collect()
}
