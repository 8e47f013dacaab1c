//! [`NewFile`]: a file that appears when it is complete. [`NewDirectory`]: the same for a directory. All files that
//! commands and functions write, apart from databases, are written by these.

use crate::error::{Error, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir};

/// A file that gets its name when it is complete, and is removed otherwise.
///
/// A file that it replaces keeps its permissions, and must be writable. Of a symbolic link, the target is replaced.
/// Named pipes, devices and open files of this process (`/dev/stdout`, `/dev/fd/3`) are written to directly.
///
/// Errors name the file.
#[derive(Debug)]
pub struct NewFile {
    /// As the user knows it.
    name: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A file with a temporary name, and the path that it gets.
    Temporary(NamedTempFile, PathBuf),
    Direct(File),
}

impl NewFile {
    /// Opens the file that gets this name when it is complete.
    ///
    /// # Errors
    /// If the path is that of a directory, an SQLite database or a file without write permission, and those of the system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let kind = Kind::of(path).map_err(|error| unwritable(path, &error))?;
        Ok(NewFile { name: path.to_owned(), kind })
    }

    /// The temporary path; `None` if the file is written to directly.
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Temporary(file, _) => Some(file.path()),
            Kind::Direct(_) => None,
        }
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.kind, Kind::Direct(file) if file.is_terminal())
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// If the path has become that of a database, and those of the system.
    pub fn complete(self) -> io::Result<()> {
        let Kind::Temporary(file, path) = self.kind else { return Ok(()) };
        let renamed = check_no_database(&path)
            .and_then(|()| file.as_file().sync_all())
            .and_then(|()| file.persist(&path).map_err(|error| in_use(error.error)));
        renamed.map(drop).map_err(|error| unwritable(&self.name, &error))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.kind {
            Kind::Temporary(file, _) => file.as_file_mut(),
            Kind::Direct(file) => file,
        };
        file.write(bytes).map_err(|error| unwritable(&self.name, &error))
    }

    /// Files have no buffer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Kind {
    fn of(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let path = match followed(path) {
            Followed::Open(path) => return open_file(&path).map(Kind::Direct),
            Followed::Path(path) => path,
        };
        if let Some(found) = &found {
            if found.is_dir() {
                return Err(io::Error::other("it is a directory"));
            }
            if !found.is_file() {
                return OpenOptions::new().write(true).open(path).map(Kind::Direct);
            }
            check_no_database(&path)?;
            check_writable(&path, found)?;
        }
        let directory = path.parent().filter(|parent| *parent != "").unwrap_or(Path::new("."));
        // With the permissions of other new files; tempfile would let only the owner read it.
        let file = named().make_in(directory, |path| File::create_new(path))?;
        if let Some(found) = found {
            file.as_file().set_permissions(found.permissions())?;
        }
        Ok(Kind::Temporary(file, path))
    }
}

/// What a path leads to.
enum Followed {
    /// An open file of this process, as `/proc/PID/fd/NUMBER` or `/dev/fd/NUMBER`.
    Open(PathBuf),
    /// A path that is not a symbolic link.
    Path(PathBuf),
}

/// Follows symbolic links.
fn followed(path: &Path) -> Followed {
    let own = fs::canonicalize("/proc/self/fd").unwrap_or("/dev/fd".into());
    let mut path = path.to_owned();
    // The system follows as many.
    for _ in 0..40 {
        let parent = path.parent().and_then(|parent| fs::canonicalize(parent).ok());
        if let (Some(parent), Some(number)) = (parent, path.file_name())
            && parent == own
        {
            return Followed::Open(parent.join(number));
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Followed::Path(path)
}

/// An open file of this process. Output goes to its end: a log keeps what is in it.
fn open_file(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        // With the position that other programs share.
        let shared = match path.file_name().and_then(|number| number.to_str()) {
            Some("1") => Some(io::stdout().as_fd().try_clone_to_owned()),
            Some("2") => Some(io::stderr().as_fd().try_clone_to_owned()),
            _ => None,
        };
        if let Some(shared) = shared {
            return shared.map(File::from);
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// Fails if the file can't be written to: its directory alone would allow to replace it.
fn check_writable(path: &Path, found: &fs::Metadata) -> io::Result<()> {
    if found.permissions().readonly() {
        let message = "it is write-protected";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    // Windows opens no file that another program has open.
    if cfg!(unix) { OpenOptions::new().write(true).open(path).map(drop) } else { Ok(()) }
}

/// Names that differ from those of all files, also of those that killed commands left, and that are short.
fn named() -> Builder<'static, 'static> {
    let mut named = Builder::new();
    named.prefix(".nqdb-").suffix(".part");
    named
}

/// The first bytes of an SQLite file.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// Fails if the file is a database, which output never replaces.
fn check_no_database(path: &Path) -> io::Result<()> {
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

/// An error that names the file or directory.
pub fn unwritable(path: &Path, error: &io::Error) -> io::Error {
    let (name, directory) = (path.display(), path.parent().unwrap_or(path).display());
    let message = match error.kind() {
        io::ErrorKind::NotFound if path.parent().is_some_and(|parent| !parent.is_dir()) => {
            format!("{name}: the directory {directory} does not exist")
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
        let parent = directory.parent().filter(|parent| *parent != "").unwrap_or(Path::new("."));
        let mut named = named();
        // With the permissions of other new directories.
        #[cfg(unix)]
        named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let temporary = named.tempdir_in(parent).map_err(|error| uncreated(directory, error))?;
        Ok(NewDirectory { temporary, directory: directory.to_owned() })
    }

    /// Its path until it is complete.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if it can't be renamed.
    pub fn finish(mut self) -> Result<()> {
        fs::rename(self.path(), &self.directory)
            .map_err(|error| Error::Unwritable { path: self.directory.clone(), error })?;
        self.temporary.disable_cleanup(true);
        Ok(())
    }
}

/// The error of a directory that was not created.
fn uncreated(directory: &Path, error: io::Error) -> Error {
    let error = match directory.parent().filter(|_| error.kind() == io::ErrorKind::NotFound) {
        Some(parent) => {
            io::Error::other(format!("the directory {} does not exist", parent.display()))
        }
        None => error,
    };
    Error::Unwritable { path: directory.to_owned(), error }
}
