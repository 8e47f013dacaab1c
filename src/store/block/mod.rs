//! Blocks: runs of solutions in lexicographic order, to and from bytes. No SQL.
//!
//! A payload is the content of a block in the file, in one of two codecs:
//!
//! - codec 2, `tree`: the solutions themselves, in under four bits each, as a tree of the squares that lead to one
//! - codec 3, `cells`: only the number of solutions of each cell; a lookup searches one cell
//!
//! [`decode`] returns all solutions of a block ([`SolutionRun`]); [`index`] keeps it compressed, for single lookups
//! ([`Block`]). Neither allocates more than the count in the block's row allows. docs/format.md has the bytes, in
//! section “Payload”.

mod cells;
mod codec;
mod error;
pub(crate) mod frame;
mod lookup;
mod runs;
pub(crate) mod tree;
mod words;

use crate::combinatorics::{BoardSize, Solution, word::MOST_COLUMNS};
pub use crate::search::Cells;
use crate::search::solution_run::{RunWord, SolutionRun, is_narrow};
pub use cells::{INDEXED_BOARDS, MAX_CELLS};
pub use codec::{Codec, MAX_COUNT};
pub use error::DecodeError;
pub use lookup::Block;
use std::sync::Arc;
use tree::TreeBlock;

/// The payload of a run, in codec 2. O(solutions).
pub fn encode(run: &SolutionRun) -> Vec<u8> {
    match run {
        SolutionRun::Narrow(n, words) => tree::encode(*n, words),
        SolutionRun::Wide(n, words) => tree::encode(*n, words),
    }
}

/// The `count` solutions from `first` on in a payload of codec 2. Any damage is an error. O(solutions).
pub fn decode(first: &Solution, count: usize, payload: &[u8]) -> Result<SolutionRun, DecodeError> {
    let n = first.n();
    check(n, count)?;
    Ok(if is_narrow(n) {
        u64::run(n, tree::decode(first, count, payload)?)
    } else {
        u128::run(n, tree::decode(first, count, payload)?)
    })
}

/// Fails if no block can have this board size or number of solutions.
fn check(n: BoardSize, count: usize) -> Result<(), DecodeError> {
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(DecodeError::Count { got: count });
    }
    if n.get() > MOST_COLUMNS {
        return Err(DecodeError::Board { n });
    }
    Ok(())
}

/// The block of a payload with `count` solutions from `first` on, prepared for lookups. Any damage is an error, except
/// for wrong counts of cells. O(solutions); O(prefixes) for cells.
pub fn index(
    codec: Codec,
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<Block, DecodeError> {
    if codec == Codec::Cells {
        return Ok(Block::Cells(Arc::new(cells::read(first, count, payload)?)));
    }
    check(first.n(), count)?;
    Ok(Block::Tree(Box::new(if is_narrow(first.n()) {
        TreeBlock::read::<u64>(first, count, payload)?
    } else {
        TreeBlock::read::<u128>(first, count, payload)?
    })))
}
