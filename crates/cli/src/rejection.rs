//! Arguments that clap rejects get messages in the form of all others: what is wrong, then what to type.

use clap::error::{ContextKind, ContextValue, ErrorKind as Mistake};
use nqdb::notation::ConditionList;
use std::error::Error as _;

/// The most possible values that a message lists. The commands and topics of `nqdb help` are more.
const MOST_LISTED: usize = 16;

/// An error of clap.
pub(super) struct Rejection<'e>(pub(super) &'e clap::Error);

impl Rejection<'_> {
    pub(super) fn message(&self) -> String {
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
            return format!("{}: {reason}", name(argument));
        }
        let value = self.text(ContextKind::InvalidValue);
        match self.meant(value).filter(|_| argument.ends_with("...")) {
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
        let number = |text: &str| text.parse::<u64>().is_ok();
        let is_range =
            word.split_once('-').is_some_and(|(first, last)| number(first) && number(last));
        let (command, is_number) = (self.command()?, number(word));
        match &*command {
            "sql" => Some("put quotes around the statements".to_owned()),
            "list" | "count" if is_condition(word) => {
                let count = if command == "count" { " --count" } else { "" };
                Some(format!("did you mean `nqdb list N {word}{count}`?"))
            }
            "serve" if is_number => Some(format!("did you mean --port {word}?")),
            _ if is_number && self.has_option("--limit") => {
                Some(format!("did you mean --limit {word}?"))
            }
            "list" if is_range => {
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
        let program = crate::command_line();
        let owners = program.get_subcommands().filter(|command| has(command, option));
        let owners: Vec<String> = owners.map(|command| command.get_name().to_owned()).collect();
        let have = if owners.len() == 1 { "has" } else { "have" };
        let first = owners.first()?;
        Some(match self.command() {
            Some(this) => {
                format!("{} {have} it, {this} does not; {}", listed(&owners, "and"), self.help())
            }
            None => format!("it stands after a command, as in `nqdb {first} … {option}`"),
        })
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
        if !usage.is_empty() {
            return command.filter(is_name).map(str::to_owned);
        }
        let program = crate::command_line();
        std::env::args().skip(1).find(|word| program.find_subcommand(word).is_some())
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
        let command = self.command().unwrap_or_default();
        let mut words = MEANT.iter().filter(|(other, _)| {
            *other == word || other.split_once(' ') == Some((command.as_str(), word))
        });
        let meant = words.find_map(|(_, meant)| {
            (!is_option(meant) || self.has_option(name(meant))).then_some(*meant)
        });
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

/// Words of other programs, some with the command before them, and what they are called here.
const MEANT: &[(&str, &str)] = &[
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
    ("help all", "help --all"),
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
    ("solve --count", "`nqdb count N`"),
    ("--count", "--limit"),
    ("--csv", "--format csv"),
    ("--svg", "--format svg"),
    ("--png", "--format png"),
    ("--clues", "--givens"),
    ("serve --host", "--bind"),
    ("serve -p", "--port"),
];

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
    let name = argument.split(' ').next().unwrap_or(argument);
    name.strip_prefix('[').and_then(|name| name.strip_suffix("]...")).unwrap_or(name)
}

/// Whether text is conditions such as `3=5` or `c5`.
pub(super) fn is_condition(word: &str) -> bool {
    ConditionList::parse(word).is_ok_and(|list| list.n.is_none() && !list.conditions.is_empty())
}
