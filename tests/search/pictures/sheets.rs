//! Coordinates in all pictures, and sheets as SVG and PNG.

use super::{DARK, Image, LIGHT, WHITE, picture};
use nqdb::picture::{Coordinates, Picture, Sheet};
use nqdb::{Invalid, Permutation};
use nqdb_test_support::svg;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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

#[test]
fn drawings_are_read_back_up_to_64() {
    for n in 2..=64 {
        let rows: Vec<u8> = (1..n).chain([0]).collect();
        let board = Permutation::new(&rows).unwrap();
        let picture = Picture::of(&board);
        for coordinates in [Coordinates::None, Coordinates::Numbers, Coordinates::Chess] {
            for text in [picture.unicode(), picture.ascii()] {
                let text = text.with_coordinates(coordinates).to_string();
                assert_eq!(text.parse(), Ok(board), "{text}");
            }
        }
    }
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
    // The labels of 100 columns do not all fit.
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
    let empty = Image::read(&Sheet::default().png().unwrap());
    assert!(empty.count(WHITE) > 7000, "an empty sheet has a text");
}

/// Every character that a text of a picture can have is drawn, not replaced by the box of unknown ones: ASCII, and what
/// is in the sources that draw pictures or write their texts.
#[test]
fn every_character_of_a_text_has_a_glyph() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    for folder in ["src", "crates"] {
        rust_files(&root.join(folder), &mut sources);
    }
    let draws = |text: &str| {
        ["preview_png(", "document_png(", "Sheet::"].iter().any(|name| text.contains(name))
    };
    // Pictures as text have signs of their own.
    let is_drawing =
        |path: &Path| path.parent().unwrap().ends_with("picture") && !path.ends_with("text.rs");
    let mut characters: BTreeSet<char> = (' '..='~').collect();
    for path in sources {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        if is_drawing(&path) || draws(&text) {
            characters.extend(lines.flat_map(str::chars));
        }
    }
    // Only the page about a puzzle has it.
    characters.remove(&'✕');
    assert!(characters.contains(&'≈') && characters.contains(&'×'), "{characters:?}");
    let image = |character: char| {
        let mut sheet = Sheet::default();
        sheet.push(character.to_string(), picture("1")).unwrap();
        sheet.png().unwrap()
    };
    let unknown = image('\u{e000}');
    let lacking: String = characters.into_iter().filter(|&one| image(one) == unknown).collect();
    assert_eq!(lacking, "");
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|name| name == "rs") {
            found.push(path);
        }
    }
}
