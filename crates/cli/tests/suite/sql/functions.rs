//! The scalar SQL functions in rusqlite connections and in `nqdb sql`, and a database file read by a stock SQLite.

use super::calls::{CALLS, ERRORS, VALUES};
use super::in_memory;
use crate::support::damage::damage;
use crate::support::hosts::program;
use crate::support::program::{Home, within_some_limit};
use crate::support::running::output;
use crate::support::sqlite::{connections, content, number, query};
use nqdb_test_support::fixtures::rows;
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use serde_json::{Value as Json, json};
use std::process::Command;

fn literal(text: &str) -> Sql {
    if text == "NULL" {
        return Sql::Null;
    }
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
                Sql::Null => Json::Null,
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

/// A text that takes long to read is refused by its length.
#[test]
fn texts_of_any_length_are_bounded() {
    let connection = in_memory(|connection| nqdb_sql::register(connection).unwrap());
    let long = " ".repeat((1 << 24) + 1);
    let mut calls: Vec<_> = [
        "nq_solutions(?1)",
        "nq_orbits(?1)",
        "nq_images(?1)",
        "nq_completions(?1, '')",
        "nq_completions(8, ?1)",
        "nq_estimate_count(?1, 1)",
        "nq_estimate_count(8, ?1)",
    ]
    .map(|table| format!("* FROM {table}"))
    .to_vec();
    for (name, arguments) in CALLS {
        for place in 0..arguments.len() {
            let mut arguments = arguments.to_vec();
            arguments[place] = "?1";
            calls.push(format!("{name}({})", arguments.join(", ")));
        }
    }
    for call in calls {
        let value = connection.query_row(&format!("SELECT {call}"), [&long], |row| row.get(0));
        match value {
            Ok(Sql::Null) => assert!(call.starts_with("nq_try_"), "{call}"),
            Ok(value) => assert!(value == Sql::Integer(0) && call.starts_with("nq_is_"), "{call}"),
            Err(error) => {
                let said = error.to_string();
                assert!(said.ends_with(": text is longer than 16777216 bytes"), "{call}: {said}");
            }
        }
    }
    let equal = "SELECT count(*) FROM nq_solutions(8) WHERE queens = ?1 OR permutation_index = ?1";
    assert_eq!(connection.query_row(equal, [&long], |row| row.get(0)), Ok(0));
}

#[test]
fn errors_name_the_function() {
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
            let surplus = [*arguments, &["1", "1"]].concat().join(", ");
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
fn one_dirty_row_does_not_end_a_query() {
    let home = Home::with("8");
    for connection in connections(&home) {
        let own = "CREATE TEMP TABLE own (queens);
                   INSERT INTO own VALUES ('3 6 2 5 8 1 7 4'), ('1 2 3 4 5 6 7 8'), ('8,4,1,3,6,2,7,5'),
                       ('no idea'), (''), (NULL), (X'FF'), (-1.5)";
        connection.execute_batch(own).unwrap();
        let ask = |sql: &str| query(&connection, sql);
        let join =
            "SELECT s.rank FROM own JOIN nq_solutions(8) s ON s.rank = nq_try_rank(own.queens)
                    WHERE nq_is_solution(own.queens) ORDER BY 1";
        assert_eq!(ask(join), [[Sql::Integer(18)], [Sql::Integer(92)]]);
        let counts = "SELECT sum(nq_is_solution(queens)), count(nq_try_rank(queens)),
                          count(nq_try_orbit_id(queens)), sum(nq_is_toroidal(queens)) FROM own";
        assert_eq!(ask(counts), [[2, 2, 2, 0].map(Sql::Integer)]);
        // An unknown count is NULL, not an error.
        let known = "SELECT count(nq_count(n)), count(nq_orbit_count(n))
                     FROM (SELECT 8 AS n UNION ALL SELECT 28)";
        assert_eq!(ask(known), [[Sql::Integer(1), Sql::Integer(1)]]);
    }
}

#[test]
fn other_errors_end_a_query() {
    let home = Home::with("8");
    damage(&home.database(), "payload = zeroblob(9)");
    let connection = &connections(&home)[1];
    for function in ["nq_try_rank", "nq_try_orbit_id"] {
        let sql = format!("SELECT {function}('2 5 7 1 3 8 6 4')");
        let said = connection.query_row(&sql, [], |_| Ok(())).unwrap_err().to_string();
        assert!(said.starts_with(&format!("{function}: ")) && said.contains("the block"), "{said}");
    }
    // Rank 200,000 of N = 24, which takes seconds.
    let late =
        "SELECT nq_try_rank('1 3 5 2 8 11 15 19 21 24 18 6 23 9 4 22 7 14 12 17 20 13 10 16')";
    let stopped = Home::new().ask(&["sql", "--time-limit", "0.2", late], b"");
    stopped.failed(1, &["nq_try_rank: stopped"]);
}

#[test]
fn toroidal_solutions_are_those_of_the_torus() {
    let connection = &connections(&Home::with("5 7 8 11"))[1];
    for (n, expected) in [(5, 10), (7, 28), (8, 0), (11, 88)] {
        let sql = format!("SELECT coalesce(sum(nq_is_toroidal(queens)), 0) FROM nq_solutions({n})");
        assert_eq!(number(connection, &sql), expected, "N = {n}");
    }
}

#[test]
fn packed_and_text_are_the_same_queens() {
    let home = Home::with("1 4-12");
    let [_, connection] = connections(&home);
    let both = "SELECT nq_rank(first_solution) = first_rank,
                       nq_unrank(n, first_rank) = nq_permutation_at(n, nq_permutation_index(first_solution)),
                       nq_orbit_id(first_solution) = nq_orbit_id(nq_unrank(n, first_rank)),
                       nq_canonical(first_solution) = nq_canonical(nq_unrank(n, first_rank)),
                       nq_drawing(first_solution) = nq_drawing(nq_unrank(n, first_rank)),
                       nq_image(first_solution, 'po1') = nq_unrank(n, first_rank),
                       nq_is_solution(first_solution)
                FROM nqdb_block";
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
                      HAVING count(*) = nq_orbit_size(nq_representative(8, id)))";
        assert_eq!(number(&connection, orbits), 12);
        // The functions are innocuous, so views of an untrusted schema may call them.
        let view = "PRAGMA trusted_schema = OFF; CREATE TEMP VIEW v AS SELECT nq_rank(queens) AS r FROM own";
        connection.execute_batch(view).unwrap();
        assert_eq!(number(&connection, "SELECT sum(r) FROM v"), 92 * 93 / 2);
    }
    let sql = "SELECT n, nq_rank(nq_unrank(n, solutions)) AS r, nq_count(n) AS q FROM nqdb_count ORDER BY n";
    let answer = home.ask(&["sql", "--format=csv", sql], b"");
    assert_eq!(answer.text(), "n,r,q\n4,2,2\n5,10,10\n6,4,4\n7,40,40\n8,92,92\n9,352,352\n");
}

#[test]
fn images_are_those_of_the_sources() {
    let connection = Connection::open_in_memory().unwrap();
    nqdb_sql::register(&connection).unwrap();
    for row in rows("images.csv") {
        let [start, image, queens] = ["start", "image", "queens"].map(|c| row.get::<String>(c));
        let sql = format!("SELECT nq_image('{start}', '{image}')");
        assert_eq!(query(&connection, &sql), [[Sql::Text(queens)]], "{row:?}");
    }
}

#[test]
fn a_registered_connection_reads_its_file() {
    let home = Home::with("8 9");
    let writer = Connection::open(home.database()).unwrap();
    writer.execute("UPDATE nqdb_block SET payload = zeroblob(9) WHERE n = 8", []).unwrap();
    nqdb_sql::register(&writer).unwrap();
    assert_eq!(number(&writer, "SELECT nq_rank(nq_unrank(9, 352))"), 352);
    let error = writer.query_row("SELECT nq_unrank(8, 5)", [], |_| Ok(())).unwrap_err().to_string();
    assert!(error.starts_with("nq_unrank: ") && error.contains("the block at rank 5"), "{error}");
    // With a file that is not an nqdb database, boards are searched.
    let foreign = Connection::open(home.path().join("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE nqdb_board (n); CREATE TABLE nqdb_count (n)").unwrap();
    nqdb_sql::register(&foreign).unwrap();
    assert_eq!(number(&foreign, "SELECT nq_rank(nq_unrank(8, 5))"), 5);
}

#[test]
fn a_search_ends_with_an_error() {
    let sql = "SELECT 1 AS one; SELECT nq_unrank(40, 1000000)";
    within_some_limit(|limit| {
        let answer = Home::new().ask(&["sql", "--format=csv", "--time-limit", limit, sql], b"");
        assert_eq!(answer.code, Some(1), "{answer:#?}");
        // Rows before the error are printed.
        answer.stdout == "one\n1\n\"nq_unrank(40, 1000000)\"\n"
            && answer.stderr.contains("nq_unrank: stopped while searching N = 40")
    });
}

#[test]
fn an_estimate_ends_at_the_time_limit() {
    let sql = "SELECT estimate FROM nq_estimate_count(64, 1000000)";
    let answer = Home::new().ask(&["sql", "--format=csv", "--time-limit", "0.3", sql], b"");
    answer.says(&["nq_estimate_count: stopped while sampling N = 64", "allow more time"]);
    assert_eq!(answer.code, Some(1));
}

#[test]
fn a_statement_of_many_short_searches_ends() {
    let sql = "WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)
               SELECT max(nq_unrank(11, 1 + x % 2000)) FROM r";
    let answer = Home::new().ask(&["sql", "--time-limit", "0.5", sql], b"");
    assert_eq!((answer.code, &*answer.stdout), (Some(1), ""));
    answer.says(&["stopped while running a statement: 0 rows after ", "allow more time"]);
    answer.stopped_after(0.5);
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
        ("--format=csv", "b,a,z,r,p\n1,\"x,\"\"y\",,1.5,X'0AFF'\n-20,\"two\nlines\",0,2.0,X''\n"),
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
        assert_eq!(home.ask(&["sql", "--format=csv", "SELECT 1 AS a WHERE 0"], b"").text(), "a\n");
        assert_eq!(home.ask(&["sql", "--json", "SELECT 1 AS a WHERE 0"], b"").text(), "");
        // More rows than one batch of the table: one header, and columns as wide as before.
        let many = "WITH RECURSIVE r(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM r WHERE r < 2000)
                    SELECT r, substr('wide text', 1, 9 - r / 1000) AS t FROM r";
        assert_eq!(home.ask(&["sql", "--json", many], b"").json().len(), 2000);
        let table = home.ask(&["sql", many], b"");
        let lines: Vec<_> = table.text().lines().collect();
        assert_eq!(lines.len(), 1 + 2000);
        assert_eq!(lines[0], "   r  t");
        assert_eq!([lines[1], lines[1001]], ["   1  wide text", "1001  wide tex"]);
        assert_eq!(lines.iter().filter(|line| line.contains('r')).count(), 1);
    }
}

#[test]
fn a_lone_null_is_a_row_of_csv() {
    for (sql, csv) in [
        ("SELECT NULL AS a UNION ALL SELECT 1", "a\n\"\"\n1\n"),
        ("SELECT '' AS a", "a\n\"\"\n"),
        ("SELECT NULL AS a, NULL AS b", "a,b\n,\n"),
        ("SELECT 1 AS \"\"", "\"\"\n1\n"),
    ] {
        assert_eq!(Home::new().ask(&["sql", "--format=csv", sql], b"").text(), csv, "{sql}");
    }
}

#[test]
fn a_session_has_the_mathematical_functions_of_sqlite() {
    // Each as SQLite's documentation defines it.
    for (expression, value) in [
        ("sqrt(2)", "1.4142135623730951"),
        ("pi()", "3.141592653589793"),
        ("acos(1) + acosh(1) + asin(0) + asinh(0) + atan(0) + atanh(0)", "0.0"),
        ("atan2(1, -1) = 3 * pi() / 4", "1"),
        ("cos(0) + cosh(0) + sin(0) + sinh(0) + tan(0) + tanh(0)", "2.0"),
        ("degrees(pi())", "180.0"),
        ("radians(180) = pi()", "1"),
        ("ln(exp(2))", "2.0"),
        ("log(1000) || ' ' || log10(1000) || ' ' || log(2, 8) || ' ' || log2(8)", "3.0 3.0 3.0 3.0"),
        ("pow(2, 10) || ' ' || power(4, 0.5)", "1024.0 2.0"),
        ("mod(7, 3) || ' ' || mod(-7.5, 2)", "1.0 -1.5"),
        ("floor(-1.5) || ' ' || ceil(-1.5) || ' ' || ceiling(1.2) || ' ' || trunc(-1.5)", "-2.0 -1.0 2.0 -1.0"),
        ("floor(7) || ' ' || floor('7') || ' ' || floor('7.5')", "7 7 7.0"),
        ("sqrt('16')", "4.0"),
        (
            "coalesce(sqrt(-1), sqrt('x'), sqrt(NULL), sqrt(X'31'), sqrt('inf'), ln(0), ln(-1), log(0, 5), log(1, 5),
             log(2, 0), acos(2), mod(1, 0), pow(-1, 0.5), floor('x'), 'all NULL')",
            "all NULL",
        ),
    ] {
        let answer = Home::new().ask(&["sql", "--format=csv", &format!("SELECT {expression} AS v")], b"");
        assert_eq!(answer.text(), format!("v\n{value}\n"), "{expression}");
    }
}

#[test]
fn temporary_tables_may_be_written() {
    let statements = "CREATE TEMP TABLE own (queens);
        INSERT INTO own SELECT queens FROM nq_solutions(8) WHERE rank IN (1, 92);
        INSERT INTO own VALUES ('1 2 3 4'); UPDATE own SET queens = '2 4 1 3' WHERE NOT nq_is_solution(queens);
        CREATE INDEX temp.by_queens ON own (queens); ALTER TABLE own RENAME TO mine;
        CREATE TEMP VIEW ranks AS SELECT nq_rank(queens) AS rank FROM mine; BEGIN; DELETE FROM mine WHERE 0; COMMIT;
        SELECT group_concat(rank, ' ') AS ranks FROM ranks; DROP VIEW ranks; DROP TABLE mine";
    for home in [Home::with("4 8"), Home::new()] {
        let files = home.files();
        let answer = home.ask(&["sql", "--format=csv", statements], b"");
        assert_eq!(answer.text(), "ranks\n1 92 1\n", "{answer:#?}");
        assert!(home.files() == files, "a temporary table is in no file of the user");
    }
}

/// The limits are read back: reaching them would take their memory.
#[test]
fn memory_is_bounded() {
    let limits = [
        ("hard_heap_limit", "1073741824"),
        ("temp.max_page_count", "131072"),
        ("temp.page_size", "4096"),
        ("temp_store", "2"),
    ];
    let home = Home::new();
    for (pragma, value) in limits {
        let limit = home.ask(&["sql", "--format=csv", &format!("PRAGMA {pragma}")], b"");
        assert_eq!(limit.text().lines().last(), Some(value), "{pragma}");
    }
    home.ask(&["sql", "SELECT zeroblob(67108864), 'x'"], b"")
        .failed(1, &["a row has 67108865 bytes, at most 67108864 can be printed"]);
}

/// Pragmas that would lift the limits.
const LIFTS: &[&str] = &[
    "PRAGMA temp_store = FILE",
    "PRAGMA main.TEMP_STORE(1)",
    "PRAGMA \"temp_store\" = 'file'",
    "PRAGMA temp_store_directory = '/tmp'",
    "PRAGMA max_page_count = 9999999",
    "PRAGMA temp.max_page_count = 9999999",
    "PRAGMA hard_heap_limit = 0",
    "PRAGMA hard_heap_limit = -1",
    "PRAGMA soft_heap_limit = 0",
    "PRAGMA cache_size = 9999999",
    "PRAGMA temp.cache_size = -9999999",
    "PRAGMA cache_spill = 0",
    "PRAGMA mmap_size = 9999999999",
    "EXPLAIN PRAGMA cache_size = 9999999",
];

#[test]
fn limits_can_not_be_lifted() {
    let home = Home::with("4");
    for sql in LIFTS {
        home.ask(&["sql", sql], b"").failed(1, &["these pragmas can't be set", "temp_store"]);
    }
    home.ask(&["sql", "PRAGMA case_sensitive_like = ON; PRAGMA cache_size"], b"").text();
    for sql in [
        "ATTACH ':memory:' AS m; CREATE TABLE m.t (x)",
        "ATTACH '' AS m; CREATE TABLE m.t (x)",
        "ATTACH 'new.db' AS m",
        "VACUUM INTO 'new.db'",
        "SELECT * FROM pragma_hard_heap_limit(0)",
        "SELECT * FROM pragma_temp_store(1)",
    ] {
        home.ask(&["sql", sql], b"").failed(1, &["nqdb: "]);
    }
    assert!(!home.path().join("new.db").exists());
}

#[test]
fn a_missing_database_has_a_remedy() {
    let home = Home::new();
    for sql in
        ["SELECT * FROM nqdb_count", "SELECT n FROM nqdb_board", "SELECT count(*) FROM nqdb_block;"]
    {
        home.ask(&["sql", sql], b"")
            .failed(1, &["no such table: ", "`nqdb build N` creates the database"]);
    }
    for home in [home, Home::with("4")] {
        let other = home.ask(&["sql", "SELECT * FROM counts"], b"");
        other.failed(1, &["no such table: counts"]);
        assert!(!other.stderr.contains("nqdb build"), "{other:#?}");
    }
}

#[test]
fn no_column_of_a_result_is_lost() {
    let answer = Home::new().ask(&["sql", "--json", "SELECT 1 AS b, 2 AS a, 3 AS c"], b"");
    assert_eq!(answer.text(), "{\"b\":1,\"a\":2,\"c\":3}\n", "the order of the columns");
    for (format, expected) in [
        ("json", "{\"a\":1,\"a_2\":2,\"a_1\":3,\"a_3\":4}\n"),
        ("csv", "a,a_2,a_1,a_3\n1,2,3,4\n"),
        ("text", "a  a_2  a_1  a_3\n1    2    3    4\n"),
    ] {
        let sql = "SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS a";
        assert_eq!(Home::new().ask(&["sql", "--format", format, sql], b"").text(), expected);
    }
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

/// Statements on standard input, and their output as CSV.
const STATEMENTS: &[(&str, &str)] = &[
    ("", ""),
    (" \n\n;\n", ""),
    ("SELECT 1 AS a", "a\n1\n"),
    ("SELECT 1 AS a; SELECT 2 AS b;\nSELECT\n  nq_count(8)\n  AS q;\n", "a\n1\nb\n2\nq\n92\n"),
    ("-- a comment\nSELECT 1 AS a -- and another\n;\n", "a\n1\n"),
    ("SELECT 'a;\nb' AS x;\nSELECT 2 AS y;\n", "x\n\"a;\nb\"\ny\n2\n"),
    ("SELECT 1 -- one;\n + 1 AS two;\n", "two\n2\n"),
    ("SELECT /* one;\n */ 1 AS one;\n", "one\n1\n"),
    ("SELECT 1 AS a;\nquit\nSELECT 2 AS b;\n", "a\n1\n"),
    ("exit;\nSELECT 2 AS b;\n", ""),
];

#[test]
fn statements_come_from_standard_input() {
    let home = Home::new();
    for (input, expected) in STATEMENTS {
        assert_eq!(
            home.ask(&["sql", "--format=csv"], input.as_bytes()).text(),
            *expected,
            "{input:?}"
        );
    }
    let stopped = home.ask(&["sql", "--format=csv"], b"SELECT 1 AS a;\nSELEC;\nSELECT 3 AS c;\n");
    assert_eq!((stopped.code, &*stopped.stdout), (Some(1), "a\n1\n"), "{stopped:#?}");
    stopped.says(&["syntax error"]);
    home.ask(&["sql"], b"SELECT '\xff';\n")
        .failed(2, &["standard input, line 1: not valid UTF-8 at byte 9"]);
    assert!(home.ask(&["sql", "help"], b"").text().contains(".quit"));
    std::fs::write(home.path().join("own.sql"), "SELECT 1 AS a;\n").unwrap();
    home.run("sql own.sql").failed(2, &["syntax error", "nqdb sql '.read own.sql'"]);
    for input in [b"SELECT 1 AS a;\0 SELECT 2;\n" as &[u8], b"SELECT 1\0;\n", b"\0"] {
        home.ask(&["sql"], input).failed(1, &["a NUL character in the statement"]);
    }
}

/// Statements that write, which are rejected.
const WRITES: &[&str] = &[
    "CREATE TABLE t (a)",
    "CREATE TEMP TRIGGER t AFTER INSERT ON nqdb_board BEGIN SELECT 1; END; DELETE FROM nqdb_board",
    "CREATE TEMP TABLE t (a); CREATE TEMP TRIGGER i AFTER INSERT ON t BEGIN DELETE FROM nqdb_count; END;
     INSERT INTO t VALUES (1)",
    "INSERT INTO nqdb_board SELECT * FROM nqdb_board",
    "UPDATE nqdb_board SET solutions = 1",
    "DELETE FROM nqdb_block",
    "DROP VIEW nqdb_count",
    "VACUUM",
    "VACUUM INTO 'new.db'",
    "ATTACH 'new.db' AS new",
    "ATTACH 'file:new.db?mode=rwc' AS new",
    "ATTACH ':memory:' AS new; CREATE TABLE new.t (a)",
    "PRAGMA user_version = 8",
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
    let reads = home.ask(&["sql", "--format=csv", "PRAGMA user_version"], b"");
    assert_eq!(reads.text(), "user_version\n7\n");
}

/// Dumps the database named by the first argument.
const PYTHON: &str = "
import sqlite3, sys
connection = sqlite3.connect('file:' + sys.argv[1] + '?immutable=1', uri=True)
print(connection.execute('PRAGMA integrity_check').fetchone()[0])
for line in connection.iterdump(): print(line)
for row in connection.execute('SELECT * FROM nqdb_count ORDER BY n'): print(*row, sep='|')";

/// The dump of a database by a stock SQLite: the shell, or Python if there is no shell.
fn in_stock_sqlite(home: &Home) -> Option<String> {
    let mut command;
    if let Some(shell) = program("sqlite3") {
        command = Command::new(shell);
        command.arg(home.database());
        command.args(["PRAGMA integrity_check", ".dump", "SELECT * FROM nqdb_count ORDER BY n"]);
    } else {
        command = Command::new(program("python")?);
        command.args(["-c", PYTHON]).arg(home.database());
    }
    let output = output(command, b"");
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_stock_sqlite_reads_everything() {
    let home = Home::with("1-8");
    let files = home.files();
    let Some(text) = in_stock_sqlite(&home) else {
        return;
    };
    assert_eq!(text.lines().next(), Some("ok"));
    let counts = "1|1|1\n2|0|0\n3|0|0\n4|2|1\n5|10|2\n6|4|1\n7|40|6\n8|92|12\n";
    assert!(text.ends_with(counts), "{text}");
    // The dump restores the rows in a new database without the functions of nqdb.
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
