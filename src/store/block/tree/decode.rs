//! Decodes cells of a block, column by column. The last six columns have no bits: they are solved with the tables of
//! `orders`.

use super::bmi2::{self, BitOps, BitRoutine};
use super::described;
use super::orders::{ACROSS, COLUMNS, FAR, LOWER, NONE, OPEN, ORDERS, Orders, UPPER};
use crate::combinatorics::word::{MOST_COLUMNS, Word, WordLayout};
use crate::search::bitboard::{Bitboard, PrefixSteps};
use crate::search::{PlacedCell, WrongCell};

/// Successive cells of a block.
pub(super) struct CodedCells<'b> {
    pub(super) layout: WordLayout,
    pub(super) cells: &'b [PlacedCell],
    /// The bits of the block, followed by [`SLACK`].
    pub(super) bytes: &'b [u8],
    /// The position of the first bit of each cell, and the position after the last one.
    pub(super) positions: &'b [u32],
}

/// Bytes after the bits, so that 64 bits can be read at any position.
pub(super) const SLACK: usize = 8;

/// Boards that are solved before the solutions of the first one are appended. Solving has no branches, so mispredicted
/// branches of appending do not delay it.
const AT_ONCE: usize = 32;

/// The maximum number of children of a board.
const MOST_CHILDREN: usize = MOST_COLUMNS;

impl CodedCells<'_> {
    /// The solutions, in order.
    pub(super) fn decode<W: Word>(&self) -> Result<Vec<W>, WrongCell> {
        bmi2::call(Decoding { coded: self, words: Vec::new() })
    }
}

/// Cells to decode in words of this width.
struct Decoding<'c, W> {
    coded: &'c CodedCells<'c>,
    words: Vec<W>,
}

impl<W: Word> BitRoutine for Decoding<'_, W> {
    type Output = Result<Vec<W>, WrongCell>;

    #[inline(always)]
    fn run<B: BitOps>(mut self, ops: B) -> Self::Output {
        let CodedCells { layout, cells, positions, .. } = *self.coded;
        let sizes = cells.iter().map(|cell| cell.size.solutions as usize);
        let room = sizes.clone().max().unwrap_or(0) + 1 + MOST_CHILDREN;
        let mut here = vec![PartialSolution::empty(layout); room];
        let mut next = here.clone();
        let mut steps = PrefixSteps::at(layout.n, cells[0].first()).expect("a prefix");
        self.words = Vec::with_capacity(sizes.sum::<usize>() + 128);
        for (cell, bits) in cells.iter().zip(positions.windows(2)) {
            let (mut at, end) = (bits[0], bits[1]);
            let count = cell.size.solutions as usize;
            let mut len = self.prefixes(cell, &mut steps, &mut at, &mut here)?;
            for _ in described(layout.n()) {
                len = self.step(ops, (&mut at, end), &here[..len], count, &mut next)?;
                std::mem::swap(&mut here, &mut next);
            }
            if at != end {
                return Err(self.wrong("its cell has bits left over"));
            }
            let first = self.words.len();
            self.finish(ops, &here[..len], first + count)?;
            if self.words.len() != first + count {
                return Err(self.wrong("the solution is missing"));
            }
        }
        Ok(self.words)
    }
}

impl<W: Word> Decoding<'_, W> {
    /// Writes the boards of the prefixes of a cell that have solutions, and steps past them; returns their number.
    #[inline(always)]
    fn prefixes(
        &self,
        cell: &PlacedCell,
        steps: &mut PrefixSteps,
        at: &mut u32,
        boards: &mut [PartialSolution<W>],
    ) -> Result<usize, WrongCell> {
        let layout = self.coded.layout;
        let mut len = 0;
        for _ in 0..cell.size.prefixes {
            if self.bits(*at, 1) == 1 {
                if len as u64 == cell.size.solutions {
                    return Err(self.wrong("more solutions than in the table of cells"));
                }
                boards[len] = PartialSolution::of(layout, steps.prefix());
                len += 1;
            }
            *at += 1;
            steps.skip(1);
        }
        Ok(len)
    }

    /// Writes those children of a column's boards that lead to solutions, at most `count`; returns their number.
    #[inline(always)]
    fn step<B: BitOps>(
        &self,
        ops: B,
        (at, end): (&mut u32, u32),
        boards: &[PartialSolution<W>],
        count: usize,
        children: &mut [PartialSolution<W>],
    ) -> Result<usize, WrongCell> {
        let mut len = 0;
        for parent in boards {
            let safe = parent.board.safe();
            let squares = safe.count_ones();
            let alive = self.bits(*at, squares);
            // If no other square leads to a solution, the last one does and has no bit.
            let lower = squares.saturating_sub(1);
            let forced = alive & ((1 << lower) - 1) == 0;
            *at += if forced { lower } else { squares };
            if squares == 0 || len > count || *at > end {
                return Err(self.wrong("its cell contradicts the table of cells"));
            }
            let highest = (1u32 << 31) >> (safe.leading_zeros() & 31);
            let alive = if forced { highest } else { ops.deposit(alive, safe) };
            len = append(self.coded.layout, parent, alive, children, len);
        }
        if len > count {
            return Err(self.wrong("more solutions than in the table of cells"));
        }
        Ok(len)
    }

    /// The bits from a position on, at most the number of squares of a column; they may extend past the end of the cell.
    #[inline(always)]
    fn bits(&self, at: u32, count: u32) -> u32 {
        let byte = (at / 8) as usize;
        let word = &self.coded.bytes[byte..byte + 8];
        let word = u64::from_le_bytes(word.try_into().expect("a slice of 8 bytes"));
        (word >> (at % 8)) as u32 & ((1 << count) - 1)
    }

    /// Searches the last columns, until there are `most` solutions. Each board must have one.
    #[inline(always)]
    fn finish<B: BitOps>(
        &mut self,
        ops: B,
        boards: &[PartialSolution<W>],
        most: usize,
    ) -> Result<(), WrongCell> {
        let layout = self.coded.layout;
        let left = layout.n() - described(layout.n()).end;
        let mut solved = [LastSix::NONE; AT_ONCE];
        for (number, queens) in boards.iter().enumerate() {
            let found = self.words.len();
            if left < COLUMNS {
                search_few(layout, queens, left, &mut self.words);
            } else {
                if number % AT_ONCE == 0 {
                    let next = solved.iter_mut().zip(&boards[number..]);
                    next.for_each(|(solved, queens)| *solved = LastSix::of(ops, queens));
                }
                solved[number % AT_ONCE].append(ops, queens, &mut self.words);
            }
            if self.words.len() == found {
                return Err(self.wrong("leads to no solution"));
            }
            if self.words.len() > most {
                return Err(self.wrong("more solutions than in the table of cells"));
            }
        }
        Ok(())
    }

    /// An error at the place of the next solution.
    #[cold]
    fn wrong(&self, problem: &'static str) -> WrongCell {
        let before = self.coded.cells.first().map_or(0, |cell| cell.solutions as usize);
        WrongCell::Content(before + self.words.len(), problem)
    }
}

#[inline(always)]
fn append<W: Word>(
    layout: WordLayout,
    parent: &PartialSolution<W>,
    mut squares: u32,
    children: &mut [PartialSolution<W>],
    mut len: usize,
) -> usize {
    // Most boards have one or two children, which are appended without a branch.
    for _ in 0..2 {
        children[len] = parent.with(layout, squares & squares.wrapping_neg());
        len += usize::from(squares != 0);
        squares &= squares.wrapping_sub(1);
    }
    while squares != 0 {
        children[len] = parent.with(layout, squares & squares.wrapping_neg());
        len += 1;
        squares &= squares - 1;
    }
    len
}

/// The first queens of a solution: packed, and as a board.
#[derive(Debug, Clone, Copy)]
struct PartialSolution<W> {
    word: W,
    board: Bitboard<u32>,
}

impl<W: Word> PartialSolution<W> {
    /// No queens.
    fn empty(layout: WordLayout) -> Self {
        PartialSolution { word: W::ZERO, board: Bitboard::empty(layout.n()) }
    }

    /// The queens of a prefix.
    fn of(layout: WordLayout, rows: &[u8]) -> Self {
        rows.iter().fold(Self::empty(layout), |queens, &row| queens.with(layout, 1 << row))
    }

    /// Adds a queen on a square of the next column, given as a mask.
    #[inline(always)]
    fn with(&self, layout: WordLayout, row: u32) -> Self {
        let word = layout.push(self.word, row.trailing_zeros());
        PartialSolution { word, board: self.board.with(row) }
    }
}

/// The solutions below a board with six empty columns.
#[derive(Clone, Copy)]
struct LastSix {
    /// The free rows, one byte each, lowest first.
    rows: u64,
    /// The orders of queens in these rows that are solutions.
    orders: Orders,
    /// Bit i is set if word i of `orders` is not 0.
    words: u64,
}

impl LastSix {
    const NONE: LastSix = LastSix { rows: 0, orders: NONE, words: 0 };

    /// The solutions below a board: the orders that are open to every row and in which no two queens attack each other.
    /// Branch-free.
    #[inline(always)]
    fn of<W: Word, B: BitOps>(ops: B, queens: &PartialSolution<W>) -> Self {
        let rows = ops.bit_numbers(queens.board.free);
        let byte = |bytes: u64, i: usize| usize::from((bytes >> (8 * i)) as u8);
        // Byte i: the distance of rows i and i + 1; in `gaps`, less one. The upper three bytes are unused.
        let distances = ops.min_bytes((rows >> 8).wrapping_sub(rows), FAR as u8);
        let gaps = distances.wrapping_sub(0x01_0101_0101);
        // Byte i: 36 times gap i − 2, 6 times gap i − 1, and gap i.
        let sums = gaps.wrapping_mul(36 << 16 | 6 << 8 | 1);
        let mut orders = LOWER[byte(sums, 2)];
        intersect(&mut orders, &UPPER[byte(sums, 4)]);
        let middle = byte(rows, 4).wrapping_sub(byte(rows, 1)).min(6).wrapping_sub(3);
        let across = byte(gaps, 0).min(2) << 4 | middle << 2 | byte(gaps, 4).min(2);
        intersect(&mut orders, &ACROSS[across % ACROSS.len()]);
        // In the reversed rising diagonals, bit 31 − r and those above it are the squares of row r in these columns; in
        // the falling ones, bit r and those above it.
        let (rising, falling) = (queens.board.rising.reverse_bits(), queens.board.falling);
        for (i, open) in OPEN.iter().enumerate() {
            let row = byte(rows, i) as u32;
            let blocked = rising.wrapping_shr(!row) | falling.wrapping_shr(row);
            intersect(&mut orders, &open[blocked as usize % open.len()]);
        }
        LastSix { rows, orders, words: ops.nonzero_words(&orders) }
    }

    /// Appends the solutions to the board's queens, in lexicographic order.
    #[inline(always)]
    fn append<W: Word, B: BitOps>(&self, ops: B, queens: &PartialSolution<W>, out: &mut Vec<W>) {
        let mut words = self.words;
        while words != 0 {
            let word = words.trailing_zeros() as usize % NONE.len();
            words &= words - 1;
            let mut orders = self.orders[word];
            while orders != 0 {
                let order = ORDERS[64 * word + orders.trailing_zeros() as usize];
                orders &= orders - 1;
                let tail = ops.gather(self.rows, order, COLUMNS as u32, W::WIDTH);
                out.push(queens.word.push(COLUMNS as u32 * W::WIDTH, tail));
            }
        }
    }
}

#[inline(always)]
fn intersect(orders: &mut Orders, others: &Orders) {
    for (word, other) in orders.iter_mut().zip(others) {
        *word &= other;
    }
}

/// Appends the solutions below a board with `left` empty columns, in lexicographic order, queen by queen: for boards
/// with fewer than six columns.
#[cold]
fn search_few<W: Word>(
    layout: WordLayout,
    queens: &PartialSolution<W>,
    left: usize,
    out: &mut Vec<W>,
) {
    if left == 0 {
        return out.push(queens.word);
    }
    let mut safe = queens.board.safe();
    while safe != 0 {
        search_few(layout, &queens.with(layout, safe & safe.wrapping_neg()), left - 1, out);
        safe &= safe - 1;
    }
}
