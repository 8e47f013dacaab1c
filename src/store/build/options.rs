//! What a build is given and what it returns: the tier, the part and the options; the outcome; the errors.

use crate::combinatorics::{BoardSize, Invalid, serialised, unreadable};
use crate::store::block::{BuildTier, INDEXED_BOARDS, tree};
use crate::units::bytes;
use crate::workers::cores;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// The largest board of the stored tier.
pub const LAST_STORED: usize = tree::LAST_BOARD;

/// The largest board of the indexed tier.
pub const LAST_INDEXED: usize = *INDEXED_BOARDS.end();

/// The largest board whose index one machine can build in a day or two. Larger ones take hundreds of CPU-hours, divided
/// into parts.
pub const LAST_ON_ONE_MACHINE: usize = 22;

/// The maximum number of parts of a board.
const MOST_PARTS: u32 = 10_000;

/// A part of the work of an index. All parts of a board take about the same time (`counting.rs`).
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

    /// As in messages: `part 3/16`, or `the whole`.
    fn described(self) -> String {
        if self == Part::WHOLE { "the whole".to_owned() } else { format!("part {self}") }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

serialised! {
    Part as String: ToString::to_string, |text: String| text.parse::<Part>();
}

impl FromStr for Part {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let numbers = text.split_once('/');
        numbers
            .and_then(|(number, of)| Part::new(number.parse().ok()?, of.parse().ok()?))
            .ok_or_else(|| unreadable("a part K/M such as 3/16, with 1 ≤ K ≤ M ≤ 10000", text))
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

/// How a build ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The board was already complete; nothing was done.
    AlreadyThere,
    /// The board was built.
    Built,
    /// An interrupted build was finished. The number counts the first-half solutions (for an index, orbits) that were
    /// already there.
    Resumed(u64),
    /// A part of an index was counted.
    Part(Part),
}

/// A board that was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Board size.
    pub n: BoardSize,
    /// Its tier.
    pub tier: BuildTier,
    /// Q(N); for a part, the solutions that it has counted.
    pub solutions: u64,
    /// F(N); for a part, the orbits that it has counted.
    pub orbits: u64,
    /// How the build ended.
    pub outcome: Outcome,
}

/// Why a board can't be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum BuildError {
    /// The board is too large for the tier.
    #[error("N = {n} is too large for the stored tier, which goes up to N = {last}")]
    TooLarge { n: BoardSize, last: usize },
    /// The board is outside the range of the indexed tier.
    #[error("N = {n} can't be indexed, only N = {first} to {last}")]
    NotIndexable { n: BoardSize, first: usize, last: usize },
    /// A stored board can't be built in parts.
    #[error("only an index is built in parts, and N = {n} would be stored")]
    NoParts { n: BoardSize },
    /// The file holds the board on another tier.
    #[error("N = {n} is {there} in this file, not {wanted}")]
    OtherTier { n: BoardSize, there: BuildTier, wanted: BuildTier },
    /// The file holds another part of the index.
    #[error(
        "this file holds {} of the index of N = {n}, not {}", there.described(), wanted.described()
    )]
    OtherPart { n: BoardSize, there: Part, wanted: Part },
    /// The board is already complete.
    #[error("N = {n} is already complete in this file")]
    AlreadyBuilt { n: BoardSize },
    /// Not enough memory.
    #[error("not enough memory: the build needs about {}", bytes(*needed as u64))]
    NoMemory {
        /// Bytes needed with one thread, an upper estimate.
        needed: usize,
    },
    /// `SOURCE_DATE_EPOCH` is not a valid time.
    #[error("SOURCE_DATE_EPOCH is {got}, expected seconds since 1970, up to the year 9999")]
    SourceDate { got: String },
    /// The counts contradict the known ones.
    #[error(
        "the build of N = {n} counted {got} {what}, expected {expected}; the board is not marked complete; please report this"
    )]
    WrongCount {
        n: BoardSize,
        what: &'static str,
        /// The known number.
        expected: u64,
        got: u64,
    },
}
