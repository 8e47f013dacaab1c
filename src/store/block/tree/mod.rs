//! Codec 2, the solution tree.
//!
//! The solutions of a block are the leaves of a tree: each node is a board with queens in its first columns, and its
//! children are the safe squares of the next column that lead to a solution. The first columns form prefixes, and
//! successive prefixes form cells of some 64 solutions, whose numbers of prefixes, solutions and representatives are a
//! table at the start of the payload. The bits of a cell follow one another: one for each prefix, set if it has
//! solutions, then, column by column, one for each safe square of each node, set if it leads to a solution. The last six
//! columns have no bits: the decoder solves them with tables. So a lookup decodes one cell. docs/format.md has the bytes.
//!
//! - writing: `encode`
//! - reading: `decode` rebuilds the solutions of cells, column by column, with the tables of `orders` for the last six
//!   columns and the bit operations of `bmi2`
//! - lookups: `lookup` has the cells of a block, and finds and decodes one

pub(crate) mod bmi2;
mod decode;
mod encode;
mod lookup;
mod orders;

use crate::search::CellSize;
use crate::search::cell::columns::{differences, fold_sign, sums, unfold_sign};
pub use encode::Encoded;
pub(super) use encode::encode;
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
