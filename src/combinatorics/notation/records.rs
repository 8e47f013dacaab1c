//! [`Records`]: splits input into records, each the text of a board or of the boards of a line.

use super::drawing::{Ruler, is_dashes};
use super::form::Notation;
use super::line::{Kind, Part, begins_csplib, continues_csplib};
use super::plain::is_simple;
use super::reading::{Reading, Record};
use super::table::{self, Column};
use super::text::{BYTE_ORDER_MARK, not_text};
use super::tree;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use serde_json::value::RawValue;
use std::collections::VecDeque;
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
pub struct Records<R> {
    lines: Lines<R>,
    reading: Reading,
    /// Whether records are boards rather than conditions.
    are_boards: bool,
    /// An array, its first byte, and its elements.
    array: (String, u64),
    elements: Elements,
    /// The columns of CSV, and the size in the cell of the record.
    column: Option<Column>,
    cell_size: Option<usize>,
    is_below_start: bool,
    /// The numbered heading whose board is missing, and the size that headings give.
    heading: Option<String>,
    size: Option<usize>,
    /// Whether lines before the record consist of blanks, which may be rows of a drawing.
    follows_blanks: bool,
    /// Whether the record directly above is a drawing.
    above: Option<bool>,
    /// Whether the record before is a drawing, and whether it may be the names of columns.
    before: (bool, bool),
    has_records: bool,
    /// Whether the record is a small board and the whole input.
    is_only: bool,
}

/// The longest array, in bytes.
const LONGEST_ARRAY: usize = 1 << 27;

impl<R: Read> Records<R> {
    /// The length limit, in bytes, for boards up to N = 64: a JSON matrix with one number per line fits, as does a drawing
    /// with rules.
    pub const LONGEST: usize = 1 << 17;

    /// The records of an input. A record of more than `longest` bytes is an error.
    pub fn new(input: R, reading: Reading, longest: usize) -> Self {
        Records {
            lines: Lines::new(input, longest),
            reading,
            are_boards: true,
            array: (String::new(), 0),
            elements: VecDeque::new(),
            column: None,
            cell_size: None,
            is_below_start: false,
            heading: None,
            size: None,
            follows_blanks: false,
            above: None,
            before: (false, false),
            has_records: false,
            is_only: false,
        }
    }

    /// The records of an input for [`ConditionList`](super::ConditionList): each line of conditions is one. The lines of an instance of
    /// CSPLib are one.
    pub fn of_partial_boards(input: R, longest: usize) -> Self {
        Records { are_boards: false, ..Records::new(input, Reading::default(), longest) }
    }

    /// The next record; `None` at the end. After an invalid record, the records of the next lines are found.
    ///
    /// # Errors
    /// Those of the input.
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        loop {
            if let Some((line, range)) = self.elements.pop_front() {
                let start = self.array.1 + range.start as u64;
                return Ok(Some(self.record(line, start, Ok(self.array.0[range].to_owned()))));
            }
            let (line, start) = (self.lines.taken + 1, self.lines.start);
            let record = match self.lines.take()? {
                Some(Ok(text)) => self.step(text, start)?,
                Some(Err(error)) => Err(error),
                None => match self.heading.take() {
                    Some(heading) => Err(no_board(&heading)),
                    None => return Ok(None),
                },
            };
            match record {
                Ok(None) => {}
                Ok(Some((text, start))) => return Ok(Some(self.record(line, start, Ok(text)))),
                Err(error) => return Ok(Some(self.record(line, start, Err(error)))),
            }
        }
    }

    fn record(&mut self, line: u64, start: u64, text: Result<String, Invalid>) -> Record {
        let size = self.cell_size.take().or(self.size);
        (self.heading, self.has_records) = (None, true);
        Record { line, start, text, size, is_whole: self.column.is_some() || self.is_only }
    }

    /// The text of the record that begins with a line, and its first byte; `None` for a line that is skipped.
    fn step(&mut self, mut text: String, start: u64) -> io::Result<Result<Found, Invalid>> {
        if text.trim_ascii().is_empty() {
            self.follows_blanks |= text.contains([' ', '\t']);
            self.above = None;
            return Ok(Ok(None));
        }
        let follows_blanks = std::mem::take(&mut self.follows_blanks);
        if !std::mem::replace(&mut self.is_below_start, true) {
            match self.header(&text) {
                Ok(None) => {}
                Ok(column) => {
                    self.column = column;
                    return Ok(Ok(None));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
        if let Some(column) = &self.column {
            let cell = column.cell(&text);
            return Ok(cell.map(|(cell, size)| {
                self.cell_size = size;
                Some((text[cell.clone()].to_owned(), start + cell.start as u64))
            }));
        }
        let above = self.above.take();
        let is_list = self.reading.notation != Some(Notation::Sat) && is_simple(&text);
        let mut is_drawing = false;
        if !is_list {
            if (self.are_boards || !begins_csplib(&text))
                && let Err(error) = self.join(&mut text)?
            {
                return Ok(Err(error));
            }
            match self.divide(&text) {
                Ok(None) => {}
                Ok(Some(elements)) => {
                    (self.elements, self.array) = (elements, (text, start));
                    return Ok(Ok(None));
                }
                Err(error) => return Ok(Err(error)),
            }
            match self.kind(&text) {
                Kind::Note => return Ok(Ok(None)),
                Kind::Heading => return Ok(self.head(&text)),
                kind => match self.group(kind, &mut text, follows_blanks)? {
                    // MiniZinc's line below a solution.
                    Ok(false) if kind == Kind::Edge && is_dashes(&text) => return Ok(Ok(None)),
                    Ok(is_drawn) => is_drawing = is_drawn,
                    Err(error) => return Ok(Err(error)),
                },
            }
        }
        self.above = Some(is_drawing);
        if above.is_some_and(|above| above != is_drawing) {
            let expected = "a blank line between a drawing and another board";
            return Ok(Err(unreadable(expected, text.trim())));
        }
        let (was_drawing, was_names) =
            std::mem::replace(&mut self.before, (is_drawing, !is_drawing && may_be_names(&text)));
        if is_drawing && was_names || was_drawing && self.before.1 {
            let expected = "the names of columns next to their drawing, not after a blank line";
            return Ok(Err(unreadable(expected, text.trim())));
        }
        self.is_only = self.is_only(&text)?;
        Ok(Ok(Some((text, start))))
    }

    /// Whether a board of one or two columns is all of the input but for blanks, of which at most as many are read as a
    /// record is long.
    fn is_only(&mut self, text: &str) -> io::Result<bool> {
        let is_small = || self.reading.rows(text, 2).is_ok();
        if self.has_records || !self.are_boards || text.len() > 80 || !is_small() {
            return Ok(false);
        }
        let mut left = self.lines.longest;
        while let Some(line) = self.lines.peek()? {
            let Ok(blank) = line.as_ref().map(String::len) else { return Ok(false) };
            let is_blank = line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty());
            if !is_blank || blank > left {
                return Ok(false);
            }
            left -= blank;
            self.lines.take()?;
        }
        Ok(true)
    }

    /// The columns of CSV, if the first line is their header.
    fn header(&self, text: &str) -> Result<Option<Column>, Invalid> {
        let is_named = self.reading.notation == Some(Notation::Csv);
        let is_list = || text.trim_start().starts_with(['[', '{']);
        // A line that is all of the input is not a header.
        let may_be_named = self.reading.notation.is_none() && text.ends_with('\n');
        let name = if self.are_boards { table::QUEENS } else { table::CONDITIONS };
        if is_named || may_be_named && !is_list() {
            Column::find(text, name, is_named)
        } else {
            Ok(None)
        }
    }

    /// Takes more lines while a bracket is open.
    fn join(&mut self, text: &mut String) -> io::Result<Result<(), Invalid>> {
        // Nearly always enough, and ten times as fast.
        if tree::seems_closed(text) {
            return Ok(Ok(()));
        }
        let mut depth = tree::depth_after(0, text);
        while depth > 0 {
            let is_joined = text.trim_end().ends_with([',', ':', '[', '(', '{']);
            let is_next = |line: &str| is_joined || line.starts_with([' ', '\t', ']', ')', '}']);
            match self.lines.peek()? {
                Some(Ok(line)) if is_next(line) => depth = tree::depth_after(depth, line),
                _ => return Ok(Err(unclosed())),
            }
            if let Err(error) = self.lines.append(text)? {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
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
        if let Some(Kind::Squares { .. } | Kind::Part(_)) = kind {
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
        if !self.are_boards && begins_csplib(line) {
            return Kind::Part(Part::Csplib);
        }
        match Kind::of(line, self.reading.notation) {
            Kind::Part(Part::Assignment | Part::Pair | Part::Square) if !self.are_boards => {
                Kind::Whole { has_caption: false }
            }
            kind => kind,
        }
    }

    /// Reads a heading. A numbered one needs a board before the next.
    fn head(&mut self, text: &str) -> Result<Option<(String, u64)>, Invalid> {
        self.has_records = true;
        self.size = super::caption::captions(text, 0..text.len())
            .into_iter()
            .find_map(|caption| caption.size)
            .or(self.size);
        let is_numbered =
            text.trim_end().trim_end_matches([':', '.']).ends_with(|c: char| c.is_ascii_digit());
        match self.heading.replace(text.trim().to_owned()).filter(|_| is_numbered) {
            Some(before) => Err(no_board(&before)),
            None => {
                self.heading = self.heading.take().filter(|_| is_numbered);
                Ok(None)
            }
        }
    }

    /// Takes the other lines of a record. Returns whether it is a drawing.
    fn group(
        &mut self,
        first: Kind,
        text: &mut String,
        follows_blanks: bool,
    ) -> io::Result<Result<bool, Invalid>> {
        let mut drawing = Drawing::default();
        drawing.add(first);
        loop {
            let next = match self.lines.peek()? {
                Some(Ok(line)) if line.trim_ascii().is_empty() => {
                    let is_row = first == Kind::Part(Part::Queens) && line.contains([' ', '\t']);
                    if is_row { return Ok(Err(row_of_blanks())) } else { break }
                }
                Some(Ok(line)) => line.clone(),
                _ => break,
            };
            let kind = self.kind(&next);
            let names_columns = || Ruler::read(&next, 0..next.len()).is_some();
            let is_next = match (first, kind) {
                (Kind::Part(Part::Csplib), _) => continues_csplib(&next),
                (Kind::Part(part), Kind::Part(other)) => part == other,
                (Kind::Model { is_last: false }, Kind::Note) => true,
                (Kind::Model { .. }, Kind::Model { .. }) => !drawing.is_last,
                (Kind::Whole { has_caption: true }, Kind::Edge) if drawing.is_empty() => {
                    !is_dashes(&next)
                }
                (
                    Kind::Whole { has_caption: true } | Kind::Squares { .. } | Kind::Edge,
                    Kind::Squares { .. },
                ) => !drawing.is_complete(),
                (Kind::Whole { has_caption: true }, Kind::Edge) => true,
                (Kind::Edge, Kind::Edge) if drawing.is_empty() => {
                    !(names_columns() && Ruler::read(text, 0..text.len()).is_some())
                }
                (Kind::Squares { .. } | Kind::Edge, Kind::Edge) => true,
                (
                    Kind::Squares { .. } | Kind::Edge,
                    Kind::Whole { .. } | Kind::Part(Part::Number),
                ) => names_columns() && !drawing.is_empty(),
                _ => false,
            };
            if !is_next {
                break;
            }
            drawing.add(kind);
            if let Err(error) = self.lines.append(text)? {
                return Ok(Err(error));
            }
        }
        let is_indented = text.starts_with(' ') && !text.trim_end().contains('\n');
        if first == Kind::Part(Part::Queens) && (follows_blanks || is_indented) {
            return Ok(Err(row_of_blanks()));
        }
        Ok(Ok(drawing.rows > 0 || first == Kind::Part(Part::Queens)))
    }
}

/// The text of a record and its first byte; `None` for a line that is skipped.
type Found = Option<(String, u64)>;

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
#[derive(Debug)]
struct Lines<R> {
    input: BufReader<R>,
    longest: usize,
    /// The next line if it was read.
    ahead: Option<Result<String, Invalid>>,
    /// The number of lines that were taken, and of their bytes.
    taken: u64,
    start: u64,
    /// The bytes of the next line.
    length: u64,
    /// Whether the line before was too long, and its rest is unread.
    is_inside: bool,
}

impl<R: Read> Lines<R> {
    fn new(input: R, longest: usize) -> Self {
        let input = BufReader::with_capacity(1 << 16, input);
        Lines { input, longest, ahead: None, taken: 0, start: 0, length: 0, is_inside: false }
    }

    /// The next line; `None` at the end.
    fn peek(&mut self) -> io::Result<Option<&Result<String, Invalid>>> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref())
    }

    fn take(&mut self) -> io::Result<Option<Result<String, Invalid>>> {
        let line = match self.ahead.take() {
            Some(line) => Some(line),
            None => self.read()?,
        };
        self.taken += u64::from(line.is_some());
        self.start += std::mem::take(&mut self.length);
        Ok(line)
    }

    /// Appends the next line, if there is one.
    fn append(&mut self, text: &mut String) -> io::Result<Result<(), Invalid>> {
        Ok(match self.take()? {
            Some(Ok(line)) => {
                text.push_str(&line);
                let longest = if is_array(text.as_bytes()) { LONGEST_ARRAY } else { self.longest };
                if text.len() > longest + 1 { Err(Invalid::TooLong { longest }) } else { Ok(()) }
            }
            Some(Err(error)) => Err(error),
            None => Ok(()),
        })
    }

    fn read(&mut self) -> io::Result<Option<Result<String, Invalid>>> {
        let skipped = if self.is_inside { self.input.skip_until(b'\n')? as u64 } else { 0 };
        self.start += skipped;
        self.is_inside = false;
        let mut line = Vec::new();
        let mut longest = self.longest;
        for limit in [self.longest, LONGEST_ARRAY] {
            let more = (limit + 1).saturating_sub(line.len()) as u64;
            self.input.by_ref().take(more).read_until(b'\n', &mut line)?;
            longest = limit;
            if line.len() <= limit || line.ends_with(b"\n") || !is_array(&line) {
                break;
            }
        }
        self.length = line.len() as u64;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() > longest && !line.ends_with(b"\n") {
            self.is_inside = true;
            return Ok(Some(Err(Invalid::TooLong { longest })));
        }
        let line = String::from_utf8(line).map_err(|error| not_text(error.as_bytes()));
        let is_marked = |line: &String| self.taken == 0 && line.starts_with(BYTE_ORDER_MARK);
        Ok(Some(line.map(|mut line| {
            if is_marked(&line) {
                line.replace_range(..BYTE_ORDER_MARK.len_utf8(), "");
                self.start = BYTE_ORDER_MARK.len_utf8() as u64;
                self.length -= self.start;
            }
            line
        })))
    }
}

/// Whether a line names columns.
fn may_be_names(text: &str) -> bool {
    let text = text.trim_ascii();
    let ends = [text.as_bytes().first(), text.as_bytes().last()];
    let is_first = |end: &Option<&u8>| matches!(end, Some(b'0' | b'1' | b'a' | b'A'));
    let is_near = || {
        ["1 2", "1,", "0 1", "0,", "a", "A"].iter().any(|start| text.starts_with(start))
            || ["2 1", "1 0", ",1", ",0", "a", "A"].iter().any(|end| text.ends_with(end))
            || !text.contains(' ')
    };
    ends.iter().any(is_first) && is_near() && Ruler::read(text, 0..text.len()).is_some()
}

/// Whether text is a list that begins with another, or with an object.
fn is_array(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start().strip_prefix(b"[");
    inside
        .is_some_and(|inside| matches!(inside.trim_ascii_start().first(), Some(b'[' | b'{' | b'(')))
}

/// The error for a heading without a board.
fn no_board(heading: &str) -> Invalid {
    let got = format!("only the heading {:?}", shortened(heading));
    Invalid::Unreadable { expected: "a board below its heading", got }
}

fn row_of_blanks() -> Invalid {
    let expected = "a queen in each row of a drawing with blanks, or marks for empty squares";
    Invalid::Unreadable { expected, got: "a row of blanks".to_owned() }
}

fn unclosed() -> Invalid {
    let expected = "matching brackets, and commas between the elements of an array";
    Invalid::Unreadable { expected, got: "an unclosed one".to_owned() }
}
