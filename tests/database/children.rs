//! The next queens after a prefix: compared with a filter of all solutions, on every tier, and checked by ranks on
//! large indexed boards.

use nqdb::{
    Board, BoardSize, Database, Error, Invalid, Rank, Tier,
    database::{Child, Children},
    random::Dice,
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::{INDEXED, index};
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::{Twin, next_prefix, size};
use proptest::prelude::*;
use std::rc::Rc;
use std::time::Duration;
use tempfile::TempDir;

fn rank(number: usize) -> Rank {
    Rank::new(number as u64).unwrap()
}

/// The expected result, by the definition.
fn expected(twin: &Twin, prefix: &[u8]) -> Children {
    let begin_so = |rows: &[u8]| {
        let matching = twin.solutions.iter().enumerate();
        let mut places = matching.filter(|(_, found)| found.zero_based().starts_with(rows));
        let first = places.next().map(|(place, _)| rank(place + 1));
        (first, first.iter().count() as u64 + places.count() as u64)
    };
    let n = twin.solutions.first().map_or(0, |solution| solution.n().get());
    let rows = 0..if prefix.len() < n { n as u8 } else { 0 };
    let child = |row| {
        let (first, solutions) = begin_so(&[prefix, &[row]].concat());
        Some(Child { row, first: first?, solutions })
    };
    let (first, solutions) = begin_so(prefix);
    Children { first, solutions, children: rows.filter_map(child).collect() }
}

/// A board on one tier, and its file.
struct Tiered {
    board: Board,
    _directory: TempDir,
}

impl Tiered {
    /// A stored board, or an indexed one with cells of at most `limit` solutions.
    fn built(n: BoardSize, limit: Option<u64>) -> Self {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("test.db");
        let tier = Some(if limit.is_some() { BuildTier::Indexed } else { BuildTier::Stored });
        let options = BuildOptions { tier, cell_limit: limit, ..BuildOptions::default() };
        build(&path, n, options, NoWatch).unwrap();
        Tiered { board: Database::open(&path).unwrap().board(n).unwrap(), _directory: directory }
    }

    /// A board on every tier that allows it.
    fn all(n: BoardSize) -> Vec<Tiered> {
        let searched = Database::without_file().board(n).unwrap();
        let searched = Tiered { board: searched, _directory: TempDir::new().unwrap() };
        let limits = [1, 7, 100].into_iter().filter(|_| n.get() >= 5).map(Some);
        let built = [None].into_iter().chain(limits).map(|limit| Tiered::built(n, limit));
        built.chain([searched]).collect()
    }
}

/// All prefixes without attacks, from the empty one to the solutions.
fn prefixes(n: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..=n).flat_map(move |len| {
        // Several queens in the first row attack each other, so step to the first prefix without attacks.
        let mut prefix = vec![0; len];
        let mut found = len <= 1 || next_prefix(n, &mut prefix);
        std::iter::from_fn(move || {
            let here = found.then(|| prefix.clone());
            found = found && next_prefix(n, &mut prefix);
            here
        })
    })
}

#[test]
fn all_prefixes_of_small_boards_on_every_tier() {
    for n in BoardSize::up_to(7) {
        let twin = Twin::of(n);
        let boards = Tiered::all(n);
        for prefix in prefixes(n.get()) {
            let expected = expected(twin, &prefix);
            for Tiered { board, .. } in &boards {
                let found = board.children(&prefix).unwrap();
                assert_eq!(found, expected, "N = {n}, {}, {prefix:?}", board.tier());
            }
        }
    }
}

thread_local! {
    static BOARDS: Rc<[(&'static Twin, Vec<Tiered>); 4]> =
        Rc::new([8, 9, 10, 11].map(size).map(|n| (Twin::of(n), Tiered::all(n))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Prefixes that lead to solutions, and others that differ from these in their last queen.
    #[test]
    fn children_are_those_of_a_filter(
        place in 0..4usize, of_solution: prop::sample::Index, len in 0..12usize, last in 0..11u8,
    ) {
        let boards = BOARDS.with(Rc::clone);
        let (twin, boards) = &boards[place];
        let solution = twin.solutions[of_solution.index(twin.solutions.len())];
        let n = solution.n().get();
        let mut prefix = solution.zero_based()[..len.min(n)].to_vec();
        for change in [false, true] {
            if let Some(queen) = prefix.last_mut().filter(|_| change) {
                *queen = last % n as u8;
            }
            let expected = expected(twin, &prefix);
            for Tiered { board, .. } in boards {
                match board.children(&prefix) {
                    Ok(found) => {
                        prop_assert_eq!(&found, &expected, "{}, {:?}", board.tier(), &prefix)
                    }
                    Err(Error::Invalid(Invalid::PrefixAttack { second: (column, _), .. })) => {
                        prop_assert!(change && column == prefix.len() && expected.solutions == 0)
                    }
                    Err(error) => return Err(TestCaseError::fail(error.to_string())),
                }
            }
        }
    }
}

/// Whether exactly the solutions of these ranks begin with the prefix.
fn check_ranks(board: &Board, prefix: &[u8], first: Rank, solutions: u64) {
    let last = first.get() + solutions - 1;
    let begins_so = |rank: u64| {
        let rank = Rank::new(rank).ok()?;
        Some(board.unrank(rank).ok()?.zero_based().starts_with(prefix))
    };
    let around = [first.get() - 1, first.get(), last, last + 1].map(begins_so);
    let edge = |inside: Option<bool>| inside.is_none_or(|inside| !inside);
    let fits = edge(around[0]) && around[1..3] == [Some(true); 2] && edge(around[3]);
    assert!(fits, "{board:?}, {prefix:?}: {solutions} from {first} on");
}

fn check_children(board: &Board, prefix: &[u8]) {
    let tree = board.children(prefix).unwrap();
    let mut next = tree.first.unwrap().get();
    for child in &tree.children {
        assert_eq!(child.first.get(), next, "{prefix:?}");
        check_ranks(board, &[prefix, &[child.row]].concat(), child.first, child.solutions);
        next += child.solutions;
    }
    assert_eq!(next, tree.first.unwrap().get() + tree.solutions, "{prefix:?}");
    check_ranks(board, prefix, tree.first.unwrap(), tree.solutions);
}

/// Checked with the ranks of the first and last solution of each child, and their neighbours.
#[test]
fn children_of_large_indexed_boards_have_their_ranks() {
    let mut dice = Dice::new(14);
    for n in INDEXED.into_iter().step_by(one_in(3)) {
        let path = index(n);
        let board = Database::open(path).unwrap().board(size(n)).unwrap();
        assert_eq!(board.tier(), Tier::Indexed);
        check_children(&board, &[]);
        // For odd N this queen has solutions in both halves.
        check_children(&board, &[n as u8 / 2]);
        for len in 1..n as usize {
            let rank = Rank::new(1 + dice.below(board.solution_count().unwrap())).unwrap();
            check_children(&board, &board.unrank(rank).unwrap().zero_based()[..len]);
        }
    }
}

#[test]
fn prefixes_that_are_none_are_errors() {
    let board = Database::without_file().board(size(8)).unwrap();
    let cases: [(&[u8], &str); 5] = [
        (&[0, 8], "column 2, row 9 is outside the board N = 8: columns and rows go from 1 to 8"),
        (
            &[0, 4, 7, 0],
            "expected queens that do not attack each other: the queen in column 4 (row 1) is \
             attacked by the queen in column 1 (row 1)",
        ),
        (
            &[0, 4, 5],
            "expected queens that do not attack each other: the queen in column 3 (row 6) is \
             attacked by the queen in column 2 (row 5)",
        ),
        (&[0; 9], "expected at most 8 queens on the board N = 8, one in each column, got 9"),
        (
            &[0, 4, 7, 5, 2, 6, 1, 4],
            "expected queens that do not attack each other: the queen in column 8 (row 5) is \
             attacked by the queen in column 2 (row 5)",
        ),
    ];
    for (prefix, message) in cases {
        let error = board.children(prefix).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let unknown = Database::without_file().board(size(28)).unwrap().children(&[0]);
    assert!(matches!(unknown, Err(Error::UnknownCount { .. })), "{unknown:?}");
}

/// The cells of N = 21 take a second.
#[test]
fn a_search_for_children_can_be_stopped() {
    let children = |n| {
        let board = Database::without_file().board(size(n)).unwrap();
        board.watched_by(nqdb::watch::TimeLimit(Duration::ZERO)).children(&[0]).unwrap_err()
    };
    assert!(children(21).is_stopped());
    assert!(matches!(children(22), Error::OutOfReach { .. }));
}
