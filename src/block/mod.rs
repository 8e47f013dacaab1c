//! Blocks: runs of solutions in lexicographic order, to and from bytes. No SQL.
//!
//! The bytes are described in docs/format.md, section “Payload”.

mod plain;
mod run;

use crate::combinatorics::BoardSize;
pub(crate) use run::Run;

/// The most solutions that a block may hold; nothing in a file makes a reader allocate more than
/// this many packed solutions (3 MiB for N = 64).
pub(crate) const MAX_COUNT: usize = 1 << 16;

/// How a payload is made. The number stands in the `board` and `block` tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Codec {
    /// Packed permutations, compressed with zstd.
    Plain = 1,
}

impl Codec {
    /// The codec with this number, if this version knows it.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        (number == Codec::Plain as i64).then_some(Codec::Plain)
    }

    /// Run to bytes. O(solutions).
    pub(crate) fn encode(self, run: &Run) -> Vec<u8> {
        match self {
            Codec::Plain => plain::encode(run),
        }
    }

    /// Bytes to the run of `count` solutions that they must hold; every damage is an error.
    pub(crate) fn decode(
        self,
        n: BoardSize,
        count: usize,
        payload: &[u8],
    ) -> Result<Run, DecodeError> {
        if !(1..=MAX_COUNT).contains(&count) {
            return Err(DecodeError::Count { got: count });
        }
        match self {
            Codec::Plain => plain::decode(n, count, payload),
        }
    }
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
    /// The header and the row of the table differ.
    #[error(
        "its header says N = {n} and {count} solutions, the table row says N = {row_n} and {row_count}"
    )]
    Mismatch {
        /// In the header.
        n: u8,
        /// In the header.
        count: u32,
        /// In the row.
        row_n: usize,
        /// In the row.
        row_count: usize,
    },
    /// The zstd frame is broken or of another length.
    #[error("its zstd frame does not give the expected {expected} bytes: {what}")]
    Frame {
        /// Bytes of so many packed solutions.
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
    /// A codec that this version does not know.
    #[error("it is written with codec {got}, which this nqdb does not know")]
    Codec {
        /// The number in the table.
        got: i64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Solutions;
    use proptest::prelude::*;

    fn size(n: u64) -> BoardSize {
        BoardSize::new(n).unwrap()
    }

    /// The solutions of a board, from the first on.
    fn run(n: BoardSize, most: usize) -> Run {
        let mut run = Run::new(n);
        Solutions::new(n).take(most).for_each(|solution| run.push(&solution));
        run
    }

    fn decode(run: &Run, payload: &[u8]) -> Result<Run, DecodeError> {
        Codec::Plain.decode(run.n(), run.len(), payload)
    }

    /// A well-formed payload with these numbers in its header and these bytes in its frame.
    fn payload(n: u8, count: u32, content: &[u8]) -> Vec<u8> {
        let config = bincode::config::standard();
        let header = bincode::serde::encode_to_vec((n, count), config).unwrap();
        [header, zstd::bulk::compress(content, 1).unwrap()].concat()
    }

    /// Damage may go unnoticed only where it changes nothing.
    fn assert_error_or_same(run: &Run, damaged: &[u8], what: &str) {
        if let Ok(decoded) = decode(run, damaged) {
            assert_eq!(decoded, *run, "{what}");
        }
    }

    #[test]
    fn runs_survive_encoding() {
        for n in BoardSize::up_to(10).filter(|n| ![2, 3].contains(&n.get())) {
            let all = run(n, usize::MAX);
            for most in [1, 2, 7, 100, all.len()] {
                let pieces: Vec<Run> = all.split(most).collect();
                for piece in &pieces {
                    assert!((1..=most).contains(&piece.len()), "N = {n}: {}", piece.len());
                    assert_eq!(decode(piece, &Codec::Plain.encode(piece)), Ok(piece.clone()));
                }
                let joined: Vec<_> = pieces.iter().flat_map(Run::iter).collect();
                assert_eq!(joined, Solutions::new(n).collect::<Vec<_>>(), "N = {n}");
            }
        }
    }

    #[test]
    fn places_in_a_run_are_found() {
        let (all, later) = (run(size(8), 50), Solutions::new(size(8)).nth(50).unwrap());
        for (place, solution) in all.iter().enumerate() {
            assert_eq!(all.get(place), solution);
            assert_eq!(all.position(&solution), Some(place));
        }
        assert_eq!(all.position(&later), None);
        assert_eq!(Run::new(size(8)).position(&later), None);
    }

    #[test]
    fn every_small_damage_is_noticed_or_harmless() {
        for run in [run(size(1), 1), run(size(6), 4), run(size(8), 92), run(size(10), 100)] {
            let valid = Codec::Plain.encode(&run);
            for place in 0..valid.len() {
                for value in 0..=255 {
                    let mut damaged = valid.clone();
                    damaged[place] = value;
                    assert_error_or_same(&run, &damaged, &format!("{value} at {place}"));
                    damaged = valid.clone();
                    damaged.insert(place, value);
                    assert_error_or_same(&run, &damaged, &format!("{value} before {place}"));
                }
                assert!(decode(&run, &valid[..place]).is_err(), "cut at {place}");
                let without = [&valid[..place], &valid[place + 1..]].concat();
                assert_error_or_same(&run, &without, &format!("without {place}"));
            }
            for value in 0..=255 {
                let longer = [&valid[..], &[value]].concat();
                assert!(decode(&run, &longer).is_err(), "{value} at the end");
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_error_or_a_run(
            n in 1..=64u64, count in 0..200usize, bytes in prop::collection::vec(any::<u8>(), 0..200)
        ) {
            let header = payload(n as u8, count as u32, &[]);
            let framed = payload(n as u8, count as u32, &bytes);
            // Bytes alone, behind a header, and inside a frame.
            for damaged in [&bytes[..], &[&header[..2], &bytes].concat(), &framed] {
                if let Ok(run) = Codec::Plain.decode(size(n), count, damaged) {
                    prop_assert_eq!(run.len(), count);
                    prop_assert_eq!(Run::from_packed(size(n), run.packed().to_vec()), Ok(run));
                }
            }
        }
    }

    #[test]
    fn a_payload_of_another_block_is_refused() {
        let (eight, nine) = (run(size(8), 20), run(size(9), 20));
        let encoded = Codec::Plain.encode(&eight);
        let mismatch =
            |row_n, row_count| Err(DecodeError::Mismatch { n: 8, count: 20, row_n, row_count });
        assert_eq!(decode(&nine, &encoded), mismatch(9, 20));
        for count in [1, 19, 21, MAX_COUNT] {
            assert_eq!(Codec::Plain.decode(size(8), count, &encoded), mismatch(8, count));
        }
        for count in [0, MAX_COUNT + 1, usize::MAX] {
            let result = Codec::Plain.decode(size(8), count, &encoded);
            assert_eq!(result, Err(DecodeError::Count { got: count }));
        }
    }

    #[test]
    fn a_frame_of_another_length_is_refused() {
        let all = run(size(8), 20);
        for length in [0, 1, all.packed().len() - 3, all.packed().len() - 1] {
            let result = decode(&all, &payload(8, 20, &all.packed()[..length]));
            assert!(matches!(result, Err(DecodeError::Frame { expected: 60, .. })), "{result:?}");
        }
        let huge = vec![0; 1 << 24];
        let result = decode(&all, &payload(8, 20, &huge));
        assert!(matches!(result, Err(DecodeError::Frame { expected: 60, .. })), "{result:?}");
    }

    #[test]
    fn what_is_no_run_of_solutions_is_refused() {
        let packed = |queens: &str| queens.parse::<crate::Permutation>().unwrap().pack();
        let (first, second, third) =
            (packed("1 3 5 2 4"), packed("1 4 2 5 3"), packed("2 4 1 3 5"));
        let attacking = packed("1 4 2 3 5");
        // Rows 1 1 1 1 1; rows 1 2 3 4 7; a set bit behind the last row.
        let (twice, outside, padded) = ([0, 0], [0x05, 0x3C], [first[0], first[1] | 1]);
        let order = "is not greater than the one before it";
        let (no_permutation, attacks) = ("is not a permutation", "has attacking queens");
        let table: [([&[u8]; 3], usize, &str); 9] = [
            ([&second, &first, &third], 1, order),
            ([&first, &third, &second], 2, order),
            ([&first, &first, &third], 1, order),
            ([&first, &second, &second], 2, order),
            ([&first, &attacking, &third], 1, attacks),
            ([&attacking, &first, &third], 0, attacks),
            ([&twice, &first, &third], 0, no_permutation),
            ([&first, &second, &outside], 2, no_permutation),
            ([&padded, &second, &third], 0, no_permutation),
        ];
        for (content, place, problem) in table {
            let result = Codec::Plain.decode(size(5), 3, &payload(5, 3, &content.concat()));
            assert_eq!(result, Err(DecodeError::Content { place, problem }), "{content:?}");
        }
        let right = payload(5, 3, &[first, second, third].concat());
        assert_eq!(Codec::Plain.decode(size(5), 3, &right), Ok(run(size(5), 3)));
    }

    #[test]
    fn codecs_have_their_numbers() {
        assert_eq!(Codec::from_number(1), Some(Codec::Plain));
        for number in [i64::MIN, -1, 0, 2, 257, i64::MAX] {
            assert_eq!(Codec::from_number(number), None);
        }
    }
}
