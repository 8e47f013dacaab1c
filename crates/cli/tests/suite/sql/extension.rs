//! The loadable extension in a host with another SQLite than it was built with: this test.

use super::calls::{ERRORS, VALUES};
use super::{failure, in_memory};
use crate::support::damage::damage;
use crate::support::extension::{load, load_for_owner};
use crate::support::program::Home;
use crate::support::sqlite::{content, number, open, query};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long SQLite waits for a lock.
const TIMEOUT: Duration = Duration::from_secs(60);

fn attach(connection: &Connection, path: &Path) {
    connection.execute("ATTACH ?1 AS nq", [path.to_str().unwrap()]).unwrap();
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn functions_and_tables_are_those_of_the_library() {
    let connection = in_memory(load);
    for (expression, value) in VALUES {
        let got = query(&connection, &format!("SELECT quote({expression})"));
        let value = value.replace('\n', "' || char(10) || '");
        let expected = query(&connection, &format!("SELECT quote({value})"));
        assert_eq!(got, expected, "{expression}");
    }
    for (call, reason) in ERRORS {
        let said = failure(&connection, &format!("SELECT {call}"));
        assert!(said.contains(reason), "{call}: {said}");
    }
    let library = Connection::open_in_memory().unwrap();
    nqdb_sql::register(&library).unwrap();
    for sql in [
        "SELECT * FROM nq_solutions(8)",
        "SELECT * FROM nq_orbits(9) ORDER BY orbit_id DESC",
        "SELECT * FROM nq_images('6 4 7 1 8 2 5 3')",
        "SELECT rank FROM nq_solutions(10) WHERE rank BETWEEN 5 AND 700 ORDER BY rank DESC LIMIT 9 OFFSET 3",
        "EXPLAIN QUERY PLAN SELECT * FROM nq_solutions(8) WHERE queens = '1'",
    ] {
        assert_eq!(query(&connection, sql), query(&library, sql), "{sql}");
    }
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn boards_come_from_the_files_of_the_connection() {
    let (eight, nine) = (Home::with("8"), Home::with("9"));
    for home in [&eight, &nine] {
        let spoil = "UPDATE nqdb_block SET payload = zeroblob(9)";
        Connection::open(home.database()).unwrap().execute_batch(spoil).unwrap();
    }
    let damaged = |connection: &Connection, n: u8, home: &Home| {
        let said = failure(connection, &format!("SELECT nq_unrank({n}, 5)"));
        assert!(said.contains(home.database().to_str().unwrap()), "{said}");
        assert!(said.contains(&format!("N = {n}")), "{said}");
    };
    let found = |connection: &Connection, n: u8| {
        assert_eq!(number(connection, &format!("SELECT nq_rank(nq_unrank({n}, 5))")), 5);
    };
    // As the main database.
    let connection = open(&eight.database());
    load(&connection);
    damaged(&connection, 8, &eight);
    found(&connection, 9);
    // Attached later, by ATTACH or by nq_attach.
    attach(&connection, &nine.database());
    damaged(&connection, 9, &nine);
    let connection = Connection::open_in_memory().unwrap();
    load_for_owner(&connection);
    found(&connection, 9);
    let named = format!("SELECT nq_attach('{}')", nine.database().display());
    assert_eq!(query(&connection, &named), [[Sql::Text("9".into())]]);
    damaged(&connection, 9, &nine);
    found(&connection, 8);
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn other_files_are_left_unchanged() {
    let home = Home::new();
    let path = home.path().join("own.db");
    let connection = Connection::open(&path).unwrap();
    let own =
        "PRAGMA journal_mode = WAL; CREATE TABLE nqdb_board (n); INSERT INTO nqdb_board VALUES (8);
               BEGIN EXCLUSIVE; UPDATE nqdb_board SET n = 9";
    connection.execute_batch(own).unwrap();
    load(&connection);
    connection.busy_timeout(TIMEOUT).unwrap();
    let began = Instant::now();
    assert_eq!(number(&connection, "SELECT count(*) FROM nq_solutions(8), nqdb_board"), 92);
    assert!(began.elapsed() < TIMEOUT, "it waited for a lock");
    connection.execute_batch("COMMIT").unwrap();
    attach(&connection, &home.path().join("new.db"));
    assert_eq!(number(&connection, "SELECT nq_rank(nq_unrank(8, 5))"), 5);
    connection.close().unwrap();
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_database_is_not_changed_by_its_readers() {
    let home = Home::with("8-10");
    let files = home.files();
    let before = content(&home.database());
    let connection = open(&home.database());
    load(&connection);
    assert_eq!(number(&connection, "SELECT count(orbit_id) FROM nq_solutions(10)"), 724);
    connection.close().unwrap();
    assert_eq!(content(&home.database()), before);
    assert!(home.files() == files, "reading changed something");
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_damaged_block_ends_a_scan() {
    let home = Home::with("8");
    damage(&home.database(), "payload = flip(payload, 9)");
    let connection = open(&home.database());
    load(&connection);
    let said = failure(&connection, "SELECT sum(rank) FROM nq_solutions(8)");
    assert!(said.contains("N = 8, the block at rank 5"), "{said}");
    assert_eq!(number(&connection, "SELECT count(*) FROM nq_solutions(8) WHERE rank < 5"), 4);
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn views_of_an_untrusted_schema_may_use_it() {
    let connection = in_memory(load);
    let view = "PRAGMA trusted_schema = OFF;
                CREATE VIEW v AS SELECT rank, nq_unrank(6, rank) AS queens FROM nq_solutions(6)";
    connection.execute_batch(view).unwrap();
    assert_eq!(number(&connection, "SELECT count(queens) FROM v"), 4);
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn it_can_be_loaded_repeatedly() {
    for _ in 0..10 {
        let connection = Connection::open_in_memory().unwrap();
        load(&connection);
        // Loading it twice is allowed.
        load(&connection);
        assert_eq!(number(&connection, "SELECT nq_count(8)"), 92);
        connection.close().unwrap();
    }
}

/// A function reads what a file is by the connection of its host, whose transaction keeps its locks.
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn functions_keep_the_locks_of_their_host() {
    let home = Home::with("8");
    let other = home.path().join("own.db");
    for path in [home.database(), other] {
        let own = Connection::open(&path).unwrap();
        load(&own);
        own.execute_batch("BEGIN IMMEDIATE; CREATE TABLE own AS SELECT 1 AS x").unwrap();
        assert_eq!(number(&own, "SELECT nq_rank('5 7 1 3 8 6 4 2') FROM own"), 57);
        let second = Connection::open(&path).unwrap();
        load(&second);
        assert_eq!(number(&second, "SELECT nq_rank('5 7 1 3 8 6 4 2')"), 57);
        drop(second);
        let build = format!("build 9 --time-limit 0.1 --db {}", path.display());
        home.run(&build).failed(3, &["locked"]);
        own.execute_batch("COMMIT").unwrap();
    }
    // The host's own file is not opened by another connection, which would wait for the host.
    let own = Connection::open(home.path().join("own.db")).unwrap();
    own.execute_batch("BEGIN EXCLUSIVE").unwrap();
    load(&own);
    assert_eq!(number(&own, "SELECT nq_rank('5 7 1 3 8 6 4 2')"), 57);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn names_of_files_and_schemas_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::with("8");
    let path = home.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9.db"));
    std::fs::copy(home.database(), &path).unwrap();
    let own = Connection::open(&path).unwrap();
    own.execute("ATTACH ':memory:' AS (CAST(x'ff' AS TEXT))", []).unwrap();
    load(&own);
    assert_eq!(number(&own, "SELECT nq_count(8)"), 92);
}

/// A function doesn't open a file whose locks it would not see: the host's transaction would look like that of a killed
/// process.
#[cfg(unix)]
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn functions_do_not_roll_back_their_host() {
    for options in ["nolock=1", "vfs=unix-none", "vfs=unix-dotfile"] {
        let home = Home::with("8");
        for path in [home.database(), home.path().join("own.db")] {
            let own = Connection::open(format!("file:{}?{options}", path.display())).unwrap();
            load(&own);
            let fill =
                "PRAGMA synchronous = OFF; PRAGMA cache_size = 10; CREATE TABLE own (x); BEGIN;
                        WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k LIMIT 500)
                        INSERT INTO own SELECT randomblob(300) FROM k";
            own.execute_batch(fill).unwrap();
            if path == home.database() {
                let said = failure(&own, "SELECT nq_count(8)");
                assert!(said.contains("another VFS or nolock=1"), "{said}");
            } else {
                assert_eq!(number(&own, "SELECT nq_count(8)"), 92);
            }
            own.execute_batch("COMMIT").unwrap();
            assert_eq!(number(&own, "SELECT count(*) FROM own"), 500);
        }
    }
}

/// A function takes no lock on a file that is not nqdb's: the host's transaction begins when the host reads.
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn functions_begin_no_transaction_of_their_host() {
    let home = Home::new();
    for mode in ["WAL", "DELETE"] {
        let open = || Connection::open(home.path().join(format!("{mode}.db"))).unwrap();
        let (own, other) = (open(), open());
        let create = format!("PRAGMA journal_mode = {mode}; CREATE TABLE own (x)");
        own.execute_batch(&create).unwrap();
        load(&own);
        own.execute_batch("BEGIN").unwrap();
        assert_eq!(number(&own, "SELECT nq_rank('5 7 1 3 8 6 4 2')"), 57);
        other.execute_batch("INSERT INTO own VALUES (1)").unwrap();
        own.execute_batch("INSERT INTO own VALUES (2); COMMIT").unwrap();
        assert_eq!(number(&own, "SELECT sum(x) FROM own"), 3);
    }
}
