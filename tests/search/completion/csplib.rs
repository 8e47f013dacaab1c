//! Instances of CSPLib's problem 79.

use nqdb::notation::Records;
use nqdb::{Condition, Invalid, watch::NoWatch};
use nqdb_completion::{CompletionError, PartialBoard, complete, completions};
use proptest::prelude::*;

/// The example of CSPLib, whose text names the squares of two diagonals.
const EXAMPLE: &str = "n =  10
numdiags =  14
diags =  [[4, 1], [2, 1], [14, 0], [8, 1], [8, 0], [7, 0], [3, 1],
          [12, 1], [18, 0], [5, 0], [14, 1], [0, 0], [15, 1], [17, 1]]
";

#[test]
fn diagonals_exclude_the_squares_that_csplib_names() {
    let partial = PartialBoard::parse_csplib(EXAMPLE).unwrap();
    assert_eq!((partial.n(), partial.conditions().count()), (10, 14));
    // [4, 1] excludes (0, 4), (1, 3) and so on, and [5, 0] (0, 4), (1, 5) and so on, row first.
    let sum: Vec<_> = (0..5).map(|row| (row, 4 - row)).collect();
    let difference: Vec<_> = (0..6).map(|row| (row, row + 4)).collect();
    for (diagonal, squares) in [("[4, 1]", sum), ("[5, 0]", difference)] {
        let text = format!("n = 10\ndiags = [{diagonal}]");
        let [only] =
            PartialBoard::parse_csplib(&text).unwrap().conditions().collect::<Vec<_>>()[..]
        else {
            panic!("{diagonal} is one condition");
        };
        for (row, column) in (0..10).flat_map(|row| (0..10).map(move |column| (row, column))) {
            let is_excluded = match only {
                Condition::NoQueenOnSum(sum) => column + row + 2 == sum as i64,
                Condition::NoQueenOnDifference(difference) => column - row == difference,
                other => panic!("{diagonal} is {other}"),
            };
            assert_eq!(
                is_excluded,
                squares.contains(&(row, column)),
                "{diagonal}: {row}, {column}"
            );
        }
    }
}

/// Two instances of CSPLib, with the numbers of their first diagonals that leave a completion, and that leave none
/// (results of its solver shiftqueens, which needs 11 and 14 million nodes for the proofs).
#[test]
fn instances_with_many_nodes() {
    let files = [
        (
            "n = 17 diags = [[20, 0], [6, 0], [8, 1], [5, 0], [13, 1], [31, 1], [8, 0], [19, 0], [10, 0], [16, 0]]",
            9,
            10,
        ),
        (
            "n = 18 diags = [[22, 0], [8, 0], [18, 0], [28, 1], [5, 1], [17, 1], [0, 0], [19, 1], [3, 1], [29, 1], [9, 0], [21, 1], [10, 0], [34, 0], [14, 1]]",
            14,
            15,
        ),
    ];
    for (text, some, none) in files {
        let first = |count: usize| {
            let partial =
                PartialBoard::parse_csplib(&format!("numdiags = {count} {text}")).unwrap();
            complete(&partial, 1, &NoWatch).unwrap()
        };
        assert!(first(some).is_some(), "{text}");
        assert_eq!(first(none), None, "{text}");
    }
}

#[test]
fn given_queens_are_rows_and_columns() {
    let partial =
        PartialBoard::parse_csplib("letting n =  8\nletting init =  [[0, 1], [5, 0]]").unwrap();
    assert_eq!(partial, PartialBoard::parse(8, ["2=1", "1=6"]).unwrap());
    assert!(completions(&partial, 2, 1, &NoWatch).is_ok());
}

#[test]
fn other_texts_are_rejected() {
    let reason = |text: &str| match PartialBoard::parse_csplib(text) {
        Err(CompletionError::Csplib { reason }) => reason,
        other => panic!("{text} is {other:?}"),
    };
    assert_eq!(reason(""), "got no n");
    assert_eq!(reason("n = 8 diags"), "got a name without a value");
    assert_eq!(reason("n = 8\nqueens = 3"), "got another name");
    assert_eq!(reason("n = 8\nnumdiags = 2\ndiags = [[1, 1]]"), "numdiags is 2, but diags has 1");
    assert_eq!(reason("n = 8\ndiags = [[1, 2]]"), "a diagonal has 0 or 1 after its number, got 2");
    assert!(reason("n = 8\ndiags = [[1, 1], [2").contains("the value of diags is not valid"));
    assert!(reason(&" ".repeat(PartialBoard::LONGEST_CSPLIB + 1)).contains("1048576"));
    let outside = PartialBoard::parse_csplib("n = 8\ndiags = [[15, 1]]");
    let expected = CompletionError::Invalid(Invalid::SumOutside { n: 8, got: 17 });
    assert_eq!(outside, Err(expected));
    for text in [
        "n = 8\ndiags = [[18446744073709551615, 1]]",
        "n = 8\ndiags = [[18446744073709551615, 0]]",
        "n = 8\ninit = [[18446744073709551615, 0]]",
        "n = 0",
        "n = 10001",
    ] {
        PartialBoard::parse_csplib(text).unwrap_err();
    }
}

proptest! {
    #[test]
    fn the_first_diagonals_count(n in 1..12u64, numbers in prop::collection::vec((0..23u64, 0..=1u8), 0..9), count in 0..9usize) {
        let diagonals: Vec<_> = numbers.into_iter().map(|(number, kind)| (number % (2 * n - 1), kind)).collect();
        let count = count.min(diagonals.len());
        let lists: Vec<_> = diagonals.iter().map(|(number, kind)| format!("[{number},{kind}]")).collect();
        let text = format!("n={n}\nnumdiags={count} diags=[{}]", lists.join(","));
        let mut expected = PartialBoard::new(n as usize).unwrap();
        for &(number, kind) in &diagonals[..count] {
            expected.add(match kind {
                1 => Condition::NoQueenOnSum(number + 2),
                _ => Condition::NoQueenOnDifference(n as i64 - 1 - number as i64),
            }).unwrap();
        }
        prop_assert_eq!(PartialBoard::parse_csplib(&text).unwrap(), expected);
    }

    #[test]
    fn no_text_panics(text in "(letting |n|numdiags|diags|init|=| |[0-9]{1,20}|\\[|\\]|,|-|\n){0,20}") {
        let _ = PartialBoard::parse_csplib(&text);
    }
}

/// Records are not taken for boards of the size of their lists.
#[test]
fn instances_with_short_lists_are_records() {
    let queens =
        (0..8).flat_map(|row| (0..8).map(move |column| format!("init = [[{row}, {column}]]")));
    let diagonals = (0..15).flat_map(|number| {
        [0, 1].map(|kind| format!("numdiags = 2 diags = [[{number}, {kind}], [1, 1]]"))
    });
    for list in queens.chain(diagonals) {
        let text = format!("n = 8 {list}\n");
        let mut records = Records::of_partial_boards(text.as_bytes(), 1000);
        let record = records.next_record().unwrap().unwrap();
        let read = PartialBoard::read(&record.text.unwrap(), Some(8));
        assert_eq!(read.unwrap(), PartialBoard::parse_csplib(&text).unwrap(), "{text}");
    }
}
