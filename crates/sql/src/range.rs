//! Comparisons of an INTEGER column with any SQL value, with the semantics of SQLite.

use rusqlite::types::ValueRef;
use rusqlite::vtab::IndexConstraintOp as Op;

/// A comparison of a column with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    AtLeast,
    Above,
    AtMost,
    Below,
}

use Comparison::{Above, AtLeast, AtMost, Below, Equal};

impl Comparison {
    pub(crate) const ALL: [Comparison; 5] = [Equal, AtLeast, Above, AtMost, Below];

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

    pub(crate) fn is_low(self) -> bool {
        matches!(self, AtLeast | Above)
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

/// The integers from `low` to `high`; empty if `low` is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// A value after column affinity is applied: numeric text is a number.
enum Comparand {
    Null,
    Integer(i64),
    /// Strictly between this integer and the next.
    Between(i64),
    /// Greater than every integer.
    Greatest,
}

impl Range {
    pub(crate) const ALL: Range = Range { low: i64::MIN, high: i64::MAX };
    const NONE: Range = Range { low: 1, high: 0 };

    /// The non-negative integer that equals a value, if any.
    pub(crate) fn only(value: ValueRef<'_>) -> Option<u64> {
        let mut range = Range::ALL;
        range.restrict(Equal, value);
        (range.low == range.high).then(|| u64::try_from(range.low).ok()).flatten()
    }

    /// Keeps the integers that satisfy the comparison with the value.
    pub(crate) fn restrict(&mut self, comparison: Comparison, value: ValueRef<'_>) {
        let (low, high) = match (Comparand::of(value), comparison) {
            (Comparand::Integer(number), Equal) => (Some(number), Some(number)),
            (Comparand::Integer(number), AtLeast) => (Some(number), Some(i64::MAX)),
            (Comparand::Integer(number), Above) => (number.checked_add(1), Some(i64::MAX)),
            (Comparand::Integer(number), AtMost) => (Some(i64::MIN), Some(number)),
            (Comparand::Integer(number), Below) => (Some(i64::MIN), number.checked_sub(1)),
            (Comparand::Between(floor), AtLeast | Above) => (floor.checked_add(1), Some(i64::MAX)),
            (Comparand::Between(floor), AtMost | Below) => (Some(i64::MIN), Some(floor)),
            (Comparand::Greatest, AtMost | Below) => (Some(i64::MIN), Some(i64::MAX)),
            (Comparand::Null, _)
            | (Comparand::Between(_) | Comparand::Greatest, Equal)
            | (Comparand::Greatest, AtLeast | Above) => (None, None),
        };
        *self = match (low, high) {
            (Some(low), Some(high)) => Range { low: self.low.max(low), high: self.high.min(high) },
            _ => Range::NONE,
        };
    }
}

impl Comparand {
    fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Comparand::Null,
            ValueRef::Integer(number) => Comparand::Integer(number),
            ValueRef::Real(number) => Comparand::of_real(number),
            ValueRef::Text(bytes) => Comparand::of_text(bytes),
            ValueRef::Blob(_) => Comparand::Greatest,
        }
    }

    fn of_real(number: f64) -> Self {
        let floor = number.floor();
        if floor >= 2f64.powi(63) {
            Comparand::Greatest
        } else if floor == number && floor >= -(2f64.powi(63)) {
            Comparand::Integer(number as i64)
        } else {
            // Numbers below the range of INTEGER are below every row number.
            Comparand::Between(floor as i64)
        }
    }

    fn of_text(bytes: &[u8]) -> Self {
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r');
        let text = std::str::from_utf8(bytes).unwrap_or("").trim_matches(is_space);
        // Rust would also parse words such as `inf`.
        let digits = |byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        if let Ok(number) = text.parse() {
            return Comparand::Integer(number);
        }
        match text.parse() {
            Ok(number) if text.bytes().all(digits) => Comparand::of_real(number),
            _ => Comparand::Greatest,
        }
    }
}
