use super::context::Context;
use super::failure::Failure;
use super::output::{Output, say};
use super::table::Table;
use nqdb::sql::{Session, Sink, Value, is_complete};
use serde::Serializer;
use serde::ser::SerializeMap;
use std::io::{BufRead, IsTerminal, Read, Write};

/// One SQL query, or a read-only prompt, with the nq_… functions
///
/// For example: nqdb sql "SELECT nq_orbit_id('1 5 8 6 3 7 2 4')"
#[derive(clap::Args)]
pub(super) struct Args {
    /// Statements to run; without them they are read from standard input
    sql: Option<String>,
    /// Print comma-separated values with a header
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let session = Session::open(context.existing_path()?.as_deref(), context.database()?)?;
    let format = match (context.out.is_json(), args.csv) {
        (true, _) => Format::Json,
        (_, true) => Format::Csv,
        _ => Format::Table,
    };
    match args.sql {
        Some(sql) => run_statements(&session, &sql, format, &mut context.out),
        None => prompt(&session, format, &mut context.out),
    }
}

fn run_statements(
    session: &Session,
    sql: &str,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut printer = Printer { format, out, columns: Vec::new(), table: None, rows: 0 };
    let outcome = session.run(sql, &mut printer);
    // Rows that came before an error are an answer.
    if outcome.is_err() && printer.rows > 0 {
        printer.end()?;
    }
    Ok(outcome?)
}

/// The longest statement that is read from standard input, in bytes.
const LONGEST_STATEMENT: usize = 1 << 20;

/// Reads statements, each up to its semicolon, until the input ends. On a terminal an error does
/// not end it.
fn prompt(session: &Session, format: Format, out: &mut Output) -> Result<(), Failure> {
    let interactive = std::io::stdin().is_terminal();
    let mut statement = String::new();
    for line in prompted_lines(interactive) {
        let line =
            line.map_err(|error| Failure::Other(format!("standard input can't be read: {error}")))?;
        statement.push_str(&line);
        if statement.len() > LONGEST_STATEMENT {
            return Err(Failure::Usage(format!(
                "a statement is longer than {LONGEST_STATEMENT} bytes"
            )));
        }
        if !line.contains(';') || !is_complete(&statement) {
            continue;
        }
        let outcome = run_statements(session, &std::mem::take(&mut statement), format, out);
        match outcome {
            Err(Failure::Other(message)) if interactive => say(message),
            other => other?,
        }
        out.flush()?;
    }
    run_statements(session, &statement, format, out)
}

/// The lines of standard input, each cut where it gets too long for any statement.
fn prompted_lines(interactive: bool) -> impl Iterator<Item = std::io::Result<String>> {
    let mut input = std::io::stdin().lock();
    std::iter::from_fn(move || {
        if interactive {
            let _ = write!(std::io::stderr(), "nqdb> ");
        }
        let mut line = String::new();
        let read = input.by_ref().take(LONGEST_STATEMENT as u64 + 1).read_line(&mut line);
        read.map(|length| (length > 0).then_some(line)).transpose()
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Table,
    Csv,
    Json,
}

/// A table is laid out for so many rows at a time: memory stays bounded, and output begins early.
const ROWS_AT_A_TIME: usize = 1000;

/// Prints results as they come.
struct Printer<'o> {
    format: Format,
    out: &'o mut Output,
    columns: Vec<String>,
    table: Option<Table>,
    rows: usize,
}

impl Sink for Printer<'_> {
    fn begin(&mut self, columns: &[&str]) -> std::io::Result<()> {
        self.columns = columns.iter().map(|&name| name.to_owned()).collect();
        self.table =
            (self.format == Format::Table && !columns.is_empty()).then(|| Table::new(columns));
        self.rows = 0;
        if self.format == Format::Csv && !columns.is_empty() {
            csv_line(self.out, self.columns.iter().map(String::as_str))?;
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
                    self.table = Some(Table::new(&self.columns));
                    self.rows = 0;
                }
                Ok(())
            }
            None if self.format == Format::Csv => csv_line(self.out, values.iter().map(text)),
            None => {
                json_object(self.out, &self.columns, values)?;
                writeln!(self.out)
            }
        }
    }

    fn end(&mut self) -> std::io::Result<()> {
        match self.table.take() {
            Some(table) => writeln!(self.out, "{table}"),
            None => Ok(()),
        }
    }
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

/// An object with the columns in their order, all of them even where two have one name.
fn json_object(out: &mut Output, columns: &[String], values: &[Value<'_>]) -> std::io::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut object = serializer.serialize_map(Some(columns.len()))?;
    for (name, value) in columns.iter().zip(values) {
        object.serialize_entry(name, &json(value))?;
    }
    Ok(object.end()?)
}

/// One line of RFC 4180.
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
