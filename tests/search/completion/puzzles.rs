//! Puzzles have exactly one completion, and several if any given queen is removed.

use super::matching;
use nqdb::{Condition, placement::Placement, random::Dice, watch::NoWatch};
use nqdb_completion::{
    CompletionError, PartialBoard, Puzzle, PuzzleTask, Puzzles, check_puzzle_count, completions,
    make_puzzle, minimal_puzzles,
};
use nqdb_papers::{Method, Task, solve};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::twin::{Twin, size};
use nqdb_test_support::watch::Ticks;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

fn task(n: u64, givens: Option<u64>, seed: u64) -> PuzzleTask {
    let givens = givens.map(|givens| givens..=givens);
    PuzzleTask { givens, attempts: 200, ..PuzzleTask::new(n as usize, seed) }
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
            assert_eq!(matching(n, &givens), [puzzle.solution.to_string()]);
            assert_eq!(make_puzzle(&task(n, None, seed), &NoWatch).unwrap(), puzzle);
            let read =
                PartialBoard::parse(n as usize, puzzle.to_string().split_whitespace()).unwrap();
            assert_eq!(read, puzzle.partial);
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
            .zip(solution.zero_based())
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
        let rows = solution.zero_based().iter().map(|&row| row.into()).collect();
        let placement = Placement::new(rows).unwrap();
        for _ in 0..200 {
            made.insert(
                Puzzle::of(&placement, &task(6, None, 1), &mut dice, &NoWatch).unwrap().to_string(),
            );
        }
    }
    assert!(!all.is_empty());
    assert_eq!(made, all);
    // A puzzle has at least one completion.
    let placement = Placement::new(vec![1, 3, 0, 2]).unwrap();
    let [none, one] = [0, 1].map(|most| {
        let task = PuzzleTask { completions: 0..=most, ..task(4, None, 1) };
        Puzzle::of(&placement, &task, &mut Dice::new(1), &NoWatch)
    });
    assert_eq!(none, one);
}

/// For sizes beyond brute force, the solver proves uniqueness and minimality.
#[test]
fn puzzles_of_larger_boards_are_irreducible() {
    for n in [12, 30, 64, 65, 80] {
        let puzzle = make_puzzle(&task(n, None, n), &NoWatch).unwrap();
        let found = completions(&puzzle.partial, 2, 7, &NoWatch).unwrap();
        assert_eq!(found, std::slice::from_ref(&puzzle.solution), "N = {n}: {puzzle}");
        let givens: Vec<Condition> = puzzle.givens().collect();
        for others in without_one(&givens) {
            let mut partial = PartialBoard::new(n as usize).unwrap();
            others.into_iter().for_each(|given| partial.add(given).unwrap());
            let found = completions(&partial, 2, 7, &NoWatch).unwrap();
            assert_eq!(found.len(), 2, "N = {n}: {puzzle}");
        }
    }
}

#[test]
fn the_number_of_givens_can_be_chosen() {
    for (n, givens) in [(1, 0), (4, 1), (8, 2), (8, 3), (8, 4), (12, 4), (12, 5)] {
        let puzzle = make_puzzle(&task(n, Some(givens), 1), &NoWatch).unwrap();
        assert_eq!(puzzle.givens().count() as u64, givens, "N = {n}: {puzzle}");
    }
    for seed in 1..5 {
        let ranged = PuzzleTask { givens: Some(3..=4), ..task(12, None, seed) };
        let puzzle = make_puzzle(&ranged, &NoWatch).unwrap();
        assert!((3..=4).contains(&puzzle.givens().count()), "{puzzle}");
    }
    // Without given queens a board has several solutions.
    let error = make_puzzle(&task(8, Some(0), 1), &NoWatch).unwrap_err();
    let CompletionError::NoSuchPuzzle { n: 8, attempts: 200, givens_made: (least, most), .. } =
        error
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
        assert_eq!(error, Err(CompletionError::TooManyGivens { n: n as usize, givens: n }));
    }
}

/// With several completions, by brute force.
#[test]
fn the_number_of_completions_can_be_chosen() {
    for (n, completions) in [(7, 2..=2), (8, 1..=3), (8, 5..=9), (8, 92..=92), (9, 10..=20)] {
        for seed in 0..5 {
            let task = PuzzleTask { completions: completions.clone(), ..task(n, None, seed) };
            let puzzle = make_puzzle(&task, &NoWatch).unwrap();
            let givens: Vec<Condition> = puzzle.givens().collect();
            let found = matching(n, &givens);
            assert_eq!(found.len() as u64, puzzle.completions, "{puzzle}");
            assert!(completions.contains(&puzzle.completions), "{puzzle}");
            assert!(found.contains(&puzzle.solution.to_string()), "{puzzle}");
            for others in without_one(&givens) {
                assert!(matching(n, &others).len() as u64 > *completions.end(), "{puzzle}");
            }
        }
    }
    // Every queen of N = 4 is in exactly one of the two solutions.
    let pairs = PuzzleTask { completions: 2..=2, ..task(4, Some(1), 1) };
    let error = make_puzzle(&pairs, &NoWatch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no puzzle of N = 4 with 1 queen given and 2 completions was found: the 200 puzzles made had 0 queens given and 2 completions"
    );
    for completions in [0..=0, 0..=5, RangeInclusive::new(3, 2)] {
        let task = PuzzleTask { completions, ..task(8, None, 1) };
        assert!(matches!(make_puzzle(&task, &NoWatch), Err(CompletionError::NoCompletions { .. })));
    }
}

/// All puzzles of small boards, by brute force.
#[test]
fn all_minimal_puzzles() {
    for (n, completions) in [(1, 1..=1), (4, 1..=1), (5, 1..=1), (5, 2..=2), (6, 1..=1), (6, 1..=2)]
    {
        for givens in 0..n {
            let all = minimal_puzzles(size(n), &(givens..=givens), &completions, false, &NoWatch)
                .unwrap();
            let squares: Vec<Condition> = (1..=n)
                .flat_map(|column| (1..=n).map(move |row| Condition::Queen { column, row }))
                .collect();
            let count = |queens: &[Condition]| matching(n, queens).len() as u64;
            let is_wanted = |queens: &Vec<Condition>| {
                completions.contains(&count(queens))
                    && without_one(queens).all(|others| count(&others) > *completions.end())
            };
            let mut sets = vec![vec![]];
            for _ in 0..givens {
                let longer = sets.into_iter().flat_map(|set: Vec<Condition>| {
                    let last = set.last().and_then(|last| squares.iter().position(|s| s == last));
                    let next = &squares[last.map_or(0, |last| last + 1)..];
                    next.iter().map(|&s| [&set[..], &[s]].concat()).collect::<Vec<_>>()
                });
                sets = longer.filter(|set| count(set) > 0).collect();
            }
            let expected: Vec<Vec<Condition>> = sets.into_iter().filter(is_wanted).collect();
            let found: Vec<Vec<Condition>> = all.iter().map(|p| p.givens().collect()).collect();
            assert_eq!(found, expected, "N = {n}, {givens} queens, {completions:?}");
            for puzzle in &all {
                let givens: Vec<Condition> = puzzle.givens().collect();
                assert_eq!(puzzle.completions, count(&givens));
                assert!(matching(n, &givens).contains(&puzzle.solution.to_string()));
            }
        }
    }
    let pairs = |up_to_symmetry| {
        minimal_puzzles(size(8), &(2..=2), &(1..=1), up_to_symmetry, &NoWatch).unwrap()
    };
    let first: Vec<PartialBoard> = pairs(true).iter().map(|p| p.partial.clone()).collect();
    let all = pairs(false);
    let is_image =
        |puzzle: &&Puzzle| first.iter().any(|one| one.canonical() == puzzle.partial.canonical());
    assert_eq!((first.len(), all.len(), all.iter().filter(is_image).count()), (39, 308, 308));
    // A range of numbers of given queens; no puzzle has more than N - 1.
    let ranged = minimal_puzzles(size(8), &(1..=2), &(1..=1), false, &NoWatch).unwrap();
    assert!(ranged == all);
    let of = |givens| minimal_puzzles(size(6), &givens, &(1..=1), false, &NoWatch).unwrap();
    assert_eq!(of(0..=99), [of(0..=1), of(2..=2), of(3..=5)].concat());
    for n in [2, 3] {
        let none = minimal_puzzles(size(n), &(0..=0), &(1..=1), false, &NoWatch);
        assert_eq!(none, Err(CompletionError::NoSolutions { n: n as usize }));
    }
    let error = minimal_puzzles(size(16), &(8..=8), &(1..=1), false, &NoWatch).unwrap_err();
    assert!(matches!(error, CompletionError::TooManySets { n: 16, givens: 8, .. }), "{error}");
    assert!(minimal_puzzles(size(64), &(3..=3), &(1..=1), false, &NoWatch).is_err());
}

/// Where the number of puzzles is known, more are refused at once.
#[test]
fn more_puzzles_than_exist_are_refused() {
    for row in rows("smallest_puzzles.csv") {
        let [n, givens, all, orbits] =
            ["n", "queens", "puzzles", "orbits"].map(|name| row.get::<u64>(name));
        let check = |givens, up_to_symmetry, count| {
            let task = task(n, Some(givens), 1);
            let checked = check_puzzle_count(&task, up_to_symmetry, count, &NoWatch);
            checked.map_err(|error| error.to_string())
        };
        for (up_to_symmetry, exist) in [(false, all), (true, orbits)] {
            assert_eq!(check(givens, up_to_symmetry, exist), Ok(()), "N = {n}");
            let message = check(givens, up_to_symmetry, exist + 1).unwrap_err();
            let exist = nqdb::internal::grouped(exist);
            assert!(message.starts_with(&format!("N = {n} has {exist} puzzle")), "{message}");
        }
        if givens > 0 {
            assert!(
                check(givens - 1, false, 1).unwrap_err().contains("has no puzzle with"),
                "N = {n}"
            );
        }
    }
    let several = PuzzleTask { completions: 2..=3, ..task(12, Some(3), 1) };
    assert_eq!(check_puzzle_count(&several, false, u64::MAX, &NoWatch), Ok(()));
    // Any number of given queens, or a range.
    let all = |givens| minimal_puzzles(size(7), &givens, &(1..=1), false, &NoWatch).unwrap().len();
    for (givens, exist) in [(None, all(0..=6)), (Some(2..=3), all(2..=3))] {
        let task = PuzzleTask { givens: givens.clone(), ..task(7, None, 1) };
        let check = |count| check_puzzle_count(&task, false, count, &NoWatch);
        assert_eq!(check(exist as u64), Ok(()));
        let message = check(exist as u64 + 1).unwrap_err().to_string();
        let with = if givens.is_some() { " with 2 to 3 queens given" } else { "" };
        assert_eq!(message, format!("N = 7 has {exist} puzzles{with}, fewer than {}", exist + 1));
    }
}

/// Distinct puzzles end with an error once there are no more.
#[test]
fn puzzles_can_be_distinct() {
    let task = PuzzleTask { attempts: 400, ..task(6, None, 1) };
    for up_to_symmetry in [false, true] {
        let mut puzzles = Puzzles::new(task.clone(), up_to_symmetry);
        let mut made = BTreeSet::new();
        let error = loop {
            match puzzles.next(&NoWatch) {
                Ok((number, puzzle)) => {
                    assert_eq!(make_puzzle(&task.nth(number), &NoWatch).unwrap(), puzzle);
                    assert!(made.insert(puzzle.partial.clone()), "{puzzle} appears twice");
                }
                Err(error) => break error,
            }
        };
        let all = minimal_puzzles(size(6), &(0..=5), &(1..=1), false, &NoWatch).unwrap();
        let mut all: BTreeSet<PartialBoard> = all.iter().map(|p| p.partial.clone()).collect();
        if up_to_symmetry {
            let canonical = |set: &BTreeSet<PartialBoard>| -> BTreeSet<_> {
                set.iter().map(PartialBoard::canonical).collect()
            };
            assert_eq!(canonical(&made).len(), made.len());
            (all, made) = (canonical(&all), canonical(&made));
        }
        assert_eq!(made, all);
        let count = made.len() as u64;
        assert_eq!(
            error,
            CompletionError::NoNewPuzzle { n: 6, level: None, made: count, attempts: 400 }
        );
    }
}

#[test]
fn boards_without_puzzles_are_errors() {
    for n in [2, 3] {
        assert_eq!(
            make_puzzle(&task(n, None, 1), &NoWatch),
            Err(CompletionError::NoSolutions { n: n as usize })
        );
    }
    let too_large = PuzzleTask::LARGEST as u64 + 1;
    for n in [0, too_large, u64::MAX] {
        let error = make_puzzle(&task(n, None, 1), &NoWatch).unwrap_err();
        assert_eq!(error, CompletionError::PuzzleSize { n: n as usize });
    }
    let construction = Task { method: Method::Construct, n: 10_001, seed: 1, steps: None };
    let solution = solve(&construction, &NoWatch).unwrap().placement;
    let error = Puzzle::of(&solution, &task(8, None, 1), &mut Dice::new(1), &NoWatch).unwrap_err();
    assert_eq!(error, CompletionError::BoardSize { got: "10001".to_owned() });
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
