use super::build::{Built, Outcome, lock};
use super::row::{BLOCK_COLUMNS, BlockRow};
use super::{Store, schema};
use crate::combinatorics::BoardSize;
use crate::error::{Result, StoreError};
use rusqlite::Connection;
use std::path::Path;

/// Takes the complete boards in `only` (all of them when it is empty) from the nqdb file `from` into
/// the one at `path`, which is made where it is missing; with `anew` in place of what is there.
///
/// The boards are verified first, all together, and nothing is taken if one is not sound. Each is
/// taken in one transaction. `progress` is told how many solutions of the current board are verified.
pub fn import(
    path: &Path,
    from: &Path,
    only: &[BoardSize],
    anew: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<Built>> {
    let source = Store::open(from)?;
    if is_same(path, from) {
        return Err(StoreError::SameFile.at(from));
    }
    let boards = sound_boards(&source, only, progress)?;
    let take = || {
        let _lock = lock(path)?;
        let mut connection = schema::open_to_write(path)?;
        let taken = boards.iter().map(|&n| take_board(&mut connection, &source, n, anew));
        let taken = taken.collect::<Result<Vec<Built>, StoreError>>()?;
        schema::shrink(&connection);
        Ok(taken)
    };
    take().map_err(|error: StoreError| error.at(path))
}

/// Whether both names are of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |path: &Path| std::fs::metadata(path).map(|m| (m.dev(), m.ino())).ok();
        identity(one).is_some() && identity(one) == identity(other)
    }
    #[cfg(not(unix))]
    {
        let real = |path: &Path| path.canonicalize().ok();
        real(one).is_some() && real(one) == real(other)
    }
}

fn sound_boards(
    source: &Store,
    only: &[BoardSize],
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<BoardSize>> {
    let complete = source.boards()?.into_iter().filter(|board| board.state == "complete");
    let complete: Vec<BoardSize> = complete.filter_map(|b| BoardSize::new(b.n).ok()).collect();
    if let Some(&n) = only.iter().find(|n| !complete.contains(n)) {
        return Err(StoreError::NotInFile { n }.at(source.path()));
    }
    let wanted = if only.is_empty() { complete } else { only.to_vec() };
    if wanted.is_empty() {
        return Err(StoreError::NoBoards.at(source.path()));
    }
    let report = source.verify(&wanted, false, progress)?;
    let findings = report.boards.iter().flat_map(|board| &board.problems);
    match report.file.iter().chain(findings).next() {
        None => Ok(wanted),
        Some(what) => Err(StoreError::damaged(what.clone()).at(source.path())),
    }
}

fn take_board(
    connection: &mut Connection,
    source: &Store,
    n: BoardSize,
    anew: bool,
) -> Result<Built, StoreError> {
    let state = schema::state(connection, n)?;
    let board = source.complete_row(n)?;
    let (tier, solutions, orbits) = (board.tier, board.solutions, board.orbits);
    match state.as_deref() {
        Some("complete") if !anew => {
            return Ok(Built { n, tier, solutions, orbits, outcome: Outcome::AlreadyThere });
        }
        Some(_) if !anew => return Err(StoreError::Unfinished { n }),
        _ => {}
    }
    let transaction = connection.transaction()?;
    schema::forget_board(&transaction, n)?;
    let columns =
        "n, tier, state, solutions, orbits, codec, block_size, digest, built_by, built_at";
    let row: Vec<rusqlite::types::Value> = source.connection().query_row(
        &format!("SELECT {columns} FROM board WHERE n = ?1"),
        [n.get()],
        |row| (0..10).map(|column| row.get(column)).collect(),
    )?;
    transaction.execute(
        &format!("INSERT INTO board ({columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
        rusqlite::params_from_iter(row),
    )?;
    let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 ORDER BY first_rank");
    let mut statement = source.connection().prepare(&sql)?;
    let mut rows = statement.query([n.get()])?;
    while let Some(row) = rows.next()? {
        BlockRow::read(n, row)?.insert(&transaction)?;
    }
    transaction.commit()?;
    Ok(Built { n, tier, solutions, orbits, outcome: Outcome::Built })
}
