//! `nqdb sql`: SQL statements from the command line, from standard input, or at a prompt.
//!
//! `prompt` reads lines; here they become statements and dot commands.

mod prompt;

use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};
use crate::cli::output::sql::{RowFormat, RowPrinter};
use crate::cli::output::writer::{Output, note};
use crate::cli::progress::ProgressWatch;
use nqdb::sql::{Session, SessionError, is_complete, tables};
use prompt::{LONGEST_STATEMENT, Line, LineReader};
use std::io::Write;
use std::sync::Arc;

/// Run SQL statements, or a read-only prompt, with the nq_… functions and tables
///
/// For example: nqdb sql "SELECT rank FROM nq_solutions(8) WHERE orbit_id = 10"
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The statements [default: read from standard input]
    sql: Option<String>,
    /// Print CSV with a header
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let watch = Arc::clone(&context.watch);
    let path = context.existing_path()?;
    let session = Session::open(path.as_deref(), context.database()?, Arc::clone(&watch) as _)?;
    let format = match (context.out.is_json(), args.csv) {
        (true, _) => RowFormat::Json,
        (_, true) => RowFormat::Csv,
        _ => RowFormat::Table,
    };
    let mut shell = Shell { session, format, watch, out: &mut context.out };
    match args.sql {
        Some(sql) => shell.run(&sql),
        None => shell.read(),
    }
}

/// The answer to `.help`.
const HELP: &str = "\
.help           print this help
.tables         list the tables
.schema [NAME]  print the columns of all tables, or of one
.quit           leave, as Ctrl-D does
Anything else is SQL, up to a semicolon. Ctrl-C stops a query. docs/sql.md has examples.";

/// Runs statements and dot commands.
struct Shell<'o> {
    session: Session,
    format: RowFormat,
    /// Restarted for each input of the prompt, which has the time limit to itself; stopped by Ctrl-C.
    watch: Arc<ProgressWatch>,
    out: &'o mut Output,
}

impl Shell<'_> {
    fn run(&mut self, sql: &str) -> Result {
        self.watch.restart();
        let mut printer = RowPrinter::new(self.format, self.out, &self.watch);
        let outcome = self.session.run(sql, &mut printer);
        if outcome.is_err() {
            printer.flush_rows()?;
        }
        match outcome {
            Err(
                SessionError::Sql(_) | SessionError::Function { .. } | SessionError::Stopped(_),
            ) if self.watch.is_stopped() => Err(CliError::Other("interrupted".to_owned())),
            outcome => Ok(outcome?),
        }
    }

    /// Runs the statements (each up to its semicolon) and dot commands of standard input. An error ends
    /// it, unless it is a terminal.
    fn read(&mut self) -> Result {
        let mut lines = LineReader::new()?;
        if lines.is_interactive() {
            self.stop_statements_with_ctrl_c()?;
        }
        let mut statement = String::new();
        loop {
            let line = match lines.next(statement.trim().is_empty())? {
                Line::Text(line) => line,
                Line::Interrupted => {
                    statement.clear();
                    continue;
                }
                Line::End => break,
            };
            let outcome = match line.trim() {
                ".quit" | ".exit" if statement.trim().is_empty() => return Ok(()),
                command if command.starts_with('.') && statement.trim().is_empty() => {
                    lines.remember(command);
                    self.dot_command(command)
                }
                _ => self.add_line(&line, &mut statement, &mut lines),
            };
            match outcome {
                Err(CliError::Other(message)) if lines.is_interactive() => note(message),
                other => other?,
            }
            self.out.flush()?;
        }
        lines.end();
        self.run(&statement)
    }

    /// Adds a line to the statement, and runs the statement if it is complete.
    fn add_line(&mut self, line: &str, statement: &mut String, lines: &mut LineReader) -> Result {
        statement.push_str(line);
        if statement.len() > LONGEST_STATEMENT {
            return Err(CliError::Usage(format!(
                "statement longer than {LONGEST_STATEMENT} bytes"
            )));
        }
        if !line.contains(';') || !is_complete(statement) {
            return Ok(());
        }
        let sql = std::mem::take(statement);
        lines.remember(sql.trim());
        self.run(&sql)
    }

    fn stop_statements_with_ctrl_c(&self) -> Result {
        let watch = Arc::clone(&self.watch);
        ctrlc::set_handler(move || watch.stop())
            .map_err(|error| CliError::Other(format!("Ctrl-C can't be handled: {error}")))
    }

    fn dot_command(&mut self, command: &str) -> Result {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let argument = argument.trim();
        match name {
            ".help" if argument.is_empty() => self.out.line(HELP),
            ".tables" if argument.is_empty() => {
                let functions = tables().into_iter().map(|(name, _)| name.to_owned());
                let mut names = self.session.names()?.into_iter().chain(functions);
                names.try_for_each(|name| self.out.line(name))
            }
            ".schema" => self.print_schema(argument),
            _ => Err(CliError::Other(format!(
                "expected .help, .tables, .schema [NAME] or .quit, got {command:?}"
            ))),
        }
    }

    fn print_schema(&mut self, table: &str) -> Result {
        let functions = tables().into_iter().map(|(name, columns)| (name.to_owned(), columns));
        let mut found = false;
        for (name, columns) in self.session.schema()?.into_iter().chain(functions) {
            if table.is_empty() || name.eq_ignore_ascii_case(table) {
                found = true;
                self.out.line(columns)?;
            }
        }
        match found {
            true => Ok(()),
            false => Err(CliError::Other(format!("no table {table}; .tables lists the tables"))),
        }
    }
}
