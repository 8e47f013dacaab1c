//! The tables of a database file, and the check that a file has them.

use super::error::{OpenError, Result, StoreError, quoted};
use crate::dice::random_seed;
use rusqlite::Connection;
use std::collections::BTreeSet;
use xxhash_rust::xxh3::Xxh3;

/// Creates the tables and sets the application id and the schema version.
const SCHEMA: &str = include_str!("../../migrations/0001_boards.sql");

/// 'nqdb', as `PRAGMA application_id`.
pub(super) const APPLICATION_ID: i32 = 0x6e71_6462;

/// The schema version, as `PRAGMA user_version`. Versions 1 to 6 were never released.
pub(crate) const VERSION: i32 = 7;

/// The highest possible version, and the bits of a version in `PRAGMA user_version`. The others are a mark
/// ([`mark`]).
const LAST_VERSION: i32 = 0xff;

/// Marks the main database while it is written to: its `user_version` gets random higher bits, by which a journal of it
/// is recognised (`journal`). Commits.
pub(super) fn mark(connection: &Connection) -> rusqlite::Result<()> {
    let mark = random_seed() as i32 & i32::MAX & !LAST_VERSION;
    connection.pragma_update(Some("main"), "user_version", mark | VERSION)
}

/// Removes the mark. Commits.
pub(super) fn unmark(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(Some("main"), "user_version", VERSION)
}

/// Whether the connection's main database is an nqdb database of this schema version.
pub fn is_current(connection: &Connection) -> bool {
    identify(connection) == Ok(true)
}

/// Whether the connection's main database is an nqdb database of this schema version; false if it has no tables. Fails
/// for a foreign database or another schema version.
pub(super) fn identify(connection: &Connection) -> Result<bool> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (id, version): (i32, i32) = (number("application_id")?, number("user_version")?);
    if id != APPLICATION_ID {
        let is_empty = "SELECT NOT EXISTS (SELECT 1 FROM main.sqlite_schema)";
        let is_empty: bool = connection.query_row(is_empty, [], |row| row.get(0))?;
        return match (id, version, is_empty) {
            (0, 0, true) => Ok(false),
            _ => Err(OpenError::Foreign { found: id, expected: APPLICATION_ID }.into()),
        };
    }
    match if version > 0 { version & LAST_VERSION } else { version } {
        VERSION => Ok(true),
        version @ 1..VERSION => {
            Err(OpenError::Earlier { found: version, expected: VERSION }.into())
        }
        ..=0 => Err(StoreError::damaged(format!("schema version {version}, expected {VERSION}"))),
        version => Err(OpenError::Newer { found: version, supported: VERSION }.into()),
    }
}

/// Fails unless an application id is nqdb's.
pub(super) fn refuse_other_id(found: i32) -> Result<()> {
    match found {
        APPLICATION_ID => Ok(()),
        _ => Err(OpenError::Foreign { found, expected: APPLICATION_ID }.into()),
    }
}

/// Creates the tables of an empty database, in one transaction.
pub(super) fn create_tables(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(SCHEMA)?;
    Ok(transaction.commit()?)
}

/// Type, name, table and definition of a table, an index, a view or a trigger.
type Definition = (String, String, String, Option<String>);

/// XXH3-64 of the definitions of [`SCHEMA`], so that opening a file does not need to run it.
const DIGEST: u64 = 0xc82b_d818_529a_d863;

/// Fails unless nqdb's tables, indexes and views are exactly those of [`SCHEMA`]: no view in place of a table, no
/// trigger. Tables whose names do not begin with `nqdb_` are the user's own.
pub(super) fn check_tables(connection: &Connection) -> Result<()> {
    if has_digest(connection)? {
        return Ok(());
    }
    let found = definitions(connection)?;
    let expected = expected_definitions()?;
    match found.symmetric_difference(&expected).next() {
        None => Ok(()),
        Some((_, name, ..)) => {
            let is_own = expected.iter().any(|(_, own, ..)| own == name);
            let advice = if is_own { "" } else { ", which has no such name: drop or rename it" };
            let fault = format!(
                "its table or index {} differs from schema version {VERSION}",
                quoted(name)
            );
            Err(StoreError::damaged(fault + advice))
        }
    }
}

/// Whether nqdb's tables, indexes and views have the digest of `SCHEMA`.
pub fn has_digest(connection: &Connection) -> Result<bool> {
    Ok(digest(&definitions(connection)?) == DIGEST)
}

fn digest(definitions: &BTreeSet<Definition>) -> u64 {
    let mut hash = Xxh3::new();
    for (what, name, table, sql) in definitions {
        for text in [what, name, table, sql.as_deref().unwrap_or_default()] {
            hash.update(&(text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
    }
    hash.digest()
}

/// The definitions of [`SCHEMA`].
fn expected_definitions() -> Result<BTreeSet<Definition>> {
    let mut connection = Connection::open_in_memory()?;
    create_tables(&mut connection)?;
    definitions(&connection)
}

/// The definitions with names that are reserved for nqdb, or on its tables.
fn definitions(connection: &Connection) -> Result<BTreeSet<Definition>> {
    let sql = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema
               WHERE lower(tbl_name) GLOB 'nqdb_*' OR lower(name) GLOB 'nqdb_*'";
    let mut statement = connection.prepare(sql)?;
    let rows =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
