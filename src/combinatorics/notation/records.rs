//! [`Records`]: splits input into records, each the text of a board or of the boards of a line.

use super::condition_list::ConditionList;
use super::fields::{self, Column};
use super::form::Notation;
use super::grid::{may_be_board, names};
use super::lines::{self, BYTE_ORDER_MARK, Kind, Part, not_text};
use super::list;
use super::reading::Reading;
use super::tree;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::numbers::BoardSize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

/// Splits input into records for a [`Reading`]. Cheap: for most records it only looks for the end of a line.
///
/// A record is a line, with these exceptions. A matrix or drawing takes as many lines as a line has squares, and its
/// rules and column names. A drawing below a labelled board belongs to its record. Lines of one number, square, pair or
/// entry each are one record up to a blank line. If a bracket is open at the end of a line, the record continues on the
/// next line, provided that line is indented or begins with a closing bracket, or the current one ends with a comma, a
/// colon or an opening bracket. Each element of an array of boards or objects is a record. Below a CSV header, the boards
/// in the columns `queens` or `q1` … `qN` are the records. A SAT model ends at a 0 or a blank line. Blank lines, comments
/// and headings are skipped.
///
/// Memory is bounded by the longest record, and for an array by its length, up to 128 MiB.
#[derive(Debug)]
pub struct Records<R> {
    input: BufReader<R>,
    reading: Reading,
    longest: usize,
    /// Whether records are boards rather than conditions.
    are_boards: bool,
    /// The next line if it was read, with its line feed, and whether it is longer.
    ahead: Vec<u8>,
    is_long: bool,
    /// The number of lines that were taken, and of the first of the record.
    line: u64,
    first: u64,
    /// The lines taken for a record.
    text: String,
    /// The elements of an array in them, and the lines on which they begin.
    elements: VecDeque<(u64, Range<usize>)>,
    /// The text before, and whether it is a drawing.
    before: String,
    is_drawn: bool,
    /// Whether lines before the record consist of blanks, which may be rows of a drawing.
    follows_blanks: bool,
    /// The columns of CSV; `None` also before its header.
    column: Option<Column>,
    is_below_start: bool,
    /// Whether each line begins with its number.
    is_numbered: bool,
    /// The heading whose board is missing.
    heading: Option<String>,
    /// The size of the boards, if a heading or a cell has it.
    size: Option<usize>,
    /// The number of records so far.
    count: u64,
    /// Whether records are numbers or pairs on lines of their own, and each is one line. All records have the same.
    parts: Option<(Part, bool)>,
}

/// A part of the input with a board, or with the boards of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Record<'r> {
    /// The 1-based number of its first line.
    pub line: u64,
    /// Its text, for [`Reading::record`], or the reason why there is none.
    pub text: Result<&'r str, Invalid>,
}

/// Why a step finds no record.
enum Stop {
    /// The lines have nothing to read.
    Skipped,
    End,
    Input(io::Error),
    Record(Invalid),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Input(error)
    }
}

impl From<Invalid> for Stop {
    fn from(error: Invalid) -> Self {
        Stop::Record(error)
    }
}

/// The lines of a record so far.
struct Group {
    kind: Kind,
    lines: usize,
    /// Lines of squares, and squares per line.
    rows: usize,
    width: Option<usize>,
    has_border: bool,
}

impl Group {
    fn new(kind: Kind) -> Group {
        let mut group = Group { kind, lines: 0, rows: 0, width: None, has_border: false };
        group.takes(kind);
        group
    }

    /// Whether a line belongs to the record.
    fn takes(&mut self, line: Kind) -> bool {
        let is_drawn = matches!(self.kind, Kind::Caption | Kind::Border | Kind::Squares { .. });
        let is_next = match line {
            _ if self.lines == 0 => true,
            Kind::Part(Part::MoreOfVector) => self.kind == Kind::Part(Part::Vector),
            Kind::Part(part) => part != Part::Vector && self.kind == line,
            Kind::Border => is_drawn,
            Kind::Squares { count, .. } => {
                is_drawn && self.width.is_none_or(|width| width == count && self.rows < width)
            }
            Kind::Model { .. } | Kind::Note => matches!(self.kind, Kind::Model { .. }),
            _ => false,
        };
        if is_next {
            self.lines += 1;
            match line {
                Kind::Squares { count, is_named } => {
                    (self.rows, self.width) = (self.rows + 1, Some(count));
                    (self.kind, self.has_border) = (line, self.has_border || is_named);
                }
                Kind::Border => (self.kind, self.has_border) = (line, true),
                Kind::Model { .. } => self.kind = line,
                _ => {}
            }
        }
        is_next
    }

    /// Whether the next line need not be looked at.
    fn is_complete(&self) -> bool {
        match self.kind {
            Kind::Whole | Kind::Note | Kind::Heading => true,
            Kind::Model { is_last } => is_last,
            Kind::Squares { .. } => self.width == Some(self.rows) && !self.has_border,
            Kind::Caption | Kind::Border | Kind::Part(_) => false,
        }
    }
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
            input: BufReader::with_capacity(1 << 16, input),
            reading,
            longest,
            are_boards: true,
            ahead: Vec::new(),
            is_long: false,
            line: 0,
            first: 0,
            text: String::new(),
            elements: VecDeque::new(),
            before: String::new(),
            is_drawn: false,
            follows_blanks: false,
            column: None,
            is_below_start: false,
            is_numbered: false,
            heading: None,
            size: None,
            count: 0,
            parts: None,
        }
    }

    /// The records of an input for [`ConditionList`]: each line of conditions is one. The lines of an instance of
    /// CSPLib are one.
    pub fn of_partial_boards(input: R, longest: usize) -> Self {
        Records { are_boards: false, ..Records::new(input, Reading::default(), longest) }
    }

    /// The next record; `None` at the end of the input. After an error, the next record starts at the next line. A
    /// program may write a record of a line and wait for its result. Only below a label, around drawings with rules or
    /// names, and for lines of one number, square, pair or entry does this wait for the line after the record.
    ///
    /// # Errors
    /// The error of the input. A mistake in a record is in [`Record::text`].
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_>>> {
        let found = loop {
            match self.step() {
                Ok(range) => break Ok(range),
                Err(Stop::Skipped) => {}
                Err(Stop::Record(error)) => break Err(error),
                Err(Stop::End) => return Ok(None),
                Err(Stop::Input(error)) => return Err(error),
            }
        };
        let text = found.map(|range| self.text[range].trim_end());
        Ok(Some(Record { line: self.first, text }))
    }

    fn step(&mut self) -> Result<Range<usize>, Stop> {
        if let Some((line, element)) = self.elements.pop_front() {
            self.first = line;
            return self.found(element, None);
        }
        std::mem::swap(&mut self.text, &mut self.before);
        let last = self.line;
        self.follows_blanks = false;
        loop {
            self.text.clear();
            self.first = self.line + 1;
            if !self.take()? {
                return Err(self.end());
            }
            if !self.text.trim_ascii().is_empty() {
                break;
            }
            self.follows_blanks |= self.text.contains([' ', '\t']);
        }
        if !std::mem::replace(&mut self.is_below_start, true) {
            self.column = self.header()?;
            if self.column.is_some() {
                return Err(Stop::Skipped);
            }
        }
        match &self.column {
            Some(column) => {
                let (cell, size) = column.cell(&self.text)?;
                self.size = size;
                self.found(cell, None)
            }
            None => self.lines(last + 1 == self.line),
        }
    }

    fn end(&mut self) -> Stop {
        self.heading.take().map_or(Stop::End, |heading| no_board(&heading).into())
    }

    /// Reads the next line, if it was not read. False at the end of the input.
    fn peek(&mut self) -> io::Result<bool> {
        if !self.ahead.is_empty() {
            return Ok(true);
        }
        if std::mem::take(&mut self.is_long) {
            self.input.skip_until(b'\n')?;
        }
        for limit in [self.longest, LONGEST_ARRAY] {
            let more = (limit + 1).saturating_sub(self.ahead.len());
            self.input.by_ref().take(more as u64).read_until(b'\n', &mut self.ahead)?;
            self.is_long = self.ahead.len() > limit && self.ahead.last() != Some(&b'\n');
            if !self.is_long || !is_array(&self.ahead) {
                break;
            }
        }
        Ok(!self.ahead.is_empty())
    }

    /// Appends the next line to the text, with its line feed. False at the end of the input.
    fn take(&mut self) -> Result<bool, Stop> {
        if !self.peek()? {
            return Ok(false);
        }
        self.line += 1;
        let longest = |text: &[u8]| if is_array(text) { LONGEST_ARRAY } else { self.longest };
        if self.is_long {
            let longest = longest(&self.ahead);
            self.ahead.clear();
            return Err(Invalid::TooLong { longest }.into());
        }
        // Without copying the first line, which may be long.
        if self.text.is_empty() {
            let ahead = std::mem::replace(&mut self.ahead, std::mem::take(&mut self.text).into());
            self.text = String::from_utf8(ahead).map_err(|error| not_text(error.as_bytes()))?;
        } else {
            let line = std::str::from_utf8(&self.ahead).map_err(|_| not_text(&self.ahead));
            let pushed = line.map(|line| self.text.push_str(line));
            self.ahead.clear();
            pushed?;
        }
        if self.line == 1 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.remove(0);
        }
        let longest = longest(self.text.as_bytes());
        if self.text.len() > longest + 1 {
            return Err(Invalid::TooLong { longest }.into());
        }
        Ok(true)
    }

    /// The columns of CSV, if the first line is their header.
    fn header(&self) -> Result<Option<Column>, Invalid> {
        let is_named = self.reading.notation == Some(Notation::Csv);
        let is_list = || self.text.trim_start().starts_with(['[', '{']);
        // A line that is all of the input is not a header.
        let may_be_named = self.reading.notation.is_none() && self.text.ends_with('\n');
        let name = if self.are_boards { fields::QUEENS } else { fields::CONDITIONS };
        if is_named || may_be_named && !is_list() {
            Column::find(&self.text, name, is_named)
        } else {
            Ok(None)
        }
    }

    /// Finds the record that begins with the line taken, or skips the line. `is_adjacent` unless blank lines precede it.
    fn lines(&mut self, is_adjacent: bool) -> Result<Range<usize>, Stop> {
        let is_below = std::mem::take(&mut self.is_drawn) && is_adjacent;
        if is_below && names(&self.text) > 2 {
            let is_other = may_be_board(&self.text, &self.before);
            return Err(if is_other { numbers_around_drawing("below") } else { Stop::Skipped });
        }
        let may_be_part = self.is_numbered
            || self.parts.is_some()
            || self.size.is_some()
            || self.reading.notation == Some(Notation::Sat);
        if !may_be_part && list::is_simple(&self.text) {
            (self.count, self.heading) = (self.count + 1, None);
            return Ok(0..self.text.len());
        }
        if self.are_boards || !lines::begins_csplib(&self.text) {
            self.join()?;
        }
        if fields::is_object(self.text.trim_start()) {
            return self.found(0..self.text.len(), None);
        }
        if is_array(self.text.as_bytes()) && self.divide()? {
            return Err(Stop::Skipped);
        }
        let mut group = Group::new(self.kind(&self.text));
        self.is_drawn = matches!(group.kind, Kind::Squares { .. } | Kind::Border);
        if is_adjacent && self.is_drawn && names(&self.before) > 2 {
            return Err(numbers_around_drawing("above"));
        }
        self.group(&mut group)?;
        self.is_drawn = group.rows > 0;
        let part = match group.kind {
            Kind::Note | Kind::Heading => return Err(self.note(group.kind)),
            Kind::Whole => return self.unnumbered(),
            Kind::Part(part @ (Part::Number | Part::Pair)) => Some((part, group.lines == 1)),
            // Indented numbers that name no columns.
            Kind::Border if group.lines == 1 => match self.kind(self.text.trim_start()) {
                Kind::Part(part @ (Part::Number | Part::Pair)) => Some((part, true)),
                _ => None,
            },
            _ => None,
        };
        self.found(0..self.text.len(), part)
    }

    /// Takes more lines while a bracket is open.
    fn join(&mut self) -> Result<(), Stop> {
        // Nearly always enough, and ten times as fast.
        if tree::seems_closed(&self.text) {
            return Ok(());
        }
        let mut depth = tree::depth_after(0, &self.text);
        while depth > 0 {
            let is_joined = self.text.trim_end().ends_with([',', ':', '[', '(', '{']);
            let is_next = self.peek()? && (is_joined || b" \t])}".contains(&self.ahead[0]));
            if !is_next {
                return Err(unclosed().into());
            }
            let end = self.text.len();
            self.take()?;
            depth = tree::depth_after(depth, &self.text[end..]);
        }
        Ok(())
    }

    /// Divides a JSON array of boards into records. False for other lists, such as pairs and the lines of a matrix.
    fn divide(&mut self) -> Result<bool, Stop> {
        let elements: Vec<&RawValue> = match serde_json::from_str(&self.text) {
            Ok(elements) => elements,
            Err(_) if self.text.contains('"') => return Err(unclosed().into()),
            Err(_) => return Ok(false),
        };
        let kind = elements.first().map(|first| self.kind(first.get()));
        if let Some(Kind::Squares { .. } | Kind::Part(_)) = kind {
            return Ok(false);
        }
        let (mut line, mut end) = (self.first, 0);
        let numbered = elements.iter().map(|element| {
            let start = end + self.text[end..].find(element.get()).unwrap_or_default();
            line += self.text[end..start].matches('\n').count() as u64;
            let element_line = line;
            line += element.get().matches('\n').count() as u64;
            end = start + element.get().len();
            (element_line, start..end)
        });
        self.elements = numbered.collect();
        Ok(true)
    }

    /// Takes the other lines of a record.
    fn group(&mut self, group: &mut Group) -> Result<(), Stop> {
        while !group.is_complete() && self.peek()? && !self.is_long {
            let line = String::from_utf8_lossy(&self.ahead);
            let is_blank = line.trim_ascii().is_empty();
            let has_blanks = self.follows_blanks || is_blank && line.contains([' ', '\t']);
            if group.kind == Kind::Part(Part::Queen) && has_blanks {
                let expected =
                    "a queen in each row of a drawing with blanks, or marks for empty squares";
                let got = "a row of blanks".to_owned();
                return Err(Invalid::Unreadable { expected, got }.into());
            }
            let is_next = match group.kind {
                _ if is_blank => false,
                Kind::Part(Part::Csplib) => lines::continues_csplib(&line),
                _ => group.takes(self.kind(&line)),
            };
            if !is_next {
                break;
            }
            self.take()?;
        }
        Ok(())
    }

    fn kind(&self, line: &str) -> Kind {
        if !self.are_boards && lines::begins_csplib(line) {
            return Kind::Part(Part::Csplib);
        }
        match Kind::of(line, self.reading.notation) {
            Kind::Part(Part::Entry | Part::Pair | Part::Square) if !self.are_boards => Kind::Whole,
            kind => kind,
        }
    }

    /// Skips a note. A numbered heading needs a board before the next.
    fn note(&mut self, kind: Kind) -> Stop {
        self.size = lines::size(&self.text).or(self.size);
        if kind == Kind::Note {
            return Stop::Skipped;
        }
        match self.heading.replace(self.text.trim().to_owned()) {
            Some(before) => no_board(&before).into(),
            None => Stop::Skipped,
        }
    }

    /// A line of its own, without its number if lines are numbered.
    fn unnumbered(&mut self) -> Result<Range<usize>, Stop> {
        let text = self.text.trim_end();
        let board = |text: &str| self.reading.record(text, &mut Vec::new()).is_ok();
        let rest = match lines::numbered(text) {
            _ if self.reading.notation.is_some() => None,
            None if self.is_numbered => {
                text.trim_start().split_once([' ', ',', ';']).map(|both| both.1)
            }
            rest => rest.filter(|rest| self.is_numbered || board(rest)),
        };
        let is_ended = || lines::with_number_after(text).is_some_and(board);
        let are_boards = || text.split_whitespace().all(lines::is_digits_board);
        if self.reading.notation.is_none() && !self.is_numbered {
            if rest.is_some() && (board(text) || are_boards()) {
                return Err(Invalid::Numbered { got: shortened(text) }.into());
            } else if is_ended() && board(text) {
                let expected = "one separator between all rows of a board";
                let got =
                    format!("{:?}, which can be a smaller board and a number", shortened(text));
                return Err(Invalid::Unreadable { expected, got }.into());
            }
        }
        let start = rest.map_or(0, |rest| text.len() - rest.trim_start().len());
        self.is_numbered |= start > 0;
        self.found(start..self.text.len(), None)
    }

    /// Checks a record. Fails for a board of one column unless it is the whole input, for lines of one number or pair
    /// among others, and for a board of another size than its label has.
    fn found(
        &mut self,
        range: Range<usize>,
        part: Option<(Part, bool)>,
    ) -> Result<Range<usize>, Stop> {
        (self.count, self.heading) = (self.count + 1, None);
        let text = &self.text[range.clone()];
        if text.len() > self.longest + 1 {
            return Err(Invalid::TooLong { longest: self.longest }.into());
        }
        if text.starts_with("{\"") {
            return Ok(range);
        }
        let is_named = self.reading.notation.is_some() || self.column.is_some();
        // A pair on a line of its own may be a part of a list with blank lines.
        let is_part = self.count > 1 && part == Some((Part::Pair, true));
        let is_short = text.len() < 80 && !is_named;
        let size = self.size.or_else(|| lines::size(text));
        let sizes = if size.is_some() || is_short { self.sizes(text) } else { Vec::new() };
        let other = sizes.iter().find(|&&other| size.is_some_and(|size| size != other));
        if let (Some(n), Some(&other)) = (size, other) {
            return Err(Invalid::WrongSize { n, other }.into());
        }
        let is_single = is_short && self.are_boards && sizes.contains(&1);
        let got = shortened(text.trim());
        let is_first = self.count == 1 && self.elements.is_empty();
        let is_wrong = is_single && !(is_first && self.is_last()?);
        if self.count == 1 {
            // A number that is not a board, such as N, says nothing about the lines below it.
            self.parts = part.filter(|_| is_named || !is_wrong && !sizes.is_empty());
        }
        if is_wrong || !is_named && (is_part || part != self.parts && self.count > 1) {
            return Err(Invalid::SingleColumn { got }.into());
        }
        Ok(range)
    }

    /// The sizes of the boards in a text.
    fn sizes(&self, text: &str) -> Vec<usize> {
        if self.are_boards {
            let boards = self.reading.rows(text, BoardSize::MAX.into());
            boards.iter().flatten().map(Vec::len).collect()
        } else if lines::begins_csplib(text) {
            Vec::new()
        } else {
            ConditionList::parse(text).ok().and_then(|board| board.n).into_iter().collect()
        }
    }

    /// Whether only blanks follow, which are skipped: at most as many as a record is long.
    fn is_last(&mut self) -> io::Result<bool> {
        let mut skipped = 0;
        while self.peek()? {
            skipped += self.ahead.len();
            if !self.ahead.trim_ascii().is_empty() || skipped > self.longest {
                return Ok(false);
            }
            self.line += 1;
            self.ahead.clear();
        }
        Ok(true)
    }
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

/// The error for numbers next to a drawing, which can be a board.
fn numbers_around_drawing(place: &str) -> Stop {
    let expected = "the names of the columns of a drawing after blanks";
    Invalid::Unreadable { expected, got: format!("a line of numbers {place} it") }.into()
}

fn unclosed() -> Invalid {
    let expected = "matching brackets, and commas between the elements of an array";
    Invalid::Unreadable { expected, got: "an unclosed one".to_owned() }
}
