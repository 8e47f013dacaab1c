//! Puzzles have exactly one completion, and several if any given queen is removed.

use super::{Ticks, matching};
use nqdb::completion::{
    CompletionError, Instance, Puzzle, PuzzleTask, Uniqueness, make_puzzle, uniqueness,
};
use nqdb::{Condition, Dice, NoWatch, Placement};
use nqdb_test_support::twin::{Twin, size};
use std::collections::BTreeSet;

fn task(n: u64, givens: Option<u64>, seed: u64) -> PuzzleTask {
    PuzzleTask { n, givens, seed, attempts: 200 }
}

/// The lists of conditions with one removed.
fn without_one(givens: &[Condition]) -> impl Iterator<Item = Vec<Condition>> {
    (0..givens.len()).map(move |gone| {
        let others = givens.iter().enumerate().filter(move |(place, _)| *place != gone);
        others.map(|(_, &given)| given).collect()
    })
}

/// Whether the givens are a puzzle of a small board, by brute force.
fn is_puzzle(n: u64, givens: &[Condition]) -> bool {
    matching(n, givens).len() == 1
        && without_one(givens).all(|others| matching(n, &others).len() > 1)
}

#[test]
fn puzzles_of_small_boards_are_those_of_brute_force() {
    for n in [1, 4, 5, 6, 7, 8, 9] {
        for seed in 0..20 {
            let puzzle = make_puzzle(&task(n, None, seed), &NoWatch).unwrap();
            let givens: Vec<Condition> = puzzle.givens().collect();
            assert!(is_puzzle(n, &givens), "N = {n}: {puzzle}");
            assert_eq!(matching(n, &givens), [puzzle.solution().to_string()]);
            assert_eq!(make_puzzle(&task(n, None, seed), &NoWatch).unwrap(), puzzle);
            let read = Instance::parse(n, puzzle.to_string().split_whitespace()).unwrap();
            assert_eq!(&read, puzzle.instance());
        }
    }
    assert_eq!(make_puzzle(&task(1, None, 1), &NoWatch).unwrap().to_string(), "");
}

/// Every puzzle of N = 6 is generated eventually, since queens are removed in random order.
#[test]
fn every_puzzle_of_a_solution_can_be_made() {
    let mut all = BTreeSet::new();
    let mut made = BTreeSet::new();
    let mut dice = Dice::new(1);
    for solution in &Twin::of(size(6)).solutions {
        let queens: Vec<Condition> = (1..)
            .zip(solution.rows())
            .map(|(column, &row)| Condition::Queen { column, row: u64::from(row) + 1 })
            .collect();
        for chosen in 0..1u32 << 6 {
            let chosen = queens.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
            let givens: Vec<Condition> = chosen.map(|(_, &queen)| queen).collect();
            if is_puzzle(6, &givens) {
                let words: Vec<String> = givens.iter().map(Condition::to_string).collect();
                all.insert(words.join(" "));
            }
        }
        let rows = solution.rows().iter().map(|&row| row.into()).collect();
        let placement = Placement::new(rows).unwrap();
        for _ in 0..200 {
            made.insert(Puzzle::of(&placement, &mut dice, &NoWatch).unwrap().to_string());
        }
    }
    assert!(!all.is_empty());
    assert_eq!(made, all);
}

/// For sizes beyond brute force, the solver proves uniqueness and minimality.
#[test]
fn puzzles_of_larger_boards_are_irreducible() {
    for n in [12, 30, 64, 65, 80] {
        let puzzle = make_puzzle(&task(n, None, n), &NoWatch).unwrap();
        let answer = uniqueness(puzzle.instance(), 7, &NoWatch).unwrap();
        assert_eq!(answer, Uniqueness::Unique(puzzle.solution().clone()), "N = {n}: {puzzle}");
        let givens: Vec<Condition> = puzzle.givens().collect();
        for others in without_one(&givens) {
            let mut instance = Instance::new(n).unwrap();
            others.into_iter().for_each(|given| instance.add(given).unwrap());
            let answer = uniqueness(&instance, 7, &NoWatch).unwrap();
            assert!(matches!(answer, Uniqueness::Several(_)), "N = {n}: {puzzle}");
        }
    }
}

#[test]
fn the_number_of_givens_can_be_chosen() {
    for (n, givens) in [(1, 0), (4, 1), (8, 2), (8, 3), (8, 4), (12, 4), (12, 5)] {
        let puzzle = make_puzzle(&task(n, Some(givens), 1), &NoWatch).unwrap();
        assert_eq!(puzzle.givens().count() as u64, givens, "N = {n}: {puzzle}");
    }
    // Without given queens a board has several solutions.
    let error = make_puzzle(&task(8, Some(0), 1), &NoWatch).unwrap_err();
    let CompletionError::NoSuchPuzzle { n: 8, givens: 0, attempts: 200, least, most } = error
    else {
        panic!("{error:?}");
    };
    assert!(1 < least && least < most && most < 8, "{error}");
    let message = error.to_string();
    assert!(
        message.contains("with 0 queens given") && message.contains("200 puzzles"),
        "{message}"
    );
    for n in [1, 8] {
        let error = make_puzzle(&task(n, Some(n), 1), &NoWatch);
        assert_eq!(error, Err(CompletionError::TooManyGivens { n, givens: n }));
    }
}

#[test]
fn boards_without_puzzles_are_errors() {
    for n in [2, 3] {
        assert_eq!(
            make_puzzle(&task(n, None, 1), &NoWatch),
            Err(CompletionError::NoSolutions { n })
        );
    }
    let too_large = PuzzleTask::LARGEST + 1;
    for n in [0, too_large, u64::MAX] {
        let error = make_puzzle(&task(n, None, 1), &NoWatch).unwrap_err();
        assert_eq!(error, CompletionError::PuzzleSize { n });
    }
}

#[test]
fn a_watch_stops_the_generator() {
    for last in [1, 2, 10] {
        let stopped = make_puzzle(&task(30, Some(1), 1), &Ticks::until(last));
        let Err(error @ CompletionError::PuzzleStopped { progress }) = stopped else {
            panic!("{last}: {stopped:?}");
        };
        assert_eq!((progress.n, progress.unit), (Some(30), "puzzles tried"));
        let message = error.to_string();
        assert!(
            message.starts_with("stopped while making a puzzle of N = 30: 0 puzzles"),
            "{message}"
        );
    }
}
