//! JSON in which integers beyond 2⁵³ − 1 are strings, so that no reader loses digits.
//!
//! Many readers, jq 1.6 and JavaScript among them, store numbers as 64-bit floating point and would round larger ones.
//! All JSON of the program is written here, so the rule holds for ranks, counts and seeds alike.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Error, Result, Write};

/// The largest integer that is written as a number, 2⁵³ − 1.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// Writes a value as one line of JSON, without the newline.
pub fn write_json(out: impl Write, value: &impl Serialize) -> Result<()> {
    Ok(value.serialize(&mut serializer(out))?)
}

/// A value as one line of JSON, without the newline.
pub fn to_json(value: &impl Serialize) -> Result<String> {
    let mut text = Vec::new();
    write_json(&mut text, value)?;
    String::from_utf8(text).map_err(Error::other)
}

/// A serializer for values that are written in parts.
pub fn serializer<W: Write>(out: W) -> Serializer<W, Lossless> {
    Serializer::with_formatter(out, Lossless)
}

/// Compact JSON with large integers as strings.
#[derive(Debug)]
pub struct Lossless;

impl Formatter for Lossless {
    fn write_u64<W: ?Sized + Write>(&mut self, out: &mut W, number: u64) -> Result<()> {
        if number > LARGEST_NUMBER { write!(out, "\"{number}\"") } else { write!(out, "{number}") }
    }

    fn write_i64<W: ?Sized + Write>(&mut self, out: &mut W, number: i64) -> Result<()> {
        if number.unsigned_abs() > LARGEST_NUMBER {
            write!(out, "\"{number}\"")
        } else {
            write!(out, "{number}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_beyond_53_bits_are_strings() {
        let value = json!([
            9_007_199_254_740_991u64,
            9_007_199_254_740_992u64,
            u64::MAX,
            i64::MIN,
            -1,
            0.5
        ]);
        let mut text = Vec::new();
        write_json(&mut text, &value).unwrap();
        let expected = r#"[9007199254740991,"9007199254740992","18446744073709551615","-9223372036854775808",-1,0.5]"#;
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
