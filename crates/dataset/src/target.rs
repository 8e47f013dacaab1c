//! [`Target`]: standard output, or a file that appears when it is complete. [`NewDirectory`]: a directory that appears
//! when it is complete. All files that commands and functions write, apart from databases, are written by these.

use crate::error::{Error, Result};
use nqdb::internal::{file_id, real_path};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Read, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir};

/// Where output goes: standard output, or a file that gets its name when it is complete, and is removed otherwise.
///
/// A file that is replaced keeps its permissions, and must be writable. Of a symbolic link, the target is replaced.
/// Standard output (`/dev/stdout`, or its file by another name), named pipes, the pipes of this process (`/dev/fd/63`)
/// and devices are written to directly; other open files of this process are refused.
///
/// Errors name the file.
#[derive(Debug)]
pub struct Target {
    /// The path of the file, as the user knows it.
    name: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Stdout(Stdout),
    /// A file with a temporary name, and the path that it gets.
    Temporary(NamedTempFile, PathBuf),
    Direct(File),
}

impl Target {
    /// Standard output.
    pub fn stdout() -> Self {
        Target { name: PathBuf::new(), kind: Kind::Stdout(io::stdout()) }
    }

    /// The file with this path, once it is complete.
    ///
    /// # Errors
    /// If it is a directory, an SQLite database or without write permission, and those of the system.
    pub fn file(path: &Path) -> io::Result<Self> {
        Target::named(path, path.to_owned())
    }

    fn named(path: &Path, name: PathBuf) -> io::Result<Self> {
        let kind = Kind::of(path).map_err(|error| unwritable(&name, &error))?;
        Ok(Target { name, kind })
    }

    /// The temporary path of the file, if it has one.
    pub fn part(&self) -> Option<&Path> {
        if let Kind::Temporary(file, _) = &self.kind { Some(file.path()) } else { None }
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        match &self.kind {
            Kind::Stdout(stdout) => stdout.is_terminal(),
            Kind::Temporary(..) => false,
            Kind::Direct(file) => file.is_terminal(),
        }
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// If the path has become that of a database, and those of the system.
    pub fn complete(self) -> io::Result<()> {
        let Kind::Temporary(file, path) = self.kind else { return Ok(()) };
        let renamed = check_replaceable(&path)
            .and_then(|()| file.as_file().sync_all())
            .and_then(|()| Ok(file.persist(&path)?));
        renamed.map(drop).map_err(|error| unwritable(&self.name, &error))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.kind {
            Kind::Stdout(stdout) => return stdout.write(bytes),
            Kind::Temporary(file, _) => file.as_file_mut().write(bytes),
            Kind::Direct(file) => file.write(bytes),
        };
        written.map_err(|error| unwritable(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        // Files have no buffer.
        if let Kind::Stdout(stdout) = &mut self.kind { stdout.flush() } else { Ok(()) }
    }
}

impl Kind {
    fn of(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            found => Some(found?),
        };
        if let Some(old) = &found {
            if fs::metadata("/dev/stdout").is_ok_and(|stdout| file_id(&stdout) == file_id(old)) {
                return Ok(Kind::Stdout(io::stdout()));
            }
            if old.is_dir() {
                return Err(io::Error::other("it is a directory"));
            }
            if !old.is_file() {
                return OpenOptions::new().append(true).open(path).map(Kind::Direct);
            }
            // Opened again, it would have a position of its own.
            if is_open_file(path) {
                let message = "it is a file that is open already; redirect standard output to it";
                return Err(io::Error::other(message));
            }
            if old.permissions().readonly() {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
            }
        }
        check_replaceable(path)?;
        let path = real_path(path);
        // With the permissions of other new files; tempfile would let only the owner read it.
        let file = named().make_in(parent(&path), |path| File::create_new(path))?;
        if let Some(old) = found {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Kind::Temporary(file, path))
    }
}

/// Whether a path leads out of `/dev` or `/proc`, to an open file of this process: `/dev/fd/3`, `/proc/self/fd/3`.
fn is_open_file(path: &Path) -> bool {
    let leads_out = |root| !fs::canonicalize(path).is_ok_and(|real| real.starts_with(root));
    ["/dev", "/proc"].into_iter().any(|root| path.starts_with(root) && leads_out(root))
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != "").unwrap_or(Path::new("."))
}

/// Fails for a file that its directory allows to replace, although it can't be written to or is a database.
fn check_replaceable(path: &Path) -> io::Result<()> {
    const SQLITE: &[u8; 16] = b"SQLite format 3\0";
    let mut start = [0; SQLITE.len()];
    match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        file => match file?.read_exact(&mut start) {
            Ok(()) if start == *SQLITE => Err(io::Error::other("it is a database")),
            _ => Ok(()),
        },
    }
}

/// Names that differ from those of all files, also of those that killed commands left, and that are short.
fn named() -> Builder<'static, 'static> {
    let mut named = Builder::new();
    named.prefix(".nqdb-").suffix(".part");
    named
}

/// An error that names the file or directory.
pub fn unwritable(path: &Path, error: &io::Error) -> io::Error {
    let (name, directory) = (path.display(), parent(path));
    let message = match error.kind() {
        ErrorKind::NotFound if !directory.is_dir() => {
            format!("{name}: the directory {} does not exist", directory.display())
        }
        _ => format!("{name} can't be written: {error}"),
    };
    io::Error::new(error.kind(), message)
}

/// A directory under a temporary name, which is removed unless it is complete.
#[derive(Debug)]
pub struct NewDirectory {
    temporary: TempDir,
    directory: PathBuf,
}

impl NewDirectory {
    /// Creates the directory that gets this name when it is complete.
    ///
    /// # Errors
    /// [`Error::Exists`] if one has the name; [`Error::Unwritable`].
    pub fn create(directory: &Path) -> Result<Self> {
        if directory.symlink_metadata().is_ok() {
            return Err(Error::Exists(directory.to_owned()));
        }
        let mut named = named();
        // With the permissions of other new directories.
        #[cfg(unix)]
        named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let temporary =
            named.tempdir_in(parent(directory)).map_err(|error| unwritable(directory, &error))?;
        Ok(NewDirectory { temporary, directory: directory.to_owned() })
    }

    /// Its path until it is complete.
    pub(crate) fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// A new file in it.
    ///
    /// # Errors
    /// Those of [`Target::file`], which name the file as it is called in the end.
    pub fn file(&self, name: &str) -> io::Result<Target> {
        Target::named(&self.path().join(name), self.directory.join(name))
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if it can't be renamed.
    pub fn finish(mut self) -> Result<()> {
        let renamed = fs::rename(self.path(), &self.directory);
        renamed.map_err(|error| unwritable(&self.directory, &error))?;
        self.temporary.disable_cleanup(true);
        Ok(())
    }
}
