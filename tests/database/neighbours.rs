//! Iterators over solutions and canonical representatives return the same items from both ends, with jumps, from any
//! start, on all tiers and in several threads at once.

use nqdb::{
    Board, Database, Error, OrbitId, Rank, Solution,
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::index;
use nqdb_test_support::twin::{Twin, size};
use proptest::prelude::*;
use std::sync::LazyLock;
use tempfile::TempDir;

const N: u64 = 9;

/// The board of N = 9 stored, indexed and searched. The files are kept until the process ends.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let tiers = [BuildTier::Stored, BuildTier::Indexed].map(|tier| {
        let directory = TempDir::new().unwrap().keep();
        let path = directory.join("nqdb.db");
        let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
        build(&path, size(N), options, NoWatch).unwrap();
        let board = Database::open(&path).unwrap().board(size(N)).unwrap();
        // The open file stays readable after its name is removed. On Windows it can't be removed.
        if cfg!(not(windows)) {
            std::fs::remove_dir_all(directory).unwrap();
        }
        board
    });
    let searched = Database::without_file().board(size(N)).unwrap();
    tiers.into_iter().chain([searched]).collect()
});

/// One step along an iterator.
#[derive(Debug, Clone, Copy)]
enum Step {
    Next,
    NextBack,
    Nth(usize),
    NthBack(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Next),
        3 => Just(Step::NextBack),
        1 => (0..90usize).prop_map(Step::Nth),
        1 => (0..90usize).prop_map(Step::NthBack),
    ]
}

fn take<T>(items: &mut impl DoubleEndedIterator<Item = T>, step: Step) -> Option<T> {
    match step {
        Step::Next => items.next(),
        Step::NextBack => items.next_back(),
        Step::Nth(skipped) => items.nth(skipped),
        Step::NthBack(skipped) => items.nth_back(skipped),
    }
}

fn solution((rank, solution): (Rank, Solution)) -> (u64, Solution) {
    (rank.get(), solution)
}

proptest! {
    #[test]
    fn solutions_come_from_both_ends(from in 1..=360u64, steps in prop::collection::vec(step(), 0..80)) {
        for board in BOARDS.iter() {
            let all = (1..).zip(Twin::of(size(N)).solutions.iter().copied()).skip(from as usize - 1);
            let mut expected = all.collect::<Vec<_>>().into_iter();
            let mut found = board.solutions(Rank::new(from).unwrap());
            for &step in &steps {
                prop_assert_eq!(found.size_hint(), expected.size_hint());
                let item = take(&mut found, step).transpose().unwrap().map(solution);
                prop_assert_eq!(item, take(&mut expected, step), "{} {:?}", board.tier(), step);
            }
        }
    }

    #[test]
    fn representatives_come_from_both_ends(from in 1..=50u64, steps in prop::collection::vec(step(), 0..40)) {
        for board in BOARDS.iter() {
            let all = (1..).zip(Twin::of(size(N)).representatives.iter().copied()).skip(from as usize - 1);
            let mut expected = all.collect::<Vec<_>>().into_iter();
            let mut found = board.representatives(OrbitId::new(from).unwrap());
            for &step in &steps {
                prop_assert_eq!(found.size_hint(), expected.size_hint());
                let item = take(&mut found, step).transpose().unwrap();
                let item = item.map(|(id, canonical)| (id.get(), *canonical.solution()));
                prop_assert_eq!(item, take(&mut expected, step), "{} {:?}", board.tier(), step);
            }
        }
    }
}

#[test]
fn a_board_whose_length_nobody_knows_has_no_other_end() {
    let board = Database::without_file().board(size(28)).unwrap();
    let mut solutions = board.solutions(Rank::FIRST);
    assert_eq!(solutions.size_hint(), (0, None));
    let last = solutions.next_back().unwrap();
    assert!(matches!(last, Err(Error::UnknownCount { .. })), "{last:?}");
    assert!(solutions.next().is_none(), "the iterator ends after an error");
}

#[test]
fn a_jump_is_a_look_up() {
    // A walk through all ranks in between would take minutes.
    let board = Database::open(index(19)).unwrap().board(size(19)).unwrap();
    let mut solutions = board.solutions(Rank::FIRST);
    let rank = Rank::new(4_000_000_000).unwrap();
    let (found, solution) = solutions.nth(rank.get() as usize - 1).unwrap().unwrap();
    assert_eq!((found, board.rank(&solution).unwrap()), (rank, rank));
    let last = solutions.nth_back(900_000_000).unwrap().unwrap();
    assert_eq!(last.0.get(), 4_968_057_848 - 900_000_000);
    assert_eq!(board.rank(&last.1).unwrap(), last.0);
}

#[test]
fn threads_share_a_board() {
    for board in BOARDS.iter() {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let board = board.clone();
                std::thread::spawn(move || {
                    for (rank, expected) in
                        (1..).zip(&Twin::of(size(N)).solutions).skip(thread).step_by(4)
                    {
                        let rank = Rank::new(rank).unwrap();
                        assert_eq!(board.unrank(rank).unwrap(), *expected);
                        assert_eq!(board.rank(expected).unwrap(), rank);
                        assert!(board.orbit_id(expected).is_ok());
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}
