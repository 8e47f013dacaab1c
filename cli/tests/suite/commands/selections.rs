//! `list` with selections by symmetry, on the torus and by lines, compared with the definitions, with and without
//! tables.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, progress, start};
use nqdb::{BoardSize, Solution, Symmetry};
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::{Twin, size};

/// Whether all diagonals are distinct modulo N.
fn is_toroidal(solution: &Solution) -> bool {
    let n = solution.n().get();
    let distinct = |diagonal: &dyn Fn(usize, usize) -> usize| {
        let rows = solution.rows().iter().enumerate();
        let mut seen: Vec<usize> = rows.map(|(c, &r)| diagonal(c, r.into()) % n).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() == n
    };
    distinct(&|column, row| column + row) && distinct(&|column, row| n + column - row)
}

/// Whether no three queens form a triangle of area 0.
fn has_no_three_in_line(solution: &Solution) -> bool {
    let queens: Vec<(i32, i32)> = (0..).zip(solution.rows().iter().map(|&r| r.into())).collect();
    let area = |a: (i32, i32), b: (i32, i32), c: (i32, i32)| {
        (b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)
    };
    queens.iter().enumerate().all(|(i, &a)| {
        let later = || queens[i + 1..].iter().copied();
        later().all(|b| later().all(|c| b == c || area(a, b, c) != 0))
    })
}

/// Whether no two queens are a knight's move apart.
fn has_superqueens(solution: &Solution) -> bool {
    let rows = solution.rows();
    let steps = |columns: usize| rows.windows(columns + 1).map(move |w| w[0].abs_diff(w[columns]));
    steps(1).all(|step| step != 2) && steps(2).all(|step| step != 1)
}

fn stabilizer(solution: &Solution) -> String {
    let fixing = Symmetry::ALL.iter().filter(|s| s.apply(solution) == *solution.permutation());
    fixing.map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(" ")
}

type Holds = fn(&Solution) -> bool;

/// Options and the solutions that they select.
const SELECTIONS: &[(&str, Holds)] = &[
    ("--toroidal", is_toroidal),
    ("--no-three-in-line", has_no_three_in_line),
    ("--superqueen", has_superqueens),
    ("--fixed-by rotate-90", |s| stabilizer(s).contains("po6")),
    ("--fixed-by po7", |s| stabilizer(s).contains("po7")),
    ("--fixed-by identity", |_| true),
    ("--fixed-by po2", |s| stabilizer(s).contains("po2")),
    ("--stabilizer po1", |s| stabilizer(s) == "po1"),
    ("--stabilizer po1,po7", |s| stabilizer(s) == "po1 po7"),
    ("--stabilizer rotate-180", |s| stabilizer(s) == "po1 po7"),
    ("--stabilizer 'po1 po6 po7 po8'", |s| stabilizer(s) == "po1 po6 po7 po8"),
    ("--toroidal --no-three-in-line", |s| is_toroidal(s) && has_no_three_in_line(s)),
    ("--fixed-by rotate-180 --toroidal", |s| is_toroidal(s) && stabilizer(s) != "po1"),
    ("--superqueen --fixed-by po7", |s| has_superqueens(s) && stabilizer(s) != "po1"),
    ("--fixed-by rotate-180 --stabilizer po1", |_| false),
];

/// The expected CSV lines of a list.
fn expected(n: BoardSize, holds: Holds, orbits: bool, from: u64) -> String {
    let twin = Twin::of(n);
    let (header, all) = if orbits {
        ("orbit_id,size,stabilizer,queens\n", &twin.representatives)
    } else {
        ("rank,queens\n", &twin.solutions)
    };
    let chosen = (1..).zip(all).filter(|(number, solution)| *number >= from && holds(solution));
    let lines = chosen.map(|(number, solution)| {
        if orbits {
            let stabilizer = stabilizer(solution);
            let size = 8 / stabilizer.split(' ').count();
            format!("{number},{size},{stabilizer},{solution}\n")
        } else {
            format!("{number},{solution}\n")
        }
    });
    header.to_owned() + &lines.collect::<String>()
}

#[test]
fn selections_are_those_of_the_definitions() {
    for home in [Home::new(), Home::with("1-12"), Home::with("9-12 --tier indexed")] {
        for n in [1, 2, 4, 5, 7, 11, 12].map(size) {
            for (options, holds) in SELECTIONS {
                for orbits in ["", " --orbits"] {
                    let csv = home.run(&format!("list {n} {options}{orbits} --format csv"));
                    let expected = expected(n, *holds, !orbits.is_empty(), 1);
                    assert_eq!(csv.text(), expected, "N = {n} {options}{orbits}");
                    // Starting another command takes longer than the list.
                    if one_in(7) > 1 && n.get() != 7 {
                        continue;
                    }
                    let text = home.run(&format!("list {n} {options}{orbits}"));
                    let queens =
                        expected.lines().skip(1).filter_map(|l| Some(l.rsplit_once(',')?.1));
                    assert!(text.text().lines().eq(queens), "N = {n} {options}{orbits}");
                }
            }
        }
    }
}

/// The search begins in the middle of a prefix that the properties may exclude.
#[test]
fn selections_begin_at_any_rank() {
    let home = Home::new();
    for (options, holds) in SELECTIONS {
        for from in [2, 1000, 7101, 14_200] {
            let csv = expected(size(12), *holds, false, from);
            let question = format!("list 12 {options} --start {from}");
            let text = home.run(&question);
            let queens = csv.lines().skip(1).filter_map(|line| Some(line.rsplit_once(',')?.1));
            assert!(text.text().lines().eq(queens), "{question}");
        }
        let csv =
            home.run(&format!("list 11 --orbits {options} --start 200 --limit 3 --format csv"));
        let expected = expected(size(11), *holds, true, 200);
        let first: String = expected.split_inclusive('\n').take(4).collect();
        assert_eq!(csv.text(), first, "{options}");
    }
}

/// OEIS A007705 (toroidal), A032522 and A033148 (fixed by half and quarter turns).
#[test]
fn selections_have_the_published_numbers() {
    let home = Home::new();
    let numbers = [
        ("list 11 --toroidal", 88),
        ("list 13 --toroidal", 4524),
        ("list 12 --no-three-in-line", 410),
        ("list 13 --superqueen", 1876),
        ("list 12 --orbits --stabilizer po1", 1765),
        ("list 12 --orbits --stabilizer po1,po7", 18),
        ("list 12 --orbits --stabilizer rotate-90", 4),
        ("list 16 --fixed-by rotate-180", 3000),
        ("list 20 --fixed-by rotate-90", 480),
        ("list 21 --fixed-by rotate-90 --orbits", 352),
    ];
    for (question, number) in numbers {
        assert_eq!(home.run(question).text().lines().count(), number, "{question}");
    }
}

/// The sequences of the OEIS, from N = 1 on.
#[test]
fn counts_of_selections_are_those_of_the_oeis() {
    let home = Home::new();
    let symmetric: &[(&str, &[u64])] = &[
        // A032522
        (
            "--fixed-by rotate-180",
            &[
                1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184,
                144620,
            ],
        ),
        // A033148
        (
            "--fixed-by rotate-90",
            &[1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328],
        ),
        // A260320
        (
            "--orbits --stabilizer po1",
            &[
                0, 0, 0, 0, 1, 0, 4, 11, 42, 89, 329, 1765, 9197, 45647, 284743, 1846189, 11975869,
                83259065, 621001708, 4878630533,
            ],
        ),
        // A051223
        ("--superqueen", &[1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180]),
        // A051906
        ("--toroidal", &[1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524]),
    ];
    for (options, expected) in symmetric {
        let bfile = home.run(&format!("count 1-{} {options} --format bfile", expected.len()));
        let lines = (1..).zip(*expected).map(|(n, count)| format!("{n} {count}\n"));
        assert_eq!(bfile.text(), lines.collect::<String>(), "{options}");
        // Published numbers are those of a search.
        let few = home.run(&format!("count 1-12 {options} --compute --format csv"));
        let few: Vec<u64> = few
            .text()
            .lines()
            .skip(1)
            .map(|line| line[line.find(',').unwrap() + 1..].parse().unwrap())
            .collect();
        assert_eq!(few, expected[..12], "{options}");
        for n in [1, 11, 12] {
            let count = home.run(&format!("list {n} {options} --count"));
            assert_eq!(count.text(), format!("{}\n", expected[n - 1]), "{options}");
        }
    }
    assert_eq!(home.run("list 8 --count").text(), "92\n");
    assert_eq!(home.run("count 0 --toroidal").text(), "1\n");
    // Sizes with a factor 2 or 3 have none, which takes no search.
    assert_eq!(home.run("count 20 27 64 --toroidal").text(), "20 0\n27 0\n64 0\n");
    let json = home.run("count 12 --orbits --stabilizer po7 --toroidal --json").json();
    let expected = serde_json::json!([{"n": 12, "orbits": 0, "source": "computed",
                                       "properties": ["stabilizer po1 po7", "toroidal"]}]);
    assert_eq!(serde_json::Value::from(json), expected);
    let json = home.run("list 12 --fixed-by po6 --count --json").json();
    let expected = serde_json::json!([{"n": 12, "solutions": 8, "source": "OEIS",
                                       "properties": ["fixed-by po1 po6 po7 po8"]}]);
    assert_eq!(serde_json::Value::from(json), expected);
}

#[test]
fn json_and_pictures_are_selected_too() {
    let home = Home::new();
    let json = home.run("list 12 --orbits --stabilizer po7 --limit 1 --json").json();
    assert_eq!(json[0]["stabilizer"], serde_json::json!(["po1", "po7"]));
    assert_eq!(json[0]["size"], 4);
    let svg = home.run("list 11 --toroidal --limit 2 --format svg");
    assert_eq!(svg.text().matches("<title>rank ").count(), 2);
    let board = home.run("list 8 --orbits --stabilizer po7 --format board");
    assert!(board.text().starts_with("orbit 10: 3 5 2 8 1 7 4 6\n"), "{board:#?}");
}

const MISTAKES: &[Mistake] = &[
    usage("list 8 --fixed-by po9", &["po1 … po8", "rotate-90", "got \"po9\""]),
    usage("list 8 --stabilizer ,", &["po1 … po8", "got \",\""]),
    usage("list 8 --stabilizer 'po1,,half'", &["got \"half\""]),
    usage("list 8 --toroidal --count --start 2", &["--count", "--start"]),
    usage("list 8 --toroidal --count --format csv", &["--count", "--format"]),
    usage("count 30 --toroidal --estimate", &["--estimate", "without a selection"]),
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
