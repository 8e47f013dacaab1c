//! The program `nqdb`: a command line for the library `nqdb`, with no logic of its own. Only the program uses this
//! crate.
//!
//! `commands` has a file for each command. `context` has the global options and opens the database and its boards,
//! explained with `--explain`; `args`, `input`, `partial_boards` and `estimate` parse arguments and input; `output`
//! prints results. `progress` shows and limits long work, and stops it on Ctrl-C. `error` has the messages and exit
//! codes, `rejection` the messages for arguments that clap rejects, `remedies` what to do about errors, `memory` the
//! message for a lack of memory. `help` has the help and its topics; `serve` is the web server.

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
mod selection;
mod serve;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use commands::{Command, GROUPS};
use context::{Context, Options};
use error::{CliError, Result, usage};
use output::{check_output_name, warn};
use rejection::Rejection;
use std::fmt::Write;
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
}

/// The description of the command line, for man pages, completions and tests.
pub fn command_line() -> clap::Command {
    listing(help::COMMON)
}

/// The program with a help that lists the commands of this number of groups, or of all.
fn listing(groups: usize) -> clap::Command {
    let program = program(Command::all());
    let styles = program.get_styles();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, commands) in GROUPS.iter().take(groups) {
        let _ = write!(text, "\n{heading}{group}:{heading:#}\n");
        for Command { name, .. } in *commands {
            let about = program.find_subcommand(name).and_then(clap::Command::get_about).cloned();
            let about = about.unwrap_or_default();
            let _ = writeln!(text, "  {literal}{name:<13}{literal:#}{about}");
        }
    }
    let _ = write!(text, "\n{heading}Options:{heading:#}\n");
    program.help_template(text + "{options}{after-help}\n").after_help(help::FIRST_STEPS)
}

/// The program for a command, whose help names the global options in one line; the listing of these groups without one.
fn describing(command: Option<&str>, groups: usize) -> clap::Command {
    let Some(command) = command.and_then(Command::named) else { return listing(groups) };
    let program = program([command]).mut_args(|option| option.hide(true));
    program.mut_subcommands(|command| command.after_help(help::GLOBAL_OPTIONS))
}

fn names() -> impl Iterator<Item = &'static str> {
    Command::all().map(|command| command.name)
}

/// The description of the program with these commands only.
fn program(commands: impl IntoIterator<Item = &'static Command>) -> clap::Command {
    Cli::command().subcommands(commands.into_iter().map(Command::described))
}

/// Runs the command that the arguments of the program name.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    progress::keep_running_at_file_size_limit();
    match arguments().and_then(|found| answer(&found)) {
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
fn arguments() -> Result<ArgMatches> {
    let words: Vec<_> = std::env::args_os().collect();
    // Without commands, clap takes the word behind the global options for the name of another program.
    let command = match program([]).allow_external_subcommands(true).try_get_matches_from(&words) {
        Ok(found) if found.subcommand().is_none() => return Ok(found),
        found => found.ok().and_then(|found| Command::named(found.subcommand_name()?)),
    };
    let program = describing(command.map(|command| command.name), help::COMMON);
    let found = program.try_get_matches_from(&words).map_err(|error| {
        let rejection = Rejection { error: &error, command };
        if error.use_stderr() { CliError::Usage(rejection.message()) } else { error.exit() }
    })?;
    if let Some((_, arguments)) = found.subcommand() {
        check_output_name(arguments)?;
    }
    Ok(found)
}

/// Runs a command. The file of `--output` exists afterwards, unless the command failed.
fn answer(found: &ArgMatches) -> Result {
    let cli = Cli::from_arg_matches(found)?;
    let mut context = Context::new(cli.options)?;
    let command = found.subcommand().and_then(|(name, found)| Some((Command::named(name)?, found)));
    match command {
        _ if cli.version => {
            let version = nqdb::version();
            context.out.answer(format_args!("nqdb {}", version.version), &version)?;
        }
        Some((command, arguments)) => match command.run(arguments, &mut context) {
            Err(_) if context.stopping.is_some() && context.watch.is_stopped() => {
                Err(CliError::Interrupted("nothing is written"))
            }
            answered => answered,
        }?,
        None => {
            let help = command_line().render_help().to_string();
            return Err(usage!("expected a command\n\n{}", help.trim_end()));
        }
    }
    context.finish()
}
