//! Encodes the solutions of a block.

use super::{CELL_SOLUTIONS, MAX_CELLS, columns_of, depth, described};
use crate::combinatorics::BoardSize;
use crate::combinatorics::word::{Word, WordLayout};
use crate::search::bitboard::Bitboard;
use crate::search::cell::columns::{BitWriter, write_columns};
use crate::search::prefixes::PrefixSteps;
use crate::search::{CellSize, join_cells};

/// A block of successive solutions.
#[derive(Debug)]
pub struct Encoded {
    /// Number of solutions.
    pub count: usize,
    /// Number of canonical representatives among them.
    pub representatives: u64,
    /// The bytes.
    pub payload: Vec<u8>,
}

/// Ascending solutions, all those of some prefixes, in blocks: as few as possible, of about equally many cells.
/// O(solutions).
pub(crate) fn encode<W: Word>(n: BoardSize, words: &[W]) -> Vec<Encoded> {
    let Some(&first) = words.first() else { return Vec::new() };
    let layout = WordLayout::new(n);
    let rows: Vec<u8> = (0..depth(n.get())).map(|column| layout.row(first, column) as u8).collect();
    let steps = PrefixSteps::at(n, &rows).expect("queens of a solution");
    let prefixes = prefixes(layout, steps.clone(), words);
    let cells: Vec<CellSize> = join_cells(prefixes.iter().copied(), CELL_SOLUTIONS).collect();
    let levels = vec![Vec::new(); described(n.get()).len()];
    let mut encoder = Encoder { layout, steps, prefixes: prefixes.into_iter(), words, levels };
    let blocks = cells.len().div_ceil(MAX_CELLS);
    cells.chunks(cells.len().div_ceil(blocks)).map(|cells| encoder.block(cells)).collect()
}

/// The prefixes of ascending solutions, from that of the first to that of the last.
fn prefixes<W: Word>(layout: WordLayout, mut steps: PrefixSteps, words: &[W]) -> Vec<CellSize> {
    let (mut prefixes, mut rest) = (Vec::new(), words);
    while !rest.is_empty() {
        let prefix = steps.prefix();
        let begins = |word: &&W| {
            (0..prefix.len())
                .rev()
                .all(|column| layout.row(**word, column) == u32::from(prefix[column]))
        };
        let (here, others) = rest.split_at(rest.iter().take_while(begins).count());
        rest = others;
        let representatives = here.iter().filter(|word| word.is_least_image(layout)).count() as u64;
        prefixes.push(CellSize { prefixes: 1, solutions: here.len() as u64, representatives });
        steps.skip(1);
    }
    prefixes
}

/// What is left to encode.
struct Encoder<'w, W> {
    layout: WordLayout,
    steps: PrefixSteps,
    prefixes: std::vec::IntoIter<CellSize>,
    words: &'w [W],
    /// For each described column the bits of the boards of a cell, and their number.
    levels: Vec<Vec<(u64, u32)>>,
}

impl<W: Word> Encoder<'_, W> {
    /// The next block, of these cells.
    fn block(&mut self, cells: &[CellSize]) -> Encoded {
        let mut bits = BitWriter::default();
        let lengths: Vec<u64> =
            cells.iter().map(|cell| self.cell(cell.prefixes, &mut bits)).collect();
        let columns = write_columns(columns_of(cells, &lengths));
        let sum = |number: fn(&CellSize) -> u64| cells.iter().map(number).sum::<u64>();
        Encoded {
            count: sum(|cell| cell.solutions) as usize,
            representatives: sum(|cell| cell.representatives),
            payload: [&(cells.len() as u16).to_le_bytes()[..], &columns, &bits.into_bytes()]
                .concat(),
        }
    }

    /// Writes the next cell, of this many prefixes: for each prefix whether it has solutions, then the boards below them,
    /// column by column. Returns the number of bits.
    fn cell(&mut self, prefixes: u32, bits: &mut BitWriter) -> u64 {
        let (n, mut len) = (self.layout.n(), u64::from(prefixes));
        for prefix in self.prefixes.by_ref().take(prefixes as usize) {
            let (here, others) = self.words.split_at(prefix.solutions as usize);
            self.words = others;
            bits.push(u64::from(!here.is_empty()), 1);
            if !here.is_empty() {
                let board = Bitboard::with_queens(n, self.steps.prefix()).expect("a prefix");
                describe(self.layout, depth(n), board, here, &mut self.levels);
            }
            self.steps.skip(1);
        }
        for (mask, squares) in self.levels.iter_mut().flat_map(|level| level.drain(..)) {
            bits.push(mask, squares);
            len += u64::from(squares);
        }
        len
    }
}

/// Writes the bits of the boards below one with queens in the first `column` columns, and its own: for each safe square
/// of the next column, whether it leads to one of the solutions.
fn describe<W: Word>(
    layout: WordLayout,
    column: usize,
    board: Bitboard<u32>,
    words: &[W],
    levels: &mut [Vec<(u64, u32)>],
) {
    let Some((level, deeper)) = levels.split_first_mut() else { return };
    let (mut rest, mut alive) = (words, 0u32);
    while let Some(&first) = rest.first() {
        let row = layout.row(first, column);
        let same = rest.iter().take_while(|&&word| layout.row(word, column) == row).count();
        let (here, others) = rest.split_at(same);
        describe(layout, column + 1, board.with(1 << row), here, deeper);
        alive |= 1 << row;
        rest = others;
    }
    level.push(squares(board.safe(), alive));
}

/// The bits of a board's safe squares, lowest row first, and their number. The bit of the highest is left out if the
/// others are 0: then it must be 1.
fn squares(mut safe: u32, alive: u32) -> (u64, u32) {
    let (mut bits, mut count) = (0, 0);
    while safe != 0 {
        let lowest = safe & safe.wrapping_neg();
        safe ^= lowest;
        if safe == 0 && bits == 0 {
            break;
        }
        bits |= u64::from(alive & lowest != 0) << count;
        count += 1;
    }
    (bits, count)
}

impl WordLayout {
    /// The 0-based row of the queen in a 0-based column.
    #[inline(always)]
    pub(crate) fn row<W: Word>(self, word: W, column: usize) -> u32 {
        word.bits_from(W::WIDTH * (self.n() - 1 - column) as u32) & ((1 << W::WIDTH) - 1)
    }
}
