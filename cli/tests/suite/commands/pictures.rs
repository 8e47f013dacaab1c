//! Pictures of boards in Unicode, ASCII and SVG, from the library and from the commands that print solutions.

use super::svg::{self, Element};
use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::Home;
use crate::support::running::Running;
use nqdb::picture::{Picture, Sheet};
use nqdb::{BoardSize, Invalid, Permutation, Symmetry};
use nqdb_test_support::fixtures::{lines, rows};
use nqdb_test_support::permutations::{all_permutations, permutation};
use proptest::prelude::*;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use xxhash_rust::xxh3::xxh3_64;

const UNICODE: &str = "\
┌───┬───┬───┬───┐
│   │░░░│ ♛ │░░░│
├───┼───┼───┼───┤
│ ♛ │   │░░░│   │
├───┼───┼───┼───┤
│   │░░░│   │ ♛ │
├───┼───┼───┼───┤
│░░░│ ♛ │░░░│   │
└───┴───┴───┴───┘";

const ASCII: &str = "\
+---+---+---+---+
|   | # | Q | # |
+---+---+---+---+
| Q |   | # |   |
+---+---+---+---+
|   | # |   | Q |
+---+---+---+---+
| # | Q | # |   |
+---+---+---+---+";

fn picture(queens: &str) -> Picture {
    Picture::of(&queens.parse().expect("tests name permutations"))
}

#[test]
fn boards_are_drawn_with_row_1_at_the_top() {
    let board = picture("2 4 1 3");
    assert_eq!(board.n(), 4);
    assert_eq!(board.unicode().to_string(), UNICODE);
    assert_eq!(board.ascii().to_string(), ASCII);
    assert_eq!(picture("1").unicode().to_string(), "┌───┐\n│ ♛ │\n└───┘");
    assert_eq!(picture("1").ascii().to_string(), "+---+\n| Q |\n+---+");
}

#[test]
fn rows_need_a_board_that_can_be_drawn() {
    let rows = |rows: &[u32]| Picture::new(rows.iter().copied());
    assert_eq!(rows(&[1, 3, 0, 2]), Ok(picture("2 4 1 3")));
    assert_eq!(rows(&[]), Err(Invalid::NoQueens));
    assert_eq!(rows(&[0, 2]), Err(Invalid::RowOutside { n: 2, column: 2, row: 3 }));
    assert_eq!(rows(&[u32::MAX]), Err(Invalid::RowOutside { n: 1, column: 1, row: 1 << 32 }));
    let largest = Picture::LARGEST as u32;
    assert_eq!(Picture::new(0..largest).map(|picture| picture.n()), Ok(Picture::LARGEST));
    let too_large = Err(Invalid::PictureSize { largest: Picture::LARGEST });
    assert_eq!(Picture::new(0..=largest), too_large);
    assert_eq!(Picture::new(0..), too_large, "an endless board is refused early");
}

/// Reads the queens of an ASCII diagram, if its frame and dark squares are correct.
fn read_ascii(text: &str) -> Option<Vec<u8>> {
    let lines: Vec<&str> = text.lines().collect();
    let n = lines.len() / 2;
    let mut rows = vec![u8::MAX; n];
    for (row, pair) in lines.chunks(2).enumerate() {
        let rule = pair[0] == "+---".repeat(n) + "+";
        let squares = pair.get(1).map(|line| line.split('|').collect::<Vec<_>>());
        let Some(squares) = squares.filter(|squares| rule && squares.len() == n + 2) else {
            return (rule && row == n).then_some(rows);
        };
        for (column, square) in squares[1..=n].iter().enumerate() {
            match (*square, (row + column) % 2) {
                (" Q ", _) => rows[column] = row as u8,
                ("   ", 0) | (" # ", 1) => {}
                _ => return None,
            }
        }
    }
    None
}

#[test]
fn diagrams_of_small_boards_can_be_read() {
    for p in BoardSize::up_to(6).flat_map(all_permutations) {
        let ascii = Picture::of(&p).ascii().to_string();
        assert_eq!(read_ascii(&ascii), Some(p.rows().to_vec()), "{p}");
    }
}

proptest! {
    #[test]
    fn diagrams_show_the_permutation(p in permutation(64)) {
        let picture = Picture::of(&p);
        let ascii = picture.ascii().to_string();
        prop_assert!(ascii.is_ascii());
        prop_assert_eq!(read_ascii(&ascii), Some(p.rows().to_vec()));
        let unicode = picture.unicode().to_string();
        let alike = unicode.replace("░░░", " # ").replace('♛', "Q").replace('─', "-").replace('│', "|");
        prop_assert_eq!(alike.replace(['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘'], "+"), ascii);
    }

    #[test]
    fn sheets_show_their_boards(boards in prop::collection::vec(permutation(64), 0..20)) {
        let mut sheet = Sheet::default();
        for (index, p) in boards.iter().enumerate() {
            sheet.push(format!("<{index}> & more"), Picture::of(p)).unwrap();
        }
        let root = svg::read(&sheet.to_string());
        let drawn: Vec<&Element> = root.children.iter().filter(|child| child.name == "g").collect();
        prop_assert_eq!(drawn.len(), boards.len());
        let mut corners = Vec::new();
        for (index, (board, p)) in drawn.iter().zip(&boards).enumerate() {
            prop_assert_eq!(&board.child("title").text, &format!("<{index}> & more: {p}"));
            prop_assert_eq!(&board.child("text").text, &format!("<{index}> & more"));
            prop_assert_eq!(queens(board), p.rows().to_vec());
            corners.push(check_place(board, p.n().get() as f64, &root));
        }
        corners.sort_by(f64::total_cmp);
        corners.dedup();
        prop_assert_eq!(corners.len(), boards.len(), "each board has a place of its own");
    }
}

/// The row of the queen in each column.
fn queens(board: &Element) -> Vec<u8> {
    let all = board.all();
    let queens = all.iter().filter(|element| element.get("href") == Some("#queen"));
    let places: Vec<(usize, u8)> =
        queens.map(|queen| (queen.number("x") as usize, queen.number("y") as u8)).collect();
    assert!(places.iter().enumerate().all(|(index, (column, _))| index == *column));
    places.into_iter().map(|(_, row)| row).collect()
}

/// The numbers in an attribute such as `translate(32 48) scale(40)`.
fn numbers(transform: &str) -> Vec<f64> {
    let words = transform.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()
}

/// Checks that a board and its caption are on the sheet. Returns a number unique to its position.
fn check_place(board: &Element, n: f64, root: &Element) -> f64 {
    let corner = numbers(board.get("transform").unwrap());
    let squares = numbers(board.child("g").get("transform").unwrap());
    let (head, side) = (squares[1], squares[2] * n);
    assert!(corner[0] + side < root.number("width"), "{corner:?} {squares:?}");
    assert!(corner[1] + head + side < root.number("height"), "{corner:?} {squares:?}");
    for line in board.children.iter().filter(|child| child.name == "text") {
        assert!((1.0..=head).contains(&line.number("y")), "{line:?}");
        let widest = line.number("font-size") * 0.6 * line.text.chars().count() as f64;
        assert!(widest <= side + 1.0 || line.number("font-size") == 1.0, "{line:?}");
    }
    corner[1] * root.number("width") + corner[0]
}

#[test]
fn a_sheet_has_an_end() {
    let mut sheet = Sheet::default();
    for _ in 0..Sheet::LARGEST {
        sheet.push(String::new(), picture("1")).unwrap();
    }
    let full = Err(Invalid::SheetFull { largest: Sheet::LARGEST });
    assert_eq!(sheet.push(String::new(), picture("1")), full);
    assert_eq!(sheet.to_string().matches("#queen").count(), Sheet::LARGEST);
}

#[test]
fn the_largest_board_has_no_space_for_numbers() {
    let mut sheet = Sheet::default();
    let rows = || (0..Picture::LARGEST as u32).rev();
    sheet.push("all in a line".to_owned(), Picture::new(rows()).unwrap()).unwrap();
    let root = svg::read(&sheet.to_string());
    assert_eq!(root.child("title").text, "all in a line");
    let all = root.all();
    let queens = all.iter().filter(|element| element.get("href") == Some("#queen"));
    let places: Vec<(f64, f64)> = queens.map(|q| (q.number("x"), q.number("y"))).collect();
    assert!(places.into_iter().eq((0u32..).zip(rows()).map(|(x, y)| (x.into(), y.into()))));
}

/// Command lines and the beginnings of their output.
const FORMS: &[(&str, &str)] = &[
    ("list 4 --format text", "2 4 1 3\n3 1 4 2\n"),
    ("list 4 --format csv", "rank,queens\n1,2 4 1 3\n2,3 1 4 2\n"),
    ("list 3 --format board", ""),
    (
        "list 5 --orbits --format board --start 2 --ascii",
        "orbit 2: 2 5 3 1 4\n+---+---+---+---+---+\n",
    ),
    ("unrank 4 2 1 --format csv", "rank,queens\n2,3 1 4 2\n1,2 4 1 3\n"),
    (
        "unrank 8 12 --orbits --format csv",
        "orbit_id,size,stabilizer,queens\n12,8,po1,3 6 2 5 8 1 7 4\n",
    ),
    ("unrank 8 5-6 --orbits --format board", "orbit 5: 2 5 7 4 1 8 6 3\n┌───┬"),
    ("orbit 3 1 4 2 --format text", "orbit       1\nsize        2\n"),
    (
        "orbit 3 1 4 2 --format csv",
        "orbit_id,image,name,rank,queens\n1,po1,identity,2,3 1 4 2\n1,po2,inverse,1,2 4 1 3\n",
    ),
    (
        "orbit 3 1 4 2 --format csv --no-ranks",
        "image,name,queens\npo1,identity,3 1 4 2\npo2,inverse,2 4 1 3\n",
    ),
    ("orbit 3 1 4 2 --format board", "po1 identity, rank 2: 3 1 4 2\n┌"),
    ("orbit 3 1 4 2 --format board --no-ranks", "po1 identity: 3 1 4 2\n┌"),
];

#[test]
fn all_commands_have_the_same_formats() {
    for home in [Home::new(), Home::with("3-5 8")] {
        for (question, beginning) in FORMS {
            let answer = home.run(question);
            assert!(answer.text().starts_with(beginning), "{answer:#?}");
        }
        let board = format!("rank 1: 2 4 1 3\n{UNICODE}\n\n");
        assert_eq!(home.run("list 4 --format board --limit 1").text(), board);
        assert_eq!(home.run("unrank 4 1 --format board").text(), board);
        let board = format!("rank 1: 2 4 1 3\n{ASCII}\n\n");
        assert_eq!(home.run("list 4 --format board --ascii --limit 1").text(), board);
        for question in ["list 5", "list 6 --orbits", "unrank 8 4-9", "orbit 3,1,4,2"] {
            let same = home.run(&format!("{question} --format json"));
            assert_eq!(same.text(), home.run(&format!("{question} --json")).text());
        }
    }
}

/// Commands that draw a sheet, and the titles of its boards.
const SHEETS: &[(&str, &[&str])] = &[
    ("list 4 --format svg", &["rank 1: 2 4 1 3", "rank 2: 3 1 4 2"]),
    ("list 2 --format svg", &[]),
    ("list 1 --format svg --orbits", &["orbit 1: 1"]),
    ("unrank 8 92 --format svg", &["rank 92: 8 4 1 3 6 2 7 5"]),
    (
        "orbit 6 4 7 1 8 2 5 3 --format svg",
        &[
            "po1 identity, rank 79: 6 4 7 1 8 2 5 3",
            "po2 inverse, rank 38: 4 6 8 2 7 1 3 5",
            "po4 complement, rank 14: 3 5 2 8 1 7 4 6",
            "po6 rotate-90, rank 55: 5 3 1 7 2 8 6 4",
        ],
    ),
    (
        "orbit (1) (2,4,1,3) --from one-line --no-ranks --format svg",
        &["po1 identity: 1", "po1 identity: 2 4 1 3", "po2 inverse: 3 1 4 2"],
    ),
];

#[test]
fn commands_draw_one_sheet() {
    let home = Home::new();
    for (question, expected) in SHEETS {
        let root = svg::read(home.run(question).text());
        let boards = root.children.iter().filter(|child| child.name == "g");
        let captions: Vec<&str> = boards.map(|board| &*board.child("title").text).collect();
        assert_eq!(captions, *expected, "{question}");
    }
    let command = "orbit 1 5 8 6 3 7 2 4 --format svg";
    let documented = include_str!("../../../../docs/orbit-8-1.svg");
    assert!(home.run(command).text() == documented, "docs/orbit-8-1.svg is not nqdb {command}");
    assert!(
        include_str!("../../../../docs/tutorial.md")
            .contains(&format!("$ nqdb {command} > orbit-8-1.svg\n"))
    );
}

const MISTAKES: &[Mistake] = &[
    usage("list 4 --ascii", &["--ascii requires --format board"]),
    usage("list 4 --ascii --format svg", &["--format board"]),
    usage("list 4 --ascii --json", &["--format board"]),
    usage("unrank 4 1 --ascii", &["--format board"]),
    usage("orbit 2,4,1,3 --ascii", &["--format board"]),
    usage("unrank 4 1 --format gif", &["gif", "png", "text", "json", "csv", "board", "svg"]),
    usage("unrank 4 1 --format board --json", &["--json"]),
    usage("orbit 2,4,1,3 --format svg --json", &["--json"]),
    usage("orbit 2,4,1,3 --format", &["--format"]),
    usage("list 11 --format svg", &["at most 1000 boards", "print fewer"]),
    usage("list 20 --format svg --limit 1001", &["at most 1000 boards", "print fewer"]),
    usage("unrank 11 1-1001 --format svg", &["at most 1000 boards", "print fewer"]),
];

#[test]
fn wrong_options_are_rejected() {
    let home = Home::new();
    check(&home, MISTAKES);
    home.run("unrank 8 93 --format csv").failed(1, &["from 1 to 92"]);
    home.run("orbit 1,2 --format svg").failed(1, &["attack"]);
    assert_eq!(home.run("unrank 11 1-1000 --format svg").text().matches("<title>").count(), 1001);
}

#[test]
fn endless_lists_are_drawn_one_by_one() {
    let home = Home::new();
    let mut command = home.command();
    command.args(["list", "20", "--format", "board"]).stdout(Stdio::piped());
    let mut child = Running::start(command);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let captions: Vec<String> =
        lines.map(Result::unwrap).filter(|line| line.starts_with("rank")).take(100).collect();
    assert!(captions[0].starts_with("rank 1: 1 3 5 2 4 13 15 12"), "{}", captions[0]);
    assert!(captions[99].starts_with("rank 100: 1 3 "), "{}", captions[99]);
    assert_eq!(child.wait().unwrap().code(), Some(0), "a closed pipe is not a failure");
}

/// The program of Cull & Pandey prints the same as `list`. Its diagrams are transposed: it draws a queen where
/// `a[r] == c`, with `a` indexed by columns.
#[test]
fn lists_are_those_of_cull_and_pandey() {
    let home = Home::with("1-10");
    for row in rows("cull_pandey.csv") {
        let orbits = if row.get::<u8>("type") == 2 { " --orbits" } else { "" };
        let list = home.run(&format!("list {}{orbits}", row.get::<u8>("n")));
        let (mut numeric, mut diagrams) = (String::new(), String::new());
        for (index, line) in list.text().lines().enumerate() {
            let queens: Permutation = line.parse().unwrap();
            let columns: String = queens.queens().map(|queen| format!("{queen:3}")).collect();
            numeric += &format!("\n{:06} : {columns}", index + 1);
            let picture = Picture::of(&Symmetry::Po2.apply(&queens));
            diagrams += &format!("\n{:06} : \n\n{}\n", index + 1, picture.ascii());
        }
        assert_eq!(list.text().lines().count(), row.get::<usize>("solutions"));
        for (column, text) in [("numeric", numeric), ("diagrams", diagrams)] {
            let hash = format!("{:016x}", xxh3_64(text.as_bytes()));
            assert_eq!(hash, row.get::<String>(column), "{column} {row:?}");
        }
    }
}

/// "Soln #1" … "Soln #12" of the Eiffel notes, each with its board.
#[test]
fn boards_are_numbered_as_in_the_eiffel_notes() {
    let boards = Home::new().run("list 8 --orbits --format board --ascii");
    let expected = lines("representatives_8.txt");
    let drawn: Vec<&str> = boards.text().split_terminator("\n\n").collect();
    assert_eq!(drawn.len(), expected.len());
    for (index, (drawn, queens)) in drawn.iter().zip(&expected).enumerate() {
        let (caption, diagram) = drawn.split_once('\n').unwrap();
        assert_eq!(caption, format!("orbit {}: {queens}", index + 1));
        let rows = queens.parse::<Permutation>().unwrap().rows().to_vec();
        assert_eq!(read_ascii(diagram), Some(rows));
    }
}
