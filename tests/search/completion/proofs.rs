//! Proofs that a board has no completion: the oracle of a lexicographic search, parts for several threads, weights, and
//! sweeps by the vector search.

use nqdb::internal::kernel::Kernel;
use nqdb::internal::{End, Oracle, Parts, Search, Tuning, Weights, Words, has_match};
use nqdb::{Conditions, Solution, random::Dice, search::Solutions};
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::size;
use proptest::prelude::*;

/// Random conditions, and a prefix length.
fn conditions() -> impl Strategy<Value = (Conditions, usize)> {
    let squares = (4..=11u64).prop_flat_map(|n| {
        let line = 1..=n;
        let excluded = proptest::collection::vec((line.clone(), line.clone()), 0..12);
        (Just(n), excluded, proptest::option::of((line.clone(), line)), 1..=3usize)
    });
    squares.prop_map(|(n, excluded, given, depth)| {
        let excluded = excluded.iter().map(|(column, row)| format!("{column}!={row}"));
        let given = given.iter().map(|(column, row)| format!("{column}={row}"));
        let conditions: Vec<String> = excluded.chain(given).collect();
        (Conditions::parse(size(n), conditions).unwrap(), depth)
    })
}

/// The safe prefixes of a length that conditions allow, in ascending order.
fn prefixes(conditions: &Conditions, depth: usize) -> Vec<Vec<u8>> {
    let mut prefixes = vec![Vec::new()];
    for column in 0..depth {
        let longer = prefixes.iter().flat_map(|prefix: &Vec<u8>| {
            let safe = (0..conditions.n().get() as u8).filter(|&row| {
                let attacked = (0..).zip(prefix).any(|(other, &queen)| {
                    queen == row || usize::from(queen.abs_diff(row)) == column - other
                });
                !attacked && conditions.rows()[column] >> row & 1 == 1
            });
            safe.map(|row| [prefix.as_slice(), &[row]].concat()).collect::<Vec<_>>()
        });
        prefixes = longer.collect();
    }
    prefixes
}

proptest! {
    #[test]
    fn the_oracle_agrees_with_enumeration((conditions, depth) in conditions()) {
        let matching: Vec<_> =
            Solutions::new(conditions.n()).filter(|found| conditions.are_met_by(found)).collect();
        // One oracle for all prefixes, as in a search, and reduced conditions, as in `find`.
        let Some(reduced) = conditions.reduced() else {
            prop_assert!(matching.is_empty());
            return Ok(());
        };
        let mut oracle = Oracle::new(&reduced);
        for prefix in prefixes(&reduced, depth) {
            let expected = matching.iter().any(|found| found.zero_based().starts_with(&prefix));
            let completes = oracle.completes(&prefix, &mut |_| Ok(())).unwrap();
            prop_assert_eq!(completes, expected, "{:?} below {:?}", prefix, conditions);
        }
    }
}

/// The smallest number of parts.
const PARTS: usize = 64;

/// Searches all parts in turns of this many nodes. Returns a completion, if any part has one.
fn search(parts: &mut Parts, turn: u64) -> Option<Vec<u32>> {
    let mut found = None;
    while !parts.open().is_empty() {
        let run = |part: &mut Search<Words>| {
            part.run(Kernel::best(), turn, 1, &mut |_| Ok(())).unwrap() == End::Done
        };
        let are_done: Vec<bool> = parts.open().iter_mut().map(run).collect();
        found = parts.remove(are_done).or(found);
    }
    found
}

#[test]
fn the_parts_cover_the_board() {
    let (mut with, mut without, mut split) = (0, 0, 0);
    for n in 5..=11u64 {
        let solutions: Vec<Solution> = Solutions::new(size(n)).collect();
        let board = Words::from(&Conditions::any(size(n))).with_bound();
        let empty = board.here();
        let mut parts = Parts::new(board.clone(), Dice::new(n));
        for (first, second) in (0..n as u8).flat_map(|r| (0..n as u8).map(move |s| (r, s))) {
            if first.abs_diff(second) < 2 {
                continue;
            }
            let root = board.with_queen(&board.with_queen(&empty, 0, first), 1, second);
            parts.start(&root, &Weights::equal());
            split += u32::from(parts.open().len() >= PARTS);
            let found = search(&mut parts, 10);
            let expected = solutions.iter().any(|s| s.zero_based().starts_with(&[first, second]));
            assert_eq!(found.is_some(), expected, "N = {n}, {first} {second}");
            if let Some(found) = found {
                let found: Vec<u8> = found.iter().map(|&row| row as u8).collect();
                assert!(solutions.iter().any(|s| s.zero_based() == found), "N = {n}: {found:?}");
            }
            (with, without) = (with + u32::from(expected), without + u32::from(!expected));
        }
    }
    assert!(with > 100 && without > 10 && split > 0, "{with}, {without}, {split}");
}

#[test]
fn the_number_of_nodes_does_not_depend_on_the_turns() {
    let queens = "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 11=18 12=20 13=24";
    let board = board(34, queens);
    let nodes = [100, 1000, u64::MAX].map(|turn| {
        let mut parts = Parts::new(board.clone(), Dice::new(1));
        parts.start(&board.here(), &Weights::equal());
        assert!(parts.open().len() >= PARTS);
        assert_eq!(search(&mut parts, turn), None);
        parts.nodes()
    });
    assert!(nodes[0] > 10_000 && nodes.iter().all(|&other| other == nodes[0]), "{nodes:?}");
}

/// Boards whose first queens have no completion.
const QUICK: (usize, &str) = (28, "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6");
const SMALL: [(usize, &str); 2] = [
    (34, "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 11=18 12=20 13=24"),
    (36, "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 11=8 12=22 13=25"),
];
const LARGE: (usize, &str) = (34, "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 11=8");

fn board(n: usize, queens: &str) -> Words {
    let conditions = Conditions::parse(size(n), queens.split(' ')).unwrap();
    Words::from(&conditions).with_bound()
}

/// The number of nodes of a proof.
fn nodes(n: usize, queens: &str, weights: &Weights) -> u64 {
    let mut search = Search::new(board(n, queens), Dice::new(1));
    search.board.follow(weights);
    let end = search.run(Kernel::best(), u64::MAX, 1, &mut |_| Ok(()));
    assert_eq!((end.unwrap(), search.found.len()), (End::Done, 0), "N = {n}");
    search.nodes
}

#[test]
fn estimates_are_close_to_the_number_of_nodes() {
    for (n, queens) in [QUICK].into_iter().chain(SMALL).take(up_to(1, 3)) {
        let mut tuning = Tuning::new(Kernel::best(), &board(n, queens), n, Dice::new(1));
        for weights in Weights::shapes(n).step_by(20) {
            let estimate = tuning.estimate(&weights, up_to(1024, 4096), &mut |_| Ok(())).unwrap();
            let ratio = estimate / nodes(n, queens, &weights) as f64;
            assert!((0.5..2.0).contains(&ratio), "N = {n}: {ratio}");
        }
    }
}

#[test]
fn tuning_shortens_a_proof() {
    // From a million nodes on, all shapes are tried.
    let ((n, queens), effort) = up_to((SMALL[0], 1 << 15), (LARGE, 1 << 20));
    let mut tuning = Tuning::new(Kernel::best(), &board(n, queens), n, Dice::new(1));
    let before = Weights::equal();
    let is_better = tuning.improve(&before, Weights::equal(), effort, &mut |_| Ok(())).unwrap();
    let (before, after) = (nodes(n, queens, &before), nodes(n, queens, &tuning.best));
    assert!(is_better && 2 * after < before, "{before} nodes, then {after}");
}

#[test]
fn weights_stay_in_their_range() {
    let mut dice = Dice::new(1);
    for n in [4, 27, 64] {
        for mut weights in Weights::shapes(n) {
            for _ in 0..20 {
                let inverses = (0..128).map(|number| weights.inverse(number));
                assert!(inverses.clone().all(|inverse| (1.0..=256.0).contains(&inverse)));
                assert!(inverses.into_iter().any(|inverse| inverse == 1.0));
                weights = weights.varied(n, &mut dice);
            }
        }
    }
}

/// Whether queens in these rows of the first columns can be completed, by trying all rows of each column.
fn is_completable(conditions: &Conditions, rows: &mut Vec<usize>) -> bool {
    let column = rows.len();
    column == conditions.n().get()
        || (0..conditions.n().get()).any(|row| {
            let attacks = |(c, &r): (usize, &usize)| r == row || r.abs_diff(row) == column - c;
            if conditions.rows()[column] >> row & 1 == 0 || rows.iter().enumerate().any(attacks) {
                return false;
            }
            rows.push(row);
            let is_completed = is_completable(conditions, rows);
            rows.pop();
            is_completed
        })
}

#[test]
fn a_match_is_found_exactly_if_there_is_one() {
    let mut dice = Dice::new(1);
    let mut answers = [0; 2];
    for n in (5..=10).flat_map(|n| [n; 50]) {
        let mut conditions = Conditions::any(size(n));
        for (column, row) in (0..n as u8).flat_map(|c| (0..n as u8).map(move |r| (c, r))) {
            if dice.below(100) < 45 {
                conditions = conditions.without_queen(column.into(), row.into()).unwrap();
            }
        }
        let is_matched = is_completable(&conditions, &mut Vec::new());
        assert_eq!(has_match(&conditions, &mut || true), Some(is_matched), "{conditions:?}");
        answers[usize::from(is_matched)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
    let any = Conditions::any(size(20));
    assert_eq!(has_match(&any, &mut || true), Some(true));
    assert_eq!(has_match(&any, &mut || false), None);
}
