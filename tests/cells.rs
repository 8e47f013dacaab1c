//! Counts by prefix and the search of cells, against plain enumeration.

use nqdb::kernel::{CellCounts, Kernel, Prefixes, Unit, count_units, next_prefix, units};
use nqdb::{
    BoardSize, Canonical, Cell, CellSearch, CellSize, Orbit, Permutation, Representatives,
    Solution, Solutions, Symmetry, join_cells, known_counts,
};

fn count(kernel: Kernel, prefixes: &Prefixes, units: &[Unit]) -> Vec<[u32; 2]> {
    let counts = CellCounts::new(prefixes);
    assert!(count_units(kernel, prefixes, units, &counts, &mut |_| true));
    counts.to_counts()
}

fn board_size(n: usize) -> BoardSize {
    BoardSize::new(n as u64).unwrap()
}

/// The solutions of the first half, in order.
fn first_half(n: usize) -> Vec<Solution> {
    Solutions::new(board_size(n)).take_while(|solution| solution.in_first_half()).collect()
}

/// All attack-free prefixes of the first half, in order.
fn prefixes_in_order(prefixes: &Prefixes) -> Vec<Vec<u8>> {
    let mut prefix = vec![0; prefixes.depth()];
    let next = || next_prefix(prefixes.n(), &mut prefix).then(|| prefix.clone());
    std::iter::from_fn(next).take(prefixes.count()).collect()
}

/// The counts of these prefixes by enumeration.
fn slowly(solutions: &[Solution], prefixes: &[Vec<u8>]) -> Vec<[u32; 2]> {
    let mut counts = vec![[0; 2]; prefixes.len()];
    for solution in solutions {
        let prefix = &solution.rows()[..prefixes[0].len()];
        let place = prefixes.binary_search_by(|other| other[..].cmp(prefix)).unwrap();
        counts[place][0] += 1;
        counts[place][1] += u32::from(Canonical::check(*solution).is_some());
    }
    counts
}

fn depths(n: usize) -> std::ops::RangeInclusive<usize> {
    3..=6.min(n - 2)
}

#[test]
fn counts_of_all_prefixes() {
    for n in 5..=12 {
        let solutions = first_half(n);
        for depth in depths(n) {
            let prefixes = Prefixes::new(n, depth);
            let in_order = prefixes_in_order(&prefixes);
            let expected = slowly(&solutions, &in_order);
            for kernel in Kernel::available() {
                let counts = count(kernel, &prefixes, &units(n));
                assert_eq!(counts, expected, "{kernel:?} {n} {depth}");
            }
        }
    }
}

#[test]
fn numbers_of_prefixes() {
    for n in 5..=12 {
        for depth in depths(n) {
            let prefixes = Prefixes::new(n, depth);
            let in_order = prefixes_in_order(&prefixes);
            assert!(in_order.is_sorted_by(|a, b| a < b) && in_order.len() == prefixes.count());
            for (number, prefix) in in_order.iter().enumerate() {
                assert_eq!(prefixes.number(prefix), Some(number), "{n} {prefix:?}");
            }
        }
    }
    let prefixes = Prefixes::new(9, 3);
    for other in [&[0, 1, 2][..], &[0, 2], &[4, 6, 8], &[5, 0, 2], &[0, 2, 9], &[0, 2, 200]] {
        assert_eq!(prefixes.number(other), None, "{other:?}");
    }
    assert!(prefixes.number(&[4, 2, 0]).is_some());
}

/// A permutation that begins with these rows, the least one.
fn least_with(n: usize, prefix: &[u8]) -> Permutation {
    let rest = (0..n as u8).filter(|row| !prefix.contains(row));
    Permutation::new(&prefix.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap()
}

#[test]
fn units_of_large_boards() {
    for (n, depth) in [(16, 6), (17, 5), (18, 6), (19, 3), (20, 6)] {
        // Near the middle a unit has few representatives.
        let unit = *units(n).iter().rfind(|unit| unit.queens()[0] + 2 == n as u8 / 2).unwrap();
        let prefixes = Prefixes::new(n, depth);
        let mut expected = vec![[0; 2]; prefixes.count()];
        let representatives = Representatives::starting_at(&least_with(n, unit.queens()));
        for canonical in representatives.take_while(|c| c.rows().starts_with(unit.queens())) {
            for (symmetry, image) in Orbit::of(&canonical).members() {
                if image.in_first_half() {
                    let count = &mut expected[prefixes.number(&image.rows()[..depth]).unwrap()];
                    count[0] += 1;
                    count[1] += u32::from(*symmetry == Symmetry::Po1);
                }
            }
        }
        for kernel in Kernel::available() {
            assert!(count(kernel, &prefixes, &[unit]) == expected, "{kernel:?} {n} {unit:?}");
        }
    }
}

#[test]
fn parts_add_up() {
    let prefixes = Prefixes::new(11, 4);
    let whole = count(Kernel::best(), &prefixes, &units(11));
    let sum = CellCounts::new(&prefixes);
    for part in 0..7 {
        let units: Vec<Unit> = units(11).into_iter().skip(part).step_by(7).collect();
        sum.add_counts(&count(Kernel::best(), &prefixes, &units));
    }
    assert_eq!(sum.to_counts(), whole);
}

#[test]
fn threads_share_counts() {
    let (prefixes, units) = (Prefixes::new(12, 5), units(12));
    let counts = CellCounts::new(&prefixes);
    std::thread::scope(|scope| {
        for units in units.chunks(units.len().div_ceil(3)) {
            scope.spawn(|| count_units(Kernel::best(), &prefixes, units, &counts, &mut |_| true));
        }
    });
    assert_eq!(counts.to_counts(), count(Kernel::Scalar, &prefixes, &units));
}

#[test]
fn a_search_that_is_ended_says_so() {
    let prefixes = Prefixes::new(12, 4);
    let (counts, mut left) = (CellCounts::new(&prefixes), 10);
    let more = &mut |_| {
        left -= 1;
        left > 0
    };
    assert!(!count_units(Kernel::best(), &prefixes, &units(12), &counts, more));
    assert_eq!(left, 0);
}

#[test]
fn totals_from_13_on() {
    for (n, depth) in [(13, 6), (14, 5), (15, 4)] {
        let known = known_counts(board_size(n)).unwrap();
        let prefixes = Prefixes::new(n, depth);
        for kernel in Kernel::available() {
            let counts = count(kernel, &prefixes, &units(n));
            let sum = |i: usize| counts.iter().map(|count| u64::from(count[i])).sum::<u64>();
            assert_eq!((2 * sum(0), sum(1)), (known.solutions, known.orbits()), "{kernel:?} {n}");
        }
    }
}

#[test]
fn cells_are_full() {
    let counts = [[3, 1], [0, 0], [4, 0], [9, 2], [0, 0], [2, 2], [0, 0]];
    let size =
        |prefixes, solutions, representatives| CellSize { prefixes, solutions, representatives };
    let cells: Vec<CellSize> = join_cells(counts, 7).collect();
    assert_eq!(cells, [size(3, 7, 1), size(2, 9, 2), size(2, 2, 2)]);
    assert_eq!(join_cells(counts, 100).collect::<Vec<_>>(), [size(7, 18, 5)]);
    assert_eq!(join_cells([], 7).next(), None);
}

/// Every solution and representative of the first half is found where it is in its cell.
fn check_cells(kernel: Kernel, n: usize, depth: usize, limit: u64) {
    let prefixes = Prefixes::new(n, depth);
    let (in_order, solutions) = (prefixes_in_order(&prefixes), first_half(n));
    let mut search = CellSearch::new(kernel, board_size(n), depth);
    let (mut prefix, mut rest) = (0, &solutions[..]);
    for size in join_cells(slowly(&solutions, &in_order), limit) {
        let cell = Cell { first: &in_order[prefix], prefixes: size.prefixes };
        let (inside, behind) = rest.split_at(size.solutions as usize);
        for (place, solution) in (0..).zip(inside) {
            assert_eq!(search.solution(cell, place), Some(*solution), "{n} {cell:?} {place}");
            assert_eq!(search.place(cell, solution), place, "{n} {cell:?} {solution}");
        }
        assert_eq!(search.solution(cell, size.solutions), None);
        for (place, canonical) in (0..).zip(inside.iter().copied().filter_map(Canonical::check)) {
            assert_eq!(search.representative(cell, place), Some(canonical));
            assert_eq!(search.representative_place(cell, &canonical), place);
        }
        assert_eq!(search.representative(cell, size.representatives), None);
        (prefix, rest) = (prefix + size.prefixes as usize, behind);
    }
    assert!(prefix == prefixes.count() && rest.is_empty());
}

#[test]
fn places_in_cells() {
    for kernel in Kernel::available() {
        for n in 5..=10 {
            for depth in depths(n) {
                check_cells(kernel, n, depth, 40);
            }
        }
        check_cells(kernel, 11, 3, 1);
    }
}

#[test]
fn places_in_cells_of_large_boards() {
    for (n, depth) in [(17, 5), (18, 6), (20, 6)] {
        let mut first = vec![1, 7, 4, 11, 13, 3][..depth].to_vec();
        assert!(next_prefix(n, &mut first));
        let cell = Cell { first: &first, prefixes: 2 };
        let solutions: Vec<Solution> =
            Solutions::starting_at(&least_with(n, &first)).take(40).collect();
        let representatives: Vec<Canonical> = Representatives::starting_at(&least_with(n, &first))
            .take_while(|canonical| canonical.rows().starts_with(&first))
            .take(10)
            .collect();
        assert!(!representatives.is_empty(), "{n} {first:?}");
        for kernel in Kernel::available() {
            let mut search = CellSearch::new(kernel, board_size(n), first.len());
            for (place, solution) in (0..).zip(&solutions) {
                assert_eq!(search.solution(cell, place), Some(*solution), "{kernel:?} {n}");
                assert_eq!(search.place(cell, solution), place, "{kernel:?} {n}");
            }
            for (place, canonical) in (0..).zip(&representatives) {
                assert_eq!(search.representative(cell, place), Some(*canonical));
                assert_eq!(search.representative_place(cell, canonical), place);
            }
        }
    }
}
