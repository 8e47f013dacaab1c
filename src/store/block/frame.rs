//! The common parts of all payloads: a bincode header, followed by one zstd frame.

use super::error::DecodeError;
use serde::{Serialize, de::DeserializeOwned};

/// The limit is larger than the header of any payload.
fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<1024>()
}

/// A payload made of a header and of content compressed at a zstd level.
pub fn to_payload(header: impl Serialize, content: &[u8], level: i32) -> Vec<u8> {
    let mut payload = bincode::serde::encode_to_vec(header, config()).expect("a small header");
    payload.extend(zstd::bulk::compress(content, level).expect("zstd compresses to memory"));
    payload
}

/// The header of a payload, and the frame after it.
pub fn read_header<H: DeserializeOwned>(payload: &[u8]) -> Result<(H, &[u8]), DecodeError> {
    let (header, used) = bincode::serde::decode_from_slice(payload, config())
        .map_err(|error| DecodeError::Header { what: error.to_string() })?;
    Ok((header, &payload[used..]))
}

/// The content of a zstd frame, which must have `expected` bytes, whatever length the frame claims.
pub fn decompress(frame: &[u8], expected: usize) -> Result<Vec<u8>, DecodeError> {
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
