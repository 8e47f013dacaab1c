//! The option `--format`, one for all commands, each of which has some of the formats.

use crate::error::{CliError, Result};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, ValueEnum};
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
    Board,
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
        &[Format::Text, Format::Json, Format::Csv, Format::Board, Format::Svg, Format::Png];

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
            Format::Text | Format::Board | Format::Bfile => "txt",
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
        self == Format::Board || self.is_sheet()
    }
}

/// The option `--format`. Each command narrows it with [`Format::only`].
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct FormatArg {
    /// Output format, see nqdb help formats
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    pub(crate) format: Format,
}

/// Fails if the file of `--output` is named for another format than the chosen one, as in `--output board.png` without
/// `--format png`, or `-`. `arguments` are those of a command.
pub(crate) fn check_output_name(arguments: &ArgMatches) -> Result {
    let Ok(Some(path)) = arguments.try_get_one::<PathBuf>("output") else { return Ok(()) };
    if path.as_os_str() == "-" {
        let message = "--output: expected a file, got \"-\"; standard output is the default";
        return Err(CliError::Usage(message.to_owned()));
    }
    let Ok(Some(&format)) = arguments.try_get_one::<Format>("format") else { return Ok(()) };
    let format = if arguments.get_flag("json") { Format::Json } else { format };
    let extension = Path::new(path).extension().unwrap_or_default().to_ascii_lowercase();
    let formats = Format::value_variants().iter();
    let Some(named) = formats.copied().find(|format| extension == format.extension()) else {
        return Ok(());
    };
    // Text has many names.
    if named == Format::Text || named == format {
        return Ok(());
    }
    let [named, format] = [named, format].map(|format| {
        format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    });
    let message = format!(
        "--output {} has the extension of another format: got --format {format}; choose --format {named} or another file name",
        path.display()
    );
    Err(CliError::Usage(message))
}
