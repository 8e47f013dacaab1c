//! `nqdb remove`: removes boards from the database.

use crate::args::{RangeArg, board_sizes};
use crate::context::Context;
use crate::error::Result;
use crate::output::{note, object};
use nqdb::internal::bytes;
use nqdb::{BoardSize, store::remove};
use std::path::Path;

/// Remove boards, finished or not, from the database
///
/// Without tables a board is searched. Either all boards are removed or none.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 8-14
    #[arg(required = true, value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let (path, mut boards) = (context.path()?, board_sizes(&args.n));
    boards.sort();
    boards.dedup();
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let before = size(&path);
    let removed = remove(&path, &boards, context.watch.clone())?;
    for (n, complete) in boards.into_iter().zip(removed) {
        let what = if complete { "complete board" } else { "unfinished build" };
        let json = object! { n: n.get(), complete: complete, path: path.to_str() };
        context.out.answer(format_args!("N = {n}: {what} removed"), json)?;
    }
    let after = size(&path);
    let freed = bytes(before.saturating_sub(after));
    note(format_args!("{} is {freed} smaller, {}", path.display(), bytes(after)));
    Ok(())
}
