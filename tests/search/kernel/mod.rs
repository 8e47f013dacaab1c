//! Every kernel of this processor agrees with plain backtracking.

mod allowed_squares;
pub(crate) mod prefix_counts;

use nqdb::internal::kernel::{Kernel, bits_per_queen, census, count_prefixes, emit_below};
use nqdb_test_support::sample::up_to;

/// A002562 and A000170 from N = 1 on.
const KNOWN: [(u64, u64); 14] = [
    (1, 1),
    (0, 0),
    (0, 0),
    (1, 2),
    (2, 10),
    (1, 4),
    (6, 40),
    (12, 92),
    (46, 352),
    (92, 724),
    (341, 2680),
    (1787, 14200),
    (9233, 73712),
    (45752, 365596),
];

/// All solutions that begin with `prefix`, in lexicographic order: the reference implementation.
pub(crate) fn slowly(n: usize, prefix: &[u8]) -> Vec<Vec<u8>> {
    fn extend(n: usize, queens: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        if queens.len() == n {
            return found.push(queens.clone());
        }
        for row in 0..n as u8 {
            queens.push(row);
            if last_is_safe(queens) {
                extend(n, queens, found);
            }
            queens.pop();
        }
    }
    let mut found = Vec::new();
    if (1..=prefix.len()).all(|len| last_is_safe(&prefix[..len])) {
        extend(n, &mut prefix.to_vec(), &mut found);
    }
    found
}

fn last_is_safe(queens: &[u8]) -> bool {
    let Some((&last, others)) = queens.split_last() else { return true };
    let mut by_distance = (1u8..).zip(others.iter().rev());
    by_distance.all(|(distance, &row)| row != last && row.abs_diff(last) != distance)
}

/// All sequences of distinct rows, attacked or not.
fn sequences(n: usize, depth: usize) -> Vec<Vec<u8>> {
    (0..depth).fold(vec![vec![]], |all, _| {
        let longer = |prefix: Vec<u8>| (0..n as u8).map(move |row| [&prefix[..], &[row]].concat());
        let distinct =
            |prefix: &Vec<u8>| !prefix[..prefix.len() - 1].contains(prefix.last().unwrap());
        all.into_iter().flat_map(longer).filter(distinct).collect()
    })
}

fn pack(n: usize, solution: &[u8]) -> u128 {
    solution.iter().fold(0, |packed, &row| packed << bits_per_queen(n) | u128::from(row))
}

/// A long prefix with a small subtree: the lowest safe rows after `first`, up to `depth`.
pub(crate) fn deep_prefix(n: usize, first: u8, depth: usize) -> Vec<u8> {
    let mut prefix = vec![first];
    while prefix.len() < depth {
        let safe = (0..n as u8).find(|&row| last_is_safe(&[&prefix[..], &[row]].concat()));
        let Some(row) = safe else { break };
        prefix.push(row);
    }
    prefix
}

/// Asserts the counts of every kernel.
fn check_counts(n: usize, prefixes: &[Vec<u8>], expected: &[u64]) {
    for kernel in Kernel::available() {
        assert_eq!(
            count_prefixes(kernel, n, prefixes),
            expected,
            "{kernel:?} {n} {}",
            prefixes[0].len()
        );
    }
}

#[test]
fn counts_of_all_prefixes() {
    for n in 1..=up_to(11, 12) {
        let solutions = slowly(n, &[]);
        for depth in 0..=n.min(if n < 11 { 5 } else { 4 }) {
            let prefixes = sequences(n, depth);
            let mut expected = vec![0u64; prefixes.len()];
            for solution in &solutions {
                expected[prefixes.binary_search(&solution[..depth].to_vec()).unwrap()] += 1;
            }
            check_counts(n, &prefixes, &expected);
        }
    }
}

#[test]
fn counts_below_full_and_nearly_full_prefixes_in_any_order() {
    for n in 1usize..=7 {
        for depth in n.saturating_sub(2)..=n {
            let mut prefixes = sequences(n, depth);
            prefixes.reverse();
            prefixes.push(prefixes[0].clone());
            let expected: Vec<u64> =
                prefixes.iter().map(|prefix| slowly(n, prefix).len() as u64).collect();
            check_counts(n, &prefixes, &expected);
        }
    }
}

#[test]
fn more_prefixes_than_tags() {
    let prefixes = sequences(12, 5);
    assert!(prefixes.len() > 1 << 15);
    for kernel in Kernel::available() {
        assert_eq!(count_prefixes(kernel, 12, &prefixes).iter().sum::<u64>(), 14200, "{kernel:?}");
    }
}

#[test]
fn all_solutions_in_order() {
    for n in 1..=up_to(11, 12) {
        let expected: Vec<u128> = slowly(n, &[]).iter().map(|s| pack(n, s)).collect();
        for kernel in Kernel::available() {
            let mut narrow: Vec<u64> = vec![7];
            emit_below(kernel, n, &[], &mut narrow);
            assert!(
                narrow.iter().map(|&s| u128::from(s)).eq([7].into_iter().chain(expected.clone()))
            );
            let mut wide: Vec<u128> = Vec::new();
            for prefix in sequences(n, n.min(3)) {
                emit_below(kernel, n, &prefix, &mut wide);
            }
            assert_eq!(wide, expected, "{kernel:?} {n}");
        }
    }
}

#[test]
fn large_boards_below_deep_prefixes() {
    for n in 13..=32 {
        let prefixes: Vec<Vec<u8>> =
            (0..n as u8).step_by(3).map(|first| deep_prefix(n, first, n - 11)).collect();
        for prefix in prefixes.iter().filter(|prefix| prefix.len() == n - 11) {
            let expected = slowly(n, prefix);
            for kernel in Kernel::available() {
                let counts = count_prefixes(kernel, n, std::slice::from_ref(prefix));
                assert_eq!(counts, [expected.len() as u64], "{kernel:?} {n} {prefix:?}");
                if n <= 25 {
                    let mut found: Vec<u128> = Vec::new();
                    emit_below(kernel, n, prefix, &mut found);
                    assert!(found.into_iter().eq(expected.iter().map(|s| pack(n, s))));
                }
            }
        }
    }
}

#[test]
fn more_roots_than_a_batch() {
    let n = 13;
    let expected = slowly(n, &[2]);
    for kernel in Kernel::available() {
        let mut found: Vec<u64> = Vec::new();
        emit_below(kernel, n, &[2], &mut found);
        assert!(found.iter().map(|&s| u128::from(s)).eq(expected.iter().map(|s| pack(n, s))));
    }
}

#[test]
fn two_words_of_trail() {
    // Roots of seven queens, nine in the trail: the whole subtree of a prefix of N = 18.
    let (n, prefix) = (18, [2u8, 9, 5, 13, 16, 0]);
    let expected = slowly(n, &prefix);
    assert!(expected.len() > 64);
    for kernel in Kernel::available() {
        let mut found: Vec<u128> = Vec::new();
        emit_below(kernel, n, &prefix, &mut found);
        assert!(found.into_iter().eq(expected.iter().map(|s| pack(n, s))), "{kernel:?}");
    }
}

#[test]
fn census_of_small_boards() {
    for (n, (orbits, solutions)) in (1..).zip(KNOWN) {
        for kernel in Kernel::available() {
            let census = census(kernel, n);
            assert_eq!(
                (census.orbits(), census.solutions()),
                (orbits, solutions),
                "{kernel:?} {n}"
            );
        }
    }
}

#[test]
fn totals_of_13_and_14() {
    for n in [13, 14] {
        let prefixes = sequences(n, 2);
        for kernel in Kernel::available() {
            let total: u64 = count_prefixes(kernel, n, &prefixes).iter().sum();
            assert_eq!(total, KNOWN[n - 1].1, "{kernel:?} {n}");
        }
    }
}

#[test]
fn packed_solutions_of_17_by_first_queen() {
    // 5-bit queens in packed boards; the reference is the count kernel, checked above.
    let (n, prefix) = (17, [8u8, 0, 2]);
    for kernel in Kernel::available() {
        let mut found: Vec<u128> = Vec::new();
        emit_below(kernel, n, &prefix, &mut found);
        assert!(found.is_sorted_by(|a, b| a < b));
        let expected = count_prefixes(Kernel::Scalar, n, &[prefix.to_vec()]);
        assert_eq!(found.len() as u64, expected[0]);
        let solutions = found.iter().map(|packed| {
            (0..n).map(|c| (packed >> (5 * (n - 1 - c))) as u8 & 31).collect::<Vec<_>>()
        });
        for solution in solutions.step_by(101) {
            assert!((1..=n).all(|len| last_is_safe(&solution[..len])) && solution[..3] == prefix);
        }
    }
}

/// Folds solutions, in order, into a digest.
fn digest(digest: u64, packed: u64) -> u64 {
    (digest ^ packed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// The digest of all solutions of N ≤ 16 by plain recursive backtracking, and their number.
fn plainly(n: usize, rows: u32, diagonals: [u32; 2], packed: u64, seen: &mut (u64, u64)) {
    let full = (1 << n) - 1;
    if rows == full {
        *seen = (digest(seen.0, packed), seen.1 + 1);
    }
    let [rising, falling] = diagonals;
    let mut safe = full & !(rows | rising | falling);
    while safe != 0 {
        let bit = safe & safe.wrapping_neg();
        safe ^= bit;
        let diagonals = [(rising | bit) << 1, (falling | bit) >> 1];
        let packed = packed << 4 | u64::from(bit.trailing_zeros());
        plainly(n, rows | bit, diagonals, packed, seen);
    }
}

#[test]
fn all_solutions_are_those_of_plain_backtracking() {
    for n in 13..=up_to(13, 15) {
        let mut expected = (0, 0);
        plainly(n, 0, [0, 0], 0, &mut expected);
        for kernel in Kernel::available() {
            let mut seen = (0, 0);
            for first in 0..n as u8 {
                let mut found: Vec<u64> = Vec::new();
                emit_below(kernel, n, &[first], &mut found);
                seen = found.iter().fold(seen, |(d, count), &s| (digest(d, s), count + 1));
            }
            assert_eq!(seen, expected, "{kernel:?}, N = {n}");
            let counts = count_prefixes(kernel, n, &sequences(n, 2));
            assert_eq!(counts.iter().sum::<u64>(), expected.1, "{kernel:?}, N = {n}");
        }
    }
}
