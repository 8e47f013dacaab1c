//! Pushdown in the table-valued functions: chosen constraints and orders that are pushed down give the same rows as in
//! SQLite, and the plans avoid scans. `random` has the other statements.

use super::generator::GENERATED;
use crate::support::program::Home;
use crate::support::sqlite::{connections, number, query};
use nqdb_test_support::sample::up_to;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::Value as Sql;

/// Values to compare columns with, and those of the generator.
const VALUES: &[&str] = &[
    "1",
    "3",
    "46",
    "47",
    "92",
    "93",
    "2843",
    "2843.0",
    "'2843'",
    "' 2843.0 '",
    "37478",
    "'1 5 8 6 3 7 2 4'",
    "'8 4 1 3 6 2 7 5'",
    "'2 4 1 3'",
    "'1 2 3 4 5 6 7 8'",
    "printf('%.*c', 1000000, '1')",
];

const ENDS: &[&str] = &[
    "",
    "ORDER BY {id}",
    "ORDER BY {id} DESC",
    "ORDER BY {id} DESC LIMIT 3",
    "ORDER BY {id} LIMIT 3 OFFSET 2",
    "ORDER BY {id} LIMIT -1 OFFSET 1",
    "ORDER BY {id} DESC LIMIT 5 OFFSET 90",
    "ORDER BY queens, {id} LIMIT 4",
    "ORDER BY {id} LIMIT 0",
];

/// The values of the generator that read no table of the host.
fn generated() -> impl Iterator<Item = &'static &'static str> {
    GENERATED.iter().filter(|value| !value.contains("FROM own"))
}

/// Runs a query on a table-valued function and on a plain table with its rows; the results must be equal.
fn same(connection: &Connection, table: &str, id: &str, rest: &str) {
    let rest = rest.replace("{id}", id);
    let ask = |from: &str| query(connection, &format!("SELECT * FROM {from} {rest}"));
    let (mut got, mut expected) = (ask(&format!("{table}(8)")), ask(&format!("copy_{table}")));
    if !rest.contains("ORDER BY") {
        let key = |row: &Vec<Sql>| format!("{row:?}");
        got.sort_by_key(key);
        expected.sort_by_key(key);
    }
    assert_eq!(got, expected, "{table}: {rest}");
}

fn tables(connection: &Connection) -> [(&'static str, &'static str); 2] {
    let tables = [("nq_solutions", "rank"), ("nq_orbits", "orbit_id")];
    let columns = [
        "rank INTEGER, orbit_id INTEGER, queens TEXT, permutation_index NUMERIC, is_canonical INTEGER",
        "rank INTEGER, orbit_id INTEGER, queens TEXT, size INTEGER, stabilizer TEXT",
    ];
    for ((table, _), columns) in tables.iter().zip(columns) {
        let sql = format!(
            "CREATE TEMP TABLE copy_{table} ({columns});
             INSERT INTO copy_{table} SELECT * FROM {table}(8)"
        );
        connection.execute_batch(&sql).unwrap();
    }
    tables
}

/// Compares the rows of one of the tables, for searched (`place` 0) or stored (1) boards.
fn pushed_down(place: usize, table: usize) {
    let connection = &connections(&Home::with("8"))[place];
    let (table, id) = tables(connection)[table];
    let mut ends = ENDS.iter().cycle();
    let last = if table == "nq_solutions" { "permutation_index" } else { "stabilizer" };
    for column in ["rank", "orbit_id", "queens", last] {
        for value in VALUES.iter().chain(generated()) {
            for operator in ["=", "<", "<=", ">", ">="] {
                for end in ends.by_ref().take(up_to(1, 2)) {
                    let rest = format!("WHERE {column} {operator} {value} {end}");
                    same(connection, table, id, &rest);
                }
            }
        }
    }
    for end in ENDS {
        for condition in [
            "{id} BETWEEN 3 AND 7",
            "{id} BETWEEN 7 AND 3",
            "{id} > 2 AND {id} < 9 AND {id} > 4",
            "{id} IN (9, 3, 3, NULL, 99, 'x', 5.0)",
            "{id} = 3 OR {id} = 5 OR queens = '3 6 2 5 8 1 7 4'",
            "orbit_id = 7 AND {id} > 1",
            "queens = '3 6 2 5 8 1 7 4' AND {id} < 50",
            "queens IN ('3 6 2 5 8 1 7 4', '1 5 8 6 3 7 2 4', 'x')",
            "{id} > 3 AND {id} % 2 = 0",
            "{id} <> 5",
            "{id} IS 5",
            "queens LIKE '%2'",
            "rank IS NULL",
            "NOT {id} > 3",
            "{id} = 5 OR {id} = 9",
        ] {
            same(connection, table, id, &format!("WHERE {condition} {end}"));
        }
    }
}

#[test]
fn pushdown_to_searched_solutions_gives_the_rows_of_sqlite() {
    pushed_down(0, 0);
}

#[test]
fn pushdown_to_searched_orbits_gives_the_rows_of_sqlite() {
    pushed_down(0, 1);
}

#[test]
fn pushdown_to_stored_solutions_gives_the_rows_of_sqlite() {
    pushed_down(1, 0);
}

#[test]
fn pushdown_to_stored_orbits_gives_the_rows_of_sqlite() {
    pushed_down(1, 1);
}

/// Conditions with a collation of the host, which compares digits.
#[test]
fn collations_of_the_host_give_the_rows_of_sqlite() {
    for connection in connections(&Home::with("8")) {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let loose = move |one: &str, other: &str| digits(one).cmp(&digits(other));
        connection.create_collation("loose", loose).unwrap();
        for (table, id) in tables(&connection) {
            for condition in [
                "queens = '1-5-8-6-3-7-2-4' COLLATE loose",
                "queens IN ('1-5-8-6-3-7-2-4', 'x') COLLATE loose",
                "queens COLLATE loose = '15863724'",
            ] {
                for end in ENDS {
                    same(&connection, table, id, &format!("WHERE {condition} {end}"));
                }
            }
        }
    }
}

/// `LIKE` and `GLOB` call functions that the host may replace, here with one that looks for a part of the text.
#[test]
fn patterns_are_left_to_sqlite() {
    for connection in connections(&Home::with("8")) {
        let tables = tables(&connection);
        let check = || {
            for (table, id) in tables {
                for condition in ["queens LIKE '6 2 %'", "queens GLOB '6 2 *'"] {
                    same(&connection, table, id, &format!("WHERE {condition} ORDER BY {{id}}"));
                }
            }
        };
        check();
        let contains = |context: &Context<'_>| {
            let [pattern, text] = [0, 1].map(|place| context.get::<String>(place));
            Ok(text?.contains(pattern?.trim_end_matches(['%', '*'])))
        };
        for name in ["glob", "LIKE"] {
            let flags = FunctionFlags::SQLITE_UTF8;
            connection.create_scalar_function(name, 2, flags, contains).unwrap();
            check();
        }
    }
}

/// Row values reach a table as bounds of their first columns.
#[test]
fn row_values_give_the_rows_of_sqlite() {
    for connection in connections(&Home::with("8")) {
        for (table, id) in tables(&connection) {
            for condition in ["({id}, queens) > (10, 'z')", "(orbit_id, rank) < (5, 1)"] {
                for end in ENDS {
                    same(&connection, table, id, &format!("WHERE {condition} {end}"));
                }
            }
        }
        for (sql, expected) in [
            ("EXISTS (SELECT 1 FROM nq_solutions(7) WHERE (rank, is_canonical) > (10, 39))", 1),
            ("(SELECT rank FROM nq_solutions(8) WHERE (rank, orbit_id) > (10, 99))", 11),
            ("(SELECT rank FROM nq_solutions(8) WHERE (rank, orbit_id) > (10, 99) LIMIT 1)", 11),
        ] {
            assert_eq!(number(&connection, &format!("SELECT {sql}")), expected, "{sql}");
        }
    }
}

fn plan(connection: &Connection, sql: &str) -> String {
    let rows = query(connection, &format!("EXPLAIN QUERY PLAN {sql}"));
    let details = rows.into_iter().map(|row| match row.into_iter().nth(3) {
        Some(Sql::Text(detail)) => detail,
        other => panic!("{other:?}"),
    });
    details.collect::<Vec<_>>().join("\n")
}

/// Queries, and words in their plans.
const PLANS: &[(&str, &str)] = &[
    ("SELECT * FROM nq_solutions(8)", ":every rank"),
    ("SELECT * FROM nq_solutions(8) WHERE rank = 5", ":one row by rank"),
    ("SELECT * FROM nq_solutions(8) WHERE rank IN (5, 7)", ":one row by rank"),
    ("SELECT * FROM nq_solutions(8) WHERE rank > 5", ":every rank > ?"),
    ("SELECT * FROM nq_solutions(8) WHERE rank BETWEEN 5 AND 9", ":every rank >= ? and <= ?"),
    ("SELECT * FROM nq_solutions(8) WHERE queens = '1'", ":one solution by its queens"),
    (
        "SELECT * FROM nq_solutions(8) WHERE permutation_index = '5'",
        ":one solution by its permutation index",
    ),
    (
        "SELECT * FROM nq_solutions(8) WHERE queens LIKE '1 5 %' ORDER BY rank DESC",
        ":every rank, descending",
    ),
    ("SELECT * FROM nq_solutions(8) WHERE queens GLOB '1 5 *' AND rank > 1", ":every rank > ?"),
    ("SELECT queens FROM nq_completions(8, '1=1')", ":completions"),
    ("SELECT rank FROM nq_completions(8, '1=1') ORDER BY rank", ":completions with their ranks"),
    ("SELECT * FROM nq_solutions(8) WHERE orbit_id = 5", ":the members of one orbit"),
    ("SELECT * FROM nq_solutions(8) ORDER BY rank DESC", ":every rank, descending"),
    ("SELECT * FROM nq_solutions(8) WHERE (rank, orbit_id) > (5, 2) LIMIT 5", ":every rank >= ?"),
    (
        "SELECT * FROM nq_solutions(8) WHERE queens = '1' COLLATE NOCASE LIMIT 5 OFFSET 2",
        ":every rank",
    ),
    ("SELECT * FROM nq_orbits(8) WHERE orbit_id < 3", ":every orbit_id < ?"),
    ("SELECT * FROM nq_orbits(8) WHERE rank = 3", "one orbit by the rank of its representative"),
    ("SELECT * FROM nq_orbits(8) WHERE queens = 'x'", "one orbit by its canonical representative"),
    ("SELECT * FROM nq_images('1')", "the members of the orbit of one solution"),
    ("SELECT * FROM nq_estimate_count(28, 1)", "one estimate by random runs"),
];

#[test]
fn plans_are_described() {
    let connection = &connections(&Home::with("4"))[0];
    for (sql, words) in PLANS {
        let plan = plan(connection, sql);
        assert!(plan.ends_with(words) || plan.contains(&format!("{words},")), "{sql}: {plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{sql}: {plan}");
    }
}

/// Joins with a table `own (q, r, o, p)`. None may scan all solutions.
const JOINS: &[&str] = &[
    "SELECT s.rank, s.orbit_id FROM own t JOIN nq_solutions(8) s ON s.queens = t.q",
    "SELECT s.rank, s.orbit_id FROM nq_solutions(8) s JOIN own t ON s.queens = t.q",
    "SELECT t.rowid, s.queens FROM own t JOIN nq_solutions(8) s ON s.rank = t.r",
    "SELECT t.rowid, s.queens FROM own t JOIN nq_solutions(8) s ON s.orbit_id = t.o",
    "SELECT t.rowid, o.queens FROM own t JOIN nq_orbits(8) o ON o.orbit_id = t.o",
    "SELECT t.rowid, o.queens FROM own t JOIN nq_orbits(8) o ON o.queens = t.q",
    "SELECT t.rowid FROM own t LEFT JOIN nq_solutions(8) s ON s.queens = t.q",
    "SELECT q FROM own WHERE q IN (SELECT queens FROM nq_solutions(8) WHERE rank = own.r)",
    "SELECT i.rank, s.rank FROM own t, nq_images(t.q) i, nq_solutions(8) s ON s.queens = i.queens",
    "SELECT s.rank FROM own t, nq_solutions(t.o) s WHERE s.rank = t.r",
    "SELECT s.rank FROM own t JOIN nq_solutions(8) s ON s.permutation_index = t.p",
    "SELECT s.rank FROM own t JOIN nq_solutions(8) s ON s.rank = nq_try_rank(t.q)",
];

#[test]
fn joins_never_scan() {
    let home = Home::with("8");
    for index in ["", "CREATE INDEX temp.own_q ON own (q); CREATE INDEX temp.own_r ON own (r)"] {
        for analyze in ["", "ANALYZE"] {
            let [connection, _] = connections(&home);
            let fill = "CREATE TEMP TABLE own AS SELECT queens AS q, rank AS r, orbit_id AS o,
                            permutation_index AS p
                        FROM nq_solutions(8) WHERE orbit_id % 5 = 0; DELETE FROM own WHERE r = 1";
            connection.execute_batch(&format!("{fill}; {index}; {analyze}")).unwrap();
            for join in JOINS {
                let plan = plan(&connection, join);
                assert!(!plan.contains("every "), "{join} ({index}; {analyze}): {plan}");
                assert!(!plan.contains("AUTOMATIC"), "{join} ({index}; {analyze}): {plan}");
            }
            let joined = format!("SELECT count(*), sum(rank) FROM ({})", JOINS[0]);
            let plain = "SELECT count(*), sum(r) FROM own";
            assert_eq!(query(&connection, &joined), query(&connection, plain));
        }
    }
}
