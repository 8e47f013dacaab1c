//! `nqdb compare`: whether a list has exactly the solutions or orbits of a selection, each once.

use super::check::description;
use crate::args::{JobsArg, any_number, large_board, limit_or_all};
use crate::context::Context;
use crate::error::{Result, failure};
use crate::input::{ErrorArgs, ReadingArgs, Source, answer_records};
use crate::output::{Format, FormatArg, Output, Value, csv_line, note, object, only};
use crate::selection::SelectionArgs;
use nqdb::internal::grouped;
use nqdb::internal::{Compared, Comparison, Expected};
use nqdb::notation::Record;
use nqdb::{BoardSize, Solution};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// Compare a list with all solutions
///
/// Reads boards from stdin, and prints how many of the solutions are there, which are missing, repeated or not selected,
/// and which boards are wrong, with their lines and labels. With conditions and properties, the list is compared with the
/// solutions that meet all of them. The exit code is 0 if exactly these are there, each once, else 1. CSV has a line for
/// each board, and the summary is a note.
///
/// Memory: 4 bytes for each solution of N up to 16 (59 MB at N = 16), in addition to those that lookups take; for N = 17
/// and 18, where the line of the first of repeated solutions is not known, a bit (83 MB at N = 18).
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::ROWS)))]
pub(crate) struct Args {
    /// Board size, 1 to 18
    #[arg(value_parser = board_size)]
    n: BoardSize,
    /// Number of results [default: 10 of each kind, all with --missing]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    /// Print only what is missing
    ///
    /// One solution or canonical representative per line.
    #[arg(long, conflicts_with_all = ["format", "json"])]
    missing: bool,
    /// Orbits instead of solutions
    ///
    /// One solution of each orbit is enough, and another one of the same orbit is repeated.
    #[arg(long)]
    orbits: bool,
    #[command(flatten)]
    format: FormatArg,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    jobs: JobsArg,
    #[command(flatten)]
    selection: SelectionArgs,
}

/// The number of results of each kind that are printed by default.
const LISTED: u64 = 10;

/// The columns of CSV.
const COLUMNS: &str = "line,label,verdict,rank,orbit_id,repeats,reason";

/// Parses N. That a board is too large is an error of the comparison.
fn board_size(text: &str) -> Result<BoardSize, String> {
    text.parse().map_err(|_| large_board(Expected::LAST)(text).err().unwrap_or_default())
}

pub(super) fn run(mut args: Args, context: &mut Context) -> Result {
    // Boards are always read from standard input.
    args.selection.conditions.retain(|word| word != "-");
    args.selection.check_no_limit()?;
    let selection = args.selection.of(args.n)?;
    if args.orbits {
        args.selection.check_no_conditions()?;
    }
    let format = context.out.format(args.format);
    let is_csv = format == Format::Csv;
    if is_csv && !context.out.is_file {
        context.watch.hide();
    }
    let board = context.board(args.n)?;
    let expected = Expected {
        board,
        selection,
        by_orbit: args.orbits,
        with_ids: is_csv,
        describe: description,
    };
    let most = limit_or_all(args.limit.or((!args.missing).then_some(LISTED)));
    let is_printed = !is_csv && !args.missing;
    let mut comparison = Comparison::new(expected.clone(), if is_printed { most } else { 0 })?;
    let reading = args.reading.reading();
    let start = || {
        let (expected, mut lookups) = (&expected, expected.board.lookups());
        move |record: &Record| match expected.find(record, reading, &mut lookups) {
            Ok(boards) => boards.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error.into())],
        }
    };
    if is_csv {
        context.out.line(COLUMNS)?;
    }
    let add = |found: Option<Compared>, out: &mut Output| {
        let compared = found.map(|found| comparison.add(found)).transpose()?;
        match compared.filter(|_| is_csv) {
            Some(compared) => Ok(csv_line(out, cells(comparison.explain(compared)?))?),
            None => Ok(()),
        }
    };
    let (source, errors) = (Source::List(reading), ErrorArgs { on_error: None });
    answer_records(&["-".to_owned()], source, &errors, &args.jobs, context, start, add)?;
    if args.missing {
        let missing = Comparison::missing(&comparison)?.take(most);
        context.each(missing, |(_, solution), context| context.out.line(solution))?;
    } else if is_printed {
        let mut missing = Vec::new();
        context.each(Comparison::missing(&comparison)?.take(most), |found, _| {
            missing.push(found);
            Ok(())
        })?;
        let results =
            Results { n: args.n, is_by_orbit: args.orbits, missing, comparison: &comparison };
        context.out.answer(&results, &results)?;
    }
    if !comparison.is_complete() {
        let short = "the list differs from the expected one";
        context.failure =
            Some(if is_printed { failure!("{short}") } else { failure!("{comparison}") });
    } else if !is_printed {
        note(comparison);
    }
    Ok(())
}

/// The cells of a line of CSV.
fn cells(compared: Compared) -> [String; 7] {
    let Compared { line, label, verdict, rank, orbit_id, repeats, reason, .. } = compared;
    let [rank, id, repeats] =
        [rank, orbit_id, repeats].map(|number| Value::number(number).to_string());
    let (label, reason) = (label.unwrap_or_default(), reason.unwrap_or_default());
    [line.to_string(), label, verdict.to_owned(), rank, id, repeats, reason]
}

/// What is printed as text and JSON: the summary, and the first of each kind.
struct Results<'c> {
    n: BoardSize,
    is_by_orbit: bool,
    missing: Vec<(u64, Solution)>,
    comparison: &'c Comparison,
}

impl fmt::Display for Results<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.comparison)?;
        let what = if self.is_by_orbit { "orbit" } else { "solution" };
        for (name, count, boards) in self.comparison.differences() {
            let missing = self.missing.iter().filter(|_| name == "missing");
            let missing = missing.map(|(number, queens)| format!("{what} {number}: {queens}"));
            let lines: Vec<_> = missing.chain(boards.iter().map(Compared::to_string)).collect();
            if lines.is_empty() {
                continue;
            }
            write!(f, "\n\n{name}:\n  {}", lines.join("\n  "))?;
            match count - lines.len() as u64 {
                0 => {}
                more => write!(f, "\n  … and {} more", grouped(more))?,
            }
        }
        Ok(())
    }
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("n", &self.n.get())?;
        object.serialize_entry("expected", &self.comparison.expected())?;
        object.serialize_entry("found", &self.comparison.found())?;
        for (name, count, _) in self.comparison.differences() {
            object.serialize_entry(&format!("{name}_count"), &count)?;
        }
        let missing = self.missing.iter().map(|(number, queens)| {
            object! {
                #[serde(flatten)]
                rank: (!self.is_by_orbit).then(|| object! { rank: number }),
                #[serde(flatten)]
                orbit_id: self.is_by_orbit.then(|| object! { orbit_id: number }),
                queens: queens.queens().collect::<Vec<_>>(),
            }
        });
        object.serialize_entry("missing", &missing.collect::<Vec<_>>())?;
        for (name, _, boards) in &self.comparison.differences()[1..] {
            object.serialize_entry(name, boards)?;
        }
        object.end()
    }
}
