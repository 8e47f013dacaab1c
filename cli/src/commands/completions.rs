//! `nqdb completions`: what a shell completes.

use crate::context::Context;
use crate::error::Result;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print the completions of a shell: subcommands, options and their values
///
/// Such as `nqdb completions bash > ~/.local/share/bash-completion/completions/nqdb`; `source <(nqdb completions
/// bash)` tries them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let mut script = Vec::new();
    generate(args.shell, &mut (context.command_line)(), "nqdb", &mut script);
    Ok(context.out.write_all(&script)?)
}
