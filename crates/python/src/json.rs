//! Lists, arrays and tables as JSON, which the library reads as on the command line.

use crate::errors::{Failure, Result};
use crate::signals::check;
use nqdb::Invalid;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple,
};
use std::fmt::{Display, Write};

/// Whether a value is a sequence. Mappings and sets have no order, iterators no length.
pub(crate) fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    let is_other = || {
        value.cast::<PyMapping>().is_ok()
            || value.is_instance_of::<PySet>()
            || value.is_instance_of::<PyFrozenSet>()
    };
    value.is_instance_of::<PyList>() || value.len().is_ok() && !is_other()
}

/// A value as JSON, of up to 4 MiB. `expected` is for the error about a value of another type.
pub(crate) fn json(value: &Bound<'_, PyAny>, expected: &'static str) -> Result<String> {
    let mut writer = Writer { text: String::new(), depth: 0, expected };
    writer.write(value)?;
    let is_list = writer.text.starts_with(['[', '{']);
    if is_list { Ok(writer.text) } else { Err(Failure::other_type(value, expected)) }
}

/// The maximum length of the text, in bytes; the library reads lists in lists up to this length.
const LONGEST: usize = 1 << 22;

/// The maximum depth of brackets: a list of boards, each a list of lines or of pairs, and one pair around all.
const DEEPEST: usize = 4;

struct Writer {
    text: String,
    depth: usize,
    expected: &'static str,
}

impl Writer {
    fn write(&mut self, value: &Bound<'_, PyAny>) -> Result<()> {
        let value = &plain(value)?;
        if let Ok(string) = value.cast::<PyString>() {
            self.push(serde_json::Value::from(&*string.to_cow()?))
        } else if value.is_none() {
            self.push("null")
        } else if let Ok(truth) = value.cast::<PyBool>() {
            self.push(u8::from(truth.is_true()))
        } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
            self.push(value.str()?)
        } else if is_sequence(value) && !value.is_instance_of::<PyBytes>() {
            // A sequence may yield more items than its length.
            let items = value.try_iter()?.take(value.len()?);
            self.list('[', items, ']', |writer, item| writer.write(&item))
        } else if let Ok(mapping) = value.cast::<PyMapping>() {
            self.list('{', mapping.items()?.try_iter()?, '}', |writer, item| {
                let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                writer.write(key.str()?.as_any())?;
                writer.push(':')?;
                writer.write(&value)
            })
        } else {
            Err(Failure::other_type(value, self.expected))
        }
    }

    fn list<'py>(
        &mut self,
        open: char,
        items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
        close: char,
        write: impl Fn(&mut Self, Bound<'py, PyAny>) -> Result<()>,
    ) -> Result<()> {
        if self.depth == DEEPEST {
            let message =
                format!("expected lists in lists at most {DEEPEST} deep, got deeper ones");
            return Err(Failure::invalid(message));
        }
        self.depth += 1;
        self.push(open)?;
        for (number, item) in items.enumerate() {
            if number > 0 {
                self.push(',')?;
            }
            let item = item?;
            check(item.py())?;
            write(self, item)?;
        }
        self.depth -= 1;
        self.push(close)
    }

    fn push(&mut self, text: impl Display) -> Result<()> {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
        let is_long = self.text.len() > LONGEST;
        if is_long { Err(Invalid::TooLong { longest: LONGEST }.into()) } else { Ok(()) }
    }
}

/// Tables, arrays, and numbers of NumPy as lists and numbers of Python; anything else as it is.
pub(crate) fn plain<'py>(value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let mut value = value.clone();
    for method in ["to_numpy", "tolist"] {
        let is_plain = value.is_instance_of::<PyList>()
            || value.is_instance_of::<PyTuple>()
            || value.is_instance_of::<PyInt>()
            || value.is_instance_of::<PyFloat>()
            || value.is_instance_of::<PyString>();
        if is_plain {
            break;
        }
        let size = value.getattr("size").and_then(|size| size.extract::<usize>());
        // Each item takes at least two bytes of text.
        if size.is_ok_and(|size| size > LONGEST / 2) {
            return Err(Invalid::TooLong { longest: LONGEST }.into());
        }
        if let Some(convert) = value.getattr_opt(method)? {
            value = convert.call0()?;
        }
    }
    Ok(value)
}
