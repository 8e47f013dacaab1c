//! Conditions (squares with and without a queen) on every tier, compared with filtering all solutions.

use nqdb::{
    BoardSize, Conditions, Database, Error, Invalid, Rank, Solution, Symmetry, Tier,
    sampling::Sampling,
    search::{SearchError, Solutions, count_matching},
    store::{BuildOptions, BuildTier, build},
    watch::{NoWatch, TimeLimit},
};
use nqdb_test_support::fixtures::index;
use nqdb_test_support::permutations::conditions;
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

/// All solutions of N = 1 … 13, rank r at place r − 1.
static ALL: LazyLock<Vec<Vec<Solution>>> =
    LazyLock::new(|| BoardSize::up_to(13).map(|n| Solutions::new(n).collect()).collect());

fn all(n: BoardSize) -> &'static [Solution] {
    &ALL[n.get() - 1]
}

/// A database whose boards are on one tier.
struct Tiered {
    database: Database,
    _directory: TempDir,
}

impl Tiered {
    fn new(tier: Tier, boards: impl Iterator<Item = BoardSize>) -> Self {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("test.db");
        let built = match tier {
            Tier::Stored => Some(BuildTier::Stored),
            Tier::Indexed => Some(BuildTier::Indexed),
            _ => None,
        };
        let Some(built) = built else {
            return Tiered { database: Database::without_file(), _directory: directory };
        };
        let options = BuildOptions { tier: Some(built), ..BuildOptions::default() };
        for n in boards {
            build(&path, n, options, NoWatch).unwrap();
            assert_eq!(Database::open(&path).unwrap().board(n).unwrap().tier(), tier);
        }
        Tiered { database: Database::open(&path).unwrap(), _directory: directory }
    }
}

/// The matches and their ranks, by filtering all solutions.
fn filtered(conditions: &Conditions) -> Vec<(Option<Rank>, Solution)> {
    let ranked =
        (1..).map(|rank| Some(Rank::new(rank).unwrap())).zip(all(conditions.n()).iter().copied());
    ranked.filter(|(_, solution)| conditions.are_met_by(solution)).collect()
}

fn check(database: &Database, conditions: &Conditions) {
    let board = database.board(conditions.n()).unwrap();
    let expected = filtered(conditions);
    let what = format!("{} N = {} {conditions:?}", board.tier(), board.n());
    let found: Vec<_> =
        board.select_ranked(conditions, Rank::FIRST).unwrap().collect::<Result<_, _>>().unwrap();
    assert!(found == expected, "{what}: {found:?}, expected {expected:?}");
    let found: Vec<_> =
        board.select(conditions, Rank::FIRST).unwrap().map(|found| found.unwrap().1).collect();
    assert!(found.iter().eq(expected.iter().map(|(_, solution)| solution)), "{what}: {found:?}");
    assert_eq!(board.count_selected(conditions).unwrap(), expected.len() as u64, "{what}");
}

#[test]
fn every_square_of_every_small_board() {
    let searched = Tiered::new(Tier::Searched, [].into_iter());
    let stored = Tiered::new(Tier::Stored, (1..=13).map(size));
    for n in BoardSize::up_to(up_to(12, 13)) {
        let rows = n.get() as u8;
        for (column, row) in (0..rows).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let with = Conditions::any(n).with_queen(column.into(), row.into()).unwrap();
            check(&stored.database, &with);
            // Each search passes most solutions; on large boards, one square of each class is tested.
            if n.get() <= 10 || (column <= row && row < rows.div_ceil(2)) {
                check(&searched.database, &with);
            }
            if n.get() <= 8 {
                let without = Conditions::any(n).without_queen(column.into(), row.into()).unwrap();
                check(&stored.database, &without);
                check(&searched.database, &without);
            }
        }
        check(&stored.database, &Conditions::any(n));
        check(&searched.database, &Conditions::any(n));
    }
}

/// A board size and squares on it, each with or without a queen: some queens of a solution, if there is one, and a few
/// other squares.
fn squares(last: u8) -> impl Strategy<Value = (u8, Vec<(u8, u8, bool)>)> {
    (1..=last, any::<prop::sample::Index>(), any::<u64>()).prop_flat_map(|(n, index, kept)| {
        let solutions = all(size(n));
        let rows: Vec<u8> = match solutions {
            [] => Vec::new(),
            _ => solutions[index.index(solutions.len())].zero_based().to_vec(),
        };
        let queens = (0u8..).zip(rows).filter(move |(column, _)| kept >> (2 * column) & 3 == 0);
        let queens: Vec<_> = queens.map(|(column, row)| (column, row, true)).collect();
        let others = prop::collection::vec((0..n, 0..n, prop::bool::weighted(0.1)), 0..6);
        others.prop_map(move |others| (n, [&queens[..], &others].concat()))
    })
}

thread_local! {
    /// Each tier, with all boards up to N = 10 that it allows.
    static TIERS: [Tiered; 3] = [
        Tiered::new(Tier::Searched, [].into_iter()),
        Tiered::new(Tier::Stored, (1..=10).map(size)),
        Tiered::new(Tier::Indexed, (5..=10).map(size)),
    ];
}

proptest! {
    #[test]
    fn conditions_are_filters_on_every_tier((n, squares) in squares(10)) {
        let conditions = conditions(size(n), &squares);
        TIERS.with(|tiers| tiers.iter().for_each(|tier| check(&tier.database, &conditions)));
    }

    #[test]
    fn conditions_allow_squares((n, squares) in squares(9)) {
        let conditions = conditions(size(n), &squares);
        for solution in all(size(n)) {
            let fits = |&(column, row, queen): &(u8, u8, bool)| {
                (solution.zero_based()[usize::from(column)] == row) == queen
            };
            prop_assert_eq!(conditions.are_met_by(solution), squares.iter().all(fits));
        }
        let text = squares.iter().map(|(column, row, queen)| {
            format!("{}{}{}", column + 1, if *queen { "=" } else { "!=" }, row + 1)
        });
        let text: Vec<String> = text.collect();
        let joined = Some(text.join(", ")).filter(|joined| !joined.is_empty());
        prop_assert_eq!(Conditions::parse(size(n), joined), Ok(conditions.clone()));
        prop_assert_eq!(Conditions::parse(size(n), text), Ok(conditions));
    }

    #[test]
    fn images_match_images((n, squares) in squares(9)) {
        let conditions = conditions(size(n), &squares);
        let count = count_matching(&conditions, &NoWatch).unwrap();
        for symmetry in Symmetry::ALL {
            let image = conditions.image(symmetry);
            prop_assert_eq!(count_matching(&image, &NoWatch).unwrap(), count);
            for solution in all(size(n)) {
                let moved = symmetry.apply(solution);
                prop_assert_eq!(conditions.are_met_by(solution), image.are_met_by(&moved));
            }
        }
    }
}

/// A solution of N = 64.
const LARGE: &str = "35 7 10 4 9 32 60 56 3 6 47 21 30 16 53 28 45 19 37 12 48 41 55 5 54 46 33 25 62 \
    44 17 8 18 1 51 29 50 63 38 14 64 57 23 2 40 15 34 59 24 58 61 42 31 22 43 26 39 13 11 49 52 27 20 \
    36";

/// Beyond N = 32 counting is a separate search, which takes the column with the fewest rows left; listing goes from
/// left to right.
#[test]
fn large_boards_are_completed() {
    let solution: Solution = LARGE.parse().unwrap();
    let database = Database::without_file();
    let board = database.board(solution.n()).unwrap();
    for free in [12, 16, 20] {
        let given = (0u8..)
            .zip(solution.zero_based())
            .filter(|&(column, _)| usize::from(column) * 5 % 64 >= free);
        let conditions = given.fold(Conditions::any(solution.n()), |conditions, (column, &row)| {
            conditions.with_queen(column.into(), row.into()).unwrap()
        });
        let found: Vec<_> =
            board.select(&conditions, Rank::FIRST).unwrap().map(|found| found.unwrap().1).collect();
        assert!(found.contains(&solution) && found.is_sorted(), "{free} free columns");
        assert!(found.iter().all(|solution| conditions.are_met_by(solution)));
        assert_eq!(board.count_selected(&conditions).unwrap(), found.len() as u64);
    }
}

#[test]
fn a_search_can_be_ended() {
    for n in [24, 40] {
        let conditions = Conditions::parse(size(n), ["1=2"]).unwrap();
        let limited = Database::without_file().watched_by(TimeLimit(Duration::ZERO));
        let board = limited.board(size(n)).unwrap();
        let counted = board.count_selected(&conditions);
        assert!(matches!(counted, Err(Error::Search(SearchError::Stopped { .. }))), "{counted:?}");
        // The first match has millions of solutions before it.
        let conditions = Conditions::parse(size(n), ["3=1"]).unwrap();
        let found = board.select_ranked(&conditions, Rank::FIRST).unwrap().next().unwrap();
        assert!(matches!(found, Err(Error::Search(SearchError::Stopped { .. }))), "{found:?}");
    }
}

#[test]
fn the_heat_map_of_all_solutions_is_built_in() {
    let board = Database::without_file().board(size(20)).unwrap();
    let board = board.watched_by(TimeLimit(Duration::ZERO));
    assert_eq!(board.heatmap(Conditions::any(size(20))).unwrap().solutions(), 39_029_188_884);
}

#[test]
fn conditions_of_other_boards_and_squares_outside_are_refused() {
    let database = Database::without_file();
    let board = database.board(size(8)).unwrap();
    let nine = Conditions::any(size(9));
    let refused = |error: Option<Error>| matches!(error, Some(Error::OtherConditions { .. }));
    assert!(refused(board.select_ranked(&nine, Rank::FIRST).err()));
    assert!(refused(board.select(&nine, Rank::FIRST).err()));
    assert!(refused(board.count_selected(&nine).err()));
    assert!(refused(board.estimate_count(&nine, &Sampling::default()).err()));
    assert!(refused(board.heatmap(&nine).err()));
    let outside = Err(Invalid::SquareOutside { n: 8, column: 9, row: 1 });
    assert_eq!(Conditions::any(size(8)).with_queen(8, 0), outside);
    assert_eq!(Conditions::parse(size(8), ["9=1"]), outside);
    assert!(!Conditions::any(size(9)).are_met_by(&all(size(8))[0]));
}

/// At N = 13 some matches are reached by passing others and some are looked up, on indexed and stored boards.
#[test]
fn near_and_far_matches_have_their_ranks() {
    let n = size(13);
    let but_the_borders = |columns: std::ops::RangeInclusive<u8>| {
        let squares = columns.flat_map(|column| (3..=11).map(move |row| (column, row)));
        squares.map(|(column, row)| format!("{column}!={row}")).collect::<Vec<_>>().join(" ")
    };
    let squares = [
        "1=1 2=3",
        "1=7 12=2",
        "12=2 13=7",
        "7=7",
        "1=13 13=2",
        "1!=7",
        "5!=1 6!=1",
        "3=3 7=9 13=5",
        &but_the_borders(1..=1),
        &but_the_borders(1..=3),
        &but_the_borders(6..=9),
    ];
    for tier in [Tier::Stored, Tier::Indexed] {
        let tiered = Tiered::new(tier, [n].into_iter());
        for squares in squares {
            check(&tiered.database, &Conditions::parse(n, [squares]).unwrap());
        }
    }
}

/// A search that would take too long is started only if necessary: not just for the first match, and not to find the
/// end of the matches.
#[test]
fn the_first_match_is_found_alone() {
    let database = Database::without_file();
    let board = database.board(size(25)).unwrap();
    let first = board
        .select_ranked(Conditions::any(size(25)), Rank::FIRST)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let conditions = Conditions::parse(size(25), ["1=1 2=3 3=5 25!=25"]).unwrap();
    let mut matches = board.select_ranked(&conditions, Rank::FIRST).unwrap();
    assert_eq!(matches.next().unwrap().unwrap(), first);
    assert_eq!(matches.next().unwrap().unwrap().0, Some(Rank::new(2).unwrap()));
}

/// A database with the index of N.
fn indexed(n: usize) -> Database {
    Database::open(index(n)).unwrap()
}

/// The conditions of the solutions whose queen in a column (1-based) is in one of two rows.
fn two_rows(n: u64, column: u64, rows: [u64; 2]) -> Conditions {
    let others = (1..=n).filter(|row| !rows.contains(row));
    Conditions::parse(size(n), others.map(|row| format!("{column}!={row}"))).unwrap()
}

/// The index counts two squares of the outermost columns together, the built-in heat map counts one at a time.
#[test]
fn the_counts_of_an_index_are_those_of_the_heat_map() {
    for n in [17, 20, 18].into_iter().take(up_to(2, 3)) {
        let database = indexed(n as usize);
        let board = database.board(size(n)).unwrap();
        let one = |square: String| {
            let plan = board.count_plan(Conditions::parse(size(n), [square]).unwrap()).unwrap();
            assert_eq!(plan.to_string(), "the heat map", "N = {n}");
            plan.run().unwrap()
        };
        for (column, rows) in [(1, [1, 2]), (1, [n / 2, n]), (2, [1, 4]), (2, [3, n / 2])] {
            let conditions = two_rows(n, column, rows);
            let expected = rows.map(|row| one(format!("{column}={row}"))).iter().sum::<u64>();
            for image in Symmetry::ALL.map(|symmetry| conditions.image(symmetry)) {
                let counted = board.count_selected(image).unwrap();
                assert_eq!(counted, expected, "N = {n}, {column}, {rows:?}");
            }
            let counted = board.count_in_cells(&conditions.reduced().unwrap()).unwrap();
            assert_eq!(counted, Some(expected), "N = {n}, {column}, {rows:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(4, 10)))]

    /// At N = 17 the index is faster than a search; two queens keep the search short.
    #[test]
    fn an_index_counts_as_a_search(
        first in (0..3u8, 0..17u8),
        squares in prop::collection::vec((0..17u8, 0..17u8, prop::bool::weighted(0.3)), 1..4),
        symmetry in prop::sample::select(Symmetry::ALL.to_vec()),
    ) {
        let given = [&[(first.0, first.1, true)][..], &squares].concat();
        let conditions = conditions(size(17), &given).image(symmetry);
        let board = indexed(17).board(size(17)).unwrap();
        let expected = count_matching(&conditions, &NoWatch).unwrap();
        let plan = board.count_plan(&conditions).unwrap();
        prop_assert_eq!(plan.run().unwrap(), expected, "{:?} by {}", conditions, plan);
    }
}

#[test]
fn a_count_by_an_index_can_be_ended() {
    let database = indexed(20);
    let board = database.watched_by(TimeLimit(Duration::ZERO)).board(size(20)).unwrap();
    let conditions = two_rows(20, 5, [9, 10]);
    assert_eq!(board.count_plan(&conditions).unwrap().to_string(), "the index");
    let counted = board.count_selected(&conditions);
    // Between two blocks, or while one is read.
    assert!(counted.as_ref().is_err_and(Error::is_stopped), "{counted:?}");
}

/// Matches that are neighbours, and gaps just within and just beyond the patience.
#[test]
fn ranks_do_not_depend_on_the_patience() -> nqdb::Result<()> {
    let database = Database::without_file();
    for (n, squares) in
        [(8, "1!=5"), (8, "8=5 1!=4"), (9, "5=5"), (9, "1!=3 1!=4 2!=7"), (10, "10=3 9!=1")]
    {
        let board = database.board(size(n))?;
        let conditions = Conditions::parse(board.n(), [squares])?;
        let all = board.solutions(Rank::FIRST).collect::<nqdb::Result<Vec<_>>>()?;
        let expected: Vec<_> =
            all.into_iter().filter(|(_, found)| conditions.are_met_by(found)).collect();
        let gaps = expected.windows(2).map(|pair| pair[1].0.get() - pair[0].0.get());
        let longest = gaps.max().map_or(0, |gap| gap as usize);
        assert!(longest > 2, "{squares}: the gaps are all short");
        for patience in [0, 1, 2, longest - 1, longest, longest + 1, usize::MAX] {
            let found = board
                .select_patiently(&conditions, Rank::FIRST, patience)?
                .collect::<nqdb::Result<Vec<_>>>()?;
            let ranked = expected.iter().map(|&(rank, found)| (Some(rank), found));
            assert!(
                found.iter().copied().eq(ranked),
                "N = {n}, {squares}, patience {patience}: {found:?}"
            );
        }
    }
    Ok(())
}
