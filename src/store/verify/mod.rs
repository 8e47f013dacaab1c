//! Verification of everything in a file that can be checked.
//!
//! `boards` checks the blocks of one board, each block against those before it; totals and digest are compared with the
//! board row and with the known counts. `part` checks the counts of unfinished indexes and of parts.

mod boards;
mod part;
mod problems;

use super::build::Part;
use super::build::checkpoint::Checkpoint;
use super::error::{BoardError, DamageError, DiskError, FileError, Result, StoreError};
use super::file;
use super::reader::Store;
use super::rows::{BoardRow, State, board_size};
use crate::combinatorics::BoardSize;
use crate::store::block::BuildTier;
use crate::watch::Watch;
use boards::{verify_indexed, verify_stored};
pub use part::RecountReport;
use problems::{MOST_FINDINGS, Problems, Scope, damage};
use rusqlite::Connection;
use rusqlite::ffi::SQLITE_IOERR;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// The findings of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VerifyReport {
    /// Damage of the file itself, such as SQLite's integrity check finds.
    pub file: Vec<String>,
    /// The boards, by size.
    pub boards: Vec<BoardReport>,
}

/// The findings about a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardReport {
    /// Board size N.
    pub n: usize,
    /// Whether its build is finished.
    pub complete: bool,
    /// The part of an index, if the file has the counts of one.
    pub part: Option<Part>,
    /// What was checked.
    pub check: Check,
    /// First-half solutions in the sound blocks, or in the counts of a part or of an unfinished index.
    pub solutions: u64,
    /// The problems found.
    pub problems: Vec<String>,
}

/// What a verification checks of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Check {
    /// Checksums, order and totals of all solutions of the first half, which are read.
    Solutions,
    /// The same, and every solution is compared with a fresh enumeration.
    FreshSolutions,
    /// Checksums, structure and totals of the counts; no solutions are enumerated.
    Counts,
    /// The same, and every count is compared with a fresh count.
    FreshCounts,
}

impl VerifyReport {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.first_problem().is_none()
    }

    pub(super) fn first_problem(&self) -> Option<&String> {
        self.file.iter().chain(self.boards.iter().flat_map(|board| &board.problems)).next()
    }
}

impl Store {
    /// Checks the file and the boards in `only` (all if empty): SQLite's own integrity check; checksum, decoding,
    /// order, place and orbit count of every block; totals against the known ones; the digest. With `deep`, also every
    /// solution against a fresh enumeration, or every count against a fresh count. O(solutions), one block at a time.
    pub(crate) fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        watch: &Arc<dyn Watch>,
    ) -> Result<VerifyReport, FileError> {
        // A separate connection, so that lookups do not have to wait.
        let verified = file::open_to_read(&self.path, watch).and_then(|connection| {
            let mut report = verify_boards(&connection, only, deep, watch)?;
            verify_checkpoints(&self.path, only, &mut report, watch)?;
            let is_missing = |n: &&BoardSize| report.boards.iter().all(|board| board.n != n.get());
            match only.iter().find(is_missing) {
                Some(&n) => Err(BoardError::NotBuilt { n }.into()),
                None => Ok(report),
            }
        });
        verified.map_err(|error| error.at(&self.path))
    }

    /// Recounts `samples` units of a part of an index and compares. `None` if the file has no part of the board.
    pub(crate) fn recount_units(
        &self,
        n: BoardSize,
        samples: u64,
        seed: u64,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<RecountReport>, FileError> {
        let recounted = file::open_to_read(&self.path, watch).and_then(|connection| {
            let scope = Scope { connection: &connection, n, deep: true, watch };
            part::recount_units(scope, samples, seed)
        });
        recounted.map_err(|error| error.at(&self.path))
    }
}

/// Adds the findings about checkpoints of unfinished indexes to a report.
fn verify_checkpoints(
    path: &Path,
    only: &[BoardSize],
    report: &mut VerifyReport,
    watch: &Arc<dyn Watch>,
) -> Result<()> {
    for checkpoint in Checkpoint::all(path) {
        let n = checkpoint.n;
        if !only.is_empty() && !only.contains(&n) {
            continue;
        }
        let read = || {
            let Some(connection) = checkpoint.open_to_read(watch)? else { return Ok(None) };
            let report = verify_board(Scope { connection: &connection, n, deep: false, watch })?;
            let damage = integrity(&connection)?;
            let problems = damage.into_iter().chain(report.problems);
            let named = |what| checkpoint.named(StoreError::damaged(what)).to_string();
            let problems = problems.map(named).collect();
            Ok(Some(BoardReport { problems, ..report }))
        };
        let Some(found) = read().or_else(|error| unreadable(n, error).map(Some))? else { continue };
        match report.boards.iter_mut().find(|board| board.n == found.n) {
            Some(board) => board.problems.extend(found.problems),
            None => report.boards.push(found),
        }
    }
    report.boards.sort_by_key(|board| board.n);
    Ok(())
}

/// Checks the file behind a connection and the boards in `only` (all if empty), without checkpoints.
pub(super) fn verify_boards(
    connection: &Connection,
    only: &[BoardSize],
    deep: bool,
    watch: &dyn Watch,
) -> Result<VerifyReport> {
    let mut report = VerifyReport { file: integrity(connection)?, boards: Vec::new() };
    let boards = match boards_in(connection) {
        Ok(boards) => boards,
        Err(error) => {
            report.file.push(damage(error)?);
            return Ok(report);
        }
    };
    for n in boards {
        if only.is_empty() || only.contains(&n) {
            let checked = verify_board(Scope { connection, n, deep, watch });
            report.boards.push(checked.or_else(|error| unreadable(n, error))?);
        }
    }
    Ok(report)
}

/// The report on a board whose rows can't be interpreted; other errors are passed on.
fn unreadable(n: BoardSize, error: StoreError) -> Result<BoardReport> {
    let part = match &error {
        StoreError::Damage(DamageError::Part { part, .. }) => Some(*part),
        _ => None,
    };
    let what = damage(error)?;
    Ok(BoardReport {
        n: n.get(),
        complete: false,
        part,
        check: Check::Counts,
        solutions: 0,
        problems: vec![what],
    })
}

/// Finds what SQLite's integrity check does not (seen in 3.53): counts without their row in another table, and an index
/// without rows whose root page is that of a table. A search in the index opens this page.
const NOT_IN_INTEGRITY_CHECK: &str = "
    SELECT 'a row of nqdb_partial_count has no board' FROM pragma_foreign_key_check('nqdb_partial_count') UNION ALL
    SELECT 'a region has no nqdb_partial_count' FROM pragma_foreign_key_check('nqdb_partial_region') UNION ALL
    SELECT 'a row of N = 0' FROM nqdb_block INDEXED BY nqdb_block_by_rank WHERE n = 0 UNION ALL
    SELECT 'a row of N = 0' FROM nqdb_block INDEXED BY nqdb_block_by_solution WHERE n = 0 UNION ALL
    SELECT 'a row of N = 0' FROM nqdb_block INDEXED BY nqdb_block_by_orbit WHERE n = 0 UNION ALL
    SELECT 'a row of N = 0' FROM nqdb_partial_region INDEXED BY sqlite_autoindex_nqdb_partial_region_1
    WHERE n = 0 LIMIT 20";

fn integrity(connection: &Connection) -> Result<Vec<String>> {
    let check = |sql: &str| {
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        rows.collect::<rusqlite::Result<Vec<String>>>()
    };
    let found = match check(&format!("PRAGMA integrity_check({MOST_FINDINGS})")) {
        Ok(findings) if findings == ["ok"] => check(NOT_IN_INTEGRITY_CHECK),
        found => found,
    };
    let findings = match found {
        Ok(findings) => findings,
        Err(error) => vec![damage(error.into())?],
    };
    match findings.iter().find(|line| is_read_error(line)) {
        Some(line) => Err(DiskError::Failed { operation: "read", what: line.clone() }.into()),
        None => Ok(findings),
    }
}

/// Whether a finding of the integrity check is a page that the system failed to read, which is not damage.
fn is_read_error(finding: &str) -> bool {
    let code = finding.rsplit_once("error code=").and_then(|(_, code)| code.trim().parse().ok());
    code.is_some_and(|code: i32| code & 0xff == SQLITE_IOERR)
}

/// Every N that occurs in a row of either table.
fn boards_in(connection: &Connection) -> Result<Vec<BoardSize>> {
    let sql = "SELECT n FROM nqdb_board UNION SELECT n FROM nqdb_block ORDER BY n";
    let mut statement = connection.prepare(sql)?;
    statement.query_and_then([], board_size)?.collect()
}

fn verify_board(scope: Scope<'_>) -> Result<BoardReport> {
    let row = BoardRow::find(scope.connection, scope.n)?;
    let mut problems = Problems::default();
    let tier = row.as_ref().map_or(Some(BuildTier::Stored), |row| BuildTier::of_codec(row.codec));
    if let (Some(row), Some(tier)) = (&row, tier)
        && row.tier != tier
    {
        problems.add(format!("its row has tier {} and codec {}", row.tier, row.codec));
    }
    let solutions = match (&row, tier) {
        (Some(row), Some(BuildTier::Indexed)) => verify_indexed(scope, row, &mut problems)?,
        (row, Some(_)) => verify_stored(scope, row.as_ref(), &mut problems)?,
        (row, None) => {
            let codec = row.as_ref().map_or(0, |row| row.codec);
            problems.add(format!(
                "stored with codec {codec}, which this version of nqdb does not support"
            ));
            0
        }
    };
    let complete = row.is_some_and(|row| row.state == State::Complete);
    let counted = part::verify(scope, &mut problems)?;
    let (part, counted) = counted.unzip();
    let counted = counted.filter(|_| !complete);
    let check = match tier == Some(BuildTier::Indexed) || counted.is_some() {
        true if scope.deep && complete => Check::FreshCounts,
        true => Check::Counts,
        false if scope.deep => Check::FreshSolutions,
        false => Check::Solutions,
    };
    let solutions = counted.unwrap_or(solutions);
    let part = part.filter(|part| *part != Part::WHOLE);
    let n = scope.n.get();
    Ok(BoardReport { n, complete, part, check, solutions, problems: problems.0 })
}
