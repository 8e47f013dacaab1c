//! [`Reading`]: how boards are read, from a [`Record`]; `records` splits text into them.
//!
//! A record is read in all forms, with and without what may be its caption. Each reading accounts for every character
//! (`role`), and all that fit must give the same boards.

use super::caption::{after_gap, captions, label};
use super::condition_list::ConditionList;
use super::drawing::is_bar;
use super::form::Notation;
use super::marks::Mark;
use super::model::check_satisfiable;
use super::object::role_of;
use super::plain;
use super::reader::{Frame, Read, Reader, written};
use super::role::{Found, Role};
use super::text::{Span, may_turn, split};
use super::tree::{is_bracket, is_separator};
use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};
use crate::combinatorics::numbers::BoardSize;
use crate::combinatorics::permutation::Permutation;
use crate::memory;

/// How boards are read. The default detects the notation and counts from 1.
///
/// A text is accepted if exactly one notation reads it, or if all that read it give the same boards.
///
/// ```
/// use nqdb::Permutation;
/// use nqdb::notation::{Notation, Reading};
///
/// let expected: Permutation = "2 4 1 3".parse()?;
/// for text in ["[2,4,1,3]", "2413", "a2 b4 c1 d3", "1Q2/3Q/Q3/2Q1", "..Q.\nQ...\n...Q\n.Q.."] {
///     assert_eq!(Reading::default().board(text)?, expected);
/// }
/// let from_0 = Reading { zero_based: true, ..Reading::default() };
/// assert_eq!(from_0.board("1 3 0 2")?, expected);
/// let pairs = Reading { notation: Some(Notation::RowColumn), ..Reading::default() };
/// assert_eq!(pairs.board("(2,1), (4,2), (1,3), (3,4)")?, expected);
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// The notation; detected by default.
    pub notation: Option<Notation>,
    /// Whether rows and columns written as numbers count from 0.
    pub zero_based: bool,
}

impl Reading {
    /// Appends the boards of a record: one, or several on a line such as `[2,4,1,3] [3,1,4,2]`. If any is invalid, none
    /// is appended. About 0.1 µs for 16 numbers separated by blanks or commas.
    ///
    /// # Errors
    /// [`Invalid`] with the mistake in a board: text in no notation ([`Invalid::NotANumber`]) or with characters that
    /// have no meaning ([`Invalid::NoRole`]), or in two notations that disagree ([`Invalid::Ambiguous`]), queens that are
    /// not a permutation, or more than 64 of them.
    pub fn record(&self, record: &Record, boards: &mut Vec<Permutation>) -> Result<(), Invalid> {
        let text = record.text.as_ref().map_err(Invalid::clone)?;
        match self.plain(text.trim()) {
            Some(plain) if record.size.is_none_or(|size| size == plain.n().get()) => {
                boards.push(plain)
            }
            _ => {
                let rows = self.record_rows(record, BoardSize::MAX)?;
                let read: Result<Vec<_>, _> = rows.iter().map(|rows| permutation(rows)).collect();
                boards.extend(read?);
            }
        }
        Ok(())
    }

    /// The 0-based rows of the boards of a text, one per column, for boards of up to `largest` columns. Rows are
    /// inside the board but may repeat. Time and memory are linear in the length of the text.
    ///
    /// # Errors
    /// As [`Reading::record`], with `largest` in place of 64.
    pub fn rows(&self, text: &str, largest: usize) -> Result<Vec<Vec<u32>>, Invalid> {
        self.record_rows(&Record::from(text), largest)
    }

    /// The same for a record.
    ///
    /// # Errors
    /// As [`Reading::record`], with `largest` in place of 64.
    pub fn record_rows(&self, record: &Record, largest: usize) -> Result<Vec<Vec<u32>>, Invalid> {
        let frame = Frame { first: u64::from(!self.zero_based), largest, is_partial: false };
        let text = record.text.as_ref().map_err(Invalid::clone)?.trim_end();
        if self.notation == Some(Notation::Json) && !text.trim_start().starts_with(['[', '{', '"'])
        {
            let expected = "JSON such as \"[2,4,1,3]\", or an object with the field queens";
            return Err(unreadable(expected, text.trim()));
        }
        // Fast paths, also for large boards.
        if let Some(plain) =
            self.plain(text.trim()).filter(|plain| plain.zero_based().len() <= largest)
            && record.size.is_none_or(|size| size == plain.zero_based().len())
        {
            return Ok(vec![plain.zero_based().iter().map(|&row| row.into()).collect()]);
        }
        if matches!(self.notation, None | Some(Notation::OneLine))
            && record.size.is_none()
            && let Some(rows) = plain::long(text, frame)
        {
            return Ok(vec![rows?]);
        }
        let found = self.reader(text, frame).of(record).read()?;
        let smallest = match self.notation {
            // Two lines between bars are a board.
            None if text.contains(is_bar) => 2,
            None => 3,
            // A queen alone may be in a line of blank squares.
            Some(Notation::Matrix | Notation::Drawing) => 2,
            Some(_) => 0,
        };
        let is_small = |board: &ConditionList| board.n.is_some_and(|n| n < smallest);
        if (!record.is_whole || found.boards.len() > 1)
            && found.boards.iter().any(is_small)
            && !text.trim_start().starts_with("{")
        {
            let is_queen = Mark::of_word(text.trim()) == Some(Mark::Queen);
            let expected = "a mark on each empty square of a drawing, such as \".\"";
            let got = shortened(text.trim());
            let other = Invalid::Unreadable { expected, got: got.clone() };
            return Err(if is_queen { other } else { Invalid::SingleColumn { got } });
        }
        found.boards.iter().map(ConditionList::rows).collect()
    }

    /// Fast path for the most common input.
    pub(super) fn plain(&self, text: &str) -> Option<Permutation> {
        let is_plain = matches!(self.notation, None | Some(Notation::OneLine)) && !self.zero_based;
        let is_object = self.notation.is_none() && text.starts_with('{');
        let read = || if is_object { plain::printed(text) } else { plain::plain(text.as_bytes()) };
        is_plain.then(read).flatten()
    }

    pub(super) fn reader(self, text: &str, frame: Frame) -> Reader<'_> {
        Reader { text, notation: self.notation, frame, has_zero_gaps: false, size: None }
    }
}

fn permutation(rows: &[u32]) -> Result<Permutation, Invalid> {
    // The reader returns at most 64 rows.
    Permutation::new(&rows.iter().map(|&row| row as u8).collect::<Vec<u8>>())
}

/// A part of the input with a board, or with the boards of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The 1-based number of its first line.
    pub line: u64,
    /// Its text, for [`Reading::record`], or the reason why there is none.
    pub text: Result<String, Invalid>,
    /// The board size, if a heading or a cell has it.
    pub size: Option<usize>,
    /// The label in a heading or a cell.
    pub(super) label: Option<String>,
    /// Whether boards of one or two columns are meant: in a table, or if it is the whole input.
    pub(super) is_whole: bool,
}

impl Record {
    /// The label of its boards, such as `Anna` in `Anna: 2 4 1 3`, in a heading above, or in the CSV column `label` or
    /// `name`. `None` if it is only a size, or a word such as `queens`. O(length).
    ///
    /// ```
    /// use nqdb::notation::{Reading, Records};
    ///
    /// let text = "# Anna: 2 4 1 3\nN = 4: 2 4 1 3\n1) 2 4 1 3\nqueens = [2, 4, 1, 3]\nBoard 5:\n2 4 1 3\n2 4 1 3\n";
    /// let mut records = Records::new(text.as_bytes(), Reading::default(), 1000);
    /// let labels = std::iter::from_fn(|| Some(records.next_record().ok()??.label()));
    /// let labels: Vec<String> = labels.map(Option::unwrap_or_default).collect();
    /// assert_eq!(labels, ["Anna", "", "1", "", "Board 5", ""]);
    /// ```
    pub fn label(&self) -> Option<String> {
        let text = self.text.as_deref().unwrap_or_default();
        let of_caption = || if plain::is_simple(text) { None } else { label(text) };
        of_caption().or_else(|| self.label.clone())
    }
}

/// A record that is the whole input.
impl From<&str> for Record {
    fn from(text: &str) -> Record {
        Record { line: 1, text: Ok(text.to_owned()), size: None, label: None, is_whole: true }
    }
}

/// The memory that a text takes at most, as a multiple of its length: a drawing with only excluded squares.
const MEMORY: usize = 60;

/// Longer texts are parsed only if there is memory for them.
const LONG: usize = 1 << 20;

impl ConditionList {
    /// The longest text, in bytes: a drawing up to N = 4,000, or millions of conditions.
    pub const LONGEST: usize = 1 << 24;

    pub(super) const LARGEST: usize = 10_000;

    /// Parses conditions such as `3=5 7!=2` or `c5 !g2`, a drawing or matrix with `Q` or 1 for given queens and `#` for
    /// excluded squares, the placement of a FEN, a list of rows with 0 for columns without a queen, a whole board, or a
    /// JSON object with one of these. O(length).
    ///
    /// # Errors
    /// [`Invalid::TooLong`] beyond [`ConditionList::LONGEST`] bytes; [`Invalid::NoMemory`] for a long text; [`Invalid`]
    /// with the mistake in any other text.
    pub fn parse(text: &str) -> Result<ConditionList, Invalid> {
        if text.len() > ConditionList::LONGEST {
            return Err(Invalid::TooLong { longest: ConditionList::LONGEST });
        }
        if text.len() > LONG && !memory::has_memory(MEMORY * text.len()) {
            return Err(Invalid::NoMemory { length: text.len() });
        }
        let frame = Frame { first: 1, largest: ConditionList::LARGEST, is_partial: true };
        let text = text.trim_end();
        let is_word = !text.trim().contains(|c: char| c.is_whitespace() || "[](){},/".contains(c));
        let other = || Invalid::Condition { got: shortened(text.trim()) };
        match Reading::default().reader(text, frame).read() {
            Ok(found) => match <[ConditionList; 1]>::try_from(found.boards) {
                Ok([board]) if is_word && board.n == Some(1) => Err(other()),
                Ok([board]) => Ok(board),
                Err(boards) => Err(Invalid::SeveralBoards { got: boards.len() }),
            },
            Err(Invalid::NoQueens) => Err(Invalid::Condition { got: String::new() }),
            Err(Invalid::NotANumber { .. }) => Err(other()),
            Err(_) if is_word && hint(text).is_none() => Err(other()),
            Err(error) => Err(error),
        }
    }

    /// The conditions of these texts on the board of size `n`.
    ///
    /// # Errors
    /// As [`ConditionList::parse`]; [`Invalid::WrongSize`] for a text on another board.
    pub fn all<S: AsRef<str>>(
        n: usize,
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Vec<Condition>, Invalid> {
        let mut conditions = Vec::new();
        for text in texts {
            let parsed = ConditionList::parse(text.as_ref())?;
            if let Some(other) = parsed.n.filter(|&other| other != n) {
                return Err(Invalid::WrongSize { n, other });
            }
            conditions.extend(parsed.conditions);
        }
        Ok(conditions)
    }
}

/// Signs of text that is not read, and what is.
const UNREAD: [(&[char], &str); 3] = [
    (&['“', '”', '„', '‘', '’'], "the quotes \" and ', or none"),
    (&['–', '—', '−'], "the sign - or a blank, not a dash"),
    (&['\u{1b}'], "text without colours, which begin with an escape character"),
];

/// Why a text is not read, if that can be seen from its signs and words.
pub(super) fn hint(text: &str) -> Option<Invalid> {
    let line = text.trim().lines().next()?;
    let count = |is_one: fn(char) -> bool| line.chars().filter(|&c| is_one(c)).count();
    let all = count(|c| !c.is_whitespace());
    let empty = count(|c| c != '0' && Mark::of(c) == Some(Mark::Empty) && c != ' ');
    let are_squares =
        line.split_whitespace().count() == all && 2 * count(|c| c.is_ascii_digit()) < all;
    let sign = UNREAD.into_iter().find(|(signs, _)| text.contains(*signs));
    let expected = match sign {
        Some((_, expected)) => expected,
        None if may_turn(line) => {
            "a board without words that may say how it is turned, such as column, row or index"
        }
        None if all > 2 && (are_squares || 2 * empty > all) => {
            "a drawing with Q for queens and . for empty squares, or other marks in docs/notation.md"
        }
        None => return None,
    };
    Some(unreadable(expected, line))
}

impl<'t> Reader<'t> {
    /// With what is known of a record.
    pub(super) fn of(self, record: &Record) -> Self {
        let named = |notation: &Notation| !matches!(notation, Notation::Json | Notation::Csv);
        Reader { size: record.size, notation: self.notation.filter(named), ..self }
    }

    pub(super) fn read(self) -> Result<Found, Invalid> {
        let whole = 0..self.text.len();
        if !self.text.contains(|c: char| !is_separator(c) && !is_bracket(c)) {
            return Err(Invalid::NoQueens);
        }
        let mut found = self.captioned(whole).map_err(|error| match error {
            Invalid::NotANumber { .. } => hint(self.text).unwrap_or(error),
            error => error,
        })?;
        found.sizes.extend(self.size);
        self.checked(found)
    }

    /// Reads a part with and without the captions that it may begin with.
    fn captioned(self, part: Span) -> Result<Found, Invalid> {
        check_satisfiable(&self.text[part.clone()])?;
        let gap = after_gap(self.text, part.clone()).filter(|_| self.notation.is_none());
        if let Some(Ok(smaller)) = gap.and_then(|rest| self.plain(rest)) {
            let (first, second) = (written(&smaller.boards), shortened(self.text[part].trim()));
            return Err(Invalid::Ambiguous { first, second });
        }
        let captioned = captions(self.text, part.clone()).into_iter().map(|caption| {
            let read = match self.plain(caption.rest.clone()) {
                Some(Ok(found)) => Some(Ok(found)),
                read => self.drawn_below(caption.rest).or(read),
            };
            Some(read?.and_then(|read| {
                let mut found = Found::new(part.clone());
                found.add(read);
                caption.roles.into_iter().for_each(|(span, role)| found.mark(span, role));
                found.sizes.extend(caption.size);
                found.account(self.text)
            }))
        });
        let agreed = self.agreed(captioned.chain([self.plain(part.clone())]));
        agreed.unwrap_or_else(|| Err(self.other_notation(part)))
    }

    /// The error for a text that is not in the notation.
    fn other_notation(self, part: Span) -> Invalid {
        let text = self.text[part].trim();
        match self.notation {
            None | Some(Notation::OneLine) => Invalid::NotANumber { got: shortened(text) },
            Some(notation) => unreadable(notation.summary(), text),
        }
    }

    /// Reads a part in all forms, and checks that each accounts for all of it.
    fn plain(self, part: Span) -> Read {
        type Form = fn(Reader<'_>, Span) -> Read;
        let forms: [(Option<Notation>, Form); 5] = [
            (Some(Notation::Sat), |reader, part| reader.model(part)),
            (Some(Notation::Fen), |reader, part| reader.placements(part)),
            (Some(Notation::Matrix), |reader, part| reader.drawing(part)),
            (None, |reader, part| reader.conditions(part)),
            (None, |reader, part| reader.list(part)),
        ];
        let forms = forms.into_iter().filter(|(form, _)| self.wants(*form));
        self.agreed(forms.map(|(_, read)| {
            let accounted =
                |read: Result<Found, Invalid>| read.and_then(|found| found.account(self.text));
            read(self, part.clone()).map(accounted)
        }))
    }

    /// Text in quotes. One with escapes is read apart, and has one role.
    pub(super) fn quoted(self, span: Span) -> Result<Found, Invalid> {
        let (text, mut found) = (&self.text[span.clone()], Found::new(span.clone()));
        if !text.contains('\\') {
            found.add(self.captioned(span)?);
            return Ok(found);
        }
        let escaped = serde_json::from_str(&format!("\"{text}\""));
        let inside: String = escaped.map_err(|_| unreadable("a string as in JSON", text))?;
        let read = Reader { text: &inside, ..self }.captioned(0..inside.len())?;
        found.mark(span, Role::Queen);
        (found.boards, found.sizes) = (read.boards, read.sizes);
        Ok(found)
    }

    /// Conditions on a partial board: `3=5 7!=2`, `c5 !g2`.
    fn conditions(self, part: Span) -> Read {
        let line = &self.text[part.clone()];
        if !self.frame.is_partial || line.trim().contains(|c: char| is_bracket(c) || c == '\n') {
            return None;
        }
        let (mut found, mut conditions) = (Found::new(part.clone()), Vec::new());
        for word in split(self.text, part.clone(), is_separator) {
            match self.text[word.clone()].parse::<Condition>() {
                _ if word.is_empty() => continue,
                Ok(condition) => {
                    found.mark(word, role_of(condition));
                    conditions.push(condition);
                }
                Err(error) => {
                    return (!conditions.is_empty() || line.contains(['=', '!']))
                        .then_some(Err(error));
                }
            }
        }
        if conditions.is_empty() {
            return None;
        }
        line.match_indices(',').for_each(|(place, _)| {
            found.mark(part.start + place..part.start + place + 1, Role::Separator)
        });
        found.boards.push(ConditionList::new(None, conditions));
        Some(Ok(found))
    }

    /// A board, or conditions, after a caption, and the drawing of it below.
    fn drawn_below(self, part: Span) -> Read {
        let end = part.start + self.text[part.clone()].find('\n')?;
        let drawn = match self.drawing(end..part.end)?.and_then(|drawn| drawn.account(self.text)) {
            Ok(drawn) => drawn,
            Err(error) => return Some(Err(error)),
        };
        let above = match (Reader { notation: None, ..self }).plain(part.start..end)? {
            Ok(above) => above,
            Err(error) => return Some(Err(error)),
        };
        let is_same = match (&above.boards[..], &drawn.boards[..]) {
            ([above], [drawn]) if above.n.is_none() => {
                drawn.has_queens_of(above) && above.has_queens_of(drawn)
            }
            (above, drawn) => above == drawn,
        };
        if !is_same {
            let expected = "the same board in a drawing and above it";
            let got = format!("another one in {:?}", shortened(self.text[part.start..end].trim()));
            return Some(Err(Invalid::Unreadable { expected, got }));
        }
        let mut found = Found::new(part);
        found.add_roles(&above);
        found.add(drawn);
        Some(Ok(found))
    }
}
