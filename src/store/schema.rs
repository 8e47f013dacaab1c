//! The tables of each schema version: the migrations that make them, and the check that a file has them.

use super::error::{StoreError, quoted};
use super::rows::BoardRow;
use rusqlite::{Connection, Transaction};
use std::collections::BTreeSet;
use xxhash_rust::xxh3::Xxh3;

/// 'nqdb', as `PRAGMA application_id`.
const APPLICATION_ID: i32 = 0x6e71_6462;

/// Every migration, in order. The schema version (`PRAGMA user_version`) is the number applied.
const MIGRATIONS: [&str; 4] = [
    include_str!("../../migrations/0001_boards.sql"),
    include_str!("../../migrations/0002_partial_counts.sql"),
    include_str!("../../migrations/0003_board_checksum.sql"),
    include_str!("../../migrations/0004_partial_regions.sql"),
];

/// The schema version of new files.
pub(crate) const VERSION: i32 = MIGRATIONS.len() as i32;

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

/// An error unless an application id is nqdb's.
pub(super) fn refuse_other_id(found: i32) -> Result<(), StoreError> {
    match found {
        APPLICATION_ID => Ok(()),
        _ => Err(StoreError::Foreign { found, expected: APPLICATION_ID }),
    }
}

/// Type, name, table and definition of a table, an index, a view or a trigger.
type Definition = (String, String, String, Option<String>);

/// XXH3-64 of the definitions that the migrations up to each version make, so that opening a file need not
/// apply them.
const DIGESTS: [u64; MIGRATIONS.len()] =
    [0x670c_1ebd_7945_5851, 0x6dd9_8f60_2747_1e88, 0x2c1c_f827_ca7f_b092, 0x2364_6044_36dc_6ff5];

/// An error unless the tables of a schema version, their indexes and views are exactly those that the
/// migrations make: no view that calls itself a table, no trigger. Other tables are the user's own.
pub(super) fn check_tables(connection: &Connection, version: i32) -> Result<(), StoreError> {
    let found = definitions(connection)?;
    if digest(&found) == DIGESTS[version as usize - 1] {
        return Ok(());
    }
    let expected = made_by_migrations(version)?;
    let what = match found.symmetric_difference(&expected).next() {
        Some((_, name, ..)) => {
            format!("its table or index {} is not as in schema version {version}", quoted(name))
        }
        None => format!("its tables are not those of schema version {version}"),
    };
    Err(StoreError::damaged(what))
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

/// The definitions that the migrations up to a version make.
fn made_by_migrations(version: i32) -> Result<BTreeSet<Definition>, StoreError> {
    let connection = Connection::open_in_memory()?;
    for migration in &MIGRATIONS[..version as usize] {
        connection.execute_batch(migration)?;
    }
    definitions(&connection)
}

/// The definitions that have to do with the tables of nqdb.
fn definitions(connection: &Connection) -> Result<BTreeSet<Definition>, StoreError> {
    let sql = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema
               WHERE lower(tbl_name) IN ('board', 'block', 'partial_count', 'partial_region', 'count')
                  OR lower(name) IN ('board', 'block', 'partial_count', 'partial_region', 'count')";
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digests_are_those_of_the_migrations() {
        let digests = (1..=VERSION).map(|version| digest(&made_by_migrations(version).unwrap()));
        assert_eq!(digests.collect::<Vec<_>>(), DIGESTS);
    }
}
