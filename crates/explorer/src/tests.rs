//! Requests and responses without a server. `crates/cli/tests/suite/serve` tests the server and all URLs.

use super::*;
use nqdb::{BoardSize, Database, NoWatch};
use nqdb_test_support::watch::Ticks;
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

const PAGES: [&str; 16] = [
    "/",
    "/8/57",
    "/8/orbit/5",
    "/8",
    "/8/find/3=5,7!=4",
    "/40/find/1=3,2=5",
    "/8/list?from=50&limit=10",
    "/8/puzzles?seed=7&count=2",
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
    let page = answer(below("/27"));
    let page = text(&page);
    let words =
        "published: OEIS A000170; first by Thomas B. Preußer and Matthias R. Engelhardt, 2016";
    assert!(
        page.contains(&format!("{words}, on FPGAs in about a year; confirmed by Guangchao Yao")),
        "{page}"
    );
    let one_queen = answer(below("/8/find/1=1"));
    assert!(!text(&one_queen).contains("<p class=\"hint\">published: "));
    let json: serde_json::Value = serde_json::from_slice(&answer(below("/27.json")).body).unwrap();
    assert_eq!(json["provenance"]["orbits"]["oeis"], "A002562");
    let json: serde_json::Value = serde_json::from_slice(&answer(below("/28.json")).body).unwrap();
    assert_eq!(json["provenance"], serde_json::json!({"solutions": null, "orbits": null}));
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
        for link in page.header("link").into_iter().flat_map(|links| links.split(", ")) {
            assert!(link.starts_with("</a/b/"), "{path}: {link}");
        }
    }
}

#[test]
fn redirections_stay_below_the_base() {
    for (path, to) in [
        ("/8/057.json?only=queens", "/a/b/8/57.json?only=queens"),
        ("/008/57", "/a/b/8/57"),
        ("/8/of/1,5,8,6,3,7,2,4", "/a/b/8/1"),
        ("/go?n=8&q=57", "/a/b/8/57"),
        ("/favicon.ico", &format!("/a/b/assets/{}/favicon.svg", assets::hash())),
    ] {
        assert_eq!(answer(below(path)).header("location"), Some(to), "{path}");
    }
    for path in ["/8/57", "/a/bc/8/57", "/a/b", "/a/b8"] {
        let request = Request { path: path.to_owned(), ..below("") };
        assert_eq!(answer(request).status, 404, "{path}");
    }
}

/// Every asset that a page or a script names exists.
#[test]
fn scripts_find_each_other() {
    let asset = |name: &str| answer(Request::new(&format!("/assets/{}/{name}", assets::hash())));
    let mut names = vec!["app.js".to_owned(), "style.css".to_owned(), "favicon.svg".to_owned()];
    let mut seen = 0;
    while let Some(name) = names.get(seen).cloned() {
        seen += 1;
        let script = asset(&name);
        assert_eq!(script.status, 200, "{name}");
        let imports =
            text(&script).split("'./").skip(1).map(|rest| rest.split('\'').next().unwrap());
        for import in imports {
            if !names.iter().any(|name| name == import) {
                names.push(import.to_owned());
            }
        }
    }
    assert_eq!(names.len(), assets::ASSETS.len());
}

#[test]
fn the_query_says_what_is_wrong_with_it() {
    for (path, message) in [
        (
            "/8/list.json?from=",
            "the parameters can't be read: from: expected a rank in digits, such as 1000, got",
        ),
        ("/8/list.json?from=1&from=2", "the parameters can't be read: duplicate field `from`"),
        ("/go", "missing field <code>n</code>"),
    ] {
        let response = answer(Request::new(path));
        assert_eq!(response.status, 400, "{path}");
        assert!(text(&response).contains(message), "{path}: {}", text(&response));
    }
    assert_eq!(answer(Request::new("/8/list.csv?from=92")).status, 200);
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
    let Step::Work(page) = ask(Request::new("/18/find/3=5")) else {
        panic!("a count needs a board")
    };
    let response = page.failed(&Failure::busy());
    assert_eq!((response.status, response.header("cache-control")), (200, Some("no-store")));
    assert!(text(&response).contains("The count takes too long for this page."));
    assert_eq!(page.failed(&Failure::internal()).status, 500);
    let Step::Work(json) = ask(Request::new("/18/find/3=5.json")) else {
        panic!("a count needs a board")
    };
    let response = json.failed(&Failure::busy());
    assert_eq!((response.status, response.header("retry-after")), (503, Some("2")));
}

/// Lines of progress come before the body of the response, which is the last line.
#[test]
fn a_stream_ends_with_its_answer() {
    let Step::Stream(head, task) = ask(Request::new("/40/find/1=3.ndjson")) else {
        panic!("NDJSON is a stream")
    };
    assert_eq!((head.header("x-accel-buffering"), head.body.len()), (Some("no"), 0));
    let mut lines = Vec::new();
    let stop_soon = nqdb::TimeLimit(std::time::Duration::from_millis(500));
    let last = task.run(&Searched, Arc::new(stop_soon), &mut |line| lines.push(line));
    assert!(!lines.is_empty());
    for line in lines.iter().map(Vec::as_slice).chain([&last.body[..]]) {
        assert!(line.ends_with(b"}\n"), "{}", String::from_utf8_lossy(line));
    }
    assert!(text(&last).contains("\"done\":true"), "{}", text(&last));
}
