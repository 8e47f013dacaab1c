//! Reading while other processes write the file, or are killed doing so; the lock that keeps a second builder out.

use nqdb::internal::BuildLock;
use nqdb::{
    Database, Rank,
    store::{BuildOptions, build},
    watch::NoWatch,
};
use nqdb_test_support::twin::{Twin, size};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

/// The file and its journal when the process that was changing all pages is killed.
fn cut_off(path: &Path) -> [Vec<u8>; 2] {
    let writer = Connection::open(path).unwrap();
    let sql =
        "PRAGMA cache_size = 1; BEGIN; UPDATE nqdb_block SET payload = zeroblob(length(payload));
               UPDATE nqdb_board SET solutions = 1";
    writer.execute_batch(sql).unwrap();
    [path, &journal(path)].map(|path| fs::read(path).unwrap())
}

#[test]
fn a_journal_that_appears_later_is_rolled_back() {
    let directory = TempDir::new().unwrap();
    let (path, copy) = (directory.path().join("nqdb.db"), directory.path().join("copy.db"));
    build(&path, size(12), BuildOptions::default(), NoWatch).unwrap();
    fs::copy(&path, &copy).unwrap();
    let sound = fs::read(&path).unwrap();
    let board = Database::open(&path).unwrap().board(size(12)).unwrap();
    let [changed, left] = cut_off(&copy);
    assert_ne!(changed, sound);
    fs::write(&path, changed).unwrap();
    fs::write(journal(&path), left).unwrap();
    let solutions = &Twin::of(size(12)).solutions;
    for place in (0..solutions.len()).step_by(1000) {
        let rank = Rank::new(place as u64 + 1).unwrap();
        assert_eq!(board.unrank(rank).unwrap(), solutions[place]);
    }
    assert_eq!(fs::read(&path).unwrap(), sound);
    assert!(!journal(&path).exists());
}

/// A builder that has opened the lock file just before another one removed it does not take it for the lock, nor remove
/// that of a third one.
#[cfg(unix)]
#[test]
fn a_removed_lock_file_is_not_the_lock() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("test.db-lock");
    let open =
        || fs::File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let removed = [open().unwrap(), open().unwrap()];
    fs::remove_file(&path).unwrap();
    let [first, second] = removed;
    assert!(BuildLock::signed(first, &path).unwrap().is_none());
    assert!(!path.exists());
    let lock = BuildLock::signed(open().unwrap(), &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(BuildLock::signed(second, &path).unwrap().is_none());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    drop(lock.expect("the file is there"));
    assert!(!path.exists(), "the lock removes its file");
}
