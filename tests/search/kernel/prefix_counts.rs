//! Counts by prefix agree with enumeration.

use nqdb::internal::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, WorkUnit, count_units, units_of, work_units,
};
use nqdb::{
    Canonical, Orbit, Permutation, Solution, Symmetry,
    counts::known_counts,
    search::{Representatives, Solutions},
};
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::{next_prefix, size};

fn count(kernel: Kernel, prefixes: &NumberedPrefixes, units: &[WorkUnit]) -> Vec<[u32; 2]> {
    let counts = PrefixCounts::new(prefixes);
    assert!(count_units(kernel, prefixes, units, &counts, &mut |_| true));
    counts.chunks().flatten().collect()
}

/// The solutions of the first half, in order.
pub(crate) fn first_half(n: usize) -> Vec<Solution> {
    Solutions::new(size(n)).take_while(|solution| solution.in_first_half()).collect()
}

/// All attack-free prefixes of the first half, in order.
pub(crate) fn prefixes_in_order(prefixes: &NumberedPrefixes) -> Vec<Vec<u8>> {
    let mut prefix = vec![0; prefixes.depth];
    let next = || next_prefix(prefixes.n, &mut prefix).then(|| prefix.clone());
    std::iter::from_fn(next).take(prefixes.len).collect()
}

/// The counts of these prefixes, given all solutions.
pub(crate) fn counts_by_enumeration(solutions: &[Solution], prefixes: &[Vec<u8>]) -> Vec<[u32; 2]> {
    let mut counts = vec![[0; 2]; prefixes.len()];
    for solution in solutions {
        let prefix = &solution.zero_based()[..prefixes[0].len()];
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
            assert!(in_order.is_sorted_by(|a, b| a < b) && in_order.len() == prefixes.len);
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
    for (n, depth) in BOARDS.into_iter().take(up_to(2, 7)) {
        // Near the middle a unit has few representatives.
        let unit = *work_units(n).iter().rfind(|unit| unit.queens()[0] + 2 == n as u8 / 2).unwrap();
        let prefixes = NumberedPrefixes::new(n, depth);
        let mut expected = vec![[0; 2]; prefixes.len];
        let representatives = Representatives::starting_at(&least_with(n, unit.queens()));
        for canonical in representatives.take_while(|c| c.zero_based().starts_with(unit.queens())) {
            for (symmetry, image) in Orbit::of(&canonical).members() {
                if image.in_first_half() {
                    let count =
                        &mut expected[prefixes.number(&image.zero_based()[..depth]).unwrap()];
                    count[0] += 1;
                    count[1] += u32::from(*symmetry == Symmetry::Identity);
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
        sum.add_chunks([count(Kernel::best(), &prefixes, &units)]);
    }
    assert_eq!(sum.chunks().flatten().collect::<Vec<_>>(), whole);
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
    assert_eq!(
        counts.chunks().flatten().collect::<Vec<_>>(),
        count(Kernel::Scalar, &prefixes, &units)
    );
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
        let known = known_counts(size(n)).unwrap();
        let prefixes = NumberedPrefixes::new(n, depth);
        for kernel in Kernel::available() {
            let counts = count(kernel, &prefixes, &work_units(n));
            let sum = |i: usize| counts.iter().map(|count| u64::from(count[i])).sum::<u64>();
            assert_eq!((2 * sum(0), sum(1)), (known.solutions, known.orbits()), "{kernel:?} {n}");
        }
    }
}
