//! Both codecs: round trips against plain enumeration, and damaged payloads.

use nqdb::internal::block::{
    BuildTier, Cells, DecodeError, Encoded, MAX_COUNT, MAX_STORED_CELLS, decode, encode, index,
    tree_depth,
};
use nqdb::internal::{
    Block, CellSize, Items, LAST_TREE_BOARD, PlacedCell, SolutionRun, WrongCell,
    first_half_prefixes, read_columns, write_columns,
};
use nqdb::{Canonical, Permutation, Solution, search::Solutions};
use nqdb_test_support::twin::{next_prefix, size};
use proptest::prelude::*;
use std::sync::Arc;

/// Successive solutions from those of a prefix on, by plain backtracking: `most`, and the others with the last prefix.
fn run_from(n: u64, start: &[u8], most: usize) -> SolutionRun {
    let depth = tree_depth(n as usize);
    let mut rows = start[..depth].to_vec();
    rows.extend((0..n as u8).filter(|row| !start[..depth].contains(row)));
    let mut solutions: Vec<Solution> = Vec::new();
    for solution in Solutions::starting_at(&Permutation::new(&rows).unwrap()) {
        let is_other =
            |last: &Solution| last.zero_based()[..depth] != solution.zero_based()[..depth];
        if solutions.len() >= most && solutions.last().is_none_or(is_other) {
            break;
        }
        solutions.push(solution);
    }
    SolutionRun::of(size(n), &solutions)
}

/// The first solutions of a board, as [`run_from`].
fn run(n: u64, most: usize) -> SolutionRun {
    run_from(n, &(0..n as u8).collect::<Vec<_>>(), most)
}

/// The payload of a run, which must fit one block.
fn payload(run: &SolutionRun) -> Vec<u8> {
    let [block] = <[_; 1]>::try_from(encode(run)).unwrap();
    assert_eq!(block.count, run.len());
    assert_eq!(block.representatives as usize, run.representatives().count());
    block.payload
}

/// Decodes the payload of a run.
fn decoded(run: &SolutionRun, payload: &[u8]) -> Result<SolutionRun, DecodeError> {
    decode(&run.get(0), run.len(), payload)
}

fn indexed(first: &Solution, count: usize, payload: &[u8]) -> Result<Arc<dyn Block>, DecodeError> {
    index(BuildTier::Stored, first, count, payload)
}

/// The columns of the table of a payload, and its bits.
fn taken_apart(payload: &[u8]) -> ([Vec<u64>; 4], Vec<u8>) {
    let (cells, mut bits) = payload.split_first_chunk().unwrap();
    let columns = read_columns(&mut bits, u16::from_le_bytes(*cells).into()).unwrap();
    (columns, bits.to_vec())
}

fn put_together(columns: [Vec<u64>; 4], bits: &[u8]) -> Vec<u8> {
    let cells = columns[0].len() as u16;
    [&cells.to_le_bytes()[..], &write_columns(columns), bits].concat()
}

/// The guarantee of decoding for any input: `count` ascending solutions from the first one on.
fn assert_promise(first: &Solution, count: usize, run: &SolutionRun) {
    assert_eq!((run.len(), run.get(0)), (count, *first));
    assert!(run.iter().zip(run.iter().skip(1)).all(|(p, q)| p < q));
    assert!(run.iter().all(|solution| solution.permutation().attack().is_none()));
    assert!(run.iter().all(|solution| Permutation::new(solution.zero_based()).is_ok()));
}

#[test]
fn boards_survive_encoding_up_to_any_prefix() {
    for n in (1..=10).filter(|n| ![2, 3].contains(n)) {
        let all = run(n, usize::MAX);
        for most in [1, 2, 7, 100, all.len()] {
            let run = run(n, most);
            assert_eq!(decoded(&run, &payload(&run)), Ok(run), "N = {n}");
        }
    }
}

#[test]
fn whole_boards_come_back_from_the_fast_search_and_the_codec() {
    for n in 11..=13 {
        let mut slowly = Solutions::new(size(n));
        for prefix in first_half_prefixes(size(n), 2) {
            let run = SolutionRun::below(size(n), &prefix);
            let mut from = 0;
            for block in encode(&run) {
                let back = decode(&run.get(from), block.count, &block.payload).unwrap();
                assert!(back.iter().all(|solution| slowly.next() == Some(solution)), "N = {n}");
                assert_eq!(back.representatives().count() as u64, block.representatives);
                from += block.count;
            }
            assert_eq!(from, run.len());
        }
        let rest = slowly.count() as u64;
        assert_eq!(2 * rest, nqdb::counts::known_counts(size(n)).unwrap().solutions, "N = {n}");
    }
}

#[test]
fn wide_boards_survive_encoding() {
    for n in 16..=18 {
        let first = run(n, 1000);
        assert_eq!(decoded(&first, &payload(&first)), Ok(first), "N = {n}");
        let later = run_from(n, Permutation::middle(size(n)).zero_based(), 99);
        assert_eq!(decoded(&later, &payload(&later)), Ok(later), "N = {n}");
    }
}

#[test]
fn long_runs_are_divided_into_blocks_of_equally_many_cells() {
    let blocks = encode(&SolutionRun::below(size(15), &[3]));
    let cells = |block: &Encoded| taken_apart(&block.payload).0[0].len();
    let counts: Vec<usize> = blocks.iter().map(cells).collect();
    let (last, others) = counts.split_last().unwrap();
    assert!(others.iter().all(|cells| *cells == counts[0] && *cells <= MAX_STORED_CELLS));
    assert!((1..=counts[0]).contains(last) && !others.is_empty(), "{counts:?}");
}

#[test]
fn every_place_of_an_indexed_run_is_found() {
    for (n, most) in [(1, 1), (4, 2), (6, 4), (7, 40), (8, 92), (10, 724), (12, 3000), (17, 500)] {
        let run = run(n, most);
        let indexed = indexed(&run.get(0), run.len(), &payload(&run)).unwrap();
        assert_eq!(
            (indexed.cells().len(Items::Solutions), *indexed.first()),
            (run.len(), run.get(0))
        );
        let mut passed = 0;
        for (place, solution) in run.iter().enumerate() {
            assert_eq!(
                indexed.get(Items::Solutions, place),
                Ok(Some(solution)),
                "N = {n}, {place}"
            );
            assert_eq!(indexed.place(Items::Solutions, &solution), Ok(Some(place)), "N = {n}");
            if let Some(canonical) = Canonical::check(solution) {
                assert_eq!(
                    indexed.place(Items::Representatives, &canonical),
                    Ok(Some(passed)),
                    "N = {n}"
                );
                assert_eq!(
                    indexed.get(Items::Representatives, passed),
                    Ok(Some(*canonical)),
                    "N = {n}"
                );
                passed += 1;
            }
        }
        assert_eq!(indexed.cells().len(Items::Representatives), passed);
        assert_eq!(indexed.get(Items::Representatives, passed), Ok(None));
        for beyond in [run.len(), run.len() + 1, usize::MAX] {
            assert_eq!(indexed.get(Items::Solutions, beyond), Ok(None));
        }
    }
}

#[test]
fn solutions_outside_a_run_have_no_place() {
    let (all, run) = (run(8, 92), run_from(8, &[2], 40));
    let indexed = indexed(&run.get(0), run.len(), &payload(&run)).unwrap();
    let outside = all.iter().filter(|solution| run.place(solution).is_none());
    let outside =
        outside.map(|outside| assert_eq!(indexed.place(Items::Solutions, &outside), Ok(None)));
    assert!(outside.count() > 20);
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
        let (first, valid) = (run.get(0), payload(&run));
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
fn every_flipped_bit_is_noticed() {
    for run in [run(10, 300), run(13, 300)] {
        let (columns, bits) = taken_apart(&payload(&run));
        for bit in 0..8 * bits.len() {
            let mut damaged = bits.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let result = decoded(&run, &put_together(columns.clone(), &damaged));
            let is_noticed = matches!(
                result,
                Err(DecodeError::Cell(WrongCell::Content(..)) | DecodeError::Header { .. })
            );
            assert!(is_noticed, "bit {bit}: {result:?}");
        }
    }
}

#[test]
fn every_wrong_number_of_a_table_is_noticed() {
    let run = run(13, 300);
    let (columns, bits) = taken_apart(&payload(&run));
    for column in 0..4 {
        for cell in 0..columns[column].len() {
            for number in (0..300).chain([1 << 31, (1 << 32) - 1]) {
                let mut damaged = columns.clone();
                if std::mem::replace(&mut damaged[column][cell], number) == number {
                    continue;
                }
                let result = decoded(&run, &put_together(damaged, &bits));
                assert!(result.is_err(), "column {column}, cell {cell}: {number}");
            }
        }
    }
}

#[test]
fn other_numbers_of_solutions_are_refused() {
    let run = run(8, 20);
    let (first, payload) = (run.get(0), payload(&run));
    for count in (1..=92).chain([MAX_COUNT]).filter(|count| *count != run.len()) {
        let result = decode(&first, count, &payload);
        let is_refused = matches!(
            result,
            Err(DecodeError::Cell(WrongCell::Cell(..)) | DecodeError::Header { .. })
        );
        assert!(is_refused, "{count}: {result:?}");
    }
    for got in [0, MAX_COUNT + 1, usize::MAX] {
        assert_eq!(decode(&first, got, &payload), Err(DecodeError::Count { got }));
    }
}

#[test]
fn other_first_solutions_are_refused() {
    let (run, all) = (run(8, 20), run(8, 92));
    let payload = payload(&run);
    for first in all.iter().skip(1) {
        assert!(decode(&first, run.len(), &payload).is_err(), "{first}");
    }
    assert!(decode(&self::run(9, 1).get(0), run.len(), &payload).is_err());
}

#[test]
fn boards_beyond_the_codec_are_refused() {
    for n in [LAST_TREE_BOARD as u64 + 1, 25, 29, 61] {
        // N = 1 or 5 modulo 6 rows 0, 2, 4, …, 1, 3, ….
        let rows: Vec<u8> = (0..n).map(|column| (2 * column % n) as u8).collect();
        let first = Solution::new(Permutation::new(&rows).unwrap()).unwrap();
        let result = decode(&first, 1, &[]);
        assert_eq!(result, Err(DecodeError::Board { n: size(n) }));
    }
}

#[test]
fn tables_that_promise_too_much_are_refused() {
    let run = run(8, 20);
    let valid = payload(&run);
    for cells in [0, MAX_STORED_CELLS as u16 + 1, u16::MAX] {
        let payload = [&cells.to_le_bytes(), &valid[2..]].concat();
        assert!(matches!(decoded(&run, &payload), Err(DecodeError::Header { .. })), "{cells}");
    }
    let (columns, bits) = taken_apart(&valid);
    for bits in [&bits[1..], &[&bits[..], &[0]].concat(), &vec![0; 1 << 20]] {
        let result = decoded(&run, &put_together(columns.clone(), bits));
        assert!(result.is_err(), "{result:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_keep_the_promise(
        n in prop::sample::select(vec![1, 4, 5, 8, 12, 16, 17, 18]),
        count in 0..2000usize,
        cells in prop::collection::vec(any::<[u16; 4]>(), 0..5),
        small in 0..16u32,
        bytes in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let first = Solutions::new(size(n)).next().unwrap();
        // Arbitrary bytes; as bits after an arbitrary table.
        let column = |column: usize| cells.iter().map(|cell| u64::from(cell[column] >> small)).collect();
        let table = put_together([0, 1, 2, 3].map(column), &bytes);
        for payload in [bytes.clone(), table] {
            if let Ok(run) = decode(&first, count, &payload) {
                assert_promise(&first, count, &run);
                let indexed = indexed(&first, count, &payload).unwrap();
                prop_assert_eq!(indexed.get(Items::Solutions, count - 1), Ok(Some(run.get(count - 1))));
            }
        }
    }

    #[test]
    fn any_run_of_prefixes_survives(
        n in 7..=14u64,
        from in any::<prop::sample::Index>(),
        most in 1..600usize,
    ) {
        let prefixes = first_half_prefixes(size(n), tree_depth(n as usize));
        let run = run_from(n, &prefixes[from.index(prefixes.len())], most);
        let payload = payload(&run);
        let indexed = indexed(&run.get(0), run.len(), &payload).unwrap();
        for place in [0, run.len() / 2, run.len() - 1] {
            prop_assert_eq!(indexed.get(Items::Solutions, place), Ok(Some(run.get(place))));
        }
        prop_assert_eq!(decoded(&run, &payload), Ok(run));
    }
}

/// The example of docs/format.md.
#[test]
fn the_first_block_of_eight_is_as_documented() {
    assert_eq!(payload(&run(8, 4)), b"\x01\x00\x00\x06\x01\x03\xC5\xC9\x03\x39");
    assert_eq!(run(8, 1).get(0).pack(), b"\x04\x75\x26\x13");
}

#[test]
fn codecs_have_their_numbers() {
    assert_eq!(BuildTier::of_codec(2), Some(BuildTier::Stored));
    assert_eq!(BuildTier::of_codec(3), Some(BuildTier::Indexed));
    for number in [i64::MIN, -1, 0, 1, 4, 258, i64::MAX] {
        assert_eq!(BuildTier::of_codec(number), None);
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
    let placed = cells.placed(size(24)).unwrap().0;
    let rows = |cell: &PlacedCell| [cell.first().to_vec(), cell.last().to_vec()];
    let after = |prefix: &[u8], steps: usize| {
        let mut prefix = prefix.to_vec();
        (0..steps).for_each(|_| assert!(next_prefix(24, &mut prefix)));
        prefix
    };
    assert_eq!(rows(&placed[0]), [after(&cells.prefix, 0), after(&cells.prefix, 2)]);
    assert_eq!(rows(&placed[1]), [after(&cells.prefix, 3), after(&cells.prefix, 5)]);
}
