//! `nqdb parts` and `nqdb merge`: the state of the parts of an index, and joining them.

use crate::context::{Context, CreateDirs, file_path};
use crate::error::{CliError, Result, usage};
use crate::output::{Table, built_json, describe_built, object};
use crate::remedies::part_fault;
use nqdb::store::{PartError, PartFile, PartsReport, StoreError, merge, parts};
use std::path::PathBuf;
use std::time::Instant;

/// List the parts of an index found in the files, and those still missing
///
/// Each file is read and checked. The command fails unless `nqdb merge` would accept the files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of the parts, in any order
    #[arg(required = true, value_name = "FILE", value_parser = file_path())]
    files: Vec<PathBuf>,
    /// Print only what is missing
    ///
    /// Parts, as ranges such as 1-2,6, for `sbatch --array`.
    #[arg(long, conflicts_with = "json")]
    missing: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let report = parts(&args.files, context.watch.clone())?;
    let mergeable = report.is_complete();
    if context.out.is_json {
        context.out.json(&object! { #[serde(flatten)] report: &report, mergeable: mergeable })?;
    } else if args.missing {
        if !report.missing.is_empty() {
            context.out.line(&report.missing)?;
        }
    } else {
        print(&report, context)?;
    }
    if !mergeable {
        // With --missing, the faults are not in the output.
        let faults = faults(&report).filter(|_| args.missing);
        let faults: String = faults.map(|fault| format!("\n  {fault}")).collect();
        let colon = if faults.is_empty() { "" } else { ":" };
        let message = format!("the files can't be merged{colon}{faults}");
        context.failure = Some(CliError::Other(message));
    }
    Ok(())
}

fn print(report: &PartsReport, context: &mut Context) -> Result {
    let mut table = Table::new(&["file", "N", "part", "units", "solutions", "orbits", "state"]);
    for file in &report.files {
        table.row([
            file.path.display().to_string(),
            file.n.map_or_else(|| "-".to_owned(), |n| n.to_string()),
            file.part.map_or_else(|| "-".to_owned(), |part| part.to_string()),
            if file.units > 0 {
                format!("{} of {}", file.units_done, file.units)
            } else {
                "-".to_owned()
            },
            file.solutions.to_string(),
            file.orbits.to_string(),
            state_of(file).to_owned(),
        ]);
    }
    context.out.line(table)?;
    faults(report).try_for_each(|fault| context.out.line(fault))?;
    if let Some(wrong) = &report.wrong {
        context.out.line(part_fault(wrong))?;
    }
    let (Some(n), Some(parts)) = (report.n, report.parts) else { return Ok(()) };
    let missing = match report.missing.as_str() {
        "" => "none",
        missing => missing,
    };
    context.out.line(format_args!("N = {n}: missing parts: {missing} (of {parts})"))
}

fn state_of(file: &PartFile) -> &'static str {
    match &file.fault {
        None => "finished",
        Some(StoreError::Part(PartError::Unfinished { .. })) => "unfinished",
        Some(StoreError::Part(PartError::Twice { .. } | PartError::GivenTwice)) => "twice",
        Some(StoreError::Part(PartError::OfOther { .. })) => "other board",
        Some(StoreError::Part(PartError::OfDivision { .. })) => "other division",
        Some(StoreError::Damage(_)) => "damaged",
        Some(_) => "unusable",
    }
}

/// The files that can't be merged, with the reasons.
fn faults(report: &PartsReport) -> impl Iterator<Item = String> {
    report.files.iter().filter_map(|file| {
        Some(format!("{}: {}", file.path.display(), part_fault(file.fault.as_ref()?)))
    })
}

/// Join the parts of an index, built with `nqdb build N --part K/M --db FILE`
#[derive(clap::Args)]
pub(crate) struct MergeArgs {
    /// Database file to write the board into
    #[arg(value_name = "OUT", value_parser = file_path())]
    out: PathBuf,
    /// Files of the parts, in any order
    #[arg(required = true, value_name = "PART", value_parser = file_path())]
    parts: Vec<PathBuf>,
    /// Replace existing tables of these boards
    #[arg(long)]
    rebuild: bool,
    #[command(flatten)]
    create_dirs: CreateDirs,
}

pub(super) fn run_merge(args: MergeArgs, context: &mut Context) -> Result {
    if context.is_database_given() {
        return Err(usage!("merge writes to its first file, OUT: leave out --db"));
    }
    args.create_dirs.check(&args.out)?;
    let began = Instant::now();
    let built = merge(&args.out, &args.parts, args.rebuild, context.watch.clone())?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = built_json(&built, seconds, &args.out);
    context.out.answer(describe_built(&built, seconds), answer)
}
