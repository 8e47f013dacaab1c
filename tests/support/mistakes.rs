//! Texts that are not values of a type.

use nqdb::Invalid;
use std::fmt::Debug;
use std::str::FromStr;

/// Asserts that the text is not a `T`: the error is `expected`, and its message contains `words`.
pub fn check_text<T>(text: &str, expected: &Invalid, words: &str)
where
    T: FromStr<Err = Invalid> + Debug,
{
    let error = text.parse::<T>().expect_err(text);
    assert_eq!(error, *expected, "{text:?}");
    assert!(error.to_string().contains(words), "{text:?}: {error}");
}
