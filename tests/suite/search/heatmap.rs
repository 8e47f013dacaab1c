//! Heat maps (solutions with a queen on each square) agree with enumeration and obey their laws; the forms of
//! `nqdb heatmap`.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use crate::support::twin::{Twin, size};
use nqdb::kernel::{Kernel, count_prefixes};
use nqdb::picture::HeatmapPicture;
use nqdb::solve::{Method, Task, solve};
use nqdb::{
    BoardSize, Condition, Database, Heatmap, LAST_HEATMAP, NoWatch, Pattern, SearchError, Solution,
    Solutions, TimeLimit, count_matching, known_counts,
};
use proptest::prelude::*;
use serde_json::json;
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
            for (column, &row) in solution.rows().iter().enumerate() {
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

/// Every row and column sums to Q(N), and N ≤ 16 is counted again.
#[test]
fn the_heat_maps_that_come_with_nqdb_are_right() {
    for n in BoardSize::up_to(LAST_HEATMAP) {
        let known = Heatmap::known(n).unwrap();
        let solutions = known_counts(n).unwrap().solutions;
        assert_eq!((known.n(), known.solutions(), known.rows().count()), (n, solutions, n.get()));
        for (row, counts) in known.rows().enumerate() {
            assert_eq!((counts.len(), counts.iter().sum()), (n.get(), solutions), "N = {n}");
            // One of them is the other, by symmetry.
            let column: u64 = known.rows().map(|counts| counts[row]).sum();
            assert_eq!(column, solutions, "N = {n}, column {row}");
        }
    }
    for n in BoardSize::up_to(16) {
        let counted = Heatmap::new(n, &NoWatch).unwrap();
        assert_eq!(Heatmap::known(n), Some(counted), "N = {n}");
    }
    let beyond = size(u64::from(LAST_HEATMAP) + 1);
    assert_eq!(Heatmap::known(beyond), None);
}

#[test]
fn the_symmetries_leave_it_as_it_is() {
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
        let column: Vec<u64> = counts(size(n.into())).iter().map(|row| row[0]).collect();
        assert_eq!(column, expected, "N = {n}");
    }
}

#[test]
fn it_can_be_ended_and_has_an_end() {
    let ended = Heatmap::new(size(LAST_HEATMAP.into()), &TimeLimit(Duration::ZERO));
    assert!(matches!(ended, Err(SearchError::Stopped { .. })), "{ended:?}");
    let beyond = Heatmap::new(size(u64::from(LAST_HEATMAP) + 1), &NoWatch);
    assert!(matches!(beyond, Err(SearchError::HeatmapTooLarge { last: 20, .. })), "{beyond:?}");
}

/// Up to six conditions on a board of at most this size.
fn patterns(most: u64) -> impl Strategy<Value = Pattern> {
    let conditions = prop::collection::vec((0..9u8, 0..64u64, 0..64u64), 0..7);
    (1..=most, conditions).prop_map(|(n, conditions)| {
        let pattern = Pattern::any(size(n));
        conditions.into_iter().fold(pattern, |pattern, (kind, first, second)| {
            let (column, row) = (first % n + 1, second % n + 1);
            let condition = match kind {
                0 => Condition::Queen { column, row },
                1 => Condition::NoQueenOnSum(column + row),
                2 => Condition::NoQueenOnDifference(column as i64 - row as i64),
                _ => Condition::NoQueen { column, row },
            };
            pattern.with(condition).unwrap()
        })
    })
}

/// The heat map of the solutions that match, one by one.
fn filtered(pattern: &Pattern, solutions: &[Solution]) -> Vec<Vec<u64>> {
    let n = pattern.n().get();
    let mut counts = vec![vec![0; n]; n];
    for solution in solutions.iter().filter(|solution| pattern.matches(solution)) {
        for (column, &row) in solution.rows().iter().enumerate() {
            counts[usize::from(row)][column] += 1;
        }
    }
    counts
}

fn matching(pattern: &Pattern) -> Vec<Vec<u64>> {
    let heatmap = Heatmap::matching(pattern, &NoWatch).unwrap();
    assert_eq!(heatmap.solutions(), count_matching(pattern, &NoWatch).unwrap());
    heatmap.rows().map(<[u64]>::to_vec).collect()
}

proptest! {
    #[test]
    fn under_a_pattern_it_is_that_of_the_matches(pattern in patterns(10)) {
        let expected = filtered(&pattern, &Twin::of(pattern.n()).solutions);
        prop_assert_eq!(matching(&pattern), expected);
    }
}

#[test]
fn patterns_of_boards_that_threads_share() {
    let thirteen = size(13);
    let solutions: Vec<Solution> = Solutions::new(thirteen).collect();
    for squares in ["1!=1", "7=7", "13=3 5!=5", "c+r!=14 c-r!=0 6!=9", "1=2 2=4", "1=1 2=2"] {
        let pattern = Pattern::parse(thirteen, [squares]).unwrap();
        assert_eq!(matching(&pattern), filtered(&pattern, &solutions), "{squares}");
    }
}

/// The vector search takes N ≤ 32. All queens but nine are given.
#[test]
fn patterns_of_large_boards() {
    for n in [17, 23, 32, 33, 40, 64u8] {
        let queens = some_solution(n);
        let mut pattern = Pattern::any(size(n.into()));
        for (column, &row) in (0..).zip(&queens).skip(9) {
            pattern = pattern.with_queen(column, row).unwrap();
        }
        let database = Database::without_file();
        let found = database.board(pattern.n()).unwrap().find_unranked(&pattern).unwrap();
        let solutions: Vec<Solution> = found.collect::<Result<_, _>>().unwrap();
        assert!(!solutions.is_empty(), "N = {n}");
        assert_eq!(matching(&pattern), filtered(&pattern, &solutions), "N = {n}");
    }
}

/// The rows of a solution, by Pauls's formula.
fn some_solution(n: u8) -> Vec<u8> {
    let task = Task { method: Method::Construct, n: n.into(), seed: 1, steps: None };
    let solved = solve(&task, &NoWatch).unwrap();
    solved.placement.rows().iter().map(|&row| row as u8).collect()
}

#[test]
fn whole_boards_and_contradictions_are_patterns() {
    for n in BoardSize::up_to(12) {
        assert_eq!(matching(&Pattern::any(n)), counts(n), "N = {n}");
    }
    for (n, squares) in [
        (8, "1=1 2=2"),
        (8, "4!=1 4!=2 4!=3 4!=4 4!=5 4!=6 4!=7 4!=8"),
        (40, "1=1 2=2"),
        (3, "1=1"),
    ] {
        let pattern = Pattern::parse(size(n), [squares]).unwrap();
        assert!(matching(&pattern).iter().flatten().all(|&count| count == 0), "{squares}");
    }
    let beyond = Heatmap::matching(&Pattern::any(size(21)), &NoWatch);
    assert!(matches!(beyond, Err(SearchError::HeatmapTooLarge { last: 20, .. })), "{beyond:?}");
}

#[test]
fn a_pattern_can_be_ended() {
    for (n, squares) in [(12, "1!=1"), (20, "1!=1"), (28, "10=10"), (36, "10=10")] {
        let pattern = Pattern::parse(size(n), [squares]).unwrap();
        let began = std::time::Instant::now();
        let limit = TimeLimit(Duration::from_millis(if n > 12 { 20 } else { 0 }));
        let ended = Heatmap::matching(&pattern, &limit);
        // A small board is done before the first tick.
        let is_stopped = matches!(ended, Err(SearchError::Stopped { .. }));
        assert!(is_stopped || n == 12, "{ended:?}");
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    }
}

#[test]
fn forms_of_the_command() {
    let home = Home::new();
    let four =
        "row  1  2  3  4\n  1  0  1  1  0\n  2  1  0  0  1\n  3  1  0  0  1\n  4  0  1  1  0\n";
    assert_eq!(home.run("heatmap 4").text(), four);
    assert_eq!(home.run("heatmap 2").text(), "row  1  2\n  1  0  0\n  2  0  0\n");
    assert_eq!(home.run("heatmap 1").text(), "row  1\n  1  1\n");
    let four = json!({"n": 4, "solutions": 2,
        "counts": [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]});
    for question in ["heatmap 4 --json", "heatmap 4 --format json"] {
        assert_eq!(home.run(question).json(), std::slice::from_ref(&four));
    }
    let csv = home.run("heatmap 5 --format csv");
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!((lines[0], lines[1], lines.len()), ("column,row,solutions", "1,1,2", 26));
    for (place, count) in counts(size(5)).iter().flatten().enumerate() {
        assert_eq!(lines[place + 1], format!("{},{},{count}", place % 5 + 1, place / 5 + 1));
    }
}

#[test]
fn forms_of_the_command_with_squares() {
    let home = Home::new();
    let five = "row  1  2  3  4  5\n  1  1  0  0  0  0\n  2  0  0  0  1  0\n  3  0  1  0  0  0\n  4  0  0  0  0  1\n  \
                5  0  0  1  0  0\n";
    assert_eq!(home.run("heatmap 5 1=1 2!=4").text(), five);
    let json = json!({"n": 4, "squares": ["1=2"], "solutions": 1,
        "counts": [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]});
    assert_eq!(home.run("heatmap 4 1=2 --json").json(), std::slice::from_ref(&json));
    let csv = home.run("heatmap 8 3=5 c-r!=0 --format csv");
    let eight = Pattern::parse(size(8), ["3=5", "c-r!=0"]).unwrap();
    let counts = matching(&eight);
    for (place, line) in csv.text().lines().skip(1).enumerate() {
        assert_eq!(
            line,
            format!("{},{},{}", place % 8 + 1, place / 8 + 1, counts[place / 8][place % 8])
        );
    }
    let svg = home.run("heatmap 8 3=5 7!=4 --format svg");
    assert!(svg.text().contains("<title>N = 8: 3=5, 1 square excluded, 11 solutions</title>"));
    assert!(svg.text().contains("<title>column 1, row 4: 6 solutions</title>"));
    assert!(home.run("heatmap 24 1=1 2=2 --format csv").text().ends_with("24,24,0\n"));
}

#[test]
fn the_picture_says_every_count() {
    for n in BoardSize::up_to(14) {
        let heatmap = Heatmap::new(n, &NoWatch).unwrap();
        let picture = HeatmapPicture::new(&heatmap).to_string();
        for (row, counts) in (1..).zip(heatmap.rows()) {
            for (column, count) in (1..).zip(counts) {
                let solutions = if *count == 1 { "solution" } else { "solutions" };
                let title =
                    format!("<title>column {column}, row {row}: {count} {solutions}</title>");
                assert_eq!(picture.matches(&title).count(), 1, "{title}");
                let square = &picture[picture.find(&title).unwrap()..];
                let number = format!("text-anchor=\"middle\">{count}</text></g>");
                assert!(square.lines().next().unwrap().ends_with(&number), "{title}");
            }
        }
        // The least and the greatest count have the colours at the ends of the scale.
        let fill = |count: u64| {
            let (_, square) = picture.split_once(&format!(": {count} solution")).unwrap();
            square.split("fill=\"").nth(1).unwrap()[..7].to_owned()
        };
        let counts = || heatmap.rows().flatten().copied();
        let (least, most) = (counts().min().unwrap(), counts().max().unwrap());
        assert_eq!(fill(least), "#fff7c8", "N = {n}");
        assert_eq!(fill(most) == fill(least), most == least, "N = {n}");
    }
}

#[test]
fn the_picture_of_the_readme_is_what_the_command_draws() {
    let drawn = Home::new().run("heatmap 12 --format svg");
    assert_eq!(drawn.text(), include_str!("../../../docs/heatmap-12.svg"));
}

#[test]
fn no_tables_are_asked() {
    let home = Home::with("8");
    home.run("heatmap 8 --explain").says(&["the heat map of N = 8 comes with nqdb"]);
    home.run("heatmap 8 --compute --explain").says(&["N = 8 is counted now"]);
    assert_eq!(home.run("heatmap 8 --compute").text(), home.run("heatmap 8").text());
}

const MISTAKES: &[Mistake] = &[
    usage("heatmap 0", &["from 1 to 64, got 0"]),
    usage("heatmap 65", &["from 1 to 64, got 65"]),
    usage("heatmap 21", &["N = 21 is too large for a heat map", "at most 20"]),
    usage("heatmap 64", &["N = 64 is too large"]),
    usage("heatmap", &["<N>"]),
    usage("heatmap 8 9", &["9", "3=5"]),
    usage("heatmap 8 9=1", &["outside the board"]),
    usage("heatmap 8 c+r!=1", &["2 to 16"]),
    usage("heatmap 8 1=1 --estimate", &["--estimate"]),
    usage("heatmap x", &["got \"x\""]),
    usage("heatmap 8 --format board", &["board", "svg"]),
    usage("heatmap 8 --format csv --json", &["--json"]),
    usage("heatmap 8 --compute --estimate", &["--compute", "--estimate"]),
    failure("heatmap 20 --compute --time-limit 0.05", &["stopped while searching N ="]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    assert!(home.run("heatmap --help").text().contains("Usage: nqdb heatmap"));
    check(&home, MISTAKES);
}
