//! Long SQL statements: they end at the time limit and at Ctrl-C, and show their progress.

use crate::support::program::{Home, progress, start, within_some_limit};
use std::io::{BufRead, BufReader};

const ENDLESS_CTE: &str =
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT max(x) FROM r";

#[test]
fn a_time_limit_ends_a_count_without_tables() {
    let home = Home::new();
    let count = "SELECT count(*) FROM nq_solutions(17)";
    let as_an_argument = home.ask(&["--time-limit", "0.3", "sql", count], b"");
    let as_input = home.ask(&["--time-limit", "0.2", "sql"], format!("{count};").as_bytes());
    for (answer, limit) in [(as_an_argument, 0.3), (as_input, 0.2)] {
        answer.failed(1, &["stopped while"]);
        answer.stopped_after(limit);
    }
}

#[test]
fn a_time_limit_ends_an_endless_statement() {
    let answer = Home::new().ask(&["--time-limit", "0.3", "sql", ENDLESS_CTE], b"");
    answer.failed(1, &["stopped while running a statement: 0 rows after ", "allow more time"]);
    answer.stopped_after(0.3);
}

/// Statements, and the beginnings of their progress lines.
const LONG: &[(&str, &str)] = &[
    (ENDLESS_CTE, "nqdb: running a statement: 0 rows after "),
    // One search inside the statement, which is shown instead of it.
    ("SELECT count(*) FROM nq_solutions(24)", "nqdb: searching N = 24: "),
    ("SELECT nq_unrank(40, 1000000)", "nqdb: searching N = 40: "),
    // Many short searches: the statement is shown.
    (
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r)
         SELECT nq_rank(nq_unrank(17, 3000 + x)) FROM r WHERE 0 < x",
        "nqdb: running a statement: ",
    ),
];

#[cfg(unix)]
#[test]
fn a_long_statement_shows_its_progress_and_ends_at_ctrl_c() {
    use std::os::unix::process::ExitStatusExt;
    for (sql, beginning) in LONG {
        let (mut program, said) = progress(&Home::new(), &format!("sql --format csv '{sql}'"));
        assert!(said.starts_with(beginning), "{sql}: {said}");
        program.interrupt();
        let status = program.wait().unwrap();
        assert_eq!(status.signal(), Some(2), "{sql}: {status}");
    }
}

#[test]
fn rows_are_counted() {
    let sql = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r";
    let mut program = start(&Home::new(), &format!("sql --format csv '{sql}'"));
    let stderr = BufReader::new(program.stderr.take().unwrap());
    let progress = std::thread::spawn(move || stderr.lines().next().unwrap().unwrap());
    let mut rows = BufReader::new(program.stdout.take().unwrap()).lines().skip(1);
    // The last one is a row printed with or after the progress.
    let before = rows.by_ref().take_while(|_| !progress.is_finished()).count() + 1;
    let said = progress.join().unwrap();
    let counted = said.strip_prefix("nqdb: running a statement: ");
    let counted = counted.and_then(|rest| rest.split_once(" rows after ")).map(|(rows, _)| rows);
    let counted: usize =
        counted.unwrap_or_else(|| panic!("{said}")).replace(',', "").parse().unwrap();
    assert!(counted > 0);
    if let Some(more) = counted.checked_sub(before + 1) {
        assert_eq!(rows.nth(more).unwrap().unwrap(), counted.to_string());
    }
}

/// Errors of functions in statements, and their remedies.
const REMEDIES: &[(&str, &str)] = &[
    ("SELECT nq_unrank(22, 19000000000)", "; `nqdb build 22` builds its tables"),
    (
        "SELECT nq_unrank(40, 1000000)",
        "; allow more time, but a search of it can take minutes to years",
    ),
    ("SELECT nq_attach('no.db')", "no.db: no such file; `nqdb build N` creates a database"),
];

#[test]
fn errors_of_functions_have_remedies() {
    let home = Home::new();
    for (sql, remedy) in REMEDIES {
        within_some_limit(|limit| {
            let answer = home.ask(&["--time-limit", limit, "sql", sql], b"");
            assert_eq!((answer.code, &*answer.stdout), (Some(1), ""), "{answer:#?}");
            // The limit may end the statement before the function begins.
            answer.stderr.starts_with("nqdb: nq_") && answer.stderr.contains(remedy)
        });
    }
}
