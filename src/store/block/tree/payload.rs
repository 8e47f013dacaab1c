//! Encoding and decoding payloads of the solution tree, for all solutions of a block.

use super::decode::Segment;
use super::path::Path;
use super::streams::{BitStream, Streams, described, encode_streams};
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{BoardSize, Solution};
use crate::store::block::error::DecodeError;

/// The payload of ascending solutions; it does not include the first one. O(solutions).
pub(in crate::store::block) fn encode<W: Word>(n: BoardSize, words: &[W]) -> Vec<u8> {
    let layout = WordLayout::new(n);
    let mut streams = vec![BitStream::default(); described(layout.n())];
    if let Some((&first, others)) = words.split_first() {
        let mut path = Path::new(layout, first);
        others.iter().for_each(|&word| path.advance(word, &mut streams));
    }
    encode_streams(&streams)
}

/// The `count` solutions of a payload from `first` on. O(solutions).
pub(in crate::store::block) fn decode<W: Word>(
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<Vec<W>, DecodeError> {
    decode_streams(first, count, &read_streams(first.n(), count, payload)?)
}

/// The streams of a payload with `count` solutions.
pub(super) fn read_streams(
    n: BoardSize,
    count: usize,
    payload: &[u8],
) -> Result<Streams, DecodeError> {
    // A level has at most as many boards as solutions, and a board at most as many bits as squares.
    let most = (0..described(n.get())).map(|level| (count * (n.get() - level)) as u64);
    Streams::from_payload(payload, most)
}

/// The `count` solutions of streams from `first` on. Fails if bits are left over. O(solutions).
pub(super) fn decode_streams<W: Word>(
    first: &Solution,
    count: usize,
    streams: &Streams,
) -> Result<Vec<W>, DecodeError> {
    let layout = WordLayout::new(first.n());
    let (from, to): (Vec<u32>, Vec<u32>) = (streams.begins().collect(), streams.ends().collect());
    let first = layout.word(first);
    match (Segment { layout, streams, first, from: &from, to: &to, count }).decode()? {
        (words, true) => Ok(words),
        (_, false) => {
            Err(DecodeError::Content { place: count, problem: "beyond the count in the row" })
        }
    }
}
