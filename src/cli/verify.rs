use super::context::Context;
use super::failure::Failure;
use super::input::{Span, boards};
use super::watch::WorkBar;
use nqdb::{BoardReport, BoardSize, Database, Error, StoreError, VerifyReport};

/// Check everything in the database that can be checked
#[derive(clap::Args)]
pub(super) struct Args {
    /// Board sizes, or ranges such as 1-15 [default: all that are there]
    #[arg(value_name = "N")]
    n: Vec<Span<BoardSize>>,
    /// Compare every solution with a fresh enumeration, too
    #[arg(long)]
    deep: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let Some(path) = context.existing_path()? else {
        let path = context.path()?;
        return Err(Error::Store { path, kind: StoreError::Missing }.into());
    };
    let database = Database::open(&path)?;
    let only = boards(&args.n);
    let total = database
        .boards()
        .unwrap_or_default()
        .iter()
        .filter_map(|board| board.solutions)
        .max()
        .unwrap_or(0)
        / 2;
    let mut bar = WorkBar::new("verifying".to_owned(), total);
    let report = database.verify(&only, args.deep, &mut |checked| bar.set(checked))?;
    drop(bar);
    if context.out.is_json() {
        context.out.json(&report)?;
    } else {
        print(&report, context)?;
    }
    if report.is_clean() {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Other(format!(
        "{path} is damaged; `nqdb build --rebuild N` makes a board anew, or delete the file and build again"
    )))
}

fn print(report: &VerifyReport, context: &mut Context) -> Result<(), Failure> {
    for finding in &report.file {
        context.out.line(format_args!("file: {finding}"))?;
    }
    for board in &report.boards {
        context.out.line(summary(board))?;
        for problem in &board.problems {
            context.out.line(format_args!("N = {}: {problem}", board.n))?;
        }
    }
    Ok(())
}

fn summary(board: &BoardReport) -> String {
    let state = match (board.problems.is_empty(), board.complete) {
        (false, _) => "damaged",
        (true, true) => "ok",
        (true, false) => "ok so far, the build is not finished",
    };
    format!("N = {}: {state}, {} first-half solutions checked", board.n, board.checked)
}
