//! The content of a board, block by block: its totals and its digest.

use super::rows::BlockRow;
use crate::combinatorics::BoardSize;
use crate::search::SolutionRun;
use crate::store::block::{BuildTier, Cells, DecodeError};
use xxhash_rust::xxh3::Xxh3;

/// Totals and digest of the packed first-half solutions of a stored board.
#[derive(Default)]
pub(super) struct SolutionContent {
    pub(super) solutions: u64,
    pub(super) representatives: u64,
    hash: Xxh3,
}

impl SolutionContent {
    /// Adds a block. Fails unless it is intact and follows the blocks before it.
    pub(super) fn add_block(&mut self, row: &BlockRow) -> Result<(), DecodeError> {
        in_place(row, self.solutions, self.representatives)?;
        self.add(&row.decode()?);
        Ok(())
    }

    pub(super) fn add(&mut self, run: &SolutionRun) {
        let representatives = run.representatives_in(0..run.len()) as u64;
        self.add_packed(run.len() as u64, representatives, &run.packed());
    }

    pub(super) fn add_packed(&mut self, solutions: u64, representatives: u64, packed: &[u8]) {
        // Damaged rows can hold any number.
        self.solutions = self.solutions.saturating_add(solutions);
        self.representatives = self.representatives.saturating_add(representatives);
        self.hash.update(packed);
    }

    /// Q(N) and F(N), once all blocks are added.
    pub(super) fn totals(&self, n: BoardSize) -> (u64, u64) {
        // N = 1: the one solution is its own complement.
        let solutions = if n.get() == 1 { 1 } else { self.solutions.saturating_mul(2) };
        (solutions, self.representatives)
    }

    /// XXH3-128 of all packed solutions, big-endian.
    pub(super) fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}

/// Totals and digest of the cells of an indexed board.
#[derive(Default)]
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct CellContent {
    pub(super) solutions: u64,
    pub(super) representatives: u64,
    pub(super) prefixes: u64,
    hash: Xxh3,
}

impl CellContent {
    /// Adds a block. Fails unless it is intact and follows the blocks before it.
    fn add_block(&mut self, row: &BlockRow) -> Result<(), DecodeError> {
        in_place(row, self.solutions, self.representatives)?;
        self.add(&row.cells()?);
        Ok(())
    }

    /// Adds the cells of the next block.
    pub fn add(&mut self, cells: &Cells) {
        for size in &cells.sizes {
            let numbers = [size.prefixes.into(), size.solutions, size.representatives];
            numbers.iter().for_each(|number: &u64| self.hash.update(&number.to_be_bytes()));
            self.prefixes += u64::from(size.prefixes);
        }
        // Damaged rows can hold any number.
        self.solutions = self.solutions.saturating_add(cells.solutions());
        self.representatives = self.representatives.saturating_add(cells.representatives());
    }

    /// Q(N) and F(N), once all blocks are added.
    pub(super) fn totals(&self) -> (u64, u64) {
        (self.solutions.saturating_mul(2), self.representatives)
    }

    /// XXH3-128 of all counts, big-endian.
    pub fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}

/// Fails unless the blocks before this one have these totals.
fn in_place(row: &BlockRow, solutions: u64, representatives: u64) -> Result<(), DecodeError> {
    if (row.first_rank.wrapping_sub(1), row.first_orbit) == (solutions, representatives) {
        Ok(())
    } else {
        Err(DecodeError::Place { solutions, representatives })
    }
}

/// The content of a board on either tier.
pub(super) enum Content {
    Stored(SolutionContent),
    Indexed(CellContent),
}

impl Content {
    pub(super) fn new(tier: BuildTier) -> Self {
        match tier {
            BuildTier::Stored => Content::Stored(SolutionContent::default()),
            BuildTier::Indexed => Content::Indexed(CellContent::default()),
        }
    }

    /// Adds a block. Fails unless it is intact and follows the blocks before it.
    pub(super) fn add(&mut self, row: &BlockRow) -> Result<(), DecodeError> {
        match self {
            Content::Stored(content) => content.add_block(row),
            Content::Indexed(content) => content.add_block(row),
        }
    }

    /// Q(N) and F(N), once all blocks are added.
    pub(super) fn totals(&self, n: BoardSize) -> (u64, u64) {
        match self {
            Content::Stored(content) => content.totals(n),
            Content::Indexed(content) => content.totals(),
        }
    }

    /// The digest as stored in the board row.
    pub(super) fn digest(&self) -> [u8; 16] {
        match self {
            Content::Stored(content) => content.digest(),
            Content::Indexed(content) => content.digest(),
        }
    }
}
