//! `list` and `count` with selections by symmetry, on the torus and by lines.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, progress, start};
use nqdb::{Database, OrbitId, Properties, Rank, Selection, Subgroup};
use nqdb_test_support::twin::size;
use std::io::Read;

/// The properties of options, which the tests of the library compare with their definitions.
fn properties(options: &str) -> Properties {
    let mut properties = Properties::default();
    let group = |names: &str| names.trim_matches('\'').parse::<Subgroup>().unwrap();
    for option in options.split("--").skip(1) {
        match option.trim().split_once(' ').unwrap_or((option.trim(), "")) {
            ("toroidal", _) => properties.toroidal = true,
            ("no-three-in-line", _) => properties.no_three_in_line = true,
            ("superqueen", _) => properties.superqueen = true,
            ("fixed-by", names) => properties.fixed_by = group(names),
            (_, names) => properties.stabilizer = Some(group(names)),
        }
    }
    properties
}

/// Each option alone or with another; the tests of the library have the other selections.
const SELECTIONS: [&str; 5] = [
    "--fixed-by rotate-90",
    "--stabilizer po6",
    "--toroidal --no-three-in-line",
    "--superqueen --fixed-by po7",
    "--fixed-by rotate-180 --stabilizer po1",
];

#[test]
fn lists_are_those_of_the_library() {
    let home = Home::new();
    let board = Database::without_file().board(size(11)).unwrap();
    for options in SELECTIONS {
        let properties = properties(options);
        for from in [1, 300] {
            let chosen = board
                .select(Selection::with(size(11), properties), Rank::new(from).unwrap())
                .unwrap();
            let lines = chosen.map(|found| {
                let (_, solution) = found.unwrap();
                format!("{},{solution}\n", board.rank(&solution).unwrap())
            });
            let expected = "rank,queens\n".to_owned() + &lines.collect::<String>();
            let list = format!("list 11 {options} --start {from}");
            assert_eq!(home.run(&format!("{list} --format csv")).succeeded(), expected, "{list}");
            let queens = expected.lines().skip(1).filter_map(|l| Some(l.rsplit_once(',')?.1));
            assert!(home.run(&list).succeeded().lines().eq(queens), "{list}");
        }
        let chosen = board.select_orbits(&properties, OrbitId::FIRST).unwrap();
        let lines = chosen.map(|found| {
            let (_, canonical) = found.unwrap();
            let id = board.orbit_id(&canonical).unwrap();
            let stabilizer = Subgroup::fixing(canonical.permutation());
            let size = 8 / stabilizer.order();
            format!("{id},{},{size},{stabilizer}\n", *canonical)
        });
        let expected = "orbit_id,queens,size,stabilizer\n".to_owned() + &lines.collect::<String>();
        let list = format!("list 11 {options} --orbits --format csv");
        assert_eq!(home.run(&list).succeeded(), expected, "{list}");
        let few: String = expected.split_inclusive('\n').take(3).collect();
        assert_eq!(home.run(&format!("{list} --limit 2")).succeeded(), few, "{list}");
    }
}

#[test]
fn selections_are_counted() {
    let home = Home::new();
    // OEIS A032522, A260320 and A007705: published numbers are those of a search.
    let cases = [
        ("--fixed-by rotate-180", [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80]),
        ("--orbits --stabilizer po1", [0, 0, 0, 0, 1, 0, 4, 11, 42, 89, 329, 1765]),
        ("--toroidal", [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0]),
    ];
    for (options, expected) in cases {
        let lines = (1..).zip(expected).map(|(n, count)| format!("{n} {count}\n"));
        let bfile = home.run(&format!("count 1-12 {options} --format bfile"));
        assert_eq!(bfile.text(), lines.collect::<String>(), "{options}");
        let computed = home.run(&format!("count 1-12 {options} --recompute --format csv"));
        let numbers = computed.text().lines().skip(1).map(|line| line.split_once(',').unwrap().1);
        assert!(numbers.eq(expected.map(|count: u64| count.to_string())), "{options}");
        let count = home.run(&format!("count 11 {options}"));
        assert_eq!(count.text(), format!("{}\n", expected[10]), "{options}");
    }
    // Published numbers beyond N = 27 are not counted.
    let half_turns = "28 1250901440\n32 181254386312\n";
    assert_eq!(home.run("count 28 32 --fixed-by rotate-180 --format bfile").text(), half_turns);
    let orbits = home.run("count 63 60 --orbits --stabilizer po6").text().to_owned();
    assert_eq!(orbits, "63 0\n60 97204813266944\n");
    assert_eq!(home.run("count 0 --toroidal").text(), "1\n");
    let printed = home.run("list 8 --orbits --stabilizer rotate-180 --columns stabilizer");
    let [again] = &printed.text().lines().collect::<Vec<_>>()[..] else { panic!("{printed:?}") };
    assert_eq!(home.run(&format!("count 8 --orbits --stabilizer '{again}'")).text(), "1\n");
    assert_eq!(home.run("count 20 27 64 --toroidal").text(), "20 0\n27 0\n64 0\n");
    let json = home.run("count 12 --orbits --stabilizer po7 --toroidal --json").json();
    let expected = serde_json::json!([{"n": 12, "orbits": 0, "source": "computed",
                                       "properties": ["toroidal", "stabilizer=rotate-180"]}]);
    assert_eq!(serde_json::Value::from(json), expected);
    let json = home.run("count 12 --fixed-by po6 --json").json();
    let expected = serde_json::json!([{"n": 12, "solutions": 8, "source": "OEIS",
                                       "properties": ["fixed-by=rotate-90"]}]);
    assert_eq!(serde_json::Value::from(json), expected);
}

/// Each line is written before the next board is searched, which takes too long here.
#[test]
fn counts_are_printed_one_by_one() {
    let home = Home::new();
    for format in ["text", "bfile", "csv", "json"] {
        let lines =
            home.run(&format!("count 8 16 --fixed-by po7 --format {format}")).text().to_owned();
        let mut running = start(&home, &format!("count 8 16 33 --fixed-by po7 --format {format}"));
        let mut first = vec![0; lines.len()];
        running.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(String::from_utf8(first).unwrap(), lines, "{format}");
        assert!(running.try_wait().unwrap().is_none(), "{format}: it has ended");
    }
    let (_, said) = progress(&home, "count 33 --fixed-by po7");
    assert!(
        said.contains("N = 33: these solutions are counted one by one")
            && !said.contains("--estimate"),
        "{said}"
    );
}

#[test]
fn json_and_pictures_are_selected_too() {
    let home = Home::new();
    let json = home.run("list 12 --orbits --stabilizer po7 --limit 1 --json").json();
    assert_eq!(json[0]["stabilizer"], serde_json::json!(["identity", "rotate-180"]));
    assert_eq!(json[0]["size"], 4);
    let svg = home.run("list 11 --toroidal --limit 2 --format svg");
    assert_eq!(svg.text().matches("<title>rank ").count(), 2);
    let board = home.run("list 8 --orbits --stabilizer po7 --format drawing");
    assert!(board.text().starts_with("orbit 10: 3 5 2 8 1 7 4 6\n"), "{board:#?}");
}

const MISTAKES: &[Mistake] = &[
    usage("list 8 --fixed-by po9", &["rotate-90", "got \"po9\""]),
    usage("list 8 --fixed-by po1,,half", &["got nothing"]),
    usage("list 8 --stabilizer flip-vertical", &["identity, rotate-180 or rotate-90, got"]),
    usage("list 8 toroidal", &["did you mean --toroidal?"]),
    usage("count 8 rotate-180", &["fixed-by= or stabilizer= before the name of a symmetry"]),
    usage("count 8 9 9=9 --format csv", &["column 9, row 9 is outside the board N = 8"]),
    usage("list 8 --half-turn", &["did you mean --fixed-by rotate-180?"]),
    usage("random 8 1=1 --orbits", &["--orbits takes no conditions"]),
    usage("count 30 --toroidal --estimate", &["--estimate is for all solutions or orbits"]),
    failure("list 8 --toroidal --start 0", &["--start: N = 8 has 92 solutions", "got 0"]),
];

#[test]
fn wrong_selections_are_rejected() {
    check(&Home::new(), MISTAKES);
}

#[test]
fn a_long_selection_is_shown_and_can_be_stopped() {
    let home = Home::new();
    for question in
        ["list 41 --toroidal --no-three-in-line", "list 41 --orbits --toroidal --no-three-in-line"]
    {
        let (_, said) = progress(&home, question);
        assert!(said.contains("nqdb: searching N = "), "{said}");
        let stopped = home.run(&format!("{question} --time-limit 0.3"));
        assert_eq!(stopped.code, Some(1), "{stopped:#?}");
        stopped.says(&["stopped", "allow more time"]);
    }
    let mut reader = start(&home, "list 17 --toroidal");
    drop(reader.stdout.take());
    assert!(reader.wait().unwrap().success(), "a closed pipe is not a failure");
}
