//! [`Records`]: splits input into records, each the text of a board or of the boards of a line.

use super::caption::{captions, label};
use super::drawing::{Ruler, is_dashes};
use super::form::Notation;
use super::line::{Kind, begins_csplib, continues_csplib, shape};
use super::plain::is_simple;
use super::reading::{Reading, Record, hint};
use super::table::{self, Column};
use super::text::{BYTE_ORDER_MARK, not_text};
use super::tree;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

/// Splits input into records for a [`Reading`]. Cheap: for most records it only looks for the end of a line.
///
/// A record is a line, with these exceptions. A matrix or drawing takes as many lines as a line has squares; one with
/// rules, bars or labels ends at a blank line. A drawing below a labelled board belongs to its record. Adjacent lines of
/// one number, square, pair or assignment each are one record. If a bracket is open at the end of a line, the record
/// continues on the next line, provided that line is indented or begins with a closing bracket, or the current one ends
/// with a comma, a colon or an opening bracket. Each element of an array of boards or objects is a record. Below a CSV
/// header, the boards in the columns `queens` or `q1` … `qN` are the records. A SAT model ends at a 0 or a blank line. Blank
/// lines, comments and headings are skipped. A drawing and another board have a blank line between them.
///
/// Memory is bounded by the longest record, and for an array by its length, up to 128 MiB.
#[derive(Debug)]
pub struct Records<'a> {
    lines: Lines<'a>,
    reading: Reading,
    /// Whether records are boards rather than conditions.
    are_boards: bool,
    /// An array, and the lines and ranges of its elements.
    array: String,
    elements: Elements,
    /// The columns of CSV.
    column: Option<Column>,
    is_below_start: bool,
    /// The heading above the next record, as a record that is an error if the heading is numbered, and the size that
    /// headings give.
    heading: Option<Record>,
    size: Option<usize>,
    /// Whether all records are drawings, or none.
    are_drawings: Option<bool>,
    has_records: bool,
}

/// The longest array, in bytes.
const LONGEST_ARRAY: usize = 1 << 27;

/// Why there is no record.
enum Failure {
    Input(io::Error),
    Invalid(Invalid),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Input(error)
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Failure {
        Failure::Invalid(error)
    }
}

impl<'a> Records<'a> {
    /// The length limit, in bytes, for boards up to N = 64: a JSON matrix with one number per line fits, as does a drawing
    /// with rules.
    pub const LONGEST: usize = 1 << 17;

    /// The records of an input. A record of more than `longest` bytes is an error.
    pub fn new(input: impl Read + 'a, reading: Reading, longest: usize) -> Self {
        Records {
            lines: Lines::new(input, longest),
            reading,
            are_boards: true,
            array: String::new(),
            elements: VecDeque::new(),
            column: None,
            is_below_start: false,
            heading: None,
            size: None,
            are_drawings: None,
            has_records: false,
        }
    }

    /// The records of an input for [`ConditionList`](super::ConditionList): each line of conditions is one. The lines of an instance of
    /// CSPLib are one.
    pub fn of_partial_boards(input: impl Read + 'a, longest: usize) -> Self {
        Records { are_boards: false, ..Records::new(input, Reading::default(), longest) }
    }

    /// The next record; `None` at the end. After an invalid record, the records of the next lines are found.
    ///
    /// # Errors
    /// Those of the input.
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        loop {
            let line = self.lines.taken + 1;
            let (line, record) = match self.elements.pop_front() {
                Some((line, range)) => (line, Ok(Some(self.record(self.array[range].to_owned())))),
                None => (line, self.step()),
            };
            let record = match record {
                Ok(Some(heading)) if heading.line > 0 => return Ok(Some(heading)),
                Ok(Some(record)) => record,
                Ok(None) if self.lines.taken < line => return Ok(None),
                Ok(None) => continue,
                Err(Failure::Input(error)) => return Err(error),
                Err(Failure::Invalid(error)) => {
                    Record { text: Err(error), ..self.record(String::new()) }
                }
            };
            self.has_records = true;
            let above = self.heading.take().and_then(|heading| heading.label);
            let label = record.label.or(above);
            return Ok(Some(Record { line, label, ..record }));
        }
    }

    fn record(&self, text: String) -> Record {
        Record { line: 0, text: Ok(text), size: self.size, label: None, is_whole: false }
    }

    /// The record that begins with the next line; `None` for a line that is skipped, and at the end.
    fn step(&mut self) -> Result<Option<Record>, Failure> {
        let Some(mut text) = self.lines.take()? else {
            return Ok(self.heading.take().filter(|heading| heading.text.is_err()));
        };
        if text.trim().is_empty() {
            return Ok(None);
        }
        if !std::mem::replace(&mut self.is_below_start, true) {
            self.column = self.header(&text)?;
            if self.column.is_some() {
                return Ok(None);
            }
        }
        if let Some(column) = &self.column {
            let (cell, size, label) = column.cell(&text)?;
            let record = self.record(text[cell.clone()].to_owned());
            if !captions(&text, cell.clone()).is_empty() {
                return Err(unreadable("a board alone in its cell", &text[cell]).into());
            }
            let size = size.or(record.size);
            return Ok(Some(Record { size, label, is_whole: true, ..record }));
        }
        let is_list = self.reading.notation != Some(Notation::Sat) && is_simple(&text);
        let mut is_drawing = false;
        if !is_list {
            if self.are_boards || !begins_csplib(&text) {
                self.join(&mut text)?;
            }
            if let Some(elements) = self.divide(&text)? {
                (self.elements, self.array) = (elements, text);
                return Ok(None);
            }
            match self.kind(&text) {
                Kind::Note => return Ok(None),
                Kind::Heading => return Ok(self.head(&text)),
                kind => is_drawing = self.group(kind, &mut text)?,
            }
            // MiniZinc's line below a solution.
            if !is_drawing && is_dashes(&text) {
                return Ok(None);
            }
        }
        if *self.are_drawings.get_or_insert(is_drawing) != is_drawing {
            let expected = "drawings or other boards, not both, which may show the same boards";
            return Err(unreadable(expected, text.trim()).into());
        }
        // A board of one or two columns is read if it is all of the input.
        let is_small = !self.has_records && self.are_boards && self.reading.rows(&text, 2).is_ok();
        // Drawings end with a blank line.
        if is_small && matches!(self.lines.peek()?, Some(Ok(line)) if line.trim().is_empty()) {
            self.lines.take()?;
        }
        let is_whole = is_small && self.lines.peek()?.is_none();
        Ok(Some(Record { is_whole, ..self.record(text) }))
    }

    /// The columns of CSV, if the first line is their header.
    fn header(&self, text: &str) -> Result<Option<Column>, Invalid> {
        let is_named = self.reading.notation == Some(Notation::Csv);
        // A line that is all of the input is not a header.
        let may_be_one = self.reading.notation.is_none() && text.ends_with('\n');
        let name = if self.are_boards { table::QUEENS } else { table::CONDITIONS };
        let is_tried = is_named || may_be_one && !text.trim_start().starts_with(['[', '{']);
        if is_tried { Column::find(text, name, is_named) } else { Ok(None) }
    }

    /// Takes more lines while a bracket is open.
    fn join(&mut self, text: &mut String) -> Result<(), Failure> {
        // Nearly always enough, and ten times as fast.
        if tree::seems_closed(text) {
            return Ok(());
        }
        let mut depth = tree::depth_after(0, text);
        while depth > 0 {
            let is_joined = text.trim_end().ends_with([',', ':', '[', '(', '{']);
            let is_next = |line: &str| is_joined || line.starts_with([' ', '\t', ']', ')', '}']);
            match self.lines.peek()? {
                Some(Ok(line)) if is_next(line) => depth = tree::depth_after(depth, line),
                _ => return Err(hint(text).unwrap_or_else(unclosed).into()),
            }
            self.lines.append(text)?;
        }
        Ok(())
    }

    /// The elements of a JSON array of boards, and their lines. `None` for other texts, such as pairs and the lines of a
    /// matrix.
    fn divide(&self, text: &str) -> Result<Option<Elements>, Invalid> {
        if !is_array(text.as_bytes()) {
            return Ok(None);
        }
        let elements: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(elements) => elements,
            Err(_) if text.contains('"') => return Err(unclosed()),
            Err(_) => return Ok(None),
        };
        let kind = elements.first().map(|first| self.kind(first.get()));
        // One of two lists may be the columns of a board.
        let is_ascending = |element: &&RawValue| {
            serde_json::from_str(element.get()).is_ok_and(|rows: Vec<u64>| rows.is_sorted())
        };
        let may_be_one = elements.len() == 2 && elements.iter().any(is_ascending);
        if matches!(kind, Some(Kind::Squares { .. } | Kind::Part)) || may_be_one {
            return Ok(None);
        }
        let count = |part: &str| part.matches('\n').count() as u64;
        let (mut line, mut end) = (self.lines.taken - count(text.trim_end()), 0);
        let placed = elements.iter().map(|element| {
            let start = end + text[end..].find(element.get()).unwrap_or_default();
            let first = line + count(&text[end..start]);
            line = first + count(element.get());
            end = start + element.get().len();
            (first, start..end)
        });
        Ok(Some(placed.collect()))
    }

    fn kind(&self, line: &str) -> Kind {
        match Kind::of(line, self.reading.notation) {
            _ if !self.are_boards && begins_csplib(line) => Kind::Csplib,
            // Each line of conditions is a record.
            Kind::Part if !self.are_boards && shape(line) != "9" => {
                Kind::Whole { has_caption: false }
            }
            kind => kind,
        }
    }

    /// Reads a heading. A numbered one needs a board before the next; returns it if it has none.
    fn head(&mut self, text: &str) -> Option<Record> {
        self.has_records = true;
        let text = text.trim();
        let captions = captions(text, 0..text.len());
        let size = captions.into_iter().find_map(|caption| caption.size);
        self.size = size.or(self.size);
        let number = text.trim_start_matches('#').trim_end_matches([':', '.', ' ']);
        let is_numbered = size.is_none() && number.ends_with(|c: char| c.is_ascii_digit());
        let label = label(&format!("{}:", text.trim_end_matches(':')))
            .or_else(|| is_numbered.then(|| number.to_owned()));
        let content = if is_numbered { Err(no_board(text)) } else { Ok(String::new()) };
        let (line, record) = (self.lines.taken, self.record(String::new()));
        self.heading
            .replace(Record { line, label, text: content, ..record })
            .filter(|before| is_numbered && before.text.is_err())
    }

    /// Takes the other lines of a record. Returns whether it is a drawing.
    fn group(&mut self, first: Kind, text: &mut String) -> Result<bool, Failure> {
        if first == (Kind::Whole { has_caption: false }) {
            return Ok(false);
        }
        let is_ruler = |line: &str| Ruler::read(line, 0..line.len()).is_some();
        let shape_of_first = (first == Kind::Part).then(|| shape(text));
        let mut drawing = Drawing::default();
        drawing.add(first);
        loop {
            let next = match self.lines.peek()? {
                Some(Ok(line)) if !line.trim().is_empty() => line.clone(),
                _ => break,
            };
            let kind = self.kind(&next);
            let has_caption = first == Kind::Whole { has_caption: true };
            let is_drawn = matches!(first, Kind::Squares { .. } | Kind::Edge);
            let is_next = match kind {
                _ if first == Kind::Csplib => continues_csplib(&next),
                Kind::Part if first == Kind::Part => Some(shape(&next)) == shape_of_first,
                Kind::Note | Kind::Model { .. } if matches!(first, Kind::Model { .. }) => {
                    !drawing.is_last
                }
                Kind::Squares { .. } => (is_drawn || has_caption) && !drawing.is_complete(),
                Kind::Edge if drawing.is_empty() => {
                    has_caption && !is_dashes(&next)
                        || is_drawn && !(is_ruler(&next) && is_ruler(text))
                }
                Kind::Edge => is_drawn || has_caption,
                Kind::Whole { .. } | Kind::Part => {
                    is_drawn && is_ruler(&next) && !drawing.is_empty()
                }
                _ => false,
            };
            if !is_next {
                break;
            }
            drawing.add(kind);
            self.lines.append(text)?;
        }
        Ok(drawing.rows > 0)
    }
}

/// The lines and the ranges of the elements of an array.
type Elements = VecDeque<(u64, Range<usize>)>;

/// The lines of a drawing so far.
#[derive(Debug, Default)]
struct Drawing {
    rows: usize,
    width: usize,
    is_framed: bool,
    /// Whether a model has ended.
    is_last: bool,
}

impl Drawing {
    fn add(&mut self, kind: Kind) {
        match kind {
            Kind::Squares { count, is_framed } => {
                (self.rows, self.width) = (self.rows + 1, count);
                self.is_framed |= is_framed;
            }
            Kind::Edge => self.is_framed = true,
            Kind::Model { is_last } => self.is_last = is_last,
            _ => {}
        }
    }

    fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether another board can begin on the next line.
    fn is_complete(&self) -> bool {
        self.rows > 0 && self.rows == self.width && !self.is_framed
    }
}

/// Reads lines with their ends.
struct Lines<'a> {
    input: BufReader<Box<dyn Read + 'a>>,
    longest: usize,
    /// The next line if it was read.
    ahead: Option<Result<String, Invalid>>,
    taken: u64,
    /// Whether the line before was too long, and its rest is unread.
    is_inside: bool,
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("taken", &self.taken).finish_non_exhaustive()
    }
}

impl<'a> Lines<'a> {
    fn new(input: impl Read + 'a, longest: usize) -> Self {
        let input = BufReader::with_capacity(1 << 16, Box::new(input) as Box<dyn Read>);
        Lines { input, longest, ahead: None, taken: 0, is_inside: false }
    }

    /// The next line; `None` at the end.
    fn peek(&mut self) -> io::Result<Option<&Result<String, Invalid>>> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref())
    }

    fn take(&mut self) -> Result<Option<String>, Failure> {
        let line = match self.ahead.take() {
            Some(line) => Some(line),
            None => self.read()?,
        };
        self.taken += u64::from(line.is_some());
        Ok(line.transpose()?)
    }

    /// Appends the next line, if there is one.
    fn append(&mut self, text: &mut String) -> Result<(), Failure> {
        text.push_str(&self.take()?.unwrap_or_default());
        let longest = if is_array(text.as_bytes()) { LONGEST_ARRAY } else { self.longest };
        if text.len() > longest + 1 { Err(Invalid::TooLong { longest }.into()) } else { Ok(()) }
    }

    fn read(&mut self) -> io::Result<Option<Result<String, Invalid>>> {
        if std::mem::take(&mut self.is_inside) {
            self.input.skip_until(b'\n')?;
        }
        let (mut line, mut longest) = (Vec::new(), self.longest);
        for limit in [self.longest, LONGEST_ARRAY] {
            let more = (limit + 1).saturating_sub(line.len()) as u64;
            self.input.by_ref().take(more).read_until(b'\n', &mut line)?;
            longest = limit;
            if line.len() <= limit || line.ends_with(b"\n") || !is_array(&line) {
                break;
            }
        }
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() > longest && !line.ends_with(b"\n") {
            self.is_inside = true;
            return Ok(Some(Err(Invalid::TooLong { longest })));
        }
        let line = String::from_utf8(line).map_err(|error| not_text(error.as_bytes()));
        Ok(Some(line.map(|line| match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if self.taken == 0 => rest.to_owned(),
            _ => line,
        })))
    }
}

/// Whether text is a list that begins with another, or with an object.
fn is_array(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start().strip_prefix(b"[");
    inside
        .is_some_and(|inside| matches!(inside.trim_ascii_start().first(), Some(b'[' | b'{' | b'(')))
}

fn no_board(heading: &str) -> Invalid {
    let got = format!("only the heading {:?}", shortened(heading));
    Invalid::Unreadable { expected: "a board below its heading", got }
}

fn unclosed() -> Invalid {
    let expected = "matching brackets, and commas between the elements of an array";
    Invalid::Unreadable { expected, got: "an unclosed one".to_owned() }
}
