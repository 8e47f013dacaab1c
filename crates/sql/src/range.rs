//! Comparisons of an INTEGER column with any SQL value, with the semantics of SQLite.

use rusqlite::types::ValueRef;
use rusqlite::vtab::IndexConstraintOp as Op;

/// A comparison of a column with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Comparison {
    Equal,
    AtLeast,
    Above,
    AtMost,
    Below,
}

use Comparison::{Above, AtLeast, AtMost, Below, Equal};

impl Comparison {
    pub(crate) fn of(operator: &Op) -> Option<Self> {
        match operator {
            Op::SQLITE_INDEX_CONSTRAINT_EQ => Some(Equal),
            Op::SQLITE_INDEX_CONSTRAINT_GE => Some(AtLeast),
            Op::SQLITE_INDEX_CONSTRAINT_GT => Some(Above),
            Op::SQLITE_INDEX_CONSTRAINT_LE => Some(AtMost),
            Op::SQLITE_INDEX_CONSTRAINT_LT => Some(Below),
            _ => None,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Equal => "= ?",
            AtLeast => ">= ?",
            Above => "> ?",
            AtMost => "<= ?",
            Below => "< ?",
        }
    }
}

/// The integers from `low` to `high`; none if `low` is greater. The type holds the neighbours of every SQL integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Range {
    pub(crate) const ALL: Range = Range { low: i64::MIN as i128, high: i64::MAX as i128 };

    /// The non-negative integer that equals a value, if any.
    pub(crate) fn only(value: ValueRef<'_>) -> Option<u64> {
        let mut range = Range::ALL;
        range.restrict(Equal, value);
        (range.low == range.high).then(|| u64::try_from(range.low).ok()).flatten()
    }

    /// Keeps the integers that satisfy the comparison with the value, which is not NULL.
    pub(crate) fn restrict(&mut self, comparison: Comparison, value: ValueRef<'_>) {
        let (floor, ceiling) = neighbours(value);
        match comparison {
            // Between two integers there is none.
            Equal => (self.low, self.high) = (self.low.max(ceiling), self.high.min(floor)),
            AtLeast => self.low = self.low.max(ceiling),
            Above => self.low = self.low.max(floor + 1),
            AtMost => self.high = self.high.min(floor),
            Below => self.high = self.high.min(ceiling - 1),
        }
    }
}

/// Greater than every SQL integer, as BLOBs are, and texts that are not numbers.
const GREATEST: i128 = 1 << 64;

/// The greatest integer that is at most a value, and the smallest that is at least the value. As in a comparison with an
/// INTEGER column, numeric text is a number.
fn neighbours(value: ValueRef<'_>) -> (i128, i128) {
    match value {
        ValueRef::Integer(number) => (number.into(), number.into()),
        ValueRef::Real(number) => of_real(number),
        ValueRef::Text(bytes) => of_text(bytes),
        ValueRef::Blob(_) | ValueRef::Null => (GREATEST, GREATEST),
    }
}

fn of_real(number: f64) -> (i128, i128) {
    let clamped = number.clamp(-(GREATEST as f64), GREATEST as f64);
    (clamped.floor() as i128, clamped.ceil() as i128)
}

fn of_text(bytes: &[u8]) -> (i128, i128) {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r');
    let text = std::str::from_utf8(bytes).unwrap_or("").trim_matches(is_space);
    // Rust would also parse words such as `inf`.
    let digits = |byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    match (text.parse::<i64>(), text.parse()) {
        (Ok(number), _) => (number.into(), number.into()),
        (_, Ok(number)) if text.bytes().all(digits) => of_real(number),
        _ => (GREATEST, GREATEST),
    }
}
