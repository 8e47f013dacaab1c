//! Writes output as lines of text or JSON to standard output or to the file of `--output`, which appears when it is
//! complete, and messages to stderr.

use crate::error::Result;
use crate::output::format::{Format, FormatArg};
use nqdb::answers::write_json;
use serde::Serialize;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IntoInnerError, IsTerminal, Read, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use tempfile::{Builder, NamedTempFile};

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
        write_json(&mut self.writer, value)?;
        writeln!(self.writer)?;
        self.end_line()
    }

    /// Prints the JSON or the text.
    pub(crate) fn answer(&mut self, text: impl Display, json: impl Serialize) -> Result {
        if self.is_json { self.json(&json) } else { self.line(text) }
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

/// The destination of output.
pub(crate) enum Target {
    Stdout(Stdout),
    /// A file with a temporary name, which is removed unless it gets its own when it is complete.
    File(NamedTempFile, PathBuf),
    /// Something other than a regular file, such as a named pipe, which is written to directly.
    Device(File, PathBuf),
}

impl Target {
    /// The file with this name, which appears when it is complete.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let opened = match std::fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                let device = OpenOptions::new().write(true).open(path);
                device.map(|device| Target::Device(device, path.to_owned()))
            }
            _ => Target::new_file(path),
        };
        opened.map_err(|error| unwritable(path, &error))
    }

    fn new_file(path: &Path) -> io::Result<Self> {
        // The target of a link is replaced, not the link.
        let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            return Err(io::Error::other("it is a directory"));
        }
        check_no_database(&path)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let directory = path.parent().unwrap_or(Path::new(""));
        // With the permissions of other new files; tempfile would let only the owner read it.
        let file = Builder::new()
            .prefix(&name)
            .rand_bytes(0)
            .make_in(directory, |path| File::create_new(path))?;
        Ok(Target::File(file, path))
    }

    /// The file with a temporary name, if there is one.
    pub(crate) fn part(&self) -> Option<PathBuf> {
        match self {
            Target::File(file, _) => Some(file.path().to_owned()),
            _ => None,
        }
    }

    fn is_terminal(&self) -> bool {
        match self {
            Target::Stdout(stdout) => stdout.is_terminal(),
            Target::Device(device, _) => device.is_terminal(),
            Target::File(..) => false,
        }
    }

    /// Gives a complete file its name.
    fn complete(self) -> io::Result<()> {
        let Target::File(file, path) = self else { return Ok(()) };
        // The command may have created one.
        let renamed = check_no_database(&path)
            .and_then(|()| file.as_file().sync_all())
            .and_then(|()| file.persist(&path).map_err(|error| in_use(error.error)));
        renamed.map(drop).map_err(|error| unwritable(&path, &error))
    }

    /// The writer, and the file name for errors.
    fn writer(&mut self) -> (&mut dyn Write, Option<&Path>) {
        match self {
            Target::Stdout(stdout) => (stdout, None),
            Target::File(file, path) => (file.as_file_mut(), Some(path)),
            Target::Device(file, path) => (file, Some(path)),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (writer, path) = self.writer();
        writer.write(bytes).map_err(|error| match path {
            Some(path) => unwritable(path, &error),
            None => error,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().0.flush()
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

/// An error that names the file.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> io::Error {
    let (name, directory) = (path.display(), path.parent().unwrap_or(path).display());
    let message = match error.kind() {
        io::ErrorKind::NotFound if path.parent().is_some_and(|parent| !parent.is_dir()) => {
            format!("{name}: the directory {directory} does not exist")
        }
        _ => format!("{name} can't be written: {error}"),
    };
    io::Error::new(error.kind(), message)
}

/// The first bytes of an SQLite file.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// Fails if the file is a database, which output never replaces.
pub(crate) fn check_no_database(path: &Path) -> io::Result<()> {
    let mut start = [0; SQLITE.len()];
    match File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
        Ok(()) if start == *SQLITE => Err(io::Error::other("it is a database")),
        _ => Ok(()),
    }
}

/// Windows replaces no file that another program has open, and says only that access is denied.
fn in_use(error: io::Error) -> io::Error {
    if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied {
        return io::Error::new(error.kind(), format!("{error}; another program may have it open"));
    }
    error
}
