use crate::cli::context::Context;
use crate::cli::error::Failure;
use serde::Serialize;

/// Where the database is, or would be
#[derive(clap::Args)]
pub(crate) struct Args {}

#[derive(Serialize)]
struct PathAnswer {
    path: String,
    exists: bool,
}

pub(super) fn run(_: Args, context: &mut Context) -> Result<(), Failure> {
    let path = context.path()?;
    let answer = PathAnswer { path: path.display().to_string(), exists: path.exists() };
    context.out.answer(path.display(), answer)
}
