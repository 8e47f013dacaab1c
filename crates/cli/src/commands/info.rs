//! `nqdb info`: the boards of the database.

use crate::context::Context;
use crate::error::Result;
use crate::help::FIRST_STEPS;
use crate::output::{Format, FormatArg, Table, csv_line, object, only};
use nqdb::{
    Database,
    store::{BoardInfo, CountedUnits, Part},
};

/// List the boards in the database
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::ROWS)))]
pub(crate) struct Args {
    /// Print only the path of the database, whether or not it exists
    #[arg(long)]
    path: bool,
    #[command(flatten)]
    format: FormatArg,
}

/// The header of the table and of CSV.
const COLUMNS: &str = "n,tier,state,solutions,orbits,blocks,payload_bytes,built_by,built_at";

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let format = context.out.format(args.format);
    let path = context.path()?;
    if args.path {
        let json = serde_json::json!({ "path": path.to_str(), "exists": path.exists() });
        return context.out.path(&path, json);
    }
    let database = context.existing_database()?;
    let boards = database.as_ref().map_or_else(|| Ok(Vec::new()), Database::boards)?;
    let bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    match format {
        Format::Json => {
            context.out.json(&object! { path: path.to_str(), bytes: bytes, boards: boards })
        }
        Format::Csv => {
            context.out.line(COLUMNS)?;
            boards.iter().try_for_each(|board| Ok(csv_line(&mut context.out, cells(board, ""))?))
        }
        _ if database.is_none() => context.out.line(format_args!(
            "{}: no database yet, every board is searched. {FIRST_STEPS}",
            path.display()
        )),
        _ => {
            context.out.line(format_args!("{}, {bytes} bytes", path.display()))?;
            if boards.is_empty() {
                return context.out.line(format_args!("no boards. {FIRST_STEPS}"));
            }
            let mut table = Table::new(&COLUMNS.split(',').collect::<Vec<_>>());
            boards.iter().for_each(|board| table.row(cells(board, "-")));
            context.out.line(table)
        }
    }
}

/// A row of the table, with a placeholder for what is unknown.
fn cells(board: &BoardInfo, unknown: &str) -> [String; 9] {
    let number = |number: Option<u64>| {
        number.map_or_else(|| unknown.to_owned(), |number| number.to_string())
    };
    [
        board.n.to_string(),
        board.tier.to_string(),
        state_of(board),
        number(board.solutions),
        number(board.orbits),
        board.blocks.to_string(),
        board.payload_bytes.to_string(),
        printable(&board.built_by),
        board.built_at.as_deref().map_or_else(|| unknown.to_owned(), printable),
    ]
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
