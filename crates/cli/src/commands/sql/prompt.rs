//! Reads lines of SQL: from a prompt with a history and tab completion (of SQL keywords, tables, functions, dot
//! commands and file names), from standard input, from a file or from a text.

use crate::error::{CliError, Result, failure};
use crate::output::unreadable;
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
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
        let mut editor = Editor::with_config(config).map_err(no_prompt)?;
        editor.set_helper(Some(Words::default()));
        let history =
            nqdb::database::default_path().ok().map(|path| path.with_file_name("history"));
        if let Some(path) = &history {
            // Fails the first time, when there is no file yet.
            let _ = editor.load_history(path);
        }
        println!("nqdb {}; .help lists the commands", env!("CARGO_PKG_VERSION"));
        Ok(LineReader::Prompt(Box::new(Prompt { editor, history, pasted: VecDeque::new() })))
    }

    pub(super) fn file(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| CliError::Other(unreadable(&name, &error)))?;
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
            LineReader::Plain(plain) => plain.place(),
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
            Err(error) => Err(no_prompt(error)),
        }
    }

    /// Adds a statement to the history and saves it; failures are ignored.
    pub(super) fn remember(&mut self, statement: &str) {
        if let LineReader::Prompt(prompt) = self {
            let _ = prompt.editor.add_history_entry(statement);
            let Some(path) = &prompt.history else { return };
            if let Some(directory) = path.parent() {
                let _ = std::fs::create_dir_all(directory);
            }
            let _ = prompt.editor.save_history(path);
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
    /// The last line read, for errors.
    fn place(&self) -> String {
        format!("{}, line {}", self.name, self.lines)
    }

    /// Reads a line, up to a length that is too long for a statement.
    fn next(&mut self) -> Result<Line> {
        let mut line = Vec::new();
        let mut input = self.input.by_ref().take(LONGEST_STATEMENT as u64 + 1);
        let unreadable = |error| CliError::Other(unreadable(&self.name, &error));
        input.read_until(b'\n', &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Ok(Line::End);
        }
        self.lines += 1;
        let line = utf_8(&line).map_err(|error| CliError::from(error).at(&self.place()))?;
        let line = if self.lines == 1 { line.trim_start_matches(BYTE_ORDER_MARK) } else { line };
        Ok(Line::Text(line.to_owned()))
    }
}

/// The name of standard input in errors.
const STANDARD: &str = "standard input";

fn no_prompt(error: ReadlineError) -> CliError {
    failure!("{STANDARD} can't be read: {error}")
}

/// The dot commands.
const NAMES: &[&str] =
    &[".help", ".tables", ".schema", ".mode", ".read", ".output", ".quit", ".exit"];

/// The words for completion.
#[derive(Default)]
pub(super) struct Words {
    /// Tables, and functions with an opening parenthesis.
    pub(super) names: Vec<String>,
    files: FilenameCompleter,
}

/// Keywords of SELECT, of statements about temporary tables, and of EXPLAIN.
const KEYWORDS: &str = "\
    ALL AND AS ASC ATTACH BETWEEN BY CASE CAST COUNT( CREATE CROSS DELETE DESC DISTINCT DROP ELSE \
    END EXCEPT EXISTS EXPLAIN FROM GLOB GROUP GROUP_CONCAT( HAVING IN INDEX INSERT INTERSECT INTO IS \
    JOIN LEFT LIKE LIMIT MAX( MIN( NOT NULL OFFSET ON OR ORDER PLAN PRAGMA QUERY RECURSIVE SELECT \
    SET SUM( TABLE TEMP THEN UNION UPDATE USING VALUES VIEW WHEN WHERE WITH";

impl Words {
    /// The words that begin with a text; keywords have its case.
    fn beginning_with(&self, text: &str, is_first: bool) -> Vec<String> {
        let begins = |word: &str| {
            word.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        if text.starts_with('.') {
            let names = NAMES.iter().filter(|name| is_first && begins(name));
            return names.map(|&name| name.to_owned()).collect();
        }
        let is_lower = !text.contains(|c: char| c.is_ascii_uppercase());
        let in_case = |word: &str| if is_lower { word.to_lowercase() } else { word.to_owned() };
        let keywords = KEYWORDS.split(' ').filter(|word| begins(word)).map(in_case);
        let names = self.names.iter().filter(|name| begins(name)).cloned();
        names.chain(keywords).filter(|_| !text.is_empty()).collect()
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..position];
        if [".read ", ".output "].iter().any(|command| before.starts_with(command)) {
            return self.files.complete(line, position, context);
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let word = before.rsplit(|c| !is_word(c)).next().unwrap_or("");
        let start = position - word.len();
        let found = self.beginning_with(word, before[..start].trim().is_empty());
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::MemHistory;

    /// The completions of the last word of a line.
    fn completed(line: &str) -> Vec<String> {
        let names = ["count", "nq_rank(", "nq_random("].map(str::to_owned).to_vec();
        let words = Words { names, ..Words::default() };
        let history = MemHistory::new();
        let (_, found) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
        found.into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn tab_completes_keywords_names_and_commands() {
        assert_eq!(completed("sel"), ["select"]);
        assert_eq!(completed("SELECT nq_ra"), ["nq_rank(", "nq_random("]);
        assert_eq!(completed("SELECT count(*) FR"), ["FROM"]);
        assert_eq!(completed("SELECT * FROM cou"), ["count", "count("]);
        assert_eq!(completed("max(NQ_RANK"), ["nq_rank("]);
        assert_eq!(completed(".ou"), [".output"]);
        assert_eq!(completed("SELECT .ou"), [""; 0]);
        assert_eq!(completed("SELECT "), [""; 0]);
        assert_eq!(completed("é"), [""; 0]);
        assert!(completed(".read Cargo.to").contains(&"Cargo.toml".to_owned()));
    }
}
