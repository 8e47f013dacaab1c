//! `nqdb path`: the path of the database, whether or not it exists.

use crate::context::Context;
use crate::error::Result;
use serde::Serialize;

/// Print the path of the database
#[derive(clap::Args)]
pub(crate) struct Args {}

#[derive(Serialize)]
struct PathJson {
    path: String,
    exists: bool,
}

pub(super) fn run(_: Args, context: &mut Context) -> Result {
    let path = context.path()?;
    let answer = PathJson { path: path.display().to_string(), exists: path.exists() };
    context.out.answer(path.display(), answer)
}
