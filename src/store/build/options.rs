//! Options of a build: the tier, the part of the work, the threads.

use crate::combinatorics::BoardSize;
use crate::store::block::{Codec, INDEXED_BOARDS, MAX_CELLS, MAX_STORED_CELLS};
use crate::workers::cores;
use serde::Serialize;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// The largest board of the stored tier.
pub const LAST_STORED: u8 = 18;

/// The largest board of the indexed tier.
pub const LAST_INDEXED: u8 = 24;

/// The largest board whose index one machine can build in a day or two. Larger ones take hundreds of CPU-hours, divided
/// into parts.
pub const LAST_ON_ONE_MACHINE: u8 = 22;

/// How a database represents a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildTier {
    /// Every solution of the first half.
    Stored,
    /// The number of solutions and orbits below each prefix of a few queens. A query searches a few thousand solutions.
    Indexed,
}

/// The largest board that is stored by default.
const LAST_STORED_BY_DEFAULT: usize = 16;

impl BuildTier {
    /// The default tier: stored up to N = 16, indexed beyond.
    pub fn usual(n: BoardSize) -> Self {
        if n.get() <= LAST_STORED_BY_DEFAULT { BuildTier::Stored } else { BuildTier::Indexed }
    }

    /// The name in the `board` table.
    pub(in crate::store) fn name(self) -> &'static str {
        match self {
            BuildTier::Stored => "stored",
            BuildTier::Indexed => "indexed",
        }
    }

    /// The tier with this name in the `board` table.
    pub(in crate::store) fn from_name(name: &str) -> Option<Self> {
        [BuildTier::Stored, BuildTier::Indexed].into_iter().find(|tier| tier.name() == name)
    }

    /// The codec of its blocks.
    pub(in crate::store) fn codec(self) -> Codec {
        match self {
            BuildTier::Stored => Codec::Tree,
            BuildTier::Indexed => Codec::Cells,
        }
    }

    /// Whether this tier allows boards of this size.
    pub(in crate::store) fn takes(self, n: BoardSize) -> bool {
        match self {
            BuildTier::Stored => n.get() <= usize::from(LAST_STORED),
            BuildTier::Indexed => INDEXED_BOARDS.contains(&n.get()),
        }
    }

    /// The maximum number of cells in a block.
    pub(in crate::store) fn block_size(self) -> usize {
        match self {
            BuildTier::Stored => MAX_STORED_CELLS,
            BuildTier::Indexed => MAX_CELLS,
        }
    }
}

impl fmt::Display for BuildTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The maximum number of parts of a board.
const MOST_PARTS: u32 = 10_000;

/// A part of the work of an index. All parts of a board take about the same time (`division.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The whole work.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Part `number` of `of`, 1 ≤ `number` ≤ `of` ≤ 10,000.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1 <= number && number <= of && of <= MOST_PARTS).then_some(Part { number, of })
    }

    /// The number of the part, 1-based.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of parts.
    pub fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Serialize for Part {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        numbers
            .and_then(|(number, of)| Part::new(number.parse().ok()?, of.parse().ok()?))
            .ok_or_else(|| {
                let got: String = text.chars().take(40).collect();
                format!("expected a part such as 3/16, of at most {MOST_PARTS} parts, got '{got}'")
            })
    }
}

/// Options of a build.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// Threads that enumerate and encode.
    pub jobs: NonZeroUsize,
    /// Discards what the file holds of the board, complete or not.
    pub rebuild: bool,
    /// The tier; by default the one that the board already has in the file, else [`BuildTier::usual`].
    pub tier: Option<BuildTier>,
    /// The part of an index to count, for [`merge`](super::super::merge()).
    pub part: Part,
    /// How long to wait for another build to release the lock of the database; zero does not wait.
    pub wait: Duration,
    /// The maximum number of solutions in a cell of an index, if less than the board's own limit.
    #[doc(hidden)]
    pub cell_limit: Option<u64>,
}

impl BuildOptions {
    pub(super) fn tier(&self, n: BoardSize) -> BuildTier {
        // Only an index has parts.
        let usual = if self.part == Part::WHOLE { BuildTier::usual(n) } else { BuildTier::Indexed };
        self.tier.unwrap_or(usual)
    }
}

impl Default for BuildOptions {
    /// Uses all cores; keeps what the file holds; does not wait.
    fn default() -> Self {
        BuildOptions {
            jobs: cores(),
            rebuild: false,
            tier: None,
            part: Part::WHOLE,
            wait: Duration::ZERO,
            cell_limit: None,
        }
    }
}
