//! Parts of an index: `nqdb parts`, `merge`, and the parts that they reject.

use super::index;
use crate::support::damage::{seal, vandal};
use crate::support::program::{Answer, Home, has};
use crate::support::sqlite::content;
use nqdb::{
    store::{BuildOptions, Outcome, Part, StoreError, build, import, merge, parts},
    watch::NoWatch,
};
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The message of a command that failed after printing its report.
fn refused(answer: &Answer) -> &str {
    assert_eq!(answer.code, Some(1), "{answer:?}");
    &answer.stderr
}

/// The parts of an index, and the index as a whole.
struct Parts {
    _directory: TempDir,
    parts: Vec<PathBuf>,
    whole: PathBuf,
}

impl Parts {
    fn of(n: usize, of: u32) -> Self {
        let directory = TempDir::new().unwrap();
        let file = |name: &str| directory.path().join(name);
        let parts: Vec<PathBuf> =
            (1..=of).map(|number| file(&format!("part {number}.db"))).collect();
        for (number, path) in (1..).zip(&parts) {
            index(path, n, Part::new(number, of).unwrap());
        }
        let whole = file("whole.db");
        index(&whole, n, Part::WHOLE);
        Parts { parts, whole, _directory: directory }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.whole.with_file_name(name)
    }
}

/// The bytes of a file, with the same time in all boards.
fn without_time(path: &Path) -> Vec<u8> {
    let copy = path.with_extension("copy");
    fs::copy(path, &copy).unwrap();
    let before = fs::read(&copy).unwrap();
    let connection = vandal(&copy);
    connection.execute("UPDATE nqdb_board SET built_at = '2026-01-01T00:00:00Z'", []).unwrap();
    seal(&connection).unwrap();
    drop(connection);
    assert_eq!(before.len(), fs::read(&copy).unwrap().len());
    fs::read(&copy).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn parts_in_any_order_make_the_file_of_one_build(
        (n, of, seed) in (5u64..=11, 1u32..=9, any::<u64>()),
    ) {
        let made = Parts::of(n as usize, of.max(2));
        let mut order = made.parts.clone();
        order.sort_by_key(|path| seed.wrapping_mul(path.as_os_str().len() as u64 + 7) ^ xxhash_rust::xxh3::xxh3_64(path.file_name().unwrap().as_encoded_bytes()));
        let out = made.file("out.db");
        merge(&out, &order, false, NoWatch).unwrap();
        prop_assert!(content(&out) == content(&made.whole));
        prop_assert!(without_time(&out) == without_time(&made.whole), "N = {n}, {of} parts");
    }
}

#[test]
fn parts_that_do_not_match_are_all_named_in_one_error() {
    let made = Parts::of(12, 3);
    let file = |name: &str| made.file(name);
    index(&file("other.db"), 11, Part::new(1, 3).unwrap());
    index(&file("fourth.db"), 12, Part::new(1, 4).unwrap());
    fs::copy(&made.parts[0], file("damaged.db")).unwrap();
    let damage = "UPDATE nqdb_partial_region SET counts = zeroblob(length(counts))";
    Connection::open(file("damaged.db")).unwrap().execute(damage, []).unwrap();
    fs::copy(&made.parts[1], file("again.db")).unwrap();
    fs::write(file("foreign.db"), b"no database").unwrap();
    let whole_part = fs::read(&made.parts[2]).unwrap();
    fs::write(file("short.db"), &whole_part[..whole_part.len() - 2000]).unwrap();
    let [one, two, three] = &made.parts[..] else { panic!("three parts") };
    let cases: [(Vec<PathBuf>, &[&str]); 10] = [
        (vec![one.clone(), two.clone()], &["N = 12: missing parts: 3 (of 3)"]),
        (vec![three.clone()], &["missing parts: 1-2 (of 3)"]),
        (
            vec![one.clone(), two.clone(), one.clone(), three.clone()],
            &["part 1.db: this file is given twice"],
        ),
        (
            vec![two.clone(), file("again.db"), three.clone(), file("damaged.db")],
            &[
                "part 2.db: part 2/3 is also in",
                "again.db: part 2/3 is also in",
                "damaged.db: part 1/3 of N = 12 is damaged",
                "missing parts: 1",
            ],
        ),
        (
            vec![one.clone(), file("other.db"), two.clone(), three.clone()],
            &["other.db: this is a part of N = 11, but most files are for N = 12"],
        ),
        (
            vec![one.clone(), two.clone(), file("fourth.db"), three.clone()],
            &["fourth.db: this is part 1/4, but most files are from a division into 3 parts"],
        ),
        (
            vec![one.clone(), file("none.db"), file("short.db"), file("foreign.db")],
            &[
                "none.db: no such file",
                "short.db: the file is damaged",
                "foreign.db: this file is not an SQLite database",
                "missing parts: 2-3",
            ],
        ),
        (vec![file("foreign.db")], &["not an SQLite database"]),
        (
            vec![made.whole.clone()],
            &["whole.db: this file holds 0 parts of an index, expected one"],
        ),
        (vec![], &["no parts were given"]),
    ];
    let before = fs::read_dir(file("")).unwrap().count();
    for (files, reasons) in cases {
        let error = merge(&file("out.db"), &files, false, NoWatch).unwrap_err().to_string();
        for reason in reasons {
            assert!(error.contains(reason), "no {reason:?} in {error}");
        }
        // Neither a file nor a lock is left.
        assert_eq!(fs::read_dir(file("")).unwrap().count(), before, "{reasons:?}");
        let report = parts(&files, NoWatch);
        assert!(!report.is_ok_and(|report| report.is_complete()), "{reasons:?}");
    }
    let error = merge(&made.whole, &made.parts, false, NoWatch).unwrap_err().to_string();
    assert!(error.contains("N = 12 is already complete in this file"), "{error}");
    merge(&made.whole, &made.parts, true, NoWatch).unwrap();
    assert!(parts(&made.parts, NoWatch).unwrap().is_complete());
}

#[test]
fn a_failure_removes_nothing() {
    let made = Parts::of(12, 3);
    let (parts, whole) = (&made.parts, &made.whole);
    let before = content(whole);
    for set in [vec![&parts[1]], vec![&parts[0], &parts[0], &parts[1]]] {
        let set: Vec<PathBuf> = set.into_iter().cloned().collect();
        merge(whole, &set, true, NoWatch).unwrap_err();
        assert!(content(whole) == before);
    }
    // Neither a part nor an unfinished build is replaced without --rebuild.
    let part_before = fs::read(&parts[1]).unwrap();
    for error in [
        merge(&parts[1], parts, false, NoWatch).unwrap_err(),
        import(&parts[1], whole, &[], false, NoWatch).unwrap_err(),
        build(&parts[1], size(12), BuildOptions::default(), NoWatch).unwrap_err(),
        import(whole, whole, &[], true, NoWatch).unwrap_err(),
    ] {
        let error = error.to_string();
        let reasons = [
            "unfinished build of N = 12",
            "part 2/3 of the index of N = 12, not the whole",
            "cannot import a database into itself",
        ];
        assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
    }
    assert!(fs::read(&parts[1]).unwrap() == part_before);
    merge(&parts[1], parts, true, NoWatch).unwrap();
    assert!(content(&parts[1]) == before);
}

/// A part with valid checksums whose counts are those of another part, or changed.
#[test]
fn forged_parts_are_named() {
    let made = Parts::of(10, 3);
    let forged = made.file("forged.db");
    let attach = format!("ATTACH '{}' AS other", made.parts[0].display());
    let forgeries = [
        format!(
            "{attach}; UPDATE nqdb_partial_count SET (units, counts) =
             (SELECT units, counts FROM other.nqdb_partial_count);
             UPDATE nqdb_partial_region SET counts = (SELECT counts FROM other.nqdb_partial_region)"
        ),
        format!(
            "{attach}; UPDATE nqdb_partial_region SET counts = (SELECT counts FROM other.nqdb_partial_region)"
        ),
        "UPDATE nqdb_partial_count SET units = flip(units, 11)".to_owned(),
        "UPDATE nqdb_partial_region SET counts = zstd_zeros(X'', 16)".to_owned(),
    ];
    for forgery in forgeries {
        fs::copy(&made.parts[1], &forged).unwrap();
        let connection = vandal(&forged);
        connection.execute_batch(&forgery).unwrap();
        seal(&connection).unwrap();
        drop(connection);
        let set = [made.parts[0].clone(), forged.clone(), made.parts[2].clone()];
        let report = parts(&set, NoWatch).unwrap();
        assert_eq!(report.missing, "2", "{forgery}");
        let faults: Vec<_> = report.files.iter().map(|file| file.fault.is_some()).collect();
        assert_eq!(faults, [false, true, false], "{forgery}: {report:?}");
        let error = merge(&made.file("out.db"), &set, false, NoWatch).unwrap_err();
        let StoreError::Unmergeable { faults } = &error.kind else { panic!("{error}") };
        let named = faults.iter().any(|fault| fault.path == forged);
        assert!(named, "{error}");
    }
}

#[test]
fn parts_without_work_are_optional() {
    let directory = TempDir::new().unwrap();
    let file = |number: u32| directory.path().join(format!("{number}.db"));
    (1..=50).for_each(|number| index(&file(number), 6, Part::new(number, 50).unwrap()));
    let all: Vec<PathBuf> = (1..=50).map(file).collect();
    assert_eq!(merge(&file(0), &all, false, NoWatch).unwrap().solutions, 4);
    // They may be left out.
    let report = parts(&all, NoWatch).unwrap();
    let idle = |file: &&nqdb::store::PartFile| file.units == 0;
    assert!(report.files.iter().filter(idle).count() > 5);
    let busy = report.files.iter().filter(|file| file.units > 0).map(|file| file.path.clone());
    let busy: Vec<PathBuf> = busy.collect();
    assert!(parts(&busy, NoWatch).unwrap().is_complete());
    assert_eq!(parts(&busy[1..], NoWatch).unwrap().missing, "1");
}

#[test]
fn the_commands_build_parts_and_merge_them() {
    let home = Home::new();
    for part in ["2/2", "1/2"] {
        let file = part.replace('/', "-");
        let line = format!("build 13 --part {part} --db {file}.db");
        let built = home.run(&format!("{line} --json")).json();
        assert!(has(&built[0], &json!({"n": 13, "part": part, "outcome": "part"})));
        let text = home.run(&line).succeeded().to_owned();
        assert!(text.starts_with(&format!("N = 13, part {part}: ")), "{text}");
    }
    home.run("build 13 --tier indexed --part 2/3 --db 1-2.db")
        .failed(1, &["part 1/2 of the index of N = 13, not part 2/3"]);
    home.run("merge out.db 1-2.db")
        .failed(1, &["missing parts: 2", "`nqdb build 13 --part K/2 --db FILE`"]);
    let merged = home.run("merge out.db 1-2.db 2-2.db --json").json();
    assert!(has(&merged[0], &json!({"n": 13, "tier": "indexed", "orbits": 9233})));
    assert_eq!(home.run("unrank 13 100 --db out.db").text(), home.run("unrank 13 100").text());
    for (line, reason) in [
        ("build 13 --part 0/3", "expected a part K/M such as 3/16"),
        ("build 13 --part 4/3", "expected a part K/M such as 3/16"),
        ("build 13 --part 1", "expected a part K/M such as 3/16"),
        ("build 13 --part 1/10001", "with 1 ≤ K ≤ M ≤ 10000, got \"1/10001\""),
    ] {
        home.run(line).failed(2, &[reason]);
    }
    home.run("build 13 --part 1/3 --tier stored --db 1.db")
        .failed(1, &["only an index is built in parts", "--tier indexed"]);
    home.run("build 4 --tier indexed")
        .failed(1, &["N = 4 can't be indexed, only N = 5 to 24; use --tier stored"]);
    home.run("merge out.db").failed(2, &["<PART>"]);
}

#[test]
fn the_commands_show_parts_and_which_are_missing() {
    let home = Home::new();
    for part in 1..=6 {
        home.run(&format!("build 11 --part {part}/6 --db {part}.db")).succeeded();
    }
    let all = "1.db 2.db 3.db 4.db 5.db 6.db";
    let whole = home.run(&format!("parts {all}")).succeeded().to_owned();
    assert!(whole.contains("N = 11: missing parts: none (of 6)"), "{whole}");
    assert_eq!(home.run(&format!("parts {all} --missing")).succeeded(), "");
    let report = home.run(&format!("parts {all} --json")).json();
    assert!(has(&report[0], &json!({"n": 11, "parts": 6, "missing": "", "mergeable": true})));
    let orbits = report[0]["files"].as_array().unwrap().iter().map(|file| file["orbits"].as_u64());
    assert_eq!(orbits.flatten().sum::<u64>(), 341);
    let some = home.run("parts 3.db 5.db 4.db");
    assert!(refused(&some).contains("the files can't be merged"));
    assert!(some.stdout.contains("N = 11: missing parts: 1-2,6 (of 6)"), "{}", some.stdout);
    let array = home.run("parts 3.db 5.db 4.db --missing");
    assert_eq!((array.stdout.as_str(), array.code), ("1-2,6\n", Some(1)));
    // One command prints the fault of each file and its remedy.
    let connection = vandal(&home.path().join("2.db"));
    connection.execute("UPDATE nqdb_partial_region SET counts = flip(counts, 9)", []).unwrap();
    drop(connection);
    fs::copy(home.path().join("1.db"), home.path().join("copy.db")).unwrap();
    let faulty = home.run("parts 1.db 2.db copy.db 3.db 4.db 5.db 6.db none.db");
    assert!(refused(&faulty).contains("can't be merged"));
    for text in [
        "1.db: part 1/6 is also in copy.db",
        "copy.db: part 1/6 is also in 1.db",
        "2.db: part 2/6 of N = 11 is damaged: the checksum of its region 0 is wrong; \
         `nqdb build 11 --part 2/6 --db FILE --rebuild` counts the part again",
        "none.db: no such file",
        "N = 11: missing parts: 2 (of 6)",
    ] {
        assert!(faulty.stdout.contains(text), "no {text:?} in {}", faulty.stdout);
    }
    home.run("build 11 --part 2/6 --db 2.db")
        .failed(1, &["build 11 --part 2/6 --db FILE --rebuild"]);
    let verified = home.run("verify --db 2.db");
    let repair = "2.db is damaged; `nqdb build 11 --part 2/6 --db FILE --rebuild` counts";
    assert!(refused(&verified).contains(repair));
    assert!(verified.stdout.contains("N = 11, part 2/6: damaged"), "{}", verified.stdout);
    home.run("build 11 --part 2/6 --rebuild --db 2.db").succeeded();
    home.run(&format!("merge out.db {all}")).succeeded();
    let info = home.run("info --db 3.db").text().to_owned();
    assert!(info.contains("part 3/6, ") && info.contains(" units"), "{info}");
}

/// For any damage in the file of a part, the advice is about that part, not about the whole board.
#[test]
fn advice_on_a_damaged_part_is_about_that_part() {
    let home = Home::new();
    home.run("build 11 --part 1/2 --db sound.db").succeeded();
    let path = home.path().join("part.db");
    for damage in [
        "nqdb_partial_count SET checksum = X''",
        "nqdb_partial_count SET units = CAST('x' AS BLOB)",
        "nqdb_partial_count SET counts = zeroblob(3000000)",
        "nqdb_partial_region SET counts = X''",
    ] {
        fs::copy(home.path().join("sound.db"), &path).unwrap();
        Connection::open(&path).unwrap().execute(&format!("UPDATE {damage}"), []).unwrap();
        let repair = "`nqdb build 11 --part 1/2 --db FILE --rebuild`";
        let verified = home.run("verify --db part.db");
        assert!(refused(&verified).contains(repair), "{damage}: {}", verified.stderr);
        assert!(verified.stdout.contains("N = 11, part 1/2: damaged"), "{}", verified.stdout);
        let shown = home.run("parts part.db");
        assert!(refused(&shown).contains("can't be merged"));
        assert!(shown.stdout.contains(repair), "{damage}: {}", shown.stdout);
        home.run("build 11 --part 1/2 --db part.db").failed(1, &[repair]);
        home.run("build 11 --part 1/2 --db part.db --rebuild").succeeded();
        home.run("verify --db part.db").succeeded();
    }
    let sound = fs::read(home.path().join("sound.db")).unwrap();
    fs::write(&path, &sound[..5000]).unwrap();
    let shown = home.run("parts part.db");
    let advice = "remove the file: `nqdb build N --part K/M --db FILE` counts the part again";
    assert!(shown.stdout.contains(advice) && !shown.stdout.contains("--rebuild"), "{shown:?}");
}

/// A part that is self-consistent but wrong is found by a recount.
#[test]
fn a_recount_finds_self_consistent_errors() {
    let home = Home::new();
    home.run("build 10 --part 1/3 --db part.db").succeeded();
    let path = home.path().join("part.db");
    let all = home.run("verify --deep --samples 1000 --seed 1 --db part.db").text().to_owned();
    assert!(all.contains("N = 10, part 1/3: ok; ") && all.contains("all agree (seed 1)"), "{all}");
    let some = home.run("verify --deep --seed 1 --db part.db").text().to_owned();
    assert!(some.contains("4 of "), "{some}");
    // A solution moves from one prefix to another, so that all sums are unchanged.
    let connection = vandal(&path);
    let select = "SELECT counts FROM nqdb_partial_region";
    let packed: Vec<u8> = connection.query_row(select, [], |row| row.get(0)).unwrap();
    let mut planes = zstd::decode_all(&packed[..]).unwrap();
    let prefixes = planes.len() / 8;
    let from = (0..prefixes).find(|&place| planes[place] > planes[4 * prefixes + place]).unwrap();
    planes[from] -= 1;
    planes[prefixes - 1] += 1;
    let packed = zstd::encode_all(&planes[..], 1).unwrap();
    connection.execute("UPDATE nqdb_partial_region SET counts = ?1", [packed]).unwrap();
    seal(&connection).unwrap();
    drop(connection);
    home.run("verify --db part.db").succeeded();
    let found = home.run("verify --deep --samples 1000 --db part.db");
    let repair = "`nqdb build 10 --part 1/3 --db FILE --rebuild` counts the part again";
    assert!(refused(&found).contains(repair));
    assert!(found.stdout.contains("a fresh count"), "{}", found.stdout);
}

#[test]
fn a_part_is_resumed_as_the_same_part() {
    let made = Parts::of(9, 2);
    let part = BuildOptions { part: Part::new(1, 2).unwrap(), ..BuildOptions::default() };
    let before = fs::read(&made.parts[0]).unwrap();
    let built = build(&made.parts[0], size(9), part, NoWatch).unwrap();
    assert_eq!(built.outcome, Outcome::Part(part.part));
    assert!(fs::read(&made.parts[0]).unwrap() == before);
}

/// What stops the count must not interrupt the save, for which SQLite takes many steps with the regions of N = 22.
#[test]
fn a_stopped_count_keeps_the_units_in_progress() {
    let home = Home::new();
    let stopped = home.run("build 22 --part 4000/4096 --jobs 1 --time-limit 0.2 --db part.db -q");
    assert!(stopped.stderr.contains("the next build resumes this one"), "{stopped:?}");
    let info = home.run("info --db part.db --json").json();
    let counted = &info[0]["boards"][0]["counted"];
    assert!(counted["done"].as_u64() >= Some(1), "{counted}");
}

#[test]
fn messages_about_parts_are_short() {
    let message = "x".repeat(100_000).parse::<Part>().unwrap_err().to_string();
    assert!(message.contains("xxxx") && message.len() < 300, "{message}");
}
