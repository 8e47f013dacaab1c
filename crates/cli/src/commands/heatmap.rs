//! `nqdb heatmap`: the number of solutions with a queen on each square, built in, counted or estimated.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::estimate::{CircumstancesJson, EstimateArgs, Estimated, NumberJson, jobs_of_runs};
use crate::output::drawing::{CoordinateNames, refuse_terminal};
use crate::output::table::Table;
use crate::output::write::Output;
use nqdb::picture::{Coordinates, HeatmapPicture, PatternPicture};
use nqdb::sampling::{Estimate, EstimatedHeatmap, estimate_heatmap};
use nqdb::{BoardSize, Heatmap, Invalid, Pattern};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// Count the solutions with a queen on each square, all or with given queens
#[derive(clap::Args)]
#[command(mut_arg("jobs", jobs_of_runs))]
pub(crate) struct Args {
    /// Board size, 1 to 20; up to 64 with squares or --estimate
    n: BoardSize,
    /// Conditions such as 3=5 (a queen in column 3, row 5) or 3!=5 (no queen there) [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "SQUARE", conflicts_with = "estimate")]
    squares: Vec<String>,
    /// Output format; json is the same as --json
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    format: HeatmapFormat,
    /// Labels of svg and png: none, numbers or chess [default: numbers]
    #[arg(long, value_enum, value_name = "NAMES", hide_possible_values = true)]
    coordinates: Option<CoordinateNames>,
    /// Count from scratch instead of looking the numbers up
    #[arg(long, conflicts_with = "estimate")]
    recompute: bool,
    #[command(flatten)]
    estimate: EstimateArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum HeatmapFormat {
    /// A table, row 1 at the top
    Text,
    /// One JSON object with the counts row by row
    Json,
    /// One line per square, after a header
    Csv,
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
}

impl HeatmapFormat {
    fn is_picture(self) -> bool {
        matches!(self, HeatmapFormat::Svg | HeatmapFormat::Png)
    }
}

#[derive(Serialize)]
struct HeatmapJson<'h> {
    n: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    squares: &'h [String],
    solutions: u64,
    /// By row, then by column.
    counts: Vec<&'h [u64]>,
}

/// By row, then by column; `None` for squares on which no run placed a queen.
#[derive(Serialize)]
struct EstimatedHeatmapJson {
    n: usize,
    /// All solutions.
    total: NumberJson,
    estimates: Vec<Vec<Option<f64>>>,
    standard_errors: Vec<Vec<Option<f64>>>,
    low: Vec<Vec<Option<f64>>>,
    high: Vec<Vec<Option<f64>>>,
    #[serde(flatten)]
    circumstances: CircumstancesJson,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let format = context.out.format(args.format, HeatmapFormat::Json);
    if args.coordinates.is_some() && !format.is_picture() {
        return Err(CliError::Usage("--coordinates requires --format svg or png".to_owned()));
    }
    refuse_terminal(format == HeatmapFormat::Png && context.out.is_terminal())?;
    if args.estimate.estimate {
        return print_estimate(&args, context);
    }
    let pattern = Pattern::parse(args.n, &args.squares)?;
    let heatmap = match Heatmap::known(args.n).filter(|_| pattern.is_any() && !args.recompute) {
        Some(known) => {
            context.explain(format_args!("the heat map of N = {} is built in", args.n));
            known
        }
        None => {
            context.explain(format_args!(
                "N = {} is counted from scratch; tables are not used",
                args.n
            ));
            Heatmap::matching(&pattern, &context.watch)?
        }
    };
    let coordinates = args.coordinates();
    match format {
        HeatmapFormat::Text => {
            let rows = heatmap.rows().map(|counts| counts.iter().map(u64::to_string).collect());
            context.out.line(table(heatmap.n(), rows))
        }
        HeatmapFormat::Json => context.out.json(&HeatmapJson {
            n: heatmap.n().get(),
            squares: &args.squares,
            solutions: heatmap.solutions(),
            counts: heatmap.rows().collect(),
        }),
        HeatmapFormat::Csv => csv(&heatmap, &mut context.out),
        HeatmapFormat::Svg | HeatmapFormat::Png if pattern.is_any() => {
            let picture = HeatmapPicture::new(&heatmap).with_coordinates(coordinates);
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
        HeatmapFormat::Svg | HeatmapFormat::Png => {
            let picture = PatternPicture::new(&pattern).with_heat(&heatmap)?;
            let picture = picture.with_coordinates(coordinates);
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
    }
}

impl Args {
    fn coordinates(&self) -> Coordinates {
        self.coordinates.map_or(Coordinates::Numbers, Coordinates::from)
    }
}

/// Prints a picture as PNG, or else as SVG.
fn draw(
    format: HeatmapFormat,
    svg: impl Display,
    png: impl FnOnce() -> Result<Vec<u8>, Invalid>,
    out: &mut Output,
) -> Result {
    match format {
        HeatmapFormat::Png => Ok(out.write_all(&png()?)?),
        _ => out.line(svg),
    }
}

fn table(n: BoardSize, rows: impl Iterator<Item = Vec<String>>) -> Table {
    let columns = (1..=n.get()).map(|column| column.to_string());
    let names: Vec<String> = ["row".to_owned()].into_iter().chain(columns).collect();
    let mut table = Table::new(&names);
    for (number, counts) in (1..).zip(rows) {
        table.row([number.to_string()].into_iter().chain(counts));
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

fn print_estimate(args: &Args, context: &mut Context) -> Result {
    let estimated =
        args.estimate.make(context, |sampling, watch| estimate_heatmap(args.n, sampling, watch))?;
    let heatmap = &estimated.answer;
    estimated.explain(&heatmap.solutions());
    let format = context.out.format(args.format, HeatmapFormat::Json);
    match format {
        HeatmapFormat::Text => print_estimated_table(heatmap, &mut context.out),
        HeatmapFormat::Json => context.out.json(&estimated_json(&estimated)),
        HeatmapFormat::Csv => estimated_csv(heatmap, &mut context.out),
        HeatmapFormat::Svg | HeatmapFormat::Png => {
            let picture = HeatmapPicture::estimated(heatmap).with_coordinates(args.coordinates());
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
    }
}

/// Prints a table of the estimates, and a line about their intervals.
fn print_estimated_table(heatmap: &EstimatedHeatmap, out: &mut Output) -> Result {
    let cell = |estimate: &Estimate| {
        if estimate.found_nothing() {
            "?".to_owned()
        } else {
            estimate.rounded().to_string().replace("≈ ", "≈")
        }
    };
    let rows = heatmap.rows().map(|row| row.iter().map(cell).collect());
    out.line(table(heatmap.n(), rows))?;
    if heatmap.solutions().is_exact() {
        return Ok(());
    }
    let widths = heatmap.rows().flatten().map(|estimate| estimate.relative_half_width());
    let widest = widths.fold(0.0, f64::max) * 100.0;
    let all = heatmap.solutions();
    out.line(format_args!("≈ estimates, within ± {widest:.1}% each, of {all} solutions"))
}

fn estimated_json(estimated: &Estimated<EstimatedHeatmap>) -> EstimatedHeatmapJson {
    let heatmap = &estimated.answer;
    let squares = |value: fn(&Estimate) -> f64| {
        let known =
            move |square: &Estimate| Some(value(square)).filter(|_| !square.found_nothing());
        heatmap.rows().map(|row| row.iter().map(known).collect()).collect()
    };
    EstimatedHeatmapJson {
        n: heatmap.n().get(),
        total: heatmap.solutions().into(),
        estimates: squares(Estimate::mean),
        standard_errors: squares(Estimate::standard_error),
        low: squares(|square| square.interval().0),
        high: squares(|square| square.interval().1),
        circumstances: estimated.circumstances(&heatmap.solutions()),
    }
}

fn estimated_csv(heatmap: &EstimatedHeatmap, out: &mut Output) -> Result {
    out.line("column,row,estimate,standard_error,low,high")?;
    for (row, squares) in (1..).zip(heatmap.rows()) {
        for (column, square) in (1..).zip(squares) {
            let (low, high) = square.interval();
            let numbers = if square.found_nothing() {
                ",,,".to_owned()
            } else {
                format!("{:e},{:e},{low:e},{high:e}", square.mean(), square.standard_error())
            };
            out.line(format_args!("{column},{row},{numbers}"))?;
        }
    }
    Ok(())
}
