//! Wrong command lines and input: messages and exit codes, with and without a database.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Answer, Home};
use crate::support::running::Running;
use std::fs::File;
use std::process::Stdio;

/// The system SQLite may be too old to say where.
const NO_FUNCTION: &str = if cfg!(feature = "bundled") {
    "no such function: nq_foo in SELECT nq_foo(1) at offset 7\n"
} else {
    "no such function: nq_foo\n"
};

const MISTAKES: &[Mistake] = &[
    // Queens.
    usage("rank 1 2 3 3", &["not a permutation of 1 … 4", "row 3 is used in columns 3 and 4"]),
    usage("rank 1 2 5 3", &["not a permutation of 1 … 4", "column 3 has row 5"]),
    usage("rank 0 1 2 3", &["column 1 has row 0", "rows count from 1; use --zero-based"]),
    usage("rank 2 4 1", &["not a permutation of 1 … 3", "column 2 has row 4"]),
    failure("rank 1 7 2 4 6 8 3 5", &["column 1 (row 1) and column 4 (row 4)"]),
    failure("rank 1 2 3 4", &["not a solution", "diagonal"]),
    failure("rank 4 6 8 2 7 5 3 1", &["column 3 (row 8) and column 6 (row 5)"]),
    failure("rank --orbits 2 1", &["column 1 (row 2) and column 2 (row 1)"]),
    failure("orbit 1 3 4 2", &["column 2 (row 3) and column 3 (row 4)"]),
    usage("rank x", &["expected whole numbers", "\"x\""]),
    usage("rank 2.5 1", &["expected whole numbers", "\"2.5\""]),
    usage("rank -1 2", &["expected whole numbers", "\"-1\""]),
    usage("rank 99999999999999999999999999 1", &["99999999999999999999999999"]),
    usage("rank 18446744073709551615 1", &["18446744073709551615"]),
    usage("rank", &["<SOLUTION>"]),
    usage("rank ,", &["no queens given"]),
    usage("rank --permutations 1 1", &["row 1 is used in columns 1 and 2"]),
    usage("rank --permutations 3 1", &["column 1 has row 3"]),
    // Ranks and orbit ids.
    failure("unrank 8 0", &["N = 8 has 92 solutions, so ranks go from 1 to 92; got 0"]),
    failure("unrank 8 93", &["N = 8 has 92 solutions", "from 1 to 92", "got 93"]),
    failure("unrank 8 90-93", &["N = 8 has 92 solutions", "got 93"]),
    failure("unrank 8 18446744073709551615", &["92", "18446744073709551615"]),
    failure(
        "unrank 64 18446744073709551616",
        &["ranks go from 1 to 18446744073709551615, got 18446744073709551616"],
    ),
    failure("unrank 64 -- -5", &["ranks go from 1 to 18446744073709551615, got -5"]),
    failure("unrank 27 234907967154122529", &["has 234,907,967,154,122,528 solutions"]),
    failure("unrank 8 -3", &["N = 8 has 92 solutions, so ranks go from 1 to 92; got -3"]),
    failure("unrank 64 -5", &["ranks go from 1 to 18446744073709551615, got -5"]),
    usage("unrank 8 -3-5", &["unexpected argument -3"]),
    failure("unrank 8 99999999999999999999999", &["92 solutions", "got 99999999999999999999999"]),
    usage("rank 8", &["got the single number 8; `nqdb unrank N RANK`"]),
    usage("rank 8 5", &["column 1 has row 8", "; `nqdb unrank N RANK`"]),
    usage("orbit 8", &["got the single number 8; `nqdb unrank N RANK`"]),
    usage("orbit 8 5", &["column 1 has row 8", "; `nqdb unrank N RANK`"]),
    usage("orbit 8:", &["expected N:ID such as 8:5 or 8:1-12, got \"8:\""]),
    usage("orbit 8:x", &["expected N:ID such as 8:5 or 8:1-12, got \"8:x\""]),
    usage(
        "convert 2413 --to chess --zero-based",
        &["not a permutation of 0 … 3: column 1 has row 4, outside the board N = 4"],
    ),
    usage("check - --on-error stop", &["column 3, row 2 is outside", "N is the number of queens"])
        .reading(b"a1 c2\n"),
    usage("rank - --from matrix", &["column 1 has no queen; `nqdb solve` reads partial boards"])
        .reading(b"0100\n0000\n0000\n0000\n"),
    usage("solve 8 '0 4 7 5 2 6 1 3'", &["? for the column without a queen, or rows that count"]),
    usage("list 4 '0 0 0 0'", &["? for a column without a queen"]),
    usage("solve 8 -", &["standard input: expected conditions such as 3=5, or drawings"]),
    usage("list 8 (3,5)", &["expected a condition such as 3=5", "got \"(3,5)\""]),
    usage("solve 8 3,5", &["expected a condition such as 3=5", "got \"3,5\""]),
    usage("heatmap 8 3,5", &["expected a condition such as 3=5", "got \"3,5\""]),
    usage("convert 3=5 --format drawing", &["is not known: name it with --n N\n"]),
    usage("unrank 8 1..5", &["such as 3-5, got \"1..5\"; write 1-5\n"]),
    usage("unrank 8 1:5", &["expected a number or a range such as 3-5, got \"1:5\""]),
    usage("unrank 8 8.5", &["got \"8.5\""]),
    usage("unrank 8 5-3", &["ascending", "5-3"]),
    usage("unrank 8 5-", &["5-"]),
    usage("unrank 8 1-2-3", &["2-3"]),
    failure("unrank 8 0-3", &["from 1 to 92; got 0"]),
    failure("unrank 8 5--3", &["from 1 to 92; got -3"]),
    usage("unrank 8 first", &["first"]),
    failure("unrank 8 13 --orbits", &["N = 8 has 12 orbits", "from 1 to 12", "got 13"]),
    failure("unrank 8 10-13 --orbits", &["N = 8 has 12 orbits"]),
    failure("unrank 2 1", &["N = 2 has no solutions"]),
    failure("unrank 3 1", &["N = 3 has no solutions"]),
    failure("unrank 3 1 --orbits", &["N = 3 has no solutions"]),
    failure("list 8 --start 93", &["92", "93"]),
    failure(
        "list 22 --shuffle",
        &["N = 22", "without tables", "`nqdb build 22` builds its tables"],
    ),
    failure("list 27 --shuffle --limit 1", &["N = 27", "without tables"]),
    failure("list 30 --shuffle", &["the number of solutions for N = 30 is not known"]),
    failure(
        "list 22 --start 1000000000001",
        &["only the first and last", "`nqdb build 22` builds its tables"],
    ),
    failure("list 64 --start 1000000000001", &["only the first 1,000,000"]),
    failure("list 25 --orbits --start 100000000000", &["only the first and last"]),
    failure("list 8 --start 0", &["--start: N = 8 has 92 solutions", "got 0"]),
    failure("list 8 --start -5", &["--start: N = 8 has 92 solutions", "got -5"]),
    failure("list 8 --orbits --start 0", &["--start: N = 8 has 12 orbits", "got 0"]),
    failure("list 8 --start 13 --orbits", &["12 orbits", "13"]),
    usage("list 8 -n -1", &["--limit: expected a whole number from 0 to 2^64 - 1, got \"-1\""]),
    usage("puzzle 8 --seed -1", &["--seed: expected a whole number from 0", "got \"-1\""]),
    usage("build 8 -j -1", &["--jobs: expected a whole number from 1 to 1024, got \"-1\""]),
    usage("list 8 --format xml", &["xml", "csv"]),
    usage("list 8 --format csv --json", &["--format can't be used with --json"]),
    failure("unrank --permutations 4 25", &["from 1 to 4! = 24", "got 25"]),
    failure("unrank --permutations 4 0", &["from 1 to 4! = 24", "got 0"]),
    usage("unrank --permutations 4 x", &["got \"x\""]),
    usage("rank 2413 --permutations --orbits", &["--permutations", "--orbits"]),
    usage("rank 2413 --permutations --estimate", &["--permutations", "--estimate"]),
    usage("rank 2413 --permutations --jobs 2", &["--permutations", "--jobs"]),
    usage("unrank 4 1 --permutations --orbits", &["--permutations", "--orbits"]),
    usage("unrank 4 1 --permutations --recompute", &["--permutations", "--recompute"]),
    // Board sizes.
    usage("list 0", &["from 1 to 64, got \"0\""]),
    usage("count 65", &["to 64, got \"65\""]),
    usage("count 1000000", &["from 0 (the empty board) to 64, got \"1000000\""]),
    usage("count 99999999999999999999", &["to 64"]),
    usage("count -1", &["to 64, got \"-1\""]),
    usage("count 8.5", &["to 64, got \"8.5\""]),
    usage("count 33 --toroidal --estimate", &["got a selection (toroidal): leave it out"]),
    usage("count 8-5", &["ascending"]),
    usage("count 8,9", &["a whole number from 0 (the empty board) to 64, got \"8,9\""]),
    usage("build '8 9'", &["a whole number from 1 to 64, got \"8 9\""]),
    usage("count 8..9", &["expected a number or a range such as 3-5, got \"8..9\""]),
    usage("count 60-65", &["to 64, got \"65\""]),
    failure("count 28", &["N = 28 is not known"]),
    failure("count 64 --orbits", &["N = 64 is not known"]),
    usage("count", &["<N>"]),
    usage("unrank 0 1", &["from 1 to 64, got \"0\""]),
    usage("unrank 65 1", &["from 1 to 64, got \"65\""]),
    usage("unrank 1000000 1", &["from 1 to 64, got \"1000000\""]),
    usage("list 65", &["from 1 to 64, got \"65\""]),
    usage("unrank --permutations 65 1", &["from 1 to 64, got \"65\""]),
    usage("build 0", &["from 1 to 64, got \"0\""]),
    usage("build 8 65", &["from 1 to 64, got \"65\""]),
    failure("build 25", &["nqdb: N = 25 can't be indexed, only N = 5 to 24"]),
    failure("build 9 25", &["N = 25 can't be indexed"]),
    failure("build 19 --tier stored", &["N = 19 is too large for the stored tier"]),
    failure(
        "build 9 --part 1/2 --tier stored --db part.db",
        &["only an index is built in parts", "--tier indexed"],
    ),
    usage("build 9 --part 1/2", &["--part requires --db"]),
    usage("build 9 --part 1/1 --db part.db", &["--part requires two parts or more"]),
    usage(
        "build 9 --part 2/1",
        &["expected a part K/M such as 3/16, with 1 ≤ K ≤ M ≤ 10000, got \"2/1\""],
    ),
    usage("merge out.db", &["<PART>"]),
    failure("merge out.db none.db", &["none.db", "no such file"]),
    usage("parts", &["<FILE>"]),
    usage("parts a.db --missing --json", &["--missing", "--json"]),
    failure("import none.db", &["nqdb: none.db: no such file\n"]),
    failure("import none.db 18-20", &["none.db: no such file\n"]),
    usage("verify --samples x", &["--samples"]),
    usage("verify --seed 1", &["--seed requires --samples, or --deep on a part"]),
    usage("build 9 --jobs 0", &["--jobs"]),
    usage("build", &["<N>"]),
    usage("verify 0", &["from 1 to 64, got \"0\""]),
    // Standard input.
    usage("rank -", &["standard input", "no queens given"]),
    usage("orbit -", &["standard input", "no queens given"]).reading(b" \n\t\r\n\n"),
    usage("rank -", &["line 1 of standard input", "column 2 has row 4"]).reading(b"2 4\n"),
    failure("rank -", &["line 3 of standard input", "column 1 (row 1)"]).reading(b"\n\n1 2\n"),
    usage("rank -", &["line 1 of standard input: not valid UTF-8 at byte 5"])
        .reading(b"2 4 \xff 3\n"),
    usage("rank -", &["line 1 of standard input", "UTF-16", "Get-Content"])
        .reading(b"\xff\xfe2\0 \x004\0 \x001\0 \x003\0\r\0\n\0"),
    usage("rank -", &["line 1 of standard input: input is compressed with gzip"])
        .reading(b"\x1f\x8b\x08\0\0"),
    usage("rank - --permutations", &["line 1 of standard input", "expected whole numbers"])
        .reading(b"\0\0\0"),
    usage("rank 2413 -", &["standard input", "`-`", "only argument"]).reading(b"2 4 1 3"),
    usage("unrank --permutations 4 '\u{1b}[31m'", &["got \"\\u{1b}[31m\""]),
    usage("unrank 8 '\u{1b}c'", &["got \"\\u{1b}c\""]),
    // Commands and options.
    usage("", &["expected a command", "  solve  ", "To begin"]),
    usage("place 8", &["place"]),
    usage("lst 8", &["unknown command \"lst\"; did you mean list?"]),
    usage("perm-index 2413", &["unknown command", "did you mean rank --permutations?"]),
    usage("version", &["unknown command \"version\"; did you mean --version?"]),
    usage("path", &["unknown command \"path\"; did you mean info --path?"]),
    usage("nth 8 3", &["unknown command \"nth\"; did you mean unrank?"]),
    usage("help lst", &["unknown command or topic \"lst\"; did you mean list?"]),
    usage("help 8", &["unknown command or topic \"8\"; see `nqdb help`"]),
    usage("count 8 --colour", &["unknown option --colour; see `nqdb help count`"]),
    usage("list 8 --formt csv", &["unknown option --formt; did you mean --format?"]),
    usage("info 8", &["unexpected argument 8; see `nqdb help info`"]),
    usage("unrank 8", &["missing <RANK>..., or - to read standard input; see `nqdb help unrank`"]),
    failure("unrank 64 1 --time-limit 0.1", &["allow more time, but", "`nqdb solve 64` finds"]),
    failure(
        "puzzle 20 --givens 5 --all",
        &["too many to compare all; use fewer --givens, or leave out --all"],
    ),
    failure("puzzle 8 --givens 1", &["nqdb: N = 8 has no puzzle with 1 queen given\n"]),
    usage("puzzle 1001", &["from 1 to 1000, got \"1001\""]),
    usage("solve 0", &["the board size N must be a whole number from 1 to 10000000, got \"0\""]),
    usage(
        "heatmap 21",
        &["`nqdb heatmap 21 --estimate` estimates it, and conditions such as 1=1 make it smaller"],
    ),
    usage(
        "apply Inc(1,1) 2413",
        &["a half position must be one of 0.5, 1.5, …, N + 0.5, got \"1\""],
    ),
    usage("rank 2413 --tier x", &["unknown option --tier; build has it, rank does not"]),
    usage("list 8 --per-rov 3", &["unknown option --per-rov; did you mean --per-row?"]),
    usage(
        "count 8 --per-row 3",
        &["unrank, rank, orbit, ", "and apply have it, count does not; see `nqdb help count`"],
    ),
    usage("list 8 --timeout 3", &["unknown option --timeout; did you mean --time-limit?"]),
    usage("version", &["unknown command \"version\"; did you mean --version?"]),
    usage("search 8", &["unknown command \"search\"; did you mean list?"]),
    usage("cuont 8", &["unknown command \"cuont\"; did you mean count?"]),
    usage("list 8 --quite", &["unknown option --quite; did you mean --quiet?"]),
    usage("--format json count 8", &["unknown option --format; it stands after a command, as in"]),
    usage("help all", &["did you mean help --all?"]),
    usage("solve 8 --count", &["did you mean `nqdb count N`?"]),
    usage("list 8 --csv", &["unknown option --csv; did you mean --format csv?"]),
    usage("heatmap 12 --png", &["unknown option --png; did you mean --format png?"]),
    usage("random 12 1000", &["got \"1000\"; did you mean --limit 1000?"]),
    usage("check 2413 --format svg --output c.jpg", &["extension of another format", "svg"]),
    usage("puzzle 8 --output a.pdf", &["extension of another format"]),
    usage("dataset 12 1000", &["unexpected argument 1000; did you mean --limit 1000?"]),
    usage("puzzle 8 --clues 3", &["unknown option --clues; did you mean --givens?"]),
    usage("serve 9000", &["unexpected argument 9000; did you mean --port 9000?"]),
    usage("serve -p 9000", &["unknown option -p; did you mean --port?"]),
    usage("serve --host x", &["unknown option --host; did you mean --bind?"]),
    usage("serve --bind 0.0.0.0:9000", &["an IP address such as 127.0.0.1, got"]),
    usage("dataset 8 --layout hf", &["expected tasks, reasoning-gym or tokens, got \"hf\""]),
    usage("list 8 -o -", &["--output: expected a file, got \"-\"; standard output is the default"]),
    usage("8", &["expected a command before \"8\", such as `nqdb count 8`; see `nqdb help`"]),
    usage("count 8 --seed 3 --orbits", &["--seed requires --estimate; see `nqdb help count`"]),
    usage("rank 2413 --seed 3", &["--seed requires --estimate; see `nqdb help rank`"]),
    usage("count 8 --runs 3", &["--runs requires --estimate; see `nqdb help count`"]),
    usage("heatmap 8 --jobs 3", &["--jobs requires --estimate; see `nqdb help heatmap`"]),
    usage("list 8 --seed 3", &["--seed requires --shuffle; see `nqdb help list`"]),
    usage("puzzle 8 --all", &["--all requires --givens; see `nqdb help puzzle`"]),
    usage("heatmap 8 --sample-time 1", &["--sample-time requires --estimate; see"]),
    usage("count 8 --json --json", &["--json can be used only once"]),
    usage("--json=1 count 8", &["--json takes no value, got \"1\""]),
    usage("list 8 5", &["got \"5\"; did you mean --limit 5?"]),
    usage("list 8 5-7", &["a condition such as 3=5", "got \"5-7\""]),
    usage("info 5", &["unexpected argument 5; see `nqdb help info`"]),
    usage("sql SELECT rank FROM nqdb_board", &["unexpected argument rank; put quotes around"]),
    usage("puzzle 8 --number 3", &["unknown option --number; did you mean --limit?"]),
    usage("random 8 --count 3", &["unknown option --count; did you mean --limit?"]),
    usage("solve 8 - --format csv", &["`-` (boards from stdin) requires --format text or json"]),
    usage("puzzle 8 --givens 3,4", &["expected a whole number from 0", "got \"3,4\""]),
    failure("dataset 2,3", &["nqdb: N = 2 has no solutions\n"]),
    failure("score .", &["expected a file, got the directory .\n"]),
    usage("list 8 --limit x", &["--limit: expected a whole number from 0 to 2^64 - 1, got \"x\""]),
    usage("completions cmd", &["expected bash, elvish, fish, powershell or zsh, got \"cmd\""]),
    usage("serve --bind x", &["--bind: expected an IP address such as 127.0.0.1, got \"x\""]),
    usage("count 8 --time-limit soon", &["soon"]),
    usage("count 8 --time-limit -1", &["-1"]),
    usage("count 8 --db", &["--db: expected <PATH>, got nothing"]),
    usage("sql --format csv --json 'SELECT 1'", &["--json"]),
    failure("sql 'SELECT nq_foo(1)'", &[NO_FUNCTION]),
    failure("sql SELECT", &["incomplete statement: SELECT\n"]),
    usage("sql .foo", &["expected .help, .tables", "got \".foo\""]),
    usage("sql '.mode x'", &["expected .mode text, json or csv, got x"]),
    failure("sql '.read none.sql'", &["none.sql: no such file\n"]),
    failure("score none.jsonl", &["nqdb: none.jsonl: no such file\n"]),
    failure("list 8 --output none/list", &["none/list: the directory none does not exist\n"]),
    failure("puzzle 8 --dir none/a", &["none/a: the directory none does not exist"]),
    usage(
        "list 8 -o a.png",
        &["--output a.png", "got --format text", "another file name or format"],
    ),
    usage("list 8 -f csv -o a.JSON", &["got --format csv", "another file name or format"]),
    usage("heatmap 8 --json -o map.svg", &["got --format json", "another file name or format"]),
    usage("rank [] []", &["no queens given"]),
];

#[test]
fn every_mistake_has_its_reason() {
    for home in [Home::new(), Home::with("8")] {
        check(&home, MISTAKES);
    }
}

#[test]
fn boards_without_solutions_are_counted_and_listed() {
    for home in [Home::new(), Home::with("2 3")] {
        for n in [2, 3] {
            assert_eq!(home.run(&format!("count {n}")).text(), "0\n");
            assert_eq!(home.run(&format!("count {n} --recompute")).text(), "0\n");
            assert_eq!(home.run(&format!("list {n}")).succeeded(), "");
            assert_eq!(home.run(&format!("list {n} --orbits --json")).succeeded(), "");
            assert_eq!(home.run(&format!("list {n} --format csv")).succeeded(), "rank,queens\n");
            home.run(&format!("unrank {n} 1")).failed(1, &[&format!("N = {n} has no solutions")]);
        }
    }
}

#[cfg(unix)]
#[test]
fn long_input_is_rejected_early() {
    let home = Home::new();
    let queens: Vec<_> = (1..=65).map(|queen| queen.to_string()).collect();
    for command in ["rank", "orbit", "rank --permutations"] {
        let queens = queens.iter().map(|q| &**q);
        let words: Vec<&str> = command.split(' ').chain(queens).collect();
        home.ask(&words, b"").failed(2, &["at most 64 queens, got 65"]);
        let line = words[words.len() - 65..].join(" ") + "\n";
        let stdin: Vec<&str> = command.split(' ').chain(["-"]).collect();
        home.ask(&stdin, line.as_bytes()).failed(2, &["at most 64 queens, got 65"]);
        home.ask(&stdin, &[b'1'; 1 << 20]).failed(2, &["line 1", "longer than"]);
    }
    // The results of the lines before the wrong one are printed.
    let after_good_ones = ["3 1 4 2\n".repeat(3).into_bytes(), vec![b'1'; 1 << 20]].concat();
    let answer = home.ask(&["rank", "-"], &after_good_ones);
    assert_eq!((answer.code, &*answer.stdout), (Some(2), "2\n2\n2\n"), "{}", answer.stderr);
    // An endless line.
    for line in ["rank -", "sql"] {
        let mut command = home.command();
        command.args(line.split(' ')).stdin(Stdio::from(File::open("/dev/zero").unwrap()));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = Running::start(command).output(b"");
        let endless = Answer::new(format!("{line} < /dev/zero"), output);
        endless.failed(2, &["longer than"]);
    }
}
