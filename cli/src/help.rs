//! The help: commands in groups, which clap does not have, and short pages for commands and topics.
//!
//! [`grouped`] describes the whole program; man pages and completions are made from it. [`summarised`] is what parses
//! arguments and prints help: there, each command names the global options in one line.

use super::first_steps;
use super::topics::TOPICS;
use clap::Command;
use clap::builder::PossibleValuesParser;
use std::fmt::Write;

/// The headings of the groups, each with its first command. The order of the commands is that of
/// [`super::commands::Command`].
const GROUPS: [(&str, &str); 6] = [
    ("Find solutions and orbits", "unrank"),
    ("Make solutions and puzzles", "random"),
    ("Look at boards", "heatmap"),
    ("Study permutations and orbits", "perm-index"),
    ("Manage tables", "build"),
    ("SQL and the shell", "sql"),
];

/// The program with its commands in groups.
pub(super) fn grouped(program: Command) -> Command {
    let template = template(&program);
    let commands = program.get_subcommands().map(|command| command.get_name().to_owned());
    let topics = TOPICS.iter().map(|(topic, _)| (*topic).to_owned());
    let names = PossibleValuesParser::new(commands.chain(topics));
    let program = program.mut_subcommand("help", |help| {
        help.mut_arg("name", |name| name.value_parser(names).hide_possible_values(true))
    });
    program.help_template(template).after_help(first_steps::TEXT)
}

/// The program whose commands do not repeat the help of the global options.
pub(super) fn summarised(program: Command) -> Command {
    let globals = program.get_arguments().filter(|option| option.is_global_set());
    // clap gives a command the global options that it does not have.
    let hidden: Vec<_> = globals.map(|option| option.clone().hide(true)).collect();
    let names = hidden.iter().filter_map(|option| Some(format!("--{}", option.get_long()?)));
    let names: Vec<String> = names.collect();
    let summary = format!("Global options: {}; see nqdb --help", names.join(", "));
    program.mut_subcommands(|command| {
        hidden.iter().fold(command.after_help(summary.clone()), |command, option| {
            command.arg(option.clone())
        })
    })
}

/// The help as a template of clap, with the groups in place of its list of commands.
fn template(program: &Command) -> String {
    let heading = program.get_styles().get_header();
    let name = program.get_styles().get_literal();
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for command in program.get_subcommands() {
        if let Some((group, _)) = GROUPS.iter().find(|(_, first)| *first == command.get_name()) {
            let _ = write!(text, "\n{heading}{group}:{heading:#}\n");
        }
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  {name}{:<13}{name:#}{about}", command.get_name());
    }
    let _ = write!(text, "\n{heading}Options:{heading:#}\n");
    text + "{options}{after-help}\n"
}
