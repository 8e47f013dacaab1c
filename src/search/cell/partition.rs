//! The cells of a board, from the counts of its prefixes.

use crate::combinatorics::BoardSize;

/// Successive attack-free prefixes of one depth: a few thousand solutions, which are successive as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'p> {
    /// The first prefix: 0-based rows that do not attack each other.
    pub first: &'p [u8],
    /// The last prefix, of the same length.
    pub last: &'p [u8],
    /// How much is in the cell: at least one prefix.
    pub size: CellSize,
}

/// Queens of the prefixes that cells of board size `n` ≥ 5 are made of: 5 up to N = 17 (3 up to N = 7), 6 up to
/// N = 22 and 7 beyond, so that the count takes little memory and few prefixes have more than [`cell_limit`]
/// solutions.
pub fn cell_depth(n: BoardSize) -> usize {
    match n.get() {
        ..=7 => 3,
        8..=17 => 5,
        18..=22 => 6,
        _ => 7,
    }
}

/// The most solutions of a cell of board size `n`, except for single prefixes that have more. With it a
/// solution is found in less than 0.1 ms (N ≤ 18) to about 1 ms by the fastest kernel, and an index takes
/// about 0.3 MB at N = 18 and 3.5 MB at N = 20. docs/scale.md has the larger boards.
///
/// At N = 22 most cells are single prefixes, at N = 24 half of them.
pub fn cell_limit(n: BoardSize) -> u64 {
    match n.get() {
        ..=18 => 3072,
        19 => 10_240,
        20 => 24_576,
        21 => 61_440,
        22 => 147_456,
        23 => 294_912,
        _ => 1_179_648,
    }
}

/// How much a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSize {
    /// Attack-free prefixes.
    pub prefixes: u32,
    /// Solutions that begin with one of them.
    pub solutions: u64,
    /// Canonical representatives among those.
    pub representatives: u64,
}

/// Joins successive prefixes to cells: as many as have no more than `limit` solutions together, or
/// one that has more. `counts` are the solutions and representatives of all prefixes, in order.
///
/// Every cell has a solution, if there is one at all, and with the next prefix more than `limit`.
pub fn join_cells<'c>(
    counts: impl IntoIterator<Item = [u32; 2]> + 'c,
    limit: u64,
) -> impl Iterator<Item = CellSize> + 'c {
    let mut counts = counts.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut cell = CellSize::default();
        let fits = |cell: &CellSize, solutions: u32| {
            let sum = cell.solutions + u64::from(solutions);
            cell.solutions == 0 || solutions == 0 || sum <= limit
        };
        while let Some([solutions, representatives]) = counts.next_if(|next| fits(&cell, next[0])) {
            cell.prefixes += 1;
            cell.solutions += u64::from(solutions);
            cell.representatives += u64::from(representatives);
        }
        (cell.prefixes > 0).then_some(cell)
    })
}
