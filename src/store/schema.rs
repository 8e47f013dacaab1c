//! The tables of each schema version: the migrations that make them, and the check that a file has them.

use super::error::StoreError;
use super::rows::BoardRow;
use rusqlite::{Connection, Transaction};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// 'nqdb', as `PRAGMA application_id`.
const APPLICATION_ID: i32 = 0x6e71_6462;

/// Every migration, in order. The schema version (`PRAGMA user_version`) is the number applied.
const MIGRATIONS: [&str; 3] = [
    include_str!("../../migrations/0001_boards.sql"),
    include_str!("../../migrations/0002_partial_counts.sql"),
    include_str!("../../migrations/0003_board_checksum.sql"),
];

const VERSION: i32 = MIGRATIONS.len() as i32;

/// The version in which rows of the board table got a checksum.
const BOARD_CHECKSUMS: i32 = 3;

/// What the main database of a connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A database without tables.
    Empty,
    /// An nqdb database, of a version that this program reads.
    Version(i32),
}

/// Whether the connection's main database is an nqdb database that this version reads.
pub(crate) fn is_current(connection: &Connection) -> bool {
    matches!(identify(connection), Ok(Kind::Version(_)))
}

/// What the connection's main database is; an error for a foreign or a newer one.
pub(super) fn identify(connection: &Connection) -> Result<Kind, StoreError> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (id, version): (i32, i32) = (number("application_id")?, number("user_version")?);
    if id != APPLICATION_ID {
        let is_empty = "SELECT NOT EXISTS (SELECT 1 FROM main.sqlite_schema)";
        let is_empty: bool = connection.query_row(is_empty, [], |row| row.get(0))?;
        return match (id, version, is_empty) {
            (0, 0, true) => Ok(Kind::Empty),
            _ => Err(StoreError::Foreign { found: id, expected: APPLICATION_ID }),
        };
    }
    match version {
        1..=VERSION => Ok(Kind::Version(version)),
        found if found > VERSION => Err(StoreError::Newer { found, supported: VERSION }),
        _ => Err(StoreError::damaged(format!("schema version {version}, expected 1 to {VERSION}"))),
    }
}

/// Type, name, table and definition of a table, an index, a view or a trigger.
type Definition = (String, String, String, Option<String>);

/// An error unless the tables of a schema version, their indexes and views are exactly those that the
/// migrations make: no view that calls itself a table, no trigger. Other tables are the user's own.
pub(super) fn check_tables(connection: &Connection, version: i32) -> Result<(), StoreError> {
    let (expected, found) = (expected(version)?, definitions(connection)?);
    match found.symmetric_difference(expected).next() {
        None => Ok(()),
        Some((what, name, ..)) => Err(StoreError::damaged(format!(
            "the {what} {name} is not as in schema version {version}"
        ))),
    }
}

/// What the migrations up to a version make.
fn expected(version: i32) -> Result<&'static BTreeSet<Definition>, StoreError> {
    static EXPECTED: [OnceLock<BTreeSet<Definition>>; MIGRATIONS.len()] =
        [const { OnceLock::new() }; MIGRATIONS.len()];
    let known = &EXPECTED[version as usize - 1];
    if let Some(known) = known.get() {
        return Ok(known);
    }
    let connection = Connection::open_in_memory()?;
    for migration in &MIGRATIONS[..version as usize] {
        connection.execute_batch(migration)?;
    }
    let made = definitions(&connection)?;
    Ok(known.get_or_init(|| made))
}

/// The definitions that have to do with the tables of nqdb.
fn definitions(connection: &Connection) -> Result<BTreeSet<Definition>, StoreError> {
    let sql = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema
               WHERE lower(tbl_name) IN ('board', 'block', 'partial_count', 'count')
                  OR lower(name) IN ('board', 'block', 'partial_count', 'count')";
    let mut statement = connection.prepare(sql)?;
    let rows =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Applies the migrations that a database lacks, each in a transaction.
pub(super) fn migrate(connection: &mut Connection, kind: Kind) -> Result<(), StoreError> {
    let applied = match kind {
        Kind::Version(version) => version,
        Kind::Empty => 0,
    };
    for (version, migration) in (1..).zip(MIGRATIONS).skip(applied as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        if version == BOARD_CHECKSUMS {
            sign_boards(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Writes the checksums of all board rows, except of those that are damaged already.
fn sign_boards(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    for row in BoardRow::all_unsigned(transaction)?.into_iter().flatten() {
        if !matches!(row.totals(), Err(StoreError::Damaged { .. })) {
            row.write(transaction)?;
        }
    }
    Ok(())
}
