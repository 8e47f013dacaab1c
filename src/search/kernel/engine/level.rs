//! The boards whose next queen is in a given column.

use crate::search::kernel::simd::LaneArray;

/// Space that must remain after the last board: two vectors are appended between checks, and the last vector is padded
/// with dead boards.
pub(crate) const SPARE: usize = 3 * 16;

/// Boards with queens in all columns before this one, as a structure of arrays.
///
/// Bit r is row r throughout. Arrays that a search does not use are never touched.
pub(crate) struct Level {
    /// Rows without a queen, with the tag above them.
    pub(crate) rows: LaneArray,
    /// Squares of this column that no queen attacks diagonally, in the [`packing`](super::board::packing) of the board
    /// size.
    pub(crate) diagonals: [LaneArray; 2],
    /// Untried safe rows; unused while `fresh`. In the level of the last column: the queen of the column before.
    pub(crate) untried: LaneArray,
    /// The queens placed by the search, [`bits_per_queen`](crate::combinatorics::bits_per_queen) bits each.
    pub(crate) trail: [LaneArray; 2],
    /// Number of boards.
    pub(crate) len: usize,
    /// The first `at` boards are already processed in this pass.
    pub(crate) at: usize,
    /// The first `kept` boards have untried rows left for another pass.
    pub(crate) kept: usize,
    /// Whether this is the first pass.
    pub(crate) fresh: bool,
}

impl Level {
    pub(crate) fn new() -> Self {
        let array = LaneArray::new;
        Level {
            rows: array(),
            diagonals: [array(), array()],
            untried: array(),
            trail: [array(), array()],
            len: 0,
            at: 0,
            kept: 0,
            fresh: true,
        }
    }

    /// Removes all boards.
    pub(crate) fn clear(&mut self) {
        (self.len, self.at, self.kept, self.fresh) = (0, 0, 0, true);
    }

    /// Pads the level with dead boards, so that the last vector may extend past the end.
    #[inline(always)]
    pub(crate) fn close(&mut self, width: usize) {
        self.rows.0[self.len..self.len + width].fill(0);
        self.untried.0[self.len..self.len + width].fill(0);
    }

    /// Begins the next pass. Returns false if no board is left.
    #[inline(always)]
    pub(crate) fn next_pass(&mut self) -> bool {
        self.len = self.kept;
        self.fresh = self.kept == 0;
        self.at = 0;
        self.kept = 0;
        self.len != 0
    }
}
