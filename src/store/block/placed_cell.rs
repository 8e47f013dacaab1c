//! [`PlacedCell`], a cell at its place in a block, and [`Before`], what is before a place.

use crate::search::{Cell, CellSize};

/// The most queens of a prefix.
pub(super) const MOST_QUEENS: usize = 7;

/// A cell at its place in a block. Small, so that the cells of N = 20 fit the cache.
#[derive(Debug, Clone)]
pub(crate) struct PlacedCell {
    /// Queens of a prefix.
    pub(super) depth: u8,
    /// Its first prefix.
    pub(super) first: [u8; MOST_QUEENS],
    /// Its last prefix.
    pub(super) last: [u8; MOST_QUEENS],
    pub(super) size: CellSize,
    /// Solutions of the block before it.
    pub(super) solutions: u64,
    /// Canonical representatives of the block before it.
    pub(super) representatives: u64,
}

impl PlacedCell {
    /// The cell to search.
    pub(crate) fn cell(&self) -> Cell<'_> {
        Cell { first: self.first(), last: self.last(), size: self.size }
    }

    pub(super) fn first(&self) -> &[u8] {
        &self.first[..self.depth.into()]
    }

    pub(super) fn last(&self) -> &[u8] {
        &self.last[..self.depth.into()]
    }
}

/// How many solutions of a block come before a prefix.
#[derive(Debug)]
pub(crate) struct Before {
    /// Solutions that do, without those of the cell.
    pub(crate) solutions: u64,
    /// A cell that may have solutions of both kinds.
    pub(crate) cell: Option<PlacedCell>,
}
