//! The command line: the options of every command, the commands, and what they share.

mod commands;
mod context;
mod error;
mod input;
mod output;
mod progress;

use clap::Parser;
use commands::Command;
use context::{Context, Options};
use error::Failure;
use std::process::ExitCode;

/// Every solution of the N-queens problem: by rank, by orbit, by itself, and by SQL.
///
/// Ranks, orbit ids, rows and columns are 1-based. Solutions are written as `2 4 1 3`: the row of the
/// queen in each column; commas and brackets are fine, and `-` reads them from standard input, one a
/// line. Answers go to standard output, everything else to standard error.
#[derive(Parser)]
#[command(name = "nqdb", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

/// Runs the command that the process was started with.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut context = Context::new(cli.options);
    let outcome = cli.command.run(&mut context);
    outcome.and_then(|()| context.out.finish()).map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
