//! The messages for arguments that clap rejects, in the form of all others: what is wrong, then what to type.

use crate::commands::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind as Mistake};
use clap::parser::ValueSource;
use std::error::Error as _;
use std::ffi::OsString;

/// The most possible values that a message lists. The commands and topics of `nqdb help` are more.
const MOST_LISTED: usize = 16;

const LIST_COMMANDS: &str = "see `nqdb help`";

/// The options that require others.
const REQUIRING: [&str; 5] = ["seed", "runs", "sample_time", "all", "jobs"];

/// An error of clap in the arguments of a command, or in those before it.
pub(super) struct Rejection<'e> {
    pub(super) error: &'e clap::Error,
    pub(super) command: Option<&'static Command>,
    /// The whole command line.
    pub(super) words: &'e [OsString],
}

impl Rejection<'_> {
    pub(super) fn message(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        let value = self.text(ContextKind::InvalidValue);
        match self.error.kind() {
            Mistake::ValueValidation => self.invalid_value(argument, value),
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
                let lower = command.to_lowercase();
                let name = crate::names().find(|name| *name == lower);
                let remedy = name.map(|name| format!("did you mean {name}?"));
                let remedy =
                    remedy.or_else(|| self.suggestion(ContextKind::SuggestedSubcommand, command));
                format!("unknown command {command:?}; {}", remedy.unwrap_or_else(|| self.help()))
            }
            Mistake::MissingRequiredArgument => {
                let missing = self.all(ContextKind::InvalidArg);
                match self.requiring().filter(|_| missing.iter().all(|one| is_option(one))) {
                    Some(option) => {
                        format!("{option} requires {}; {}", name(&missing[0]), self.help())
                    }
                    None => {
                        let missing = missing.join(" ");
                        let reads = ["<SOLUTION>", "<QUEENS>", "<RANK>"];
                        let is_read = reads.iter().any(|name| missing.starts_with(name));
                        let stdin = if is_read { ", or - to read standard input" } else { "" };
                        format!("missing {missing}{stdin}; {}", self.help())
                    }
                }
            }
            Mistake::ArgumentConflict => self.conflict(name(argument)),
            Mistake::InvalidUtf8 => {
                format!("expected words in UTF-8, apart from names of files; {}", self.help())
            }
            _ => self.first_line(),
        }
    }

    /// The option that requires another one. Clap does not name it, but parses it.
    fn requiring(&self) -> Option<String> {
        let program = crate::program([self.command?]).ignore_errors(true);
        let found = program.try_get_matches_from(self.words).ok()?;
        let (_, given) = found.subcommand()?;
        let is_given = |id: &&str| {
            given.try_contains_id(id).is_ok()
                && given.value_source(id) == Some(ValueSource::CommandLine)
        };
        let option = REQUIRING.into_iter().find(is_given)?;
        Some(format!("--{}", option.replace('_', "-")))
    }

    /// The error of a parser of nqdb, which names the value.
    fn invalid_value(&self, argument: &str, value: &str) -> String {
        let Some(reason) = self.error.source() else { return self.first_line() };
        match self.surplus(value).filter(|_| argument.ends_with("...")) {
            _ if is_option(argument) => format!("{}: {reason}", name(argument)),
            Some(remedy) => format!("{reason}; {remedy}"),
            None => reason.to_string(),
        }
    }

    fn unexpected_value(&self, argument: &str, value: &str) -> String {
        let possible = self.all(ContextKind::ValidValue);
        if possible.len() > MOST_LISTED {
            let remedy = self.suggestion(ContextKind::SuggestedValue, value);
            let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
            return format!("unknown command or topic {value:?}; {remedy}");
        }
        let option =
            if is_option(argument) { format!("{}: ", name(argument)) } else { String::new() };
        let expected = match argument.rsplit(' ').next() {
            Some(name) if possible.is_empty() => name.to_owned(),
            _ => listed(&possible, "or"),
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
        let remedy = remedy.unwrap_or_else(|| self.help());
        format!("{what} {}; {remedy}", argument.escape_debug())
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
        let described = self.command.map(Command::described);
        has(&crate::program([]), option) || described.is_some_and(|command| has(&command, option))
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

    fn conflict(&self, argument: &str) -> String {
        let others = self.all(ContextKind::PriorArg);
        let others: Vec<&str> = others.iter().map(|other| name(other)).collect();
        match others[..] {
            [] => format!("{argument} can't be used with other arguments"),
            [other] if other == argument => format!("{argument} can be used only once"),
            _ => format!("{argument} can't be used with {}", others.join(" or ")),
        }
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
        let similar = || self.all(kind).into_iter().find(|similar| is_similar(similar, word));
        Some(format!("did you mean {}?", meant.map(str::to_owned).or_else(similar)?))
    }

    /// A text of the error; empty if it has none of this kind.
    fn text(&self, kind: ContextKind) -> &str {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => text,
            _ => "",
        }
    }

    /// One or more texts of the error.
    fn all(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    /// The message of clap.
    fn first_line(&self) -> String {
        let message = self.error.to_string();
        let line = message.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    }
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
