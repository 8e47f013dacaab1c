//! Blocks of boards, one for each column of the search.

/// Room of a block, in boards, the spare room behind the last one included.
pub(super) const LEN: usize = 1024 + 48;

/// Room that has to be left behind the last board: two vectors are appended between two looks, and
/// a vector of nothing ends the block.
pub(super) const SPARE: usize = 3 * 16;

/// One number of each board.
#[repr(align(64))]
pub(super) struct Words(pub(super) [u32; LEN]);

/// Boards that have all queens in the columns before this one, waiting for the queen here.
///
/// Bit i is row i throughout. What a job does not use is never touched.
pub(super) struct Level {
    /// Rows without a queen; above them the board's tag.
    pub(super) rows: Words,
    /// Squares of this column that no queen attacks diagonally, in the frame of the job.
    pub(super) diagonals: [Words; 2],
    /// Safe rows still to be tried; only meaningful when `fresh` is false. In the block behind the
    /// last column but one: the queen of that column.
    pub(super) untried: Words,
    /// The queens of the job's columns, some bits each.
    pub(super) trail: [Words; 2],
    /// Boards in the block.
    pub(super) len: usize,
    /// Boards before this place are done with in this pass …
    pub(super) at: usize,
    /// … but for so many, moved to the front, that have more safe rows than a pass tries.
    pub(super) kept: usize,
    /// Whether this is the first pass.
    pub(super) fresh: bool,
}

impl Level {
    pub(super) fn new() -> Self {
        let words = || Words([0; LEN]);
        Level {
            rows: words(),
            diagonals: [words(), words()],
            untried: words(),
            trail: [words(), words()],
            len: 0,
            at: 0,
            kept: 0,
            fresh: true,
        }
    }

    /// Forgets all boards.
    pub(super) fn clear(&mut self) {
        (self.len, self.at, self.kept, self.fresh) = (0, 0, 0, true);
    }

    /// Makes the boards after the last one dead, so that the last vector may reach over the end.
    #[inline(always)]
    pub(super) fn close(&mut self, width: usize) {
        self.rows.0[self.len..self.len + width].fill(0);
        self.untried.0[self.len..self.len + width].fill(0);
    }

    /// Begins the next pass; false when no board is left.
    #[inline(always)]
    pub(super) fn again(&mut self) -> bool {
        self.len = self.kept;
        self.fresh = self.kept == 0;
        self.at = 0;
        self.kept = 0;
        self.len != 0
    }
}
