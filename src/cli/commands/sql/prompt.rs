//! Lines of SQL from standard input: from a prompt with a history, if it is a terminal.

use crate::cli::error::{CliError, Result};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, Read};
use std::path::PathBuf;

/// The longest statement that standard input may hold, in bytes.
pub(super) const LONGEST_STATEMENT: usize = 1 << 20;

/// What reading a line gives.
pub(super) enum Line {
    /// The line, with its newline.
    Text(String),
    /// Ctrl-C at the prompt, which discards the statement.
    Interrupted,
    End,
}

/// A source of lines.
pub(super) enum LineReader {
    Plain,
    Prompt(Box<Prompt>),
}

/// A prompt and its history, which is kept in a file.
pub(super) struct Prompt {
    editor: DefaultEditor,
    history: Option<PathBuf>,
}

impl LineReader {
    pub(super) fn new() -> Result<Self> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(LineReader::Plain);
        }
        let mut editor = DefaultEditor::new().map_err(unreadable)?;
        let history = nqdb::default_path().ok().map(|path| path.with_file_name("history"));
        if let Some(path) = &history {
            // Fails the first time, when there is no file yet.
            let _ = editor.load_history(path);
        }
        println!("nqdb {}; .help lists the commands", env!("CARGO_PKG_VERSION"));
        Ok(LineReader::Prompt(Box::new(Prompt { editor, history })))
    }

    pub(super) fn is_interactive(&self) -> bool {
        matches!(self, LineReader::Prompt(_))
    }

    /// Reads the next line, the first of a statement or a later one.
    pub(super) fn next(&mut self, is_first: bool) -> Result<Line> {
        let LineReader::Prompt(prompt) = self else { return plain_line() };
        let text = if is_first { "nqdb> " } else { "  ... " };
        match prompt.editor.readline(text) {
            Ok(line) => Ok(Line::Text(line + "\n")),
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(unreadable(error)),
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

fn unreadable(error: impl std::fmt::Display) -> CliError {
    CliError::Other(format!("standard input can't be read: {error}"))
}

/// Reads a line, but no more than is too long for a statement.
fn plain_line() -> Result<Line> {
    let mut line = String::new();
    let mut input = std::io::stdin().lock().take(LONGEST_STATEMENT as u64 + 1);
    let length = input.read_line(&mut line).map_err(unreadable)?;
    Ok(if length > 0 { Line::Text(line) } else { Line::End })
}
