//! [`Records`]: splits input into records, each the text of a board or of the boards of a line.

use super::csv::{self, Column};
use super::form::Notation;
use super::lists::{self, Element};
use super::reading::Reading;
use super::utf_8::{BYTE_ORDER_MARK, utf_8};
use super::window::Window;
use super::{matrix, sat};
use crate::combinatorics::invalid::Invalid;
use std::io::{self, Read};
use std::ops::Range;

/// Splits input into records for a [`Reading`]. Cheap: for most records it only looks for the end of a line.
///
/// A record is a line, with these exceptions. A matrix of N squares per line takes N lines. If a bracket is open at the
/// end of a line, the record continues on the next line, provided that line is indented or begins with a closing
/// bracket, or the current one ends with a comma, a colon or an opening bracket. Each element of an array of boards or
/// objects is a record. Below a CSV header, the cells in the column `queens` are the records. A SAT model ends at a 0
/// or a blank line. Blank lines are skipped.
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
    /// The length in bytes of the record returned last.
    taken: usize,
    /// Whether the rest of the line has to be skipped after an error.
    skips_line: bool,
}

/// A part of the input with a board, or with the boards of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Record<'r> {
    /// The 1-based number of its first line.
    pub line: u64,
    /// Its text, for [`Reading::record`], or the reason why there is none.
    pub text: Result<&'r str, Invalid>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Before the first record.
    Start,
    /// Between lines.
    Lines,
    /// Below a CSV header.
    Csv(Column),
    /// In an array; true after its first element.
    Array(bool),
}

/// The result of a step through the input.
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

/// Where text with brackets ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    LineEnd,
    LastBracket,
}

/// Whether a byte is a bracket, a quote or a line feed.
fn divides(byte: u8) -> bool {
    matches!(byte, b'\n' | b'"' | b'[' | b']' | b'(' | b')' | b'{' | b'}')
}

impl<R: Read> Records<R> {
    /// The length limit, in bytes, for boards up to N = 64: a JSON matrix with one number per line fits.
    pub const LONGEST: usize = 1 << 16;

    /// The records of an input. A record of more than `longest` bytes is an error.
    pub fn new(input: R, reading: Reading, longest: usize) -> Self {
        let (window, state) = (Window::new(input), State::Start);
        Records { window, reading, longest, state, line: 1, taken: 0, skips_line: false }
    }

    /// The next record; `None` at the end of the input. After an error, the next record starts at the next line. Never
    /// waits for input beyond the line that ends a record, so a program may write a record and wait for its result.
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
        let text = found.and_then(|range| utf_8(&self.window.bytes()[range]).map(str::trim));
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

    /// Skips a byte-order mark and reads a header.
    fn begin(&mut self, first: u8) -> Result<Step, Stop> {
        self.state = State::Lines;
        if self.begins_with_mark()? {
            self.state = State::Start;
            self.taken = BYTE_ORDER_MARK.len_utf8();
            return Ok(Step::Nothing);
        }
        let may_be_csv = matches!(self.reading.notation, None | Some(Notation::Csv));
        if !may_be_csv || matches!(first, b'[' | b'{') {
            return self.record(first);
        }
        let line = self.line_from(0)?;
        // A line that is all of the input is not a header.
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
        for (place, byte) in BYTE_ORDER_MARK.to_string().bytes().enumerate() {
            if self.window.byte(place)? != Some(byte) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds a record at the start of a line.
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

    /// The first byte after the opening bracket and blanks, and its position.
    fn second(&mut self) -> io::Result<(usize, Option<u8>)> {
        let mut place = 1;
        loop {
            match self.window.byte(place)? {
                Some(byte) if byte.is_ascii_whitespace() && place < self.longest => place += 1,
                byte => return Ok((place, byte)),
            }
        }
    }

    /// Whether the list at `place`, the first of an array, is a whole board.
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

    /// Enters an array whose first element is at `place`.
    fn enter(&mut self, place: usize) -> Result<Step, Stop> {
        self.state = State::Array(false);
        self.taken = place;
        Ok(Step::Nothing)
    }

    /// Finds the next element of an array, after a comma unless it is the first, or the end of the array.
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

    /// The end of the line, or of the matrix or brackets that begin on it.
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

    /// The end of the matrix whose first line ends at `end`, or `end` if that is not a line of a matrix.
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

    /// The board cell of a CSV line.
    fn cell(&mut self, column: Column) -> Result<Step, Stop> {
        let line = self.line_from(0)?;
        self.taken = line.end;
        let cell = column.cell(&self.window.bytes()[line]).map_err(Stop::Record)?;
        Ok(Step::Record(cell))
    }

    /// The literals of a model; other output of the solver is skipped.
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

    /// The line from `place` on, without the line feed.
    fn line_from(&mut self, place: usize) -> Result<Range<usize>, Stop> {
        let end = self.window.line_end(place, self.longest)?;
        if end - place > self.longest { Err(self.too_long(end)) } else { Ok(place..end) }
    }

    /// The end of the text from `start` on: the end of its line, or the bracket that closes the first one. Lines are
    /// joined while a bracket is open.
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
                // Bytes that were not read yet: search them.
                Some(_) => continue,
            }
            place += 1;
        }
    }

    /// Whether the next line continues the open bracket of the line that ends at `end`.
    fn goes_on(&mut self, end: usize) -> io::Result<bool> {
        let first = self.window.byte(end + 1)?;
        let last = self.window.bytes()[..end].trim_ascii_end().last();
        let is_joined = matches!(last, Some(b',' | b':' | b'[' | b'(' | b'{'));
        Ok(is_joined || matches!(first, Some(b' ' | b'\t' | b']' | b')' | b'}')))
    }

    /// Whether an odd number of backslashes precedes `place`.
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

    /// The error for brackets not closed before `place`, where reading continues.
    fn unclosed(&mut self, place: usize) -> Stop {
        self.taken = place;
        Stop::Record(Invalid::Unreadable {
            expected: "matching brackets, and commas between the elements of an array",
            got: "an unclosed one".to_owned(),
        })
    }

    /// Skips blanks and line ends, and returns the byte after them.
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
