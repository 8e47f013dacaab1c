//! The help of the program: its commands in groups, which clap does not make, and what to type first.

use super::first_steps;
use clap::Command;
use std::fmt::Write;

/// The headings of the groups, each with its first command. The order of the commands is that of
/// [`super::commands::Command`].
const GROUPS: [(&str, &str); 6] = [
    ("Find solutions and orbits", "unrank"),
    ("Make solutions and puzzles", "random"),
    ("Look at boards", "heatmap"),
    ("Study permutations and orbits", "perm-index"),
    ("Keep tables", "build"),
    ("SQL and the shell", "sql"),
];

/// The program with its commands in groups.
pub(super) fn grouped(program: Command) -> Command {
    let template = template(&program);
    program.help_template(template).after_help(first_steps::TEXT)
}

/// The help as clap's template, with the commands in groups in place of its list of them.
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
    let _ = writeln!(text, "  {name}{:<13}{name:#}Print the help of a command", "help");
    let _ = write!(text, "\n{heading}Options:{heading:#}\n");
    text + "{options}{after-help}\n"
}
