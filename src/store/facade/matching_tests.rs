//! The counts of an index, compared with a filter of all solutions.

use super::stored_board::StoredBoard;
use crate::combinatorics::{BoardSize, Pattern, Solution, Symmetry};
use crate::database::tables::Tables;
use crate::database::{Board, Database};
use crate::search::{Solutions, cell_depth};
use crate::store::reader::Store;
use crate::store::{BuildOptions, BuildTier, build};
use crate::watch::{NoWatch, Watch};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;

/// A board with an index of small cells, and all its solutions.
struct Indexed {
    board: Board,
    tables: Arc<dyn Tables>,
    solutions: Vec<Solution>,
    _directory: TempDir,
}

impl Indexed {
    fn new(n: u64, cell_limit: u64) -> Self {
        let directory = TempDir::new().unwrap();
        let n = BoardSize::new(n).unwrap();
        let path = directory.path().join("test.db");
        let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(cell_limit));
        let options = BuildOptions { tier, cell_limit, ..BuildOptions::default() };
        build(&path, n, options, NoWatch).unwrap();
        let watch: Arc<dyn Watch> = Arc::new(NoWatch);
        let store = Arc::new(Store::open(&path, &watch).unwrap());
        Indexed {
            board: Database::open(&path).unwrap().board(n).unwrap(),
            tables: StoredBoard::open(store, n, &watch).unwrap().unwrap(),
            solutions: Solutions::new(n).collect(),
            _directory: directory,
        }
    }

    fn count(&self, pattern: &Pattern) -> u64 {
        self.solutions.iter().filter(|solution| pattern.matches(solution)).count() as u64
    }
}

/// Cells of many prefixes, of a few, and of one; in one block and in several.
static BOARDS: LazyLock<Vec<Indexed>> = LazyLock::new(|| {
    let sizes = [(5, 1), (6, 3), (7, 4), (8, 10), (9, 40), (10, 7), (11, 1), (12, 100)];
    sizes.into_iter().map(|(n, cell_limit)| Indexed::new(n, cell_limit)).collect()
});

/// Squares in the first columns, or their images, each with whether it has a queen.
fn squares() -> impl Strategy<Value = (usize, Vec<(u8, u8, bool)>, Symmetry)> {
    (0..BOARDS.len()).prop_flat_map(|place| {
        let n = BOARDS[place].board.n();
        let (columns, rows) = (cell_depth(n) as u8, n.get() as u8);
        let square = (0..columns, 0..rows, prop::bool::weighted(0.25));
        let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
        (Just(place), prop::collection::vec(square, 1..6), symmetry)
    })
}

fn pattern(n: BoardSize, squares: &[(u8, u8, bool)]) -> Pattern {
    squares.iter().fold(Pattern::any(n), |pattern, &(column, row, queen)| {
        let pattern = if queen {
            pattern.with_queen(column, row)
        } else {
            pattern.without_queen(column, row)
        };
        pattern.unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whatever the plan, and for every image that the index can count.
    #[test]
    fn the_index_counts_as_a_filter((place, squares, symmetry) in squares()) {
        let Indexed { board, tables, .. } = &BOARDS[place];
        let pattern = pattern(board.n(), &squares).image(symmetry);
        let expected = BOARDS[place].count(&pattern);
        prop_assert_eq!(board.count_matching(&pattern).unwrap(), expected);
        let images = pattern.reduced().into_iter();
        let images = images.flat_map(|reduced| Symmetry::ALL.map(|symmetry| reduced.image(symmetry)));
        let fits = |image: &Pattern| image.deciding_columns(cell_depth(board.n())).is_some();
        let images: Vec<Pattern> = images.filter(fits).collect();
        prop_assert!(expected == 0 || !images.is_empty());
        for image in images {
            prop_assert_eq!(tables.count_matching(&image).unwrap(), Some(expected), "{:?}", image);
        }
    }
}

#[test]
fn plans_take_the_index() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/indexes/18.db");
    let board = Database::open(path).unwrap().board(BoardSize::new(18).unwrap()).unwrap();
    let cases = [
        ("1=1", "the heat map"),
        ("1!=1 3!=7", "Q(N) less the heat map less the heat map plus a search"),
        ("9!=9", "Q(N) less the heat map"),
        ("1!=1 2!=1", "Q(N) less the heat map less the heat map"),
        ("1=1 18!=18", "the heat map"),
        ("2=4 9!=9", "the heat map less a search"),
        ("9=9 10=5", "a search"),
        ("1=1 2=3", "ranks in the index"),
        ("18=1 17=3", "ranks in the index"),
        ("1=1 2!=3", "ranks in the index"),
    ];
    for (squares, expected) in cases {
        let pattern = Pattern::parse(board.n(), [squares]).unwrap();
        assert_eq!(board.count_plan(&pattern).unwrap().to_string(), expected, "{squares}");
    }
}
