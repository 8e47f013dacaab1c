//! What a file holds: its boards, complete or not, and the progress of unfinished ones.

use super::block::BuildTier;
use super::build::checkpoint::Checkpoint;
use super::build::counting::Division;
use super::build::counts::PartialCounts;
use super::build::options::Part;
use super::error::{DamageError, FileError, Result, StoreError};
use super::reader::Store;
use super::rows::{BoardRow, State};
use crate::combinatorics::BoardSize;
use crate::watch::Watch;
use rusqlite::Connection;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// A board in a database file, as `nqdb info` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardInfo {
    /// Board size N.
    pub n: usize,
    /// Its tier.
    pub tier: BuildTier,
    /// Whether it is complete.
    pub state: State,
    /// Q(N), once complete.
    pub solutions: Option<u64>,
    /// F(N), once complete.
    pub orbits: Option<u64>,
    /// Codec number of its blocks.
    pub codec: u64,
    /// Blocks so far.
    pub blocks: u64,
    /// Whether the file of a complete board has counts of an unfinished rebuild as an index. An unfinished rebuild on
    /// the stored tier leaves nothing. Until a rebuild is finished, the board stays as it is.
    pub rebuilding: bool,
    /// Total size of its payloads, in bytes.
    pub payload_bytes: u64,
    /// XXH3-128 of the decoded content in hexadecimal, once complete.
    pub digest: Option<String>,
    /// The version of nqdb that built it.
    pub built_by: String,
    /// When it was completed, UTC.
    pub built_at: Option<String>,
    /// Progress of an unfinished index, of its rebuild, or of a part.
    pub counted: Option<CountedUnits>,
}

/// The progress of counting an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CountedUnits {
    /// The part of the index; 1/1 is all of it.
    pub part: Part,
    /// Units of work counted so far.
    pub done: u64,
    /// Units of work in the part.
    pub units: u64,
    /// Orbits counted so far.
    pub orbits: u64,
}

impl Store {
    /// The boards in the file, by size, complete or not.
    pub(crate) fn boards(&self, watch: &Arc<dyn Watch>) -> Result<Vec<BoardInfo>, FileError> {
        let read = || {
            let connection = self.reading(watch)?;
            let rows = BoardRow::all(&connection)?.into_iter();
            let boards = rows.map(|row| board_info(&connection, row?));
            with_checkpoints(boards.collect::<Result<_>>()?, &self.path, watch)
        };
        read().map_err(|error| error.at(&self.path))
    }
}

/// Adds the boards that are being counted in checkpoints.
fn with_checkpoints(
    mut boards: Vec<BoardInfo>,
    path: &Path,
    watch: &Arc<dyn Watch>,
) -> Result<Vec<BoardInfo>> {
    for checkpoint in Checkpoint::all(path) {
        let n = checkpoint.n;
        let Some(connection) = checkpoint.open_to_read(watch)? else { continue };
        let Some(row) = BoardRow::find(&connection, n)? else { continue };
        let checkpoint = board_info(&connection, row)?;
        match boards.iter_mut().find(|board| board.n == checkpoint.n) {
            Some(board) => (board.rebuilding, board.counted) = (true, checkpoint.counted),
            None => boards.push(checkpoint),
        }
    }
    boards.sort_by_key(|board| board.n);
    Ok(boards)
}

/// The progress of a board; `None` if it can't be read, which `verify` explains.
fn counted_units(connection: &Connection, n: BoardSize) -> Result<Option<CountedUnits>> {
    let partial = match PartialCounts::load(connection, n) {
        Err(StoreError::Damage(DamageError::Content { .. } | DamageError::Part { .. })) => None,
        loaded => loaded?,
    };
    Ok(partial.map(|partial| {
        let (part, orbits, done) = (partial.part, partial.orbits(), partial.units.len() as u64);
        let missing = partial.missing(&Division::new(n, part.of())).len() as u64;
        CountedUnits { part, done, units: done + missing, orbits }
    }))
}

fn board_info(connection: &Connection, row: BoardRow) -> Result<BoardInfo> {
    let sql = "SELECT count(*), ifnull(sum(length(payload)), 0), total(count) FROM nqdb_block WHERE n = ?1";
    let sums = connection.query_row(sql, [row.n.get()], |sums| {
        Ok((sums.get(0)?, sums.get(1)?, sums.get::<_, f64>(2)?))
    });
    let (blocks, payload_bytes, held) = sums?;
    let half = row.solutions.map(|solutions| solutions.div_ceil(2) as f64);
    if row.state == State::Complete && half != Some(held) {
        let n = row.n;
        let what = format!("N = {n} is marked complete, but its blocks hold {held} solutions");
        return Err(StoreError::damaged(what));
    }
    let counted = counted_units(connection, row.n)?;
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(BoardInfo {
        n: row.n.get(),
        tier: row.tier,
        state: row.state,
        solutions: row.solutions,
        orbits: row.orbits,
        codec: u64::try_from(row.codec).map_err(|_| StoreError::damaged("a negative codec"))?,
        blocks,
        rebuilding: row.state == State::Complete && counted.is_some(),
        counted,
        payload_bytes,
        digest: row.digest.map(hex).filter(|hex: &String| !hex.is_empty()),
        built_by: row.built_by,
        built_at: row.built_at,
    })
}
