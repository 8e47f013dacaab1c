//! Blocks: runs of solutions in lexicographic order, to and from bytes. No SQL.
//!
//! The bytes are described in docs/format.md, section “Payload”.

mod cells;
mod run;
mod tree;
mod word;

use crate::combinatorics::{BoardSize, Canonical, Invalid, Solution};
use cells::CellRun;
pub(crate) use cells::{BOARDS as INDEXED_BOARDS, CellSearches, Cells, MAX_CELLS};
pub(crate) use run::Run;
use run::{either, is_narrow};
use tree::Tree;

/// The most solutions that a block may hold; nothing in a file makes a reader allocate more than
/// this many boards (4 MiB).
pub(crate) const MAX_COUNT: usize = 1 << 16;

/// How a payload is made. The number stands in the `board` and `block` tables; 1 was the packed
/// solutions themselves, and is no longer read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Codec {
    /// The solution tree.
    Tree = 2,
    /// Counts of cells.
    Cells = 3,
}

impl Codec {
    /// The codec with this number, if this version knows it.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        [Codec::Tree, Codec::Cells].into_iter().find(|&codec| codec as i64 == number)
    }
}

/// More than the header of any payload takes, for bincode.
fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<1024>()
}

/// What a zstd frame gives, which must be so many bytes, whatever it says of itself.
fn decompress(frame: &[u8], expected: usize) -> Result<Vec<u8>, DecodeError> {
    let wrong = |what: String| DecodeError::Frame { expected, what };
    if frame.is_empty() {
        // zstd takes no bytes for an empty frame.
        return Err(wrong("there is none".into()));
    }
    let bytes =
        zstd::bulk::decompress(frame, expected).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() != expected {
        return Err(wrong(format!("it gives {}", bytes.len())));
    }
    Ok(bytes)
}

/// The payload of a run. O(solutions).
pub(crate) fn encode(run: &Run) -> Vec<u8> {
    either!(run, words => tree::encode(run.n(), words))
}

/// The run of `count` solutions from `first` on that a payload must hold; every damage is an error.
/// O(solutions).
pub(crate) fn decode(first: &Solution, count: usize, payload: &[u8]) -> Result<Run, DecodeError> {
    check(first.n(), count)?;
    let n = first.n();
    Ok(match is_narrow(n) {
        true => Run::Narrow(n, tree::decode(first, count, payload)?),
        false => Run::Wide(n, tree::decode(first, count, payload)?),
    })
}

fn check(n: BoardSize, count: usize) -> Result<(), DecodeError> {
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(DecodeError::Count { got: count });
    }
    if n.get() > word::MOST_COLUMNS {
        return Err(DecodeError::Board { n });
    }
    Ok(())
}

/// A block for look-ups: solutions in compressed form, with an index that finds each of them within
/// microseconds; or cells, where one is searched.
pub(crate) trait IndexedRun: std::fmt::Debug + Send + Sync {
    /// Solutions, 1 … [`MAX_COUNT`].
    fn len(&self) -> usize;

    /// The first solution.
    fn first(&self) -> &Solution;

    /// The last solution.
    fn last(&self) -> &Solution;

    /// How many of the solutions are canonical representatives.
    fn representatives(&self) -> usize;

    /// The solution at a 0-based place, if there is one. A few dozen solutions are decoded for it, as
    /// for all that follow.
    fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError>;

    /// The 0-based place of a solution of this board size, if it is in the run.
    fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError>;

    /// The 0-based number of a canonical representative of this board size among those of the run, if
    /// it is in the run.
    fn representative_number(&self, canonical: &Canonical) -> Result<Option<usize>, DecodeError>;

    /// The canonical representative with this 0-based number among those of the run.
    fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError>;

    /// For cells: the 1-based number of the cell that holds a place, and its solutions.
    fn recomputed(&self, _place: usize) -> Option<(usize, u64)> {
        None
    }

    /// Bytes of memory.
    fn memory(&self) -> usize;
}

/// Reads a payload of `count` solutions from `first` on, for look-ups; every damage is an error, but
/// for wrong counts of cells. O(solutions), or of prefixes.
pub(crate) fn index(
    codec: Codec,
    first: &Solution,
    count: usize,
    payload: &[u8],
    searches: &CellSearches,
) -> Result<Box<dyn IndexedRun>, DecodeError> {
    if codec == Codec::Cells {
        return Ok(Box::new(CellRun::read(first, count, payload, searches)?));
    }
    check(first.n(), count)?;
    Ok(match is_narrow(first.n()) {
        true => Box::new(Tree::<u64>::read(first, count, payload)?),
        false => Box::new(Tree::<u128>::read(first, count, payload)?),
    })
}

/// What is wrong with the bytes of a block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A number of solutions that no block has.
    #[error("a block holds 1 to {MAX_COUNT} solutions, this one says {got}")]
    Count {
        /// What the row says.
        got: usize,
    },
    /// The checksum of the row is another one.
    #[error("its checksum does not fit its content")]
    Checksum,
    /// The header can't be read.
    #[error("its header can't be read: {what}")]
    Header {
        /// What bincode said.
        what: String,
    },
    /// A board that has no codec.
    #[error("no block holds solutions of N = {n}")]
    Board {
        /// Board size.
        n: BoardSize,
    },
    /// The first solution of the row is none.
    #[error("the first solution that its row names is none: {what}")]
    FirstSolution {
        /// What is wrong with it.
        what: Invalid,
    },
    /// The zstd frame is broken or of another length.
    #[error("its zstd frame does not give the expected {expected} bytes: {what}")]
    Frame {
        /// Bytes of the streams.
        expected: usize,
        /// What zstd said, or the length.
        what: String,
    },
    /// What it decodes to is no run of solutions.
    #[error("place {place} (0-based) in it {problem}")]
    Content {
        /// 0-based.
        place: usize,
        /// What is there.
        problem: &'static str,
    },
    /// What a cell can't be.
    #[error("cell {place} (0-based) in it {problem}")]
    Cell {
        /// 0-based.
        place: usize,
        /// What is there.
        problem: &'static str,
    },
    /// A codec that this version does not know.
    #[error("it is written with codec {got}, which this nqdb does not know")]
    Codec {
        /// The number in the table.
        got: i64,
    },
}

#[cfg(test)]
mod tests;
