//! Inc, Del, Mov and signatures agree with the examples of Zhang & Zhang 2011 and with their definitions.

use super::signatures::{alternating, literal_list, literal_signature, signature_by_coordinates};
use nqdb::{
    BoardSize, Database, Invalid, Permutation, Solution, Symmetry,
    search::Representatives,
    signature::{Signature, Triple},
};
use nqdb_papers::{Gap, Operation, OperationError, QueenAt};
use nqdb_test_support::fixtures::{Row, rows};
use nqdb_test_support::mistakes::check_text;
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::{least, size};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::str::FromStr;

fn inc(p: &Permutation, gap: Gap) -> Result<Permutation, OperationError> {
    Operation::Inc(gap).apply(p)
}

fn del(p: &Permutation, queen: QueenAt) -> Result<Permutation, OperationError> {
    Operation::Del(queen).apply(p)
}

fn mov(p: &Permutation, queen: QueenAt, gap: Gap) -> Result<Permutation, OperationError> {
    Operation::Mov(queen, gap).apply(p)
}

/// The image po(f) of an operation f under a symmetry po of the board.
fn image(operation: Operation, symmetry: Symmetry, n: BoardSize) -> Operation {
    let gap = |gap: Gap| {
        let lines = (gap.column, gap.row);
        let (column, row) = symmetry.image_of_pair(lines, |lines| n.get() as u8 - lines);
        Gap { row, column }
    };
    let queen = |queen: QueenAt| {
        let (column, row) = symmetry.image_of_square(n, (queen.column.into(), queen.row.into()));
        QueenAt { row: row as u8, column: column as u8 }
    };
    match operation {
        Operation::Inc(new) => Operation::Inc(gap(new)),
        Operation::Del(old) => Operation::Del(queen(old)),
        Operation::Mov(old, new) => Operation::Mov(queen(old), gap(new)),
        Operation::Symmetry(other) => {
            Operation::Symmetry(symmetry.inverse().then(other).then(symmetry))
        }
    }
}

/// A permutation up to N = 64 with one of its queens and one of its gaps.
fn board() -> impl Strategy<Value = (Permutation, QueenAt, Gap)> {
    (permutation(64), any::<[prop::sample::Index; 3]>()).prop_map(|(p, [queen, row, column])| {
        let n = p.n().get();
        let half = |index: prop::sample::Index| index.index(n + 1) as u8;
        let queen = QueenAt::all(&p).nth(queen.index(n)).expect("one of N");
        (p, queen, Gap { row: half(row), column: half(column) })
    })
}

/// Inc in the steps of the paper: larger subscripts and elements grow by 1, and the new pair is (Col + 0.5, Row + 0.5).
/// Pairs are (subscript, element).
fn literal_inc(p: &Permutation, gap: Gap) -> Vec<i32> {
    let (row, column) = (2 * i32::from(gap.row) + 1, 2 * i32::from(gap.column) + 1);
    let mut pairs: Vec<(i32, i32)> = (1..).zip(p.queens().map(i32::from)).collect();
    for (subscript, element) in &mut pairs {
        *element += i32::from(2 * *element > row);
        *subscript += i32::from(2 * *subscript > column);
    }
    pairs.push(((column + 1) / 2, (row + 1) / 2));
    pairs.sort();
    pairs.into_iter().map(|(_, element)| element).collect()
}

fn queens(p: &Permutation) -> Vec<i32> {
    p.queens().map(i32::from).collect()
}

/// The gap after a queen is removed, or the queen after a gap is filled.
fn without(gap: Gap, queen: QueenAt) -> Gap {
    let shifted = |lines: u8, line: u8| lines - u8::from(lines > line);
    Gap { row: shifted(gap.row, queen.row), column: shifted(gap.column, queen.column) }
}

fn behind(queen: QueenAt, gap: Gap) -> QueenAt {
    let shifted = |line: u8, lines: u8| line + u8::from(line >= lines);
    QueenAt { row: shifted(queen.row, gap.row), column: shifted(queen.column, gap.column) }
}

proptest! {
    #[test]
    fn inc_is_what_the_paper_does((p, _, gap) in board()) {
        match inc(&p, gap) {
            Ok(larger) => prop_assert_eq!(queens(&larger), literal_inc(&p, gap)),
            Err(error) => {
                prop_assert_eq!(p.n().get(), 64);
                prop_assert_eq!(error, Invalid::TooManyQueens { largest: 64, got: 65 }.into());
            }
        }
    }

    #[test]
    fn del_undoes_inc((p, _, gap) in board()) {
        prop_assume!(p.n().get() < 64);
        let larger = inc(&p, gap).unwrap();
        prop_assert_eq!(Permutation::new(larger.zero_based()), Ok(larger));
        prop_assert_eq!(del(&larger, gap.queen()), Ok(p));
    }

    #[test]
    fn mov_is_del_and_inc_in_either_order((p, queen, gap) in board()) {
        let moved = mov(&p, queen, gap).unwrap();
        prop_assert_eq!(Permutation::new(moved.zero_based()), Ok(moved));
        if p.n().get() > 1 {
            prop_assert_eq!(inc(&del(&p, queen).unwrap(), without(gap, queen)), Ok(moved));
        }
        if p.n().get() < 64 {
            prop_assert_eq!(del(&inc(&p, gap).unwrap(), behind(queen, gap)), Ok(moved));
        }
    }

    #[test]
    fn symmetries_carry_operations_along((p, queen, gap) in board()) {
        let operations = [Operation::Inc(gap), Operation::Del(queen), Operation::Mov(queen, gap)];
        for (symmetry, operation) in Symmetry::ALL.iter().flat_map(|s| operations.map(|o| (s, o))) {
            let image = image(operation, *symmetry, p.n());
            let expected = operation.apply(&p).map(|made| symmetry.apply(&made));
            prop_assert_eq!(image.apply(&symmetry.apply(&p)), expected, "{} {}", symmetry, operation);
        }
        for operation in operations {
            prop_assert_eq!(operation.to_string().parse(), Ok(operation));
        }
    }

    #[test]
    fn signatures_are_what_coordinates_give(p in permutation(64)) {
        let signature = Signature::of(&p);
        prop_assert_eq!(signature.lists().map(<[Triple]>::to_vec), signature_by_coordinates(&p));
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(&Signature::of(&symmetry.apply(&p)), &signature, "{}", symmetry);
        }
    }
}

/// The value in a column, if the paper has one.
fn given<T: FromStr<Err: Debug>>(row: &Row, column: &str) -> Option<T> {
    (row.get::<String>(column) != "-").then(|| row.get(column))
}

#[test]
fn operations_of_the_paper() {
    let database = Database::without_file();
    let board = |p: &Permutation| database.board(p.n()).unwrap();
    let rank = |p: Permutation| board(&p).rank(&Solution::new(p).unwrap()).unwrap().get();
    let orbit = |p: Permutation| board(&p).orbit_id(&Solution::new(p).unwrap()).unwrap().get();
    let rows = rows("orbit_operations.csv");
    assert_eq!(rows.len(), 19);
    for row in rows {
        let place: String = row.get("place");
        let operation: Operation = row.get("operation");
        let [start, result] = ["start", "result"].map(|column| row.get::<Permutation>(column));
        assert_eq!(operation.apply(&start), Ok(result), "{place}");
        Solution::new(start).unwrap();
        Solution::new(result).unwrap();
        let numbers = [("start_rank", rank(start)), ("start_orbit", orbit(start))];
        for (column, got) in
            numbers.into_iter().chain([("result_rank", rank(result)), ("orbit", orbit(result))])
        {
            assert_eq!(given(&row, column).unwrap_or(got), got, "{place}: {column}");
        }
        if let Some(between) = given::<String>(&row, "between") {
            assert_eq!(first_step(operation, &start), between, "{place}");
        }
    }
}

/// The intermediate vector printed in the paper, which need not be a permutation.
fn first_step(operation: Operation, start: &Permutation) -> String {
    let one_row_more = |gap: Gap| {
        let rows = start.zero_based().iter().map(|&row| usize::from(row));
        rows.map(|row| row + usize::from(row >= usize::from(gap.row))).collect::<Vec<_>>()
    };
    let rows: Vec<usize> = match operation {
        Operation::Inc(gap) => one_row_more(gap),
        Operation::Del(queen) => {
            let rows = start.zero_based().iter();
            rows.map(|&row| usize::from(row) - usize::from(row > queen.row)).collect()
        }
        // Del comes first if the queen is after the new position, otherwise Inc.
        Operation::Mov(queen, gap) if queen.row >= gap.row => {
            return del(start, queen).unwrap().to_string();
        }
        Operation::Mov(_, gap) => return inc(start, gap).unwrap().to_string(),
        Operation::Symmetry(symmetry) => return symmetry.apply(start).to_string(),
    };
    rows.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn positions_are_parsed_or_rejected() {
    for lines in 0..=64 {
        let operation = Operation::Inc(Gap { row: lines, column: 0 });
        assert_eq!(operation.to_string(), format!("Inc({lines}.5, 0.5)"));
        assert_eq!(operation.to_string().parse(), Ok(operation));
    }
    let wrong = ["1", "0", ".5", "-0.5", "+1.5", "1.50", "1.25", "65.5", "999999999999.5", "x"];
    for text in wrong {
        let expected = OperationError::HalfPosition { got: text.into() };
        check_text::<Operation>(&format!("Inc(0.5, {text})"), &expected, "0.5, 1.5, …, N + 0.5");
    }
    let one: Permutation = "1".parse().unwrap();
    assert_eq!(del(&one, QueenAt { row: 0, column: 0 }), Err(OperationError::LastQueen));
    let only = QueenAt { row: 0, column: 0 };
    assert!(Gap::all(one.n()).all(|gap| mov(&one, only, gap) == Ok(one)));
    for gap in Gap::all(size(8)).filter(|gap| gap.row.max(gap.column) > 4) {
        let p: Permutation = "2 4 1 3".parse().unwrap();
        let outside = OperationError::GapOutside { n: 4, gap };
        assert_eq!(inc(&p, gap), Err(outside.clone()));
        assert_eq!(mov(&p, QueenAt { row: 1, column: 0 }, gap), Err(outside));
    }
    let p: Permutation = "2 4 1 3".parse().unwrap();
    for (row, column) in [(0, 0), (1, 1), (4, 0), (0, 4), (255, 255)] {
        let queen = QueenAt { row, column };
        assert_eq!(del(&p, queen), Err(OperationError::NoQueenThere { n: 4, queen }));
    }
}

#[test]
fn table_2_of_the_paper() {
    let list = |text: String| -> Vec<[u16; 3]> {
        let triples = text.split(';').map(|triple| {
            let numbers: Vec<u16> = triple.split(' ').map(|word| word.parse().unwrap()).collect();
            numbers.try_into().unwrap()
        });
        triples.collect()
    };
    let along = |p: &Permutation| -> Vec<[u16; 3]> {
        Triple::along_columns(p).iter().map(|t| [t.first, t.area, t.second]).collect()
    };
    let rows = rows("signatures.csv");
    let first: Solution = rows[0].get("queens");
    assert_eq!(
        (
            rows.len(),
            Database::without_file().board(first.n()).unwrap().orbit_id(&first).unwrap().get()
        ),
        (8, 2)
    );
    for row in rows {
        let (image, member): (Symmetry, Solution) = (row.get("image"), row.get("queens"));
        assert_eq!(image.apply_to_solution(&first), member);
        assert_eq!(along(&member), list(row.get("x")), "{member}");
        assert_eq!(along(&Symmetry::FlipDiagonal.apply(&member)), list(row.get("y")), "{member}");
        assert_eq!(Signature::of(&member), Signature::of(&first));
    }
}

#[test]
fn signatures_distinguish_all_orbits() {
    let (mut seen, mut literal) = (HashSet::new(), HashSet::new());
    let mut orbits = 0;
    for n in BoardSize::up_to(13) {
        for canonical in Representatives::new(n) {
            let signature = Signature::of(&canonical);
            assert_eq!(signature.lists().map(<[Triple]>::len), [n.get().saturating_sub(2); 2]);
            for image in Symmetry::ALL.map(|symmetry| symmetry.apply(&canonical)) {
                assert_eq!(Signature::of(&image), signature, "{image}");
                assert_eq!(literal_signature(&image), literal_signature(&canonical), "{image}");
            }
            assert!(seen.insert(signature), "{canonical}");
            assert!(literal.insert((n, literal_signature(&canonical))), "{canonical}");
            orbits += 1;
        }
    }
    let expected: u64 =
        rows("counts.csv").iter().take(13).map(|row| row.get::<u64>("orbits")).sum();
    assert_eq!(orbits, expected);
}

/// Signatures identify permutations up to symmetry, and half a signature up to complement.
#[test]
fn signatures_distinguish_permutations_up_to_symmetry() {
    for n in BoardSize::up_to(8) {
        let mut half: HashMap<Vec<Triple>, Vec<Permutation>> = HashMap::new();
        let mut leasts: HashMap<Signature, Vec<u8>> = HashMap::new();
        for p in all_permutations(n) {
            let expected = least(p.zero_based());
            let kept = leasts.entry(Signature::of(&p)).or_insert_with(|| expected.clone());
            assert_eq!(*kept, expected, "{p}");
            half.entry(Triple::along_columns(&p)).or_default().push(p);
        }
        let distinct: HashSet<_> = leasts.values().collect();
        assert_eq!(distinct.len(), leasts.len(), "one signature for each class of N = {n}");
        for class in half.values() {
            assert!(class.iter().all(|p| *p == class[0] || *p == class[0].complement()));
        }
    }
}

/// With triples reversed separately, half a signature does not identify a permutation, but a whole one still identifies
/// a solution: only steps that alternate between two lengths are ambiguous.
#[test]
fn only_alternating_steps_could_mislead_the_literal_rule() {
    let [p, q] = ["1 2 4 3", "1 3 4 2"].map(|text| text.parse::<Permutation>().unwrap());
    assert_eq!(literal_list(&p), literal_list(&q));
    assert_ne!(least(p.zero_based()), least(q.zero_based()));
    assert_ne!(literal_signature(&p), literal_signature(&q));
    for n in BoardSize::up_to(64).skip(3).step_by(one_in(5)) {
        let solutions = alternating(n.get() as i32);
        assert_eq!(solutions.len(), [2, 4, 0, 0, 2, 4][n.get() % 6], "N = {n}");
        for (rows, rival) in solutions {
            let bytes = |rows: &[i32]| rows.iter().map(|&row| row as u8).collect::<Vec<u8>>();
            if let Ok(rival) = Permutation::new(&bytes(&rival)).and_then(Solution::new) {
                assert_eq!(least(rival.zero_based()), least(&bytes(&rows)), "{rows:?}");
            }
        }
    }
}
