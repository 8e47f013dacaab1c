//! Tables of queens as text: accepted forms, and rejected ones with their errors.

use nqdb::Invalid;

/// Ways to write (2 4 1 3).
pub(crate) const ACCEPTED: &[&str] = &[
    "2 4 1 3",
    "2,4,1,3",
    "2, 4, 1, 3",
    "(2 4 1 3)",
    "(2, 4, 1, 3)",
    "[2,4,1,3]",
    "{2 4 1 3}",
    "  2  4\t1\n3 ",
    "2 4 1 3\r\n",
    "2 4,1 ,3",
    "2,4,1,3,",
    "[[2, 4, 1, 3]]",
];

/// Texts that are no permutation, the error, and words of its message.
pub(crate) fn rejected() -> Vec<(String, Invalid, &'static str)> {
    let number = |got: &str| Invalid::NotANumber { got: got.into() };
    let outside = |n, column, row| Invalid::RowOutside { n, column, row };
    let numbers = |last: u32| (1..=last).map(|k| format!("{k} ")).collect::<String>();
    let nothing = "such as “2 4 1 3”, got nothing";
    let table = [
        ("", Invalid::NoQueens, nothing),
        (" \t\n", Invalid::NoQueens, nothing),
        ("()", Invalid::NoQueens, nothing),
        ("[ , ]", Invalid::NoQueens, nothing),
        ("2 4 x 3", number("x"), "separated by spaces or commas, such as “2 4 1 3”, got \"x\""),
        ("2 4 -1 3", number("-1"), "whole numbers"),
        ("2 +4 1 3", number("+4"), "whole numbers"),
        ("2 4 1.0 3", number("1.0"), "whole numbers"),
        ("2;4;1;3", number("2;4;1;3"), "got \"2;4;1;3\""),
        ("2 4 1 ３", number("３"), "whole numbers"),
        ("2 4 0x1 3", number("0x1"), "whole numbers"),
        ("\"2 4 1 3\"", number("\"2"), "whole numbers"),
        ("99999999999999999999", number("99999999999999999999"), "got \"99999999999999999999\""),
        ("0", outside(1, 1, 0), "column 1 has row 0, but 1 numbers make"),
        ("2", outside(1, 1, 2), "column 1 has row 2"),
        ("1 3 0 2", outside(4, 3, 0), "not a permutation of 1 … 4: column 3 has row 0"),
        ("2 4 1", outside(3, 2, 4), "column 2 has row 4, but 3 numbers make a board with the rows"),
        ("2 4 1 257", outside(4, 4, 257), "column 4 has row 257"),
        ("2 5 1 5", outside(4, 2, 5), "column 2 has row 5"),
        ("2 4 2 3", twice(4, 2, 1, 3), "of 1 … 4: row 2 stands in columns 1 and 3"),
        ("1 1", twice(2, 1, 1, 2), "row 1 stands in columns 1 and 2"),
        ("3 3 3", twice(3, 3, 1, 2), "row 3 stands in columns 1 and 2"),
    ];
    let mut table: Vec<_> = table.map(|(text, why, words)| (text.into(), why, words)).into();
    let too_many = |got| Invalid::TooManyQueens { largest: 64, got };
    table.push((numbers(65), too_many(65), "expected at most 64 queens, got 65"));
    table.push((numbers(1000), too_many(1000), "got 1000"));
    table.push(("z".repeat(99), number(&"z".repeat(40)), "whole numbers"));
    table
}

fn twice(n: usize, row: usize, first: usize, second: usize) -> Invalid {
    Invalid::RowTwice { n, row, first, second }
}

/// Command-line words, and the lists of queens that they hold.
pub(crate) const LISTS: &[(&[&str], &[&str])] = &[
    (&["2", "4", "1", "3"], &["2 4 1 3"]),
    (&["2,", "4,", "1,", "3"], &["2 4 1 3"]),
    (&["2,4,1,3"], &["2 4 1 3"]),
    (&["2 4 1 3"], &["2 4 1 3"]),
    (&["1"], &["1"]),
    (&["2 4 1 3", "3 1 4 2"], &["2 4 1 3", "3 1 4 2"]),
    (&["2,4,1,3", "1", "3,1,4,2"], &["2 4 1 3", "1", "3 1 4 2"]),
    (&["[2,", "4,", "1,", "3]"], &["2 4 1 3"]),
    (&["(2 4 1 3)", "(3 1 4 2)"], &["2 4 1 3", "3 1 4 2"]),
    (&["[2,4,1,3],[3,1,4,2]"], &["2 4 1 3", "3 1 4 2"]),
    (&["[[2,", "4,1,", "3],", "[3,1,4,2]]"], &["2 4 1 3", "3 1 4 2"]),
];
