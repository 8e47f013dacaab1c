//! Bulk lookups compared with single ones: `cargo bench --bench bulk -- [N]`
//!
//! Prints microseconds per row on one thread. The single lookups are too few for the board to list its solutions in
//! memory. N is 15 or 16, 16 by default. The first lines are for a built board of this N, the next for boards of N = 12
//! and N without tables, the last for all ranks of N = 20 in random order.

use nqdb::{
    Board, BoardSize, Database, OrbitId, Rank, Result, Selection, Solution,
    random::Dice,
    store::{BuildOptions, build},
    watch::NoWatch,
};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// Rows per figure from the tables: in bulk, and by single lookups.
const ROWS: u64 = 1_000_000;
const SINGLE: usize = 10_000;

/// Single lookups by search, each with a newly opened board.
const SEARCHES: usize = 4;

fn main() -> Result<()> {
    let n = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(16);
    assert!((15..=16).contains(&n), "expected N = 15 or 16, got {n}");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("nqdb.db");
    build(&path, BoardSize::new(n)?, BuildOptions::default(), NoWatch)?;
    println!("µs per row                      one by one     many");
    stored(&path, n)?;
    for n in [12, n] {
        searched(n)?;
    }
    shuffled()
}

/// Ranks, solutions and orbit ids from the tables.
fn stored(path: &Path, n: usize) -> Result<()> {
    let first = warm(path, n)?.solution_count()? / 4;
    let in_order: Vec<u64> = (first..(2 * first).min(first + ROWS)).collect();
    let mut dice = Dice::new(1);
    let at_random: Vec<u64> = (0..ROWS).map(|_| 1 + dice.below(4 * first)).collect();
    for (order, numbers) in [("in order", in_order), ("at random", at_random)] {
        let ranks: Vec<Rank> = numbers.into_iter().map(Rank::new).collect::<Result<_, _>>()?;
        let mut lookups = warm(path, n)?.lookups();
        let rows = ranks.iter().map(|&rank| lookups.unrank(rank)).collect::<Result<Vec<_>>>()?;
        let (single, mut many) = (warm(path, n)?, warm(path, n)?.lookups());
        line(
            &format!("N = {n}, rank, {order}"),
            per_row(&rows[..SINGLE], |solution| single.rank(solution))?,
            per_row(&rows, |solution| many.rank(solution))?,
        );
        let (single, mut many) = (warm(path, n)?, warm(path, n)?.lookups());
        line(
            &format!("N = {n}, unrank, {order}"),
            per_row(&ranks[..SINGLE], |&rank| single.unrank(rank))?,
            per_row(&ranks, |&rank| many.unrank(rank))?,
        );
    }
    let draws = || -> Result<_> {
        let board = warm(path, n)?;
        Ok(board.pool(Selection::all(board.n()))?.distinct(1))
    };
    let (few, many) = (draws()?, draws()?);
    line(
        &format!("N = {n}, distinct random draws"),
        per_item(few.take(SINGLE))?,
        per_item(many.take(ROWS as usize))?,
    );
    let board = warm(path, n)?;
    let all: Vec<_> = board.solutions(Rank::FIRST).collect::<Result<_>>()?;
    let few: Vec<_> = all.iter().copied().step_by(all.len() / SINGLE).collect();
    line(
        &format!("N = {n}, orbit id, all rows"),
        per_row(&few, |(_, solution)| board.orbit_id(solution))?,
        per_row(&all, |(_, solution)| board.orbit_id(solution))?,
    );
    Ok(())
}

/// The board, newly opened, with all blocks in its cache.
fn warm(path: &Path, n: usize) -> Result<Board> {
    let board = Database::open(path)?.board(BoardSize::new(n)?)?;
    for number in (1..=board.solution_count()? / 2).step_by(4096) {
        board.unrank(Rank::new(number)?)?;
    }
    Ok(board)
}

/// Ranks and orbit ids without tables, including the time to list the board.
fn searched(n: usize) -> Result<()> {
    let fresh = || Database::without_file().board(BoardSize::new(n)?);
    let board = fresh()?;
    let all: Vec<_> = board.solutions(Rank::FIRST).collect::<Result<_>>()?;
    let few: Vec<Solution> =
        all.iter().step_by(all.len() / SEARCHES).map(|(_, solution)| *solution).collect();
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
    let some: Vec<OrbitId> = ids.iter().copied().step_by(ids.len() / SEARCHES).collect();
    line(
        &format!("N = {n} without tables, orbit"),
        per_row(&some, |&id| fresh()?.orbit(id))?,
        per_row(&ids, |&id| board.orbit(id))?,
    );
    Ok(())
}

/// Ranks of N = 20 in random order, by step and as an iterator.
fn shuffled() -> Result<()> {
    let ranks = Database::without_file().board(BoardSize::new(20)?)?.shuffled(1)?;
    let steps: Vec<u64> = (0..ROWS).map(|step| step * 39_000).collect();
    line(
        "N = 20, shuffled ranks",
        per_row(&steps, |&step| Ok(ranks.at(step)))?,
        per_item(ranks.clone().take(ROWS as usize).map(Ok))?,
    );
    Ok(())
}

/// Microseconds per item.
fn per_item<T>(items: impl Iterator<Item = Result<T>>) -> Result<f64> {
    let (start, mut count) = (Instant::now(), 0);
    for item in items {
        black_box(item?);
        count += 1;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(count))
}

/// Microseconds per query.
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
