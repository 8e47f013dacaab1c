//! Completions of random partial boards, with every kernel and both engines.

use super::{matching, texts};
use nqdb::internal::kernel::Kernel;
use nqdb::{
    Canonical, Condition, Conditions, Invalid, Permutation, Solution, Symmetry,
    placement::Placement, random::Dice, search::count_matching, watch::NoWatch,
};
use nqdb_completion::{
    CompletionError, Contradiction, Engine, PartialBoard, complete, completions, completions_with,
    for_each_completion,
};
use nqdb_papers::{Method, Task, solve};
use nqdb_test_support::twin::{Twin, size};
use nqdb_test_support::watch::Ticks;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn partial(n: u64, conditions: &[Condition]) -> PartialBoard {
    let mut partial = PartialBoard::new(n as usize).unwrap();
    conditions.iter().for_each(|&condition| partial.add(condition).unwrap());
    partial
}

/// All engines and kernels that support a partial board.
fn ways(partial: &PartialBoard) -> Vec<(Engine, Kernel)> {
    let engines = [Engine::Words, Engine::Counters];
    let engines =
        engines.into_iter().filter(|engine| partial.n() <= 64 || *engine == Engine::Counters);
    engines.flat_map(|e| Kernel::available().into_iter().map(move |k| (e, k))).collect()
}

/// Any condition on a board.
fn condition(n: u64) -> impl Strategy<Value = Condition> {
    let last = n as i64 - 1;
    let square = || (1..=n, 1..=n);
    prop_oneof![
        2 => square().prop_map(|(column, row)| Condition::Queen { column, row }),
        4 => square().prop_map(|(column, row)| Condition::NoQueen { column, row }),
        1 => (2..=2 * n).prop_map(Condition::NoQueenOnSum),
        1 => (-last..=last).prop_map(Condition::NoQueenOnDifference),
    ]
}

/// Arbitrary conditions, or conditions that a solution meets, on boards up to N = 9.
fn small() -> impl Strategy<Value = (u64, Vec<Condition>)> {
    let free = (1..=9u64).prop_flat_map(|n| (Just(n), prop::collection::vec(condition(n), 0..8)));
    let met = (4..=9u64, any::<prop::sample::Index>()).prop_flat_map(|(n, chosen)| {
        let solution = *chosen.get(&Twin::of(size(n)).solutions);
        let columns = prop::collection::vec(1..=n, 0..4);
        let others = prop::collection::vec(condition(n), 0..30);
        (columns, others).prop_map(move |(columns, mut conditions)| {
            conditions.retain(|&condition| super::is_met(condition, solution.zero_based()));
            conditions.extend(columns.into_iter().map(|column| Condition::Queen {
                column,
                row: u64::from(solution.zero_based()[column as usize - 1]) + 1,
            }));
            (n, conditions)
        })
    });
    prop_oneof![free, met]
}

proptest! {
    #[test]
    fn completions_are_those_of_brute_force((n, conditions) in small(), seed: u64) {
        let partial = partial(n, &conditions);
        let expected = matching(n, &conditions);
        for engine in [Engine::Words, Engine::Counters] {
            let mut orders = BTreeSet::new();
            for kernel in Kernel::available() {
                let found =
                    completions_with(kernel, engine, &partial, usize::MAX, seed, &NoWatch).unwrap();
                let mut found = texts(&found);
                orders.insert(found.clone());
                found.sort();
                let mut expected = expected.clone();
                expected.sort();
                prop_assert_eq!(&found, &expected, "{:?} {:?}", engine, kernel);
            }
            prop_assert_eq!(orders.len(), 1, "the kernels differ in the order of {:?}", engine);
        }
        let some = complete(&partial, seed, &NoWatch).unwrap();
        prop_assert_eq!(some.is_some(), !expected.is_empty());
        if let Some(some) = some {
            prop_assert!(expected.contains(&some.to_string()));
        }
        let three = completions(&partial, 3, seed, &NoWatch).unwrap();
        let different: BTreeSet<String> = texts(&three).into_iter().collect();
        prop_assert_eq!(different.len(), expected.len().min(3));
        prop_assert!(different.iter().all(|text| expected.contains(text)));
        // Conditions are displayed in the notation that is parsed.
        let written: Vec<String> = partial.conditions().map(|c| c.to_string()).collect();
        let read = PartialBoard::parse(n as usize, &written).unwrap();
        prop_assert_eq!(&read, &partial);
        // `Conditions` are met by as many solutions.
        let conditions = Conditions::new(size(n), conditions).unwrap();
        prop_assert_eq!(count_matching(&conditions, &NoWatch).unwrap(), expected.len() as u64);
    }

    /// The completions of an image are the images of the completions, and all images have one canonical form.
    #[test]
    fn images_of_conditions((n, conditions) in small()) {
        let partial = partial(n, &conditions);
        let of = |partial: &PartialBoard| -> BTreeSet<Permutation> {
            let all = completions(partial, usize::MAX, 1, &NoWatch).unwrap();
            all.iter().map(|found| *found.solution().unwrap().permutation()).collect()
        };
        let found = of(&partial);
        let mut fixing = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = partial.image(symmetry);
            let images: BTreeSet<_> = found.iter().map(|found| symmetry.apply(found)).collect();
            prop_assert_eq!(of(&image), images, "{}", symmetry);
            prop_assert_eq!(&image.image(symmetry.inverse()), &partial, "{}", symmetry);
            prop_assert_eq!(image.canonical(), partial.canonical(), "{}", symmetry);
            prop_assert!(partial.canonical() <= image);
            if image == partial {
                fixing.push(symmetry);
            }
        }
        prop_assert_eq!(partial.stabilizer().iter().collect::<Vec<_>>(), fixing);
        // With a queen in each column, the canonical form is the canonical representative.
        for found in found {
            let squares = (1..).zip(found.queens()).map(|(column, row)| format!("{column}={row}"));
            let full = PartialBoard::parse(n as usize, squares).unwrap().canonical();
            let representative = Canonical::of(&Solution::new(found).unwrap());
            prop_assert!(full.queens().map(|(_, row)| row).eq(representative.zero_based().iter().map(|&row| usize::from(row))));
        }
    }

    /// A contradiction is found exactly if two given queens attack each other or one is excluded.
    #[test]
    fn contradictions_are_named((n, conditions) in small()) {
        let queens: BTreeSet<(i64, i64)> = conditions.iter().filter_map(|&c| match c {
            Condition::Queen { column, row } => Some((column as i64, row as i64)),
            _ => None,
        }).collect();
        let attack = |a: &(i64, i64), b: &(i64, i64)| {
            let (x, y) = (a.0 - b.0, a.1 - b.1);
            a != b && (x == 0 || y == 0 || x.abs() == y.abs())
        };
        let is_excluded = |&(column, row): &(i64, i64)| conditions.iter().any(|&c| match c {
            Condition::Queen { .. } => false,
            Condition::NoQueen { column: x, row: y } => (x as i64, y as i64) == (column, row),
            Condition::NoQueenOnSum(sum) => sum as i64 == column + row,
            Condition::NoQueenOnDifference(difference) => difference == column - row,
        });
        let square = |condition: Condition| match condition {
            Condition::Queen { column, row } => (column as i64, row as i64),
            other => panic!("{other} is not a queen"),
        };
        match partial(n, &conditions).contradiction() {
            Some(Contradiction::Attack { first, second }) => {
                let (first, second) = (square(first), square(second));
                prop_assert!(queens.contains(&first) && queens.contains(&second));
                prop_assert!(attack(&first, &second) && first < second);
            }
            Some(Contradiction::Excluded { queen }) => {
                prop_assert!(queens.contains(&square(queen)) && is_excluded(&square(queen)));
            }
            Some(other) => prop_assert!(false, "{:?}", other),
            None => {
                prop_assert!(!queens.iter().any(is_excluded));
                prop_assert!(!queens.iter().any(|a| queens.iter().any(|b| attack(a, b))));
            }
        }
    }

    /// On larger boards the kernels agree and find only completions.
    #[test]
    fn kernels_agree_on_larger_boards(
        n in prop_oneof![10..=70u64, Just(63), Just(64), Just(65), Just(128)],
        queens in 0..60u64,
        squares in 0..100u64,
        seed: u64,
    ) {
        let partial = random_board(n, queens, squares, seed);
        for engine in [Engine::Words, Engine::Counters] {
            let ways = ways(&partial);
            let answers: Vec<Vec<Placement>> = ways
                .into_iter()
                .filter(|way| way.0 == engine)
                .map(|(_, kernel)| {
                    completions_with(kernel, engine, &partial, 3, seed, &NoWatch).unwrap()
                })
                .collect();
            prop_assert!(answers.iter().all(|answer| *answer == answers[0]), "{:?}", engine);
            prop_assert!(answers.iter().flatten().all(|found| meets(found, &partial)));
        }
    }
}

/// Random queens that do not attack each other, at most `queens`, and excluded squares.
fn random_board(n: u64, queens: u64, squares: u64, seed: u64) -> PartialBoard {
    let mut dice = Dice::new(seed);
    let mut given: Vec<(u64, u64)> = Vec::new();
    for _ in 0..queens {
        let (column, row) = (1 + dice.below(n), 1 + dice.below(n));
        let is_safe = given
            .iter()
            .all(|&(x, y)| x != column && y != row && x.abs_diff(column) != y.abs_diff(row));
        if is_safe && (given.len() as u64) < n / 2 {
            given.push((column, row));
        }
    }
    let given = given.into_iter().map(|(column, row)| Condition::Queen { column, row });
    let mut partial = partial(n, &given.collect::<Vec<_>>());
    for _ in 0..squares {
        let (column, row) = (1 + dice.below(n), 1 + dice.below(n));
        partial.add(Condition::NoQueen { column, row }).unwrap();
    }
    partial
}

/// Whether no two queens attack each other and all conditions are met, by their definitions.
fn meets(found: &Placement, partial: &PartialBoard) -> bool {
    let queens: Vec<(i64, i64)> = (1..).zip(found.queens().map(i64::from)).collect();
    let attack = |(x, y): (i64, i64), (u, v): (i64, i64)| y == v || (x - u).abs() == (y - v).abs();
    let is_solution = queens.len() == partial.n()
        && (0..queens.len()).all(|j| (0..j).all(|i| !attack(queens[i], queens[j])));
    is_solution
        && partial.conditions().all(|condition| match condition {
            Condition::Queen { column, row } => queens.contains(&(column as i64, row as i64)),
            Condition::NoQueen { column, row } => !queens.contains(&(column as i64, row as i64)),
            Condition::NoQueenOnSum(sum) => queens.iter().all(|(c, r)| c + r != sum as i64),
            Condition::NoQueenOnDifference(d) => queens.iter().all(|(c, r)| c - r != d),
        })
}

/// Both engines find the same completions if they exhaust the tree.
#[test]
fn both_engines_prove_the_same() {
    for (n, text) in
        [(20, "1=1 2=3 3=5 4=2 5=4"), (16, "1=1 2=3 3=5 4=7 16!=2"), (14, "c-r!=0 7=1 1=5")]
    {
        let partial = PartialBoard::parse(n as usize, [text]).unwrap();
        let found = ways(&partial).into_iter().map(|(engine, kernel)| {
            let found =
                completions_with(kernel, engine, &partial, usize::MAX, 1, &NoWatch).unwrap();
            texts(&found).into_iter().collect::<BTreeSet<String>>()
        });
        let found: Vec<BTreeSet<String>> = found.collect();
        assert!(found.iter().all(|set| *set == found[0]), "N = {n}");
        assert!(!found[0].is_empty(), "N = {n}");
        // `nqdb count 20 1=1 2=3 3=5 4=2 5=4` is 28.
        assert!(n != 20 || found[0].len() == 28);
    }
}

#[test]
fn boards_of_every_size_are_completed() {
    for n in [1, 4, 5, 6, 31, 63, 64, 65, 66, 100, 127, 500] {
        let empty = PartialBoard::new(n as usize).unwrap();
        for seed in 0..3 {
            let found = complete(&empty, seed, &NoWatch).unwrap().unwrap();
            assert!(meets(&found, &empty), "N = {n}: {found}");
        }
    }
    for n in [2, 3] {
        let empty = PartialBoard::new(n as usize).unwrap();
        assert_eq!(completions(&empty, 2, 1, &NoWatch), Ok(Vec::new()), "N = {n}");
    }
    let only = Placement::new(vec![0]).unwrap();
    let one = PartialBoard::new(1).unwrap();
    assert_eq!(completions(&one, 2, 1, &NoWatch), Ok(vec![only]));
    let nothing = PartialBoard::parse(1, ["1!=1"]).unwrap();
    assert_eq!(complete(&nothing, 1, &NoWatch), Ok(None));
    for n in [0, 10_001, u64::MAX] {
        assert_eq!(
            PartialBoard::new(n as usize),
            Err(CompletionError::BoardSize { got: n.to_string() })
        );
    }
}

/// The largest board with all but a few queens of a solution.
#[test]
fn the_largest_board_is_completed() {
    let n = PartialBoard::LARGEST as u64;
    let task = Task { method: Method::Construct, n: n as usize, seed: 0, steps: None };
    let solution = solve(&task, &NoWatch).unwrap().placement;
    let mut partial = PartialBoard::new(n as usize).unwrap();
    for (column, row) in (1..).zip(solution.queens()).filter(|(column, _)| column % 250 != 0) {
        partial.add(Condition::Queen { column, row: row.into() }).unwrap();
    }
    let found = complete(&partial, 1, &NoWatch).unwrap().expect("the solution is one");
    assert_eq!(found.n() as u64, n);
    assert!(partial.is_met_by(&found) && partial.is_met_by(&solution));
}

#[test]
fn the_same_seed_gives_the_same_completion() {
    for n in [30, 64, 65, 80] {
        let empty = PartialBoard::new(n as usize).unwrap();
        let seeds =
            (0..20).map(|seed| complete(&empty, seed, &NoWatch).unwrap().unwrap().to_string());
        let (once, again): (Vec<_>, Vec<_>) = (seeds.clone().collect(), seeds.collect());
        assert_eq!(once, again);
        assert_eq!(
            once.iter().collect::<BTreeSet<_>>().len(),
            once.len(),
            "other seeds, other ones"
        );
    }
}

#[test]
fn completions_come_one_by_one() {
    let eight = PartialBoard::new(8).unwrap();
    let mut seen = BTreeSet::new();
    let end = for_each_completion(&eight, 1, &NoWatch, |found| {
        assert!(seen.insert(found.to_string()), "{found} is repeated");
        ControlFlow::Continue(())
    });
    assert_eq!((end, seen.len()), (Ok(ControlFlow::Continue(())), 92));
    let mut number = 0;
    let end = for_each_completion(&eight, 1, &NoWatch, |_| {
        number += 1;
        if number == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end, number), (Ok(ControlFlow::Break(())), 5));
    assert_eq!(completions(&eight, 0, 1, &NoWatch), Ok(vec![]));
}

#[test]
fn contradictions_have_a_reason() {
    for (conditions, reason) in [
        ("3=5 3=6", "the given queens 3=5 and 3=6 attack each other"),
        ("3=5 4=5", "the given queens 3=5 and 4=5 attack each other"),
        ("8=8 1=1", "the given queens 1=1 and 8=8 attack each other"),
        ("1=4 2=8 4=1", "the given queens 1=4 and 4=1 attack each other"),
        ("1=1 1!=1", "the given queen 1=1 is on an excluded square"),
        ("3=5 c+r!=8", "the given queen 3=5 is on an excluded square"),
        ("3=5 c-r!=-2", "the given queen 3=5 is on an excluded square"),
    ] {
        let partial = PartialBoard::parse(8, [conditions]).unwrap();
        assert_eq!(partial.contradiction().unwrap().to_string(), reason);
        for (engine, kernel) in ways(&partial) {
            assert_eq!(completions_with(kernel, engine, &partial, 9, 1, &NoWatch), Ok(vec![]));
        }
    }
    // A repeated queen is not a contradiction, and a partial board without completions need not have one.
    let twice = PartialBoard::parse(8, ["1=1 1=1", "2!=2"]).unwrap();
    assert_eq!(twice.contradiction(), None);
    assert_eq!(completions(&twice, 99, 1, &NoWatch).unwrap().len(), 4);
    let hopeless = PartialBoard::parse(8, ["1=1 2=3 3=5 4=2"]).unwrap();
    assert_eq!(hopeless.contradiction(), None);
    assert_eq!(complete(&hopeless, 1, &NoWatch), Ok(None));
}

/// On N = 40, 39 of the 79 diagonals of one direction are left: too few for 40 queens. The quadratic bound refutes
/// this; a search alone takes far too long.
#[test]
fn too_few_diagonals_are_refuted() {
    for direction in ["+", "-"] {
        let (first, last) = if direction == "+" { (2, 80) } else { (-39, 39) };
        let excluded = (first..first + 20).chain(last - 19..=last);
        let excluded: Vec<String> = excluded.map(|line| format!("c{direction}r!={line}")).collect();
        let partial = PartialBoard::parse(40, &excluded).unwrap();
        assert_eq!(complete(&partial, 1, &NoWatch), Ok(None), "c{direction}r");
    }
}

#[test]
fn wrong_conditions_are_errors() {
    for (n, text, error) in [
        (8, "9=1", Invalid::SquareOutside { n: 8, column: 9, row: 1 }),
        (8, "1!=0", Invalid::SquareOutside { n: 8, column: 1, row: 0 }),
        (8, "c+r!=1", Invalid::SumOutside { n: 8, got: 1 }),
        (8, "c+r!=17", Invalid::SumOutside { n: 8, got: 17 }),
        (8, "c-r!=-8", Invalid::DifferenceOutside { n: 8, got: -8 }),
        (100, "101=1", Invalid::SquareOutside { n: 100, column: 101, row: 1 }),
        (8, "c-r=3", Invalid::Condition { got: "c-r=3".to_owned() }),
        (8, "", Invalid::Condition { got: String::new() }),
    ] {
        assert_eq!(
            PartialBoard::parse(n as usize, [text]),
            Err(CompletionError::Invalid(error)),
            "{text}"
        );
    }
}

/// A board that no engine completes within the ticks of the test.
fn hard(n: u64) -> PartialBoard {
    let mut partial = PartialBoard::new(n as usize).unwrap();
    let mut dice = Dice::new(1);
    for (column, row) in (1..=n).flat_map(|column| (1..=n).map(move |row| (column, row))) {
        if dice.below(100) < 88 {
            partial.add(Condition::NoQueen { column, row }).unwrap();
        }
    }
    partial
}

#[test]
fn a_watch_stops_the_search() {
    let eight = PartialBoard::new(8).unwrap();
    let Err(CompletionError::Stopped { progress }) = complete(&eight, 1, &Ticks::until(1)) else {
        panic!("stopped at once");
    };
    assert_eq!((progress.n, progress.done), (Some(8), 0));
    for engine in [Engine::Words, Engine::Counters] {
        let kernel = Kernel::best();
        let stopped = completions_with(kernel, engine, &hard(64), 1, 1, &Ticks::until(3));
        let Err(error @ CompletionError::Stopped { progress }) = stopped else {
            panic!("{engine:?}: {stopped:?}");
        };
        assert!(progress.done > 10_000, "{engine:?}: {progress:?}");
        let message = error.to_string();
        assert!(message.starts_with("stopped while completing N = 64: "), "{message}");
    }
    assert_eq!(complete(&eight, 1, &Ticks::until(1)).unwrap_err().to_string().lines().count(), 1);
}
