//! Copying complete boards from another database file.

use super::build::checkpoint::Checkpoint;
use super::build::indexed::refuse_part;
use super::build::{Built, Outcome, lock};
use super::content::Content;
use super::error::{BoardError, FileError, OpenError, Result, StoreError};
use super::file;
use super::journal::marked;
use super::rows::{BlockRow, BoardRow, State};
use super::verify::verify_boards;
use crate::combinatorics::BoardSize;
use crate::watch::{Activity, Watch, Watched};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Copies the complete boards in `only` (all if empty) from the nqdb file `from` into the one at `path`, which is
/// created if missing. Unfinished builds of them are replaced; with `rebuild`, also boards that `path` already holds.
///
/// All boards are verified first; if one is damaged, nothing is copied. The source is verified and copied in one read
/// transaction. Each board is written in one transaction: its blocks keep their checksums, and its digest is computed
/// again from the copied blocks.
///
/// # Errors
/// [`StoreError::Board`] if `from` lacks a board, [`StoreError::Damage`] if one is damaged; [`StoreError::Build`] if
/// `path` holds a part of one; [`OpenError::SameFile`]; any other [`StoreError`] of either file.
pub fn import(
    path: &Path,
    from: &Path,
    only: &[BoardSize],
    rebuild: bool,
    watch: impl Watch + 'static,
) -> Result<Vec<Built>, FileError> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    let source = file::open_to_read(from, &watch).map_err(|error| error.at(from))?;
    if is_same(path, from) {
        return Err(StoreError::from(OpenError::SameFile).at(from));
    }
    let held = source.unchecked_transaction().map_err(|error| StoreError::from(error).at(from))?;
    let boards = sound_boards(&held, only, &watch).map_err(|error| error.at(from))?;
    let copy = || {
        let _lock = lock(path, Duration::ZERO, &watch)?;
        let mut connection = file::open_to_write(path, &watch)?;
        let copy = |row: &BoardRow| {
            let checkpoint = Checkpoint::of(path, row.n);
            copy_board(&mut connection, &held, row, (rebuild, &checkpoint), &watch)
        };
        let copied = boards.iter().map(copy).collect::<Result<Vec<Built>, Fault>>()?;
        file::shrink(&connection);
        Ok(copied)
    };
    copy().map_err(|fault| match fault {
        Fault::Source(error) => error.at(from),
        Fault::Target(error) => error.at(path),
    })
}

/// An error, and the file that it concerns.
#[derive(Debug)]
pub enum Fault {
    /// The file to copy from.
    Source(StoreError),
    /// The file to copy to.
    Target(StoreError),
}

impl<E: Into<StoreError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Fault::Target(error.into())
    }
}

/// Whether both paths lead to the same file. Files with several names are not written to.
fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}

/// The rows of the boards to copy, all verified.
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub fn sound_boards(
    source: &Connection,
    only: &[BoardSize],
    watch: &Arc<dyn Watch>,
) -> Result<Vec<BoardRow>> {
    let rows = BoardRow::all(source)?.into_iter();
    // A row that can't be read matters only if all boards are to be copied.
    let rows = rows.filter(|row| row.is_ok() || only.is_empty());
    let mut rows = rows.collect::<Result<Vec<BoardRow>>>()?;
    rows.retain(|row| row.state == State::Complete);
    if let Some(&n) = only.iter().find(|&&n| rows.iter().all(|row| row.n != n)) {
        return Err(BoardError::NotInFile { n }.into());
    }
    rows.retain(|row| only.is_empty() || only.contains(&row.n));
    if rows.is_empty() {
        return Err(BoardError::NoBoards.into());
    }
    let boards: Vec<BoardSize> = rows.iter().map(|row| row.n).collect();
    match verify_boards(source, &boards, false, watch)?.first_problem() {
        None => Ok(rows),
        Some(problem) => Err(StoreError::damaged(problem)),
    }
}

/// Copies a board that was found to be sound. With `rebuild`, it replaces one.
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub fn copy_board(
    connection: &mut Connection,
    source: &Connection,
    row: &BoardRow,
    (rebuild, checkpoint): (bool, &Checkpoint),
    watch: &dyn Watch,
) -> Result<Built, Fault> {
    let (n, tier, (solutions, orbits)) = (row.n, row.tier, row.totals()?);
    let built = |outcome| Built { n, tier, solutions, orbits, outcome };
    if !rebuild {
        if BoardRow::find(connection, n)?.is_some_and(|row| row.state == State::Complete) {
            return Ok(built(Outcome::AlreadyThere));
        }
        refuse_part(connection, n)?;
    }
    marked(connection, |connection| replace_board(connection, source, row, watch))?;
    checkpoint.remove()?;
    Ok(built(Outcome::Built))
}

fn replace_board(
    connection: &mut Connection,
    source: &Connection,
    row: &BoardRow,
    watch: &dyn Watch,
) -> Result<(), Fault> {
    let (n, (solutions, orbits)) = (row.n, row.totals()?);
    let transaction = connection.transaction()?;
    BoardRow::delete(&transaction, n)?;
    row.write(&transaction)?;
    let watched = Watched::new(watch, Activity::Importing, n.get(), "solutions copied");
    let mut content = Content::new(row.tier);
    BlockRow::all(source, n, |blocks| {
        for block in blocks {
            let block = block.map_err(Fault::Source)?;
            content.add_block(&block).map_err(Fault::Source)?;
            block.insert(&transaction)?;
            watched.advance(block.first_rank, Some(solutions / 2))?;
        }
        Ok::<(), Fault>(())
    })?;
    let expected = ((solutions, orbits), row.digest.as_deref());
    if (content.totals(n), Some(&content.digest()[..])) != expected {
        let what = format!("the blocks of N = {n} do not match its totals and its digest");
        return Err(Fault::Source(StoreError::damaged(what)));
    }
    Ok(transaction.commit()?)
}
