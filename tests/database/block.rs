//! Both codecs: round trips against plain enumeration, and damaged payloads.

use nqdb::block::{Block, Cells, Codec, DecodeError, MAX_COUNT, decode, encode, index};
use nqdb::internal::kernel::next_prefix;
use nqdb::internal::{
    CellSize, PlacedCell, SolutionRun, decompress, first_half_prefixes, read_header, to_payload,
};
use nqdb::{Canonical, Permutation, Solution, Solutions};
use nqdb_test_support::twin::size;
use proptest::prelude::*;

/// The first `most` solutions of a board, by plain backtracking.
fn run(n: u64, most: usize) -> SolutionRun {
    let solutions: Vec<_> = Solutions::new(size(n)).take(most).collect();
    SolutionRun::of(size(n), &solutions)
}

/// Decodes the payload of a run.
fn decoded(run: &SolutionRun, payload: &[u8]) -> Result<SolutionRun, DecodeError> {
    decode(&run.get(0), run.len(), payload)
}

fn indexed(first: &Solution, count: usize, payload: &[u8]) -> Result<Block, DecodeError> {
    index(Codec::Tree, first, count, payload)
}

/// Splits a payload into the bytes of its header, the lengths in it, and the content of its frame.
fn taken_apart(payload: &[u8]) -> (Vec<u8>, Vec<u32>, Vec<u8>) {
    let (lengths, frame): (Vec<u32>, _) = read_header(payload).unwrap();
    let bytes = lengths.iter().map(|length| length.div_ceil(8) as usize).sum();
    let content = decompress(frame, bytes).unwrap();
    (payload[..payload.len() - frame.len()].to_vec(), lengths, content)
}

fn put_together(lengths: &[u32], content: &[u8]) -> Vec<u8> {
    to_payload(lengths, content, 1)
}

/// The guarantee of decoding for any input: `count` ascending solutions from the first one on.
fn assert_promise(first: &Solution, count: usize, run: &SolutionRun) {
    assert_eq!((run.len(), run.get(0)), (count, *first));
    assert!(run.iter().zip(run.iter().skip(1)).all(|(p, q)| p < q));
    assert!(run.iter().all(|solution| solution.permutation().attack().is_none()));
    assert!(run.iter().all(|solution| Permutation::new(solution.rows()).is_ok()));
}

#[test]
fn boards_survive_encoding_in_pieces_of_any_length() {
    for n in (1..=10).filter(|n| ![2, 3].contains(n)) {
        let all = run(n, usize::MAX);
        for most in [1, 2, 7, 100, all.len()] {
            let pieces = all.split(most);
            for piece in &pieces {
                assert!((1..=most).contains(&piece.len()), "N = {n}: {}", piece.len());
                assert_eq!(decoded(piece, &encode(piece)), Ok(piece.clone()), "N = {n}");
            }
            assert!(pieces.iter().flat_map(SolutionRun::iter).eq(all.iter()), "N = {n}");
        }
    }
}

#[test]
fn whole_boards_come_back_from_the_fast_search_and_the_codec() {
    for n in 11..=13 {
        let mut slowly = Solutions::new(size(n));
        for prefix in first_half_prefixes(size(n), 2) {
            for piece in below(n, &prefix).split(5000) {
                let back = decoded(&piece, &encode(&piece)).unwrap();
                assert!(back.iter().all(|solution| slowly.next() == Some(solution)), "N = {n}");
            }
        }
        let rest = slowly.count() as u64;
        assert_eq!(2 * rest, nqdb::known_counts(size(n)).unwrap().solutions, "N = {n}");
    }
}

/// [`SolutionRun::below`], which must not be called for a prefix without solutions.
fn below(n: u64, prefix: &[u8]) -> SolutionRun {
    SolutionRun::below(size(n), prefix)
}

#[test]
fn wide_boards_survive_encoding() {
    for n in [16, 17, 18, 25] {
        // Up to 1,000 of the first solutions, and of those below a deep prefix in the middle.
        let first = run(n, 1000);
        assert_eq!(decoded(&first, &encode(&first)), Ok(first.clone()), "N = {n}");
        let later: Vec<_> =
            Solutions::starting_at(&Permutation::middle(size(n))).take(99).collect();
        let later = SolutionRun::of(size(n), &later);
        assert_eq!(decoded(&later, &encode(&later)), Ok(later.clone()), "N = {n}");
    }
}

#[test]
fn every_place_of_an_indexed_run_is_found() {
    for (n, most) in [(1, 1), (4, 2), (6, 4), (8, 92), (10, 724), (12, 3000), (17, 500)] {
        let run = run(n, most);
        let indexed = indexed(&run.get(0), run.len(), &encode(&run)).unwrap();
        assert_eq!((indexed.solutions(), *indexed.first()), (run.len(), run.get(0)));
        let mut passed = 0;
        for (place, solution) in run.iter().enumerate() {
            assert_eq!(indexed.get(place), Ok(Some(solution)), "N = {n}, {place}");
            assert_eq!(indexed.position(&solution), Ok(Some(place)), "N = {n}");
            if let Some(canonical) = Canonical::check(solution) {
                assert_eq!(indexed.representative_number(&canonical), Ok(Some(passed)), "N = {n}");
                assert_eq!(indexed.representative(passed), Ok(Some(canonical)), "N = {n}");
                passed += 1;
            }
        }
        assert_eq!(indexed.representatives(), passed);
        assert_eq!(indexed.representative(passed), Ok(None));
        for beyond in [run.len(), run.len() + 1, usize::MAX] {
            assert_eq!(indexed.get(beyond), Ok(None));
        }
    }
}

#[test]
fn solutions_outside_a_run_have_no_place() {
    let all: Vec<_> = Solutions::new(size(8)).collect();
    let run = SolutionRun::of(size(8), &all[20..60]);
    let indexed = indexed(&all[20], 40, &encode(&run)).unwrap();
    for outside in all[..20].iter().chain(&all[60..]) {
        assert_eq!(indexed.position(outside), Ok(None));
    }
}

#[test]
fn complements_are_made_of_numbers() {
    for n in [1, 4, 8, 11, 16, 17, 25] {
        let run = run(n, 200);
        for (place, solution) in run.iter().enumerate() {
            assert_eq!(run.complement_of(place), solution.complement(), "N = {n}");
        }
        let packed: Vec<u8> = run.iter().flat_map(|solution| solution.pack()).collect();
        assert_eq!(run.packed(), packed, "N = {n}");
    }
}

#[test]
fn every_small_damage_is_an_error_or_keeps_the_promise() {
    for run in [run(1, 1), run(8, 92), run(10, 100)] {
        let (first, valid) = (run.get(0), encode(&run));
        let check = |damaged: &[u8]| {
            if let Ok(decoded) = decoded(&run, damaged) {
                assert_promise(&first, run.len(), &decoded);
            }
        };
        for place in 0..valid.len() {
            for value in 0..=255 {
                let mut damaged = valid.clone();
                damaged[place] = value;
                check(&damaged);
                damaged = valid.clone();
                damaged.insert(place, value);
                check(&damaged);
            }
            assert!(decoded(&run, &valid[..place]).is_err(), "cut at {place}");
            check(&[&valid[..place], &valid[place + 1..]].concat());
        }
        for value in 0..=255 {
            let longer = [&valid[..], &[value]].concat();
            assert!(decoded(&run, &longer).is_err(), "{value} at the end");
        }
    }
}

#[test]
fn every_flipped_bit_of_a_stream_is_noticed() {
    let run = run(10, 300);
    let (_, lengths, content) = taken_apart(&encode(&run));
    let mut begin = 0;
    for &length in &lengths {
        for bit in begin..begin + length as usize {
            let mut damaged = content.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let result = decoded(&run, &put_together(&lengths, &damaged));
            assert!(matches!(result, Err(DecodeError::Content { .. })), "bit {bit}: {result:?}");
        }
        begin = (begin + length as usize).next_multiple_of(8);
    }
}

#[test]
fn other_numbers_of_solutions_are_refused_or_keep_the_promise() {
    let run = run(8, 20);
    let (first, payload) = (run.get(0), encode(&run));
    for count in [1, 19, 21, 22, 92, MAX_COUNT] {
        match decode(&first, count, &payload) {
            // The last ones may be found by search alone.
            Ok(run) => assert_promise(&first, count, &run),
            Err(DecodeError::Content { .. } | DecodeError::Header { .. }) => {}
            Err(other) => panic!("{count}: {other:?}"),
        }
    }
    for got in [0, MAX_COUNT + 1, usize::MAX] {
        assert_eq!(decode(&first, got, &payload), Err(DecodeError::Count { got }));
    }
}

#[test]
fn other_first_solutions_are_refused() {
    let (run, all) = (run(8, 20), run(8, 92));
    let payload = encode(&run);
    for first in all.iter().skip(1) {
        let result = decode(&first, 20, &payload);
        assert!(matches!(result, Err(DecodeError::Content { .. })), "{first}: {result:?}");
    }
    let result = decode(&self::run(9, 1).get(0), 20, &payload);
    assert!(matches!(result, Err(DecodeError::Header { .. })), "{result:?}");
}

#[test]
fn boards_beyond_the_codec_are_refused() {
    for n in [29, 61] {
        // N = 1 or 5 modulo 6: rows 0, 2, 4, …, 1, 3, ….
        let rows: Vec<u8> = (0..n).map(|column| (2 * column % n) as u8).collect();
        let first = Solution::new(Permutation::new(&rows).unwrap()).unwrap();
        let result = decode(&first, 1, &[]);
        assert_eq!(result, Err(DecodeError::Board { n: size(n) }));
    }
}

#[test]
fn headers_that_promise_too_much_are_refused() {
    let run = run(8, 20);
    let (_, lengths, content) = taken_apart(&encode(&run));
    let header = |result: Result<SolutionRun, _>| matches!(result, Err(DecodeError::Header { .. }));
    for lengths in
        [vec![], vec![0; 1], vec![0; 3], vec![u32::MAX; 2], vec![161, 0], vec![1 << 31; 2]]
    {
        assert!(header(decoded(&run, &put_together(&lengths, &content))), "{lengths:?}");
    }
    for lengths in [[lengths[0] + 8, lengths[1]], [lengths[0], lengths[1] + 8]] {
        let result = decoded(&run, &put_together(&lengths, &content));
        assert!(matches!(result, Err(DecodeError::Frame { .. })), "{result:?}");
    }
    let huge = put_together(&lengths, &vec![0; 1 << 24]);
    assert!(matches!(decoded(&run, &huge), Err(DecodeError::Frame { .. })));
    // A thousand lengths are more than the header may take.
    assert!(header(decoded(&run, &put_together(&vec![1 << 20; 1000], &content))));
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_keep_the_promise(
        n in prop::sample::select(vec![1, 4, 5, 8, 12, 16, 17, 25]),
        count in 0..2000usize,
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        lengths in prop::collection::vec(0..500u32, 0..20),
    ) {
        let first = Solutions::new(size(n)).next().unwrap();
        // Arbitrary bytes; as streams of arbitrary lengths; as streams of their true lengths.
        let streams = n.saturating_sub(6) as usize;
        let each = bytes.len() / streams.max(1);
        let fitting = put_together(&vec![8 * each as u32; streams], &bytes[..each * streams]);
        for payload in [bytes.clone(), put_together(&lengths, &bytes), fitting] {
            if let Ok(run) = decode(&first, count, &payload) {
                assert_promise(&first, count, &run);
                let indexed = indexed(&first, count, &payload).unwrap();
                prop_assert_eq!(indexed.get(count - 1), Ok(Some(run.get(count - 1))));
            }
        }
    }

    #[test]
    fn any_run_of_a_board_survives(
        n in 7..=13u64,
        from in any::<prop::sample::Index>(),
        most in 1..600usize,
    ) {
        let prefixes = first_half_prefixes(size(n), 2);
        let all = below(n, &prefixes[from.index(prefixes.len())]);
        for piece in all.split(most).into_iter().filter(|piece| !piece.is_empty()).take(3) {
            let indexed = indexed(&piece.get(0), piece.len(), &encode(&piece)).unwrap();
            for place in [0, piece.len() / 2, piece.len() - 1] {
                prop_assert_eq!(indexed.get(place), Ok(Some(piece.get(place))));
            }
            prop_assert_eq!(decoded(&piece, &encode(&piece)), Ok(piece));
        }
    }
}

/// The example of docs/format.md.
#[test]
fn the_first_block_of_eight_is_as_documented() {
    let payload = encode(&run(8, 4));
    assert_eq!(payload, b"\x02\x00\x02\x28\xB5\x2F\xFD\x20\x01\x09\x00\x00\x03");
    assert_eq!(run(8, 1).packed(), b"\x04\x75\x26\x13");
}

#[test]
fn codecs_have_their_numbers() {
    assert_eq!(Codec::from_number(2), Some(Codec::Tree));
    assert_eq!(Codec::from_number(3), Some(Codec::Cells));
    for number in [i64::MIN, -1, 0, 1, 4, 258, i64::MAX] {
        assert_eq!(Codec::from_number(number), None);
    }
}

/// Prefixes of N = 24 have seven queens; N = 25 is not supported.
#[test]
fn cells_of_the_largest_boards() {
    let sizes = vec![CellSize { prefixes: 3, solutions: 1_000_000, representatives: 7 }; 2];
    let cells = Cells { prefix: vec![0, 2, 4, 1, 3, 8, 11], sizes };
    let payload = cells.encode();
    for (n, expected) in
        [(24, None), (22, Some("is not a prefix of 6 queens")), (25, Some("N = 25"))]
    {
        let decoded = Cells::decode(size(n), &payload);
        match expected {
            None => assert_eq!(decoded.unwrap(), cells),
            Some(expected) => {
                let error = decoded.unwrap_err().to_string();
                assert!(error.contains(expected), "{error}");
            }
        }
    }
    let placed = cells.placed(size(24)).unwrap();
    let rows = |cell: &PlacedCell| [cell.first().to_vec(), cell.last().to_vec()];
    let after = |prefix: &[u8], steps: usize| {
        let mut prefix = prefix.to_vec();
        (0..steps).for_each(|_| assert!(next_prefix(24, &mut prefix)));
        prefix
    };
    assert_eq!(rows(&placed[0]), [after(&cells.prefix, 0), after(&cells.prefix, 2)]);
    assert_eq!(rows(&placed[1]), [after(&cells.prefix, 3), after(&cells.prefix, 5)]);
}
