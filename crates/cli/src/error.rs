//! Errors of the command line: their messages and exit codes. Arguments that clap rejects get messages in the form of
//! all others: what is wrong, then what to type.

use crate::remedies::{part_fault, reading_remedy, remedy};
use clap::error::{ContextKind, ContextValue, ErrorKind as Mistake};
use nqdb::{
    Error, ErrorKind, Invalid,
    search::SearchError,
    store::{BoardError, FileError, StoreError},
};
use nqdb_completion::CompletionError;
use nqdb_papers::{OperationError, OrbitGraphError, SolveError};
use std::error::Error as _;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The result of a command, or of a part of it.
pub(super) type Result<T = (), E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
#[derive(Debug)]
pub(super) enum CliError {
    /// An error of the library. `place` names the input that it is about, unless that is an argument.
    Library { error: Box<Error>, place: Option<String> },
    /// Standard output or the file of `--output` can't be written.
    Output(std::io::Error),
    /// The arguments or the input are invalid.
    Usage(String),
    /// Ctrl-C ended an estimate early.
    Interrupted,
    /// Anything else.
    Other(String),
}

pub(super) const FAILED: u8 = 1;
const USAGE: u8 = 2;
const LOCKED: u8 = 3;
/// Ended by Ctrl-C, as shells report it.
pub(super) const INTERRUPTED: u8 = 130;

impl CliError {
    /// Adds the place in the input that the error is about.
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            CliError::Library { error, place: None } => {
                CliError::Library { error, place: Some(place.to_owned()) }
            }
            CliError::Usage(message) => CliError::Usage(format!("{place}: {message}")),
            CliError::Other(message) => CliError::Other(format!("{place}: {message}")),
            other => other,
        }
    }

    /// [`CliError::at`] a place of the input, if there is one.
    pub(super) fn at_place(self, place: Option<impl fmt::Display>) -> Self {
        match place {
            Some(place) => self.at(&place.to_string()),
            None => self,
        }
    }

    /// The error of an SQL function; its message names the function.
    pub(super) fn of_function(message: String, error: &Error) -> Self {
        let remedy = remedy(error).map(|remedy| format!("; {remedy}")).unwrap_or_default();
        CliError::Other(message + &remedy)
    }

    /// Whether the reader of standard output has closed the pipe.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }

    /// Whether a file lacks a requested board.
    pub(super) fn is_missing_board(&self) -> bool {
        let CliError::Library { error, .. } = self else { return false };
        matches!(
            **error,
            Error::Store { kind: StoreError::Board(BoardError::NotInFile { .. }), .. }
        )
    }

    /// Whether it is about text that is not a number.
    pub(super) fn is_unreadable(&self) -> bool {
        let CliError::Library { error, .. } = self else { return false };
        matches!(**error, Error::Invalid(Invalid::Unreadable { .. } | Invalid::Groups { .. }))
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CliError::Library { error, .. } => match error.kind() {
                ErrorKind::Invalid => USAGE,
                ErrorKind::Locked => LOCKED,
                _ => FAILED,
            },
            CliError::Usage(_) => USAGE,
            CliError::Interrupted => INTERRUPTED,
            CliError::Output(_) | CliError::Other(_) => FAILED,
        })
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Library { error, place } => {
                let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
                let of_reading = || match &**error {
                    Error::Invalid(invalid) => reading_remedy(invalid).map(str::to_owned),
                    _ => None,
                };
                if let Error::Store { path, kind: StoreError::Unmergeable { faults } } = &**error {
                    return write_faults(f, path, faults);
                }
                let remedy = remedy(error).or_else(of_reading);
                let remedy = remedy.map(|remedy| format!("; {remedy}")).unwrap_or_default();
                write!(f, "{place}{error}{remedy}")
            }
            CliError::Output(error) => match error.get_ref() {
                // The file of --output.
                Some(named) => write!(f, "{named}"),
                None => write!(f, "standard output can't be written: {error}"),
            },
            CliError::Interrupted => {
                f.write_str("stopped by Ctrl-C; the estimate is of the runs so far")
            }
            CliError::Usage(message) | CliError::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CliError {}

/// The reasons why parts can't be merged, one per line.
fn write_faults(f: &mut fmt::Formatter<'_>, out: &Path, faults: &[FileError]) -> fmt::Result {
    write!(f, "{}: the parts can't be merged:", out.display())?;
    faults.iter().try_for_each(|fault| {
        write!(f, "\n  {}: {}", fault.path.display(), part_fault(&fault.kind))
    })
}

impl From<String> for CliError {
    fn from(message: String) -> Self {
        CliError::Usage(message)
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        CliError::Library { error: Box::new(error), place: None }
    }
}

macro_rules! from {
    ($($error:ty),*) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        }
    )*};
}

from!(Invalid, SearchError, CompletionError, FileError);

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::BoardSize { .. } => CliError::Usage(error.to_string()),
            _ => CliError::Other(error.to_string()),
        }
    }
}

impl From<OperationError> for CliError {
    fn from(error: OperationError) -> Self {
        CliError::Usage(error.to_string())
    }
}

impl From<OrbitGraphError> for CliError {
    fn from(error: OrbitGraphError) -> Self {
        match error {
            OrbitGraphError::Search(error) => error.into(),
            other => CliError::Usage(other.to_string()),
        }
    }
}

impl From<nqdb_dataset::Error> for CliError {
    fn from(error: nqdb_dataset::Error) -> Self {
        match error {
            nqdb_dataset::Error::Nqdb(error) => error.into(),
            nqdb_dataset::Error::Spec(message) => CliError::Usage(message),
            other => CliError::Other(other.to_string()),
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Output(error)
    }
}

/// The most possible values that a message lists. The commands and topics of `nqdb help` are more.
const MOST_LISTED: usize = 16;

impl From<clap::Error> for CliError {
    fn from(error: clap::Error) -> Self {
        CliError::Usage(Rejection(&error).message())
    }
}

/// An error of clap.
struct Rejection<'e>(&'e clap::Error);

impl Rejection<'_> {
    fn message(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        let value = self.text(ContextKind::InvalidValue);
        match self.0.kind() {
            Mistake::ValueValidation => self.invalid_value(argument),
            Mistake::InvalidValue => self.unexpected_value(argument, value),
            Mistake::TooManyValues => format!("{} takes no value, got {value:?}", name(argument)),
            Mistake::UnknownArgument => self.unknown_argument(argument),
            Mistake::InvalidSubcommand => {
                let command = self.text(ContextKind::InvalidSubcommand);
                if command.starts_with(|c: char| c.is_ascii_digit()) {
                    return format!(
                        "expected a command before {command:?}, such as `nqdb count 8`; {LIST_COMMANDS}"
                    );
                }
                let remedy = self.suggestion(ContextKind::SuggestedSubcommand, command);
                let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
                format!("unknown command {command:?}; {remedy}")
            }
            Mistake::MissingRequiredArgument => self.missing(),
            Mistake::ArgumentConflict => self.conflict(argument),
            _ => self.first_line(),
        }
    }

    /// The error of a parser of nqdb, which names the value.
    fn invalid_value(&self, argument: &str) -> String {
        let Some(reason) = self.0.source() else { return self.first_line() };
        if is_option(argument) {
            format!("{}: {reason}", name(argument))
        } else {
            reason.to_string()
        }
    }

    fn unexpected_value(&self, argument: &str, value: &str) -> String {
        let possible = self.all(ContextKind::ValidValue);
        if possible.len() > MOST_LISTED {
            let remedy = self.suggestion(ContextKind::SuggestedValue, value);
            let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
            return format!("unknown command or topic {value:?}; {remedy}");
        }
        let expected = if possible.is_empty() {
            argument.rsplit(' ').next().unwrap_or_default().to_owned()
        } else {
            listed(&possible, "or")
        };
        let option =
            if is_option(argument) { format!("{}: ", name(argument)) } else { String::new() };
        let got = if value.is_empty() { "nothing".to_owned() } else { format!("{value:?}") };
        format!("{option}expected {expected}, got {got}")
    }

    fn unknown_argument(&self, argument: &str) -> String {
        let is_number = argument.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
        let what = if is_option(argument) && !is_number {
            "unknown option"
        } else {
            "unexpected argument"
        };
        let suggestion = self.suggestion(ContextKind::SuggestedArg, argument);
        let remedy = suggestion.or_else(|| self.owners(argument)).or_else(|| self.meant(argument));
        let remedy = remedy.unwrap_or_else(|| self.help());
        format!("{what} {}; {remedy}", argument.escape_debug())
    }

    /// What a word beyond those of the command can be meant as.
    fn meant(&self, word: &str) -> Option<String> {
        let command = self.command()?;
        let numbers: Option<Vec<u64>> =
            word.split('-').map(|word| word.trim().parse().ok()).collect();
        let is_number = matches!(numbers.as_deref(), Some([_]));
        let is_range = matches!(numbers.as_deref(), Some([first, last]) if first <= last);
        match &*command {
            "sql" => Some("put quotes around the statements".to_owned()),
            _ if is_number && self.has_option("--limit") => {
                Some(format!("did you mean --limit {word}?"))
            }
            "list" if is_number || is_range => {
                Some(format!("`nqdb unrank N {word}` prints the solutions with these ranks"))
            }
            _ => None,
        }
    }

    /// Whether the command has this option.
    fn has_option(&self, option: &str) -> bool {
        let program = crate::command_line();
        let command = self.command().and_then(|command| program.find_subcommand(command));
        has(&program, option) || command.is_some_and(|command| has(command, option))
    }

    /// The commands that have an option which this command has not.
    fn owners(&self, option: &str) -> Option<String> {
        let (this, program) = (self.command()?, crate::command_line());
        let owners = program.get_subcommands().filter(|command| has(command, option));
        let owners: Vec<String> = owners.map(|command| command.get_name().to_owned()).collect();
        let have = if owners.len() == 1 { "has" } else { "have" };
        let owners = listed(&owners, "and");
        (!owners.is_empty())
            .then(|| format!("{owners} {have} it, {this} does not; {}", self.help()))
    }

    /// Missing arguments: those that other options require, else those that the command requires.
    fn missing(&self) -> String {
        let missing = self.all(ContextKind::InvalidArg);
        // A group of options is written as `<--any|--unique>`.
        let options = missing.iter().flat_map(|one| one.trim_matches(['<', '>']).split('|'));
        let options: Vec<String> = options.map(|option| name(option).to_owned()).collect();
        // It begins with the options that were given.
        let usage = self.usage();
        let mut given = usage.split_whitespace().filter(|word| REQUIRING.contains(word));
        match given.next().filter(|_| options.iter().all(|option| is_option(option))) {
            Some(given) => format!("{given} requires {}; {}", listed(&options, "or"), self.help()),
            None => format!("missing {}; {}", missing.join(" "), self.help()),
        }
    }

    fn conflict(&self, argument: &str) -> String {
        let others = self.all(ContextKind::PriorArg);
        let others: Vec<&str> = others.iter().map(|other| name(other)).collect();
        let argument = name(argument);
        match others[..] {
            [] => format!("{argument} can't be used with other arguments"),
            [other] if other == argument => format!("{argument} can be used only once"),
            _ => format!("{argument} can't be used with {}", others.join(" or ")),
        }
    }

    /// What to type for help with the command.
    fn help(&self) -> String {
        match self.command() {
            Some(command) => format!("see `nqdb help {command}`"),
            None => LIST_COMMANDS.to_owned(),
        }
    }

    /// The command, unless it is unknown.
    fn command(&self) -> Option<String> {
        let usage = self.usage();
        let command = usage.split_whitespace().skip_while(|word| *word != "nqdb").nth(1);
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
        command.filter(is_name).map(str::to_owned)
    }

    /// The usage of the command, with the options that were given.
    fn usage(&self) -> String {
        match self.0.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => String::new(),
        }
    }

    /// What a word means in other programs, or the first similar one of this, as a question. What clap finds similar
    /// can be a word of another meaning, such as `--from` for `--format`.
    fn suggestion(&self, kind: ContextKind, word: &str) -> Option<String> {
        let meant = MEANT.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant);
        let meant = meant.filter(|meant| !is_option(meant) || self.has_option(meant));
        let similar = self.all(kind).into_iter().find(|similar| is_similar(similar, word));
        let meant = meant.map(str::to_owned).or(similar)?;
        Some(format!("did you mean {meant}?"))
    }

    /// A text of the error; empty if it has none of this kind.
    fn text(&self, kind: ContextKind) -> &str {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => text,
            _ => "",
        }
    }

    /// One or more texts of the error.
    fn all(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    /// The message of clap.
    fn first_line(&self) -> String {
        let message = self.0.to_string();
        let line = message.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    }
}

const LIST_COMMANDS: &str = "see `nqdb help`";

/// The options that require others.
const REQUIRING: [&str; 5] = ["--seed", "--runs", "--sample-time", "--jobs", "--all"];

/// Words of other programs, and what they are called here.
const MEANT: [(&str, &str); 23] = [
    ("version", "--version"),
    ("nth", "unrank"),
    ("solution", "unrank"),
    ("permutation", "unrank --permutations"),
    ("perm-at", "unrank --permutations"),
    ("perm-index", "rank --permutations"),
    ("path", "info --path"),
    ("show", "unrank"),
    ("get", "unrank"),
    ("print", "unrank"),
    ("all", "list"),
    ("search", "find"),
    ("sample", "random"),
    ("validate", "check"),
    ("symmetry", "orbit"),
    ("explorer", "serve"),
    ("init", "build"),
    ("--timeout", "--time-limit"),
    ("--verbose", "--explain"),
    ("--silent", "--quiet"),
    ("--file", "--output"),
    ("--number", "--limit"),
    ("--count", "--limit"),
];

/// Whether one word may be the other with a typing mistake: it begins with it, or a third of its letters differ.
fn is_similar(word: &str, other: &str) -> bool {
    let [word, other] = [word, other].map(|word| word.trim_start_matches('-'));
    let mistakes = (other.chars().count() / 3).max(1);
    word.starts_with(other)
        || other.starts_with(word)
        || strsim::levenshtein(word, other) <= mistakes
}

/// Words as a list, such as `a, b or c`.
fn listed(words: &[String], or: &str) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {or} {last}", others.join(", ")),
    }
}

/// Whether a command has this option.
fn has(command: &clap::Command, option: &str) -> bool {
    let name = option.strip_prefix("--");
    command.get_arguments().any(|argument| name.is_some() && argument.get_long() == name)
}

/// Whether an argument is an option, such as `--limit <COUNT>`, and not `<N>`.
fn is_option(argument: &str) -> bool {
    argument.starts_with('-')
}

/// An argument without the name of its value.
fn name(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or(argument)
}
