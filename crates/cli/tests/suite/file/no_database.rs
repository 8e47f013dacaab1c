//! Files that are not databases, and read-only databases: every command names the file and the fault, and leaves it
//! unchanged.

use super::QUESTIONS;
use crate::support::program::Home;
#[cfg(unix)]
use crate::support::sealed::Sealed;
use rusqlite::Connection;
use std::fs::{self, File};
use std::path::Path;

/// Creates a file or directory that is not a database.
type Maker = fn(&Path);

fn sqlite(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// A file that no released version of nqdb writes.
const EARLIER: &str = "PRAGMA application_id = 0x6e716462; PRAGMA user_version = 6";

/// Files that are not databases, and what the message contains.
const NO_DATABASES: &[(Maker, &str)] = &[
    (|path| fs::create_dir(path).unwrap(), "this is a directory"),
    (|path| fs::write(path, "queens\n").unwrap(), "not an SQLite database"),
    (|path| fs::write(path, [0; 9000]).unwrap(), "not an SQLite database"),
    (|path| fs::write(path, [b'S'; 99]).unwrap(), "not an SQLite database"),
    (|path| sqlite(path, "CREATE TABLE nqdb_board (n)"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA user_version = 1"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA application_id = 7"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA application_id = 0x6e716462"), "schema version 0"),
    (
        |path| sqlite(path, "PRAGMA application_id = 0x6e716462; PRAGMA user_version = 99"),
        "schema version 99",
    ),
    (|path| sqlite(path, EARLIER), "made by an earlier development version of nqdb"),
    (|path| sqlite(path, "PRAGMA journal_mode = WAL; CREATE TABLE t (n)"), "not made by nqdb"),
];

#[test]
fn other_files_are_left_unchanged() {
    for (make, reason) in NO_DATABASES {
        let home = Home::new();
        make(&home.path().join("it"));
        let files = home.files();
        for question in QUESTIONS.iter().chain(&["build 8", "build 8 --rebuild"]) {
            let asked = home.run(&format!("{question} --db it"));
            asked.failed(1, &["nqdb: it: ", reason]);
            assert!(home.files() == files, "{reason}: {asked:#?}");
        }
    }
}

#[test]
fn a_database_without_tables_is_rejected() {
    let home = Home::new();
    let marks = "PRAGMA application_id = 0x6e716462; PRAGMA user_version = 7";
    sqlite(&home.path().join("it"), marks);
    let files = home.files();
    for question in QUESTIONS.iter().filter(|question| !question.starts_with("sql")) {
        home.run(&format!("{question} --db it"))
            .failed(1, &["nqdb: it: ", "differs from schema version 7"]);
        assert!(home.files() == files, "{question}");
    }
    home.run("build 8 --db it").failed(1, &["nqdb: it: ", "differs from schema version 7"]);
    assert!(home.files() == files);
    // A table of the user with a name of nqdb.
    home.run("build 8 --db named -q").text();
    sqlite(&home.path().join("named"), "CREATE TABLE nqdb_notes (text)");
    let advice = &["\"nqdb_notes\"", "schema version 7, which has no such name: drop or rename it"];
    home.run("rank 2 4 1 3 --db named").failed(1, advice);
}

#[test]
fn a_file_of_a_development_version_is_refused_with_advice() {
    for version in 1..=6 {
        let home = Home::with("8");
        sqlite(&home.database(), &format!("PRAGMA user_version = {version}"));
        let files = home.files();
        let advice = [
            "nqdb.db: this file was made by an earlier development version of nqdb",
            &format!("schema version {version}, expected 7"),
            "remove it, or choose another file with --db, and build or import the boards again",
        ];
        for question in QUESTIONS.iter().chain(&["build 9", "build --rebuild 8", "verify"]) {
            home.run(question).failed(1, &advice);
        }
        let import = format!("import {} --db new.db", home.database().display());
        home.run(&import).failed(1, &advice);
        assert!(home.files() == files, "{version}");
    }
    let home = Home::new();
    home.run("build 11 --part 1/2 --db part.db").succeeded();
    sqlite(&home.path().join("part.db"), "PRAGMA user_version = 6");
    let merged = home.run("merge out.db part.db");
    merged.failed(1, &["part.db: this file was made by an earlier", "--part K/M"]);
}

#[test]
fn a_missing_or_empty_file_becomes_a_database() {
    for (empty, reason) in [(false, "no such file"), (true, "expected an nqdb database")] {
        let home = Home::new();
        if empty {
            File::create(home.path().join("it")).unwrap();
        }
        let files = home.files();
        for question in QUESTIONS {
            home.run(&format!("{question} --db it"))
                .failed(1, &["nqdb: it: ", reason, "nqdb build N"]);
            assert!(home.files() == files, "{question}");
        }
        home.run("build 8 --db it").succeeded();
        assert_eq!(
            home.run("verify --db it").text(),
            "N = 8: ok; checked the checksums, order and totals of 46 first-half solutions\n"
        );
    }
    // An empty file, as a new build creates it, does not prevent searches.
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    File::create(home.database()).unwrap();
    assert_eq!(home.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
    assert_eq!(home.run("count 8").text(), "92\n");
    let home = Home::new();
    File::create(home.path().join("file")).unwrap();
    home.run("unrank 8 1 --db file/it").failed(1, &["nqdb: file/it: "]);
    home.run("build 8 --db file/it").failed(1, &["nqdb: file/it: "]);
    home.run("verify").failed(1, &["no such file", "nqdb build N"]);
    assert_eq!(home.files().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_read_only_database_is_read_and_rejects_builds() {
    let home = Home::with("4 8");
    let sealed = Sealed::new(&home);
    let files = home.files();
    assert_eq!(sealed.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
    assert_eq!(sealed.run("count 8 --json").json()[0]["source"], "database");
    assert_eq!(sealed.run("sql --format csv 'SELECT n FROM nqdb_count'").text(), "n\n4\n8\n");
    for question in QUESTIONS {
        sealed.run(question).text();
    }
    let there = "N = 8: 92 solutions in 12 orbits, already there, nothing to do\n";
    assert_eq!(sealed.run("build 8").text(), there);
    // Read-only file, read-only directory, both.
    for (directory, file) in [(0o777, 0o444), (0o555, 0o666), (0o555, 0o444)] {
        sealed.set_modes(directory, file);
        for build in ["build 9", "build --rebuild 8"] {
            sealed
                .run(build)
                .failed(1, &["can't be written", "make the file and its directory writable"]);
            assert!(home.files() == files, "{build}");
        }
    }
    sealed.set_modes(0o555, 0o000);
    for question in QUESTIONS {
        sealed.run(question).failed(1, &["can't be opened for reading"]);
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_database_in_wal_mode_is_named() {
    let home = Home::with("8");
    sqlite(&home.database(), "PRAGMA journal_mode = WAL");
    let sealed = Sealed::new(&home);
    for command in ["unrank 8 1", "build 9", "verify", "sql 'SELECT nq_count(8)'"] {
        sealed.run(command).failed(1, &["WAL mode", "journal_mode = DELETE"]);
    }
}

#[test]
fn another_file_in_place_of_the_lock_is_left_unchanged() {
    let home = Home::new();
    let precious = home.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    fs::write(home.path().join("own-lock"), "my own").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&precious, home.path().join("linked-lock")).unwrap();
        home.run("build 8 --db linked").failed(1, &["linked-lock: a symbolic link"]);
    }
    let files = home.files();
    home.run("build 8 --db own")
        .failed(1, &["own-lock: another file is in the place of the lock file"]);
    assert!(home.files() == files);
}

#[cfg(unix)]
#[test]
fn devices_are_rejected() {
    for question in QUESTIONS.iter().chain(&["build 8"]) {
        let asked = Home::new().run(&format!("{question} --db /dev/null"));
        asked.failed(1, &["/dev/null: this is not a regular file"]);
    }
    Home::new().run("build 8 --jobs 4611686018427387904").failed(2, &["from 1 to 1024"]);
}
