//! SQLite connections to the databases under test.

use crate::support::program::Home;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// A read-only connection, without the functions of nqdb.
pub(crate) fn open(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

/// A connection in memory, where boards are searched, and one to a home's database; both have the functions of nqdb.
pub(crate) fn connections(home: &Home) -> [Connection; 2] {
    let connections = [Connection::open_in_memory().unwrap(), open(&home.database())];
    connections.iter().for_each(|connection| nqdb_sql::register(connection).unwrap());
    connections
}

/// All rows of a query.
pub(crate) fn query(connection: &Connection, sql: &str) -> Vec<Vec<Sql>> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

/// The number that a query returns.
pub(crate) fn number(connection: &Connection, sql: &str) -> i64 {
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Every row of a database, except for build times.
pub(crate) fn content(path: &Path) -> Vec<Vec<Sql>> {
    let connection = open(path);
    let boards = "SELECT n, tier, state, solutions, orbits, codec, block_size, digest, built_by
                  FROM nqdb_board ORDER BY n";
    let mut rows = query(&connection, boards);
    rows.extend(query(&connection, "SELECT * FROM nqdb_block ORDER BY n, first_rank"));
    rows
}
