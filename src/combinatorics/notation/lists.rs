//! Brackets: parses nested lists, and classifies the elements of a list of lists.

use super::form::Notation;
use super::one_line::{is_separator, words};
use crate::combinatorics::invalid::{Invalid, shortened};

/// A node of the parsed text.
pub(super) enum Node<'t> {
    /// Text without brackets.
    Text(&'t str),
    /// The content of a pair of brackets: one text, or lists.
    List(Vec<Node<'t>>),
}

/// The meaning of a list of numbers inside another list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// Column and row of a queen.
    Pair,
    /// A line of a matrix.
    Line,
    /// A board.
    Board,
}

/// The maximum depth of brackets: a list of boards, each a list of pairs or of lines.
const DEEPEST: usize = 3;

/// The maximum length of nested lists in bytes; a matrix of 1,000 columns takes half of it.
const LONGEST: usize = 1 << 22;

/// The bracket that closes `c`.
fn closing(c: char) -> Option<char> {
    match c {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

pub(super) fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '(' | ')' | '{' | '}')
}

/// The number of open brackets after `c`, given the number before it.
pub(super) fn depth(depth: usize, c: char) -> usize {
    match (closing(c).is_some(), is_bracket(c)) {
        (true, _) => depth + 1,
        (false, true) => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The text inside the brackets, if one pair encloses the text and there are no others.
pub(super) fn only_list(text: &str) -> Option<&str> {
    let inside = text.get(1..text.len().checked_sub(1)?)?;
    let opening = text.chars().next().and_then(closing);
    let is_only =
        opening.is_some() && opening == text.chars().next_back() && !inside.contains(is_bracket);
    is_only.then_some(inside)
}

/// Parses text with brackets into its top-level nodes.
pub(super) fn parse(text: &str) -> Result<Vec<Node<'_>>, Invalid> {
    let wrong = |expected| Invalid::Unreadable { expected, got: format!("{:?}", shortened(text)) };
    if text.len() > LONGEST {
        return Err(wrong("at most 4 MiB of nested lists"));
    }
    let balanced = || wrong("matching brackets, such as “[2, 4, 1, 3]”");
    let mixed = || wrong("nothing outside the brackets of a board, such as “[2, 4, 1, 3]”");
    let mut open: Vec<(char, Vec<Node<'_>>)> = vec![];
    let (mut nodes, mut start) = (vec![], 0);
    for (place, bracket) in text.char_indices().filter(|&(_, c)| is_bracket(c)) {
        push(&mut nodes, &text[start..place]);
        start = place + 1;
        if let Some(closing) = closing(bracket) {
            open.push((closing, std::mem::take(&mut nodes)));
            if open.len() > DEEPEST {
                return Err(wrong("one pair of brackets around a board, such as “[2, 4, 1, 3]”"));
            }
        } else {
            let (_, outer) = open.pop().filter(|(c, _)| *c == bracket).ok_or_else(balanced)?;
            let inner = std::mem::replace(&mut nodes, outer);
            nodes.push(Node::List(is_uniform(&inner).then_some(inner).ok_or_else(mixed)?));
        }
    }
    push(&mut nodes, &text[start..]);
    if open.is_empty() {
        is_uniform(&nodes).then_some(nodes).ok_or_else(mixed)
    } else {
        Err(balanced())
    }
}

/// Adds text unless it only separates lists.
fn push<'t>(nodes: &mut Vec<Node<'t>>, text: &'t str) {
    if !text.chars().all(is_separator) {
        nodes.push(Node::Text(text));
    }
}

/// Whether there is at most one node, or lists only.
fn is_uniform(nodes: &[Node<'_>]) -> bool {
    nodes.len() <= 1 || nodes.iter().all(|node| matches!(node, Node::List(_)))
}

/// Classifies a list with this text inside another list.
pub(super) fn element(text: &str, notation: Option<Notation>) -> Element {
    match notation {
        Some(Notation::ColumnRow | Notation::RowColumn) => Element::Pair,
        Some(Notation::Matrix | Notation::Board) => Element::Line,
        Some(_) => Element::Board,
        None if text.contains(['"', '\'']) => Element::Board,
        None if words(text).count() == 2 => Element::Pair,
        None if words(text).count() > 2 && words(text).all(|word| matches!(word, "0" | "1")) => {
            Element::Line
        }
        None => Element::Board,
    }
}

/// Parses a list of strings in double or single quotes.
pub(super) fn strings(text: &str) -> Result<Vec<&str>, Invalid> {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let parts: Vec<&str> = text.split(quote).collect();
    let is_between = |part: &&str| part.chars().all(is_separator);
    if parts.len() % 2 == 1 && parts.iter().step_by(2).all(is_between) {
        Ok(parts.into_iter().skip(1).step_by(2).collect())
    } else {
        Err(Invalid::Unreadable {
            expected: "strings in quotes, such as “[\".Q..\", \"...Q\"]”",
            got: format!("{:?}", shortened(text)),
        })
    }
}
