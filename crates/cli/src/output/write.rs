//! Writes output as lines of text or JSON to standard output or to the file of `--output`, which appears when it is
//! complete, and messages to stderr.

use crate::error::Result;
use crate::output::{Format, FormatArg};
use nqdb_dataset::Target;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Whether `--quiet` is given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on, hides notes and progress.
pub(crate) fn be_quiet() {
    QUIET.store(true, Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Prints a note to stderr, which `--quiet` hides: something that a user can do without.
pub(crate) fn note(message: impl Display) {
    if !is_quiet() {
        warn(message);
    }
}

/// Prints to stderr what `--quiet` does not hide: an error, a warning that a result is not all that was asked for, or
/// an explanation that was asked for. A failure is ignored, because it can't be reported.
pub(crate) fn warn(message: impl Display) {
    let _ = writeln!(io::stderr(), "nqdb: {message}");
}

/// A JSON object with these fields, in this order.
macro_rules! object {
    ($($(#[$attribute:meta])* $name:ident: $value:expr),* $(,)?) => {{
        #[allow(non_camel_case_types, clippy::too_many_arguments, reason = "one for each field")]
        fn object<$($name: serde::Serialize),*>($($name: $name),*) -> impl serde::Serialize {
            #[derive(serde::Serialize)]
            struct Object<$($name),*> {
                $($(#[$attribute])* $name: $name),*
            }
            Object { $($name),* }
        }
        object($($value),*)
    }};
}

pub(crate) use object;

/// Standard output or the file of `--output`, buffered.
pub(crate) struct Output {
    writer: BufWriter<Target>,
    /// Whether JSON is printed: `--json`, or `--format json`.
    pub(crate) is_json: bool,
    /// Whether the output is a terminal, where each line is flushed.
    pub(crate) is_terminal: bool,
    /// Whether the output is a file that appears when it is complete.
    pub(crate) is_file: bool,
}

impl Output {
    pub(crate) fn new(target: Target, is_json: bool) -> Self {
        let (is_terminal, is_file) = (target.is_terminal(), target.part().is_some());
        Output { writer: BufWriter::with_capacity(1 << 16, target), is_json, is_terminal, is_file }
    }

    /// The format to print: JSON with `--json`, else `chosen`. From now on, JSON means both.
    pub(crate) fn format(&mut self, chosen: FormatArg) -> Format {
        self.is_json |= chosen.format == Format::Json;
        if self.is_json { Format::Json } else { chosen.format }
    }

    /// Flushes the lines so far, before anything that can take a long time, for programs that wait for them.
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
        serde_json::to_writer(&mut self.writer, value).map_err(io::Error::from)?;
        writeln!(self.writer)?;
        self.end_line()
    }

    /// Prints the JSON or the text.
    pub(crate) fn answer(&mut self, text: impl Display, json: impl Serialize) -> Result {
        if self.is_json { self.json(&json) } else { self.line(text) }
    }

    /// Prints the JSON, or the bytes of a path, which may not be Unicode.
    pub(crate) fn path(&mut self, path: &Path, json: impl Serialize) -> Result {
        if self.is_json {
            return self.json(&json);
        }
        self.write_all(path.as_os_str().as_encoded_bytes())?;
        self.line("")
    }

    fn end_line(&mut self) -> Result {
        if self.is_terminal { self.flush_lines() } else { Ok(()) }
    }

    /// Flushes the buffer and completes the file of `--output`.
    pub(crate) fn finish(mut self) -> Result {
        self.flush_lines()?;
        let target = self.writer.into_inner().map_err(IntoInnerError::into_error)?;
        Ok(target.complete()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The message for a file that can't be read. Windows opens no directory.
pub(crate) fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: no such file"),
        _ if Path::new(name).is_dir() => format!("expected a file, got the directory {name}"),
        _ => format!("{name} can't be read: {error}"),
    }
}
