//! `nqdb check`: whether boards are solutions.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::{ErrorArgs, OnError, Place, ReadingArgs, for_each_record};
use crate::output::drawing::{Drawing, DrawingArgs};
use crate::output::write::note;
use crate::remedies::reading_remedy;
use nqdb::internal::counted;
use nqdb::picture::Picture;
use nqdb::{Invalid, Placement};
use nqdb_papers::Method;
use serde::Serialize;
use std::fmt;

/// Check whether boards are solutions
///
/// Prints a verdict for each board: `solution`, `attack: …` with the first two queens that attack each other, `not a
/// permutation …`, or `unreadable: …`. N can be up to 10,000,000. The exit code is 0 if all boards are solutions, else
/// 1.
#[derive(clap::Args)]
#[command(mut_arg("on_error", |arg| arg.help("On a board that can't be read: stop, skip it, or print null for it \
    [default: a verdict]")))]
pub(crate) struct Args {
    /// Boards such as "2 4 1 3", in any notation; - reads stdin
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Output format: text, json, board, svg or png; svg and png have the attacks in red
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    #[arg(hide_possible_values = true)]
    format: CheckFormat,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    errors: ErrorArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// A verdict for each board (the default)
    Text,
    /// One JSON object per board, the same as --json
    Json,
    /// A drawing of each board, after its verdict
    Board,
    /// One SVG document with all boards
    Svg,
    /// One PNG file with all boards
    Png,
}

impl CheckFormat {
    /// How boards are drawn, if they are.
    fn drawing(self) -> Option<Drawing> {
        match self {
            CheckFormat::Text | CheckFormat::Json => None,
            CheckFormat::Board => Some(Drawing::Board),
            CheckFormat::Svg => Some(Drawing::Svg),
            CheckFormat::Png => Some(Drawing::Png),
        }
    }
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
    line: Option<u64>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    /// The columns of the first two queens that attack each other, 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let largest = Method::Construct.largest() as usize;
    let reading = args.reading.reading();
    let format = context.out.format(args.format, CheckFormat::Json);
    let (mut boards, mut solutions) = (0u64, 0u64);
    let drawing = format.drawing();
    let mut drawer = args.drawing.drawer(drawing, context.out.is_terminal())?;
    for_each_record(&args.boards, reading, LONGEST, context, |text, place, context| {
        let read = match text.and_then(|text| reading.rows(text, largest)) {
            Ok(boards) => boards.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        };
        for rows in read {
            let n = rows.as_ref().ok().map(Vec::len);
            let drawn = rows.as_ref().ok().filter(|_| drawing.is_some()).map(|rows| {
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
                    if drawing.is_none() {
                        context.out.answer("", ())?;
                    }
                    continue;
                }
                None => {}
            }
            match (format, drawn) {
                (CheckFormat::Text, _) => context.out.line(&verdict)?,
                (CheckFormat::Json, _) => context.out.json(&verdict.json(n, place))?,
                (_, Some((queens, Ok(picture)))) => {
                    drawer.draw(&verdict, queens, Ok(picture), &mut context.out)?;
                }
                _ => note(format_args!("board {boards} can't be drawn: {verdict}")),
            }
        }
        Ok(())
    })?;
    drawer.finish(&mut context.out)?;
    if solutions < boards {
        let (wrong, boards) = (boards - solutions, counted(boards, "boards"));
        let what = if wrong == 1 { "is not a solution" } else { "are not solutions" };
        context.failure = Some(CliError::Other(format!("{wrong} of {boards} {what}")));
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
            line: place.map(|place| place.line),
            verdict: self.name(),
            n,
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
