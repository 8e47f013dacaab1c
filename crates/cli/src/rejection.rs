//! The messages for arguments that clap rejects, in the form of all others: what is wrong, then what to type.

use crate::commands::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind as Mistake};
use std::error::Error as _;

/// The most possible values that a message lists. The commands and topics of `nqdb help` are more.
const MOST_LISTED: usize = 16;

const LIST_COMMANDS: &str = "see `nqdb help`";

/// The options that require others.
const REQUIRING: [&str; 5] = ["--seed", "--runs", "--sample-time", "--all", "--jobs"];

/// The arguments that are read from standard input instead of `-`.
const READ: [&str; 3] = ["<SOLUTION>", "<QUEENS>", "<RANK>"];

/// An error of clap in the arguments of a command, or in those before it.
pub(super) struct Rejection<'e> {
    pub(super) error: &'e clap::Error,
    pub(super) command: Option<&'static Command>,
}

impl Rejection<'_> {
    pub(super) fn message(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        let value = self.text(ContextKind::InvalidValue);
        let help = self.help();
        match self.error.kind() {
            Mistake::ValueValidation => self.invalid_value(argument, value),
            Mistake::InvalidValue => self.unexpected_value(argument, value),
            Mistake::TooManyValues => format!("{} takes no value, got {value:?}", name(argument)),
            Mistake::UnknownArgument => self.unknown_argument(argument),
            Mistake::InvalidSubcommand => {
                let word = self.text(ContextKind::InvalidSubcommand);
                if word.starts_with(|c: char| c.is_ascii_digit()) {
                    return format!(
                        "expected a command before {word:?}, such as `nqdb count 8`; {help}"
                    );
                }
                let same =
                    crate::names().find(|name| name.eq_ignore_ascii_case(word)).map(question);
                let remedy =
                    same.or_else(|| self.suggestion(ContextKind::SuggestedSubcommand, word));
                format!("unknown command {word:?}; {}", remedy.unwrap_or(help))
            }
            Mistake::MissingRequiredArgument => {
                let missing = self.texts(ContextKind::InvalidArg);
                match self.requiring().filter(|_| missing.iter().all(|one| is_option(one))) {
                    Some(option) => format!("{option} requires {}; {help}", name(argument)),
                    None => {
                        let is_read = READ.iter().any(|name| argument.starts_with(name));
                        let stdin = if is_read { ", or - to read standard input" } else { "" };
                        format!("missing {}{stdin}; {help}", missing.join(" "))
                    }
                }
            }
            Mistake::ArgumentConflict => {
                let argument = name(argument);
                let others = self.texts(ContextKind::PriorArg).iter().map(|other| name(other));
                match &others.collect::<Vec<_>>()[..] {
                    [] => format!("{argument} can't be used with other arguments"),
                    [other] if *other == argument => format!("{argument} can be used only once"),
                    others => format!("{argument} can't be used with {}", others.join(" or ")),
                }
            }
            Mistake::InvalidUtf8 => {
                format!("expected words in UTF-8, apart from names of files; {help}")
            }
            other => format!("{other}; {help}"),
        }
    }

    /// The option that requires another one. Clap names it only in the usage.
    fn requiring(&self) -> Option<&'static str> {
        let usage = self.error.get(ContextKind::Usage)?.to_string();
        REQUIRING
            .into_iter()
            .find(|option| usage.split([' ', '[', ']']).any(|word| word == *option))
    }

    /// The error of a parser of nqdb, which names the value.
    fn invalid_value(&self, argument: &str, value: &str) -> String {
        let reason = self.error.source().map(ToString::to_string).unwrap_or_default();
        match self.surplus(value).filter(|_| argument.ends_with("...")) {
            _ if is_option(argument) => format!("{}: {reason}", name(argument)),
            Some(remedy) => format!("{reason}; {remedy}"),
            None => reason,
        }
    }

    fn unexpected_value(&self, argument: &str, value: &str) -> String {
        let possible = self.texts(ContextKind::ValidValue);
        if possible.len() > MOST_LISTED {
            let remedy = self.suggestion(ContextKind::SuggestedValue, value);
            let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
            return format!("unknown command or topic {value:?}; {remedy}");
        }
        let option =
            if is_option(argument) { format!("{}: ", name(argument)) } else { String::new() };
        let expected = match argument.rsplit(' ').next() {
            Some(name) if possible.is_empty() => name.to_owned(),
            _ => listed(possible, "or"),
        };
        let got = if value.is_empty() { "nothing".to_owned() } else { format!("{value:?}") };
        format!("{option}expected {expected}, got {got}")
    }

    fn unknown_argument(&self, argument: &str) -> String {
        let is_number = argument.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
        let is_option = is_option(argument) && !is_number;
        let what = if is_option { "unknown option" } else { "unexpected argument" };
        let remedy = self.suggestion(ContextKind::SuggestedArg, argument);
        let remedy = remedy.or_else(|| self.owners(argument)).or_else(|| self.surplus(argument));
        format!("{what} {}; {}", argument.escape_debug(), remedy.unwrap_or_else(|| self.help()))
    }

    /// What a word beyond those of the command can be meant as.
    fn surplus(&self, word: &str) -> Option<String> {
        let number = |text: &str| text.parse::<u64>().is_ok();
        Some(match self.command?.name {
            "sql" => "put quotes around the statements".to_owned(),
            "serve" if number(word) => format!("did you mean --port {word}?"),
            _ if number(word) && self.has("--limit") => format!("did you mean --limit {word}?"),
            _ => return None,
        })
    }

    /// Whether the command, or the program, has this option.
    fn has(&self, option: &str) -> bool {
        let program = crate::program(self.command);
        program.get_subcommands().chain([&program]).any(|command| has(command, option))
    }

    /// The commands that have an option which this command has not.
    fn owners(&self, option: &str) -> Option<String> {
        let owners = Command::all().filter(|command| has(&command.described(), option));
        let owners: Vec<String> = owners.map(|command| command.name.to_owned()).collect();
        let have = if owners.len() == 1 { "has" } else { "have" };
        let (first, all) = (owners.first()?, listed(&owners, "and"));
        Some(match self.command {
            Some(this) => format!("{all} {have} it, {} does not; {}", this.name, self.help()),
            None => format!("it stands after a command, as in `nqdb {first} … {option}`"),
        })
    }

    /// What to type for help with the command.
    fn help(&self) -> String {
        match self.command {
            Some(command) => format!("see `nqdb help {}`", command.name),
            None => LIST_COMMANDS.to_owned(),
        }
    }

    /// What a word means in other programs, or the first similar one of this, as a question. What clap finds similar
    /// can be a word of another meaning, such as `--from` for `--format`.
    fn suggestion(&self, kind: ContextKind, word: &str) -> Option<String> {
        let meant = meant(self.command.map_or("", |command| command.name), word);
        let meant = meant.filter(|meant| !is_option(meant) || self.has(name(meant)));
        let similar = || self.texts(kind).iter().find(|similar| is_similar(similar, word));
        meant.or_else(|| similar().map(String::as_str)).map(question)
    }

    /// A text of the error; empty if it has none of this kind.
    fn text(&self, kind: ContextKind) -> &str {
        self.texts(kind).first().map_or("", String::as_str)
    }

    /// The texts of the error of one kind.
    fn texts(&self, kind: ContextKind) -> &[String] {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => std::slice::from_ref(text),
            Some(ContextValue::Strings(texts)) => texts,
            _ => &[],
        }
    }
}

fn question(meant: &str) -> String {
    format!("did you mean {meant}?")
}

/// What a word of other programs is called here.
fn meant(command: &str, word: &str) -> Option<&'static str> {
    Some(match (command, word) {
        ("help", "all") => "help --all",
        ("solve", "--count") => "`nqdb count N`",
        ("serve", "--host") => "--bind",
        ("serve", "-p") => "--port",
        (_, "version") => "--version",
        (_, "nth" | "solution" | "show" | "get" | "print") => "unrank",
        (_, "permutation" | "perm-at") => "unrank --permutations",
        (_, "perm-index") => "rank --permutations",
        (_, "path") => "info --path",
        (_, "all") => "list",
        (_, "search" | "find") => "list",
        (_, "sample") => "random",
        (_, "validate") => "check",
        (_, "symmetry") => "orbit",
        (_, "explorer") => "serve",
        (_, "init") => "build",
        (
            "list" | "count" | "random" | "unrank" | "rank",
            "--unique" | "--fundamental" | "--nonisomorphic" | "--inequivalent",
        ) => "--orbits",
        ("list", "-c") | ("solve", "-c") => "`nqdb count N`",
        ("list", "--random") => "--shuffle",
        (_, "--offset" | "--skip" | "--from") => "--start",
        (_, "--given" | "--givens" | "--queen" | "--with") => "a condition such as 3=5",
        (_, "--symmetric" | "--half-turn" | "--centrosymmetric") => "--fixed-by rotate-180",
        (_, "draw") => "convert",
        (_, "estimate") => "count N --estimate",
        (_, "--timeout") => "--time-limit",
        (_, "--verbose") => "--explain",
        (_, "--silent") => "--quiet",
        (_, "--file") => "--output",
        (_, "--number" | "--count") => "--limit",
        (_, "--csv") => "--format csv",
        (_, "--svg") => "--format svg",
        (_, "--png") => "--format png",
        (_, "--clues") => "--givens",
        _ => return None,
    })
}

/// Whether one word may be the other with a typing mistake: it begins with it, or a third of its letters differ.
fn is_similar(word: &str, other: &str) -> bool {
    let [word, other] = [word, other].map(|word| word.trim_start_matches('-'));
    let mistakes = (other.chars().count() / 3).max(1);
    word.starts_with(other)
        || other.starts_with(word)
        || strsim::osa_distance(word, other) <= mistakes
}

/// Words as a list, such as `a, b or c`.
fn listed(words: &[String], or: &str) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} {or} {last}", others.join(", ")),
        _ => words.concat(),
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
    let name = argument.split(' ').next().unwrap_or(argument);
    name.strip_prefix('[').and_then(|name| name.strip_suffix("]...")).unwrap_or(name)
}
