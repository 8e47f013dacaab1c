//! The program `nqdb`: a command line for the library `nqdb`, with no logic of its own. Only the program uses this
//! crate.
//!
//! `commands` has a file for each command. `context` has the global options and opens the database and its boards,
//! explained with `--explain`; `args`, `input`, `partial_boards` and `estimate` parse arguments and input; `output`
//! prints results. `progress` shows and limits long work, and stops it on Ctrl-C. `error` has the messages and exit
//! codes, `rejection` the messages for wrong arguments, `remedies` what to do about errors, `memory` the message for a
//! lack of memory. `help` has the help and its topics; `serve` is the web server.

mod args;
mod commands;
mod context;
mod error;
mod estimate;
mod help;
mod input;
mod memory;
mod output;
mod partial_boards;
mod progress;
mod rejection;
mod remedies;
mod serve;

use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Command;
use context::{Context, Options};
use error::{CliError, Result};
use output::format::check_output_name;
use output::write::warn;
use std::process::ExitCode;

/// Look up any solution of the N-queens problem by rank, orbit or queens, from the shell or SQL
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

/// The description of the command line, for man pages, completions and tests.
pub fn command_line() -> clap::Command {
    help::grouped(Cli::command())
}

/// Runs the command that the arguments of the program name.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    progress::keep_running_at_file_size_limit();
    match arguments().and_then(answer) {
        Ok(()) => ExitCode::SUCCESS,
        // `head` and the like close the pipe when they have read enough.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            warn(&error);
            error.exit_code()
        }
    }
}

/// Parses the arguments. If they ask for help, prints it and exits.
fn arguments() -> Result<Cli> {
    let program = help::summarised(command_line());
    let refused = |error: clap::Error| if error.use_stderr() { error.into() } else { error.exit() };
    let arguments = program.try_get_matches().map_err(refused)?;
    if let Some((_, arguments)) = arguments.subcommand() {
        check_output_name(arguments)?;
    }
    Cli::from_arg_matches(&arguments).map_err(refused)
}

/// Runs a command. The file of `--output` exists afterwards, unless the command failed.
fn answer(cli: Cli) -> Result {
    let mut context = Context::new(cli.options)?;
    match cli.command {
        _ if cli.version => {
            let version = nqdb::version();
            context.out.answer(format_args!("nqdb {}", version.version), &version)?;
        }
        Some(command) => match command.run(&mut context) {
            Err(_) if context.stopping.is_some() && context.watch.is_stopped() => {
                Err(CliError::Interrupted("nothing is written".to_owned()))
            }
            answered => answered,
        }?,
        None => {
            let help = command_line().render_help().to_string();
            return Err(CliError::Usage(format!("expected a command\n\n{}", help.trim_end())));
        }
    }
    context.finish()
}
