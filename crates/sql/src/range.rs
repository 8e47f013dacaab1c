//! The numbers that a comparison with a value can select: all that meet it in any version of SQLite, and perhaps others,
//! since SQLite checks every row again.

use rusqlite::types::ValueRef;
use rusqlite::vtab::IndexConstraintOp as Op;
use std::ops::RangeInclusive;

/// A comparison of a number with a value.
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

    /// The numbers of a range that can compare in this way with a value. Text with a NUL bounds nothing: to some versions
    /// of SQLite, it ends there.
    pub(crate) fn restrict(self, numbers: Numbers, value: ValueRef<'_>) -> Numbers {
        if self != Equal && matches!(value, ValueRef::Text(text) if text.contains(&0)) {
            return numbers;
        }
        let (low, high) = numbers.into_inner();
        let (floor, ceiling) = neighbours(value);
        match self {
            Equal => {
                let only = only(value).unwrap_or(0);
                low.max(only)..=high.min(only)
            }
            AtLeast => low.max(ceiling)..=high,
            Above => low.max(floor.saturating_add(1))..=high,
            AtMost => low..=high.min(floor),
            Below => low..=high.min(ceiling.saturating_sub(1)),
        }
    }
}

/// A range of numbers, all positive.
pub(crate) type Numbers = RangeInclusive<u64>;

/// The greatest number that SQL has.
pub(crate) const LAST: u64 = i64::MAX as u64;

/// The non-negative number that a value can equal, if any. Text may end at its first NUL.
pub(crate) fn only(value: ValueRef<'_>) -> Option<u64> {
    let value = match value {
        ValueRef::Text(bytes) => {
            ValueRef::Text(bytes.split(|&byte| byte == 0).next().unwrap_or_default())
        }
        other => other,
    };
    let (low, high) = neighbours(value);
    (low == high && low < u64::MAX).then_some(low)
}

/// The greatest number that is at most a value, and the smallest that is at least the value; 0 stands for all numbers
/// below 1. As in a comparison with an INTEGER column, numeric text is a number; other text and BLOBs are greater than all
/// numbers.
fn neighbours(value: ValueRef<'_>) -> (u64, u64) {
    match value {
        ValueRef::Integer(number) => (number.max(0) as u64, number.max(0) as u64),
        ValueRef::Real(number) => (number.floor() as u64, number.ceil() as u64),
        ValueRef::Text(bytes) => neighbours(number_in(bytes)),
        ValueRef::Blob(_) | ValueRef::Null => (u64::MAX, u64::MAX),
    }
}

/// The number that a text is, or NULL.
fn number_in(bytes: &[u8]) -> ValueRef<'static> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r');
    let text = std::str::from_utf8(bytes).unwrap_or("").trim_matches(is_space);
    // Rust would also parse words such as `inf`.
    let digits = |byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    match (text.parse(), text.parse()) {
        (Ok(number), _) => ValueRef::Integer(number),
        (_, Ok(number)) if text.bytes().all(digits) => ValueRef::Real(number),
        _ => ValueRef::Null,
    }
}
