//! Boards of arguments and of standard input, in any notation, and what to do about those that can't be answered.

use super::items::is_stdin;
use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::notation::{Notation, Reading, Records, arguments};
use nqdb::{Error, Invalid, Permutation};
use std::io::Read;

/// How boards are read.
#[derive(clap::Args)]
pub(crate) struct ReadingArgs {
    /// The notation of the boards [default: what each looks like]
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    from: Option<Notation>,
    /// Rows and columns count from 0 in the boards that are read
    #[arg(long)]
    zero_based: bool,
}

impl ReadingArgs {
    pub(crate) fn reading(&self) -> Reading {
        Reading { notation: self.from, zero_based: self.zero_based }
    }
}

/// How boards are read, and what to do where that fails.
#[derive(clap::Args)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// What to do about a board that can't be read or answered
    #[arg(long, value_enum, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
}

/// What to do about a wrong board.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OnError {
    /// Stop
    Stop,
    /// Leave it out, and fail at the end
    Skip,
    /// Print an empty line, null or empty cells, and fail at the end
    Null,
}

/// The notations by name.
pub(crate) fn notations() -> impl TypedValueParser<Value = Notation> {
    let value = |notation: Notation| PossibleValue::new(notation.name()).help(notation.summary());
    PossibleValuesParser::new(Notation::ALL.map(value)).try_map(|name| name.parse::<Notation>())
}

/// Calls `answer` for every permutation in the arguments or on standard input, and with `None` for every wrong one
/// that `--on-error null` prints. Wrong boards that do not stop the command make it fail at its end.
pub(crate) fn for_each_permutation(
    words: &[String],
    args: &BoardArgs,
    context: &mut Context,
    mut answer: impl FnMut(Option<Permutation>, &mut Context) -> Result,
) -> Result {
    let reading = args.reading.reading();
    let mut tally = Tally::new(args.on_error);
    let mut boards = Vec::new();
    let longest = Records::<&[u8]>::LONGEST;
    for_each_record(words, reading, longest, context, |text, place, context| {
        boards.clear();
        let read = text.and_then(|text| reading.record(text, &mut boards));
        if let Err(error) = read {
            return tally.wrong(error.into(), place, context, &mut answer);
        }
        for board in &boards {
            match answer(Some(*board), context) {
                Ok(()) => tally.boards += 1,
                Err(error) => tally.wrong(error, place, context, &mut answer)?,
            }
        }
        Ok(())
    })?;
    context.failure = tally.failure();
    Ok(())
}

/// Calls `read` with the text of every record in the arguments or on standard input, or with what is wrong with it, and
/// with its place on standard input.
pub(crate) fn for_each_record(
    words: &[String],
    reading: Reading,
    longest: usize,
    context: &mut Context,
    mut read: impl FnMut(Result<&str, Invalid>, Option<Place>, &mut Context) -> Result,
) -> Result {
    if is_stdin(words)? {
        context.out.flush_each_line();
        let mut read = |text: Result<&str, Invalid>, line, context: &mut Context| {
            read(text, Some(Place { line }), context)
        };
        let records = Records::new(std::io::stdin().lock(), reading, longest);
        return match each(records, context, &mut read)? {
            false => Err(CliError::from(Invalid::NoQueens).at("standard input")),
            true => Ok(()),
        };
    }
    let mut read =
        |text: Result<&str, Invalid>, _, context: &mut Context| read(text, None, context);
    for text in arguments(words) {
        if !each(Records::new(text.as_bytes(), reading, longest), context, &mut read)? {
            read(Err(Invalid::NoQueens), 1, context)?;
        }
    }
    Ok(())
}

/// Calls `read` with every record and its line; whether there is any.
fn each(
    mut records: Records<impl Read>,
    context: &mut Context,
    read: &mut impl FnMut(Result<&str, Invalid>, u64, &mut Context) -> Result,
) -> Result<bool> {
    let unreadable = |error| CliError::Other(format!("standard input can't be read: {error}"));
    let mut has_records = false;
    while let Some(record) = records.next().map_err(unreadable)? {
        has_records = true;
        context.watch.check_time()?;
        read(record.text, record.line, context)?;
    }
    Ok(has_records)
}

/// A place on standard input.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// 1-based.
    pub(crate) line: u64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of standard input", self.line)
    }
}

/// The numbers of boards and of wrong ones.
struct Tally {
    on_error: OnError,
    boards: u64,
    wrong: u64,
    /// The first error.
    first: Option<CliError>,
}

impl Tally {
    fn new(on_error: OnError) -> Self {
        Tally { on_error, boards: 0, wrong: 0, first: None }
    }

    /// Counts a wrong board, unless its error stops the command.
    fn wrong(
        &mut self,
        error: CliError,
        place: Option<Place>,
        context: &mut Context,
        answer: &mut impl FnMut(Option<Permutation>, &mut Context) -> Result,
    ) -> Result {
        let is_invalid = matches!(&error, CliError::Library { error, .. } if matches!(**error, Error::Invalid(_)));
        let error = match place {
            Some(place) => error.at(&place.to_string()),
            None => error,
        };
        if self.on_error == OnError::Stop || !is_invalid {
            return Err(error);
        }
        self.boards += 1;
        self.wrong += 1;
        self.first.get_or_insert(error);
        if self.on_error == OnError::Null { answer(None, context) } else { Ok(()) }
    }

    /// The failure of the command, if boards are wrong.
    fn failure(self) -> Option<CliError> {
        let Tally { boards, wrong, first, .. } = self;
        first.map(|first| {
            CliError::Other(format!("{wrong} of {boards} boards are wrong; the first: {first}"))
        })
    }
}
