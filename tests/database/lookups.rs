//! Many successive queries return the same results as single ones, on every tier: the lists that a board keeps in
//! memory only change the speed.

use nqdb::{
    Board, Canonical, Database, Error, Orbit, OrbitId, Rank, Solution,
    random::Dice,
    search::SearchError,
    store::{BuildOptions, BuildTier, DamageError, StoreError, build},
    watch::{Activity, NoWatch},
};
use nqdb_test_support::twin::{Twin, size};
use nqdb_test_support::watch::Ticks;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// More queries than a searched board of N = 11 needs before it lists its solutions.
const MANY: usize = 1000;

/// Fewer queries than a board of N = 10 needs before it lists anything.
const FEW: usize = 50;

fn built(n: usize, tier: BuildTier) -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("nqdb.db");
    let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
    build(&path, size(n), options, NoWatch).unwrap();
    (directory, path)
}

fn open(path: &Path, n: usize) -> Board {
    Database::open(path).unwrap().board(size(n)).unwrap()
}

fn rank(place: usize) -> Rank {
    Rank::new(place as u64 + 1).unwrap()
}

fn orbit_id(number: u64) -> OrbitId {
    OrbitId::new(number).unwrap()
}

/// Walks up, down, in steps, and at random.
fn walks(len: usize) -> [Vec<usize>; 4] {
    let mut dice = Dice::new(7);
    let random = (0..len).map(|_| dice.below(len as u64) as usize);
    let random = random.collect();
    [(0..len).collect(), (0..len).rev().collect(), (0..len).step_by(37).collect(), random]
}

/// Looks up ranks and solutions alternately, in every order.
fn check_lookups(board: &Board, twin: &Twin) {
    for walk in walks(twin.solutions.len()) {
        let mut lookups = board.lookups();
        for place in walk {
            let solution = &twin.solutions[place];
            assert_eq!(lookups.rank(solution).unwrap(), rank(place), "{}", board.tier());
            assert_eq!(lookups.unrank(rank(place)).unwrap(), *solution, "{}", board.tier());
            let other = (place * 31 + 7) % twin.solutions.len();
            if place % 5 == 0 {
                assert_eq!(lookups.unrank(rank(other)).unwrap(), twin.solutions[other]);
            }
        }
        assert_eq!(lookups.board().n(), board.n());
    }
}

#[test]
fn lookups_in_a_row_are_single_ones_on_every_tier() {
    let twin = Twin::of(size(11));
    for tier in [BuildTier::Stored, BuildTier::Indexed] {
        let (_directory, path) = built(11, tier);
        check_lookups(&open(&path, 11), twin);
    }
    for n in [1, 4, 5, 8, 11] {
        check_lookups(&Database::without_file().board(size(n)).unwrap(), Twin::of(size(n)));
    }
}

#[test]
fn errors_in_a_row_are_those_of_single_lookups() {
    let (_directory, path) = built(8, BuildTier::Stored);
    let other: Solution = "2 4 1 3".parse().unwrap();
    for board in [open(&path, 8), Database::without_file().board(size(8)).unwrap()] {
        let mut lookups = board.lookups();
        for place in 0..92 {
            let solution = lookups.unrank(rank(place)).unwrap();
            let wrong = lookups.rank(&other).unwrap_err();
            assert_eq!(wrong.to_string(), board.rank(&other).unwrap_err().to_string());
            let wrong = lookups.unrank(rank(92)).unwrap_err();
            assert!(matches!(&wrong, Error::RankBeyondLast { got, .. } if got == "93"), "{wrong}");
            assert_eq!(lookups.rank(&solution).unwrap(), rank(place));
        }
    }
}

/// The orbits of all members, in both halves.
#[test]
fn the_ranks_of_members_are_those_of_the_twin() {
    for n in 1..=10 {
        let twin = Twin::of(size(n));
        let mut boards = vec![Database::without_file().board(size(n)).unwrap()];
        let tiers = [BuildTier::Stored, BuildTier::Indexed];
        let built: Vec<_> =
            tiers.into_iter().filter(|_| n >= 5).map(|tier| built(n, tier)).collect();
        boards.extend(built.iter().map(|(_, path)| open(path, n)));
        for board in boards {
            for solution in &twin.solutions {
                let orbit = Orbit::of(solution);
                let ranks = board.member_ranks(&orbit).unwrap();
                let members = orbit.members().iter();
                let places =
                    members.map(|(_, member)| twin.solutions.binary_search(member).unwrap());
                assert_eq!(ranks, places.map(rank).collect::<Vec<_>>(), "{solution}, {board:?}");
            }
        }
    }
}

/// Boards with few queries list nothing. All boards are queried, each a few times.
#[test]
fn few_questions_have_the_answers_of_many() {
    let twin = Twin::of(size(10));
    let (_directory, path) = built(10, BuildTier::Stored);
    let stored: &dyn Fn() -> Board = &|| open(&path, 10);
    let searched: &dyn Fn() -> Board = &|| Database::without_file().board(size(10)).unwrap();
    // A stored board of N = 10 lists its solutions after 5 queries.
    for (fresh, few) in [(stored, 4), (searched, FEW)] {
        let places: Vec<usize> = (0..twin.solutions.len()).collect();
        for few in places.chunks(few) {
            let board = fresh();
            for &place in few {
                let solution = &twin.solutions[place];
                assert_eq!(board.rank(solution).unwrap(), rank(place));
                assert_eq!(board.unrank(rank(place)).unwrap(), *solution);
                assert_eq!(board.orbit_id(solution).unwrap().get(), twin.orbit_ids[place]);
            }
        }
        for few in (1..).zip(&twin.representatives).collect::<Vec<_>>().chunks(few) {
            let board = fresh();
            for &(id, canonical) in few {
                assert_eq!(board.orbit(orbit_id(id)).unwrap().canonical().solution(), canonical);
            }
        }
    }
}

/// The lists made by one handle of a board serve the others.
#[test]
fn boards_of_a_database_share_what_they_keep() {
    let twin = Twin::of(size(12));
    let database = Database::without_file();
    for (place, solution) in twin.solutions.iter().enumerate() {
        assert_eq!(database.board(solution.n()).unwrap().rank(solution).unwrap(), rank(place));
        assert_eq!(
            database.board(solution.n()).unwrap().orbit_id(solution).unwrap().get(),
            twin.orbit_ids[place]
        );
    }
}

#[test]
fn the_watch_stops_the_listing_of_a_searched_board() {
    let twin = Twin::of(size(11));
    let board = Database::without_file().board(size(11)).unwrap();
    let first = &twin.solutions[0];
    (0..MANY).for_each(|_| assert_eq!(board.rank(first).unwrap(), Rank::FIRST));
    // The board is listed by now, so no watch stops the lookups.
    assert_eq!(board.watched_by(Ticks::until(1)).rank(first).unwrap(), Rank::FIRST);
    let stopped = loop {
        match board.watched_by(Ticks::until(1)).orbit_id(first) {
            Ok(id) => assert_eq!(id.get(), twin.orbit_ids[0]),
            Err(error) => break error,
        }
    };
    let Error::Search(SearchError::Stopped { progress }) = stopped else {
        panic!("{stopped}");
    };
    assert_eq!((progress.activity, progress.n), (Activity::Searching, Some(11)));
    for (solution, &id) in twin.solutions.iter().zip(&twin.orbit_ids) {
        assert_eq!(board.orbit_id(solution).unwrap().get(), id);
    }
}

#[test]
fn the_watch_stops_the_listing_of_stored_representatives() {
    let twin = Twin::of(size(12));
    let (_directory, path) = built(12, BuildTier::Stored);
    let board = open(&path, 12);
    let canonical = &twin.representatives[0];
    let stopped = loop {
        match board.watched_by(Ticks::until(1)).orbit_id(&twin.solutions[0]) {
            Ok(id) => assert_eq!(id.get(), twin.orbit_ids[0]),
            Err(error) => break error,
        }
        // Reads the block; the watch would stop this too.
        assert_eq!(board.orbit(OrbitId::FIRST).unwrap().canonical().solution(), canonical);
    };
    let is_stopped = matches!(stopped, Error::Store { kind: StoreError::Stopped { .. }, .. });
    assert!(is_stopped, "{stopped:?}");
    for (solution, &id) in twin.solutions.iter().zip(&twin.orbit_ids) {
        assert_eq!(board.orbit_id(solution).unwrap().get(), id);
    }
}

/// A lookup needs one block, so damage in another does not affect it, however many lookups there are.
#[test]
fn damage_fails_the_orbits_of_its_block_only() {
    let (_directory, path) = built(14, BuildTier::Stored);
    let intact = open(&path, 14);
    let all: Vec<(u64, Canonical)> = intact
        .representatives(OrbitId::FIRST)
        .map(|item| item.map(|(id, canonical)| (id.get(), canonical)).unwrap())
        .collect();
    let connection = Connection::open(&path).unwrap();
    let sql =
        "SELECT first_orbit FROM nqdb_block WHERE first_orbit > 0 ORDER BY first_orbit LIMIT 1";
    let whole: u64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    let damage =
        "UPDATE nqdb_block SET payload = zeroblob(length(payload)) WHERE first_orbit >= ?1";
    connection.execute(damage, [whole]).unwrap();
    let board = open(&path, 14);
    for (id, canonical) in all.iter().filter(|(id, _)| *id <= whole) {
        assert_eq!(board.orbit_id(canonical).unwrap().get(), *id);
    }
    for (_, canonical) in all.iter().filter(|(id, _)| *id > whole).step_by(200) {
        let error = board.orbit_id(canonical).unwrap_err();
        assert!(
            matches!(
                error,
                Error::Store { kind: StoreError::Damage(DamageError::Block { .. }), .. }
            ),
            "{error:?}"
        );
    }
}
