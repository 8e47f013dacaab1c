//! Counts of the solutions that match conditions, by every kind of plan, agree with a filter of all solutions.

use nqdb::internal::cell_depth;
use nqdb::{
    Board, Conditions, Database, Solution, Symmetry,
    search::{Solutions, count_matching},
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::index;
use nqdb_test_support::permutations::conditions;
use nqdb_test_support::twin::{Twin, size};
use proptest::prelude::*;
use std::rc::Rc;
use tempfile::TempDir;

#[test]
fn plans_take_what_is_known() {
    let database = Database::without_file();
    let cases = [
        (18, "1!=1", "Q(N) less the heat map"),
        (18, "9=9", "the heat map"),
        (18, "9=9 9!=8 10!=10", "the heat map"),
        (18, "9=9 1!=1", "the heat map"),
        (18, "9=9 1!=2", "the heat map less a search"),
        (18, "1=1 2=7", "ranks in the built-in cells"),
        (18, "1=1 2=7 3=12", "a search"),
        (20, "1=1 2=7", "ranks in the built-in cells"),
        (21, "21=5 20=1 19=8", "ranks in the built-in cells"),
        (22, "1=1 2=7", "a search"),
        (21, "9=9", "a search"),
        (21, "1!=1", "ranks in the built-in cells"),
        (22, "1!=1", "Q(N) less a search"),
        (22, "1!=1 9!=9", "Q(N) less a search less a search"),
        (18, "1=1 18=18 9=1", "a deduction: none can match"),
    ];
    for (n, squares, expected) in cases {
        let board = database.board(size(n)).unwrap();
        let conditions = Conditions::parse(board.n(), [squares]).unwrap();
        assert_eq!(board.count_plan(&conditions).unwrap().to_string(), expected, "{squares}");
    }
}

#[test]
fn plans_take_the_index_or_the_built_in_cells() {
    let cases = [
        (18, "1=1", "the heat map"),
        (18, "1!=1 3!=7", "Q(N) less the heat map less the heat map plus a search"),
        (18, "9!=9", "Q(N) less the heat map"),
        (18, "1!=1 2!=1", "Q(N) less the heat map less the heat map"),
        (18, "1=1 18!=18", "the heat map"),
        (18, "2=4 9!=9", "the heat map less a search"),
        (18, "9=9 10=5", "a search"),
        (18, "1=1 2=3", "ranks in the built-in cells"),
        (18, "18=1 17=3", "ranks in the built-in cells"),
        (18, "1=1 2!=3", "ranks in the built-in cells"),
        (20, "1=10 3=7", "ranks in the built-in cells"),
        (21, "1=10 2=13 3=7", "ranks in the built-in cells"),
        (21, "3=10", "the built-in cells"),
        (21, "1=1 4=10", "the index"),
    ];
    for (n, squares, expected) in cases {
        let board = Database::open(index(n)).unwrap().board(size(n)).unwrap();
        let conditions = Conditions::parse(board.n(), [squares]).unwrap();
        assert_eq!(board.count_plan(&conditions).unwrap().to_string(), expected, "{squares}");
    }
}

/// Conditions of a few squares, each with or without a queen.
fn some_conditions() -> impl Strategy<Value = Conditions> {
    (5..=10u64).prop_flat_map(|n| {
        let square = (0..n as u8, 0..n as u8, prop::bool::weighted(0.25));
        let squares = prop::collection::vec(square, 1..6);
        squares.prop_map(move |squares| conditions(size(n), &squares))
    })
}

/// The number of matches on a board of N ≤ 12.
fn filtered(conditions: &Conditions) -> u64 {
    let all = &Twin::of(conditions.n()).solutions;
    all.iter().filter(|solution| conditions.are_met_by(solution)).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plans_count_as_a_filter(conditions in some_conditions()) {
        let board = Database::without_file().board(conditions.n()).unwrap();
        prop_assert_eq!(board.count_selected(&conditions).unwrap(), filtered(&conditions));
    }
}

/// Up to three columns are counted by their complements.
#[test]
fn differences_count_as_a_filter() {
    let cases = [
        (8, "1!=1", "Q(N) less the heat map"),
        (8, "1!=1 5!=3", "Q(N) less the heat map less the heat map plus a search"),
        (10, "5=5 8!=1 8!=2", "the heat map less a search"),
        (12, "1!=1 1!=2 9!=9", "Q(N) less the heat map less the built-in cells plus a search"),
        (12, "3=5 9!=9", "the heat map less a search"),
        (12, "3=5 9!=9 10!=2 12!=12", "the heat map less a search less a search less a search"),
    ];
    for (n, squares, expected) in cases {
        let board = Database::without_file().board(size(n)).unwrap();
        let conditions = Conditions::parse(board.n(), [squares]).unwrap();
        let plan = board.count_plan(&conditions).unwrap();
        assert_eq!(plan.to_string(), expected, "N = {n}, {squares}");
        assert_eq!(plan.run().unwrap(), filtered(&conditions), "N = {n}, {squares}");
    }
}

/// The ranks of one prefix and of several, in the first columns and in the last ones.
#[test]
fn ranks_count_as_a_search() {
    let two_rows = (3..=18).map(|row| format!("1!={row} ")).collect::<String>() + "2=5";
    for (n, squares) in [
        (18, "1=1 2=3"),
        (18, "18=1 17=3"),
        (18, "1=9 2!=6"),
        (18, &two_rows[..]),
        (20, "1=1 2=20 3=2"),
        (20, "2=20 1=1 3=17"),
    ] {
        // An index has no cells that end at prefixes of two or three queens.
        for database in [Database::without_file(), Database::open(index(n)).unwrap()] {
            let board = database.board(size(n)).unwrap();
            let conditions = Conditions::parse(board.n(), [squares]).unwrap();
            let plan = board.count_plan(&conditions).unwrap();
            assert_eq!(plan.to_string(), "ranks in the built-in cells", "{squares}");
            let expected = count_matching(&conditions, &NoWatch).unwrap();
            assert_eq!(plan.run().unwrap(), expected, "{squares}");
        }
    }
}

/// A board with an index of small cells, and all its solutions.
struct Indexed {
    board: Board,
    solutions: Vec<Solution>,
    _directory: TempDir,
}

impl Indexed {
    fn new(n: usize, cell_limit: u64) -> Self {
        let directory = TempDir::new().unwrap();
        let n = size(n);
        let path = directory.path().join("test.db");
        let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(cell_limit));
        let options = BuildOptions { tier, cell_limit, ..BuildOptions::default() };
        build(&path, n, options, NoWatch).unwrap();
        Indexed {
            board: Database::open(&path).unwrap().board(n).unwrap(),
            solutions: Solutions::new(n).collect(),
            _directory: directory,
        }
    }

    fn count(&self, conditions: &Conditions) -> u64 {
        self.solutions.iter().filter(|solution| conditions.are_met_by(solution)).count() as u64
    }
}

thread_local! {
    /// Cells of many prefixes, of a few, and of one; in one block and in several.
    static BOARDS: Rc<[Indexed]> = {
        let sizes = [(5, 1), (6, 3), (7, 4), (8, 10), (9, 40), (10, 7), (11, 1), (12, 100)];
        sizes.into_iter().map(|(n, cell_limit)| Indexed::new(n, cell_limit)).collect()
    };
}

/// Squares in the first columns, or their images, each with whether it has a queen.
fn squares() -> impl Strategy<Value = (usize, Vec<(u8, u8, bool)>, Symmetry)> {
    let boards = BOARDS.with(Rc::clone);
    (0..boards.len()).prop_flat_map(move |place| {
        let n = boards[place].board.n();
        let (columns, rows) = (cell_depth(n) as u8, n.get() as u8);
        let square = (0..columns, 0..rows, prop::bool::weighted(0.25));
        let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
        (Just(place), prop::collection::vec(square, 1..6), symmetry)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whatever the plan, and for every image that the index can count.
    #[test]
    fn the_index_counts_as_a_filter((place, squares, symmetry) in squares()) {
        let boards = BOARDS.with(Rc::clone);
        let board = &boards[place].board;
        let conditions = conditions(board.n(), &squares).image(symmetry);
        let expected = boards[place].count(&conditions);
        prop_assert_eq!(board.count_selected(&conditions).unwrap(), expected);
        let images = conditions.reduced().into_iter();
        let images = images.flat_map(|reduced| Symmetry::ALL.map(|symmetry| reduced.image(symmetry)));
        let fits = |image: &Conditions| image.deciding_columns(cell_depth(board.n())).is_some();
        let images: Vec<Conditions> = images.filter(fits).collect();
        prop_assert!(expected == 0 || !images.is_empty());
        for image in images {
            prop_assert_eq!(board.count_in_cells(&image).unwrap(), Some(expected), "{:?}", image);
        }
    }
}
