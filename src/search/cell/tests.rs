//! Cells and look-ups in them, against plain enumeration.

use super::{Cell, CellSearch, CellSize, join_cells};
use crate::combinatorics::{Canonical, Solution};
use crate::search::kernel::tests::{
    board_size, counts_by_enumeration, depths, first_half, least_with, prefixes_in_order,
};
use crate::search::kernel::{Kernel, NumberedPrefixes, next_prefix};
use crate::search::{Representatives, Solutions};

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
    let prefixes = NumberedPrefixes::new(n, depth);
    let (in_order, solutions) = (prefixes_in_order(&prefixes), first_half(n));
    let mut search = CellSearch::new(kernel, board_size(n), depth);
    let (mut prefix, mut rest) = (0, &solutions[..]);
    for size in join_cells(counts_by_enumeration(&solutions, &in_order), limit) {
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
