//! Building the indexed tier: the counts of cells, in blocks.

use super::built::{Built, Outcome};
use super::counts::PartialCounts;
use super::existing::{existing, is_complete};
use super::options::{BuildOptions, BuildTier, Part};
use super::stored::check_totals;
use crate::block::{Cells, MAX_CELLS};
use crate::combinatorics::BoardSize;
use crate::search::kernel::next_prefix;
use crate::search::{CellSize, cell_depth, cell_limit, first_solution, join_cells};
use crate::store::content::CellContent;
use crate::store::error::StoreError;
use crate::store::file;
use crate::store::rows::{BlockRow, BoardRow, State};
use crate::watch::{Activity, Watch};
use rusqlite::{Connection, Transaction};

/// Counts the cells of a board, or a part of them, resuming from the last checkpoint. A complete board stays
/// until all is counted, and is replaced in one transaction.
pub(super) fn write(
    connection: &mut Connection,
    n: BoardSize,
    options: BuildOptions,
    watch: &dyn Watch,
) -> Result<Built, StoreError> {
    let transaction = connection.transaction()?;
    if let Some(built) = existing(&transaction, n, options)? {
        return Ok(built);
    }
    let resumed = resumable(&transaction, n, options)?;
    let kept = resumed.as_ref().map_or(0, PartialCounts::orbits);
    if resumed.is_none() {
        begin(&transaction, n)?;
    }
    transaction.commit()?;
    let mut partial = resumed.unwrap_or_else(|| PartialCounts::new(n, options.part));
    partial.count(Some(connection), options.jobs, (watch, Activity::Building))?;
    if options.part != Part::WHOLE {
        // A part of a small board may have no units at all.
        partial.save(connection)?;
        return Ok(built_part(n, &partial));
    }
    let transaction = connection.transaction()?;
    let (solutions, orbits) = write_cells(&transaction, n, partial.counts(), options.cell_limit)?;
    transaction.commit()?;
    file::shrink(connection);
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome })
}

/// Makes room for the counts of a board, beside a complete board if there is one.
fn begin(connection: &Connection, n: BoardSize) -> Result<(), StoreError> {
    if is_complete(connection, n)? {
        PartialCounts::delete(connection, n)
    } else {
        BoardRow::begin(connection, n, BuildTier::Indexed)
    }
}

fn built_part(n: BoardSize, partial: &PartialCounts) -> Built {
    let solutions = 2 * partial.counts().map(|count| u64::from(count[0])).sum::<u64>();
    let outcome = Outcome::Part(partial.part());
    Built { n, tier: BuildTier::Indexed, solutions, orbits: partial.orbits(), outcome }
}

/// The last checkpoint of this index, or of the same part of it; an error where it is damaged.
fn resumable(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<PartialCounts>, StoreError> {
    let row = if options.rebuild { None } else { BoardRow::find(connection, n)? };
    let begun = |row: BoardRow| row.state == State::Complete || row.tier == BuildTier::Indexed;
    if !row.is_some_and(begun) {
        return Ok(None);
    }
    match PartialCounts::load(connection, n)? {
        Some(partial) if partial.part() != options.part => {
            Err(StoreError::OtherPart { n, there: partial.part(), wanted: options.part })
        }
        partial => Ok(partial),
    }
}

/// Joins the counts of all prefixes to cells and writes them as a complete board, in place of what the file
/// holds of it. Returns Q(N) and F(N); an error where they are not the known ones.
pub(in crate::store) fn write_cells(
    transaction: &Transaction<'_>,
    n: BoardSize,
    counts: impl Iterator<Item = [u32; 2]>,
    limit: Option<u64>,
) -> Result<(u64, u64), StoreError> {
    BoardRow::begin(transaction, n, BuildTier::Indexed)?;
    let mut content = CellContent::default();
    let mut prefix = vec![0; cell_depth(n)];
    next_prefix(n.get(), &mut prefix);
    let mut all_sizes = join_cells(counts, limit.unwrap_or(u64::MAX).min(cell_limit(n))).peekable();
    while all_sizes.peek().is_some() {
        let sizes: Vec<CellSize> = all_sizes.by_ref().take(MAX_CELLS).collect();
        let prefixes: u32 = sizes.iter().map(|size| size.prefixes).sum();
        let cells = Cells { prefix: prefix.clone(), sizes };
        let first = first_solution(n, &cells.prefix, cells.sizes[0].prefixes);
        let first = first.ok_or_else(|| {
            StoreError::damaged(format!("no solution begins with {:?}", cells.prefix))
        })?;
        let row = BlockRow {
            n,
            first_rank: content.solutions + 1,
            count: cells.solutions(),
            first_solution: first.pack(),
            first_orbit: content.representatives,
            codec: BuildTier::Indexed.codec() as i64,
            checksum: Vec::new(),
            payload: cells.encode(),
        };
        row.signed().insert(transaction)?;
        content.add(&cells);
        for _ in 0..prefixes {
            next_prefix(n.get(), &mut prefix);
        }
    }
    let (tier, totals) = (BuildTier::Indexed, content.totals());
    check_totals(n, totals.0, totals.1)?;
    BoardRow::finish(transaction, n, tier, totals, content.digest())?;
    Ok(totals)
}
