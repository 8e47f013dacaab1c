//! Lines of text: what each is part of, and the labels before boards.

use super::drawing::{Line, is_header, is_rule};
use super::form::Notation;
use super::grid::are_queens;
use super::list::{self, number};
use super::tree::{self, Node, is_bracket};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::parse_digits;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A board, several boards, or anything else that is read by itself.
    Whole,
    /// Nothing to read: a heading, or a remark of a solver.
    Note,
    /// A label and a board, which a drawing below may repeat.
    Caption,
    /// A line of a drawing or matrix, with its number of squares; whether its row is named.
    Squares { count: usize, is_named: bool },
    /// A rule or the names of columns, around the lines of a drawing.
    Border,
    /// One of several lines that are a board together.
    Part(Part),
}

/// The part of a board that a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// One number, or a small board in `digits` notation.
    Number,
    /// A square such as `a2`.
    Square,
    /// The queen of a line of squares, with blanks for the others.
    Queen,
    /// Two numbers.
    Pair,
    /// An entry such as `Q1 = 2`.
    Entry,
    /// Numbers after the index of the first, as R prints a vector: `[1] 2 4 1 3`.
    Vector,
    /// A name and a value of an instance of CSPLib's problem 79.
    Csplib,
}

impl Kind {
    /// The kind of a line that is not blank and has no open bracket, in input of this notation.
    pub(super) fn of(line: &str, notation: Option<Notation>) -> Kind {
        use Notation::*;
        let is_grid = matches!(notation, Some(Matrix | Board));
        let squares = || {
            let squares = Line::read(line)?;
            Some(Kind::Squares { count: squares.marks.len(), is_named: squares.label.is_some() })
        };
        let text = line.trim();
        let is_indented = line.starts_with(char::is_whitespace);
        let kind = if is_note(text) {
            Kind::Note
        } else if is_rule(text) || (is_indented && is_header(text)) {
            Kind::Border
        } else if are_queens(text) && text.chars().nth(1).is_none() {
            Kind::Part(Part::Queen)
        } else if let Some(squares) = squares().filter(|_| is_grid) {
            squares
        } else if let Some(part) = Part::of(text) {
            Kind::Part(part)
        } else if let Some(squares) = squares() {
            squares
        } else if content(text).len() < text.len() {
            Kind::Caption
        } else {
            Kind::Whole
        };
        let is_joined = match (notation, kind) {
            (None | Some(Json | Csv), _) | (_, Kind::Note) => true,
            (_, Kind::Part(Part::Queen) | Kind::Squares { .. } | Kind::Border) => is_grid,
            (Some(ColumnRow | RowColumn), Kind::Part(part)) => part == Part::Pair,
            (Some(Chess), Kind::Part(part)) => part == Part::Square,
            (Some(OneLine), Kind::Part(part)) => part == Part::Entry,
            _ => false,
        };
        if is_joined { kind } else { Kind::Whole }
    }
}

impl Part {
    fn of(text: &str) -> Option<Part> {
        if after_index(text).is_some() {
            return Some(Part::Vector);
        }
        let node = tree::parse(text).ok()?;
        match &node {
            Node::Word(word) if list::is_square(word) => Some(Part::Square),
            Node::Word(word) if number(word).is_some() && !is_digits_board(word) => {
                let is_row = word.len() > 3 && word.bytes().all(|byte| byte <= b'1');
                (!is_row).then_some(Part::Number)
            }
            Node::Entry(entry) => {
                let is_numbered = match &entry[0] {
                    Node::Word(key) => key.ends_with(|c: char| c.is_ascii_digit()),
                    key => matches!(key, Node::Named(..)),
                };
                let value = entry[1].word().and_then(number);
                value.filter(|_| is_numbered).map(|_| Part::Entry)
            }
            _ => list::pair(&node).map(|_| Part::Pair),
        }
    }
}

/// Whether a word is a permutation in `digits` notation of four digits or more, which is not meant as a number.
fn is_digits_board(word: &str) -> bool {
    let mut digits: Vec<u8> = word.bytes().filter(u8::is_ascii_digit).collect();
    digits.sort_unstable();
    let first = digits.first().copied().unwrap_or_default();
    (4..=10).contains(&word.len())
        && digits.len() == word.len()
        && first <= b'1'
        && (first..).zip(&digits).all(|(expected, digit)| expected == *digit)
}

/// Whether a line begins an instance of CSPLib's problem 79.
pub(crate) fn begins_csplib(line: &str) -> bool {
    matches!(csplib_name(line), "n" | "numdiags" | "diags" | "init") && line.contains('=')
}

/// Whether a line continues an instance: with another name than n, or with a list.
pub(super) fn continues_csplib(line: &str) -> bool {
    let is_list = line.trim_start().starts_with(['[', ']', ',']);
    is_list || begins_csplib(line) && csplib_name(line) != "n"
}

fn csplib_name(line: &str) -> &str {
    let text = line.trim_start();
    let text = text.strip_prefix("letting ").unwrap_or(text).trim_start();
    &text[..text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())]
}

/// Lines, with single blanks, that say nothing about a board.
const NOTES: &[&str] = &[
    "SOLN COLUMN",
    "Solving...",
    "SATISFIABLE",
    "OPTIMUM FOUND",
    "----------",
    "==========",
    "true.",
    "false.",
];

/// Beginnings of such lines.
const NOTE_BEGINNINGS: &[&str] = &[
    "clingo version ",
    "Reading from ",
    "Models ",
    "Calls ",
    "Time ",
    "CPU Time ",
    "Threads ",
    "%",
    "//",
    "```",
];

/// Lines with which solvers report that they found nothing.
const UNSATISFIABLE: &[&str] =
    &["s UNSATISFIABLE", "UNSATISFIABLE", "UNSAT", "unsat", "=====UNSATISFIABLE====="];

/// Whether a line is a heading or a remark of a solver.
fn is_note(text: &str) -> bool {
    let is_beginning = |beginning: &&str| text.starts_with(*beginning);
    if NOTE_BEGINNINGS.iter().any(is_beginning)
        || text.strip_prefix("Answer: ").and_then(parse_digits::<u64>).is_some()
    {
        return true;
    }
    if text.strip_prefix('#').is_some_and(|rest| rest.starts_with(' ') && is_header(rest)) {
        return true;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    NOTES.contains(&&*words) || is_heading(&words)
}

/// Whether a line is a heading such as `Solution 1` or `Solution 1:`, or a name with a colon.
fn is_heading(text: &str) -> bool {
    let names = ["solution", "answer", "board", "puzzle", "result"];
    let name = text.trim_end_matches([':', '.']).trim_end_matches(|c: char| c.is_ascii_digit());
    let name = name.trim_end_matches([' ', '#']).to_lowercase();
    names.contains(&&*name)
        || text.ends_with(':')
            && text.contains(char::is_alphabetic)
            && text.len() <= 80
            && !text.contains(['{', '['])
}

/// Fails for a line with which a solver reports that it found nothing.
pub(super) fn check_satisfiable(text: &str) -> Result<(), Invalid> {
    let is_none = UNSATISFIABLE.contains(&text.trim());
    if is_none { Err(Invalid::Unsatisfiable { got: text.trim().to_owned() }) } else { Ok(()) }
}

/// The text after a label: after `Solution 1:`, `1.`, `1)`, `#1`, after `queens =`, or after numbers and tabs. A line
/// without a label is its own content.
pub(super) fn content(line: &str) -> &str {
    let found = after_colon(line).or_else(|| after_name(line)).or_else(|| after_number(line));
    found.or_else(|| last_field(line, '\t')).unwrap_or(line).trim()
}

/// Whether text can be a board, and not just one number.
fn is_board(text: &str) -> bool {
    let text = text.trim();
    text.contains(|c: char| {
        c.is_whitespace() || is_bracket(c) || matches!(c, ',' | '/' | '"' | ';' | '=')
    }) || is_digits_board(text)
}

/// The text after the only colon outside brackets that a blank follows.
fn after_colon(line: &str) -> Option<&str> {
    let (mut depth, mut found) = (0, None);
    for (place, c) in line.char_indices() {
        depth = tree::depth(depth, c);
        if c == '"' || c == '\'' {
            break;
        }
        if c == ':' && depth == 0 && line[place + 1..].starts_with(char::is_whitespace) {
            if found.is_some() {
                return None;
            }
            found = Some(line.split_at(place));
        }
    }
    let (label, rest) = found?;
    // `Q1: 2` is an entry, `rank 1: 1` a caption.
    let label = label.trim();
    let is_key = !label.contains(' ') && label.ends_with(|c: char| c.is_ascii_digit() || c == ']');
    let is_labelled = !is_key || is_board(&rest[1..]);
    (is_labelled && !line.starts_with(is_bracket)).then_some(&rest[1..])
}

/// The text after `name =`, if that is the only `=`.
fn after_name(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once('=')?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic())
        && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !rest.contains('=') && is_board(rest)).then_some(rest)
}

/// The text after `1.`, `1)` or `#1`.
fn after_number(line: &str) -> Option<&str> {
    let (label, rest) = line.trim_start().split_once(char::is_whitespace)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_label = label.strip_prefix('#').is_some_and(is_number)
        || label.strip_suffix(')').is_some_and(is_number)
        || label.strip_suffix('.').is_some_and(is_number) && !rest.contains('.');
    (is_label && is_board(rest)).then_some(rest)
}

/// The numbers after an index: `[1] 2 4 1 3`.
fn after_index(line: &str) -> Option<&str> {
    let (index, numbers) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    let are_numbers = numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    (parse_digits::<u64>(index).is_some()
        && numbers.starts_with(' ')
        && are_numbers
        && !numbers.trim().is_empty())
    .then_some(numbers)
}

/// Whether a line begins a vector of R.
pub(super) fn begins_vector(line: &str) -> bool {
    line.trim_start().starts_with("[1]")
}

/// The numbers of a vector of R. `None` if it is not one, or an index is wrong.
pub(super) fn vector(text: &str) -> Option<String> {
    let (mut numbers, mut index) = (String::new(), 1);
    for line in text.lines() {
        let is_next = line.trim_start().starts_with(&format!("[{index}]"));
        let rest = after_index(line).filter(|_| is_next)?;
        index += rest.split_whitespace().count();
        numbers.push_str(rest);
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// The last field, which has three numbers or more while the fields before it have one each.
fn last_field(line: &str, separator: char) -> Option<&str> {
    let (before, last) = line.trim().rsplit_once(separator)?;
    let is_number = |text: &str| {
        let text = text.trim();
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let are_numbers =
        last.split_whitespace().all(is_number) && before.split(separator).all(is_number);
    (are_numbers && last.split_whitespace().nth(2).is_some()).then_some(last)
}

/// The rest of a line that begins with a number, after a comma, a semicolon or a gap wider than all others:
/// ` 1      1 5 8 6 3 7 2 4`. It can also be a board with one more column.
pub(super) fn numbered(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(last) = last_field(line, ',').or_else(|| last_field(line, ';')) {
        return Some(last.trim_start());
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let board = rest.trim_start_matches(' ');
    let gap = rest.len() - board.len();
    let is_plain = board.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    let is_widest = !board.contains(&" ".repeat(gap)) && board.contains(' ');
    (gap > 1 && rest.len() < line.len() && is_plain && is_widest).then_some(board)
}
