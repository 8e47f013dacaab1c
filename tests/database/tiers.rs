//! Stored, indexed and searched boards compared with the reference implementation, for each rank, solution and orbit of
//! N = 1 … 12. The content of a file does not depend on the number of threads that built it.

use nqdb::{
    Board, BoardSize, Canonical, Database, Error, OrbitId, Permutation, Rank, Solution, Tier,
    search::{Representatives, Solutions},
    store::{BuildOptions, BuildTier, Outcome, build},
    watch::{Activity, NoWatch, Progress, Watch},
};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::twin::{Twin, size};
use rusqlite::Connection;
use rusqlite::types::Value;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// A database file, deleted on drop.
struct File {
    _directory: TempDir,
    path: PathBuf,
}

/// A file with the boards 1 … `last`, built with `jobs` threads.
fn built(last: u8, jobs: usize) -> File {
    built_of(BoardSize::up_to(last.into()), jobs)
}

/// Records the reported progress.
#[derive(Default)]
struct Recorder(Mutex<Vec<u64>>);

impl Watch for Recorder {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        // SQLite statements tick as well.
        if progress.activity == Activity::Building {
            self.0.lock().unwrap().push(progress.done);
        }
        ControlFlow::Continue(())
    }
}

fn built_of(boards: impl Iterator<Item = BoardSize>, jobs: usize) -> File {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("test.db");
    let jobs = NonZeroUsize::new(jobs).unwrap();
    let options = BuildOptions { jobs, ..BuildOptions::default() };
    for n in boards {
        let recorder = Arc::new(Recorder::default());
        let built = build(&path, n, options, Arc::clone(&recorder)).unwrap();
        assert_eq!(built.outcome, Outcome::Built);
        let reported = recorder.0.lock().unwrap();
        assert_eq!(reported.last(), Some(&built.solutions.div_ceil(2)), "N = {n}");
        assert!(reported.is_sorted());
    }
    File { _directory: directory, path }
}

fn rank(number: usize) -> Rank {
    Rank::new(number as u64).unwrap()
}

fn orbit_id(number: usize) -> OrbitId {
    OrbitId::new(number as u64).unwrap()
}

fn check_unrank(board: &Board, twin: &Twin, step: usize) {
    for (place, solution) in twin.solutions.iter().enumerate().step_by(step) {
        assert_eq!(board.unrank(rank(place + 1)).unwrap(), *solution, "{}", board.tier());
    }
}

fn check_rank(board: &Board, twin: &Twin, step: usize) {
    for (place, solution) in twin.solutions.iter().enumerate().step_by(step) {
        assert_eq!(board.rank(solution).unwrap(), rank(place + 1), "{} {solution}", board.tier());
    }
}

fn check_orbit_ids(board: &Board, twin: &Twin, step: usize) {
    for (solution, &id) in twin.solutions.iter().zip(&twin.orbit_ids).step_by(step) {
        assert_eq!(board.orbit_id(solution).unwrap().get(), id, "{} {solution}", board.tier());
    }
    for (place, representative) in twin.representatives.iter().enumerate().step_by(step) {
        let orbit = board.orbit(orbit_id(place + 1)).unwrap();
        assert_eq!(orbit.canonical().solution(), representative, "{}", board.tier());
        assert_eq!(orbit.members()[0].1, *representative, "seen from its representative");
    }
}

fn check_counts(board: &Board, twin: &Twin, _: usize) {
    assert_eq!(board.solution_count().unwrap(), twin.solutions.len() as u64);
    assert_eq!(board.orbit_count().unwrap(), twin.representatives.len() as u64);
}

/// Compares the iterators that start at the first, a middle and the last place, and past the end.
fn check_ranges(board: &Board, twin: &Twin, _: usize) {
    let starts = |len: usize| [1, 2, len.div_ceil(2), len / 2 + 1, len, len + 1, len + 1000];
    for start in starts(twin.solutions.len()).into_iter().filter(|&start| start > 0) {
        let found: Vec<_> = board.solutions(rank(start)).map(Result::unwrap).collect();
        let all = (1..).map(rank).zip(twin.solutions.iter().copied());
        assert_eq!(found, all.skip(start - 1).collect::<Vec<_>>(), "N = {}", board.n());
    }
    for start in starts(twin.representatives.len()).into_iter().filter(|&start| start > 0) {
        let found = board.representatives(orbit_id(start)).map(Result::unwrap);
        let found: Vec<(OrbitId, Solution)> = found.map(|(id, c)| (id, *c.solution())).collect();
        let all = (1..).map(orbit_id).zip(twin.representatives.iter().copied());
        assert_eq!(found, all.skip(start - 1).collect::<Vec<_>>(), "N = {}", board.n());
    }
}

/// Compares a board with the reference implementation, for every `step`-th solution.
type Check = fn(&Board, &Twin, usize);

const CHECKS: &[Check] = &[check_counts, check_unrank, check_rank, check_orbit_ids, check_ranges];

fn check_all(database: &Database, n: BoardSize, tier: Tier) {
    check(database, n, tier, CHECKS, 1);
}

fn check(database: &Database, n: BoardSize, tier: Tier, checks: &[Check], step: usize) {
    let (board, twin) = (database.board(n).unwrap(), Twin::of(n));
    assert_eq!((board.tier(), board.n()), (tier, n));
    checks.iter().for_each(|check| check(&board, twin, step));
}

/// From N = 12 on, searched boards take a millisecond per query, so every fifth solution is tested.
fn check_searched_twelve(checks: &[Check]) {
    check(&Database::without_file(), size(12), Tier::Searched, checks, 5);
}

#[test]
fn stored_boards_answer_as_the_twin() {
    let file = built(12, 2);
    let database = Database::open(&file.path).unwrap();
    BoardSize::up_to(12).for_each(|n| check_all(&database, n, Tier::Stored));
}

#[test]
fn indexed_boards_answer_as_the_twin() {
    for limit in [1, 7, 100] {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("test.db");
        let tier = Some(BuildTier::Indexed);
        let options = BuildOptions { tier, cell_limit: Some(limit), ..BuildOptions::default() };
        for n in (5..=12).map(size) {
            let built = build(&path, n, options, NoWatch).unwrap();
            assert_eq!((built.tier, built.outcome), (BuildTier::Indexed, Outcome::Built));
            let database = Database::open(&path).unwrap();
            check_all(&database, n, Tier::Indexed);
        }
        let report = Database::open(&path).unwrap().verify(&[], true, NoWatch).unwrap();
        assert!(report.is_clean(), "{report:#?}");
    }
}

/// Compares ranks and orbits of one board on both tiers.
#[test]
fn indexed_and_stored_boards_agree() {
    let n = size(14);
    let [stored, indexed] = [BuildTier::Stored, BuildTier::Indexed].map(|tier| {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("test.db");
        let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
        build(&path, n, options, NoWatch).unwrap();
        (Database::open(&path).unwrap(), directory)
    });
    let (stored, indexed) = (stored.0.board(n).unwrap(), indexed.0.board(n).unwrap());
    assert_eq!((stored.tier(), indexed.tier()), (Tier::Stored, Tier::Indexed));
    for place in (1..=365_596).step_by(997) {
        let solution = stored.unrank(rank(place)).unwrap();
        assert_eq!(indexed.unrank(rank(place)).unwrap(), solution);
        assert_eq!(indexed.rank(&solution).unwrap(), rank(place));
        assert_eq!(indexed.orbit_id(&solution).unwrap(), stored.orbit_id(&solution).unwrap());
    }
    for place in (1..=45_752).step_by(499) {
        let id = orbit_id(place);
        assert_eq!(indexed.orbit(id).unwrap(), stored.orbit(id).unwrap());
    }
}

#[test]
fn a_report_says_what_was_checked() {
    let tiers = [
        (BuildTier::Stored, [nqdb::store::Check::Solutions, nqdb::store::Check::FreshSolutions]),
        (BuildTier::Indexed, [nqdb::store::Check::Counts, nqdb::store::Check::FreshCounts]),
    ];
    for (tier, checks) in tiers {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("test.db");
        let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
        build(&path, size(8), options, NoWatch).unwrap();
        for (deep, check) in [false, true].into_iter().zip(checks) {
            let report = Database::open(&path).unwrap().verify(&[], deep, NoWatch).unwrap();
            let [board] = &report.boards[..] else { panic!("{report:?}") };
            assert_eq!((board.check, board.solutions), (check, 46));
        }
    }
}

#[test]
fn searched_boards_answer_as_the_twin() {
    let database = Database::without_file();
    BoardSize::up_to(10).for_each(|n| check_all(&database, n, Tier::Searched));
}

/// Stored boards contain the solutions of plain backtracking, one by one.
#[test]
fn larger_boards_hold_what_plain_search_finds() {
    let boards = [size(14), size(15)];
    let file = built_of(boards.into_iter(), 2);
    let report = Database::open(&file.path).unwrap().verify(&boards, true, NoWatch).unwrap();
    assert!(report.is_clean(), "{report:#?}");
    let checked: Vec<u64> = report.boards.iter().map(|board| board.solutions).collect();
    assert_eq!(checked, [365_596 / 2, 2_279_184 / 2]);
}

/// N = 14 is the first board whose units of work have several blocks.
#[test]
fn stored_blocks_meet_without_gap_or_overlap() {
    let n = size(14);
    let file = built_of([n].into_iter(), 2);
    let database = Database::open(&file.path).unwrap();
    let board = database.board(n).unwrap();
    let solutions: Vec<Solution> = Solutions::new(n).collect();
    let representatives: Vec<Canonical> = Representatives::new(n).collect();
    let stored = board.solutions(Rank::FIRST).map(|item| item.unwrap().1);
    assert!(stored.eq(solutions.iter().copied()));
    let stored = board.representatives(OrbitId::FIRST).map(|item| item.unwrap().1);
    assert!(stored.eq(representatives.iter().copied()));
    let connection = Connection::open(&file.path).unwrap();
    let mut firsts = connection.prepare("SELECT first_rank, first_orbit FROM nqdb_block").unwrap();
    let firsts = firsts.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let firsts: Vec<(usize, usize)> = firsts.map(Result::unwrap).collect();
    assert!(firsts.len() > 7, "there are more blocks than first queens");
    for (first_rank, first_orbit) in firsts {
        for place in [first_rank.saturating_sub(2), first_rank - 1, solutions.len() - first_rank] {
            assert_eq!(board.unrank(rank(place + 1)).unwrap(), solutions[place]);
            assert_eq!(board.rank(&solutions[place]).unwrap(), rank(place + 1));
        }
        for place in [first_orbit.saturating_sub(1), first_orbit] {
            let Some(representative) = representatives.get(place) else { continue };
            assert_eq!(board.orbit(orbit_id(place + 1)).unwrap().canonical(), representative);
            assert_eq!(board.orbit_id(representative).unwrap(), orbit_id(place + 1));
        }
    }
}

// Large boards: one test each, so that they run in parallel.

#[test]
fn searched_eleven_answers_as_the_twin() {
    check_all(&Database::without_file(), size(11), Tier::Searched);
}

#[test]
fn searched_twelve_has_the_ranges_and_solutions_of_the_twin() {
    check_searched_twelve(&[check_counts, check_ranges, check_unrank]);
}

#[test]
fn searched_twelve_has_the_ranks_of_the_twin() {
    check_searched_twelve(&[check_rank]);
}

#[test]
fn searched_twelve_has_the_orbits_of_the_twin() {
    check_searched_twelve(&[check_orbit_ids]);
}

#[test]
fn ranks_of_the_documents() {
    let file = built(12, 1);
    let stored = Database::open(&file.path).unwrap();
    for (database, best) in [(&stored, Tier::Stored), (&Database::without_file(), Tier::Searched)] {
        for row in rows("ranks.csv") {
            let (rank, queens): (Rank, Solution) = (row.get("rank"), row.get("queens"));
            let board = database.board(size(row.get::<u8>("n"))).unwrap();
            let tier = if board.n().get() <= 12 { best } else { Tier::Searched };
            assert_eq!(board.tier(), tier);
            assert_eq!(board.unrank(rank).unwrap(), queens, "{tier}");
            assert_eq!(board.rank(&queens).unwrap(), rank, "{tier}: {queens}");
            let index = board.unrank(rank).unwrap().index().to_string();
            assert_eq!(index, row.get::<String>("permutation_index"), "{tier}: {queens}");
        }
    }
}

#[test]
fn questions_beyond_a_board_are_errors_that_say_its_size() {
    let file = built(8, 2);
    for database in [Database::open(&file.path).unwrap(), Database::without_file()] {
        for n in [2, 3] {
            let board = database.board(size(n)).unwrap();
            let message = format!("N = {n} has no solutions");
            assert_eq!(board.unrank(Rank::FIRST).unwrap_err().to_string(), message);
            assert_eq!(board.orbit(OrbitId::FIRST).unwrap_err().to_string(), message);
            assert!(matches!(board.check_rank(Rank::FIRST), Err(Error::NoSolutions { .. })));
        }
        let board = database.board(size(8)).unwrap();
        for beyond in [93, 94, 1 << 40, usize::MAX] {
            let error = board.unrank(rank(beyond)).unwrap_err();
            assert!(matches!(error, Error::RankBeyondLast { len: 92, .. }), "{error:?}");
            let message = format!("has 92 solutions, so ranks go from 1 to 92; got {beyond}");
            assert!(error.to_string().ends_with(&message), "{error}");
        }
        for beyond in [13, 92, usize::MAX] {
            let error = board.orbit(orbit_id(beyond)).unwrap_err();
            assert!(matches!(error, Error::OrbitBeyondLast { len: 12, .. }), "{error:?}");
            let message = format!("has 12 orbits, so orbit ids go from 1 to 12; got {beyond}");
            assert!(error.to_string().ends_with(&message), "{error}");
        }
        let other: Solution = "2 4 1 3".parse().unwrap();
        for error in [board.rank(&other).unwrap_err(), board.orbit_id(&other).unwrap_err()] {
            assert!(matches!(error, Error::OtherBoard { .. }), "{error:?}");
            assert!(error.to_string().contains("solution of N = 4, expected N = 8"), "{error}");
        }
    }
}

#[test]
fn a_board_that_nobody_has_counted_is_searched() {
    let database = Database::without_file();
    let board = database.board(size(28)).unwrap();
    let (solutions, orbits) = (board.solution_count(), board.orbit_count());
    assert!(matches!(solutions, Err(Error::UnknownCount { .. })), "{solutions:?}");
    assert!(matches!(orbits, Err(Error::UnknownOrbitCount { .. })), "{orbits:?}");
    for error in [solutions.unwrap_err(), orbits.unwrap_err()] {
        assert!(error.to_string().contains("N = 28 is not known"), "{error}");
    }
    for number in 1..=20 {
        let solution = board.unrank(rank(number)).unwrap();
        assert_eq!(board.rank(&solution).unwrap(), rank(number), "{solution}");
        let listed = board.solutions(rank(number)).next().unwrap().unwrap();
        assert_eq!(listed, (rank(number), solution));
    }
    let first = *board.orbit(OrbitId::FIRST).unwrap().canonical();
    let listed = board.representatives(OrbitId::FIRST).next().unwrap().unwrap();
    assert_eq!(listed, (OrbitId::FIRST, first));
    assert_eq!(board.orbit_id(&first).unwrap(), OrbitId::FIRST);
    assert!(Canonical::check(*first.solution()).is_some());
    assert!(*first.permutation() > Permutation::identity(size(28)));
}

/// All values of a table, with the column names, except the build time and the checksum over it.
fn content(file: &File, table: &str, order: &str) -> Vec<Vec<(String, Value)>> {
    let connection = Connection::open(&file.path).unwrap();
    let sql = format!("SELECT * FROM {table} ORDER BY {order}");
    let mut statement = connection.prepare(&sql).unwrap();
    let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let rows = statement.query_map([], |row| {
        let timed =
            |name: &&String| table == "nqdb_board" && ["built_at", "checksum"].contains(&&***name);
        let kept = names.iter().filter(|name| !timed(name));
        kept.map(|name| Ok((name.clone(), row.get(name.as_str())?))).collect()
    });
    rows.unwrap().map(Result::unwrap).collect()
}

#[test]
fn the_content_of_a_file_does_not_depend_on_the_number_of_threads() {
    let files = [1, 2, 5].map(|jobs| built(14, jobs));
    let digests = files.each_ref().map(|file| {
        let boards = Database::open(&file.path).unwrap().boards().unwrap();
        boards.into_iter().map(|board| board.digest.unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(digests[0].len(), 14);
    for (file, digests_of_it) in files.iter().zip(&digests) {
        assert_eq!(*digests_of_it, digests[0]);
        for (table, order) in [("nqdb_board", "n"), ("nqdb_block", "id"), ("nqdb_count", "n")] {
            let (expected, found) = (content(&files[0], table, order), content(file, table, order));
            assert!(found.len() >= 14, "{table}");
            assert_eq!(found, expected, "{table}");
        }
    }
}

/// A file that is copied over an open one lacks the board: one lookup fails, later ones search.
#[test]
fn a_board_that_is_gone_is_searched() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("queens.db");
    build(&path, size(12), BuildOptions::default(), NoWatch).unwrap();
    let database = Database::open(&path).unwrap();
    let board = database.board(size(12)).unwrap();
    assert_eq!(board.tier(), Tier::Stored);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("DELETE FROM nqdb_block; DELETE FROM nqdb_board").unwrap();
    let error = board.unrank(Rank::new(5000).unwrap()).unwrap_err();
    assert!(error.to_string().contains("N = 12 is not in this database"), "{error}");
    let board = database.board(size(12)).unwrap();
    assert_eq!(board.tier(), Tier::Searched);
    assert_eq!(board.rank(&board.unrank(Rank::new(5000).unwrap()).unwrap()).unwrap().get(), 5000);
}
