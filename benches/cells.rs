//! Counts by prefix, and lookups in cells: `cargo bench --bench cells -- N [REPEATS]`
//!
//! Counts the solutions and canonical representatives below every prefix with each kernel that this processor supports.
//! Prints P divided by the best time of these counts, the ratio of that time to the best time of the census, and the
//! median times of lookups in microseconds. P is the time of plain backtracking on one thread in the same run.

use nqdb::BoardSize;
use nqdb::internal::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, census, count_units, work_units,
};
use nqdb::internal::{
    Cell, CellSearch, CellSize, Items, PrefixSteps, cell_depth, cell_limit, join_cells,
};
use nqdb_benches::{plain, timed};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Lookups of each kind.
const QUERIES: u64 = 1000;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(13);
    let repeats = numbers.get(1).copied().unwrap_or(5).max(1);
    assert!((8..=18).contains(&n), "expected N from 8 to 18, got {n}");
    let size = BoardSize::new(n).expect("N is in range");

    let (count, p) = timed(|| plain((1 << n) - 1, 0, 0, 0));
    println!("N = {n}, Q = {count}, P = {:.3} s", p.as_secs_f64());
    let prefixes = NumberedPrefixes::new(n, cell_depth(size));
    let mut cells = Vec::new();
    println!("kernel   count  to census  unrank  rank  orbit by id  orbit id");
    for kernel in Kernel::available() {
        let (mut least, mut least_census) = (Duration::MAX, Duration::MAX);
        for _ in 0..repeats {
            least_census = least_census.min(timed(|| census(kernel, n)).1);
            let counts = PrefixCounts::new(&prefixes);
            let work = || count_units(kernel, &prefixes, &work_units(n), &counts, &mut |_| true);
            least = least.min(timed(work).1);
            let counts: Vec<_> = counts.chunks().flatten().collect();
            assert_eq!(2 * counts.iter().map(|count| u64::from(count[0])).sum::<u64>(), count);
            cells = join_cells(counts, cell_limit(size)).collect();
        }
        let ratio = p.as_secs_f64() / least.as_secs_f64();
        let to_census = least.as_secs_f64() / least_census.as_secs_f64();
        let [unrank, rank, by_id, id] = queries(kernel, size, &prefixes, &cells);
        println!(
            "{:8} {ratio:5.1} {to_census:10.2} {unrank:7.0} {rank:5.0} {by_id:12.0} {id:9.0}",
            format!("{kernel:?}")
        );
    }
    println!("{} prefixes in {} cells", prefixes.len, cells.len());
}

/// Median times of lookups at evenly spaced positions, in microseconds.
fn queries(
    kernel: Kernel,
    n: BoardSize,
    prefixes: &NumberedPrefixes,
    cells: &[CellSize],
) -> [f64; 4] {
    let mut search = CellSearch::new(kernel, n, prefixes.depth).with_threads(NonZeroUsize::MIN);
    let mut times = [const { Vec::new() }; 4];
    let every = (cells.iter().map(|cell| cell.solutions).sum::<u64>() / QUERIES).max(1);
    let mut steps = PrefixSteps::first(n, prefixes.depth).expect("there are prefixes");
    let mut place = every / 2;
    for &size in cells {
        let first = steps.prefix().to_vec();
        steps.skip(size.prefixes - 1);
        let cell = Cell { first: &first, last: steps.prefix(), size };
        while place < size.solutions {
            let (solution, time) = timed(|| search.item(Items::Solutions, cell, place));
            times[0].push(time);
            let solution = solution.expect("the place is in the cell");
            times[1].push(timed(|| search.place(Items::Solutions, cell, &solution)).1);
            let of_representatives = place * size.representatives / size.solutions;
            let (canonical, time) =
                timed(|| search.item(Items::Representatives, cell, of_representatives));
            if let Some(canonical) = canonical {
                times[2].push(time);
                times[3].push(timed(|| search.place(Items::Representatives, cell, &canonical)).1);
            }
            place += every;
        }
        place -= size.solutions;
    }
    times.map(|mut times| median(&mut times).as_secs_f64() * 1e6)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}
