//! Opening files, copying boards between them, and naming their parts.

use nqdb::internal::{
    BoardRow, Checkpoint, Fault, check_sqlite, copy_board, has_digest, open_to_write, ranges,
    sound_boards,
};
use nqdb::{
    store::{BuildOptions, BuildTier, Built, build},
    watch::{NoWatch, Watch},
};
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn an_sqlite_without_strict_tables_is_refused() {
    assert_eq!(check_sqlite(rusqlite::version_number()), Ok(()));
    let message = check_sqlite(3_036_000).unwrap_err().to_string();
    assert_eq!(message, "SQLite 3.36.0 is too old: nqdb databases need 3.37.0 or later");
}

#[test]
fn the_digest_is_that_of_the_schema() {
    let directory = tempfile::tempdir().unwrap();
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    let connection = open_to_write(&directory.path().join("new.db"), &watch).unwrap();
    assert_eq!(has_digest(&connection), Ok(true));
    connection.execute_batch("CREATE TABLE own (n); CREATE INDEX by_n ON own (n)").unwrap();
    assert_eq!(has_digest(&connection), Ok(true), "names of the user");
    for change in [
        "ALTER TABLE nqdb_board ADD COLUMN other INTEGER",
        "CREATE TABLE NQDB_own (n)",
        "CREATE VIEW nqdb_own AS SELECT 1",
        "CREATE INDEX own_by_tier ON nqdb_board (tier)",
        "CREATE INDEX nqdb_by_n ON own (n)",
        "CREATE TRIGGER own_trigger AFTER DELETE ON nqdb_block BEGIN SELECT 1; END",
    ] {
        connection.execute_batch(&format!("SAVEPOINT change; {change}")).unwrap();
        assert_eq!(has_digest(&connection), Ok(false), "{change}");
        connection.execute_batch("ROLLBACK TO change").unwrap();
    }
    assert_eq!(has_digest(&connection), Ok(true));
}

#[cfg(not(windows))]
#[test]
fn any_path_has_a_uri() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["plain.db", "a b.db", "100%25?x=1#y.db", "N = 8, été.db"] {
        let path = directory.path().join(name);
        rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let flags =
            rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY | rusqlite::OpenFlags::SQLITE_OPEN_URI;
        let connection =
            rusqlite::Connection::open_with_flags(nqdb::internal::immutable(&path), flags).unwrap();
        let tables = "SELECT name FROM sqlite_schema";
        let table: String = connection.query_row(tables, [], |row| row.get(0)).unwrap();
        assert_eq!(table, "t", "{name}");
    }
}

/// Copies N = 8 from a file that is changed after it was verified.
fn copy_after(tier: BuildTier, change: &str) -> Result<Built, Fault> {
    let directory = tempfile::tempdir().unwrap();
    let [from, to] = ["from.db", "to.db"].map(|name| directory.path().join(name));
    let n = size(8);
    let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
    build(&from, n, options, NoWatch).unwrap();
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    let [source, mut target] = [&from, &to].map(|path| open_to_write(path, &watch).unwrap());
    let rows = sound_boards(&source, &[], &watch).map_err(Fault::Source)?;
    source.execute_batch(change).unwrap();
    let copied =
        copy_board(&mut target, &source, &rows[0], (false, &Checkpoint::of(&to, n)), &watch);
    let here = BoardRow::find(&target, n).unwrap();
    assert_eq!(here.is_some(), copied.is_ok(), "all or nothing: {here:?}");
    copied
}

#[test]
fn what_changes_after_the_check_is_not_copied() {
    for tier in [BuildTier::Stored, BuildTier::Indexed] {
        assert!(copy_after(tier, "").is_ok());
        for change in [
            "DELETE FROM nqdb_block",
            "DELETE FROM nqdb_block WHERE id = (SELECT max(id) FROM nqdb_block)",
            "UPDATE nqdb_block SET payload = zeroblob(length(payload))",
            "UPDATE nqdb_block SET checksum = zeroblob(8)",
        ] {
            let copied = copy_after(tier, change);
            assert!(matches!(copied, Err(Fault::Source(_))), "{tier}: {change}");
        }
    }
}

proptest! {
    #[test]
    fn ranges_name_each_number_once(numbers in prop::collection::btree_set(1u32..60, 0..40)) {
        let text = ranges(numbers.iter().copied());
        let runs = text.split(',').filter(|run| !run.is_empty());
        let read = runs.flat_map(|run| {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            first.parse::<u32>().unwrap()..=last.parse().unwrap()
        });
        let read: Vec<u32> = read.collect();
        prop_assert_eq!(read.len(), numbers.len());
        prop_assert_eq!(read.into_iter().collect::<BTreeSet<_>>(), numbers);
    }
}

#[test]
fn ranges_are_short() {
    for (numbers, text) in
        [(vec![], ""), (vec![1, 2, 6], "1-2,6"), (vec![3], "3"), (vec![1, 3, 4, 5], "1,3-5")]
    {
        assert_eq!(ranges(numbers.into_iter()), text);
    }
}
