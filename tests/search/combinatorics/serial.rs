//! The forms of values in serde: what is written is read again, and other values are errors.

use nqdb::notation::Notation;
use nqdb::{
    BoardSize, Canonical, Condition, Invalid, OrbitId, Permutation, Rank, Solution, Subgroup,
    Symmetry, Tier,
};
use nqdb_papers::Method;
use nqdb_test_support::mistakes::check_text;
use nqdb_test_support::permutations::permutation;
use nqdb_test_support::twin::{Twin, size};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Debug;

/// Checks the form of a value, and that it is read again.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: Value) {
    assert_eq!(serde_json::to_value(&value).unwrap(), form);
    assert_eq!(serde_json::from_value::<T>(form).unwrap(), value);
}

/// Checks that other values are errors, with the message of the type.
fn refuse<T: DeserializeOwned + Debug>(form: Value, words: &str) {
    let error = serde_json::from_value::<T>(form).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
}

proptest! {
    #[test]
    fn permutations_are_lists_of_queens(queens in permutation(64)) {
        check(queens, json!(queens.queens().collect::<Vec<_>>()));
    }

    #[test]
    fn ranks_and_orbit_ids_are_numbers(number in 1..=u64::MAX) {
        check(Rank::new(number).unwrap(), json!(number));
        check(OrbitId::new(number).unwrap(), json!(number));
    }

    #[test]
    fn conditions_are_texts(column: u64, row: u64, difference in -i64::MAX..=i64::MAX) {
        for condition in [
            Condition::Queen { column, row },
            Condition::NoQueen { column, row },
            Condition::NoQueenOnSum(column),
            Condition::NoQueenOnDifference(difference),
        ] {
            check(condition, json!(condition.to_string()));
        }
    }
}

#[test]
fn all_small_values_are_read_again() {
    BoardSize::up_to(64).for_each(|n| check(n, json!(n.get())));
    Symmetry::ALL.into_iter().for_each(|symmetry| check(symmetry, json!(symmetry.to_string())));
    let groups =
        Symmetry::ALL.map(|symmetry| Subgroup::generated_by([symmetry, Symmetry::Rotate180]));
    groups.into_iter().for_each(|group| {
        let names: Vec<_> = group.iter().map(|symmetry| symmetry.to_string()).collect();
        check(group, json!(names));
    });
    Notation::ALL.into_iter().for_each(|notation| check(notation, json!(notation.to_string())));
    for tier in [Tier::Stored, Tier::Indexed, Tier::Searched] {
        check(tier, json!(tier.to_string()));
        assert_eq!(tier.to_string().parse(), Ok(tier));
    }
    for solution in &Twin::of(size(8)).solutions {
        check(*solution, json!(solution.queens().collect::<Vec<_>>()));
        let canonical = Canonical::of(solution);
        check(canonical, json!(canonical.queens().collect::<Vec<_>>()));
    }
    Method::ALL.into_iter().for_each(|method| assert_eq!(method.name().parse(), Ok(method)));
}

#[test]
fn other_values_are_errors() {
    refuse::<BoardSize>(json!(65), "65");
    refuse::<Rank>(json!(0), "0");
    refuse::<OrbitId>(json!("1"), "expected u64");
    refuse::<Permutation>(json!([2, 4, 1, 0]), "0");
    refuse::<Solution>(json!([1, 2, 3, 4]), "attack");
    refuse::<Canonical>(json!([3, 1, 4, 2]), "the smallest solution of an orbit");
    refuse::<Symmetry>(json!("po9"), "po9");
    refuse::<Condition>(json!("3"), "3");
    refuse::<Tier>(json!("other"), "other");
    let unreadable = |expected| Invalid::Unreadable { expected, got: "\"Stored\"".to_owned() };
    let tiers = unreadable("the tier stored, indexed or searched");
    check_text::<Tier>("Stored", &tiers, "expected the tier stored, indexed or searched, got");
}
