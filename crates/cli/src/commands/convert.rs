//! `nqdb convert`: boards in another notation, or drawn.

use crate::args::large_board;
use crate::context::Context;
use crate::error::{Result, usage};
use crate::input::{BoardArgs, for_each_partial_board, for_each_permutation, notations};
use crate::output::{DrawingArgs, Format, FormatArg, object, only};
use nqdb::Condition;
use nqdb::notation::Notation;
use nqdb::picture::Picture;
use nqdb_completion::PartialBoard;
use std::collections::HashSet;

/// Print boards in another notation, or draw them
///
/// Drawings can also be of partial boards, such as puzzles, with crosses on squares without a queen.
#[derive(clap::Args)]
#[command(mut_arg("format", only(FORMATS)))]
pub(crate) struct Args {
    /// Permutations in any notation, such as "2 4 1 3" or 1Q2/3Q/Q3/2Q1; drawn also partial boards such as
    /// "3=5 7!=2"; - reads stdin
    #[arg(required = true, value_name = "QUEENS")]
    permutations: Vec<String>,
    /// Notation to print, see nqdb help notations
    #[arg(long, value_name = "NOTATION", default_value = "one-line", value_parser = notations())]
    #[arg(ignore_case = true, hide_possible_values = true)]
    to: Notation,
    /// Print rows and columns counted from 0
    #[arg(long)]
    to_zero_based: bool,
    #[command(flatten)]
    format: FormatArg,
    /// Board size
    ///
    /// Of conditions such as 3=5, to draw them.
    #[arg(long, value_name = "N", value_parser = large_board(Picture::LARGEST))]
    #[arg(conflicts_with_all = ["from", "zero_based"])]
    n: Option<usize>,
    /// Mark the squares that the queens attack
    #[arg(long)]
    attacked: bool,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    boards: BoardArgs,
}

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Drawing, Format::Svg, Format::Png];

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let format = context.out.format(args.format);
    if format.is_picture() {
        return draw(&args, format, context);
    }
    args.drawing.drawer(format, false)?;
    if args.n.is_some() || args.attacked {
        let option = if args.attacked { "--attacked" } else { "--n" };
        return Err(usage!("{option} requires --format drawing, svg or png"));
    }
    let Args { permutations, to, to_zero_based, boards, .. } = args;
    if to_zero_based && !to.has_numbers() {
        return Err(usage!("--to-zero-based requires a notation with numbers, got --to {to}"));
    }
    let mut first = true;
    for_each_permutation(&permutations, &boards, context, &mut |board, context| {
        let text = board.map(|board| to.write(&board, to_zero_based)).transpose()?;
        if context.out.is_json {
            let json = board.zip(text.as_deref()).map(|(board, text)| {
                object! {
                    n: board.n().get(),
                    queens: board.queens().collect::<Vec<_>>(),
                    notation: to.name(),
                    text: text,
                }
            });
            return context.out.json(&json);
        }
        let is_first = std::mem::take(&mut first);
        match to.header() {
            Some(header) if is_first => context.out.line(header)?,
            None if to.has_lines() && !is_first => context.out.line("")?,
            _ => {}
        }
        // A wrong board. In CSV an empty line would not be a row.
        let blank = match to {
            Notation::Csv => "\"\"",
            Notation::Json => "null",
            _ => "",
        };
        context.out.line(text.as_deref().unwrap_or(blank))
    })
}

fn draw(args: &Args, format: Format, context: &mut Context) -> Result {
    if args.to_zero_based || args.to != Notation::OneLine {
        return Err(usage!("--to and --to-zero-based require --format text or json"));
    }
    let mut drawer = args.drawing.drawer(format, context.out.is_terminal)?;
    let mut number = 0;
    for_each_partial_board(
        &args.permutations,
        args.n,
        &args.boards,
        context,
        &mut |board, context| {
            let Some(board) = board else { return Ok(()) };
            number += 1;
            let mut drawn = board.clone();
            if args.attacked && board.n() <= Picture::LARGEST {
                exclude_attacked(&mut drawn)?;
            }
            drawer.draw(format_args!("board {number}"), &board, drawn.picture(), &mut context.out)
        },
    )?;
    drawer.finish(&mut context.out)
}

fn exclude_attacked(board: &mut PartialBoard) -> Result {
    let n = board.n();
    let lines = |(column, row)| [(0, column), (1, row), (2, column + row), (3, column + n - row)];
    let attacked: HashSet<(u8, usize)> = board.queens().flat_map(lines).collect();
    for (column, row) in (0..n).flat_map(|column| (0..n).map(move |row| (column, row))) {
        let is_attacked = lines((column, row)).iter().any(|line| attacked.contains(line));
        if is_attacked && !board.gives(column, row) {
            let (column, row) = (column as u64 + 1, row as u64 + 1);
            board.add(Condition::NoQueen { column, row })?;
        }
    }
    Ok(())
}
