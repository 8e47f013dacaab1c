//! `nqdb solve` with conditions, and `nqdb puzzle`: results, exit codes and wrong arguments.

#[cfg(target_os = "linux")]
use crate::support::memory::run_limited;
use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, progress, words};
use nqdb_test_support::svg;
use serde_json::{Value, json};

/// Queries with exactly one result.
const TEXT: &[(&str, &str)] = &[
    ("solve 8 1=1 2=7 3!=4 --unique", "unique\n1 7 5 8 2 4 6 3\n"),
    ("solve --unique 8 a1 b7 '!c4'", "unique\n1 7 5 8 2 4 6 3\n"),
    ("solve 8 '1=1 2=7, c-r!=-1' --unique --seed 9", "unique\n1 7 5 8 2 4 6 3\n"),
    ("solve 1 --unique", "unique\n1\n"),
    (
        "solve 8 1=1 2=7 3!=4 --unique --format csv --seed 1",
        "queens,method,seed,steps\n1 7 5 8 2 4 6 3,search,1,\n",
    ),
    ("solve 4 1=2 --seed 2", "2 4 1 3\n"),
    ("solve 4 '!a3' --seed 2", "2 4 1 3\n"),
    ("solve 8 1=1 --limit 0", ""),
    ("solve 4 1=2 --format csv --seed 3", "queens,method,seed,steps\n2 4 1 3,search,3,\n"),
    ("solve 8 --limit 0", ""),
];

#[test]
fn answers_need_no_tables() {
    for home in [Home::new(), Home::with("4 8")] {
        for (question, expected) in TEXT {
            assert_eq!(home.run(question).text(), *expected, "{question}");
        }
        let json = home.run("solve 4 1=2 --json --seed 5").json();
        let solved =
            json!([{"n": 4, "queens": [2, 4, 1, 3], "method": "search", "seed": 5, "steps": null}]);
        assert_eq!(Value::from(json), solved);
        let json = home.run("solve 8 1=1 2=7 3!=4 --unique --json").json();
        let unique =
            json!([{"n": 8, "verdict": "unique", "witnesses": [[1, 7, 5, 8, 2, 4, 6, 3]]}]);
        assert_eq!(Value::from(json), unique);
        let board = home.run("solve 4 1=2 --format drawing --ascii --seed 1");
        assert!(board.text().starts_with("solution 1: 2 4 1 3\n+---+"), "{board:#?}");
        let board = home.run("solve 4 1=2 --unique --format drawing");
        assert!(board.text().starts_with("the only solution: 2 4 1 3\n┌───┬"), "{board:#?}");
        home.run("solve 64 1=1 --explain").says(&["N = 64: solved by search, without tables"]);
        home.run("solve 64 --explain").says(&["N = 64: solved by construct, without tables"]);
    }
}

#[test]
fn several_and_none_have_exit_code_1() {
    let home = Home::new();
    let several = home.run("solve 8 1=1 2=7 --unique --seed 1");
    assert_eq!(several.code, Some(1));
    let mut lines: Vec<&str> = several.stdout.lines().collect();
    assert_eq!(lines.remove(0), "several");
    lines.sort();
    assert_eq!(lines, ["1 7 4 6 8 2 5 3", "1 7 5 8 2 4 6 3"]);
    several.says(&["nqdb: N = 8 has several such solutions; these are two"]);
    assert!(!several.stderr.contains("--seed"), "{several:?}");
    // The seed chose the witnesses.
    home.run("solve 8 1=1 2=7 --unique").says(&["nqdb: --seed", "repeats this result"]);
    let several = home.run("solve 8 1=1 2=7 --unique --json");
    let json: Value = serde_json::from_str(&several.stdout).unwrap();
    assert_eq!((several.code, &json["verdict"]), (Some(1), &json!("several")));
    assert_eq!(json["witnesses"].as_array().unwrap().len(), 2);
    for (squares, reason) in [
        ("1=1 2=2", "meets the conditions: the given queens 1=1 and 2=2 attack each other"),
        ("1=1 1!=1", "meets the conditions: the given queen 1=1 is on an excluded square"),
        ("a1 b3 c5 d2", "meets the conditions (proved by exhaustive search)"),
    ] {
        let none = home.run(&format!("solve 8 {squares} --unique"));
        assert_eq!((none.code, &*none.stdout), (Some(1), "none\n"));
        none.says(&["nqdb: no solution of N = 8 ", reason]);
        let none = home.run(&format!("solve 8 {squares} --unique --json"));
        assert_eq!(
            (none.code, none.stdout.trim_end()),
            (Some(1), r#"{"n":8,"verdict":"none","witnesses":[]}"#,)
        );
        for options in ["", "--json", "--format csv", "--format svg", "--limit 3"] {
            home.run(&format!("solve 8 {squares} {options}"))
                .failed(1, &["nqdb: no solution of N = 8 ", reason]);
        }
        // An empty list is not a failure.
        let ordered = home.run(&format!("list 8 {squares}"));
        assert_eq!(ordered.succeeded(), "");
        ordered.says(&["nqdb: no solution of N = 8 ", reason.split(" (proved").next().unwrap()]);
    }
    for n in [2, 3] {
        let reason = &*format!("nqdb: N = {n} has no solutions");
        for options in ["", "--limit 2", "--method search", "--method backtrack"] {
            home.run(&format!("solve {n} {options}")).failed(1, &[reason]);
        }
        let none = home.run(&format!("solve {n} --unique"));
        assert_eq!((none.code, &*none.stdout), (Some(1), "none\n"));
        none.says(&[reason]);
    }
}

#[test]
fn several_can_be_asked_for() {
    let home = Home::new();
    let all = home.run("solve 8 1=1 --limit 100");
    let mut lines: Vec<&str> = all.succeeded().lines().collect();
    all.says(&["nqdb: there are only these 4 solutions"]);
    lines.sort();
    let ordered = home.run("list 8 1=1");
    assert_eq!(lines, ordered.text().lines().collect::<Vec<_>>());
    let only = home.run("solve 4 1=2 --limit 2");
    assert_eq!(only.succeeded(), "2 4 1 3\n");
    only.says(&["nqdb: there is only this solution"]);
    let some = home.run("solve 64 1=1 --limit 5 --json --seed 1").json();
    let numbers: std::collections::BTreeSet<String> =
        some.iter().map(|line| line["queens"].to_string()).collect();
    assert_eq!(numbers.len(), 5);
    let sheet = home.run("solve 20 1=1 --limit 3 --format svg --seed 1");
    assert_eq!(sheet.text().matches("<title>solution ").count(), 3);
    // The same seed gives the same results, another seed others; a note names a random one.
    for question in ["solve 64 1=1", "solve 64 --method search", "solve 64 --limit 2"] {
        let [one, same, other] =
            [1, 1, 2].map(|seed| home.run(&format!("{question} --seed {seed}")).text().to_owned());
        assert!(one == same && one != other, "{question}");
        let first = home.run(question);
        first.says(&["nqdb: --seed", "repeats this result"]);
        let seed = first.stderr.split_whitespace().nth(2).unwrap();
        assert_eq!(home.run(&format!("{question} --seed {seed}")).text(), first.succeeded());
    }
}

/// Large boards, with their queens on standard input.
#[test]
fn squares_come_from_standard_input() {
    let home = Home::new();
    let solution = home.run("solve 1000");
    let queens: Vec<&str> = solution.text().split_whitespace().collect();
    let given = (1..).zip(&queens).filter(|(column, _)| column % 40 != 0);
    let given: Vec<String> = given.map(|(column, row)| format!("{column}={row}")).collect();
    let input = given.join(" ") + "\n";
    let answer = home.ask(&["solve", "1000", "-", "--seed", "1"], input.as_bytes());
    let found: Vec<&str> = answer.text().split_whitespace().collect();
    assert_eq!(found.len(), 1000);
    for square in &given {
        let (column, row) = square.split_once('=').unwrap();
        assert_eq!(found[column.parse::<usize>().unwrap() - 1], row);
    }
    home.ask(&["solve", "8", "-"], b" \n").failed(2, &["standard input", "expected conditions"]);
    home.ask(&["solve", "8", "-"], b"\n2=9").failed(2, &["line 2", "column 2, row 9"]);
    home.ask(&["solve", "8", "1=1", "-"], b"").failed(2, &["only argument"]);
    let csplib = b"n =  8\nnumdiags =  2\ndiags =  [[7, 1], [7, 0], [0, 0]]\n";
    let diagonals = home.run("solve 8 c+r!=9 c-r!=0 --seed 1");
    assert_eq!(home.ask(&["solve", "8", "-", "--seed", "1"], csplib).text(), diagonals.text());
    home.ask(&["solve", "9", "-"], csplib).failed(2, &["N = 9", "N = 8"]);
    home.ask(&["solve", "8", "-"], b"n = 8 diags = [[1").failed(2, &["CSPLib", "diags"]);
    home.ask(&["solve", "8", "-"], b"n = 8 init = [[0,0]] init = [[0,4]]")
        .failed(2, &["init", "given twice"]);
    home.ask(&["solve", "8", ""], b"").failed(2, &["a condition such as 3=5"]);
}

/// Partial boards on standard input have one line each, in order.
#[test]
fn each_line_of_input_has_an_answer() {
    let home = Home::new();
    let input =
        b"a1\n1=1 b7 !c4\n\n1=1 2=2\n\n{\"n\":8,\"conditions\":[\"1=1\",\"2=7\",\"3!=8\"]}\n\
        {\"n\":8,\"conditions\":[\"1=1\",\"2=7\"]}\n1 5 8 6 3 7 2 4\n";
    let ask = |options: &str| home.ask(&words(options), input);
    let verdicts = ask("solve --unique 8 -");
    assert_eq!(
        (verdicts.code, &*verdicts.stdout),
        (Some(1), "several\nunique\nnone\nseveral\nseveral\nunique\n"),
        "{verdicts:?}"
    );
    verdicts.says(&["4 of 6 boards do not have exactly one solution"]);
    let drawn = b"Q.......\n........\n........\n........\n........\n........\n.Q......\n..#.....\n";
    assert_eq!(home.ask(&words("solve --unique 8 -"), drawn).stdout, "several\n");
    assert_eq!(ask("count 8 -").text(), "4\n1\n0\n2\n2\n1\n");
    let some = ask("solve 8 - --json --seed 3");
    let lines: Vec<Value> =
        some.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[2]["queens"]), (6, &Value::Null));
    let last = json!({"n": 8, "queens": [1, 5, 8, 6, 3, 7, 2, 4], "method": "search", "seed": 3, "steps": null});
    assert_eq!(lines[5], last);
    let some = ask("solve 8 -");
    assert_eq!((some.code, some.stdout.lines().nth(2)), (Some(1), Some("none")));
    some.says(&["nqdb: --seed", "repeats this result", "nqdb: 1 of 6 boards has no solution"]);
    let solved = home.ask(&words("solve 8 - --method search"), b"c5\n");
    assert_eq!(solved.succeeded().lines().count(), 1);
    // The boards have their sizes, and several.
    let mixed =
        b"{\"n\":6,\"conditions\":[\"1=2\"]}\n{\"n\":4,\"conditions\":[\"1=3\"]}\nn = 5 init = [[0,0]]\n";
    assert_eq!(home.ask(&words("count -"), mixed).text(), "1\n1\n2\n");
    home.ask(&words("count -"), b"1=1\n").failed(2, &["line 1", "size N"]);
    home.ask(&words("count 8 -"), b"....\n....\n....\n....\n").failed(2, &["N = 8", "N = 4"]);
    let skipped = home.ask(&words("count 8 - --on-error null"), b"1=1\nx\n1=9\n1=1 2=7\n");
    assert_eq!((skipped.code, &*skipped.stdout), (Some(1), "4\n\n\n2\n"), "{skipped:?}");
    skipped.says(&["2 of 4 boards are wrong; the first: line 2 of standard input"]);
    // An empty record is not a board of N = 0.
    let sizeless = home.ask(&words("count - --on-error null"), b"1=1\n. Q\n. .\n");
    assert!(sizeless.code == Some(1) && !sizeless.stderr.contains("lines with a number"));
    // No advice about complete boards.
    for (line, reason) in [
        (
            "1=1 1=9",
            "column 1, row 9 is outside the board N = 8: columns and rows go from 1 to 8\n",
        ),
        (
            "(3,5)",
            "no queen on the diagonal of this column + row, or column - row), got \"(3,5)\"\n",
        ),
    ] {
        for command in ["count 8 -", "solve 8 -"] {
            let refused = home.ask(&words(command), line.as_bytes());
            refused.failed(2, &["line 1 of standard input"]);
            assert!(refused.stderr.ends_with(reason), "{}", refused.stderr);
        }
    }
    for format in ["", "--json", "--format csv", "--format drawing", "--format drawing --ascii"] {
        let puzzles = home.run(&format!("puzzle 8 --limit 5 --seed 1 {format}"));
        assert_eq!(
            home.ask(&words("solve 8 - --unique"), puzzles.text().as_bytes()).text(),
            "unique\n".repeat(5),
            "{format}"
        );
    }
    let tasks = home.run("dataset 8 --limit 20 --seed 1");
    let counts: Vec<String> =
        tasks.json().iter().map(|task| task["completions"].to_string()).collect();
    assert_eq!(
        home.ask(&words("count -"), tasks.text().as_bytes()).text().lines().collect::<Vec<_>>(),
        counts
    );
    let drawn = "'Q . . .\n. . . .\n. . . .\n. . . .'";
    assert_eq!(home.run(&format!("count 4 {drawn}")).text(), "0\n");
    home.run("list 8 - ").failed(2, &["`nqdb count -`", "nqdb solve"]);
    home.run("count 8 - --estimate").failed(2, &["--estimate"]);
    home.run("solve 8 - --limit 2").failed(2, &["one solution of each board, got --limit"]);
    home.run("solve 8 - --format svg")
        .failed(2, &["(boards from stdin) requires --format text or json"]);
    home.run("solve - --method genetic").failed(2, &["require --method search"]);
    // Board sizes instead of boards.
    home.ask(&words("solve -"), b"4\n8\n").failed(2, &["got \"4\\n8\"", "`nqdb random`"]);
    home.run("solve 4 8").failed(2, &["got \"8\"", "`nqdb random`"]);
    let one = home.ask(&words("solve -"), b"2\n4\n1\n3\n");
    assert_eq!(one.stdout, "2 4 1 3\n");
    assert!(one.stderr.contains("4 lines with a number each are the rows of one board"), "{one:?}");
    assert!(!home.ask(&words("solve -"), b"2 4 1 3\n").stderr.contains("rows of one board"));
    for command in ["count", "solve"] {
        home.run(&format!("{command} - 1=1")).failed(2, &["must be the only argument"]);
        home.run(&format!("{command} 8 1=1 --on-error skip")).failed(2, &["--on-error requires"]);
    }
}

/// Conditions that leave n/2 columns only n/2 − 1 rows, which takes a search practically forever to find out.
fn hopeless(n: usize) -> String {
    let excluded = |column| (n / 2..=n).map(move |row| format!("{column}!={row}"));
    (1..=n / 2).flat_map(excluded).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hopeless_search_is_stopped() {
    let home = Home::new();
    for n in [40, 70] {
        for option in ["", "--unique"] {
            let question = format!("solve {n} {} {option} --time-limit 0.2", hopeless(n));
            let reason = [
                &*format!("nqdb: stopped while completing N = {n}: "),
                "it is not known whether a completion exists; allow more time, or try another --seed",
            ];
            let answer = home.run(&question);
            answer.failed(1, &reason);
            assert!(!answer.stderr.contains("repeats"), "{answer:?}");
        }
    }
    // Long searches show their progress.
    let (_, said) = progress(&home, &format!("solve 40 {}", hopeless(40)));
    assert!(said.starts_with("nqdb: completing N = 40: "), "{said}");
    assert!(said.contains(" queens placed after "), "{said}");
    let puzzle = "puzzle 64 --givens 1 --seed 1";
    let (_, said) = progress(&home, puzzle);
    assert!(said.starts_with("nqdb: making a puzzle of N = 64: "), "{said}");
    assert!(said.contains(" puzzles tried after "), "{said}");
    home.run(&format!("{puzzle} --time-limit 0.2")).failed(1, &["nqdb: stopped"]);
    let (_, said) = progress(&home, "puzzle 40 --limit 1000000000 --seed 1");
    assert!(said.contains("nqdb: making a puzzle of N = 40: "), "{said}");
    assert!(said.contains(" puzzles made after "), "{said}");
}

const MISTAKES: &[Mistake] = &[
    usage("solve 10001 --method search", &["N = 1 to 10000, got 10001"]),
    usage("solve 10001 1=1", &["N = 1 to 10000, got 10001"]),
    usage("solve 0 --unique", &["from 1 to 10000000, got \"0\""]),
    usage("solve 100 101=1", &["column 101, row 1 is outside the board N = 100"]),
    usage("solve 8 c-r!=8", &["differences go from -7 to 7"]),
    usage("solve 8 i1", &["column 9, row 1 is outside the board N = 8"]),
    usage("solve 8 '!a9'", &["column 1, row 9 is outside the board N = 8"]),
    usage("solve 8 1=1 --method genetic", &["--method genetic", "require --method search"]),
    usage(
        "solve 8 --limit 2 --method construct",
        &["--method construct", "require --method search"],
    ),
    usage("solve 8 --unique --method search", &["--method"]),
    usage("solve 8 --unique --limit 2", &["--limit"]),
    usage("solve 8 1=1 --seed x", &["x"]),
    usage("solve 2000 1=1 --format svg", &["at most 1000", "--format text"]),
    usage("solve 2000 --unique --format drawing", &["at most 1000"]),
    usage("puzzle 0", &["from 1 to 1000, got \"0\""]),
    usage("puzzle 1001", &["from 1 to 1000, got \"1001\""]),
    usage("puzzle x", &["x"]),
    usage("puzzle", &["<N>"]),
    usage("puzzle 8 --givens 8", &["at most 7 given queens, got 8"]),
    usage("puzzle 8 --all", &["--givens"]),
    usage("puzzle 8 --givens 2 --all --seed 1", &["--seed"]),
    usage("puzzle 8 --completions 0", &["at least one completion, got 0"]),
    usage("puzzle 8 --completions 5-2", &["ascending range"]),
    usage("puzzle 65 --givens 2 --all", &["65"]),
    failure("puzzle 16 --givens 8 --all", &["8388608 sets of 8 queens"]),
    usage("puzzle 8 --limit 1001 --format svg", &["at most 1000 boards"]),
    failure("puzzle 2 --seed 1", &["N = 2 has no solutions"]),
    failure("puzzle 3 --seed 1 --json", &["N = 3 has no solutions"]),
    failure(
        "puzzle 20 --givens 3 --max-attempts 50 --seed 1",
        &["no puzzle of N = 20 with 3 queens given was found", "50 puzzles made", "--max-attempts"],
    ),
    failure(
        "puzzle 60 --givens 1 --time-limit 0.1 --seed 1",
        &["stopped while making a puzzle of N = 60: ", "; allow more time"],
    ),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    assert!(home.run("puzzle --help").text().contains("Usage: nqdb puzzle"));
    check(&home, MISTAKES);
}

#[test]
fn a_puzzle_is_solved() {
    let home = Home::new();
    for n in [1, 4, 8, 30, 64] {
        let puzzle = home.run(&format!("puzzle {n} --seed 7 --solution"));
        let (squares, solution) = puzzle.text().trim_end().split_once('\n').unwrap();
        let solved = home.run(&format!("solve {n} {squares} --unique"));
        assert_eq!(solved.text(), format!("unique\n{solution}\n"), "N = {n}");
        let alone = home.run(&format!("puzzle {n} --seed 7"));
        assert_eq!(alone.text(), format!("{squares}\n"));
        // Without any one of its queens it has several solutions.
        let squares: Vec<&str> = squares.split_whitespace().collect();
        for gone in 0..squares.len().min(3) {
            let others: Vec<&str> =
                squares.iter().enumerate().filter(|s| s.0 != gone).map(|s| *s.1).collect();
            let answer = home.run(&format!("solve {n} {} --unique", others.join(" ")));
            assert!(answer.stdout.starts_with("several\n"), "{answer:#?}");
        }
    }
}

#[test]
fn puzzles_have_every_format() {
    let home = Home::new();
    let text = home.run("puzzle 8 --seed 1 --limit 3 --solution");
    let lines: Vec<&str> = text.text().lines().collect();
    let csv = home.run("puzzle 8 --seed 1 --limit 3 --solution --format csv");
    let levels = ["hard", "medium", "hard"];
    let expected = lines.chunks(2).zip(levels);
    let expected: String =
        expected.map(|(puzzle, level)| format!("{},1,{level}\n", puzzle.join(","))).collect();
    assert_eq!(csv.text(), format!("conditions,queens,completions,level\n{expected}"));
    let csv = home.run("puzzle 8 --seed 1 --format csv");
    assert_eq!(csv.text(), format!("conditions,queens,completions,level\n{},,1,hard\n", lines[0]));
    let json = home.run("puzzle 8 --seed 1 --limit 3 --solution --json").json();
    assert_eq!(json.len(), 3);
    for (number, (object, lines)) in (1..).zip(json.iter().zip(lines.chunks(2))) {
        let squares: Vec<&str> = lines[0].split(' ').collect();
        let queens: Vec<u32> = lines[1].split(' ').map(|queen| queen.parse().unwrap()).collect();
        let expected = json!({
            "n": 8, "seed": 1, "number": number, "conditions": squares, "completions": 1,
            "level": levels[number - 1], "queens": queens
        });
        assert_eq!(*object, expected);
    }
    assert!(home.run("puzzle 8 --seed 1 --json").json()[0].get("queens").is_none());
    let givens = home.run("puzzle 12 --givens 4 --seed 3 --json").json();
    assert_eq!(givens[0]["conditions"].as_array().unwrap().len(), 4);
    assert_eq!(home.run("puzzle 8 --limit 0").text(), "");
    home.run("puzzle 8").says(&["nqdb: --seed ", " repeats this puzzle"]);
}

/// Memory does not grow by what a search takes.
#[cfg(target_os = "linux")]
#[test]
fn distinct_puzzles_take_little_memory() {
    let home = Home::new();
    for question in ["puzzle 60 --seed 1", "puzzle 30 --up-to-symmetry --seed 6"] {
        let words = words(&format!("{question} --limit 1000"));
        let ended = run_limited(home.path(), &words, 100);
        assert_eq!((ended.code, ended.stdout.lines().count()), (Some(0), 1000), "{ended:?}");
    }
}

/// All puzzles of N = 4 are single queens. Distinct ones end after the last.
#[test]
fn puzzles_are_listed_and_distinct() {
    let home = Home::new();
    let all = home.run("puzzle 4 --givens 1 --all");
    let lines = ["1=2", "1=3", "2=1", "2=4", "3=1", "3=4", "4=2", "4=3"];
    assert_eq!(all.text().lines().collect::<Vec<_>>(), lines);
    let one = home.run("puzzle 4 --givens 1 --all --up-to-symmetry --solution --json").json();
    let squares = json!([{"n": 4, "number": 1, "conditions": ["1=2"], "completions": 1, "level": "easy", "queens": [2, 4, 1, 3]}]);
    assert_eq!(Value::from(one), squares);
    let distinct = home.run("puzzle 4 --limit 8 --seed 1");
    let mut made: Vec<&str> = distinct.text().lines().collect();
    made.sort();
    assert_eq!(made, lines);
    // More than there are, where this is quick to count.
    for (question, exist) in [
        ("puzzle 4 --limit 9 --seed 1", "N = 4 has 8 puzzles, fewer than 9"),
        ("puzzle 10 --givens 2 --limit 49", "N = 10 has 48 puzzles with 2 queens given, fewer"),
        ("puzzle 6 --givens 1-2 --limit 99", "puzzles with 1 to 2 queens given, fewer than 99"),
    ] {
        home.run(question).failed(1, &[exist, "--all"]);
    }
    let few = home.run("puzzle 11 --givens 0-3 --limit 1000 --max-attempts 3 --seed 1");
    assert_eq!(few.code, Some(1), "{few:#?}");
    few.says(&["puzzle of N = 11"]);
    let few = home.run("puzzle 4 --level easy --limit 9 --max-attempts 50 --seed 1");
    few.says(&["further easy puzzle of N = 4", "; use another --level or a larger N\n"]);
    // A range of numbers of given queens.
    let both = home.run("puzzle 8 --givens 2-3 --all").text().to_owned();
    let each = |k| home.run(&format!("puzzle 8 --givens {k} --all")).text().to_owned();
    assert_eq!(both, each(2) + &each(3));
    for line in home.run("puzzle 12 --givens 3-4 --limit 5 --seed 1").text().lines() {
        assert!((3..=4).contains(&line.split(' ').count()), "{line}");
    }
    let several =
        home.run("puzzle 8 --completions 3-5 --limit 20 --seed 1 --up-to-symmetry --json");
    for line in several.json() {
        let (squares, count) = (line["conditions"].as_array().unwrap(), &line["completions"]);
        let squares: Vec<&str> = squares.iter().map(|square| square.as_str().unwrap()).collect();
        assert!((3..=5).contains(&count.as_u64().unwrap()));
        let counted = home.run(&format!("count 8 {}", squares.join(" ")));
        assert_eq!(counted.text().trim(), count.to_string());
    }
}

/// Each puzzle in its own file has the same bytes as alone.
#[test]
fn puzzles_have_files_of_their_own() {
    let home = Home::new();
    let file = |name: &str| std::fs::read(home.path().join(name)).unwrap();
    for (format, extension) in [
        ("text", "txt"),
        ("drawing", "txt"),
        ("json", "json"),
        ("csv", "csv"),
        ("svg", "svg"),
        ("png", "png"),
    ] {
        let options = format!("--solution --format {format}");
        let dir = home.run(&format!("puzzle 8 --limit 3 --seed 1 {options} --dir {format}"));
        assert_eq!(dir.text(), "");
        let names = std::fs::read_dir(home.path().join(format)).unwrap().count();
        assert_eq!(names, 3, "{format}");
        home.run(&format!("puzzle 8 --seed 1 {options} --output one")).text();
        assert!(file(&format!("{format}/puzzle-1.{extension}")) == file("one"), "{format}");
        let again = home.run(&format!("puzzle 8 --seed 1 {options} --dir {format}"));
        again.failed(1, &[&format!("{format} already exists")]);
    }
    home.run("puzzle 8 --givens 2 --all --up-to-symmetry --dir all -f svg").text();
    assert_eq!(std::fs::read_dir(home.path().join("all")).unwrap().count(), 39);
    // Nothing is created for what can't be made, and a sheet of its own needs no limit.
    home.run("puzzle 4 --limit 9 --dir none").failed(1, &["has 8 puzzles"]);
    home.run("puzzle 8 --dir none --ascii").failed(2, &["--ascii requires"]);
    let stopped = home.run("puzzle 30 -n 1000000 --dir none --time-limit 0.1");
    stopped.failed(1, &["stopped", "allow more time"]);
    assert!(!stopped.stderr.contains("--seed"), "{stopped:?}");
    assert!(!home.path().join("none").exists());
    home.run("puzzle 8 --dir none --output x").failed(2, &["--dir", "--output"]);
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    let names: Vec<_> = std::fs::read_dir(home.path()).unwrap().map(name).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("none")), "{names:?}");
}

/// A collection of puzzles is drawn without their solutions, and the drawings can be read again.
#[test]
fn partial_boards_are_drawn() {
    let home = Home::new();
    let puzzles = home.run("puzzle 8 --limit 3 --seed 1").text().to_owned();
    let drawn =
        home.ask(&words("convert - --n 8 --format svg --coordinates chess"), puzzles.as_bytes());
    let made = home.run("puzzle 8 --limit 3 --seed 1 --format svg --coordinates chess");
    assert_eq!(drawn.text(), made.text().replace("puzzle ", "board "));
    let json = home.run("puzzle 8 --limit 3 --seed 1 --json").text().to_owned();
    for format in ["drawing", "drawing --ascii"] {
        let drawn = home.ask(&words(&format!("convert - --format {format}")), json.as_bytes());
        let made = home.run(&format!("puzzle 8 --limit 3 --seed 1 --format {format}"));
        assert_eq!(drawn.text(), made.text().replace("puzzle ", "board "));
    }
    // Crosses.
    let counts: Vec<String> = ["1=4 7!=2", "1=4 7!=2 2!=2", "c+r!=9 2=3"]
        .map(|conditions| home.run(&format!("count 8 {conditions}")).text().to_owned())
        .to_vec();
    let boards = "1=4 7!=2\n1=4 7!=2 2!=2\nc+r!=9 2=3\n";
    for format in ["drawing", "drawing --ascii"] {
        let question = format!("convert - --n 8 --format {format} --coordinates numbers");
        let drawn = home.ask(&words(&question), boards.as_bytes()).text().to_owned();
        let counted = home.ask(&words("count 8 -"), drawn.as_bytes());
        assert_eq!(counted.text(), counts.concat(), "{drawn}");
    }
    let svg = home.run("convert 1=4 7!=2 --n 8 --format svg");
    assert_eq!(svg.text().matches(r##"<use href="#cross" x="6" y="1"/>"##).count(), 1);
    assert!(svg.text().contains("<title>board 1: 1=4 7!=2</title>"), "{svg:#?}");
    let chess = home.run("convert 1=4 7!=2 --n 8 --format svg --coordinates chess");
    assert!(chess.text().contains("<title>board 1: a4 !g2</title>"), "{chess:#?}");
    // Whole boards, also those that are not solutions, in any notation.
    for board in ["1234", "0123 --zero-based", "'a1 b2 c3 d4'"] {
        let drawn = home.run(&format!("convert {board} --format drawing"));
        assert!(drawn.text().starts_with("board 1: 1=1 2=2 3=3 4=4\n┌───┬"), "{drawn:#?}");
    }
    home.run("convert 1=4 --format svg")
        .failed(2, &["the size of the board is not known: name it with --n N"]);
    home.run("convert 1=1 1=2 --n 4 --format svg").failed(2, &["column 1 (row 2)"]);
    home.run("convert 2413 --format svg --to fen").failed(2, &["--format", "--to"]);
    home.run("convert 2413 --n 4").failed(2, &["--format"]);
    home.run("convert 2413 --coordinates chess").failed(2, &["--coordinates requires"]);
    let skipped = home.ask(&words("convert - --n 8 -f drawing --on-error skip"), b"1=4\n9=1\n");
    assert_eq!(skipped.code, Some(1), "{skipped:#?}");
    skipped.says(&["1 of 2 boards is wrong", "line 2"]);
}

#[test]
fn puzzles_are_drawn() {
    let home = Home::new();
    let text = home.run("puzzle 8 --seed 1 --solution");
    let (squares, solution) = text.text().trim_end().split_once('\n').unwrap();
    let given = squares.split(' ').count();
    let queens: Vec<usize> = solution.split(' ').map(|queen| queen.parse().unwrap()).collect();
    for (option, filled, outlined) in [("", '♛', '♕'), (" --ascii", 'Q', 'q')] {
        let board = home.run(&format!("puzzle 8 --seed 1 --format drawing{option}"));
        assert!(board.text().starts_with(&format!("puzzle 1: {squares}\n")), "{board:#?}");
        assert_eq!(board.text().matches(filled).count(), given);
        let board = home.run(&format!("puzzle 8 --seed 1 --solution --format drawing{option}"));
        let drawn: Vec<&str> = board.text().lines().skip(2).collect();
        for (column, row) in (1..).zip(&queens) {
            let squares: Vec<char> = drawn[2 * row - 1].chars().collect();
            let is_given = text.text().contains(&format!("{column}={row}"));
            assert_eq!(squares[4 * column - 2], if is_given { filled } else { outlined });
        }
    }
    let uses = |svg: &str, name: &str| svg.matches(&format!(r##"<use href="#{name}""##)).count();
    let puzzle = home.run("puzzle 8 --seed 1 --format svg");
    svg::read(puzzle.text());
    assert_eq!((uses(puzzle.text(), "queen"), uses(puzzle.text(), "outlined")), (given, 0));
    assert!(puzzle.text().contains(&format!("<title>puzzle 1: {squares}</title>")));
    let solved = home.run("puzzle 8 --seed 1 --format svg --solution");
    svg::read(solved.text());
    assert_eq!((uses(solved.text(), "queen"), uses(solved.text(), "outlined")), (given, 8 - given));
    assert!(solved.text().contains(&format!("<title>puzzle 1: {solution}</title>")));
    // The pictures in the documents.
    for (option, name, drawn) in [
        ("", "puzzles", include_str!("../../../../../docs/puzzles.svg")),
        (" --solution", "puzzles-solved", include_str!("../../../../../docs/puzzles-solved.svg")),
    ] {
        let command = format!("puzzle 8 --seed 1 --limit 4 --format svg{option}");
        assert!(home.run(&command).text() == drawn, "docs/{name}.svg is not nqdb {command}");
        let line = format!("$ nqdb {command} > {name}.svg\n");
        assert!(include_str!("../../../../../docs/completion.md").contains(&line));
    }
}
