//! [`Block`]: a block of either codec, prepared for lookups.

use super::error::DecodeError;
use super::tree::TreeBlock;
use crate::combinatorics::{Canonical, Solution};
use crate::search::CellBlock;
use crate::search::PlacedCells;
use std::sync::Arc;

/// A block prepared for lookups.
#[derive(Debug)]
pub enum Block {
    /// Compressed solutions, with an index that finds each one within microseconds.
    Tree(Box<TreeBlock>),
    /// Cells; a lookup searches one of them.
    Cells(Arc<CellBlock>),
}

/// Applies an expression to the block of either codec.
macro_rules! either {
    ($self:expr, $block:ident => $result:expr) => {
        match $self {
            Block::Tree($block) => $result,
            Block::Cells($block) => $result,
        }
    };
}

impl Block {
    fn cells(&self) -> &PlacedCells {
        either!(self, block => block.cells())
    }

    /// Number of solutions, at most [`MAX_COUNT`](super::codec::MAX_COUNT) for solution trees; cells may hold more.
    pub fn solutions(&self) -> usize {
        self.cells().solutions()
    }

    /// The first solution.
    pub fn first(&self) -> &Solution {
        either!(self, block => block.first())
    }

    /// Whether a solution of this board size is in a prefix of the block, or before it.
    pub fn reaches(&self, solution: &Solution) -> bool {
        self.cells().reaches(solution)
    }

    /// Number of canonical representatives among the solutions.
    pub fn representatives(&self) -> usize {
        self.cells().representatives()
    }

    /// The solution at a 0-based place, or `None` past the last one. Like all lookups below, this decodes a few dozen
    /// solutions, or searches one cell.
    pub fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError> {
        either!(self, block => Ok(block.get(place)?))
    }

    /// The 0-based place of a solution of this board size, if it is in the block.
    pub fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError> {
        either!(self, block => Ok(block.position(solution)?))
    }

    /// The 0-based number of a canonical representative of this board size among those of the block, if it is in the
    /// block.
    pub fn representative_number(
        &self,
        canonical: &Canonical,
    ) -> Result<Option<usize>, DecodeError> {
        either!(self, block => Ok(block.representative_number(canonical)?))
    }

    /// The canonical representative with this 0-based number among those of the block.
    pub fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError> {
        either!(self, block => Ok(block.representative(number)?))
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        match self {
            Block::Tree(tree) => tree.memory(),
            Block::Cells(cells) => size_of_val(&cells.cells().0[..]),
        }
    }
}
