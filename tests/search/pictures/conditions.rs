//! Pictures of partial boards as SVG, and of all boards as PNG.

use super::{CROSS, DARK, INK, Image, LIGHT, WHITE};
use nqdb::picture::{ConditionsPicture, Crown, Picture, Sheet};
use nqdb::{Conditions, Invalid, Permutation, search::Heatmap, watch::NoWatch};
use nqdb_completion::{PuzzleTask, make_puzzle};
use nqdb_test_support::permutations;
use nqdb_test_support::svg::{self, Element};
use nqdb_test_support::twin::size;
use proptest::prelude::*;

fn conditions(n: usize, squares: &str) -> Conditions {
    Conditions::parse(size(n), [squares]).unwrap()
}

/// The squares of a picture, by row, then by column: the words of their titles, and what is drawn there.
fn squares(picture: &ConditionsPicture) -> Vec<(String, Option<String>, String)> {
    let root = svg::read(&picture.to_string());
    let titled = |element: &&Element| element.children.iter().any(|child| child.name == "title");
    let groups = root.child("g").children.iter().filter(titled);
    let mut places = Vec::new();
    let mut squares: Vec<_> = groups
        .map(|group| {
            let title = &group.child("title").text;
            let (place, words) = title.split_once(": ").unwrap();
            places.push(place.to_owned());
            let drawn = group.children.iter().find(|child| child.name == "use");
            let shape = drawn.map(|shape| shape.get("href").unwrap().to_owned());
            let text = group.children.iter().find(|child| child.name == "text");
            (words.to_owned(), shape, text.map_or(String::new(), |text| text.text.clone()))
        })
        .collect();
    let n = squares.len().isqrt();
    let expected = |place: usize| format!("column {}, row {}", place % n + 1, place / n + 1);
    assert!(places.iter().enumerate().all(|(place, text)| *text == expected(place)));
    squares.iter_mut().for_each(|(_, shape, _)| {
        *shape = shape.as_ref().map(|shape| shape.trim_start_matches('#').to_owned());
    });
    squares
}

/// The content of a square by the definitions.
fn expected(conditions: &Conditions, column: usize, row: usize) -> &'static str {
    let queen = |column: usize| {
        let rows = conditions.rows()[column];
        (rows.count_ones() == 1).then(|| rows.trailing_zeros() as usize)
    };
    let attacks = |other: usize| {
        queen(other).is_some_and(|queen| {
            other == column || queen == row || other.abs_diff(column) == queen.abs_diff(row)
        })
    };
    if queen(column) == Some(row) {
        "queen"
    } else if queen(column).is_none() && conditions.rows()[column] >> row & 1 == 0 {
        "excluded"
    } else if (0..conditions.rows().len()).any(attacks) {
        "attacked"
    } else {
        "free"
    }
}

/// Up to four given queens and four excluded squares, whether or not they contradict each other.
fn some_conditions() -> impl Strategy<Value = Conditions> {
    (1..=20u64).prop_flat_map(|n| {
        let square = (0..n as u8, 0..n as u8, any::<bool>());
        let squares = prop::collection::vec(square, 0..8);
        squares.prop_map(move |squares| permutations::conditions(size(n), &squares))
    })
}

/// 60% of #666666 on the squares.
const LIGHT_DOT: [u8; 3] = [0x9f, 0x9b, 0x94];
const DARK_DOT: [u8; 3] = [0x8d, 0x80, 0x6f];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn squares_are_queens_crosses_and_dots(conditions in some_conditions()) {
        let n = conditions.n().get();
        for (place, (words, shape, label)) in squares(&ConditionsPicture::new(&conditions)).iter().enumerate() {
            let expected = expected(&conditions, place % n, place / n);
            prop_assert_eq!(words, expected);
            let drawn = match expected {
                "queen" => Some("queen"),
                "excluded" => Some("cross"),
                "attacked" => Some("dot"),
                _ => None,
            };
            prop_assert_eq!(shape.as_deref(), drawn);
            prop_assert_eq!(label, "");
        }
    }

    /// The colour in the middle of each square is that of its content.
    #[test]
    fn pixels_are_those_of_the_squares(conditions in some_conditions(), side in 30..600u32) {
        let n = conditions.n().get();
        let image = Image::read(&ConditionsPicture::new(&conditions).png(side).unwrap());
        prop_assert!(image.width == image.height && image.width <= side as usize);
        prop_assert!(image.width + n + 1 >= side as usize, "{} of {side}", image.width);
        prop_assert_eq!(image.at(0, 0), INK);
        let (frame, square) = image.grid(n);
        for (column, row) in (0..n).flat_map(|column| (0..n).map(move |row| (column, row))) {
            let corner = [column, row].map(|place| frame + place * square);
            let middle = image.at(corner[0] + square / 2, corner[1] + square / 2);
            let light = (column + row).is_multiple_of(2);
            if square < 24 {
                // Shapes are blurred at this size.
                continue;
            }
            prop_assert_eq!(image.at(corner[0], corner[1]), if light { LIGHT } else { DARK });
            let expected = match expected(&conditions, column, row) {
                "queen" => INK,
                "excluded" => CROSS,
                "attacked" => if light { LIGHT_DOT } else { DARK_DOT },
                _ => if light { LIGHT } else { DARK },
            };
            prop_assert_eq!(middle, expected, "column {}, row {}, {} pixels", column, row, square);
        }
    }
}

#[test]
fn heat_is_on_the_free_squares() {
    let conditions = conditions(8, "3=5 7!=4");
    let heatmap = Heatmap::new(size(8), &NoWatch).unwrap();
    let picture = ConditionsPicture::new(&conditions).with_heat(&heatmap).unwrap();
    let counts = heatmap.rows().flatten();
    for (place, ((words, _, label), count)) in squares(&picture).iter().zip(counts).enumerate() {
        match expected(&conditions, place % 8, place / 8) {
            "free" => {
                assert_eq!(
                    (words.clone(), label.clone()),
                    (format!("{count} solutions"), count.to_string())
                );
            }
            other => assert_eq!((&**words, &**label), (other, "")),
        }
    }
    let text = picture.to_string();
    assert!(text.contains("<title>N = 8: 3=5, 1 square excluded, 92 solutions</title>"), "{text}");
    // Beyond N = 12 only the titles have counts.
    let heatmap = Heatmap::new(size(13), &NoWatch).unwrap();
    let picture = ConditionsPicture::new(&Conditions::any(size(13))).with_heat(&heatmap).unwrap();
    for ((words, _, label), count) in squares(&picture).iter().zip(heatmap.rows().flatten()) {
        assert_eq!((words.clone(), &**label), (format!("{count} solutions"), ""));
    }
    let other = ConditionsPicture::new(&Conditions::any(size(8))).with_heat(&heatmap);
    assert_eq!(other.unwrap_err(), Invalid::OtherHeatmap { n: 8, got: 13 });
}

/// The squares with the most solutions are the darkest.
#[test]
fn heat_is_in_the_pixels() {
    let heatmap = Heatmap::new(size(8), &NoWatch).unwrap();
    let picture = ConditionsPicture::new(&Conditions::any(size(8))).with_heat(&heatmap).unwrap();
    let image = Image::read(&picture.png(402).unwrap());
    let (frame, square) = image.grid(8);
    let mut shades: Vec<(u64, [u8; 3])> = Vec::new();
    for (row, counts) in heatmap.rows().enumerate() {
        for (column, &count) in counts.iter().enumerate() {
            let middle = |place: usize| frame + place * square + square / 2;
            shades.push((count, image.at(middle(column), middle(row))));
        }
    }
    shades.sort();
    shades.dedup();
    assert_eq!(shades.len(), 6, "one colour for each count: {shades:?}");
    assert!(shades.windows(2).all(|pair| pair[0].1 > pair[1].1), "{shades:?}");
}

#[test]
fn previews_have_the_board_in_the_middle() {
    let picture = |n: u32| Picture::new(0..n).unwrap();
    for n in [1, 8, 20, 64, 548] {
        let image = Image::read(&picture(n).preview_png(&[]).unwrap());
        assert_eq!((image.width, image.height), (1200, 630));
        assert_eq!(image.at(0, 0), WHITE);
        let columns: Vec<usize> = (0..1200).filter(|&x| image.at(x, 315) != WHITE).collect();
        let rows: Vec<usize> = (0..630).filter(|&y| image.at(600, y) != WHITE).collect();
        let (left, right) = (columns[0], 1199 - columns[columns.len() - 1]);
        let (top, bottom) = (rows[0], 629 - rows[rows.len() - 1]);
        assert!(
            left.abs_diff(right) <= 1 && top.abs_diff(bottom) <= 1,
            "{left} {right} {top} {bottom}"
        );
        assert!((40..=315 - n as usize / 2).contains(&top), "N = {n}: {top}");
    }
    let too_large = Invalid::PictureSide { n: 549, least: 551, largest: 4096, got: 550 };
    assert_eq!(picture(549).preview_png(&[]).unwrap_err(), too_large);
}

/// Text is next to the board, and stays within the picture however long it is.
#[test]
fn previews_have_words() {
    let permutation: Permutation = "2 4 1 3".parse().unwrap();
    let picture = Picture::of(&permutation);
    let image = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        Image::read(&picture.preview_png(&lines).unwrap())
    };
    let inked = |image: &Image, columns: std::ops::Range<usize>| {
        let pixels = columns.flat_map(|x| (0..630).map(move |y| (x, y)));
        pixels.filter(|&(x, y)| image.at(x, y) != WHITE).count()
    };
    let short = image(&["Solution 1"]);
    let long =
        image(&["Solution 123,456,789,012,345,678 of a very large number", "of 2", "4 queens"]);
    assert!(inked(&short, 620..1200) > 0);
    assert!(inked(&image(&["Solution 1", "of 2"]), 620..1200) > inked(&short, 620..1200));
    for image in [short, long] {
        assert_eq!((image.width, image.height), (1200, 630));
        assert_eq!(inked(&image, 1165..1200), 0, "the margin is empty");
        assert_eq!(inked(&image, 0..40), 0, "the board is on the left");
    }
}

#[test]
fn sides_have_bounds() {
    let permutation: Permutation = "2 4 1 3".parse().unwrap();
    let picture = Picture::of(&permutation);
    let side = |side: u32| picture.png(side).map(|png| Image::read(&png).width);
    assert_eq!((side(6), side(7), side(9), side(10)), (Ok(6), Ok(6), Ok(6), Ok(10)));
    assert_eq!(side(4096), Ok(4096));
    for got in [0, 5, 4097, u32::MAX] {
        assert_eq!(side(got), Err(Invalid::PictureSide { n: 4, least: 6, largest: 4096, got }));
    }
    let error = side(5).unwrap_err().to_string();
    assert_eq!(error, "expected a side of 6 to 4096 pixels for N = 4, got 5");
}

/// Queens that are not given in a puzzle are white inside.
#[test]
fn solved_puzzles_have_outlined_queens() {
    let task = PuzzleTask::new(8, 1);
    let puzzle = make_puzzle(&task, &NoWatch).unwrap();
    let image = Image::read(&puzzle.solved_picture().unwrap().png(810).unwrap());
    let (frame, square) = image.grid(8);
    for (column, row) in (0..).zip(puzzle.solution.zero_based()) {
        // Two thirds down, in the body of the crown.
        let [x, y] = [column, *row as usize].map(|place| frame + place * square);
        let inside = image.at(x + square / 2, y + square * 64 / 100);
        let expected = if puzzle.partial.gives(column, *row as usize) { INK } else { WHITE };
        assert_eq!(inside, expected, "column {column}, row {row}");
    }
}

/// All queens are the same shape.
#[test]
fn documents_have_the_crown() {
    let mut sheet = Sheet::default();
    sheet.push("one".to_owned(), Picture::new([0]).unwrap()).unwrap();
    let crown = Crown.to_string();
    assert!(sheet.to_string().contains(&crown));
    assert!(ConditionsPicture::new(&conditions(4, "1=2")).to_string().contains(&crown));
}
