//! Privileged functions, in the extension and from Rust: they attach files, set the time limit and seal the
//! connection.

use super::{failure, in_memory};
use crate::support::extension::{OWNER, extension, load, load_for_owner};
use crate::support::hosts::program;
use crate::support::program::{Answer, Home, answer};
use crate::support::sqlite::{number, query};
use nqdb::{Database, watch::NoWatch};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use std::process::Command;

/// The privileged functions, with valid arguments. The library lacks the last one, because its caller passes a watch.
const CALLS: [&str; 3] = ["nq_attach('no.db')", "nq_seal()", "nq_time_limit(1)"];

fn register_for_owner(connection: &Connection) {
    nqdb_sql::register_for_owner(connection, Database::without_file(), NoWatch).unwrap();
}

fn has_none(connection: &Connection) {
    for call in CALLS {
        let said = failure(connection, &format!("SELECT {call}"));
        let name = call.split('(').next().unwrap();
        assert!(said.contains(&format!("no such function: {name}")), "{call}: {said}");
    }
    assert_eq!(number(connection, "SELECT count(*) FROM nq_solutions(8)"), 92);
}

#[test]
fn plain_connections_have_none_of_the_functions() {
    has_none(&in_memory(|connection| nqdb_sql::register(connection).unwrap()));
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn the_last_entry_point_decides() {
    has_none(&in_memory(load));
    let home = Home::with("9");
    let attach = format!("SELECT nq_attach('{}')", home.database().display());
    let connection = in_memory(load_for_owner);
    assert_eq!(query(&connection, &attach), [[Sql::Text("9".into())]]);
    load(&connection);
    has_none(&connection);
    load_for_owner(&connection);
    assert_eq!(query(&connection, &attach), [[Sql::Text("9".into())]]);
    connection.close().unwrap();
}

fn no_view_may_call(connection: &Connection, calls: &[&str]) {
    for (place, call) in calls.iter().enumerate() {
        connection.execute_batch(&format!("CREATE VIEW v{place} AS SELECT {call}")).unwrap();
        let refused = failure(connection, &format!("SELECT * FROM v{place}"));
        assert!(refused.contains("unsafe use of nq_"), "{call}: {refused}");
    }
}

#[test]
fn no_view_may_call_functions_with_side_effects() {
    no_view_may_call(&in_memory(register_for_owner), &CALLS[..2]);
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn no_view_may_call_functions_with_side_effects_in_the_extension() {
    no_view_may_call(&in_memory(load_for_owner), &CALLS);
}

/// Attaches a file, seals the connection, and asserts that it keeps the file.
fn is_sealed(load: fn(&Connection), first: &[&str], refused: &[&str]) -> Connection {
    let (eight, nine) = (Home::with("8"), Home::with("9"));
    let connection = in_memory(load);
    let attach = |home: &Home| format!("SELECT nq_attach('{}')", home.database().display());
    assert_eq!(query(&connection, &attach(&eight)), [[Sql::Text("8".into())]]);
    first.iter().for_each(|sql| drop(query(&connection, sql)));
    assert_eq!(query(&connection, "SELECT nq_seal()"), [[Sql::Integer(1)]]);
    for sql in [&[&*attach(&nine)], refused].concat() {
        let said = failure(&connection, sql);
        let reason = "its files and time limit can't be changed; set them before nq_seal()";
        assert!(said.contains(&format!(": the connection is sealed: {reason}")), "{sql}: {said}");
    }
    assert_eq!(query(&connection, "SELECT nq_seal()"), [[Sql::Integer(1)]]);
    // The attached file is used.
    let damage = "UPDATE nqdb_block SET payload = zeroblob(9)";
    Connection::open(eight.database()).unwrap().execute_batch(damage).unwrap();
    let said = failure(&connection, "SELECT nq_unrank(8, 5)");
    assert!(said.contains(eight.database().to_str().unwrap()), "{said}");
    // Another connection is not sealed.
    assert_eq!(query(&in_memory(load), &attach(&nine)), [[Sql::Text("9".into())]]);
    connection
}

#[test]
fn a_sealed_connection_keeps_its_files() {
    is_sealed(register_for_owner, &[], &[]);
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_sealed_connection_keeps_its_files_and_its_limit() {
    let (limit, longer) = ("SELECT nq_time_limit('0.05')", "SELECT nq_time_limit(1000)");
    let connection = is_sealed(load_for_owner, &[limit], &[longer]);
    let said = failure(&connection, "SELECT nq_unrank(40, 1000000)");
    assert!(said.contains("stopped while searching N = 40"), "{said}");
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_time_limit_is_a_number_of_seconds() {
    let connection = in_memory(load_for_owner);
    for (seconds, value) in [("5", 5.0), ("0.25", 0.25), ("'1e1'", 10.0), ("0", 0.0)] {
        let sql = format!("SELECT nq_time_limit({seconds})");
        assert_eq!(query(&connection, &sql), [[Sql::Real(value)]], "{seconds}");
    }
    for wrong in ["-1", "''", "'ten'", "1e300", "X'01'"] {
        let said = failure(&connection, &format!("SELECT nq_time_limit({wrong})"));
        assert!(said.contains("nq_time_limit: expected a number of seconds"), "{wrong}: {said}");
    }
    assert_eq!(query(&connection, "SELECT nq_time_limit(NULL)"), [[Sql::Null]]);
    // The last limit, 0, still applies.
    let said = failure(&connection, "SELECT nq_unrank(40, 1000000)");
    assert!(said.contains("stopped while searching N = 40"), "{said}");
}

/// The output of the shell for a statement, with the extension loaded under this value of the variable.
fn in_the_shell(variable: &str, limit: &str, sql: &str) -> Option<Answer> {
    let mut command = Command::new(program("sqlite3")?);
    command.env(variable, limit).args(["-bail", ":memory:"]);
    let input = format!(".load \"{}\" {OWNER}\n{sql};\n", extension().display());
    Some(answer(command, input.as_bytes()))
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn the_environment_sets_the_limit_of_a_search() {
    const LIMIT: &str = "NQDB_TIME_LIMIT";
    let long = "SELECT nq_unrank(40, 1000000)";
    let Some(stopped) = in_the_shell(LIMIT, "0.25", long) else { return };
    stopped.says(&["nq_unrank: stopped while searching N = 40"]);
    stopped.stopped_after(0.25);
    // The limit of the connection takes precedence.
    let longer = in_the_shell(LIMIT, "0.25", &format!("SELECT nq_time_limit(1);\n{long}")).unwrap();
    longer.says(&["stopped while searching N = 40"]);
    longer.stopped_after(1.0);
    for wrong in ["", "ten", "-1"] {
        let refused = in_the_shell(LIMIT, wrong, "SELECT nq_count(8)").unwrap();
        refused.says(&["NQDB_TIME_LIMIT: expected a number of seconds", &format!("{wrong:?}")]);
        assert!(!refused.stdout.contains("92"), "{refused:#?}");
    }
}

/// The scan takes hours.
#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn the_environment_sets_the_limit_of_a_statement() {
    const LIMIT: &str = "NQDB_STATEMENT_LIMIT";
    let scan = "SELECT count(*) FROM nq_solutions(20) WHERE rank BETWEEN 5 AND 1000000000";
    let Some(stopped) = in_the_shell(LIMIT, "0.25", scan) else { return };
    stopped.says(&["nq_solutions: the statement has read rows for 0.25 s", LIMIT]);
    let fast = in_the_shell(LIMIT, "60", "SELECT count(*) FROM nq_solutions(8)").unwrap();
    assert_eq!(fast.text(), "92\n");
    let refused = in_the_shell(LIMIT, "ten", "SELECT nq_count(8)").unwrap();
    refused.says(&["NQDB_STATEMENT_LIMIT: expected a number of seconds", "\"ten\""]);
}
