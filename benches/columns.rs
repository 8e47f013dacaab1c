//! Rows read in bulk compared with single ones: `cargo bench --bench columns -- [ROWS]`
//!
//! Prints millions of rows per second on one thread: solutions and canonical representatives read in bulk, compared
//! with backtracking one by one (the fastest of three runs), and solutions with orbit ids, several at a time, compared
//! with single lookups (one run). N = 16 is built; N = 18 is the index in fixtures/indexes. ROWS is 2,000,000 by
//! default; orbit ids are read for at most 2^20 rows.

use nqdb::{
    Board, BoardSize, Database, OrbitId, Rank, Result, Solution,
    search::{Representatives, Solutions},
    store::{BuildOptions, build},
    watch::NoWatch,
};
use std::hint::black_box;
use std::time::Instant;

/// Rows with orbit ids: in bulk, and by single lookups.
const WITH_IDS: u64 = 1 << 20;
const SINGLE: u64 = 20_000;

fn main() -> Result<()> {
    let rows = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(2_000_000);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("nqdb.db");
    build(&path, BoardSize::new(16)?, BuildOptions::default(), NoWatch)?;
    let index = format!("{}/../fixtures/indexes/18.db", env!("CARGO_MANIFEST_DIR"));
    println!("million rows per second                       bulk   single  ratio");
    for (n, path) in [(16, path), (18, index.into())] {
        let board = || Database::open(&path)?.board(BoardSize::new(n)?);
        solutions(&board()?, rows)?;
        representatives(&board()?, rows)?;
        for at_once in [1 << 12, 1 << 18, 1 << 20] {
            let most = if n > 16 { 4 * at_once as u64 } else { WITH_IDS };
            orbit_ids(board, WITH_IDS.min(most), at_once)?;
        }
    }
    Ok(())
}

/// A rank in the second quarter of the solutions.
fn start(board: &Board) -> Result<Rank> {
    Rank::new(board.solution_count()? / 10 * 3).map_err(Into::into)
}

fn solutions(board: &Board, rows: u64) -> Result<()> {
    let n = board.n().get();
    let from = start(board)?;
    let mut queens = vec![0; n << 12];
    let bulk = fastest(rows, || {
        let mut reader = board.read_solutions(from);
        let mut left = rows;
        while left > 0 {
            left = left.saturating_sub(black_box(reader.read(&mut queens)?) as u64);
        }
        Ok(())
    })?;
    let first = board.unrank(from)?;
    let single = fastest(rows, || {
        for solution in Solutions::starting_at(&first).take(rows as usize) {
            write(&solution, &mut queens);
        }
        Ok(())
    })?;
    line(&format!("N = {n}, {} solutions", board.tier()), bulk, single);
    Ok(())
}

fn representatives(board: &Board, rows: u64) -> Result<()> {
    let n = board.n().get();
    let rows = rows.min(board.orbit_count()? / 2);
    let from = OrbitId::new(board.orbit_count()? / 10 * 3)?;
    let mut queens = vec![0; n << 12];
    let bulk = fastest(rows, || {
        let mut reader = board.read_representatives(from);
        let mut left = rows;
        while left > 0 {
            left = left.saturating_sub(black_box(reader.read(&mut queens)?) as u64);
        }
        Ok(())
    })?;
    let first = *board.orbit(from)?.canonical();
    let single = fastest(rows, || {
        for canonical in Representatives::starting_at(&first).take(rows as usize) {
            write(&canonical, &mut queens);
        }
        Ok(())
    })?;
    line(&format!("N = {n}, {} representatives", board.tier()), bulk, single);
    Ok(())
}

/// Each run opens the board, so that its time includes that of a list in memory.
fn orbit_ids(board: impl Fn() -> Result<Board>, rows: u64, at_once: usize) -> Result<()> {
    let opened = board()?;
    let (n, from) = (opened.n().get(), start(&opened)?);
    let (mut queens, mut ids) = (vec![0; n * at_once], vec![0; at_once]);
    let bulk = fastest_of(1, rows, || {
        let mut reader = board()?.read_solutions(from);
        let mut left = rows;
        while left > 0 {
            let wanted = left.min(at_once as u64) as usize;
            left -= reader.read_with_orbits(&mut queens[..n * wanted], &mut ids)? as u64;
        }
        black_box(&ids);
        Ok(())
    })?;
    let single = fastest_of(1, SINGLE, || {
        let board = board()?;
        for found in board.solutions(from).take(SINGLE as usize) {
            black_box(board.orbit_id(&found?.1)?);
        }
        Ok(())
    })?;
    line(&format!("N = {n}, {} with orbit ids, {at_once} at once", opened.tier()), bulk, single);
    Ok(())
}

fn write(solution: &Solution, row: &mut [u8]) {
    row.iter_mut().zip(solution.queens()).for_each(|(byte, queen)| *byte = queen);
    black_box(row);
}

/// Millions of rows per second.
fn fastest(rows: u64, run: impl FnMut() -> Result<()>) -> Result<f64> {
    fastest_of(3, rows, run)
}

fn fastest_of(runs: u32, rows: u64, mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run()?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(rows as f64 / 1e6 / least)
}

fn line(what: &str, bulk: f64, single: f64) {
    println!("{what:44} {bulk:6.3}  {single:7.3}  {:5.1}", bulk / single);
}
