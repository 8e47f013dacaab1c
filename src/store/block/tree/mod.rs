//! Codec 2, the solution tree.
//!
//! The solutions of a block are the leaves of a tree: each node is a board with queens in its first columns, and its
//! children are the safe squares of the next column that lead to a solution. The first columns form prefixes, and
//! successive prefixes form cells of some 64 solutions, whose numbers of prefixes, solutions and representatives are a
//! table at the start of the payload. The bits of a cell follow one another: one for each prefix, set if it has
//! solutions, then, column by column, one for each safe square of each node, set if it leads to a solution. The last six
//! columns have no bits: the decoder solves them with tables. So a lookup decodes one cell. docs/format.md has the bytes.
//!
//! - reading: `decode` rebuilds the solutions of cells, column by column, with the tables of `orders` for the last six
//!   columns and the bit operations of `bmi2`
//! - lookups: `lookup` has the cells of a block, and finds and decodes one

pub(crate) mod bmi2;
mod decode;
mod lookup;
mod orders;

use crate::combinatorics::BoardSize;
use crate::combinatorics::word::{Word, WordLayout};
use crate::search::bitboard::{Bitboard, PrefixSteps};
use crate::search::cell::columns::{
    BitWriter, differences, fold_sign, sums, unfold_sign, write_columns,
};
use crate::search::{CellSize, join_cells};
pub(super) use lookup::TreeBlock;
use std::ops::Range;

/// The largest board of the codec.
pub const LAST_BOARD: usize = 18;

/// The maximum number of cells in a block.
pub const MAX_CELLS: usize = 512;

/// The maximum number of solutions in a cell, unless a single prefix has more: they are decoded in two microseconds.
const CELL_SOLUTIONS: u64 = 64;

/// The number of queens in a prefix: ten columns are left, or more on small boards, and the first half of a board
/// consists of whole prefixes.
pub fn depth(n: usize) -> usize {
    n.saturating_sub(10).max(1 + n % 2).min(n)
}

/// The columns whose squares have bits: those between the prefix and the last columns, which are searched.
fn described(n: usize) -> Range<usize> {
    depth(n)..depth(n).max(n - n.min(orders::COLUMNS))
}

/// The columns of the table of cells: small numbers from which their sizes and the lengths of their bits follow.
fn columns_of(cells: &[CellSize], lengths: &[u64]) -> [Vec<u64>; 4] {
    let less = |cell: &CellSize| fold_sign(CELL_SOLUTIONS as i64 - cell.solutions as i64);
    let more = |(cell, &len): (&CellSize, &u64)| fold_sign(len as i64 - expected(cell.solutions));
    [
        cells.iter().map(|cell| u64::from(cell.prefixes) - 1).collect(),
        cells.iter().map(less).collect(),
        differences(cells.iter().map(|cell| cell.representatives)),
        cells.iter().zip(lengths).map(more).collect(),
    ]
}

/// The sizes of the cells in the columns of a table, and the lengths of their bits. Damaged columns can hold any numbers.
fn cells_of(columns: [Vec<u64>; 4]) -> impl Iterator<Item = (CellSize, u64)> {
    let [prefixes, solutions, representatives, lengths] = columns;
    let sizes = prefixes.into_iter().zip(solutions).zip(sums(representatives)).zip(lengths);
    sizes.map(|(((prefixes, less), representatives), more)| {
        let solutions = (CELL_SOLUTIONS as i64).wrapping_sub(unfold_sign(less)) as u64;
        let prefixes = u32::try_from(prefixes + 1).unwrap_or(u32::MAX);
        let len = unfold_sign(more).wrapping_add(expected(solutions)) as u64;
        (CellSize { prefixes, solutions, representatives }, len)
    })
}

/// The usual length of the bits of a cell.
fn expected(solutions: u64) -> i64 {
    (solutions as i64).wrapping_mul(15) / 4
}

// ---- Encoding

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
    fn row<W: Word>(self, word: W, column: usize) -> u32 {
        word.bits_from(W::WIDTH * (self.n() - 1 - column) as u32) & ((1 << W::WIDTH) - 1)
    }
}
