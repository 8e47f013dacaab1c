//! The descent from a prefix to the roots of a search that records queens.

use crate::search::bitboard::{Bitboard, each_row};

/// A search that collects roots below prefixes and runs whenever its buffer is full.
pub(super) trait Descent {
    /// Queens per root.
    fn root_depth(&self) -> usize;

    /// The rows that a column may use, as bits.
    fn allowed(&self, column: usize) -> u32;

    /// Adds a board of allowed queens as a root. Returns whether there is space for another.
    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool;

    /// Searches below the roots and removes them; `None` once `more(new)` returns false.
    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()>;

    /// Called at each board above the roots, for descents that take long themselves. `None` ends the descent.
    fn pass(&mut self, _more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        Some(())
    }

    /// Adds the roots below a board with these queens. `None` as in [`Descent::search`].
    fn descend(
        &mut self,
        board: Bitboard<u32>,
        queens: &mut Vec<u8>,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        if queens.len() == self.root_depth() {
            return if self.add_root(board, queens) { Some(()) } else { self.search(more) };
        }
        self.pass(more)?;
        each_row(board.safe() & self.allowed(queens.len())).try_for_each(|row| {
            queens.push(row.trailing_zeros() as u8);
            let added = self.descend(board.with(row), queens, more);
            queens.pop();
            added
        })
    }
}
