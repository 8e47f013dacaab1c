//! Damages the rows of a database.

use crate::support::sqlite::number;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use std::io::Read;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The page size of a database, in bytes.
pub(crate) const PAGE: usize = 1024;

const SIGN_BOARDS: &str = "UPDATE nqdb_board SET checksum = board_checksum(
    n, tier, state, solutions, orbits, codec, block_size, digest, built_by, built_at)";

/// A connection with SQL functions that flip a byte, compute a checksum, parse hexadecimal digits, and append a zstd
/// frame of zeros.
pub(crate) fn vandal(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let flags = FunctionFlags::SQLITE_UTF8;
    let flip = |context: &Context<'_>| {
        let (mut bytes, place): (Vec<u8>, usize) = (context.get(0)?, context.get(1)?);
        bytes[place] ^= 0x10;
        Ok(bytes)
    };
    let checksum = |context: &Context<'_>| {
        let mut hashed = vec![context.get::<u8>(0)?];
        for place in 1..=4 {
            hashed.extend(context.get::<i64>(place)?.to_be_bytes());
        }
        hashed.extend(context.get::<Vec<u8>>(5)?);
        hashed.extend(context.get::<Vec<u8>>(6)?);
        Ok(xxh3_64(&hashed).to_be_bytes())
    };
    let board_checksum = |context: &Context<'_>| {
        let mut hashed = Vec::new();
        for place in 0..context.len() {
            let (kind, bytes) = match context.get_raw(place) {
                ValueRef::Integer(number) => (1, number.to_be_bytes().to_vec()),
                ValueRef::Text(bytes) => (2, with_length(bytes)),
                ValueRef::Blob(bytes) => (3, with_length(bytes)),
                ValueRef::Null | ValueRef::Real(_) => (0, Vec::new()),
            };
            hashed.push(kind);
            hashed.extend(bytes);
        }
        Ok(xxh3_64(&hashed).to_be_bytes())
    };
    connection.create_scalar_function("board_checksum", 10, flags, board_checksum).unwrap();
    connection.create_scalar_function("flip", 2, flags, flip).unwrap();
    connection.create_scalar_function("checksum", 7, flags, checksum).unwrap();
    // SQLite before 3.41 has no unhex().
    let from_hex = |context: &Context<'_>| {
        let digits: String = context.get(0)?;
        let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("pairs of digits");
        Ok((0..digits.len()).step_by(2).map(byte).collect::<Vec<u8>>())
    };
    connection.create_scalar_function("from_hex", 1, flags, from_hex).unwrap();
    let zeros = |context: &Context<'_>| {
        let zeros = std::io::repeat(0).take(context.get::<i64>(1)? as u64);
        let frame = zstd::stream::encode_all(zeros, 1).unwrap();
        Ok([context.get::<Vec<u8>>(0)?, frame].concat())
    };
    let once = flags | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("zstd_zeros", 2, once, zeros).unwrap();
    connection
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u64).to_be_bytes(), bytes].concat()
}

/// Recomputes the checksums in all rows of the board table, on a connection of [`vandal`].
pub(crate) fn sign_boards(connection: &Connection) {
    connection.execute(SIGN_BOARDS, []).unwrap();
}

/// Changes a block of N = 8; with NEW_CHECKSUM the checksum is recomputed.
pub(crate) fn damage(path: &Path, what: &str) {
    let connection = vandal(path);
    let block = "WHERE n = 8 AND first_orbit = 2 AND first_rank = 5";
    let id = number(&connection, &format!("SELECT id FROM nqdb_block {block}"));
    let change = what.trim_end_matches(", NEW_CHECKSUM");
    connection.execute(&format!("UPDATE nqdb_block SET {change} WHERE id = {id}"), []).unwrap();
    if change != what {
        let columns = "n, first_rank, count, first_orbit, codec, first_solution, payload";
        let sql = format!("UPDATE nqdb_block SET checksum = checksum({columns}) WHERE id = {id}");
        connection.execute(&sql, []).unwrap();
    }
}

/// Recomputes the checksum of each row of the tables (docs/format.md), on a connection of [`vandal`]. Skips tables that
/// are missing or replaced by views.
pub(crate) fn seal(connection: &Connection) -> rusqlite::Result<()> {
    let is_table = |name: &str| {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND sql LIKE 'CREATE TABLE%'";
        connection.query_row(sql, [name], |row| row.get(0))
    };
    if is_table("nqdb_board")? {
        connection.execute(SIGN_BOARDS, [])?;
    }
    if is_table("nqdb_block")? {
        let select = "SELECT id, n, first_rank, count, first_orbit, codec, first_solution, payload
                      FROM nqdb_block";
        let update = "UPDATE nqdb_block SET checksum = ?2 WHERE id = ?1";
        seal_table(connection, select, update, &[1, 8, 8, 8, 8])?;
    }
    if is_table("nqdb_partial_count")? && is_table("nqdb_partial_region")? {
        seal_regions(connection)?;
        let select =
            "SELECT n, n, depth, part, parts, length(units), units, counts FROM nqdb_partial_count";
        let update = "UPDATE nqdb_partial_count SET checksum = ?2 WHERE n = ?1";
        seal_table(connection, select, update, &[1, 1, 4, 4, 8])?;
    }
    Ok(())
}

/// Updates the checksums of regions, in the lists that name these regions.
fn seal_regions(connection: &Connection) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("SELECT n, region, counts FROM nqdb_partial_region")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let rows: rusqlite::Result<Vec<(i64, i64, Value)>> = rows.collect();
    for (n, region, counts) in rows? {
        let Value::Blob(counts) = counts else { continue };
        let sql = "SELECT counts FROM nqdb_partial_count WHERE n = ?1 AND typeof(counts) = 'blob'";
        let Ok(mut list) = connection.query_row(sql, [n], |row| row.get::<_, Vec<u8>>(0)) else {
            continue;
        };
        let number = (region as u32).to_be_bytes();
        let hashed = [&[n as u8][..], &number, &counts].concat();
        for entry in list.chunks_exact_mut(12).filter(|entry| entry[..4] == number) {
            entry[4..].copy_from_slice(&xxh3_64(&hashed).to_be_bytes());
        }
        connection.execute("UPDATE nqdb_partial_count SET counts = ?2 WHERE n = ?1", (n, list))?;
    }
    Ok(())
}

/// Updates the checksums of rows: a key, numbers of these widths in bytes, BLOBs.
fn seal_table(
    connection: &Connection,
    select: &str,
    update: &str,
    widths: &[usize],
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(select)?;
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        (0..columns).map(|column| row.get(column)).collect::<rusqlite::Result<Vec<Value>>>()
    })?;
    for row in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        let mut hashed = Vec::new();
        for (place, value) in row[1..].iter().enumerate() {
            match (value, widths.get(place)) {
                (Value::Integer(number), Some(width)) => {
                    hashed.extend(&number.to_be_bytes()[8 - width..]);
                }
                (Value::Blob(bytes), None) => hashed.extend(bytes),
                _ => break,
            }
        }
        connection.execute(update, (&row[0], xxh3_64(&hashed).to_be_bytes()))?;
    }
    Ok(())
}
