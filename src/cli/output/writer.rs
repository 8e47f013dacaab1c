use crate::cli::error::Failure;
use serde::Serialize;
use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Stdout, Write};

/// A line on standard error. If nobody can read it, there is nobody to tell.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "nqdb: {message}");
}

/// Standard output: bare lines or JSON Lines.
pub(crate) struct Output {
    writer: BufWriter<Stdout>,
    json: bool,
    /// Whether somebody waits for each line.
    prompt: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let stdout = std::io::stdout();
        let prompt = stdout.is_terminal();
        Output { writer: BufWriter::with_capacity(1 << 16, stdout), json, prompt }
    }

    /// Whether JSON is wanted.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// The form of the answers: the one that was chosen, or JSON if that is wanted of every command.
    pub(crate) fn form<F>(&self, chosen: F, json: F) -> F {
        if self.json { json } else { chosen }
    }

    /// From now on each line goes out at once.
    pub(crate) fn line_by_line(&mut self) {
        self.prompt = true;
    }

    /// A line of text.
    pub(crate) fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.writer, "{text}")?;
        self.end_line()
    }

    /// A line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.writer, value).map_err(std::io::Error::from)?;
        writeln!(self.writer)?;
        self.end_line()
    }

    /// JSON if that is wanted, else the text.
    pub(crate) fn answer(
        &mut self,
        text: impl Display,
        json: impl Serialize,
    ) -> Result<(), Failure> {
        if self.json { self.json(&json) } else { self.line(text) }
    }

    fn end_line(&mut self) -> Result<(), Failure> {
        if self.prompt {
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Writes what is still held back.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}
