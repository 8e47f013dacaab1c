//! Solutions and orbits with given properties, compared with the definitions on every tier, from any rank on.

use nqdb::{
    Board, Canonical, Conditions, Database, Error, OrbitId, Properties, Rank, Result, Selection,
    Solution, Subgroup, Symmetry,
    counts::known_symmetric_counts,
    random::{Dice, Pool},
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::{Twin, size};
use std::sync::Arc;
use tempfile::TempDir;

/// Whether all diagonals are distinct modulo N.
fn is_toroidal(solution: &Solution) -> bool {
    let n = solution.n().get();
    let distinct = |diagonal: &dyn Fn(usize, usize) -> usize| {
        let rows = solution.zero_based().iter().enumerate();
        let mut seen: Vec<usize> = rows.map(|(c, &r)| diagonal(c, r.into()) % n).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() == n
    };
    distinct(&|column, row| column + row) && distinct(&|column, row| n + column - row)
}

/// Whether no three queens form a triangle of area 0.
fn has_no_three_in_line(solution: &Solution) -> bool {
    let queens: Vec<(i32, i32)> =
        (0..).zip(solution.zero_based().iter().map(|&r| r.into())).collect();
    let area = |a: (i32, i32), b: (i32, i32), c: (i32, i32)| {
        (b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)
    };
    queens.iter().enumerate().all(|(i, &a)| {
        let later = || queens[i + 1..].iter().copied();
        later().all(|b| later().all(|c| b == c || area(a, b, c) != 0))
    })
}

/// Whether no two queens are a knight's move apart.
fn has_superqueens(solution: &Solution) -> bool {
    let rows = solution.zero_based();
    let steps = |columns: usize| rows.windows(columns + 1).map(move |w| w[0].abs_diff(w[columns]));
    steps(1).all(|step| step != 2) && steps(2).all(|step| step != 1)
}

/// The names of the symmetries that fix a solution.
fn stabilizer(solution: &Solution) -> String {
    let fixing = Symmetry::ALL.iter().filter(|s| s.apply(solution) == *solution.permutation());
    fixing.map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(" ")
}

type Holds = fn(&Solution) -> bool;

fn group(symmetries: &str) -> Subgroup {
    symmetries.parse().unwrap()
}

/// Properties and their definitions.
fn selections() -> [(Properties, Holds); 14] {
    let any = Properties::default();
    let half_turns = Properties { fixed_by: group("rotate-180"), ..any };
    let toroidal = Properties { toroidal: true, ..any };
    let fixed_by = |symmetry| Properties { fixed_by: group(symmetry), ..any };
    let stabilized_by = |names| Properties { stabilizer: Some(group(names)), ..any };
    [
        (toroidal, is_toroidal),
        (Properties { no_three_in_line: true, ..any }, has_no_three_in_line),
        (Properties { superqueen: true, ..any }, has_superqueens),
        (fixed_by("rotate-90"), |s| stabilizer(s).contains("rotate-90")),
        (half_turns, |s| stabilizer(s).contains("rotate-180")),
        (fixed_by("identity"), |_| true),
        (fixed_by("po2"), |s| stabilizer(s).contains("flip-diagonal")),
        (stabilized_by("po1"), |s| stabilizer(s) == "identity"),
        (stabilized_by("po1,po7"), |s| stabilizer(s) == "identity rotate-180"),
        (stabilized_by("po1 po6 po7 po8"), |s| {
            stabilizer(s) == "identity rotate-90 rotate-180 rotate-270"
        }),
        (Properties { no_three_in_line: true, ..toroidal }, |s| {
            is_toroidal(s) && has_no_three_in_line(s)
        }),
        (Properties { toroidal: true, ..half_turns }, |s| {
            is_toroidal(s) && stabilizer(s) != "identity"
        }),
        (Properties { superqueen: true, ..half_turns }, |s| {
            has_superqueens(s) && stabilizer(s) != "identity"
        }),
        (Properties { fixed_by: group("po7"), ..stabilized_by("po1") }, |_| false),
    ]
}

/// The solutions with a property, with their 1-based places in the list.
fn chosen(all: &[Solution], holds: Holds) -> Vec<(u64, Solution)> {
    (1..).zip(all.iter().copied()).filter(|(_, solution)| holds(solution)).collect()
}

/// Compares the solutions and orbits with these properties from this rank or orbit id on, and the numbers that are known.
fn check_from(
    board: &Board,
    properties: &Properties,
    from: (Rank, OrbitId),
    solutions: &[(u64, Solution)],
    representatives: &[(u64, Solution)],
) -> Result<()> {
    let what = format!("N = {}, {} from {from:?}: {properties:?}", board.n(), board.tier());
    let from_on = |all: &[(u64, Solution)], from| {
        let first = all.partition_point(|(number, _)| *number < from);
        all[first..].to_vec()
    };
    let found: Vec<_> =
        board.select(Selection::with(board.n(), *properties), from.0)?.collect::<Result<_>>()?;
    let found = found.into_iter().map(|(rank, solution)| (rank.map(Rank::get), solution));
    check_numbered(found, from_on(solutions, from.0.get()), &what);
    let found: Vec<_> = board.select_orbits(properties, from.1)?.collect::<Result<_>>()?;
    let found = found.into_iter().map(|(id, orbit)| (id.map(OrbitId::get), *orbit));
    check_numbered(found, from_on(representatives, from.1.get()), &what);
    Ok(())
}

/// Compares items, and the numbers of those that have one.
fn check_numbered(
    found: impl Iterator<Item = (Option<u64>, Solution)>,
    expected: Vec<(u64, Solution)>,
    what: &str,
) {
    let is_right = |found: (Option<u64>, Solution), expected: (u64, Solution)| {
        found.1 == expected.1 && found.0.is_none_or(|number| number == expected.0)
    };
    let found: Vec<_> = found.collect();
    assert_eq!(found.len(), expected.len(), "{what}");
    assert!(found.into_iter().zip(expected).all(|(one, other)| is_right(one, other)), "{what}");
}

/// What no solution can have is not searched for.
#[test]
fn impossible_symmetries_end_at_once() -> Result<()> {
    let database = Database::without_file();
    let any = Properties::default();
    for (n, properties) in [
        (64, Properties { fixed_by: group("po2"), ..any }),
        (64, Properties { stabilizer: Some(group("po1 po4")), ..any }),
        (
            64,
            Properties { fixed_by: group("rotate-90"), stabilizer: Some(group("po1,po7")), ..any },
        ),
        (63, Properties { fixed_by: group("rotate-90"), ..any }),
    ] {
        let board = database.board(size(n))?;
        assert!(
            board.select(Selection::with(board.n(), properties), Rank::FIRST)?.next().is_none(),
            "{properties:?}"
        );
        assert!(board.select_orbits(&properties, OrbitId::FIRST)?.next().is_none());
    }
    Ok(())
}

#[test]
fn selections_are_those_of_the_definitions() -> Result<()> {
    let directory = TempDir::new().unwrap();
    let mut databases = vec![Database::without_file()];
    for tier in [BuildTier::Stored, BuildTier::Indexed] {
        let path = directory.path().join(format!("{tier:?}.db"));
        for n in [11, 12] {
            let options = BuildOptions { tier: Some(tier), ..BuildOptions::default() };
            build(&path, size(n), options, Arc::new(NoWatch))?;
        }
        databases.push(Database::open(path)?);
    }
    // A search begins at a solution of the board.
    let toroidal = Properties { toroidal: true, ..Properties::default() };
    let beyond = databases[0]
        .board(size(11))?
        .select(Selection::with(size(11), toroidal), Rank::new(2681)?)
        .err();
    assert!(matches!(beyond, Some(Error::RankBeyondLast { len: 2680, .. })), "{beyond:?}");
    for n in [1, 2, 4, 5, 7, 11, 12].map(size) {
        let boards = databases.iter().map(|database| database.board(n));
        let (boards, twin) = (boards.collect::<Result<Vec<_>>>()?, Twin::of(n));
        let [last, last_id] = [&twin.solutions, &twin.representatives].map(|all| all.len() as u64);
        for (properties, holds) in selections() {
            let solutions = chosen(&twin.solutions, holds);
            let representatives = chosen(&twin.representatives, holds);
            // The search begins in the middle of a prefix that the properties may exclude.
            for from in [1, 2, 1000, 1780, 7101, last].into_iter().step_by(one_in(2)) {
                let from = (
                    Rank::new(from.clamp(1, last.max(1)))?,
                    OrbitId::new(from.clamp(1, last_id.max(1)))?,
                );
                for board in &boards {
                    check_from(board, &properties, from, &solutions, &representatives)?;
                }
            }
        }
    }
    Ok(())
}

/// The numbers of solutions and of orbits with these properties, by a search.
fn counted(n: usize, properties: &Properties) -> Result<(u64, u64)> {
    let board = Database::without_file().board(size(n))?;
    let solutions: Result<Vec<_>> =
        board.select(Selection::with(board.n(), *properties), Rank::FIRST)?.collect();
    let orbits: Result<Vec<_>> = board.select_orbits(properties, OrbitId::FIRST)?.collect();
    Ok((solutions?.len() as u64, orbits?.len() as u64))
}

/// Sequences of the OEIS, from N = 1 on: solutions with some symmetry, and orbits without any.
#[test]
fn published_numbers_of_symmetries_are_those_of_the_oeis_and_of_a_search() -> Result<()> {
    let any = Properties::default();
    let [half_turns, quarter_turns] = ["half_turn", "quarter_turn"]
        .map(|column| rows("counts.csv").iter().map(|row| row.get(column)).collect::<Vec<u64>>());
    // A260320
    let orbits: &[u64] = &[
        0, 0, 0, 0, 1, 0, 4, 11, 42, 89, 329, 1765, 9197, 45647, 284743, 1846189, 11975869,
        83259065, 621001708, 4878630533,
    ];
    let cases: [(Properties, bool, &[u64]); 3] = [
        (Properties { fixed_by: group("rotate-180"), ..any }, false, &half_turns),
        (Properties { fixed_by: group("rotate-90"), ..any }, false, &quarter_turns),
        (Properties { stabilizer: Some(group("po1")), ..any }, true, orbits),
    ];
    for (properties, of_orbits, numbers) in cases {
        let chosen = |(solutions, orbits)| if of_orbits { orbits } else { solutions };
        for (n, &number) in (1..).zip(numbers) {
            let known = known_symmetric_counts(size(n), &properties);
            assert!(known.is_some() || n == 1);
            assert!(known.is_none_or(|known| chosen(known) == number), "N = {n}: {properties:?}");
            if n <= 12 {
                assert_eq!(chosen(counted(n, &properties)?), number, "N = {n}: {properties:?}");
            }
        }
    }
    // Beyond N = 27; without symmetry they are unknown there.
    let [(half, ..), (quarter, ..), (none, ..)] = cases;
    let exactly_half = Properties { stabilizer: Some(group("po7")), ..any };
    for row in rows("symmetric_counts.csv") {
        let [n, turned] = ["n", "quarter_turn"].map(|column| row.get::<u64>(column));
        let known = |properties| known_symmetric_counts(size(n), &properties);
        // Ahrens (1910).
        assert_eq!((turned == 0, turned % (1 << (n / 4))), (n % 4 > 1, 0), "N = {n}");
        assert_eq!(known(quarter), Some((turned, turned / 2)), "N = {n}");
        let flipped = Properties { fixed_by: group("po4"), ..any };
        assert_eq!((known(none), known(any), known(flipped)), (None, None, Some((0, 0))));
        let halves = row.get::<String>("half_turn").parse::<u64>().ok();
        assert_eq!(known(half).map(|(solutions, _)| solutions), halves, "N = {n}");
        let fours = halves.map(|halves| (halves - turned, (halves - turned) / 4));
        assert_eq!(known(exactly_half), fours, "N = {n}");
    }
    // Other properties have no published numbers.
    let toroidal = Properties { toroidal: true, fixed_by: group("po7"), ..any };
    assert_eq!(known_symmetric_counts(size(12), &toroidal), None);
    Ok(())
}

/// OEIS A007705 and A051906 (toroidal), A051223 (superqueens), and numbers of solutions and orbits on larger boards.
#[test]
fn selections_have_the_published_numbers() -> Result<()> {
    let any = Properties::default();
    let superqueens = Properties { superqueen: true, ..any };
    let toroidal = Properties { toroidal: true, ..any };
    let numbers = [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180];
    for (n, number) in (1..).zip(numbers) {
        assert_eq!(counted(n, &superqueens)?.0, number, "N = {n}");
    }
    for (n, number) in (1..).zip([1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524]) {
        assert_eq!(counted(n, &toroidal)?.0, number, "N = {n}");
    }
    // Sizes with a factor 2 or 3 have none, which takes no search.
    for n in [20, 27, 64] {
        assert_eq!(counted(n, &toroidal)?, (0, 0), "N = {n}");
    }
    let stabilized_by = |names| Properties { stabilizer: Some(group(names)), ..any };
    let fixed_by = |name| Properties { fixed_by: group(name), ..any };
    let three = Properties { no_three_in_line: true, ..any };
    assert_eq!(counted(12, &three)?.0, 410);
    assert_eq!(counted(12, &stabilized_by("po1,po7"))?.1, 18);
    assert_eq!(counted(12, &stabilized_by("rotate-90"))?.1, 4);
    assert_eq!(counted(16, &fixed_by("rotate-180"))?.0, 3000);
    assert_eq!(counted(20, &fixed_by("rotate-90"))?.0, 480);
    assert_eq!(counted(21, &fixed_by("rotate-90"))?.1, 352);
    Ok(())
}

/// Conditions and properties together select what both do: listed from any rank, counted, drawn, and square by square.
#[test]
fn conditions_and_properties_select_together() -> Result<()> {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("nqdb.db");
    for n in [8, 10] {
        build(&file, size(n), BuildOptions::default(), NoWatch)?;
    }
    let stored = Database::open(&file)?;
    let squares = ["", "1=3", "2!=4 3!=1", "c+r!=5", "1=1 2=3"];
    // All draws without repetition, in order.
    let drawn = |pool: &Pool| -> Result<Vec<Solution>> {
        let drawn = pool.distinct(7).map(|drawn| Ok(drawn?.solution));
        let mut drawn: Vec<_> = drawn.collect::<Result<_>>()?;
        drawn.sort_unstable();
        Ok(drawn)
    };
    for (n, text) in (4..=10).flat_map(|n| squares.map(|text| (n, text))) {
        let all: &[Solution] = &Twin::of(size(n)).solutions;
        let conditions = Conditions::parse(size(n), [text].iter().filter(|text| !text.is_empty()))?;
        for (properties, holds) in selections() {
            let selection = Selection { conditions: conditions.clone(), properties };
            let what = format!("N = {n}, {text:?}, {properties:?}");
            let is_chosen =
                |solution: &Solution| conditions.are_met_by(solution) && holds(solution);
            let chosen = (1..).zip(all).filter(|(_, solution)| is_chosen(solution));
            let chosen: Vec<(u64, Solution)> = chosen.map(|(rank, &found)| (rank, found)).collect();
            for board in [stored.board(size(n))?, Database::without_file().board(size(n))?] {
                for from in [1, all.len() as u64 / 3 + 1] {
                    let rest = || chosen.iter().copied().filter(|(rank, _)| *rank >= from);
                    let found: Vec<_> =
                        board.select(&selection, Rank::new(from)?)?.collect::<Result<_>>()?;
                    let found = found.into_iter().map(|(rank, found)| (rank.map(Rank::get), found));
                    check_numbered(found, rest().collect(), &what);
                    let ranked = board.select_ranked(&selection, Rank::new(from)?)?;
                    let ranked: Vec<_> = ranked.collect::<Result<_>>()?;
                    let ranked =
                        ranked.into_iter().map(|(rank, found)| (rank.unwrap().get(), found));
                    assert!(ranked.eq(rest()), "{what} from {from}");
                }
                assert_eq!(board.count_selected(&selection)?, chosen.len() as u64, "{what}");
                let pool = board.pool(&selection)?;
                assert!(drawn(&pool)?.iter().eq(chosen.iter().map(|(_, found)| found)), "{what}");
                if text.is_empty() {
                    let is_first = |found: &&Solution| *Canonical::of(found) == **found;
                    let orbits = chosen.iter().map(|(_, found)| found).filter(is_first);
                    assert!(drawn(&board.orbit_pool(properties)?)?.iter().eq(orbits), "{what}");
                }
                let one = pool.draw(&mut Dice::new(n));
                assert_eq!(
                    one.is_ok_and(|one| is_chosen(&one.solution)),
                    !chosen.is_empty(),
                    "{what}"
                );
                let heatmap = board.heatmap(&selection)?;
                for (row, counts) in (0..).zip(heatmap.rows()) {
                    for (column, &count) in counts.iter().enumerate() {
                        let has_queen =
                            |found: &&(u64, Solution)| found.1.zero_based()[column] == row;
                        assert_eq!(chosen.iter().filter(has_queen).count() as u64, count, "{what}");
                    }
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_words_of_a_selection_are_separated_by_blanks_or_commas() {
    let n = size(7);
    let toroidal = Properties { toroidal: true, ..Properties::default() };
    let conditions = Conditions::parse(n, ["1=1"]).unwrap();
    let both = Selection { conditions, properties: toroidal };
    let spellings: &[&[&str]] = &[
        &["1=1 toroidal"],
        &["toroidal,1=1"],
        &["toroidal, 1=1"],
        &[" toroidal  1=1  "],
        &["1=1", "toroidal"],
        &["toroidal  ", "1=1"],
    ];
    for spelling in spellings {
        assert_eq!(Selection::parse(n, *spelling).as_ref(), Ok(&both), "{spelling:?}");
    }
    assert_eq!(Selection::parse(n, ["toroidal , "]), Ok(Selection::with(n, toroidal)));
    assert!(Selection::parse(n, ["toroidl"]).is_err());
}
