//! Many look-ups beside single ones: `cargo bench --bench bulk -- [N]`
//!
//! Prints microseconds a row, one thread, each figure beside its twin that asks one by one and keeps nothing. N is 12
//! to 16 (16 unless given): the board is built for the first part; boards without tables are N = 12 and N.

use nqdb::{
    Board, BoardSize, BuildOptions, Database, Dice, NoWatch, OrbitId, Rank, Result, Solution, build,
};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// Rows of each figure.
const ROWS: usize = 200_000;

/// Questions to a board before it keeps anything.
const SINGLE: usize = 16;

fn main() -> Result<()> {
    let n = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(16);
    assert!((12..=16).contains(&n), "N from 12 to 16 expected, got {n}");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("nqdb.db");
    build(&path, BoardSize::new(n)?, BuildOptions::default(), NoWatch)?;
    println!("µs a row                        one by one     many");
    stored(&path, n)?;
    for n in [12, n] {
        searched(n)?;
    }
    Ok(())
}

/// Ranks, solutions and orbit ids from the tables.
fn stored(path: &Path, n: u64) -> Result<()> {
    let board = Database::open(path)?.board(BoardSize::new(n)?)?;
    // All blocks into the cache.
    let half: Vec<_> = board.solutions(Rank::FIRST).step_by(1000).collect::<Result<_>>()?;
    half.iter().try_for_each(|(_, solution)| board.rank(solution).map(drop))?;
    for (order, ranks) in [("in order", in_order(&board)?), ("at random", at_random(&board)?)] {
        let rows = ranks.iter().map(|&rank| board.unrank(rank)).collect::<Result<Vec<_>>>()?;
        let (mut ranking, mut unranking) = (board.lookups(), board.lookups());
        line(
            &format!("N = {n}, rank, {order}"),
            per_row(&rows, |solution| board.rank(solution))?,
            per_row(&rows, |solution| ranking.rank(solution))?,
        );
        line(
            &format!("N = {n}, unrank, {order}"),
            per_row(&ranks, |&rank| board.unrank(rank))?,
            per_row(&ranks, |&rank| unranking.unrank(rank))?,
        );
    }
    let all: Vec<_> = board.solutions(Rank::FIRST).collect::<Result<_>>()?;
    let few: Vec<_> = all.iter().copied().step_by(all.len() / 1000).collect();
    line(
        &format!("N = {n}, orbit id, all rows"),
        per_row(&few, |(_, solution)| board.orbit_id(solution))?,
        per_row(&all, |(_, solution)| board.orbit_id(solution))?,
    );
    Ok(())
}

/// Ranks and orbit ids without tables, the time of listing the board included.
fn searched(n: u64) -> Result<()> {
    let fresh = || Database::without_file().board(BoardSize::new(n)?);
    let board = fresh()?;
    let all: Vec<_> = board.solutions(Rank::FIRST).collect::<Result<_>>()?;
    let few: Vec<Solution> =
        all.iter().step_by(all.len() / SINGLE).map(|(_, solution)| *solution).collect();
    line(
        &format!("N = {n} without tables, rank"),
        per_row(&few, |solution| fresh()?.rank(solution))?,
        per_row(&all, |(_, solution)| board.rank(solution))?,
    );
    line(
        &format!("N = {n} without tables, orbit id"),
        per_row(&few, |solution| fresh()?.orbit_id(solution))?,
        per_row(&all, |(_, solution)| board.orbit_id(solution))?,
    );
    let ids: Vec<OrbitId> =
        (1..=board.orbit_count()?).map(OrbitId::new).collect::<Result<_, _>>()?;
    let some: Vec<OrbitId> = ids.iter().copied().step_by(ids.len() / SINGLE).collect();
    line(
        &format!("N = {n} without tables, orbit"),
        per_row(&some, |&id| fresh()?.orbit(id))?,
        per_row(&ids, |&id| board.orbit(id))?,
    );
    Ok(())
}

/// Successive ranks around the middle of the first half.
fn in_order(board: &Board) -> Result<Vec<Rank>> {
    let first = board.solution_count()? / 4;
    let rows = (ROWS as u64).min(first);
    Ok((first..first + rows).map(Rank::new).collect::<Result<_, _>>()?)
}

fn at_random(board: &Board) -> Result<Vec<Rank>> {
    let (mut dice, solutions) = (Dice::new(1), board.solution_count()?);
    let ranks = (0..ROWS).map(|_| Rank::new(1 + dice.below(solutions)));
    Ok(ranks.collect::<Result<_, _>>()?)
}

/// Microseconds of each question.
fn per_row<Q, A>(questions: &[Q], mut ask: impl FnMut(&Q) -> Result<A>) -> Result<f64> {
    let start = Instant::now();
    for question in questions {
        black_box(ask(question)?);
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / questions.len() as f64)
}

fn line(what: &str, single: f64, many: f64) {
    println!("{what:30}  {single:10.3}  {many:7.3}");
}
