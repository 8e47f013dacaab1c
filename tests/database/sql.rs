//! Parts of the SQL functions: the rows that a comparison requires, and tables whose callbacks fail.

use nqdb::{Database, Result, watch::NoWatch};
use nqdb_sql::{Rows, Source, TableFunction, plan_arguments, register_table};
use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};
use std::sync::Arc;

/// Values of every kind.
fn values() -> Vec<Value> {
    let integers = [0, 1, -1, 5, i64::MIN, i64::MAX].map(Value::Integer);
    let reals = [0.0, 5.0, 5.5, -0.5, 4.999, 1e300, -1e300, f64::INFINITY, 9.3e18, -9.3e18];
    let texts = [
        "5",
        " 5\n",
        "+5",
        "5.0",
        "5.",
        ".5",
        "5e0",
        "50e-1",
        "5.5",
        "x",
        "",
        "inf",
        "nan",
        "5x",
        "0x5",
        "1_0",
        "é",
        "9223372036854775807",
        "9223372036854775808",
        "-1e400",
        "1e400",
        "5\0",
        "5\x006",
        "5 \0",
    ];
    let blobs = ["", "5"].map(|text| Value::Blob(text.into()));
    let texts = texts.map(|text| Value::Text(text.to_owned()));
    let reals = reals.map(Value::Real);
    [Value::Null].into_iter().chain(integers).chain(reals).chain(texts).chain(blobs).collect()
}

/// Comparisons with any value select the same rows of a function as of a table.
#[test]
fn sqlite_compares_an_integer_column_the_same_way() {
    let connection = Connection::open_in_memory().unwrap();
    nqdb_sql::register(&connection).unwrap();
    connection.execute_batch("CREATE TABLE t (rank INTEGER)").unwrap();
    for rank in 1..=10 {
        connection.execute("INSERT INTO t VALUES (?1)", [rank]).unwrap();
    }
    for operator in ["=", ">=", ">", "<=", "<"] {
        for value in values() {
            let [expected, found] = ["t", "nq_solutions(5)"].map(|table| {
                let sql =
                    format!("SELECT group_concat(rank) FROM {table} WHERE rank {operator} ?1");
                let ranks = |row: &rusqlite::Row<'_>| row.get::<_, Option<String>>(0);
                connection.query_row(&sql, [&value], ranks).unwrap()
            });
            assert_eq!(found, expected, "rank {operator} {value:?}");
        }
    }
}

/// Four rows, with a panic in the callback named by the argument; endlessly many for `endless`.
struct Wrong;

struct WrongRows {
    place: u64,
    callback: String,
}

impl TableFunction for Wrong {
    const NAME: &'static str = "wrong";
    const ARGUMENT: &'static str = "callback";
    const CALL: &'static str = "wrong('')";
    const SCHEMA: &'static CStr = c"CREATE TABLE wrong (number, callback HIDDEN)";
    type Rows = WrongRows;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        assert_ne!(info.num_of_order_by(), 1);
        Ok(plan_arguments(info, &[1], "four rows", 4))
    }

    fn rows(_: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<WrongRows> {
        let callback = values[0].as_str().unwrap().to_owned();
        assert_ne!(callback, "filter");
        Ok(WrongRows { place: 0, callback })
    }
}

impl Rows for WrongRows {
    fn has_row(&self) -> bool {
        self.place < 4 || self.callback == "endless"
    }

    fn is_slow(&self) -> bool {
        false
    }

    fn advance(&mut self) -> Result<()> {
        self.place += 1;
        assert!(self.callback != "next" || self.place < 2);
        Ok(())
    }

    fn column(&self, _: c_int) -> Result<Value> {
        assert_ne!(self.callback, "column");
        Ok(Value::Integer(0))
    }
}

#[test]
fn a_statement_ends_at_its_limit() {
    let count = |limit: Option<&str>, from: &str| {
        let source = Source::new(Database::without_file(), Arc::new(NoWatch), None);
        let limit = limit.map(|limit| limit.parse().unwrap());
        let source = Arc::new(source.with_statement_limit(limit));
        let connection = Connection::open_in_memory().unwrap();
        register_table::<Wrong>(&connection, &source).unwrap();
        let sql = format!("SELECT count(*) FROM {from}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0))
    };
    for limit in ["0", "0.1"] {
        let error = count(Some(limit), "wrong('endless')").unwrap_err().to_string();
        let expected = format!("wrong: the statement has read rows for {limit} s");
        assert!(error.starts_with(&expected), "{error}");
        assert!(error.contains("NQDB_STATEMENT_LIMIT"), "{error}");
    }
    assert_eq!(count(None, "wrong('')").unwrap(), 4);
}

#[test]
fn a_panic_is_an_error_of_the_statement() {
    let connection = Connection::open_in_memory().unwrap();
    let source = Arc::new(Source::new(Database::without_file(), Arc::new(NoWatch), None));
    register_table::<Wrong>(&connection, &source).unwrap();
    let ask = |from: &str| {
        let sql = format!("SELECT sum(number) + count(*) FROM {from}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0))
    };
    for callback in ["filter", "next", "column"] {
        let message = ask(&format!("wrong('{callback}')")).unwrap_err().to_string();
        assert!(message.starts_with("wrong: "), "{callback}: {message}");
        assert_eq!(ask("wrong('')").unwrap(), 4, "{callback}");
    }
    let error = ask("(SELECT number FROM wrong('') ORDER BY 1 LIMIT 9)").unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("wrong: this is a bug in nqdb"), "{message}");
}
