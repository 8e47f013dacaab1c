//! `nqdb info`: the boards of the database.

use crate::context::Context;
use crate::error::Result;
use crate::help::FIRST_STEPS;
use crate::output::table::Table;
use nqdb::{BoardInfo, CountedUnits, Part};
use serde::Serialize;

/// List the boards in the database
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print only the path of the database, whether or not it exists
    #[arg(long)]
    path: bool,
}

#[derive(Serialize)]
struct PathJson {
    path: String,
    exists: bool,
}

#[derive(Serialize)]
struct InfoJson {
    path: String,
    bytes: u64,
    boards: Vec<BoardInfo>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let path = context.path()?;
    if args.path {
        let answer = PathJson { path: path.display().to_string(), exists: path.exists() };
        return context.out.answer(path.display(), answer);
    }
    let Some(database) = context.existing_database()? else {
        let path = path.display().to_string();
        let steps = FIRST_STEPS;
        let text = format!("{path}: no database yet, every board is searched. {steps}");
        return context.out.answer(text, InfoJson { path, bytes: 0, boards: Vec::new() });
    };
    let boards = database.boards()?;
    let bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    let info = InfoJson { path: path.display().to_string(), bytes, boards };
    if context.out.is_json() {
        return context.out.json(&info);
    }
    context.out.line(format_args!("{}, {} bytes", info.path, info.bytes))?;
    let mut table = Table::new(&[
        "N",
        "tier",
        "state",
        "solutions",
        "orbits",
        "blocks",
        "payload",
        "built by",
        "built at",
    ]);
    let number =
        |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    for board in &info.boards {
        table.row([
            board.n.to_string(),
            board.tier.to_string(),
            state_of(board),
            number(board.solutions),
            number(board.orbits),
            board.blocks.to_string(),
            board.payload_bytes.to_string(),
            printable(&board.built_by),
            board.built_at.as_deref().map_or_else(|| "-".to_owned(), printable),
        ]);
    }
    if info.boards.is_empty() {
        context.out.line(format_args!("no boards. {}", FIRST_STEPS))
    } else {
        context.out.line(table)
    }
}

fn state_of(board: &BoardInfo) -> String {
    let state = if board.rebuilding { "complete, being rebuilt" } else { board.state.name() };
    match &board.counted {
        None => state.to_owned(),
        Some(CountedUnits { part, done, units, .. }) => {
            let what = if *part == Part::WHOLE { state.to_owned() } else { format!("part {part}") };
            format!("{what}, {done} of {units} units")
        }
    }
}

/// The beginning of a text from the file, with control characters replaced, so that it is safe on a terminal.
fn printable(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
