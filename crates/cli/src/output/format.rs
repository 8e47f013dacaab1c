//! The option `--format`, of which each command has some values.

use crate::error::{Result, usage};
use Format::*;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, ValueEnum};
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
    let remedy = match formats.find(|format| extension == format.extension()) {
        // Text has many names.
        Some(named) if *named == Text || *named == format => return Ok(()),
        Some(named) => format!("--format {named} or "),
        None if extension.is_empty() => return Ok(()),
        None if format.is_sheet() || FOREIGN.contains(&extension) => String::new(),
        None => return Ok(()),
    };
    Err(usage!(
        "--output {} has the extension of another format: got --format {format}; choose {remedy}another file name",
        path.display()
    ))
}
