//! Boards as text: every notation is parsed and written, and invalid text is rejected with the reason.

use nqdb::notation::{Notation, Reading, Record, Records, arguments};
use nqdb::{Invalid, Permutation, Solution, notation::drawing, notation::parse_queens};
use nqdb_test_support::mistakes::check_text;
use nqdb_test_support::permutations::permutation;
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use std::io::Read;

/// Text for (2 4 1 3) whose notation is detected.
const ACCEPTED: &[&str] = &[
    "2 4 1 3",
    "2,4,1,3",
    "2, 4, 1, 3",
    "(2 4 1 3)",
    "(2, 4, 1, 3)",
    "[2,4,1,3]",
    "{2 4 1 3}",
    "  2  4 1 3 ",
    "2 4 1 3\r\n",
    "\u{feff}2 4 1 3\r\n",
    "\u{b}\n2 4 1 3\n\u{a0}\n\u{3000}\u{2003}\n",
    "[[2, 4, 1, 3]]",
    "[2 4\n 1 3]",
    "\"2 4 1 3\"",
    "\"[2, 4, 1, 3]\"",
    "2413",
    "..Q.\nQ...\n...Q\n.Q..",
    ". . Q .\nQ . . .\n. . . Q\n. Q . .\n",
    "..Q. Q... ...Q .Q..",
    "- - Q -\nQ - - -\n- - - Q\n- Q - -",
    "* * Q *\r\nQ * * *\r\n* * * Q\r\n* Q * *\r\n",
    "..*.\n*...\n...*\n.*..",
    "__x_\nx___\n___x\n_x__",
    "..♛.\n♛...\n...♛\n.♛..",
    "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0",
    "0,0,1,0\n1,0,0,0\n0,0,0,1\n0,1,0,0\n",
    "0010\n1000\n0001\n0100",
    "[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]]",
    "[[0 0 1 0]\n [1 0 0 0]\n [0 0 0 1]\n [0 1 0 0]]",
    "[\n  [\n    0, 0, 1, 0\n  ],\n  [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]\n]",
    "[0 0 1 0; 1 0 0 0; 0 0 0 1; 0 1 0 0]",
    "[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]",
    "['..Q.', 'Q...', '...Q', '.Q..']",
    "[[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
    "1Q2/3Q/Q3/2Q1",
    "1q2/3q/q3/2q1",
    "1Q2/3Q/Q3/2Q1 w - - 0 1",
    "a2 b4 c1 d3",
    "d3,a2,c1,b4",
    "Qa2 Qb4 Qc1 Qd3",
    "[a2, b4, c1, d3]",
    "{\"n\":4,\"rank\":1,\"queens\":[2,4,1,3],\"tier\":\"stored\"}",
    "{\"queens\": [2, 4, 1, 3], \"members\": [{\"queens\": [3, 1, 4, 2]}]}",
    "{\"queens\": \"2 4 1 3\"}",
    "{\"queens\": \"..Q.\\nQ...\\n...Q\\n.Q..\"}",
    "[{\"queens\": [2,4,1,3]}]",
    "rank,queens\n1,2 4 1 3\n",
    "queens;rank\n\"2,4,1,3\";1",
    "\"rank\",\"Queens\"\r\n\"1\",\"[2, 4, 1, 3]\"\r\n",
];

/// Text for (2 4 1 3) in a notation that has to be named, or with numbers from 0.
const NAMED: &[(Option<Notation>, bool, &str)] = &[
    (None, true, "1 3 0 2"),
    (None, true, "[1, 3, 0, 2]"),
    (None, true, "[[0. 0. 1. 0.] [1. 0. 0. 0.] [0. 0. 0. 1.] [0. 1. 0. 0.]]"),
    (None, true, "1302"),
    (None, true, "{\"queens\":[1,3,0,2]}"),
    (Some(Notation::ColumnRow), false, "(1,2),(2,4),(3,1),(4,3)"),
    (Some(Notation::ColumnRow), false, "[[3, 1], [1, 2], [4, 3], [2, 4]]"),
    (Some(Notation::ColumnRow), false, "1 2 2 4 3 1 4 3"),
    (Some(Notation::ColumnRow), true, "[(0, 1), (1, 3), (2, 0), (3, 2)]"),
    (Some(Notation::RowColumn), false, "{(2,1), (4,2), (1,3), (3,4)}"),
    (Some(Notation::RowColumn), true, "((1,0),(3,1),(0,2),(2,3))"),
    (Some(Notation::Sat), false, "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0"),
    (
        Some(Notation::Sat),
        false,
        "c a solver\ns SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8\nv 9 -10 -11 -12 -13 -14 15 -16\nv 0\nc its time",
    ),
    (Some(Notation::Sat), false, "SAT\n-1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0"),
    (Some(Notation::Csv), true, "queens\n1 3 0 2"),
    (Some(Notation::Json), false, "[2,4,1,3]"),
    (Some(Notation::Matrix), false, "..Q. Q... ...Q .Q.."),
];

fn expected() -> Permutation {
    Permutation::new(&[1, 3, 0, 2]).unwrap()
}

#[test]
fn common_notations_are_parsed() {
    for text in ACCEPTED {
        assert_eq!(parse_queens(text), Ok(expected()), "{text:?}");
        assert_eq!(text.parse(), Ok(expected()), "{text:?}");
        assert_eq!(Reading::default().boards(text), Ok(vec![expected()]), "{text:?}");
    }
    for &(notation, zero_based, text) in NAMED {
        let reading = Reading { notation, zero_based };
        assert_eq!(reading.board(text), Ok(expected()), "{text:?}");
        assert_eq!(reading.boards(text), Ok(vec![expected()]), "{text:?}");
    }
    assert_eq!(expected().to_string(), "2 4 1 3");
    assert_eq!(drawing(&expected()), ". . Q .\nQ . . .\n. . . Q\n. Q . .");
    assert_eq!(drawing(&Permutation::identity(size(1))), "Q");
    for text in ["1", "Q", "a1", "[1]", "[[1]]", "(1,1)", "1\n"] {
        let reading = Reading {
            notation: Some(Notation::ColumnRow).filter(|_| text == "(1,1)"),
            ..Reading::default()
        };
        assert_eq!(reading.board(text), Ok(Permutation::identity(size(1))), "{text:?}");
    }
    assert_eq!(parse_queens("2468a13579").unwrap().to_string(), "2 4 6 8 10 1 3 5 7 9");
    // A word of two or three digits may be any number.
    assert_eq!(parse_queens("12"), Err(Invalid::SingleNumber { got: "12".into() }));
    assert_eq!(parse_queens("2 4 6 8 10 12 1 3 5 7 9 11").unwrap().n(), size(12));
}

#[test]
fn boards_are_written_in_every_notation() {
    let table = [
        (Notation::OneLine, "2 4 1 3", "1 3 0 2"),
        (Notation::Digits, "2413", "1302"),
        (Notation::ColumnRow, "(1,2),(2,4),(3,1),(4,3)", "(0,1),(1,3),(2,0),(3,2)"),
        (Notation::RowColumn, "(2,1),(4,2),(1,3),(3,4)", "(1,0),(3,1),(0,2),(2,3)"),
        (Notation::Json, "[2,4,1,3]", "[1,3,0,2]"),
        (Notation::Csv, "2 4 1 3", "1 3 0 2"),
    ];
    for (notation, from_one, from_zero) in table {
        assert!(notation.has_numbers());
        let written = [false, true].map(|zero_based| notation.write(&expected(), zero_based));
        assert_eq!(written, [Ok(from_one.to_owned()), Ok(from_zero.to_owned())]);
    }
    let table = [
        (Notation::Matrix, "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0"),
        (Notation::Drawing, ". . Q .\nQ . . .\n. . . Q\n. Q . ."),
        (Notation::Fen, "1Q2/3Q/Q3/2Q1"),
        (Notation::Chess, "a2 b4 c1 d3"),
        (Notation::Sat, "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0"),
    ];
    for (notation, text) in table {
        assert!(!notation.has_numbers());
        let written = [false, true].map(|zero_based| notation.write(&expected(), zero_based));
        assert_eq!(written, [Ok(text.to_owned()), Ok(text.to_owned())]);
    }
    let large = Permutation::identity(size(36));
    let error = Invalid::NoDigits { n: 36, largest: 35 };
    assert_eq!(Notation::Digits.write(&large, false), Err(error));
    assert!(Notation::Digits.write(&large, true).is_ok());
}

/// Text that is not a permutation, the error, and part of its message.
fn rejected() -> Vec<(String, Invalid, &'static str)> {
    let number = |got: &str| Invalid::NotANumber { got: got.into() };
    let outside = |n, column, row| Invalid::RowOutside { n, first: 1, column, row };
    let zero = |n, column| Invalid::RowZero { n, column };
    let twice = |n, row, first, second| Invalid::RowTwice { n, row, first, second };
    let numbers = |last: u32| (1..=last).map(|k| format!("{k} ")).collect::<String>();
    let nothing = "no queens given; expected a list such as \"2 4 1 3\"";
    let table = [
        ("", Invalid::NoQueens, nothing),
        (" \t\n", Invalid::NoQueens, nothing),
        ("\u{feff}", Invalid::NoQueens, nothing),
        ("()", Invalid::NoQueens, nothing),
        ("[ , ]", Invalid::NoQueens, nothing),
        ("queens\n", Invalid::NoQueens, nothing),
        ("2 4 x 3", number("x"), "separated by spaces or commas, such as \"2 4 1 3\", got \"x\""),
        ("x", number("x"), "got \"x\""),
        ("2 4 -1 3", number("-1"), "whole numbers"),
        ("2 +4 1 3", number("+4"), "whole numbers"),
        ("2 4 1.5 3", number("1.5"), "whole numbers"),
        ("2 4 1e 3", number("1e"), "whole numbers"),
        ("2 4 1 ３", number("３"), "whole numbers"),
        ("2 4 0x1 3", number("0x1"), "whole numbers"),
        ("2,,4,1,3", number(""), "whole numbers"),
        ("2 4 a 3", number("a"), "got \"a\""),
        ("99999999999999999999", number("99999999999999999999"), "got \"99999999999999999999\""),
        (
            "0",
            Invalid::SingleNumber { got: "0".into() },
            "such as \"2 4 1 3\", got the single number 0",
        ),
        ("2", Invalid::SingleNumber { got: "2".into() }, "got the single number 2"),
        ("1\n\n1", Invalid::SingleColumn { got: "1".into() }, "only if it is the whole input"),
        ("[[1],[1]]", twice(2, 1, 1, 2), "row 1 is used in columns 1 and 2"),
        (
            "1 3 0 2",
            zero(4, 3),
            "not a permutation of 1 … 4: column 3 has row 0, but rows count from 1",
        ),
        ("1302", zero(4, 3), "rows count from 1"),
        ("2 4 1", outside(3, 2, 4), "column 2 has row 4, outside the board N = 3"),
        ("2 4 1 257", outside(4, 4, 257), "column 4 has row 257"),
        ("2 5 1 5", outside(4, 2, 5), "column 2 has row 5"),
        ("2415", outside(4, 4, 5), "not a permutation of 1 … 4: column 4 has row 5"),
        ("2 4 2 3", twice(4, 2, 1, 3), "of 1 … 4: row 2 is used in columns 1 and 3"),
        ("2414", twice(4, 4, 2, 4), "of 1 … 4: row 4 is used in columns 2 and 4"),
        ("1 1", twice(2, 1, 1, 2), "row 1 is used in columns 1 and 2"),
        ("3 3 3", twice(3, 3, 1, 2), "row 3 is used in columns 1 and 2"),
        ("2 4 1 3\n3 1 4 2", Invalid::SeveralBoards { got: 2 }, "one board, got 2"),
        ("[2,4,1,3] [3,1,4,2]", Invalid::SeveralBoards { got: 2 }, "one board, got 2"),
        ("2413 3142", Invalid::SeveralBoards { got: 2 }, "one board, got 2"),
        (
            "(1,2),(2,4),(3,1),(4,3)",
            Invalid::PairOrder { example: (1, 2) },
            "column 1 and row 2, or row 1 and column 2",
        ),
        (
            "(2,4),(1,3)",
            Invalid::SquareOutside { n: 2, column: 1, row: 3 },
            "column 1, row 3 is outside the board N = 2",
        ),
        (
            "[(0, 1), (1, 3), (2, 0), (3, 2)]",
            Invalid::SquareZero { column: 0, row: 1 },
            "columns and rows count from 1",
        ),
        (
            "a1 a2 b3",
            Invalid::ColumnTwice { n: 3, column: 1, first: 1, second: 2 },
            "column 1 has queens in rows 1 and 2",
        ),
        ("a1 b2 b2", Invalid::ColumnEmpty { n: 3, column: 3 }, "column 3 has no queen"),
        (
            "..Q.\nQ...\n....\n.Q..",
            Invalid::ColumnEmpty { n: 4, column: 4 },
            "column 4 has no queen",
        ),
    ];
    let mut table: Vec<_> = table.map(|(text, why, words)| (text.into(), why, words)).into();
    let too_many = |got| Invalid::TooManyQueens { largest: 64, got };
    table.push((numbers(65), too_many(65), "expected at most 64 queens, got 65"));
    table.push((numbers(1000), too_many(1000), "got 1000"));
    table.push(("z".repeat(99), number(&"z".repeat(40)), "whole numbers"));
    let longest = Records::LONGEST;
    table.push(("1".repeat(longest + 1), Invalid::TooLong { longest }, "longer than 131072 bytes"));
    table
}

/// Malformed text, and part of the message.
const MALFORMED: &[(&str, &str)] = &[
    ("2 4 ]]1[[ 3", "matching brackets"),
    ("[2 4 1 3", "matching brackets"),
    ("2 4 1 3]", "matching brackets"),
    ("[2 4 1 3)", "matching brackets"),
    ("[[2,4,1,3]", "matching brackets"),
    ("2 [4 1] 3", "nothing outside the brackets and quotes"),
    ("[2, [4, 1, 3]]", "nothing outside the brackets and quotes"),
    ("[[[[[[[[[[[2,4,1,3]]]]]]]]]]]", "one pair of brackets"),
    ("[\"..Q.\" 3]", "nothing outside the brackets and quotes"),
    ("\"2 4 1 3", "strings in quotes"),
    ("..Q.\nQ...", "a matrix of N lines, each with N squares, got line 1 of 2 with length 4"),
    ("[[0,0,1],[1,0,0]]", "a matrix of N lines"),
    ("0 1 0 0", "column 1 has row 0"),
    ("1Q2/3Q/Q3", "4 squares in \"1Q2\", N = 3"),
    ("1Q2/3Q/Q3/2K1", "a FEN of queens such as \"1Q2/3Q/Q3/2Q1\", got \"2K1\""),
    ("99999999999999999999Q/8", "a FEN of queens"),
    ("a2 b4 c1 3d", "squares such as \"a2 b4 c1 d3\", got \"3d\""),
    ("{\"n\":4}", "an object with the field queens, got"),
    ("{\"queens\":[2,4,1,3]", "matching brackets"),
    ("[{\"queens\":[2,4,1,3]} 5]", "commas between the elements of an array"),
    ("rank,queens\n1,2,4,1,3", "got 5 cells instead of 2"),
    ("rank,queens\n1,\"2,4,1,3", "a closing quote"),
];

#[test]
fn malformed_structure_is_rejected() {
    for (text, why, words) in rejected() {
        check_text::<Permutation>(&text, &why, words);
        check_text::<Solution>(&text, &why, words);
    }
    for (text, words) in MALFORMED {
        let message = parse_queens(text).expect_err(text).to_string();
        assert!(message.contains(words), "{text:?}: {message}");
    }
}

#[test]
fn ambiguous_text_is_rejected() {
    let read =
        |notation, text: &str| Reading { notation: Some(notation), zero_based: false }.board(text);
    let refused = [
        (Notation::OneLine, "2413", "got the single number 2413"),
        (Notation::OneLine, "a2 b4 c1 d3", "whole numbers"),
        (Notation::Digits, "2 4 1 3", "2413, with letters"),
        (Notation::Json, "2 4 1 3", "JSON such as"),
        (Notation::Csv, "1,2 4 1 3", "a header with the column queens"),
        (Notation::ColumnRow, "1 2 2", "(1,2),(2,4)"),
        (Notation::Fen, "2413", "2413 squares in \"2413\", N = 1"),
        (Notation::Chess, "2413", "a2 b4 c1 d3"),
        (Notation::Drawing, " Q\nQ \n", "a mark on each empty square"),
        (Notation::Sat, "v 1 -2 3 0", "N², each of them once"),
        (Notation::Sat, "v 1 -1 2 3 0", "N², each of them once"),
        (Notation::Sat, "s UNSATISFIABLE", "the solver found none"),
    ];
    for (notation, text, words) in refused {
        let message = read(notation, text).expect_err(text).to_string();
        assert!(message.contains(words), "{notation} {text:?}: {message}");
    }
    for (text, notations) in [
        ("1 2\n2 1", "1 2 / 2 1"),
        ("[[1,2],[2,1]]", "1 2 / 2 1"),
        ("9     2 4 6 8 3 1 7 5", "2 4 6 8 3 1 7 5 or as 9 "),
    ] {
        let message = Reading::default().boards(text).expect_err(text).to_string();
        assert!(message.contains(notations), "{text:?}: {message}");
    }
    let pairs = Reading { notation: Some(Notation::ColumnRow), zero_based: false };
    assert_eq!(pairs.board("1 2\n2 1").unwrap().to_string(), "2 1");
    // The order of pairs does not matter on a board that is its own inverse.
    assert_eq!(parse_queens("(1,1),(2,2)"), Ok(Permutation::identity(size(2))));
}

#[test]
fn records_know_their_lines() {
    let input =
        "\u{feff}2 4 1 3\r\n\na2\nb4\nc1\nd3\n\n2 4 1\n[[2,4,1,3],\n [3,1,4,2]]\n[2,4,\n1,3]\nxy";
    let mut records = Records::new(input.as_bytes(), Reading::default(), 100);
    let mut found = Vec::new();
    while let Some(Record { line, text, .. }) = records.next_record().unwrap() {
        found.push((line, text.unwrap().trim_end().replace('\n', "/")));
    }
    let expected = [
        (1, "2 4 1 3"),
        (3, "a2/b4/c1/d3"),
        (8, "2 4 1"),
        (9, "[2,4,1,3]"),
        (10, "[3,1,4,2]"),
        (11, "[2,4,/1,3]"),
        (13, "xy"),
    ];
    assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
}

/// After an invalid record, the records of the next lines are found.
#[test]
fn a_wrong_record_ends_with_its_line() {
    let long = "1 ".repeat(60);
    for wrong in
        ["[2 4 1 3", "[[2,4,1,3]", "[{\"queens\":3}, 5", "\u{fffe}x", "8", "5 7", "1", &long]
    {
        let input = format!("{wrong}\n3 1 4 2\n");
        let input = input.replace('\u{fffe}', "\u{1}").into_bytes();
        let input: Vec<u8> =
            input.iter().map(|&byte| if byte == 1 { 0xff } else { byte }).collect();
        let mut records = Records::new(&input[..], Reading::default(), 100);
        let mut last = None;
        while let Some(record) = records.next_record().unwrap() {
            last = Some((record.line, record.text.map(|text| text.trim_end().to_owned())));
        }
        assert_eq!(last, Some((2, Ok("3 1 4 2".to_owned()))), "{wrong:?}");
    }
}

/// Command-line words, and the boards in them.
const WORDS: &[(&[&str], &[&str])] = &[
    (&["2", "4", "1", "3"], &["2 4 1 3"]),
    (&["2,", "4,", "1,", "3"], &["2 4 1 3"]),
    (&["2,4,1,3"], &["2 4 1 3"]),
    (&["2 4 1 3"], &["2 4 1 3"]),
    (&["1"], &["1"]),
    (&["2413"], &["2 4 1 3"]),
    (&["2413", "3142"], &["2 4 1 3", "3 1 4 2"]),
    (&["2 4 1 3", "3 1 4 2"], &["2 4 1 3", "3 1 4 2"]),
    (&["[2,", "4,", "1,", "3]"], &["2 4 1 3"]),
    (&["(2 4 1 3)", "(3 1 4 2)"], &["2 4 1 3", "3 1 4 2"]),
    (&["[2,", "4,", "1,", "3]", "3142", "2 4 1 3"], &["2 4 1 3", "3 1 4 2", "2 4 1 3"]),
    (&["2413", "1Q2/3Q/Q3/2Q1", "a2", "b4", "c1", "d3"], &["2 4 1 3", "2 4 1 3", "2 4 1 3"]),
    (&["(1,1),", "(2,2)"], &["1 2"]),
    (&["[2,4,1,3],[3,1,4,2]"], &["2 4 1 3", "3 1 4 2"]),
    (&["[[2,", "4,1,", "3],", "[3,1,4,2]]"], &["2 4 1 3", "3 1 4 2"]),
    (&["a2", "b4", "c1", "d3"], &["2 4 1 3"]),
    (&["1Q2/3Q/Q3/2Q1"], &["2 4 1 3"]),
    (&["1Q2/3Q/Q3/2Q1", "2Q1/Q3/3Q/1Q2"], &["2 4 1 3", "3 1 4 2"]),
    (&["..Q.", "Q...", "...Q", ".Q.."], &["2 4 1 3"]),
    (&["..Q.\nQ...\n...Q\n.Q..\n.Q..\n...Q\nQ...\n..Q."], &["2 4 1 3", "3 1 4 2"]),
    (&["2 4 1 3\n3 1 4 2\n"], &["2 4 1 3", "3 1 4 2"]),
];

#[test]
fn a_list_of_boards_is_the_same_everywhere() {
    for (words, boards) in WORDS {
        let expected: Vec<Permutation> =
            boards.iter().map(|board| board.parse().unwrap()).collect();
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        let read = |text: &String| Reading::default().boards(text).unwrap();
        let texts = arguments(&words);
        assert_eq!(texts.iter().flat_map(read).collect::<Vec<_>>(), expected, "{words:?}");
        assert_eq!(read(&texts.join("\n")), expected, "{words:?} as lines");
    }
    let table: [&[&str]; 6] = [&[], &[""], &[","], &["[]"], &["(", ")"], &["{,}"]];
    for words in table {
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        for text in arguments(&words) {
            assert_eq!(Reading::default().boards(&text), Err(Invalid::NoQueens), "{words:?}");
        }
    }
}

/// Text composed of fragments of boards.
fn text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "1", "2", "3", "4", "0", "10", "2413", "a", "b3", "c1", " ", " ", ",", "\n", "\r\n", "[",
        "]", "(", ")", "{", "}", "\"", "'", "Q", ".", "..Q.", "/", ";", "-", "\\", ":",
        "{\"queens\":", "queens", "\u{feff}", "♛", "\t", "v ", "0 1 0",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(500, 2000)))]

    #[test]
    fn every_notation_round_trips(p in permutation(64), zero_based in any::<bool>()) {
        for notation in Notation::ALL {
            let Ok(text) = notation.write(&p, zero_based) else {
                prop_assert!(notation == Notation::Digits && p.n().get() >= 36);
                continue;
            };
            let text = format!("{}\n{text}", notation.header().unwrap_or_default());
            let named = Reading { notation: Some(notation), zero_based };
            prop_assert_eq!(named.board(&text), Ok(p), "{}", text);
            let guess = Reading { notation: None, zero_based }.board(&text);
            match notation {
                // Pairs are unambiguous only if the board is its own inverse.
                Notation::ColumnRow | Notation::RowColumn => prop_assert!(guess.is_err() || guess == Ok(p)),
                // Small boards may be something else.
                Notation::Matrix if p.n().get() < 3 => {}
                Notation::Digits if p.n().get() < 4 => {}
                // Variables can count along columns or rows.
                Notation::Sat => prop_assert!(guess.is_err() || guess == Ok(p)),
                _ => prop_assert_eq!(guess, Ok(p), "{}", text),
            }
        }
    }

    /// Any text is either one board or rejected, consistently by the parsers for whole text and for records.
    #[test]
    fn any_text_is_parsed_or_rejected(text in text(), zero_based in any::<bool>(), place in 0..=Notation::ALL.len()) {
        let reading = Reading { notation: Notation::ALL.get(place).copied(), zero_based };
        match (reading.board(&text), reading.boards(&text)) {
            (Ok(board), boards) => prop_assert_eq!(boards, Ok(vec![board])),
            (Err(Invalid::SeveralBoards { .. }), boards) => prop_assert!(boards.is_err() || boards.unwrap().len() > 1),
            (Err(error), boards) => prop_assert_eq!(boards, Err(error)),
        }
        let one_line = Reading { notation: Some(Notation::OneLine), zero_based: false };
        for board in reading.boards(&text).into_iter().flatten() {
            prop_assert_eq!(one_line.board(&board.to_string()), Ok(board));
        }
    }
}

/// Whether a board of one column is all of the input is not looked for without end.
#[test]
fn blanks_without_end_are_not_read() {
    for blank in [b'\n', b' '] {
        let input = b"1\n".chain(std::io::repeat(blank));
        let mut records = Records::new(input, Reading::default(), 100);
        let record = records.next_record().unwrap().unwrap();
        let read = Reading::default().record(&record, &mut Vec::new());
        assert!(matches!(read, Err(Invalid::SingleColumn { .. })), "{record:?}");
    }
}
