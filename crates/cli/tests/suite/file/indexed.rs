//! Indexed boards: killed and resumed, imported from other files, rejected if damaged. `parts.rs` tests their parts.

use super::index;
use crate::support::damage::{sign_boards, vandal};
use crate::support::program::{Home, has, with_suffix};
use crate::support::sqlite::content;
use nqdb::{
    Database, Rank, Tier,
    counts::Provenance,
    store::{BuildOptions, BuildTier, Outcome, Part, StoreError, build, import},
    watch::{Activity, NoWatch, Progress, Watch},
};
use nqdb_test_support::fixtures::{self, rows};
use nqdb_test_support::twin::size;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;

/// Stops a build when a part of it is done.
struct Stop;

impl Watch for Stop {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.activity != Activity::Accessing && progress.done > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn a_board_stays_until_its_rebuild_is_complete() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("nqdb.db");
    let n = size(12);
    build(&path, n, BuildOptions::default(), NoWatch).unwrap();
    let before = content(&path);
    let asked = || {
        let board = Database::open(&path).unwrap().board(n).unwrap();
        (board.tier(), board.unrank(Rank::new(100).unwrap()).unwrap().to_string())
    };
    let (tier, hundredth) = asked();
    assert_eq!(tier, Tier::Stored);
    // A stored board is unchanged.
    let options = BuildOptions { rebuild: true, ..BuildOptions::default() };
    let error = build(&path, n, options, Stop).unwrap_err();
    let StoreError::Stopped { progress } = error.kind else { panic!("{error}") };
    assert_eq!(progress.activity, Activity::Rebuilding);
    assert_eq!((content(&path), asked()), (before.clone(), (Tier::Stored, hundredth.clone())));
    assert!(!Database::open(&path).unwrap().boards().unwrap()[0].rebuilding);
    let kept = build(&path, n, BuildOptions::default(), NoWatch).unwrap();
    assert_eq!(kept.outcome, Outcome::AlreadyThere);
    // The counts of an index are stored in another file, from which the next build resumes.
    let options = BuildOptions { tier: Some(BuildTier::Indexed), ..options };
    build(&path, n, options, Stop).unwrap_err();
    assert_eq!((content(&path), asked()), (before, (Tier::Stored, hundredth.clone())));
    assert!(Database::open(&path).unwrap().boards().unwrap()[0].rebuilding);
    let built = build(&path, n, BuildOptions::default(), NoWatch).unwrap();
    assert!(matches!(built.outcome, Outcome::Resumed(1..)), "{built:?}");
    assert_eq!(asked(), (Tier::Indexed, hundredth));
    assert!(Database::open(&path).unwrap().verify(&[], true, NoWatch).unwrap().is_clean());
}

#[test]
fn counts_that_are_damaged_are_not_dropped() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("nqdb.db");
    let options = BuildOptions { tier: Some(BuildTier::Indexed), ..BuildOptions::default() };
    build(&path, size(12), options, Stop).unwrap_err();
    let checkpoint = with_suffix(&path, "-counts-12");
    let damage = "UPDATE nqdb_partial_count SET checksum = zeroblob(8)";
    Connection::open(&checkpoint).unwrap().execute(damage, []).unwrap();
    let bytes = fs::read(&checkpoint).unwrap();
    let error = build(&path, size(12), BuildOptions::default(), NoWatch).unwrap_err().to_string();
    let named = error.contains("nqdb.db-counts-12") && error.contains("its checksum is wrong");
    assert!(named, "{error}");
    assert!(fs::read(&checkpoint).unwrap() == bytes);
    let report = Database::open(&path).unwrap().verify(&[], false, NoWatch).unwrap();
    assert!(report.boards[0].problems[0].contains("its checksum is wrong"), "{report:?}");
    // SQLite takes a file of one byte for an empty one.
    fs::write(&checkpoint, [0]).unwrap();
    let error = build(&path, size(12), BuildOptions::default(), NoWatch).unwrap_err().to_string();
    assert!(error.contains("nqdb.db-counts-12: this file is not an SQLite database"), "{error}");
    let rebuilt =
        build(&path, size(12), BuildOptions { rebuild: true, ..options }, NoWatch).unwrap();
    assert_eq!(rebuilt.outcome, Outcome::Built);
    assert!(!checkpoint.exists());
}

#[test]
fn nonsensical_rows_are_reported() {
    for n in [1, 4, 25, 40, 64] {
        let home = Home::with("6");
        let rows = format!(
            "INSERT INTO nqdb_board VALUES ({n}, 'indexed', 'complete', 1, 1, 3, 1024, NULL, '0', '0', X'');
             INSERT INTO nqdb_partial_count VALUES ({n}, 5, 1, 1, X'', X'', X'')"
        );
        let connection = vandal(&home.database());
        connection.execute_batch(&rows).unwrap();
        sign_boards(&connection);
        drop(connection);
        assert_eq!(home.run("verify").code, Some(1), "{n}");
        home.run(&format!("unrank {n} 1"));
        home.run("merge out.db data/nqdb/nqdb.db").failed(1, &["nqdb.db: "]);
    }
    let home = Home::new();
    home.run("build 12 --tier indexed").succeeded();
    let update = "UPDATE nqdb_board SET tier = 'stored'";
    let connection = vandal(&home.database());
    connection.execute_batch(update).unwrap();
    sign_boards(&connection);
    drop(connection);
    home.run("unrank 12 1").failed(1, &["N = 12 is stored, with codec 3"]);
    assert!(home.run("verify").stdout.contains("its row has tier stored and codec 3"));
}

#[test]
fn an_unfinished_board_is_announced_on_its_tier() {
    let home = Home::new();
    home.run("build 12 --tier indexed").succeeded();
    let connection = vandal(&home.database());
    let unfinished = "UPDATE nqdb_board SET state = 'building', solutions = NULL, orbits = NULL, digest = NULL, \
        built_at = NULL; DELETE FROM nqdb_block";
    connection.execute_batch(unfinished).unwrap();
    sign_boards(&connection);
    drop(connection);
    let resumed = home.run("build 12");
    assert!(resumed.stderr.contains("building N = 12: 1787 orbits to count"), "{resumed:?}");
}

#[test]
fn a_board_stays_on_its_tier_until_it_is_rebuilt() {
    let home = Home::with("10");
    home.run("build 10 --tier indexed").failed(1, &["N = 10 is stored in this file", "--rebuild"]);
    home.run("build 10 --tier indexed --rebuild").succeeded();
    assert!(home.run("build 10").succeeded().contains("already there"));
    assert_eq!(home.run("info --json").json()[0]["boards"][0]["tier"], "indexed");
    home.run("build 10 --tier stored").failed(1, &["N = 10 is indexed in this file"]);
    home.run("unrank 10 100 --explain")
        .says(&["N = 10 is indexed", "cell 1, a search of 362 solutions"]);
    assert_eq!(home.run("unrank 10 100").text(), "2 8 10 4 1 5 9 6 3 7\n");
    let found = home.run("verify --samples 20 --seed 1");
    assert!(found.text().contains("N = 10: 20 random ranks looked up, all agree (seed 1)"));
}

#[test]
fn a_dry_run_prints_the_cost_and_writes_nothing() {
    let home = Home::new();
    let price = home.run("build 14 17 --dry-run --json").json();
    assert!(has(&price[0], &serde_json::json!({"n": 14, "tier": "stored"})));
    assert!(has(&price[1], &serde_json::json!({"n": 17, "tier": "indexed"})));
    let bytes = price.iter().map(|row| row["bytes"].as_u64().unwrap());
    for (bytes, real) in bytes.zip([88_000, 62_000]) {
        assert!((real / 2..=real * 2).contains(&bytes), "{bytes} for {real}");
    }
    // The cost of a part is its own, without the size of the board.
    let part = home.run("build 17 --part 2/100 --dry-run --json").json();
    assert!(has(&part[0], &serde_json::json!({"n": 17, "part": "2/100"})));
    assert!(part[0].get("bytes").is_none(), "{part:?}");
    let text = home.run("build 17 --part 2/100 --dry-run").text().to_owned();
    assert!(text.starts_with("N = 17, part 2/100: about 1"), "{text}");
    assert!(text.contains(" orbits to count, about "), "{text}");
    assert_eq!(home.files().len(), 0);
}

/// The cost of a lookup, and what would change it where that pays.
#[test]
fn lookups_have_their_costs() {
    let home = Home::new();
    for (line, cost) in [
        ("unrank 8 1", "N = 8 is searched in built-in cells: a lookup takes about 0.1 ms\n"),
        (
            "unrank 16 1",
            "about 0.2 ms; `nqdb build 16` makes repeated lookups several times as fast\n",
        ),
        ("unrank 17 1", "0.8 ms; `nqdb import FILE` of the ready-made index makes it 0.1"),
        ("unrank 21 1", "about 30 ms; `nqdb import FILE` of"),
        ("unrank 22 1", "N = 22 is searched: only the first and last 1,000,000 solutions"),
    ] {
        home.run(&format!("{line} --explain")).says(&[cost]);
    }
    index(&home.database(), 10, Part::WHOLE);
    home.run("unrank 10 1 --explain").says(&["N = 10 is indexed: a lookup takes about 0.1 ms\n"]);
}

#[test]
fn sound_boards_are_imported_from_other_files() {
    let (from, home) = (Home::with("6 8"), Home::with("6"));
    index(&from.path().join("more.db"), 13, Part::WHOLE);
    let other = from.database();
    let import_from = |file: &Path, boards: &str| {
        let words = [
            &["import", file.to_str().unwrap()][..],
            &boards.split_whitespace().collect::<Vec<_>>(),
        ];
        home.ask(&words.concat(), b"")
    };
    let text = import_from(&other, "").text().to_owned();
    assert_eq!(
        text,
        "N = 6: 4 solutions in 1 orbit, already there, nothing to do\n\
         N = 8: 92 solutions in 12 orbits, imported\n"
    );
    import_from(&from.path().join("more.db"), "--boards 13").succeeded();
    assert!(
        home.run("verify --deep").text().contains("N = 13: ok; the index of 36,856 first-half")
    );
    import_from(&other, "--boards 9")
        .failed(1, &["none of the files has the complete board N = 9"]);
    import_from(&from.path().join("none.db"), "").failed(1, &["no such file"]);
    let before = home.files();
    for damage in [
        "UPDATE nqdb_block SET payload = zeroblob(9) WHERE n = 8 AND first_rank = 5",
        "UPDATE nqdb_board SET digest = zeroblob(16) WHERE n = 8",
        "DELETE FROM nqdb_block WHERE n = 8 AND first_rank = 29",
    ] {
        let damaged = from.path().join("damaged.db");
        fs::copy(&other, &damaged).unwrap();
        Connection::open(&damaged).unwrap().execute(damage, []).unwrap();
        import_from(&damaged, "").failed(1, &["damaged.db", "the file is damaged"]);
        assert!(home.files() == before, "{damage}");
    }
}

/// The indexes in fixtures/indexes.
#[test]
fn the_indexes_of_the_fixtures_are_sound() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("test.db");
    for row in rows("indexes/digests.csv") {
        let (n, most_bytes): (u64, u64) = (row.get("n"), row.get("most_bytes"));
        let file = fixtures::index(n);
        let built = import(&path, &file, &[], false, NoWatch).unwrap();
        assert_eq!(built.len(), 1);
        let database = Database::open(&path).unwrap();
        let boards = database.boards().unwrap();
        let board = boards.iter().find(|board| board.n as u64 == n).unwrap();
        assert_eq!(board.digest, Some(row.get("digest")), "N = {n}");
        let index = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let built_at: String =
            index.query_row("SELECT built_at FROM nqdb_board", [], |row| row.get(0)).unwrap();
        let counted = format!("counted on {}", &built_at[..10]);
        assert_eq!(Provenance::of_solutions(size(n)).unwrap().nqdb, Some(&*counted), "N = {n}");
        let report = database.verify_samples(size(n), 20, n).unwrap();
        assert_eq!(report.problems, Vec::<String>::new(), "N = {n}");
        // The size that research/performance.md promises.
        assert!(fs::metadata(&file).unwrap().len() <= most_bytes, "N = {n}");
    }
}
