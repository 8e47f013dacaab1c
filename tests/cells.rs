//! Counts by prefix and the search of cells, against plain enumeration.

use nqdb::kernel::{CellCounts, Kernel, Prefixes, Unit, count_units, next_prefix, units};
use nqdb::{BoardSize, Canonical, Solutions};
use std::collections::BTreeMap;

fn count(kernel: Kernel, prefixes: &Prefixes, units: &[Unit]) -> Vec<[u32; 2]> {
    let counts = CellCounts::new(prefixes);
    assert!(count_units(kernel, prefixes, units, &counts, &mut |_| true));
    counts.into_counts()
}

/// Solutions and canonical representatives of the first half by prefix.
fn slowly(n: usize, depth: usize) -> BTreeMap<Vec<u8>, [u32; 2]> {
    let mut counts = BTreeMap::new();
    let solutions = Solutions::new(BoardSize::new(n as u64).unwrap());
    for solution in solutions.take_while(|solution| solution.in_first_half()) {
        let count = counts.entry(solution.rows()[..depth].to_vec()).or_insert([0; 2]);
        count[0] += 1;
        count[1] += u32::from(Canonical::check(solution).is_some());
    }
    counts
}

fn depths(n: usize) -> std::ops::RangeInclusive<usize> {
    3..=6.min(n - 2)
}

#[test]
fn counts_of_all_prefixes() {
    for n in 5..=12 {
        for depth in depths(n) {
            let (prefixes, expected) = (Prefixes::new(n, depth), slowly(n, depth));
            for kernel in Kernel::available() {
                let counts = count(kernel, &prefixes, &units(n));
                let mut seen = 0;
                let mut prefix = vec![0; depth];
                let mut number = 0;
                while next_prefix(n, &mut prefix) && number < prefixes.len() {
                    assert_eq!(prefixes.number(&prefix), Some(number), "{n} {prefix:?}");
                    let expected = expected.get(&prefix).copied().unwrap_or_default();
                    assert_eq!(counts[number], expected, "{kernel:?} {n} {prefix:?}");
                    seen += expected[0];
                    number += 1;
                }
                assert_eq!(number, prefixes.len());
                assert_eq!(seen, expected.values().map(|count| count[0]).sum::<u32>());
            }
        }
    }
}
