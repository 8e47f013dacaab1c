//! Every kernel of this processor compared with plain backtracking, and counts by prefix compared with enumeration.

use super::{
    Kernel, NumberedPrefixes, PrefixCounts, WorkUnit, bits_per_queen, census, count_prefixes,
    count_units, emit_below, next_prefix, prefix_counts::units_of, work_units,
};
use crate::combinatorics::{
    BoardSize, Canonical, Orbit, Permutation, Solution, Symmetry, known_counts,
};
use crate::search::{Representatives, Solutions};

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
    for n in 1..=12 {
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
    for n in 1..=12 {
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

/// Whether to run all cases, as in `.ci/full`, or to leave out the longest, like tests/support/sample.rs.
pub(crate) fn takes_all() -> bool {
    std::env::var_os("NQDB_TEST_ALL").is_some_and(|value| value == "1")
}

#[test]
fn all_solutions_are_those_of_plain_backtracking() {
    for n in 13..=if takes_all() { 15 } else { 14 } {
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

fn count(kernel: Kernel, prefixes: &NumberedPrefixes, units: &[WorkUnit]) -> Vec<[u32; 2]> {
    let counts = PrefixCounts::new(prefixes);
    assert!(count_units(kernel, prefixes, units, &counts, &mut |_| true));
    counts.to_counts()
}

pub(crate) fn board_size(n: usize) -> BoardSize {
    BoardSize::new(n as u64).unwrap()
}

/// The solutions of the first half, in order.
pub(crate) fn first_half(n: usize) -> Vec<Solution> {
    Solutions::new(board_size(n)).take_while(|solution| solution.in_first_half()).collect()
}

/// All attack-free prefixes of the first half, in order.
pub(crate) fn prefixes_in_order(prefixes: &NumberedPrefixes) -> Vec<Vec<u8>> {
    let mut prefix = vec![0; prefixes.depth()];
    let next = || next_prefix(prefixes.n(), &mut prefix).then(|| prefix.clone());
    std::iter::from_fn(next).take(prefixes.count()).collect()
}

/// The counts of these prefixes, given all solutions.
pub(crate) fn counts_by_enumeration(solutions: &[Solution], prefixes: &[Vec<u8>]) -> Vec<[u32; 2]> {
    let mut counts = vec![[0; 2]; prefixes.len()];
    for solution in solutions {
        let prefix = &solution.rows()[..prefixes[0].len()];
        let place = prefixes.binary_search_by(|other| other[..].cmp(prefix)).unwrap();
        counts[place][0] += 1;
        counts[place][1] += u32::from(Canonical::check(*solution).is_some());
    }
    counts
}

pub(crate) fn depths(n: usize) -> std::ops::RangeInclusive<usize> {
    3..=7.min(n - 2)
}

#[test]
fn counts_of_the_first_half() {
    for n in 5..=12 {
        let solutions = first_half(n);
        for depth in depths(n) {
            let prefixes = NumberedPrefixes::new(n, depth);
            let in_order = prefixes_in_order(&prefixes);
            let expected = counts_by_enumeration(&solutions, &in_order);
            for kernel in Kernel::available() {
                let counts = count(kernel, &prefixes, &work_units(n));
                assert_eq!(counts, expected, "{kernel:?} {n} {depth}");
            }
        }
    }
}

#[test]
fn numbers_of_prefixes() {
    for n in 5..=12 {
        for depth in depths(n) {
            let prefixes = NumberedPrefixes::new(n, depth);
            let in_order = prefixes_in_order(&prefixes);
            assert!(in_order.is_sorted_by(|a, b| a < b) && in_order.len() == prefixes.count());
            for (number, prefix) in in_order.iter().enumerate() {
                assert_eq!(prefixes.number(prefix), Some(number), "{n} {prefix:?}");
            }
        }
    }
    let prefixes = NumberedPrefixes::new(9, 3);
    for other in [&[0, 1, 2][..], &[0, 2], &[4, 6, 8], &[5, 0, 2], &[0, 2, 9], &[0, 2, 200]] {
        assert_eq!(prefixes.number(other), None, "{other:?}");
    }
    assert!(prefixes.number(&[4, 2, 0]).is_some());
}

/// The smallest permutation that begins with these rows.
pub(crate) fn least_with(n: usize, prefix: &[u8]) -> Permutation {
    let rest = (0..n as u8).filter(|row| !prefix.contains(row));
    Permutation::new(&prefix.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap()
}

#[test]
fn units_of_large_boards() {
    const BOARDS: [(usize, usize); 7] =
        [(16, 6), (17, 7), (19, 3), (17, 5), (18, 6), (20, 6), (20, 7)];
    for (n, depth) in BOARDS.into_iter().take(if takes_all() { 7 } else { 3 }) {
        // Near the middle a unit has few representatives.
        let unit = *work_units(n).iter().rfind(|unit| unit.queens()[0] + 2 == n as u8 / 2).unwrap();
        let prefixes = NumberedPrefixes::new(n, depth);
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
    let prefixes = NumberedPrefixes::new(11, 4);
    let whole = count(Kernel::best(), &prefixes, &work_units(11));
    let sum = PrefixCounts::new(&prefixes);
    for part in 0..7 {
        let units: Vec<WorkUnit> = work_units(11).into_iter().skip(part).step_by(7).collect();
        sum.add_counts(&count(Kernel::best(), &prefixes, &units));
    }
    assert_eq!(sum.to_counts(), whole);
}

/// Units of four queens cover the same prefixes as those of three.
#[test]
fn units_of_four_queens() {
    for n in 6..=12 {
        let prefixes = NumberedPrefixes::new(n, 4);
        let of_four = units_of(n, 4);
        assert!(of_four.is_sorted() && of_four.iter().all(|unit| unit.queens().len() == 4), "{n}");
        for kernel in Kernel::available() {
            let counts = count(kernel, &prefixes, &of_four);
            assert_eq!(counts, count(kernel, &prefixes, &units_of(n, 3)), "{kernel:?} {n}");
        }
    }
    let queens = |n: usize| work_units(n).iter().map(|unit| unit.queens().len()).max();
    assert_eq!([21, 22, 24].map(queens), [Some(3), Some(4), Some(4)]);
}

#[test]
fn threads_share_counts() {
    let (prefixes, units) = (NumberedPrefixes::new(12, 5), work_units(12));
    let counts = PrefixCounts::new(&prefixes);
    std::thread::scope(|scope| {
        for units in units.chunks(units.len().div_ceil(3)) {
            scope.spawn(|| count_units(Kernel::best(), &prefixes, units, &counts, &mut |_| true));
        }
    });
    assert_eq!(counts.to_counts(), count(Kernel::Scalar, &prefixes, &units));
}

#[test]
fn a_stopped_search_reports_it() {
    let prefixes = NumberedPrefixes::new(12, 4);
    let (counts, mut left) = (PrefixCounts::new(&prefixes), 10);
    let more = &mut |_| {
        left -= 1;
        left > 0
    };
    assert!(!count_units(Kernel::best(), &prefixes, &work_units(12), &counts, more));
    assert_eq!(left, 0);
}

#[test]
fn totals_from_13_on() {
    for (n, depth) in [(13, 6), (13, 7), (14, 5), (15, 4)] {
        let known = known_counts(board_size(n)).unwrap();
        let prefixes = NumberedPrefixes::new(n, depth);
        for kernel in Kernel::available() {
            let counts = count(kernel, &prefixes, &work_units(n));
            let sum = |i: usize| counts.iter().map(|count| u64::from(count[i])).sum::<u64>();
            assert_eq!((2 * sum(0), sum(1)), (known.solutions, known.orbits()), "{kernel:?} {n}");
        }
    }
}
