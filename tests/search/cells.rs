//! Cells and lookups in them, compared with plain enumeration.

use crate::kernel::prefix_counts::{
    counts_by_enumeration, depths, first_half, least_with, prefixes_in_order,
};
use nqdb::internal::kernel::{Kernel, NumberedPrefixes, PrefixCounts, count_units, work_units};
use nqdb::internal::{
    BuiltInCells, Cell, CellSearch, CellSize, IDLE, Items, MAX_IDLE, PrefixSteps, cell_depth,
    differences, first_solution, join_cells, lock, read_columns, sums, with_search, write_columns,
};
use nqdb::{
    BoardSize, Canonical, Solution,
    counts::known_counts,
    search::{LAST_BUILT_IN, Solutions},
};
use nqdb_test_support::fixtures::file;
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::{attack, next_prefix, size as board_size};
use proptest::prelude::*;
use std::num::NonZeroUsize;

#[test]
fn cells_are_full() {
    let counts = [[3, 1], [0, 0], [4, 0], [9, 2], [0, 0], [2, 2], [0, 0]];
    let size =
        |prefixes, solutions, representatives| CellSize { prefixes, solutions, representatives };
    let cells: Vec<CellSize> = join_cells(counts, 7).collect();
    assert_eq!(cells, [size(3, 7, 1), size(2, 9, 2), size(2, 2, 2)]);
    assert_eq!(join_cells(counts, 100).collect::<Vec<_>>(), [size(7, 18, 5)]);
    assert_eq!(join_cells([[0; 2]; 0], 7).next(), None);
}

/// Every solution and representative of the first half is found at its position in its cell.
fn check_cells(kernel: Kernel, n: usize, depth: usize, limit: u64) {
    let prefixes = NumberedPrefixes::new(n, depth);
    let (in_order, solutions) = (prefixes_in_order(&prefixes), first_half(n));
    let mut search = CellSearch::new(kernel, board_size(n), depth);
    let (mut prefix, mut rest) = (0, &solutions[..]);
    for size in join_cells(counts_by_enumeration(&solutions, &in_order), limit) {
        let (first, last) = (&in_order[prefix], &in_order[prefix + size.prefixes as usize - 1]);
        let cell = Cell { first, last, size };
        let (inside, behind) = rest.split_at(size.solutions as usize);
        for (place, solution) in (0..).zip(inside) {
            assert_eq!(
                search.item(Items::Solutions, cell, place),
                Some(*solution),
                "{n} {cell:?} {place}"
            );
            assert_eq!(
                search.place(Items::Solutions, cell, solution),
                Some(place),
                "{n} {cell:?} {solution}"
            );
        }
        assert_eq!(search.item(Items::Solutions, cell, size.solutions), None);
        for (place, canonical) in (0..).zip(inside.iter().copied().filter_map(Canonical::check)) {
            assert_eq!(search.item(Items::Representatives, cell, place), Some(*canonical));
            assert_eq!(search.place(Items::Representatives, cell, &canonical), Some(place));
        }
        assert_eq!(first_solution(board_size(n), first, size.prefixes), inside.first().copied());
        assert_eq!(search.item(Items::Representatives, cell, size.representatives), None);
        (prefix, rest) = (prefix + size.prefixes as usize, behind);
    }
    assert!(prefix == prefixes.len && rest.is_empty());
}

#[test]
fn places_in_cells() {
    for kernel in Kernel::available() {
        for n in 5..=up_to(9, 10) {
            for depth in depths(n) {
                check_cells(kernel, n, depth, 40);
            }
        }
        check_cells(kernel, 11, 3, 1);
    }
}

/// Positions at both ends of a cell with this many items, and at most 40 or every 97th in between.
fn some_places(len: usize) -> impl Iterator<Item = usize> {
    let step = (len / 40).max(97);
    let is_near =
        move |place: &usize| place.min(&(len - 1 - place)) < &20 || place.is_multiple_of(step);
    (0..len).filter(is_near)
}

#[test]
fn places_in_cells_of_large_boards() {
    // The last five take seconds each.
    const BOARDS: [(usize, usize); 10] =
        [(12, 5), (14, 2), (17, 5), (18, 7), (20, 6), (14, 5), (16, 5), (18, 6), (23, 7), (24, 7)];
    for (n, depth) in BOARDS.into_iter().take(up_to(5, 10)) {
        let mut first = vec![1, 3, 5, 7, 9, 11, 13][..depth].to_vec();
        // Most prefixes of the small boards have no representatives.
        let (last, solutions, representatives) = loop {
            assert!(next_prefix(n, &mut first), "{n}");
            let mut last = first.clone();
            next_prefix(n, &mut last);
            let up_to_last = |solution: &Solution| solution.zero_based()[..depth] <= last[..];
            let solutions: Vec<Solution> =
                Solutions::starting_at(&least_with(n, &first)).take_while(up_to_last).collect();
            let canonical = solutions.iter().copied().filter_map(Canonical::check);
            let representatives: Vec<Canonical> = canonical.collect();
            if representatives.len() > 1 {
                break (last, solutions, representatives);
            }
        };
        let size = CellSize {
            prefixes: 2,
            solutions: solutions.len() as u64,
            representatives: representatives.len() as u64,
        };
        let cell = Cell { first: &first, last: &last, size };
        let threads = Kernel::available()
            .into_iter()
            .zip(1..)
            .map(|(kernel, n)| (kernel, NonZeroUsize::new(n)));
        for (kernel, threads) in threads {
            let search = CellSearch::new(kernel, board_size(n), depth);
            let mut search = search.with_threads(threads.expect("one and more"));
            for place in some_places(solutions.len()) {
                let (solution, place) = (&solutions[place], place as u64);
                assert_eq!(
                    search.item(Items::Solutions, cell, place),
                    Some(*solution),
                    "{kernel:?} {n}"
                );
                assert_eq!(
                    search.place(Items::Solutions, cell, solution),
                    Some(place),
                    "{kernel:?} {n}"
                );
            }
            for place in some_places(representatives.len()) {
                let (canonical, place) = (&representatives[place], place as u64);
                assert_eq!(search.item(Items::Representatives, cell, place), Some(**canonical));
                assert_eq!(search.place(Items::Representatives, cell, canonical), Some(place));
            }
        }
    }
}

/// Sizes that are too small are detected if they lead to a position before the cell.
#[test]
fn wrong_sizes_are_detected() {
    let (first, last) = ([0, 2], [0, 3]);
    let half = first_half(9);
    let inside =
        |solution: &&Solution| (&first[..]..=&last[..]).contains(&&solution.zero_based()[..2]);
    let solutions: Vec<&Solution> = half.iter().filter(inside).collect();
    let size = CellSize { prefixes: 2, solutions: 1, representatives: 0 };
    let cell = Cell { first: &first, last: &last, size };
    let mut search = CellSearch::new(Kernel::best(), board_size(9), 2);
    let places: Vec<Option<u64>> =
        solutions.iter().map(|solution| search.place(Items::Solutions, cell, solution)).collect();
    assert_eq!(places.last(), Some(&Some(0)));
    assert!(places.contains(&None), "{places:?}");
    assert_eq!(search.item(Items::Solutions, cell, 1), None);
    assert_eq!(search.item(Items::Solutions, cell, u64::MAX), None);
    assert_eq!(search.item(Items::Representatives, cell, 0), None);
}

/// Lookups on one board, each nested in the one before.
fn nested(depth: usize) {
    if depth > 0 {
        with_search(board_size(27), |_| nested(depth - 1));
    }
}

/// No other test uses N = 27.
#[test]
fn look_ups_in_cells_do_not_wait_for_each_other() {
    for (look_ups, idle) in [(1, 1), (2, 2), (1, 2), (MAX_IDLE + 2, MAX_IDLE)] {
        nested(look_ups);
        assert_eq!(lock(&IDLE)[&board_size(27)].len(), idle);
    }
}

fn boards() -> impl Iterator<Item = BoardSize> {
    (5..=LAST_BUILT_IN).map(|n| BoardSize::new(n).unwrap())
}

/// Up to Q(N) / 2 and F(N).
#[test]
fn cells_add_up() {
    for n in boards() {
        let (board, known) = (BuiltInCells::of(n).unwrap(), known_counts(n).unwrap());
        let sum =
            |number: fn(&CellSize) -> u64| board.sizes().map(|size| number(&size)).sum::<u64>();
        let solutions = sum(|size| size.solutions);
        assert_eq!(solutions, known.solutions / 2, "N = {n}");
        assert_eq!(sum(|size| size.representatives), known.orbits(), "N = {n}");
        assert!(board.sizes().all(|size| (1..=board.limit).contains(&size.solutions)));
    }
    for n in [1, 2, 3, 4, 22, 27, 64] {
        assert!(BuiltInCells::of(BoardSize::new(n).unwrap()).is_none());
    }
}

/// The larger boards are compared with the indexes.
#[test]
fn cells_are_counted_again() {
    for n in boards().take_while(|n| n.get() <= up_to(14, 17)) {
        let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n));
        let counts = PrefixCounts::new(&prefixes);
        let units = work_units(n.get());
        assert!(count_units(Kernel::best(), &prefixes, &units, &counts, &mut |_| true));
        let mut counts = counts.chunks().flatten();
        for (place, cell) in BuiltInCells::of(n).unwrap().sizes().enumerate() {
            let mut sum = [0; 2];
            for count in counts.by_ref().take(cell.prefixes as usize) {
                sum = [0, 1].map(|number| sum[number] + u64::from(count[number]));
            }
            assert_eq!(sum, [cell.solutions, cell.representatives], "N = {n}, cell {place}");
        }
        assert_eq!(counts.next(), None, "N = {n}");
    }
}

#[test]
fn bytes_that_end_early_are_rejected() {
    for (name, first, last) in [("cells", 5, 20), ("cells-21", 21, 21)] {
        let bytes = std::fs::read(file(&format!("fixtures/{name}.bin"))).unwrap();
        let decode = |len: usize, n: usize| BuiltInCells::decode(&bytes[..len], board_size(n));
        assert!((first..=last).all(|n| decode(bytes.len(), n).is_some()));
        assert!((0..1000).chain([bytes.len() - 1]).all(|len| decode(len, last).is_none()));
    }
}

proptest! {
    #[test]
    fn columns_survive(
        numbers in prop::collection::vec((any::<u32>(), 0..32u32, 0..300u64), 0..100),
        rest in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        let wide: Vec<u64> = numbers.iter().map(|&(bits, width, _)| (bits >> width).into()).collect();
        let narrow: Vec<u64> = numbers.iter().map(|&(.., number)| number).collect();
        let columns = [differences(wide.iter().copied()), narrow];
        let written = [write_columns(columns.clone()), rest.clone()].concat();
        let mut bytes = &written[..];
        prop_assert_eq!(read_columns(&mut bytes, numbers.len()), Some(columns.clone()));
        prop_assert_eq!(bytes, &rest);
        let [first, _] = columns;
        prop_assert_eq!(sums(first).collect::<Vec<_>>(), wide);
    }

    #[test]
    fn any_bytes_are_columns_or_end_early(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        len in 0..100usize,
    ) {
        let mut rest = &bytes[..];
        match read_columns::<3>(&mut rest, len) {
            Some(columns) => prop_assert!(columns.iter().all(|column| column.len() == len)),
            None => prop_assert_eq!(rest, &bytes),
        }
    }
}

/// All attack-free prefixes of `depth` queens, in lexicographic order.
fn attack_free_prefixes(n: usize, depth: usize) -> Vec<Vec<u8>> {
    (0..depth).fold(vec![vec![]], |prefixes, next| {
        let longer = |prefix: Vec<u8>| (0..n as u8).map(move |row| [&prefix[..], &[row]].concat());
        let is_safe = |prefix: &Vec<u8>| {
            (0..next).all(|column| !attack((column, prefix[column]), (next, prefix[next])))
        };
        prefixes.into_iter().flat_map(longer).filter(is_safe).collect()
    })
}

#[test]
fn steps_are_those_of_the_enumeration() {
    for (n, depth) in [(1, 1), (4, 2), (5, 3), (6, 6), (7, 4), (8, 5), (9, 1)] {
        let size = board_size(n);
        let all = attack_free_prefixes(n, depth);
        for from in 0..all.len() {
            for steps in [0, 1, 2, 3, 7, 20, 100, 1000] {
                let mut place = PrefixSteps::at(size, &all[from]).unwrap();
                let reached = place.skip(steps).then(|| place.prefix());
                let expected = all.get(from + steps as usize).map(|prefix| &prefix[..]);
                assert_eq!(reached, expected, "N = {n}, {steps} from {:?}", all[from]);
            }
        }
        assert!(PrefixSteps::at(size, &[n as u8]).is_none());
    }
    assert!(PrefixSteps::at(board_size(8), &[3, 4]).is_none());
}
