//! The database file: its path and header, concurrent readers and builders, and interrupted builds and commits.

use crate::support::program::{
    Home, answer, end, has, kill_when, progress, start, take_lock, with_suffix, words,
};
#[cfg(unix)]
use crate::support::sealed::Sealed;
use crate::support::sqlite::{content, number, open, query};
use nqdb::{BoardSize, Database, Tier};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

#[test]
fn a_new_file_is_marked_as_a_database_of_nqdb() {
    let home = Home::with("4");
    let connection = open(&home.database());
    let values = [
        ("application_id", Sql::Integer(0x6e71_6462)),
        ("user_version", Sql::Integer(7)),
        ("journal_mode", Sql::Text("delete".to_owned())),
        ("integrity_check", Sql::Text("ok".to_owned())),
    ];
    for (pragma, value) in values {
        assert_eq!(query(&connection, &format!("PRAGMA {pragma}")), [[value]], "{pragma}");
    }
    let loose = "SELECT count(*) FROM pragma_table_list
                 WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict";
    assert_eq!(number(&connection, loose), 0);
    assert_eq!(
        number(
            &connection,
            "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%nq\\_%' ESCAPE '\\'"
        ),
        0
    );
    assert_eq!(query(&connection, "SELECT * FROM nqdb_count"), [[4, 2, 1].map(Sql::Integer)]);
}

#[test]
fn a_finished_file_opens_as_immutable() {
    let home = Home::with("4-8");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let uri = format!("file:{}?immutable=1", home.database().display());
    let connection = Connection::open_with_flags(uri, flags).unwrap();
    let blocks = query(&connection, "SELECT * FROM nqdb_block ORDER BY n, first_rank");
    assert_eq!(blocks, content(&home.database())[5..]);
    assert_eq!(home.files().len(), 1);
}

#[test]
fn the_database_is_where_the_user_says() {
    let home = Home::new();
    let path = |variables: &[(&str, &str)], line: &str| {
        let mut command = home.command();
        command.args(words(line)).envs(variables.iter().copied());
        answer(command, b"").text().trim_end().to_owned()
    };
    let default = home.database().display().to_string();
    assert_eq!(path(&[], "info --path"), default);
    assert_eq!(path(&[("NQDB_DB", "")], "info --path"), default);
    assert_eq!(path(&[("NQDB_DB", "/a/b.db")], "info --path"), "/a/b.db");
    assert_eq!(path(&[("NQDB_DB", "/a/b.db")], "info --path --db c.db"), "c.db");
    assert_eq!(path(&[("NQDB_DB", "/a/b.db")], "--db c.db info --path"), "c.db");
    if cfg!(not(windows)) {
        let local = home.path().join(".local/share/nqdb/nqdb.db").display().to_string();
        for data in ["", "not/absolute"] {
            assert_eq!(path(&[("XDG_DATA_HOME", data)], "info --path"), local);
        }
    }
    let expected = json!([{"path": default, "exists": false}]);
    assert!(has(&home.run("info --path --json").json().into(), &expected));
    assert!(home.files().is_empty());
    // A build with a given path writes nowhere else.
    home.run("build 4 --db own/deep/it.db --create-dirs").succeeded();
    let own = home.path().join("own").join("deep").join("it.db");
    assert_eq!(home.files().keys().collect::<Vec<_>>(), [&own]);
    let tier = |variables: &[(&str, &str)], line: &str| {
        let answer: Json = serde_json::from_str(&path(variables, line)).unwrap();
        answer["tier"].as_str().unwrap().to_owned()
    };
    assert_eq!(tier(&[("NQDB_DB", "own/deep/it.db")], "unrank 4 1 --json"), "stored");
    assert_eq!(tier(&[("NQDB_DB", "missing.db")], "unrank 4 1 --json"), "searched");
    assert_eq!(
        tier(&[("NQDB_DB", "missing.db")], "unrank 4 1 --json --db own/deep/it.db"),
        "stored"
    );
}

#[test]
fn every_name_is_taken_as_a_file_name() {
    let names = [
        "with space ü",
        "x#y%41",
        "x'y",
        "?x",
        "./file:x.db",
        "./file:x.db?mode=memory",
        "./:memory:",
    ];
    // File names on Windows have neither `?` nor `:`.
    for name in &names[..if cfg!(windows) { 3 } else { names.len() }] {
        let home = Home::new();
        home.ask(&["build", "4", "--db", name], b"").succeeded();
        let files: Vec<_> = home.files().into_keys().collect();
        assert_eq!(files, [home.path().join(name)], "{name}");
        assert_eq!(
            home.ask(&["unrank", "4", "1", "--json", "--db", name], b"").json()[0]["tier"],
            "stored"
        );
        assert_eq!(
            home.ask(&["sql", "--format=csv", "SELECT n FROM nqdb_count", "--db", name], b"")
                .text(),
            "n\n4\n"
        );
    }
    let home = Home::new();
    assert_ne!(home.ask(&["build", "4", "--db", ""], b"").code, Some(0));
    assert!(home.files().is_empty());
}

#[test]
fn info_lists_the_boards() {
    let home = Home::new();
    let path = home.database();
    assert!(home.run("info").text().starts_with(&format!("{}: no database", path.display())));
    let nothing = json!([{"path": path.display().to_string(), "boards": []}]);
    assert!(has(&home.run("info --json").json().into(), &nothing));
    home.run("build 10 1").succeeded();
    let bytes = fs::metadata(&path).unwrap().len();
    let text = home.run("info").text().to_owned();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], format!("{}, {bytes} bytes", path.display()));
    let cells = |line: usize| lines[line].split_whitespace().take(6).collect::<Vec<_>>();
    assert_eq!(
        (cells(2), cells(3)),
        (
            vec!["1", "stored", "complete", "1", "1", "1"],
            vec!["10", "stored", "complete", "724", "92", "5"]
        )
    );
    let connection = open(&path);
    let sum = |column: &str| {
        number(&connection, &format!("SELECT {column} FROM nqdb_block WHERE n = 10"))
    };
    let Sql::Text(digest) =
        query(&connection, "SELECT lower(hex(digest)) FROM nqdb_board WHERE n = 10")[0][0].clone()
    else {
        panic!("no digest")
    };
    let boards = json!([{"path": path.display().to_string(), "bytes": bytes, "boards": [
        {"n": 1, "state": "complete", "solutions": 1, "orbits": 1},
        {"n": 10, "tier": "stored", "state": "complete", "solutions": 724, "orbits": 92,
         "blocks": sum("count(*)"), "payload_bytes": sum("sum(length(payload))"), "digest": digest,
         "built_by": env!("CARGO_PKG_VERSION")},
    ]}]);
    assert!(has(&home.run("info --json").json().into(), &boards));
    assert_eq!(sum("sum(count)"), 362);
}

/// A home with N = 4, and a build of N = 16 that was killed after it had committed blocks.
fn interrupted() -> Home {
    for _ in 0..10 {
        let home = Home::with("4");
        let connection = open(&home.database());
        let blocks = "SELECT count(*) FROM nqdb_block WHERE n = 16";
        kill_when(&home, "build 16 --jobs 1", || number(&connection, blocks) > 0);
        let boards = json!([{"boards": [{"n": 4}, {"n": 16, "state": "building"}]}]);
        if has(&home.run("info --json").json().into(), &boards) {
            return home;
        }
    }
    panic!("every build was over before it could be killed");
}

#[test]
fn an_interrupted_build_is_seen_and_finished() {
    let home = interrupted();
    let info = home.run("info --json").json();
    let states = json!([{"boards": [
        {"n": 4, "state": "complete"}, {"n": 16, "state": "building", "solutions": null}]}]);
    assert!(has(&info.clone().into(), &states), "{info:#?}");
    assert!(home.run("info").text().lines().any(|line| line.contains("16  stored  building")));
    let verified = home.run("verify");
    assert!(
        verified.text().contains("N = 16: ok so far, the build is not finished; "),
        "{verified:#?}"
    );
    let unranked = home.run("unrank 16 100 --json").json();
    let expected =
        json!([{"tier": "searched", "queens": [1,3,5,8,11,13,10,16,4,15,9,6,2,7,14,12]}]);
    assert!(has(&unranked.into(), &expected));
    assert_eq!(home.run("count 16 --json").json()[0]["source"], "OEIS");
    assert_eq!(home.run("sql --format csv 'SELECT n FROM nqdb_count'").text(), "n\n4\n");
    // If committed blocks are damaged, a build starts over, but only with --rebuild.
    let copy = home.path().join("copy.db");
    fs::copy(home.database(), &copy).unwrap();
    let damage = "UPDATE nqdb_block SET payload = zeroblob(9) WHERE n = 16 AND first_rank = 1";
    Connection::open(&copy).unwrap().execute(damage, []).unwrap();
    assert_eq!(home.run("verify --db copy.db").code, Some(1));
    let bytes = fs::read(&copy).unwrap();
    home.run("build 16 --db copy.db").failed(
        1,
        &[
            "N = 16, the block at rank 1",
            "checksum",
            "`nqdb build --rebuild 16` rebuilds the board",
        ],
    );
    assert!(fs::read(&copy).unwrap() == bytes, "nothing is lost");
    assert!(home.run("build 16 --rebuild --db copy.db").succeeded().contains("built in "));
    let finished = home.run("build 16");
    assert!(finished.succeeded().ends_with(" of 7386256 were there)\n"), "{finished:#?}");
    assert!(content(&home.database()) == content(&copy));
    fs::remove_file(&copy).unwrap();
    assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
    assert!(
        home.run("verify 16")
            .text()
            .starts_with("N = 16: ok; checked the checksums, order and totals of 7,386,256 ")
    );
}

/// A home as a power loss in the middle of a commit leaves it: some pages are written, and the journal that can undo
/// them exists.
fn cut_off(home: &Home) -> Home {
    let cut = Home::new();
    fs::create_dir_all(cut.database().parent().unwrap()).unwrap();
    let connection = Connection::open(home.database()).unwrap();
    connection
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; UPDATE nqdb_block SET payload = zeroblob(5000)",
        )
        .unwrap();
    for end in ["", "-journal"] {
        fs::copy(with_suffix(&home.database(), end), with_suffix(&cut.database(), end)).unwrap();
    }
    connection.execute_batch("ROLLBACK").unwrap();
    assert_ne!(
        fs::read(with_suffix(&cut.database(), "-journal")).unwrap()[0],
        0,
        "the journal is hot"
    );
    assert_ne!(fs::read(cut.database()).unwrap(), fs::read(home.database()).unwrap());
    cut
}

#[cfg(unix)]
#[test]
fn an_interrupted_commit_is_rolled_back() {
    let home = Home::with("8 10");
    let rows = query(&open(&home.database()), "SELECT * FROM nqdb_board");
    let questions = [
        "unrank 8 1-92",
        "count 8",
        "list 10 --orbits",
        "verify",
        "sql 'SELECT * FROM nqdb_count'",
    ];
    let cut = cut_off(&home);
    let files = cut.files();
    let sealed = Sealed::new(&cut);
    for question in questions {
        sealed.run(question).failed(1, &["an interrupted build left a journal", "nqdb build"]);
    }
    drop(sealed);
    assert!(cut.files() == files);
    let built = cut.run("build 8");
    let there = "N = 8: 92 solutions in 12 orbits, already there, nothing to do\n";
    assert_eq!(built.succeeded(), there, "a complete board is not built again");
    for question in questions {
        assert_eq!(cut.run(question).text(), home.run(question).text(), "{question}");
    }
    assert_eq!(query(&open(&cut.database()), "SELECT * FROM nqdb_board"), rows);
    assert_eq!(cut.files().len(), 1);
}

#[test]
fn readers_roll_an_interrupted_commit_back() {
    let home = Home::with("8 10");
    for question in ["unrank 8 1-92", "info", "verify", "sql 'SELECT * FROM nqdb_count'"] {
        let cut = cut_off(&home);
        let answer = cut.run(question).text().replace(&cut.path().display().to_string(), "");
        let right = home.run(question).text().replace(&home.path().display().to_string(), "");
        assert_eq!(answer, right);
        assert!(cut.files()[&cut.database()] == home.files()[&home.database()]);
        assert_eq!(cut.files().len(), 1);
    }
}

#[test]
fn one_builder_at_a_time() {
    let home = Home::with("4");
    let lock = with_suffix(&home.database(), "-lock");
    let mut held = take_lock(&home.database());
    let files = home.files();
    for build in ["build 8", "build --rebuild 4"] {
        let answer = home.run(build);
        answer.failed(3, &["another build has locked this database", "process 4711, the test"]);
        assert!(home.files() == files, "{build}");
    }
    // Readers do not wait.
    assert!(home.run("build 4").text().contains("already there"));
    assert_eq!(home.run("unrank 4 1 --json").json()[0]["tier"], "stored");
    home.run("verify").text();
    // A lock holder that has not written its name yet.
    held.set_len(0).unwrap();
    home.run("build 8")
        .failed(3, &["another build has locked this database", "a process that has just started"]);
    // The lock file of a dead builder does not block anyone.
    held.write_all(b"process 4711, the test\n").unwrap();
    drop(held);
    home.run("build 8").succeeded();
    assert!(!lock.exists());
    assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
}

#[cfg(unix)]
#[test]
fn a_link_has_the_lock_of_its_file() {
    let home = Home::with("4");
    std::os::unix::fs::symlink(home.database(), home.path().join("link.db")).unwrap();
    let held = take_lock(&home.database());
    let reason = ["another build has locked this database", "process 4711, the test"];
    home.run("build 8 --db link.db").failed(3, &reason);
    drop(held);
    home.run("build 8 --db link.db").succeeded();
    assert_eq!(home.run("unrank 8 1 --json").json()[0]["tier"], "stored");
}

/// On Windows an open lock file can't be removed by hand.
#[cfg(windows)]
#[test]
fn a_held_lock_file_stays() {
    let home = Home::with("4");
    let lock = with_suffix(&home.database(), "-lock");
    let builder = start(&home, "build 17 --jobs 1");
    while !lock.exists() {
        std::thread::yield_now();
    }
    fs::remove_file(&lock).unwrap_err();
    fs::rename(&lock, home.path().join("elsewhere")).unwrap_err();
    home.run("build 8").failed(3, &["another build has locked this database: process "]);
    drop(builder);
    home.run("build 8").succeeded();
    assert!(!lock.exists());
}

/// A lock of another SQLite connection is waited for, with a note, and no longer than the time limit.
#[test]
fn a_lock_of_sqlite_is_waited_for_up_to_the_time_limit() {
    let home = Home::with("8");
    let other = rusqlite::Connection::open(home.database()).unwrap();
    let readers = ["unrank 8 5", "list 8", "info", "verify", "sql 'SELECT nq_unrank(8, 5)'"];
    for (lock, lines) in [
        ("BEGIN EXCLUSIVE", &readers[..]),
        ("BEGIN EXCLUSIVE", &["build 9"]),
        ("BEGIN; SELECT count(*) FROM nqdb_board", &["build 10"]),
    ] {
        other.execute_batch(lock).unwrap();
        for line in lines {
            let stopped = end(start(&home, &format!("{line} --time-limit 0.3")));
            stopped.failed(3, &["another process has locked the database"]);
            assert!(!stopped.stderr.contains("waiting"), "{stopped:?}");
        }
        let (program, said) = progress(&home, lines[0]);
        assert!(said.contains("waiting for another process to unlock the file after"), "{said}");
        other.execute_batch("ROLLBACK").unwrap();
        assert_eq!(end(program).code, Some(0), "{lock}");
    }
}

/// With `--wait` a build takes the lock when its holder ends, prints meanwhile what it waits for, and gives up at the
/// limit.
#[test]
fn a_build_waits_for_the_lock_up_to_its_limit() {
    let home = Home::with("4");
    let lock = with_suffix(&home.database(), "-lock");
    let held = take_lock(&home.database());
    let files = home.files();
    home.run("build 8 --wait 0.2").failed(3, &["another build has locked", "process 4711"]);
    let stopped = home.run("build 8 --wait 600 --time-limit 0.2");
    stopped.failed(1, &["stopped while waiting for another build after "]);
    stopped.stopped_after(0.2);
    for wrong in ["-1", "soon", "1e300"] {
        home.run(&format!("build 8 --wait={wrong}")).failed(2, &["a number of seconds"]);
    }
    assert!(home.files() == files);
    let mut builder = start(&home, "build 8 --wait 600");
    let mut said = BufReader::new(builder.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(said.any(|line| line.contains("waiting for another build after ")), "it did not wait");
    drop(held);
    let end = end(builder);
    assert_eq!(end.code, Some(0));
    assert!(end.stdout.starts_with("N = 8: 92 solutions in 12 orbits"), "{}", end.stdout);
    assert!(!lock.exists());
}

/// The same build with the same SOURCE_DATE_EPOCH gives the same bytes.
#[test]
fn the_time_of_a_build_can_be_set() {
    let home = Home::new();
    let build = |file: &str, date: &str| {
        let mut command = home.command();
        command.env("SOURCE_DATE_EPOCH", date);
        command.args(words(&format!("--db {file} build 8 9 --tier indexed --jobs 2")));
        answer(command, b"")
    };
    build("one.db", "1700000000").succeeded();
    build("two.db", "1700000000").succeeded();
    let bytes = |name: &str| fs::read(home.path().join(name)).unwrap();
    assert!(bytes("one.db") == bytes("two.db"));
    let built = home.run("sql --db one.db 'SELECT DISTINCT built_at FROM nqdb_board'");
    assert!(built.text().contains("2023-11-14T22:13:20Z"), "{}", built.text());
    for wrong in ["", "yesterday", "-1", "1.5", "253402300800"] {
        build("none.db", wrong).failed(1, &["SOURCE_DATE_EPOCH is ", "seconds since 1970"]);
        assert!(!home.path().join("none.db").exists());
    }
}

/// Nor do the bytes of a stored board depend on its speed: SQLite counts commits in the header of the file.
#[test]
fn a_stored_board_is_committed_at_the_same_places() {
    let home = Home::new();
    let [one, two] = [1, 2].map(|jobs| {
        let mut command = home.command();
        command.env("SOURCE_DATE_EPOCH", "1700000000");
        command.args(words(&format!("--db {jobs}.db build 16 --jobs {jobs}")));
        answer(command, b"").succeeded();
        fs::read(home.path().join(format!("{jobs}.db"))).unwrap()
    });
    assert!(one == two);
    let commits = u32::from_be_bytes(one[24..28].try_into().unwrap());
    assert!(commits > 4, "{commits}");
}

#[test]
fn one_of_two_concurrent_builds_builds() {
    let home = Home::new();
    let builders = [start(&home, "build 14"), start(&home, "build 14")];
    let ends = builders.map(end);
    let built = ends.iter().filter(|end| end.code == Some(0) && end.stdout.contains("built in "));
    assert_eq!(built.count(), 1, "{ends:#?}");
    let stood_back = ends.iter().filter(|end| match end.code {
        Some(0) => end.stdout.contains("already there"),
        Some(3) => end.stderr.contains("another build has locked this database: "),
        _ => false,
    });
    assert_eq!(stood_back.count(), 1, "{ends:#?}");
    assert_eq!(
        home.run("verify").text(),
        "N = 14: ok; checked the checksums, order and totals of 182,798 first-half solutions\n"
    );
    assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
}

#[test]
fn readers_see_a_board_when_it_is_complete() {
    const TRIES: usize = 10;
    let expected = ["building", "complete"];
    assert!((0..TRIES).any(|_| states_of_a_build() == expected), "no build was seen at work");
}

/// The states of the board N = 16 that readers see during its build; asserts that their results are correct.
fn states_of_a_build() -> Vec<String> {
    let home = Home::with("4 8");
    let hundredth = "1 3 5 8 11 13 10 16 4 15 9 6 2 7 14 12\n";
    let counts = "SELECT solutions, orbits FROM nqdb_count WHERE n = 16";
    let connection = open(&home.database());
    let mut builder = start(&home, "build 16 --jobs 1");
    let mut states = Vec::new();
    loop {
        let is_over = builder.try_wait().unwrap().is_some();
        let counted = query(&connection, counts);
        let boards = &home.run("info --json").json()[0]["boards"];
        let board = boards.as_array().unwrap().iter().find(|board| board["n"] == 16);
        let state = board.map_or("absent", |board| board["state"].as_str().unwrap()).to_owned();
        let totals = board.map(|board| (board["solutions"].as_u64(), board["orbits"].as_u64()));
        match &*state {
            "complete" => assert_eq!(totals, Some((Some(14_772_512), Some(1_846_955)))),
            _ => assert!(matches!(totals, None | Some((None, None)))),
        }
        assert!(counted.is_empty() || counted == [[14_772_512, 1_846_955].map(Sql::Integer)]);
        assert!(counted.is_empty() || state == "complete");
        assert_eq!(home.run("unrank 16 100").text(), hundredth);
        assert_eq!(home.run("rank 2,4,1,3").text(), "1\n");
        states.push(state);
        if is_over {
            break;
        }
    }
    end(builder).succeeded();
    states.dedup();
    states.retain(|state| state != "absent");
    states
}

#[cfg(unix)]
#[test]
fn a_build_uses_the_threads_that_fit_in_memory() {
    for tier in ["stored", "indexed"] {
        for (kilobytes, fits) in
            [(1_000_000, true), (120_000, true), (80_000, true), (25_000, false)]
        {
            let home = Home::new();
            let mut shell = home.command_of(Path::new("sh"));
            let line =
                format!("ulimit -v {kilobytes}; exec \"$0\" build 12 --jobs 64 --tier {tier}");
            shell.args(["-c", &line, env!("CARGO_BIN_EXE_nqdb")]);
            let built = answer(shell, b"");
            if fits {
                assert!(built.succeeded().contains("14,200 solutions"), "{built:#?}")
            } else {
                built.failed(1, &["not enough memory", "ulimit -v"])
            }
        }
    }
}

/// By default the signal of the limit kills a process.
#[cfg(unix)]
#[test]
fn a_file_size_limit_is_an_error() {
    for (command, words) in [
        ("list 12 -o out.txt", "File too large"),
        ("build 12 --db 12.db", "file-size limit (ulimit -f)"),
    ] {
        let home = Home::new();
        let mut shell = home.command_of(Path::new("sh"));
        shell.args([
            "-c",
            &format!("ulimit -f 20; exec \"$0\" {command}"),
            env!("CARGO_BIN_EXE_nqdb"),
        ]);
        answer(shell, b"").failed(1, &[words]);
        assert!(!home.path().join("out.txt").exists());
    }
}

#[test]
fn the_lock_file_of_a_killed_build_is_taken_over() {
    let home = Home::with("4");
    let lock = with_suffix(&home.database(), "-lock");
    for left in ["", "p", "proc", "process", "process ", "process 47", "process 4711\n", "\0\0\0\0"]
    {
        fs::write(&lock, left).unwrap();
        home.run("build --rebuild 4").succeeded();
        assert!(!lock.exists(), "{left:?}");
    }
}

/// When a process closes any handle of a file, POSIX systems release all its locks on the file. A program that reads
/// solutions and writes to the same file keeps those of its transaction.
#[test]
fn reading_keeps_the_locks_of_the_process() {
    let home = Home::with("8");
    let own = Connection::open(home.database()).unwrap();
    own.execute_batch("BEGIN IMMEDIATE; CREATE TABLE own (x)").unwrap();
    let database = Database::open(home.database()).unwrap();
    assert_eq!(database.board(BoardSize::new(8).unwrap()).unwrap().tier(), Tier::Stored);
    drop(database);
    home.run("build 9 --time-limit 0.1").failed(3, &["locked"]);
    own.execute_batch("COMMIT").unwrap();
    home.run("build 9").succeeded();
    assert_eq!(number(&own, "SELECT count(*) FROM nqdb_board"), 2);
}

/// Another program may have set WAL mode, and have pages in the other file.
#[test]
fn a_file_in_wal_mode_is_read() {
    let home = Home::with("8");
    let _other = in_wal_mode(&home);
    home.run("unrank 8 57").succeeded();
    assert!(home.run("unrank 8 57 --json").json()[0]["tier"] == "stored");
}

/// A connection that has set WAL mode, and is idle.
fn in_wal_mode(home: &Home) -> Connection {
    let connection = Connection::open(home.database()).unwrap();
    connection.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE own AS SELECT 1").unwrap();
    connection
}

/// A build doesn't wait for other connections to a file in WAL mode, whether they are idle or read, and keeps the mode.
#[test]
fn a_file_in_wal_mode_is_written_while_others_have_it_open() {
    let home = Home::with("8");
    home.run("build 10 --db other").succeeded();
    let other = in_wal_mode(&home);
    let mut statement = other.prepare("SELECT n FROM nqdb_block").unwrap();
    for is_reading in [false, true] {
        let mut rows = statement.query([]).unwrap();
        if is_reading {
            rows.next().unwrap();
        }
        for command in ["build --rebuild 9", "import --rebuild other", "build --rebuild 8"] {
            home.run(command).succeeded();
        }
    }
    assert_eq!(number(&other, "SELECT count(*) FROM nqdb_board"), 3);
    let mode: String = other.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    home.run("verify").succeeded();
}
