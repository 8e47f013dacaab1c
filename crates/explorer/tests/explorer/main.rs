//! Requests and responses without a server. `crates/cli/tests/suite/serve` tests the server and all URLs.

mod go;

use nqdb::{BoardSize, Database, watch::NoWatch};
use nqdb_explorer::{Boards, Cost, Failure, Request, Response, Step, TaggedBoard, ask};
use nqdb_test_support::watch::Ticks;
use std::collections::HashSet;
use std::sync::Arc;

struct Searched;

impl Boards for Searched {
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        Ok(TaggedBoard::new(Database::without_file().board(n)?))
    }
}

fn answer(request: Request) -> Response {
    match ask(request) {
        Step::Ready(response) => response,
        Step::Work(task) => task.run(&Searched, Arc::new(NoWatch), &mut |_| {}),
        Step::Stream(..) => panic!("a stream has no single response"),
    }
}

/// A request for a path of an explorer below `/a/b`.
fn below(path: &str) -> Request {
    let origin = "https://example.org".to_owned();
    Request { base: "/a/b".to_owned(), origin, ..Request::new(&format!("/a/b{path}")) }
}

fn text(response: &Response) -> &str {
    std::str::from_utf8(&response.body).unwrap()
}

/// The response to a request, which contains these texts.
fn with(request: Request, parts: &[&str]) -> Response {
    let response = answer(request);
    for part in parts {
        assert!(text(&response).contains(part), "{part}: {}", text(&response));
    }
    response
}

/// The solution, its two neighbours, its cell, its orbit id, and the ranks of three images: the others are complements of
/// these and of the solution, whose rank is known.
#[test]
fn a_solution_takes_eight_lookups() {
    // Each lookup in built-in cells ticks once.
    let lookups = Arc::new(Ticks::until(u64::MAX));
    let Step::Work(task) = ask(below("/18/123456789.json")) else { panic!("expected a task") };
    let response = task.run(&Searched, Arc::<Ticks>::clone(&lookups), &mut |_| {});
    assert!(text(&response).contains("\"size\":8"), "{}", text(&response));
    assert_eq!(lookups.seen(), 8);
}

const PAGES: [&str; 18] = [
    "/20/about",
    "/",
    "/8/57",
    "/8/orbit/5",
    "/8",
    "/8/compare?list=15863724",
    "/8/count/3=5,7!=4",
    "/40/count/1=3,2=5",
    "/8/list?start=50&limit=10",
    "/8/puzzles?seed=7&limit=2",
    "/8/puzzle/7-3",
    "/8/puzzle/7-3/solution",
    "/daily/2026-01-05",
    "/daily/2026-01",
    "/21/4502590474",
    "/about",
    "/8/93",
    "/nothing/at/all",
];

/// The page of a board and its JSON name who published its numbers.
#[test]
fn published_counts_have_a_provenance() {
    let words =
        "published: OEIS A000170; first by Thomas B. Preußer and Matthias R. Engelhardt, 2016";
    with(below("/27"), &[words, ", on FPGAs in about a year; confirmed by Guangchao Yao"]);
    let one_queen = answer(below("/8/count/1=1"));
    assert!(!text(&one_queen).contains("<p class=\"hint\">published: "));
    let json: serde_json::Value = serde_json::from_slice(&answer(below("/27.json")).body).unwrap();
    assert_eq!(json["provenance"]["orbits"]["oeis"], "A002562");
    let json: serde_json::Value = serde_json::from_slice(&answer(below("/28.json")).body).unwrap();
    assert_eq!(json["provenance"], serde_json::json!({"solutions": null, "orbits": null}));
}

/// The index of a page counts from 1, and so does its note: the digits of the index less 1 are those of the queens.
#[test]
fn the_permutation_index_is_what_its_note_says() {
    let note = "lexicographic order, from 1. The digits of the index less 1";
    with(Request::new("/8/57"), &[note, "23,<wbr>808 of 8!"]);
    let queens = [5, 7, 1, 3, 8, 6, 4, 2];
    let index = (0..8).fold(0, |index, column| {
        let smaller = queens[column..].iter().filter(|row| **row < queens[column]).count();
        index * (8 - column) + smaller
    });
    assert_eq!(index, 23_807);
}

/// One condition on N = 17 … 20 is answered from the heat map, without a search.
#[test]
fn one_condition_on_a_large_board_is_exact_at_once() {
    for (path, solutions) in [
        ("/20/count/1=1", 912_695_924_u64),
        ("/20/count/1!=1", 39_029_188_884 - 912_695_924),
        ("/20/count/3=5", 2_004_676_864),
        ("/20/count/1=1,1!=2", 912_695_924),
        ("/20/count/1=1,1=2", 0),
    ] {
        let Step::Work(task) = ask(Request::new(&format!("{path}.json"))) else {
            panic!("a count needs a board")
        };
        assert!(matches!(task.cost(), Cost::LookUp(_)), "{path}: {task:?}");
        let found: serde_json::Value =
            serde_json::from_slice(&answer(Request::new(&format!("{path}.json"))).body).unwrap();
        assert_eq!(
            (&found["exact"], &found["solutions"], &found["done"]),
            (&true.into(), &solutions.into(), &true.into()),
            "{path}"
        );
    }
    // A diagonal of two squares.
    let solutions = |squares: &str| {
        let path = format!("/17/count/{squares}.json");
        let found: serde_json::Value =
            serde_json::from_slice(&answer(Request::new(&path)).body).unwrap();
        found["solutions"].as_u64().unwrap()
    };
    let all = nqdb::counts::known_counts(BoardSize::new(17).unwrap()).unwrap().solutions;
    assert_eq!(solutions("c-r!=15"), all - solutions("16=1") - solutions("17=2"));
    for path in ["/20/count/1=1,2=3", "/16/count/1=1"] {
        let Step::Work(task) = ask(Request::new(path)) else { panic!("a count needs a board") };
        assert!(matches!(task.cost(), Cost::Count(_)), "{path}: {task:?}");
    }
}

/// The pages that people share have a picture for previews and a description of their own; a puzzle shows what is given.
#[test]
fn pages_have_titles_descriptions_and_previews() {
    let mut descriptions = HashSet::new();
    for (path, title, image) in [
        ("/8/puzzles?seed=7", "8 queens, medium puzzles 7", "/8/puzzle/7-1.png?preview"),
        ("/8/puzzle/7-3", "8 queens, medium puzzle 3 of sheet 7", "/8/puzzle/7-3.png?preview"),
        (
            "/8/puzzle/easy-8-1",
            "8 queens, easy puzzle 1 of sheet 8",
            "/8/puzzle/easy-8-1.png?preview",
        ),
        ("/daily/2026-01-05", "Daily puzzle, 5 January 2026", "/daily/2026-01-05.png?preview"),
        ("/daily/2026-01", "Daily puzzles, January 2026", "/daily/2026-01-31.png?preview"),
        ("/8/orbit/5", "8 queens, orbit 5", "/8/orbit/5.png?preview"),
        ("/8/orbits", "8 queens, 12 orbits", "/8/orbit/1.png?preview"),
        ("/8/orbits?size=4", "8 queens, orbits of 4 solutions", "/8/orbit/10.png?preview"),
        ("/1", "Place 1 queen", "/1/count.png?preview"),
        ("/8/list?start=50", "8 queens, solutions from 50", "/8/1.png?preview"),
        ("/20/about", "20 queens", "/20/1.png?preview"),
        ("/2/about", "2 queens", "/8/1.png?preview"),
        ("/50/about", "50 queens", "/8/1.png?preview"),
        ("/sizes", "Board sizes", "/8/1.png?preview"),
        ("/1/1", "1 queen, solution 1", "/1/1.png?preview"),
    ] {
        let page = answer(below(path));
        let page = text(&page);
        assert!(page.contains(&format!("<title>{title} – nqdb</title>")), "{path}: {page}");
        let found = page.split("property=\"og:image\" content=\"").nth(1);
        let found = found.map_or("", |rest| rest.split('"').next().unwrap());
        assert_eq!(found.strip_prefix("https://example.org/a/b").unwrap_or(""), image, "{path}");
        let picture = answer(below(&image.replace("&amp;", "&")));
        assert_eq!((picture.status, &picture.body[1..4]), (200, &b"PNG"[..]), "{image}");
        let description = page.split("name=\"description\" content=\"").nth(1).unwrap();
        assert!(descriptions.insert(description.split('"').next().unwrap().to_owned()), "{path}");
    }
    assert_eq!(answer(Request::new("/8/puzzle/7-3/solution.png")).status, 404);
    let today = answer(below("/"));
    let image = text(&today).split("og:image\" content=\"").nth(1).unwrap();
    assert!(image.starts_with("https://example.org/a/b/daily/20"), "{image}");
}

/// A solution can be copied in the notations of other programs.
#[test]
fn a_solution_is_copied_in_other_notations() {
    let copies = [
        "[4,6,0,2,7,5,3,1]",
        "a5 b7 c1 d3 e8 f6 g4 h2",
        "4Q3/1Q6/5Q2/Q7/6Q1/3Q4/7Q/2Q5",
        "0 0 1 0 0 0 0 0\n0 0 0 0 0 0 0 1\n",
        "\\begin{tabular}{|*{8}{c|}} \\hline\n &amp;  &amp; $\\bullet$ &amp;  &amp;",
        "in rows 5 7 1 3 8 6 4 2](https://example.org/a/b/8/57.png)",
    ];
    with(below("/8/57"), &copies);
    let board = nqdb::notation::parse_queens("4Q3/1Q6/5Q2/Q7/6Q1/3Q4/7Q/2Q5").unwrap();
    assert_eq!(board.to_string(), "5 7 1 3 8 6 4 2");
}

/// A list is compared with all solutions; the texts in it are escaped.
#[test]
fn a_pasted_list_is_compared() {
    let parts = [
        "<h2>1 of 2 solutions: 1 missing, 1 repeated, 2 wrong</h2>",
        "<td>Anna &amp; B</td><td><a href=\"/a/b/4/2\">2</a></td><td><a href=\"/a/b/4/orbit/1\">1</a></td><td>solution</td>",
        "1</a></td><td>solution 2 is already there, line 1</td>",
        "<td>Ben</td><td></td><td></td><td>expected a board of N = 4, got one of N = 3</td>",
        "got &quot;&lt;b&gt;&quot;",
        "<a href=\"/a/b/4/1\"",
        "Anna &amp; B: 3 1 4 2\r\n3,1,4,2",
    ];
    let list = "Anna+%26+B:+3+1+4+2%0D%0A3,1,4,2%0D%0ABen:+1+2+3%0D%0A%3Cb%3E";
    with(below(&format!("/4/compare?list={list}")), &parts);
    let empty = with(below("/8/compare"), &["Compare a list, N = 8"]);
    assert!(!text(&empty).contains("<h2>"), "{}", text(&empty));
    with(below("/1/compare?list=1"), &["1 of 1 solution, each once"]);
    assert_eq!(with(below("/11/compare"), &["up to N = 10; ", "nqdb compare 11"]).status, 400);
    assert_eq!(answer(below("/8/compare.json")).status, 404);
}

/// The page of a size has its counts by symmetry, its growth, its first and last solution, and its sources.
#[test]
fn each_size_has_a_page() {
    let parts = [
        "<b>39,029,188,884 solutions</b> in 4,878,666,808 orbits.",
        "takes 1,236 years: a lifetime of looking would show you one in 15.",
        "a half turn</b><span>36,035 orbits, 144,140 solutions</span>",
        "a quarter turn</b><span>240 orbits, 480 solutions</span>",
        "href=\"/a/b/19/about\"",
        "href=\"/a/b/21/about\"",
        "href=\"/a/b/20/39029188884\"",
        "OEIS A000170",
    ];
    with(below("/20/about"), &parts);
    for (n, part) in [
        (1, "<option value=\"21\">21</option>"),
        (1, "<b>1 solution</b> in 1 orbit."),
        (2, "<b>0 solutions</b> in 0 orbits."),
        (8, "none</b><span>11 orbits, 88 solutions</span>"),
        (
            8,
            "<b>92 solutions</b> in 12 orbits. At one a second you would see all of them in 92 seconds.",
        ),
        (27, "first by Thomas B. Preußer"),
        (64, "The number of solutions is not known."),
    ] {
        assert_eq!(with(Request::new(&format!("/{n}/about")), &[part]).status, 200, "{n}");
    }
}

/// The list of orbits of a size has that size in its heading, also if there are none.
#[test]
fn the_heading_of_a_list_is_what_it_lists() {
    let parts = ["<h1>Orbits of 2 solutions for N = 8</h1>", "N = 8 has none of them."];
    with(Request::new("/8/orbits?size=2"), &parts);
    with(Request::new("/16/orbits"), &["Boards with over 50,000 orbits are not filtered"]);
    let to = answer(Request::new("/go?n=8&orbit=5"));
    assert_eq!(to.header("location"), Some("/8/orbit/5"));
}

/// A list of the numbers from 0 to N − 1 has two meanings, and the search field leads to neither of them unasked.
#[test]
fn a_list_from_0_has_two_meanings() {
    let parts = [
        "<a href=\"/a/b/8/of/5,7,1,3,8,6,4,2\">The queens 5 7 1 3 8 6 4 2, rows counted from 0</a>",
        "<a href=\"/a/b/8/count/1=4,2=6,4=2,5=7,6=5,7=3,8=1\">Solutions with ",
    ];
    assert_eq!(with(below("/go?n=8&q=[4,6,0,2,7,5,3,1]"), &parts).status, 200);
    with(Request::new("/go.json?n=8&q=8/8/8/8/8/8/8/8"), &["\"text\":\"All solutions, N = 8\""]);
}

/// A number is a rank, also if it is an orbit id or a board size; but if its digits are a solution, a page offers both.
#[test]
fn a_rank_can_be_a_solution() {
    let page = with(
        below("/go?n=20&q=15863724"),
        &["two ways", "/b/20/15863724\"", "/b/8/of/1,5,8,6,3,7,2,4\""],
    );
    assert!(page.status == 200 && !text(&page).contains("/orbit/"));
    for (search, to) in [("n=8&q=5", "/8/5"), ("n=20&q=12345678", "/20/12345678")] {
        let response = answer(Request::new(&format!("/go?{search}")));
        assert_eq!((response.status, response.header("location")), (302, Some(to)), "{search}");
    }
}

/// A month without puzzles is refused like a day.
#[test]
fn a_month_out_of_range_is_no_malformed_one() {
    for path in ["/daily/2999-12", "/daily/2025-01", "/daily/2025-12-31"] {
        let range = "Daily puzzles go from 1 January 2026 to today.";
        assert_eq!(with(Request::new(path), &[range]).status, 404);
    }
    with(Request::new("/daily/2026-13"), &["Expected a day such as 2026-11-23, or a month"]);
}

/// A size offers the levels that it has, and every link of a sheet leads to a puzzle of the level.
#[test]
fn sheets_and_puzzles_have_the_chosen_level() {
    let json = |path: &str| -> serde_json::Value {
        serde_json::from_slice(&answer(Request::new(path)).body).unwrap()
    };
    for (n, levels) in [(4, 1), (5, 2), (6, 3), (8, 3), (16, 3), (32, 3)] {
        for (place, level) in ["easy", "medium", "hard"].into_iter().enumerate() {
            let sheet = answer(Request::new(&format!("/{n}/puzzles.json?limit=2&level={level}")));
            if place >= levels {
                assert_eq!(sheet.status, 404, "N = {n}, {level}");
                continue;
            }
            let usual = if n == 4 { "easy" } else { "medium" };
            let prefix = if level == usual { String::new() } else { format!("{level}-") };
            let page = if level == usual {
                "?limit=2".to_owned()
            } else {
                format!("?limit=2&level={level}")
            };
            let linked = format!("href=\"/{n}/puzzle/{prefix}1-1\"");
            with(Request::new(&format!("/{n}/puzzles{page}")), &[&linked]);
            let sheet = json(&format!("/{n}/puzzles.json{page}"));
            assert_eq!(sheet["level"], level);
            for puzzle in sheet["puzzles"].as_array().unwrap() {
                let alone = json(&format!("/{n}/puzzle/{prefix}1-{}.json", puzzle["number"]));
                assert_eq!((&alone["level"], &puzzle["level"]), (&level.into(), &level.into()));
                assert_eq!(alone["conditions"], puzzle["conditions"]);
                let conditions = puzzle["conditions"].as_array().unwrap();
                let words: Vec<&str> = conditions.iter().filter_map(|word| word.as_str()).collect();
                let hint = json(&format!("/{n}/hint/{}.json", words.join(",")));
                let (column, row) = (&hint["next"]["square"][0], &hint["next"]["square"][1]);
                let is_queen = puzzle["queens"][column.as_u64().unwrap() as usize - 1] == *row;
                assert_eq!(is_queen, hint["next"]["level"] == "easy", "{hint}");
            }
        }
    }
    assert_eq!(answer(Request::new("/8/puzzle/medium-7-3")).status, 308);
    assert_eq!(answer(Request::new("/8/puzzle/expert-7-3")).status, 400);
    assert_eq!(answer(Request::new("/8/hint/9=1.json")).status, 400);
    assert_eq!(answer(Request::new("/8/hint/toroidal.json")).status, 400);
    for other in ["5=8,2=7", "2=07,5=8", "2=7,,5=8", "2=7%205=8", "b7,e8", "2=7,2=7,5=8"] {
        let moved = answer(Request::new(&format!("/8/hint/{other}.json")));
        let place = moved.headers.iter().find(|(name, _)| *name == "location");
        assert_eq!(
            (moved.status, place.map(|(_, url)| &**url)),
            (308, Some("/8/hint/2=7,5=8.json"))
        );
    }
    with(Request::new("/1/puzzles"), &["<h1>1 queen: one easy puzzle</h1>"]);
    with(Request::new("/1"), &["<h1>Place a queen on 1 × 1</h1>"]);
}

/// A sheet does not repeat a puzzle, and its numbers are those of the URLs.
#[test]
fn a_sheet_has_different_puzzles() {
    for (path, count) in [
        ("/6/puzzles.json?limit=24", 24),
        ("/5/puzzles.json?limit=24", 8),
        ("/4/puzzles.json?limit=24", 8),
    ] {
        let sheet: serde_json::Value =
            serde_json::from_slice(&answer(Request::new(path)).body).unwrap();
        let puzzles = sheet["puzzles"].as_array().unwrap();
        let different: HashSet<_> =
            puzzles.iter().map(|puzzle| puzzle["conditions"].to_string()).collect();
        assert_eq!((puzzles.len(), different.len()), (count, count), "{path}");
        let last = puzzles.last().unwrap();
        let path = format!("{}/puzzle/1-{}.json", &path[..2], last["number"]);
        let alone: serde_json::Value =
            serde_json::from_slice(&answer(Request::new(&path)).body).unwrap();
        assert_eq!(alone["conditions"], last["conditions"], "{path}");
    }
}

/// The next puzzle is a new one; after the last one of a small board, the next board is offered.
#[test]
fn the_next_puzzle_is_a_new_one() {
    for (n, level, count) in [(4, "easy", 8), (5, "medium", 8), (6, "hard", 24)] {
        let (mut path, mut seen) = (format!("/{n}/puzzle/{level}-1-1"), HashSet::new());
        let larger = format!("/{}/puzzle/", n + 1);
        while !path.starts_with(&larger) {
            let elsewhere = answer(Request::new(&path)).header("location").map(String::from);
            let path_of_it = elsewhere.unwrap_or(path);
            let page = answer(Request::new(&path_of_it));
            let page = text(&page);
            let data = page.split("\"conditions\":").nth(1).unwrap();
            assert!(seen.insert(data.split(']').next().unwrap().to_owned()), "{path_of_it}");
            let next = page.split(" id=\"next\" href=\"").nth(1).unwrap();
            path = next.split('"').next().unwrap().to_owned();
        }
        assert_eq!(seen.len(), count, "N = {n}, {level}");
    }
    with(Request::new("/4/puzzle/1-18446744073709551615"), &["on to 5 × 5"]);
    with(Request::new("/1/puzzle/1-1"), &["on to 4 × 4", "1 queen, easy puzzle 1 of sheet 1"]);
}

/// Citations have one form, a key of their own, and the URL only if others can open it.
#[test]
fn citations_name_the_published_site_only() {
    let request =
        |origin: &str, path: &str| Request { origin: origin.to_owned(), ..Request::new(path) };
    for origin in [
        "http://127.0.0.1:8321",
        "http://localhost:8321",
        "http://[::1]:80",
        "http://server",
        "http://192.168.0.2",
        "http://169.254.3.4",
        "http://printer.local:80",
        "http://[fe80::1]",
        "http://[fd00::1]:80",
    ] {
        let entry = "@misc{nqdb-8-57, author = {{The nqdb authors}}, title = {nqdb, the N-queens solution database: N = 8, \
            solution 57 of 92: 5 7 1 3 8 6 4 2}, year = {2026}, note = {Version 0.1.0}}";
        with(request(origin, "/8/57"), &[entry]);
    }
    let parts = [
        "@misc{nqdb-20-17000000000, ",
        ", url = {https://example.org:8080/20/17000000000}}",
        "2026. N = 20, solution 17,000,000,000 of 39,029,188,884: ",
    ];
    with(request("https://example.org:8080", "/20/17000000000"), &parts);
    with(request("http://[2600::1]:80", "/8/57"), &[", url = {http://[2600::1]:80/8/57}}"]);
    let citation = "The nqdb authors. nqdb, the N-queens solution database, version 0.1.0, 2026. https://example.org/";
    with(request("https://example.org", "/cite"), &[citation]);
}

/// Pictures by the names of chess have row 1 at the bottom.
#[test]
fn pictures_are_turned_over_for_chess() {
    let picture = |path: &str| answer(Request::new(path)).body.into_owned();
    // The complement has its queens in the opposite rows.
    assert_eq!(picture("/8/57.png?squares=chess"), picture("/8/36.png"));
    for path in ["/8/57.svg", "/8/count/3=5.svg", "/8/count/3=5.png"] {
        assert_ne!(picture(&format!("{path}?squares=chess")), picture(path), "{path}");
    }
    assert_eq!(answer(Request::new("/8/57.svg?squares=go")).status, 400);
}

/// Every link of a page is below the base.
#[test]
fn links_begin_with_the_base() {
    for path in PAGES {
        let mut links = 0;
        let page = answer(below(path));
        for attribute in ["href=\"", "action=\"", "src=\""] {
            for link in text(&page).split(attribute).skip(1) {
                let link = link.split('"').next().unwrap();
                let is_elsewhere = link.starts_with("https://oeis.org/") || link.starts_with('#');
                let is_below =
                    link.strip_prefix("https://example.org").unwrap_or(link).starts_with("/a/b/");
                assert!(is_below || is_elsewhere, "{path}: {link}");
                links += 1;
            }
        }
        assert!(links > 10, "{path}: {links} links");
    }
}

#[test]
fn redirections_stay_below_the_base() {
    for (path, to) in [
        ("/8/057.json?only=queens", "/a/b/8/57.json?only=queens"),
        ("/008/57", "/a/b/8/57"),
        ("/8/of/1,5,8,6,3,7,2,4", "/a/b/8/1"),
        ("/go?n=8&q=57", "/a/b/8/57"),
    ] {
        assert_eq!(answer(below(path)).header("location"), Some(to), "{path}");
    }
    with(
        below("/go.json?n=8&q=57"),
        &["{\"path\":\"/a/b/8/57\",\"text\":\"Solution 57 of 92, N = 8\"}"],
    );
    with(below("/robots.txt"), &["\nDisallow: /a/b/*/count\n", "\nDisallow: /a/b/go\n"]);
    let icon = answer(below("/favicon.ico"));
    assert!(icon.header("location").unwrap().starts_with("/a/b/assets/"));
    assert_eq!(answer(Request { path: "/a/b".to_owned(), ..below("") }).status, 200);
    for path in ["/8/57", "/a/bc/8/57", "/a/b8"] {
        let request = Request { path: path.to_owned(), ..below("") };
        assert_eq!(answer(request).status, 404, "{path}");
    }
}

#[test]
fn the_query_says_what_is_wrong_with_it() {
    for (path, message) in [
        (
            "/8/list.json?start=",
            "the parameters can't be read: start: expected a rank in digits, such as 1000, got",
        ),
        (
            "/8/list.json?start=1&start=2",
            "the parameters can't be read: duplicate parameter `start`",
        ),
        ("/go", "missing parameter <code>n</code>"),
    ] {
        assert_eq!(with(Request::new(path), &[message]).status, 400, "{path}");
    }
    assert_eq!(answer(Request::new("/8/list.csv?start=92")).status, 200);
}

#[test]
fn a_client_with_the_answer_gets_no_body() {
    let answer = answer(Request::new("/8/57"));
    let etag = answer.etag().unwrap();
    let strong = etag.strip_prefix("W/").unwrap();
    for known in ["*", etag, strong, &format!("\"other\", {etag}")] {
        let response = answer.not_modified(known).unwrap();
        assert_eq!((response.status, response.body.len()), (304, 0), "{known}");
        assert_eq!((response.etag(), response.header("content-type")), (Some(etag), None));
    }
    for other in ["", "\"other\"", "W/\"other\""] {
        assert!(answer.not_modified(other).is_none(), "{other}");
    }
}

/// A page whose count gets no thread or time is sent without the count; other failures are not changed.
#[test]
fn a_page_comes_without_its_count_in_haste() {
    let Step::Work(page) = ask(Request::new("/18/count/3=5")) else {
        panic!("a count needs a board")
    };
    let response = page.failed(&Failure::busy());
    assert_eq!((response.status, response.header("cache-control")), (200, Some("no-store")));
    assert!(text(&response).contains("The count takes too long for this page."));
    assert_eq!(page.failed(&Failure::internal()).status, 500);
    let Step::Work(json) = ask(Request::new("/18/count/3=5.json")) else {
        panic!("a count needs a board")
    };
    let response = json.failed(&Failure::busy());
    assert_eq!((response.status, response.header("retry-after")), (503, Some("2")));
}

/// Lines of progress come before the body of the response, which is the last line.
#[test]
fn a_stream_ends_with_its_answer() {
    let Step::Stream(head, task) = ask(Request::new("/40/count/1=3.ndjson")) else {
        panic!("NDJSON is a stream")
    };
    assert_eq!((head.header("x-accel-buffering"), head.body.len()), (Some("no"), 0));
    let mut lines = Vec::new();
    let stop_soon = nqdb::watch::TimeLimit(std::time::Duration::from_millis(500));
    let last = task.run(&Searched, Arc::new(stop_soon), &mut |line| lines.push(line));
    assert!(!lines.is_empty());
    for line in lines.iter().map(Vec::as_slice).chain([&last.body[..]]) {
        assert!(line.ends_with(b"}\n"), "{}", String::from_utf8_lossy(line));
    }
    assert!(text(&last).contains("\"done\":true"), "{}", text(&last));
}

#[test]
fn a_page_loads_its_scripts_as_one() {
    for entry in ["solutions.js", "place.js", "play.js", "daily.js", "other.js"] {
        let script = answer(Request::new(&format!("/assets/0/{entry}")));
        let mut names = HashSet::new();
        for line in text(&script).lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
            assert!(!line.contains("import("), "{line}");
            let mut words = line
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .filter(|word| *word != "async");
            if matches!(words.next(), Some("const" | "let" | "class" | "function")) {
                let name = words.find(|word| !word.is_empty()).unwrap();
                assert!(names.insert(name.to_owned()), "{entry}: {name}");
            }
        }
        assert!(names.contains("grouped"), "{entry}");
        assert_eq!(
            (names.contains("Strip"), names.contains("Lesson")),
            (entry == "solutions.js", entry == "place.js")
        );
    }
}
