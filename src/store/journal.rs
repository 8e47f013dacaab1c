//! SQLite's rollback journal of a killed process: it is rolled back only into the file that it was made of.
//!
//! SQLite finds a journal by the name of the file, so it would also roll it back into a restored backup, or into any
//! other file of this name. While nqdb writes to a file, the file therefore has a random mark in its first page
//! ([`marked`]), which also has SQLite's count of commits. The journal has the first page from before its transaction: it
//! belongs to the file if the marks are equal and there was at most one commit since. The transactions that set and
//! remove the mark change nothing else in this page.

use super::error::{OpenError, StoreError};
use super::handle;
use super::schema::{mark, unmark};
use rusqlite::Connection;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The path of SQLite's journal of a database.
pub(super) fn journal_path(database: &Path) -> PathBuf {
    let mut name = real_path(database).into_os_string();
    name.push("-journal");
    name.into()
}

/// The file that symbolic links lead to, whether it exists or not.
pub(super) fn real_path(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..40 {
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = dunce::canonicalize(directory.unwrap_or(Path::new(".")));
    match (directory, path.file_name()) {
        (Ok(directory), Some(name)) => directory.join(name),
        _ => path,
    }
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
pub(super) fn refuse_other(connection: &Connection, database: &Path) -> Result<(), StoreError> {
    let journal = journal_path(database);
    // SQLite does not roll back the journal of a process that is writing, which changes while it is read.
    let is_left = || journal.exists() && handle::is_reserved(connection) != Some(true);
    let length = std::fs::metadata(database).map_or(0, |metadata| metadata.len());
    if length == 0 || !is_left() {
        return Ok(());
    }
    let found = Journal::read(&journal)?;
    let is_own = match handle::first_page(connection, found.page_size) {
        Some(page) if found.page_size > 0 => found.is_of(&page, length),
        // SQLite does not roll it back, or can't read the file.
        _ => true,
    };
    if is_own || !is_left() { Ok(()) } else { Err(OpenError::OtherJournal { journal }.into()) }
}

/// What a journal holds of the file before its transaction.
#[derive(Default)]
struct Journal {
    /// Number of pages.
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
        let read = File::open(path).and_then(|file| journal.read_from(&mut BufReader::new(file)));
        match read {
            // SQLite reports why it can't be opened, and stops where the journal ends or is cut off.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::UnexpectedEof | ErrorKind::NotFound | ErrorKind::PermissionDenied
                ) =>
            {
                Ok(journal)
            }
            read => read.map(|()| journal),
        }
    }

    /// Reads the records up to that of the first page. SQLite begins another header, at a multiple of the sector size,
    /// after it has written pages to the database.
    fn read_from(&mut self, file: &mut (impl Read + Seek)) -> io::Result<()> {
        while self.first_page.is_none() {
            let mut header = [0; HEADER];
            file.read_exact(&mut header)?;
            let [records, _, pages, sector, page_size] =
                [8, 12, 16, 20, 24].map(|at| number(&header, at));
            let is_size =
                |size: u32, least| size.is_power_of_two() && (least..=1 << 16).contains(&size);
            if !header.starts_with(&MAGIC) || !is_size(sector, 32) || !is_size(page_size, 512) {
                break;
            }
            (self.pages, self.page_size) = (pages.into(), page_size as usize);
            file.seek_relative(i64::from(sector) - HEADER as i64)?;
            self.read_records(file, records)?;
            let end = file.stream_position()?;
            file.seek(SeekFrom::Start(end.next_multiple_of(sector.into())))?;
        }
        Ok(())
    }

    /// Reads records, each the number, the bytes and the checksum of a page.
    fn read_records(&mut self, file: &mut (impl Read + Seek), records: u32) -> io::Result<()> {
        let mut page = vec![0; self.page_size];
        for _ in 0..records {
            let mut word = [0; 4];
            file.read_exact(&mut word)?;
            if word == 1u32.to_be_bytes() {
                file.read_exact(&mut page)?;
                self.first_page = Some(page);
                break;
            }
            file.seek_relative(self.page_size as i64 + 4)?;
        }
        Ok(())
    }

    /// Whether the journal is of a file with this first page and length.
    fn is_of(&self, page: &[u8], length: u64) -> bool {
        let commits = |page: &[u8]| number(page, COMMITS.start);
        match &self.first_page {
            Some(before) => {
                let marks = [before, page].map(|page| &page[MARK]);
                commits(page).wrapping_sub(commits(before)) <= 1
                    && (marks[0] == marks[1] || without_counts(before) == without_counts(page))
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

/// A first page without the mark and what every transaction changes.
fn without_counts(page: &[u8]) -> Vec<u8> {
    let mut page = page.to_vec();
    for field in [COMMITS, MARK, LAST_WRITER] {
        page[field].fill(0);
    }
    page
}

/// A big-endian number.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(std::array::from_fn(|place| bytes[at + place]))
}
