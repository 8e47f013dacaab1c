//! Damaged files: `verify` finds the damage, no result is based on it, and a rebuild removes it.

use super::QUESTIONS;
use crate::support::damage::{damage, sign_boards, vandal};
use crate::support::program::Home;
use crate::support::sqlite::content;
use nqdb::random::Dice;
use std::fs;

/// Changes to the second block of N = 8, ranks 5 to 12. With NEW_CHECKSUM the checksum is recomputed, so that only a
/// full check finds the damage.
const DAMAGE: &[&str] = &[
    "payload = flip(payload, 0)",
    "payload = flip(payload, 5)",
    "payload = flip(payload, length(payload) - 1)",
    "payload = X''",
    "payload = zeroblob(1000000)",
    "payload = flip(payload, length(payload) / 2), NEW_CHECKSUM",
    "payload = substr(payload, 1, length(payload) - 1), NEW_CHECKSUM",
    "payload = (SELECT payload FROM nqdb_block WHERE n = 8 AND first_rank = 1), NEW_CHECKSUM",
    "checksum = flip(checksum, 0)",
    "checksum = X''",
    "count = count + 1",
    "count = 0",
    "count = -1",
    "count = 1 << 62",
    "count = count + 1, NEW_CHECKSUM",
    "count = -1, NEW_CHECKSUM",
    "first_rank = 6",
    "first_rank = 6, NEW_CHECKSUM",
    "first_rank = 0",
    "first_rank = -9223372036854775807, NEW_CHECKSUM",
    "first_rank = 9223372036854775807",
    "first_orbit = first_orbit + 1",
    "first_orbit = first_orbit + 1, NEW_CHECKSUM",
    "first_orbit = -1, NEW_CHECKSUM",
    "first_solution = flip(first_solution, 2)",
    "first_solution = X'', NEW_CHECKSUM",
    "codec = 3",
    "codec = 3, NEW_CHECKSUM",
    "codec = -1, NEW_CHECKSUM",
    "n = 9",
    "n = 4",
];

/// Changes to the board row of N = 8; they are found by the checksum, and without it.
const BOARD_DAMAGE: &[&str] = &[
    "solutions = 93",
    "solutions = NULL",
    "solutions = -92",
    "orbits = 13",
    "orbits = NULL",
    "digest = NULL",
    "digest = flip(digest, 15)",
    "codec = 1",
    "codec = 3",
    "block_size = 1",
    "block_size = -1",
    "n = 7",
];

#[test]
fn a_damaged_block_is_found_and_rebuilt() {
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
            // The later blocks are sound.
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
    for (what, is_signed) in BOARD_DAMAGE.iter().flat_map(|what| [(what, false), (what, true)]) {
        fs::write(home.database(), &clean).unwrap();
        let connection = vandal(&home.database());
        connection.execute_batch(&format!("UPDATE nqdb_board SET {what} WHERE n = 8")).unwrap();
        if is_signed {
            sign_boards(&connection);
        }
        drop(connection);
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
fn a_board_that_its_tier_cannot_have_is_refused() {
    let home = Home::with("8");
    let clean = fs::read(home.database()).unwrap();
    for (is_signed, reason) in
        [(true, "N = 40 is stored, but this tier has no"), (false, "checksum")]
    {
        fs::write(home.database(), &clean).unwrap();
        let connection = vandal(&home.database());
        // The keys 8 and 40 differ in one bit.
        connection
            .execute_batch("UPDATE nqdb_board SET n = 40; UPDATE nqdb_block SET n = 40")
            .unwrap();
        if is_signed {
            sign_boards(&connection);
        }
        drop(connection);
        for question in ["count 40", "count 40 --orbits", "list 40 --limit 1", "unrank 40 1"] {
            home.run(question).failed(1, &["the file is damaged", reason]);
        }
        assert_eq!(home.run("verify").code, Some(1));
        assert_eq!(home.run("count 8").text(), "92\n");
    }
}

#[test]
fn a_board_of_an_unknown_codec_is_refused_until_it_is_rebuilt() {
    let home = Home::with("6 8");
    let update =
        "UPDATE nqdb_board SET codec = 9 WHERE n = 8; UPDATE nqdb_block SET codec = 9 WHERE n = 8";
    let connection = vandal(&home.database());
    connection.execute_batch(update).unwrap();
    sign_boards(&connection);
    drop(connection);
    let advice = [
        "N = 8 is stored with codec 9",
        "this version of nqdb does not support",
        "nqdb build --rebuild 8",
    ];
    for question in
        ["unrank 8 1", "rank 2,4,6,8,3,1,7,5", "list 8", "orbit 2,4,6,8,3,1,7,5", "build 8"]
    {
        home.run(question).failed(1, &advice);
    }
    let verified = home.run("verify");
    assert!(
        verified
            .stdout
            .contains("N = 8: stored with codec 9, which this version of nqdb does not support")
    );
    assert_eq!(verified.code, Some(1), "{verified:#?}");
    assert_eq!(home.run("unrank 6 1").text(), "2 4 6 1 3 5\n", "another board");
    home.run("build --rebuild 8").succeeded();
    home.run("verify --deep").succeeded();
    assert_eq!(home.run("unrank 8 1").text(), "1 5 8 6 3 7 2 4\n");
}

#[test]
fn a_truncated_file_is_refused() {
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
    // SQLite reads the missing part of the last page as zeros.
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
fn a_flipped_byte_never_gives_a_wrong_result() {
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
