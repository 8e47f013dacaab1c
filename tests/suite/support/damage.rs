//! Damaging the rows of a database.

use crate::support::sqlite::number;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use std::path::Path;

/// A connection with SQL functions that flip a byte and compute a checksum.
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
        Ok(xxhash_rust::xxh3::xxh3_64(&hashed).to_be_bytes())
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
        Ok(xxhash_rust::xxh3::xxh3_64(&hashed).to_be_bytes())
    };
    connection.create_scalar_function("board_checksum", 10, flags, board_checksum).unwrap();
    connection.create_scalar_function("flip", 2, flags, flip).unwrap();
    connection.create_scalar_function("checksum", 7, flags, checksum).unwrap();
    connection
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u64).to_be_bytes(), bytes].concat()
}

/// Writes right checksums into all rows of the board table, by a connection of [`vandal`].
pub(crate) fn sign_boards(connection: &Connection) {
    let columns =
        "n, tier, state, solutions, orbits, codec, block_size, digest, built_by, built_at";
    let sql = format!("UPDATE board SET checksum = board_checksum({columns})");
    connection.execute(&sql, []).unwrap();
}

/// Changes a block of N = 8; with NEW_CHECKSUM the checksum is recomputed.
pub(crate) fn damage(path: &Path, what: &str) {
    let connection = vandal(path);
    let block = "WHERE n = 8 AND first_orbit = 2 AND first_rank = 5";
    let id = number(&connection, &format!("SELECT id FROM block {block}"));
    let change = what.trim_end_matches(", NEW_CHECKSUM");
    connection.execute(&format!("UPDATE block SET {change} WHERE id = {id}"), []).unwrap();
    if change != what {
        let columns = "n, first_rank, count, first_orbit, codec, first_solution, payload";
        let sql = format!("UPDATE block SET checksum = checksum({columns}) WHERE id = {id}");
        connection.execute(&sql, []).unwrap();
    }
}
