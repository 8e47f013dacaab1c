//! The destination of output: standard output, or the file of `--output`, which is written atomically.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, IsTerminal, Read, Result, Stdout, Write};
use std::path::{Path, PathBuf};

/// The destination of output.
pub(crate) enum Target {
    Stdout(Stdout),
    /// A file that gets its name when it is complete.
    File(NewFile),
    /// Something other than a regular file, such as a named pipe, which is written to directly.
    Device(File, PathBuf),
}

impl Target {
    pub(crate) fn stdout() -> Self {
        Target::Stdout(std::io::stdout())
    }

    /// The file with this name, which appears when it is complete.
    pub(crate) fn file(path: &Path) -> Result<Self> {
        let opened = match std::fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                let device = OpenOptions::new().write(true).open(path);
                device.map(|device| Target::Device(device, path.to_owned()))
            }
            _ => NewFile::create(path).map(Target::File),
        };
        opened.map_err(|error| unwritable(path, &error))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            Target::Stdout(stdout) => stdout.is_terminal(),
            Target::Device(device, _) => device.is_terminal(),
            Target::File(_) => false,
        }
    }

    /// Gives a complete file its name.
    pub(crate) fn complete(&mut self) -> Result<()> {
        match self {
            Target::File(file) => file.rename().map_err(|error| unwritable(&file.path, &error)),
            Target::Stdout(_) | Target::Device(..) => Ok(()),
        }
    }

    /// The writer, and the file name for errors.
    fn writer(&mut self) -> (&mut dyn Write, Option<&Path>) {
        match self {
            Target::Stdout(stdout) => (stdout, None),
            Target::File(NewFile { file, path, .. }) | Target::Device(file, path) => {
                (file, Some(path))
            }
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let (writer, path) = self.writer();
        writer.write(bytes).map_err(|error| match path {
            Some(path) => unwritable(path, &error),
            None => error,
        })
    }

    fn flush(&mut self) -> Result<()> {
        self.writer().0.flush()
    }
}

/// An error that names the file.
fn unwritable(path: &Path, error: &Error) -> Error {
    Error::new(error.kind(), format!("{} can't be written: {error}", path.display()))
}

/// Fails if the file is a database, which output never replaces.
pub(crate) fn check_no_database(path: &Path) -> Result<()> {
    let mut start = [0; SQLITE.len()];
    match File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
        Ok(()) if start == *SQLITE => Err(Error::other("it is a database")),
        _ => Ok(()),
    }
}

/// The first bytes of an SQLite file.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// A file that has a temporary name until it is complete, and is removed otherwise.
pub(crate) struct NewFile {
    file: File,
    /// Its final name.
    path: PathBuf,
    /// Its temporary name; `None` once it is complete.
    part: Option<PathBuf>,
}

impl NewFile {
    fn create(path: &Path) -> Result<Self> {
        // The target of a link is replaced, not the link.
        let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            return Err(Error::other("it is a directory"));
        }
        check_no_database(&path)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        Ok(NewFile { file, path, part: Some(part) })
    }

    fn rename(&mut self) -> Result<()> {
        if let Some(part) = self.part.take() {
            // The command may have created one.
            let renamed = check_no_database(&self.path)
                .and_then(|()| self.file.sync_all())
                .and_then(|()| std::fs::rename(&part, &self.path).map_err(in_use));
            self.part = renamed.is_err().then_some(part);
            return renamed;
        }
        Ok(())
    }
}

/// Windows replaces no file that another program has open, and says only that access is denied.
fn in_use(error: Error) -> Error {
    if cfg!(windows) && error.kind() == ErrorKind::PermissionDenied {
        return Error::new(error.kind(), format!("{error}; another program may have it open"));
    }
    error
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // If it fails, a file with the suffix .part is left.
            let _ = std::fs::remove_file(part);
        }
    }
}
