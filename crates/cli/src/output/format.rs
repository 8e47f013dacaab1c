//! The options `--format` and `--columns`, of which each command has some values, and the values of results in columns.

use crate::error::{Result, usage};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, ValueEnum};
use nqdb::{Permutation, placement::Placement};
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// One line per result, or an aligned table (the default)
    Text,
    /// One JSON object per result, the same as --json
    Json,
    /// One line per result, after a header
    Csv,
    /// Bytes: one per queen, eight (little-endian) per rank or orbit id
    Binary,
    /// A drawing of each board, after a caption
    Drawing,
    /// One SVG document
    Svg,
    /// One PNG file
    Png,
    /// An OEIS b-file: N and the number on each line
    Bfile,
    /// A Graphviz graph, legible up to about N = 9
    Dot,
}

impl Format {
    /// The formats of results with columns.
    pub(crate) const ROWS: &'static [Format] = &[Format::Text, Format::Json, Format::Csv];
    /// The formats of boards.
    pub(crate) const BOARDS: &'static [Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Drawing, Format::Svg, Format::Png];

    /// The formats by which a command's `--format` is narrowed.
    pub(crate) fn only(formats: &'static [Format]) -> impl FnOnce(Arg) -> Arg {
        let values = formats.iter().filter_map(ValueEnum::to_possible_value);
        // Their help is in `nqdb help formats`.
        let names = values.map(|value| PossibleValue::new(value.get_name().to_owned()));
        let parser = PossibleValuesParser::new(names)
            // The parser accepts only these names.
            .map(|name| Format::from_str(&name, true).unwrap_or(Format::Text));
        |format| format.value_parser(parser).ignore_case(true)
    }

    /// Whether all boards are drawn on one sheet.
    pub(crate) fn is_sheet(self) -> bool {
        matches!(self, Format::Svg | Format::Png)
    }

    /// The extension of file names.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Text | Format::Drawing | Format::Bfile => "txt",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Binary => "bin",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Dot => "dot",
        }
    }

    /// Whether boards are drawn.
    pub(crate) fn is_picture(self) -> bool {
        self == Format::Drawing || self.is_sheet()
    }
}

/// The option `--format`. Each command narrows it with [`Format::only`].
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct FormatArg {
    /// Output format, see nqdb help formats
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    pub(crate) format: Format,
}

/// Extensions of formats that nqdb does not write.
const FOREIGN: [&str; 6] = ["pdf", "jpg", "jpeg", "gif", "webp", "xlsx"];

/// Fails if the file of `--output` is named for another format than the chosen one, as in `--output board.png` without
/// `--format png`, or `-`. `arguments` are those of a command.
pub(crate) fn check_output_name(arguments: &ArgMatches) -> Result {
    let Ok(Some(path)) = arguments.try_get_one::<PathBuf>("output") else { return Ok(()) };
    if path.as_os_str() == "-" {
        return Err(usage!("--output: expected a file, got \"-\"; standard output is the default"));
    }
    let Ok(Some(&format)) = arguments.try_get_one::<Format>("format") else { return Ok(()) };
    let format = if arguments.get_flag("json") { Format::Json } else { format };
    let mut extension = Path::new(path).extension().unwrap_or_default().to_ascii_lowercase();
    if extension == "jsonl" || extension == "ndjson" {
        extension = "json".into();
    }
    let name = |format: Format| {
        format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    let formats = Format::value_variants().iter();
    let remedy = match formats.copied().find(|format| extension == format.extension()) {
        // Text has many names.
        Some(named) if named == Format::Text || named == format => return Ok(()),
        Some(named) => format!("--format {} or ", name(named)),
        None if extension.is_empty() => return Ok(()),
        None if format.is_sheet() || FOREIGN.iter().any(|foreign| extension == *foreign) => {
            String::new()
        }
        None => return Ok(()),
    };
    Err(usage!(
        "--output {} has the extension of another format: got --format {}; choose {remedy}another file name",
        path.display(),
        name(format)
    ))
}

/// The columns of a solution, or of the canonical representative of an orbit.
pub(crate) const SOLUTION_COLUMNS: &str =
    "n,rank,orbit_id,queens,size,stabilizer,permutation_index,tier";

/// The option of commands with several columns. Each command narrows it with [`Columns::only`].
#[derive(clap::Args)]
pub(crate) struct ColumnsArg {
    /// Columns to print, in this order [default: by format, see nqdb help formats]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    columns: Vec<String>,
}

impl ColumnsArg {
    /// The chosen columns, or those that the command prints by default. Fails for a column that is chosen twice.
    pub(crate) fn or(&self, default: Columns<'static>) -> Result<Columns<'_>> {
        let chosen = &self.columns[..];
        for (place, name) in chosen.iter().enumerate() {
            if chosen[..place].contains(name) {
                return Err(usage!("--columns: {name} is there twice"));
            }
        }
        Ok(Columns { chosen, ..default })
    }

    /// Whether columns are chosen.
    pub(crate) fn is_given(&self) -> bool {
        !self.columns.is_empty()
    }
}

/// The columns that a command prints by default, separated by commas, and those that are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) text: &'static str,
    pub(crate) csv: &'static str,
    pub(crate) json: &'static str,
    /// Those of which captions of drawings are made.
    pub(crate) caption: &'static str,
    /// Whether boards of several sizes can be printed: CSV begins with the column `n`.
    pub(crate) sizes: bool,
    pub(crate) chosen: &'a [String],
}

impl Columns<'_> {
    /// Solutions by rank.
    pub(crate) const SOLUTIONS: Columns<'static> = Columns {
        caption: "rank",
        ..Columns::new("rank,queens", "n,rank,queens,permutation_index,tier")
    };

    /// Orbits by id, with their canonical representatives.
    pub(crate) const ORBITS: Columns<'static> = Columns {
        caption: "orbit_id",
        ..Columns::new("orbit_id,queens,size,stabilizer", "n,orbit_id,queens,size,stabilizer,tier")
    };

    /// The columns of CSV and JSON; text has the queens.
    pub(crate) const fn new(csv: &'static str, json: &'static str) -> Self {
        Columns { text: "queens", csv, json, caption: "", sizes: false, chosen: &[] }
    }

    /// The columns by which a command's `--columns` is narrowed.
    pub(crate) fn only(names: &str) -> impl FnOnce(Arg) -> Arg {
        let names = PossibleValuesParser::new(names.split(',').map(str::to_owned));
        |columns| columns.value_parser(names)
    }

    /// The names of the columns in a format.
    pub(crate) fn names(&self, format: Format) -> Vec<String> {
        if !self.chosen.is_empty() {
            return self.chosen.to_vec();
        }
        let names = match format {
            Format::Csv => self.csv,
            Format::Json => self.json,
            format if format.is_picture() => self.caption,
            _ => self.text,
        };
        let size = (self.sizes && format == Format::Csv).then_some("n");
        size.into_iter().chain(names.split(',')).map(str::to_owned).collect()
    }
}

/// The value of a result in a column.
pub(crate) enum Value<'a> {
    /// Unknown, or infeasible to compute: empty in text and CSV, `null` in JSON.
    Missing,
    /// Empty in text and CSV, left out in JSON.
    Absent,
    Number(u64),
    /// 1 or 0 in text and CSV.
    Flag(bool),
    Text(String),
    /// Separated by spaces in text and CSV.
    Names(Vec<String>),
    /// Separated by spaces in text and CSV.
    Numbers(Vec<u64>),
    Permutation(&'a Permutation),
    Placement(&'a Placement),
}

impl Value<'_> {
    /// A number, if it is known.
    pub(crate) fn number(number: Option<impl Into<u64>>) -> Self {
        number.map_or(Value::Missing, |number| Value::Number(number.into()))
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing | Value::Absent => Ok(()),
            Value::Number(number) => number.fmt(f),
            Value::Flag(flag) => u8::from(*flag).fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::Names(names) => f.write_str(&names.join(" ")),
            Value::Numbers(numbers) => {
                f.write_str(&numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            }
            Value::Permutation(permutation) => permutation.fmt(f),
            Value::Placement(placement) => placement.fmt(f),
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Missing | Value::Absent => serializer.serialize_none(),
            Value::Number(number) => serializer.serialize_u64(*number),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Names(names) => names.serialize(serializer),
            Value::Numbers(numbers) => numbers.serialize(serializer),
            Value::Permutation(permutation) => serializer.collect_seq(permutation.queens()),
            Value::Placement(placement) => serializer.collect_seq(placement.queens()),
        }
    }
}
