//! The prompt of `nqdb sql`, at a pseudo-terminal made by Python, and its commands from a pipe.

use crate::support::hosts;
use crate::support::program::{Answer, Home, answer};
use serde_json::{Value as Json, json};
use std::process::Command;

/// Runs a program in a terminal of 40 columns. Types each text once the text before it was printed, and
/// prints the whole output at the end.
const TERMINAL: &str = "
import fcntl, json, os, pty, select, struct, sys, termios
steps, program = json.loads(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 40, 0, 0))
    os.execv(program[0], program)
seen, place = '', 0
def read():
    global seen
    if not select.select([terminal], [], [], 60)[0]:
        sys.exit('nothing more comes after ' + repr(seen))
    try:
        text = os.read(terminal, 65536).decode(errors='replace')
    except OSError:
        text = ''
    seen += text
    return text
for expected, typed in steps:
    while expected not in seen[place:]:
        if not read():
            sys.exit(repr(expected) + ' does not come: ' + repr(seen[place:]))
    place = seen.index(expected, place) + len(expected)
    os.write(terminal, typed.encode())
while read():
    pass
print(seen, 'exit code', os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
";

/// The output of `nqdb sql` in a terminal, or nothing where Python is missing.
fn in_a_terminal(home: &Home, steps: &Json) -> Option<Answer> {
    let program = home.command();
    let mut command = Command::new(hosts::program("python")?);
    command.args(["-c", TERMINAL, &steps.to_string(), env!("CARGO_BIN_EXE_nqdb"), "sql"]);
    command.current_dir(home.path()).env("TERM", "xterm").env_remove("NQDB_DB");
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Some(answer(command, b""))
}

#[test]
fn a_terminal_has_a_prompt() {
    let home = Home::with("8");
    let steps = json!([
        ["nqdb> ", ".tables\r"],
        ["nq_solutions", ""],
        ["nqdb> ", "SELECT nq_count(8)\r"],
        ["  ... ", "AS q;\r"],
        ["92", ""],
        ["nqdb> ", "SELECT nq_rank('1 1');\r"],
        ["row 1 stands", ""],
        ["nqdb> ", "SELECT nq_count(7), \u{3}"],
        ["nqdb> ", "SELECT queens || ' ' || queens AS twice FROM nq_solutions(8) LIMIT 1;\r"],
        // Fits 40 columns.
        ["1 5 8 6 3 7 2 4 1 5 8 6 3 7 2 4", ""],
        ["nqdb> ", "SELECT nq_unrank(20, 1) AS a, nq_unrank(20, 2) AS b;\r"],
        ["10 7 14 6", ""],
        ["nqdb> ", "\u{4}"],
    ]);
    let Some(first) = in_a_terminal(&home, &steps) else { return };
    assert!(first.succeeded().ends_with("exit code 0\n"), "{first:#?}");
    // The history survives the session.
    let steps =
        json!([["nqdb> ", "\u{1b}[A"], ["AS b;", "\r"], ["10 7 14 6", ""], ["nqdb> ", ".quit\r"]]);
    let second = in_a_terminal(&home, &steps).unwrap();
    assert!(second.succeeded().ends_with("exit code 0\n"), "{second:#?}");
}

#[test]
fn ctrl_c_ends_a_query_and_not_the_prompt() {
    let home = Home::with("8");
    let steps = json!([
        ["nqdb> ", "SELECT nq_unrank(40, 1000000000);\r"],
        ["searching N = 40", "\u{3}"],
        ["interrupted", ""],
        ["nqdb> ", "SELECT nq_count(9);\r"],
        ["352", ""],
        ["nqdb> ", "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)\r"],
        ["  ... ", "SELECT max(x) FROM r;\r"],
        ["running a statement: 0 rows", "\u{3}"],
        ["interrupted", ""],
        ["nqdb> ", ".quit\r"],
    ]);
    let Some(answer) = in_a_terminal(&home, &steps) else { return };
    assert!(answer.succeeded().ends_with("exit code 0\n"), "{answer:#?}");
}

/// Input from a pipe, and the CSV that it prints.
const COMMANDS: &[(&str, &str)] = &[
    (".quit\nSELECT 1 AS a;\n", ""),
    ("SELECT 1 AS a;\n.exit\nSELECT 2 AS b;\n", "a\n1\n"),
    (".schema nq_images\n", "nq_images(queens) -- image TEXT, queens TEXT, rank INTEGER\n"),
    ("SELECT\n.5 AS a;\n", "a\n0.5\n"),
];

#[test]
fn commands_come_from_a_pipe_as_well() {
    let home = Home::with("4");
    for (input, expected) in COMMANDS {
        assert_eq!(home.ask(&["sql", "--csv"], input.as_bytes()).text(), *expected, "{input:?}");
    }
    let tables = home.ask(&["sql"], b".tables\n");
    let names: Vec<_> = tables.text().lines().collect();
    let tables = ["block", "board", "count", "partial_count"];
    let functions =
        ["nq_completions", "nq_count_estimate", "nq_images", "nq_orbits", "nq_solutions"];
    assert_eq!(names, [&tables[..], &functions].concat());
    let help = home.ask(&["sql"], b".help\n");
    assert!(
        [".tables", ".schema", ".quit", "Ctrl-C"].iter().all(|word| help.text().contains(word))
    );
    let schema = home.ask(&["sql"], b".schema\n");
    assert!(
        schema.text().contains("CREATE VIEW count") && schema.text().contains("nq_solutions(n)")
    );
    for (input, reason) in [
        (".schema nothing\n", "no table nothing"),
        (".open x.db\n", "expected .help, .tables, .schema [NAME] or .quit, got \".open x.db\""),
        (".tables x\n", "got \".tables x\""),
    ] {
        home.ask(&["sql"], input.as_bytes()).failed(1, &[reason]);
    }
}
