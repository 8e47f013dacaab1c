//! The program `nqdb`: a command line for the library `nqdb`, with no logic of its own. Only the program uses this crate.
//!
//! `commands` has a file for each command. `context` has the global options and opens the database; `args`, `input`,
//! `properties` and `estimate` parse arguments and input; `output` prints results, and `explain` how they are found. `in_order`
//! processes many items on several threads, which share `boards`. `progress` shows and limits long work, `ctrl_c` stops
//! it. `error` has the messages and exit codes, `remedies` what to do about errors, `usage` the messages for wrong
//! arguments, `memory` the one for a lack of memory. `help`, `topics` and `first_steps` are the help; `session` is an SQL
//! connection, `serve` the web server, `version` is `--version`.

mod args;
mod boards;
mod commands;
mod context;
mod ctrl_c;
mod error;
mod estimate;
mod explain;
mod first_steps;
mod help;
mod in_order;
mod input;
mod memory;
mod output;
mod progress;
mod properties;
mod remedies;
mod serve;
mod session;
mod topics;
mod usage;
mod version;

use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Command;
use context::{Context, Options};
use error::{CliError, Result};
use output::writer::note;
use std::process::ExitCode;

/// Look up any solution of the N-queens problem by rank, orbit or position, from the shell or SQL
///
/// A solution is written as `2 4 1 3`, the row of the queen in each column; `nqdb help notations` lists other
/// notations. Ranks, orbit ids, rows and columns count from 1. `-` reads standard input. Results go to stdout,
/// everything else to stderr.
#[derive(Parser)]
#[command(name = "nqdb", bin_name = "nqdb", version, max_term_width = 100)]
#[command(disable_version_flag = true, disable_help_subcommand = true)]
struct Cli {
    /// Print the version; with --json also details of the build
    #[arg(short = 'V', long)]
    version: bool,
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The description of the command line, for man pages and completions.
fn command_line() -> clap::Command {
    help::grouped(Cli::command())
}

/// Runs the command that the arguments of the program name.
pub fn main() -> ExitCode {
    match arguments().and_then(answer) {
        Ok(()) => ExitCode::SUCCESS,
        // `head` and the like close the pipe when they have read enough.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            note(&error);
            error.exit_code()
        }
    }
}

/// Parses the arguments. If they ask for help, prints it and exits.
fn arguments() -> Result<Cli> {
    let program = help::summarised(command_line());
    let cli = program.try_get_matches().and_then(|arguments| Cli::from_arg_matches(&arguments));
    cli.map_err(|error| if error.use_stderr() { error.into() } else { error.exit() })
}

/// Runs a command. The file of `--output` exists afterwards, unless the command failed.
fn answer(cli: Cli) -> Result {
    let mut context = Context::new(cli.options, command_line)?;
    match cli.command {
        _ if cli.version => version::run(&mut context)?,
        Some(command) => command.run(&mut context)?,
        None => return Err(CliError::Usage(format!("expected a command. {}", first_steps::TEXT))),
    }
    context.finish()
}
