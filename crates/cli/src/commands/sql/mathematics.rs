//! SQLite's mathematical functions for the session of the command line: the bundled SQLite is compiled without them.
//!
//! Names, values and errors are those of SQLite: NULL if an argument is not a number or the result is undefined.

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use std::f64::consts::PI;

type Unary = (&'static str, fn(f64) -> f64);
type Binary = (&'static str, fn(f64, f64) -> f64);

const UNARY: &[Unary] = &[
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", f64::asinh),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("degrees", f64::to_degrees),
    ("exp", f64::exp),
    ("ln", |x| logarithm(x, f64::ln)),
    ("log", |x| logarithm(x, f64::log10)),
    ("log10", |x| logarithm(x, f64::log10)),
    ("log2", |x| logarithm(x, f64::log2)),
    ("radians", f64::to_radians),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

const BINARY: &[Binary] = &[
    ("atan2", f64::atan2),
    ("log", |base, x| match logarithm(base, f64::ln) {
        ln if ln > 0.0 => logarithm(x, f64::ln) / ln,
        _ => f64::NAN,
    }),
    ("mod", |x, y| x % y),
    ("pow", f64::powf),
    ("power", f64::powf),
];

/// Functions that round to a whole number; an INTEGER is returned unchanged.
const ROUNDING: &[Unary] =
    &[("ceil", f64::ceil), ("ceiling", f64::ceil), ("floor", f64::floor), ("trunc", f64::trunc)];

/// Registers the functions. SQLite turns NaN into NULL.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    for &(name, function) in UNARY {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(real(context, 0).map(function))
        })?;
    }
    for &(name, function) in BINARY {
        connection.create_scalar_function(name, 2, flags, move |context| {
            Ok(real(context, 0).zip(real(context, 1)).map(|(x, y)| function(x, y)))
        })?;
    }
    for &(name, function) in ROUNDING {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(match numeric(context, 0) {
                Value::Real(number) => Value::Real(function(number)),
                other => other,
            })
        })?;
    }
    connection.create_scalar_function("pi", 0, flags, |_| Ok(PI))
}

/// A logarithm; NaN for 0 and below.
fn logarithm(x: f64, logarithm: fn(f64) -> f64) -> f64 {
    if x > 0.0 { logarithm(x) } else { f64::NAN }
}

fn real(context: &Context<'_>, index: usize) -> Option<f64> {
    match numeric(context, index) {
        Value::Integer(number) => Some(number as f64),
        Value::Real(number) => Some(number),
        _ => None,
    }
}

/// An argument as a number; text is converted, anything else is NULL.
fn numeric(context: &Context<'_>, index: usize) -> Value {
    match context.get_raw(index) {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) => {
            let text = std::str::from_utf8(bytes).unwrap_or("").trim();
            // Rust also parses words such as `inf`.
            let is_word = text.contains(|c: char| c.is_alphabetic() && !matches!(c, 'e' | 'E'));
            match (text.parse(), text.parse()) {
                (Ok(number), _) => Value::Integer(number),
                (_, Ok(number)) if !is_word => Value::Real(number),
                _ => Value::Null,
            }
        }
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
    }
}
