//! The rows of SQL statements, as a table, CSV or JSON Lines.

use crate::output::table::Table;
use crate::progress::ProgressWatch;
use crate::session::Sink;
use nqdb::answers::serializer;
use rusqlite::types::ValueRef;
use serde::Serializer;
use serde::ser::SerializeMap;
use std::io::{IsTerminal, Write};

/// How rows are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowFormat {
    Table,
    Csv,
    Json,
}

/// Rows and bytes per table layout, which bounds memory and delay. A row may have more bytes.
const ROWS_AT_A_TIME: usize = 1000;
const BYTES_AT_A_TIME: usize = 1 << 22;

/// Prints the rows of statements as they arrive.
pub(crate) struct RowPrinter<'o> {
    format: RowFormat,
    screen: Screen<'o>,
    columns: Vec<String>,
    /// The rows not yet printed, and their bytes.
    table: Option<Table>,
    bytes: usize,
}

impl<'o> RowPrinter<'o> {
    /// Prints to `out`, which may be a terminal.
    pub(crate) fn new(
        format: RowFormat,
        out: &'o mut dyn Write,
        is_terminal: bool,
        watch: &'o ProgressWatch,
    ) -> Self {
        let screen = Screen { out, watch, is_terminal };
        RowPrinter { format, screen, columns: Vec::new(), table: None, bytes: 0 }
    }

    /// Prints the rows of a failed statement before its error.
    pub(crate) fn flush_rows(&mut self) -> std::io::Result<()> {
        if self.table.as_ref().is_some_and(|table| table.rows() > 0) { self.end() } else { Ok(()) }
    }
}

/// The destination of rows, and the progress of the statement, which may be on the same terminal.
struct Screen<'o> {
    out: &'o mut dyn Write,
    watch: &'o ProgressWatch,
    is_terminal: bool,
}

impl Screen<'_> {
    /// Prints rows. On a terminal they replace the progress and are flushed.
    fn print(
        &mut self,
        rows: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        if self.is_terminal && std::io::stderr().is_terminal() {
            self.watch.hide();
        }
        rows(self.out)?;
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }

    /// An empty table, limited to the width of the terminal, if there is one.
    fn new_table(&self, columns: &[&str]) -> Table {
        let width = console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
        Table::new(columns).fitting(width.filter(|_| self.is_terminal))
    }
}

impl Sink for RowPrinter<'_> {
    fn begin(&mut self, columns: &[&str]) -> std::io::Result<()> {
        self.screen.watch.unhide();
        self.columns = columns.iter().map(|&name| name.to_owned()).collect();
        let is_table = self.format == RowFormat::Table && !columns.is_empty();
        self.table = is_table.then(|| self.screen.new_table(columns));
        if self.format == RowFormat::Csv && !columns.is_empty() {
            csv_line(self.screen.out, self.columns.iter().map(String::as_str))?;
        }
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> std::io::Result<()> {
        let Some(table) = &mut self.table else {
            return self.screen.print(|out| match self.format {
                RowFormat::Csv => csv_line(out, values.iter().map(text)),
                _ => json_line(out, &self.columns, values),
            });
        };
        let cells: Vec<String> = values.iter().map(text).collect();
        self.bytes += cells.iter().map(String::len).sum::<usize>();
        table.row(cells);
        if table.rows() < ROWS_AT_A_TIME && self.bytes < BYTES_AT_A_TIME {
            return Ok(());
        }
        self.bytes = 0;
        self.screen.print(|out| writeln!(out, "{table}"))?;
        table.go_on();
        Ok(())
    }

    fn end(&mut self) -> std::io::Result<()> {
        match self.table.take() {
            Some(table) if !table.is_empty() => self.screen.print(|out| writeln!(out, "{table}")),
            _ => Ok(()),
        }
    }
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

/// Writes an object with the columns in order, including those with equal names, and ends the line.
fn json_line(
    out: &mut dyn Write,
    columns: &[String],
    values: &[ValueRef<'_>],
) -> std::io::Result<()> {
    let mut serializer = serializer(&mut *out);
    let mut object = serializer.serialize_map(Some(columns.len()))?;
    for (name, value) in columns.iter().zip(values) {
        object.serialize_entry(name, &json(value))?;
    }
    object.end()?;
    writeln!(out)
}

/// Writes a line of CSV (RFC 4180, with `\n`). A lone empty cell is quoted: readers skip empty lines.
fn csv_line<S: AsRef<str>>(
    out: &mut dyn Write,
    cells: impl ExactSizeIterator<Item = S>,
) -> std::io::Result<()> {
    let is_lone = cells.len() == 1;
    for (index, cell) in cells.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let cell = cell.as_ref();
        if cell.contains([',', '"', '\n', '\r']) || is_lone && cell.is_empty() {
            write!(out, "{comma}\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            write!(out, "{comma}{cell}")?;
        }
    }
    writeln!(out)
}
