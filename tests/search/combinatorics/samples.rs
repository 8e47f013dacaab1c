//! Boards as the five sources print them, or as their programs read and print them (research/sources.md).

use nqdb::Permutation;
use nqdb::notation::Reading;

/// Where a sample is from, its text, and its boards.
const SAMPLES: &[(&str, &str, &str)] = &[
    (
        "Cull & Pandey, appendix A, numeric display, from the first line on",
        "\n N-Queens demonstration \n\n\nEnter size of the board 1-15 > Enter solution type (1 = all solutions,\n\
         2 = only nonisomorphic solutions) > Enter output display type (1 = diagrammatic,2 = numeric) > \n\n \
         For a board of size 6, solutions are: \n\n000001 :   2  4  6  1  3  5\n000002 :   3  6  2  5  1  4\n\n\n",
        "2 4 6 1 3 5 / 3 6 2 5 1 4",
    ),
    (
        "Cull & Pandey, appendix A, diagrams",
        " For a board of size 4, solutions are: \n\n000001 : \n\n\
         +---+---+---+---+\n|   | Q |   | # |\n+---+---+---+---+\n| # |   | # | Q |\n+---+---+---+---+\n\
         | Q | # |   | # |\n+---+---+---+---+\n| # |   | Q |   |\n+---+---+---+---+\n\n000002 : \n\n\
         +---+---+---+---+\n|   | # | Q | # |\n+---+---+---+---+\n| Q |   | # |   |\n+---+---+---+---+\n\
         |   | # |   | Q |\n+---+---+---+---+\n| # | Q | # |   |\n+---+---+---+---+\n\n\n",
        "3 1 4 2 / 2 4 1 3",
    ),
    (
        "numbers above drawings",
        "1:\n..Q.\nQ...\n...Q\n.Q..\n\n#2\n.Q..\n...Q\nQ...\n..Q.\n",
        "2 4 1 3 / 3 1 4 2",
    ),
    (
        "Eiffel notes, the board of a solution",
        "\t1\t2\t3\t4\t5\t6\t7\t8\n1\tQ\t\t\t\t\t\t\t\n2\t\t\t\t\tQ\t\t\t\n3\t\t\t\t\t\t\t\tQ\n4\t\t\t\t\t\tQ\t\t\n\
         5\t\t\tQ\t\t\t\t\t\n6\t\t\t\t\t\t\tQ\t\n7\t\tQ\t\t\t\t\t\t\n8\t\t\t\tQ\t\t\t\t\n",
        "1 7 5 8 2 4 6 3",
    ),
    (
        "Eiffel notes, numbered solutions",
        "Soln #1 1 5 8 6 3 7 2 4\nSoln #2 1 6 8 3 7 4 2 5\n",
        "1 5 8 6 3 7 2 4 / 1 6 8 3 7 4 2 5",
    ),
    (
        "Eiffel notes, numbers above solutions",
        "Soln #2\n\n1 6 8 3 7 4 2 5\n\nSoln #3\n\n2 4 6 8 3 1 7 5\n",
        "1 6 8 3 7 4 2 5 / 2 4 6 8 3 1 7 5",
    ),
    (
        "course exercise, the board",
        "\t\tQ\t\t\t\t\t\n\t\t\t\t\tQ\t\t\n\t\t\tQ\t\t\t\t\n\tQ\t\t\t\t\t\t\n\t\t\t\t\t\t\tQ\n\t\t\t\tQ\t\t\t\n\
         \t\t\t\t\t\tQ\t\nQ\t\t\t\t\t\t\t\n",
        "8 4 1 3 6 2 7 5",
    ),
    ("Gupta, figure 4, as a spreadsheet saves it", ",,Q,\nQ,,,\n,,,Q\n,Q,,\n", "2 4 1 3"),
    (
        "Gupta, figure 22",
        "4\t\tQ\t\t\n3\t\t\t\tQ\n2\tQ\t\t\t\n1\t\t\tQ\t\nstart\tA\tB\tC\tD\n",
        "2 4 1 3",
    ),
    (
        "Gupta, figure 3",
        "Q1 = 1, Q2 = 5, Q3 = 8, Q4 = 6, Q5 = 3, Q6 = 7, Q7 = 2, Q8 = 4.",
        "1 5 8 6 3 7 2 4",
    ),
    (
        "Gupta, section 4.2",
        "100th solution is=\n1 3 5 12 9 11 14 7 15 13 2 8 6 4 10 \n",
        "1 3 5 12 9 11 14 7 15 13 2 8 6 4 10",
    ),
    ("Zhang & Zhang, table 2", "(1, 6, 8, 3, 7, 4, 2, 5)", "1 6 8 3 7 4 2 5"),
];

fn written(boards: &[Permutation]) -> String {
    boards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
}

#[test]
fn samples_of_the_sources_are_read() {
    for (source, text, expected) in SAMPLES {
        let boards = Reading::default().boards(text);
        let boards = boards.unwrap_or_else(|error| panic!("{source}: {error}"));
        assert_eq!(written(&boards), *expected, "{source}");
    }
}

/// Numbers of squares, rows of a larger board, some of whose lines are missing, and rows with some blank lines between
/// them.
#[test]
fn other_squares_are_refused() {
    let row = ".".repeat(15) + "Q";
    for text in [
        "Enter 2413\n2 4 1 3",
        "Q1 = 1, Q2 = 15, Q3 = 21, Q4 = 32, Q5 = 34, Q6 = 44, Q7 = 54, Q8 = 59",
        "1 15 21 32 34 44 54 59",
        row.as_str(),
        "..Q.Q......Q.Q..",
        ". . Q . Q . . . . . . Q . Q . .",
        "QQ..............",
        "..Q.\n\nQ...\n\n...Q\n\n.Q..",
        "..Q.\n\nQ...\n...Q\n\n.Q..",
        "\t\tQ\t\n\t\tQ\t\nQ\t\t\t\n",
        ",,Q\nQ,,\n,Q,\n,,",
    ] {
        assert!(Reading::default().boards(text).is_err(), "{text:?}");
    }
}
