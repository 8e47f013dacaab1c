//! Every command prints the documented results, in every format, with and without a database.

use crate::support::program::{Home, has, progress, words};
use crate::support::running::Running;
use crate::support::sqlite::content;
use nqdb_test_support::fixtures::{Row, lines, rows};
use serde_json::{Value, json};
use std::process::Stdio;

/// Command lines and their output, with and without a database.
const TEXT: &[(&str, &str)] = &[
    ("unrank 10 100", "2 8 10 4 1 5 9 6 3 7"),
    ("unrank 1 1", "1"),
    ("unrank 4 2 1", "3 1 4 2\n2 4 1 3"),
    ("unrank 8 92 1-2 5-5", "8 4 1 3 6 2 7 5\n1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n2 4 6 8 3 1 7 5"),
    ("unrank 5 5-6", "3 1 4 2 5\n3 5 2 4 1"),
    ("unrank 8 12 10-11 --orbits", "3 6 2 5 8 1 7 4\n3 5 2 8 1 7 4 6\n3 5 8 4 1 7 2 6"),
    ("rank 2 8 10 4 1 5 9 6 3 7", "100"),
    ("unrank 20 17000000000", "10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11"),
    ("rank 10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11", "17000000000"),
    ("rank --orbits 10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11", "4653625306"),
    ("unrank 21 200000000000", "13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11"),
    ("rank 13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11", "200000000000"),
    ("rank --orbits 13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11", "29673351759"),
    ("rank 1", "1"),
    ("rank 3,1,4,2", "2"),
    ("rank 3, 1, 4, 2", "2"),
    ("rank '3 1 4 2' '2 4 1 3'", "2\n1"),
    ("rank (3,1,4,2) [2,4,1,3]", "2\n1"),
    ("rank [3, 1, 4, 2]", "2"),
    ("rank --orbits '6 4 7 1 8 2 5 3' '1 5 8 6 3 7 2 4'", "10\n1"),
    (
        "orbit 6 4 7 1 8 2 5 3",
        "orbit_id    10\nqueens      3 5 2 8 1 7 4 6\nsize        4\nstabilizer  identity, rotate 180°\n\
         rank  queens           symmetry\n  79  6 4 7 1 8 2 5 3  identity, rotate 180°\n  \
         38  4 6 8 2 7 1 3 5  flip across the falling diagonal, flip across the rising diagonal\n  \
         14  3 5 2 8 1 7 4 6  flip top and bottom, flip left and right\n  \
         55  5 3 1 7 2 8 6 4  rotate 90° counterclockwise, rotate 90° clockwise",
    ),
    (
        "orbit 2,4,1,3 --columns symmetry,queens,stabilizer,size,n",
        "identity\t2 4 1 3\tidentity rotate-90 rotate-180 rotate-270\t2\t4\n\
         flip-diagonal\t3 1 4 2\tidentity rotate-90 rotate-180 rotate-270\t2\t4",
    ),
    (
        "orbit 4:1",
        "orbit_id    1\nqueens      2 4 1 3\nsize        2\nstabilizer  identity, rotate 90° counterclockwise, rotate 180°, rotate 90° clockwise\n\
         rank  queens   symmetry\n   \
         1  2 4 1 3  identity, rotate 90° counterclockwise, rotate 180°, rotate 90° clockwise\n   \
         2  3 1 4 2  flip across the falling diagonal, flip across the rising diagonal, flip top and bottom, flip left and right",
    ),
    (
        "orbit 4:1 3 1 4 2 5:1-2 --columns symmetry,queens --format csv",
        "symmetry,queens\nidentity,2 4 1 3\nflip-diagonal,3 1 4 2\n\
         identity,3 1 4 2\nflip-diagonal,2 4 1 3\n\
         identity,1 3 5 2 4\nflip-diagonal,1 4 2 5 3\nflip-antidiagonal,3 1 4 2 5\n\
         flip-vertical,5 3 1 4 2\nflip-horizontal,4 2 5 3 1\nrotate-90,5 2 4 1 3\n\
         rotate-180,2 4 1 3 5\nrotate-270,3 5 2 4 1\n\
         identity,2 5 3 1 4\nflip-diagonal,4 1 3 5 2",
    ),
    ("count 8", "92"),
    ("count 0", "1"),
    ("count 0 --orbits", "1"),
    ("count 8 4-6 8", "8 92\n4 2\n5 10\n6 4\n8 92"),
    ("count 2-3 27", "2 0\n3 0\n27 234907967154122528"),
    ("count --orbits 8 1-4 8", "8 12\n1 1\n2 0\n3 0\n4 1\n8 12"),
    ("count --recompute 1-8", "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n7 40\n8 92"),
    ("count --recompute --orbits 0-8", "0 1\n1 1\n2 0\n3 0\n4 1\n5 2\n6 1\n7 6\n8 12"),
    ("count 8 --format bfile", "8 92"),
    ("count 0-4 --format bfile", "0 1\n1 1\n2 0\n3 0\n4 2"),
    ("count 0-4 --orbits --format bfile", "0 1\n1 1\n2 0\n3 0\n4 1"),
    ("count 7-8 --format csv", "n,solutions\n7,40\n8,92"),
    // The table of Cull & Pandey, section 5.
    ("count 0 6-8 --orbits --format csv", "n,orbits,solutions\n0,1,1\n6,1,4\n7,6,40\n8,12,92"),
    ("count 6 8 --orbits --recompute --format csv", "n,orbits,solutions\n6,1,4\n8,12,92"),
    ("count 8 --orbits --fixed-by po7 --format csv", "n,orbits\n8,1"),
    ("list 4", "2 4 1 3\n3 1 4 2"),
    ("list 6 --start 2 --limit 2", "3 6 2 5 1 4\n4 1 5 2 6 3"),
    ("list 6 --limit 0", ""),
    ("list 8 --start 92 --limit 5", "8 4 1 3 6 2 7 5"),
    ("list 8 --orbits --start 11 --limit 9", "3 5 8 4 1 7 2 6\n3 6 2 5 8 1 7 4"),
    ("list 6 --format csv --start 3", "rank,queens\n3,4 1 5 2 6 3\n4,5 3 1 6 4 2"),
    (
        "list 5 --format csv --orbits",
        "orbit_id,queens,size,stabilizer\n1,1 3 5 2 4,8,identity\n2,2 5 3 1 4,2,identity rotate-90 rotate-180 rotate-270",
    ),
    ("rank --permutations 3 1 4 2", "14"),
    ("rank --permutations 1,2 2,1", "1\n2"),
    ("unrank --permutations 4 14 1 24", "3 1 4 2\n1 2 3 4\n4 3 2 1"),
    (
        "unrank --permutations 21 51090942171709440000",
        "21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1",
    ),
    (
        "rank --permutations 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1",
        "51090942171709440000",
    ),
];

#[test]
fn answers_are_the_bare_text() {
    for home in [Home::new(), Home::with("1-11")] {
        for (question, expected) in TEXT {
            let expected = expected.to_string() + if expected.is_empty() { "" } else { "\n" };
            assert_eq!(home.run(question).text(), expected, "{question}");
        }
    }
}

/// Command lines and the fields that each line of their JSON must have. TIER and SOURCE are placeholders for the
/// origin.
const JSON: &[(&str, &str)] = &[
    (
        "unrank 10 100",
        r#"{"n":10,"rank":100,"queens":[2,8,10,4,1,5,9,6,3,7],"permutation_index":"641565","tier":TIER}"#,
    ),
    // f(4, 2) of Gupta, section IV.
    ("unrank 4 2", r#"{"n":4,"rank":2,"queens":[3,1,4,2],"permutation_index":"14","tier":TIER}"#),
    (
        "rank 2,4,1,3 3,1,4,2",
        r#"{"n":4,"rank":1,"queens":[2,4,1,3],"permutation_index":"11","tier":TIER}
           {"n":4,"rank":2,"queens":[3,1,4,2],"permutation_index":"14","tier":TIER}"#,
    ),
    ("unrank 8 10 --orbits", r#"{"n":8,"orbit_id":10,"queens":[3,5,2,8,1,7,4,6]}"#),
    ("rank 6,4,7,1,8,2,5,3 --orbits", r#"{"n":8,"orbit_id":10,"queens":[3,5,2,8,1,7,4,6]}"#),
    (
        "orbit 3,1,4,2",
        r#"{"n":4,"orbit_id":1,"size":2,"queens":[2,4,1,3],"stabilizer":["identity","rotate-90","rotate-180","rotate-270"],"members":[{"rank":2,"queens":[3,1,4,2],"symmetry":"identity"},{"rank":1,"queens":[2,4,1,3],"symmetry":"flip-diagonal"}]}"#,
    ),
    ("count 8", r#"{"n":8,"solutions":92,"source":SOURCE}"#),
    ("count 0", r#"{"n":0,"solutions":1,"source":"definition"}"#),
    (
        "count 25-27",
        r#"{"n":25,"solutions":2207893435808352}
           {"n":26,"solutions":22317699616364044}
           {"n":27,"solutions":234907967154122528}"#,
    ),
    (
        "count 27 --orbits",
        r#"{"n":27,"orbits":29363495934315694,"orbits_by_size":{"8":29363495854214938}}"#,
    ),
    ("random 8 --seed 18446744073709551615", r#"{"n":8,"seed":18446744073709551615}"#),
    ("count 8 --recompute", r#"{"n":8,"solutions":92,"source":"computed"}"#),
    ("count 8 --orbits", r#"{"n":8,"orbits":12,"source":SOURCE}"#),
    ("count 8 --orbits --recompute", r#"{"n":8,"orbits":12,"source":"computed"}"#),
    ("list 4 --limit 1", r#"{"n":4,"rank":1,"queens":[2,4,1,3],"permutation_index":"11"}"#),
    ("list 5 --orbits --start 2", r#"{"n":5,"orbit_id":2,"queens":[2,5,3,1,4]}"#),
    ("rank --permutations 3 1 2", r#"{"n":3,"permutation_index":"5","queens":[3,1,2]}"#),
    ("unrank --permutations 4 14", r#"{"n":4,"permutation_index":"14","queens":[3,1,4,2]}"#),
];

#[test]
fn json_has_the_fields_of_the_design() {
    let homes = [
        (Home::new(), "\"searched\"", "\"OEIS\""),
        (Home::with("4-10"), "\"stored\"", "\"database\""),
    ];
    for (home, tier, source) in homes {
        for (question, expected) in JSON {
            let expected = expected.replace("TIER", tier).replace("SOURCE", source);
            let expected: Vec<Value> =
                expected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let got = home.run(&format!("{question} --json")).json();
            assert!(has(&got.clone().into(), &expected.into()), "{question}: {got:#?}");
        }
        let same = (home.run("list 6 --json"), home.run("list 6 --format json"));
        assert_eq!(same.0.text(), same.1.text());
    }
}

/// The text without the fields that name the origin of a result.
fn without_origin(text: &str) -> String {
    let fields = [
        "\"tier\":\"searched\"",
        "\"tier\":\"stored\"",
        "\"source\":\"OEIS\"",
        "\"source\":\"database\"",
    ];
    fields.iter().fold(text.to_owned(), |text, field| text.replace(field, "ORIGIN"))
}

#[test]
fn the_database_changes_no_result() {
    let (without, with) = (Home::new(), Home::with("4-11"));
    let solutions = without.run("list 7").text().to_owned() + without.run("list 8").text();
    let permutations = "3 1 2\n2,1,3\n[7 6 5 4 3 2 1]\n".to_owned();
    let questions = [
        ("list 11", ""),
        ("list 10 --json", ""),
        ("list 10 --orbits --json", ""),
        ("list 9 --start 170 --limit 20 --format csv", ""),
        ("unrank 11 1 1340 1341 2680 1339-1342 --json", ""),
        ("unrank 11 1-341 --orbits --json", ""),
        ("orbit -", &solutions),
        ("orbit - --json", &solutions),
        ("rank - --json", &solutions),
        ("rank - --orbits --json", &solutions),
        ("count 1-27 --json", ""),
        ("count 1-27 --orbits --json", ""),
        ("rank - --permutations --json", &permutations),
        (
            "sql",
            "SELECT nq_count(11), nq_unrank(11, 1341), nq_representative(11, 300), nq_orbit_count(11);",
        ),
    ];
    for (question, input) in questions {
        let words: Vec<_> = question.split(' ').collect();
        let answers =
            [&without, &with].map(|home| without_origin(home.ask(&words, input.as_bytes()).text()));
        assert!(!answers[0].is_empty(), "{question}");
        assert_eq!(answers[0], answers[1], "{question}");
    }
}

#[test]
fn the_hundredth_of_15_searched_and_stored() {
    let home = Home::new();
    for tier in ["searched", "stored"] {
        assert_eq!(home.run("unrank 15 100").text(), "1 3 5 12 9 11 14 7 15 13 2 8 6 4 10\n");
        home.run("unrank 15 1 --explain").says(&[&format!("nqdb: N = 15 is {tier}")]);
        assert_eq!(home.run("unrank 15 1 --json").json()[0]["tier"], tier);
        home.run("build 15").succeeded();
    }
}

/// A column of a fixture, one value per line.
fn column(rows: &[Row], name: &str) -> String {
    rows.iter().map(|row| row.get::<String>(name) + "\n").collect()
}

#[test]
fn counts_are_those_of_the_oeis() {
    let rows = rows("counts.csv");
    // N and the number.
    let column = |name: &str| -> String {
        rows[..15]
            .iter()
            .map(|row| format!("{} {}\n", row.get::<u8>("n"), row.get::<u64>(name)))
            .collect()
    };
    for home in [Home::new(), Home::with("1-11")] {
        assert_eq!(home.run("count 1-15").text(), column("solutions"));
        assert_eq!(home.run("count --orbits 1-15").text(), column("orbits"));
        let looked_up = home.run("count --orbits 1-14 --json").json();
        let computed = home.run("count --orbits --recompute 1-12 --json").json();
        assert_eq!((looked_up.len(), computed.len()), (14, 12));
        for answer in looked_up.iter().chain(&computed) {
            let row = &rows[answer["n"].as_u64().unwrap() as usize - 1];
            let [all, half, quarter] =
                ["solutions", "half_turn", "quarter_turn"].map(|column| row.get::<u64>(column));
            let sizes = match all {
                1 => vec![(1, 1)],
                _ => vec![(2, quarter / 2), (4, (half - quarter) / 4), (8, (all - half) / 8)],
            };
            let sizes = sizes.into_iter().filter(|&(_, orbits)| orbits > 0);
            let expected: serde_json::Map<String, Value> =
                sizes.map(|(size, orbits)| (size.to_string(), orbits.into())).collect();
            assert_eq!(answer["orbits"], row.get::<u64>("orbits"), "{answer}");
            // Boards without orbits have no such field.
            let by_size = answer["orbits_by_size"].as_object().cloned().unwrap_or_default();
            assert_eq!(by_size, expected, "{answer}");
        }
    }
    assert_eq!(
        Home::new().run("count --recompute 1-12").text(),
        column("solutions").lines().take(12).fold(String::new(), |text, line| text + line + "\n")
    );
}

#[test]
fn unknown_numbers_are_reported_at_the_end() {
    let home = Home::new();
    let counts = home.run("count 26 28 27 64 8 --format bfile");
    assert_eq!(counts.code, Some(1), "{counts:#?}");
    assert_eq!(counts.stdout, "26 22317699616364044\n27 234907967154122528\n8 92\n");
    counts.says(&["N = 28 is not known", "N = 64 is not known", "--estimate"]);
    let orbits = home.run("count 28 4 --orbits --json");
    assert_eq!((orbits.code, orbits.stdout.lines().count()), (Some(1), 1), "{orbits:#?}");
    home.run("count 28 --estimate --format bfile").failed(2, &["exact numbers", "--estimate"]);
}

#[test]
fn solutions_of_the_sources_have_their_ranks() {
    let representatives = lines("representatives_8.txt").join("\n") + "\n";
    let rows = rows("ranks.csv");
    let column = |name: &str| column(&rows, name);
    for home in [Home::new(), Home::with("1-10")] {
        assert_eq!(home.run("list 8 --orbits").text(), representatives);
        assert_eq!(home.run("unrank 8 1-12 --orbits").text(), representatives);
        let queens = column("queens");
        // With boards of one column.
        let ask = |command: &str| {
            let line = format!("{command} - --from one-line");
            home.ask(&words(&line), queens.as_bytes())
        };
        assert_eq!(ask("rank").text(), column("rank"));
        assert_eq!(ask("rank --permutations").text(), column("permutation_index"));
        for row in &rows {
            let question = format!("unrank {} {}", row.get::<u8>("n"), row.get::<u64>("rank"));
            let queens = row.get::<String>("queens") + "\n";
            assert_eq!(home.run(&question).text(), queens, "{question}");
        }
    }
}

#[test]
fn lists_come_back_as_ranks() {
    let home = Home::with("9");
    for n in [8, 9] {
        let list = home.run(&format!("list {n}"));
        let count = list.text().lines().count();
        let ranks: String = (1..=count).map(|rank| format!("{rank}\n")).collect();
        assert_eq!(home.ask(&["rank", "-"], list.stdout.as_bytes()).text(), ranks);
        let spread = list.stdout.replace(' ', ", ").replace('\n', "]\r\n\n  [");
        let spread = format!("[{}", spread.trim_end_matches(['[', ' ', '\n']));
        assert_eq!(home.ask(&["rank", "-"], spread.as_bytes()).text(), ranks);
    }
}

#[test]
fn a_build_is_done_once_and_says_what_it_made() {
    let home = Home::new();
    let built = home.run("build 8 4-5");
    let made = [
        "N = 8: 92 solutions in 12 orbits",
        "N = 4: 2 solutions in 1 orbit",
        "N = 5: 10 solutions in 2 orbits",
    ];
    let lines: Vec<_> = built.succeeded().lines().collect();
    assert_eq!(lines.len(), 3);
    for (line, made) in lines.iter().zip(made) {
        assert!(line.starts_with(&format!("{made}, built in ")), "{line}");
    }
    built.says(&[
        "nqdb: building N = 8: 46 solutions to store",
        "building N = 4",
        "building N = 5",
    ]);
    let files = home.files();
    assert_eq!(files.keys().collect::<Vec<_>>(), [&home.database()]);
    let again: String = made.map(|made| format!("{made}, already there, nothing to do\n")).concat();
    assert_eq!(home.run("build 8 4-5").text(), again);
    let expected = json!([{"n": 8, "solutions": 92, "orbits": 12, "outcome": "already there"}]);
    assert!(has(&home.run("build 8 --json").json().into(), &expected));
    assert!(home.files() == files, "a build of an existing board changed the file");
    let before = content(&home.database());
    let rebuilt = home.run("build --rebuild 8");
    assert!(rebuilt.succeeded().contains("built in"), "{rebuilt:#?}");
    let without_ids = |mut rows: Vec<Vec<_>>| {
        rows[3..].iter_mut().for_each(|block| drop(block.remove(0)));
        rows
    };
    assert_eq!(without_ids(before), without_ids(content(&home.database())));
    let sound = "N = 4: ok; checked the checksums, order and totals of 1 first-half solution\n\
                 N = 5: ok; checked the checksums, order and totals of 5 first-half solutions\n";
    assert_eq!(home.run("verify 4-5").text(), sound);
    let sound = json!([{"boards": [{"n": 8, "complete": true, "check": "fresh_solutions", "solutions": 46, "problems": []}]}]);
    assert!(has(&home.run("verify --deep 8 --json").json().into(), &sound));
    home.run("verify 8 9").failed(1, &["N = 9 is not in this database", "nqdb build 9"]);
}

#[test]
fn threads_do_not_change_the_tables() {
    let contents = ["--jobs 1", "--jobs 4", "-j 3"].map(|jobs| {
        let home = Home::with(&format!("9 12 {jobs}"));
        content(&home.database())
    });
    assert!(contents[0].len() > 10);
    assert!(contents[0] == contents[1] && contents[0] == contents[2]);
}

#[test]
fn a_reader_may_leave() {
    for home in [Home::new(), Home::with("12")] {
        for question in ["list 12", "list 12 --json", "list 12 --orbits --format drawing"] {
            let mut command = home.command();
            command.args(question.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = Running::start(command);
            drop(child.stdout.take());
            let output = child.output(b"");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*said), (Some(0), ""), "{question}");
        }
    }
}

#[test]
fn a_long_search_is_shown_and_can_be_limited() {
    let home = Home::new();
    let (_, said) = progress(&home, "unrank 64 1");
    assert!(said.contains("nqdb: searching N = 64"), "{said}");
    let stopped = home.run("unrank 64 1 --time-limit 0.1");
    stopped.failed(1, &["stopped while searching N = 64", "allow more time"]);
    // Longer than the second after which progress is shown; NQDB_PROGRESS=never hides it.
    let hidden = home.run("unrank 64 1 --time-limit 1.2");
    assert_eq!(hidden.stderr.lines().count(), 1, "{hidden:#?}");
    // A limit does not affect a fast command.
    assert_eq!(home.run("unrank 8 1 --time-limit 60").text(), "1 5 8 6 3 7 2 4\n");
}

/// Queries out of reach without tables.
const OUT_OF_REACH: [&str; 7] = [
    "unrank 22 1000001",
    "unrank 22 2691007701644",
    "list 22 --start 1345504350822",
    "list 22 --shuffle",
    "list 22 --orbits --start 200000000000",
    "unrank 22 200000000000 --orbits",
    "unrank 22 336376244042 --orbits",
];

#[test]
fn what_is_out_of_reach_is_refused() {
    let home = Home::new();
    for line in OUT_OF_REACH {
        let problem = "only the first and last 1,000,000 solutions and the first 1,000,000 orbits of N = 22 can be found";
        let refused = home.run(line);
        refused.failed(1, &[problem, "`nqdb build 22` builds its tables"]);
        assert_eq!(refused.stderr.lines().count(), 1, "{refused:#?}");
    }
    assert_eq!(home.run("unrank 22 1 2691008701644").text().lines().count(), 2);
    home.run("unrank 40 1000001").failed(1, &["of N = 40 can be found", "`nqdb random 40`"]);
}

#[test]
fn everything_up_to_21_is_found_without_tables() {
    let home = Home::new();
    let ranks = home.run("list 21 --shuffle --seed 1 --limit 2 --columns rank").text().to_owned();
    assert!(
        ranks.lines().all(|rank| rank.parse::<u64>().unwrap() > 0) && ranks.lines().count() == 2
    );
    let task = &home.run("dataset 21 --split 1 --limit 1 --seed 1").json()[0];
    assert!(task["ranks"][0].is_u64() && task["orbit_ids"][0].is_u64(), "{task}");
    let draw = &home.run("random 21 --seed 1 --json").json()[0];
    assert!(draw["uniform"] == true && draw["rank"].is_u64(), "{draw}");
    // The help names the first N for which this needs tables.
    for command in ["list", "rank", "random", "dataset"] {
        assert!(home.run(&format!("help {command}")).text().contains("N = 22"), "{command}");
    }
}

#[test]
fn every_command_explains_itself() {
    let home = Home::new();
    let commands = ["build", "unrank", "rank", "orbit", "count", "list", "info", "verify", "sql"];
    let help = home.run("--help");
    for command in commands {
        let usage = format!("Usage: nqdb {command}");
        let own = home.run(&format!("{command} --help"));
        assert!(
            own.text().contains(&usage) && own.stdout.contains("Global options: --db"),
            "{own:#?}"
        );
        let listed =
            help.text().lines().any(|line| line.split_whitespace().next() == Some(command));
        assert!(listed, "{command} is not in {help:#?}");
    }
    assert!(home.files().is_empty());
}
