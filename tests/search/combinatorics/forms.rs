//! Boards as programs print them and people write them: each form with where it comes from.

use nqdb::notation::{ConditionList, Notation, Reading};
use nqdb::picture::{Coordinates, Picture};
use nqdb::{Condition, Invalid, Permutation};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Where a form comes from, and a text with the boards of ranks 1 and 2 of N = 4.
const BOTH: &[(&str, &str)] = &[
    ("lists on lines", "2 4 1 3\n3 1 4 2\n"),
    ("a byte order mark, carriage returns, blanks", "\u{feff}2,4,1,3  \r\n\r\n(3, 1, 4, 2)\t\r\n"),
    ("words of digits", "2413\n3142"),
    ("lists on one line", "[2,4,1,3] [3,1,4,2]\n"),
    ("a JSON array", "[[2,4,1,3],[3,1,4,2]]\n"),
    ("a JSON array on several lines", "[\n  [2, 4, 1, 3],\n  [3, 1, 4, 2]\n]\n"),
    ("drawings without a blank line", "..Q.\nQ...\n...Q\n.Q..\n.Q..\n...Q\nQ...\n..Q.\n"),
    ("0 for empty squares", "00Q0\nQ000\n000Q\n0Q00\n\n0Q00\n000Q\nQ000\n00Q0\n"),
    ("matrices", "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n"),
    (
        "a JSON array of matrices",
        "[[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]], [[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]]",
    ),
    ("FEN", "1Q2/3Q/Q3/2Q1 w - - 0 1\n2Q1/Q3/3Q/1Q2\n"),
    ("FEN after labels", "Anna: 1Q2/3Q/Q3/2Q1 w - - 0 1\n2. 2Q1/Q3/3Q/1Q2\n"),
    ("chess squares", "a2 b4 c1 d3\na3 b1 c4 d2\n"),
    ("CSV", "queens\n2 4 1 3\n3 1 4 2\n"),
    ("tabs and quotes", "id\tqueens\nx\t2 4 1 3\ny\t\"3,1,4,2\"\n"),
    ("JSON objects with text", "{\"queens\":\"2 4 1 3\"}\n{\"queens\":\"3 1 4 2\"}\n"),
    ("NumPy, boards in an array", "[[2 4 1 3]\n [3 1 4 2]]\n"),
    (
        "column numbers below",
        ". . Q .\nQ . . .\n. . . Q\n. Q . .\n1 2 3 4\n\n.Q..\n...Q\nQ...\n..Q.\n1234\n",
    ),
    ("a code fence", "```\n2 4 1 3\n3 1 4 2\n```\n"),
    ("a column of numbers, one board after a blank line", "2\n4\n1\n3\n\n3\n1\n4\n2\n"),
    ("chess squares, one on a line", "a2\nb4\nc1\nd3\n\na3\nb1\nc4\nd2\n"),
    ("nqdb list --with-ranks, tabs", "1\t2 4 1 3\n2\t3 1 4 2\n"),
    ("CSV without a header, ranks first", "1,2 4 1 3\n2,3 1 4 2\n"),
    ("CSV as spreadsheets in Europe write it", "rank;queens\n1;2 4 1 3\n2;3 1 4 2\n"),
    ("Parquet files of nqdb as CSV: a column for each queen", "q1,q2,q3,q4\n2,4,1,3\n3,1,4,2\n"),
    ("the same, after other columns", "rank,q1,q2,q3,q4\n1,2,4,1,3\n2,3,1,4,2\n"),
    ("numbered solutions", "Solution 1: 2 4 1 3\nSolution 2: 3 1 4 2\n"),
    ("numbered lists", "1. 2 4 1 3\n2. 3 1 4 2\n"),
    ("numbered lists with brackets", "1) [2, 4, 1, 3]\n2) [3, 1, 4, 2]\n"),
    ("numbers with a hash", "#1 2413\n#2 3142\n"),
    (
        "comments of scripts",
        "# all solutions of N = 4\n2 4 1 3\n# another one\n3 1 4 2\n# end of file\n",
    ),
    ("labels in comments", "# Solution 1: 2 4 1 3\n# Solution 2: 3 1 4 2\n"),
    ("a label with the board size", "N = 4: 2 4 1 3\nN = 4: 3 1 4 2\n"),
    ("a heading with the board size", "Solutions for n = 4:\n2 4 1 3\n3 1 4 2\n"),
    ("the board size on a line", "N = 4\n2 4 1 3\n3 1 4 2\n"),
    ("CSV with the board size", "n,queens\n4,2 4 1 3\n4,3 1 4 2\n"),
    (
        "drawings below headings",
        "Solution 1:\n..Q.\nQ...\n...Q\n.Q..\n\nSolution 2\n.Q..\n...Q\nQ...\n..Q.\n",
    ),
    ("Prolog at its prompt", "Qs = [2,4,1,3] ;\nQs = [3,1,4,2].\n"),
    ("Prolog, write/1", "[2,4,1,3].\n[3,1,4,2].\n"),
    (
        "MiniZinc, all solutions",
        "queens = [2, 4, 1, 3];\n----------\nqueens = [3, 1, 4, 2];\n----------\n==========\n",
    ),
    (
        "Z3, print of the model",
        "sat\n[q_1 = 2, q_2 = 4, q_3 = 1, q_4 = 3]\nsat\n[q_1 = 3, q_2 = 1, q_3 = 4, q_4 = 2]\n",
    ),
    ("Octave, the value of a variable", "q =\n\n   2   4   1   3\n\nq =\n\n   3   1   4   2\n\n"),
    ("emoji", "⬜️⬜️♛️⬜️\n♛️⬜️⬜️⬜️\n⬜️⬜️⬜️♛️\n⬜️♛️⬜️⬜️\n\n⬜👑⬜⬛\n⬛⬜⬛👑\n👑⬛⬜⬛\n⬛⬜👑⬜\n"),
    (
        "MiniZinc, array1d",
        "n = 4; q = array1d(1..4, [2, 4, 1, 3]);\nn = 4; q = array1d(1..4, [3, 1, 4, 2]);\n",
    ),
    (
        "JSON objects with one list",
        "{\"q\": [2, 4, 1, 3], \"ms\": 3}\n{\"q\": [3, 1, 4, 2], \"ms\": 4}\n",
    ),
    ("Python dictionaries, by column", "{1: 2, 2: 4, 3: 1, 4: 3}\n{1: 3, 2: 1, 3: 4, 4: 2}\n"),
    (
        "the same as JSON",
        "{\"1\": 2, \"2\": 4, \"3\": 1, \"4\": 3}\n{\"1\": 3, \"2\": 1, \"3\": 4, \"4\": 2}\n",
    ),
    (
        "Python dictionaries with a list",
        "{'n': 4, 'queens': [2, 4, 1, 3]}\n{'n': 4, 'queens': [3, 1, 4, 2]}\n",
    ),
    ("variables of constraint solvers", "Q1=2 Q2=4 Q3=1 Q4=3\nQ1=3 Q2=1 Q3=4 Q4=2\n"),
    (
        "the same, one on a line",
        "q[1] = 2\nq[2] = 4\nq[3] = 1\nq[4] = 3\n\nq[1] = 3\nq[2] = 1\nq[3] = 4\nq[4] = 2\n",
    ),
    ("nqdb's conditions, if they are complete", "1=2 2=4 3=1 4=3\n1=3 2=1 3=4 4=2\n"),
    ("NumPy, floats", "[2. 4. 1. 3.]\n[3. 1. 4. 2.]\n"),
    (
        "NumPy, savetxt",
        "2.000000000000000000e+00 4.000000000000000000e+00 1.000000000000000000e+00 3.000000000000000000e+00\n3.0 1.0 4.0 2.0\n",
    ),
    ("NumPy, repr", "array([2, 4, 1, 3], dtype=int64)\narray([3, 1, 4, 2], dtype=int64)\n"),
    (
        "NumPy, matrices of floats",
        "[[0. 0. 1. 0.]\n [1. 0. 0. 0.]\n [0. 0. 0. 1.]\n [0. 1. 0. 0.]]\n[[0. 1. 0. 0.]\n [0. 0. 0. 1.]\n [1. 0. 0. 0.]\n [0. 0. 1. 0.]]\n",
    ),
    (
        "NumPy, matrices of booleans",
        "[[False False  True False]\n [ True False False False]\n [False False False  True]\n [False  True False False]]\n[[False  True False False]\n [False False False  True]\n [ True False False False]\n [False False  True False]]\n",
    ),
    ("R, print of vectors", "[1] 2 4 1 3\n[1] 3 1 4 2\n"),
    ("R, dput", "c(2, 4, 1, 3)\nc(3, 1, 4, 2)\n"),
    (
        "R, print of a matrix",
        "     [,1] [,2] [,3] [,4]\n[1,]    0    0    1    0\n[2,]    1    0    0    0\n[3,]    0    0    0    1\n[4,]    0    1    0    0\n\n     [,1] [,2] [,3] [,4]\n[1,]    0    1    0    0\n[2,]    0    0    0    1\n[3,]    1    0    0    0\n[4,]    0    0    1    0\n",
    ),
    (
        "MATLAB, rows with semicolons",
        "[0 0 1 0; 1 0 0 0; 0 0 0 1; 0 1 0 0]\n[0 1 0 0; 0 0 0 1; 1 0 0 0; 0 0 1 0]\n",
    ),
    ("MATLAB, columns", "[2; 4; 1; 3]\n[3; 1; 4; 2]\n"),
    ("semicolons", "2;4;1;3\n3;1;4;2\n"),
    (
        "rows in braces, as loops in C and Java print them",
        "{ 0, 0, 1, 0}\n{ 1, 0, 0, 0}\n{ 0, 0, 0, 1}\n{ 0, 1, 0, 0}\n{ 0, 1, 0, 0}\n{ 0, 0, 0, 1}\n{ 1, 0, 0, 0}\n{ 0, 0, 1, 0}\n",
    ),
    (
        "rows in brackets, as loops in Python print them",
        "[0, 0, 1, 0]\n[1, 0, 0, 0]\n[0, 0, 0, 1]\n[0, 1, 0, 0]\n\n[0, 1, 0, 0]\n[0, 0, 0, 1]\n[1, 0, 0, 0]\n[0, 0, 1, 0]\n",
    ),
    (
        "rows of letters in lists",
        "['.', '.', 'Q', '.']\n['Q', '.', '.', '.']\n['.', '.', '.', 'Q']\n['.', 'Q', '.', '.']\n\n['_', 'Q', '_', '_']\n['_', '_', '_', 'Q']\n['Q', '_', '_', '_']\n['_', '_', 'Q', '_']\n",
    ),
    (
        "rows of blanks and letters in lists",
        "[' ', ' ', 'Q', ' ']\n['Q', ' ', ' ', ' ']\n[' ', ' ', ' ', 'Q']\n[' ', 'Q', ' ', ' ']\n\n[' ', 'Q', ' ', ' ']\n[' ', ' ', ' ', 'Q']\n['Q', ' ', ' ', ' ']\n[' ', ' ', 'Q', ' ']\n",
    ),
    (
        "LeetCode 51",
        "[[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"],[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]]\n",
    ),
    (
        "reasoning-gym: a list of lists of letters",
        "[[\"_\",\"_\",\"Q\",\"_\"],[\"Q\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"Q\"],[\"_\",\"Q\",\"_\",\"_\"]]\n[[\"_\",\"Q\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"Q\"],[\"Q\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"Q\",\"_\"]]\n",
    ),
    ("Go, slices", "[2 4 1 3]\n[3 1 4 2]\n"),
    ("numbers in quotes", "[\"2\", \"4\", \"1\", \"3\"]\n('3', '1', '4', '2')\n"),
    (
        "bars",
        "| | |Q| |\n|Q| | | |\n| | | |Q|\n| |Q| | |\n\n| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n",
    ),
    (
        "underlined bars",
        "|_|_|Q|_|\n|Q|_|_|_|\n|_|_|_|Q|\n|_|Q|_|_|\n\n|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n",
    ),
    (
        "inner bars and rules",
        " . | . | Q | .\n---+---+---+---\n Q | . | . | .\n---+---+---+---\n . | . | . | Q\n---+---+---+---\n . | Q | . | .\n\n . | Q | . | .\n---+---+---+---\n . | . | . | Q\n---+---+---+---\n Q | . | . | .\n---+---+---+---\n . | . | Q | .\n",
    ),
    (
        "a chessboard with names, row 1 at the bottom",
        "  a b c d\n4 . Q . . 4\n3 . . . Q 3\n2 Q . . . 2\n1 . . Q . 1\n  a b c d\n\n4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .\n  a b c d\n",
    ),
    (
        "rows named from the top",
        "  1 2 3 4\n1 . . Q .\n2 Q . . .\n3 . . . Q\n4 . Q . .\n\n1 .Q..\n2 ...Q\n3 Q...\n4 ..Q.\n",
    ),
];

#[test]
fn forms_of_programs_and_people_are_read() {
    for (source, text) in BOTH {
        let boards = Reading::default().boards(text);
        let boards = boards.unwrap_or_else(|error| panic!("{source}: {error}\n{text}"));
        let boards: Vec<String> = boards.iter().map(Permutation::to_string).collect();
        assert_eq!(boards, ["2 4 1 3", "3 1 4 2"], "{source}\n{text}");
    }
}

/// The same with a notation or numbers from 0, which cannot be detected.
const NAMED: &[(Option<Notation>, bool, &str)] = &[
    (None, true, "1 3 0 2\n[2, 0, 3, 1]\n"),
    (Some(Notation::RowColumn), false, "(2,1),(4,2),(1,3),(3,4)\n[[3,1],[1,2],[4,3],[2,4]]\n"),
];

#[test]
fn named_forms_are_read() {
    for &(notation, zero_based, text) in NAMED {
        let boards = Reading { notation, zero_based }.boards(text).unwrap();
        let boards: Vec<String> = boards.iter().map(Permutation::to_string).collect();
        assert_eq!(boards, ["2 4 1 3", "3 1 4 2"], "{text}");
    }
}

/// Models of SAT solvers, whose variables can count along columns or rows.
const MODELS: &[(&str, &str)] = &[
    (
        "SAT competition output, models in several lines",
        "c solver\ns SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9\nv -10 -11 -12 -13 -14 15 -16 0\nv -1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 0\n",
    ),
    (
        "the same with auxiliary variables",
        "N = 4:\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 17 -18 0\nv -1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 -17 18 0\n",
    ),
];

#[test]
fn models_are_read_by_name() {
    for (source, text) in MODELS {
        let message = Reading::default().boards(text).expect_err(source).to_string();
        assert!(message.contains("can be read as 2 4 1 3 or as 3 1 4 2"), "{source}: {message}");
        let named = Reading { notation: Some(Notation::Sat), zero_based: false };
        let boards = named.boards(text).unwrap_or_else(|error| panic!("{source}: {error}"));
        let boards: Vec<String> = boards.iter().map(Permutation::to_string).collect();
        assert_eq!(boards, ["2 4 1 3", "3 1 4 2"], "{source}");
    }
}

/// Forms in which the order of two numbers has to be named, with the board of rank 1.
const PAIRS: &[(&str, &str)] = &[
    (
        "clingo",
        "clingo version 5.6.2\nReading from queens.lp\nSolving...\nAnswer: 1\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\nSATISFIABLE\n\nModels       : 1+\nCalls        : 1\nTime         : 0.003s (Solving: 0.00s)\nCPU Time     : 0.002s\n",
    ),
    ("facts", "queen(1,2). queen(2,4). queen(3,1). queen(4,3).\n"),
    ("Prolog, Bratko's pairs", "[1/2,2/4,3/1,4/3]\n"),
    ("one pair on a line", "(1, 2)\n(2, 4)\n(3, 1)\n(4, 3)\n"),
    ("bare numbers", "1 2\n2 4\n3 1\n4 3\n"),
];

#[test]
fn the_order_of_pairs_is_asked_for() {
    for (source, text) in PAIRS {
        let read = |notation| Reading { notation, zero_based: false }.board(text);
        let error = read(None).expect_err(source);
        assert!(matches!(error, Invalid::PairOrder { .. }), "{source}: {error}");
        let boards =
            [Notation::ColumnRow, Notation::RowColumn].map(|notation| read(Some(notation)));
        let boards = boards.map(|board| board.map(|board| board.to_string()));
        assert_eq!(boards, [Ok("2 4 1 3".to_owned()), Ok("3 1 4 2".to_owned())], "{source}");
    }
}

/// Text that must not be taken for a board, and part of the message.
const REFUSED: &[(&str, &str)] = &[
    ("Anna: 1 2 3 4\n..Q.\nQ...\n...Q\n.Q..", "the same board"),
    ("Anna: 4 3 2 1\n..Q.\nQ...\n...Q\n.Q..", "the same board"),
    (" 1 2\na1 b2\n", "only if it is the whole input"),
    ("[1,2]\n\n[2,1]\n", "only if it is the whole input"),
    ("*1\n1-\n", "one mark for queens"),
    ("2143\n//12\n", "got \"//12\""),
    ("2143\n%1 2\n", "got"),
    ("```2143\n2413\n", "got"),
    ("c b4c1 d2\na2 b1 c3 d4\n", "got \"c\""),
    ("(2),(2,)\n(1,1)\n", "no separator after the last"),
    ("01\n10\n12\n", "the names of the columns"),
    ("001\n100\n010\n123\n", "the names of the columns"),
    ("0010\n1000\n0001\n0100\n1 2 3 4\n", "the names of the columns"),
    ("21\nc a\n", "the single number 21"),
    ("a1 b2\n c d4\n", "only \"a1 b2\""),
    (" 1 2\n1 2 3\n", "only if it is the whole input"),
    ("  Q \n    \n    \n    \n", "a mark on each empty square"),
    ("    \n  Q \nQ   \n    \n", "a mark on each empty square"),
    ("\t\tQ\t\n\t\t\t\n\tQ\t\t\n\t\t\t\n", "a mark on each empty square"),
    ("q0,q1,q2,q3,q4\n5,3,1,4,2\n", "q1 … qN in this order"),
    ("q1,q3,q2,q4,q5\n1,5,3,2,4\n", "q1 … qN in this order"),
    ("q1,q3,q4\n1,3,4\n", "q1 … qN in this order"),
    ("q1,q1,q3,q4\n1,2,1,3\n", "q1 … qN in this order"),
    ("queens,q1,q2,q3,q4\n2 4 1 3,3,1,4,2\n", "q1 … qN in this order"),
    ("4 3 2 1\n..Q.\nQ...\n...Q\n.Q..\n", "drawings or other boards"),
    ("{\"n\":5,\"queens\":[2,4,1,3]}", "a board of N = 5, got one of N = 4"),
    ("{\"queens\":[2,4,1,3],\"queens\":[3,1,4,2]}", "each field once"),
    ("n,queens\n5,2 4 1 3\n", "a board of N = 5, got one of N = 4"),
    ("N = 8: 2 4 1 3\n", "a board of N = 8, got one of N = 4"),
    ("Solutions for N = 8:\n2 4 1 3\n", "a board of N = 8, got one of N = 4"),
    ("{'n': 5, 'queens': [2, 4, 1, 3]}", "a board of N = 5, got one of N = 4"),
    ("1 3 5 2 4\t6\n", "one separator between all rows"),
    ("1 3 5 2 4,6\n", "one separator between all rows"),
    ("Solution 1: 2 4 1 3\nSolution 2:\n", "only the heading \"Solution 2:\""),
    ("Solution 1:\n\nSolution 2:\n2 4 1 3\n", "only the heading \"Solution 1:\""),
    ("Answer: 1\n\nSATISFIABLE\n", "only the heading \"Answer: 1\""),
    ("2:\n\n3:\n2 4 1 3\n", "only the heading \"2:\""),
    ("1\n\n2 4 1 3", "got only \"1\""),
    ("2 4 1 3\na1\n", "got only \"a1\""),
    ("2 4 1 3\nQ\n", "a mark on each empty square"),
    ("{\"queens\":[\"1\",\"1\",\"1\"]}", "row 1 is used in columns 1 and 2"),
    ("('1', '3', '0', '2')", "column 3 has row 0"),
    ("Q[2,4,1,3]", "a list, perhaps after a name"),
    ("[2, 4, 1, 3]\n\n..Q.\nQ...\n...Q\n.Q..\n", "drawings or other boards"),
    ("Solution: [2, 4, 1, 3]\nBoard:\n..Q.\nQ...\n...Q\n.Q..\n", "drawings or other boards"),
    ("(array([1, 2, 3, 4]), array([2, 4, 1, 3]))", "the columns and rows of one"),
    ("x = [1, 2, 3, 4]\ny = [2, 4, 1, 3]\n", "whole numbers"),
    ("Number of queens: 12\n", "whole numbers"),
    ("{\"queens\": 12, \"time\": 0.5}", "a board, got"),
    ("queens,seconds\n12,0.51\n", "single number 12"),
    ("queens,flipped\n2 4 1 3,true\n", "none that may turn them"),
    ("queens,solution\n2 4 1 3,3 1 4 2\n", "one column of boards"),
    ("queens,note\n2 4 1 3,rows from the bottom\n", "how it is turned"),
    ("Spalten: 2 4 1 3\n", "how it is turned"),
    ("Size 8: 2 4 1 3\n", "N = 8, got one of N = 4"),
    ("Board 8x8: 2 4 1 3\n", "N = 8, got one of N = 4"),
    ("Solution for 8 queens: 2 4 1 3\n", "N = 8, got one of N = 4"),
    ("|1", "a mark on each square"),
    ("[[1,1]]", ""),
    ("\u{201c}2 4 1 3\u{201d}", "the quotes"),
    ("..O.\nO...\n...O\n.O..\n", "a drawing with Q"),
    ("8", "the single number 8"),
    ("s UNSATISFIABLE", "the solver found none"),
    ("UNSATISFIABLE", "the solver found none"),
    ("=====UNSATISFIABLE=====", "the solver found none"),
    ("Q   \n Q  \n  Q \n   Q\n", ""),
    ("rank 1: 2 4 1 3\n.Q..\n...Q\nQ...\n..Q.\n", "the same board in a drawing and above it"),
    ("9      2 4 6 8 3 1 7 5", "can be read as 2 4 6 8 3 1 7 5 or as 9 "),
    ("24135  3142 2413", "can be read as"),
    (" 1      2 4 1 3\n", "can be read as 2 4 1 3 or as 1 "),
    ("45  3 2 1\n", "can be read as 3 2 1 or as 45  3 2 1"),
    ("6  4 3 1 2\n", "can be read as"),
    ("  2  4\t1 3 ", "one separator between all rows"),
    ("2 4,1 ,3", "one separator between all rows"),
    ("[2413]", "the single number 2413"),
    ("2,4,1,3,", "no separator after the last"),
    ("SOLN       COLUMN\n 1      2 4 1 3\n", "without words that may say"),
    ("1 . Q . .\n3 . . . Q\n2 Q . . .\n4 . . Q .", "row labels that count"),
    ("1. . . Q .\n2 Q . . .\n3 . . . Q\n4 . Q . .", "row labels that count"),
    ("{1: 2, 2: 4 3: 1, 4: 3}", "a comma between the fields"),
    ("1/2. 2/4 3/1 4/3", "whole numbers"),
    ("1Q2/3Q/Q3/02Q1", "a FEN of queens"),
    ("rank,queens\n1,6; 2 4 1 3\n", "a board alone in its cell"),
    ("Q .\n\u{fe0f} Q", "whole numbers"),
    ("[[1,2,3,4],[2,4,1,3]]", "the columns and rows of one"),
    ("queens,other\n2 4 1 3,\"[3,1,4,2]\"\n", "no other board in a line"),
    ("queens,squares\n2 4 1 3,a3 b1 c4 d2\n", "no other board in a line"),
    ("colonna: 2 4 1 3\n", "how it is turned"),
    ("von unten: 2 4 1 3\n", "how it is turned"),
    ("Solutions: 3142\n", "JSON such as"),
    ("[[# 0 0]\n [0 # 0]\n [# 0 Q]]", ""),
    ("N = 04: 2 4 1 3\n", "a blank or a comma"),
    ("[1,2,3,...,9]", "whole numbers"),
    ("orbit       1", "whole numbers"),
    ("canonical   2 4 1 3", "whole numbers"),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\">", ""),
];

#[test]
fn other_text_is_refused_with_its_reason() {
    for (text, words) in REFUSED {
        let boards = Reading::default().boards(text);
        let is_attack = boards.as_ref().is_ok_and(|boards| boards[0].attack().is_some());
        match boards {
            // One board with an attack, not four of one column.
            Ok(boards) => assert!(words.is_empty() && is_attack && boards.len() == 1, "{text:?}"),
            Err(error) => assert!(error.to_string().contains(words), "{text:?}: {error}"),
        }
    }
}

/// Partial boards of N = 4, and their conditions.
const PARTIAL: &[(&str, &str, &str)] = &[
    ("a drawing with given queens", "..Q.\n....\n....\n....", "3=1"),
    ("blocked squares", "..Q.\n....\n#..#\n....", "3=1 1!=3 4!=3"),
    ("blocked squares as crosses", "..Q.\n....\nX..X\n....", "3=1 1!=3 4!=3"),
    ("reasoning-gym, a text", "_ _ Q _\n_ _ _ _\n_ _ _ _\n_ Q _ _", "2=4 3=1"),
    (
        "reasoning-gym, a list",
        "[[\"_\",\"_\",\"Q\",\"_\"],[\"_\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"_\"]]",
        "3=1",
    ),
    ("a CSV matrix with one 1", "0,0,1,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n", "3=1"),
    ("a matrix as a list", "[[0,0,1,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", "3=1"),
    ("a matrix of words", "0010\n0000\n0000\n0000", "3=1"),
    ("a matrix of words that begins with 1", "1000\n0000\n0100\n0000\n", "1=1 2=3"),
    ("bars", "| | |Q| |\n| | | | |\n|#| | | |\n| | | | |\n", "3=1 1!=3"),
    (
        "a drawing of nqdb puzzle",
        "puzzle 1: 3=1\n+---+---+---+---+\n|   | # | Q | # |\n+---+---+---+---+\n| # |   | # |   |\n+---+---+---+---+\n|   | # |   | # |\n+---+---+---+---+\n| # |   | # |   |\n+---+---+---+---+\n",
        "3=1",
    ),
    ("a FEN with given queens", "4/4/4/2Q1", "3=1"),
    ("rows with gaps", "[0, 4, 0, 0]", "2=4"),
    ("the same, as JSON", "[null, 4, null, null]", "2=4"),
    ("the same, as Python prints it", "[None, 4, None, None]", "2=4"),
    ("the same, with question marks", "? 4 ? ?", "2=4"),
    ("a given queen in row 1", "? ? 1 ?", "3=1"),
    ("the same, as JSON", "[null, null, 1, null]", "3=1"),
    ("the same, of nqdb dataset", "{\"n\":4,\"givens\":[0,0,1,0],\"conditions\":[\"3=1\"]}", "3=1"),
    (
        "nqdb puzzle --json",
        "{\"n\":4,\"seed\":1,\"number\":1,\"conditions\":[\"3=1\",\"2!=2\"],\"completions\":1}",
        "3=1 2!=2",
    ),
    (
        "nqdb dataset",
        "{\"id\":\"a\",\"n\":4,\"givens\":[0,4,0,0],\"conditions\":[\"2=4\"],\"answers\":[[2,4,1,3]]}",
        "2=4",
    ),
    (
        "metadata of reasoning-gym",
        "{\"question\":\"\",\"metadata\":{\"puzzle\":[[\"_\",\"_\",\"Q\",\"_\"],[\"_\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"_\"],[\"_\",\"_\",\"_\",\"_\"]]}}",
        "3=1",
    ),
    ("a whole board", "2 4 1 3", "1=2 2=4 3=1 4=3"),
];

#[test]
fn partial_boards_are_read() {
    for (source, text, conditions) in PARTIAL {
        let board = ConditionList::parse(text).unwrap_or_else(|error| panic!("{source}: {error}"));
        let found: Vec<String> = board.conditions.iter().map(ToString::to_string).collect();
        assert_eq!((board.n, found.join(" ").as_str()), (Some(4), *conditions), "{source}");
    }
    for (text, words) in [
        ("..*.\n....\n....\n....", "only *, x, × or #, which can be either"),
        (".X..\n....\n....\n....", "only *, x, × or #, which can be either"),
        (
            "  1 2 3 4\n1 . . . .\n2 . . . .\n3 . . . .\n4 . . . x",
            "only *, x, × or #, which can be either",
        ),
        ("0 4 7 5 2 6 1 3", "? for the column without a queen"),
        ("[2, 0, 3, 1]", "rows that count from 1"),
        ("..Q.\n....\n....", "a matrix of N lines"),
        ("{\"n\":4,\"givens\":[0,4,0,0],\"conditions\":[\"1=1\"]}", "contradictions"),
        ("{\"n\":5,\"givens\":[0,4,0,0]}", "a board of N = 5, got one of N = 4"),
        ("{\"n\":5}", "JSON"),
        ("queen", "a condition such as 3=5"),
        ("3=", "a condition such as 3=5"),
    ] {
        let message = ConditionList::parse(text).expect_err(text).to_string();
        assert!(message.contains(words), "{text:?}: {message}");
    }
}

/// Lists of conditions have no size.
#[test]
fn conditions_name_squares_as_numbers_or_as_in_chess() {
    for (text, conditions) in [
        ("3=5", "3=5"),
        ("c5", "3=5"),
        ("C5", "3=5"),
        ("Qc5", "3=5"),
        ("!c5", "3!=5"),
        ("c5 3!=6,!d2 c+r!=8 c-r!=-2", "3=5 3!=6 4!=2 c+r!=8 c-r!=-2"),
        ("a2 b4 c1 d3", "1=2 2=4 3=1 4=3"),
        ("z1 aa2 zz10000", "26=1 27=2 702=10000"),
        ("puzzle 3: c5 !d2", "3=5 4!=2"),
        ("\"c5 !d2\"", "3=5 4!=2"),
        ("{\"conditions\":[\"c5\",\"!d2\"]}", "3=5 4!=2"),
    ] {
        let list = ConditionList::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<String> = list.conditions.iter().map(ToString::to_string).collect();
        assert_eq!((list.n, found.join(" ").as_str()), (None, conditions), "{text}");
    }
    for text in ["c", "!c", "c5!", "!!c5", "c5=3", "c=5", "5c", "aaa1", "c+5", "c 5", "!3=5"] {
        let error = ConditionList::parse(text).unwrap_err();
        assert!(matches!(error, Invalid::Condition { .. }), "{text}: {error}");
    }
    // The letters of `digits` notation begin with N = 10.
    let digits = ConditionList::parse("a123456789").unwrap();
    assert_eq!((digits.n, digits.conditions.len()), (Some(10), 10));
    for (text, column, row) in [("i1", 9, 1), ("z5", 26, 5), ("!aa5", 27, 5), ("a9", 1, 9)] {
        let outside = Condition::parse_all([text]).unwrap()[0].check(8);
        assert_eq!(outside, Err(Invalid::SquareOutside { n: 8, column, row }), "{text}");
    }
}

/// Texts in which a character was once passed over, whether they are partial, and their board or a part of the message.
const ACCOUNTED: &[(&str, bool, Result<&str, &str>)] = &[
    (
        " +---+---+---+---+\n |   | Q |   |   | 4\n +---+---+---+---+\n |   |   |   | Q | 3\n +---+---+---+---+\n | Q |   |   |   | 2\n +---+---+---+---+\n |   |   | Q |   | 1\n +---+---+---+---+\n   a   b   c   d\n",
        false,
        Ok("2 4 1 3"),
    ),
    ("1 . . Q .\n2 Q . . .\n3 . . . Q\n4 . Q . .\n  d c b a\n", false, Ok("3 1 4 2")),
    (" _ _ _ _\n|_|_|_|_|\n|_|_|_|Q|\n|_|_|_|_|\n|_|_|_|_|\n", true, Ok("4=2")),
    (
        "{\"level\": 11, \"board_size\": 8, \"position\": [2, 1]}",
        true,
        Err("N = 8, got one of N = 2"),
    ),
    ("{\"boardSize\":8,\"placed\":[[1,2]]}", true, Err("name the order")),
    ("[ ][Q][ ][ ]\n[ ][ ][ ][Q]\n[Q][ ][ ][ ]\n[ ][ ][Q][ ]\n", false, Err("whole numbers")),
    ("_|Q|_|_|\n_|_|_|Q|\nQ|_|_|_|\n_|_|Q|_|\n", false, Ok("3 1 4 2")),
    (
        "+---------+\n| . Q . . |\n| . . . Q |\n| Q . . . |\n| . . Q . |\n+---------+\n",
        false,
        Ok("3 1 4 2"),
    ),
    ("⭘ ♕ ⭘ ⭘\n⭘ ⭘ ⭘ ♕\n♕ ⭘ ⭘ ⭘\n⭘ ⭘ ♕ ⭘\n", false, Ok("3 1 4 2")),
    (
        "  -----------------\n4 |.|Q|.|.|\n  -----------------\n3 |.|.|.|Q|\n  -----------------\n2 |Q|.|.|.|\n  -----------------\n1 |.|.|Q|.|\n  -----------------\n   a b c d\n",
        false,
        Ok("2 4 1 3"),
    ),
    (". . 1 .\n1 . . .\n. . . 1\n. 1 . .\n", false, Ok("2 4 1 3")),
    (
        "   0  1  2  3\n0  0  0  1  0\n1  1  0  0  0\n2  0  0  0  1\n3  0  1  0  0\n",
        false,
        Ok("2 4 1 3"),
    ),
    ("Lösung 1：2 4 1 3\n", false, Ok("2 4 1 3")),
    ("1. 2413\n2. 3142\n", false, Ok("2 4 1 3 / 3 1 4 2")),
    ("12 21\n12 21\n", false, Err("outside the board N = 2")),
    ("=====UNKNOWN=====\n", false, Err("the solver found none")),
    (
        "{\"type\": \"solution\", \"output\": {\"json\": {\"q\": [2, 4, 1, 3]}}, \"time\": 12}\n",
        false,
        Ok("2 4 1 3"),
    ),
    ("1Q2/3Q/Q3/2Q1 w - - id \"x 1\";", false, Err("got \"id\"")),
    ("The answer is [2, 4, 1, 3]", false, Err("nothing outside the brackets")),
    ("array2d(1..2, 1..2, [0, 1, 1, 0])", false, Err("got \"array2d\"")),
    ("N = 6: 1 4 6 ? 3", true, Err("outside the board N = 5")),
    ("#3 10 2 6 11 7 8 9 1 4 5 3: 12", false, Err("whole numbers")),
    ("2;;4;1;3", false, Err("got \"\"")),
    ("5;?;?;?;;3", true, Err("a condition")),
    (";1", false, Err("got \"\"")),
    ("array1d(1..9, [2,4,1,3])", false, Err("N = 9, got one of N = 4")),
    ("arra1yd(1..4, [2,4,1,3])", false, Err("got \"arra1yd\"")),
    ("1 46 ? 3 5", true, Err("row 46 is outside")),
    ("{\"n\":4,\"conditions\":[\"1=2\"],\"properties\":[]}", true, Ok("1=2")),
    ("{\"n\":4,\"conditions\":[\"1=2\"],\"properties\":[\"toroidal\"]}", true, Err("are options")),
    ("{\"n\":4,\"quens\":[2,4,1,3]}", false, Err("a known field for a list")),
    ("1 2 3 4\n..Q.\nQ...\n...Q\n.Q..\n", false, Err("drawings or other boards")),
    ("{\"n\":4,\"queens\":[2,4,1,3],\"order\":8}", false, Err("N = 8, got one of N = 4")),
    ("{\"n\":4,\"queens\":[2,4,1,3],\"conditions\":[\"1=1\"]}", false, Err("contradictions")),
];

#[test]
fn every_character_is_accounted_for() {
    for (text, is_partial, expected) in ACCOUNTED {
        let read = if *is_partial {
            ConditionList::parse(text).map(|list| joined(&list.conditions, " "))
        } else {
            Reading::default().boards(text).map(|boards| joined(&boards, " / "))
        };
        match (read, expected) {
            (Ok(read), Ok(expected)) => assert_eq!(read, *expected, "{text}"),
            (Err(error), Err(words)) => {
                assert!(error.to_string().contains(words), "{text}: {error}")
            }
            (read, _) => panic!("{text}: {read:?}"),
        }
    }
}

fn joined(all: &[impl ToString], separator: &str) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

/// The examples of the table of forms in docs/notation.md.
#[test]
fn the_documented_forms_are_read() {
    let document = include_str!("../../../docs/notation.md");
    let rows = document.lines().skip_while(|line| *line != "| form | example |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 12);
    for row in rows {
        let row = row.replace("\\|", "\u{1}");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let example =
            cells[2].trim_matches('`').replace('⏎', "\n").replace('␣', " ").replace('\u{1}', "|");
        let boards = Reading::default().boards(&example);
        let boards = boards.unwrap_or_else(|error| panic!("{}: {error}\n{example}", cells[1]));
        assert_eq!(joined(&boards, " / "), "2 4 1 3", "{}\n{example}", cells[1]);
    }
}

proptest! {
    /// Drawings of partial boards are read as these boards. Crosses alone are refused.
    #[test]
    fn drawings_of_partial_boards_are_read(
        n in 2..=9u64,
        squares in prop::collection::btree_map((1..=9u64, 1..=9u64), any::<bool>(), 0..6),
        (is_ascii, has_labels) in any::<(bool, bool)>(),
    ) {
        let mut queens = BTreeSet::new();
        let mut conditions = BTreeSet::new();
        for ((column, row), is_queen) in squares {
            if column.max(row) > n {
                continue;
            }
            let condition = if is_queen && queens.insert(column) {
                Condition::Queen { column, row }
            } else {
                Condition::NoQueen { column, row }
            };
            conditions.insert(condition.to_string());
        }
        let parsed = conditions.iter().map(|one| one.parse::<Condition>().unwrap());
        let picture = Picture::partial(n as usize, parsed).unwrap();
        let drawing = if is_ascii { picture.ascii() } else { picture.unicode() };
        let labels = if has_labels { Coordinates::Numbers } else { Coordinates::None };
        let drawing = drawing.with_coordinates(labels).to_string();
        match ConditionList::parse(&drawing) {
            Ok(read) => {
                let read = read.conditions.iter().map(ToString::to_string).collect();
                prop_assert_eq!(conditions, read, "{}", drawing);
            }
            Err(error) => {
                prop_assert!(queens.is_empty() && !conditions.is_empty(), "{}\n{}", error, drawing);
                prop_assert!(error.to_string().contains("only *, x, × or #"), "{}", error);
            }
        }
    }
}
