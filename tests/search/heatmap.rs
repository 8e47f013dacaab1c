//! Heat maps (the number of solutions with a queen on each square) agree with enumeration, obey their laws, and are
//! drawn correctly.

use nqdb::internal::kernel::{Kernel, count_prefixes};
use nqdb::picture::HeatmapPicture;
use nqdb::{
    BoardSize, Condition, Conditions, Database, Rank, Solution,
    counts::known_counts,
    search::{Heatmap, LAST_HEATMAP, SearchError, Solutions, count_matching},
    watch::{NoWatch, TimeLimit},
};
use nqdb_papers::{Method, Task, solve};
use nqdb_test_support::twin::{Twin, size};
use proptest::prelude::*;
use std::time::Duration;

/// The counts by row, then by column.
fn counts(n: BoardSize) -> Vec<Vec<u64>> {
    Heatmap::new(n, &NoWatch).unwrap().rows().map(<[u64]>::to_vec).collect()
}

#[test]
fn the_counts_are_those_of_all_solutions() {
    for n in BoardSize::up_to(14) {
        let mut expected = vec![vec![0; n.get()]; n.get()];
        for solution in Solutions::new(n) {
            for (column, &row) in solution.zero_based().iter().enumerate() {
                expected[usize::from(row)][column] += 1;
            }
        }
        assert_eq!(counts(n), expected, "N = {n}");
    }
}

#[test]
fn rows_and_columns_sum_to_all_solutions() {
    for n in BoardSize::up_to(16) {
        let heatmap = Heatmap::new(n, &NoWatch).unwrap();
        let solutions = known_counts(n).unwrap().solutions;
        assert_eq!((heatmap.n(), heatmap.solutions()), (n, solutions));
        for row in heatmap.rows() {
            assert_eq!((row.len(), row.iter().sum()), (n.get(), solutions), "N = {n}");
        }
        for column in 0..n.get() {
            let sum: u64 = heatmap.rows().map(|row| row[column]).sum();
            assert_eq!(sum, solutions, "N = {n}, column {column}");
        }
    }
}

/// Every row and column sums to Q(N), and N ≤ 16 is recounted.
#[test]
fn built_in_heat_maps_are_correct() {
    for n in BoardSize::up_to(LAST_HEATMAP) {
        let known = Heatmap::known(n).unwrap();
        let solutions = known_counts(n).unwrap().solutions;
        assert_eq!((known.n(), known.solutions(), known.rows().count()), (n, solutions, n.get()));
        for (row, counts) in known.rows().enumerate() {
            assert_eq!((counts.len(), counts.iter().sum()), (n.get(), solutions), "N = {n}");
            // Rows and columns have the same counts, by symmetry.
            let column: u64 = known.rows().map(|counts| counts[row]).sum();
            assert_eq!(column, solutions, "N = {n}, column {row}");
        }
    }
    for n in BoardSize::up_to(16) {
        let counted = Heatmap::new(n, &NoWatch).unwrap();
        assert_eq!(Heatmap::known(n), Some(counted), "N = {n}");
    }
    let beyond = size(LAST_HEATMAP + 1);
    assert_eq!(Heatmap::known(beyond), None);
}

#[test]
fn it_is_invariant_under_the_symmetries() {
    for n in BoardSize::up_to(16) {
        let counts = counts(n);
        // Two reflections generate all eight symmetries.
        for (row, column) in (0..n.get()).flat_map(|row| (0..n.get()).map(move |c| (row, c))) {
            let count = counts[row][column];
            assert_eq!(counts[column][row], count, "N = {n}, row {row}, column {column}");
            assert_eq!(counts[n.get() - 1 - row][column], count, "N = {n}, row {row}, {column}");
        }
    }
}

#[test]
fn the_first_column_is_the_count_of_prefixes() {
    for n in [8u8, 13, 15, 16] {
        let prefixes: Vec<Vec<u8>> = (0..n).map(|row| vec![row]).collect();
        let expected = count_prefixes(Kernel::best(), n.into(), &prefixes);
        let column: Vec<u64> = counts(size(n)).iter().map(|row| row[0]).collect();
        assert_eq!(column, expected, "N = {n}");
    }
}

#[test]
fn it_can_be_ended_and_has_an_end() {
    let ended = Heatmap::new(size(LAST_HEATMAP), &TimeLimit(Duration::ZERO));
    assert!(matches!(ended, Err(SearchError::Stopped { .. })), "{ended:?}");
    let beyond = Heatmap::new(size(LAST_HEATMAP + 1), &NoWatch);
    assert!(matches!(beyond, Err(SearchError::HeatmapTooLarge { last: 20, .. })), "{beyond:?}");
}

/// Up to six conditions on a board of at most this size.
fn conditions(most: u64) -> impl Strategy<Value = Conditions> {
    let conditions = prop::collection::vec((0..9u8, 0..64u64, 0..64u64), 0..7);
    (1..=most, conditions).prop_map(|(n, conditions)| {
        let any = Conditions::any(size(n));
        conditions.into_iter().fold(any, |conditions, (kind, first, second)| {
            let (column, row) = (first % n + 1, second % n + 1);
            let condition = match kind {
                0 => Condition::Queen { column, row },
                1 => Condition::NoQueenOnSum(column + row),
                2 => Condition::NoQueenOnDifference(column as i64 - row as i64),
                _ => Condition::NoQueen { column, row },
            };
            conditions.with(condition).unwrap()
        })
    })
}

/// The heat map, computed by testing each solution.
fn filtered(conditions: &Conditions, solutions: &[Solution]) -> Vec<Vec<u64>> {
    let n = conditions.n().get();
    let mut counts = vec![vec![0; n]; n];
    for solution in solutions.iter().filter(|solution| conditions.are_met_by(solution)) {
        for (column, &row) in solution.zero_based().iter().enumerate() {
            counts[usize::from(row)][column] += 1;
        }
    }
    counts
}

fn matching(conditions: &Conditions) -> Vec<Vec<u64>> {
    let heatmap = Heatmap::matching(conditions, &NoWatch).unwrap();
    assert_eq!(heatmap.solutions(), count_matching(conditions, &NoWatch).unwrap());
    heatmap.rows().map(<[u64]>::to_vec).collect()
}

proptest! {
    #[test]
    fn under_conditions_it_is_that_of_the_matches(conditions in conditions(10)) {
        let expected = filtered(&conditions, &Twin::of(conditions.n()).solutions);
        prop_assert_eq!(matching(&conditions), expected);
    }
}

#[test]
fn conditions_on_boards_that_threads_share() {
    let thirteen = size(13);
    let solutions: Vec<Solution> = Solutions::new(thirteen).collect();
    for squares in ["1!=1", "7=7", "13=3 5!=5", "c+r!=14 c-r!=0 6!=9", "1=2 2=4", "1=1 2=2"] {
        let conditions = Conditions::parse(thirteen, [squares]).unwrap();
        assert_eq!(matching(&conditions), filtered(&conditions, &solutions), "{squares}");
    }
}

/// Sizes up to and beyond the vector search (N ≤ 32). All queens but nine are given.
#[test]
fn conditions_on_large_boards() {
    for n in [17, 23, 32, 33, 40, 64u8] {
        let queens = some_solution(n);
        let mut conditions = Conditions::any(size(n));
        for (column, &row) in (0..).zip(&queens).skip(9) {
            conditions = conditions.with_queen(column, row.into()).unwrap();
        }
        let database = Database::without_file();
        let found =
            database.board(conditions.n()).unwrap().select(&conditions, Rank::FIRST).unwrap();
        let solutions: Vec<Solution> = found.map(|found| found.unwrap().1).collect();
        assert!(!solutions.is_empty(), "N = {n}");
        assert_eq!(matching(&conditions), filtered(&conditions, &solutions), "N = {n}");
    }
}

/// The rows of a solution, by Pauls's formula.
fn some_solution(n: u8) -> Vec<u8> {
    let task = Task { method: Method::Construct, n: n.into(), seed: 1, steps: None };
    let solved = solve(&task, &NoWatch).unwrap();
    solved.placement.zero_based().iter().map(|&row| row as u8).collect()
}

#[test]
fn whole_boards_and_contradictions_are_conditions() {
    for n in BoardSize::up_to(12) {
        assert_eq!(matching(&Conditions::any(n)), counts(n), "N = {n}");
    }
    for (n, squares) in [
        (8, "1=1 2=2"),
        (8, "4!=1 4!=2 4!=3 4!=4 4!=5 4!=6 4!=7 4!=8"),
        (40, "1=1 2=2"),
        (3, "1=1"),
    ] {
        let conditions = Conditions::parse(size(n), [squares]).unwrap();
        assert!(matching(&conditions).iter().flatten().all(|&count| count == 0), "{squares}");
    }
    let beyond = Heatmap::matching(&Conditions::any(size(21)), &NoWatch);
    assert!(matches!(beyond, Err(SearchError::HeatmapTooLarge { last: 20, .. })), "{beyond:?}");
}

#[test]
fn a_search_under_conditions_can_be_ended() {
    for (n, squares) in [(12, "1!=1"), (20, "1!=1"), (28, "10=10"), (36, "10=10")] {
        let conditions = Conditions::parse(size(n), [squares]).unwrap();
        let began = std::time::Instant::now();
        let limit = TimeLimit(Duration::from_millis(if n > 12 { 20 } else { 0 }));
        let ended = Heatmap::matching(&conditions, &limit);
        // A small board is finished before the first tick.
        let is_stopped = matches!(ended, Err(SearchError::Stopped { .. }));
        assert!(is_stopped || n == 12, "{ended:?}");
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    }
}

#[test]
fn the_picture_has_every_count() {
    for n in BoardSize::up_to(14) {
        let heatmap = Heatmap::new(n, &NoWatch).unwrap();
        let picture = HeatmapPicture::new(&heatmap).to_string();
        for (row, counts) in (1..).zip(heatmap.rows()) {
            for (column, count) in (1..).zip(counts) {
                let solutions = nqdb::internal::counted(*count, "solutions");
                let title = format!("<title>column {column}, row {row}: {solutions}</title>");
                assert_eq!(picture.matches(&title).count(), 1, "{title}");
                let square = &picture[picture.find(&title).unwrap()..];
                let number = format!("text-anchor=\"middle\">{count}</text></g>");
                assert!(square.lines().next().unwrap().ends_with(&number), "{title}");
            }
        }
        // The scale goes from 0 to the largest count.
        let fill = |count: u64| {
            let words = format!(": {} solution", nqdb::internal::grouped(count));
            let (_, square) = picture.split_once(&words).unwrap();
            square.split("fill=\"").nth(1).unwrap()[..7].to_owned()
        };
        let counts = || heatmap.rows().flatten().copied();
        let (least, most) = (counts().min().unwrap(), counts().max().unwrap());
        assert_eq!(fill(least) == "#fff7c8", least == 0, "N = {n}");
        assert_eq!(fill(most) == "#1b3478", most > 0, "N = {n}");
        assert_eq!(fill(most) == fill(least), most == least, "N = {n}");
        assert!(
            picture.contains(">0</text><text") && picture.contains(&format!(">{most}</text>\n"))
        );
    }
}
