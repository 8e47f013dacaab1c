//! `nqdb check`: whether boards are solutions.

use crate::args::large_board;
use crate::context::Context;
use crate::error::{CliError, Result, file_remedy};
use crate::input::{BoardArgs, OnError, Source, for_each_record};
use crate::output::{Column, Columns, Format, FormatArgs, Printable, Value, note, only, warn};
use nqdb::picture::Picture;
use nqdb::{Invalid, placement::Placement};
use nqdb_papers::Method;
use std::collections::BTreeSet;
use std::fmt;

/// Check whether boards are solutions
///
/// Prints a verdict for each board: `solution`, `attack: …` with the first queen from the left that attacks one before
/// it, `not a permutation …`, `wrong size: …`, or `unreadable: …`. N can be up to 10,000,000. With --format svg, the
/// attacks are red. The exit code is 0 if all boards are solutions, else 1.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(mut_arg("on_error", |arg| arg.help("On a bad board: stop, skip it, or print null for it \
    [default: print a verdict]")))]
pub(crate) struct Args {
    /// Boards such as "2 4 1 3", in any notation; - reads stdin
    #[arg(required = true, value_name = "QUEENS")]
    boards: Vec<String>,
    /// Board size
    ///
    /// Boards of any other size are wrong.
    #[arg(long, value_name = "N", value_parser = large_board(Method::Construct.largest()))]
    n: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    reading: BoardArgs,
}

/// The longest text of a board, in bytes: ten million numbers of eight digits, each with a comma and a space.
const LONGEST: usize = 1 << 27;

/// The verdict on text that can't be read.
const UNREADABLE: &str = "unreadable";

/// A board, and the verdict on it.
struct Checked {
    /// `None` if it can't be read.
    n: Option<usize>,
    /// On standard input, 1-based.
    line: Option<u64>,
    label: Option<String>,
    /// The row of the queen in each column, 0-based, if the board is drawn.
    rows: Vec<u32>,
    verdict: Result<Placement, Invalid>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let largest = Method::Construct.largest();
    let reading = args.reading.reading();
    let (mut boards, mut solutions, mut sizes) = (0u64, 0u64, BTreeSet::new());
    let mut printer = args.format.printer(Columns::CHECKED, &mut context.out)?;
    let is_drawn = printer.format.is_picture();
    let source = Source::Boards(reading, LONGEST);
    for_each_record(&args.boards, source, context, |record, line, context| {
        let read = match reading.record_rows(&record, largest) {
            Ok(boards) => boards.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        };
        for rows in read {
            let n = rows.as_ref().ok().map(Vec::len);
            let drawn = rows.as_ref().ok().filter(|_| is_drawn).cloned().unwrap_or_default();
            let verdict = match args.n {
                Some(n) => Placement::of_size(n, rows),
                None => rows.and_then(Placement::new),
            };
            let checked = Checked { n, line, label: record.label(), rows: drawn, verdict };
            boards += 1;
            solutions += u64::from(checked.verdict.is_ok());
            sizes.extend(n.filter(|_| checked.verdict.is_ok()));
            match args.reading.errors.on_error.filter(|_| checked.name() == UNREADABLE) {
                Some(OnError::Stop) => {
                    let error = checked.verdict.err().unwrap_or(Invalid::NoQueens);
                    return Err(CliError::from(error).at_line(line));
                }
                Some(OnError::Skip) => {}
                Some(OnError::Null) => printer.print_missing(&mut context.out)?,
                None if is_drawn && checked.picture().is_err() => {
                    warn(format_args!("board {boards} can't be drawn: {checked}"));
                }
                None => printer.print(&checked, &mut context.out)?,
            }
        }
        Ok(())
    })?;
    printer.finish(&mut context.out)?;
    // A queen may have been forgotten.
    if let [least, .., most] = Vec::from_iter(sizes)[..] {
        note(format_args!("the solutions have different sizes, from N = {least} to {most}"));
    }
    if solutions < boards {
        let failure = match (boards, boards - solutions) {
            (1, _) => "not a solution".to_owned(),
            (_, 1) => format!("1 of {boards} boards is not a solution"),
            (_, wrong) => format!("{wrong} of {boards} boards are not solutions"),
        };
        let remedy = file_remedy(&args.boards).map(|remedy| format!("; {remedy}"));
        context.failure = Some(CliError::Other(failure + &remedy.unwrap_or_default()));
    }
    Ok(())
}

/// The verdict and the reason for it.
pub(super) fn description(error: &Invalid) -> String {
    match error {
        Invalid::Attack { first, second } => {
            format!("attack: columns {} and {}, same diagonal", first.0, second.0)
        }
        // Its message begins with these words.
        error if error.is_no_permutation() => with_remedy(error),
        error => format!("{}: {}", error.verdict(), with_remedy(error)),
    }
}

impl Checked {
    fn name(&self) -> &'static str {
        self.verdict.as_ref().map_or_else(Invalid::verdict, |_| "solution")
    }
}

impl Printable for Checked {
    fn picture(&self) -> Result<Picture, Invalid> {
        Picture::new(self.rows.iter().copied()).map(Picture::with_attacks)
    }

    fn queens(&self) -> impl fmt::Display {
        self.rows.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
    }

    fn value(&self, column: Column) -> Value<'_> {
        let number = |number: Option<u64>| number.map_or(Value::Absent, Value::Number);
        match (column, &self.verdict) {
            (Column::Description, _) => Value::Text(self.to_string()),
            (Column::N, _) => number(self.n.map(|n| n as u64)),
            (Column::Line, _) => number(self.line),
            (Column::Label, _) => self.label.clone().map_or(Value::Absent, Value::Text),
            (Column::Verdict, _) => Value::Text(self.name().to_owned()),
            (Column::Columns, Err(Invalid::Attack { first, second })) => {
                Value::List([first.0, second.0].map(|one| Value::Number(one as u64)).into())
            }
            (Column::Reason, Err(error)) => Value::Text(description(error)),
            _ => Value::Absent,
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Ok(_) => f.write_str(self.name()),
            Err(error) => f.write_str(&description(error)),
        }
    }
}

/// The message of an error, with the option that may help.
fn with_remedy(error: &Invalid) -> String {
    match error {
        Invalid::WrongSize { .. } => error.to_string(),
        error => CliError::from(error.clone()).to_string(),
    }
}
