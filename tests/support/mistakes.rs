//! Texts that are not values of a type.

use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Asserts that the text is not a `T`: the error is `expected`, and its message contains `words`.
pub fn check_text<T>(text: &str, expected: &T::Err, words: &str)
where
    T: FromStr<Err: Debug + Display + PartialEq> + Debug,
{
    let error = text.parse::<T>().expect_err(text);
    assert_eq!(error, *expected, "{text:?}");
    assert!(error.to_string().contains(words), "{text:?}: {error}");
}
