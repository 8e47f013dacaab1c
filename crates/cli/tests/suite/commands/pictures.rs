//! Boards in the formats of the commands that print solutions.

use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::Home;
use crate::support::running::Running;
use nqdb::picture::Picture;
use nqdb::{Permutation, Symmetry};
use nqdb_test_support::fixtures::{lines, rows};
use nqdb_test_support::svg;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use xxhash_rust::xxh3::xxh3_64;

/// Command lines and the beginnings of their output.
const FORMS: &[(&str, &str)] = &[
    ("list 4 --format text", "2 4 1 3\n3 1 4 2\n"),
    ("list 4 --format csv", "rank,queens\n1,2 4 1 3\n2,3 1 4 2\n"),
    ("list 4 --limit 0 --format drawing", ""),
    (
        "list 5 --orbits --format drawing --start 2 --ascii",
        "orbit 2: 2 5 3 1 4\n+---+---+---+---+---+\n",
    ),
    ("unrank 4 2 1 --format csv", "rank,queens\n2,3 1 4 2\n1,2 4 1 3\n"),
    (
        "unrank 8 12 --orbits --format csv",
        "orbit_id,queens,size,stabilizer\n12,3 6 2 5 8 1 7 4,8,identity\n",
    ),
    ("unrank 8 5-6 --orbits --format drawing", "orbit 5: 2 5 7 4 1 8 6 3\n┌───┬"),
    ("unrank 4 14 1 --permutations --format csv", "permutation_index,queens\n14,3 1 4 2\n1,1 2"),
    ("unrank 3 5 --permutations --format drawing", "permutation 5: 3 1 2\n┌───┬"),
    ("rank 3142 --permutations --format csv", "n,permutation_index,queens\n4,14,3 1 4 2\n"),
    ("orbit 3 1 4 2 --format text", "orbit_id    1\nqueens      2 4 1 3\nsize        2\n"),
    (
        "orbit 3 1 4 2 --format csv",
        "n,rank,orbit_id,queens,symmetry\n4,2,1,3 1 4 2,identity\n4,1,1,2 4 1 3,flip-diagonal\n",
    ),
    (
        "orbit 3 1 4 2 --format csv --columns symmetry,queens",
        "symmetry,queens\nidentity,3 1 4 2\nflip-diagonal,2 4 1 3\n",
    ),
    ("orbit 3 1 4 2 --format drawing", "identity, rank 2: 3 1 4 2\n┌"),
    ("orbit 3 1 4 2 --format drawing --columns symmetry", "identity: 3 1 4 2\n┌"),
];

#[test]
fn all_commands_have_the_same_formats() {
    let picture = Picture::of(&"2 4 1 3".parse().unwrap());
    let (unicode, ascii) = (picture.unicode(), picture.ascii());
    for home in [Home::new(), Home::with("3-5 8")] {
        for (question, beginning) in FORMS {
            let answer = home.run(question);
            assert!(answer.text().starts_with(beginning), "{answer:#?}");
        }
        let board = format!("rank 1: 2 4 1 3\n{unicode}\n\n");
        assert_eq!(home.run("list 4 --format drawing --limit 1").text(), board);
        assert_eq!(home.run("unrank 4 1 --format drawing").text(), board);
        let board = format!("rank 1: 2 4 1 3\n{ascii}\n\n");
        assert_eq!(home.run("list 4 --format drawing --ascii --limit 1").text(), board);
        for question in ["list 5", "list 6 --orbits", "unrank 8 4-9", "orbit 3,1,4,2"] {
            let same = home.run(&format!("{question} --format json"));
            assert_eq!(same.text(), home.run(&format!("{question} --json")).text());
        }
    }
}

/// The board of the course exercise: the squares that a queen attacks.
#[test]
fn attacked_squares_are_marked() {
    let home = Home::new();
    let drawn = home.run("convert --attacked --n 8 6=6 --format drawing --ascii");
    let expected = "X....X../.X...X../..X..X../...X.X.X/....XXX./XXXXXQXX/....XXX./...X.X.X";
    let lines = drawn.text().lines().filter(|line| line.starts_with('|'));
    let squares = lines.map(|line| {
        let squares = line.trim_matches('|').split('|');
        squares
            .map(|square| match square.trim() {
                "Q" => 'Q',
                "x" => 'X',
                _ => '.',
            })
            .collect::<String>()
    });
    assert_eq!(squares.collect::<Vec<_>>().join("/"), expected, "{}", drawn.text());
    home.run("convert --attacked 2413").failed(2, &["--attacked requires --format drawing"]);
}

/// Commands that draw a sheet, and the titles of its boards.
const SHEETS: &[(&str, &[&str])] = &[
    ("list 4 --format svg", &["rank 1: 2 4 1 3", "rank 2: 3 1 4 2"]),
    ("list 4 --limit 0 --format svg", &[]),
    ("list 1 --format svg --orbits", &["orbit 1: 1"]),
    ("unrank 8 92 --format svg", &["rank 92: 8 4 1 3 6 2 7 5"]),
    (
        "orbit 6 4 7 1 8 2 5 3 --format svg",
        &[
            "identity, rank 79: 6 4 7 1 8 2 5 3",
            "flip across the falling diagonal, rank 38: 4 6 8 2 7 1 3 5",
            "flip top and bottom, rank 14: 3 5 2 8 1 7 4 6",
            "rotate 90° counterclockwise, rank 55: 5 3 1 7 2 8 6 4",
        ],
    ),
    (
        "orbit (1) (2,4,1,3) --from one-line --columns n,symmetry --format svg",
        &["N = 1, identity: 1", "N = 4, identity: 2 4 1 3", "N = 4, flip-diagonal: 3 1 4 2"],
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
    let documented = include_str!("../../../../../docs/orbit-8-1.svg");
    assert!(home.run(command).text() == documented, "docs/orbit-8-1.svg is not nqdb {command}");
    assert!(
        include_str!("../../../../../docs/tutorial.md")
            .contains(&format!("$ nqdb {command} > orbit-8-1.svg\n"))
    );
}

const MISTAKES: &[Mistake] = &[
    usage("list 4 --ascii", &["--ascii requires --format drawing"]),
    usage("list 4 --ascii --format svg", &["--format drawing"]),
    usage("list 4 --ascii --json", &["--format drawing"]),
    usage("unrank 4 1 --ascii", &["--format drawing"]),
    usage("orbit 2,4,1,3 --ascii", &["--format drawing"]),
    usage("unrank 4 1 --format gif", &["gif", "png", "text", "json", "csv", "drawing", "svg"]),
    usage("unrank 4 1 --format drawing --json", &["--json"]),
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
    command.args(["list", "20", "--format", "drawing"]).stdout(Stdio::piped());
    let mut child = Running::start(command);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let captions: Vec<String> =
        lines.map(Result::unwrap).filter(|line| line.starts_with("rank")).take(100).collect();
    assert!(captions[0].starts_with("rank 1: 1 3 5 2 4 13 15 12"), "{}", captions[0]);
    assert!(captions[99].starts_with("rank 100: 1 3 "), "{}", captions[99]);
    assert_eq!(child.wait().unwrap().code(), Some(0), "a closed pipe is not a failure");
}

/// The place of a queen in an image, by its column from the left and its line from the top.
type Move = fn(usize, usize) -> (usize, usize);

/// What captions say about a drawing of 8 × 8 squares.
const MOVES: [(&str, Move); 8] = [
    ("identity", |x, y| (x, y)),
    ("flip across the falling diagonal", |x, y| (y, x)),
    ("flip across the rising diagonal", |x, y| (7 - y, 7 - x)),
    ("flip top and bottom", |x, y| (x, 7 - y)),
    ("flip left and right", |x, y| (7 - x, y)),
    ("rotate 90° counterclockwise", |x, y| (y, 7 - x)),
    ("rotate 180°", |x, y| (7 - x, 7 - y)),
    ("rotate 90° clockwise", |x, y| (7 - y, x)),
];

#[test]
fn captions_of_images_describe_the_drawings() {
    let home = Home::new();
    for coordinates in ["none", "numbers", "chess"] {
        let command =
            format!("orbit 1 5 8 6 3 7 2 4 --format drawing --ascii --coordinates {coordinates}");
        let boards = home.run(&command);
        let boards = boards.text().split_terminator("\n\n").map(|board| {
            let (caption, drawing) = board.split_once('\n').unwrap();
            let lines = drawing.lines().filter(|line| line.contains('|')).enumerate();
            let queens = lines.map(|(y, line)| {
                let is_queen = |square: &str| square.trim() == "Q";
                (line.split('|').skip(1).position(is_queen).unwrap(), y)
            });
            (caption.split(',').next().unwrap(), queens.collect::<Vec<_>>())
        });
        let boards: Vec<_> = boards.collect();
        let (_, first) = &boards[0];
        assert_eq!(boards.len(), 8);
        for (caption, queens) in &boards {
            let (_, to) = MOVES.iter().find(|(name, _)| name == caption).unwrap();
            let mut moved: Vec<_> = first.iter().map(|&(x, y)| to(x, y)).collect();
            moved.sort_by_key(|&(_, y)| y);
            assert_eq!(moved, *queens, "{coordinates}: {caption}");
        }
    }
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
        for (index, line) in list.succeeded().lines().enumerate() {
            let queens: Permutation = line.parse().unwrap();
            let columns: String = queens.queens().map(|queen| format!("{queen:3}")).collect();
            numeric += &format!("\n{:06} : {columns}", index + 1);
            let picture = Picture::of(&Symmetry::FlipDiagonal.apply(&queens));
            diagrams += &format!("\n{:06} : \n\n{}\n", index + 1, picture.ascii());
        }
        assert_eq!(list.succeeded().lines().count(), row.get::<usize>("solutions"));
        for (column, text) in [("numeric", numeric), ("diagrams", diagrams)] {
            let hash = format!("{:016x}", xxh3_64(text.as_bytes()));
            assert_eq!(hash, row.get::<String>(column), "{column} {row:?}");
        }
    }
}

/// "Soln #1" … "Soln #12" of the Eiffel notes, each with its board.
#[test]
fn boards_are_numbered_as_in_the_eiffel_notes() {
    let boards = Home::new().run("list 8 --orbits --format drawing --ascii");
    let expected = lines("representatives_8.txt");
    let drawn: Vec<&str> = boards.text().split_terminator("\n\n").collect();
    assert_eq!(drawn.len(), expected.len());
    for (index, (drawn, queens)) in drawn.iter().zip(&expected).enumerate() {
        let (caption, diagram) = drawn.split_once('\n').unwrap();
        assert_eq!(caption, format!("orbit {}: {queens}", index + 1));
        let picture = Picture::of(&queens.parse().unwrap());
        assert_eq!(diagram, picture.ascii().to_string());
    }
}
