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
mod payload;
pub(crate) mod tree;

pub use crate::search::cell::Cells;

pub use cells::{INDEXED_BOARDS, MAX_CELLS};
pub use payload::{DecodeError, MAX_COUNT};
pub(crate) use payload::{decompress, from_planes, to_planes};
pub use tree::{Encoded, MAX_CELLS as MAX_STORED_CELLS, depth as tree_depth};

use crate::combinatorics::{BoardSize, Invalid, Solution, named, unreadable};
use crate::search::Block;
use crate::search::runs::SolutionRun;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tree::TreeBlock;

named! {
    /// How a database represents a board.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum BuildTier {
        /// Every solution of the first half.
        Stored = "stored",
        /// The number of solutions and orbits below each prefix of a few queens. A query searches a few thousand solutions.
        Indexed = "indexed",
    } Invalid: |text| unreadable("the tier stored or indexed", text)
}

const LAST_STORED_BY_DEFAULT: usize = 16;

impl BuildTier {
    /// The default tier: stored up to N = 16, indexed beyond.
    pub fn usual(n: BoardSize) -> Self {
        if n.get() <= LAST_STORED_BY_DEFAULT { BuildTier::Stored } else { BuildTier::Indexed }
    }

    /// The codec of its blocks, the number of their format in the tables `nqdb_board` and `nqdb_block`.
    pub fn codec(self) -> i64 {
        match self {
            BuildTier::Stored => 2,
            BuildTier::Indexed => 3,
        }
    }

    /// The tier whose blocks have this codec, if this version supports it.
    pub fn of_codec(codec: i64) -> Option<Self> {
        BuildTier::ALL.into_iter().find(|tier| tier.codec() == codec)
    }

    pub(crate) fn takes(self, n: BoardSize) -> bool {
        match self {
            BuildTier::Stored => n.get() <= tree::LAST_BOARD,
            BuildTier::Indexed => INDEXED_BOARDS.contains(&n.get()),
        }
    }

    /// The maximum number of cells in a block.
    pub(crate) fn block_size(self) -> usize {
        match self {
            BuildTier::Stored => MAX_STORED_CELLS,
            BuildTier::Indexed => MAX_CELLS,
        }
    }
}

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
    tier: BuildTier,
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<Arc<dyn Block>, DecodeError> {
    Ok(match tier {
        BuildTier::Stored => Arc::new(read_tree(first, count, payload)?),
        BuildTier::Indexed => Arc::new(cells::read(first, count, payload)?),
    })
}
