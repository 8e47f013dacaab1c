//! Bit streams, one for each encoded column, to and from bytes.

use super::last::searched;
use crate::store::block::error::DecodeError;
use crate::store::block::frame::{decompress, read_header, to_payload};

/// The zstd level; higher ones gain nothing.
const LEVEL: i32 = 3;

/// Bytes after the last stream, so that 64 bits can be read at any position.
const SLACK: usize = 8;

/// The number of first columns that have a stream.
pub(super) fn described(n: usize) -> usize {
    n - searched(n)
}

/// A growing bit stream, lowest bit first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BitStream {
    bytes: Vec<u8>,
    len: u32,
}

impl BitStream {
    /// Appends zeros.
    pub(super) fn zeros(&mut self, count: u32) {
        self.len += count;
        self.bytes.resize(self.len.div_ceil(8) as usize, 0);
    }

    /// Appends a one.
    pub(super) fn one(&mut self) {
        self.zeros(1);
        let last = self.len - 1;
        self.bytes[(last / 8) as usize] |= 1 << (last % 8);
    }
}

/// The payload of streams: a header with their lengths, then each stream padded to whole bytes.
pub(super) fn encode_streams(streams: &[BitStream]) -> Vec<u8> {
    let lengths: Vec<u32> = streams.iter().map(|stream| stream.len).collect();
    let bytes: Vec<u8> = streams.iter().flat_map(|stream| &stream.bytes).copied().collect();
    to_payload(lengths, &bytes, LEVEL)
}

/// Bit streams for reading.
#[derive(Debug)]
pub(super) struct Streams {
    bytes: Vec<u8>,
    /// The position of the first bit of each stream, and the position after its last one.
    ranges: Vec<(u32, u32)>,
}

impl Streams {
    /// The streams in a payload; `most` is the maximum length of each, in bits.
    pub(super) fn from_payload(
        payload: &[u8],
        most: impl ExactSizeIterator<Item = u64>,
    ) -> Result<Self, DecodeError> {
        let header = |what: String| DecodeError::Header { what };
        let (lengths, frame): (Vec<u32>, _) = read_header(payload)?;
        if lengths.len() != most.len() {
            return Err(header(format!("{} streams, expected {}", lengths.len(), most.len())));
        }
        let mut ranges = Vec::with_capacity(lengths.len());
        let mut begin = 0u64;
        for (&len, most) in lengths.iter().zip(most) {
            if u64::from(len) > most {
                return Err(header(format!("a stream of {len} bits, expected at most {most}")));
            }
            let end = begin + u64::from(len);
            let range = u32::try_from(end).map(|end| (begin as u32, end));
            ranges.push(range.map_err(|_| header(format!("{end} bits")))?);
            begin = end.next_multiple_of(8);
        }
        let expected = (begin / 8) as usize;
        let mut bytes = decompress(frame, expected)?;
        bytes.resize(expected + SLACK, 0);
        Ok(Streams { bytes, ranges })
    }

    /// The position of the first bit of each stream.
    pub(super) fn begins(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().map(|&(begin, _)| begin)
    }

    /// The position after the last bit of each stream.
    pub(super) fn ends(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().map(|&(_, end)| end)
    }

    /// At least 32 bits from position `at` on, lowest bit first; they may extend past the end of the stream.
    #[inline(always)]
    pub(super) fn read(&self, at: u32) -> u32 {
        let byte = (at / 8) as usize;
        let word: [u8; 8] = self.bytes[byte..byte + 8].try_into().expect("a slice of 8 bytes");
        (u64::from_le_bytes(word) >> (at % 8)) as u32
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.len() + size_of_val(&self.ranges[..])
    }
}
