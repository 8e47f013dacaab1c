//! JSON objects and strings. Arrays are read by `tree`, which accepts other brackets too.

use crate::combinatorics::invalid::{Invalid, shortened};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Whether the text is a JSON object rather than another list in braces.
pub(super) fn is_object(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// The fields of an object, as JSON texts.
pub(super) fn fields(text: &str) -> Result<Fields<'_>, Invalid> {
    serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))
}

/// A name, borrowed if nothing in it is escaped.
#[derive(Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

/// Fields in the order of their names, which are different.
pub(super) struct Fields<'t>(Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'t> Fields<'t> {
    pub(super) fn get(&self, name: &str) -> Option<&'t RawValue> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, field)| *field)
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::with_capacity(8);
                while let Some((name, value)) = map.next_entry::<Name<'de>, &RawValue>()? {
                    fields.push((name.0, value));
                }
                fields.sort_unstable_by(|first, second| first.0.cmp(&second.0));
                if fields.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                    return Err(A::Error::custom("a field that is given twice"));
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// The board of an object, as the JSON text of its field: `queens`, else `canonical`, else the only field that is a list.
/// All of the object if its fields are numbers, such as `{"1": 2, "2": 4}`. And the board size in its field `n`.
pub(super) fn board(text: &str) -> Result<(&str, Option<usize>), Invalid> {
    let fields = fields(text)?;
    let n = fields.get("n").and_then(|n| n.get().parse().ok());
    let named = |name| fields.get(name).map(|field| field.get());
    let values = fields.0.iter().map(|(_, field)| field.get());
    let mut lists = values.filter(|field| field.starts_with('['));
    let only = (lists.next(), lists.next());
    let only = only.0.filter(|_| only.1.is_none());
    let is_entry = |(name, field): &(Cow<'_, str>, &RawValue)| {
        name.ends_with(|c: char| c.is_ascii_digit())
            && field.get().bytes().all(|byte| byte.is_ascii_digit())
    };
    match named("queens").or_else(|| named("canonical")).or(only) {
        None if !fields.0.is_empty() && fields.0.iter().all(is_entry) => Ok((text, n)),
        None => Err(unreadable(text)),
        Some(field) => Ok((field, n)),
    }
}

/// The content of a text that is one JSON string.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    // Borrowed if nothing is escaped.
    if inside.contains(['"', '\\']) {
        serde_json::from_str::<String>(text).ok().map(Cow::Owned)
    } else {
        Some(inside.into())
    }
}

pub(super) fn unreadable(text: &str) -> Invalid {
    let expected = "JSON such as “[2,4,1,3]”, or an object with the field queens or canonical";
    Invalid::Unreadable { expected, got: format!("{:?}", shortened(text)) }
}
