//! [`Kind`]: what a line is by itself. Which lines are a record depends on their kinds alone.

use super::caption::{Caption, captions};
use super::drawing::{self, Ruler, is_dashes, is_roof, is_rule};
use super::form::Notation;
use super::list::{is_bits, is_digits_board, names_queens};
use super::reader::{Frame, Reader};
use super::text::{is_whole_number, may_turn, number};
use super::tree;
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
    /// One of several lines of the same [`shape`] that are a board together.
    Part,
    /// A name and a value of an instance of CSPLib's problem 79.
    Csplib,
    /// A line of a SAT model; whether it ends it.
    Model { is_last: bool },
    /// A board, several boards, or anything else that is read by itself; whether it begins with a caption.
    Whole { has_caption: bool },
}

impl Kind {
    /// The kind of a line that is not blank, in input of this notation.
    pub(super) fn of(line: &str, notation: Option<Notation>) -> Kind {
        use Notation::*;
        let kind = Kind::detected(line, notation);
        let is_meant = match (notation, kind) {
            (None | Some(Json | Csv | Sat), _) | (_, Kind::Note | Kind::Heading) => true,
            (Some(Matrix | Drawing), kind) => kind != Kind::Part,
            (Some(ColumnRow | RowColumn | Chess), Kind::Part) => true,
            (Some(OneLine), Kind::Part) => shape(line).contains(['=', ':']),
            _ => false,
        };
        if is_meant { kind } else { Kind::Whole { has_caption: false } }
    }

    fn detected(line: &str, notation: Option<Notation>) -> Kind {
        let text = line.trim();
        let is_grid = matches!(notation, Some(Notation::Matrix | Notation::Drawing));
        let is_ruler = || {
            let is_list = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
            let is_wide = |ruler: Ruler| ruler.labels.len() > 2 && !is_list;
            let ruler = Ruler::read(line, 0..line.len());
            ruler.is_some_and(|ruler| line.starts_with(char::is_whitespace) || is_wide(ruler))
        };
        if is_rule(text) {
            return Kind::Edge;
        }
        let captions = || captions(text, 0..text.len());
        if text.starts_with('{') && !is_note(text) {
            // Objects have captions of their own.
            return squares(line).unwrap_or(Kind::Whole { has_caption: false });
        }
        let in_bars = text.contains(drawing::is_bar).then(|| squares(line)).flatten();
        in_bars
            .or_else(|| note(text, &captions()))
            .or_else(|| model(line, notation == Some(Notation::Sat)))
            .or_else(|| (is_dashes(text) || is_ruler()).then_some(Kind::Edge))
            .or_else(|| squares(line).filter(|_| is_grid))
            .or_else(|| {
                let shape = shape(text);
                SHAPES.split(' ').any(|one| one == shape).then_some(Kind::Part)
            })
            .or_else(|| squares(line))
            .or_else(|| is_roof(text).then_some(Kind::Edge))
            .unwrap_or_else(|| Kind::Whole { has_caption: !captions().is_empty() })
    }
}

/// A line of a drawing, or of marks with commas or in brackets, as loops in C and Python print it.
fn squares(line: &str) -> Option<Kind> {
    let listed = || {
        let text = line.trim().trim_end_matches([',', ';', '.']).trim();
        let may_be = text.contains([',', '[', '(', '{']) && !text.contains([':', '=']);
        may_be.then_some(())?;
        let (node, _) = tree::parse(text, 0..text.len()).ok()?;
        let frame = Frame { first: 1, largest: 1, is_partial: false };
        let reader = Reader { text, notation: None, frame, has_zero_gaps: false, size: None };
        let cells = reader.cells(match node.items() {
            [line] => line,
            _ => &node,
        })?;
        (cells.len() > 1).then_some((cells.len(), false))
    };
    let (count, is_framed) = drawing::squares(line).or_else(listed)?;
    Some(Kind::Squares { count, is_framed })
}

/// The shapes of lines that have a number, a square, a pair or an assignment each.
const SHAPES: &str =
    "9 [9] (9) s 9_9 9,9 (9,9) (9_9) [9,9] [9_9] q(9,9) s=9 s:9 a=9 a:9 q[9]=9 q[9]:9 9=9 9:9";

/// A line without its end and blanks around signs. `9` stands for a number, `s` for a chess square, `q` for the name of
/// queens, `a` for that of one queen, and `_` for blanks between two of these. A board is not a number. Longer shapes than
/// those of the table are not complete.
pub(super) fn shape(line: &str) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || "._+".contains(c);
    let line = line.trim().trim_end_matches([',', ';']);
    let mut rest = if line.ends_with(").") { &line[..line.len() - 1] } else { line };
    let (mut shape, mut has_gap) = (String::new(), false);
    while let Some(c) = rest.chars().next().filter(|_| shape.len() < 7) {
        let length = rest.find(|c| !is_inside(c)).unwrap_or(rest.len()).max(c.len_utf8());
        let word = &rest[..length];
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_board = is_digits_board(word) || word.len() > 3 && is_bits(word);
        let kind = match () {
            () if is_board => word,
            () if number(word).is_some() || word.len() == 3 && is_bits(word) => "9",
            () if parse_square(word).is_some() => "s",
            () if names_queens(word) => "q",
            () if names_queens(name.trim_end_matches('_')) => "a",
            () => word.trim(),
        };
        let is_gap = has_gap && is_inside(c) && shape.ends_with(is_inside);
        shape.push_str(if is_gap { "_" } else { "" });
        shape.push_str(kind);
        has_gap = c.is_whitespace();
        rest = &rest[length..];
    }
    shape
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

/// Beginnings of lines that say nothing about a board, with single blanks; `$` is the end of the line.
const NOTES: &str = "Solving...$|SATISFIABLE$|s SATISFIABLE$|SAT$|sat$|OPTIMUM FOUND$|==========$|true.$|false.$|\
    N-Queens demonstration$|Enter size of the board |2 = only nonisomorphic solutions|\
    Answer$|clingo version |Reading from |Models |Calls |Time |CPU Time |Threads |Optimization: |\
    {\"type\": \"status\"|{\"type\":\"status\"|{\"type\": \"statistics\"|{\"type\":\"statistics\"";

fn is_note(text: &str) -> bool {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ") + "$";
    NOTES.split('|').any(|note| line.starts_with(note))
}

/// A note or a heading.
fn note(text: &str, captions: &[Caption]) -> Option<Kind> {
    // A block of code in Markdown.
    let is_fence = || {
        text.strip_prefix("```").is_some_and(|language| language.chars().all(char::is_alphabetic))
    };
    if is_note(text) || is_fence() {
        return Some(Kind::Note);
    }
    const HEADINGS: [&str; 7] =
        ["solution", "answer", "answer:", "board", "puzzle", "result", "soln"];
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let is_number = |word: &String| is_whole_number(word.trim_matches(['#', '.']));
    let is_named =
        words.len() < 3 && HEADINGS.contains(&&*words[0]) && words[1..].iter().all(is_number);
    let is_empty = |caption: &Caption| text[caption.rest.clone()].trim().is_empty();
    let has_letter = text.contains(char::is_alphabetic);
    // `#1`, `000001 :`, `100th solution is=`.
    let numbered = text.strip_prefix('#').or(text.strip_suffix(':').map(str::trim_end));
    let is_numbered =
        numbered.or(text.strip_suffix("th solution is=")).is_some_and(is_whole_number);
    if is_named || is_numbered || has_letter && captions.iter().any(is_empty) {
        return Some(Kind::Heading);
    }
    let is_comment = text.starts_with(['%', '#']) || text.starts_with("//");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let has_words =
        words.any(|word| word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic));
    let is_note = is_comment && has_words && captions.iter().all(is_empty) && !may_turn(text);
    (is_note && drawing::squares(text).is_none()).then_some(Kind::Note)
}

/// Values or comments of a SAT solver. If its notation is named, the values may be without their letter.
fn model(line: &str, is_named: bool) -> Option<Kind> {
    let text = line.trim();
    let mut words = text.split_whitespace();
    let has_words = || text.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let is_literal = |word: Option<&str>| word.is_some_and(|word| word.parse::<i32>().is_ok());
    let first = words.next()?;
    if first == "c" && (is_named || line.starts_with('c') && has_words()) {
        return Some(Kind::Note);
    }
    let is_last = first == "0" || text.ends_with(']') || text.ends_with(" 0");
    (is_named || first == "v" && is_literal(words.next())).then_some(Kind::Model { is_last })
}
