//! The kernels against plain backtracking: `cargo bench --bench kernel -- N [REPEATS]`
//!
//! P is the time of a recursive count of the whole tree with bit masks, one thread, in the same run.
//! The table has for each kernel of this processor P divided by the least time of three jobs: the
//! counts of all depth-5 prefixes of the first half, the census of orbits, and all first-half solutions
//! in order. (On a shared machine the vector kernels' times vary by up to half, P's hardly.)

use nqdb::kernel::{Kernel, census, count_prefixes, emit_below};
use std::time::{Duration, Instant};

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(13);
    let repeats = numbers.get(1).copied().unwrap_or(5);
    assert!((6..=18).contains(&n), "N from 6 to 18 expected, got {n}");

    let (count, p) = timed(|| plain((1 << n) - 1, 0, 0, 0));
    println!("N = {n}, Q = {count}, P = {:.3} s", p.as_secs_f64());
    println!("kernel   prefix counts  census  solutions in order");
    let (deep, short) = (first_half(n, 5), first_half(n, 2));
    for kernel in Kernel::available() {
        let counts = least(repeats, || {
            assert_eq!(2 * count_prefixes(kernel, n, &deep).iter().sum::<u64>(), count);
        });
        let census = least(repeats, || assert_eq!(census(kernel, n).solutions(), count));
        let in_order = least(repeats, || assert_eq!(2 * emit(kernel, n, &short), count));
        let ratio = |time: Duration| p.as_secs_f64() / time.as_secs_f64();
        println!(
            "{:8} {:13.1} {:7.1} {:19.1}",
            format!("{kernel:?}"),
            ratio(counts),
            ratio(census),
            ratio(in_order)
        );
    }
}

/// Recursive backtracking over the whole tree in lexicographic order, counting.
fn plain(full: u32, rows: u32, rising: u32, falling: u32) -> u64 {
    if rows == full {
        return 1;
    }
    let (mut count, mut safe) = (0, full & !(rows | rising | falling));
    while safe != 0 {
        let bit = safe & safe.wrapping_neg();
        safe ^= bit;
        count += plain(full, rows | bit, (rising | bit) << 1, (falling | bit) >> 1);
    }
    count
}

/// The attack-free prefixes of the first half.
fn first_half(n: usize, depth: usize) -> Vec<Vec<u8>> {
    let safe = |prefix: &Vec<u8>| {
        let (last, others) = prefix.split_last().expect("prefixes have queens");
        let mut by_distance = (1u8..).zip(others.iter().rev());
        by_distance.all(|(distance, row)| row != last && row.abs_diff(*last) != distance)
    };
    let mut prefixes = vec![Vec::new()];
    for _ in 0..depth {
        let longer = |prefix: Vec<u8>| (0..n as u8).map(move |row| [&prefix[..], &[row]].concat());
        prefixes = prefixes.into_iter().flat_map(longer).filter(safe).collect();
    }
    let middle = n as u8 / 2;
    prefixes.retain(|prefix| {
        prefix[0] < middle || (n % 2 == 1 && prefix[0] == middle && prefix[1] < middle)
    });
    prefixes
}

fn emit(kernel: Kernel, n: usize, prefixes: &[Vec<u8>]) -> u64 {
    let (mut narrow, mut wide): (Vec<u64>, Vec<u128>) = (Vec::new(), Vec::new());
    for prefix in prefixes {
        match n {
            ..=16 => emit_below(kernel, n, prefix, &mut narrow),
            _ => emit_below(kernel, n, prefix, &mut wide),
        }
    }
    (narrow.len() + wide.len()) as u64
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}

fn least(repeats: usize, work: impl Fn()) -> Duration {
    (0..repeats.max(1)).map(|_| timed(&work).1).min().unwrap_or_default()
}
