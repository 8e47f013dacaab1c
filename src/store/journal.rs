//! SQLite's rollback journal of a killed process: it is rolled back only into the file that it was made of.
//!
//! SQLite finds a journal by the name of the file, so it would also roll it back into a restored backup, or into any
//! other file of this name. While nqdb writes to a file, the file therefore has a random mark in its first page
//! ([`marked`]), which also has SQLite's count of commits. The journal has the first page from before its transaction: it
//! belongs to the file if the marks are equal and there was at most one commit since. The transactions that set and
//! remove the mark change nothing else in this page.

use super::error::{OpenError, Result};
use super::handle;
use super::schema::{mark, unmark};
use crate::files::real_path;
use rusqlite::Connection;
use std::ffi::OsStr;
use std::fs::File;
use std::io::ErrorKind::{NotFound, PermissionDenied, UnexpectedEof};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file next to a database whose name has this end: next to the file that symbolic links lead to.
pub(super) fn companion(database: &Path, end: impl AsRef<OsStr>) -> PathBuf {
    let mut name = real_path(database).into_os_string();
    name.push(end);
    name.into()
}

/// Removes a database and its journal, as far as they exist.
pub(super) fn remove(database: &Path) -> io::Result<()> {
    for path in [database, &companion(database, "-journal")] {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Does `work` on a file that is marked meanwhile. A kill or a failure leaves the mark, which does no harm.
pub(super) fn marked<T, E: From<rusqlite::Error>>(
    connection: &mut Connection,
    work: impl FnOnce(&mut Connection) -> Result<T, E>,
) -> Result<T, E> {
    mark(connection)?;
    let done = work(connection);
    let unmarked = unmark(connection);
    done.and_then(|done| Ok(unmarked.map(|()| done)?))
}

/// Fails if there is a journal that SQLite would roll back into the main database, although it belongs to another file.
pub(super) fn refuse_other(connection: &Connection, database: &Path) -> Result<()> {
    let journal = companion(database, "-journal");
    // SQLite does not roll back the journal of a process that is writing, which changes while it is read.
    let is_left = || journal.exists() && handle::is_reserved(connection) != Some(true);
    let length = std::fs::metadata(database).map_or(0, |metadata| metadata.len());
    if length == 0 || !is_left() {
        return Ok(());
    }
    let found = Journal::read(&journal)?;
    let is_own = match handle::start(connection, c"main", found.page_size) {
        Some(page) if found.page_size > 0 => found.is_of(&page, length),
        // SQLite does not roll it back, or can't read the file.
        _ => true,
    };
    if is_own || !is_left() { Ok(()) } else { Err(OpenError::OtherJournal { journal }.into()) }
}

/// What a journal holds of the file before its transaction.
#[derive(Default)]
struct Journal {
    pages: u64,
    /// In bytes; 0 without a journal that SQLite would roll back.
    page_size: usize,
    first_page: Option<Vec<u8>>,
}

/// The first bytes of a journal, of all its headers.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// The length of a header without its padding, in bytes.
const HEADER: usize = 28;

impl Journal {
    fn read(path: &Path) -> io::Result<Self> {
        let mut journal = Journal::default();
        match File::open(path).and_then(|file| journal.read_from(&mut BufReader::new(file))) {
            // SQLite reports why it can't be opened, and stops where the journal ends or is cut off.
            Err(error) if ![UnexpectedEof, NotFound, PermissionDenied].contains(&error.kind()) => {
                Err(error)
            }
            _ => Ok(journal),
        }
    }

    /// Reads the records, each the number, the bytes and the checksum of a page, up to that of the first page. SQLite
    /// begins another header, at a multiple of the sector size, after it has written pages to the database.
    fn read_from(&mut self, file: &mut (impl Read + Seek)) -> io::Result<()> {
        loop {
            let mut header = [0; HEADER];
            file.read_exact(&mut header)?;
            let [records, _, pages, sector, page_size] =
                [8, 12, 16, 20, 24].map(|at| number(&header, at));
            let is_size =
                |size: u32, least| size.is_power_of_two() && (least..=1 << 16).contains(&size);
            if !header.starts_with(&MAGIC) || !is_size(sector, 32) || !is_size(page_size, 512) {
                return Ok(());
            }
            (self.pages, self.page_size) = (pages.into(), page_size as usize);
            file.seek_relative(i64::from(sector) - HEADER as i64)?;
            for _ in 0..records {
                let mut word = [0; 4];
                file.read_exact(&mut word)?;
                if number(&word, 0) == 1 {
                    let mut page = vec![0; self.page_size];
                    file.read_exact(&mut page)?;
                    self.first_page = Some(page);
                    return Ok(());
                }
                file.seek_relative(i64::from(page_size) + 4)?;
            }
            let end = file.stream_position()?;
            file.seek(SeekFrom::Start(end.next_multiple_of(sector.into())))?;
        }
    }

    /// Whether the journal is of a file with this first page and length.
    fn is_of(&self, page: &[u8], length: u64) -> bool {
        let commits = |page: &[u8]| number(page, COMMITS.start);
        match &self.first_page {
            Some(before) => {
                let differ = |fields: &[Range<usize>]| {
                    let place = |at: &usize| !fields.iter().any(|field| field.contains(at));
                    (0..page.len()).filter(place).any(|at| before[at] != page[at])
                };
                commits(page).wrapping_sub(commits(before)) <= 1
                    && (before[MARK] == page[MARK] || !differ(&[COMMITS, MARK, LAST_WRITER]))
            }
            // The transaction creates the file.
            None if self.pages == 0 => commits(page) <= 1,
            // Nothing was written to the file yet.
            None => length == self.pages * self.page_size as u64,
        }
    }
}

/// The fields of the first page that every transaction changes: the count of commits; its copy, and the version of SQLite.
const COMMITS: Range<usize> = 24..28;
const LAST_WRITER: Range<usize> = 92..100;

/// The mark, in `user_version`.
const MARK: Range<usize> = 60..63;

/// A big-endian number.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(std::array::from_fn(|place| bytes[at + place]))
}
