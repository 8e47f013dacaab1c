use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::picture::HeatmapPicture;
use nqdb::{BoardSize, Heatmap};
use serde::Serialize;

/// How many solutions have a queen on each square, counted now
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 20 (larger boards take too long)
    n: BoardSize,
    /// How to print it; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// A table, row 1 at the top
    Text,
    /// One JSON object, the counts row by row
    Json,
    /// A line for each square, with a header
    Csv,
    /// A picture
    Svg,
}

#[derive(Serialize)]
struct HeatmapAnswer<'h> {
    n: usize,
    solutions: u64,
    /// By row, then by column.
    counts: Vec<&'h [u64]>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    context.remark(format_args!("N = {} is counted now, whatever tables there are", args.n));
    let heatmap = Heatmap::new(args.n, &context.watch())?;
    match context.out.form(args.format, Format::Json) {
        Format::Text => context.out.line(table(&heatmap)),
        Format::Json => context.out.json(&HeatmapAnswer {
            n: heatmap.n().get(),
            solutions: heatmap.solutions(),
            counts: heatmap.rows().collect(),
        }),
        Format::Csv => csv(&heatmap, &mut context.out),
        Format::Svg => context.out.line(HeatmapPicture::new(&heatmap)),
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

fn csv(heatmap: &Heatmap, out: &mut Output) -> Result<(), Failure> {
    out.line("column,row,solutions")?;
    for (row, counts) in (1..).zip(heatmap.rows()) {
        for (column, count) in (1..).zip(counts) {
            out.line(format_args!("{column},{row},{count}"))?;
        }
    }
    Ok(())
}
