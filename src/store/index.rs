//! Building the indexed tier: the counts of cells, in blocks.

use super::BuildTier;
use super::build::{BuildOptions, Built, Outcome};
use super::partial::Partial;
use super::row::BlockRow;
use super::writer::compare;
use super::{Part, schema};
use crate::block::{Cells, Codec, MAX_CELLS};
use crate::combinatorics::BoardSize;
use crate::error::StoreError;
use crate::search::kernel::{Kernel, next_prefix};
use crate::search::{Cell, CellSearch, CellSize, cell_depth, cell_limit, join_cells};
use rusqlite::{Connection, OptionalExtension};
use xxhash_rust::xxh3::Xxh3;

/// Counts the cells of a board, or goes on where a build was interrupted; of a part of the work, counts
/// that.
pub(super) fn write(
    connection: &mut Connection,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, StoreError> {
    let (mut partial, kept) = match resumable(connection, n, options)? {
        Some(partial) => (partial, true),
        None => {
            schema::begin_board(connection, n, BuildTier::Indexed, Codec::Cells, MAX_CELLS)?;
            (Partial::new(n, options.part), false)
        }
    };
    let kept = if kept { partial.orbits() } else { 0 };
    partial.count(Some(connection), options.jobs, progress)?;
    if options.part != Part::WHOLE {
        // Also one without any units, of a small board, is a part.
        partial.save(connection)?;
        return Ok(built_part(n, &partial));
    }
    let (solutions, orbits) = write_cells(connection, n, partial.counts(), options.cell_limit)?;
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome })
}

fn built_part(n: BoardSize, partial: &Partial) -> Built {
    let solutions = 2 * partial.counts().map(|count| u64::from(count[0])).sum::<u64>();
    let outcome = Outcome::Part(partial.part());
    Built { n, tier: BuildTier::Indexed, solutions, orbits: partial.orbits(), outcome }
}

/// What an interrupted build of this index has left, or a part that was counted before.
fn resumable(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<Partial>, StoreError> {
    let sql = "SELECT 1 FROM board WHERE n = ?1 AND state = 'building' AND tier = 'indexed'";
    let begun = connection.query_row(sql, [n.get()], |_| Ok(())).optional()?.is_some();
    if !begun || options.anew {
        return Ok(None);
    }
    match Partial::load(connection, n) {
        Ok(Some(partial)) if partial.part() != options.part => {
            Err(StoreError::OtherPart { n, there: partial.part(), wanted: options.part })
        }
        Ok(partial) => Ok(partial),
        // Damaged: begun anew.
        Err(StoreError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Joins the counts of all prefixes to cells, and writes them as a complete board in place of what
/// there is of it; Q(N) and F(N). All in one transaction; an error, and nothing done, where the totals
/// are not the known ones.
pub(super) fn write_cells(
    connection: &mut Connection,
    n: BoardSize,
    counts: impl Iterator<Item = [u32; 2]>,
    limit: Option<u64>,
) -> Result<(u64, u64), StoreError> {
    let transaction = connection.transaction()?;
    schema::replace_board(&transaction, n, BuildTier::Indexed, Codec::Cells, MAX_CELLS)?;
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
            codec: Codec::Cells as i64,
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
    compare(n, solutions, orbits)?;
    schema::finish_board(&transaction, n, (solutions, orbits), content.digest())?;
    transaction.commit()?;
    schema::shrink(connection);
    Ok((solutions, orbits))
}

/// Sums over cells, and the hash of their counts.
#[derive(Default)]
pub(super) struct CellContent {
    pub(super) solutions: u64,
    pub(super) representatives: u64,
    pub(super) prefixes: u64,
    hash: Xxh3,
}

impl CellContent {
    pub(super) fn add(&mut self, cells: &Cells) {
        for size in &cells.sizes {
            let numbers = [size.prefixes.into(), size.solutions, size.representatives];
            numbers.iter().for_each(|number: &u64| self.hash.update(&number.to_be_bytes()));
            self.prefixes += u64::from(size.prefixes);
        }
        // A damaged row may have set them to anything.
        self.solutions = self.solutions.saturating_add(cells.solutions());
        self.representatives = self.representatives.saturating_add(cells.representatives());
    }

    /// XXH3-128 of all counts, big-endian.
    pub(super) fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}
