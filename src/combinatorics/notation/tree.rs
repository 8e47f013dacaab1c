//! [`Node`]: the structure of a text. Words, in lists that brackets, lines and semicolons make; entries such as `1: 2`; and
//! lists with a name, such as `queen(1,2)`. The parser gives brackets, quotes and separators their roles; the words are
//! left to the forms.

use super::role::{Found, Role};
use super::text::Span;
use crate::combinatorics::invalid::{Invalid, unreadable};

/// A part of a text.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A word, or the text between quotes.
    Word { span: Span, is_quoted: bool },
    /// Items in brackets, perhaps after a name. The bracket is a blank for a line or a whole text.
    List { span: Span, name: Option<Span>, open: char, items: Vec<Node> },
    /// A key and a value.
    Entry(Box<[Node; 2]>),
}

impl Node {
    /// The bytes of the node, with its name, brackets and quotes, if it is not a word.
    pub(super) fn span(&self) -> Span {
        match self {
            Node::Word { span, .. } | Node::List { span, .. } => span.clone(),
            Node::Entry(both) => both[0].span().start..both[1].span().end,
        }
    }

    /// The items of a list without a name; any other node is its only item.
    pub(super) fn items(&self) -> &[Node] {
        match self {
            Node::List { name: None, items, .. } => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The span of a word, also alone in brackets.
    pub(super) fn word(&self) -> Option<Span> {
        match self {
            Node::Word { span, .. } => Some(span.clone()),
            Node::List { name: None, items, .. } => match &items[..] {
                [only @ Node::Word { .. }] => only.word(),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn words(&self) -> Option<Vec<Span>> {
        let is_word =
            |item: &&Node| self.has_brackets() || !item.has_brackets() || self.items().len() == 1;
        self.items().iter().map(|item| Some(item).filter(is_word)?.word()).collect()
    }

    pub(super) fn has_brackets(&self) -> bool {
        matches!(self, Node::List { open, .. } if *open != ' ')
    }
}

/// The maximum depth of brackets.
const DEEPEST: usize = 8;

/// The maximum number of words; a matrix of 1,000 columns has half of it.
const MOST: usize = 1 << 21;

pub(super) fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

pub(super) fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '(' | ')' | '{' | '}')
}

fn closing(c: char) -> Option<char> {
    match c {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

/// The brackets outside strings in double quotes, which end with their line.
fn brackets(text: &str) -> impl Iterator<Item = char> {
    let (mut in_string, mut is_escaped) = (false, false);
    text.bytes().filter_map(move |byte| {
        let was_escaped = std::mem::replace(&mut is_escaped, false);
        match byte {
            b'\\' => is_escaped = !was_escaped,
            b'"' => in_string ^= !was_escaped,
            b'\n' => in_string = false,
            _ => return Some(char::from(byte)).filter(|&c| !in_string && is_bracket(c)),
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
    brackets(text).fold(before, |depth, c| match closing(c) {
        Some(_) => depth + 1,
        None => depth.saturating_sub(1),
    })
}

/// What stands between two items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Blank,
    Comma,
    Semicolon,
    /// The full stop of Prolog.
    Stop,
    /// Outside brackets.
    Tab,
    /// The end of a line, outside brackets.
    Line,
}

impl Gap {
    fn is_sign(self) -> bool {
        matches!(self, Gap::Comma | Gap::Semicolon | Gap::Stop)
    }
}

/// Parses a part of a text as a list without brackets, and gives the signs in it their roles. O(length); about 70 bytes per word.
pub(super) fn parse(text: &str, part: Span) -> Result<(Node, Found), Invalid> {
    let mut parser = Parser {
        text,
        words: 0,
        at: part.start,
        part: part.clone(),
        found: Found::new(part.clone()),
    };
    let items = parser.items(None, 0, false)?;
    Ok((Node::List { span: part, name: None, open: ' ', items }, parser.found))
}

struct Parser<'t> {
    text: &'t str,
    words: usize,
    part: Span,
    at: usize,
    found: Found,
}

impl Parser<'_> {
    fn expected(&self, expected: &'static str) -> Invalid {
        unreadable(expected, self.text[self.part.clone()].trim())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..self.part.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character in this role.
    fn take(&mut self, role: Role) {
        let length = self.peek().map_or(0, char::len_utf8);
        self.found.mark(self.at..self.at + length, role);
        self.at += length;
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The items up to a closing bracket, or to the end. The signs between them must be the same, except that line ends
    /// and semicolons may divide lists with another sign. Items all begin with a bracket, a quote, or neither.
    fn items(
        &mut self,
        close: Option<char>,
        depth: usize,
        is_named: bool,
    ) -> Result<Vec<Node>, Invalid> {
        if depth > DEEPEST {
            return Err(
                self.expected("one pair of brackets around a board, such as \"[2, 4, 1, 3]\"")
            );
        }
        let (mut items, mut gaps, mut beginnings) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            self.skip_blanks();
            let Some(c) = self.peek().filter(|&c| Some(c) != close) else { break };
            self.words += 1;
            if self.words > MOST {
                return Err(self.expected("at most 2 million words, or numbers only"));
            }
            beginnings.push((is_bracket(c), matches!(c, '"' | '\'')));
            items.push(self.node(depth)?);
            gaps.push(self.gap(close)?);
        }
        if beginnings.iter().any(|beginning| *beginning != beginnings[0]) && !is_named {
            let expected =
                "nothing outside the brackets and quotes of a board, such as \"[2, 4, 1, 3]\"";
            return Err(self.expected(expected));
        }
        let has_entries = items.iter().any(|item| matches!(item, Node::Entry(_)));
        if has_entries && close.is_some() && gaps[..gaps.len() - 1].contains(&Gap::Blank) {
            return Err(self.expected("a comma between the fields of an object"));
        }
        // A last sign separates nothing: it must end a statement, or a line before a closing bracket.
        if let Some(last) = gaps.pop().filter(|last| last.is_sign()) {
            let ends_statement = close.is_none()
                && last != Gap::Comma
                && !matches!(items.last(), Some(Node::Word { .. }));
            let before = self.text[..self.at].trim_end();
            let ends_line = last == Gap::Comma && self.text[before.len()..self.at].contains('\n');
            let is_other = gaps.first().is_some_and(|first| *first != last);
            if !ends_statement && (close.is_none() || !ends_line || is_other) {
                return Err(self.expected("no separator after the last part of a board"));
            }
        }
        let divider = if gaps.contains(&Gap::Line) { Gap::Line } else { Gap::Semicolon };
        let mut others = gaps.iter().filter(|&&gap| gap != divider);
        let first = others.next();
        if others.any(|gap| Some(gap) != first) {
            return Err(self.expected("one separator between all rows of a board"));
        }
        if first.is_none() || !gaps.contains(&divider) {
            return Ok(items);
        }
        let mut lines = vec![Vec::new()];
        for (place, item) in items.into_iter().enumerate() {
            lines.last_mut().expect("a line").push(item);
            if gaps.get(place) == Some(&divider) {
                lines.push(Vec::new());
            }
        }
        let list = |items: Vec<Node>| {
            let span = items[0].span().start..items[items.len() - 1].span().end;
            Node::List { span, name: None, open: ' ', items }
        };
        Ok(lines.into_iter().filter(|line| !line.is_empty()).map(list).collect())
    }

    /// What follows an item.
    fn gap(&mut self, close: Option<char>) -> Result<Gap, Invalid> {
        let before = self.at;
        let is_closed = self.text[..before].ends_with([']', ')', '}']);
        self.skip_blanks();
        let blanks = &self.text[before..self.at];
        let gap = match self.peek() {
            Some(',') => Gap::Comma,
            Some(';') => Gap::Semicolon,
            Some('.') if is_closed && blanks.is_empty() => Gap::Stop,
            _ if close.is_none() && blanks.contains('\n') => Gap::Line,
            _ if close.is_none() && blanks.contains('\t') => Gap::Tab,
            _ => Gap::Blank,
        };
        let is_last = self.peek().is_none() || self.peek() == close;
        if gap.is_sign() {
            self.take(Role::Separator);
        } else if blanks.is_empty() && !is_closed && !is_last {
            return Err(match self.peek().filter(|&c| is_bracket(c)) {
                Some(_) => self.unbalanced(),
                None => self.expected("a blank or a comma between the parts of a board"),
            });
        }
        Ok(gap)
    }

    fn unbalanced(&self) -> Invalid {
        self.expected("matching brackets, such as \"[2, 4, 1, 3]\"")
    }

    /// An item, or a key and its value.
    fn node(&mut self, depth: usize) -> Result<Node, Invalid> {
        let key = self.item(depth)?;
        let before = self.at;
        self.skip_blanks();
        if !matches!(self.peek(), Some(':' | '=')) {
            self.at = before;
            return Ok(key);
        }
        self.take(Role::Separator);
        if self.peek() == Some('>') {
            self.take(Role::Separator);
        }
        self.skip_blanks();
        match self.peek() {
            None | Some(',' | ';' | ':' | '=') => Err(self.expected("a value after : and =")),
            Some(_) => Ok(Node::Entry(Box::new([key, self.item(depth)?]))),
        }
    }

    /// The list, string or word that begins here.
    fn item(&mut self, depth: usize) -> Result<Node, Invalid> {
        let start = self.at;
        match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote),
            Some(c) if closing(c).is_some() => self.list(None, c, depth),
            Some(c) if is_bracket(c) => Err(self.unbalanced()),
            _ => {
                let is_end = |c: char| {
                    is_separator(c) || is_bracket(c) || matches!(c, ';' | ':' | '=' | '"' | '\'')
                };
                self.at += self.rest().find(is_end).unwrap_or(self.rest().len());
                let span = start..self.at;
                match self.peek().filter(|&c| closing(c).is_some()) {
                    _ if span.is_empty() => Err(match self.peek() {
                        Some(':' | '=') => self.expected("a name before : and ="),
                        _ => Invalid::NotANumber { got: String::new() },
                    }),
                    Some(c) if is_name(&self.text[span.clone()]) => self.list(Some(span), c, depth),
                    _ => Ok(Node::Word { span, is_quoted: false }),
                }
            }
        }
    }

    fn list(&mut self, name: Option<Span>, open: char, depth: usize) -> Result<Node, Invalid> {
        let start = name.as_ref().map_or(self.at, |name| name.start);
        let close = closing(open);
        self.take(Role::Frame);
        let items = self.items(close, depth + 1, name.is_some())?;
        if self.peek() != close {
            return Err(self.unbalanced());
        }
        self.take(Role::Frame);
        Ok(Node::List { span: start..self.at, name, open, items })
    }

    /// The text up to the next quote that is not escaped.
    fn string(&mut self, quote: char) -> Result<Node, Invalid> {
        self.take(Role::Frame);
        let mut is_escaped = false;
        let is_end = |c: char| {
            let was_escaped = std::mem::replace(&mut is_escaped, false);
            is_escaped = c == '\\' && !was_escaped;
            c == quote && !was_escaped
        };
        let Some(length) = self.rest().find(is_end) else {
            return Err(self.expected("strings in quotes, such as [\".Q..\", \"...Q\"]"));
        };
        let span = self.at..self.at + length;
        self.at = span.end;
        self.take(Role::Frame);
        Ok(Node::Word { span, is_quoted: true })
    }
}

/// Whether a word before brackets is their name, such as `queen`, `np.array` or `vec!`.
fn is_name(word: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '!');
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.chars().all(is_inside)
}
