//! Solutions with queens on given squares: the same on every tier, compared with filtering all of them.

mod support;

use nqdb::{
    BoardSize, BuildOptions, BuildTier, Database, Error, Invalid, Pattern, Quiet, Rank, Solution,
    Solutions, Symmetry, Tier, TimeLimit, build, count_matching,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;
use support::{Home, has};
use tempfile::TempDir;

fn size(n: u64) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// All solutions of N = 1 … 13, rank r at place r − 1.
static ALL: LazyLock<Vec<Vec<Solution>>> =
    LazyLock::new(|| BoardSize::up_to(13).map(|n| Solutions::new(n).collect()).collect());

fn all(n: BoardSize) -> &'static [Solution] {
    &ALL[n.get() - 1]
}

/// A database whose boards, as far as they fit, are on one tier.
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
            build(&path, n, options, &mut |_| ()).unwrap();
            assert_eq!(Database::open(&path).unwrap().board(n).unwrap().tier(), tier);
        }
        Tiered { database: Database::open(&path).unwrap(), _directory: directory }
    }
}

/// What matches, with its ranks, by looking at every solution.
fn filtered(pattern: &Pattern) -> Vec<(Rank, Solution)> {
    let ranked = (1..).map(|rank| Rank::new(rank).unwrap()).zip(all(pattern.n()).iter().copied());
    ranked.filter(|(_, solution)| pattern.matches(solution)).collect()
}

fn check(database: &Database, pattern: &Pattern) {
    let board = database.board(pattern.n()).unwrap();
    let expected = filtered(pattern);
    let what = format!("{} N = {} {pattern:?}", board.tier(), board.n());
    let found: Vec<_> = board.find(pattern).unwrap().collect::<Result<_, _>>().unwrap();
    assert!(found == expected, "{what}: {found:?}, expected {expected:?}");
    let found: Vec<_> = board.find_unranked(pattern).unwrap().collect::<Result<_, _>>().unwrap();
    assert!(found.iter().eq(expected.iter().map(|(_, solution)| solution)), "{what}: {found:?}");
    assert_eq!(board.count_matching(pattern).unwrap(), expected.len() as u64, "{what}");
}

#[test]
fn every_square_of_every_small_board() {
    let searched = Tiered::new(Tier::Searched, [].into_iter());
    let stored = Tiered::new(Tier::Stored, (1..=13).map(size));
    for n in BoardSize::up_to(13) {
        let rows = n.get() as u8;
        for (column, row) in (0..rows).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let with = Pattern::any(n).with_queen(column, row).unwrap();
            check(&stored.database, &with);
            // Each search passes most solutions: one square of each class of the large boards.
            if n.get() <= 10 || (column <= row && row < rows.div_ceil(2)) {
                check(&searched.database, &with);
            }
            if n.get() <= 8 {
                let without = Pattern::any(n).without_queen(column, row).unwrap();
                check(&stored.database, &without);
                check(&searched.database, &without);
            }
        }
        check(&stored.database, &Pattern::any(n));
        check(&searched.database, &Pattern::any(n));
    }
}

/// A board size and squares on it, each with whether it has a queen: some of a solution's queens where
/// there is a solution, and a few others.
fn squares(last: u8) -> impl Strategy<Value = (u8, Vec<(u8, u8, bool)>)> {
    (1..=last, any::<prop::sample::Index>(), any::<u64>()).prop_flat_map(|(n, index, kept)| {
        let solutions = all(size(n.into()));
        let rows: Vec<u8> = match solutions {
            [] => Vec::new(),
            _ => solutions[index.index(solutions.len())].rows().to_vec(),
        };
        let queens = (0u8..).zip(rows).filter(move |(column, _)| kept >> (2 * column) & 3 == 0);
        let queens: Vec<_> = queens.map(|(column, row)| (column, row, true)).collect();
        let others = prop::collection::vec((0..n, 0..n, prop::bool::weighted(0.1)), 0..6);
        others.prop_map(move |others| (n, [&queens[..], &others].concat()))
    })
}

fn pattern(n: u8, squares: &[(u8, u8, bool)]) -> Pattern {
    squares.iter().fold(Pattern::any(size(n.into())), |pattern, &(column, row, queen)| {
        let pattern = match queen {
            true => pattern.with_queen(column, row),
            false => pattern.without_queen(column, row),
        };
        pattern.unwrap()
    })
}

thread_local! {
    /// Each tier, with all boards up to N = 10 that it can have.
    static TIERS: [Tiered; 3] = [
        Tiered::new(Tier::Searched, [].into_iter()),
        Tiered::new(Tier::Stored, (1..=10).map(size)),
        Tiered::new(Tier::Indexed, (5..=10).map(size)),
    ];
}

proptest! {
    #[test]
    fn patterns_are_filters_on_every_tier((n, squares) in squares(10)) {
        let pattern = pattern(n, &squares);
        TIERS.with(|tiers| tiers.iter().for_each(|tier| check(&tier.database, &pattern)));
    }

    #[test]
    fn a_pattern_is_its_squares((n, squares) in squares(9)) {
        let pattern = pattern(n, &squares);
        for solution in all(size(n.into())) {
            let fits = |&(column, row, queen): &(u8, u8, bool)| {
                (solution.rows()[usize::from(column)] == row) == queen
            };
            prop_assert_eq!(pattern.matches(solution), squares.iter().all(fits));
        }
        let text = squares.iter().map(|(column, row, queen)| {
            format!("{}{}{}", column + 1, if *queen { "=" } else { "!=" }, row + 1)
        });
        let text: Vec<String> = text.collect();
        prop_assert_eq!(Pattern::parse(size(n.into()), [text.join(", ")]), Ok(pattern.clone()));
        prop_assert_eq!(Pattern::parse(size(n.into()), text), Ok(pattern));
    }

    #[test]
    fn images_match_images((n, squares) in squares(9)) {
        let pattern = pattern(n, &squares);
        let count = count_matching(&pattern, &Quiet).unwrap();
        for symmetry in Symmetry::ALL {
            let image = pattern.image(symmetry);
            prop_assert_eq!(count_matching(&image, &Quiet).unwrap(), count);
            for solution in all(size(n.into())) {
                let moved = symmetry.apply(solution);
                prop_assert_eq!(pattern.matches(solution), image.matches(&moved));
            }
        }
    }
}

/// A solution of N = 64.
const LARGE: &str = "35 7 10 4 9 32 60 56 3 6 47 21 30 16 53 28 45 19 37 12 48 41 55 5 54 46 33 25 62 \
    44 17 8 18 1 51 29 50 63 38 14 64 57 23 2 40 15 34 59 24 58 61 42 31 22 43 26 39 13 11 49 52 27 20 \
    36";

/// Beyond 32 the count is a search of its own, column by column where the fewest rows are left; the list
/// goes from left to right.
#[test]
fn large_boards_are_completed() {
    let solution: Solution = LARGE.parse().unwrap();
    let database = Database::without_file();
    let board = database.board(solution.n()).unwrap();
    for free in [12, 16, 20] {
        let given = (0u8..)
            .zip(solution.rows())
            .filter(|&(column, _)| usize::from(column) * 5 % 64 >= free);
        let pattern = given.fold(Pattern::any(solution.n()), |pattern, (column, &row)| {
            pattern.with_queen(column, row).unwrap()
        });
        let found: Vec<_> =
            board.find_unranked(&pattern).unwrap().collect::<Result<_, _>>().unwrap();
        assert!(found.contains(&solution) && found.is_sorted(), "{free} free columns");
        assert!(found.iter().all(|solution| pattern.matches(solution)));
        assert_eq!(board.count_matching(&pattern).unwrap(), found.len() as u64);
    }
}

#[test]
fn a_search_can_be_ended() {
    for n in [24, 40] {
        let pattern = Pattern::parse(size(n), ["1=2"]).unwrap();
        let limited = Database::without_file().watched_by(TimeLimit(Duration::ZERO));
        let board = limited.board(size(n)).unwrap();
        let counted = board.count_matching(&pattern);
        assert!(matches!(counted, Err(Error::Interrupted { .. })), "{counted:?}");
        // The rank of the first match has millions before it.
        let pattern = Pattern::parse(size(n), ["3=1"]).unwrap();
        let found = board.find(&pattern).map(|_| ());
        assert!(matches!(found, Err(Error::Interrupted { .. })), "{found:?}");
    }
}

#[test]
fn patterns_of_other_boards_and_squares_outside_are_refused() {
    let database = Database::without_file();
    let board = database.board(size(8)).unwrap();
    let nine = Pattern::any(size(9));
    let refused = |error: Option<Error>| matches!(error, Some(Error::OtherPattern { .. }));
    assert!(refused(board.find(&nine).err()));
    assert!(refused(board.find_unranked(&nine).err()));
    assert!(refused(board.count_matching(&nine).err()));
    let outside = Err(Invalid::SquareOutside { n: 8, column: 9, row: 1 });
    assert_eq!(Pattern::any(size(8)).with_queen(8, 0), outside);
    assert_eq!(Pattern::parse(size(8), ["9=1"]), outside);
    assert!(!Pattern::any(size(9)).matches(&all(size(8))[0]));
}

/// Questions and their answers, which no database changes.
const TEXT: &[(&str, &str)] = &[
    ("find 8 1=1", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2=7", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2=7 2=7,1=1", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2!=7", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("find 8 '1=1 2=7, 3!=4'", "1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 --limit 2", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("find 8 1=1 --limit 0", ""),
    ("find 4", "2 4 1 3\n3 1 4 2\n"),
    ("find 1 1=1", "1\n"),
    ("find 8 1=1 --format csv --limit 1", "rank,queens\n1,1 5 8 6 3 7 2 4\n"),
    ("find 8 8=3 7=6 3=5 --format csv", "rank,queens\n4,1 7 5 8 2 4 6 3\n11,2 7 5 8 1 4 6 3\n"),
    ("find 8 8=3 7=6 --format csv --no-ranks --limit 1", "rank,queens\n,1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 --count", "4\n"),
    ("find 8 --count", "92\n"),
    ("find 27 --count", "234907967154122528\n"),
    ("find 8 1=1 2=2 --count", "0\n"),
    ("find 3 1=1 --count", "0\n"),
    ("find 20 1=1 2=3 3=5 4=2 5=4 --count", "28\n"),
];

#[test]
fn answers_on_the_command_line() {
    for home in [Home::new(), Home::with("1 3-4 8")] {
        for (question, expected) in TEXT {
            assert_eq!(home.run(question).text(), *expected, "{question}");
        }
        let answer = home.run("find 8 1=1 2=7 --json --limit 1").json();
        let expected = json!([{"n": 8, "rank": 3, "queens": [1, 7, 4, 6, 8, 2, 5, 3]}]);
        assert!(has(&answer.into(), &expected));
        let unranked = home.run("find 8 1=1 --json --no-ranks --limit 1").json();
        assert_eq!(unranked[0]["rank"], Value::Null);
        let count = json!([{"n": 8, "squares": ["1=1", "8!=4"], "solutions": 3}]);
        assert_eq!(Value::from(home.run("find 8 1=1 8!=4 --count --json").json()), count);
        let boards = home.run("find 8 1=1 2=7 --format board");
        assert!(boards.text().starts_with("rank 3: 1 7 4 6 8 2 5 3\n┌"), "{boards:#?}");
        let boards = home.run("find 8 1=1 2=7 --format board --no-ranks --ascii");
        assert!(boards.text().starts_with("match 1: 1 7 4 6 8 2 5 3\n+"), "{boards:#?}");
    }
}

#[test]
fn none_is_an_answer() {
    for home in [Home::new(), Home::with("3 8")] {
        // A column or a row with two queens, queens that attack each other, a column without any.
        let without_any = (1..=8).map(|row| format!("4!={row}")).collect::<Vec<_>>().join(" ");
        let squares =
            ["3=5 3=6", "3=5 4=5", "1=1 2=2", "1=1 1!=1", "1=1 2=3 3=5 4=2", &without_any];
        for squares in squares {
            for option in ["", "--format svg", "--format board", "--json"] {
                let answer = home.run(&format!("find 8 {squares} {option}"));
                answer.says(&["nqdb: no solution of N = 8 has these queens"]);
                assert_eq!(answer.succeeded().is_empty(), option != "--format svg", "{answer:#?}");
            }
            assert_eq!(home.run(&format!("find 8 {squares} --count")).text(), "0\n");
        }
        let answer = home.run("find 3 --format csv");
        answer.says(&["no solution of N = 3"]);
        assert_eq!(answer.succeeded(), "rank,queens\n");
    }
}

/// Questions without an answer: the exit code, and what the reason mentions.
const MISTAKES: &[(&str, i32, &[&str])] = &[
    ("find 8 9=1", 2, &["column 9, row 1 is no square of the board N = 8", "from 1 to 8"]),
    ("find 8 1=9", 2, &["column 1, row 9 is no square of the board N = 8"]),
    ("find 8 0=1", 2, &["column 0, row 1 is no square"]),
    ("find 8 1!=0", 2, &["column 1, row 0 is no square"]),
    ("find 8 1=1 300=1", 2, &["column 300"]),
    ("find 8 1=99999999999999999999", 2, &["a square such as 3=5", "99999999999999999999"]),
    ("find 8 3==5", 2, &["a square such as 3=5", "3!=5", "got \"3==5\""]),
    ("find 8 3<>5", 2, &["a square such as 3=5", "got \"3<>5\""]),
    ("find 8 3!5", 2, &["got \"3!5\""]),
    ("find 8 a=1", 2, &["got \"a=1\""]),
    ("find 8 a1", 2, &["got \"a1\""]),
    ("find 8 3", 2, &["got \"3\""]),
    ("find 8 3=", 2, &["got \"3=\""]),
    ("find 8 =3", 2, &["got \"=3\""]),
    ("find 8 +3=1", 2, &["got \"+3=1\""]),
    ("find 8 1=1=1", 2, &["got \"1=1=1\""]),
    ("find 8 3≠5", 2, &["got \"3≠5\""]),
    ("find 8 '3 = 5'", 2, &["got \"3\""]),
    ("find 0 1=1", 2, &["from 1 to 64, got 0"]),
    ("find 65 1=1", 2, &["from 1 to 64, got 65"]),
    ("find 1=1", 2, &["from 1 to 64, got 1=1"]),
    ("find", 2, &["<N>"]),
    ("find 8 1=1 --limit -1", 2, &["-1"]),
    ("find 8 1=1 --count --limit 3", 2, &["--limit"]),
    ("find 8 1=1 --count --format csv", 2, &["--format"]),
    ("find 8 1=1 --ascii", 2, &["--ascii"]),
    ("find 28 --count", 1, &["N = 28 is not known"]),
    ("find 22 11=11 --count --time-limit 0.05", 1, &["no answer within 0.1 s"]),
    ("find 64 --time-limit 0.05", 1, &["no answer within 0.1 s"]),
    ("find 30 3=1 --limit 1 --json --time-limit 0.1", 1, &["has no tables", "--no-ranks"]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    assert!(home.run("find --help").text().contains("Usage: nqdb find"));
    for &(question, code, reason) in MISTAKES {
        home.run(question).failed(code, reason);
    }
    assert!(home.files().is_empty());
}
