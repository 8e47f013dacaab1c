//! SQL: each function with arbitrary arguments, each table with an arbitrary argument, and conditions on the tables of
//! small boards, which must select the same rows as from an ordinary table.

use crate::input::some_bytes;
use arbitrary::Unstructured;
use nqdb::Database;
use nqdb::search::Solutions;
use nqdb::watch::TimeLimit;
use nqdb::{BoardSize, Solution};
use nqdb_sql::register_with;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::time::Duration;

/// Time limit for a search.
const LIMIT: Duration = Duration::from_millis(2);

/// Maximum length of a message.
const LONGEST_MESSAGE: usize = 1200;

/// A table-valued function, the ordinary table with the same rows, and its columns, beginning with the number.
struct Copied {
    function: &'static str,
    table: &'static str,
    schema: &'static str,
    columns: &'static [&'static str],
}

/// The columns have the same types as those of the functions.
const TABLES: [Copied; 2] = [
    Copied {
        function: "nq_solutions(6)",
        table: "solutions",
        schema: "rank INTEGER PRIMARY KEY, orbit_id INTEGER, queens TEXT, permutation_index NUMERIC, is_canonical INTEGER",
        columns: &["rank", "orbit_id", "queens", "permutation_index", "is_canonical"],
    },
    Copied {
        function: "nq_orbits(6)",
        table: "orbits",
        schema: "rank INTEGER, orbit_id INTEGER PRIMARY KEY, queens TEXT, size INTEGER, stabilizer TEXT",
        columns: &["rank", "orbit_id", "queens", "size", "stabilizer"],
    },
];

const OPERATORS: [&str; 10] = ["=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT", "LIKE", "GLOB"];

struct Fixture {
    /// A connection with a time limit, for arbitrary arguments.
    limited: Connection,
    /// A connection without one, with the ordinary tables.
    unlimited: Connection,
    /// Name and number of arguments of each function.
    functions: Vec<(String, usize)>,
    solutions: Vec<Solution>,
}

thread_local! {
    static FIXTURE: Fixture = Fixture::new();
}

impl Fixture {
    fn new() -> Self {
        let connection = |database| {
            let connection = Connection::open_in_memory().expect("a database in memory");
            register_with(&connection, database).expect("a fresh connection");
            connection
        };
        let limited = connection(Database::without_file().watched_by(TimeLimit(LIMIT)));
        let unlimited = connection(Database::without_file());
        for Copied { function, table, schema, .. } in &TABLES {
            let sql = format!(
                "CREATE TABLE {table} ({schema}); INSERT INTO {table} SELECT * FROM {function}"
            );
            unlimited.execute_batch(&sql).expect("a small board");
        }
        let sql = "SELECT DISTINCT name, narg FROM pragma_function_list
                   WHERE name LIKE 'nq\\_%' ESCAPE '\\' AND name <> 'nq_attach' ORDER BY name";
        let mut statement = limited.prepare(sql).expect("SQLite lists its functions");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        let functions: Vec<_> =
            rows.and_then(Iterator::collect).expect("SQLite lists its functions");
        assert!(functions.len() > 10, "{functions:?}");
        drop(statement);
        let sizes = [1, 4, 5, 6, 8, 12].map(|n| BoardSize::new(n).expect("a board size"));
        let solutions = sizes.into_iter().flat_map(|n| Solutions::new(n).take(20)).collect();
        Fixture { limited, unlimited, functions, solutions }
    }

    fn check_function(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        let (name, arguments) = input.choose(&self.functions)?;
        let values: Vec<Value> =
            (0..*arguments).map(|_| self.value(input)).collect::<arbitrary::Result<_>>()?;
        let places: Vec<String> = (1..=*arguments).map(|place| format!("?{place}")).collect();
        let answer = ask(&self.limited, &format!("SELECT {name}({})", places.join(", ")), &values);
        if values.contains(&Value::Null) {
            assert_eq!(answer, Ok(vec![vec![Value::Null]]), "{name} with {values:?}");
        }
        Ok(())
    }

    fn check_table(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        let tables = [
            "nq_solutions(?1) WHERE rank >= ?2",
            "nq_solutions(?1) WHERE orbit_id = ?2",
            "nq_solutions(?1) WHERE queens = ?2",
            "nq_solutions WHERE nq_n IN (?1, ?2)",
            "nq_orbits(?1) WHERE orbit_id > ?2",
            "nq_orbits(?1) WHERE rank = ?2",
            "nq_orbits(?1) WHERE queens = ?2",
            "nq_images(?1)",
            "nq_estimate_count(?1, 0.0001)",
            "nq_completions(?1, ?2)",
            "nq_images(?1) AS i JOIN nq_solutions(?2) AS s ON s.queens = i.queens",
        ];
        let values = [self.value(input)?, self.value(input)?];
        let sql = format!("SELECT * FROM {} LIMIT 3", input.choose(&tables)?);
        let _ = ask(&self.limited, &sql, &values);
        Ok(())
    }

    /// A condition selects the same rows from the function as from the ordinary table.
    fn check_conditions(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        let Copied { function, table, columns, .. } = input.choose(&TABLES)?;
        let values: Vec<Value> =
            (0..6).map(|_| self.value(input)).collect::<arbitrary::Result<_>>()?;
        let mut sql = String::new();
        for place in 1..=input.int_in_range(1..=3)? {
            let joint = if place == 1 { "WHERE" } else { *input.choose(&["AND", "AND", "OR"])? };
            let (column, operator) = (input.choose(columns)?, input.choose(&OPERATORS)?);
            let condition = match input.int_in_range(0..=7)? {
                0 => format!("{column} IN (?{place}, ?4)"),
                1 => format!("{column} BETWEEN ?{place} AND ?4"),
                2 => format!("{column} IS NULL"),
                _ => format!("{column} {operator} ?{place}"),
            };
            sql += &format!(" {joint} {condition}");
        }
        let ordered = input.arbitrary()?;
        if ordered {
            let direction = input.choose(&["", "DESC"])?;
            sql += &format!(" ORDER BY {} {direction}", columns[0]);
            sql += input.choose(&["", " LIMIT ?5", " LIMIT ?5 OFFSET ?6"])?;
        }
        let [found, expected] = [function, table].map(|source| {
            let rows = ask(&self.unlimited, &format!("SELECT * FROM {source}{sql}"), &values);
            // Without ORDER BY the order of rows is not guaranteed.
            rows.map(|rows| if ordered { rows } else { sorted(rows) }).map_err(|_| ())
        });
        assert_eq!(found, expected, "{function}{sql} with {values:?}");
        Ok(())
    }

    fn value(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<Value> {
        Ok(match input.int_in_range(0..=9)? {
            0 => Value::Null,
            1 | 2 => Value::Integer(input.int_in_range(-2..=70)?),
            3 => Value::Integer(input.arbitrary()?),
            4 => Value::Real(f64::from(input.int_in_range(-4..=100)?) / 2.0),
            5 => Value::Real(input.arbitrary()?),
            6 => Value::Text(input.choose(&self.solutions)?.to_string()),
            7 => Value::Blob(input.choose(&self.solutions)?.pack()),
            8 => Value::Text(String::from_utf8_lossy(some_bytes(input, 300)?).into_owned()),
            _ => Value::Blob(some_bytes(input, 60)?.to_vec()),
        })
    }
}

/// The rows of a query.
fn rows(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut statement = connection.prepare_cached(sql)?;
    let columns = statement.column_count();
    let used = &values[..statement.parameter_count()];
    let rows = statement.query_map(params_from_iter(used), |row| {
        (0..columns).map(|column| row.get(column)).collect()
    })?;
    rows.collect()
}

/// The rows of a query with nqdb's functions. The message of an error must be short and must not be that of a panic.
fn ask(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<Vec<Value>>> {
    let rows = rows(connection, sql, values);
    if let Err(error) = &rows {
        let message = error.to_string();
        // Messages quote the arguments.
        let is_quoted = |word: &str| {
            values.iter().any(|value| match value {
                Value::Text(text) => text.contains(word),
                Value::Blob(bytes) => String::from_utf8_lossy(bytes).contains(word),
                _ => false,
            })
        };
        let words = ["panic", "bug in nqdb"];
        let bug = words.iter().any(|word| message.contains(word) && !is_quoted(word));
        let is_fine = message.chars().count() < LONGEST_MESSAGE && !bug;
        assert!(is_fine, "{sql} with {values:?}: {message}");
    }
    rows
}

fn sorted(mut rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    rows.sort_by_key(|row| format!("{row:?}"));
    rows
}

pub(super) fn case(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    FIXTURE.with(|fixture| match input.int_in_range(0..=3)? {
        0 => fixture.check_function(input),
        1 => fixture.check_table(input),
        _ => fixture.check_conditions(input),
    })
}
