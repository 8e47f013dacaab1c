//! The options `--format` and `--columns`, of which each command has some values, and the values of results in columns.

use crate::error::{Result, usage};
use Column::*;
use Format::*;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, ValueEnum};
use nqdb::{Permutation, placement::Placement};
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::PathBuf;

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
    pub(crate) const ROWS: &'static [Format] = &[Text, Json, Csv];
    /// Those of boards.
    pub(crate) const BOARDS: &'static [Format] = &[Text, Json, Csv, Drawing, Svg, Png];
    /// Those of lists of solutions.
    pub(crate) const LISTS: &'static [Format] = &[Text, Json, Csv, Binary, Drawing, Svg, Png];

    /// Whether all boards are drawn on one sheet.
    pub(crate) fn is_sheet(self) -> bool {
        matches!(self, Svg | Png)
    }

    /// The extension of file names.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Text | Drawing | Bfile => "txt",
            Json => "json",
            Csv => "csv",
            Binary => "bin",
            Svg => "svg",
            Png => "png",
            Dot => "dot",
        }
    }

    /// Whether boards are drawn.
    pub(crate) fn is_picture(self) -> bool {
        self == Drawing || self.is_sheet()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// Narrows an option to the values that a command has. Their help is in `nqdb help formats`.
pub(crate) fn only<V: ValueEnum + Send + Sync + 'static>(
    values: &'static [V],
) -> impl FnOnce(Arg) -> Arg {
    let names = values.iter().filter_map(V::to_possible_value);
    let names = names.map(|value| PossibleValue::new(value.get_name().to_owned()));
    let parser = PossibleValuesParser::new(names).try_map(|name| V::from_str(&name, true));
    |option| option.value_parser(parser).ignore_case(true)
}

/// The option `--format`. Each command narrows it with [`only`].
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
    let format = if arguments.get_flag("json") { Json } else { format };
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let extension = if ["jsonl", "ndjson"].contains(&&*extension) { "json" } else { &extension };
    let mut formats = Format::value_variants().iter();
    let is_other = match formats.find(|format| extension == format.extension()) {
        // Text has many names.
        Some(named) => *named != Text && *named != format,
        None => !extension.is_empty() && (format.is_sheet() || FOREIGN.contains(&extension)),
    };
    if !is_other {
        return Ok(());
    }
    Err(usage!(
        "--output {} has the extension of another format: got --format {format}; choose another file name or format",
        path.display()
    ))
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Column {
    N,
    Rank,
    OrbitId,
    Queens,
    Symmetry,
    Size,
    Stabilizer,
    PermutationIndex,
    Tier,
    Uniform,
    Seed,
    Method,
    Steps,
    Number,
    Conditions,
    Completions,
    Level,
    Operation,
    From,
    IsSolution,
    Description,
    Line,
    Label,
    Verdict,
    Columns,
    Reason,
}

impl Column {
    /// The columns of a solution, or of the canonical representative of an orbit.
    pub(crate) const OF_SOLUTIONS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Size, Stabilizer, PermutationIndex, Tier];
    /// Those of a member of an orbit.
    pub(crate) const OF_MEMBERS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Symmetry, Size, Stabilizer, PermutationIndex, Tier];
    /// Those of a random solution.
    pub(crate) const OF_DRAWS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Size, Stabilizer, PermutationIndex, Tier, Uniform, Seed];
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// The option of commands with several columns. Each command narrows it with [`only`].
#[derive(clap::Args)]
pub(crate) struct ColumnsArg {
    /// Columns to print, in this order [default: by format, see nqdb help formats]
    #[arg(long, value_enum, value_name = "NAME,...", value_delimiter = ',')]
    columns: Vec<Column>,
}

impl ColumnsArg {
    /// The chosen columns, or those that the command prints by default. Fails for a column that is chosen twice.
    pub(crate) fn or(&self, default: Columns<'static>) -> Result<Columns<'_>> {
        let chosen = &self.columns[..];
        for (place, column) in chosen.iter().enumerate() {
            if chosen[..place].contains(column) {
                return Err(usage!("--columns: {column} is there twice"));
            }
        }
        Ok(Columns { chosen, ..default })
    }

    /// Whether columns are chosen.
    pub(crate) fn is_given(&self) -> bool {
        !self.columns.is_empty()
    }
}

/// The columns that a command prints by default, and those that are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    text: &'static [Column],
    csv: &'static [Column],
    json: &'static [Column],
    /// Those of which captions of drawings are made.
    caption: &'static [Column],
    /// Whether boards of several sizes can be printed: CSV begins with the column `n`.
    sizes: bool,
    pub(crate) chosen: &'a [Column],
}

impl Columns<'static> {
    /// Solutions by rank.
    pub(crate) const SOLUTIONS: Self = Columns {
        caption: &[Rank],
        ..Columns::new(&[Rank, Queens], &[N, Rank, Queens, PermutationIndex, Tier])
    };
    /// Orbits by id, with their canonical representatives.
    pub(crate) const ORBITS: Self = Columns {
        caption: &[OrbitId],
        ..Columns::new(
            &[OrbitId, Queens, Size, Stabilizer],
            &[N, OrbitId, Queens, Size, Stabilizer, Tier],
        )
    };
    /// Members of orbits. Text and JSON have whole orbits.
    pub(crate) const MEMBERS: Self = Columns {
        text: &[Rank, OrbitId],
        caption: &[Rank],
        sizes: true,
        ..Columns::new(&[Rank, OrbitId, Queens, Symmetry], &[Rank, OrbitId])
    };
    /// Random solutions.
    pub(crate) const DRAWS: Self = Columns {
        caption: &[N, Rank],
        sizes: true,
        ..Columns::new(&[Rank, Queens], &[N, Rank, Queens, PermutationIndex, Tier, Uniform, Seed])
    };
    /// The canonical representatives of random orbits.
    pub(crate) const DRAWN_ORBITS: Self = Columns {
        json: &[N, OrbitId, Queens, Size, Stabilizer, Tier, Uniform, Seed],
        caption: &[N, OrbitId],
        sizes: true,
        ..Columns::ORBITS
    };
    /// Permutations by index.
    pub(crate) const PERMUTATIONS: Self = Columns {
        caption: &[PermutationIndex],
        ..Columns::new(&[PermutationIndex, Queens], &[N, PermutationIndex, Queens, IsSolution])
    };
    /// Permutations made by operations.
    pub(crate) const APPLIED: Self = Columns {
        caption: &[Operation],
        sizes: true,
        ..Columns::new(&[Queens, IsSolution], &[N, Queens, Operation, From, IsSolution])
    };
    pub(crate) const PUZZLES: Self = Columns {
        caption: &[Number],
        ..Columns::new(
            &[Conditions, Queens, Completions, Level],
            &[N, Seed, Number, Conditions, Completions, Level, Queens],
        )
    };
    /// Solved boards.
    pub(crate) const SOLVED: Self =
        Columns::new(&[Queens, Method, Seed, Steps], &[N, Queens, Method, Seed, Steps]);
    /// Boards with verdicts.
    pub(crate) const CHECKED: Self = {
        let columns = &[N, Line, Label, Verdict, Column::Columns, Reason];
        let description = &[Description];
        Columns { text: description, caption: description, ..Columns::new(columns, columns) }
    };

    /// The same for boards of several sizes, whose numbers are the text, not the queens.
    pub(crate) const fn of_numbers(self) -> Self {
        Columns { text: self.caption, sizes: true, ..self }
    }

    /// The columns of CSV and JSON; text has the queens.
    const fn new(csv: &'static [Column], json: &'static [Column]) -> Self {
        Columns { text: &[Queens], csv, json, caption: &[], sizes: false, chosen: &[] }
    }
}

impl Columns<'_> {
    /// The columns in a format.
    pub(crate) fn of(&self, format: Format) -> Vec<Column> {
        let columns = match format {
            _ if !self.chosen.is_empty() => return self.chosen.to_vec(),
            Format::Csv => self.csv,
            Format::Json => self.json,
            format if format.is_picture() => self.caption,
            _ => self.text,
        };
        let size = (self.sizes && format == Format::Csv).then_some(N);
        size.into_iter().chain(columns.iter().copied()).collect()
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
    List(Vec<Value<'a>>),
    Permutation(&'a Permutation),
    Placement(&'a Placement),
}

impl Value<'_> {
    /// Texts, such as names.
    pub(crate) fn texts(texts: impl Iterator<Item = impl ToString>) -> Self {
        Value::List(texts.map(|text| Value::Text(text.to_string())).collect())
    }

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
            Value::List(list) => {
                f.write_str(&list.iter().map(Value::to_string).collect::<Vec<_>>().join(" "))
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
            Value::List(list) => list.serialize(serializer),
            Value::Permutation(permutation) => serializer.collect_seq(permutation.queens()),
            Value::Placement(placement) => serializer.collect_seq(placement.queens()),
        }
    }
}
