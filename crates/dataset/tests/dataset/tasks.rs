//! Tasks and splits.

use super::{board, tasks};
use nqdb::{Board, Conditions, search::count_matching, watch::NoWatch};
use nqdb_completion::CompletionError;
use nqdb_dataset::{Error, Rejected, Shares, Spec, Split, Task, Tasks};
use nqdb_test_support::twin::{Twin, images, size};
use nqdb_test_support::watch::Ticks;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The ranks of the solutions with the given queens (0 for a column without one), by brute force.
fn matching(n: usize, givens: &[u32]) -> Vec<u64> {
    let has_givens = |rows: &[u8]| {
        givens.iter().zip(rows).all(|(&given, &row)| given == 0 || given == u32::from(row) + 1)
    };
    let solutions = (1..).zip(&Twin::of(size(n)).solutions);
    solutions
        .filter(|(_, solution)| has_givens(solution.zero_based()))
        .map(|(rank, _)| rank)
        .collect()
}

/// The images of given queens, by squares.
fn images_of_givens(givens: &[u32]) -> BTreeSet<Vec<u32>> {
    let last = givens.len() - 1;
    let turn = |givens: &[u32]| {
        let mut turned = vec![0; givens.len()];
        for (column, &row) in givens.iter().enumerate().filter(|&(_, &row)| row > 0) {
            turned[row as usize - 1] = (last - column) as u32 + 1;
        }
        turned
    };
    let mut all = BTreeSet::new();
    let mut board = givens.to_vec();
    for _ in 0..4 {
        board = turn(&board);
        all.insert(board.clone());
        all.insert(board.iter().rev().copied().collect());
    }
    all
}

fn split_tasks(board: &Board, spec: &Spec) -> BTreeMap<Split, Vec<Task>> {
    Split::ALL.map(|split| (split, tasks(board, spec, split))).into()
}

/// No image of a task or of an answer is in another split, and no task is an image of another.
#[test]
fn splits_never_leak() {
    for n in [8, 10, 12] {
        let spec = Spec { count: 300, completions: 1..=30, seed: n, ..Spec::default() };
        let splits = split_tasks(&board(n as usize), &spec);
        let mut boards: BTreeMap<Vec<u32>, Split> = BTreeMap::new();
        let mut answers: BTreeMap<Vec<u8>, Split> = BTreeMap::new();
        for (&split, tasks) in &splits {
            assert!(!tasks.is_empty());
            for task in tasks {
                for image in images_of_givens(&task.givens()) {
                    let other = boards.insert(image, split);
                    assert_eq!(other, None, "N = {n}: {} is an image of another task", task.id());
                }
                for answer in &task.answers {
                    for image in images(answer.solution.zero_based()) {
                        let other = *answers.entry(image).or_insert(split);
                        assert_eq!(other, split, "N = {n}: an answer of {}", task.id());
                    }
                }
            }
        }
        assert!(splits[&Split::Train].len() > splits[&Split::Test].len());
    }
}

#[test]
fn answers_are_those_of_brute_force() {
    for n in 4..=12 {
        let board = board(n);
        for seed in 0..500 / 9 + 1 {
            let spec = Spec {
                count: 1,
                completions: 1..=1_000_000,
                shares: Shares([1, 0, 0]),
                seed,
                ..Spec::default()
            };
            let all = tasks(&board, &spec, Split::Train);
            let [task] = &all[..] else { panic!("N = {n}, seed {seed}: {all:?}") };
            let expected = matching(n, &task.givens());
            assert_eq!(task.completions, expected.len() as u64);
            let ranks: Vec<u64> =
                task.answers.iter().map(|answer| answer.rank.unwrap().get()).collect();
            assert_eq!(ranks, expected, "N = {n}, seed {seed}");
            let twin = Twin::of(size(n));
            for answer in &task.answers {
                let place = answer.rank.unwrap().get() as usize - 1;
                assert_eq!(answer.solution, twin.solutions[place]);
                assert_eq!(answer.orbit_id.unwrap().get(), twin.orbit_ids[place]);
            }
        }
    }
}

#[test]
fn tasks_keep_to_the_ranges() {
    let spec = Spec {
        count: 200,
        givens: Some(2..=4),
        completions: 3..=8,
        answers: Some(3),
        ..Spec::default()
    };
    let all = tasks(&board(10), &spec, Split::Train);
    assert_eq!(all.len(), 160);
    let mut counts = BTreeSet::new();
    for (number, task) in (1..).zip(&all) {
        assert_eq!(task.id(), format!("10-train-{number}"));
        let queens = task.givens().iter().filter(|&&row| row > 0).count();
        assert!((2..=4).contains(&queens) && (3..=8).contains(&task.completions), "{task:?}");
        let all = matching(10, &task.givens());
        assert_eq!((all.len() as u64, task.answers.len()), (task.completions, 3));
        assert!(task.answers.is_sorted_by_key(|answer| answer.rank));
        assert!(task.answers.iter().all(|answer| all.contains(&answer.rank.unwrap().get())));
        counts.insert((queens, task.completions));
    }
    assert!(counts.len() > 5, "{counts:?}");
}

/// Rejected boards do not keep others from being found.
#[test]
fn all_tasks_are_found() {
    let spec = Spec {
        givens: Some(0..=2),
        completions: 1..=3,
        shares: Shares([1, 0, 0]),
        ..Spec::default()
    };
    let all = tasks(&board(6), &spec, Split::Train);
    let mut expected = BTreeSet::new();
    for solution in &Twin::of(size(6)).solutions {
        for columns in (0..64u32).filter(|columns| columns.count_ones() <= 2) {
            let given = |(column, &row): (usize, &u8)| {
                if columns >> column & 1 == 1 { u32::from(row) + 1 } else { 0 }
            };
            let givens: Vec<u32> = solution.zero_based().iter().enumerate().map(given).collect();
            if (1..=3).contains(&matching(6, &givens).len()) {
                expected.insert(images_of_givens(&givens));
            }
        }
    }
    let found: BTreeSet<_> = all.iter().map(|task| images_of_givens(&task.givens())).collect();
    assert_eq!((found.len(), found), (all.len(), expected));
}

/// The shares are exact, and a split without orbits or tasks has none.
#[test]
fn shares_of_tasks() {
    let count = |text: &str, n, count| {
        let spec = Spec { count, shares: text.parse().unwrap(), ..Spec::default() };
        split_tasks(&board(n as usize), &spec)
            .into_values()
            .map(|tasks| tasks.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(count("80,10,10", 10, 100), [80, 10, 10]);
    assert_eq!(count("3,1", 10, 99), [74, 0, 25]);
    assert_eq!(count("1", 8, 10), [10, 0, 0]);
    // One orbit.
    assert_eq!(count("80,10,10", 4, 10)[1..], [0, 0]);
    // The empty board of N = 1 has one completion.
    for (n, tasks) in [(1, 1), (2, 0), (3, 0)] {
        assert_eq!(count("80,10,10", n, 10), [tasks, 0, 0], "N = {n}");
    }
    for wrong in ["", "0", "0,0,0", "1,2,3,4", "-1", "80 10", "x"] {
        let error = wrong.parse::<Shares>().unwrap_err();
        assert!(error.to_string().contains("80,10,10"), "{error}");
    }
}

#[test]
fn the_seed_determines_the_tasks() {
    let spec = |seed| Spec { count: 20, seed, ..Spec::default() };
    let board = board(9);
    assert_eq!(split_tasks(&board, &spec(5)), split_tasks(&board, &spec(5)));
    assert_ne!(split_tasks(&board, &spec(5)), split_tasks(&board, &spec(6)));
    // More tasks begin with the same ones.
    let more = tasks(&board, &Spec { count: 40, ..spec(5) }, Split::Train);
    assert!(more.starts_with(&tasks(&board, &spec(5), Split::Train)));
}

#[test]
fn wrong_parameters_are_errors() {
    let spec = Spec::default();
    let message = |spec: &Spec, n| {
        Tasks::new(&board(n as usize), spec, Split::Train, Arc::new(NoWatch))
            .unwrap_err()
            .to_string()
    };
    assert!(message(&Spec { completions: 0..=5, ..spec.clone() }, 8).contains("at least one"));
    assert!(message(&Spec { completions: 1..=1_000_001, ..spec.clone() }, 8).contains("1000000"));
    let empty = std::ops::RangeInclusive::new(5, 2);
    assert!(message(&Spec { givens: Some(empty.clone()), ..spec.clone() }, 8).contains("5 to 2"));
    assert!(message(&Spec { completions: empty, ..spec.clone() }, 8).contains("5 to 2"));
    assert!(message(&Spec { answers: Some(0), ..spec.clone() }, 8).contains("at least one answer"));
    assert!(
        message(&Spec { givens: Some(8..=9), ..spec.clone() }, 8)
            .contains("at most 7 given queens")
    );
}

/// Beyond the boards with ranks, answers have none, and splits still do not leak.
#[test]
fn large_boards_have_tasks_without_ranks() {
    for (n, givens) in [(22, 9..=12), (30, 15..=20), (64, 44..=50)] {
        let spec = Spec {
            count: 9,
            givens: Some(givens.clone()),
            completions: 1..=3,
            shares: Shares([1, 1, 1]),
            ..Spec::default()
        };
        let splits = split_tasks(&board(n as usize), &spec);
        assert!(splits == split_tasks(&board(n as usize), &spec), "the seed determines the tasks");
        let mut orbits: BTreeMap<Vec<u8>, Split> = BTreeMap::new();
        for (&split, tasks) in &splits {
            assert_eq!(tasks.len(), 3, "N = {n}");
            for task in tasks {
                let queens = task.board.queens().count() as u64;
                assert!(givens.contains(&queens) && task.completions <= 3, "{task:?}");
                assert!(
                    task.answers.is_sorted_by_key(|answer| answer.solution.zero_based().to_vec())
                );
                // All completions, by another search.
                let conditions =
                    task.board.conditions().try_fold(Conditions::any(size(n)), Conditions::with);
                let count = count_matching(&conditions.unwrap(), &NoWatch).unwrap();
                assert_eq!((task.completions, task.answers.len() as u64), (count, count));
                for answer in &task.answers {
                    assert_eq!((answer.rank, answer.orbit_id), (None, None));
                    let rows = answer.solution.zero_based();
                    assert!(task.board.queens().all(|(c, r)| usize::from(rows[c]) == r));
                    for image in images(rows) {
                        assert_eq!(*orbits.entry(image).or_insert(split), split, "N = {n}");
                    }
                }
            }
        }
    }
}

/// Few tasks are shared out so that no split is left out without need.
#[test]
fn each_split_gets_a_task_where_possible() {
    let of = |shares, count| {
        let spec = Spec { count, shares: Shares(shares), ..Spec::default() };
        let wanted = |split| Tasks::new(&board(8), &spec, split, Arc::new(NoWatch)).unwrap().wanted;
        let empty = Split::ALL.map(|split| spec.shares.leave_out(split, count));
        (Split::ALL.map(wanted), empty)
    };
    assert_eq!(of([80, 10, 10], 2), ([1, 0, 1], [false, true, false]));
    assert_eq!(of([80, 10, 10], 3), ([1, 1, 1], [false; 3]));
    assert_eq!(of([80, 10, 10], 4), ([2, 1, 1], [false; 3]));
    assert_eq!(of([80, 10, 10], 1), ([1, 0, 0], [false, true, true]));
    assert_eq!(of([80, 10, 10], 0), ([0, 0, 0], [false; 3]));
    assert_eq!(of([80, 0, 10], 2), ([1, 0, 1], [false; 3]));
    assert_eq!(of([1, 0, 0], 2), ([2, 0, 0], [false; 3]));
    assert_eq!(of([80, 10, 10], 100), ([80, 10, 10], [false; 3]));
}

#[test]
fn a_watch_stops_the_draws() {
    let mut tasks =
        Tasks::new(&board(8), &Spec::default(), Split::Train, Arc::new(Ticks::until(1))).unwrap();
    let error = tasks.next().unwrap().unwrap_err();
    let Error::Nqdb(nqdb::Error::Completion(CompletionError::PuzzleStopped { .. })) = error else {
        panic!("{error}");
    };
    assert!(error.to_string().contains("making tasks of N = 8: 0 tasks drawn"), "{error}");
}

/// Draws end as soon as all boards were drawn, if their number is known.
#[test]
fn draws_end_with_the_last_board() {
    for (n, givens, completions, number) in [
        (10, 1..=1, 1..=1, 15),
        (9, 0..=1, 1..=20, 16),
        (8, 1..=1, 1..=9, 10),
        (12, 0..=0, 1..=9, 1),
    ] {
        let ticks = Arc::new(Ticks::until(u64::MAX));
        let spec = Spec { givens: Some(givens), completions, ..Spec::default() };
        let mut tasks =
            Tasks::new(&board(n as usize), &spec, Split::Train, Arc::<Ticks>::clone(&ticks))
                .unwrap();
        let made = tasks.by_ref().map(Result::unwrap).count() as u64;
        let Rejected { too_many, too_few, in_several_splits } = tasks.rejected();
        assert_eq!(made + too_many + too_few + in_several_splits, number, "N = {n}");
        assert!(ticks.seen() < 1000, "N = {n}");
    }
}
