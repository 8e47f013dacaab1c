//! Messages about invalid text quote only its beginning.

use nqdb::{BoardSize, HalfPosition, Operation, OrbitId, Permutation, Rank, Symmetry};
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
    check::<HalfPosition>(&text);
    check::<Operation>(&text);
    // The text of a board may be as long as a matrix of N = 64.
    check::<Permutation>(&text[..60_000]);
    check::<Symmetry>(&text);
}
