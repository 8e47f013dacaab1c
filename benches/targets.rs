//! The performance targets of nqdb, measured on this machine:
//! `cargo bench --bench targets -- [N] [REPEATS]`, N from 8 to 17, 16 by default; takes about a minute.
//!
//! P is the time of plain backtracking on one thread in the same run (a C version takes 0.85 of it). Times are the best
//! of the repeats, since other load only adds to them; times of lookups are medians and 99th percentiles.

use nqdb::internal::kernel::{Kernel, census, count_prefixes, emit_below};
use nqdb::{Board, BoardSize, Database, OrbitId, Rank, Solution, random::Dice};
use nqdb_benches::{plain, timed};
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Random lookups of each kind.
const LOOKUPS: usize = 20_000;

/// Random lookups after opening a file.
const COLD: usize = 100;

/// Partial boards on the standard input of one process.
const PUZZLES: usize = 10_000;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(16);
    let repeats = numbers.get(1).copied().unwrap_or(3).max(1);
    assert!((8..=17).contains(&n), "expected N from 8 to 17, got {n}");
    let (count, p) = timed(|| plain((1 << n) - 1, 0, 0, 0));
    println!("N = {n}: {count} solutions, P = {:.2} s", p.as_secs_f64());
    kernels(n, count, p, repeats);
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let file = directory.path().join("nqdb.db");
    building(n, count, p, repeats, &file);
    reading(n, repeats, &file);
    processes(n, repeats, directory.path());
}

/// Times each kernel on one thread: the counts below all prefixes of depth 5 in the first half; Q and F together; all
/// solutions in order, the second half by complement.
fn kernels(n: usize, count: u64, p: Duration, repeats: usize) {
    println!("\nP / time    prefix counts  census  all in order");
    let (deep, short) = (first_half(n, 5), first_half(n, 2));
    for kernel in Kernel::available() {
        let counts = least(repeats, || {
            assert_eq!(2 * count_prefixes(kernel, n, &deep).iter().sum::<u64>(), count);
        });
        let census = least(repeats, || assert_eq!(census(kernel, n).solutions(), count));
        let in_order = least(repeats, || assert_eq!(emit(kernel, n, &short), count));
        let [counts, census, in_order] =
            [counts, census, in_order].map(|time| p.as_secs_f64() / time.as_secs_f64());
        let kernel = format!("{kernel:?}");
        println!("{kernel:10}  {counts:13.1}  {census:6.1}  {in_order:12.1}");
    }
}

/// Times `nqdb build`, the whole command with two threads, including fsync.
fn building(n: usize, count: u64, p: Duration, repeats: usize, file: &Path) {
    let board = n.to_string();
    let build = || {
        let _ = std::fs::remove_file(file);
        run(Command::new(PROGRAM)
            .arg("--db")
            .arg(file)
            .args(["build", "--jobs", "2", "--tier", "stored", &board]))
    };
    let time = least(repeats, build).as_secs_f64();
    let bits = 8.0 * std::fs::metadata(file).expect("a file").len() as f64 / count as f64;
    println!("\nbuild {n}               {time:.2} s, {:.3} P", time / p.as_secs_f64());
    println!("file                   {bits:.2} bits per solution");
}

/// Times the library: random lookups with all blocks cached, and all solutions in order.
fn reading(n: usize, repeats: usize, file: &Path) {
    let database = Database::open(file).expect("the database");
    let board = database.board(BoardSize::new(n).expect("N")).expect("the board");
    let len = board.solution_count().expect("a stored board");
    let mut dice = Dice::new(1);
    let mut random = move || Rank::new(dice.below(len) + 1).expect("a rank");
    let ranks: Vec<Rank> = (0..LOOKUPS).map(|_| random()).collect();
    let solutions: Vec<Solution> = ranks.iter().map(|&rank| unrank(&board, rank)).collect();
    println!("\nlookup                 median   99%");
    lookups("unrank", &ranks, |&rank| unrank(&board, rank));
    lookups("rank", &solutions, |solution| board.rank(solution));
    lookups("orbit id", &solutions, |solution| board.orbit_id(solution));
    cold(n, repeats, file, &ranks, &solutions);
    let read_all = || {
        let solutions = board.solutions(Rank::FIRST);
        let counted = solutions.map(|solution| u64::from(black_box(&solution).is_ok()));
        counted.sum::<u64>()
    };
    let time = least(repeats, || assert_eq!(read_all(), len)).as_secs_f64();
    println!("all in order           {:.1} million per second", len as f64 / time / 1e6);
}

/// Times lookups in a file that has just been opened, with no block cached: the mean of a hundred.
fn cold(n: usize, repeats: usize, file: &Path, ranks: &[Rank], solutions: &[Solution]) {
    let n = BoardSize::new(n).expect("N");
    let board = || Database::open(file).and_then(|file| file.board(n)).expect("the board");
    let (ranks, solutions) = (&ranks[..COLD], &solutions[..COLD]);
    let ids: Vec<OrbitId> =
        solutions.iter().map(|solution| board().orbit_id(solution).expect("an orbit")).collect();
    let mean = |name: &str, look_up: &dyn Fn(&Board, usize)| {
        let look_up_all = || {
            let board = board();
            (0..COLD).for_each(|place| look_up(&board, place));
        };
        let time = least(repeats, look_up_all).as_secs_f64() / COLD as f64;
        println!("{name:20} {:5.1} µs, cold", time * 1e6);
    };
    mean("unrank", &|board, place| _ = black_box(unrank(board, ranks[place])));
    mean("rank", &|board, place| _ = black_box(board.rank(&solutions[place])));
    mean("orbit", &|board, place| _ = black_box(board.orbit(ids[place])));
}

fn unrank(board: &Board, rank: Rank) -> Solution {
    board.unrank(rank).expect("a solution")
}

fn lookups<T, R>(name: &str, of: &[T], look_up: impl Fn(&T) -> R) {
    let mut times: Vec<f64> =
        of.iter().map(|key| timed(|| black_box(look_up(key))).1.as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    let (median, late) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{name:20} {median:5.1} µs  {late:5.1} µs");
}

/// Times a small query and random ranks as whole processes, and prints the peak memory of the next larger build.
fn processes(n: usize, repeats: usize, directory: &Path) {
    let file = directory.join("nqdb.db");
    let board = Database::open(&file).and_then(|file| file.board(BoardSize::new(n)?));
    let len = board.and_then(|board| board.solution_count()).expect("a stored board");
    let mut dice = Dice::new(2);
    println!();
    for count in [100, 1000] {
        let ranks: Vec<String> = (0..count).map(|_| (dice.below(len) + 1).to_string()).collect();
        let time = least(repeats, || {
            run(Command::new(PROGRAM)
                .arg("--db")
                .arg(&file)
                .args(["unrank", &n.to_string()])
                .args(&ranks))
        });
        println!(
            "{count:4} random ranks      {:.1} ms, the whole process",
            time.as_secs_f64() * 1e3
        );
    }
    let (small, large) = (directory.join("small.db"), directory.join("large.db"));
    run(Command::new(PROGRAM).arg("--db").arg(&small).args(["build", "10"]));
    let question = least(10 * repeats, || {
        run(Command::new(PROGRAM).arg("--db").arg(&small).args(["unrank", "10", "100"]))
    });
    println!("unrank 10 100          {:.1} ms, the whole process", question.as_secs_f64() * 1e3);
    let next = (n + 1).to_string();
    let mut command = Command::new(PROGRAM);
    command.arg("--db").arg(large).args(["build", "--tier", "stored", &next]);
    match peak_memory(&mut command) {
        Some(peak) => println!("build {next}, memory       {peak} MB"),
        None => println!("build {next}, memory       measured on Linux only"),
    }
    println!("solve 16 - --unique    {:.0} boards per second", solved(repeats, directory));
}

/// The rate at which one process decides whether puzzles have exactly one solution.
fn solved(repeats: usize, directory: &Path) -> f64 {
    let puzzles =
        run(Command::new(PROGRAM).args(["puzzle", "16", "--limit", "100", "--seed", "1"]));
    let input = directory.join("puzzles.txt");
    std::fs::write(&input, puzzles.repeat(PUZZLES / 100)).expect("a file");
    let time = least(repeats, || {
        let file = std::fs::File::open(&input).expect("the puzzles");
        let verdicts =
            run(Command::new(PROGRAM).args(["solve", "16", "-", "--unique"]).stdin(file));
        assert_eq!(verdicts, b"unique\n".repeat(PUZZLES));
    });
    PUZZLES as f64 / time.as_secs_f64()
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_nqdb");

/// What a command prints.
fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().expect("nqdb runs");
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

/// Peak memory of a process in MB; `None` except on Linux.
fn peak_memory(command: &mut Command) -> Option<u64> {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait().ok()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kilobytes.map(|kilobytes| kilobytes.div_ceil(1024)));
        std::thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// The prefixes of the first half in which no queens attack each other.
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

/// Writes all solutions to memory in order and counts them.
fn emit(kernel: Kernel, n: usize, prefixes: &[Vec<u8>]) -> u64 {
    let width = nqdb::internal::kernel::bits_per_queen(n);
    let last = (0..n).fold(0, |last, _| last << width | (n as u128 - 1));
    if n <= 16 {
        let mut solutions: Vec<u64> = Vec::new();
        prefixes.iter().for_each(|prefix| emit_below(kernel, n, prefix, &mut solutions));
        let half = solutions.len();
        solutions.extend_from_within(..);
        // The complement counts each row from the other side.
        solutions[half..].reverse();
        solutions[half..].iter_mut().for_each(|solution| *solution = last as u64 - *solution);
        solutions.len() as u64
    } else {
        let mut solutions: Vec<u128> = Vec::new();
        prefixes.iter().for_each(|prefix| emit_below(kernel, n, prefix, &mut solutions));
        let half = solutions.len();
        solutions.extend_from_within(..);
        solutions[half..].reverse();
        solutions[half..].iter_mut().for_each(|solution| *solution = last - *solution);
        solutions.len() as u64
    }
}

fn least<T>(repeats: usize, work: impl Fn() -> T) -> Duration {
    (0..repeats).map(|_| timed(&work).1).min().unwrap_or_default()
}
