//! [`ConditionList`]: conditions on a board as text: lists of conditions, drawings, lists of rows with gaps, JSON.

use super::lines::content;
use super::reading::Reader;
use super::squares::{Frame, Squares};
use super::{fields, list, tree};
use crate::combinatorics::condition::{Condition, parse_square};
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::memory;
use std::collections::HashSet;

/// The memory that a text takes at most, as a multiple of its length: a drawing with only excluded squares.
const MEMORY: usize = 60;

/// Longer texts are parsed only if there is memory for them.
const LONG: usize = 1 << 20;

/// Conditions on a board, and its size if the text has it.
///
/// ```
/// use nqdb::notation::ConditionList;
///
/// let drawn = ConditionList::parse(". . Q .\n. . . .\n# . . .\n. . . .")?;
/// assert_eq!(drawn.n, Some(4));
/// let conditions: Vec<String> = drawn.conditions.iter().map(ToString::to_string).collect();
/// assert_eq!(conditions, ["3=1", "1!=3"]);
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionList {
    /// The board size, unless the text is a list of conditions.
    pub n: Option<usize>,
    /// The given queens and the excluded squares and diagonals.
    pub conditions: Vec<Condition>,
}

impl ConditionList {
    const FRAME: Frame = Frame { first: 1, largest: 10_000, is_partial: true };

    /// The longest text, in bytes: a drawing up to N = 4,000, or millions of conditions.
    pub const LONGEST: usize = 1 << 24;

    /// Parses conditions such as `3=5 7!=2` or `c5 !g2`, a drawing or matrix with `Q` or 1 for given queens and `#` for
    /// blocked squares, the placement of a FEN, a list of rows with 0 for columns without a queen, a whole board, or a
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
        match text.trim() {
            object if fields::is_object(object) => ConditionList::of_object(object),
            rows if count_from_0(rows) => Err(Invalid::Unreadable {
                expected: "? for the column without a queen, or rows that count from 1",
                got: "0 to N - 1, each once".into(),
            }),
            trimmed => match fields::string(trimmed) {
                Some(inside) => ConditionList::of_text(&inside),
                None => ConditionList::of_text(text.trim_end()),
            },
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

    fn of_text(text: &str) -> Result<ConditionList, Invalid> {
        let lines = text.lines().count();
        let body = if lines > 1 { text } else { content(text) };
        let mut words = body.split(tree::is_separator).filter(|word| !word.is_empty());
        let first = words.next();
        let is_list =
            || body.contains(['=', '!']) || first.is_some_and(|one| parse_square(one).is_some());
        if first.is_none() || lines == 1 && !body.contains(tree::is_bracket) && is_list() {
            return Ok(ConditionList { n: None, conditions: Condition::parse_all([body])? });
        }
        let is_word = !text.contains(|c| tree::is_separator(c) || tree::is_bracket(c) || c == '/');
        match (Reader { notation: None, frame: ConditionList::FRAME }).read(text).as_deref() {
            Ok([board]) if is_word && board.n() == 1 => {
                Err(Invalid::Condition { got: shortened(text) })
            }
            Ok([board]) => Ok(ConditionList::of_board(board.clone())),
            Ok(boards) => Err(Invalid::SeveralBoards { got: boards.len() }),
            Err(Invalid::NotANumber { .. }) => Err(Invalid::Condition { got: shortened(text) }),
            Err(_) if is_word => Err(Invalid::Condition { got: shortened(text) }),
            Err(error) => Err(error.clone()),
        }
    }

    fn of_board(board: Squares) -> Self {
        ConditionList { n: Some(board.n()), conditions: board.conditions() }
    }

    /// The board of an object, as `nqdb puzzle` and `nqdb dataset` write it. Fields that say the same must agree.
    fn of_object(text: &str) -> Result<ConditionList, Invalid> {
        let object = fields::of_object(text)?;
        let inner =
            object.get("metadata").map(|inner| fields::of_object(inner.get())).transpose()?;
        let puzzle =
            inner.iter().find_map(|inner| inner.get("puzzle")).or_else(|| object.get("puzzle"));
        let mut found = Vec::new();
        if let Some(conditions) = object.get(fields::CONDITIONS) {
            let words = conditions.get().replace(['[', ']', '"', ','], " ");
            let conditions = Condition::parse_all(words.split_whitespace())?;
            found.push(ConditionList { n: None, conditions });
        }
        if let Some(givens) = object.get("givens").map(|field| field.get()) {
            // These are rows, even if none is greater than 1.
            let tree = tree::parse(givens).ok();
            found.push(match tree.and_then(|node| list::rows_with_gaps(&node, true)) {
                Some(board) => ConditionList::of_board(board),
                None => ConditionList::of_text(givens)?,
            });
        }
        found.extend(puzzle.map(|text| ConditionList::of_text(text.get())).transpose()?);
        if found.is_empty() {
            found.push(ConditionList::of_text(fields::board(text)?.0)?);
        }
        let n = object
            .get("n")
            .map(|n| n.get().parse().map_err(|_| fields::not_json(text)))
            .transpose()?;
        let mut sizes = found.iter().filter_map(|board| board.n).chain(n);
        let n = sizes.next();
        if let (Some(n), Some(other)) = (n, sizes.find(|&other| Some(other) != n)) {
            let got = format!("N = {n} and N = {other} in {:?}", shortened(text));
            return Err(Invalid::Unreadable { expected: "fields with one board size", got });
        }
        let all = |board: &ConditionList| board.conditions.iter().copied().collect::<HashSet<_>>();
        if found.iter().any(|board| all(board) != all(&found[0])) {
            let got = format!("contradictions in {:?}", shortened(text));
            return Err(Invalid::Unreadable { expected: "fields with the same queens", got });
        }
        Ok(ConditionList { n, ..found.swap_remove(0) })
    }
}

/// Whether text is a list of the numbers from 0 to N - 1, each once: a board counted from 0, or one with an open column.
fn count_from_0(text: &str) -> bool {
    let words = text.split(|c| tree::is_separator(c) || tree::is_bracket(c));
    let numbers = words.filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    let Some(mut numbers) = numbers.collect::<Option<Vec<usize>>>() else { return false };
    numbers.sort_unstable();
    numbers.len() > 2 && numbers.iter().copied().eq(0..numbers.len())
}
