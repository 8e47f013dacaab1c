//! The scalar SQL functions in any rusqlite connection and in `nqdb sql`, which only reads; and a
//! database file read by a stock SQLite.

use super::calls::{CALLS, ERRORS, VALUES};
use crate::support::fixtures::rows;
use crate::support::program::Home;
use crate::support::sqlite::{connections, content, number, query};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use serde_json::{Value as Json, json};
use std::process::Command;

fn literal(text: &str) -> Sql {
    match text.strip_prefix('\'') {
        Some(rest) => Sql::Text(rest.trim_end_matches('\'').to_owned()),
        None => Sql::Integer(text.parse().unwrap()),
    }
}

#[test]
fn functions_have_their_values() {
    let home = Home::with("4-10");
    for connection in connections(&home) {
        for (expression, value) in VALUES {
            let got = query(&connection, &format!("SELECT {expression}"));
            assert_eq!(got, [[literal(value)]], "{expression}");
        }
    }
    for home in [&home, &Home::new()] {
        for (expression, value) in VALUES {
            let expected: Json = match literal(value) {
                Sql::Text(text) => text.into(),
                Sql::Integer(number) => number.into(),
                other => panic!("{other:?}"),
            };
            let got = home.ask(&["sql", "--json", &format!("SELECT {expression} AS value")], b"");
            assert_eq!(got.json(), [json!({ "value": expected })], "{expression}");
        }
    }
}

#[test]
fn null_in_null_out() {
    let home = Home::with("4 8");
    for connection in connections(&home) {
        for (name, arguments) in CALLS {
            let call = |arguments: &[&str]| format!("SELECT {name}({})", arguments.join(", "));
            assert_ne!(query(&connection, &call(arguments)), [[Sql::Null]], "{name}");
            for place in 0..arguments.len() {
                let mut with_null = arguments.to_vec();
                with_null[place] = "NULL";
                assert_eq!(query(&connection, &call(&with_null)), [[Sql::Null]], "{with_null:?}");
                // NULL wins over a wrong argument.
                let wrong: Vec<_> =
                    (0..arguments.len()).map(|i| if i == place { "NULL" } else { "'x'" }).collect();
                assert_eq!(query(&connection, &call(&wrong)), [[Sql::Null]], "{name} {wrong:?}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_an_error_in_the_name_of_the_function() {
    let home = Home::with("4 8");
    for connection in connections(&home) {
        for (call, reason) in ERRORS {
            let sql = format!("SELECT {call}");
            let error = connection.query_row(&sql, [], |row| row.get::<_, Sql>(0)).unwrap_err();
            let (said, name) = (error.to_string(), call.split('(').next().unwrap());
            assert!(
                said.starts_with(&format!("{name}: ")) && said.contains(reason),
                "{call}: {said}"
            );
        }
        for (name, arguments) in CALLS {
            let surplus = [*arguments, &["1"]].concat().join(", ");
            for sql in [format!("SELECT {name}()"), format!("SELECT {name}({surplus})")] {
                let said = connection.prepare(&sql).unwrap_err().to_string();
                assert!(said.contains(name), "{sql}: {said}");
            }
        }
    }
    for (call, reason) in ERRORS {
        let name = call.split('(').next().unwrap();
        home.ask(&["sql", &format!("SELECT {call}")], b"").failed(1, &[name, reason]);
    }
}

#[test]
fn packed_and_text_are_the_same_queens() {
    let home = Home::with("1 4-12");
    let [_, connection] = connections(&home);
    let both = "SELECT nq_rank(first_solution) = first_rank,
                       nq_unrank(n, first_rank) = nq_perm_at(n, nq_perm_index(first_solution)),
                       nq_orbit_id(first_solution) = nq_orbit_id(nq_unrank(n, first_rank)),
                       nq_canonical(first_solution) = nq_canonical(nq_unrank(n, first_rank)),
                       nq_board(first_solution) = nq_board(nq_unrank(n, first_rank)),
                       nq_image(first_solution, 'po1') = nq_unrank(n, first_rank),
                       nq_is_solution(first_solution)
                FROM block";
    let rows = query(&connection, both);
    assert!(rows.len() > 50, "{}", rows.len());
    for row in rows {
        assert_eq!(row, vec![Sql::Integer(1); 7]);
    }
}

#[test]
fn tables_join_with_functions() {
    let home = Home::with("4-9");
    for connection in connections(&home) {
        let own = "CREATE TEMP TABLE own AS
                       WITH RECURSIVE r(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM r WHERE r < nq_count(8))
                       SELECT r, nq_unrank(8, r) AS queens FROM r;
                   CREATE INDEX temp.by_orbit ON own (nq_orbit_id(queens));";
        connection.execute_batch(own).unwrap();
        let wrong =
            "SELECT count(*) FROM own WHERE nq_rank(queens) <> r OR NOT nq_is_solution(queens)";
        assert_eq!(number(&connection, wrong), 0);
        let orbits = "SELECT count(*) FROM (SELECT nq_orbit_id(queens) AS id FROM own GROUP BY id
                      HAVING count(*) = nq_orbit_size(nq_orbit(8, id)))";
        assert_eq!(number(&connection, orbits), 12);
        // The functions are innocuous, so views of an untrusted schema may call them.
        let view = "PRAGMA trusted_schema = OFF; CREATE TEMP VIEW v AS SELECT nq_rank(queens) AS r FROM own";
        connection.execute_batch(view).unwrap();
        assert_eq!(number(&connection, "SELECT sum(r) FROM v"), 92 * 93 / 2);
    }
    let sql =
        "SELECT n, nq_rank(nq_unrank(n, solutions)) AS r, nq_count(n) AS q FROM count ORDER BY n";
    let answer = home.ask(&["sql", "--csv", sql], b"");
    assert_eq!(answer.text(), "n,r,q\n4,2,2\n5,10,10\n6,4,4\n7,40,40\n8,92,92\n9,352,352\n");
}

#[test]
fn images_are_those_of_the_sources() {
    let connection = Connection::open_in_memory().unwrap();
    nqdb::sql::register(&connection).unwrap();
    for row in rows("images.csv") {
        let [start, image, queens] = ["start", "image", "queens"].map(|c| row.get::<String>(c));
        let sql = format!("SELECT nq_image('{start}', '{image}')");
        assert_eq!(query(&connection, &sql), [[Sql::Text(queens)]], "{row:?}");
    }
}

#[test]
fn a_registered_connection_answers_from_its_file() {
    let home = Home::with("8 9");
    let writer = Connection::open(home.database()).unwrap();
    writer.execute("UPDATE block SET payload = zeroblob(9) WHERE n = 8", []).unwrap();
    nqdb::sql::register(&writer).unwrap();
    assert_eq!(number(&writer, "SELECT nq_rank(nq_unrank(9, 352))"), 352);
    let error = writer.query_row("SELECT nq_unrank(8, 5)", [], |_| Ok(())).unwrap_err().to_string();
    assert!(error.starts_with("nq_unrank: ") && error.contains("the block at rank 5"), "{error}");
    // In a file that is not of nqdb, boards are searched.
    let foreign = Connection::open(home.path().join("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE board (n); CREATE TABLE count (n)").unwrap();
    nqdb::sql::register(&foreign).unwrap();
    assert_eq!(number(&foreign, "SELECT nq_rank(nq_unrank(8, 5))"), 5);
}

#[test]
fn a_search_ends_with_an_error() {
    let home = Home::new();
    let sql = "SELECT 1 AS one; SELECT nq_unrank(40, 1000000000)";
    let answer = home.ask(&["sql", "--csv", "--time-limit", "0.5", sql], b"");
    // Rows before the error are printed.
    assert_eq!(
        (answer.code, &*answer.stdout),
        (Some(1), "one\n1\n\"nq_unrank(40, 1000000000)\"\n")
    );
    answer.says(&["nq_unrank: stopped while searching N = 40"]);
}

#[test]
fn an_estimate_ends_at_the_time_limit() {
    let sql = "SELECT estimate FROM nq_count_estimate(64, 1000000)";
    let answer = Home::new().ask(&["sql", "--csv", "--time-limit", "0.3", sql], b"");
    answer.says(&["nq_count_estimate: stopped while sampling N = 64", "allow more time"]);
    assert_eq!(answer.code, Some(1));
}

#[test]
fn a_statement_of_many_short_searches_ends() {
    let sql = "WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)
               SELECT max(nq_unrank(11, 1 + x % 2000)) FROM r";
    let answer = Home::new().ask(&["sql", "--time-limit", "0.5", sql], b"");
    assert_eq!((answer.code, &*answer.stdout), (Some(1), ""));
    answer.says(&["stopped while running a statement: 0 rows after 0.5", "allow more time"]);
}

#[test]
fn results_are_tables_csv_or_json() {
    let sql = "SELECT 1 AS b, 'x,\"y' AS a, NULL AS z, 1.5 AS r, X'0AFF' AS p UNION ALL
               SELECT -20, 'two' || char(10) || 'lines', 0, 2.0, X''";
    let forms = [
        (
            "",
            "  b  a      z    r  p\n  1  x,\"y      1.5  X'0AFF'\n-20  two    0  2.0  X''\n     lines\n",
        ),
        ("--csv", "b,a,z,r,p\n1,\"x,\"\"y\",,1.5,X'0AFF'\n-20,\"two\nlines\",0,2.0,X''\n"),
    ];
    let json = [
        json!({"b": 1, "a": "x,\"y", "z": null, "r": 1.5, "p": "X'0AFF'"}),
        json!({"b": -20, "a": "two\nlines", "z": 0, "r": 2.0, "p": "X''"}),
    ];
    for home in [Home::new(), Home::with("4")] {
        for (option, expected) in forms {
            let words: Vec<_> =
                ["sql", option, sql].into_iter().filter(|w| !w.is_empty()).collect();
            assert_eq!(home.ask(&words, b"").text(), expected, "{option}");
        }
        assert_eq!(home.ask(&["sql", "--json", sql], b"").json(), json);
        assert_eq!(home.ask(&["sql", "--csv", "SELECT 1 AS a WHERE 0"], b"").text(), "a\n");
        assert_eq!(home.ask(&["sql", "--json", "SELECT 1 AS a WHERE 0"], b"").text(), "");
        // More rows than one batch of the table layout.
        let many = "WITH RECURSIVE r(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM r WHERE r < 2500) SELECT r FROM r";
        assert_eq!(home.ask(&["sql", "--json", many], b"").json().len(), 2500);
    }
}

#[test]
fn no_column_of_a_result_is_lost() {
    let answer = Home::new().ask(&["sql", "--json", "SELECT 1 AS b, 2 AS a, 3 AS c"], b"");
    assert_eq!(answer.text(), "{\"b\":1,\"a\":2,\"c\":3}\n", "the order of the columns");
    let answer = Home::new().ask(&["sql", "--json", "SELECT 1 AS a, 2 AS a"], b"");
    assert!(answer.text().contains('1') && answer.text().contains('2'), "{answer:#?}");
}

#[test]
fn a_cell_may_be_wide_or_high() {
    let home = Home::new();
    let wide = home.ask(&["sql", "SELECT hex(zeroblob(40000)) AS x, 1 AS y"], b"");
    assert_eq!(wide.text().lines().nth(1), Some(&*format!("{}  1", "0".repeat(80_000))));
    let high = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 60000)
                SELECT group_concat(x, char(10)) AS x FROM r";
    assert_eq!(home.ask(&["sql", high], b"").text().lines().count(), 60_001);
}

/// Statements on standard input, and what they print as CSV.
const STATEMENTS: &[(&str, &str)] = &[
    ("", ""),
    (" \n\n;\n", ""),
    ("SELECT 1 AS a", "a\n1\n"),
    ("SELECT 1 AS a; SELECT 2 AS b;\nSELECT\n  nq_count(8)\n  AS q;\n", "a\n1\nb\n2\nq\n92\n"),
    ("-- a comment\nSELECT 1 AS a -- and another\n;\n", "a\n1\n"),
    ("SELECT 'a;\nb' AS x;\nSELECT 2 AS y;\n", "x\n\"a;\nb\"\ny\n2\n"),
    ("SELECT 1 -- one;\n + 1 AS two;\n", "two\n2\n"),
    ("SELECT /* one;\n */ 1 AS one;\n", "one\n1\n"),
];

#[test]
fn statements_come_from_standard_input() {
    let home = Home::new();
    for (input, expected) in STATEMENTS {
        assert_eq!(home.ask(&["sql", "--csv"], input.as_bytes()).text(), *expected, "{input:?}");
    }
    let stopped = home.ask(&["sql", "--csv"], b"SELECT 1 AS a;\nSELEC;\nSELECT 3 AS c;\n");
    assert_eq!((stopped.code, &*stopped.stdout), (Some(1), "a\n1\n"), "{stopped:#?}");
    stopped.says(&["syntax error"]);
    home.ask(&["sql"], b"SELECT '\xff';\n").failed(1, &["standard input", "UTF-8"]);
    for input in [b"SELECT 1 AS a;\0 SELECT 2;\n" as &[u8], b"SELECT 1\0;\n", b"\0"] {
        home.ask(&["sql"], input).failed(1, &["a NUL character in the statement"]);
    }
}

/// Statements that write: each is refused.
const WRITES: &[&str] = &[
    "CREATE TABLE t (a)",
    "CREATE TEMP TABLE t (a)",
    "INSERT INTO board SELECT * FROM board",
    "UPDATE board SET solutions = 1",
    "DELETE FROM block",
    "DROP VIEW count",
    "VACUUM",
    "VACUUM INTO 'new.db'",
    "ATTACH 'new.db' AS new",
    "ATTACH 'file:new.db?mode=rwc' AS new",
    "ATTACH ':memory:' AS new; CREATE TABLE new.t (a)",
    "PRAGMA user_version = 7",
    "PRAGMA journal_mode = WAL",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'x'",
    "SELECT load_extension('new')",
    "ANALYZE",
];

#[test]
fn a_session_does_not_write() {
    for home in [Home::with("4"), Home::new()] {
        let files = home.files();
        for sql in WRITES {
            home.ask(&["sql", sql], b"").failed(1, &["nqdb: "]);
            assert!(home.files() == files, "{sql}");
        }
    }
    let home = Home::with("4");
    home.ask(&["sql", WRITES[0]], b"").failed(1, &["read-only", WRITES[0]]);
    let reads = home.ask(&["sql", "--csv", "PRAGMA user_version"], b"");
    assert_eq!(reads.text(), "user_version\n3\n");
}

/// Dumps the database that the first argument names.
const PYTHON: &str = "
import sqlite3, sys
connection = sqlite3.connect('file:' + sys.argv[1] + '?immutable=1', uri=True)
print(connection.execute('PRAGMA integrity_check').fetchone()[0])
for line in connection.iterdump(): print(line)
for row in connection.execute('SELECT * FROM count ORDER BY n'): print(*row, sep='|')";

/// What a stock SQLite prints of a database: the shell, or Python's where there is no shell.
fn in_stock_sqlite(home: &Home) -> Option<String> {
    let mut shell = Command::new("sqlite3");
    shell.arg(home.database()).stdin(std::process::Stdio::null());
    shell.args(["PRAGMA integrity_check", ".dump", "SELECT * FROM count ORDER BY n"]);
    let mut python = Command::new("python3");
    python.args(["-c", PYTHON]).arg(home.database());
    let output = shell.output().or_else(|_| python.output()).ok()?;
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_stock_sqlite_reads_everything() {
    let home = Home::with("1-8");
    let files = home.files();
    let Some(text) = in_stock_sqlite(&home) else {
        eprintln!("neither sqlite3 nor python3 is here: not tested");
        return;
    };
    assert_eq!(text.lines().next(), Some("ok"));
    let counts = "1|1|1\n2|0|0\n3|0|0\n4|2|1\n5|10|2\n6|4|1\n7|40|6\n8|92|12\n";
    assert!(text.ends_with(counts), "{text}");
    // The dump restores the rows in a new database, without any function of nqdb.
    let (begin, end) = (text.find("BEGIN TRANSACTION;").unwrap(), text.rfind("COMMIT;").unwrap());
    let copy = home.path().join("copy.db");
    Connection::open(&copy)
        .unwrap()
        .execute_batch(&(text[begin..end].to_owned() + "COMMIT;"))
        .unwrap();
    assert_eq!(content(&copy), content(&home.database()));
    std::fs::remove_file(copy).unwrap();
    assert!(home.files() == files, "reading changed something");
}
