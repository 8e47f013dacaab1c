//! What the index of a large board costs: `cargo bench --bench cost -- [SECONDS] [N…]`
//!
//! For each N (20 to 27) prints the prefixes of the first half, the CPU hours of the count, and the mean and the
//! largest time of look-ups. The hours are estimated: evenly spaced units are counted for SECONDS each (default 3),
//! and all orbits are taken to be found as fast. Look-ups are those of `unrank` and `rank` in a cell of one prefix,
//! one thread, for nearly uniform random solutions.

use nqdb::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, count_prefixes, count_units, work_units,
};
use nqdb::{BoardSize, Cell, CellSearch, CellSize, Database, Dice, cell_depth};
use std::time::{Duration, Instant};

/// Units that are sampled.
const SAMPLES: usize = 12;

/// Random solutions that are looked up.
const LOOK_UPS: usize = 40;

fn main() {
    let numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (boards, seconds): (Vec<u64>, Vec<u64>) = numbers.partition(|&number| number >= 20);
    let boards = if boards.is_empty() { (20..=27).collect() } else { boards };
    let time = Duration::from_secs(seconds.first().copied().unwrap_or(3));
    println!(
        " N    prefixes  queens  ns an orbit  CPU hours  unrank ms (largest)  rank ms (largest)"
    );
    for n in boards {
        let size = BoardSize::new(n).expect("a board size");
        let depth = cell_depth(size);
        let prefixes = NumberedPrefixes::new(size.get(), depth);
        let each = time_of_an_orbit(&prefixes, time);
        let board = Database::without_file().board(size).expect("boards without a file");
        let orbits = board.orbit_count().expect("F(N) is known up to N = 27");
        let hours = each * orbits as f64 / 3600.0;
        print!("{n:2} {:11} {depth:7} {:12.0} {hours:10.3e}", prefixes.count(), each * 1e9);
        let times = look_ups(size, depth);
        for way in times {
            let mean = way.iter().sum::<f64>() / way.len() as f64;
            print!("  {mean:9.2} ({:7.2})", way.iter().fold(0.0, |a: f64, &b| a.max(b)));
        }
        println!();
    }
}

/// Seconds per orbit, from units at even distances. The first one warms up.
fn time_of_an_orbit(prefixes: &NumberedPrefixes, each: Duration) -> f64 {
    let (units, counts) = (work_units(prefixes.n()), PrefixCounts::new(prefixes));
    let (mut found, mut time) = (0, Duration::ZERO);
    for sample in 0..=SAMPLES {
        let from = units.len() * (2 * sample.max(1) - 1) / (2 * SAMPLES);
        let (began, mut here) = (Instant::now(), 0);
        let limit = if sample == 0 { each / 3 } else { each };
        count_units(Kernel::best(), prefixes, &units[from..], &counts, &mut |more| {
            here += more;
            began.elapsed() < limit
        });
        if sample > 0 {
            (found, time) = (found + here, time + began.elapsed());
        }
    }
    time.as_secs_f64() / (found as f64).max(1.0)
}

/// Milliseconds of `unrank` and of `rank` for random solutions.
fn look_ups(n: BoardSize, depth: usize) -> [Vec<f64>; 2] {
    let board = Database::without_file().board(n).expect("boards without a file");
    let (mut dice, kernel) = (Dice::new(1), Kernel::best());
    let mut search = CellSearch::new(kernel, n, depth);
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..LOOK_UPS {
        let solution = board.draw(&mut dice).expect("N > 3").solution;
        let prefix = &solution.rows()[..depth];
        let solutions = count_prefixes(kernel, n.get(), &[prefix.to_vec()])[0];
        let size = CellSize { prefixes: 1, solutions, representatives: 0 };
        let cell = Cell { first: prefix, last: prefix, size };
        let (place, rank) = timed(|| search.place(cell, &solution).expect("it is there"));
        let (found, unrank) = timed(|| search.solution(cell, place));
        assert_eq!(found, Some(solution));
        times[0].push(unrank.as_secs_f64() * 1e3);
        times[1].push(rank.as_secs_f64() * 1e3);
    }
    times
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}
