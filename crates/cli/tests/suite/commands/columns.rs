//! `--columns`: the same values in text, CSV and JSON, in the order chosen, and no lookup for others.

use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::{Home, words};
use serde_json::Value;

/// The columns of all commands.
const SOLUTION: &str = "n,rank,orbit_id,queens,size,stabilizer,permutation_index,tier";

/// Commands, and columns that only they have.
const COMMANDS: &[(&str, &str)] = &[
    ("unrank 8 14 92", ""),
    ("unrank 8 14", ""),
    ("unrank 8 10-12 --orbits", ""),
    ("rank 15863724 35281746", ""),
    ("rank 46827135 --orbits", ""),
    ("list 8 --start 40 --limit 5", ""),
    ("list 8 --orbits --start 9", ""),
    ("list 8 --fixed-by po7", ""),
    ("list 8 --shuffle --seed 1 --limit 4", ""),
    ("list 8 1=1", ""),
    ("random 8 --limit 3 --seed 1", ",uniform,seed"),
    ("orbit 8:10 2413", ",symmetry"),
];

/// A value of JSON as in text and CSV.
fn cell(value: &Value) -> String {
    match value {
        Value::Bool(flag) => u8::from(*flag).to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn text_csv_and_json_have_the_same_values() {
    for home in [Home::new(), Home::with("8")] {
        for (command, more) in COMMANDS {
            let columns = format!("{SOLUTION}{more}");
            let json = home.run(&format!("{command} --json --columns {columns}")).json();
            assert!(!json.is_empty(), "{command}");
            let lines = |names: &[&str], separator: &str| -> String {
                let line = |row: &Value| {
                    names.iter().map(|name| cell(&row[name])).collect::<Vec<_>>().join(separator)
                };
                json.iter().map(|row| line(row) + "\n").collect()
            };
            let names: Vec<&str> = columns.split(',').collect();
            for row in &json {
                let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
                assert_eq!(keys.len(), names.len(), "{command}: {row}");
                assert!(names.iter().all(|name| !row[name].is_null()), "{command}: {row}");
            }
            // Backwards, and each alone.
            let backwards: Vec<&str> = names.iter().rev().copied().collect();
            for names in names.chunks(1).chain([&backwards[..]]) {
                let chosen = names.join(",");
                let text = home.run(&format!("{command} --columns {chosen}"));
                assert_eq!(text.text(), lines(names, "\t"), "{command} --columns {chosen}");
                let csv = home.run(&format!("{command} --columns {chosen} --format csv"));
                assert_eq!(csv.text(), format!("{chosen}\n{}", lines(names, ",")), "{command}");
            }
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_board_that_is_printed() {
    let home = Home::new();
    for command in COMMANDS.iter().map(|(command, _)| command) {
        let rows = home.run(&format!("{command} --columns rank,orbit_id,queens"));
        for row in rows.text().lines() {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(home.ask(&["rank", cells[2]], b"").text().trim(), cells[0], "{command}");
            let id = home.ask(&["rank", "--orbits", cells[2]], b"");
            assert_eq!(id.text().trim(), cells[1], "{command}");
        }
    }
    let orbits = home.run("list 8 --orbits --columns rank,queens");
    let alone = home.run("list 8 --orbits");
    let ranks = home.ask(&["rank", "-"], alone.text().as_bytes());
    let both = ranks.text().lines().zip(alone.stdout.lines());
    let both: String = both.map(|(rank, queens)| format!("{rank}\t{queens}\n")).collect();
    assert_eq!(orbits.text(), both);
}

/// A board in the middle of N = 40, whose rank and orbit id can't be computed.
#[test]
fn columns_that_are_not_chosen_are_not_looked_up() {
    let home = Home::new();
    let board = home.run("random 40 --seed 1 --columns queens");
    let board = board.succeeded().trim();
    for command in ["rank", "orbit"] {
        let ask = |columns: &str| home.ask(&[command, board, "--columns", columns], b"");
        let known = ask("queens,size,n");
        assert!(known.text().starts_with(&format!("{board}\t8\t40\n")), "{known:?}");
        ask("queens,rank").failed(1, &["its rank cannot be computed", "--columns queens"]);
    }
    let random = home.run("random 40 --seed 1 --columns rank,n --format csv");
    assert_eq!(random.succeeded(), "rank,n\n,40\n");
    let one = home.run("random 40 --seed 1 --columns orbit_id --format csv");
    assert_eq!(one.succeeded(), "orbit_id\n\"\"\n");
    let json = home.run("random 40 --seed 1 --columns rank,orbit_id --json");
    assert_eq!(json.succeeded(), "{\"rank\":null,\"orbit_id\":null}\n");
}

#[test]
fn captions_have_the_columns() {
    let home = Home::new();
    for (command, caption) in [
        ("list 4 --limit 1 --columns queens", "┌───┬"),
        ("list 4 --limit 1 --columns orbit_id,size", "orbit 1, size 2: 2 4 1 3\n"),
        ("rank 2413", "rank 1: 2 4 1 3\n"),
        ("rank 2413 --orbits --columns rank", "rank 1: 2 4 1 3\n"),
        ("random 4 --seed 1 --columns n,seed", "N = 4, seed 1: "),
        ("random 8 3=5 --seed 1", "N = 8, rank 31: 4 2 5 8 6 1 3 7\n"),
        ("list 4 --limit 1 --columns RANK", "rank 1: 2 4 1 3\n"),
    ] {
        let board = home.run(&format!("{command} --format drawing"));
        assert!(board.text().starts_with(caption), "{command}: {board:?}");
    }
    let svg = home.run("list 4 --limit 1 --columns queens --format svg");
    assert!(svg.text().contains("<title>2 4 1 3</title>"), "{svg:?}");
}

const MISTAKES: &[Mistake] = &[
    usage("unrank 8 1 --columns ranks", &["ranks", "rank, orbit_id, queens", "tier"]),
    usage("orbit 8:1 --columns seed", &["seed", "symmetry"]),
    usage("random 8 --columns symmetry", &["symmetry", "uniform"]),
    usage("list 8 --columns rank,queens,rank", &["--columns: rank is there twice"]),
    usage("list 8 --columns", &["--columns"]),
    usage("rank 2413 --estimate --columns rank", &["--estimate", "--columns"]),
    usage("rank 2413 --estimate --format csv", &["--estimate", "--format text or json"]),
    usage("solve 8 --columns queens", &["--columns"]),
];

#[test]
fn mistakes_have_their_reasons() {
    check(&Home::new(), MISTAKES);
}

/// Commands that print no solutions, and their CSV.
#[test]
fn other_results_are_tables_too() {
    let home = Home::with("8");
    let info = home.run("info --format csv");
    let (header, row) = info.text().split_once('\n').unwrap();
    assert_eq!(header, "n,tier,state,solutions,orbits,blocks,payload_bytes,built_by,built_at");
    assert!(row.starts_with("8,stored,complete,92,12,"), "{row}");
    let json = home.run("info --format json");
    assert_eq!(json.text(), home.run("info --json").text());
    assert_eq!(
        Home::new().run("info --format csv").text(),
        format!("{header}\n"),
        "without a database"
    );
    let signature = home.run("signature 1 2413 --from digits --format csv");
    let expected = "n,queens,signature\n1,1,\"{{}, {}}\"\n4,2 4 1 3,\"{{(5, 5, 10), (10, 5, 5)}, {(5, 5, 10), (10, 5, 5)}}\"\n";
    assert_eq!(signature.text(), expected);
    let signature = home.run("signature 2413 --format json");
    assert_eq!(signature.text(), home.run("signature 2413 --json").text());
    let check = home.ask(&words("check - --format csv"), b"2413\n1234\n1 2 2 4\n?\n");
    let lines: Vec<&str> = check.stdout.lines().collect();
    assert_eq!(lines[..2], ["n,line,label,verdict,columns,reason", "4,1,,solution,,"]);
    assert!(lines[2].starts_with("4,2,,attack,1 2,"), "{lines:?}");
    assert!(lines[3].starts_with("4,3,,not a permutation,,"), "{lines:?}");
    assert!(lines[4].starts_with(",4,,unreadable,,"), "{lines:?}");
    let null = home.ask(&words("check - --format csv --on-error null"), b"?\n");
    assert_eq!(null.stdout, "n,line,label,verdict,columns,reason\n,,,,,\n");
    let batch = |option: &str| home.ask(&words(&format!("solve 8 - --seed 1 {option}")), b"1=1\n");
    assert_eq!(batch("--format json").text(), batch("--json").text());
    for sql in ["sql --format csv 'SELECT 1 AS a, 2 AS b'", "sql --format json 'SELECT 1 AS a'"] {
        let expected = if sql.contains("csv") { "a,b\n1,2\n" } else { "{\"a\":1}\n" };
        assert_eq!(home.run(sql).text(), expected);
    }
}
