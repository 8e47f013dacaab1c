//! [`Node`]: the structure of a text. Words, in lists that brackets, lines, semicolons and quotes make; entries such as
//! `1: 2`; and lists with a name, such as `queen(1,2)`.

use crate::combinatorics::invalid::{Invalid, unreadable};

/// A part of a text. A list of one item is that item.
#[derive(Debug)]
pub(super) enum Node<'t> {
    /// A number, a mark, a square, or anything else without separators.
    Word(&'t str),
    /// The items of a pair of brackets, of one of several lines, or of a string.
    List(Vec<Node<'t>>),
    /// `key: value` or `key=value`.
    Entry(Box<[Node<'t>; 2]>),
    /// A name directly before brackets, with the opening one.
    Named(&'t str, Box<Node<'t>>),
}

impl<'t> Node<'t> {
    /// The items of a list; any other node is its only item.
    pub(super) fn items(&self) -> &[Node<'t>] {
        match self {
            Node::List(items) => items,
            other => std::slice::from_ref(other),
        }
    }

    /// The words of a list of words.
    pub(super) fn words(&self) -> Option<Vec<&'t str>> {
        self.items().iter().map(Node::word).collect()
    }

    pub(super) fn word(&self) -> Option<&'t str> {
        match self {
            Node::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The maximum depth of brackets: a list of boards, each a list of pairs or of lines.
const DEEPEST: usize = 4;

/// The maximum length of a text that is not just numbers, in bytes; a matrix of 1,000 columns takes half of it.
const LONGEST: usize = 1 << 22;

pub(super) fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

pub(super) fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '(' | ')' | '{' | '}')
}

/// The bracket that closes `c`.
fn closing(c: char) -> Option<char> {
    match c {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

/// The number of open brackets after `c`, given the number before it.
pub(super) fn depth(depth: usize, c: char) -> usize {
    match (closing(c).is_some(), is_bracket(c)) {
        (true, _) => depth + 1,
        (false, true) => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The brackets outside strings in double quotes, which end with their line.
fn brackets(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut in_string, mut is_escaped) = (false, false);
    text.bytes().enumerate().filter_map(move |(place, byte)| {
        let was_escaped = std::mem::replace(&mut is_escaped, false);
        match byte {
            b'\\' => is_escaped = !was_escaped,
            b'"' => in_string ^= !was_escaped,
            b'\n' => in_string = false,
            _ => {
                return Some((place, char::from(byte)))
                    .filter(|&(_, c)| !in_string && is_bracket(c));
            }
        }
        None
    })
}

/// Whether a text ends with a bracket, and as many open as close, also in strings.
pub(super) fn seems_closed(text: &str) -> bool {
    let count = |is_counted: fn(&u8) -> bool| text.bytes().filter(is_counted).count();
    text.trim_end().ends_with([']', ')', '}'])
        && count(|byte| matches!(byte, b'[' | b'(' | b'{'))
            == count(|byte| matches!(byte, b']' | b')' | b'}'))
}

/// The number of open brackets after a text, given the number before it.
pub(super) fn depth_after(before: usize, text: &str) -> usize {
    brackets(text).fold(before, |before, (_, c)| depth(before, c))
}

/// Parses a text of up to 4 MiB. O(length); about 30 bytes per word.
pub(super) fn parse(text: &str) -> Result<Node<'_>, Invalid> {
    let parser = &mut Parser { text, rest: text };
    if text.len() > LONGEST {
        return Err(parser.expected("at most 4 MiB, or numbers only"));
    }
    parser.list(None, 0, false)
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn expected(&self, expected: &'static str) -> Invalid {
        unreadable(expected, self.text)
    }

    fn unbalanced(&self) -> Invalid {
        self.expected("matching brackets, such as \"[2, 4, 1, 3]\"")
    }

    /// The items up to a closing bracket, or to the end of the text. At depth 0 and at semicolons, a line that ends is a
    /// list of its own.
    fn list(
        &mut self,
        closing: Option<char>,
        depth: usize,
        is_named: bool,
    ) -> Result<Node<'t>, Invalid> {
        if depth > DEEPEST {
            return Err(
                self.expected("one pair of brackets around a board, such as \"[2, 4, 1, 3]\"")
            );
        }
        let (mut lines, mut line) = (Vec::new(), Vec::new());
        let (mut after_comma, mut has_gap) = (true, false);
        // What the items begin with: a bracket, a quote, or neither.
        let mut begins = None;
        loop {
            let first = self.rest.chars().next();
            match first {
                None if closing.is_some() => return Err(self.unbalanced()),
                None => break,
                Some(c) if closing == Some(c) => {
                    self.skip(c);
                    break;
                }
                Some(c) if c == ';' || (c == '\n' && depth == 0) => {
                    self.skip(c);
                    lines.push(std::mem::take(&mut line));
                    after_comma = true;
                }
                Some(c) if is_separator(c) => {
                    self.skip(c);
                    has_gap |= after_comma && c == ',';
                    after_comma |= c == ',';
                }
                Some(c @ (':' | '=')) => {
                    self.skip(c);
                    let key = line.pop().ok_or_else(|| self.expected("a name before : and ="))?;
                    line.push(Node::Entry(Box::new([key, self.value(depth)?])));
                }
                Some(c) => {
                    line.push(self.item(depth)?);
                    let beginning = (is_bracket(c), matches!(c, '"' | '\''));
                    if *begins.get_or_insert(beginning) != beginning && !is_named {
                        return Err(self.expected(
                            "nothing outside the brackets and quotes of a board, such as \"[2, 4, 1, 3]\"",
                        ));
                    }
                    after_comma = false;
                }
            }
        }
        lines.push(line);
        lines.retain(|line| !line.is_empty());
        if has_gap && !lines.is_empty() {
            return Err(Invalid::NotANumber { got: String::new() });
        }
        Ok(one_or_list(lines.into_iter().map(one_or_list).collect()))
    }

    /// The value of an entry.
    fn value(&mut self, depth: usize) -> Result<Node<'t>, Invalid> {
        self.rest = self.rest.strip_prefix('>').unwrap_or(self.rest).trim_start();
        match self.rest.chars().next() {
            None | Some(',' | ';' | ':' | '=') => Err(self.expected("a value after : and =")),
            Some(_) => self.item(depth),
        }
    }

    /// The list, string or word that begins here.
    fn item(&mut self, depth: usize) -> Result<Node<'t>, Invalid> {
        match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => self.string(quote, depth),
            Some(c) if is_bracket(c) => self.brackets(depth, false),
            _ => {
                let is_end = |c| {
                    is_separator(c) || is_bracket(c) || matches!(c, ';' | ':' | '=' | '"' | '\'')
                };
                let end = self.rest.find(is_end).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                let is_named = rest.chars().next().is_some_and(|c| closing(c).is_some());
                if is_named && is_name(word) {
                    let name = &self.rest[..=end];
                    self.rest = rest;
                    return Ok(Node::Named(name, Box::new(self.brackets(depth, true)?)));
                }
                self.rest = rest;
                Ok(Node::Word(word))
            }
        }
    }

    /// A list in brackets, and the full stop of Prolog after it.
    fn brackets(&mut self, depth: usize, is_named: bool) -> Result<Node<'t>, Invalid> {
        let open = self.rest.chars().next().unwrap_or_default();
        let closing = closing(open).ok_or_else(|| self.unbalanced())?;
        self.skip(open);
        let list = self.list(Some(closing), depth + 1, is_named)?;
        match self.rest.strip_prefix('.') {
            Some(rest) if !rest.starts_with(|c: char| !c.is_whitespace()) => self.rest = rest,
            _ => {}
        }
        Ok(list)
    }

    /// The structure of a string. A string of blanks is a word.
    fn string(&mut self, quote: char, depth: usize) -> Result<Node<'t>, Invalid> {
        let expected = "strings in quotes, such as [\".Q..\", \"...Q\"]";
        let is_divided = |rest: &str| {
            let next = rest.chars().next();
            next.is_none_or(|c| is_separator(c) || is_bracket(c) || matches!(c, ';' | ':' | '='))
        };
        let whole = self.rest[1..].split_once(quote);
        let whole = whole.filter(|(content, rest)| !content.contains('\\') && is_divided(rest));
        let (content, rest) = whole.ok_or_else(|| self.expected(expected))?;
        self.rest = rest;
        if !content.is_empty() && content.trim().is_empty() {
            return Ok(Node::Word(" "));
        }
        Parser { text: self.text, rest: content }.list(None, depth + 1, false)
    }

    fn skip(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
    }
}

/// Whether a word before brackets is their name, such as `queen`, `np.array` or `vec!`.
fn is_name(word: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '!');
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.chars().all(is_inside)
}

fn one_or_list(mut items: Vec<Node<'_>>) -> Node<'_> {
    if items.len() == 1 { items.remove(0) } else { Node::List(items) }
}
