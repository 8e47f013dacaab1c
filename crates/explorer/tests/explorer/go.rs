//! What texts in the search field mean.

use super::answer;
use nqdb_explorer::{Request, Response};
use proptest::prelude::*;
use serde_json::Value;

/// The response to a text in the search field of an explorer below `/a`.
fn searched(suffix: &str, n: usize, text: &str) -> Response {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let query = query.append_pair("n", &n.to_string()).append_pair("q", text).finish();
    let request = Request::new(&format!("/a/go{suffix}?{query}"));
    answer(Request { base: "/a".to_owned(), ..request })
}

/// The meanings of a text, with their paths below the base, and the problem if it has none.
fn found(n: usize, text: &str) -> (Vec<Value>, Value) {
    let mut found: Value = serde_json::from_slice(&searched(".json", n, text).body).unwrap();
    let meanings = found["meanings"].as_array_mut().unwrap();
    for meaning in &mut *meanings {
        meaning["path"] = meaning["path"].as_str().unwrap().strip_prefix("/a").unwrap().into();
    }
    (meanings.clone(), found["problem"].take())
}

proptest! {
    /// Any text leads to a path of this host, or nowhere.
    #[test]
    fn every_text_stays_on_this_host(
        n in 1usize..=64,
        text in "(http://x|/a|//|8/|#|orbit )?([a-zA-Z]{0,40}[0-9]{0,30}|[0-9=!≠, cr+-]{0,40}|\\PC{0,40})",
    ) {
        for meaning in found(n, &text).0 {
            let path = meaning["path"].as_str().unwrap();
            let rest = path.strip_prefix('/').unwrap();
            prop_assert!(rest.is_empty() || rest.as_bytes()[0].is_ascii_alphanumeric());
            prop_assert!(path.bytes().all(|byte| byte.is_ascii_graphic()), "{path:?}");
        }
    }
}

#[test]
fn texts_mean_what_people_mean() {
    for (n, text, expected) in [
        (8, "57", &["/8/57", "/57"][..]),
        (8, "12", &["/8/12", "/8/orbit/12", "/12"]),
        (8, "15863724", &["/8/of/1,5,8,6,3,7,2,4"]),
        (20, "15863724", &["/20/15863724", "/8/of/1,5,8,6,3,7,2,4", "/20/orbit/15863724"]),
        (8, "15863721", &["/8/of/1,5,8,6,3,7,2,1"]),
        (20, "15863721", &["/20/15863721", "/20/orbit/15863721"]),
        (8, "2413", &["/4/of/2,4,1,3"]),
        (8, "#12", &["/8/12"]),
        (8, "rank 57", &["/8/57"]),
        (8, "Rank 57", &["/8/57"]),
        (8, "orbit 5", &["/8/orbit/5"]),
        (20, "17,000,000,000", &["/20/17000000000"]),
        (20, "17.000.000.000", &["/20/17000000000"]),
        (20, "17'000'000'000", &["/20/17000000000"]),
        (20, "17_000_000_000", &["/20/17000000000"]),
        (20, "17 000 000 000", &["/20/17000000000"]),
        (20, "17\u{202f}000\u{202f}000", &["/20/17000000"]),
        (20, "rank 17 000 000", &["/20/17000000"]),
        (20, "orbit 17_000_000", &["/20/orbit/17000000"]),
        (20, "#1,234", &["/20/1234"]),
        (8, "５７", &["/8/57", "/57"]),
        (12, "57 of 92", &["/8/57"]),
        (8, "57 of 352", &["/9/57"]),
        (8, "orbit 3 of 12", &["/8/orbit/3"]),
        (8, "solution 7 of 39,029,188,884", &["/20/7"]),
        (8, "8 queens", &["/8/about"]),
        (8, "12 queens", &["/12/about"]),
        (8, "12-queens problem", &["/12/about"]),
        (8, "N = 12", &["/12/about"]),
        (8, "n=12", &["/12/about"]),
        (8, "n 12", &["/12/about"]),
        (8, "8x8", &["/8/about"]),
        (8, "10 × 10", &["/10/about"]),
        (8, "random", &["/8/random"]),
        (8, "today", &["/daily"]),
        (8, "Daily puzzle", &["/daily"]),
        (64, "puzzle", &["/8/puzzles"]),
        (10, "puzzles", &["/10/puzzles"]),
        (8, "help", &["/about"]),
        (8, "first", &["/8/1"]),
        (8, "last solution", &["/8/92"]),
        (8, "2026-01-05", &["/daily/2026-01-05"]),
        (8, "2026-01", &["/daily/2026-01"]),
        (8, "10/724", &["/10/724"]),
        (8, "8/count/3=5", &["/8/count/3=5"]),
        (8, "http://localhost:8321/8/57.json", &["/8/57"]),
        (8, "![Solution 57](https://example.org/a/8/57.png)", &["/8/57"]),
        (8, "8 queens, solution 57 – nqdb", &["/8/57"]),
        (8, "12 queens, orbit 5 – nqdb", &["/12/orbit/5"]),
        (12, "nqdb unrank 8 57", &["/8/57"]),
        (8, "n=20 17000000000", &["/20/17000000000"]),
        (8, "N = 20, rank 17,000,000,000", &["/20/17000000000"]),
        (8, "28/1", &["/28/1"]),
        (8, "https://example.org/a/8/57", &["/8/57"]),
        (8, "/daily", &["/daily"]),
        (8, "c5", &["/8/count/3=5"]),
        (11, "Toroidal", &["/11/list/toroidal"]),
        (8, "fixed-by=po7 3=5", &["/8/list/3=5,fixed-by=rotate-180"]),
        (8, "!c5 3!=6, c+r!=8", &["/8/count/3!=5,3!=6,c+r!=8"]),
        (8, "a1 b5 c8", &["/8/count/1=1,2=5,3=8"]),
        (8, "B4 A2 C1 D3", &["/4/of/2,4,1,3"]),
        (8, "3 = 5, 7 != 4", &["/8/count/3=5,7!=4"]),
        (8, "3=5 7≠4", &["/8/count/3=5,7!=4"]),
        (8, "1 5 8 6 3 7 2 4", &["/8/of/1,5,8,6,3,7,2,4"]),
        (12, "5-7-1-3-8-6-4-2", &["/8/of/5,7,1,3,8,6,4,2"]),
        (8, "1Q2/3Q/Q3/2Q1", &["/4/of/2,4,1,3"]),
        (8, "8/8/8/2Q5/8/8/8/8", &["/8/count/3=5"]),
        (8, "0 0 5 0 0 0 0 0", &["/8/count/3=5"]),
        (8, "[2, 4, 1, 3]", &["/4/of/2,4,1,3"]),
        (8, "1.5.8.6.3.7.2.4", &["/8/of/1,5,8,6,3,7,2,4"]),
        (8, "(1,2),(2,4),(3,1),(4,3)", &["/4/of/2,4,1,3", "/4/of/3,1,4,2"]),
        (8, "[(0,1), (1,3), (2,0), (3,2)]", &["/4/of/2,4,1,3", "/4/of/3,1,4,2"]),
        (8, "(1,1),(2,3),(3,2),(4,4)", &["/4/of/1,3,2,4"]),
        (8, "(0,0),(1,2),(2,1),(3,3)", &["/4/of/1,3,2,4"]),
        (8, "[1,3,0,2]", &["/4/of/2,4,1,3", "/4/count/1=1,2=3,4=2"]),
        (8, "1-3-0-2", &["/4/of/2,4,1,3", "/4/count/1=1,2=3,4=2"]),
        (8, "04752613", &["/8/of/1,5,8,6,3,7,2,4"]),
        (8, "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n", &["/4/of/2,4,1,3"]),
        (8, ". . Q . Q . . . . . . Q . Q . .", &["/4/of/2,4,1,3"]),
        (8, ". . Q . . . . . . . . . . . . .", &["/4/count/3=1"]),
        (8, "0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0", &["/4/count/3=1"]),
        (8, "0 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0", &["/16/count/3=5"]),
        (8, "1 1 1 1", &["/4/of/1,1,1,1"]),
        (8, "", &["/8"]),
    ] {
        let (meanings, problem) = found(n, text);
        let paths: Vec<&str> = meanings.iter().map(|one| one["path"].as_str().unwrap()).collect();
        assert_eq!((&paths[..], problem), (expected, Value::Null), "{text}");
    }
    let twice = &found(8, "15863721").0[0]["text"];
    assert_eq!(twice, "The queens 1 5 8 6 3 7 2 1, with row 1 twice");
    let pairs = found(8, "(0,1),(1,3),(2,0),(3,2)").0;
    let texts = [0, 1].map(|one| pairs[one]["text"].as_str().unwrap());
    let expected = [
        "The queens 2 4 1 3, column first, counted from 0",
        "The queens 3 1 4 2, row first, counted from 0",
    ];
    assert_eq!(texts, expected);
}

/// A text without a meaning is refused with what it was taken for.
#[test]
fn texts_without_a_meaning_are_refused_with_the_reason() {
    for (n, text, status, message) in [
        (8, "0", 404, "taken for a rank: N = 8 has 92 solutions, so ranks go from 1 to 92; got"),
        (8, "rank abc", 400, "taken for a rank: expected a rank in digits, such as 1000, got"),
        (8, "12345678901234567890123456", 404, "taken for a rank: N = 8 has 92 solutions"),
        (8, "a9", 400, "taken for conditions: "),
        (8, "3=99", 400, "taken for conditions: "),
        (8, "57 of 93", 404, "taken for one of all: no board has 93 solutions"),
        (8, "8x9", 404, "taken for a board size: boards are square, got 8 × 9"),
        (8, "65 queens", 404, "taken for a board size: "),
        (8, "2025-12-31", 404, "taken for a date: daily puzzles go from 1 January 2026 to"),
        (8, "2026-02-30", 404, "taken for a date: "),
        (8, "20 17000000000 queens", 400, "expected a rank such as 57"),
        (20, "17,00", 400, "expected groups of three digits"),
        (20, "17.000", 400, "expected a rank in digits"),
        (8, "1 2 3 9", 400, "taken for queens: not a permutation of 1 … 4: column 4 has row 9"),
        (8, "(1,2),(2,4),(3,1),(4,4)", 400, "taken for queens: "),
        (20, "-5", 404, "taken for a rank: "),
        (8, "hello", 400, "expected a rank such as 57"),
        (8, "//example.org/", 400, "expected a rank such as 57"),
        (8, "x://y//example.org", 400, "expected a rank such as 57"),
        (8, "http://x/8/57\r\nSet-Cookie: a=b", 400, ""),
        (8, "\"><img src=x>", 400, ""),
        (8, "http://x/a", 400, ""),
        (8, "http://x/aé", 400, ""),
        (8, "abcdefghijklmnopqrstuvwxyz1", 400, ""),
    ] {
        let (meanings, problem) = found(n, text);
        let problem = problem.as_str().unwrap();
        assert_eq!(
            (meanings.len(), searched("", n, text).status),
            (0, status),
            "{text}: {problem}"
        );
        assert!(problem.starts_with(message), "{text}: {problem}");
    }
}

/// A number beyond the last one is offered on the smallest board that has it.
#[test]
fn a_rank_of_a_larger_board_leads_to_it() {
    let ranks = "taken for a rank: N = 8 has 92 solutions, so ranks go from 1 to 92; got";
    for (text, path, message) in [
        ("93", "/9/93", ranks),
        ("17 000 000 000", "/20/17000000000", ranks),
        ("Orbit 13", "/9/orbit/13", "taken for an orbit id: N = 8 has 12 orbits"),
    ] {
        let (meanings, problem) = found(8, text);
        assert_eq!((meanings.len(), &meanings[0]["path"]), (1, &Value::from(path)), "{text}");
        assert!(problem.as_str().unwrap().starts_with(message), "{text}: {problem}");
        let page = searched("", 8, text);
        let body = String::from_utf8(page.body.to_vec()).unwrap();
        assert!(page.status == 404 && body.contains(&format!("href=\"/a{path}\"")), "{text}");
    }
}
