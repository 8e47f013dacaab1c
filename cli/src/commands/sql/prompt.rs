//! Reads lines of SQL: from a prompt with a history, from standard input, from a file or from a text.

use super::words::Words;
use crate::error::{CliError, Result};
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The longest statement, in bytes.
pub(super) const LONGEST_STATEMENT: usize = 1 << 20;

/// The result of reading a line.
pub(super) enum Line {
    /// The line, with its newline.
    Text(String),
    /// Ctrl-C at the prompt, which discards the statement.
    Interrupted,
    End,
}

/// A source of lines.
pub(super) enum LineReader {
    Plain(Plain),
    Prompt(Box<Prompt>),
}

/// Standard input, a file or a text.
pub(super) struct Plain {
    name: String,
    input: Box<dyn BufRead>,
    /// The number of lines read.
    lines: u64,
}

/// A prompt and its history, which is stored in a file.
pub(super) struct Prompt {
    editor: Editor<Words, DefaultHistory>,
    history: Option<PathBuf>,
    /// Lines that were pasted together and not read yet.
    pasted: VecDeque<String>,
}

impl LineReader {
    /// Standard input.
    pub(super) fn new() -> Result<Self> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            let input = Box::new(std::io::stdin().lock());
            return Ok(LineReader::Plain(Plain { name: STANDARD.to_owned(), input, lines: 0 }));
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let unreadable = |error| unreadable(STANDARD, error);
        let mut editor = Editor::with_config(config).map_err(unreadable)?;
        editor.set_helper(Some(Words::new()));
        let history = nqdb::default_path().ok().map(|path| path.with_file_name("history"));
        if let Some(path) = &history {
            // Fails the first time, when there is no file yet.
            let _ = editor.load_history(path);
        }
        println!("nqdb {}; .help lists the commands", env!("CARGO_PKG_VERSION"));
        Ok(LineReader::Prompt(Box::new(Prompt { editor, history, pasted: VecDeque::new() })))
    }

    /// A file.
    pub(super) fn file(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| unreadable(&name, error))?;
        Ok(LineReader::Plain(Plain { name, input: Box::new(BufReader::new(file)), lines: 0 }))
    }

    /// The lines of a text.
    pub(super) fn text(text: String) -> Self {
        let input = Box::new(Cursor::new(text.into_bytes()));
        LineReader::Plain(Plain { name: "the statements".to_owned(), input, lines: 0 })
    }

    pub(super) fn is_interactive(&self) -> bool {
        matches!(self, LineReader::Prompt(_))
    }

    /// The last line read, for errors.
    pub(super) fn place(&self) -> String {
        match self {
            LineReader::Plain(plain) => format!("{}, line {}", plain.name, plain.lines),
            LineReader::Prompt(_) => STANDARD.to_owned(),
        }
    }

    /// Sets the tables and functions for completion.
    pub(super) fn complete(&mut self, names: impl FnOnce() -> Vec<String>) {
        if let LineReader::Prompt(prompt) = self
            && let Some(words) = prompt.editor.helper_mut()
        {
            words.names = names();
        }
    }

    /// Reads the next line, the first of a statement or a later one.
    pub(super) fn next(&mut self, is_first: bool) -> Result<Line> {
        let prompt = match self {
            LineReader::Plain(plain) => return plain.next(),
            LineReader::Prompt(prompt) => prompt,
        };
        if let Some(line) = prompt.pasted.pop_front() {
            return Ok(Line::Text(line));
        }
        let text = if is_first { "nqdb> " } else { "  ... " };
        match prompt.editor.readline(text) {
            Ok(text) => {
                let mut lines =
                    text.split('\n').map(|line| format!("{}\n", line.trim_end_matches('\r')));
                let first = lines.next().unwrap_or_default();
                prompt.pasted.extend(lines);
                Ok(Line::Text(first))
            }
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(unreadable(STANDARD, error)),
        }
    }

    /// Adds a statement to the history.
    pub(super) fn remember(&mut self, statement: &str) {
        if let LineReader::Prompt(prompt) = self {
            let _ = prompt.editor.add_history_entry(statement);
            prompt.save_history();
        }
    }

    /// Ends the line of the prompt.
    pub(super) fn end(&self) {
        if self.is_interactive() {
            println!();
        }
    }
}

impl Plain {
    /// Reads a line, up to a length that is too long for a statement.
    fn next(&mut self) -> Result<Line> {
        let mut line = Vec::new();
        let mut input = self.input.by_ref().take(LONGEST_STATEMENT as u64 + 1);
        input.read_until(b'\n', &mut line).map_err(|error| unreadable(&self.name, error))?;
        if line.is_empty() {
            return Ok(Line::End);
        }
        let line = utf_8(&line).map_err(|error| unreadable(&self.name, error))?;
        self.lines += 1;
        let line = if self.lines == 1 { line.trim_start_matches(BYTE_ORDER_MARK) } else { line };
        Ok(Line::Text(line.to_owned()))
    }
}

impl Prompt {
    /// Saves the history; failures are ignored.
    fn save_history(&mut self) {
        let Some(path) = &self.history else { return };
        if let Some(directory) = path.parent() {
            let _ = std::fs::create_dir_all(directory);
        }
        let _ = self.editor.save_history(path);
    }
}

/// The name of standard input in errors.
const STANDARD: &str = "standard input";

fn unreadable(name: &str, error: impl std::fmt::Display) -> CliError {
    CliError::Other(format!("{name} can't be read: {error}"))
}
