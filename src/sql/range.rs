//! Comparisons of an INTEGER column with any SQL value, with the semantics of SQLite.

use rusqlite::types::ValueRef;
use rusqlite::vtab::IndexConstraintOp as Op;

/// A comparison of a column with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    AtLeast,
    Above,
    AtMost,
    Below,
}

use Comparison::{Above, AtLeast, AtMost, Below, Equal};

impl Comparison {
    pub(super) const ALL: [Comparison; 5] = [Equal, AtLeast, Above, AtMost, Below];

    pub(super) fn of(operator: &Op) -> Option<Self> {
        match operator {
            Op::SQLITE_INDEX_CONSTRAINT_EQ => Some(Equal),
            Op::SQLITE_INDEX_CONSTRAINT_GE => Some(AtLeast),
            Op::SQLITE_INDEX_CONSTRAINT_GT => Some(Above),
            Op::SQLITE_INDEX_CONSTRAINT_LE => Some(AtMost),
            Op::SQLITE_INDEX_CONSTRAINT_LT => Some(Below),
            _ => None,
        }
    }

    pub(super) fn is_low(self) -> bool {
        matches!(self, AtLeast | Above)
    }

    pub(super) fn words(self) -> &'static str {
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
pub(super) struct Range {
    pub(super) low: i64,
    pub(super) high: i64,
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
    pub(super) const ALL: Range = Range { low: i64::MIN, high: i64::MAX };
    const NONE: Range = Range { low: 1, high: 0 };

    /// The non-negative integer that equals a value, if any.
    pub(super) fn only(value: ValueRef<'_>) -> Option<u64> {
        let mut range = Range::ALL;
        range.restrict(Equal, value);
        (range.low == range.high).then(|| u64::try_from(range.low).ok()).flatten()
    }

    /// Keeps the integers that satisfy the comparison with the value.
    pub(super) fn restrict(&mut self, comparison: Comparison, value: ValueRef<'_>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;
    use rusqlite::types::Value;

    /// Values of every kind.
    fn values() -> Vec<Value> {
        let integers = [0, 1, -1, 5, i64::MIN, i64::MAX].map(Value::Integer);
        let reals = [0.0, 5.0, 5.5, -0.5, 4.999, 1e300, -1e300, f64::INFINITY, 9.3e18, -9.3e18];
        let texts = [
            "5",
            " 5\n",
            "+5",
            "5.0",
            "5.",
            ".5",
            "5e0",
            "50e-1",
            "5.5",
            "x",
            "",
            "inf",
            "nan",
            "5x",
            "0x5",
            "1_0",
            "é",
            "9223372036854775807",
            "9223372036854775808",
            "-1e400",
            "1e400",
        ];
        let blobs = ["", "5"].map(|text| Value::Blob(text.into()));
        let texts = texts.map(|text| Value::Text(text.to_owned()));
        let reals = reals.map(Value::Real);
        [Value::Null].into_iter().chain(integers).chain(reals).chain(texts).chain(blobs).collect()
    }

    #[test]
    fn sqlite_compares_an_integer_column_the_same_way() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (number INTEGER)").unwrap();
        for number in [-1i64, 0, 1, 4, 5, 6, i64::MAX] {
            connection.execute("INSERT INTO t VALUES (?1)", [number]).unwrap();
        }
        for (comparison, operator) in Comparison::ALL.into_iter().zip(["=", ">=", ">", "<=", "<"]) {
            let sql = format!("SELECT number, ifnull(number {operator} ?1, 0) FROM t");
            let mut statement = connection.prepare(&sql).unwrap();
            for value in values() {
                let mut range = Range::ALL;
                range.restrict(comparison, ValueRef::from(&value));
                let rows = statement.query_map([&value], |row| Ok((row.get(0)?, row.get(1)?)));
                for row in rows.unwrap() {
                    let (number, expected): (i64, bool) = row.unwrap();
                    let got = (range.low..=range.high).contains(&number);
                    assert_eq!(got, expected, "{number} {operator} {value:?}");
                }
            }
        }
    }
}
