//! [`write_directory`]: a data set as a directory of files. [`NewDirectory`]: a directory that appears when it is
//! complete.

use crate::card::{Card, Written, card};
use crate::error::{Error, Rejected, Result};
use crate::layout::Layout;
use crate::spec::{Spec, Split};
use crate::tasks::Tasks;
use nqdb::{Board, Watch, random_seed};
use sha2::{Digest, Sha256};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Replaces a file of JSON Lines by a file in another format, and returns its path, in the same directory.
pub type Convert<'a> = dyn FnMut(&Path) -> io::Result<PathBuf> + 'a;

/// Writes a data set to a new directory, which appears when it is complete: a file of JSON Lines for each split that
/// has tasks, `README.md` (the data card) and `SHA256SUMS` (the digests of the other files, as `sha256sum -c` reads
/// them). What killed processes left of the same directory is removed.
///
/// # Errors
/// Those of [`NewDirectory::create`] and [`Tasks`]; [`Error::NoTasks`] if there are tasks to make and none is found;
/// [`Error::Unwritable`] for a file.
pub fn write_directory(
    directory: &Path,
    boards: &[Board],
    spec: &Spec,
    layout: Layout,
    mut convert: Option<&mut Convert<'_>>,
    watch: &Arc<dyn Watch>,
) -> Result<Vec<Written>> {
    let begun = NewDirectory::create(directory)?;
    let mut splits = Vec::new();
    for split in Split::ALL {
        let tasks = boards.iter().map(|board| Tasks::new(board, spec, split, Arc::clone(watch)));
        splits.push((split, tasks.collect::<Result<Vec<_>>>()?));
    }
    // The name that the user knows.
    let unwritable = |path: PathBuf| {
        let path = directory.join(path.file_name().unwrap_or_default());
        move |error| Error::Unwritable { path, error }
    };
    let mut written = Vec::new();
    for (split, mut tasks) in splits {
        let file = format!("{}.jsonl", split.name());
        let path = begun.path.join(&file);
        let out = File::create_new(&path).map_err(unwritable(path.clone()))?;
        let mut out = Hashed::new(BufWriter::new(out));
        let (mut count, mut rejected) = (0, Rejected::default());
        let wanted = tasks.iter().map(Tasks::wanted).sum();
        for task in tasks.iter_mut().flatten() {
            layout.write(&task?, &mut out).map_err(unwritable(path.clone()))?;
            count += 1;
        }
        tasks.iter().for_each(|tasks| rejected += tasks.rejected());
        out.flush().map_err(unwritable(path.clone()))?;
        let Hashed { hash, lines, bytes, .. } = out;
        let sha256 = hex(hash);
        let mut this =
            Written { split, file, tasks: count, wanted, rejected, lines, bytes, sha256 };
        if count == 0 {
            fs::remove_file(&path).map_err(unwritable(path))?;
        } else if let Some(convert) = &mut convert {
            this.converted(convert, &path).map_err(unwritable(path))?;
        }
        written.push(this);
    }
    check_tasks(&written)?;
    let filled: Vec<&Written> = written.iter().filter(|file| file.tasks > 0).collect();
    let text = card(&Card { boards, spec, layout, files: &filled });
    let mut sums: String =
        filled.iter().map(|file| format!("{}  {}\n", file.sha256, file.file)).collect();
    sums += &format!("{}  README.md\n", hex(Sha256::new().chain_update(&text)));
    for (name, text) in [("README.md", &text), ("SHA256SUMS", &sums)] {
        let path = begun.path.join(name);
        fs::write(&path, text).map_err(unwritable(path))?;
    }
    begun.finish()?;
    Ok(written)
}

/// Fails if there are no tasks, and some were wanted.
fn check_tasks(written: &[Written]) -> Result<()> {
    let mut rejected = Rejected::default();
    written.iter().for_each(|file| rejected += file.rejected);
    let are_missing =
        written.iter().any(|file| file.wanted > 0) && written.iter().all(|file| file.tasks == 0);
    if are_missing { Err(Error::NoTasks(rejected)) } else { Ok(()) }
}

impl Written {
    fn converted(&mut self, convert: &mut Convert<'_>, path: &Path) -> io::Result<()> {
        let path = convert(path)?;
        let mut hashed = Hashed::new(io::sink());
        self.bytes = io::copy(&mut File::open(&path)?, &mut hashed)?;
        self.sha256 = hex(hashed.hash);
        self.file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(())
    }
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A directory under a temporary name, with a locked file by which others see that it is in use. It is removed if the work
/// fails; a killed process leaves it, and the next one removes it.
#[derive(Debug)]
pub struct NewDirectory {
    path: PathBuf,
    directory: PathBuf,
    lock: Option<File>,
}

/// The locked file.
const LOCK: &str = ".lock";

impl NewDirectory {
    /// Creates the directory that gets this name when it is complete.
    ///
    /// # Errors
    /// [`Error::Exists`] if one has the name; [`Error::Unwritable`].
    pub fn create(directory: &Path) -> Result<Self> {
        if directory.symlink_metadata().is_ok() {
            return Err(Error::Exists(directory.to_owned()));
        }
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        remove_left(directory, &name);
        loop {
            // No number is used twice, so a path is always that of the same directory.
            let path = directory.with_file_name(format!("{name}.{}.part", random_seed() as u32));
            match begin(&path) {
                Ok(Some(lock)) => {
                    return Ok(NewDirectory {
                        path,
                        directory: directory.to_owned(),
                        lock: Some(lock),
                    });
                }
                Ok(None) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(uncreated(directory, error)),
            }
        }
    }

    /// Its path until it is complete.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if it can't be renamed.
    pub fn finish(mut self) -> Result<()> {
        let unlocked = fs::remove_file(self.path.join(LOCK));
        // Windows renames no directory with an open file.
        self.lock = None;
        let renamed = unlocked.and_then(|()| fs::rename(&self.path, &self.directory));
        renamed.map_err(|error| Error::Unwritable { path: self.directory.clone(), error })
    }
}

/// The error of a directory that was not created.
fn uncreated(directory: &Path, error: io::Error) -> Error {
    let error = match directory.parent().filter(|_| error.kind() == ErrorKind::NotFound) {
        Some(parent) => {
            io::Error::other(format!("the directory {} does not exist", parent.display()))
        }
        None => error,
    };
    Error::Unwritable { path: directory.to_owned(), error }
}

/// Creates a directory with a locked file. `None` if another process took it for one left behind before that.
fn begin(path: &Path) -> io::Result<Option<File>> {
    fs::create_dir(path)?;
    let lock = match File::create_new(path.join(LOCK)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        lock => lock.inspect_err(|_| drop(fs::remove_dir(path)))?,
    };
    // Without locks in the file system nothing is removed.
    let is_lost = matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) || !has_lock(path);
    Ok(Some(lock).filter(|_| !is_lost))
}

fn has_lock(path: &Path) -> bool {
    path.join(LOCK).symlink_metadata().is_ok_and(|data| data.is_file())
}

/// Removes the directories that killed processes left next to this one. Errors are ignored, since these directories are
/// in nobody's way.
fn remove_left(directory: &Path, name: &str) {
    let parent = directory.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(parent.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let other = entry.file_name();
        let is_of_this = other.to_str().and_then(|other| {
            let number = other.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".part")?;
            number.parse::<u32>().ok()
        });
        if is_of_this.is_some() && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = remove_if_left(&entry.path());
        }
    }
}

/// Removes a directory whose file no process has locked. Without this file it is about to be completed, and not empty,
/// or its process ended at once.
fn remove_if_left(path: &Path) -> io::Result<()> {
    if !has_lock(path) {
        return fs::remove_dir(path);
    }
    let lock = File::open(path.join(LOCK))?;
    lock.try_lock()?;
    // It may have been completed in the meantime.
    if has_lock(path) {
        remove(path, Some(lock));
    }
    Ok(())
}

/// Removes a directory, and ignores errors. File systems of Windows keep a deleted file, and so its directory, until it is
/// closed.
fn remove(path: &Path, lock: Option<File>) {
    if fs::remove_dir_all(path).is_err() {
        drop(lock);
        let _ = fs::remove_dir(path);
    }
}

impl Drop for NewDirectory {
    fn drop(&mut self) {
        // After `finish` there is nothing of this name.
        remove(&self.path, self.lock.take());
    }
}

/// Counts and hashes what is written.
struct Hashed<W> {
    out: W,
    hash: Sha256,
    lines: u64,
    bytes: u64,
}

impl<W> Hashed<W> {
    fn new(out: W) -> Self {
        Hashed { out, hash: Sha256::new(), lines: 0, bytes: 0 }
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.lines += bytes[..written].iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
