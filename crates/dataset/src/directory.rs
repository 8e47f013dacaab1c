//! [`write_directory`]: a data set as a directory of files.

use crate::card::{Card, Written, card};
use crate::error::{Error, Rejected, Result};
use crate::layout::Layout;
use crate::spec::{Spec, Split};
use crate::target::{NewDirectory, unwritable};
use crate::tasks::Tasks;
use nqdb::{Board, watch::Watch};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Replaces a file of JSON Lines by a file in another format, and returns its path, in the same directory.
pub type Convert<'a> = dyn FnMut(&Path) -> io::Result<PathBuf> + 'a;

/// Writes a data set to a new directory, which appears when it is complete: a file of JSON Lines for each split that
/// has tasks, `README.md` (the data card) and `SHA256SUMS` (the digests of the other files, as `sha256sum -c` reads
/// them).
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
    let mut written = Vec::new();
    for (split, mut tasks) in splits {
        let file = format!("{}.jsonl", split.name());
        let mut out = Hashed::new(BufWriter::new(begun.file(&file)?));
        let (mut count, mut rejected) = (0, Rejected::default());
        let wanted = tasks.iter().map(|tasks| tasks.wanted).sum();
        for task in tasks.iter_mut().flatten() {
            layout.write(&task?, &mut out)?;
            count += 1;
        }
        tasks.iter().for_each(|tasks| rejected += tasks.rejected());
        out.flush()?;
        let Hashed { out, hash, lines, bytes } = out;
        let sha256 = hex(hash);
        let mut this =
            Written { split, file, tasks: count, wanted, rejected, lines, bytes, sha256 };
        if count > 0 {
            out.into_inner().map_err(IntoInnerError::into_error)?.complete()?;
        }
        if let Some(convert) = convert.as_mut().filter(|_| count > 0) {
            let file = directory.join(&this.file);
            let converted = this.converted(convert, &begun.path().join(&this.file));
            converted.map_err(|error| unwritable(&file, &error))?;
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
        let mut file = begun.file(name)?;
        file.write_all(text.as_bytes())?;
        file.complete()?;
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
