//! The way from a prefix down to the roots of a search whose queens are kept.

use crate::search::bitboard::{Bitboard, each_row};

/// A search that collects roots below prefixes, and runs whenever there is no room for more.
pub(super) trait Descent {
    /// Queens of a root.
    fn root_depth(&self) -> usize;

    /// The rows that a column may use, as bits.
    fn allowed(&self, column: usize) -> u32;

    /// Adds a board of allowed queens as a root; returns whether there is room for another one.
    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool;

    /// Searches below the roots and removes them; `None` once `more(new)` returns false.
    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()>;

    /// Called at each board above the roots, for descents that are long themselves; `None` ends the descent.
    fn pass(&mut self, _more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        Some(())
    }

    /// Adds the roots below a board with these queens; `None` as by [`Descent::search`].
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
