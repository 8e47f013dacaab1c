//! Coordinates, PNG files and given queens on the command line.

use crate::support::hosts::at_a_terminal;
use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::Home;
use crate::support::running::output;
use nqdb_test_support::svg;

#[test]
fn text_has_numbers_above_and_letters_below() {
    let home = Home::new();
    let numbers = "\
rank 1: 2 4 1 3
    1   2   3   4
  +---+---+---+---+
1 |   | # | Q | # |
  +---+---+---+---+
2 | Q |   | # |   |
  +---+---+---+---+
3 |   | # |   | Q |
  +---+---+---+---+
4 | # | Q | # |   |
  +---+---+---+---+

";
    let list = "list 4 --limit 1 --format drawing --ascii --coordinates";
    assert_eq!(home.run(&format!("{list} numbers")).text(), numbers);
    let chess = "\
rank 1: 2 4 1 3
  +---+---+---+---+
4 |   | Q |   | # |
  +---+---+---+---+
3 | # |   | # | Q |
  +---+---+---+---+
2 | Q | # |   | # |
  +---+---+---+---+
1 | # |   | Q |   |
  +---+---+---+---+
    a   b   c   d

";
    assert_eq!(home.run(&format!("{list} chess")).text(), chess);
    assert_eq!(
        home.run(&format!("{list} none")).text(),
        home.run("list 4 --limit 1 --format drawing --ascii").text()
    );
}

const INK: [u8; 3] = [0x2a, 0x20, 0x19];
const WHITE: [u8; 3] = [255; 3];

/// The number of pixels of each colour in a PNG file.
fn colours(file: &[u8]) -> impl Fn([u8; 3]) -> usize {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    move |colour| pixels.chunks(3).filter(|pixel| **pixel == colour).count()
}

#[test]
fn commands_write_png_files() {
    let home = Home::new();
    for question in [
        "orbit 8:5",
        "list 6 --coordinates numbers --per-row 2",
        "unrank 8 1-92 --coordinates chess",
        "list 8 1=1 2=7",
        "solve 100 1=1",
        "puzzle 8 --seed 1 --solution",
        "random 8 --seed 1",
        "solve 50",
        "apply Inc(1.5,2.5) 2,4,1,3",
    ] {
        home.run(&format!("{question} --format png --output a.png")).succeeded();
        let file = std::fs::read(home.path().join("a.png")).unwrap();
        let colours = colours(&file);
        assert!(colours(INK) > 100 && colours(WHITE) > 100, "{question}");
    }
    // It can be written to a pipe.
    let mut command = home.command();
    command.args(["orbit", "8:5", "--format", "png"]);
    let piped = output(command, b"");
    home.run("orbit 8:5 --format png --output a.png").text();
    assert_eq!(piped.stdout, std::fs::read(home.path().join("a.png")).unwrap());
}

#[test]
fn a_terminal_gets_no_png() {
    let home = Home::new();
    let Some(refused) = at_a_terminal(&home, &["list", "4", "--format", "png"]) else { return };
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    assert!(refused.stdout.contains("--output FILE"), "{refused:#?}");
}

/// The styles of the queens of the first board in an SVG document, column by column.
fn looks(document: &str) -> Vec<bool> {
    let root = svg::read(document);
    let board = root.children.iter().find(|child| child.name == "g").unwrap();
    let all = board.all();
    let queens = all.iter().filter_map(|element| element.get("href"));
    queens.filter(|href| !href.starts_with("#squares")).map(|href| href == "#queen").collect()
}

#[test]
fn given_queens_are_filled_and_found_ones_outlined() {
    let home = Home::new();
    let given = [true, true, false, false, false, false, false, false];
    for question in ["list 8 1=1 2=7 --limit 1", "solve 8 1=1 2=7", "solve 8 1=1 2=7 --unique"] {
        let svg = home.run(&format!("{question} --format svg"));
        assert_eq!(looks(&svg.stdout), given, "{svg:#?}");
        let board = home.run(&format!("{question} --format drawing"));
        let first = board.stdout.split("\n\n").next().unwrap();
        assert_eq!((first.matches('♛').count(), first.matches('♕').count()), (2, 6), "{first}");
    }
    for question in ["list 8 1!=1 --limit 1", "solve 8 --method search", "list 8 --limit 1"] {
        assert_eq!(looks(home.run(&format!("{question} --format svg")).succeeded()), [true; 8]);
    }
}

const MISTAKES: &[Mistake] = &[
    usage("list 4 --coordinates chess", &["--coordinates requires --format drawing, svg or png"]),
    usage("list 4 --coordinates chess --json", &["--coordinates requires"]),
    usage("list 4 --coordinates letters", &["letters", "numbers", "chess"]),
    usage("list 4 --per-row 2", &["--per-row requires --format svg or png"]),
    usage("list 4 --per-row 2 --format drawing", &["--per-row requires --format svg or png"]),
    usage("list 4 --per-row 0 --format svg", &["from 1 to 1000, got \"0\""]),
    usage("count 8 1=1 --coordinates chess", &["--coordinates"]),
    usage("list 12 --format png", &["at most 1000 boards", "print fewer"]),
    usage("unrank 12 1-500 --format png", &["50000000 pixels", "print fewer"]),
    usage("solve 1001 --format png", &["at most 1000 rows"]),
];

#[test]
fn wrong_options_are_rejected() {
    check(&Home::new(), MISTAKES);
}
