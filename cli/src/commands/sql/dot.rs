//! The dot commands of `nqdb sql`.

use crate::error::{CliError, Result};
use crate::output::sql::RowFormat;
use std::path::PathBuf;

/// A line that is a command, not SQL.
pub(super) enum DotCommand {
    Help,
    Tables,
    /// Of all tables, or of one.
    Schema(Option<String>),
    Mode(RowFormat),
    Read(PathBuf),
    /// To a file, or to standard output.
    Output(Option<PathBuf>),
    Quit,
}

/// The output of `.help`.
pub(super) const HELP: &str = "\
.help                   print this help
.tables                 list the tables
.schema [NAME]          print the columns of all tables, or of one
.mode csv|json|table    print rows in this format
.read FILE              run the statements and commands in a file
.output [FILE]          print to a new file, or to stdout again
.quit                   quit, like Ctrl-D
Anything else is SQL, up to a semicolon. Tab completes a word, Ctrl-C stops a statement. Temporary tables can be
created; the database itself is read-only. docs/sql-questions.md has examples.";

/// The names of the commands.
pub(super) const NAMES: &[&str] =
    &[".help", ".tables", ".schema", ".mode", ".read", ".output", ".quit", ".exit"];

impl DotCommand {
    /// Parses a line that begins with a dot.
    pub(super) fn parse(line: &str) -> Result<Self> {
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = unquoted(argument.trim());
        let given = (!argument.is_empty()).then_some(argument);
        match (name, given) {
            (".help", None) => Ok(DotCommand::Help),
            (".tables", None) => Ok(DotCommand::Tables),
            (".schema", table) => Ok(DotCommand::Schema(table.map(str::to_owned))),
            (".mode", format) => mode(format.unwrap_or("nothing")),
            (".read", Some(file)) => Ok(DotCommand::Read(file.into())),
            (".read", None) => Err(CliError::Other("expected .read FILE, got no file".to_owned())),
            (".output", file) => Ok(DotCommand::Output(file.map(PathBuf::from))),
            (".quit" | ".exit", None) => Ok(DotCommand::Quit),
            _ => Err(CliError::Other(format!(
                "expected .help, .tables, .schema [NAME], .mode FORMAT, .read FILE, .output [FILE] or .quit, \
                 got {line:?}"
            ))),
        }
    }
}

fn mode(format: &str) -> Result<DotCommand> {
    let formats = [("csv", RowFormat::Csv), ("json", RowFormat::Json), ("table", RowFormat::Table)];
    let found = formats.into_iter().find(|(name, _)| *name == format);
    let wrong = || CliError::Other(format!("expected .mode csv, json or table, got {format}"));
    Ok(DotCommand::Mode(found.ok_or_else(wrong)?.1))
}

/// The text without quotes around it, which a file name may have.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('\'').or_else(|| within('"')).unwrap_or(text)
}
