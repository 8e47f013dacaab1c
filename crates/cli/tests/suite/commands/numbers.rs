//! Numeric arguments: messages for wrong ones, and spaces around them.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use nqdb_test_support::numbers::{OUTSIDE, WRITTEN, Written};

/// Every numeric argument, with a wrong value.
const MISTAKES: &[Mistake] = &[
    usage("build 8 --jobs x", &["expected a whole number from 1 to 1024, got \"x\""]),
    usage("build 8 --jobs 0", &["from 1 to 1024, got \"0\""]),
    usage("build 8 --jobs 1025", &["from 1 to 1024, got \"1025\""]),
    usage("build 18 --part 1/x", &["expected a part K/M such as 3/16"]),
    usage("build x", &["from 1 to 64, got \"x\""]),
    usage("count 1.5", &["to 64, got \"1.5\""]),
    usage(
        "count 30 --estimate --runs 1",
        &["expected a whole number from 2 to 2^64 - 1, got \"1\""],
    ),
    usage(
        "count 30 --estimate --seed x",
        &["expected a whole number from 0 to 2^64 - 1, got \"x\""],
    ),
    usage(
        "count 30 --estimate --sample-time x",
        &["expected a number of seconds above 0", "got \"x\""],
    ),
    usage("count 30 --estimate --jobs x", &["from 1 to 1024, got \"x\""]),
    usage("count 8 --time-limit x", &["expected a number of seconds", "got \"x\""]),
    usage("list 8 --limit x", &["expected a whole number from 0 to 2^64 - 1, got \"x\""]),
    usage("list 8 --limit ''", &["--limit"]),
    usage("list 8 --start x", &["got \"x\""]),
    usage("list 8 --limit 18446744073709551616", &["to 2^64 - 1, got \"18446744073709551616\""]),
    usage("list 8 --limit x", &["expected a whole number", "got \"x\""]),
    usage("puzzle x", &["from 1 to 1000, got \"x\""]),
    usage("puzzle 8 --givens x", &["expected a whole number", "got \"x\""]),
    usage("puzzle 8 --givens 3 --max-attempts 0", &["from 1 to 2^64 - 1, got \"0\""]),
    usage("puzzle 8 --limit x", &["expected a whole number", "got \"x\""]),
    usage("puzzle 8 --seed x", &["expected a whole number", "got \"x\""]),
    usage("random 8 --limit x", &["expected a whole number", "got \"x\""]),
    usage("random 8 --seed x", &["expected a whole number", "got \"x\""]),
    usage("solve x", &["from 1 to 10000000, got \"x\""]),
    usage("solve 8 --method genetic --seed x", &["expected a whole number", "got \"x\""]),
    usage("solve 8 --method genetic --max-steps x", &["expected a whole number", "got \"x\""]),
    usage("verify --samples x", &["expected a whole number", "got \"x\""]),
    usage("verify --samples 1 --seed x", &["expected a whole number", "got \"x\""]),
    usage("orbit x:1", &["expected whole numbers"]),
    failure("orbit 8:0", &["N = 8 has 12 orbits", "got 0"]),
    failure("orbit 8:-3", &["N = 8 has 12 orbits", "got -3"]),
    usage("orbit 65:1", &["from 1 to 64, got \"65\""]),
    usage("orbit 8:3-1", &["ascending"]),
    usage("orbit 8:1x", &["got \"1x\""]),
];

#[test]
fn every_message_has_what_was_expected() {
    let home = Home::new();
    check(&home, MISTAKES);
    let plain = ["invalid digit", "cannot parse", "invalid float", "too large to fit"];
    for question in ["list 8 --limit x", "solve x", "count 8 --time-limit x", "build 8 -j x"] {
        let said = home.run(question).stderr;
        assert!(plain.iter().all(|words| !said.contains(words)), "{said}");
    }
}

/// In a list of numbers on the command line, where only one number can stand, and in SQL.
#[test]
fn numbers_are_read_as_people_write_them() {
    let home = Home::new();
    let sql = |function: &str, text: &str| {
        let text = text.replace('\'', "''");
        home.ask(&["sql", &format!("SELECT {function}, '{text}') AS queens")], b"")
    };
    for Written { text, alone, refused_in_list } in WRITTEN {
        match (alone, refused_in_list) {
            (Ok(digits), None) => {
                let plain = home.run(&format!("unrank --permutations 25 {digits}"));
                assert_eq!(
                    home.ask(&["unrank", "--permutations", "25", text], b"").succeeded(),
                    plain.succeeded()
                );
                let range = format!("{digits}-{text}");
                assert_eq!(
                    home.ask(&["unrank", "--permutations", "25", &range], b"").text(),
                    plain.text()
                );
            }
            (_, Some(words)) | (Err(words), _) => {
                home.ask(&["unrank", "20", text], b"").failed(2, &[words]);
                home.ask(&["unrank", "--permutations", "25", text], b"").failed(2, &[words]);
            }
        }
        let list = home.ask(&["list", "20", "--start", text, "--limit", "0"], b"");
        match alone {
            Ok(digits) => {
                let plain = sql("nq_permutation_at(25", digits);
                assert_eq!(sql("nq_permutation_at(25", text).succeeded(), plain.succeeded());
                if digits.len() < 12 {
                    assert_eq!(list.succeeded(), "");
                }
            }
            Err(words) => {
                list.failed(2, &["--start: ", words]);
                sql("nq_permutation_at(25", text).failed(1, &["nq_permutation_at: ", words]);
                sql("nq_unrank(8", text).failed(1, &["nq_unrank: ", words]);
                sql("nq_representative(8", text).failed(1, &["nq_representative: ", words]);
            }
        }
    }
}

#[test]
fn numbers_outside_a_board_name_its_last_one() {
    let home = Home::new();
    for (text, digits) in OUTSIDE {
        let ranks = format!("N = 8 has 92 solutions, so ranks go from 1 to 92; got {digits}");
        home.ask(&["unrank", "8", "--", text], b"").failed(1, &[&ranks]);
        home.ask(&["list", "8", &format!("--start={text}")], b"").failed(1, &["--start: ", &ranks]);
        home.run(&format!("sql 'SELECT nq_unrank(8, \"{text}\")'")).failed(1, &[&ranks]);
        let ids = format!("N = 8 has 12 orbits, so orbit ids go from 1 to 12; got {digits}");
        home.ask(&["unrank", "8", "--orbits", "--", text], b"").failed(1, &[&ids]);
        home.run(&format!("orbit 8:{text}")).failed(1, &[&ids]);
        home.run(&format!("sql 'SELECT nq_representative(8, \"{text}\")'")).failed(1, &[&ids]);
        home.ask(&["unrank", "3", "--", text], b"").failed(1, &["N = 3 has no solutions"]);
    }
}

#[test]
fn spaces_around_a_number_are_ignored() {
    let home = Home::new();
    let pairs = [
        ("solve '8 '", "solve 8"),
        ("count ' 8 '", "count 8"),
        ("list 8 --limit ' 2'", "list 8 --limit 2"),
        ("list '8 ' 1=1 --limit ' 1 '", "list 8 1=1 --limit 1"),
        ("puzzle '8 ' --seed ' 1'", "puzzle 8 --seed 1"),
        ("count 8 --time-limit ' 5 '", "count 8"),
        ("orbit ' 8:5 '", "orbit 8:5"),
        ("random 8 --seed '1 '", "random 8 --seed 1"),
    ];
    for (spaced, plain) in pairs {
        assert_eq!(home.run(spaced).text(), home.run(plain).text(), "{spaced}");
    }
}
