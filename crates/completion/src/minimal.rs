//! All minimal puzzles of a small board.

use crate::partial_board::{PartialBoard, Result};
use crate::puzzle::{Puzzle, PuzzleTask, ends};
use nqdb::internal::{Watched, has_memory};
use nqdb::{
    BoardSize, CompletionError, Condition,
    counts::known_counts,
    placement::Placement,
    search::Solutions,
    watch::{Activity, Watch},
};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// The maximum number of sets of queens that are compared: 300 to 700 MB with those that have one queen less.
const MOST_SETS: u64 = 1 << 23;

/// All minimal puzzles with these numbers of given queens and of completions: those with fewer queens first, then in the
/// order of their squares. With `up_to_symmetry`, the first of those that are images of each other.
///
/// For each number of given queens, lists and counts the sets of this many queens in all solutions: those with a
/// completion. Cost and memory: 32 bytes for each of the Q(N) · C(N, givens) sets, and 16 for those with one queen
/// less.
///
/// ```
/// use nqdb_completion::minimal_puzzles;
/// use nqdb::{BoardSize, watch::NoWatch};
///
/// assert_eq!(minimal_puzzles(BoardSize::new(8)?, &(2..=2), &(1..=1), false, &NoWatch)?.len(), 308);
/// # Ok::<(), nqdb::Error>(())
/// ```
///
/// # Errors
/// [`CompletionError::NoCompletions`] or [`CompletionError::TooManyGivens`] for such ranges;
/// [`CompletionError::NoSolutions`] for N = 2 and 3; [`CompletionError::TooManySets`] for more than 2²³,
/// [`CompletionError::NoMemory`] for more than fit into memory; [`CompletionError::PuzzleStopped`] by the watch.
pub fn minimal_puzzles(
    n: BoardSize,
    givens: &RangeInclusive<u64>,
    completions: &RangeInclusive<u64>,
    up_to_symmetry: bool,
    watch: &dyn Watch,
) -> Result<Vec<Puzzle>> {
    let size = n.get();
    let (fewest, most) = ends(givens);
    let (givens, completions) = (Some(givens.clone()), completions.clone());
    let task = PuzzleTask { givens, completions, ..PuzzleTask::new(size, 1) };
    task.check()?;
    let watched = Watched::new(watch, Activity::MakingPuzzle, size, "solutions read");
    let solutions = known_counts(n).map_or(u64::MAX, |known| known.solutions);
    let mut all = Vec::new();
    for givens in fewest..=most.min(size as u64 - 1) {
        all.extend(with_givens(n, solutions, givens, &task.completions, &watched)?);
    }
    if up_to_symmetry {
        let mut seen = HashSet::new();
        for puzzle in std::mem::take(&mut all) {
            tick(&watched, solutions)?;
            if seen.insert(puzzle.partial.canonical()) {
                all.push(puzzle);
            }
        }
    }
    Ok(all)
}

/// Reports that all solutions have been read. Fails if the watch stops the work.
fn tick(watched: &Watched<&dyn Watch>, solutions: u64) -> Result<()> {
    watched.tick(solutions, None).map_err(|progress| CompletionError::PuzzleStopped { progress })
}

/// The minimal puzzles with this number of given queens.
fn with_givens(
    n: BoardSize,
    solutions: u64,
    givens: u64,
    completions: &RangeInclusive<u64>,
    watched: &Watched<&dyn Watch>,
) -> Result<Vec<Puzzle>> {
    let size = n.get();
    if solutions == 0 {
        return Err(CompletionError::NoSolutions { n: size });
    }
    if solutions.checked_mul(sets(size, givens)).is_none_or(|sets| sets > MOST_SETS) {
        return Err(CompletionError::TooManySets { n: size, givens, most: MOST_SETS });
    }
    let counts = [Some(givens), givens.checked_sub(1)];
    let counts = counts.map(|queens| queens.map_or(0, |queens| solutions * sets(size, queens)));
    let [all, smaller] = counts.map(|count| count as usize);
    let needed = 32 * all + 16 * smaller;
    if !has_memory(needed) {
        return Err(CompletionError::NoMemory { n: size, givens, needed });
    }
    // The sets, each with a solution that has it: four bits for each row, so that the first solution is the smallest.
    let (mut all, mut smaller) = (Vec::with_capacity(all), Vec::with_capacity(smaller));
    let stopped = |progress| CompletionError::PuzzleStopped { progress };
    for (read, solution) in (0..).zip(Solutions::new(n)) {
        watched.advance(read, Some(solutions)).map_err(stopped)?;
        let rows = solution.zero_based();
        let queens: Vec<u8> = (0..).zip(rows).map(|(c, row)| c << 4 | row).collect();
        let packed = rows.iter().fold(0u64, |packed, &row| packed << 4 | u64::from(row));
        add_sets(&queens, givens, 0, &mut |set| all.push((set, packed)));
        if givens > 0 {
            add_sets(&queens, givens - 1, 0, &mut |set| smaller.push(set));
        }
    }
    let tick = || tick(watched, solutions);
    sort(&mut all, &tick)?;
    sort(&mut smaller, &tick)?;
    let most = *completions.end();
    let mut wanted = Vec::new();
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        tick()?;
        let ((set, packed), count) = (same[0], same.len() as u64);
        let is_minimal = || (0..givens).all(|gone| times(&smaller, without(set, gone)) > most);
        if completions.contains(&count) && is_minimal() {
            wanted.push((set, packed, count));
        }
    }
    drop((all, smaller));
    let mut puzzles = Vec::with_capacity(wanted.len());
    for (set, packed, completions) in wanted {
        tick()?;
        let rows = (0..size).rev().map(|place| (packed >> (4 * place)) as u32 & 15);
        let solution = Placement::new(rows.collect())?;
        puzzles.push(Puzzle { partial: partial(n, set, givens)?, solution, completions });
    }
    Ok(puzzles)
}

/// Sorts in halves, with a tick before each.
fn sort<T: Ord>(items: &mut [T], tick: &dyn Fn() -> Result<()>) -> Result<()> {
    tick()?;
    if items.len() <= 1 << 18 {
        items.sort_unstable();
        return Ok(());
    }
    let (low, _, high) = items.select_nth_unstable(items.len() / 2);
    sort(low, tick)?;
    sort(high, tick)
}

/// The most sets of queens that are counted before random puzzles are made: 24 MiB, and less than 0.1 s.
const QUICK_SETS: u64 = 1 << 19;

/// N, the smallest number of given queens of a puzzle, and how many puzzles have it: all, and up to symmetry
/// (docs/results.md). Smaller boards are quick to count.
const FEWEST_GIVENS: [(usize, u64, [u64; 2]); 5] = [
    (12, 3, [1200, 150]),
    (13, 3, [48, 6]),
    (14, 3, [16, 2]),
    (15, 4, [1968, 246]),
    (16, 4, [288, 36]),
];

/// Checks that a task has as many different puzzles as requested, where their number is known or quick to count; it is
/// not for a level. With `up_to_symmetry`, images of each other count as one.
///
/// # Errors
/// [`CompletionError::FewPuzzles`]; those of [`make_puzzle`](crate::make_puzzle) for an invalid task; those of
/// [`minimal_puzzles`], which counts.
pub fn check_puzzle_count(
    task: &PuzzleTask,
    up_to_symmetry: bool,
    requested: u64,
    watch: &dyn Watch,
) -> Result<()> {
    task.check()?;
    let PuzzleTask { n, ref givens, ref completions, .. } = *task;
    let is_one_of_any = requested <= 1 && givens.is_none() && *completions == (1..=1);
    let exist = if is_one_of_any || task.level.is_some() {
        None
    } else {
        puzzle_count(task, up_to_symmetry, watch)?
    };
    match exist {
        Some(exist) if exist < requested => Err(CompletionError::FewPuzzles {
            n,
            givens: givens.as_ref().map(ends),
            completions: ends(completions),
            up_to_symmetry,
            exist,
            requested,
        }),
        _ => Ok(()),
    }
}

/// The number of puzzles of a task, if it is known or quick to count.
fn puzzle_count(task: &PuzzleTask, up_to_symmetry: bool, watch: &dyn Watch) -> Result<Option<u64>> {
    let Ok(n) = BoardSize::new(task.n) else { return Ok(None) };
    let givens = task.givens.clone().unwrap_or(0..=task.n as u64 - 1);
    let (fewest, most) = ends(&givens);
    let known = FEWEST_GIVENS.iter().find(|&&(n, fewest, _)| n == task.n && most <= fewest);
    if let Some(&(_, fewest, [all, orbits])) = known.filter(|_| task.completions == (1..=1)) {
        let count = if up_to_symmetry { orbits } else { all };
        return Ok(Some(if most == fewest { count } else { 0 }));
    }
    let solutions = known_counts(n).map_or(u64::MAX, |known| known.solutions);
    let all = (fewest..=most.min(task.n as u64 - 1))
        .map(|givens| solutions.saturating_mul(sets(task.n, givens)))
        .fold(0, u64::saturating_add);
    // Boards without solutions fail when a puzzle is made.
    if all > QUICK_SETS || all == 0 {
        return Ok(None);
    }
    let all = minimal_puzzles(n, &givens, &task.completions, up_to_symmetry, watch)?;
    Ok(Some(all.len() as u64))
}

/// The number of sets of queens of one solution, C(n, queens); at most 2¹⁶ up to N = 16.
fn sets(n: usize, queens: u64) -> u64 {
    (0..queens).fold(1, |sets: u64, chosen| sets.saturating_mul(n as u64 - chosen) / (chosen + 1))
}

/// Passes the sets of `missing` of these queens and the queens in `begun` to `add`: a byte for each queen, the first in
/// the highest.
fn add_sets(queens: &[u8], missing: u64, begun: u128, add: &mut impl FnMut(u128)) {
    if missing == 0 {
        return add(begun);
    }
    let last = (queens.len() + 1).saturating_sub(missing as usize);
    for place in 0..last {
        let begun = begun << 8 | u128::from(queens[place]);
        add_sets(&queens[place + 1..], missing - 1, begun, add);
    }
}

/// A set without one of its queens, counted from the last.
fn without(set: u128, gone: u64) -> u128 {
    let (low, high) = (8 * gone, 8 * (gone + 1));
    set & ((1 << low) - 1) | set.checked_shr(high as u32).unwrap_or(0) << low
}

/// How many times a set is in a sorted list.
fn times(sets: &[u128], set: u128) -> u64 {
    let from = &sets[sets.partition_point(|&other| other < set)..];
    from.partition_point(|&other| other == set) as u64
}

fn partial(n: BoardSize, set: u128, givens: u64) -> Result<PartialBoard> {
    let mut partial = PartialBoard::new(n.get())?;
    for place in 0..givens {
        let square = (set >> (8 * place)) as u64;
        partial.add(Condition::Queen { column: (square >> 4 & 15) + 1, row: (square & 15) + 1 })?;
    }
    Ok(partial)
}
