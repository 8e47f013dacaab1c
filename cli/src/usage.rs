//! Messages for the arguments that clap rejects, in the form of all others: what is wrong, then what to type.

use super::error::CliError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;

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
            ErrorKind::ValueValidation => self.invalid_value(argument),
            ErrorKind::InvalidValue => self.unexpected_value(argument, value),
            ErrorKind::TooManyValues => format!("{} takes no value, got {value:?}", name(argument)),
            ErrorKind::UnknownArgument => self.unknown_argument(argument),
            ErrorKind::InvalidSubcommand => {
                let command = self.text(ContextKind::InvalidSubcommand);
                let remedy = self.suggestion(ContextKind::SuggestedSubcommand);
                let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
                format!("unknown command {command:?}; {remedy}")
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = self.all(ContextKind::InvalidArg).join(" ");
                format!("missing {missing}; {}", self.help())
            }
            ErrorKind::ArgumentConflict => self.conflict(argument),
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
            let remedy = self.suggestion(ContextKind::SuggestedValue);
            let remedy = remedy.unwrap_or_else(|| LIST_COMMANDS.to_owned());
            return format!("unknown command or topic {value:?}; {remedy}");
        }
        let expected = match possible.split_last() {
            None => argument.rsplit(' ').next().unwrap_or_default().to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
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
        let suggestion = self.suggestion(ContextKind::SuggestedArg);
        let remedy = suggestion.unwrap_or_else(|| self.help());
        format!("{what} {}; {remedy}", argument.escape_debug())
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
        let usage = match self.0.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => String::new(),
        };
        let command = usage.split_whitespace().skip_while(|word| *word != "nqdb").nth(1);
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
        match command.filter(is_name) {
            Some(command) => format!("see `nqdb help {command}`"),
            None => LIST_COMMANDS.to_owned(),
        }
    }

    /// The first similar word, as a question.
    fn suggestion(&self, kind: ContextKind) -> Option<String> {
        self.all(kind).first().map(|word| format!("did you mean {word}?"))
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

/// Whether an argument is an option, such as `--limit <COUNT>`, and not `<N>`.
fn is_option(argument: &str) -> bool {
    argument.starts_with('-')
}

/// An argument without the name of its value.
fn name(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or(argument)
}
