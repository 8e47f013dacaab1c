//! `nqdb check`: whether boards are solutions.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::{ErrorArgs, OnError, Place, ReadingArgs, for_each_record};
use crate::output::drawing::DrawingArgs;
use crate::output::format::{Format, FormatArg};
use crate::output::table::csv_line;
use crate::output::write::warn;
use crate::remedies::reading_remedy;
use nqdb::picture::Picture;
use nqdb::{Invalid, Placement};
use nqdb_papers::Method;
use serde::Serialize;
use std::fmt;

/// Check whether boards are solutions
///
/// Prints a verdict for each board: `solution`, `attack: …` with the first two queens that attack each other, `not a
/// permutation …`, or `unreadable: …`. N can be up to 10,000,000. With --format svg, the attacks are red. The exit code
/// is 0 if all boards are solutions, else 1.
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(Format::BOARDS)))]
#[command(mut_arg("on_error", |arg| arg.help("On a bad board: stop, skip it, or print null for it \
    [default: print a verdict]")))]
pub(crate) struct Args {
    /// Boards such as "2 4 1 3", in any notation; - reads stdin
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    format: FormatArg,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    errors: ErrorArgs,
}

/// The longest text of a board, in bytes: ten million numbers of eight digits, each with a comma and a space.
const LONGEST: usize = 1 << 27;

/// The verdict on a board.
struct Verdict(Result<Placement, Invalid>);

/// The verdict on text that can't be read.
const UNREADABLE: &str = "unreadable";

#[derive(Serialize)]
struct VerdictJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    verdict: &'static str,
    /// The columns of the first two queens that attack each other, 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The header of CSV.
const COLUMNS: [&str; 5] = ["n", "line", "verdict", "columns", "reason"];

impl VerdictJson {
    /// The cells of CSV; empty where JSON has no field.
    fn cells(self) -> [String; COLUMNS.len()] {
        let VerdictJson { n, line, verdict, columns, reason } = self;
        let columns = columns.map(|[first, second]| format!("{first} {second}"));
        [
            n.map(|n| n.to_string()).unwrap_or_default(),
            line.map(|line| line.to_string()).unwrap_or_default(),
            verdict.to_owned(),
            columns.unwrap_or_default(),
            reason.unwrap_or_default(),
        ]
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let largest = Method::Construct.largest() as usize;
    let reading = args.reading.reading();
    let format = context.out.format(args.format);
    let (mut boards, mut solutions) = (0u64, 0u64);
    let mut drawer = args.drawing.drawer(format, context.out.is_terminal())?;
    if format == Format::Csv {
        csv_line(&mut context.out, COLUMNS)?;
    }
    for_each_record(&args.boards, reading, LONGEST, context, |text, place, context| {
        let read = match text.and_then(|text| reading.rows(text, largest)) {
            Ok(boards) => boards.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        };
        for rows in read {
            let n = rows.as_ref().ok().map(Vec::len);
            let drawn = rows.as_ref().ok().filter(|_| format.is_picture()).map(|rows| {
                let queens: Vec<String> = rows.iter().map(|row| (row + 1).to_string()).collect();
                (queens.join(" "), Picture::new(rows.iter().copied()).map(Picture::with_attacks))
            });
            let verdict = Verdict(rows.and_then(Placement::new));
            boards += 1;
            solutions += u64::from(verdict.0.is_ok());
            match args.errors.on_error.filter(|_| verdict.is_unreadable()) {
                Some(OnError::Stop) => {
                    let error = CliError::from(verdict.0.err().unwrap_or(Invalid::NoQueens));
                    return Err(match place {
                        Some(place) => error.at(&place.to_string()),
                        None => error,
                    });
                }
                Some(OnError::Skip) => continue,
                Some(OnError::Null) => {
                    match format {
                        Format::Csv => csv_line(&mut context.out, COLUMNS.map(|_| ""))?,
                        format if format.is_picture() => {}
                        _ => context.out.answer("", ())?,
                    }
                    continue;
                }
                None => {}
            }
            match (format, drawn) {
                (Format::Json, _) => context.out.json(&verdict.json(n, place))?,
                (Format::Csv, _) => csv_line(&mut context.out, verdict.json(n, place).cells())?,
                (Format::Text, _) => context.out.line(&verdict)?,
                (_, Some((queens, Ok(picture)))) => {
                    drawer.draw(&verdict, queens, Ok(picture), &mut context.out)?;
                }
                _ => warn(format_args!("board {boards} can't be drawn: {verdict}")),
            }
        }
        Ok(())
    })?;
    drawer.finish(&mut context.out)?;
    if solutions < boards {
        let failure = match (boards, boards - solutions) {
            (1, _) => "not a solution".to_owned(),
            (_, 1) => format!("1 of {boards} boards is not a solution"),
            (_, wrong) => format!("{wrong} of {boards} boards are not solutions"),
        };
        context.failure = Some(CliError::Other(failure));
    }
    Ok(())
}

impl Verdict {
    fn is_unreadable(&self) -> bool {
        self.name() == UNREADABLE
    }

    fn name(&self) -> &'static str {
        match &self.0 {
            Ok(_) => "solution",
            Err(Invalid::Attack { .. }) => "attack",
            Err(error) if error.is_no_permutation() => "not a permutation",
            Err(_) => UNREADABLE,
        }
    }

    fn json(&self, n: Option<usize>, place: Option<Place>) -> VerdictJson {
        VerdictJson {
            n,
            line: place.map(|place| place.line),
            verdict: self.name(),
            columns: match &self.0 {
                Err(Invalid::Attack { first, second }) => Some([first.0, second.0]),
                _ => None,
            },
            reason: self.0.as_ref().err().map(with_remedy),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(_) => f.write_str(self.name()),
            Err(Invalid::Attack { first, second }) => {
                write!(f, "attack: columns {} and {}, same diagonal", first.0, second.0)
            }
            // Its message begins with these words.
            Err(error) if error.is_no_permutation() => f.write_str(&with_remedy(error)),
            Err(error) => write!(f, "unreadable: {}", with_remedy(error)),
        }
    }
}

/// The message of an error, with the option that may help.
fn with_remedy(error: &Invalid) -> String {
    match reading_remedy(error) {
        Some(remedy) => format!("{error}; {remedy}"),
        None => error.to_string(),
    }
}
