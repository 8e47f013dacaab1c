//! [`Records`]: splits input into records, each the text of a board or of the boards of a line.

use super::csv::{self, Column};
use super::drawing::names_columns;
use super::form::Notation;
use super::lines::{Kind, Part, begins_csplib, begins_vector, continues_csplib, numbered};
use super::list::{self, number};
use super::reading::Reading;
use super::tree::{self, Node, is_bracket};
use super::window::{BYTE_ORDER_MARK, Window, utf_8};
use super::{grid, sat};
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::numbers::BoardSize;
use std::io::{self, Read};
use std::ops::Range;

/// Splits input into records for a [`Reading`]. Cheap: for most records it only looks for the end of a line.
///
/// A record is a line, with these exceptions. A matrix or drawing takes as many lines as a line has squares, and its
/// rules and column names. A drawing below a labelled board belongs to its record. Lines of one number, square, pair or
/// entry each are one record up to a blank line. If a bracket is open at the end of a line, the record continues on the
/// next line, provided that line is indented or begins with a closing bracket, or the current one ends with a comma, a
/// colon or an opening bracket. Each element of an array of boards or objects is a record. Below a CSV header, the boards
/// in the columns `queens` or `q1` … `qN` are the records. A SAT model ends at a 0 or a blank line. Blank lines and
/// headings are skipped.
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
    /// Whether each line begins with its number.
    is_numbered: bool,
    /// Whether this line is directly below the record before it.
    is_adjacent: bool,
    /// What the record before is.
    above: Above,
    /// Whether lines before this one consist of blanks, which may be rows of a drawing.
    follows_blanks: bool,
    /// Whether the record found last is numbers with the same separator between all.
    is_simple: bool,
    /// The number of records so far.
    count: u64,
    /// The part of a board on each line of a record, and whether it is one line, if it means nothing among other boards.
    /// All records have the same.
    parts: Option<(Part, bool)>,
    /// The same of the record found last.
    part: Option<(Part, bool)>,
    /// Whether records are boards rather than conditions.
    are_boards: bool,
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

/// What is above a line, as far as it matters for a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Numbers that may be the names of its columns.
    Names,
    Drawing,
    Other,
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

/// The longest text of a board of one column that is looked for, in bytes.
const LONGEST_SINGLE: usize = 80;

/// Whether a byte is a bracket, a quote or a line feed.
fn divides(byte: u8) -> bool {
    matches!(byte, b'\n' | b'"') || is_bracket(char::from(byte))
}

impl<R: Read> Records<R> {
    /// The length limit, in bytes, for boards up to N = 64: a JSON matrix with one number per line fits.
    pub const LONGEST: usize = 1 << 16;

    /// The records of an input. A record of more than `longest` bytes is an error.
    pub fn new(input: R, reading: Reading, longest: usize) -> Self {
        Records {
            window: Window::new(input),
            reading,
            longest,
            state: State::Start,
            line: 1,
            taken: 0,
            skips_line: false,
            is_numbered: false,
            is_adjacent: false,
            above: Above::Other,
            follows_blanks: false,
            is_simple: false,
            count: 0,
            parts: None,
            part: None,
            are_boards: true,
        }
    }

    /// The records of an input for [`PartialBoard`](super::PartialBoard): each line of conditions is one. The lines of an
    /// instance of CSPLib are one.
    pub fn of_partial_boards(input: R, longest: usize) -> Self {
        Records { are_boards: false, ..Records::new(input, Reading::default(), longest) }
    }

    /// The next record; `None` at the end of the input. After an error, the next record starts at the next line. A
    /// program may write a record of a line and wait for its result. Only below a label, around drawings with rules or
    /// names, and for lines of one number, square, pair or entry does this wait for the line after the record.
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
        self.count += 1;
        let found = match found {
            Ok(range) => self.checked(range)?,
            Err(error) => Err(error),
        };
        (self.part, self.is_simple) = (None, false);
        let text = found.and_then(|range| utf_8(&self.window.bytes()[range]).map(str::trim_end));
        Ok(Some(Record { line: self.line, text }))
    }

    /// Fails for a board of one column, unless it is the whole input, and for lines of one number or pair among others,
    /// unless the notation is named.
    fn checked(&mut self, range: Range<usize>) -> io::Result<Result<Range<usize>, Invalid>> {
        let part = self.part.filter(|(part, _)| matches!(part, Part::Number | Part::Pair));
        if self.count == 1 {
            self.parts = part;
        }
        let text = &self.window.bytes()[range.clone()];
        let is_named = self.reading.notation.is_some() || matches!(self.state, State::Csv(_));
        let may_be_single = text.len() < LONGEST_SINGLE && self.are_boards && !is_named;
        let got = || shortened(String::from_utf8_lossy(text).trim());
        if part != self.parts && !is_named {
            return Ok(Err(Invalid::SingleColumn { got: got() }));
        }
        if self.is_simple
            || !may_be_single
            || text.starts_with(b"{\"")
            || !self.is_single_column(text)
        {
            return Ok(Ok(range));
        }
        let error = Invalid::SingleColumn { got: got() };
        let is_whole = self.count == 1
            && !matches!(self.state, State::Array(_))
            && self.ends_after(range.end)?;
        Ok(if is_whole { Ok(range) } else { Err(error) })
    }

    /// Whether a board in this text has one column.
    fn is_single_column(&self, text: &[u8]) -> bool {
        let boards = |text| self.reading.rows(text, BoardSize::MAX.into()).ok();
        utf_8(text)
            .ok()
            .and_then(boards)
            .is_some_and(|boards| boards.iter().any(|rows| rows.len() == 1))
    }

    /// Whether only blanks follow, at most as many as a record is long.
    fn ends_after(&mut self, mut place: usize) -> io::Result<bool> {
        loop {
            match self.window.byte(place)? {
                None => return Ok(true),
                Some(byte) if byte.is_ascii_whitespace() && place <= self.longest => place += 1,
                Some(_) => return Ok(false),
            }
        }
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
        let Some(first) = self.skip_blank_lines()? else { return self.end() };
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
        let name = if self.are_boards { csv::QUEENS } else { csv::SQUARES };
        let column = csv::column(&self.window.bytes()[line.clone()], name);
        if may_be_header && column.is_err() {
            self.skips_line = true;
        }
        match column.map_err(Stop::Record)?.filter(|_| may_be_header) {
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

    /// Finds a record at the start of a line; `first` is its first byte that is not blank.
    fn record(&mut self, first: u8) -> Result<Step, Stop> {
        if self.reading.notation == Some(Notation::Sat) {
            return self.model();
        }
        let inner = if matches!(first, b'{' | b'[') { self.second()? } else { (0, None) };
        let end = match (first, inner) {
            (b'{', (_, Some(b'"'))) => self.brackets(0, Until::LastBracket)?,
            (b'[', (inner, Some(b'{'))) => return self.enter(inner),
            (b'[', (inner, Some(b'[' | b'('))) => {
                let end = self.brackets(inner, Until::LastBracket)?;
                if self.is_board(inner..end) {
                    return self.enter(inner);
                }
                let last = self.brackets(0, Until::LastBracket)?;
                self.line_from(last)?.end
            }
            _ => return self.lines(),
        };
        self.found(end)
    }

    fn found(&mut self, end: usize) -> Result<Step, Stop> {
        self.taken = end;
        Ok(Step::Record(0..end))
    }

    /// The first byte after the opening bracket and blanks, and its position.
    fn second(&mut self) -> io::Result<(usize, Option<u8>)> {
        let bracket = self.window.bytes().iter().position(|byte| !byte.is_ascii_whitespace());
        let mut place = bracket.unwrap_or(0) + 1;
        loop {
            match self.window.byte(place)? {
                Some(byte) if byte.is_ascii_whitespace() && place < self.longest => place += 1,
                byte => return Ok((place, byte)),
            }
        }
    }

    /// Whether a list, the first of an array, is a whole board rather than a pair or a line of a matrix.
    fn is_board(&self, list: Range<usize>) -> bool {
        let text = String::from_utf8_lossy(&self.window.bytes()[list]);
        let named = self.reading.notation;
        match tree::parse(&text) {
            Ok(node) if matches!(named, Some(Notation::ColumnRow | Notation::RowColumn)) => {
                list::pair(&node).is_none()
            }
            Ok(node @ Node::List(_)) if node.words().is_some() => {
                let is_number = |word: &str| number(word).is_some();
                let are_numbers =
                    node.words().is_some_and(|words| words.into_iter().all(is_number));
                match grid::marks(&node) {
                    Some(marks) => marks.len() < 2,
                    None => !are_numbers || list::pair(&node).is_none(),
                }
            }
            Ok(Node::Word(word)) => number(word).is_none(),
            _ => true,
        }
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
        self.skip_blanks()?;
        let mut start = Some(first);
        if first == b']' {
            self.taken = 1;
            return Ok(Step::Nothing);
        }
        if has_elements && first == b',' {
            self.advance(1);
            start = self.skip_blanks()?;
        } else if has_elements && !matches!(first, b'[' | b'(') {
            return Err(self.unclosed(0));
        }
        if !matches!(start, Some(b'[' | b'{' | b'(')) {
            return Err(self.unclosed(0));
        }
        let end = self.brackets(0, Until::LastBracket)?;
        self.state = State::Array(true);
        self.found(end)
    }

    /// Finds the record that begins with a line, or skips the line.
    fn lines(&mut self) -> Result<Step, Stop> {
        let line = self.line_from(0)?;
        let text = &self.window.bytes()[line.clone()];
        let numbers = list::are_numbers(text);
        let names_columns = names_columns(text);
        let names = if names_columns { Above::Names } else { Above::Other };
        let above = std::mem::replace(&mut self.above, names);
        if names_columns && self.is_adjacent && above == Above::Drawing {
            self.taken = line.end;
            return Ok(Step::Nothing);
        }
        let mut end = line.end;
        if let Some(is_simple) = numbers {
            self.is_simple = is_simple && !self.is_numbered;
            return if self.is_simple { self.found(end) } else { self.numbers(end) };
        }
        if self.reading.notation.is_none() && sat::is_output(&String::from_utf8_lossy(text)) {
            return self.model();
        }
        if !self.are_boards && begins_csplib(&String::from_utf8_lossy(text)) {
            let end = self.block(Part::Csplib, end)?;
            return self.found(end);
        }
        if text.iter().any(|&byte| is_bracket(char::from(byte))) {
            end = self.brackets(0, Until::LineEnd)?;
        }
        if self.is_adjacent && above == Above::Names && self.is_drawing(0..end) {
            self.taken = end;
            let expected = "the names of the columns of a drawing after blanks";
            let got = "a line of numbers above it".to_owned();
            return Err(Stop::Record(Invalid::Unreadable { expected, got }));
        }
        match self.kind(0..end) {
            Kind::Note => {
                self.taken = end;
                Ok(Step::Nothing)
            }
            Kind::Caption => {
                let below = self.next_line(end)?;
                let is_drawn = below.clone().is_some_and(|line| self.is_drawing(line));
                let drawing = below.filter(|_| is_drawn);
                let end = drawing.map_or(Ok(end), |line| self.drawing(line))?;
                self.found(end)
            }
            Kind::Squares { .. } | Kind::Border => {
                let end = self.drawing(0..end)?;
                self.above = Above::Drawing;
                self.found(end)
            }
            Kind::Part(part) => {
                let last = self.block(part, end)?;
                self.part = Some((part, last == end));
                self.found(last)
            }
            Kind::Whole => self.numbers(end),
        }
    }

    /// A line of its own, without its number if lines are numbered.
    fn numbers(&mut self, end: usize) -> Result<Step, Stop> {
        self.taken = end;
        let line = &self.window.bytes()[..end];
        let has = |is_gap: fn(&[u8]) -> bool| line.windows(2).any(is_gap);
        let has_two_separators = (line.contains(&b',') || line.contains(&b';'))
            && has(|pair| pair[0].is_ascii_digit() && pair[1] == b' ');
        let may_be_numbered = self.is_numbered || has_two_separators || has(|pair| pair == b"  ");
        if self.reading.notation.is_some() || !may_be_numbered {
            return Ok(Step::Record(0..end));
        }
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        let after_first =
            || text.trim_start().split_once([' ', ',', ';']).map(|(_, rest)| rest.trim_start());
        let rest = numbered(text).or_else(|| after_first().filter(|_| self.is_numbered));
        let Some(rest) = rest else { return Ok(Step::Record(0..end)) };
        let board = |text: &str| self.reading.record(text, &mut Vec::new()).is_ok();
        let record = text.len() - rest.len()..end;
        match (self.is_numbered, board(rest), board(text)) {
            (false, true, true) => Err(Stop::Record(Invalid::Numbered { got: shortened(text) })),
            (false, false, _) => Ok(Step::Record(0..end)),
            _ => {
                self.is_numbered = true;
                Ok(Step::Record(record))
            }
        }
    }

    fn is_drawing(&self, line: Range<usize>) -> bool {
        matches!(self.kind(line), Kind::Border | Kind::Squares { .. })
    }

    fn kind(&self, line: Range<usize>) -> Kind {
        let text = String::from_utf8_lossy(&self.window.bytes()[line]);
        if text.trim().is_empty() {
            return Kind::Note;
        }
        match Kind::of(&text, self.reading.notation) {
            Kind::Part(Part::Entry | Part::Pair) if !self.are_boards => Kind::Whole,
            kind => kind,
        }
    }

    /// The line below one that ends at `end`; `None` at the end of the input.
    fn next_line(&mut self, end: usize) -> Result<Option<Range<usize>>, Stop> {
        self.check_length(end)?;
        match self.window.byte(end)? {
            Some(_) => {
                let line = self.line_from(end + 1)?;
                let is_end = line.is_empty() && self.window.byte(line.end)?.is_none();
                Ok((!is_end).then_some(line))
            }
            None => Ok(None),
        }
    }

    /// The end of the drawing or matrix whose first line this is.
    fn drawing(&mut self, first: Range<usize>) -> Result<usize, Stop> {
        let (mut end, mut width, mut rows, mut has_border) = (first.start, None, 0, false);
        let mut next = Some(first);
        while let Some(line) = next {
            let is_complete = Some(rows) == width;
            match self.kind(line.clone()) {
                Kind::Border => has_border = true,
                Kind::Squares { count, is_named }
                    if !is_complete && width.is_none_or(|width| width == count) =>
                {
                    width = Some(count);
                    has_border |= is_named;
                    rows += 1;
                }
                _ => break,
            }
            end = line.end;
            if Some(rows) == width && !has_border {
                break;
            }
            next = self.next_line(end)?;
        }
        Ok(end)
    }

    /// The end of the lines with such parts, the first of which ends at `end`.
    fn block(&mut self, part: Part, mut end: usize) -> Result<usize, Stop> {
        while let Some(line) = self.next_line(end)? {
            let bytes = &self.window.bytes()[line.clone()];
            let is_blank_row = !bytes.is_empty() && bytes != b"\r" && bytes.trim_ascii().is_empty();
            if part == Part::Queen && (is_blank_row || self.follows_blanks) {
                return Err(self.blank_row(line.end));
            }
            let text = String::from_utf8_lossy(&self.window.bytes()[line.clone()]);
            let is_next = match part {
                Part::Csplib => continues_csplib(&text),
                _ => self.kind(line.clone()) == Kind::Part(part) && !begins_vector(&text),
            };
            if !is_next {
                break;
            }
            end = line.end;
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
                Some(b'\n') if !self.continues(place)? => return Err(self.unclosed(place)),
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
    fn continues(&mut self, end: usize) -> io::Result<bool> {
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

    /// The error for a drawing with blanks for squares and without a queen in some row, which ends at `end`.
    fn blank_row(&mut self, end: usize) -> Stop {
        self.taken = end;
        Stop::Record(Invalid::Unreadable {
            expected: "a queen in each row of a drawing with blanks, or marks for empty squares",
            got: "a row of blanks".to_owned(),
        })
    }

    /// The error for brackets not closed before `place`, where reading continues.
    fn unclosed(&mut self, place: usize) -> Stop {
        self.taken = place;
        Stop::Record(Invalid::Unreadable {
            expected: "matching brackets, and commas between the elements of an array",
            got: "an unclosed one".to_owned(),
        })
    }

    /// Skips blank lines, and returns the first byte of the next line that is not blank.
    fn skip_blank_lines(&mut self) -> io::Result<Option<u8>> {
        let (mut place, mut line_ends) = (0, 0);
        self.follows_blanks = false;
        loop {
            match self.window.byte(place)? {
                Some(b'\n') => {
                    let line = &self.window.bytes()[..place];
                    self.follows_blanks |= line.iter().any(|&byte| byte != b'\r');
                    self.advance(place + 1);
                    (place, line_ends) = (0, line_ends + 1);
                }
                Some(byte) if byte.is_ascii_whitespace() && place < self.longest => place += 1,
                byte => {
                    self.is_adjacent = line_ends == 1;
                    return Ok(byte);
                }
            }
        }
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
