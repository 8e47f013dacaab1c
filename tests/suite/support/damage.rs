//! Damage: what is done to the rows of a database.

use crate::support::sqlite::number;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use std::path::Path;

/// What is done to the second block of N = 8, ranks 5 to 12. With NEW_CHECKSUM the row is made to
/// fit again: then only a full check can tell.
pub(crate) const DAMAGE: &[&str] = &[
    "payload = flip(payload, 0)",
    "payload = flip(payload, 9)",
    "payload = flip(payload, length(payload) - 1)",
    "payload = X''",
    "payload = zeroblob(1000000)",
    "payload = flip(payload, 9), NEW_CHECKSUM",
    "payload = substr(payload, 1, 10), NEW_CHECKSUM",
    "payload = (SELECT payload FROM block WHERE n = 8 AND first_rank = 1), NEW_CHECKSUM",
    "checksum = flip(checksum, 0)",
    "checksum = X''",
    "count = count + 1",
    "count = 0",
    "count = -1",
    "count = 1 << 62",
    "count = count + 1, NEW_CHECKSUM",
    "count = -1, NEW_CHECKSUM",
    "first_rank = 6",
    "first_rank = 6, NEW_CHECKSUM",
    "first_rank = 0",
    "first_rank = -9223372036854775807, NEW_CHECKSUM",
    "first_rank = 9223372036854775807",
    "first_orbit = first_orbit + 1",
    "first_orbit = first_orbit + 1, NEW_CHECKSUM",
    "first_orbit = -1, NEW_CHECKSUM",
    "first_solution = flip(first_solution, 2)",
    "first_solution = X'', NEW_CHECKSUM",
    "codec = 3",
    "codec = 3, NEW_CHECKSUM",
    "codec = -1, NEW_CHECKSUM",
    "n = 9",
    "n = 4",
];

/// What is done to the row of N = 8.
pub(crate) const BOARD_DAMAGE: &[&str] = &[
    "solutions = 93",
    "solutions = NULL",
    "solutions = -92",
    "orbits = 13",
    "orbits = NULL",
    "digest = NULL",
    "digest = flip(digest, 15)",
    "codec = 1",
    "codec = 3",
    "block_size = 1",
    "block_size = -1",
    "n = 7",
];

/// A connection that can flip a byte and make a checksum.
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
    connection.create_scalar_function("flip", 2, flags, flip).unwrap();
    connection.create_scalar_function("checksum", 7, flags, checksum).unwrap();
    connection
}

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
