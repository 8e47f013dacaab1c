//! `nqdb merge`: joins the parts of an index.

use crate::context::{Context, CreateDirs, file_path};
use crate::error::Result;
use crate::output::build::{BuiltJson, describe_built};
use nqdb::merge;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Join the parts of an index, built with `nqdb build N --part K/M`
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Database file to write the board into
    #[arg(value_name = "OUT", value_parser = file_path())]
    out: PathBuf,
    /// Files of the parts, in any order
    #[arg(required = true, value_name = "PART", value_parser = file_path())]
    parts: Vec<PathBuf>,
    /// Replace the board if the file already has it
    #[arg(long)]
    rebuild: bool,
    #[command(flatten)]
    create_dirs: CreateDirs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    args.create_dirs.check(&args.out)?;
    let began = Instant::now();
    let built = merge(&args.out, &args.parts, args.rebuild, Arc::clone(&context.watch))?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = BuiltJson::new(&built, seconds, &args.out);
    context.out.answer(describe_built(&built, seconds), answer)
}
