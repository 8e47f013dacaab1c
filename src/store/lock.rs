use crate::error::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The right to build into a database: a file beside it, locked as long as the builder lives.
///
/// The system releases the lock when the process ends, however it ends. The file names the holder
/// and is removed at the end; one that a killed build left behind is taken over.
pub(super) struct BuildLock {
    _file: File,
    path: PathBuf,
}

impl BuildLock {
    /// Takes the lock of the database at `database`, or says who holds it.
    pub(super) fn take(database: &Path) -> Result<Self, StoreError> {
        let path = lock_path(database);
        loop {
            let options =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = options.map_err(|error| StoreError::ReadOnly {
                what: format!("{}: {error}", path.display()),
            })?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Locked { holder: holder(&mut file) });
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            // The builder before may have removed this very file after we had opened it.
            if is_still_at(&file, &path) {
                file.set_len(0)?;
                file.rewind()?;
                writeln!(file, "process {}", std::process::id())?;
                file.sync_data()?;
                return Ok(BuildLock { _file: file, path });
            }
        }
    }
}

/// Removes the lock file of a builder that died, if there is one and this process may.
pub(super) fn sweep(database: &Path) {
    if lock_path(database).exists() {
        let _ = BuildLock::take(database);
    }
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        // Removed while it is held, so that nobody else's lock file goes.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// `DATABASE-lock`, beside the file that a symbolic link leads to.
fn lock_path(database: &Path) -> PathBuf {
    let real = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    let mut name = real.into_os_string();
    name.push("-lock");
    name.into()
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.take(200).read_to_string(&mut text);
    match (read, text.trim()) {
        (Ok(_), holder) if !holder.is_empty() => holder.to_owned(),
        _ => "a process that has just begun".to_owned(),
    }
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(held), Ok(there)) => identity(held) == identity(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_at(_: &File, path: &Path) -> bool {
    // Elsewhere an open file can't be removed.
    path.exists()
}
