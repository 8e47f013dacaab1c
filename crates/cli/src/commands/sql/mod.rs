//! `nqdb sql`: SQL statements from the command line, from standard input, from files, or at a prompt, and dot commands.
//!
//! `prompt` reads lines. This module assembles them into statements, which a `session` runs, and obeys the commands.

mod limits;
mod prompt;
mod session;

use crate::context::Context;
use crate::error::{CliError, Result, failure, usage};
use crate::output::{Format, FormatArg, Output, RowPrinter, only, warn};
use crate::progress::{ProgressWatch, on_ctrl_c};
use clap::ValueEnum;
use nqdb_dataset::Target;
use nqdb_sql::{functions, tables};
use prompt::{LONGEST_STATEMENT, Line, LineReader};
use session::{Session, Statement};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Run SQL statements, or open a prompt
///
/// Statements can read the database and use the functions and tables below, for example: nqdb sql "SELECT rank FROM
/// nq_solutions(8) WHERE orbit_id = 10"
///
/// Tables: nq_solutions(n), nq_orbits(n), nq_completions(n, conditions), nq_images(queens), nq_estimate_count(n,
/// seconds). `nqdb sql .schema` prints their columns.
///
/// Functions of a solution or permutation: nq_rank(queens), nq_try_rank(queens), nq_orbit_id(queens),
/// nq_try_orbit_id(queens), nq_canonical(queens), nq_orbit_size(queens), nq_stabilizer(queens), nq_signature(queens),
/// nq_image(queens, symmetry), nq_queen(queens, column), nq_distance(a, b), nq_is_solution(queens),
/// nq_is_toroidal(queens), nq_permutation_index(queens), nq_drawing(queens).
///
/// Functions of a board size: nq_unrank(n, rank), nq_representative(n, orbit_id), nq_permutation_at(n, index),
/// nq_count(n), nq_count(n, conditions), nq_orbit_count(n), nq_solve(n, conditions), nq_verdict(n, conditions),
/// nq_canonical_conditions(n, conditions), nq_conditions_stabilizer(n, conditions). Also nq_version().
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::ROWS)))]
pub(crate) struct Args {
    /// Statements, or a command such as .tables [default: read from stdin]
    sql: Option<String>,
    #[command(flatten)]
    format: FormatArg,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let watch = context.watch.clone();
    let has_file = |path: &PathBuf| context.is_database_given() || path.exists();
    let path = context.path_if_any()?.filter(has_file);
    let database = context.database()?;
    let session = Session::open(path.as_deref(), database, Arc::clone(&watch) as _)?;
    let format = context.out.format(args.format);
    let out = &mut context.out;
    let file = args.sql.clone().filter(|sql| Path::new(sql).is_file());
    let mut lines = match args.sql {
        Some(sql) => LineReader::text(sql),
        None => LineReader::new()?,
    };
    let is_prompt = lines.is_interactive();
    let mut shell = Shell { session, format, watch, is_prompt, out, file: None, depth: 0 };
    let mut outcome = shell.read(&mut lines);
    // A file that can't be written is removed; of a failed statement it has the rows so far.
    if !matches!(outcome, Err(CliError::Output(_))) {
        outcome = outcome.and(shell.print_to(None));
    }
    outcome.map_err(|error| match file {
        Some(file) => usage!(
            "{error}; {file} is a file: `nqdb sql '.read {file}'` runs the statements in it, and `nqdb --db {file} sql` \
             opens it as a database"
        ),
        None => error,
    })
}

/// Runs statements and dot commands.
struct Shell<'o> {
    session: Session,
    format: Format,
    watch: Arc<ProgressWatch>,
    /// Whether each statement has its own time limit, and Ctrl-C stops only one.
    is_prompt: bool,
    out: &'o mut Output,
    /// The file for results, if not standard output.
    file: Option<Output>,
    /// The nesting depth of files that read one another.
    depth: usize,
}

/// The largest nesting depth of files.
const DEEPEST: usize = 16;

impl Shell<'_> {
    /// The destination of results.
    fn writer(&mut self) -> &mut Output {
        self.file.as_mut().unwrap_or(self.out)
    }

    fn run(&mut self, sql: &str) -> Result {
        if self.is_prompt {
            self.watch.restart();
        }
        let Shell { session, file, out, watch, format, .. } = self;
        let out = file.as_mut().unwrap_or(out);
        let is_terminal = out.is_terminal;
        let mut printer = RowPrinter::new(*format, out, is_terminal, watch);
        let outcome = session.run(sql, &mut printer);
        if outcome.is_err() {
            printer.flush_rows()?;
        }
        match outcome {
            Err(_) if self.watch.is_stopped() => Err(failure!("statement interrupted")),
            outcome => outcome,
        }
    }

    fn flush(&mut self) -> Result {
        self.writer().flush_lines()
    }

    /// Prints a line of a dot command.
    fn line(&mut self, text: impl Display) -> Result {
        self.writer().line(text)
    }

    /// Runs the statements (each up to its semicolon) and dot commands of an input, up to the first error, or to the
    /// end at a terminal.
    fn read(&mut self, lines: &mut LineReader) -> Result {
        let watch = Arc::clone(&self.watch);
        let _stopping =
            lines.is_interactive().then(|| on_ctrl_c(move || watch.stop())).transpose()?;
        let mut statement = Statement::default();
        loop {
            if !self.is_prompt {
                // Input can be long without a statement.
                self.watch.check_time()?;
            }
            lines.complete(|| self.names());
            let line = match lines.next(statement.text.is_empty())? {
                Line::Text(line) => line,
                Line::Interrupted => {
                    statement = Statement::default();
                    continue;
                }
                Line::End => break,
            };
            let outcome = self.take(&line, &mut statement, lines);
            match outcome.and_then(|flow| self.flush().map(|()| flow)) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(()),
                Err(CliError::Other(message) | CliError::Usage(message))
                    if lines.is_interactive() =>
                {
                    warn(message);
                }
                Err(error) => return Err(error),
            }
        }
        lines.end();
        self.run(&statement.text)?;
        self.flush()
    }

    /// Takes a line: a dot command, or a part of a statement, which runs once it is complete. Breaks at `.quit`.
    fn take(
        &mut self,
        line: &str,
        statement: &mut Statement,
        lines: &mut LineReader,
    ) -> Result<ControlFlow<()>> {
        // These words begin no statement.
        let command = match line.trim().trim_end_matches(';') {
            "exit" | "quit" => ".quit",
            "help" => ".help",
            _ => line.trim(),
        };
        if statement.text.is_empty() {
            if command.starts_with('.') {
                lines.remember(command);
                return self.obey(command);
            }
            if command.is_empty() && line.len() <= LONGEST_STATEMENT {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let is_complete = statement.push(line);
        if statement.text.len() > LONGEST_STATEMENT {
            *statement = Statement::default();
            return Err(usage!("statement is longer than {LONGEST_STATEMENT} bytes"));
        }
        if is_complete {
            let sql = std::mem::take(statement).text;
            lines.remember(sql.trim());
            self.run(&sql)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Obeys a line that begins with a dot. Breaks at `.quit`.
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = unquoted(argument.trim());
        let given = (!argument.is_empty()).then_some(argument);
        match (name, given) {
            (".help", None) => self.line(HELP)?,
            (".tables", None) => {
                let functions = tables().into_iter().map(|(name, _)| name.to_owned());
                let mut names = self.session.names()?.into_iter().chain(functions);
                names.try_for_each(|name| self.line(name))?;
            }
            (".schema", table) => self.print_schema(table)?,
            (".mode", format) => self.format = mode(format.unwrap_or("nothing"))?,
            (".read", Some(file)) => self.read_file(Path::new(file))?,
            (".read", None) => {
                return Err(usage!("expected .read FILE, got no file"));
            }
            (".output", file) => self.print_to(file.map(PathBuf::from))?,
            (".quit" | ".exit", None) => return Ok(ControlFlow::Break(())),
            _ => {
                return Err(usage!(
                    "expected .help, .tables, .schema [NAME], .mode FORMAT, .read FILE, .output [FILE] or .quit, \
                     got {line:?}"
                ));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The names for completion: tables, and functions with an opening parenthesis.
    fn names(&self) -> Vec<String> {
        let tables = tables().into_iter().map(|(name, _)| format!("{name}("));
        let functions = functions().map(|name| format!("{name}("));
        let names = self.session.names().unwrap_or_default().into_iter();
        names.chain(tables).chain(functions).collect()
    }

    fn print_schema(&mut self, table: Option<&str>) -> Result {
        let functions = tables().into_iter().map(|(name, columns)| (name.to_owned(), columns));
        let mut found = table.is_none();
        for (name, columns) in self.session.schema()?.into_iter().chain(functions) {
            if table.is_none_or(|table| name.eq_ignore_ascii_case(table)) {
                found = true;
                self.line(columns)?;
            }
        }
        match table.filter(|_| !found) {
            Some(table) => Err(failure!("no table {table}; .tables lists the tables")),
            None => Ok(()),
        }
    }

    /// Runs the statements and commands in a file.
    fn read_file(&mut self, path: &Path) -> Result {
        if self.depth == DEEPEST {
            return Err(failure!("files may be nested at most {DEEPEST} deep: {}", path.display()));
        }
        let mut lines = LineReader::file(path)?;
        self.depth += 1;
        let outcome = self.read(&mut lines);
        self.depth -= 1;
        outcome.map_err(|error| error.at(&lines.place()))
    }

    /// Sends further results to a new file, or to standard output. The file before it is complete.
    fn print_to(&mut self, path: Option<PathBuf>) -> Result {
        self.flush()?;
        self.file.take().map_or(Ok(()), Output::finish)?;
        let new = path.as_deref().map(Target::file).transpose()?;
        self.file = new.map(|target| Output::new(target, false));
        Ok(())
    }
}

/// The output of `.help`.
const HELP: &str = "\
.help                   print this help
.tables                 list the tables
.schema [NAME]          print the columns of all tables, or of one
.mode text|json|csv     print rows in this format
.read FILE              run the statements and commands in a file
.output [FILE]          print to a new file, until the next .output or the end
.quit                   quit, like Ctrl-D
Anything else is SQL, up to a semicolon. Tab completes a word, Ctrl-C stops a statement. Temporary tables can be
created; the database itself is read-only. `nqdb help sql` lists the functions.";

fn mode(format: &str) -> Result<Format> {
    let found = Format::from_str(format, false).ok().filter(|format| Format::ROWS.contains(format));
    let wrong = || usage!("expected .mode text, json or csv, got {format}");
    found.ok_or_else(wrong)
}

/// The text without quotes around it, which a file name may have.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('\'').or_else(|| within('"')).unwrap_or(text)
}
