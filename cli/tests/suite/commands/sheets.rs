//! Coordinates in all pictures, PNG sheets, and given queens.

use super::svg;
use crate::support::hosts::at_a_terminal;
use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::Home;
use crate::support::running::output;
use nqdb::picture::{Coordinates, Picture, Sheet};
use nqdb::{Invalid, Permutation};
use std::num::NonZeroUsize;

const INK: [u8; 3] = [0x2a, 0x20, 0x19];
const LIGHT: [u8; 3] = [0xf5, 0xeb, 0xd9];
const DARK: [u8; 3] = [0xc8, 0xa6, 0x7c];
const WHITE: [u8; 3] = [255; 3];

fn picture(queens: &str) -> Picture {
    Picture::of(&queens.parse::<Permutation>().unwrap())
}

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
    let list = "list 4 --limit 1 --format board --ascii --coordinates";
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
        home.run("list 4 --limit 1 --format board --ascii").text()
    );
}

/// The square a1 is dark on every board, and two-digit labels are aligned.
#[test]
fn a1_is_dark_on_odd_and_large_boards() {
    let text = picture("1 3 5 2 4").ascii().with_coordinates(Coordinates::Chess).to_string();
    let first: Vec<&str> = text.lines().filter(|line| line.starts_with("1 ")).collect();
    assert_eq!(first, ["1 | Q |   | # |   | # |"]);
    let wide = Picture::new(0..54).unwrap();
    let text = wide.unicode().with_coordinates(Coordinates::Chess).to_string();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("     a   b ") && last.contains(" z  aa  ab "), "{last:?}");
    assert!(last.ends_with(" az  ba  bb"), "{last:?}");
    assert!(text.lines().any(|line| line.starts_with(" 9 │")), "{text}");
}

/// The labels of rows and columns on a sheet, with their positions.
fn labels(sheet: &Sheet) -> Vec<(String, i64, i64)> {
    let root = svg::read(&sheet.to_string());
    let all = root.all();
    let groups = all.iter().filter(|element| element.get("text-anchor") == Some("middle"));
    let labels = groups.flat_map(|group| &group.children);
    labels.map(|l| (l.text.clone(), l.number("x") as i64, l.number("y") as i64)).collect()
}

fn sheet(queens: &str, coordinates: Coordinates) -> Sheet {
    let mut sheet = Sheet::default().with_coordinates(coordinates);
    sheet.push("one".to_owned(), picture(queens)).unwrap();
    sheet
}

#[test]
fn svg_names_rows_and_columns() {
    assert_eq!(labels(&sheet("2 4 1 3", Coordinates::None)), []);
    for (coordinates, columns) in [(Coordinates::Numbers, "1234"), (Coordinates::Chess, "abcd")] {
        let labels = labels(&sheet("2 4 1 3", coordinates));
        assert_eq!(labels.len(), 8);
        let (columns_shown, rows): (Vec<_>, Vec<_>) =
            labels.iter().step_by(2).zip(labels.iter().skip(1).step_by(2)).unzip();
        let names: String = columns_shown.iter().map(|label| &*label.0).collect();
        assert_eq!(names, columns);
        assert!(columns_shown.windows(2).all(|pair| pair[0].1 + 80 == pair[1].1), "{labels:?}");
        let down = if coordinates == Coordinates::Numbers { 80 } else { -80 };
        assert!(rows.windows(2).all(|pair| pair[0].2 + down == pair[1].2), "{labels:?}");
    }
    // There is no space for all of 100 labels.
    let mut large = Sheet::default().with_coordinates(Coordinates::Numbers);
    large.push("large".to_owned(), Picture::new(0..100).unwrap()).unwrap();
    let labels = labels(&large);
    assert!((20..=100).contains(&labels.len()), "{}", labels.len());
}

/// With chess coordinates, row 1 is at the bottom, and the queens with it.
#[test]
fn svg_turns_the_board_for_chess() {
    let queens = |coordinates| {
        let root = svg::read(&sheet("2 4 1 3", coordinates).to_string());
        let all = root.all();
        let queens = all.iter().filter(|element| element.get("href") == Some("#queen"));
        queens.map(|queen| queen.number("y") as u8).collect::<Vec<_>>()
    };
    assert_eq!(queens(Coordinates::Numbers), [1, 3, 0, 2]);
    assert_eq!(queens(Coordinates::Chess), [2, 0, 3, 1]);
}

/// A PNG file, 8 bits RGB.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn read(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(frame.color_type, png::ColorType::Rgb);
        Image { width: frame.width as usize, height: frame.height as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let place = (y * self.width + x) * 3;
        self.pixels[place..place + 3].try_into().unwrap()
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.chunks(3).filter(|pixel| **pixel == colour).count()
    }
}

/// The colours of the corner squares of a single board on a sheet, clockwise from the upper left one.
fn corners(image: &Image) -> [[u8; 3]; 4] {
    let is_square = |&(x, y): &(usize, usize)| [LIGHT, DARK].contains(&image.at(x, y));
    let all = (0..image.height).flat_map(|y| (0..image.width).map(move |x| (x, y)));
    let squares: Vec<(usize, usize)> = all.filter(is_square).collect();
    let columns = squares.iter().map(|square| square.0);
    let (left, right) = (columns.clone().min().unwrap(), columns.max().unwrap());
    let (top, bottom) = (squares[0].1, squares[squares.len() - 1].1);
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| image.at(x, y))
}

#[test]
fn png_has_the_same_squares() {
    let image = |queens, coordinates| Image::read(&sheet(queens, coordinates).png().unwrap());
    for coordinates in [Coordinates::None, Coordinates::Numbers, Coordinates::Chess] {
        assert_eq!(corners(&image("2 4 1 3", coordinates)), [LIGHT, DARK, LIGHT, DARK]);
    }
    assert_eq!(corners(&image("1 3 5 2 4", Coordinates::Numbers)), [LIGHT; 4]);
    assert_eq!(corners(&image("1 3 5 2 4", Coordinates::Chess)), [DARK; 4]);
    // Labels need space and are drawn; SVG and PNG have the same size.
    let plain = image("2 4 1 3", Coordinates::None);
    for coordinates in [Coordinates::Numbers, Coordinates::Chess] {
        let named = image("2 4 1 3", coordinates);
        assert!(named.width > plain.width && named.height > plain.height);
        let root = svg::read(&sheet("2 4 1 3", coordinates).to_string());
        assert_eq!(root.number("width") as usize, named.width);
        assert_eq!(root.number("height") as usize, named.height);
        let pale = |image: &Image| image.count([0x66; 3]);
        assert!(pale(&named) > pale(&plain), "the names are drawn");
    }
}

#[test]
fn boards_stand_side_by_side() {
    let sheet = |columns| {
        let mut sheet = Sheet::default().with_columns(NonZeroUsize::new(columns).unwrap());
        for number in 1..=6 {
            sheet.push(format!("rank {number}"), picture("2 4 1 3")).unwrap();
        }
        sheet
    };
    let size = |columns| {
        let image = Image::read(&sheet(columns).png().unwrap());
        let root = svg::read(&sheet(columns).to_string());
        assert_eq!(
            (root.number("width") as usize, root.number("height") as usize),
            (image.width, image.height)
        );
        (image.width, image.height)
    };
    let [one, two, six] = [1, 2, 6].map(size);
    assert!(one.0 < two.0 && two.0 < six.0 && one.1 > two.1 && two.1 > six.1);
    assert_eq!(size(7), six, "no more than there are");
    // Apart from the margin, six rows are as high as two times three.
    assert_eq!(one.1 - 32, 2 * (two.1 - 32));
}

#[test]
fn png_has_a_limit() {
    let mut sheet = Sheet::default();
    for _ in 0..60 {
        sheet.push(String::new(), Picture::new(0..64).unwrap()).unwrap();
    }
    let error = sheet.png().unwrap_err();
    assert!(
        matches!(error, Invalid::SheetSize { largest: 50_000_000, got } if got > 50_000_000),
        "{error:?}"
    );
    assert!(
        Image::read(&Sheet::default().png().unwrap()).count(WHITE) > 7000,
        "an empty sheet has a text"
    );
}

#[test]
fn commands_write_png_files() {
    let home = Home::new();
    for question in [
        "orbit 8:5",
        "list 6 --coordinates numbers --columns 2",
        "unrank 8 1-92 --coordinates chess",
        "find 8 1=1 2=7",
        "find 100 1=1 --any",
        "puzzle 8 --seed 1 --solution",
        "random 8 --seed 1",
        "solve 50",
        "apply Inc(1.5,2.5) 2,4,1,3",
    ] {
        home.run(&format!("{question} --format png --output a.png")).succeeded();
        let image = Image::read(&std::fs::read(home.path().join("a.png")).unwrap());
        assert!(image.count(INK) > 100 && image.count(WHITE) > 100, "{question}");
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
    for question in ["find 8 1=1 2=7 --limit 1", "find 8 1=1 2=7 --any", "find 8 1=1 2=7 --unique"]
    {
        let svg = home.run(&format!("{question} --format svg"));
        assert_eq!(looks(&svg.stdout), given, "{svg:#?}");
        let board = home.run(&format!("{question} --format board"));
        let first = board.stdout.split("\n\n").next().unwrap();
        assert_eq!((first.matches('♛').count(), first.matches('♕').count()), (2, 6), "{first}");
    }
    for question in ["find 8 1!=1 --limit 1", "find 8 --any", "list 8 --limit 1"] {
        assert_eq!(looks(home.run(&format!("{question} --format svg")).succeeded()), [true; 8]);
    }
}

const MISTAKES: &[Mistake] = &[
    usage("list 4 --coordinates chess", &["--coordinates requires --format board, svg or png"]),
    usage("list 4 --coordinates chess --json", &["--coordinates requires"]),
    usage("list 4 --coordinates letters", &["letters", "numbers", "chess"]),
    usage("list 4 --columns 2", &["--columns requires --format svg or png"]),
    usage("list 4 --columns 2 --format board", &["--columns requires --format svg or png"]),
    usage("list 4 --columns 0 --format svg", &["from 1 to 1000, got \"0\""]),
    usage("find 8 1=1 --count --coordinates chess", &["--coordinates"]),
    usage("list 12 --format png", &["at most 1000 boards", "print fewer"]),
    usage("unrank 12 1-500 --format png", &["50000000 pixels", "print fewer"]),
    usage("solve 1001 --format png", &["at most 1000 rows"]),
];

#[test]
fn wrong_options_are_rejected() {
    check(&Home::new(), MISTAKES);
}
