//! What nqdb prints, it reads: the boards of every command in every format, given back to `rank -`, `check -` and
//! `convert -`.

use crate::support::program::{Home, words};
use nqdb_test_support::sample::{one_in, up_to};

/// Commands that print solutions of N in order of their ranks, or of orbit ids.
const LISTS: &[&str] = &[
    "list N --limit 40",
    "list N --limit 40 --columns rank,queens",
    "list N --limit 40 --columns rank,orbit_id,queens",
    "unrank N 1",
    "list N 1=1 --limit 20",
    "list N --limit 40 --columns queens",
    "solve N --method search --seed 3",
    "random N --seed 5 --limit 10",
    "solve N",
    "unrank N 1 --orbits",
    "list N --orbits --limit 12",
];

/// The formats, and whether they have boards that can be read back.
const FORMATS: &[&str] = &[
    "",
    "--json",
    "--format csv",
    "--format drawing",
    "--format drawing --ascii",
    "--format drawing --ascii --coordinates numbers",
    "--format drawing --coordinates chess",
];

/// The queens of all boards that a command prints.
fn boards(home: &Home, command: &str) -> Vec<String> {
    let json = home.run(&format!("{command} --json"));
    let field = |line: &serde_json::Value| {
        let queens = line.get("queens").unwrap();
        let queens: Vec<String> =
            queens.as_array().unwrap().iter().map(ToString::to_string).collect();
        queens.join(" ")
    };
    json.json().iter().filter(|line| line.get("queens").is_some()).map(field).collect()
}

#[test]
fn every_command_in_every_format_is_read_back() {
    let home = Home::new();
    let mut formats = 0;
    for n in [1, 4, 12, 5, 8, 6, 10, 7].into_iter().step_by(one_in(2)) {
        for list in LISTS {
            let command = list.replace('N', &n.to_string());
            let expected = boards(&home, &command);
            assert!(!expected.is_empty() || list.contains("1=1"), "{command}");
            let expected: String = expected.iter().map(|board| board.clone() + "\n").collect();
            for format in FORMATS.iter().filter(|format| n < 11 || !format.contains("drawing")) {
                let printed = home.run(&format!("{command} {format}"));
                if printed.code != Some(0) {
                    // Not a format of this command.
                    assert_eq!(
                        (printed.code, &*printed.stdout),
                        (Some(2), ""),
                        "{command} {format}"
                    );
                    continue;
                }
                let again = home.ask(&["convert", "-"], printed.stdout.as_bytes());
                // Two numbers, names of rows and columns that may be queens, and a number after a word.
                let is_pair = format.is_empty() && list.contains("--columns rank");
                let are_several =
                    list.starts_with("random") && !["--json", "--format csv"].contains(format);
                let has_word = *list == "solve N" && format.starts_with("--format drawing");
                let is_unclear =
                    is_pair || are_several || has_word || format.contains("coordinates");
                if n == 1 && is_unclear {
                    assert_eq!((again.code, &*again.stdout), (Some(2), ""), "{command} {format}");
                    continue;
                }
                let is_empty = expected.is_empty();
                assert_eq!(
                    (again.code == Some(0), &*again.stdout),
                    (!is_empty, &*expected),
                    "{command} {format}\n{}{}",
                    printed.stdout,
                    again.stderr
                );
                formats += 1;
            }
        }
    }
    assert!(formats > up_to(200, 400), "{formats}");
}

#[test]
fn boards_that_are_read_back_have_their_ranks() {
    let home = Home::new();
    for n in [1, 4, 5, 6, 7, 8, 9] {
        let lists = [
            "",
            "--columns rank,queens",
            "--format csv",
            "--json",
            "--format drawing",
            "--format drawing --coordinates chess",
        ];
        for format in lists {
            if n == 1 && (format.starts_with("--columns") || format.contains("chess")) {
                continue;
            }
            let start = if n == 7 { 8 } else { 1 };
            let list = home.run(&format!("list {n} --start {start} --limit 12 {format}"));
            let ranks = home.ask(&["rank", "-"], list.text().as_bytes());
            let count = ranks.text().lines().count();
            let expected: String = (start..start + count).map(|rank| format!("{rank}\n")).collect();
            assert!(count > 0 && ranks.text() == expected, "{n} {format}: {ranks:?}");
            let verdicts = home.ask(&["check", "-"], list.text().as_bytes());
            assert_eq!(verdicts.text(), "solution\n".repeat(count), "{n} {format}");
        }
        // One line alone, whose rank is N + 1.
        if n == 7 || n == 8 {
            let rank = format!("{}\n", n + 1);
            let line =
                home.run(&format!("list {n} --columns rank,queens --start {} --limit 1", n + 1));
            assert_eq!(home.ask(&["rank", "-"], line.text().as_bytes()).text(), rank);
        }
    }
}

/// Every notation, from 1 and from 0, of one board and of many, of all sizes and of mixed ones.
#[test]
fn every_notation_is_read_back() {
    let home = Home::new();
    let size = |n: u32| home.run(&format!("list {n} --limit 3")).text().to_owned();
    let mut inputs: Vec<String> = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(size).into();
    inputs.push(inputs[1..].concat());
    for input in &inputs {
        for notation in [
            "one-line", "digits", "column-row", "row-column", "matrix", "drawing", "fen", "chess",
            "sat", "json", "csv",
        ] {
            let has_numbers = ["one-line", "digits", "column-row", "row-column", "json", "csv"]
                .contains(&notation);
            for zero_based in [false, true].into_iter().filter(|from_0| has_numbers || !from_0) {
                let (to, from) =
                    if zero_based { (" --to-zero-based", " --zero-based") } else { ("", "") };
                let written =
                    home.ask(&words(&format!("convert - --to {notation}{to}")), input.as_bytes());
                let read = |from: String| {
                    home.ask(&words(&format!("convert -{from}")), written.text().as_bytes())
                };
                assert_eq!(
                    read(format!(" --from {notation}{from}")).text(),
                    input,
                    "{notation}{from}"
                );
                // Without the name: the same boards, or an error.
                let detected = read(from.to_owned());
                let is_pair = ["column-row", "row-column", "sat"].contains(&notation);
                assert!(
                    detected.code != Some(0) || detected.stdout == *input,
                    "{notation}{from}: {detected:?}"
                );
                assert!(
                    detected.code == Some(0) || is_pair,
                    "{notation}{from}: {detected:?}\n{}",
                    written.stdout
                );
            }
        }
    }
}

/// Output without boards, or with more than boards, is refused.
#[test]
fn other_output_is_refused() {
    let home = Home::new();
    for command in [
        "orbit 15863724",
        "list 8 --format svg --limit 2",
        "info",
        "count 8 9",
        "check 2413",
        "signature 2413",
        "puzzle 8 --seed 1",
    ] {
        let printed = home.run(command);
        for option in ["", " --on-error skip"] {
            let ranks = home.ask(&words(&format!("rank -{option}")), printed.stdout.as_bytes());
            assert!(ranks.code != Some(0), "{command}: {ranks:?}");
            if option.is_empty() {
                assert_eq!(ranks.stdout, "", "{command}");
            }
        }
    }
}
