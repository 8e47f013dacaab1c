//! Ranks, orbit ids and permutation indices as people write them, and those that no board has.

use nqdb::{BoardSize, OrbitId, PermutationIndex, Rank};
use nqdb_test_support::numbers::{OUTSIDE, WRITTEN};
use nqdb_test_support::twin::size;
use proptest::prelude::*;

type Reader = fn(&str) -> Result<String, String>;

const READERS: [(&str, Reader); 3] = [
    ("a rank in digits", |text| {
        text.parse().map(|rank: Rank| rank.to_string()).map_err(|error| error.to_string())
    }),
    ("an orbit id in digits", |text| {
        text.parse().map(|id: OrbitId| id.to_string()).map_err(|error| error.to_string())
    }),
    ("a permutation index in digits", |text| {
        let index = PermutationIndex::parse(size(25), text);
        index.map(|index| index.to_string()).map_err(|error| error.to_string())
    }),
];

#[test]
fn numbers_are_read_as_people_write_them() {
    for (name, read) in READERS {
        for written in WRITTEN {
            match (read(written.text), written.alone) {
                (Ok(digits), Ok(expected)) => assert_eq!(digits, expected, "{:?}", written.text),
                (Err(message), Err(words)) => {
                    assert!(message.contains(words), "{:?}: {message}", written.text);
                    let is_named = message.contains(name) || message.contains("groups of three");
                    assert!(is_named, "{:?}: {message}", written.text);
                }
                (found, _) => panic!("{name}: {:?} is read as {found:?}", written.text),
            }
        }
    }
}

proptest! {
    /// A number with a separator between its groups of three digits is that number, and is not read with one digit less.
    #[test]
    fn grouped_numbers_are_read(
        number in 1_000_000..=u64::MAX,
        separator in prop::sample::select(vec!['_', ',', '.', ' ', '\'', '’', '\u{a0}', '\u{2009}', '\u{202f}']),
    ) {
        let digits = number.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        prop_assert_eq!(text.parse().map(Rank::get), Ok(number));
        prop_assert_eq!(text.parse().map(OrbitId::get), Ok(number));
        text.pop();
        prop_assert!(text.parse::<Rank>().is_err());
    }
}

/// The error has the last rank of the board, or the largest of any board.
#[test]
fn numbers_outside_name_the_last_one() {
    let outside = |text: &str, n| {
        let read = text.parse().map_err(|error: nqdb::Invalid| error.on_board(n));
        read.map(Rank::get).unwrap_err().to_string()
    };
    for &(text, digits) in OUTSIDE {
        let id = text.parse().map(OrbitId::get);
        if id.is_ok() {
            continue;
        }
        assert_eq!(
            outside(text, size(8)),
            format!("N = 8 has 92 solutions, so ranks go from 1 to 92; got {digits}")
        );
        assert_eq!(outside(text, size(3)), "N = 3 has no solutions");
        let largest = format!("ranks go from 1 to 18446744073709551615, got {digits}");
        assert_eq!(outside(text, size(BoardSize::MAX)), largest);
        assert_eq!(
            id.unwrap_err().on_board(size(8)).to_string(),
            format!("N = 8 has 12 orbits, so orbit ids go from 1 to 12; got {digits}")
        );
    }
}
