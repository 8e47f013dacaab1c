//! `nqdb man`: the man pages.

use crate::context::Context;
use crate::error::{CliError, Result};
use clap_mangen::Man;
use serde::Serialize;

use std::path::{Path, PathBuf};

/// Write man pages, one for nqdb and one for each command
///
/// Such as `nqdb man ~/.local/share/man/man1`. It prints the names of the files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory, which is created where it is missing
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
    let mut nqdb = (context.command_line)().disable_help_subcommand(true);
    // Each page then has the options of every command.
    nqdb.build();
    for command in std::iter::once(&nqdb).chain(nqdb.get_subcommands()) {
        let man = Man::new(command.clone());
        let path = directory.join(man.get_filename());
        let mut page = Vec::new();
        man.render(&mut page)?;
        std::fs::write(&path, page).map_err(|error| unwritable(&path, error))?;
        let path = path.display().to_string();
        context.out.answer(&path, PageJson { path: path.clone() })?;
    }
    Ok(())
}
