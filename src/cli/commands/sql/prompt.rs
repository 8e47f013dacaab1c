//! Lines of standard input: at a prompt with history where somebody types them.

use super::LONGEST_STATEMENT;
use crate::cli::error::Failure;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, Read};
use std::path::PathBuf;

/// What comes next.
pub(super) enum Line {
    /// A line with its end.
    Text(String),
    /// Somebody has pressed Ctrl-C instead of going on with the line.
    Interrupted,
    End,
}

/// Where lines come from.
pub(super) enum Lines {
    Plain,
    Editor(Box<Editor>),
}

/// A prompt, and the file that keeps what was typed.
pub(super) struct Editor {
    editor: DefaultEditor,
    history: Option<PathBuf>,
}

impl Lines {
    pub(super) fn new() -> Result<Self, Failure> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Lines::Plain);
        }
        let mut editor = DefaultEditor::new().map_err(unreadable)?;
        let history = nqdb::default_path().ok().map(|path| path.with_file_name("history"));
        if let Some(path) = &history {
            // The first time there is none.
            let _ = editor.load_history(path);
        }
        println!("nqdb {}; .help lists the commands", env!("CARGO_PKG_VERSION"));
        Ok(Lines::Editor(Box::new(Editor { editor, history })))
    }

    pub(super) fn is_interactive(&self) -> bool {
        matches!(self, Lines::Editor(_))
    }

    /// The next line, of a new statement or of one that goes on.
    pub(super) fn next(&mut self, is_first: bool) -> Result<Line, Failure> {
        let Lines::Editor(editor) = self else { return plain_line() };
        let prompt = if is_first { "nqdb> " } else { "  ... " };
        match editor.editor.readline(prompt) {
            Ok(line) => Ok(Line::Text(line + "\n")),
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(unreadable(error)),
        }
    }

    /// Keeps a statement in the history.
    pub(super) fn remember(&mut self, statement: &str) {
        if let Lines::Editor(editor) = self {
            let _ = editor.editor.add_history_entry(statement);
            editor.save();
        }
    }

    /// Leaves the prompt behind.
    pub(super) fn end(&self) {
        if self.is_interactive() {
            println!();
        }
    }
}

impl Editor {
    /// A history that can't be kept is no reason to stop.
    fn save(&mut self) {
        let Some(path) = &self.history else { return };
        if let Some(directory) = path.parent() {
            let _ = std::fs::create_dir_all(directory);
        }
        let _ = self.editor.save_history(path);
    }
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::Other(format!("standard input can't be read: {error}"))
}

/// A line, cut where it gets too long for any statement.
fn plain_line() -> Result<Line, Failure> {
    let mut line = String::new();
    let mut input = std::io::stdin().lock().take(LONGEST_STATEMENT as u64 + 1);
    let length = input.read_line(&mut line).map_err(unreadable)?;
    Ok(if length > 0 { Line::Text(line) } else { Line::End })
}
