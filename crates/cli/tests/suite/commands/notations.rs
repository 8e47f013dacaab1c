//! Boards in all notations, as arguments and on standard input; `convert`, `check` and `--on-error`.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, has, words};
use serde_json::json;

/// Boards of N = 4 as an argument, and their ranks.
const RANKS: &[(&str, &str)] = &[
    ("rank 2 4 1 3", "1\n"),
    ("rank '[2, 4, 1, 3]'", "1\n"),
    ("rank 2413", "1\n"),
    ("rank 2413 3142", "1\n2\n"),
    ("rank 1Q2/3Q/Q3/2Q1", "1\n"),
    ("rank a2 b4 c1 d3", "1\n"),
    ("rank '..Q.\nQ...\n...Q\n.Q..'", "1\n"),
    ("rank --from column-row (1,2),(2,4),(3,1),(4,3)", "1\n"),
    ("rank --from row-column (1,2),(2,4),(3,1),(4,3)", "2\n"),
    ("rank --zero-based 1 3 0 2", "1\n"),
    (
        "orbit --columns symmetry,queens --format csv 2413",
        "symmetry,queens\nidentity,2 4 1 3\nflip-diagonal,3 1 4 2\n",
    ),
    ("rank --permutations 2413", "11\n"),
    ("apply Del(4,2) 2413", "2 1 3\n"),
];

#[test]
fn any_board_is_an_argument() {
    let home = Home::new();
    for (question, expected) in RANKS {
        assert_eq!(home.run(question).text(), *expected, "{question}");
    }
    let signature = home.run("signature 2 4 1 3");
    assert_eq!(home.run("signature 1Q2/3Q/Q3/2Q1").text(), signature.text());
}

/// Inputs with the solutions of N = 4, in order. The tests of the library have all notations.
const INPUTS: &[(&str, &str)] = &[
    ("rank -", "\u{feff}2,4,1,3  \r\n\r\n(3, 1, 4, 2)\t\r\n"),
    ("rank -", "[2,4,1,3] [3,1,4,2]\n"),
    ("rank -", "..Q.\nQ...\n...Q\n.Q..\n.Q..\n...Q\nQ...\n..Q.\n"),
    ("rank - --zero-based", "1 3 0 2\n[2, 0, 3, 1]\n"),
    ("rank - --from row-column", "(2,1),(4,2),(1,3),(3,4)\n[[3,1],[1,2],[4,3],[2,4]]\n"),
    ("rank -", "id\tqueens\nx\t2 4 1 3\ny\t\"3,1,4,2\"\n"),
    ("rank -", "{\"queens\":\"2 4 1 3\"}\n{\"queens\":\"3 1 4 2\"}\n"),
];

#[test]
fn any_board_is_a_line() {
    let home = Home::new();
    for (question, input) in INPUTS {
        assert_eq!(home.ask(&words(question), input.as_bytes()).text(), "1\n2\n", "{input:?}");
    }
}

/// nqdb reads its own output.
#[test]
fn nqdb_reads_its_own_output() {
    let home = Home::new();
    let ranks: String = (1..=92).map(|rank| format!("{rank}\n")).collect();
    let lists = [
        "list 8",
        "list 8 --json",
        "list 8 --format csv",
        "list 8 --format csv --columns queens",
        "sql 'SELECT rank, queens FROM nq_solutions(8)' --format csv",
        "sql 'SELECT rank, queens FROM nq_solutions(8)' --json",
        "sql 'SELECT nq_drawing(queens) FROM nq_solutions(8)' --format csv",
    ];
    for list in &lists[..6] {
        let output = home.run(list);
        assert_eq!(home.ask(&["rank", "-"], output.text().as_bytes()).text(), ranks, "{list}");
    }
    let orbits: String = (1..=12).map(|id| format!("{id}\n")).collect();
    for list in ["list 8 --orbits", "list 8 --orbits --json", "list 8 --orbits --format csv"] {
        let output = home.run(list);
        let ids = home.ask(&words("rank - --orbits"), output.text().as_bytes());
        assert_eq!(ids.text(), orbits, "{list}");
    }
    let orbit = home.run("orbit 15863724 --json");
    assert_eq!(home.ask(&["rank", "-"], orbit.text().as_bytes()).text(), "1\n");
    let solved = home.run("solve 12 --json");
    assert_eq!(home.ask(&["check", "-"], solved.text().as_bytes()).text(), "solution\n");
}

#[test]
fn convert_prints_any_notation() {
    let home = Home::new();
    let table = [
        ("digits", "2413\n"),
        ("drawing", ". . Q .\nQ . . .\n. . . Q\n. Q . .\n"),
        ("csv", "queens\n2 4 1 3\n"),
        ("row-column --to-zero-based", "(1,0),(3,1),(0,2),(2,3)\n"),
    ];
    for (to, expected) in table {
        assert_eq!(home.run(&format!("convert 2413 --to {to}")).text(), expected, "{to}");
    }
    let two = home.run("convert 2413 3142 --to drawing");
    assert_eq!(
        two.text(),
        ". . Q .\nQ . . .\n. . . Q\n. Q . .\n\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n"
    );
    let converted = home.run("convert 2413 --to fen --json").json();
    assert_eq!(
        converted,
        [json!({"n": 4, "queens": [2, 4, 1, 3], "notation": "fen", "text": "1Q2/3Q/Q3/2Q1"})]
    );
}

const MISTAKES: &[Mistake] = &[
    usage("rank '1 3 0 2'", &["rows count from 1; use --zero-based"]),
    usage("rank 1302", &["rows count from 1; use --zero-based"]),
    usage("rank '[(0, 1), (1, 3), (2, 0), (3, 2)]'", &["not a square; use --zero-based"]),
    usage(
        "rank (1,2),(2,4),(3,1),(4,3)",
        &["different boards", "--from column-row or --from row-column"],
    ),
    usage("rank -", &["line 1 of standard input", "matching brackets"]).reading(b"2 4 ]]1[[ 3\n"),
    usage("rank -", &["line 3 of standard input", "a matrix of N lines"])
        .reading(b"\n\n..Q.\nQ...\n2 4 1 3\n"),
    usage("rank 7", &["got the single number 7; `nqdb unrank N RANK`"]),
    usage("rank 2413 --from roman", &["roman", "column-row", "fen", "sat"]),
    usage("rank - --from csv", &["a header with the column queens"]).reading(b"1,2 4 1 3\n"),
    usage("convert 2413 --to roman", &["roman", "fen"]),
    usage("convert 2413 --to fen --to-zero-based", &["--to-zero-based", "fen"]),
    usage(
        "convert '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36' --to digits",
        &["the `digits` notation supports N up to 35, got N = 36"],
    ),
    failure(
        "rank - --on-error skip",
        &["1 of 1 board is wrong", "line 1 of standard input", "diagonal"],
    )
    .reading(b"1 2 3 4\n"),
    usage("check -", &["standard input", "no queens given"]),
];

#[test]
fn a_wrong_board_has_its_reason() {
    check(&Home::new(), MISTAKES);
}

#[test]
fn wrong_lines_can_be_skipped() {
    let home = Home::new();
    let input = b"2 4 1 3\n1 2 3 4\n\n\xff\n[2 4 1 3\n3 1 4 2\n(2,4),(1,3)\n";
    let wrong = "4 of 6 boards are wrong; the first: line 2 of standard input: not a solution";
    let table = [
        ("rank - --on-error skip", "1\n2\n"),
        ("rank - --on-error null", "1\n\n\n\n2\n\n"),
        ("rank - --orbits --on-error null", "1\n\n\n\n1\n\n"),
        (
            "orbit - --format csv --columns symmetry,queens --on-error skip",
            "symmetry,queens\nidentity,2 4 1 3\nflip-diagonal,3 1 4 2\n\
             identity,3 1 4 2\nflip-diagonal,2 4 1 3\n",
        ),
    ];
    for (question, expected) in table {
        let answer = home.ask(&words(question), input);
        assert_eq!(
            (answer.code, &*answer.stdout),
            (Some(1), expected),
            "{question}: {}",
            answer.stderr
        );
        answer.says(&[wrong]);
    }
    for (to, blank) in [("csv", "\"\""), ("json", "null"), ("one-line", "")] {
        let answer =
            home.ask(&words(&format!("convert - --on-error null --to {to}")), b"2413\nx\n");
        assert_eq!(answer.stdout.lines().last(), Some(blank), "{to}");
    }
    for question in [
        "rank - --json --on-error null",
        "orbit - --json --on-error null",
        "convert - --json --on-error null",
    ] {
        let answer = home.ask(&words(question), b"2 4 1 3\nx\n3 1 4 2\n");
        let lines: Vec<&str> = answer.stdout.lines().collect();
        assert_eq!((lines.len(), lines[1], answer.code), (3, "null", Some(1)), "{answer:#?}");
    }
    let cells = home.ask(&words("orbit - --format csv --on-error null"), b"x\n");
    assert_eq!(cells.stdout, "n,rank,orbit_id,queens,symmetry\n,,,,\n");
    // A board without a size, and one to which an operation does not apply.
    for (question, input) in [
        ("convert - --format drawing --on-error skip", "2 4 1 3\n1=2\n"),
        ("apply Del(4,2) - --on-error skip", "2 4 1 3\n3 1 4 2\n"),
    ] {
        let answer = home.ask(&words(question), input.as_bytes());
        assert!(answer.code == Some(1) && !answer.stdout.is_empty(), "{answer:#?}");
        answer.says(&["1 of 2 boards is wrong; the first: line 2 of standard input: the "]);
    }
    // By default the first wrong line ends the command.
    let stopped = home.ask(&words("rank -"), input);
    assert_eq!((stopped.code, &*stopped.stdout), (Some(1), "1\n"), "{}", stopped.stderr);
    stopped.says(&["nqdb: line 2 of standard input: not a solution"]);
    let none = home.ask(&words("rank - --on-error skip"), b"2 4 1 3\n");
    assert_eq!(none.text(), "1\n");
}

#[test]
fn check_gives_a_verdict_for_each_line() {
    let home = Home::new();
    let input = "2 4 1 3\n1 5 8 6 3 7 2 5\n1 6 8 3 7 4 5 2\n15863724\nx\n0 1 2\n[2 4\n2 4 1\n1Q2/3Q/Q3/2Q1\n";
    let answer = home.ask(&["check", "-"], input.as_bytes());
    let expected = "solution\n\
        not a permutation of 1 … 8: row 5 is used in columns 2 and 8\n\
        attack: columns 5 and 7, same diagonal\n\
        solution\n\
        unreadable: expected whole numbers separated by spaces or commas, such as \"2 4 1 3\", got \"x\"\n\
        not a permutation of 1 … 3: column 1 has row 0, but rows count from 1; use --zero-based if yours count from 0\n\
        unreadable: expected matching brackets, and commas between the elements of an array, got an unclosed one\n\
        not a permutation of 1 … 3: column 2 has row 4, outside the board N = 3 (the number of queens)\n\
        solution\n";
    assert_eq!((answer.code, &*answer.stdout), (Some(1), expected), "{answer:#?}");
    let sizes = "nqdb: the solutions have different sizes, from N = 4 to 8";
    answer.says(&[sizes, "nqdb: 6 of 9 boards are not solutions"]);
    let alike = home.run("check 2413 3142");
    assert_eq!((alike.text(), &*alike.stderr), ("solution\nsolution\n", ""));
    assert_eq!(home.run("check --zero-based 1 3 0 2").text(), "solution\n");
    // Each word of digits is a board, valid or not; the words of a matrix are one board.
    let verdicts = home.run("check 2413 2414 3142 1302").stdout;
    let verdicts: Vec<&str> = verdicts.lines().collect();
    assert_eq!((verdicts.len(), verdicts[0], verdicts[2]), (4, "solution", "solution"));
    assert!(verdicts[3].ends_with("use --zero-based if yours count from 0"), "{verdicts:?}");
    assert_eq!(home.run("check 0010 1000 0001 0100").text(), "solution\n");
    let answer = home.ask(&words("check - --json"), b"\n2 4 1 3\n1 2 3\n1 1 2\nx\n");
    let lines: Vec<serde_json::Value> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = json!([
        {"line": 2, "verdict": "solution", "n": 4},
        {"line": 3, "verdict": "attack", "n": 3, "columns": [1, 2]},
        {"line": 4, "verdict": "not a permutation", "n": 3},
        {"line": 5, "verdict": "unreadable"},
    ]);
    assert!(has(&lines.into(), &expected), "{answer:#?}");
}

/// With `--format svg`, queens that attack each other are on red squares, with a line between them.
#[test]
fn check_draws_the_attacks() {
    let home = Home::new();
    let boards = b"2 4 1 3\n1 1 4 3\nx\n1 2 9\n";
    let answer = home.ask(&words("check - --format svg"), boards);
    assert_eq!(answer.code, Some(1));
    answer.says(&["board 3 can't be drawn: unreadable", "board 4 can't be drawn", "3 of 4 boards"]);
    assert_eq!(answer.stdout.matches("<use href=\"#queen\"").count(), 8);
    // Columns 1 and 2 share a row; columns 2 and 4, and 3 and 4, a diagonal.
    assert_eq!(answer.stdout.matches("<rect x=").count(), 4, "{}", answer.stdout);
    assert_eq!(
        answer.stdout.matches("M0.5 0.5L1.5 0.5M1.5 0.5L3.5 2.5M2.5 3.5L3.5 2.5").count(),
        1
    );
    assert!(answer.stdout.contains("not a permutation of 1 … 4: row 1 is used in columns 1 and 2"));
    assert!(answer.stdout.trim_end().ends_with("</svg>"));
    let chess = home.ask(&words("check - --format svg --coordinates chess --per-row 1"), boards);
    assert!(chess.stdout.contains(">a</text>") && !answer.stdout.contains(">a</text>"));
    home.ask(&words("check - --format png --output boards.png"), boards).says(&["can't be drawn"]);
    let png = std::fs::read(home.path().join("boards.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let drawn = home.run("check 2413 --format drawing --ascii");
    assert!(drawn.text().starts_with("solution: 2 4 1 3\n+---+"), "{drawn:#?}");
    let whole = home.run("check 2413 --format svg");
    assert!(!whole.text().contains("<rect x="));
    assert_eq!(home.run("check 2413 --format svg --json").code, Some(2));
}

/// There is no search, so N can be large; attacks between distant columns are found too.
#[test]
fn check_accepts_very_large_boards() {
    let home = Home::new();
    let solved = home.run("solve 1000000");
    assert_eq!(home.ask(&["check", "-"], solved.text().as_bytes()).text(), "solution\n");
    let json = home.run("solve 1000000 --json");
    assert_eq!(home.ask(&["check", "-"], json.text().as_bytes()).text(), "solution\n");
    let last_twice = solved.stdout.trim_end().rsplit_once(' ').unwrap().0.to_owned() + " 2\n";
    let answer = home.ask(&["check", "-"], last_twice.as_bytes());
    assert_eq!(
        (answer.code, &*answer.stdout),
        (Some(1), "not a permutation of 1 … 1000000: row 2 is used in columns 1 and 1000000\n")
    );
    let many = "1 ".repeat(10_000_001);
    let answer = home.ask(&["check", "-"], many.as_bytes());
    assert_eq!(answer.stdout, "unreadable: expected at most 10000000 queens, got 10000001\n");
}

/// A name of a file is not a board.
#[test]
fn a_file_is_read_from_standard_input() {
    let home = Home::new();
    std::fs::write(home.path().join("boards.txt"), "2413\n").unwrap();
    for question in ["rank", "orbit", "convert", "solve 8", "list 8", "heatmap 8"] {
        let advice = "\"boards.txt\"; to read the file boards.txt, write `- < boards.txt`";
        home.run(&format!("{question} boards.txt")).failed(2, &[advice]);
    }
}

/// Lines of 0 and 1 are those of a matrix, with and without blanks.
#[test]
fn lines_of_bits_are_a_partial_board() {
    let home = Home::new();
    for drawing in ["0100\n0000\n0000\n0000", "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0"] {
        assert_eq!(home.ask(&["solve", "4", drawing, "-q"], b"").text(), "3 1 4 2\n", "{drawing}");
        assert_eq!(home.ask(&["list", "4", drawing], b"").text(), "3 1 4 2\n", "{drawing}");
        let answer = home.ask(&["solve", "--unique", "-"], format!("{drawing}\n").as_bytes());
        assert_eq!(answer.text(), "unique\n", "{drawing}");
    }
}
