//! Tables of text in aligned columns, and the rows of SQL statements as such tables, as CSV or as JSON Lines.

use crate::output::Format;
use crate::progress::ProgressWatch;
use rusqlite::types::ValueRef;
use serde::Serializer;
use std::collections::HashMap;
use std::fmt;
use std::io::{IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// Rows of text in aligned columns, below a header. Columns of numbers are right-aligned. In a terminal some letters
/// take two columns.
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The lines of the rows.
    height: usize,
    /// The columns of earlier printed rows, if there are any: widths, and whether they are numbers.
    before: Option<Vec<(usize, bool)>>,
}

/// The gap between two columns.
const GAP: &str = "  ";

impl Table {
    pub(crate) fn new<S: ToString>(columns: &[S]) -> Self {
        let columns = columns.iter().map(S::to_string).collect();
        Table { columns, rows: Vec::new(), height: 0, before: None }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        self.height += cells.iter().map(|cell| cell.lines().count()).max().unwrap_or(0);
        self.rows.push(cells);
    }

    /// Removes the rows after they are printed. The next rows are printed below them: without a header, no column
    /// narrower than before, and text still left-aligned.
    fn go_on(&mut self) {
        let columns = 0..self.columns.len();
        self.before = Some(columns.map(|c| (self.width(c), self.is_numeric(c))).collect());
        (self.rows, self.height) = (Vec::new(), 0);
    }

    /// Whether there is nothing left to print.
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.before.is_some()
    }

    /// The width of a column, which cells exceed if padding all others to theirs would take too many bytes.
    fn width(&self, column: usize) -> usize {
        let most = MOST_PADDED / self.height.max(1) / self.columns.len();
        let cells = self.rows.iter().map(|row| &row[column]).chain([&self.columns[column]]);
        let lines = cells.flat_map(|cell| cell.lines()).map(UnicodeWidthStr::width);
        let before = self.before.as_ref().map(|columns| columns[column].0);
        lines.chain(before).max().unwrap_or(0).min(most)
    }

    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| row[column].trim_start_matches('-'));
        let was_numeric = self.before.as_ref().is_none_or(|columns| columns[column].1);
        was_numeric
            && cells.all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = 0..self.columns.len();
        let shape: Vec<(usize, bool)> =
            columns.map(|c| (self.width(c), self.is_numeric(c))).collect();
        let mut newline = "";
        let header = self.before.is_none().then_some(&self.columns);
        for cells in header.into_iter().chain(&self.rows) {
            // A cell such as `nq_drawing(…)` has several lines.
            let cells: Vec<Vec<&str>> = cells.iter().map(|cell| cell.lines().collect()).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
            for line in 0..height {
                let parts = cells.iter().map(|lines| lines.get(line).copied().unwrap_or(""));
                let aligned = parts.zip(&shape).map(|(part, &shape)| pad(part, shape));
                let text = aligned.collect::<Vec<_>>().join(GAP);
                write!(f, "{newline}{}", text.trim_end())?;
                newline = "\n";
            }
        }
        Ok(())
    }
}

/// Pads numbers on the left and other text on the right; `format!` only takes widths up to 65,535.
fn pad(text: &str, (width, numeric): (usize, bool)) -> String {
    let spaces = " ".repeat(width.saturating_sub(text.width()));
    if numeric { spaces + text } else { text.to_owned() + &spaces }
}

/// Rows and bytes per table layout, which bounds memory and delay. A row may have more bytes.
const ROWS_AT_A_TIME: usize = 1000;
const BYTES_AT_A_TIME: usize = 1 << 22;

/// The most bytes of the cells of a table, if all are padded to the same width.
const MOST_PADDED: usize = 1 << 26;

/// Prints the rows of statements as they arrive.
pub(crate) struct RowPrinter<'o> {
    /// Text is a table.
    format: Format,
    out: &'o mut dyn Write,
    is_terminal: bool,
    /// The progress of the statement, which may be on the same terminal.
    watch: &'o ProgressWatch,
    columns: Vec<String>,
    /// The rows not yet printed, and their bytes.
    table: Option<Table>,
    bytes: usize,
}

impl<'o> RowPrinter<'o> {
    /// Prints to `out`, which may be a terminal.
    pub(crate) fn new(
        format: Format,
        out: &'o mut dyn Write,
        is_terminal: bool,
        watch: &'o ProgressWatch,
    ) -> Self {
        RowPrinter { format, out, is_terminal, watch, columns: Vec::new(), table: None, bytes: 0 }
    }

    /// Begins the result of a statement with these columns. Equal names get numbers.
    pub(crate) fn begin(&mut self, columns: &[&str]) -> std::io::Result<()> {
        self.watch.unhide();
        self.columns = distinct(columns);
        let is_table = self.format == Format::Text && !columns.is_empty();
        self.table = is_table.then(|| Table::new(&self.columns));
        if self.format == Format::Csv && !columns.is_empty() {
            csv_line(&mut *self.out, &self.columns)?;
        }
        Ok(())
    }

    /// Prints its next row.
    pub(crate) fn row(&mut self, values: &[ValueRef<'_>]) -> std::io::Result<()> {
        let Some(table) = &mut self.table else {
            let mut line = Vec::new();
            match self.format {
                Format::Csv => csv_line(&mut line, values.iter().map(text))?,
                _ => json_line(&mut line, &self.columns, values)?,
            }
            return self.print(&line);
        };
        let cells: Vec<String> = values.iter().map(text).collect();
        self.bytes += cells.iter().map(String::len).sum::<usize>();
        table.row(cells);
        if table.rows.len() < ROWS_AT_A_TIME && self.bytes < BYTES_AT_A_TIME {
            return Ok(());
        }
        let rows = format!("{table}\n");
        table.go_on();
        self.bytes = 0;
        self.print(rows.as_bytes())
    }

    /// Prints rows. On a terminal they replace the progress and are flushed.
    fn print(&mut self, rows: &[u8]) -> std::io::Result<()> {
        if self.is_terminal && std::io::stderr().is_terminal() {
            self.watch.hide();
        }
        self.out.write_all(rows)?;
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }

    /// Ends the result.
    pub(crate) fn end(&mut self) -> std::io::Result<()> {
        match self.table.take().filter(|table| !table.is_empty()) {
            Some(table) => self.print(format!("{table}\n").as_bytes()),
            None => Ok(()),
        }
    }

    /// Prints the rows of a failed statement before its error.
    pub(crate) fn flush_rows(&mut self) -> std::io::Result<()> {
        if self.table.as_ref().is_some_and(|table| !table.rows.is_empty()) {
            self.end()
        } else {
            Ok(())
        }
    }
}

/// The names, with a number after one that was there before: `a`, `a_1`, `a_2`. No number makes one of the other names.
fn distinct(columns: &[&str]) -> Vec<String> {
    let mut next = HashMap::new();
    let mut name = |&column: &&str| loop {
        let number: &mut usize = next.entry(column.to_owned()).or_default();
        *number += 1;
        match *number - 1 {
            0 => return column.to_owned(),
            number => {
                let name = format!("{column}_{number}");
                if !columns.contains(&&*name) {
                    return name;
                }
            }
        }
    };
    columns.iter().map(&mut name).collect()
}

fn text(value: &ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        ValueRef::Blob(bytes) => {
            let mut text = String::with_capacity(2 * bytes.len() + 3);
            text.push_str("X'");
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            text.extend(digits.map(|digit| char::from(b"0123456789ABCDEF"[usize::from(digit)])));
            text.push('\'');
            text
        }
    }
}

fn json(value: &ValueRef<'_>) -> serde_json::Value {
    match value {
        ValueRef::Null => serde_json::Value::Null,
        ValueRef::Integer(number) => (*number).into(),
        ValueRef::Real(number) => (*number).into(),
        ValueRef::Text(_) | ValueRef::Blob(_) => text(value).into(),
    }
}

/// Writes an object with the columns in order, and ends the line.
fn json_line(
    out: &mut dyn Write,
    columns: &[String],
    values: &[ValueRef<'_>],
) -> std::io::Result<()> {
    let rows = columns.iter().zip(values.iter().map(json));
    serde_json::Serializer::new(&mut *out).collect_map(rows)?;
    writeln!(out)
}

/// Writes a line of CSV (RFC 4180, with `\n`). A lone empty cell is quoted: readers skip empty lines.
pub(crate) fn csv_line<S: AsRef<str>>(
    mut out: impl Write,
    cells: impl IntoIterator<Item = S, IntoIter: ExactSizeIterator>,
) -> std::io::Result<()> {
    let cells = cells.into_iter();
    let is_lone = cells.len() == 1;
    for (index, cell) in cells.enumerate() {
        let cell = cell.as_ref();
        out.write_all(if index == 0 { b"" } else { b"," })?;
        let is_special = |byte| matches!(byte, b',' | b'"' | b'\n' | b'\r');
        if cell.bytes().any(is_special) || is_lone && cell.is_empty() {
            write!(out, "\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            out.write_all(cell.as_bytes())?;
        }
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_on_below_printed_ones() {
        let mut table = Table::new(&["rank", "queens", "note"]);
        table.row(["1", "2 4 6 8 3 1 7 5", "unbreakable"].map(str::to_owned));
        table.row(["92", "8 4", ""].map(str::to_owned));
        let text = "rank  queens           note\n   1  2 4 6 8 3 1 7 5  unbreakable\n  92  8 4";
        assert_eq!(table.to_string(), text);
        table.go_on();
        assert!(table.is_empty() && table.rows.is_empty());
        table.row(["7", "1", "short"].map(str::to_owned));
        assert_eq!(table.to_string(), "   7  1                short");
        assert!(!table.is_empty());
    }

    #[test]
    fn wide_letters_take_two_columns_and_combining_marks_none() {
        let mut table = Table::new(&["solver", "rank"]);
        for (solver, rank) in [("ケニー", "1"), ("Zoe\u{308}", "92"), ("ascii", "3")] {
            table.row([solver, rank].map(str::to_owned));
        }
        let expected = "solver  rank\nケニー     1\nZoe\u{308}       92\nascii      3";
        assert_eq!(table.to_string(), expected);
    }
}
