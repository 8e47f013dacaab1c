//! The program `nqdb`: words and formats around the library, no logic of its own.
//!
//! `commands` has a file for each command and uses the rest: `context` has the options of every command
//! and opens the database, `args`, `input` and `estimate` read what users type, `output` prints the answers,
//! `explain` says how they are found, `in_order` has many of them worked out by several threads, which share `boards`;
//! `progress` shows and limits long work, `error` has the messages and exit codes, `remedies` what to do about errors.
//! `help` groups the commands, `first_steps` says what to type first, `version` answers `--version`.

mod args;
mod boards;
mod commands;
mod context;
mod error;
mod estimate;
mod explain;
mod first_steps;
mod help;
mod in_order;
mod input;
mod output;
mod progress;
mod remedies;
mod serve;
mod session;
mod version;

use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Command;
use context::{Context, Options};
use error::{CliError, Result};
use output::writer::note;
use std::process::ExitCode;

/// Every solution of the N-queens problem: by rank, by orbit, by itself, and by SQL.
///
/// Ranks, orbit ids, rows and columns are 1-based. A solution is written as `2 4 1 3`: the row of the
/// queen in each column; other notations are read too, see `nqdb convert --help`. `-` reads solutions from
/// standard input. Answers go to standard output, everything else to standard error.
#[derive(Parser)]
#[command(name = "nqdb", version, disable_version_flag = true, max_term_width = 100)]
struct Cli {
    /// Print the version; with --json also the features, SQLite and the instruction set
    #[arg(short = 'V', long)]
    version: bool,
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The description of the command line, with its help.
fn command_line() -> clap::Command {
    help::grouped(Cli::command())
}

/// Runs the command that the arguments name.
fn main() -> ExitCode {
    let arguments = command_line().get_matches();
    match answer(Cli::from_arg_matches(&arguments).unwrap_or_else(|error| error.exit())) {
        Ok(()) => ExitCode::SUCCESS,
        // `head` and the like close the pipe when they have read enough.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            note(&error);
            error.exit_code()
        }
    }
}

/// Runs a command. The file of `--output` is there afterwards, unless the command failed.
fn answer(cli: Cli) -> Result {
    let mut context = Context::new(cli.options, command_line)?;
    match cli.command {
        _ if cli.version => version::run(&mut context)?,
        Some(command) => command.run(&mut context)?,
        None => return Err(CliError::Usage(format!("expected a command. {}", first_steps::TEXT))),
    }
    context.finish()
}
