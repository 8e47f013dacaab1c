//! Common to the benchmarks: plain backtracking, whose time is P, and a stopwatch.

use std::time::{Duration, Instant};

/// Counts all solutions by recursive backtracking with bit masks, in lexicographic order.
pub fn plain(full: u32, rows: u32, rising: u32, falling: u32) -> u64 {
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

/// The result of `work`, and its time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}
