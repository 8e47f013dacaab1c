//! `nqdb import`: boards from another file.

use crate::cli::args::{RangeArg, board_sizes};
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::build::BuiltJson;
use nqdb::{BoardSize, Outcome, import};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Copy finished boards from another nqdb file, after verifying them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to copy from
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Board sizes, or ranges such as 17-19 [default: all finished boards]
    #[arg(value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
    /// Replace boards that the database already has
    #[arg(long)]
    rebuild: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let (path, began) = (context.path()?, Instant::now());
    let boards = board_sizes(&args.n);
    let imported = import(&path, &args.file, &boards, args.rebuild, Arc::clone(&context.watch))?;
    for built in imported {
        let how = match built.outcome {
            Outcome::AlreadyThere => "already there, nothing to do",
            _ => "imported",
        };
        let (n, solutions, orbits) = (built.n, built.solutions, built.orbits);
        let text = format!("N = {n}: {solutions} solutions in {orbits} orbits, {how}");
        context.out.answer(text, BuiltJson::new(&built, began.elapsed().as_secs_f64(), &path))?;
    }
    Ok(())
}
