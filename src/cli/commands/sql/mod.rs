mod prompt;

use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::output::sql::{Format, Printer};
use crate::cli::output::writer::{Output, say};
use crate::cli::progress::Clock;
use nqdb::sql::{Session, SessionError, is_complete};
use prompt::{Line, Lines};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// One SQL query, or a read-only prompt, with the nq_… functions and tables
///
/// For example: nqdb sql "SELECT rank FROM nq_solutions(8) WHERE orbit_id = 10"
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Statements to run; without them they are read from standard input
    sql: Option<String>,
    /// Print comma-separated values with a header
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let watch = Arc::new(context.watch());
    let (interrupted, clock) = (watch.stopper(), watch.clock());
    let database = context.database_with(Arc::clone(&watch))?;
    let session = Session::open(context.existing_path()?.as_deref(), database, watch)?;
    let format = match (context.out.is_json(), args.csv) {
        (true, _) => Format::Json,
        (_, true) => Format::Csv,
        _ => Format::Table,
    };
    let mut shell = Shell { session, format, interrupted, clock, out: &mut context.out };
    match args.sql {
        Some(sql) => shell.run(&sql),
        None => shell.read(),
    }
}

/// The longest statement that is read from standard input, in bytes.
pub(super) const LONGEST_STATEMENT: usize = 1 << 20;

/// What `.help` prints.
const HELP: &str = "\
.help           this
.tables         the tables
.schema [NAME]  the columns of all tables, or of one
.quit           the end; so is Ctrl-D
Anything else is SQL, up to a semicolon. Ctrl-C ends a query. docs/sql.md has examples.";

/// The tables that are in no schema, with their columns.
const FUNCTIONS: [(&str, &str); 3] = [
    ("nq_images", "nq_images(queens) -- image TEXT, queens TEXT, rank INTEGER"),
    ("nq_orbits", "nq_orbits(n) -- orbit_id INTEGER, queens TEXT, size INTEGER, rank INTEGER"),
    (
        "nq_solutions",
        "nq_solutions(n) -- rank INTEGER, queens TEXT, orbit_id INTEGER, is_canonical INTEGER, perm_index",
    ),
];

/// Runs statements and commands.
struct Shell<'o> {
    session: Session,
    format: Format,
    /// Whether the user has had enough of what runs.
    interrupted: Arc<AtomicBool>,
    /// The time limit is for each statement; the time to type it does not count.
    clock: Clock,
    out: &'o mut Output,
}

impl Shell<'_> {
    fn run(&mut self, sql: &str) -> Result<(), Failure> {
        self.interrupted.store(false, Relaxed);
        self.clock.restart();
        let mut printer = Printer::new(self.format, self.out);
        let outcome = self.session.run(sql, &mut printer);
        if outcome.is_err() {
            printer.rest()?;
        }
        match outcome {
            Err(SessionError::Sql(_) | SessionError::Stopped(_))
                if self.interrupted.load(Relaxed) =>
            {
                Err(Failure::Other("interrupted".to_owned()))
            }
            outcome => Ok(outcome?),
        }
    }

    /// Reads statements, each up to its semicolon, and commands until the input ends. On a terminal
    /// an error does not end it.
    fn read(&mut self) -> Result<(), Failure> {
        let mut lines = Lines::new()?;
        if lines.is_interactive() {
            self.end_queries_with_ctrl_c()?;
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
                    self.command(command)
                }
                _ => self.take(&line, &mut statement, &mut lines),
            };
            match outcome {
                Err(Failure::Other(message)) if lines.is_interactive() => say(message),
                other => other?,
            }
            self.out.flush()?;
        }
        lines.end();
        self.run(&statement)
    }

    /// Adds a line to the statement, and runs it where it is complete.
    fn take(
        &mut self,
        line: &str,
        statement: &mut String,
        lines: &mut Lines,
    ) -> Result<(), Failure> {
        statement.push_str(line);
        if statement.len() > LONGEST_STATEMENT {
            return Err(Failure::Usage(format!(
                "a statement is longer than {LONGEST_STATEMENT} bytes"
            )));
        }
        if !line.contains(';') || !is_complete(statement) {
            return Ok(());
        }
        let sql = std::mem::take(statement);
        lines.remember(sql.trim());
        self.run(&sql)
    }

    fn end_queries_with_ctrl_c(&self) -> Result<(), Failure> {
        let (interrupted, interrupter) =
            (Arc::clone(&self.interrupted), self.session.interrupter());
        let end = move || {
            interrupted.store(true, Relaxed);
            interrupter.interrupt();
        };
        ctrlc::set_handler(end)
            .map_err(|error| Failure::Other(format!("Ctrl-C can't be handled: {error}")))
    }

    fn command(&mut self, command: &str) -> Result<(), Failure> {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let argument = argument.trim();
        match name {
            ".help" if argument.is_empty() => self.out.line(HELP),
            ".tables" if argument.is_empty() => {
                let names = self.session.names()?;
                let functions = FUNCTIONS.iter().map(|(name, _)| (*name).to_owned());
                names.into_iter().chain(functions).try_for_each(|name| self.out.line(name))
            }
            ".schema" => self.schema(argument),
            _ => Err(Failure::Other(format!(
                "expected .help, .tables, .schema [NAME] or .quit, got {command:?}"
            ))),
        }
    }

    fn schema(&mut self, table: &str) -> Result<(), Failure> {
        let wanted = |name: &str| table.is_empty() || name.eq_ignore_ascii_case(table);
        let stored = self.session.schema()?.into_iter().filter(|(name, _)| wanted(name));
        let functions = FUNCTIONS.iter().filter(|(name, _)| wanted(name));
        let functions =
            functions.map(|(name, columns)| ((*name).to_owned(), (*columns).to_owned()));
        let mut found = false;
        for (_, text) in stored.chain(functions) {
            found = true;
            self.out.line(text)?;
        }
        match found {
            true => Ok(()),
            false => Err(Failure::Other(format!("there is no table {table}; .tables lists them"))),
        }
    }
}
