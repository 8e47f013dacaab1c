//! The prompt of `nqdb sql`, at a pseudo-terminal created by Python, and its commands from a pipe.

use crate::support::hosts;
use crate::support::program::{Answer, Home, answer};
use serde_json::{Value as Json, json};
use std::process::Command;

/// Runs a program in a terminal of 40 columns. Types each text once the expected output has appeared, and prints all
/// output at the end.
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
    if not select.select([terminal], [], [], 250)[0]:
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

/// The output of `nqdb sql` in a terminal; `None` if Python is missing.
fn in_a_terminal(home: &Home, steps: &Json) -> Option<Answer> {
    let program = home.command();
    let mut command = Command::new(hosts::program("python")?);
    command.args(["-c", TERMINAL, &steps.to_string(), env!("CARGO_BIN_EXE_nqdb"), "sql"]);
    command.current_dir(home.path()).env("TERM", "xterm").env_remove("NQDB_DB");
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env_remove("NQDB_PROGRESS");
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
        ["row 1 is used", ""],
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
fn tab_completes_words() {
    let home = Home::with("8");
    let steps = json!([
        ["nqdb> ", "sel\t nq_stab\t'2 4 1 3');\r"],
        ["identity rotate-90 rotate-180 rotate-270", ""],
        ["nqdb> ", "select queens from nq_solu\t8) limit 1;\r"],
        ["1 5 8 6 3 7 2 4", ""],
        ["nqdb> ", "create temp table owned as select 7 as x;\r"],
        ["nqdb> ", "select 5 * x from own\t;\r"],
        ["35", ""],
        ["nqdb> ", ".qu\t\r"],
    ]);
    let Some(answer) = in_a_terminal(&home, &steps) else { return };
    assert!(answer.succeeded().ends_with("exit code 0\n"), "{answer:#?}");
}

#[test]
fn ctrl_c_ends_a_query_and_not_the_prompt() {
    let home = Home::with("8");
    let steps = json!([
        ["nqdb> ", "SELECT nq_unrank(40, 1000000);\r"],
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

#[test]
fn pasted_lines_are_taken_one_by_one() {
    let home = Home::with("8");
    let steps = json!([
        ["nqdb> ", "\u{1b}[200~.mode csv\nSELECT nq_count(9),\n7 AS x;\n.tables\u{1b}[201~\r"],
        ["352,7", ""],
        ["nq_solutions", ""],
        ["nqdb> ", ".quit\r"],
    ]);
    let Some(answer) = in_a_terminal(&home, &steps) else { return };
    assert!(answer.succeeded().ends_with("exit code 0\n"), "{answer:#?}");
}

/// Input from a pipe or as an argument, and its output as CSV.
const COMMANDS: &[(&str, &str)] = &[
    (".quit\nSELECT 1 AS a;\n", ""),
    ("SELECT 1 AS a;\n.exit\nSELECT 2 AS b;\n", "a\n1\n"),
    (".mode csv\nSELECT 1 AS a;\n.mode json\nSELECT 2 AS b;\n", "a\n1\n{\"b\":2}\n"),
    (".mode text\nSELECT 1 AS a, 'x' AS b;\n", "a  b\n1  x\n"),
    ("CREATE TEMP TABLE own (q TEXT);\n.schema own\n", "CREATE TABLE own (q TEXT);\n"),
    (".schema nq_images\n", "nq_images(queens) -- rank INTEGER, queens TEXT, symmetry TEXT\n"),
    ("SELECT\n.5 AS a;\n", "a\n0.5\n"),
];

#[test]
fn commands_come_from_a_pipe_and_as_an_argument_as_well() {
    let home = Home::with("4");
    for (input, expected) in COMMANDS {
        assert_eq!(
            home.ask(&["sql", "--format=csv"], input.as_bytes()).text(),
            *expected,
            "{input:?}"
        );
        assert_eq!(home.ask(&["sql", "--format=csv", input], b"").text(), *expected, "{input:?}");
    }
    let tables = home.ask(&["sql"], b".tables\n");
    let names: Vec<_> = tables.text().lines().collect();
    let tables =
        ["nqdb_block", "nqdb_board", "nqdb_count", "nqdb_partial_count", "nqdb_partial_region"];
    let functions =
        ["nq_completions", "nq_estimate_count", "nq_images", "nq_orbits", "nq_solutions"];
    assert_eq!(names, [&tables[..], &functions].concat());
    let help = home.ask(&["sql"], b".help\n");
    assert!(
        [".tables", ".schema", ".mode", ".read", ".output", ".quit", "Tab", "Ctrl-C"]
            .iter()
            .all(|word| help.text().contains(word))
    );
    let schema = home.ask(&["sql"], b".schema\n");
    assert!(
        schema.text().contains("CREATE VIEW nqdb_count")
            && schema.text().contains("nq_solutions(n)")
    );
    for (code, input, reason) in [
        (1, ".schema nothing\n", "no table nothing"),
        (2, ".open x.db\n", "expected .help, .tables, .schema [NAME], .mode FORMAT, .read FILE"),
        (2, ".open x.db\n", "got \".open x.db\""),
        (2, ".mode\n", "expected .mode text, json or csv, got nothing"),
        (2, ".mode xml\n", "expected .mode text, json or csv, got xml"),
        (2, ".read\n", "expected .read FILE, got no file"),
        (1, ".read missing.sql\n", "missing.sql: no such file"),
        (1, ".output no/where\n", "no/where: the directory no does not exist\n"),
        (2, ".tables x\n", "got \".tables x\""),
    ] {
        home.ask(&["sql"], input.as_bytes()).failed(code, &[reason]);
    }
}

#[test]
fn files_are_read_and_written() {
    let home = Home::with("8");
    let file = |name: &str| home.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(file(name), text).unwrap();
    let ask = |input: &str| home.ask(&["sql", "--format=csv"], input.as_bytes());
    write("a.sql", "SELECT 1 AS a;\n.read 'b c.sql'\nSELECT 3 AS a");
    write("b c.sql", "SELECT\n2 AS b;\n.quit\nSELECT 9 AS never;\n");
    assert_eq!(ask(".read a.sql\nSELECT 4 AS a;\n").text(), "a\n1\nb\n2\na\n3\na\n4\n");

    write("wrong.sql", "SELECT 1 AS a;\n\nSELECT nq_rank('1 1');\nSELECT 2 AS b;\n");
    let wrong = ask(".read wrong.sql\nSELECT 3 AS c;\n");
    assert_eq!(wrong.stdout, "a\n1\nnq_rank('1 1')\n");
    wrong.says(&["wrong.sql, line 3: nq_rank: not a permutation"]);
    write("itself.sql", ".read itself.sql\n");
    ask(".read itself.sql\n").failed(1, &["files may be nested at most 16 deep"]);
    std::fs::write(file("latin.sql"), b"SELECT '\xe9';\n").unwrap();
    ask(".read latin.sql\n").failed(2, &["latin.sql, line 1: not valid UTF-8"]);
    // Files of Windows.
    write("marked.sql", "\u{feff}.mode csv\r\nSELECT 5\r\n  AS a;\r\n");
    assert_eq!(ask(".read marked.sql\n").text(), "a\n5\n");
    std::fs::write(file("wide.sql"), b"\xff\xfeS\0E\0L\0E\0C\0T\0").unwrap();
    ask(".read wide.sql\n").failed(2, &["wide.sql, line 1: input is UTF-16", "Get-Content"]);

    let sent = ask(
        "SELECT 1 AS a;\n.output out.csv\nSELECT NULL AS b;\n.mode json\nSELECT 2 AS c;\n.tables\n
                    .output\nSELECT 3 AS d;\n",
    );
    assert_eq!(sent.text(), "a\n1\n{\"d\":3}\n");
    let text = std::fs::read_to_string(file("out.csv")).unwrap();
    assert!(text.starts_with("b\n\"\"\n{\"c\":2}\nnqdb_block\nnqdb_board\n"), "{text}");
    // The file has the rows printed before a statement failed.
    ask(".output part.csv\nSELECT 1 AS a;\nSELEC;\n").failed(1, &["syntax error"]);
    assert_eq!(std::fs::read_to_string(file("part.csv")).unwrap(), "a\n1\n");
    let database = std::fs::read(home.database()).unwrap();
    let path = home.database().display().to_string();
    ask(&format!(".output {path}\n")).failed(1, &[&path, "can't be written: it is a database"]);
    assert!(std::fs::read(home.database()).unwrap() == database, "the database is unchanged");
    // An error about an attached file does not name the session's file.
    let missing = ask("ATTACH 'none.db' AS none;\n");
    missing.failed(1, &["none.db"]);
    assert!(!missing.stderr.contains(&path), "{}", missing.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let many = "SELECT queens FROM nq_solutions(8);\n";
    let full = Home::new().ask(&["sql"], format!(".output /dev/full\n{many}").as_bytes());
    full.failed(1, &["/dev/full can't be written: No space left"]);
}
