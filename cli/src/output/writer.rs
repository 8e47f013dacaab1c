//! Writes output as lines of text or JSON, and messages to stderr.

use crate::error::Result;
use crate::output::target::Target;
use nqdb::answers::write_json;
use serde::Serialize;
use std::fmt::Display;
use std::io::{BufWriter, Write};

/// Prints a message to stderr; a failure is ignored, because it can't be reported.
pub(crate) fn note(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "nqdb: {message}");
}

/// Standard output or the file of `--output`, buffered.
pub(crate) struct Output {
    writer: BufWriter<Target>,
    /// Whether `--json` is given.
    json: bool,
    /// Whether the output is a terminal, where each line is flushed.
    is_terminal: bool,
}

impl Output {
    pub(crate) fn new(target: Target, json: bool) -> Self {
        let is_terminal = target.is_terminal();
        Output { writer: BufWriter::with_capacity(1 << 16, target), json, is_terminal }
    }

    /// Whether the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether `--json` is given.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// The format to print: `json` with `--json`, else `chosen`.
    pub(crate) fn format<F>(&self, chosen: F, json: F) -> F {
        if self.json { json } else { chosen }
    }

    /// Flushes the lines so far, before anything that can take long, for programs that wait for them.
    pub(crate) fn flush_lines(&mut self) -> Result {
        Ok(self.writer.flush()?)
    }

    /// Prints a line of text.
    pub(crate) fn line(&mut self, text: impl Display) -> Result {
        writeln!(self.writer, "{text}")?;
        self.end_line()
    }

    /// Prints a line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result {
        write_json(&mut self.writer, value)?;
        writeln!(self.writer)?;
        self.end_line()
    }

    /// Prints the JSON with `--json`, else the text.
    pub(crate) fn answer(&mut self, text: impl Display, json: impl Serialize) -> Result {
        if self.json { self.json(&json) } else { self.line(text) }
    }

    fn end_line(&mut self) -> Result {
        if self.is_terminal { self.flush_lines() } else { Ok(()) }
    }

    /// Flushes the buffer and completes the file of `--output`.
    pub(crate) fn finish(&mut self) -> Result {
        self.flush_lines()?;
        Ok(self.writer.get_mut().complete()?)
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
