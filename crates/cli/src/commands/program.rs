//! Commands about the program itself: `nqdb completions`, `man` and `help`.

use crate::context::Context;
use crate::error::Result;
use crate::help::{self, TOPICS};
use crate::{command_line, describing};
use clap::Arg;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use nqdb_dataset::{Target, unwritable};
use std::io::{BufWriter, IntoInnerError, Write};
use std::path::PathBuf;

/// Print a completion script for a shell
///
/// For example: `nqdb completions bash > ~/.local/share/bash-completion/completions/nqdb`. `source <(nqdb completions
/// bash)` enables it in this shell only.
#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

pub(super) fn run_completions(args: CompletionsArgs, context: &mut Context) -> Result {
    let mut script = Vec::new();
    let mut nqdb = command_line();
    generate(args.shell, &mut nqdb, "nqdb", &mut script);
    // What clap leaves out.
    for command in nqdb.get_subcommands().filter(|_| args.shell == Shell::Fish) {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !values.is_empty() {
            let (name, values) = (command.get_name(), values.join(" "));
            let is_named = format!("__fish_nqdb_using_subcommand {name}");
            writeln!(script, "complete -c nqdb -n \"{is_named}\" -f -a \"{values}\"")?;
        }
    }
    Ok(context.out.write_all(&script)?)
}

/// Write man pages, one for nqdb and one for each command
///
/// For example: `nqdb man ~/.local/share/man/man1`. Prints the names of the files.
#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// Directory, created if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(super) fn run_man(args: ManArgs, context: &mut Context) -> Result {
    let directory = &args.directory;
    std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error))?;
    let mut nqdb = command_line();
    // Adds the global options to each command.
    nqdb.build();
    for command in std::iter::once(&nqdb).chain(nqdb.get_subcommands()) {
        let values_shown = |option: Arg| option.hide_possible_values(false);
        let man = Man::new(command.clone().mut_args(values_shown));
        let path = directory.join(man.get_filename());
        let mut page = BufWriter::new(Target::file(&path)?);
        man.render(&mut page)?;
        page.into_inner().map_err(IntoInnerError::into_error)?.complete()?;
        context.out.path(&path, serde_json::json!({ "path": path.to_str() }))?;
    }
    Ok(())
}

/// Print the help of a command, or of a topic: notations, formats, limits, exit-codes
#[derive(clap::Args)]
pub(crate) struct HelpArgs {
    /// A command or a topic [default: the list of commands]
    #[arg(value_name = "COMMAND|TOPIC", value_parser = names(), hide_possible_values = true)]
    #[arg(ignore_case = true)]
    name: Option<String>,
    /// List all, not only some
    ///
    /// All commands, also those for the literature, clusters and the shell.
    #[arg(long, conflicts_with = "name")]
    all: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(crate::names().chain(TOPICS.map(|(topic, _)| topic)))
}

pub(super) fn run_help(args: HelpArgs, context: &mut Context) -> Result {
    let name = args.name.map(|name| name.to_lowercase());
    let name = name.as_deref();
    if let Some((_, text)) = TOPICS.iter().find(|(topic, _)| Some(*topic) == name) {
        return context.out.line(text());
    }
    let words = [Some("nqdb"), name, Some("--help")].into_iter().flatten();
    let groups = if args.all { usize::MAX } else { help::COMMON };
    match describing(name, groups).try_get_matches_from(words) {
        // In colour.
        Err(help) if context.out.is_terminal => Ok(help.print()?),
        Err(help) => context.out.line(help.render().to_string().trim_end()),
        Ok(_) => Ok(()),
    }
}
