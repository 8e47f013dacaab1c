//! Paths of databases: missing directories, names that are not files, and several files to import.

use crate::support::mistakes::{check, usage};
use crate::support::program::{Home, answer};

#[test]
fn a_missing_directory_is_created_on_request() {
    let (home, other) = (Home::new(), Home::with("5"));
    let source = other.database();
    for command in ["build 5", &format!("import {}", source.display())] {
        let named = format!("{command} --db none/nqdb.db");
        home.run(&named).failed(1, &["the directory none does not exist", "--create-dirs"]);
        assert!(!home.path().join("none").exists());
        home.run(&format!("{named} --create-dirs")).succeeded();
        assert_eq!(home.run("verify --db none/nqdb.db").text().lines().count(), 1);
        std::fs::remove_dir_all(home.path().join("none")).unwrap();
    }
    let mut command = home.command();
    command.args(["build", "5"]).env("NQDB_DB", "none/nqdb.db");
    answer(command, b"").failed(1, &["the directory none does not exist"]);
    home.run("merge new.db part.db --db nqdb.db").failed(2, &["leave out --db"]);
    home.run("merge none/nqdb.db part.db").failed(1, &["the directory none does not exist"]);
    // The directory of the default database is always created.
    home.run("build 5").succeeded();
    home.run("build 5 --db here.db").succeeded();
}

#[test]
fn names_that_sqlite_reads_otherwise_are_rejected() {
    let home = Home::new();
    let refused = ["expected the path of a file", "neither in-memory databases nor URIs"];
    let mistakes = [
        "build 5 --db :memory:",
        "unrank 8 1 --db file:nqdb.db",
        "list 4 --db file:nqdb.db?mode=memory",
        "info --db :memory:",
        "import :memory:",
        "merge :memory: part.db",
        "merge out.db file:part.db",
    ];
    for question in mistakes {
        home.run(question).failed(2, &refused);
    }
    check(&home, &[usage("build 5 --db ''", &["--db"])]);
    let mut command = home.command();
    command.args(["unrank", "8", "1"]).env("NQDB_DB", ":memory:");
    answer(command, b"").failed(2, &["NQDB_DB", ":memory:"]);
    home.run("build 5 --db ./file:it").succeeded();
}

/// No file can be created in /proc, and the system reports that no space is free there.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written_is_not_a_full_disk() {
    for question in ["build 5 --db /proc/queens.db", "build 20 --db /proc/queens.db"] {
        let refused = Home::new().run(question);
        refused.failed(1, &["the database can't be written"]);
        assert!(!refused.stderr.contains("are free"), "{refused:#?}");
    }
}

#[test]
fn several_files_are_imported() {
    let home = Home::new();
    for (name, boards) in [("one.db", "4-6"), ("two.db", "6-8"), ("three.db", "9")] {
        home.run(&format!("build {boards} --db {name}")).succeeded();
    }
    let all = home.run("import one.db two.db three.db --db all.db");
    let boards: Vec<&str> = all.text().lines().filter_map(|line| line.split(':').next()).collect();
    let expected = ["N = 4", "N = 5", "N = 6", "N = 6", "N = 7", "N = 8", "N = 9"];
    assert_eq!(boards, expected);
    assert!(all.stdout.contains("N = 6: 4 solutions in 1 orbit, already there, nothing to do"));
    let some = home.run("import one.db two.db three.db --boards 9 6-7 --db some.db");
    let boards: Vec<&str> = some.text().lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(boards, ["N = 6", "N = 7", "N = 9"]);
    home.run("import one.db none.db --db none-yet.db").failed(1, &["none.db: no such file"]);
    assert!(!home.path().join("none-yet.db").exists());
    // Boards imported before a failure stay.
    std::fs::write(home.path().join("text.db"), "2 4 1 3").unwrap();
    let failed = home.run("import one.db text.db two.db --db part.db");
    assert_eq!((failed.code, failed.stdout.lines().count()), (Some(1), 3), "{failed:#?}");
    failed.says(&["text.db: this file is not an SQLite database"]);
    assert_eq!(home.run("verify --db part.db").text().lines().count(), 3);
    let missing = home.run("import one.db two.db --boards 8 10 --db part.db");
    assert_eq!((missing.code, missing.stdout.lines().count()), (Some(1), 1), "{missing:#?}");
    missing.says(&[
        "none of the files has the complete board N = 10; `nqdb build 10 --db FILE` builds",
    ]);
}

/// JSON has no place for a path that is not Unicode.
#[cfg(target_os = "linux")]
#[test]
fn paths_are_printed_as_they_are_or_not_at_all() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let run = |words: &str| {
        let mut command = home.command();
        command.args(words.split(' ')).env("NQDB_DB", std::ffi::OsStr::from_bytes(b"\xff.db"));
        command.output().unwrap().stdout
    };
    assert_eq!(run("info --path"), b"\xff.db\n");
    for words in ["build 5 --json", "info --json", "info --path --json", "remove 5 --json"] {
        let printed = String::from_utf8(run(words)).expect("JSON is Unicode");
        let json: serde_json::Value = serde_json::from_str(&printed).expect(words);
        assert!(json["path"].is_null(), "{words}: {json}");
    }
}
