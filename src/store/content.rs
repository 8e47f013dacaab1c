//! The content of a board, block by block: its totals and its digest.

use super::error::Result;
use super::rows::BlockRow;
use crate::combinatorics::BoardSize;
use crate::search::SolutionRun;
use crate::store::block::{BuildTier, Cells, DecodeError};
use xxhash_rust::xxh3::Xxh3;

/// Totals and digest of a board: of the packed solutions of the first half, or of the numbers of its cells.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct Content {
    tier: BuildTier,
    /// In the first half.
    pub(super) solutions: u64,
    pub(super) representatives: u64,
    /// In all cells.
    pub(super) prefixes: u64,
    hash: Xxh3,
}

impl Content {
    /// A board without blocks.
    pub fn new(tier: BuildTier) -> Self {
        Content { tier, solutions: 0, representatives: 0, prefixes: 0, hash: Xxh3::new() }
    }

    /// Adds a block. Fails unless it is intact and follows the blocks before it.
    pub(super) fn add_block(&mut self, row: &BlockRow) -> Result<()> {
        let (solutions, representatives) = (self.solutions, self.representatives);
        if (row.first_rank.wrapping_sub(1), row.first_orbit) != (solutions, representatives) {
            return Err(row.damaged(DecodeError::Place { solutions, representatives }));
        }
        let damaged = |error| row.damaged(error);
        match self.tier {
            BuildTier::Stored => self.add_run(&row.decode().map_err(damaged)?),
            BuildTier::Indexed => self.add_cells(&row.cells().map_err(damaged)?),
        }
        Ok(())
    }

    /// Adds the solutions of the next block of a stored board.
    pub(super) fn add_run(&mut self, run: &SolutionRun) {
        let representatives = run.representatives_in(0..run.len()) as u64;
        self.add_packed(run.len() as u64, representatives, &run.packed());
    }

    /// Adds the packed solutions of the next block of a stored board.
    pub(super) fn add_packed(&mut self, solutions: u64, representatives: u64, packed: &[u8]) {
        self.count(solutions, representatives);
        self.hash.update(packed);
    }

    /// Adds the cells of the next block of an indexed board.
    pub fn add_cells(&mut self, cells: &Cells) {
        for size in &cells.sizes {
            let numbers = [size.prefixes.into(), size.solutions, size.representatives];
            numbers.iter().for_each(|number: &u64| self.hash.update(&number.to_be_bytes()));
            self.prefixes += u64::from(size.prefixes);
        }
        self.count(cells.solutions(), cells.representatives());
    }

    fn count(&mut self, solutions: u64, representatives: u64) {
        // Damaged rows can hold any number.
        self.solutions = self.solutions.saturating_add(solutions);
        self.representatives = self.representatives.saturating_add(representatives);
    }

    /// Q(N) and F(N), once all blocks are added.
    pub(super) fn totals(&self, n: BoardSize) -> (u64, u64) {
        // N = 1: the one solution is its own complement.
        let solutions = if n.get() == 1 { 1 } else { self.solutions.saturating_mul(2) };
        (solutions, self.representatives)
    }

    /// XXH3-128 of the packed solutions, or of the numbers of the cells, big-endian.
    pub fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}
