//! Building the indexed tier: the counts of cells, in blocks.

use super::built::{Built, Outcome};
use super::counts::PartialCounts;
use super::options::{BuildOptions, BuildTier, Part};
use super::stored::check_totals;
use crate::block::{Cells, MAX_CELLS};
use crate::combinatorics::BoardSize;
use crate::search::kernel::{Kernel, next_prefix};
use crate::search::{Cell, CellSearch, CellSize, cell_depth, cell_limit, join_cells};
use crate::store::error::StoreError;
use crate::store::file;
use crate::store::rows::{BlockRow, BoardRow, State};
use crate::watch::{Activity, Watch};
use rusqlite::Connection;
use xxhash_rust::xxh3::Xxh3;

/// Counts the cells of a board, or a part of them, resuming from the last checkpoint.
pub(super) fn write(
    connection: &mut Connection,
    n: BoardSize,
    options: BuildOptions,
    watch: &dyn Watch,
) -> Result<Built, StoreError> {
    let resumed = resumable(connection, n, options)?;
    let kept = resumed.as_ref().map_or(0, PartialCounts::orbits);
    let mut partial = match resumed {
        Some(partial) => partial,
        None => {
            let transaction = connection.transaction()?;
            BoardRow::begin(&transaction, n, BuildTier::Indexed)?;
            transaction.commit()?;
            PartialCounts::new(n, options.part)
        }
    };
    partial.count(Some(connection), options.jobs, (watch, Activity::Building))?;
    if options.part != Part::WHOLE {
        // A part of a small board may have no units at all.
        partial.save(connection)?;
        return Ok(built_part(n, &partial));
    }
    let (solutions, orbits) = write_cells(connection, n, partial.counts(), options.cell_limit)?;
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome })
}

fn built_part(n: BoardSize, partial: &PartialCounts) -> Built {
    let solutions = 2 * partial.counts().map(|count| u64::from(count[0])).sum::<u64>();
    let outcome = Outcome::Part(partial.part());
    Built { n, tier: BuildTier::Indexed, solutions, orbits: partial.orbits(), outcome }
}

/// The last checkpoint of this index, or of the same part of it.
fn resumable(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<PartialCounts>, StoreError> {
    let begun = |row: BoardRow| (row.state, row.tier) == (State::Building, BuildTier::Indexed);
    if options.rebuild || !BoardRow::find(connection, n)?.is_some_and(begun) {
        return Ok(None);
    }
    match PartialCounts::load(connection, n) {
        Ok(Some(partial)) if partial.part() != options.part => {
            Err(StoreError::OtherPart { n, there: partial.part(), wanted: options.part })
        }
        Ok(partial) => Ok(partial),
        // Start over if the checkpoint is damaged.
        Err(StoreError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Joins the counts of all prefixes to cells and writes them as a complete board, in one transaction. Returns
/// Q(N) and F(N); an error, with nothing written, where they are not the known ones.
pub(in crate::store) fn write_cells(
    connection: &mut Connection,
    n: BoardSize,
    counts: impl Iterator<Item = [u32; 2]>,
    limit: Option<u64>,
) -> Result<(u64, u64), StoreError> {
    let transaction = connection.transaction()?;
    BoardRow::begin(&transaction, n, BuildTier::Indexed)?;
    let mut content = CellContent::default();
    let mut search = CellSearch::new(Kernel::best(), n, cell_depth(n));
    let mut prefix = vec![0; cell_depth(n)];
    next_prefix(n.get(), &mut prefix);
    let mut all_sizes = join_cells(counts, limit.unwrap_or(u64::MAX).min(cell_limit(n))).peekable();
    while all_sizes.peek().is_some() {
        let sizes: Vec<CellSize> = all_sizes.by_ref().take(MAX_CELLS).collect();
        let prefixes: u32 = sizes.iter().map(|size| size.prefixes).sum();
        let cells = Cells { prefix: prefix.clone(), sizes };
        let first = Cell { first: &cells.prefix, prefixes: cells.sizes[0].prefixes };
        let first = search.solution(first, 0).ok_or_else(|| {
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
        row.insert(&transaction)?;
        content.add(&cells);
        for _ in 0..prefixes {
            next_prefix(n.get(), &mut prefix);
        }
    }
    let (solutions, orbits) = (2 * content.solutions, content.representatives);
    check_totals(n, solutions, orbits)?;
    BoardRow::finish(&transaction, n, (solutions, orbits), content.digest())?;
    transaction.commit()?;
    file::shrink(connection);
    Ok((solutions, orbits))
}

/// Totals and hash of the cells of a board, block by block.
#[derive(Default)]
pub(in crate::store) struct CellContent {
    pub(in crate::store) solutions: u64,
    pub(in crate::store) representatives: u64,
    pub(in crate::store) prefixes: u64,
    hash: Xxh3,
}

impl CellContent {
    pub(in crate::store) fn add(&mut self, cells: &Cells) {
        for size in &cells.sizes {
            let numbers = [size.prefixes.into(), size.solutions, size.representatives];
            numbers.iter().for_each(|number: &u64| self.hash.update(&number.to_be_bytes()));
            self.prefixes += u64::from(size.prefixes);
        }
        // Damage may have set them to any number.
        self.solutions = self.solutions.saturating_add(cells.solutions());
        self.representatives = self.representatives.saturating_add(cells.representatives());
    }

    /// XXH3-128 of all counts, big-endian.
    pub(in crate::store) fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}
