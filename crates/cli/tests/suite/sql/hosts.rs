//! The loadable extension in common programs: the sqlite3 shell, Python, apsw, Datasette. docs/sql-hosts.md has others.
//! Hosts that are missing are skipped, except in .ci/run (support/hosts.rs).

use crate::support::extension::extension;
use crate::support::hosts::program;
use crate::support::program::{Home, answer};
use crate::support::running::{PATIENCE, Running};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn extension_text() -> String {
    extension().into_os_string().into_string().unwrap()
}

/// Queries for every host, with their values.
const QUESTIONS: &[(&str, &str)] = &[
    ("SELECT nq_orbit_id('1 5 8 6 3 7 2 4')", "1"),
    ("SELECT nq_unrank(10, 100)", "2 8 10 4 1 5 9 6 3 7"),
    // In no file.
    ("SELECT nq_unrank(20, 17000000000)", "10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11"),
    ("SELECT nq_rank(nq_unrank(21, 200000000000))", "200000000000"),
    ("SELECT nq_orbit_id('10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11')", "4653625306"),
    ("SELECT nq_orbit_id('13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11')", "29673351759"),
    // Counted on all cores, in the cells of the program.
    ("SELECT nq_count(20, '1=1 2=3')", "26141384"),
    ("SELECT nq_unrank(10.0, 100.0)", "2 8 10 4 1 5 9 6 3 7"),
    ("SELECT rank FROM nq_solutions(8) WHERE permutation_index = '37478'", "92"),
    ("SELECT min(rank) FROM nq_solutions(8) WHERE queens LIKE '8 4 %'", "92"),
    ("SELECT group_concat(rank, ' ') FROM nq_completions(8, '1=1')", "1 2 3 4"),
    ("SELECT group_concat(rank, ' ') FROM nq_images('6 4 7 1 8 2 5 3')", "79 38 14 55"),
    ("SELECT sum(rank) FROM (SELECT rank FROM nq_solutions(8) ORDER BY rank DESC LIMIT 2)", "183"),
    ("SELECT count(*) FROM nq_orbits(10) WHERE size = 8", "89"),
    ("SELECT count(*) FROM nq_solutions(10), nqdb_count AS c WHERE c.n = 8", "724"),
    ("SELECT rank FROM nq_solutions(8) WHERE queens = '8 4 1 3 6 2 7 5'", "92"),
    // SQLite 3.40 plans the branches of an OR without the argument.
    ("SELECT sum(rank) FROM nq_solutions(8) WHERE rank = 5 OR rank = 9", "14"),
    ("SELECT count(*) FROM nq_solutions WHERE nq_n = 4 OR nq_n = 6 AND rank = 2", "3"),
    // SQLite 3.40 passes a limit without these conditions, which it checks afterwards.
    ("SELECT sum(rank) FROM (SELECT rank FROM nq_solutions(8) WHERE rank > orbit_id LIMIT 2)", "7"),
    (
        "SELECT sum(rank) FROM (SELECT rank FROM nq_solutions(8) WHERE rank IN (orbit_id, 5) LIMIT 4 OFFSET 0)",
        "8",
    ),
    // SQLite 3.40 passes the pattern, although the other rows are results, too.
    ("SELECT count(*) FROM nq_solutions(8) s LEFT JOIN (SELECT 1) ON s.queens LIKE '1 %'", "92"),
];

/// Runs all queries, then a wrong one, and prints its message.
const SCRIPT: &str = "
import sys
library, path, extension, *questions = sys.argv[1:]
if library == 'apsw':
    import apsw
    connection = apsw.Connection(path)
    connection.enable_load_extension(True)
    connection.load_extension(extension)
else:
    import sqlite3
    connection = sqlite3.connect(path)
    connection.enable_load_extension(True)
    connection.load_extension(extension)
for question in questions:
    print(connection.execute(question).fetchone()[0])
try:
    connection.execute('SELECT * FROM nq_solutions(65)').fetchall()
except Exception as error:
    print(error)
connection.close()
";

fn expected() -> String {
    let answers = QUESTIONS.iter().map(|(_, answer)| format!("{answer}\n"));
    answers.collect::<String>()
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn python_runs_the_queries() {
    let home = Home::with("8");
    for (host, library) in [("python", "sqlite3"), ("pypi", "sqlite3"), ("pypi", "apsw")] {
        let Some(python) = program(host) else { continue };
        let mut command = Command::new(python);
        command.args(["-c", SCRIPT, library]).arg(home.database()).arg(extension_text());
        command.args(QUESTIONS.iter().map(|(question, _)| question));
        let got = answer(command, b"");
        let (values, message) = got.text().split_at(expected().len());
        assert_eq!(values, expected(), "{host} {library}");
        assert!(message.contains("from 1 to 64, got 65"), "{host} {library}: {message}");
    }
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn numpy_is_advised_to_use_int() {
    let Some(python) = program("pypi") else { return };
    let script = "
import numpy, sqlite3, sys
connection = sqlite3.connect(':memory:')
connection.enable_load_extension(True)
connection.load_extension(sys.argv[1])
rank = numpy.int64(3)
try:
    connection.execute('SELECT nq_unrank(8, ?)', [rank])
except sqlite3.OperationalError as error:
    print(error)
print(connection.execute('SELECT nq_unrank(8, ?)', [int(rank)]).fetchone()[0])";
    let mut command = Command::new(python);
    command.args(["-c", script, &extension_text()]);
    let message = "nq_unrank: expected an INTEGER, got a BLOB of length 8, as Python binds a NumPy integer: \
                   pass int(…)";
    assert_eq!(answer(command, b"").text(), format!("{message}\n1 7 4 6 8 2 5 3\n"));
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn two_libraries_in_one_process_are_an_error() {
    let Some(python) = program("pypi") else { return };
    let script = "
import apsw, sqlite3, sys
connections = [apsw.Connection(':memory:'), sqlite3.connect(':memory:')]
for connection in connections:
    connection.enable_load_extension(True)
connections[0].load_extension(sys.argv[1])
try:
    connections[1].load_extension(sys.argv[1])
except sqlite3.OperationalError as error:
    print(error)
print(list(connections[0].execute('SELECT nq_count(8)')))";
    let mut command = Command::new(python);
    command.args(["-c", script, &extension_text()]);
    let got = answer(command, b"");
    let text = got.text();
    assert!(text.contains("another SQLite library") && text.ends_with("[(92,)]\n"), "{text}");
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn the_shell_runs_the_queries() {
    let Some(shell) = program("sqlite3") else { return };
    let home = Home::with("8");
    let questions = QUESTIONS.iter().map(|(question, _)| format!("{question};\n"));
    let input = format!(".load \"{}\"\n{}", extension_text(), questions.collect::<String>());
    let ask = |input: &str, options: &[&str]| {
        let mut command = Command::new(&shell);
        command.args(options).arg(home.database());
        answer(command, input.as_bytes())
    };
    assert_eq!(ask(&input, &[]).text(), expected());
    assert_eq!(ask(&format!("PRAGMA trusted_schema = off;\n{input}"), &[]).text(), expected());
    assert_eq!(ask(&input, &["-readonly"]).text(), expected());
    let wrong =
        ask(&format!(".load \"{}\"\nSELECT nq_rank('1 1');\n", extension_text()), &["-bail"]);
    wrong.says(&["nq_rank: not a permutation"]);
}

/// Interrupts statements by a progress handler. Prints the message of each, and the milliseconds from the deadline to
/// its end.
const INTERRUPTS: &str = "
import sqlite3, sys, time
extension, *statements = sys.argv[1:]
for statement in statements:
    connection = sqlite3.connect(':memory:')
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    deadline = time.monotonic() + 0.05
    connection.set_progress_handler(lambda: time.monotonic() >= deadline, 1000)
    try:
        connection.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        print(error, round(1000 * (time.monotonic() - deadline)))
    connection.close()
";

/// Milliseconds after which an interrupt or a time limit counts as ineffective: the statements take hours.
const LATEST: u64 = 60_000;

/// Statements that take practically forever.
const ENDLESS: [&str; 3] = [
    "SELECT nq_count(24, '12=12')",
    "SELECT count(*) FROM nq_solutions(24)",
    "SELECT sum(nq_orbit_id(queens)) FROM nq_solutions(14)",
];

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn python_interrupts_a_search() {
    for host in ["python", "pypi"] {
        let Some(python) = program(host) else { continue };
        let mut command = Command::new(python);
        command.args(["-c", INTERRUPTS, &extension_text()]).args(ENDLESS);
        let got = answer(command, b"");
        println!("{host}: {}", got.text());
        let delays = got.text().lines().map(|line| {
            line.strip_prefix("interrupted ").and_then(|delay| delay.parse::<u64>().ok())
        });
        let delays: Vec<_> = delays.collect::<Option<_>>().unwrap_or_else(|| panic!("{got:#?}"));
        assert!(
            delays.len() == ENDLESS.len() && delays.iter().all(|&delay| delay < LATEST),
            "{delays:?}"
        );
    }
}

/// With little memory, and from a trace callback within a statement of nqdb's, a statement fails.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn python_survives_a_lack_of_memory_and_calls_within_calls() {
    let script = "
import resource, sqlite3, sys
connection, other = sqlite3.connect(':memory:'), sqlite3.connect(':memory:')
for host in connection, other:
    host.enable_load_extension(True)
    host.load_extension(sys.argv[1])
def trace(statement):
    if 'database_list' in statement:
        try:
            connection.execute('SELECT nq_count(8)').fetchall()
        except sqlite3.Error as error:
            print(error)
connection.set_trace_callback(trace)
print(connection.execute('SELECT nq_unrank(8, 1)').fetchone()[0])
size = 4096 * int(open('/proc/self/statm').read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (size + (1 << 20), -1))
try:
    other.execute('SELECT nq_rank(nq_unrank(21, 100000000000))').fetchall()
except MemoryError:
    print('out of memory')";
    let Some(python) = program("python") else { return };
    let mut command = Command::new(python);
    command.args(["-c", script, &extension_text()]);
    let misuse = "nq_count: SQLite failed: Error code 21: bad parameter or other API misuse";
    assert_eq!(answer(command, b"").text(), format!("{misuse}\n1 5 8 6 3 7 2 4\nout of memory\n"));
}

/// Memory that runs out between two checks for it aborts no host: a call gets its result or fails.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn python_survives_a_limit_set_between_two_calls() {
    let script = "
import os, resource, sqlite3, sys
for spare in range(0, 1 << 20, 1 << 14):
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0, spare
        continue
    connection = sqlite3.connect(':memory:')
    connection.enable_load_extension(True)
    connection.load_extension(sys.argv[1])
    connection.execute('SELECT nq_unrank(8, 50)').fetchall()
    size = 4096 * int(open('/proc/self/statm').read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (size + spare, -1))
    try:
        connection.execute('SELECT nq_unrank(18, 600000000)').fetchall()
    except MemoryError:
        pass
    os._exit(0)
print('no abort')";
    let Some(python) = program("python") else { return };
    let mut command = Command::new(python);
    command.args(["-c", script, &extension_text()]);
    assert_eq!(answer(command, b"").text(), "no abort\n");
}

/// Starts Datasette with these settings on a free port of the loopback interface.
fn serve(datasette: &Path, home: &Home, settings: &[&str]) -> (Running, u16) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(datasette);
    command.arg(home.database()).args(["--load-extension", &extension_text()]);
    command.args(["--host", "127.0.0.1", "--port", &port.to_string()]).args(settings);
    command.env("HOME", home.path()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut server = Running::start(command);
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut said = Vec::new();
    while let Some(line) = lines.next() {
        if line.contains("Uvicorn running") {
            // Datasette writes its errors there later.
            std::thread::spawn(move || lines.for_each(drop));
            return (server, port);
        }
        said.push(line);
    }
    panic!("datasette does not serve: {said:#?}");
}

fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let request = format!("GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn datasette_runs_the_queries_over_http() {
    let Some(datasette) = program("datasette") else { return };
    let home = Home::with("8");
    let (_server, port) = serve(&datasette, &home, &[]);
    for (question, answer) in QUESTIONS {
        let got = ask(port, question);
        let value: Json = answer.parse::<i64>().map_or(json!(answer), |number| json!(number));
        assert_eq!(got["rows"], json!([[value]]), "{question}: {got}");
    }
}

/// The response of Datasette to a statement.
fn ask(port: u16, sql: &str) -> Json {
    let query: String = sql.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let body = get(port, &format!("/nqdb.json?_shape=arrays&sql={query}"));
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{sql}: {error}: {body}"))
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn datasette_enforces_its_time_limit() {
    let Some(datasette) = program("datasette") else { return };
    let home = Home::with("8");
    let (_server, port) = serve(&datasette, &home, &["--setting", "sql_time_limit_ms", "100"]);
    for sql in ENDLESS {
        let began = Instant::now();
        let got = ask(port, sql);
        let took = began.elapsed();
        println!("{took:?}: {sql}");
        assert!(got["error"].as_str().unwrap().contains("took too long"), "{sql}: {got}");
        assert!(took < Duration::from_millis(LATEST), "{took:?}: {sql}");
    }
    for call in ["nq_attach('/etc/passwd')", "nq_time_limit(1000)", "nq_seal()"] {
        let got = ask(port, &format!("SELECT {call}"));
        assert!(got["error"].as_str().unwrap().contains("no such function"), "{call}: {got}");
    }
}
