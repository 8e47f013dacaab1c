//! `solve`: every method finds a solution of a large board or reports why not, with the same result for the same seed.

use nqdb::{Invalid, placement::Placement, watch::NoWatch};
use nqdb_papers::{Attempt, ConflictBoard, Method, SolveError, Solved, Task, solve};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::watch::Ticks;
use proptest::prelude::*;

fn ask(method: Method, n: u64, seed: u64, steps: Option<u64>) -> Result<Solved, SolveError> {
    solve(&Task { method, n: n as usize, seed, steps }, &NoWatch)
}

fn named(name: &str) -> Method {
    name.parse().unwrap()
}

/// Whether no two queens share a row or a diagonal, pair by pair.
fn is_solution(rows: &[u32]) -> bool {
    let attacks =
        |(i, j): (usize, usize)| rows[i] == rows[j] || rows[i].abs_diff(rows[j]) as usize == j - i;
    let n = rows.len();
    rows.iter().all(|&row| (row as usize) < n) && !(0..n).any(|j| (0..j).any(|i| attacks((i, j))))
}

#[test]
fn every_method_solves_every_small_board() {
    for method in Method::ALL {
        for n in (1..=40).filter(|n| ![2, 3].contains(n)) {
            for seed in 0..8 {
                match ask(method, n, seed, None) {
                    Ok(solved) => {
                        let rows = solved.placement.zero_based();
                        assert_eq!(rows.len() as u64, n, "{method} {n} {seed}");
                        assert!(is_solution(rows), "{method} {n} {seed}: {rows:?}");
                        assert!(solved.steps <= method.default_steps(n as usize));
                    }
                    Err(SolveError::Pattern { .. }) => {
                        assert!(method == Method::Extend && [2, 3].contains(&(n % 6)), "{n}");
                    }
                    Err(error) => panic!("{method} {n} {seed}: {error}"),
                }
            }
        }
    }
}

#[test]
fn construct_solves_every_board() {
    for n in (4..=2000).chain([99_998, 99_999, 100_000, 1_000_000, 9_999_999, 10_000_000]) {
        let solved = ask(Method::Construct, n, 0, None).unwrap();
        assert_eq!(solved.placement.n() as u64, n);
    }
    assert!(
        (4..=120).all(|n| is_solution(
            ask(Method::Construct, n, 0, None).unwrap().placement.zero_based()
        ))
    );
}

/// Gupta's extension: a new last column and a new row (the first for odd N, after N/2 rows for even N),
/// with a queen where they meet.
fn grown(queens: &[u32]) -> Vec<u32> {
    let n = queens.len() as u32 + 1;
    let row = if n % 2 == 1 { 1 } else { n / 2 + 1 };
    queens.iter().map(|&queen| queen + u32::from(queen >= row)).chain([row]).collect()
}

#[test]
fn extend_is_the_pattern_of_gupta() {
    let figures = rows("extend.csv");
    assert_eq!(figures.len(), 4);
    for row in figures {
        let solved = ask(Method::Extend, row.get("n"), 0, None).unwrap();
        assert_eq!(solved.placement.to_string(), row.get::<String>("queens"));
    }
    let mut queens = vec![2, 4, 1, 3];
    for n in 5..=400 {
        queens = grown(&queens);
        let rows: Vec<u32> = queens.iter().map(|queen| queen - 1).collect();
        match ask(Method::Extend, n, 0, None) {
            Ok(solved) => assert_eq!(solved.placement.zero_based(), rows),
            Err(SolveError::Pattern { .. }) => {
                assert!(Placement::new(rows).is_err() && [2, 3].contains(&(n % 6)), "{n}");
            }
            Err(error) => panic!("{n}: {error}"),
        }
        assert_eq!(ask(Method::Extend, n, 0, None).is_ok(), ![2, 3].contains(&(n % 6)), "{n}");
    }
}

#[test]
fn the_same_seed_gives_the_same_solution() {
    let rows = rows("solved.csv");
    assert_eq!(rows.len(), 16);
    for row in rows {
        let method = named(&row.get::<String>("method"));
        let solved = ask(method, row.get("n"), row.get("seed"), None).unwrap();
        let got = (solved.placement.to_string(), solved.steps);
        assert_eq!(got, (row.get("queens"), row.get("steps")), "{row:?}");
    }
}

/// The largest board of a method in the random tests.
fn reach(method: Method) -> u64 {
    match method {
        Method::MinConflicts => 20_000,
        Method::AntColony => 60,
        _ => 400,
    }
}

fn random_tasks() -> impl Strategy<Value = (Method, u64, u64)> {
    let method = prop::sample::select(&Method::ALL[2..]);
    method.prop_flat_map(|method| (Just(method), 4..=reach(method), any::<u64>()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn results_are_solutions_within_their_steps((method, n, seed) in random_tasks()) {
        let solved = ask(method, n, seed, None).unwrap();
        prop_assert_eq!(solved.placement.n() as u64, n);
        prop_assert!(n > 2000 || is_solution(solved.placement.zero_based()));
        // The same number of steps finds the solution again; one fewer does not.
        prop_assert_eq!(ask(method, n, seed, Some(solved.steps)), Ok(solved.clone()));
        if solved.steps > 0 {
            let steps = solved.steps - 1;
            let error = SolveError::NotFound { method, n: n as usize, steps };
            prop_assert_eq!(ask(method, n, seed, Some(steps)), Err(error));
        }
    }

    #[test]
    fn a_placement_is_a_solution(rows in prop::collection::vec(0u32..9, 0..9)) {
        let is_good = !rows.is_empty() && is_solution(&rows);
        prop_assert_eq!(Placement::new(rows).is_ok(), is_good);
    }
}

#[test]
fn placement_errors_name_the_flaw() {
    let cases: [(&[u32], Invalid); 4] = [
        (&[], Invalid::NoQueens),
        (&[0, 4, 1, 2], Invalid::RowOutside { n: 4, first: 1, column: 2, row: 5 }),
        (&[1, 3, 1, 0], Invalid::RowTwice { n: 4, row: 2, first: 1, second: 3 }),
        (&[1, 3, 2, 0], Invalid::Attack { first: (2, 4), second: (3, 3) }),
    ];
    for (rows, expected) in cases {
        assert_eq!(Placement::new(rows.to_vec()), Err(expected));
    }
    let solved = ask(Method::Construct, 64, 0, None).unwrap().placement;
    assert_eq!(solved.solution().unwrap().to_string(), solved.to_string());
    assert_eq!(ask(Method::Construct, 65, 0, None).unwrap().placement.solution(), None);
}

#[test]
fn the_watch_stops_the_search() {
    for (method, n) in [
        (Method::MinConflicts, 1_000_000),
        (Method::Genetic, 20_000),
        (Method::AntColony, 400),
        (Method::Backtrack, 20_000),
    ] {
        let ticks = Ticks::until(3);
        let outcome = solve(&Task { method, n, seed: 1, steps: None }, &ticks);
        let Err(SolveError::Stopped { method: stopped, progress }) = outcome else {
            panic!("expected a stopped search, got {outcome:?}")
        };
        assert_eq!((stopped, progress.n, ticks.seen()), (method, Some(n), 3));
    }
}

/// Setting up the board, counting its lines and each sweep over the columns all count as work.
#[test]
fn the_watch_is_called_all_along() {
    let task = Task { method: Method::MinConflicts, n: 1_000_000, seed: 1, steps: None };
    let ticks = Ticks::until(u64::MAX);
    solve(&task, &ticks).unwrap();
    // Placing each queen, counting its lines, and a sweep that finds no conflict.
    assert!(ticks.seen() >= 3 * 8 * task.n as u64 / (1 << 20), "{}", ticks.seen());
}

#[test]
fn what_can_be_done_depends_on_the_method() {
    let found = |method, steps| ask(method, 60, 1, Some(steps)).unwrap_err().to_string();
    for (method, steps, words) in [
        (Method::Construct, 0, "within 0 boards constructed; allow more steps"),
        (Method::Extend, 0, "within 0 boards constructed; allow more steps"),
        (
            Method::MinConflicts,
            1,
            "within 1 queen moved; try another seed, more steps, or construct",
        ),
        (Method::AntColony, 0, "within 0 iterations of the colony; try another seed"),
        (Method::Backtrack, 2, "within 2 queens placed; try another seed"),
    ] {
        let message = found(method, steps);
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn unsupported_boards_are_rejected() {
    for method in Method::ALL {
        let largest = method.largest() as u64;
        for n in [0, largest + 1, u64::MAX] {
            assert_eq!(
                ask(method, n, 0, None),
                Err(SolveError::BoardSize { method, n: n as usize })
            );
        }
        for n in [2, 3] {
            assert_eq!(ask(method, n, 0, None), Err(SolveError::NoSolutions { n: n as usize }));
        }
        assert_eq!(ask(method, 1, 0, None).unwrap().placement.zero_based(), [0]);
    }
}

/// Gupta, figures 11 and 12, read by columns: the queen of column 3 has three conflicts in row 7 and moves to row
/// 5, where it has one.
#[test]
fn example_of_gupta() {
    let rows = [6, 3, 7, 8, 5, 4, 2, 1].map(|row| row - 1);
    let task = Task { method: Method::MinConflicts, n: 8, seed: 1, steps: None };
    let mut attempt = Attempt::new(&task, &NoWatch);
    let mut board = ConflictBoard::new(rows.to_vec(), &mut attempt).unwrap();
    let column = 2;
    assert_eq!(board.conflicts(column), 3);
    board.improve(column, &mut attempt.dice);
    assert_eq!((board.queens[column], board.conflicts(column)), (4, 1));
    // The conflicts on each square if the queen of its column stood there, row 8 first; with the corrections of
    // research/sources.md.
    let figures = [
        "342Q1122 14Q12221 Q3342312 3214Q131 21323Q12 1Q222342 222221Q4 2122131Q",
        "332Q1222 13302110 Q3342312 33Q5Q242 22333Q12 2Q223332 222222Q3 2122132Q",
    ];
    for (queens, figure) in [rows.to_vec(), board.queens].into_iter().zip(figures) {
        for (row, squares) in (0..8).rev().zip(figure.split(' ')) {
            for (column, square) in squares.chars().enumerate() {
                let mut moved = queens.clone();
                moved[column] = row;
                let board = ConflictBoard::new(moved, &mut attempt).unwrap();
                let is_queen = queens[column] == row;
                let found = if is_queen { None } else { Some(board.conflicts(column)) };
                assert_eq!(found, square.to_digit(10), "column {}, row {}", column + 1, row + 1);
            }
        }
    }
}
