//! Enumeration and counting agree with the reference implementation and the published counts. A watch can stop any
//! search and observes its progress.

use nqdb::{
    BoardSize, Canonical, Database, Error, OrbitId, Permutation, Rank, Solution,
    counts::{KnownCounts, Provenance, known_counts},
    database::REACH,
    search::{Representatives, SearchError, Solutions, count_solutions, take_census},
    watch::{NoWatch, Progress, TimeLimit, Watch},
};
use nqdb_test_support::fixtures::{rows, text};
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::twin::{Twin, size};
use nqdb_test_support::watch::Ticks;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn plain(representatives: Representatives) -> Vec<Solution> {
    representatives.map(|canonical| *canonical.solution()).collect()
}

#[test]
fn solutions_and_representatives_match_the_reference() {
    for n in BoardSize::up_to(11) {
        let twin = Twin::of(n);
        assert_eq!(Solutions::new(n).collect::<Vec<_>>(), twin.solutions, "N = {n}");
        assert_eq!(plain(Representatives::new(n)), twin.representatives, "N = {n}");
    }
}

#[test]
fn an_exhausted_enumeration_stays_exhausted() {
    for n in BoardSize::up_to(5) {
        let (mut solutions, mut representatives) = (Solutions::new(n), Representatives::new(n));
        solutions.by_ref().for_each(drop);
        representatives.by_ref().for_each(drop);
        assert_eq!((solutions.next(), solutions.next()), (None, None), "N = {n}");
        assert_eq!((representatives.next(), representatives.next()), (None, None), "N = {n}");
    }
}

fn check_start(start: &Permutation) {
    let twin = Twin::of(start.n());
    let from = |all: &[Solution]| -> Vec<Solution> {
        all.iter().filter(|solution| solution.permutation() >= start).copied().collect()
    };
    let solutions: Vec<_> = Solutions::starting_at(start).collect();
    assert_eq!(solutions, from(&twin.solutions), "from {start}");
    let representatives = plain(Representatives::starting_at(start));
    assert_eq!(representatives, from(&twin.representatives), "from {start}");
}

proptest! {
    #[test]
    fn enumeration_starts_anywhere(start in permutation(9)) {
        check_start(&start);
    }
}

#[test]
fn enumeration_starts_at_every_permutation_of_small_boards() {
    BoardSize::up_to(7).flat_map(all_permutations).for_each(|start| check_start(&start));
}

#[test]
fn enumeration_starts_at_every_solution() {
    let solutions = BoardSize::up_to(9).flat_map(|n| &Twin::of(n).solutions);
    solutions.for_each(|solution| check_start(solution));
}

/// A solution of any N ≥ 4 without search: even rows in order, then odd rows in order, with exchanges for N ≡ 2, 3, 8,
/// 9 (mod 12) (Pauls 1874).
fn pauls(n: u8) -> Solution {
    let even: Vec<u8> = (1..n).step_by(2).collect();
    let mut odd: Vec<u8> = (0..n).step_by(2).collect();
    let queens = match n % 12 {
        2 => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
            [even, odd].concat()
        }
        3 | 9 => {
            odd.rotate_left(2);
            [&even[1..], &even[..1], &odd].concat()
        }
        8 => {
            odd.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
            [even, odd].concat()
        }
        _ => [even, odd].concat(),
    };
    Solution::new(Permutation::new(&queens).unwrap()).unwrap()
}

#[test]
fn enumeration_starts_at_a_solution_of_every_board() {
    for solution in (4..=64).map(pauls) {
        assert_eq!(Solutions::starting_at(&solution).next(), Some(solution));
        let canonical = Canonical::of(&solution);
        assert_eq!(Representatives::starting_at(&canonical).next(), Some(canonical));
        let complement = solution.complement();
        assert_eq!(Solutions::starting_at(&complement).next(), Some(complement));
    }
}

#[test]
fn counts_are_the_published_ones() {
    let table = rows("counts.csv");
    assert_eq!(table.len(), 27);
    for (row, n) in table.iter().zip(BoardSize::up_to(27)) {
        assert_eq!(n.get(), row.get::<usize>("n"));
        let [solutions, orbits, half_turn, quarter_turn] =
            ["solutions", "orbits", "half_turn", "quarter_turn"].map(|column| row.get(column));
        let known = known_counts(n).unwrap();
        assert_eq!(known, KnownCounts { solutions, half_turn, quarter_turn }, "N = {n}");
        assert_eq!(known.orbits(), orbits, "N = {n}");
        assert_eq!(known.orbits_by_size(), orbits_by_size(orbits, half_turn, quarter_turn));
        if n.get() <= 13 {
            assert_eq!(count_solutions(n, &NoWatch).unwrap(), solutions, "N = {n}");
            let census = take_census(n, &NoWatch).unwrap();
            assert_eq!((census.solutions(), census.orbits()), (solutions, orbits), "N = {n}");
            assert_eq!(census.orbits_by_size(), known.orbits_by_size(), "N = {n}");
        }
    }
    assert!((28..=64).all(|n| known_counts(size(n)).is_none()));
}

/// docs/known.md has the same table with its references.
#[test]
fn published_counts_have_a_provenance() {
    let page = text("docs/known.md");
    for n in BoardSize::up_to(27) {
        for provenance in [Provenance::of_solutions(n), Provenance::of_orbits(n)] {
            let Provenance { oeis, published_by: first, confirmed_by: confirmed, nqdb } =
                provenance.unwrap();
            for words in [Some(oeis), first, confirmed, nqdb].into_iter().flatten() {
                assert!(page.contains(words), "N = {n}: {words}");
            }
        }
    }
    assert!((28..=64).all(|n| Provenance::of_solutions(size(n)).is_none()));
    let last = Provenance::of_solutions(size(26)).unwrap().to_string();
    let expected = "OEIS A000170; first by Queens@TUD (Thomas B. Preußer et al.), 2009, on FPGAs; confirmed by the MC# \
                    project, 2009, on two supercomputers";
    assert_eq!(last, expected);
}

/// Pairs of orbit size and number of orbits, largest size first, none empty. A quarter turn fixes both members of an
/// orbit of two; a half turn fixes those and all four members of an orbit of four.
fn orbits_by_size(orbits: u64, half_turn: u64, quarter_turn: u64) -> Vec<(usize, u64)> {
    if half_turn == 1 {
        return vec![(1, orbits)];
    }
    let (two, four) = (quarter_turn / 2, (half_turn - quarter_turn) / 4);
    let all = [(8, orbits - four - two), (4, four), (2, two)];
    all.into_iter().filter(|&(_, number)| number > 0).collect()
}

#[test]
fn the_census_matches_the_reference() {
    for n in BoardSize::up_to(11) {
        let mut members: BTreeMap<u64, usize> = BTreeMap::new();
        Twin::of(n).orbit_ids.iter().for_each(|&id| *members.entry(id).or_default() += 1);
        let mut sizes: BTreeMap<Reverse<usize>, u64> = BTreeMap::new();
        members.into_values().for_each(|size| *sizes.entry(Reverse(size)).or_default() += 1);
        let expected: Vec<_> = sizes.into_iter().map(|(Reverse(size), n)| (size, n)).collect();
        assert_eq!(take_census(n, &NoWatch).unwrap().orbits_by_size(), expected, "N = {n}");
    }
}

/// Records the progress of a search and the number of calls of `done`.
#[derive(Clone, Default)]
struct Recorder {
    seen: Arc<Mutex<Vec<Progress>>>,
    done: Arc<Mutex<u32>>,
}

impl Watch for Recorder {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        self.seen.lock().unwrap().push(*progress);
        ControlFlow::Continue(())
    }

    fn done(&self) {
        *self.done.lock().unwrap() += 1;
    }
}

/// Without a feature, so without a file.
#[test]
fn large_boards_are_looked_up() {
    let boards = [
        (20, 17_000_000_000, 4_653_625_306, "10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11"),
        (
            21,
            200_000_000_000,
            29_673_351_759,
            "13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11",
        ),
    ];
    for (n, rank, id, queens) in boards {
        let board = Database::without_file().board(size(n)).unwrap();
        let (rank, id) = (Rank::new(rank).unwrap(), OrbitId::new(id).unwrap());
        let solution: Solution = queens.parse().unwrap();
        assert_eq!(board.unrank(rank).unwrap(), solution);
        assert_eq!(board.rank(&solution).unwrap(), rank);
        assert_eq!(board.orbit_id(&solution).unwrap(), id);
        assert_eq!(*board.orbit(id).unwrap().canonical(), Canonical::of(&solution));
    }
}

fn assert_stopped<T>(result: Result<T, impl Into<Error>>, n: BoardSize) {
    match result.err().map(Into::into) {
        Some(Error::Search(SearchError::Stopped { progress, .. })) => {
            assert_eq!(progress.n, Some(n.get()));
        }
        other => panic!("N = {n}: expected a stopped search, got {other:?}"),
    }
}

#[test]
fn a_time_limit_ends_every_search() {
    let limit = TimeLimit(Duration::ZERO);
    for n in [22, 30, 64].map(size) {
        assert_stopped(count_solutions(n, &limit), n);
        assert_stopped(take_census(n, &limit), n);
        let database = Database::without_file().watched_by(limit);
        let board = database.board(n).unwrap();
        let solution = pauls(n.get() as u8);
        assert_stopped(board.unrank(Rank::new(REACH).unwrap()), n);
        // These are rejected, unless the limit ends the estimate first.
        let is_over = |error: Error| {
            let refused = matches!(error, Error::RankOutOfReach { .. });
            refused || matches!(error, Error::Search(SearchError::Stopped { .. }))
        };
        assert!(board.rank(&solution).is_err_and(is_over), "N = {n}");
        assert!(board.orbit_id(&solution).is_err_and(is_over), "N = {n}");
        assert_stopped(board.orbit(OrbitId::new(REACH).unwrap()), n);
        let mut solutions = board.solutions(Rank::FIRST).skip_while(Result::is_ok);
        assert_stopped(solutions.next().unwrap(), n);
        assert!(solutions.next().is_none(), "an error is the last item");
        let mut orbits = board.representatives(OrbitId::FIRST).skip_while(Result::is_ok);
        assert_stopped(orbits.next().unwrap(), n);
        assert!(orbits.next().is_none(), "an error is the last item");
    }
}

#[test]
fn a_watch_ends_a_search_when_it_has_seen_enough() {
    let ticks = Ticks::until(3);
    assert_stopped(count_solutions(size(30), &ticks), size(30));
    assert_eq!(ticks.seen(), 3);
}

/// Runs a search under a recorder and checks the recorded progress.
fn check_progress(what: &str, n: BoardSize, estimated: bool, search: impl FnOnce(Recorder)) {
    let recorder = Recorder::default();
    search(recorder.clone());
    let seen = recorder.seen.lock().unwrap();
    assert!(seen.len() > 1, "{what}: {} ticks", seen.len());
    assert!(*recorder.done.lock().unwrap() >= 1, "{what}: the end was not reported");
    for pair in seen.windows(2) {
        assert!(pair[0].done <= pair[1].done && pair[0].elapsed <= pair[1].elapsed, "{what}");
        assert!(pair[0].fraction <= pair[1].fraction, "{what}: {pair:?}");
    }
    if estimated {
        assert!(seen[seen.len() - 1].fraction > Some(0.5), "{what}: {seen:?}");
    }
    for progress in seen.iter() {
        assert_eq!(progress.n, Some(n.get()), "{what}");
        // There is no estimate before the first item.
        let is_right = progress.fraction.is_some() == estimated || progress.done == 0;
        assert!(is_right, "{what}: {progress:?}");
        assert!(progress.fraction.is_none_or(|f| (0.0..=1.0).contains(&f)), "{what}: {progress:?}");
    }
}

#[test]
fn progress_goes_from_0_to_1_and_never_back() {
    let n = size(14);
    let known = known_counts(n).unwrap();
    let watched = |recorder| Database::without_file().watched_by(recorder);
    // The kernels tick only on larger boards.
    let large = size(16);
    let counts = known_counts(large).unwrap();
    // Without cells.
    let far = size(22);
    check_progress("count", large, true, |watch| {
        assert_eq!(count_solutions(large, &watch).unwrap(), counts.solutions);
    });
    check_progress("census", large, true, |watch| {
        assert_eq!(take_census(large, &watch).unwrap().orbits(), counts.orbits());
    });
    check_progress("unrank", far, true, |watch| {
        watched(watch).board(far).unwrap().unrank(Rank::new(20_000).unwrap()).unwrap();
    });
    check_progress("orbit", far, true, |watch| {
        watched(watch).board(far).unwrap().orbit(OrbitId::new(20_000).unwrap()).unwrap();
    });
    check_progress("all solutions", n, false, |watch| {
        let all = watched(watch).board(n).unwrap().solutions(Rank::FIRST).count();
        assert_eq!(all as u64, known.solutions);
    });
}
