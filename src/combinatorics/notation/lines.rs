//! Lines of text: what each is part of, the labels before boards, and the encoding.

use super::form::Notation;
use super::grid::{Line, are_queens, is_rule, names};
use super::list::{self, Form, is_whole_number, number};
use super::tree::{self, Node, is_bracket};
use crate::combinatorics::condition::parse_square;
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::parse_digits;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A board, several boards, or anything else that is read by itself.
    Whole,
    /// Nothing to read: a name, a comment, or a remark of a solver.
    Note,
    /// The number of the board below.
    Heading,
    /// A label and a board, which a drawing below may repeat.
    Caption,
    /// A line of a drawing or matrix, with its number of squares; whether its row is named.
    Squares { count: usize, is_named: bool },
    /// A rule or the names of columns, around the lines of a drawing.
    Border,
    /// One of several lines that are a board together.
    Part(Part),
    /// Literals of a SAT model.
    Model { is_last: bool },
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
    /// The first numbers of a vector as R prints it: `[1] 2 4 1 3`.
    Vector,
    /// More numbers of a vector, after the index of the first.
    MoreOfVector,
    /// A name and a value of an instance of CSPLib's problem 79.
    Csplib,
}

impl Kind {
    /// The kind of a line that is not blank and has no open bracket, in input of this notation.
    pub(super) fn of(line: &str, notation: Option<Notation>) -> Kind {
        use Notation::*;
        let (text, is_grid) = (line.trim(), matches!(notation, Some(Matrix | Board)));
        let squares = || {
            let Line { label, marks } = Line::read(line)?;
            Some(Kind::Squares { count: marks.len(), is_named: label.is_some() })
        };
        let is_indented = line.starts_with(char::is_whitespace);
        let is_border = || is_rule(text) || is_indented && names(text) > 1;
        let is_queen = || are_queens(text) && text.chars().nth(1).is_none();
        let is_labelled = || content(text).len() < text.len();
        let kind = note(text)
            .or_else(|| model(text, notation))
            .or_else(|| is_border().then_some(Kind::Border))
            .or_else(|| is_queen().then_some(Kind::Part(Part::Queen)))
            .or_else(|| squares().filter(|_| is_grid))
            .or_else(|| Part::of(text).map(Kind::Part))
            .or_else(squares)
            .or_else(|| is_labelled().then_some(Kind::Caption))
            .unwrap_or(Kind::Whole);
        let is_meant = match (notation, kind) {
            (None | Some(Json | Csv | Sat), _) | (_, Kind::Note | Kind::Heading) => true,
            (_, Kind::Part(Part::Queen) | Kind::Squares { .. } | Kind::Border) => is_grid,
            (Some(ColumnRow | RowColumn), Kind::Part(part)) => part == Part::Pair,
            (Some(Chess), Kind::Part(part)) => part == Part::Square,
            (Some(OneLine), Kind::Part(part)) => part == Part::Entry,
            _ => false,
        };
        if is_meant { kind } else { Kind::Whole }
    }
}

impl Part {
    fn of(text: &str) -> Option<Part> {
        if let Some((index, _)) = indexed(text) {
            return Some(if index == 1 { Part::Vector } else { Part::MoreOfVector });
        }
        let node = tree::parse(text).ok()?;
        let is_row = |word: &str| word.len() > 3 && word.bytes().all(|byte| byte <= b'1');
        // Not two lists of one number, `(1),(2)`.
        let is_one_list = || text.matches(is_bracket).count() <= 2;
        match (list::square(&node), &node) {
            (Some((Form::Pair(_), _)), _) => is_one_list().then_some(Part::Pair),
            (Some((Form::Entry(_), _)), _) => Some(Part::Entry),
            (None, Node::Word(word)) if parse_square(word).is_some() => Some(Part::Square),
            (None, Node::Word(word)) if !is_digits_board(word) && !is_row(word) => {
                number(word).map(|_| Part::Number)
            }
            _ => None,
        }
    }
}

/// Whether a word is a permutation in `digits` notation of four digits or more, which is not meant as a number.
pub(super) fn is_digits_board(word: &str) -> bool {
    let mut digits: Vec<char> = word.chars().take(11).collect();
    digits.sort_unstable();
    let digits: String = digits.into_iter().collect();
    digits.len() > 3 && ("0123456789".starts_with(&digits) || "123456789".starts_with(&digits))
}

/// Whether a line begins an instance of CSPLib's problem 79.
pub fn begins_csplib(line: &str) -> bool {
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

/// Beginnings of lines that say nothing about a board, with single blanks, or all of them with the line feed.
const NOTES: &[&str] = &[
    "SOLN COLUMN\n", "Solving...\n", "SATISFIABLE\n", "s SATISFIABLE\n", "SAT\n", "sat\n",
    "OPTIMUM FOUND\n", "----------\n", "==========\n", "true.\n", "false.\n", "clingo version ",
    "Reading from ", "Models ", "Calls ", "Time ", "CPU Time ", "Threads ", "%\n", "//\n",
];

/// A note, or a heading: `Solution 1:`, clingo's `Answer: 1`, or another name with a colon or an equals sign.
fn note(text: &str) -> Option<Kind> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    if NOTES.iter().any(|note| line.starts_with(note)) || is_comment(text) {
        return Some(Kind::Note);
    }
    let unmarked = line.split(" (Time").next()?.trim_end_matches([':', '.', '\n']);
    let name = unmarked.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = name.len() < unmarked.len();
    match &*name.trim_end_matches([' ', '#']).to_lowercase() {
        "solution" | "answer" | "board" | "puzzle" | "result" if is_numbered => Some(Kind::Heading),
        "answer:" if is_numbered => Some(Kind::Heading),
        "solution" | "answer" | "board" | "puzzle" | "result" => Some(Kind::Note),
        _ => {
            let is_word = |name: &str| name.trim_end().chars().all(char::is_alphabetic);
            let is_name = text.ends_with(':') && text.contains(char::is_alphabetic)
                || text.strip_suffix('=').is_some_and(|name| !name.is_empty() && is_word(name));
            (is_name && text.len() <= 80 && !text.contains(['{', '['])).then_some(Kind::Note)
        }
    }
}

/// Whether a line begins with `%` or `//` and has words, or with `#` and has words and no board after a label, or names
/// columns, or is the fence of a block of code in Markdown.
fn is_comment(text: &str) -> bool {
    if let Some(language) = text.strip_prefix("```") {
        return language.chars().all(char::is_alphabetic);
    }
    if text.starts_with('%') || text.starts_with("//") {
        return has_words(text);
    }
    let Some(rest) = text.strip_prefix('#') else { return false };
    let is_text = has_words(rest) && content(rest) == rest.trim();
    rest.starts_with(' ') && names(rest) > 1 || is_text && Line::read(text).is_none()
}

fn has_words(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic))
}

/// Values or comments of a SAT solver. If its notation is named, the values may be without their letter.
fn model(text: &str, notation: Option<Notation>) -> Option<Kind> {
    let is_named = notation == Some(Notation::Sat);
    let mut words = text.split_whitespace();
    let is_literal = |word: Option<&str>| word.is_some_and(|word| word.parse::<i32>().is_ok());
    match (words.next()?, words.next()) {
        ("c", _) if is_named || has_words(text) || text.contains("---") => Some(Kind::Note),
        ("v", second) if is_named || is_literal(second) => {
            Some(Kind::Model { is_last: text.ends_with(" 0") })
        }
        (word, _) => {
            is_named.then_some(Kind::Model { is_last: word == "0" || text.ends_with(" 0") })
        }
    }
}

/// The text after a label: after `Solution 1:`, `queens =`, `1.`, `1)`, `#1`, or numbers and tabs. A line without a label
/// is its own content.
pub(super) fn content(line: &str) -> &str {
    let found = after_name(line, ':').or_else(|| after_name(line, '='));
    let found = found.or_else(|| after_number(line)).or_else(|| last_field(line, '\t'));
    found.unwrap_or(line).trim()
}

/// The board size that a label or a field has, as in `N = 8:`.
pub(super) fn size(text: &str) -> Option<usize> {
    text.match_indices(['n', 'N']).find_map(|(place, _)| {
        let is_inside = text[..place].ends_with(char::is_alphanumeric);
        let rest = text[place + 1..].trim_start_matches(['"', '\'', ' ']);
        let rest = rest.strip_prefix(['=', ':']).filter(|_| !is_inside)?.trim_start();
        parse_digits(&rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())])
    })
}

/// Whether text can be a board, and not just one number.
fn is_board(text: &str) -> bool {
    let is_divided =
        |c: char| c.is_whitespace() || is_bracket(c) || matches!(c, ',' | '/' | '"' | ';' | '=');
    let text = text.trim();
    text.contains(is_divided) || is_digits_board(text)
}

/// The text after the only colon that a blank follows, or the only equals sign after a name, outside brackets.
fn after_name(line: &str, mark: char) -> Option<&str> {
    let mut depth = 0;
    let unquoted = line.char_indices().take_while(|&(_, c)| !matches!(c, '"' | '\''));
    let mut places = unquoted.filter(|&(place, c)| {
        depth = tree::depth(depth, c);
        let is_meant = || c == '=' || line[place + 1..].starts_with(char::is_whitespace);
        c == mark && depth == 0 && is_meant()
    });
    let (place, _) = places.next().filter(|_| places.next().is_none())?;
    let (label, rest) = (line[..place].trim(), &line[place + 1..]);
    // `Q1: 2` is an entry, `rank 1: 1` a caption.
    let is_key = !label.contains(' ') && label.ends_with(|c: char| c.is_ascii_digit() || c == ']');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_name = label.starts_with(char::is_alphabetic) && label.chars().all(is_word);
    let is_label = match mark {
        ':' => !label.starts_with(is_bracket) && (!is_key || is_board(rest)),
        _ => is_name && is_board(rest),
    };
    is_label.then_some(rest)
}

/// The text after `1.`, `1)` or `#1`.
fn after_number(line: &str) -> Option<&str> {
    let (label, rest) = line.trim_start().split_once(char::is_whitespace)?;
    let is_label = label.strip_prefix('#').is_some_and(is_whole_number)
        || label.strip_suffix(')').is_some_and(is_whole_number)
        || label.strip_suffix('.').is_some_and(is_whole_number) && !rest.contains('.');
    (is_label && is_board(rest)).then_some(rest)
}

/// The last field, which has three numbers or more while the fields before it have one each.
fn last_field(line: &str, separator: char) -> Option<&str> {
    let (before, last) = line.trim().rsplit_once(separator)?;
    let are_labels = before.split(separator).all(|text| is_whole_number(text.trim()));
    let are_numbers = last.split_whitespace().all(is_whole_number);
    (are_labels && are_numbers && last.split_whitespace().nth(2).is_some()).then_some(last)
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
    let is_widest = gap > 1 && board.contains(' ') && !board.contains(&" ".repeat(gap));
    let is_plain = board.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    (rest.len() < line.len() && is_plain && is_widest).then_some(board)
}

/// The numbers before a tab, a comma or a semicolon and a last number.
pub(super) fn with_number_after(line: &str) -> Option<&str> {
    let (before, last) = line.trim().rsplit_once(['\t', ',', ';'])?;
    (is_whole_number(last.trim()) && before.trim().contains(' ')).then_some(before)
}

/// The index and the numbers of a line of a vector as R prints it: `[1] 2 4 1 3`.
fn indexed(line: &str) -> Option<(usize, &str)> {
    let (index, numbers) = line.trim_start().strip_prefix('[')?.split_once("] ")?;
    let are_numbers = numbers.split_whitespace().all(is_whole_number);
    Some((parse_digits(index)?, numbers)).filter(|_| are_numbers && !numbers.trim().is_empty())
}

/// The numbers of a vector of R. `None` if it is not one, or an index is wrong.
pub(super) fn vector(text: &str) -> Option<String> {
    let mut words = Vec::new();
    for line in text.lines() {
        let (_, numbers) = indexed(line).filter(|&(index, _)| index == words.len() + 1)?;
        words.extend(numbers.split_whitespace());
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// Some programs write it before text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of some bytes.
///
/// # Errors
/// [`Invalid::NotText`], or [`Invalid::Utf16`] for bytes in that encoding.
pub fn utf_8(bytes: &[u8]) -> Result<&str, Invalid> {
    std::str::from_utf8(bytes).map_err(|_| not_text(bytes))
}

/// The error for bytes that are not UTF-8.
pub(super) fn not_text(bytes: &[u8]) -> Invalid {
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if is_utf_16 {
        return Invalid::Utf16;
    }
    let valid = std::str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
    Invalid::NotText { byte: valid + 1 }
}
