//! `nqdb completions`: completion scripts for shells.

use crate::context::Context;
use crate::error::Result;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print a completion script for a shell
///
/// For example: `nqdb completions bash > ~/.local/share/bash-completion/completions/nqdb`. `source <(nqdb completions
/// bash)` enables it in this shell only.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Shell
    shell: Shell,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let mut script = Vec::new();
    generate(args.shell, &mut (context.command_line)(), "nqdb", &mut script);
    Ok(context.out.write_all(&script)?)
}
