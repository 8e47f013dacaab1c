//! `nqdb heatmap`: the number of solutions through each square.

use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::picture::HeatmapPicture;
use nqdb::{BoardSize, Heatmap};
use serde::Serialize;

/// Count the solutions that have a queen on each square
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 20 (larger boards take too long)
    n: BoardSize,
    /// How to print the counts; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: HeatmapFormat,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum HeatmapFormat {
    /// A table, row 1 at the top
    Text,
    /// One JSON object with the counts row by row
    Json,
    /// One line per square, below a header
    Csv,
    /// An SVG picture
    Svg,
}

#[derive(Serialize)]
struct HeatmapJson<'h> {
    n: usize,
    solutions: u64,
    /// By row, then by column.
    counts: Vec<&'h [u64]>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    context.explain(format_args!("N = {} is counted now; tables are not used", args.n));
    let heatmap = Heatmap::new(args.n, &context.watch)?;
    match context.out.format(args.format, HeatmapFormat::Json) {
        HeatmapFormat::Text => context.out.line(table(&heatmap)),
        HeatmapFormat::Json => context.out.json(&HeatmapJson {
            n: heatmap.n().get(),
            solutions: heatmap.solutions(),
            counts: heatmap.rows().collect(),
        }),
        HeatmapFormat::Csv => csv(&heatmap, &mut context.out),
        HeatmapFormat::Svg => context.out.line(HeatmapPicture::new(&heatmap)),
    }
}

fn table(heatmap: &Heatmap) -> Table {
    let columns = (1..=heatmap.n().get()).map(|column| column.to_string());
    let names: Vec<String> = ["row".to_owned()].into_iter().chain(columns).collect();
    let mut table = Table::new(&names);
    for (number, counts) in (1..).zip(heatmap.rows()) {
        table.row([number].iter().chain(counts).map(u64::to_string));
    }
    table
}

fn csv(heatmap: &Heatmap, out: &mut Output) -> Result {
    out.line("column,row,solutions")?;
    for (row, counts) in (1..).zip(heatmap.rows()) {
        for (column, count) in (1..).zip(counts) {
            out.line(format_args!("{column},{row},{count}"))?;
        }
    }
    Ok(())
}
