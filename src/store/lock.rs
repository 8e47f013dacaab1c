//! The lock that keeps a second builder out of a database file.

use super::error::{DiskError, LockError, Result, StoreError};
use super::journal::companion;
use crate::files::file_id;
use crate::watch::{Activity, Watch, Watched};
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The exclusive right to build into a database: a locked file next to it.
///
/// The system releases the lock when the process ends, however it ends. The file names the holder and is removed with
/// the lock; one left behind by a killed build is taken over.
#[derive(Debug)]
pub struct BuildLock {
    /// `None` once the lock is released.
    file: Option<File>,
    path: PathBuf,
}

/// The first word of a lock file. A file that begins differently is not nqdb's.
const MARK: &str = "process ";

/// Time between two attempts to take the lock.
const POLL: Duration = Duration::from_millis(50);

impl BuildLock {
    /// Takes the lock of the database at `database`. If it is held, the error names the holder.
    pub(super) fn take(database: &Path) -> Result<Self> {
        let path = companion(database, "-lock");
        loop {
            if path.is_symlink() {
                return Err(unusable(&path, "a symbolic link is in the place of the lock file"));
            }
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let Some(file) = open_locked(options, &path)? else {
                let start = File::open(&path).and_then(|mut file| read_start(&mut file));
                let holder = start.ok().filter(|start| !start.is_empty());
                let holder = holder.unwrap_or_else(|| "a process that has just started".to_owned());
                return Err(LockError::Held { holder }.into());
            };
            if let Some(lock) = Self::signed(file, &path)? {
                return Ok(lock);
            }
        }
    }

    /// The lock of a locked file, which gets the name of this process. `None` if the previous builder has removed the
    /// file from its path after it was opened.
    pub fn signed(mut file: File, path: &Path) -> Result<Option<Self>> {
        let is_here = |here| file.metadata().is_ok_and(|opened| file_id(&opened) == file_id(&here));
        if !std::fs::metadata(path).is_ok_and(is_here) {
            return Ok(None);
        }
        let text = read_start(&mut file).map_err(|error| unusable(path, error))?;
        // A builder may have been killed while writing its name.
        if !text.starts_with(MARK) && !MARK.starts_with(&text) {
            return Err(unusable(path, "another file is in the place of the lock file"));
        }
        let name = format!("{MARK}{}\n", std::process::id());
        let signed = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(name.as_bytes()));
        // The file is removed if it could not be signed.
        let lock = BuildLock { file: Some(file), path: path.to_owned() };
        Ok(signed.map(|()| Some(lock))?)
    }

    /// Takes the lock as soon as it is free, within `patience`. The watch can end the wait.
    pub(super) fn take_within(
        database: &Path,
        patience: Duration,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let (began, watched) =
            (Instant::now(), Watched::without_board(watch, Activity::Waiting, ""));
        loop {
            match Self::take(database) {
                Err(StoreError::Lock(LockError::Held { .. })) if began.elapsed() < patience => {}
                taken => return taken,
            }
            watched.tick(0, None)?;
            // A killed process releases its lock without notice.
            std::thread::sleep(POLL);
        }
    }
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        if cfg!(windows) {
            self.file = None;
        }
        // Elsewhere it is removed while the lock is held, so that it can't be another builder's file. On Windows, where
        // nothing removes an open lock file, another builder's stays.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn read_start(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.take(200).read_to_end(&mut bytes)?;
    // A power failure may have left zeros.
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned())
}

/// Opens the lock file and locks it; `None` if another process holds the lock.
#[cfg(not(windows))]
fn open_locked(options: OpenOptions, path: &Path) -> Result<Option<File>> {
    use std::fs::TryLockError;
    let file = options.open(path).map_err(|error| unusable(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(LockError::NoLocks { what: error.to_string() }.into())
        }
    }
}

/// On Windows the open file is the lock: until it is closed, others can read it, to name the holder, but they can't
/// open it to write, rename it or remove it.
#[cfg(windows)]
fn open_locked(mut options: OpenOptions, path: &Path) -> Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    match options.share_mode(FILE_SHARE_READ).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(unusable(path, error)),
    }
}

/// Why the lock file can't be used.
fn unusable(path: &Path, what: impl Display) -> StoreError {
    DiskError::ReadOnly { what: format!("{}: {what}", path.display()) }.into()
}
