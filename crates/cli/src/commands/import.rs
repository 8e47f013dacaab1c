//! `nqdb import`: copies boards from other files.

use crate::args::{RangeArg, board_sizes};
use crate::context::{Context, CreateDirs, file_path};
use crate::error::{Result, failure};
use crate::output::{built_json, solutions_in_orbits};
use nqdb::{
    BoardSize,
    store::{Built, Outcome, import},
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Copy finished boards from other nqdb files, after verifying them
///
/// Files are copied one after the other. Boards already copied stay, even if a later file is rejected.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files to copy from
    #[arg(required = true, value_name = "FILE", value_parser = file_path())]
    files: Vec<PathBuf>,
    /// Boards to copy (N or ranges such as 17-19); each must be in one of the files [default: all finished boards]
    #[arg(long, value_name = "N", num_args = 1..)]
    boards: Vec<RangeArg<BoardSize>>,
    /// Replace existing tables of these boards
    #[arg(long)]
    rebuild: bool,
    #[command(flatten)]
    create_dirs: CreateDirs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if let Some(missing) = args.files.iter().find(|file| !file.exists()) {
        return Err(failure!("{}: no such file", missing.display()));
    }
    let path = context.path_to_write(args.create_dirs)?;
    let mut missing: BTreeSet<BoardSize> = board_sizes(&args.boards).into_iter().collect();
    for file in &args.files {
        let copy = |boards: &[BoardSize], context: &mut Context| {
            let began = Instant::now();
            let watch = context.watch.clone();
            for built in import(&path, file, boards, args.rebuild, watch)? {
                let json = built_json(&built, began.elapsed().as_secs_f64(), &path);
                context.out.answer(describe(&built), json)?;
            }
            // The next board may take a long time.
            context.out.flush_lines()
        };
        if args.boards.is_empty() {
            copy(&[], context)?;
        }
        for n in missing.clone() {
            match copy(&[n], context) {
                // Another file may have it.
                Err(error) if error.is_missing_board() => {}
                copied => {
                    copied?;
                    missing.remove(&n);
                }
            }
        }
    }
    missing.first().map_or(Ok(()), |n| {
        Err(failure!(
            "none of the files has the complete board N = {n}; `nqdb build {n} --db FILE` builds or finishes it"
        ))
    })
}

fn describe(built: &Built) -> String {
    let Built { n, solutions, orbits, .. } = built;
    let how = match built.outcome {
        Outcome::AlreadyThere => "already there, nothing to do",
        _ => "imported",
    };
    format!("N = {n}: {}, {how}", solutions_in_orbits(*solutions, *orbits))
}
