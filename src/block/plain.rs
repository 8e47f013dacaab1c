//! Codec 1: the packed solutions as they are, compressed with zstd behind a bincode header.

use super::{DecodeError, Run};
use crate::combinatorics::BoardSize;
use serde::{Deserialize, Serialize};

/// zstd's level: the size hardly falls beyond it, the time rises.
const LEVEL: i32 = 12;

/// More than a header ever takes, for bincode.
const HEADER_LIMIT: usize = 64;

#[derive(Serialize, Deserialize)]
struct Header {
    n: u8,
    count: u32,
}

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<HEADER_LIMIT>()
}

pub(super) fn encode(run: &Run) -> Vec<u8> {
    let header = Header { n: run.n().get() as u8, count: run.len() as u32 };
    let mut payload =
        bincode::serde::encode_to_vec(header, config()).expect("a header has two numbers");
    let frame = zstd::bulk::compress(run.packed(), LEVEL).expect("zstd compresses to memory");
    payload.extend_from_slice(&frame);
    payload
}

pub(super) fn decode(n: BoardSize, count: usize, payload: &[u8]) -> Result<Run, DecodeError> {
    let (header, used): (Header, usize) = bincode::serde::decode_from_slice(payload, config())
        .map_err(|error| DecodeError::Header { what: error.to_string() })?;
    if usize::from(header.n) != n.get() || header.count as usize != count {
        return Err(DecodeError::Mismatch {
            n: header.n,
            count: header.count,
            row_n: n.get(),
            row_count: count,
        });
    }
    let expected = count * n.packed_len();
    let frame = |what: String| DecodeError::Frame { expected, what };
    let packed =
        zstd::bulk::decompress(&payload[used..], expected).map_err(|e| frame(e.to_string()))?;
    if packed.len() != expected {
        return Err(frame(format!("it gives {}", packed.len())));
    }
    Run::from_packed(n, packed).map_err(|disorder| DecodeError::Content {
        place: disorder.place,
        problem: disorder.problem,
    })
}
