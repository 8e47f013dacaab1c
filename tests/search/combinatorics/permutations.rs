//! Attacks, permutation indices, packing and notation of single permutations agree with their definitions.

use super::decimal::Decimal;
use nqdb::{
    BoardSize, Invalid, LehmerCode, OrbitId, Permutation, PermutationIndex, Rank, Solution,
};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::mistakes::check_text;
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::twin::{attack, size};
use proptest::prelude::*;

/// A permutation, and a copy with the rows of two queens exchanged, which may be the same queen. They may first differ
/// anywhere on the board.
pub(crate) fn neighbours(last: u8) -> impl Strategy<Value = (Permutation, Permutation)> {
    (permutation(last), any::<(prop::sample::Index, prop::sample::Index)>()).prop_map(
        |(permutation, (i, j))| {
            let mut rows = permutation.zero_based().to_vec();
            rows.swap(
                i.index(permutation.zero_based().len()),
                j.index(permutation.zero_based().len()),
            );
            (permutation, Permutation::new(&rows).expect("an exchange keeps a permutation"))
        },
    )
}

/// The first attacking pair: the leftmost queen with an attacker to its left, and the leftmost such attacker.
fn first_attack(rows: &[u8]) -> Option<(usize, usize)> {
    let mut pairs = (0..rows.len()).flat_map(|right| (0..right).map(move |left| (left, right)));
    pairs.find(|&(left, right)| attack((left, rows[left]), (right, rows[right])))
}

fn check_attack(permutation: &Permutation) {
    let expected = first_attack(permutation.zero_based());
    assert_eq!(permutation.attack(), expected, "{permutation}");
    let square = |column: usize| (column + 1, usize::from(permutation.zero_based()[column]) + 1);
    let error = expected
        .map(|(left, right)| Invalid::Attack { first: square(left), second: square(right) });
    assert_eq!(Solution::new(*permutation).err(), error, "{permutation}");
}

#[test]
fn attacks_on_small_boards_are_the_first_ones() {
    BoardSize::up_to(8).flat_map(all_permutations).for_each(|p| check_attack(&p));
    let error = "3 1 2 4".parse::<Solution>().unwrap_err().to_string();
    assert!(error.contains("column 2 (row 1) and column 3 (row 2) attack each other"), "{error}");
}

/// Each digit by its definition: the number of later entries that are smaller.
fn code(permutation: &Permutation) -> Vec<u32> {
    let rows = permutation.zero_based();
    let smaller = |i: usize| rows[i..].iter().filter(|&&later| later < rows[i]).count() as u32;
    (0..rows.len()).map(smaller).collect()
}

fn check_index(permutation: &Permutation) {
    let expected = code(permutation);
    let lehmer = LehmerCode::of(permutation);
    assert!(lehmer.digits().iter().map(|&d| u32::from(d)).eq(expected.iter().copied()));
    assert_eq!(lehmer.permutation(), *permutation);
    let index = permutation.index();
    assert_eq!(index.to_string(), Decimal::index_of_code(&expected).to_string(), "{permutation}");
    assert_eq!(index.to_i64(), index.to_string().parse().ok());
    assert_eq!(PermutationIndex::parse(permutation.n(), &index.to_string()), Ok(index.clone()));
    assert_eq!(Permutation::at(permutation.n(), &index), Ok(*permutation));
}

#[test]
fn permutation_indices_of_small_boards_count_all_permutations() {
    for n in BoardSize::up_to(7) {
        for (k, permutation) in (1..).zip(all_permutations(n)) {
            assert_eq!(permutation.index().to_i64(), Some(k), "{permutation}");
            check_index(&permutation);
        }
    }
}

#[test]
fn permutation_indices_go_from_1_to_the_factorial() {
    for n in BoardSize::up_to(BoardSize::MAX) {
        let first = Permutation::identity(n);
        let factorial = Decimal::factorial(n.get() as u32);
        let last = factorial.to_string();
        assert_eq!(first.index().to_string(), "1");
        assert_eq!(first.complement().index().to_string(), last, "N = {n}");
        assert_eq!(first.complement().index().to_i64().is_some(), n.get() <= 20, "N = {n}");
        check_index(&first);
        check_index(&first.complement());
        let beyond = factorial.times_plus(1, 1).to_string();
        for got in ["0", &beyond, &format!("{last}0"), "-1"] {
            let error = PermutationIndex::parse(n, got).unwrap_err();
            let invalid =
                Invalid::PermutationIndex { n: n.get(), last: last.clone(), got: got.into() };
            assert_eq!(error, invalid, "N = {n}");
            assert!(error.to_string().contains(&format!("from 1 to {n}! = {last}, got {got}")));
        }
    }
    let of_five = PermutationIndex::parse(size(5), " 25 ").unwrap();
    assert!(Permutation::at(size(4), &of_five).is_err(), "25 is beyond 4!");
}

#[test]
fn permutation_indices_in_the_sources() {
    for row in rows("ranks.csv") {
        let permutation: Permutation = row.get("queens");
        let index: String = row.get("permutation_index");
        assert_eq!(permutation.index().to_string(), index, "{permutation}");
        let parsed = PermutationIndex::parse(permutation.n(), &index).unwrap();
        assert_eq!(Permutation::at(size(row.get::<u8>("n")), &parsed), Ok(permutation));
    }
}

fn check_packing(permutation: &Permutation) {
    let (n, bytes) = (permutation.n(), permutation.pack());
    let bits_per_queen = (4..).find(|&bits| 1 << bits >= n.get()).unwrap();
    assert_eq!(bytes.len(), (n.get() * bits_per_queen).div_ceil(8), "{permutation}");
    assert_eq!(bytes.len(), n.packed_len());
    assert_eq!(Permutation::unpack(n, &bytes), Ok(*permutation));
    assert_eq!(Permutation::unpack_any(&bytes), Ok(*permutation));
}

#[test]
fn packing_keeps_small_permutations_and_their_order() {
    for n in BoardSize::up_to(8) {
        let all = all_permutations(n);
        all.iter().for_each(check_packing);
        assert!(all.windows(2).all(|pair| pair[0].pack() < pair[1].pack()), "N = {n}");
    }
}

#[test]
fn packed_bytes_determine_the_board_size() {
    // With zeros at an end, the packed form is the most similar to that of another board.
    for n in BoardSize::up_to(BoardSize::MAX) {
        let identity = Permutation::identity(n);
        let mut zero_last = identity.zero_based().to_vec();
        zero_last.rotate_left(1);
        check_packing(&identity);
        check_packing(&identity.complement());
        check_packing(&Permutation::new(&zero_last).unwrap());
    }
}

/// Checks that bytes are rejected or are exactly the packed form of a permutation; returns which.
fn check_bytes(bytes: &[u8]) -> bool {
    match Permutation::unpack_any(bytes) {
        Ok(permutation) => {
            assert_eq!(permutation.pack(), bytes);
            true
        }
        Err(error) => {
            assert_eq!(error, Invalid::Packed { got: bytes.len() });
            false
        }
    }
}

#[test]
fn every_short_byte_string_is_rejected_or_packed() {
    let accepted = |length: usize| {
        let all = 0..1u32 << (8 * length);
        all.filter(|number| check_bytes(&number.to_be_bytes()[4 - length..])).count()
    };
    assert_eq!(accepted(0), 0);
    assert_eq!(accepted(1), 1 + 2, "N = 1 and 2 take a byte");
    assert_eq!(accepted(2), 6 + 24, "N = 3 and 4 take two bytes");
}

proptest! {
    #[test]
    fn attacks_are_the_first_ones(p in permutation(64)) {
        check_attack(&p);
    }

    #[test]
    fn permutation_indices_are_those_of_the_factorial_number_system(p in permutation(64)) {
        check_index(&p);
    }

    #[test]
    fn permutation_indices_and_packed_forms_are_in_order((p, q) in neighbours(64)) {
        prop_assert_eq!(p.index().cmp(&q.index()), p.cmp(&q));
        prop_assert_eq!(p.pack().cmp(&q.pack()), p.cmp(&q));
    }

    #[test]
    fn packing_keeps_permutations(p in permutation(64)) {
        check_packing(&p);
    }

    #[test]
    fn any_bytes_are_rejected_or_packed(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        check_bytes(&bytes);
    }

    #[test]
    fn damaged_packed_forms_are_rejected_or_packed(
        p in permutation(64), at in any::<prop::sample::Index>(), bit in 0..8
    ) {
        let packed = p.pack();
        let place = at.index(packed.len());
        let mut flipped = packed.clone();
        flipped[place] ^= 1u8 << bit;
        prop_assert_ne!(Permutation::unpack(p.n(), &flipped), Ok(p));
        check_bytes(&flipped);
        check_bytes(&packed[..place]);
        check_bytes(&[&packed[..], &[0]].concat());
        prop_assert!(Permutation::unpack(p.n(), &packed[..place]).is_err());
        prop_assert!(Permutation::unpack(p.n(), &[&packed[..], &[0]].concat()).is_err());
    }

}

#[test]
fn rows_that_are_not_a_permutation_are_rejected() {
    assert_eq!(Permutation::new(&[]), Err(Invalid::NoQueens));
    assert_eq!(Permutation::new(&[0; 65]), Err(Invalid::TooManyQueens { largest: 64, got: 65 }));
    assert_eq!(Permutation::new(&[0; 300]), Err(Invalid::TooManyQueens { largest: 64, got: 300 }));
    let outside = Invalid::RowOutside { n: 2, first: 1, column: 1, row: 256 };
    assert_eq!(Permutation::new(&[255, 0]), Err(outside));
    let twice = Invalid::RowTwice { n: 3, row: 2, first: 1, second: 3 };
    assert_eq!(Permutation::new(&[1, 0, 1]), Err(twice));
}

#[test]
fn numbers_outside_their_range_are_rejected() {
    assert_eq!("64".parse(), BoardSize::new(64));
    assert_eq!(" 8 ".parse(), Ok(size(8)));
    assert_eq!(" 1 ".parse(), Ok(Rank::FIRST));
    assert_eq!("18446744073709551615".parse(), Rank::new(u64::MAX));
    assert_eq!("12".parse(), OrbitId::new(12));
    assert_eq!(Rank::new(u64::MAX).unwrap().checked_add(1), None);
    for got in ["0", "65", "256", "-1", "", "8.0", "eight", "\u{1b}[2J", "8\0"] {
        let expected = Invalid::BoardSize { got: format!("{got:?}") };
        check_text::<BoardSize>(got, &expected, "whole number from 1 to 64, got");
    }
    assert_eq!(Rank::new(0), Err(Invalid::Rank { got: "0".into() }));
    assert_eq!(OrbitId::new(0), Err(Invalid::OrbitId { got: "0".into() }));
    assert_eq!(BoardSize::new(65), Err(Invalid::BoardSize { got: "65".into() }));
}
