//! Bulk reads compared with the reference implementation: all rows, random ranges, with orbit ids, on every tier; and a
//! watch stops them.

use nqdb::{
    Board, Database, Error, OrbitId, Rank, Result, Solution,
    random::Dice,
    search::{Representatives, SearchError, Solutions},
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::index;
use nqdb_test_support::twin::{Twin, size};
use nqdb_test_support::watch::Ticks;
use tempfile::TempDir;

/// The board on each tier that allows it, and the directory of the files.
fn boards(n: usize) -> (TempDir, Vec<Board>) {
    let directory = TempDir::new().unwrap();
    let mut boards = vec![Database::without_file().board(size(n)).unwrap()];
    for tier in [BuildTier::Stored, BuildTier::Indexed] {
        if tier == BuildTier::Stored || n >= 5 {
            let path = directory.path().join(format!("{tier}.db"));
            let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
            build(&path, size(n), options, NoWatch).unwrap();
            boards.push(Database::open(path).unwrap().board(size(n)).unwrap());
        }
    }
    (directory, boards)
}

/// The rows of solutions.
fn rows<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> Vec<u8> {
    solutions.into_iter().flat_map(|solution| solution.queens().collect::<Vec<_>>()).collect()
}

/// Reads rows of n bytes until the end, `at_once` rows at a time.
fn read(n: usize, at_once: usize, mut read: impl FnMut(&mut [u8]) -> Result<usize>) -> Vec<u8> {
    let mut all = Vec::new();
    // A remainder shorter than a row stays unchanged.
    let rest = usize::from(n > 1);
    let mut queens = vec![0xaa; n * at_once + rest];
    loop {
        let filled = n * read(&mut queens).unwrap();
        assert!(rest == 0 || queens.ends_with(&[0xaa]));
        all.extend(&queens[..filled]);
        if filled + rest < queens.len() {
            assert_eq!(read(&mut queens).unwrap(), 0, "no rows after the end");
            return all;
        }
    }
}

#[test]
fn rows_are_those_of_the_twin() {
    let mut dice = Dice::new(17);
    for n in 1..=12 {
        let twin = Twin::of(size(n));
        let (_files, boards) = boards(n);
        for board in &boards {
            let mut starts = vec![1, twin.solutions.len() as u64, twin.solutions.len() as u64 + 1];
            starts.extend((0..8).map(|_| 1 + dice.below(twin.solutions.len() as u64 + 1)));
            for from in starts.into_iter().filter(|&from| from > 0) {
                let at_once = 1 + dice.below(300) as usize;
                let mut reader = board.read_solutions(Rank::new(from).unwrap());
                let found = read(n, at_once, |queens| reader.read(queens));
                let expected = rows(twin.solutions.iter().skip(from as usize - 1));
                assert!(found == expected, "N = {n}, {}, {from}, {at_once}", board.tier());

                let mut reader = board.read_representatives(OrbitId::new(from).unwrap());
                let found = read(n, at_once, |queens| reader.read(queens));
                let expected = rows(twin.representatives.iter().skip(from as usize - 1));
                assert!(found == expected, "orbits, N = {n}, {}, {from}", board.tier());
            }
        }
    }
}

#[test]
fn orbit_ids_are_those_of_the_twin() {
    let mut dice = Dice::new(18);
    for n in [1, 4, 5, 8, 9, 11] {
        let twin = Twin::of(size(n));
        let (_files, boards) = boards(n);
        for board in &boards {
            for at_once in [1, 7, 50, 5000] {
                let from = 1 + dice.below(twin.solutions.len() as u64);
                let mut reader = board.read_solutions(Rank::new(from).unwrap());
                let (mut all, mut ids) = (Vec::<u64>::new(), vec![0; at_once]);
                let found = read(n, at_once, |queens| {
                    let rows = reader.read_with_orbits(queens, &mut ids)?;
                    all.extend(&ids[..rows]);
                    Ok(rows)
                });
                let skipped = from as usize - 1;
                assert!(found == rows(twin.solutions.iter().skip(skipped)), "N = {n}");
                assert!(all == twin.orbit_ids[skipped..], "N = {n}, {}, {from}", board.tier());
            }
        }
    }
}

/// From any place on boards of both word widths, compared with plain backtracking and single lookups.
#[test]
fn large_boards_have_the_rows_of_backtracking() {
    const ROWS: usize = 3000;
    let mut dice = Dice::new(19);
    for n in [17, 18, 20] {
        let path = index(n);
        let board = Database::open(path).unwrap().board(size(n)).unwrap();
        let (solutions, orbits) = (board.solution_count().unwrap(), board.orbit_count().unwrap());
        for _ in 0..3 {
            let from = Rank::new(1 + dice.below(solutions - ROWS as u64)).unwrap();
            let mut queens = vec![0; n as usize * ROWS];
            assert_eq!(board.read_solutions(from).read(&mut queens).unwrap(), ROWS);
            let twin: Vec<_> =
                Solutions::starting_at(&board.unrank(from).unwrap()).take(ROWS).collect();
            assert!(queens == rows(&twin), "N = {n}, {from}");
            // The iterator over the same ranks, from the other end.
            let mut backwards = board.solutions(from);
            let behind = solutions - from.get() + 1 - ROWS as u64;
            let last = backwards.nth_back(behind as usize).unwrap().unwrap();
            let mut others: Vec<_> =
                backwards.rev().take(ROWS - 1).map(|found| found.unwrap()).collect();
            others.insert(0, last);
            assert!(others.iter().map(|(_, solution)| solution).eq(twin.iter().rev()));
            assert!(others.iter().rev().map(|(rank, _)| rank.get()).eq((from.get()..).take(ROWS)));

            let from = OrbitId::new(1 + dice.below(orbits - 300)).unwrap();
            let mut queens = vec![0; n as usize * 300];
            assert_eq!(board.read_representatives(from).read(&mut queens).unwrap(), 300);
            let first = *board.orbit(from).unwrap().canonical();
            let twin: Vec<Solution> =
                Representatives::starting_at(&first).take(300).map(|found| *found).collect();
            assert!(queens == rows(&twin), "N = {n}, orbit {from}");
        }
    }
}

#[test]
fn orbit_ids_of_large_boards_are_those_of_single_look_ups() {
    let board = Database::open(index(18)).unwrap().board(size(18)).unwrap();
    let mut reader = board.read_solutions(Rank::new(400_000_000).unwrap());
    let (mut queens, mut ids) = (vec![0; 18 * 4000], vec![0; 4000]);
    assert_eq!(reader.read_with_orbits(&mut queens, &mut ids).unwrap(), 4000);
    for (queens, &id) in queens.chunks(18).zip(&ids).step_by(97) {
        let solution = Solution::from_queens(queens).unwrap();
        assert_eq!(board.orbit_id(&solution).unwrap().get(), id, "{solution}");
    }
}

#[test]
fn a_watch_stops_a_reader() {
    let board = Database::open(index(18)).unwrap().board(size(18)).unwrap();
    let stopped = |error: Error| matches!(error, Error::Search(SearchError::Stopped { .. }));
    let board = board.watched_by(Ticks::until(1));
    let mut reader = board.read_solutions(Rank::FIRST);
    let mut queens = vec![0; 18 * 1_000_000];
    // The first solution takes a lookup.
    let before = reader.read(&mut queens).unwrap();
    assert_eq!(before, 1);
    assert!(stopped(reader.read(&mut queens).unwrap_err()));
    assert_eq!(reader.read(&mut queens).unwrap(), 0, "no rows after an error");
    let solution = board.unrank(Rank::FIRST).unwrap();
    let error = board.orbit_ids(&[solution]).unwrap_err();
    assert!(stopped(error));
}

#[test]
fn rows_of_a_board_that_nobody_can_count() {
    let board = Database::without_file().board(size(30)).unwrap();
    let mut queens = vec![0; 30 * 20];
    assert_eq!(board.read_solutions(Rank::FIRST).read(&mut queens).unwrap(), 20);
    let mut single = board.solutions(Rank::FIRST);
    let expected: Vec<Solution> = single.by_ref().take(20).map(|found| found.unwrap().1).collect();
    assert!(queens == rows(&expected));
}

#[test]
fn what_is_within_reach_is_found_and_nothing_else() {
    const REACH: u64 = 1000;
    for n in [22, 23].map(size) {
        let board = Database::without_file().board(n).unwrap();
        let near = board.with_reach(REACH);
        for found in board.solutions(Rank::FIRST).skip(REACH as usize - 2).take(4) {
            let (rank, solution) = found.unwrap();
            match near.rank(&solution) {
                Ok(got) => assert!(got == rank && rank.get() <= REACH),
                Err(Error::RankOutOfReach { .. }) => assert!(rank.get() > REACH, "N = {n}, {rank}"),
                Err(error) => panic!("{error}"),
            }
        }
        for found in board.representatives(OrbitId::FIRST).skip(REACH as usize - 2).take(4) {
            let (id, canonical) = found.unwrap();
            let several = near.orbit_ids(&[*canonical.solution(), *canonical.solution()]);
            match near.orbit_id(&canonical) {
                Ok(got) => assert!(got == id && id.get() <= REACH && several.unwrap() == [id; 2]),
                Err(Error::RankOutOfReach { .. }) => assert!(id.get() > REACH, "N = {n}, {id}"),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(board.with_reach(0).rank(&board.unrank(Rank::FIRST).unwrap()).is_err());
    }
}
