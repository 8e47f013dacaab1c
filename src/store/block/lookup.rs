//! Look-ups in a block, whatever its codec.

use super::error::DecodeError;
use super::placed_cell::PlacedCell;
use crate::combinatorics::{Canonical, Solution};
use crate::search::SolutionRun;

/// A block for look-ups: compressed solutions with an index that finds each of them within microseconds,
/// or cells, one of which is searched.
pub(crate) trait LookupBlock: std::fmt::Debug + Send + Sync {
    /// Number of solutions, 1 … [`MAX_COUNT`](super::codec::MAX_COUNT); cells may hold more.
    fn len(&self) -> usize;

    /// The first solution.
    fn first(&self) -> &Solution;

    /// Whether a solution of this board size is not after the last solution.
    fn reaches(&self, solution: &Solution) -> bool;

    /// Number of canonical representatives among the solutions.
    fn representatives(&self) -> usize;

    /// The solution at a 0-based place, or `None` past the last one. Decodes a few dozen solutions, or
    /// searches a cell, as all look-ups below.
    fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError>;

    /// The 0-based place of a solution of this board size, if it is in the block.
    fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError>;

    /// The solutions around a place of the block, and the place of the first of them: those that [`LookupBlock::get`]
    /// decodes, or all of the cell, which takes several times as long. `None` past the last solution, or where the cell
    /// has more than a block of solutions.
    fn run_at(&self, place: usize) -> Result<Option<(usize, SolutionRun)>, DecodeError>;

    /// As [`LookupBlock::run_at`], around a solution of this board size, which is among them if it is in the block.
    /// `None` for cells.
    fn run_around(&self, _: &Solution) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        Ok(None)
    }

    /// The 0-based number of a canonical representative of this board size among those of the block, if
    /// it is in the block.
    fn representative_number(&self, canonical: &Canonical) -> Result<Option<usize>, DecodeError>;

    /// Whether a solution that is not before the first one is in the same cell. False for solution trees.
    fn is_in_cell_of(&self, _first: &Solution, _solution: &Solution) -> bool {
        false
    }

    /// The canonical representatives of the cell of one, and the number of the first among those of the block; several
    /// times the work of a look-up. `None` for solution trees, and where the cell has more than a block of them.
    fn representatives_around(
        &self,
        _: &Canonical,
    ) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        Ok(None)
    }

    /// The canonical representative with this 0-based number among those of the block.
    fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError>;

    /// How many solutions come before those that begin with these rows, 1 to N of them; the last one may be N. O(log
    /// solutions) calls of [`LookupBlock::get`].
    fn before(&self, rows: &[u8]) -> Result<Before, DecodeError> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let solution = self.get(middle)?;
            let is_before = solution.is_some_and(|solution| solution.rows()[..rows.len()] < *rows);
            (low, high) = if is_before { (middle + 1, high) } else { (low, middle) };
        }
        Ok(Before { solutions: low as u64, cell: None })
    }

    /// Of a block of cells, the 1-based number of the cell that holds a place, and its solutions.
    fn cell_at(&self, _place: usize) -> Option<(usize, u64)> {
        None
    }

    /// Bytes of memory.
    fn memory(&self) -> usize;
}

/// How many solutions of a block come before a prefix.
#[derive(Debug)]
pub(crate) struct Before {
    /// Solutions that do, without those of the cell.
    pub(crate) solutions: u64,
    /// A cell that may have solutions of both kinds.
    pub(crate) cell: Option<PlacedCell>,
}
