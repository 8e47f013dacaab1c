//! Counts by square of the solutions in allowed rows agree with plain backtracking.

use super::{deep_prefix, slowly};
use nqdb::internal::Bitboard;
use nqdb::internal::kernel::{AllowedSquares, Kernel};
use proptest::prelude::*;

/// The counts below a prefix, at column · N + row.
fn squares(kernel: Kernel, allowed: &[u32], prefix: &[u8]) -> Vec<u64> {
    let mut counter = AllowedSquares::new(kernel, allowed);
    let board = Bitboard::with_queens(allowed.len(), prefix).unwrap();
    counter.add(board, prefix, &mut |_| true).unwrap();
    counter.take(&mut |_| true).unwrap()
}

/// The same counts, computed from all solutions.
fn squares_of(solutions: &[Vec<u8>], allowed: &[u32]) -> Vec<u64> {
    let n = allowed.len();
    let mut squares = vec![0; n * n];
    let is_allowed = |rows: &[u8]| rows.iter().zip(allowed).all(|(row, rows)| rows >> row & 1 == 1);
    for rows in solutions.iter().filter(|rows| is_allowed(rows)) {
        rows.iter()
            .enumerate()
            .for_each(|(column, &row)| squares[column * n + usize::from(row)] += 1);
    }
    squares
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn squares_are_those_of_the_allowed_solutions(
        n in 3..=11usize,
        excluded in prop::collection::vec((0..11usize, 0..11u32), 0..12),
        given in prop::option::of((0..11usize, 0..11u32)),
    ) {
        let mut allowed = vec![(1 << n) - 1; n];
        excluded.iter().for_each(|(column, row)| allowed[column % n] &= !(1 << (row % n as u32)));
        if let Some((column, row)) = given {
            allowed[column % n] &= 1 << (row % n as u32);
        }
        let expected = squares_of(&slowly(n, &[]), &allowed);
        for kernel in Kernel::available() {
            prop_assert_eq!(&squares(kernel, &allowed, &[]), &expected, "{:?}", kernel);
        }
    }
}

#[test]
fn large_boards_below_deep_prefixes() {
    for n in 13..=32 {
        let allowed = vec![u32::MAX >> (32 - n); n];
        for first in (0..n as u8).step_by(5) {
            let prefix = deep_prefix(n, first, n - 11);
            if prefix.len() == n - 11 {
                // The counter takes part of the prefix; masks fix the rest.
                let (given, rest) = prefix.split_at(n - 13);
                let mut allowed = allowed.clone();
                for (rows, row) in allowed[given.len()..].iter_mut().zip(rest) {
                    *rows = 1 << row;
                }
                let expected = squares_of(&slowly(n, &prefix), &allowed);
                for kernel in Kernel::available() {
                    assert_eq!(
                        squares(kernel, &allowed, given),
                        expected,
                        "{kernel:?}, {prefix:?}"
                    );
                }
            }
        }
    }
}

/// N = 31 has two tags, N = 29 has eight. The prefixes are those of the solutions 2, 4, 6, …, 1, 3, 5, ….
#[test]
fn more_roots_than_tags() {
    for (n, queens) in [(13, 1), (29, 16), (31, 18)] {
        let allowed = vec![u32::MAX >> (32 - n); n];
        let prefix: Vec<u8> = (0..queens).map(|column| ((2 * column + 1) % n) as u8).collect();
        let expected = squares_of(&slowly(n, &prefix), &allowed);
        assert!(expected.iter().sum::<u64>() > 0, "N = {n}");
        for kernel in Kernel::available() {
            assert_eq!(squares(kernel, &allowed, &prefix), expected, "{kernel:?}, N = {n}");
        }
    }
}

#[test]
fn it_serves_again_and_can_be_ended() {
    let allowed = [(1 << 12) - 1; 12];
    let mut counter = AllowedSquares::new(Kernel::best(), &allowed);
    let mut sum = vec![0; 144];
    for row in 0..12 {
        let board = Bitboard::with_queens(12, &[row]).unwrap();
        counter.add(board, &[row], &mut |_| true).unwrap();
        let squares = counter.take(&mut |_| true).unwrap();
        let (given, others) = squares[..12].split_at(usize::from(row));
        assert!(given.iter().chain(&others[1..]).all(|&count| count == 0), "{squares:?}");
        sum.iter_mut().zip(&squares).for_each(|(sum, count)| *sum += count);
    }
    assert_eq!(sum, squares_of(&slowly(12, &[]), &allowed));
    counter.add(Bitboard::empty(12), &[], &mut |_| true).unwrap();
    let mut left = 3;
    let more = &mut |_| {
        left -= 1;
        left > 0
    };
    assert_eq!(counter.take(more), None);
    assert_eq!(left, 0);
}
