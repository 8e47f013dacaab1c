//! `nqdb heatmap`: the number of solutions with a queen on each square, built in, counted or estimated.

use crate::context::Context;
use crate::error::{Result, usage};
use crate::estimate::{ESTIMATE_CELLS, EstimateArgs, Estimated, cells, jobs_of_runs, number};
use crate::output::{
    CoordinateNames, Format, FormatArg, Output, Table, object, only, refuse_terminal,
};
use crate::selection::SelectionArgs;
use nqdb::picture::{ConditionsPicture, Coordinates, HeatmapPicture};
use nqdb::sampling::{Estimate, EstimatedHeatmap, estimate_heatmap};
use nqdb::{BoardSize, Invalid, search::Heatmap};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// Count, for each square, the solutions with a queen there
#[derive(clap::Args)]
#[command(mut_arg("jobs", jobs_of_runs), mut_arg("format", only(FORMATS)))]
pub(crate) struct Args {
    /// Board size, 1 to 20; up to 64 with a selection or --estimate
    n: BoardSize,
    #[command(flatten)]
    format: FormatArg,
    /// Labels of drawings: none, numbers or chess
    ///
    /// By default, numbers.
    #[arg(long, value_enum, value_name = "NAMES", hide_possible_values = true)]
    coordinates: Option<CoordinateNames>,
    /// Compute the result even if it is known
    #[arg(long, conflicts_with = "estimate")]
    recompute: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Svg, Format::Png];

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let format = context.out.format(args.format);
    if args.coordinates.is_some() && !format.is_sheet() {
        return Err(usage!("--coordinates requires --format svg or png"));
    }
    refuse_terminal(format == Format::Png && context.out.is_terminal)?;
    if args.estimate.estimate {
        return print_estimate(format, &args, context);
    }
    let selection = args.selection.of(args.n)?;
    let heatmap = match Heatmap::known(args.n).filter(|_| selection.is_all() && !args.recompute) {
        Some(known) => {
            context.explain(format_args!("the heat map of N = {} is built in", args.n));
            known
        }
        None => {
            context.explain(format_args!("N = {} is counted from scratch", args.n));
            if selection.is_all() {
                Heatmap::new(args.n, &context.watch)?
            } else {
                context.board(args.n)?.heatmap(&selection)?
            }
        }
    };
    let coordinates = args.coordinates();
    match format {
        Format::Json => {
            let (conditions, names) =
                (&args.selection.conditions, args.selection.properties.names());
            context.out.json(&object! {
                n: heatmap.n().get(),
                #[serde(flatten)]
                conditions: (!conditions.is_empty()).then(|| object! { conditions: conditions }),
                #[serde(flatten)]
                properties: (!names.is_empty()).then(|| object! { properties: names }),
                solutions: heatmap.solutions(),
                counts: heatmap.rows().collect::<Vec<_>>(),
            })
        }
        Format::Csv => csv("solutions", heatmap.rows(), u64::to_string, &mut context.out),
        Format::Svg | Format::Png if selection.conditions.is_any() => {
            let picture = HeatmapPicture::new(&heatmap).with_coordinates(coordinates);
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
        Format::Svg | Format::Png => {
            let picture = ConditionsPicture::new(&selection.conditions).with_heat(&heatmap)?;
            let picture = picture.with_coordinates(coordinates);
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
        _ => {
            let rows = heatmap.rows().map(|counts| counts.iter().map(u64::to_string).collect());
            context.out.line(table(heatmap.n(), rows))
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
    format: Format,
    svg: impl Display,
    png: impl FnOnce() -> Result<Vec<u8>, Invalid>,
    out: &mut Output,
) -> Result {
    match format {
        Format::Png => Ok(out.write_all(&png()?)?),
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

/// Prints the squares as CSV, by row, then by column.
fn csv<T>(
    values: &str,
    rows: impl Iterator<Item = impl AsRef<[T]>>,
    value: impl Fn(&T) -> String,
    out: &mut Output,
) -> Result {
    out.line(format_args!("row,column,{values}"))?;
    for (row, squares) in (1..).zip(rows) {
        for (column, square) in (1..).zip(squares.as_ref()) {
            out.line(format_args!("{row},{column},{}", value(square)))?;
        }
    }
    Ok(())
}

fn print_estimate(format: Format, args: &Args, context: &mut Context) -> Result {
    if !args.selection.names().is_empty() {
        return Err(usage!(
            "--estimate is for all solutions, got a selection ({}): leave it out",
            args.selection.names()
        ));
    }
    let estimated =
        args.estimate.make(context, |sampling, watch| estimate_heatmap(args.n, sampling, watch))?;
    let heatmap = &estimated.answer;
    estimated.explain(&heatmap.solutions());
    match format {
        Format::Json => context.out.json(&estimated_json(&estimated)),
        Format::Csv => csv(ESTIMATE_CELLS, heatmap.rows(), cells, &mut context.out),
        Format::Svg | Format::Png => {
            let picture = HeatmapPicture::estimated(heatmap).with_coordinates(args.coordinates());
            draw(format, &picture, || picture.document_png(), &mut context.out)
        }
        _ => print_estimated_table(heatmap, &mut context.out),
    }
}

/// Prints a table of the estimates, and a line about their intervals.
fn print_estimated_table(heatmap: &EstimatedHeatmap, out: &mut Output) -> Result {
    let cell = |estimate: &Estimate| {
        if estimate.found_nothing() {
            "?".to_owned()
        } else {
            estimate.rounded().replace("≈ ", "≈")
        }
    };
    let rows = heatmap.rows().map(|row| row.iter().map(cell).collect());
    out.line(table(heatmap.n(), rows))?;
    if heatmap.solutions().is_exact {
        return Ok(());
    }
    let widths = heatmap.rows().flatten().map(|estimate| estimate.relative_half_width());
    let widest = widths.fold(0.0, f64::max) * 100.0;
    let all = heatmap.solutions();
    out.line(format_args!("≈ estimates, within ± {widest:.1}% each, of {all} solutions"))
}

/// The estimates by row, then by column; `null` for squares on which no run placed a queen.
fn estimated_json(estimated: &Estimated<EstimatedHeatmap>) -> impl Serialize {
    let heatmap = &estimated.answer;
    let squares = |value: fn(&Estimate) -> f64| -> Vec<Vec<Option<f64>>> {
        let known =
            move |square: &Estimate| Some(value(square)).filter(|_| !square.found_nothing());
        heatmap.rows().map(|row| row.iter().map(known).collect()).collect()
    };
    object! {
        n: heatmap.n().get(),
        total: number(heatmap.solutions()),
        estimates: squares(|square| square.mean),
        standard_errors: squares(|square| square.standard_error),
        low: squares(|square| square.interval().0),
        high: squares(|square| square.interval().1),
        #[serde(flatten)]
        circumstances: estimated.circumstances(&heatmap.solutions()),
    }
}
