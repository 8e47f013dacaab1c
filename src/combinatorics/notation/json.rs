//! JSON objects and strings. Arrays are read by `lists`, which accepts other brackets too.

use crate::combinatorics::invalid::{Invalid, shortened};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The fields that hold a board in the objects that nqdb prints.
#[derive(Deserialize)]
struct Object<'t> {
    #[serde(borrow)]
    queens: Option<&'t RawValue>,
    #[serde(borrow)]
    canonical: Option<&'t RawValue>,
}

/// Whether the text is an object rather than a list in braces.
pub(super) fn is_object(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// The board of an object, as the JSON text of its field.
pub(super) fn field(text: &str) -> Result<&str, Invalid> {
    let object: Object<'_> =
        serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))?;
    let field = object.queens.or(object.canonical);
    Ok(field.ok_or_else(|| unreadable(text))?.get())
}

/// Decodes a JSON string.
pub(super) fn string(text: &str) -> Result<Cow<'_, str>, Invalid> {
    // Borrowed if nothing is escaped.
    let plain = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match plain.filter(|plain| !plain.contains(['"', '\\'])) {
        Some(plain) => Ok(plain.into()),
        None => serde_json::from_str::<String>(text).map(Cow::Owned).map_err(|_| unreadable(text)),
    }
}

pub(super) fn unreadable(text: &str) -> Invalid {
    let expected = "JSON such as “[2,4,1,3]”, or an object with the field queens or canonical";
    Invalid::Unreadable { expected, got: format!("{:?}", shortened(text)) }
}
