//! `nqdb serve` of a program without the explorer: says how to get it.

use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};

/// Serve pages and JSON, in which every solution has an address (not in this build)
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    options: Vec<String>,
}

pub(super) fn run(args: Args, _: &mut Context) -> Result {
    let options = args.options.iter().fold(String::new(), |line, option| line + " " + option);
    Err(CliError::Usage(format!(
        "this nqdb was built without the explorer; in its source, `cargo run --release --features serve -- \
         serve{options}` builds and starts it, `cargo install --path . --features serve` installs it"
    )))
}
