//! SQL statements that take long: they end at the time limit and at Ctrl-C, and show their progress.

use crate::support::program::{Home, end, start};
use std::io::{BufRead, BufReader};
use std::process::Command;

const ENDLESS_CTE: &str =
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT max(x) FROM r";

#[test]
fn a_time_limit_ends_a_count_without_tables() {
    let home = Home::new();
    let count = "SELECT count(*) FROM nq_solutions(17)";
    home.ask(&["--time-limit", "1", "sql", count], b"").failed(1, &["stopped while", "after 1."]);
    home.ask(&["--time-limit", "0.2", "sql"], format!("{count};").as_bytes())
        .failed(1, &["stopped while", "after 0.2"]);
}

#[test]
fn a_time_limit_ends_an_endless_statement() {
    Home::new()
        .ask(&["--time-limit", "1", "sql", ENDLESS_CTE], b"")
        .failed(1, &["stopped while running a statement: 0 rows after 1.", "allow more time"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_statement() {
    use std::os::unix::process::ExitStatusExt;
    for sql in [ENDLESS_CTE, "SELECT count(*) FROM nq_solutions(24)"] {
        let mut child = start(&Home::new(), &format!("sql '{sql}'"));
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains(" after "), "{sql}");
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(2), "{sql}: {status}");
    }
}

/// Statements, and how each line of their progress begins.
const LONG: &[(&str, &str)] = &[
    (ENDLESS_CTE, "nqdb: running a statement: 0 rows after "),
    // One search inside the statement, which says more than the statement.
    ("SELECT count(*) FROM nq_solutions(24)", "nqdb: searching N = 24: "),
    ("SELECT nq_unrank(40, 1000000000)", "nqdb: searching N = 40: "),
    // Many short searches: the statement stays shown.
    (
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r)
         SELECT nq_rank(nq_unrank(17, 30000 + x)) FROM r WHERE 0 < x",
        "nqdb: running a statement: ",
    ),
];

#[test]
fn a_long_statement_says_how_far_it_is() {
    let home = Home::new();
    for (sql, beginning) in LONG {
        let answer = home.ask(&["--time-limit", "2.5", "sql", "--csv", sql], b"");
        let (progress, error): (Vec<_>, Vec<_>) =
            answer.stderr.lines().partition(|line| !line.contains("stopped while"));
        assert_eq!(error.len(), 1, "{answer:#?}");
        // After 1 and 2 seconds, or later on a machine with other work.
        assert!((1..=2).contains(&progress.len()), "{sql}: {progress:#?}");
        assert!(progress.iter().all(|line| line.starts_with(beginning)), "{sql}: {progress:#?}");
    }
}

#[test]
fn rows_are_counted() {
    let sql = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r";
    let child = start(&Home::new(), &format!("--time-limit 1.5 sql '{sql}'"));
    let answer = end(child);
    let said = answer.stderr.lines().next().unwrap();
    let rows = said.strip_prefix("nqdb: running a statement: ");
    let rows = rows.and_then(|rest| rest.split_once(" rows after ")).map(|(rows, _)| rows);
    let rows: u64 = rows.unwrap_or_else(|| panic!("{said}")).parse().unwrap();
    let printed = answer.stdout.lines().count() as u64 - 1;
    assert!(0 < rows && rows < printed, "{rows} of {printed}");
}

/// Errors of functions in statements, and what they say to do.
const REMEDIES: &[(&str, &str)] = &[
    ("SELECT nq_unrank(20, 19000000000)", "; allow more time; `nqdb build 20` makes its tables"),
    ("SELECT nq_unrank(40, 1000000000)", " s; allow more time"),
    (
        "SELECT count(*) FROM nq_orbits(19) WHERE rank > 0",
        "; allow more time; `nqdb build 19` makes its tables",
    ),
    ("SELECT nq_attach('no.db')", "no.db: there is no such file; `nqdb build N` makes a database"),
];

#[test]
fn errors_of_functions_say_what_to_do() {
    let home = Home::new();
    for (sql, remedy) in REMEDIES {
        home.ask(&["--time-limit", "0.3", "sql", sql], b"").failed(1, &["nqdb: nq_", remedy]);
    }
}
