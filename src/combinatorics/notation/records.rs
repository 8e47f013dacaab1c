//! [`Records`]: an input divided into records, each the text of a board or of the boards of a line.

use super::csv::{self, Column};
use super::form::Notation;
use super::lists::{self, Element};
use super::reading::Reading;
use super::window::Window;
use super::{matrix, sat};
use crate::combinatorics::invalid::Invalid;
use std::io::{self, Read};
use std::ops::Range;

/// An input divided into records, for a [`Reading`]. Cheap: most records are a line, which is found and not read.
///
/// A record is a line, with these exceptions. A matrix of N squares a line takes N lines. A bracket that is open at the
/// end of a line takes the next line too if that is indented or closes a bracket, or if the line ends with a comma or
/// an opening bracket. Each element of an array of boards or of objects is a record. Below a header of CSV, the cells
/// in the column `queens` are the records. A SAT model takes its lines up to a 0 or a blank line. Blank lines are
/// skipped.
///
/// Memory is bounded by the longest record.
#[derive(Debug)]
pub struct Records<R> {
    window: Window<R>,
    reading: Reading,
    longest: usize,
    state: State,
    /// The line at the start of the window, 1-based.
    line: u64,
    /// The bytes of the record that was returned last.
    taken: usize,
    /// Whether the rest of the line is skipped, because it is too long or wrong.
    skips_line: bool,
}

/// A part of the input that stands for a board, or for the boards of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Record<'r> {
    /// Its first line, 1-based.
    pub line: u64,
    /// Its text, for [`Reading::record`]; an error if it has none that can be read.
    pub text: Result<&'r str, Invalid>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Before the first record.
    Start,
    /// Between lines.
    Lines,
    /// Below a header of CSV.
    Csv(Column),
    /// In an array; whether an element has been read.
    Array(bool),
}

/// What a step through the input finds.
enum Step {
    Record(Range<usize>),
    Nothing,
    End,
}

/// Why a step fails.
enum Stop {
    Input(io::Error),
    Record(Invalid),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Input(error)
    }
}

/// Where the text of brackets ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    LineEnd,
    LastBracket,
}

/// Whether a byte is a bracket, a quote or a line feed.
fn divides(byte: u8) -> bool {
    matches!(byte, b'\n' | b'"' | b'[' | b']' | b'(' | b')' | b'{' | b'}')
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: Read> Records<R> {
    /// The longest record of boards up to N = 64, in bytes: such a matrix in JSON, a number a line, is shorter.
    pub const LONGEST: usize = 1 << 16;

    /// The records of an input, each of at most `longest` bytes. A longer one is an error.
    pub fn new(input: R, reading: Reading, longest: usize) -> Self {
        let (window, state) = (Window::new(input), State::Start);
        Records { window, reading, longest, state, line: 1, taken: 0, skips_line: false }
    }

    /// The next record; `None` at the end of the input. After a record with an error, the next one begins at the next
    /// line. Never reads beyond the line that ends a record, so that a program can wait for an answer to each.
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_>>> {
        let found = loop {
            match self.step() {
                Ok(Step::End) => return Ok(None),
                Ok(Step::Nothing) => {}
                Ok(Step::Record(range)) if self.is_blank(&range) => {}
                Ok(Step::Record(range)) => break Ok(range),
                Err(Stop::Record(error)) => break Err(error),
                Err(Stop::Input(error)) => return Err(error),
            }
        };
        let text = found.and_then(|range| {
            let text = std::str::from_utf8(&self.window.bytes()[range]);
            text.map(str::trim).map_err(|_| Invalid::NotText)
        });
        Ok(Some(Record { line: self.line, text }))
    }

    fn is_blank(&self, range: &Range<usize>) -> bool {
        !matches!(self.state, State::Csv(_))
            && self.window.bytes()[range.clone()].trim_ascii().is_empty()
    }

    fn step(&mut self) -> Result<Step, Stop> {
        let taken = std::mem::take(&mut self.taken);
        self.advance(taken);
        while self.skips_line {
            let end = self.window.line_end(0, self.longest)?;
            self.skips_line = self.window.byte(end)?.is_some_and(|byte| byte != b'\n');
            self.advance(end);
        }
        let Some(first) = self.skip_blanks()? else { return self.end() };
        match self.state {
            State::Start => self.begin(first),
            State::Lines => self.record(first),
            State::Csv(column) => self.cell(column),
            State::Array(has_elements) => self.element(first, has_elements),
        }
    }

    fn end(&mut self) -> Result<Step, Stop> {
        match std::mem::replace(&mut self.state, State::Lines) {
            State::Array(_) => Err(self.unclosed(0)),
            _ => Ok(Step::End),
        }
    }

    /// Skips the byte-order mark, and reads a header.
    fn begin(&mut self, first: u8) -> Result<Step, Stop> {
        self.state = State::Lines;
        if first == BYTE_ORDER_MARK[0] && self.begins_with_mark()? {
            self.state = State::Start;
            self.taken = BYTE_ORDER_MARK.len();
            return Ok(Step::Nothing);
        }
        let may_be_csv = matches!(self.reading.notation, None | Some(Notation::Csv));
        if !may_be_csv || matches!(first, b'[' | b'{') {
            return self.record(first);
        }
        let line = self.line_from(0)?;
        // By itself, the name of the column is no header.
        let is_named = self.reading.notation.is_some();
        let may_be_header = is_named || self.window.byte(line.end)?.is_some();
        match csv::column(&self.window.bytes()[line.clone()]).filter(|_| may_be_header) {
            Some(column) => {
                self.state = State::Csv(column);
                self.taken = line.end;
                Ok(Step::Nothing)
            }
            None if is_named => {
                self.skips_line = true;
                Err(Stop::Record(csv::no_header(&self.window.bytes()[line])))
            }
            None => self.record(first),
        }
    }

    fn begins_with_mark(&mut self) -> io::Result<bool> {
        for (place, &byte) in BYTE_ORDER_MARK.iter().enumerate() {
            if self.window.byte(place)? != Some(byte) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A record at the start of a line.
    fn record(&mut self, first: u8) -> Result<Step, Stop> {
        let end = match first {
            _ if self.reading.notation == Some(Notation::Sat) => return self.model(),
            b'{' if self.second()?.1 == Some(b'"') => self.brackets(0, Until::LastBracket)?,
            b'[' => match self.second()? {
                (inner, Some(b'{')) => return self.enter(inner),
                (inner, Some(b'[' | b'(')) if self.is_board_at(inner)? => return self.enter(inner),
                (_, Some(b'[' | b'(')) => {
                    let last = self.brackets(0, Until::LastBracket)?;
                    self.line_from(last)?.end
                }
                _ => self.brackets(0, Until::LineEnd)?,
            },
            _ => self.lines(first)?,
        };
        self.found(end)
    }

    fn found(&mut self, end: usize) -> Result<Step, Stop> {
        self.taken = end;
        Ok(Step::Record(0..end))
    }

    /// The first byte after the first bracket and blanks, and its place.
    fn second(&mut self) -> io::Result<(usize, Option<u8>)> {
        let mut place = 1;
        loop {
            match self.window.byte(place)? {
                Some(byte) if byte.is_ascii_whitespace() && place < self.longest => place += 1,
                byte => return Ok((place, byte)),
            }
        }
    }

    /// Whether the list at a place, the first of an array, is a board by itself.
    fn is_board_at(&mut self, place: usize) -> Result<bool, Stop> {
        let end = self.brackets(place, Until::LastBracket)?;
        let text = String::from_utf8_lossy(&self.window.bytes()[place + 1..end - 1]);
        let element = |text: &str| lists::element(text, self.reading.notation);
        Ok(match text.trim_start().strip_prefix(['[', '(']) {
            // A list of pairs or of lines.
            Some(inner) => {
                inner.split(lists::is_bracket).next().map(element) != Some(Element::Board)
            }
            None => element(&text) == Element::Board,
        })
    }

    /// Enters an array, the first element of which is at a place.
    fn enter(&mut self, place: usize) -> Result<Step, Stop> {
        self.state = State::Array(false);
        self.taken = place;
        Ok(Step::Nothing)
    }

    /// An element of an array, after a comma if it is not the first, or the end of the array.
    fn element(&mut self, first: u8, has_elements: bool) -> Result<Step, Stop> {
        self.state = State::Lines;
        let mut start = Some(first);
        if first == b']' {
            self.taken = 1;
            return Ok(Step::Nothing);
        }
        if has_elements && first == b',' {
            self.advance(1);
            start = self.skip_blanks()?;
        } else if has_elements {
            return Err(self.unclosed(0));
        }
        if !matches!(start, Some(b'[' | b'{' | b'(')) {
            return Err(self.unclosed(0));
        }
        let end = self.brackets(0, Until::LastBracket)?;
        self.state = State::Array(true);
        self.found(end)
    }

    /// The end of the line, of the matrix that begins there, or of the brackets that it opens.
    fn lines(&mut self, first: u8) -> Result<usize, Stop> {
        let line = self.line_from(0)?;
        let text = &self.window.bytes()[line.clone()];
        if text.iter().any(|&byte| lists::is_bracket(char::from(byte))) {
            return self.brackets(0, Until::LineEnd);
        }
        if !first.is_ascii_digit() || matches!(first, b'0' | b'1') {
            return self.matrix(line.end);
        }
        Ok(line.end)
    }

    /// The end of the matrix whose first line ends at a place, or that place if the line is no matrix's.
    fn matrix(&mut self, mut end: usize) -> Result<usize, Stop> {
        let width = |line: &[u8]| std::str::from_utf8(line).ok().and_then(matrix::width);
        let first = &self.window.bytes()[..end];
        let is_first = match self.reading.notation {
            None => std::str::from_utf8(first).is_ok_and(matrix::is_squares),
            Some(notation) => matches!(notation, Notation::Matrix | Notation::Board),
        };
        let Some(squares) = width(first).filter(|_| is_first) else { return Ok(end) };
        for _ in 1..squares {
            if self.window.byte(end)?.is_none() {
                break;
            }
            let next = self.line_from(end + 1)?;
            if width(&self.window.bytes()[next.clone()]) != Some(squares) {
                break;
            }
            end = next.end;
            self.check_length(end)?;
        }
        Ok(end)
    }

    /// The cell with the queens of a line of CSV.
    fn cell(&mut self, column: Column) -> Result<Step, Stop> {
        let line = self.line_from(0)?;
        self.taken = line.end;
        let cell = column.cell(&self.window.bytes()[line]).map_err(Stop::Record)?;
        Ok(Step::Record(cell))
    }

    /// The literals of a model; what else a solver prints is skipped.
    fn model(&mut self) -> Result<Step, Stop> {
        let mut end = 0;
        loop {
            let line = self.line_from(end)?;
            self.check_length(line.end)?;
            let text = String::from_utf8_lossy(&self.window.bytes()[line.clone()]);
            let (is_remark, is_last) = (sat::is_remark(&text), sat::is_last(&text));
            if is_remark && end == 0 {
                self.taken = line.end;
                return Ok(Step::Nothing);
            }
            let is_blank = text.trim().is_empty();
            let at_end = self.window.byte(line.end)?.is_none();
            end = line.end + usize::from(!at_end);
            if is_last || is_blank || at_end {
                return self.found(line.end);
            }
        }
    }

    /// The line from a place on, without its end.
    fn line_from(&mut self, place: usize) -> Result<Range<usize>, Stop> {
        let end = self.window.line_end(place, self.longest)?;
        if end - place > self.longest { Err(self.too_long(end)) } else { Ok(place..end) }
    }

    /// The end of the text from a place on that ends with the line or with the bracket that closes the first one. Lines
    /// are joined while a bracket is open.
    fn brackets(&mut self, start: usize, until: Until) -> Result<usize, Stop> {
        let (mut place, mut depth, mut in_string) = (start, 0usize, false);
        loop {
            let ahead = &self.window.bytes()[place..];
            place += ahead.iter().position(|&byte| divides(byte)).unwrap_or(ahead.len());
            self.check_length(place - start)?;
            match self.window.byte(place)? {
                None | Some(b'\n') if depth == 0 => return Ok(place),
                None => return Err(self.unclosed(place)),
                Some(b'\n') if !self.goes_on(place)? => return Err(self.unclosed(place)),
                Some(b'\n') => in_string = false,
                Some(b'"') => in_string ^= !self.is_escaped(place),
                Some(_) if in_string => {}
                Some(b'[' | b'(' | b'{') => depth += 1,
                Some(b']' | b')' | b'}') if depth == 1 && until == Until::LastBracket => {
                    return Ok(place + 1);
                }
                Some(b']' | b')' | b'}') => depth = depth.saturating_sub(1),
                // Read just now.
                Some(_) => continue,
            }
            place += 1;
        }
    }

    /// Whether the line that ends at a place has an open bracket that the next line continues.
    fn goes_on(&mut self, end: usize) -> io::Result<bool> {
        let first = self.window.byte(end + 1)?;
        let last = self.window.bytes()[..end].trim_ascii_end().last();
        let is_joined = matches!(last, Some(b',' | b':' | b'[' | b'(' | b'{'));
        Ok(is_joined || matches!(first, Some(b' ' | b'\t' | b']' | b')' | b'}')))
    }

    /// Whether an odd number of backslashes stands before a place.
    fn is_escaped(&self, place: usize) -> bool {
        let before = self.window.bytes()[..place].iter().rev();
        before.take_while(|&&byte| byte == b'\\').count() % 2 == 1
    }

    fn check_length(&mut self, length: usize) -> Result<(), Stop> {
        if length > self.longest { Err(self.too_long(length)) } else { Ok(()) }
    }

    fn too_long(&mut self, end: usize) -> Stop {
        self.taken = end;
        self.skips_line = true;
        Stop::Record(Invalid::TooLong { longest: self.longest })
    }

    /// The error of brackets that do not close up to a place, where reading goes on.
    fn unclosed(&mut self, place: usize) -> Stop {
        self.taken = place;
        Stop::Record(Invalid::Unreadable {
            expected: "brackets that close, and commas between the elements of an array",
            got: "an open one".to_owned(),
        })
    }

    /// Skips blanks and line ends; the first byte behind them.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.window.byte(0)? {
                Some(byte) if byte.is_ascii_whitespace() => self.advance(1),
                byte => return Ok(byte),
            }
        }
    }

    fn advance(&mut self, length: usize) {
        let used = &self.window.bytes()[..length];
        self.line += used.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.window.advance(length);
    }
}
