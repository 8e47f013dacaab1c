//! [`Kind`]: what a line is by itself. Which lines are a record depends on their kinds alone.

use super::caption::captions;
use super::drawing::{self, Ruler, are_queens, is_dashes, is_roof, is_rule};
use super::form::Notation;
use super::list::{is_digits_board, names_queens};
use super::reader::{Frame, Reader};
use super::text::{is_whole_number, may_turn, number};
use super::tree::{self, Node, is_bracket};
use crate::combinatorics::condition::parse_square;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing to read: a comment, or a remark of a solver.
    Note,
    /// Words that name the boards below.
    Heading,
    /// A line of squares, with their number; whether it has bars or labels.
    Squares { count: usize, is_framed: bool },
    /// A rule, a roof or the names of columns, around lines of squares.
    Edge,
    /// One of several lines that are a board together.
    Part(Part),
    /// A line of a SAT model; whether it ends it.
    Model { is_last: bool },
    /// A board, several boards, or anything else that is read by itself; whether it begins with a caption.
    Whole { has_caption: bool },
}

/// The part of a board that a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A number, or a few digits.
    Number,
    /// A square such as `a2`.
    Square,
    /// Queens, and blanks for the other squares.
    Queens,
    /// Two numbers.
    Pair,
    /// An assignment such as `Q1 = 2`.
    Assignment,
    /// A name and a value of an instance of CSPLib's problem 79.
    Csplib,
}

impl Kind {
    /// The kind of a line that is not blank, in input of this notation.
    pub(super) fn of(line: &str, notation: Option<Notation>) -> Kind {
        use Notation::*;
        let kind = Kind::detected(line, notation);
        let is_meant = match (notation, kind) {
            (None | Some(Json | Csv | Sat), _) | (_, Kind::Note | Kind::Heading) => true,
            (Some(Matrix | Board), Kind::Part(part)) => part == Part::Queens,
            (Some(Matrix | Board), _) => true,
            (Some(ColumnRow | RowColumn), Kind::Part(part)) => part == Part::Pair,
            (Some(Chess), Kind::Part(part)) => part == Part::Square,
            (Some(OneLine), Kind::Part(part)) => part == Part::Assignment,
            _ => false,
        };
        if is_meant { kind } else { Kind::Whole { has_caption: false } }
    }

    fn detected(line: &str, notation: Option<Notation>) -> Kind {
        let text = line.trim();
        let is_grid = matches!(notation, Some(Notation::Matrix | Notation::Board));
        let is_ruler = || {
            let ruler = Ruler::read(line, 0..line.len());
            let is_indented = line.starts_with(char::is_whitespace);
            ruler.is_some_and(|ruler| is_indented || ruler.labels.len() > 2 && !is_whole_list(text))
        };
        let squares = || drawing::squares(line).or_else(|| listed_squares(text));
        if is_rule(text) {
            return Kind::Edge;
        } else if text.starts_with('{') && !NOTES.iter().any(|note| text.starts_with(note)) {
            // Objects, which have captions of their own.
            let squares = listed_squares(text);
            return squares.map_or(Kind::Whole { has_caption: false }, |(count, is_framed)| {
                Kind::Squares { count, is_framed }
            });
        }
        let in_bars = text.contains(drawing::is_bar).then(|| drawing::squares(line)).flatten();
        if let Some((count, is_framed)) = in_bars {
            return Kind::Squares { count, is_framed };
        }
        if let Some(kind) = note(text).or_else(|| model(line, notation == Some(Notation::Sat))) {
            kind
        } else if are_queens(text) && !text.contains(' ') && text.chars().nth(1).is_none() {
            Kind::Part(Part::Queens)
        } else if is_dashes(text) || is_ruler() {
            Kind::Edge
        } else if let Some(part) = Part::of(text).filter(|_| !is_grid || squares().is_none()) {
            Kind::Part(part)
        } else if let Some((count, is_framed)) = squares() {
            Kind::Squares { count, is_framed }
        } else if is_roof(text) {
            Kind::Edge
        } else {
            Kind::Whole { has_caption: !captions(line, 0..line.len()).is_empty() }
        }
    }
}

/// Whether a line of numbers is a board by itself rather than the names of columns.
fn is_whole_list(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
}

/// The number of squares of a line of marks with commas or in brackets, as loops in C and Python print it.
fn listed_squares(text: &str) -> Option<(usize, bool)> {
    let text = text.trim_end_matches([',', ';', '.']).trim();
    text.contains([',', '[', '(', '{']).then_some(())?;
    let (node, _) = tree::parse(text, 0..text.len()).ok()?;
    let frame = Frame { first: 1, largest: 1, is_partial: false };
    let reader = Reader { text, notation: None, frame, has_zero_gaps: false, size: None };
    let cells = reader.cells(match node.items() {
        [line] => line,
        _ => &node,
    })?;
    (cells.len() > 1).then_some((cells.len(), false))
}

impl Part {
    fn of(text: &str) -> Option<Part> {
        let text = text.trim_end_matches([',', ';']);
        let is_row = |word: &str| word.len() > 3 && word.bytes().all(|byte| byte <= b'1');
        let (node, _) = tree::parse(text, 0..text.len()).ok()?;
        let word = |node: &Node| node.word().map(|span| &text[span]);
        let is_number = |node: &Node| word(node).is_some_and(|word| number(word).is_some());
        match node.items() {
            [only] if only.word().is_some() => {
                let word = &text[only.word()?];
                let is_other = is_digits_board(word) || is_row(word) || number(word).is_none();
                let part = if parse_square(word).is_some() { Part::Square } else { Part::Number };
                (part == Part::Square || !is_other).then_some(part)
            }
            [Node::List { name, items, .. }] => {
                let is_pair = items.len() == 2 && items.iter().all(is_number);
                let is_queen = name.clone().is_none_or(|name| names_queens(&text[name]));
                (is_pair && is_queen).then_some(Part::Pair)
            }
            [Node::Entry(both)] => {
                let key = text[both[0].span()].trim_end_matches(']');
                let is_key = key.ends_with(|c: char| c.is_ascii_digit());
                (is_key && is_number(&both[1])).then_some(Part::Assignment)
            }
            [first, second] => {
                (is_number(first) && is_number(second) && !text.contains(is_bracket))
                    .then_some(Part::Pair)
            }
            _ => None,
        }
    }
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
    "Solving...\n",
    "SATISFIABLE\n",
    "s SATISFIABLE\n",
    "SAT\n",
    "sat\n",
    "OPTIMUM FOUND\n",
    "==========\n",
    "true.\n",
    "false.\n",
    "clingo version ",
    "Reading from ",
    "Models ",
    "Calls ",
    "Time ",
    "CPU Time ",
    "{\"type\": \"status\"",
    "{\"type\": \"statistics\"",
    "{\"type\":\"statistics\"",
    "{\"type\":\"status\"",
    "Threads ",
    "Optimization: ",
    "%\n",
    "//\n",
    "Answer\n",
];

/// A note or a heading.
fn note(text: &str) -> Option<Kind> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ") + "\n";
    if NOTES.iter().any(|note| line.starts_with(note)) || is_fence(text) {
        return Some(Kind::Note);
    }
    let is_heading = |name: &str| {
        matches!(
            &*name.to_lowercase(),
            "solution" | "answer" | "answer:" | "board" | "puzzle" | "result"
        )
    };
    let is_named = match words[..] {
        [name] => is_heading(name),
        [name, count] => {
            is_heading(name) && is_whole_number(count.trim_start_matches('#').trim_end_matches('.'))
        }
        _ => false,
    };
    let is_empty = |part: &str| part.trim().is_empty();
    let has_letter = text.contains(char::is_alphabetic);
    let captions = captions(text, 0..text.len());
    if is_named
        || has_letter && captions.iter().any(|caption| is_empty(&text[caption.rest.clone()]))
    {
        return Some(Kind::Heading);
    }
    let is_comment = text.starts_with(['%', '#']) || text.starts_with("//");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let has_words =
        words.any(|word| word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic));
    let is_read = captions.iter().any(|caption| !is_empty(&text[caption.rest.clone()]));
    let is_note = is_comment && has_words && !is_read && !may_turn(text);
    (is_note && drawing::squares(text).is_none()).then_some(Kind::Note)
}

/// Whether a line begins or ends a block of code in Markdown.
fn is_fence(text: &str) -> bool {
    text.strip_prefix("```").is_some_and(|language| language.chars().all(char::is_alphabetic))
}

/// Values or comments of a SAT solver. If its notation is named, the values may be without their letter.
fn model(line: &str, is_named: bool) -> Option<Kind> {
    let text = line.trim();
    let mut words = text.split_whitespace();
    let has_words = || text.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let is_literal = |word: Option<&str>| word.is_some_and(|word| word.parse::<i32>().is_ok());
    match (words.next()?, words.next()) {
        ("c", _) if is_named || line.starts_with('c') && has_words() => Some(Kind::Note),
        ("v", second) if is_named || is_literal(second) => {
            Some(Kind::Model { is_last: text.ends_with(" 0") })
        }
        (word, _) => is_named.then_some(Kind::Model {
            is_last: word == "0" || text.ends_with([']']) || text.ends_with(" 0"),
        }),
    }
}
