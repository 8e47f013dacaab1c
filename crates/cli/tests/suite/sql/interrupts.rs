//! Hosts interrupt statements: by `sqlite3_interrupt` from another thread, or by a progress handler.

use crate::support::extension::load;
use crate::support::sqlite::{number, open};
use nqdb_test_support::fixtures::index;
use rusqlite::{Connection, ErrorCode};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A connection of a host to the index.
fn host() -> Connection {
    let connection = open(&index(18));
    load(&connection);
    connection
}

/// Statements that take practically forever: one search, scans, many short searches, and lookups in an index.
const ENDLESS: &[&str] = &[
    "SELECT nq_unrank(40, 1000000)",
    "SELECT * FROM nq_estimate_count(64, 1000000)",
    "SELECT count(*) FROM nq_solutions(40) WHERE rank > 999999",
    "SELECT sum(rank) FROM nq_solutions(24)",
    "SELECT sum(nq_orbit_id(queens)) FROM nq_solutions(14)",
    "SELECT sum(rank) FROM nq_orbits(16)",
    "SELECT sum(orbit_id) FROM nq_solutions(18)",
    "SELECT sum(i.rank) FROM nq_orbits(18) o, nq_images(o.queens) i",
    // Twenty columns with only nineteen rows: no completion.
    "SELECT nq_solve(40, (
        WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 40)
        SELECT group_concat(c.i || '!=' || r.i, ' ') FROM k c, k r WHERE c.i <= 20 AND r.i >= 20))",
];

/// The time of the interrupt, in the middle of the work.
fn deadline() -> Instant {
    Instant::now() + Duration::from_millis(30)
}

/// Runs a statement that the host interrupts. Returns the time at which it ended.
fn run_to_interrupt(connection: &Connection, sql: &str) -> Instant {
    let error = connection.query_row(sql, [], |_| Ok(())).unwrap_err();
    let ended = Instant::now();
    let code = error.sqlite_error_code();
    assert_eq!(code, Some(ErrorCode::OperationInterrupted), "{sql}: {error}");
    assert_eq!(error.to_string(), "interrupted", "{sql}");
    ended
}

/// The time from an interrupt to the end of the statement.
fn interrupted_by_call(sql: &str) -> Duration {
    let connection = host();
    let (sender, receiver) = mpsc::channel();
    let handle = connection.get_interrupt_handle();
    let interrupter = std::thread::spawn(move || {
        receiver.recv().unwrap();
        let began = Instant::now();
        handle.interrupt();
        began
    });
    let deadline = deadline();
    let tell = move || {
        if Instant::now() >= deadline {
            // The receiver is gone after the first time.
            let _ = sender.send(());
        }
        false
    };
    connection.progress_handler(1000, Some(tell)).unwrap();
    let ended = run_to_interrupt(&connection, sql);
    connection.progress_handler(0, None::<fn() -> bool>).unwrap();
    let delay = ended - interrupter.join().unwrap();
    answers_and_closes(connection);
    delay
}

/// The time from a deadline to the end of the statement, with a handler that SQLite calls after this number of
/// instructions.
fn interrupted_by_handler(sql: &str, instructions: i32) -> Duration {
    let connection = host();
    let deadline = deadline();
    let is_late = move || Instant::now() >= deadline;
    connection.progress_handler(instructions, Some(is_late)).unwrap();
    let delay = run_to_interrupt(&connection, sql) - deadline;
    connection.progress_handler(0, None::<fn() -> bool>).unwrap();
    answers_and_closes(connection);
    delay
}

/// Asserts that the connection works and closes: SQLite does not close one with an open statement.
fn answers_and_closes(connection: Connection) {
    assert_eq!(number(&connection, "SELECT count(*) FROM nq_solutions(8)"), 92);
    connection.close().unwrap();
}

/// The statements take hours. `tests/hosts/run sql::interrupts --nocapture` prints how soon they end, which docs/sql.md
/// guarantees.
const LATEST: Duration = Duration::from_secs(60);

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_host_interrupts_any_statement() {
    for sql in ENDLESS {
        // Datasette's two intervals.
        let by_handler = [1, 1000].map(|n| interrupted_by_handler(sql, n));
        let by_call = interrupted_by_call(sql);
        println!("{by_handler:?} {by_call:?}: {sql}");
        assert!(by_handler.iter().all(|&delay| delay < LATEST), "{by_handler:?}: {sql}");
        assert!(by_call < LATEST, "{by_call:?}: {sql}");
    }
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_handler_with_a_long_interval_is_called_too() {
    for sql in &ENDLESS[..5] {
        let delay = interrupted_by_handler(sql, 10_000);
        println!("{delay:?}: {sql}");
        assert!(delay < LATEST, "{delay:?}: {sql}");
    }
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn an_interrupt_needs_no_more_rights_than_a_query() {
    use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
    let connection = Connection::open_in_memory().unwrap();
    load(&connection);
    let queries_only = |context: AuthContext<'_>| match context.action {
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::Function { function_name: "nq_unrank" }
        | AuthAction::Pragma { pragma_name: "database_list", .. } => Authorization::Allow,
        _ => Authorization::Deny,
    };
    connection.authorizer(Some(queries_only)).unwrap();
    let deadline = deadline();
    connection.progress_handler(1000, Some(move || Instant::now() >= deadline)).unwrap();
    run_to_interrupt(&connection, "SELECT nq_unrank(40, 1000000)");
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn a_handler_that_does_not_interrupt_changes_nothing() {
    let connection = host();
    let (sender, receiver) = mpsc::channel();
    let go_on = move || {
        sender.send(()).unwrap();
        false
    };
    connection.progress_handler(1000, Some(go_on)).unwrap();
    // Longer and longer searches, during which no instruction of the statement runs.
    let is_called = [10_000, 100_000, 1_000_000].into_iter().any(|rank| {
        let sql = format!("SELECT nq_rank(nq_unrank(21, {rank}))");
        assert_eq!(number(&connection, &sql), rank);
        receiver.try_iter().count() > 0
    });
    assert!(is_called, "the handler was not called");
    connection.progress_handler(0, None::<fn() -> bool>).unwrap();
    answers_and_closes(connection);
}
