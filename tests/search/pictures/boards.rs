//! Boards in Unicode and ASCII, and sheets of boards as SVG.

use super::{CROSS, Image, picture};
use nqdb::picture::{Picture, Sheet};
use nqdb::{BoardSize, Condition, Invalid};
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::svg::{self, Element};
use proptest::prelude::*;

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

#[test]
fn boards_are_drawn_with_row_1_at_the_top() {
    let board = picture("2 4 1 3");
    assert_eq!(board.n(), 4);
    assert_eq!(board.unicode().to_string(), UNICODE);
    assert_eq!(board.ascii().to_string(), ASCII);
    assert_eq!(picture("1").unicode().to_string(), "┌───┐\n│ ♛ │\n└───┘");
    assert_eq!(picture("1").ascii().to_string(), "+---+\n| Q |\n+---+");
}

/// Crosses and attacks are in the pixels too.
#[test]
fn crosses_and_attacks_are_red() {
    let conditions = Condition::parse_all(["1=2 3!=1 c-r!=2"]).unwrap();
    let partial = Picture::partial(4, conditions).unwrap();
    let image = Image::read(&partial.png(402).unwrap());
    let (frame, square) = image.grid(4);
    let middle = |column: usize, row: usize| {
        image.at(frame + column * square + square / 2, frame + row * square + square / 2)
    };
    for (column, row) in (0..4).flat_map(|column| (0..4).map(move |row| (column, row))) {
        let is_crossed = [(2, 0), (3, 1)].contains(&(column, row));
        assert_eq!(middle(column, row) == CROSS, is_crossed, "{column} {row}");
    }
    let attacked = picture("1 2 4 3").with_attacks();
    let red = |picture: &Picture| Image::read(&picture.png(402).unwrap()).count(CROSS);
    assert!(red(&attacked) > 400 && red(&picture("2 4 1 3").with_attacks()) == 0);
    for (n, text, reason) in [
        (4, "1=1 1=2", "column 1 (row 2) is attacked by the queen in column 1 (row 1)"),
        (4, "5=1", "outside the board"),
        (0, "", "at most 1000"),
        (1001, "", "at most 1000"),
    ] {
        let conditions = Condition::parse_all(text.split_whitespace()).unwrap();
        let error = Picture::partial(n, conditions).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn rows_need_a_board_that_can_be_drawn() {
    let rows = |rows: &[u32]| Picture::new(rows.iter().copied());
    assert_eq!(rows(&[1, 3, 0, 2]), Ok(picture("2 4 1 3")));
    assert_eq!(rows(&[]), Err(Invalid::NoQueens));
    assert_eq!(rows(&[0, 2]), Err(Invalid::RowOutside { n: 2, first: 1, column: 2, row: 3 }));
    assert_eq!(
        rows(&[u32::MAX]),
        Err(Invalid::RowOutside { n: 1, first: 1, column: 1, row: 1 << 32 })
    );
    let largest = Picture::LARGEST as u32;
    assert_eq!(Picture::new(0..largest).map(|picture| picture.n()), Ok(Picture::LARGEST));
    let too_large = |got| Err(Invalid::PictureSize { largest: Picture::LARGEST, got });
    assert_eq!(Picture::new(0..largest + 7), too_large(1007));
    assert_eq!(Picture::new(0..), too_large(usize::MAX), "an endless board is refused early");
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
        assert_eq!(read_ascii(&ascii), Some(p.zero_based().to_vec()), "{p}");
    }
}

proptest! {
    #[test]
    fn diagrams_show_the_permutation(p in permutation(64)) {
        let picture = Picture::of(&p);
        let ascii = picture.ascii().to_string();
        prop_assert!(ascii.is_ascii());
        prop_assert_eq!(read_ascii(&ascii), Some(p.zero_based().to_vec()));
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
            prop_assert_eq!(queens(board), p.zero_based().to_vec());
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
    let full = Err(Invalid::SheetFull { largest: Sheet::LARGEST, got: 1001 });
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
