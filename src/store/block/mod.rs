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
mod frame;
mod lookup;
mod runs;
pub(crate) mod tree;
mod words;

use crate::combinatorics::Solution;
pub use crate::search::Cells;
use crate::search::runs::SolutionRun;
pub use cells::{INDEXED_BOARDS, MAX_CELLS};
pub use codec::{Codec, MAX_COUNT};
pub use error::DecodeError;
pub use lookup::Block;
use std::sync::Arc;
use tree::TreeBlock;
pub use tree::{Encoded, MAX_CELLS as MAX_STORED_CELLS, depth as tree_depth};

/// The blocks of a run in codec 2. The run must have all solutions of its prefixes of [`tree_depth`] queens. N ≤ 18.
/// O(solutions).
pub fn encode(run: &SolutionRun) -> Vec<Encoded> {
    match run {
        SolutionRun::Narrow(n, words) => tree::encode(*n, words),
        SolutionRun::Wide(n, words) => tree::encode(*n, words),
    }
}

/// The `count` solutions from `first` on in a payload of codec 2. Any damage is an error. O(solutions).
pub fn decode(first: &Solution, count: usize, payload: &[u8]) -> Result<SolutionRun, DecodeError> {
    read_tree(first, count, payload)?.verified()
}

fn read_tree(first: &Solution, count: usize, payload: &[u8]) -> Result<TreeBlock, DecodeError> {
    let n = first.n();
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(DecodeError::Count { got: count });
    }
    if n.get() > tree::LAST_BOARD {
        return Err(DecodeError::Board { n });
    }
    TreeBlock::read(first, count, payload)
}

/// The block of a payload with `count` solutions from `first` on, prepared for lookups. Damage is an error here or in the
/// lookups, except for wrong counts of representatives and of cells. O(prefixes).
pub fn index(
    codec: Codec,
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<Block, DecodeError> {
    Ok(match codec {
        Codec::Tree => Block::Tree(Box::new(read_tree(first, count, payload)?)),
        Codec::Cells => Block::Cells(Arc::new(cells::read(first, count, payload)?)),
    })
}
