//! Many lines on standard input: the results are those of single commands, in order, for any number of threads, and
//! written as soon as the input pauses; errors and limits end the output at the right line.

use crate::support::program::{Answer, Home, within_some_limit};
use crate::support::running::Running;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

/// Solutions of these boards in turn.
fn mixed(home: &Home, boards: &[u8]) -> String {
    let lists: Vec<Answer> = boards.iter().map(|n| home.run(&format!("list {n}"))).collect();
    let mut lists: Vec<_> = lists.iter().map(|list| list.text().lines()).collect();
    let mut mixed = String::new();
    loop {
        let before = mixed.len();
        for line in lists.iter_mut().filter_map(Iterator::next) {
            mixed += line;
            mixed.push('\n');
        }
        if mixed.len() == before {
            return mixed;
        }
    }
}

/// The results of the lines, as arguments of one command.
fn one_by_one(home: &Home, command: &str, lines: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    let bracketed: Vec<String> = lines.lines().map(|line| format!("[{line}]")).collect();
    words.extend(bracketed.iter().map(String::as_str));
    home.ask(&words, b"").succeeded().to_owned()
}

#[test]
fn any_number_of_threads_gives_the_results_of_single_commands() {
    for home in [Home::new(), Home::with("7-9")] {
        let lines = mixed(&home, &[7, 8, 9, 10]);
        for command in
            ["rank", "rank --orbits", "rank --json", "rank --orbits --json", "orbit --json"]
        {
            let expected = one_by_one(&home, command, &lines);
            assert!(expected.lines().count() == lines.lines().count(), "{command}");
            for jobs in ["1", "2", "7"] {
                let words = format!("{command} - --jobs {jobs}");
                let words: Vec<&str> = words.split(' ').collect();
                assert!(home.ask(&words, lines.as_bytes()).text() == expected, "{words:?}");
            }
        }
    }
}

#[test]
fn an_error_in_the_middle_comes_after_the_results_before_it() {
    let home = Home::with("9");
    let good = home.run("list 9");
    let count = good.text().lines().count();
    let lines = format!("{}1 2 3\n{}", good.stdout, good.stdout);
    let ranks: String = (1..=count).map(|rank| format!("{rank}\n")).collect();
    for jobs in ["1", "3"] {
        let stopped = home.ask(&["rank", "-", "--jobs", jobs], lines.as_bytes());
        assert_eq!((stopped.code, &stopped.stdout), (Some(1), &ranks), "{stopped:#?}");
        stopped.says(&[&format!("line {} of standard input: not a solution", count + 1)]);
        for (on_error, between) in [("skip", ""), ("null", "\n")] {
            let words = ["rank", "-", "--jobs", jobs, "--on-error", on_error];
            let answer = home.ask(&words, lines.as_bytes());
            assert_eq!(answer.code, Some(1), "{answer:#?}");
            assert_eq!(answer.stdout, format!("{ranks}{between}{ranks}"), "{on_error}");
            answer.says(&[&format!("1 of {} boards", 2 * count + 1)]);
        }
    }
    let unreadable = home.ask(&["unrank", "9", "-"], b"1 2\n353 4");
    assert_eq!(
        (unreadable.code, &*unreadable.stdout),
        (Some(1), "1 3 6 8 2 4 9 7 5\n1 3 7 2 8 5 9 4 6\n")
    );
    unreadable.says(&["word 3 of standard input", "352"]);
}

/// The program between two pipes.
struct CoProcess {
    child: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl CoProcess {
    fn start(home: &Home, line: &str) -> Self {
        let mut command = home.command();
        command.args(line.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        let mut child = Running::start(command);
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        CoProcess { child, input, output }
    }

    fn write(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }
}

/// Commands, an input line, and its result.
const QUESTIONS: &[(&str, &str, &str)] = &[
    ("rank -", "2 4 1 3\n", "1\n"),
    ("rank - --json --jobs 3", "3 1 4 2\n2 4", "{\"n\":4,\"rank\":2,\"queens\":[3,1,4,2]"),
    ("orbit - --json", "2 4 1 3\n", "{\"n\":4,\"orbit_id\":1"),
    ("unrank 4 -", "2\n", "3 1 4 2\n"),
    ("unrank 4 - --permutations", "24\n", "4 3 2 1\n"),
    ("rank - --permutations", "4 3 2 1\n", "24\n"),
];

#[test]
fn a_program_that_waits_gets_each_result() {
    for home in [Home::new(), Home::with("4")] {
        for (command, question, expected) in QUESTIONS {
            let mut program = CoProcess::start(&home, command);
            for _ in 0..3 {
                program.write(question);
                let answer = program.line();
                assert!(answer.starts_with(expected), "{command}: {answer}");
                // The rest of a partly read line.
                program.write(if question.ends_with('\n') { "" } else { " 1 3\n" });
                if !question.ends_with('\n') {
                    assert!(program.line().contains("\"rank\":1"), "{command}");
                }
            }
            drop(program.input);
            assert!(program.child.wait().unwrap().success(), "{command}");
        }
    }
}

/// A solution of N = 24 whose rank, 200,000, takes seconds without tables.
const FAR: &str = "1 3 5 2 8 11 15 19 21 24 18 6 23 9 4 22 7 14 12 17 20 13 10 16\n";

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_search_after_the_results_before_it() {
    use std::os::unix::process::ExitStatusExt;
    for jobs in ["1", "2"] {
        let mut program = CoProcess::start(&Home::new(), &format!("rank - --jobs {jobs}"));
        program.write(&format!("2 4 1 3\n3 1 4 2\n{FAR}2 4 1 3\n"));
        // Both are printed while the search runs.
        assert_eq!((program.line(), program.line()), ("1\n".to_owned(), "2\n".to_owned()));
        program.child.interrupt();
        assert_eq!(program.child.wait().unwrap().signal(), Some(2));
    }
}

#[test]
fn a_time_limit_ends_a_long_search_after_the_results_before_it() {
    let lines = format!("2 4 1 3\n3 1 4 2\n{FAR}{FAR}2 4 1 3\n");
    for jobs in ["1", "2"] {
        within_some_limit(|limit| {
            let words = ["rank", "-", "--jobs", jobs, "--time-limit", limit];
            let stopped = Home::new().ask(&words, lines.as_bytes());
            assert!(
                stopped.code == Some(1) && "1\n2\n".starts_with(&stopped.stdout),
                "{stopped:#?}"
            );
            stopped.stdout == "1\n2\n"
                && stopped.stderr.contains("stopped while searching N = 24")
                && stopped.stderr.contains("line 3 of standard input")
        });
    }
}

/// One write for the lines of one read, not one per line.
#[cfg(target_os = "linux")]
#[test]
fn results_are_written_in_batches() {
    let home = Home::with("8");
    let lines = home.run("list 8").stdout.repeat(20);
    for command in ["rank -", "unrank 8 -", "rank - --permutations"] {
        let mut program = CoProcess::start(&home, command);
        let ranks: String = (1..=92).map(|rank| format!("{rank}\n")).collect();
        program.write(if command.contains("unrank") { &ranks } else { &lines });
        let asked = if command.contains("unrank") { 92 } else { 1840 };
        (0..asked).for_each(|_| assert!(!program.line().is_empty()));
        // The program waits for more input.
        let counts = std::fs::read_to_string(format!("/proc/{}/io", program.child.id())).unwrap();
        let writes = counts.lines().find_map(|line| line.strip_prefix("syscw: ")).unwrap();
        let writes: usize = writes.parse().unwrap();
        assert!(writes < asked / 4, "{command}: {writes} writes for {asked} answers");
        drop(program.input);
        program.child.wait().unwrap();
    }
}

#[test]
fn lists_have_orbit_ids() {
    for home in [Home::new(), Home::with("6-9")] {
        for n in [4, 6, 9] {
            let queens = home.run(&format!("list {n}"));
            let ids = home.ask(&["rank", "-", "--orbits"], queens.text().as_bytes());
            let columns = |mark: &str| -> String {
                let rows = (1..).zip(ids.text().lines()).zip(queens.stdout.lines());
                rows.map(|((rank, id), queens)| format!("{rank}{mark}{id}{mark}{queens}\n"))
                    .collect()
            };
            let list = format!("list {n} --columns rank,orbit_id,queens");
            assert_eq!(home.run(&list).text(), columns("\t"));
            let csv = home.run(&format!("{list} --format csv"));
            assert_eq!(csv.text(), format!("rank,orbit_id,queens\n{}", columns(",")));
            let json = home.run(&format!("{list} --json")).json();
            for (row, id) in json.iter().zip(ids.stdout.lines()) {
                assert_eq!(row["orbit_id"].to_string(), id, "{row}");
            }
            assert_eq!(json.len(), ids.stdout.lines().count());
        }
        let board = home.run("list 8 --columns rank,orbit_id,queens --start 92 --format drawing");
        assert!(board.text().starts_with("rank 92, orbit 1: 8 4 1 3 6 2 7 5\n"), "{board:#?}");
    }
}

#[test]
fn ranks_and_indices_are_read_from_standard_input() {
    for home in [Home::new(), Home::with("8 12")] {
        let all = home.run("list 8");
        let some = home.ask(&["unrank", "8", "-"], b"92 1-3\n\n 4\t5-91\r\n");
        let lines: Vec<&str> = all.text().lines().collect();
        let expected: Vec<&str> = [&lines[91..], &lines[..91]].concat();
        assert_eq!(some.text().lines().collect::<Vec<_>>(), expected);
        let orbits = home.ask(&["unrank", "8", "-", "--orbits"], b"12 1-11");
        assert_eq!(orbits.text().lines().count(), 12);
        assert_eq!(orbits.stdout.lines().nth(1), Some("1 5 8 6 3 7 2 4"));
        let odd: String = (1..14_200).step_by(2).map(|rank| format!("{rank}\n")).collect();
        let every_second = home.run("list 12");
        let every_second: Vec<&str> = every_second.text().lines().step_by(2).collect();
        let unranked = home.ask(&["unrank", "12", "-"], odd.as_bytes());
        assert!(unranked.text().lines().eq(every_second));
        let permutations = home.ask(&["unrank", "--permutations", "3", "-"], b"6 1-5");
        assert_eq!(permutations.text(), "3 2 1\n1 2 3\n1 3 2\n2 1 3\n2 3 1\n3 1 2\n");
        assert_eq!(home.run("unrank --permutations 3 1-5 6").text().lines().count(), 6);
        // The longest index, and a byte-order mark.
        let last = "126886932185884164103433389335161480802865516174545192198801894375214704230400000000000000";
        let range = format!("{last}-{last}");
        let reversed =
            (1..=64).rev().map(|row| row.to_string()).collect::<Vec<_>>().join(" ") + "\n";
        assert_eq!(
            home.ask(&["unrank", "--permutations", "64", "-"], range.as_bytes()).text(),
            reversed
        );
        let marked = home.ask(&["unrank", "8", "-"], "\u{feff}1 92".as_bytes());
        assert_eq!(marked.text(), home.run("unrank 8 1 92").text());
        home.ask(&["unrank", "8", "-"], b"").failed(2, &["standard input", "expected ranks"]);
        home.ask(&["unrank", "--permutations", "8", "-"], b" ")
            .failed(2, &["expected permutation indices"]);
        home.ask(&["unrank", "8", "1", "-"], b"1").failed(2, &["must be the only argument"]);
        home.run("unrank --permutations 3 5-7").failed(1, &["from 1 to 3! = 6", "got 7"]);
        home.run("unrank --permutations 3 2-1").failed(2, &["ascending"]);
        home.run("unrank 8 0-3").failed(1, &["got 0"]);
    }
}

/// Input without end in which there is nothing to answer, and the commands that read it.
#[cfg(unix)]
const ENDLESS: &[(&str, &str)] = &[
    ("rank -", "yes ''"),
    ("rank --from sat -", "yes c"),
    ("rank --on-error skip -", "yes 2 | tr -d '\\n'"),
    ("unrank 12 -", "yes ''"),
    ("count 8 --on-error skip -", "yes = | tr -d '\\n'"),
    ("score tasks -", "yes x | tr -d '\\n'"),
    ("sql", "yes ''"),
    ("sql", "yes ';'"),
];

#[cfg(unix)]
#[test]
fn a_time_limit_ends_endless_input() {
    let home = Home::new();
    std::fs::write(home.path().join("tasks"), "{\"n\":8,\"conditions\":[]}\n").unwrap();
    for (command, input) in ENDLESS {
        let mut shell = home.command_of(std::path::Path::new("sh"));
        shell.env("NQDB", env!("CARGO_BIN_EXE_nqdb"));
        shell.args(["-c", &format!("{input} | \"$NQDB\" --time-limit 0.3 {command}")]);
        let answer = crate::support::program::answer(shell, b"");
        answer.failed(1, &["stopped", "allow more time"]);
    }
}

/// Commands, the MiB of address space that they have, and how they end.
#[cfg(target_os = "linux")]
const WITH_LITTLE_MEMORY: &[(&str, u32, i32, &str)] = &[
    (
        "sql --json 'SELECT zeroblob(60000000)'",
        128,
        1,
        "nqdb: not enough memory: an allocation of 120000003 bytes failed; raise the memory limit",
    ),
    (
        "puzzle 12 --givens 8 --all",
        256,
        1,
        "nqdb: not enough memory: comparing the sets of 8 queens in the solutions of N = 12 needs 405 MB; raise",
    ),
    // With as many threads as there is memory for.
    ("count 14 --recompute --jobs 1024", 256, 0, "365596\n"),
];

#[cfg(target_os = "linux")]
#[test]
fn without_memory_a_command_ends_with_a_message() {
    use crate::support::memory::run_limited;
    use crate::support::program::words;
    let home = Home::new();
    for &(line, space, code, expected) in WITH_LITTLE_MEMORY {
        let ended = run_limited(home.path(), &words(line), space);
        let said = if code == 0 { &ended.stdout } else { &ended.stderr };
        assert!(ended.code == Some(code) && said.starts_with(expected), "{line}: {ended:?}");
    }
}
