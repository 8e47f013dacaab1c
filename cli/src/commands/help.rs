//! `nqdb help`: the help of the program, of a command or of a topic.

use crate::context::Context;
use crate::error::Result;
use crate::help;
use crate::topics::TOPICS;

/// Print the help of a command, or of a topic: notations, formats, limits, exit-codes
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A command or a topic [default: the list of commands]
    // [`help::grouped`] adds the names.
    #[arg(value_name = "COMMAND|TOPIC")]
    name: Option<String>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let name = args.name.as_deref();
    if let Some((_, text)) = TOPICS.iter().find(|(topic, _)| Some(*topic) == name) {
        return context.out.line(text());
    }
    let words = [Some("nqdb"), name, Some("--help")].into_iter().flatten();
    match help::summarised((context.command_line)()).try_get_matches_from(words) {
        // In colour.
        Err(help) if context.out.is_terminal() => Ok(help.print()?),
        Err(help) => context.out.line(help.render().to_string().trim_end()),
        Ok(_) => Ok(()),
    }
}
