//! The rows of SQL statements, as a table, CSV or JSON Lines.

use crate::answers::serializer;
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use crate::cli::progress::ProgressWatch;
use nqdb::sql::{Sink, Value};
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

/// Rows that a table is laid out for at a time, which bounds memory and delay.
const ROWS_AT_A_TIME: usize = 1000;

/// Prints the rows of statements as they arrive.
pub(crate) struct RowPrinter<'o> {
    format: RowFormat,
    screen: Screen<'o>,
    columns: Vec<String>,
    table: Option<Table>,
    rows: usize,
}

impl<'o> RowPrinter<'o> {
    pub(crate) fn new(format: RowFormat, out: &'o mut Output, watch: &'o ProgressWatch) -> Self {
        let screen = Screen { out, watch, is_terminal: std::io::stdout().is_terminal() };
        RowPrinter { format, screen, columns: Vec::new(), table: None, rows: 0 }
    }

    /// Prints the rows that a failed statement gave before its error.
    pub(crate) fn flush_rows(&mut self) -> std::io::Result<()> {
        if self.rows > 0 { self.end() } else { Ok(()) }
    }
}

/// Standard output, and the progress of the statement that may share its terminal.
struct Screen<'o> {
    out: &'o mut Output,
    watch: &'o ProgressWatch,
    is_terminal: bool,
}

impl Screen<'_> {
    /// Prints rows. On a terminal they take the place of the progress, and are seen at once.
    fn print(
        &mut self,
        rows: impl FnOnce(&mut Output) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        if self.is_terminal && std::io::stderr().is_terminal() {
            self.watch.hide();
        }
        rows(self.out)?;
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }
}

impl Sink for RowPrinter<'_> {
    fn begin(&mut self, columns: &[&str]) -> std::io::Result<()> {
        self.screen.watch.unhide();
        self.columns = columns.iter().map(|&name| name.to_owned()).collect();
        self.table =
            (self.format == RowFormat::Table && !columns.is_empty()).then(|| new_table(columns));
        self.rows = 0;
        if self.format == RowFormat::Csv && !columns.is_empty() {
            csv_line(self.screen.out, self.columns.iter().map(String::as_str))?;
        }
        Ok(())
    }

    fn row(&mut self, values: &[Value<'_>]) -> std::io::Result<()> {
        match &mut self.table {
            Some(table) => {
                table.row(values.iter().map(text));
                self.rows += 1;
                if self.rows == ROWS_AT_A_TIME {
                    self.end()?;
                    self.table = Some(new_table(&self.columns));
                    self.rows = 0;
                }
                Ok(())
            }
            None => self.screen.print(|out| match self.format {
                RowFormat::Csv => csv_line(out, values.iter().map(text)),
                _ => json_line(out, &self.columns, values),
            }),
        }
    }

    fn end(&mut self) -> std::io::Result<()> {
        match self.table.take() {
            Some(table) => self.screen.print(|out| writeln!(out, "{table}")),
            None => Ok(()),
        }
    }
}

/// An empty table that fits the terminal, where there is one.
fn new_table<S: ToString>(columns: &[S]) -> Table {
    let width = console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    Table::new(columns).fitting(width)
}

fn text(value: &Value<'_>) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::Blob(bytes) => {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            format!("X'{digits}'")
        }
    }
}

fn json(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(_) | Value::Blob(_) => text(value).into(),
    }
}

/// Writes an object with the columns in order, including those with equal names, and ends the line.
fn json_line(out: &mut Output, columns: &[String], values: &[Value<'_>]) -> std::io::Result<()> {
    let mut serializer = serializer(&mut *out);
    let mut object = serializer.serialize_map(Some(columns.len()))?;
    for (name, value) in columns.iter().zip(values) {
        object.serialize_entry(name, &json(value))?;
    }
    object.end()?;
    writeln!(out)
}

/// Writes a line of CSV (RFC 4180, with `\n`).
fn csv_line<S: AsRef<str>>(
    out: &mut Output,
    cells: impl Iterator<Item = S>,
) -> std::io::Result<()> {
    for (index, cell) in cells.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let cell = cell.as_ref();
        if cell.contains([',', '"', '\n', '\r']) {
            write!(out, "{comma}\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            write!(out, "{comma}{cell}")?;
        }
    }
    writeln!(out)
}
