//! What every payload has: the number of its codec, a bincode header followed by one zstd frame, and the errors in its
//! bytes.

use crate::combinatorics::{BoardSize, Invalid};
use crate::search::WrongCell;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Errors in the bytes of a block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum DecodeError {
    /// The number of solutions is impossible.
    #[error("expected 1 to {MAX_COUNT} solutions in a block, got {got}")]
    Count { got: usize },
    /// The checksum in the row differs from that of the bytes.
    #[error("checksum mismatch")]
    Checksum,
    /// The block does not begin where the blocks before it end.
    #[error(
        "it is out of place: {solutions} solutions and {representatives} canonical representatives come before it"
    )]
    Place {
        /// Solutions in the blocks before it.
        solutions: u64,
        /// Canonical representatives in the blocks before it.
        representatives: u64,
    },
    /// The header can't be read.
    #[error("its header can't be read: {what}")]
    Header { what: String },
    /// No codec supports the board.
    #[error("no codec supports N = {n}")]
    Board { n: BoardSize },
    /// The first solution in the row is not a solution.
    #[error("first_solution is not a valid solution: {what}")]
    FirstSolution { what: Invalid },
    /// The zstd frame is damaged or has another length.
    #[error("its zstd frame does not decompress to the expected {expected} bytes: {what}")]
    Frame { expected: usize, what: String },
    /// The content is not a run of solutions, or the counts of a cell are impossible.
    #[error(transparent)]
    Cell(#[from] WrongCell),
    /// This version does not support the codec.
    #[error("it uses codec {got}, which this version of nqdb does not support")]
    Codec { got: i64 },
}

/// The maximum number of solutions in a block. Nothing in a file makes a reader allocate more boards than this (4 MiB).
pub const MAX_COUNT: usize = 1 << 16;

/// The limit is larger than the header of any payload.
fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<1024>()
}

/// A payload made of a header and of content compressed at a zstd level.
pub(super) fn to_payload(header: impl Serialize, content: &[u8], level: i32) -> Vec<u8> {
    let mut payload = bincode::serde::encode_to_vec(header, config()).expect("a small header");
    payload.extend(zstd::bulk::compress(content, level).expect("zstd compresses to memory"));
    payload
}

/// The header of a payload, and the frame after it.
pub(super) fn read_header<H: DeserializeOwned>(payload: &[u8]) -> Result<(H, &[u8]), DecodeError> {
    let (header, used) = bincode::serde::decode_from_slice(payload, config())
        .map_err(|error| DecodeError::Header { what: error.to_string() })?;
    Ok((header, &payload[used..]))
}

/// The content of a zstd frame, which must have `expected` bytes, whatever length the frame claims.
pub(crate) fn decompress(frame: &[u8], expected: usize) -> Result<Vec<u8>, DecodeError> {
    let wrong = |what: String| DecodeError::Frame { expected, what };
    if frame.is_empty() {
        // zstd accepts an empty input as an empty frame.
        return Err(wrong("it is empty".into()));
    }
    let bytes =
        zstd::bulk::decompress(frame, expected).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() != expected {
        return Err(wrong(format!("got {}", bytes.len())));
    }
    Ok(bytes)
}

/// The bytes of rows of numbers, transposed: the lowest bytes of all first numbers, then their second bytes, and so on.
pub(crate) fn to_planes<const COLUMNS: usize>(rows: &[[u32; COLUMNS]]) -> Vec<u8> {
    let plane = |plane| rows.iter().map(move |row| (row[plane / 4] >> (8 * (plane % 4))) as u8);
    (0..4 * COLUMNS).flat_map(plane).collect()
}

/// The rows of numbers with these bytes.
pub(crate) fn from_planes<const COLUMNS: usize>(planes: &[u8]) -> Vec<[u32; COLUMNS]> {
    let mut rows = vec![[0; COLUMNS]; planes.len() / (4 * COLUMNS)];
    for (plane, bytes) in planes.chunks(rows.len().max(1)).enumerate() {
        for (row, &byte) in rows.iter_mut().zip(bytes) {
            row[plane / 4] |= u32::from(byte) << (8 * (plane % 4));
        }
    }
    rows
}
