//! Questions that have no answer and files that are no database: each gets its reason, its exit code,
//! and leaves every file as it was.

#![cfg(unix)]

use super::mistakes::CASES;
use crate::support::damage::{BOARD_DAMAGE, DAMAGE, damage, vandal};
use crate::support::program::{Answer, Home, words};
use crate::support::sealed::Sealed;
use crate::support::sqlite::content;
use nqdb::Dice;
use rusqlite::Connection;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

#[test]
fn every_mistake_has_its_reason() {
    for home in [Home::new(), Home::with("8")] {
        let files = home.files();
        for &(question, input, code, reason) in CASES {
            let words = words(question);
            home.ask(&words, input).failed(code, reason);
            assert!(home.files() == files, "{question}");
        }
    }
}

#[test]
fn boards_without_solutions_are_counted_and_listed() {
    for home in [Home::new(), Home::with("2 3")] {
        for n in [2, 3] {
            assert_eq!(home.run(&format!("count {n}")).text(), "0\n");
            assert_eq!(home.run(&format!("count {n} --compute")).text(), "0\n");
            assert_eq!(home.run(&format!("list {n}")).text(), "");
            assert_eq!(home.run(&format!("list {n} --orbits --json")).text(), "");
            home.run(&format!("unrank {n} 1")).failed(1, &[&format!("N = {n} has no solutions")]);
        }
    }
}

#[test]
fn long_input_is_refused_early() {
    let home = Home::new();
    let queens: Vec<_> = (1..=65).map(|queen| queen.to_string()).collect();
    for command in ["rank", "orbit", "perm-index"] {
        let words: Vec<&str> = [command].into_iter().chain(queens.iter().map(|q| &**q)).collect();
        home.ask(&words, b"").failed(2, &["at most 64 queens, got 65"]);
        let line = queens.join(" ") + "\n";
        home.ask(&[command, "-"], line.as_bytes()).failed(2, &["at most 64 queens, got 65"]);
        home.ask(&[command, "-"], &[b'1'; 1 << 20]).failed(2, &["line 1", "longer than"]);
    }
    // What came before the mistake is answered.
    let after_good_ones = ["3 1 4 2\n".repeat(3).into_bytes(), vec![b' '; 1 << 20]].concat();
    let answer = home.ask(&["rank", "-"], &after_good_ones);
    assert_eq!((answer.code, &*answer.stdout), (Some(2), "2\n2\n2\n"), "{}", answer.stderr);
    // A line that never ends.
    for line in ["rank -", "sql"] {
        let mut command = home.command();
        command.args(line.split(' ')).stdin(Stdio::from(File::open("/dev/zero").unwrap()));
        let endless = Answer::new(format!("{line} < /dev/zero"), command.output().unwrap());
        endless.failed(2, &["longer than"]);
    }
}

/// Makes a file, or something else, that is no database.
type Maker = fn(&Path);

fn sqlite(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// What stands where a database should be, and what is said of it.
const NO_DATABASES: &[(Maker, &str)] = &[
    (|path| fs::create_dir(path).unwrap(), "this is a directory"),
    (|path| fs::write(path, "queens\n").unwrap(), "not an SQLite database"),
    (|path| fs::write(path, [0; 9000]).unwrap(), "not an SQLite database"),
    (|path| fs::write(path, [b'S'; 99]).unwrap(), "not an SQLite database"),
    (|path| sqlite(path, "CREATE TABLE board (n)"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA user_version = 1"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA application_id = 7"), "not made by nqdb"),
    (|path| sqlite(path, "PRAGMA application_id = 0x6e716462"), "schema version 0"),
    (
        |path| sqlite(path, "PRAGMA application_id = 0x6e716462; PRAGMA user_version = 99"),
        "schema version 99",
    ),
    (|path| sqlite(path, "PRAGMA journal_mode = WAL; CREATE TABLE t (n)"), "not made by nqdb"),
];

const QUESTIONS: &[&str] = &[
    "unrank 8 1",
    "rank 2,4,1,3",
    "count 8",
    "list 4",
    "orbit 2,4,1,3",
    "info",
    "verify",
    "sql 'SELECT 1'",
];

#[test]
fn what_is_no_database_is_left_alone() {
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
fn a_database_without_tables_is_no_database() {
    let home = Home::new();
    let marks = "PRAGMA application_id = 0x6e716462; PRAGMA user_version = 2";
    sqlite(&home.path().join("it"), marks);
    let files = home.files();
    for question in QUESTIONS.iter().filter(|question| !question.starts_with("sql")) {
        home.run(&format!("{question} --db it")).failed(1, &["nqdb: it: ", "no such table: b"]);
        assert!(home.files() == files, "{question}");
    }
    home.run("build 8 --db it").failed(1, &["nqdb: it: ", "no such table: b"]);
    assert!(home.files() == files);
}

#[test]
fn a_missing_or_empty_file_becomes_a_database() {
    for (empty, reason) in [(false, "there is no such file"), (true, "expected an nqdb database")] {
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
            "N = 8: ok, 46 first-half solutions checked\n"
        );
    }
    // A build that has just begun keeps nobody from searching.
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    File::create(home.database()).unwrap();
    assert_eq!(home.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
    assert_eq!(home.run("count 8").text(), "92\n");
    let home = Home::new();
    File::create(home.path().join("file")).unwrap();
    home.run("unrank 8 1 --db file/it").failed(1, &["nqdb: file/it: "]);
    home.run("build 8 --db file/it").failed(1, &["nqdb: file/it: "]);
    home.run("verify").failed(1, &["there is no such file", "nqdb build N"]);
    assert_eq!(home.files().len(), 1);
}

#[test]
fn a_read_only_database_answers_and_refuses_builds() {
    let home = Home::with("4 8");
    let sealed = Sealed::new(&home);
    let files = home.files();
    assert_eq!(sealed.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
    assert_eq!(sealed.run("count 8 --json").json()[0]["source"], "database");
    assert_eq!(sealed.run("sql --csv 'SELECT n FROM count'").text(), "n\n4\n8\n");
    for question in QUESTIONS {
        sealed.run(question).text();
    }
    let there = "N = 8: 92 solutions in 12 orbits, already there, nothing to do\n";
    assert_eq!(sealed.run("build 8").text(), there);
    // The file alone is read-only, then the directory alone, then both.
    for (directory, file) in [(0o777, 0o444), (0o555, 0o666), (0o555, 0o444)] {
        sealed.set_modes(directory, file);
        for build in ["build 9", "build --rebuild 8"] {
            sealed
                .run(build)
                .failed(1, &["can't be written", "make the file and its directory writable"]);
            assert!(home.files() == files, "{build}");
        }
    }
    fs::set_permissions(home.database(), Permissions::from_mode(0o000)).unwrap();
    for question in QUESTIONS {
        sealed.run(question).failed(1, &["can't be opened for reading"]);
    }
}

#[test]
fn a_damaged_block_is_found_and_built_anew() {
    let home = Home::with("4-6 8");
    let (clean, rows) = (fs::read(home.database()).unwrap(), content(&home.database()));
    for what in DAMAGE {
        fs::write(home.database(), &clean).unwrap();
        damage(&home.database(), what);
        let files = home.files();
        let verified = home.run("verify");
        assert_eq!(verified.code, Some(1), "{what}: {verified:#?}");
        let found = verified.stdout.contains("N = 8: damaged")
            && verified.stdout.contains("the block at rank ");
        let others = verified.stdout.contains("N = 6: ok");
        assert!(found && others, "{what}: {verified:#?}");
        if !what.starts_with("count") && !what.starts_with("first") && !what.starts_with("n ") {
            // The blocks after it are as they were.
            assert!(!verified.stdout.contains("the block at rank 13"), "{what}: {verified:#?}");
        }
        verified.says(&["damaged", "nqdb build --rebuild"]);
        assert_eq!(home.run("verify --json").code, Some(1), "{what}");
        assert_eq!(home.run("verify 5 6").succeeded().lines().count(), 2);
        assert_eq!(home.run("rank 2,4,6,1,3,5").text(), "1\n");
        assert_eq!(home.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n", "another block");
        if !what.contains("NEW_CHECKSUM") {
            home.run("unrank 8 5-12")
                .failed(1, &["N = 8", "the file is damaged", "nqdb build --rebuild"]);
            home.run("rank 2,4,6,8,3,1,7,5").failed(1, &["N = 8", "the file is damaged"]);
        }
        for question in
            ["unrank 8 1-92", "list 8 --orbits", "orbit 2,4,6,8,3,1,7,5", "info", "build 8"]
        {
            home.run(question);
        }
        assert!(home.files() == files, "{what}");
        home.run("build --rebuild 4 8 9").succeeded();
        home.run("verify --deep").text();
    }
    fs::write(home.database(), &clean).unwrap();
    assert_eq!(content(&home.database()), rows);
}

#[test]
fn a_damaged_board_row_is_found() {
    let home = Home::with("4 8");
    let clean = fs::read(home.database()).unwrap();
    for what in BOARD_DAMAGE {
        fs::write(home.database(), &clean).unwrap();
        let update = format!("UPDATE board SET {what} WHERE n = 8");
        vandal(&home.database()).execute_batch(&update).unwrap();
        let files = home.files();
        for question in ["verify", "verify --deep --json"] {
            let verified = home.run(question);
            assert_eq!(verified.code, Some(1), "{what}: {verified:#?}");
        }
        for question in QUESTIONS {
            home.run(question);
        }
        assert!(home.files() == files, "{what}");
    }
}

#[test]
fn a_board_of_the_first_codec_is_refused_until_it_is_built_anew() {
    let home = Home::with("6 8");
    let update = "UPDATE board SET codec = 1 WHERE n = 8; UPDATE block SET codec = 1 WHERE n = 8";
    vandal(&home.database()).execute_batch(update).unwrap();
    let advice =
        ["N = 8 is stored with codec 1", "only the first version", "nqdb build --rebuild 8"];
    for question in ["unrank 8 1", "rank 2,4,6,8,3,1,7,5", "list 8", "orbit 2,4,6,8,3,1,7,5"] {
        home.run(question).failed(1, &advice);
    }
    let verified = home.run("verify");
    assert!(verified.stdout.contains("N = 8: stored with codec 1, which only the first version"));
    assert_eq!(verified.code, Some(1), "{verified:#?}");
    assert_eq!(home.run("unrank 6 1").text(), "2 4 6 1 3 5\n", "another board");
    assert_eq!(home.run("build 8").code, Some(0));
    home.run("verify --deep").succeeded();
    assert_eq!(home.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
}

#[test]
fn a_cut_file_is_refused() {
    let home = Home::with("4 8");
    let clean = fs::read(home.database()).unwrap();
    let right: Vec<_> = QUESTIONS.iter().map(|question| home.run(question).stdout).collect();
    let whole = clean.len();
    for length in [2, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, whole / 2, whole - 4096] {
        fs::write(home.database(), &clean[..length]).unwrap();
        let files = home.files();
        for question in QUESTIONS.iter().chain(&["build 8", "build 9", "build --rebuild 8"]) {
            home.run(question).failed(1, &["nqdb.db: th"]);
            assert!(home.files() == files, "{length} bytes: {question}");
        }
    }
    // SQLite takes what is missing of the last page for zeros.
    for length in [whole - 4095, whole - 1000, whole - 1] {
        fs::write(home.database(), &clean[..length]).unwrap();
        let files = home.files();
        for (question, right) in
            QUESTIONS.iter().zip(&right).filter(|(q, _)| !q.starts_with("info"))
        {
            let answer = home.run(question);
            let said = answer.stdout.clone() + &answer.stderr;
            let refused = answer.code == Some(1) && said.contains("damaged");
            assert!(refused || answer.text() == right, "{length} bytes: {answer:#?}");
            assert!(home.files() == files, "{length} bytes: {question}");
        }
    }
}

#[test]
fn a_flipped_byte_never_passes_for_another_answer() {
    let home = Home::with("8");
    let (clean, right) = (fs::read(home.database()).unwrap(), home.run("list 8").stdout);
    let mut dice = Dice::new(8);
    let places = (0..100)
        .chain((0..200).map(|_| dice.below(clean.len() as u64) as usize).collect::<Vec<_>>());
    for place in places {
        let mut bytes = clean.clone();
        bytes[place] ^= 1 << dice.below(8);
        fs::write(home.database(), &bytes).unwrap();
        let (verified, listed) = (home.run("verify"), home.run("list 8"));
        assert!(matches!(verified.code, Some(0 | 1)), "byte {place}: {verified:#?}");
        assert!(matches!(listed.code, Some(0 | 1)), "byte {place}: {listed:#?}");
        if verified.code == Some(0) {
            assert_eq!(listed.text(), right, "byte {place}");
        }
        let files = home.files();
        assert!(files.len() == 1 && files[&home.database()] == bytes, "byte {place}: {files:#?}");
    }
}

#[test]
fn what_stands_in_place_of_the_lock_is_left_alone() {
    let home = Home::new();
    let precious = home.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink(&precious, home.path().join("linked-lock")).unwrap();
    fs::write(home.path().join("own-lock"), "my own").unwrap();
    let files = home.files();
    home.run("build 8 --db linked").failed(1, &["linked-lock: a symbolic link"]);
    home.run("build 8 --db own")
        .failed(1, &["own-lock: another file is in the place of the lock file"]);
    assert!(home.files() == files);
}

#[test]
fn what_is_no_regular_file_is_refused() {
    for question in QUESTIONS.iter().chain(&["build 8"]) {
        let asked = Home::new().run(&format!("{question} --db /dev/null"));
        asked.failed(1, &["/dev/null: this is not a regular file"]);
    }
    Home::new().run("build 8 --jobs 4611686018427387904").failed(2, &["1..=1024"]);
}
