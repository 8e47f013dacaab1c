//! Boards in fields: of JSON objects (arrays are read by `tree`, which accepts other brackets too), and of CSV, whose
//! header names the columns.

use super::list::is_whole_number;
use crate::combinatorics::invalid::{Invalid, unreadable};
use crate::combinatorics::numbers::parse_digits;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::{Range, RangeInclusive};

/// Whether the text is a JSON object rather than another list in braces.
pub(super) fn is_object(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// The fields of an object, as JSON texts.
pub(super) fn of_object(text: &str) -> Result<Fields<'_>, Invalid> {
    serde_json::from_str(text).map_err(|error| not_json(&error.to_string()))
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

/// The board of an object, as the JSON text of its field: `queens`, else the only field that is a list.
/// All of the object if its fields are numbers, such as `{"1": 2, "2": 4}`. And the board size in its field `n`.
pub(super) fn board(text: &str) -> Result<(&str, Option<usize>), Invalid> {
    let fields = of_object(text)?;
    let n = fields.get("n").and_then(|n| n.get().parse().ok());
    let named = |name| fields.get(name).map(|field| field.get());
    let values = fields.0.iter().map(|(_, field)| field.get());
    let mut lists = values.filter(|field| field.starts_with('['));
    let only = (lists.next(), lists.next());
    let only = only.0.filter(|_| only.1.is_none());
    let is_entry = |(name, field): &(Cow<'_, str>, &RawValue)| {
        name.ends_with(|c: char| c.is_ascii_digit()) && is_whole_number(field.get())
    };
    match named("queens").or(only) {
        None if !fields.0.is_empty() && fields.0.iter().all(is_entry) => Ok((text, n)),
        None => Err(not_json(text)),
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

pub(super) fn not_json(text: &str) -> Invalid {
    unreadable("JSON such as \"[2,4,1,3]\", or an object with the field queens", text)
}

/// The name of the column with boards.
pub(super) const QUEENS: &str = "queens";

/// The name of the column with conditions.
pub(super) const CONDITIONS: &str = "conditions";

/// The position of the boards in each line.
#[derive(Debug, Clone)]
pub(super) struct Column {
    separator: char,
    /// The cells of a board, 0-based: several if there is a column for each queen.
    board: RangeInclusive<usize>,
    /// The cell of the board size, if there is one.
    size: Option<usize>,
    /// Cells per line.
    cells: usize,
}

impl Column {
    /// The column with this name, or for boards the columns `q1` … `qN`, if the line is a header. Fails if some of these
    /// are missing, in another order, or next to a column `queens`, or if `is_needed` and the line is not a header.
    pub(super) fn find(header: &str, name: &str, is_needed: bool) -> Result<Option<Self>, Invalid> {
        let expected = "a header with the column queens, or q1 … qN in this order";
        let wrong = || unreadable(expected, header.trim());
        for separator in [',', ';', '\t'] {
            let Ok(ranges) = cells(header, separator) else { continue };
            let lower = |cell: &Range<usize>| header[cell.clone()].to_ascii_lowercase();
            let names: Vec<String> = ranges.iter().map(lower).collect();
            let place = |name: &str| names.iter().position(|other| other == name);
            let is_queen = |name: &String| {
                name.strip_prefix('q').is_some_and(|k| parse_digits::<u64>(k).is_some())
            };
            let queens = names.iter().filter(|name| is_queen(name)).count();
            let is_board = name == QUEENS && queens > 1;
            let board = match (place(name), names.iter().position(is_queen)) {
                (Some(_), Some(_)) if is_board => return Err(wrong()),
                (Some(named), _) => named..=named,
                (None, Some(first)) if is_board => first..=first + queens - 1,
                _ => continue,
            };
            let is_next = |(k, cell)| names.get(cell).is_some_and(|name| *name == format!("q{k}"));
            if board.start() < board.end() && !(1..).zip(board.clone()).all(is_next) {
                return Err(wrong());
            }
            let (size, cells) = (place("n"), names.len());
            return Ok(Some(Column { separator, board, size, cells }));
        }
        if is_needed { Err(wrong()) } else { Ok(None) }
    }

    /// The range of the board in a line, without quotes if it is one cell, and its size if that has a cell.
    pub(super) fn cell(&self, line: &str) -> Result<(Range<usize>, Option<usize>), Invalid> {
        let cells = cells(line, self.separator)?;
        if cells.len() != self.cells {
            let expected =
                "as many cells as the header, with queens in quotes if they contain commas";
            let got = format!("{} cells instead of {}", cells.len(), self.cells);
            return Err(Invalid::Unreadable { expected, got });
        }
        let size = self.size.and_then(|size| parse_digits(&line[cells[size].clone()]));
        Ok((cells[*self.board.start()].start..cells[*self.board.end()].end, size))
    }
}

/// The ranges of the cells of a line, without quotes.
fn cells(line: &str, separator: char) -> Result<Vec<Range<usize>>, Invalid> {
    let (mut cells, mut offset, mut in_quotes) = (Vec::new(), 0, false);
    let is_end = |c| {
        in_quotes ^= c == '"';
        c == separator && !in_quotes
    };
    for cell in line.split(is_end) {
        let bare = cell.trim();
        let start = offset + cell.find(bare).unwrap_or_default();
        let is_quoted = bare.len() > 1 && bare.starts_with('"') && bare.ends_with('"');
        let quote = usize::from(is_quoted);
        cells.push(start + quote..start + bare.len() - quote);
        offset += cell.len() + separator.len_utf8();
    }
    if in_quotes {
        let last = line.rsplit(separator).next().unwrap_or(line).trim();
        return Err(unreadable("a closing quote", last));
    }
    Ok(cells)
}
