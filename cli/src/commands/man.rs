//! `nqdb man`: writes man pages.

use crate::context::Context;
use crate::error::{CliError, Result};
use clap::Arg;
use clap_mangen::Man;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Write man pages, one for nqdb and one for each command
///
/// For example: `nqdb man ~/.local/share/man/man1`. Prints the names of the files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directory, created if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

#[derive(Serialize)]
struct PageJson {
    path: String,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let directory = &args.directory;
    let unwritable = |path: &Path, error: std::io::Error| {
        CliError::Other(format!("{} can't be written: {error}", path.display()))
    };
    std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, error))?;
    let mut nqdb = (context.command_line)();
    // Adds the global options to each command.
    nqdb.build();
    for command in std::iter::once(&nqdb).chain(nqdb.get_subcommands()) {
        let values_shown = |option: Arg| option.hide_possible_values(false);
        let man = Man::new(command.clone().mut_args(values_shown));
        let path = directory.join(man.get_filename());
        let mut page = Vec::new();
        man.render(&mut page)?;
        std::fs::write(&path, page).map_err(|error| unwritable(&path, error))?;
        let path = path.display().to_string();
        context.out.answer(&path, PageJson { path: path.clone() })?;
    }
    Ok(())
}
