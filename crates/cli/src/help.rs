//! The parts of the help that are not of one command: the first steps, the global options, and topics.

use crate::input::OnError;
use crate::output::{CoordinateNames, Format};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use nqdb::notation::Notation;
use nqdb::picture::{Picture, Sheet};
use nqdb::{
    BoardSize,
    database::REACH,
    internal::Expected,
    search::{LAST_BUILT_IN, LAST_HEATMAP},
    store::{LAST_INDEXED, LAST_ON_ONE_MACHINE, LAST_STORED},
};
use nqdb_completion::{PartialBoard, PuzzleTask};
use nqdb_papers::{Method, OrbitGraph};
use std::fmt::Display;

/// The first steps, for those who start nqdb without a command, read its help, or have no database yet.
pub(super) const FIRST_STEPS: &str = "To begin:
  nqdb unrank 10 100    prints the hundredth solution for N = 10
  nqdb build 14         builds the tables of N = 14, for thousands of lookups a second
  nqdb sql              opens an SQL prompt; try SELECT * FROM nq_orbits(8);
  nqdb help unrank      explains a command
  nqdb help --all       lists all commands
  nqdb help notations   explains a topic: notations, formats, limits or exit-codes";

/// The number of groups of commands that are listed without `help --all`.
pub(super) const COMMON: usize = 4;

/// The end of the help of a command.
pub(super) const GLOBAL_OPTIONS: &str = "Global options: --db, --json, -o/--output, -q/--quiet, --explain, --time-limit; see nqdb --help";

/// The name of a topic, and its text.
type Topic = (&'static str, fn() -> String);

/// The topics of `nqdb help`.
pub(super) const TOPICS: [Topic; 4] = [
    ("notations", notations),
    ("formats", formats),
    ("limits", limits),
    ("exit-codes", || EXIT_CODES.to_owned()),
];

fn notations() -> String {
    let names = Notation::ALL.map(|notation| (notation.name().to_owned(), notation.summary()));
    format!(
        "\
Notations of boards, for input and for `nqdb convert --to NOTATION`:

{}

Input is read if it is valid in one notation, or gives the same board in all
in which it is valid. --from NOTATION names the notation, as SAT models and
pairs such as (1,2) require unless both orders give the same board. With
--zero-based, rows and columns in the input start at 0.

- in place of boards reads stdin: one board per line, or several lines for a
matrix, a drawing or JSON. --on-error ACTION sets what to do
about a board that can't be read or is not a solution:

{}",
        listed(&names),
        listed(&values(OnError::value_variants())),
    )
}

fn formats() -> String {
    format!(
        "\
Formats, --format FORMAT; the help of a command lists those it has:

{}

--columns NAME,... chooses the columns of solutions and orbits, and their order,
in text, csv and json, in rows of binary, and in the captions of drawings. By
default, text has what the command is for, mostly queens, csv also the rank or
the orbit, and json all that needs no further lookup. A rank or orbit id that is
infeasible to compute is empty in unrank, list and random; json has null,
binary 0. list without a selection fails there if it is to print orbit ids.

--ascii draws boards in ASCII, --per-row COUNT sets the number of boards side by
side in svg and png, and --coordinates NAMES labels drawings:

{}

A drawing has at most {} columns, an svg or png at most {} boards.",
        listed(&values(Format::value_variants())),
        listed(&values(CoordinateNames::value_variants())),
        Picture::LARGEST,
        Sheet::LARGEST,
    )
}

fn limits() -> String {
    let indexed = format!("{LAST_INDEXED}; beyond {LAST_ON_ONE_MACHINE} best in parts");
    let heatmap = format!("{LAST_HEATMAP}; {} with a selection", BoardSize::MAX);
    let rows = [
        ("published counts", "27".to_owned()),
        ("stored tables", format!("16; {LAST_STORED} with --tier stored")),
        ("indexed tables", indexed),
        ("any rank and orbit", format!("{LAST_BUILT_IN}; {LAST_INDEXED} with tables")),
        ("searches", BoardSize::MAX.to_string()),
        ("estimates", BoardSize::MAX.to_string()),
        ("heat maps", heatmap),
        ("orbit graphs", OrbitGraph::LAST.to_string()),
        ("compare", Expected::LAST.to_string()),
        ("solve with conditions", PartialBoard::LARGEST.to_string()),
        ("puzzle", PuzzleTask::LARGEST.to_string()),
        ("solve and check", Method::Construct.largest().to_string()),
    ];
    format!(
        "\
The largest N:

{}

Up to N = {LAST_BUILT_IN}, any rank, solution or orbit is found in milliseconds without
tables, beyond that the first {REACH} solutions and orbits, and up to N = 27
the last {REACH} solutions. The first hundred are found quickly up to about
N = 39, while some take years from N = 46 on. Tables (`nqdb build N`) make
lookups faster. --time-limit SECONDS stops a search. Counts beyond the
published ones are unknown; --estimate of count, rank and heatmap
estimates them.",
        listed(&rows.map(|(name, largest)| (name.to_owned(), largest))),
    )
}

const EXIT_CODES: &str = "\
Exit codes:

  0  success
  1  failure, or a negative result: a board that is not a solution, none or
     several solutions with solve, incomplete parts, a damaged database
  2  wrong usage
  3  another process has locked the database

The reason is on stderr. A pipe closed by its reader, such as `head`, is not a
failure.";

/// The names of values with their help.
fn values<V: ValueEnum>(variants: &[V]) -> Vec<(String, String)> {
    let values = variants.iter().filter_map(ValueEnum::to_possible_value);
    let help = |value: &PossibleValue| value.get_help().map(ToString::to_string);
    values.map(|value| (value.get_name().to_owned(), help(&value).unwrap_or_default())).collect()
}

/// Names and texts in two columns.
fn listed<T: Display>(rows: &[(String, T)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = rows.iter().map(|(name, text)| format!("  {name:<width$}  {text}"));
    lines.collect::<Vec<_>>().join("\n")
}
