//! `nqdb solve` in all formats.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, has};
use nqdb::placement::Placement;

#[test]
fn the_command_has_all_formats() {
    let home = Home::new();
    let text = [
        ("solve 1", "1\n"),
        ("solve 4", "2 4 1 3\n"),
        ("solve 8 --method construct", "2 4 6 8 3 1 7 5\n"),
        ("solve 7 --method extend", "4 7 3 6 2 5 1\n"),
        ("solve 4 --format csv", "queens,method,seed,steps\n2 4 1 3,construct,,1\n"),
        ("solve 12 --method backtrack --seed 1", "3 8 4 11 9 5 12 1 7 10 2 6\n"),
    ];
    for (question, expected) in text {
        assert_eq!(home.run(question).text(), expected, "{question}");
    }
    let json = [
        (
            "solve 5 --json",
            r#"{"n":5,"queens":[2,4,1,3,5],"method":"construct","seed":null,"steps":1}"#,
        ),
        (
            "solve 9 --method genetic --seed 3 --format json",
            r#"{"n":9,"method":"genetic","seed":3}"#,
        ),
    ];
    for (question, expected) in json {
        let lines = home.run(question).json();
        assert!(has(&lines[0], &serde_json::from_str(expected).unwrap()), "{lines:?}");
    }
    let board = home.run("solve 4 --format drawing --ascii").text().to_owned();
    assert!(board.contains("| Q |") && board.contains("2 4 1 3"), "{board}");
    assert!(home.run("solve 1000 --format svg").text().starts_with("<svg"));
    assert!(home.files().is_empty());
}

#[test]
fn a_million_queens_and_an_unknown_seed() {
    let home = Home::new();
    let rows = |text: &str| -> Vec<u32> {
        text.split_whitespace().map(|queen| queen.parse::<u32>().unwrap() - 1).collect()
    };
    let million = rows(home.run("solve 1000000").text());
    assert_eq!(Placement::new(million).map(|placement| placement.n()), Ok(1_000_000));
    let answer = home.run("solve 50 --method min-conflicts");
    answer.says(&["--seed", "repeats this result"]);
    let seed = answer.stderr.split_whitespace().nth(2).unwrap();
    let again = home.run(&format!("solve 50 --method min-conflicts --seed {seed}"));
    assert_eq!(again.text(), answer.succeeded());
    assert!(Placement::new(rows(&answer.stdout)).is_ok());
    // A seed that found nothing repeats no solution.
    for refused in [
        "solve 60 --method genetic --max-steps 1",
        "solve 401 --method ant-colony",
        "solve 3 --method backtrack",
    ] {
        assert!(!home.run(refused).stderr.contains("repeats"), "{refused}");
    }
}

const MISTAKES: &[Mistake] = &[
    usage("solve", &["<N>"]),
    usage("solve 0", &["from 1 to 10000000, got \"0\""]),
    usage("solve 10000001", &["from 1 to 10000000, got \"10000001\""]),
    usage(
        "solve 401 --method ant-colony",
        &["ant-colony", "supports N = 1 to 400, got 401; construct supports N up to 10000000"],
    ),
    usage(
        "solve 18446744073709551616",
        &["number from 1 to 10000000, got \"18446744073709551616\""],
    ),
    usage("solve eight", &["number from 1 to 10000000, got \"eight\""]),
    usage("solve '\u{1b}[2J'", &["got \"\\u{1b}[2J\""]),
    usage("solve -8", &["-8"]),
    usage("solve 8 9", &["a condition such as 3=5 or c5", "got \"9\""]),
    failure("solve 2", &["N = 2 has no solutions"]),
    failure("solve 3 --method genetic", &["N = 3 has no solutions"]),
    usage("solve 8 --method magic", &["magic", "min-conflicts", "ant-colony"]),
    usage("solve 8 --seed x", &["--seed", "x"]),
    usage("solve 8 --max-steps -1", &["-1"]),
    usage(
        "solve 8 --seed 5 --max-steps 7",
        &["--max-steps requires --method min-conflicts, genetic", "got construct"],
    ),
    usage("solve 8 --max-steps 0", &["--max-steps requires --method", "got construct"]),
    usage("solve 8 1=1 --max-steps 9", &["--max-steps requires --method", "got search"]),
    usage("solve 7 --seed 5", &["--seed requires --method search, min-conflicts", "got construct"]),
    usage("solve 7 --method extend --seed 5", &["--seed", "got extend"]),
    failure(
        "solve 8 --method extend",
        &["extend supports N with a remainder other than 2 and 3 by 6, got 8; construct supports"],
    ),
    failure("solve 9 --method extend", &["got 9; construct supports every N"]),
    failure(
        "solve 60 --method genetic --seed 1 --max-steps 1",
        &[
            "genetic found no solution of N = 60 within 1 generation",
            "N = 60 within 1 generation; try another seed",
        ],
    ),
    failure(
        "solve 100000 --method genetic --seed 1 --time-limit 0.1",
        &["stopped while solving", "genetic found no solution", "more time, or construct"],
    ),
    usage("solve 1001 --format drawing", &["1000", "--format text"]),
    usage("solve 10000000 --method min-conflicts --format svg", &["1000", "--format text"]),
    usage("solve 8 --ascii", &["--format drawing"]),
];

#[test]
fn every_mistake_has_its_reason() {
    let home = Home::new();
    check(&home, MISTAKES);
}
