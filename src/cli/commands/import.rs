use super::build::BuildAnswer;
use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::{Span, boards};
use nqdb::{BoardSize, Outcome, import};
use std::path::PathBuf;
use std::time::Instant;

/// Take finished boards from another nqdb file, after verifying them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to take from
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Board sizes, or ranges such as 17-19 [default: all that are there]
    #[arg(value_name = "N")]
    n: Vec<Span<BoardSize>>,
    /// Replace boards that are there already
    #[arg(long)]
    rebuild: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let (path, began) = (context.path()?, Instant::now());
    let taken = import(&path, &args.file, &boards(&args.n), args.rebuild, &context.watch())?;
    for built in taken {
        let how = match built.outcome {
            Outcome::AlreadyThere => "already there, nothing taken",
            _ => "imported",
        };
        let (n, solutions, orbits) = (built.n, built.solutions, built.orbits);
        let text = format!("N = {n}: {solutions} solutions in {orbits} orbits, {how}");
        context.out.answer(text, BuildAnswer::new(&built, began.elapsed().as_secs_f64(), &path))?;
    }
    Ok(())
}
