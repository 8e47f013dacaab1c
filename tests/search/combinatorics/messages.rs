//! Messages about invalid text quote only its beginning; numbers have their units.

use nqdb::internal::{bytes, counted};
use nqdb::{BoardSize, OrbitId, Permutation, Rank, Symmetry};
use nqdb_papers::Operation;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// More characters than in a message that quotes forty.
const LONGEST: usize = 300;

fn check<T: FromStr<Err: Display> + Debug>(text: &str) {
    let message = text.parse::<T>().unwrap_err().to_string();
    assert!(message.contains("zzzz") && message.len() <= LONGEST, "{message}");
}

#[test]
fn messages_quote_the_beginning_of_a_long_text() {
    let text = "z".repeat(100_000);
    check::<BoardSize>(&text);
    check::<Rank>(&text);
    check::<OrbitId>(&text);
    check::<Operation>(&format!("Inc({text}, 0.5)"));
    check::<Operation>(&text);
    // The text of a board may be as long as a matrix of N = 64.
    check::<Permutation>(&text[..60_000]);
    check::<Symmetry>(&text);
}

#[test]
fn numbers_have_units() {
    assert_eq!(
        [0, 1, 2].map(|count| counted(count, "queens given")).join(", "),
        "0 queens given, 1 queen given, 2 queens given"
    );
    assert_eq!(counted(1, "first-half solutions"), "1 first-half solution");
    let sizes = [0, 1, 999, 1000, 5115, 3_467_600, 22_000_000, 1_500_000_000_000].map(bytes);
    let expected =
        ["0 bytes", "1 byte", "999 bytes", "1.0 kB", "5.1 kB", "3.5 MB", "22 MB", "1.5 TB"];
    assert_eq!(sizes, expected);
}
