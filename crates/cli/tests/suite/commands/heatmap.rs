//! `nqdb heatmap` in all formats.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use nqdb::{Conditions, search::Heatmap, watch::NoWatch};
use nqdb_test_support::twin::size;
use serde_json::json;

/// The counts, by row, then by column.
fn counts(conditions: &Conditions) -> Vec<Vec<u64>> {
    Heatmap::matching(conditions, &NoWatch).unwrap().rows().map(<[u64]>::to_vec).collect()
}

#[test]
fn forms_of_the_command() {
    let home = Home::new();
    let four =
        "row  1  2  3  4\n  1  0  1  1  0\n  2  1  0  0  1\n  3  1  0  0  1\n  4  0  1  1  0\n";
    assert_eq!(home.run("heatmap 4").text(), four);
    assert_eq!(home.run("heatmap 2").text(), "row  1  2\n  1  0  0\n  2  0  0\n");
    assert_eq!(home.run("heatmap 1").text(), "row  1\n  1  1\n");
    let four = json!({"n": 4, "solutions": 2,
        "counts": [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]});
    for question in ["heatmap 4 --json", "heatmap 4 --format json"] {
        assert_eq!(home.run(question).json(), std::slice::from_ref(&four));
    }
    let csv = home.run("heatmap 5 --format csv");
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!((lines[0], lines[1], lines.len()), ("row,column,solutions", "1,1,2", 26));
    for (place, count) in counts(&Conditions::any(size(5))).iter().flatten().enumerate() {
        assert_eq!(lines[place + 1], format!("{},{},{count}", place / 5 + 1, place % 5 + 1));
    }
}

#[test]
fn forms_of_the_command_with_squares() {
    let home = Home::new();
    let five = "row  1  2  3  4  5\n  1  1  0  0  0  0\n  2  0  0  0  1  0\n  3  0  1  0  0  0\n  4  0  0  0  0  1\n  \
                5  0  0  1  0  0\n";
    assert_eq!(home.run("heatmap 5 1=1 2!=4").text(), five);
    let json = json!({"n": 4, "conditions": ["1=2"], "solutions": 1,
        "counts": [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]});
    assert_eq!(home.run("heatmap 4 1=2 --json").json(), std::slice::from_ref(&json));
    let csv = home.run("heatmap 8 3=5 c-r!=0 --format csv");
    let eight = Conditions::parse(size(8), ["3=5", "c-r!=0"]).unwrap();
    let counts = counts(&eight);
    for (place, line) in csv.text().lines().skip(1).enumerate() {
        assert_eq!(
            line,
            format!("{},{},{}", place / 8 + 1, place % 8 + 1, counts[place / 8][place % 8])
        );
    }
    let svg = home.run("heatmap 8 3=5 7!=4 --format svg");
    assert!(svg.text().contains("<title>N = 8: 3=5, 1 square excluded, 11 solutions</title>"));
    assert!(svg.text().contains("<title>column 1, row 4: 6 solutions</title>"));
    assert!(home.run("heatmap 24 1=1 2=2 --format csv").text().ends_with("24,24,0\n"));
}

#[test]
fn the_picture_of_the_readme_is_what_the_command_draws() {
    let drawn = Home::new().run("heatmap 12 --format svg");
    assert_eq!(drawn.text(), include_str!("../../../../../docs/heatmap-12.svg"));
}

#[test]
fn pictures_have_coordinates_and_pixels() {
    let home = Home::new();
    for question in ["heatmap 8", "heatmap 8 1=4 7!=2", "heatmap 24 --estimate --runs 2 --seed 1"] {
        let plain = home.run(&format!("{question} --format svg")).succeeded().to_owned();
        let numbers = home.run(&format!("{question} --format svg --coordinates numbers"));
        assert!(numbers.succeeded() == plain);
        let chess = home.run(&format!("{question} --format svg --coordinates chess"));
        assert!(chess.succeeded().contains(">h</text>") && !plain.contains(">h</text>"));
        // Row 1 is at the bottom.
        let place = |svg: &str, row: u8| -> u32 {
            let title = format!("<title>column 2, row {row}: ");
            let square = svg.split(&title).nth(1).unwrap_or_else(|| panic!("{title}: {svg}"));
            square.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        assert!(place(chess.succeeded(), 1) > place(chess.succeeded(), 2), "{question}");
        assert!(place(&plain, 1) < place(&plain, 2), "{question}");
        let none = home.run(&format!("{question} --format svg --coordinates none"));
        assert!(none.succeeded().len() < plain.len());
        home.run(&format!("{question} --format png --coordinates chess --output map.png"))
            .succeeded();
        let png = std::fs::read(home.path().join("map.png")).unwrap();
        // Width and height are those of the SVG.
        let size = |name: &str| chess.succeeded().split(&format!("{name}=\"")).nth(1).unwrap();
        let size = |name: &str| size(name).split('"').next().unwrap().parse::<u32>().unwrap();
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert!(png.starts_with(b"\x89PNG"));
        assert_eq!((number(16), number(20)), (size(" width"), size(" height")), "{question}");
    }
}

#[test]
fn no_tables_are_asked() {
    let home = Home::with("8");
    home.run("heatmap 8 --explain").says(&["the heat map of N = 8 is built in"]);
    home.run("heatmap 8 --recompute --explain").says(&["N = 8 is counted from scratch"]);
    assert_eq!(home.run("heatmap 8 --recompute").text(), home.run("heatmap 8").text());
}

const MISTAKES: &[Mistake] = &[
    usage("heatmap 8 --coordinates chess", &["--coordinates requires --format svg or png"]),
    usage("heatmap 0", &["to 64, got \"0\""]),
    usage("heatmap 65", &["to 64, got \"65\""]),
    usage("heatmap 21", &["N = 21 is too large for a heat map", "the largest N is 20"]),
    usage("heatmap 64", &["N = 64 is too large"]),
    usage("heatmap", &["<N>"]),
    usage("heatmap 8 9", &["9", "3=5"]),
    usage("heatmap 8 9=1", &["outside the board"]),
    usage("heatmap 8 c+r!=1", &["2 to 16"]),
    usage("heatmap 8 1=1 --estimate", &["--estimate"]),
    usage("heatmap x", &["got \"x\""]),
    usage("heatmap 8 --format drawing", &["drawing", "svg"]),
    usage("heatmap 8 --format csv --json", &["--json"]),
    usage("heatmap 8 --recompute --estimate", &["--recompute", "--estimate"]),
    failure("heatmap 20 --recompute --time-limit 0.05", &["stopped while searching N ="]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    assert!(home.run("heatmap --help").text().contains("Usage: nqdb heatmap"));
    check(&home, MISTAKES);
}
