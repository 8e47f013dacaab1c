//! [`PlacedCell`], a cell and its place in a block, and [`Before`], what comes before a prefix.

use crate::search::{Cell, CellSize};

/// The maximum number of queens in a prefix.
pub(super) const MOST_QUEENS: usize = 7;

/// A cell and its place in a block. Kept small, so that the cells of N = 20 fit the cache.
#[derive(Debug, Clone)]
pub struct PlacedCell {
    /// Number of queens in a prefix.
    pub(super) depth: u8,
    /// Its first prefix.
    pub(super) first: [u8; MOST_QUEENS],
    /// Its last prefix.
    pub(super) last: [u8; MOST_QUEENS],
    pub(super) size: CellSize,
    /// Solutions of the block before this cell.
    pub(super) solutions: u64,
    /// Canonical representatives of the block before this cell.
    pub(super) representatives: u64,
}

impl PlacedCell {
    /// The cell to search.
    pub fn cell(&self) -> Cell<'_> {
        Cell { first: self.first(), last: self.last(), size: self.size }
    }

    pub(super) fn first(&self) -> &[u8] {
        &self.first[..self.depth.into()]
    }

    pub(super) fn last(&self) -> &[u8] {
        &self.last[..self.depth.into()]
    }
}

/// The number of solutions of a block before a prefix.
#[derive(Debug)]
pub struct Before {
    /// Solutions before the prefix, except those in `cell`.
    pub solutions: u64,
    /// A cell that may have solutions both before and after that point.
    pub cell: Option<PlacedCell>,
}
