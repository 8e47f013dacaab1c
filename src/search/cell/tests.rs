//! Cells and lookups in them, compared with plain enumeration.

use super::block::{IDLE, MAX_IDLE};
use super::{Cell, CellSearch, CellSize, first_solution, join_cells, with_search};
use crate::combinatorics::{Canonical, Solution};
use crate::search::Solutions;
use crate::search::kernel::tests::{
    board_size, counts_by_enumeration, depths, first_half, least_with, prefixes_in_order, takes_all,
};
use crate::search::kernel::{Kernel, NumberedPrefixes, next_prefix};
use crate::sync::lock;
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
            assert_eq!(search.solution(cell, place), Some(*solution), "{n} {cell:?} {place}");
            assert_eq!(search.place(cell, solution), Some(place), "{n} {cell:?} {solution}");
        }
        assert_eq!(search.solution(cell, size.solutions), None);
        for (place, canonical) in (0..).zip(inside.iter().copied().filter_map(Canonical::check)) {
            assert_eq!(search.representative(cell, place), Some(canonical));
            assert_eq!(search.representative_place(cell, &canonical), Some(place));
        }
        assert_eq!(first_solution(board_size(n), first, size.prefixes), inside.first().copied());
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
    for (n, depth) in BOARDS.into_iter().take(if takes_all() { 10 } else { 5 }) {
        let mut first = vec![1, 3, 5, 7, 9, 11, 13][..depth].to_vec();
        // Most prefixes of the small boards have no representatives.
        let (last, solutions, representatives) = loop {
            assert!(next_prefix(n, &mut first), "{n}");
            let mut last = first.clone();
            next_prefix(n, &mut last);
            let up_to_last = |solution: &Solution| solution.rows()[..depth] <= last[..];
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
                assert_eq!(search.solution(cell, place), Some(*solution), "{kernel:?} {n}");
                assert_eq!(search.place(cell, solution), Some(place), "{kernel:?} {n}");
            }
            for place in some_places(representatives.len()) {
                let (canonical, place) = (&representatives[place], place as u64);
                assert_eq!(search.representative(cell, place), Some(*canonical));
                assert_eq!(search.representative_place(cell, canonical), Some(place));
            }
        }
    }
}

/// Sizes that are too small are detected if they lead to a position before the cell.
#[test]
fn wrong_sizes_are_detected() {
    let (first, last) = ([0, 2], [0, 3]);
    let half = first_half(9);
    let inside = |solution: &&Solution| (&first[..]..=&last[..]).contains(&&solution.rows()[..2]);
    let solutions: Vec<&Solution> = half.iter().filter(inside).collect();
    let size = CellSize { prefixes: 2, solutions: 1, representatives: 0 };
    let cell = Cell { first: &first, last: &last, size };
    let mut search = CellSearch::new(Kernel::best(), board_size(9), 2);
    let places: Vec<Option<u64>> =
        solutions.iter().map(|solution| search.place(cell, solution)).collect();
    assert_eq!(places.last(), Some(&Some(0)));
    assert!(places.contains(&None), "{places:?}");
    assert_eq!(search.solution(cell, 1), None);
    assert_eq!(search.solution(cell, u64::MAX), None);
    assert_eq!(search.representative(cell, 0), None);
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
