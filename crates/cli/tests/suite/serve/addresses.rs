//! The responses of URLs: the same facts as the command line, in each format.

use super::{home, server};
use crate::support::program::Home;
use crate::support::server::Server;
use nqdb_test_support::numbers::{OUTSIDE, WRITTEN, Written};
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// The JSON of a URL is that of a command, or has it in a field.
#[test]
fn facts_are_those_of_the_command_line() {
    let cases = [
        ("/8/57.json?only=queens", "", "unrank 8 57 --json"),
        ("/19/2000000000.json?only=queens", "", "unrank 19 2000000000 --json"),
        ("/6/3.json?only=queens", "", "unrank 6 3 --json"),
        ("/8/57.json", "/orbit", "orbit '5 7 1 3 8 6 4 2' --json"),
        (
            "/8/puzzles.json?seed=7&limit=1",
            "/puzzles/0",
            "puzzle 8 --level medium --seed 7 --solution --json",
        ),
    ];
    for (path, pointer, command) in cases {
        let got = server().json(path);
        let got = got.pointer(pointer).unwrap();
        assert_eq!(*got, home().run(command).json().remove(0), "{path}");
    }
    let facts = server().json("/10/500.json");
    let expected = home().run(&format!("orbit '{}' --json", facts["queens"])).json().remove(0);
    assert_eq!(facts["orbit"], expected);
}

#[test]
fn a_solution_has_its_neighbours_and_images() {
    let facts = server().json("/8/57.json");
    assert_eq!(facts["solutions"], 92);
    assert_eq!(facts["orbits"], 12);
    assert_eq!(facts["previous"], json!({"rank": 56, "queens": [5, 3, 8, 4, 7, 1, 6, 2]}));
    assert_eq!(facts["next"], json!({"rank": 58, "queens": [5, 7, 1, 4, 2, 8, 6, 3]}));
    let images = facts["images"].as_array().unwrap();
    let ranks: Vec<u64> = images.iter().map(|image| image["rank"].as_u64().unwrap()).collect();
    assert_eq!(ranks, [57, 28, 41, 36, 5, 65, 88, 52]);
    assert_eq!(server().json("/8/1.json")["previous"], Json::Null);
    assert_eq!(server().json("/8/92.json")["next"], Json::Null);
    // A symmetric solution is its own image.
    let facts = server().json("/4/1.json");
    assert_eq!(facts["images"].as_array().unwrap().len(), 8);
    assert_eq!(facts["orbit"]["members"].as_array().unwrap().len(), 2);
}

#[test]
fn an_orbit_has_its_members() {
    let facts = server().json("/8/orbit/5.json");
    let representative = home().run("unrank 8 5 --orbits --json").json().remove(0);
    assert_eq!(facts["queens"], representative["queens"]);
    assert_eq!(facts["orbits"], 12);
    assert_eq!(server().get("/8/orbit/5.txt").text().lines().count(), 8);
    assert_eq!(server().get("/8/orbit/5.csv").text().lines().count(), 9);
    assert!(server().get("/8/orbit/5.svg").text().contains("rotate 90° clockwise, rank 73"));
}

#[test]
fn lists_are_those_of_the_command_line() {
    let expected = home().run("list 8 --start 50 --limit 10 --format csv");
    assert_eq!(server().get("/8/list.csv?start=50&limit=10").text(), expected.text());
    let list = server().json("/8/list.json?start=91&limit=10");
    assert_eq!(list["list"].as_array().unwrap().len(), 2);
    assert_eq!(list["next"], Json::Null);
    assert_eq!(server().json("/8/list.json?limit=2")["next"], 3);
    for (selection, options) in [
        ("3=5", "3=5"),
        ("3=5,7!=4", "3=5 7!=4"),
        ("c+r!=9", "c+r!=9"),
        ("stabilizer=identity", "--stabilizer identity"),
        ("3!=5,no-three-in-line", "3!=5 --no-three-in-line"),
    ] {
        let expected = home().run(&format!("list 8 {options} --start 5 --limit 7 --format csv"));
        let list = server().get(&format!("/8/list/{selection}.csv?start=5&limit=7"));
        assert_eq!(list.text(), expected.text(), "{selection}");
    }
    let list = server().json("/8/list/3=5,7!=4.json?start=5&limit=2");
    assert_eq!(list["conditions"], json!(["3=5", "7!=4"]));
    assert_eq!((&list["list"][0]["rank"], &list["next"]), (&json!(11), &json!(30)));
    for empty in ["/8/list/3=5.json?start=92", "/8/list/1=1,2=1.json"] {
        let list = server().json(empty);
        assert_eq!((&list["list"], &list["more"]), (&json!([]), &json!(false)), "{empty}");
    }
    // Beyond the ranks within reach.
    let list = server().json("/30/list/1=1.json?limit=2");
    assert_eq!((&list["list"][1]["rank"], &list["next"]), (&Json::Null, &Json::Null));
    assert_eq!((&list["list"][1]["queens"][0], &list["more"]), (&json!(1), &json!(true)));
    // The longest list, from any rank.
    let list = server().json("/19/list.json?start=4968056849&limit=1000");
    assert_eq!(list["list"][999]["rank"], 4_968_057_848u64);
}

#[test]
fn selections_are_counted_as_on_the_command_line() {
    for (path, command) in [
        ("/8/count/3=5,7!=4.json", "count 8 3=5 7!=4"),
        ("/8/count/c+r!=9,c-r!=0.json", "count 8 c+r!=9 c-r!=0"),
        ("/10/count.json", "count 10"),
        ("/8/count/1=1,2=1.json", "count 8 1=1 2=1"),
        ("/11/count/toroidal.json", "count 11 --toroidal"),
        ("/12/count/1=4,superqueen.json", "count 12 1=4 --superqueen"),
        ("/32/count/fixed-by=rotate-180.json", "count 32 --fixed-by rotate-180"),
        ("/19/count/1=10,2=3,3=5,4=8.json", "count 19 1=10 2=3 3=5 4=8"),
    ] {
        let found = server().json(path);
        assert_eq!(found["exact"], true, "{path}");
        assert_eq!(found["solutions"].to_string(), home().run(command).text().trim(), "{path}");
    }
    let found = server().json("/8/count/3=5,7!=4.json");
    assert_eq!(found["conditions"], json!(["3=5", "7!=4"]));
    let ranks = found["first"].as_array().unwrap().iter().map(|item| item["rank"].clone());
    assert_eq!(Json::from_iter(ranks), json!([4, 11, 29, 30, 31, 42, 43, 46]));
}

/// A line of progress has a lower bound and an estimate; the last line has the result.
#[test]
fn progress_ends_with_the_result() {
    let response = server().get("/18/count/2!=1,9=9.ndjson");
    let lines: Vec<Json> =
        response.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, progress) = lines.split_last().unwrap();
    assert_eq!((&last["done"], &last["exact"]), (&json!(true), &json!(true)));
    let solutions = last["solutions"].as_u64().unwrap();
    assert_eq!(solutions.to_string(), home().run("count 18 9=9 2!=1").text().trim());
    assert!(!progress.is_empty(), "N = 18 takes longer than a line");
    let mut passed = 0;
    for line in progress {
        assert_eq!((&line["done"], &line["exact"]), (&json!(false), &json!(false)), "{line}");
        assert!(line.get("solutions").is_none() && line.get("counts").is_none(), "{line}");
        let at_least = line["at_least"].as_u64().unwrap();
        assert!((passed..=solutions).contains(&at_least), "{line}");
        passed = at_least;
    }
}

/// At the time limit a count returns its estimate. A second is too short for that on a busy machine.
#[test]
fn a_stopped_count_returns_an_estimate() {
    let mut paths = vec!["/20/count/1!=3,10!=10.json", "/40/count.json"];
    for limit in [1, 10, 60] {
        let server = Server::start(home(), &format!("--time-limit {limit}"));
        paths.retain(|path| !leaves_an_estimate(&server, path));
        if paths.is_empty() {
            return;
        }
    }
    panic!("{paths:?}: no estimate");
}

/// Whether a count has an estimate when its time ends.
fn leaves_an_estimate(server: &Server, path: &str) -> bool {
    let response = server.get(path);
    assert!(matches!(response.status, 200 | 503), "{path}: {response:?}");
    if response.status == 503 {
        return false;
    }
    assert_eq!(response.header("cache-control"), Some("no-store"), "{path}");
    let found: Json = serde_json::from_slice(&response.body).unwrap();
    assert_eq!((&found["done"], &found["exact"]), (&json!(true), &json!(false)), "{path}");
    assert!(found["low"].as_f64() <= found["estimate"].as_f64(), "{path}: {found}");
    found["low"].as_f64() < found["estimate"].as_f64()
}

/// Other URLs of the same resource redirect to the canonical one.
#[test]
fn redirects_lead_to_the_canonical_url() {
    for (path, status, to) in [
        ("/8/057", 308, "/8/57"),
        ("/8/057.json?only=queens", 308, "/8/57.json?only=queens"),
        ("/8/orbit/005", 308, "/8/orbit/5"),
        ("/08", 308, "/8"),
        ("/008/list.csv?start=91", 308, "/8/list.csv?start=91"),
        ("/8/of/1,5,8,6,3,7,2,4", 302, "/8/1"),
        ("/8/of/1,5,8,6,3,7,2,4.json", 302, "/8/1.json"),
        ("/8/of/12345678", 308, "/8/of/1,2,3,4,5,6,7,8"),
        ("/8/of/1%205%208%206%203%207%202%204", 308, "/8/of/1,5,8,6,3,7,2,4"),
        // One spelling of squares and parameters.
        ("/8/count/3=05", 308, "/8/count/3=5"),
        ("/8/count/7!=4,3=5.json", 308, "/8/count/3=5,7!=4.json"),
        ("/8/count/c-r!=2,3=5,c+r!=8,3!=5,3=5", 308, "/8/count/3=5,3!=5,c+r!=8,c-r!=2"),
        ("/8/count/3=5,", 308, "/8/count/3=5"),
        ("/8/list/toroidal,3=05.json", 308, "/8/list/3=5,toroidal.json"),
        ("/8/list/stabilizer=po7,superqueen", 308, "/8/list/superqueen,stabilizer=rotate-180"),
        ("/8/heatmap/3=5.svg", 308, "/8/count/3=5.svg"),
        ("/8/heatmap", 308, "/8"),
        ("/8/count/3%3D5", 308, "/8/count/3=5"),
        ("/8/count/3=5%207!=4", 308, "/8/count/3=5,7!=4"),
        ("/8/count", 308, "/8"),
        ("/8/count/,", 308, "/8/count"),
        ("/8/list?start=057", 308, "/8/list?start=57"),
        ("/8/list?limit=10&start=1", 308, "/8/list?limit=10"),
        ("/8/list?x=1&x=2&%73tart=92", 308, "/8/list?start=92"),
        ("/8/puzzles?level=medium&seed=7&limit=6", 308, "/8/puzzles?seed=7"),
        ("/8/puzzle/07-3", 308, "/8/puzzle/7-3"),
        // The format survives.
        ("/8/57%2ejson", 308, "/8/57.json"),
        ("/8/orbit/5%2Ecsv", 308, "/8/orbit/5.csv"),
        // Punctuation after a link.
        ("/8/57/", 308, "/8/57"),
        ("/8/57.", 308, "/8/57"),
        ("/8/57)", 308, "/8/57"),
        ("/about/", 308, "/about"),
        ("/8/count/3=5/", 308, "/8/count/3=5"),
        ("/go?n=8&q=57", 302, "/8/57"),
        ("/go?n=10&q=1+5+8+6+3+7+2+4", 302, "/8/of/1,5,8,6,3,7,2,4"),
        ("/go?n=8&q=3%3D5+7!%3D4", 302, "/8/count/3=5,7!=4"),
        ("/go?n=8&q=", 302, "/8"),
    ] {
        let response = server().get(path);
        assert_eq!((response.status, response.header("location")), (status, Some(to)), "{path}");
    }
    let random = server().get("/8/random");
    let rank = random.header("location").unwrap().strip_prefix("/8/").unwrap();
    assert!((1..=92).contains(&rank.parse::<u32>().unwrap()));
    assert_eq!(random.header("cache-control"), Some("no-store"));
    let random = server().get("/8/random.json");
    assert!(random.header("location").unwrap().ends_with(".json"));
    // No redirect leads to another host.
    let go = "/go?n=8&q=http%3A%2F%2Fx%2F8%2F57%0D%0ASet-Cookie%3A%20a%3Db";
    assert_eq!((server().get(go).status, server().get(go).header("location")), (400, None));
    for path in ["//example.org/", "/%5Cexample.org/", "//8/57/", "/\\example.org/."] {
        assert_eq!(server().get(path).header("location"), None, "{path}");
    }
}

/// Each board has a first page and random solutions, on a server without tables; what is out of reach is refused at
/// once, with what works instead.
#[test]
fn boards_without_tables_have_no_dead_ends() {
    let began = Instant::now();
    let server = Server::start(&Home::new(), "--time-limit 120");
    for n in (4..=64).step_by(3).chain([20, 21, 27, 36, 42]) {
        let random = server.get(&format!("/{n}/random"));
        let to = random.header("location").unwrap_or_else(|| panic!("{n}: {random:?}"));
        let page = server.get(to);
        assert_eq!(page.status, 200, "{to}");
        assert!(page.text().contains(&format!("href=\"/{n}/random\"")), "{to}");
        let first = server.get(&format!("/{n}/1"));
        let is_known = !matches!(n, 46 | 48 | 50 | 52 | 54 | 56 | 58..);
        assert_eq!(first.status, if is_known { 200 } else { 503 }, "N = {n}");
        // The tab of solutions works too.
        let start = page.text().find("aria-label=\"Views\"").unwrap();
        let tab = page.text()[start..].split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(matches!(server.get(tab).status, 200 | 302), "{tab}");
    }
    for path in [
        "/22/4502590474.json",
        "/24/list.json?start=1000000000",
        "/22/tree.json",
        "/27/orbit/1000000000.json",
        "/64/1.json",
        "/64/list.json",
        "/40/2.json",
    ] {
        let response = server.get(path);
        assert_eq!((response.status, response.header("retry-after")), (503, None), "{path}");
        let failure: Json = serde_json::from_slice(&response.body).unwrap();
        assert_eq!(failure["code"], "too_long", "{path}");
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains("random solutions"), "{path}: {message}");
    }
    // Far less than the searches would take.
    assert!(began.elapsed() < Duration::from_secs(300), "{:?}", began.elapsed());
}

/// A list on a board that does not reach all ends where pages end, and so do the links of an orbit.
#[test]
fn the_links_of_lists_lead_somewhere() {
    let server = Server::start(&Home::new(), "");
    let mut links = HashSet::new();
    for (path, items) in [
        ("/24/list?start=996&limit=10", 5),
        ("/24/list?start=227514171972737&limit=3", 3),
        ("/24/orbits?start=999&limit=10", 2),
        ("/28/list", 1),
        ("/44/list", 1),
        ("/44/orbits", 1),
        ("/24/orbit/1000", 0),
        ("/28/orbit/1", 0),
    ] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}");
        let found =
            page.text().split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        links.extend(found.map(|link| link.replace("&amp;", "&")));
        if items > 0 {
            let list =
                server.json(&path.replace("list", "list.json").replace("orbits", "orbits.json"));
            assert_eq!(list["list"].as_array().unwrap().len(), items, "{path}");
            assert_eq!(list["more"], true, "{path}");
            // Who follows `next` reaches further items.
            if let Some(next) = list["next"].as_u64() {
                let noun = if path.contains("orbits") { "orbits" } else { "list" };
                let n = path.split('/').nth(1).unwrap();
                let after = format!("/{n}/{noun}.json?start={next}&limit=1");
                assert_eq!(server.get(&after).status, 200, "{after}");
            }
        }
    }
    for link in links.iter().filter(|link| link.starts_with('/')) {
        assert!(matches!(server.get(link).status, 200 | 302), "{link}");
    }
}

/// A solution whose rank is out of reach has a page and all formats by its queens.
#[test]
fn solutions_without_a_rank_have_urls() {
    let home = Home::new();
    let server = Server::start(&home, "");
    let to = server.get("/64/random.json").header("location").unwrap().to_owned();
    let facts = server.json(&to);
    assert_eq!((&facts["rank"], &facts["n"]), (&Json::Null, &json!(64)));
    let queens: Vec<String> =
        facts["queens"].as_array().unwrap().iter().map(Json::to_string).collect();
    let path = format!("/64/of/{}", queens.join(","));
    assert_eq!(to, format!("{path}.json"));
    home.run(&format!("check '{}'", queens.join(" "))).succeeded();
    assert_eq!(server.get(&format!("{path}.txt")).text(), queens.join(" ") + "\n");
    assert_eq!(
        server.get(&format!("{path}.csv")).text(),
        format!("rank,queens\n,{}\n", queens.join(" "))
    );
    for form in ["svg", "png", "png?preview"] {
        assert_eq!(server.get(&format!("{path}.{form}")).status, 200, "{form}");
    }
    let page = server.get(&path);
    assert!(page.text().contains("<h1>A solution for N = 64</h1>"));
    assert!(!page.text().contains("Orbit </"));
}

/// The daily puzzles are those of the command line, and never change; they show no solution.
#[test]
fn daily_puzzles_never_change() {
    for (date, n, level, days, squares) in DAYS {
        let puzzle = server().json(&format!("/daily/{date}.json"));
        assert_eq!((&puzzle["n"], &puzzle["seed"]), (&json!(n), &json!(days)), "{date}");
        assert_eq!(puzzle["level"], level, "{date}");
        assert_eq!(puzzle["conditions"], json!(squares.split(' ').collect::<Vec<_>>()), "{date}");
        assert_eq!(puzzle.get("queens"), None);
        let printed = home()
            .run(&format!("puzzle {n} --level {level} --seed {days} --json"))
            .json()
            .remove(0);
        assert_eq!(puzzle["conditions"], printed["conditions"], "{date}");
        let solution = server().json(&format!("/daily/{date}/solution.json"));
        let page = server().get(&format!("/daily/{date}"));
        assert!(page.text().contains("Exactly one solution."));
        let queens = solution["queens"].to_string();
        assert!(!page.text().contains(queens.trim_matches(['[', ']'])));
    }
    let today = server().get("/daily");
    let date = today.header("location").unwrap().strip_prefix("/daily/").unwrap();
    assert_eq!((today.status, today.header("cache-control")), (302, Some("no-store")));
    assert_eq!(server().json(&format!("/daily/{date}.json"))["date"], date);
    assert!(server().get("/daily/2026-01").text().contains("/daily/2026-01-31"));
    for path in [
        "/daily/2025-12-31",
        "/daily/2999-01-01",
        "/daily/2026-02-29",
        "/daily/2026-13",
        "/daily/2999-01",
        "/daily/2025-12",
        "/daily/2026-1-1",
        "/daily/2026-01-01/other",
        "/daily/2026-01.json",
        "/daily/tomorrow",
    ] {
        assert_eq!(server().get(path).status, 404, "{path}");
    }
}

/// A week of daily puzzles: the date, N, the level, the seed, the given queens.
const DAYS: [(&str, u64, &str, u64, &str); 7] = [
    ("2026-01-05", 8, "easy", 20458, "2=8 4=4 8=3"),
    ("2026-01-06", 8, "easy", 20459, "1=2 4=8 5=3"),
    ("2026-01-07", 9, "medium", 20460, "3=7 5=8 8=3"),
    ("2026-01-08", 9, "medium", 20461, "1=8 3=3 4=1 9=2"),
    ("2026-01-09", 10, "medium", 20462, "3=1 4=5 9=9 10=7"),
    ("2026-01-10", 11, "hard", 20463, "2=10 7=4 8=1 10=5"),
    ("2026-01-11", 12, "hard", 20464, "3=11 4=3 7=8 8=10"),
];

/// The list of orbits has them all, and can be limited to those of a size.
#[test]
fn orbits_are_listed() {
    let all = server().json("/8/orbits.json");
    let list = all["list"].as_array().unwrap();
    assert_eq!((list.len(), &all["next"], &all["orbits"]), (12, &Json::Null, &json!(12)));
    for orbit in list {
        let alone = server().json(&format!("/8/orbit/{}.json", orbit["orbit_id"]));
        for field in ["queens", "size", "stabilizer"] {
            assert_eq!(orbit[field], alone[field]);
        }
    }
    for (n, sizes) in [(8, [0, 1, 11]), (10, [0, 3, 89]), (12, [4, 18, 1765])] {
        for (size, expected) in [2, 4, 8].into_iter().zip(sizes) {
            let list = server().json(&format!("/{n}/orbits.json?limit=1000&size={size}"));
            let count = list["list"].as_array().unwrap().len();
            assert_eq!(count, expected.min(1000), "N = {n}, size {size}");
            assert_eq!(list["next"] == Json::Null, expected <= 1000);
        }
    }
    let csv = server().get("/8/orbits.csv?start=12");
    assert_eq!(csv.text().lines().count(), 2);
    assert!(csv.text().starts_with("orbit_id,queens,size,stabilizer\n12,"));
    for (path, status) in [
        ("/8/orbits?start=13", 404),
        ("/8/orbits?start=0", 404),
        ("/8/orbits?size=3", 400),
        ("/18/orbits?size=4", 400),
        ("/64/orbits", 503),
        ("/3/orbits", 404),
    ] {
        assert_eq!(server().get(path).status, status, "{path}");
    }
}

/// Queens that are not a solution are placed on the page that shows their attacks; in other formats they are an error.
#[test]
fn mistakes_are_drawn() {
    for (queens, conditions, wrong, attacks, reason) in [
        ("1,5,8,6,3,7,4,2", "1=1,2=5,3=8,4=6,5=3,6=7,7=4,8=2", 4, 2, "column 7 (row 4) attack"),
        ("1,1,1,1,1,1,1,1", "1=1,2=1,3=1,4=1,5=1,6=1,7=1,8=1", 8, 28, "not a permutation"),
        ("1,2,3,4,5,6,7,8", "1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8", 8, 28, "column 2 (row 2) attack"),
    ] {
        let path = format!("/8/of/{queens}");
        let to = format!("/8/count/{conditions}");
        let response = server().get(&path);
        let location = response.header("location");
        assert_eq!((response.status, location), (302, Some(&*to)), "{path}");
        let page = server().get(&to);
        assert_eq!(page.text().matches("queen wrong").count(), wrong, "{path}");
        let lines = page.text().split("class=\"clashes\"").nth(1).unwrap();
        let lines = lines.split("</g>").next().unwrap();
        assert_eq!(lines.matches("<path").count(), attacks, "{path}");
        let json = server().get(&format!("{path}.json"));
        assert_eq!(json.status, 404, "{path}");
        let failure: Json = serde_json::from_slice(&json.body).unwrap();
        assert_eq!(failure["code"], "not_a_solution", "{path}");
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(reason), "{path}: {message}");
    }
}

/// A puzzle of a sheet has a page of its own, without the solution.
#[test]
fn puzzles_are_those_of_their_sheet() {
    for (query, level) in [("", ""), ("&limit=3&level=hard", "hard-")] {
        let sheet = server().json(&format!("/8/puzzles.json?seed=7{query}"));
        for puzzle in sheet["puzzles"].as_array().unwrap() {
            let path = format!("/8/puzzle/{level}7-{}", puzzle["number"]);
            let alone = server().json(&format!("{path}.json"));
            assert_eq!((&alone["conditions"], alone.get("queens")), (&puzzle["conditions"], None));
            let solution = server().json(&format!("{path}/solution.json"));
            assert_eq!(solution["queens"], puzzle["queens"]);
            let rank = solution["rank"].as_u64().unwrap();
            assert_eq!(server().json(&format!("/8/{rank}.json"))["queens"], puzzle["queens"]);
        }
    }
    // The pictures.
    let queens = |path: &str| {
        let answer = server().get(path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("image/svg+xml")),
            "{path}"
        );
        let svg = answer.text();
        let used = |name: &str| svg.matches(&format!(r##"<use href="#{name}""##)).count();
        (used("queen"), used("outlined"))
    };
    let given = server().json("/8/puzzle/7-3.json")["conditions"].as_array().unwrap().len();
    assert_eq!(queens("/8/puzzle/7-3.svg"), (given, 0));
    assert_eq!(queens("/8/puzzle/7-3/solution.svg"), (given, 8 - given));
    for path in
        ["/8/puzzle/7", "/8/puzzle/7-0", "/8/puzzle/x-1", "/8/puzzle/7-3/hint", "/8/puzzle/7-3.csv"]
    {
        assert_eq!(server().get(path).status, 404, "{path}");
    }
    assert_eq!(server().get("/33/puzzle/1-1").status, 400);
}

#[test]
fn each_format_has_its_type() {
    for (path, mime) in [
        ("/", "text/html; charset=utf-8"),
        ("/8/57", "text/html; charset=utf-8"),
        ("/8/57.json", "application/json"),
        ("/8/57.csv", "text/csv; charset=utf-8"),
        ("/8/57.txt", "text/plain; charset=utf-8"),
        ("/8/57.svg", "image/svg+xml"),
        ("/8/57.png", "image/png"),
        ("/8/orbit/5", "text/html; charset=utf-8"),
        ("/8", "text/html; charset=utf-8"),
        ("/8.json", "application/json"),
        ("/8/count/3=5", "text/html; charset=utf-8"),
        ("/8/count/3=5.ndjson", "application/x-ndjson"),
        ("/8/count/3=5.svg", "image/svg+xml"),
        ("/8/count/3=5.png?preview", "image/png"),
        ("/8/list", "text/html; charset=utf-8"),
        ("/8/puzzles", "text/html; charset=utf-8"),
        ("/about", "text/html; charset=utf-8"),
        ("/about.json", "application/json"),
        ("/openapi.json", "application/json"),
        ("/healthz", "text/plain; charset=utf-8"),
    ] {
        let response = server().get(path);
        let found = (response.status, response.header("content-type"));
        assert_eq!(found, (200, Some(mime)), "{path}");
        // HEAD is GET without the body.
        let head = server().ask("HEAD", path, "Host: localhost\r\n");
        assert_eq!((head.status, head.header("content-type")), (200, Some(mime)), "{path}");
        assert!(head.body.is_empty(), "{path}");
    }
}

/// The first solutions of a board whose count is unknown have ranks; their images have none.
#[test]
fn solutions_beyond_counting_have_urls() {
    let facts = server().json("/40/1.json");
    assert_eq!((&facts["rank"], &facts["solutions"]), (&json!(1), &Json::Null));
    assert_eq!(facts["images"][0]["rank"], 1);
    assert_eq!(facts["images"][1]["rank"], Json::Null);
    assert_eq!(facts["orbit"]["orbit_id"], Json::Null);
    let facts = server().json("/27/1.json");
    // Numbers beyond 53 bits too.
    let all = json!(234_907_967_154_122_528_u64);
    assert_eq!((&facts["rank"], &facts["solutions"]), (&json!(1), &all));
    assert_eq!(facts["images"][3]["rank"], all);
    assert_eq!(server().get("/40/1").status, 200);
}

/// The bytes of a text, percent-encoded.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for Written { text, alone, .. } in WRITTEN {
        let [go, json] = ["go", "go.json"].map(|page| format!("/{page}?n=25&q={}", encoded(text)));
        let list = server().get(&format!("/25/list.json?limit=1&start={}", encoded(text)));
        match alone {
            Ok(digits) => {
                let path = format!("/25/{digits}");
                let response = server().get(&go);
                match response.header("location") {
                    Some(to) => assert_eq!(to, path, "{text:?}"),
                    None => assert!(response.text().contains(&format!("got {digits}"))),
                }
                let moved = server().get(&format!("/25/{}", encoded(text)));
                assert!(moved.header("location").is_none_or(|to| to == path), "{text:?}");
                assert!(list.status != 400, "{text:?}: {}", list.text());
            }
            Err(words) => {
                let message = &serde_json::from_slice::<Json>(&list.body).unwrap()["message"];
                assert!(message.as_str().unwrap().contains(words), "{text:?}: {message}");
                assert_eq!(list.status, 400, "{text:?}");
                let meanings = server().json(&json);
                let is_rank = |one: &Json| one["text"].as_str().unwrap().starts_with("Solution ");
                assert!(
                    !meanings["meanings"].as_array().unwrap().iter().any(is_rank),
                    "{text:?}: {meanings}"
                );
            }
        }
    }
}

#[test]
fn numbers_outside_a_board_name_its_last_one() {
    for (text, digits) in OUTSIDE {
        let ranks = format!("ranks go from 1 to 92; got {digits}");
        let ids = format!("orbit ids go from 1 to 12; got {digits}");
        for (path, message) in [
            (format!("/8/{}.json", encoded(text)), &ranks),
            (format!("/8/list.json?start={}", encoded(text)), &ranks),
            (format!("/8/orbit/{}.json", encoded(text)), &ids),
            (format!("/8/orbits.json?start={}", encoded(text)), &ids),
        ] {
            let response = server().get(&path);
            // The canonical URL of grouped digits is another one.
            let response = match response.header("location") {
                Some(location) => server().get(location),
                None => response,
            };
            assert_eq!(response.status, 404, "{path}");
            assert!(response.text().contains(message), "{path}: {}", response.text());
        }
        let go = server().get(&format!("/go?n=8&q={}", encoded(text)));
        let page = go.header("location").map(|path| server().get(path)).unwrap_or(go);
        assert!(page.text().contains(&ranks), "{text}: {}", page.text());
    }
}

/// Files refuse unknown parameters, and name those that they take; pages ignore them.
#[test]
fn unknown_parameters_of_files_are_refused() {
    let taken = "this URL takes `start`, `limit`";
    for (path, message) in [
        ("/8/list.json?from=50", format!("`from`: {taken}")),
        ("/8/list/3=5.csv?limit=2&count=3", format!("`count`: {taken}")),
        ("/8/list.json?offset=1", format!("`offset`: {taken}")),
        ("/8/list.json?page=2", format!("`page`: {taken}")),
        ("/8/list.json?n=2", format!("`n`: {taken}")),
        ("/8/list%2ejson?%66rom=1", format!("`from`: {taken}")),
        ("/8/orbits.json?sizes=4", "`sizes`: this URL takes `start`, `limit`, `size`".to_owned()),
        ("/8/57.json?only=rank", "expected only=queens, got only=rank".to_owned()),
        ("/8/random.json?only=toroidal", "expected only=queens, got only=toroidal".to_owned()),
        ("/8/57.svg?only=queens", "`only`: this URL takes `squares`".to_owned()),
        ("/8/57.png?x", "`x`: this URL takes `squares`, `preview`".to_owned()),
        ("/8/57.txt?v=1", "`v`: this URL takes no parameters".to_owned()),
        ("/8/count/3=5.ndjson?panel", "`panel`: this URL takes `panels`".to_owned()),
        ("/8/tree/1.json?from=1", "`from`: this URL takes no parameters".to_owned()),
        ("/go.json?n=8&text=57", "`text`: this URL takes `n`, `q`, `orbit`".to_owned()),
        ("/8/list.json?=", format!("``: {taken}")),
    ] {
        let response = server().get(path);
        let failure: Json = serde_json::from_slice(&response.body).unwrap();
        assert_eq!((response.status, &failure["code"]), (400, &json!("invalid")), "{path}");
        let got = failure["message"].as_str().unwrap();
        assert!(got.ends_with(&message), "{path}: {got}");
    }
    let page = server().get("/11/count/toroidal");
    assert_eq!(page.status, 400);
    for part in ["conditions only, got <code>toroidal</code>", "<code>/11/list/toroidal</code>"] {
        assert!(page.text().contains(part), "{}", page.text());
    }
    for path in ["/8/57?from=1", "/8?x=1&x=2", "/8/count/3=5?start=9", "/8/orbit/5?v", "/about?x"] {
        assert_eq!(server().get(path).status, 200, "{path}");
    }
}

/// A failure has a status, a code and a message, in JSON or on a page, and is not cached.
#[test]
fn failures_have_a_status_a_code_and_a_message() {
    for (path, status, code, message) in [
        ("/8/93.json", 404, "rank_beyond_last", "ranks go from 1 to 92; got 93"),
        ("/8/orbit/13.json", 404, "orbit_beyond_last", "orbit ids go from 1 to 12; got 13"),
        ("/8/0.json", 404, "rank_beyond_last", "ranks go from 1 to 92; got 0"),
        ("/8/orbit/0.json", 404, "orbit_beyond_last", "orbit ids go from 1 to 12; got 0"),
        ("/3/1.json", 404, "no_solutions", "N = 3 has no solutions"),
        ("/0/1.json", 404, "no_such_board", "from 1 to 64, got \"0\""),
        ("/65/1.json", 404, "no_such_board", "from 1 to 64"),
        ("/1000000/1.json", 404, "no_such_board", "from 1 to 64"),
        (
            "/8/99999999999999999999.json",
            404,
            "rank_beyond_last",
            "to 92; got 99999999999999999999",
        ),
        (
            "/64/99999999999999999999.json",
            404,
            "rank_beyond_last",
            "to 18446744073709551615, got 9",
        ),
        ("/8/-1.json", 404, "rank_beyond_last", "ranks go from 1 to 92; got -1"),
        (
            "/8/one.json",
            404,
            "no_such_page",
            "expected a rank in digits, such as 1000, got \"one\"",
        ),
        ("/8/count/3=9.json", 400, "invalid", "9"),
        ("/8/count/3.json", 400, "invalid", "3"),
        ("/8/of/1,2,3.json", 400, "invalid", "expected 8 queens, got 3"),
        ("/8/list.json?start=93", 404, "rank_beyond_last", "93"),
        ("/8/list.json?start=0", 404, "rank_beyond_last", "ranks go from 1 to 92; got 0"),
        ("/8/orbits.json?start=0", 404, "orbit_beyond_last", "orbit ids go from 1 to 12; got 0"),
        ("/8/list.json?limit=1001", 400, "invalid", "from 1 to 1000"),
        ("/8/list.json?limit=many", 400, "invalid", "limit"),
        ("/8/list/torus.json", 400, "invalid", "torus"),
        ("/8/list/stabilizer=rotate-45.json", 400, "invalid", "rotate-45"),
        ("/8/puzzles.json?limit=0", 400, "invalid", "limit"),
        ("/8/puzzles.json?level=8", 400, "invalid", "easy, medium or hard"),
        ("/2/puzzles.json", 404, "no_solutions", "N = 2"),
        ("/8/57/9.json", 404, "no_such_page", "no such page"),
        ("/nothing.json", 404, "no_such_board", "nothing"),
        ("/40/count/%ff.json", 400, "invalid", "UTF-8"),
    ] {
        let response = server().get(path);
        assert_eq!(response.status, status, "{path}: {}", response.text());
        let failure: Json = serde_json::from_slice(&response.body).unwrap();
        assert_eq!(
            (&failure["status"], &failure["code"]),
            (&json!(status), &json!(code)),
            "{path}"
        );
        let found = failure["message"].as_str().unwrap();
        assert!(found.contains(message), "{path}: {found}");
        assert_eq!(response.header("cache-control"), Some("no-store"), "{path}");
        // The page has the same status.
        let page = server().get(path.replace(".json", "").as_str());
        assert_eq!(page.status, status, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    }
}

#[test]
fn facts_are_cached_by_their_tag() {
    let first = server().get("/8/57.json");
    let etag = first.header("etag").unwrap();
    assert!(etag.contains(env!("CARGO_PKG_VERSION")), "{etag}");
    let digest = server().json("/8.json")["digest"].as_str().unwrap().to_owned();
    assert!(etag.contains(&digest), "{etag}");
    assert_eq!(first.header("cache-control"), Some("public, max-age=86400"));
    let headers = format!("Host: localhost\r\nIf-None-Match: \"other\", {etag}\r\n");
    let again = server().ask("GET", "/8/57.json", &headers);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(etag));
    assert_eq!(server().get("/8/count/3=5.json").header("etag"), Some(etag));
    let other = server().ask("GET", "/8/57.json", "Host: localhost\r\nIf-None-Match: \"x\"\r\n");
    assert_eq!(other.status, 200);
}

/// A page links to its other formats, and to its image by an absolute URL.
#[test]
fn pages_link_to_their_other_formats() {
    let forms = |path: &str| -> Vec<String> {
        let page = server().get(path);
        let links = page.text().split("<link rel=\"alternate\" type=\"").skip(1);
        let form = |link: &str| link.split('"').nth(2).unwrap().replace("&amp;", "&");
        links.map(form).collect()
    };
    assert_eq!(forms("/8/57")[0], "/8/57.json");
    assert_eq!(forms("/8/list?start=50&limit=10")[0], "/8/list.json?start=50&limit=10");
    for path in [
        "/8/57",
        "/8/orbit/5",
        "/8/count/3=5",
        "/8",
        "/8/list",
        "/8/list?start=50&limit=10",
        "/8/puzzles",
        "/8/puzzles?seed=7&limit=1",
        "/about",
    ] {
        let forms = forms(path);
        assert!(!forms.is_empty(), "{path}");
        for form in forms {
            assert_eq!(server().get(&form).status, 200, "{path}: {form}");
        }
    }
    let host = format!("Host: localhost:{}\r\n", server().address.port());
    let page = server().ask("GET", "/8/57", &host);
    let image =
        format!("content=\"http://localhost:{}/8/57.png?preview\"", server().address.port());
    assert!(page.text().contains(&image), "{}", page.text());
    let behind = "Host: localhost\r\nX-Forwarded-Proto: https\r\n";
    let page = server().ask("GET", "/8/57", behind);
    assert!(page.text().contains("content=\"https://localhost/8/57.png?preview\""));
}

#[test]
fn assets_are_cached_as_immutable() {
    let page = server().get("/8/57");
    let page = page.text();
    let start = page.find("/assets/").unwrap();
    let asset = &page[start..start + page[start..].find('"').unwrap()];
    let response = server().get(asset);
    assert_eq!(response.status, 200, "{asset}");
    assert_eq!(response.header("cache-control"), Some("public, max-age=31536000, immutable"));
    // A page in a cache, of another version, still has its style.
    let old = server().get("/assets/0123456789abcdef/style.css");
    assert_eq!((old.status, old.header("cache-control")), (200, Some("public, max-age=60")));
    assert_eq!(server().get("/assets/0123456789abcdef/nothing.css").status, 404);
}

#[test]
fn the_description_has_the_paths_and_all_their_fields() {
    let description = server().json("/openapi.json");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let paths = description["paths"].as_object().unwrap();
    for (path, what) in paths {
        let asked = example(path);
        let response = server().get(&asked);
        let described = &what["get"]["responses"][response.status.to_string()];
        assert!(
            matches!(response.status, 200 | 302) && !described.is_null(),
            "{path}: {response:?}"
        );
        if response.status == 200 && asked.contains(".json") && path != "/openapi.json" {
            let schema = &described["content"]["application/json"]["schema"];
            let body = serde_json::from_slice(&response.body).unwrap();
            assert_eq!(undescribed(&description, &[schema], &body), None, "{asked}");
        }
        // Nor is there another format.
        let stem = path.rsplit_once('.').map_or(&**path, |(stem, _)| stem);
        for suffix in ["", ".json", ".ndjson", ".csv", ".txt", ".svg", ".png"] {
            let other = format!("{stem}{suffix}");
            let names = [&*other, &format!("{stem}.{{suffix}}")];
            if !names.into_iter().any(|name| paths.contains_key(name)) {
                let status = server().get(&example(&other)).status;
                assert!(matches!(status, 308 | 400 | 404), "{other}: {status}");
            }
        }
    }
}

/// A URL with this path.
fn example(path: &str) -> String {
    let values = [
        ("{n}", "8"),
        ("{rank}", "57"),
        ("{id}", "5"),
        ("{queens}", "1,5,8,6,3,7,2,4"),
        ("{selection}", "3=5"),
        ("{board}", "2=7,5=8,6!=1"),
        ("{prefix}", "1-5"),
        ("{puzzle}", "7-3"),
        ("{date}", "2026-01-05"),
        ("{suffix}", "json"),
        ("{hash}", "0"),
        ("{name}", "style.css"),
    ];
    let query = if path.starts_with("/go") { "?n=8&q=57" } else { "" };
    values.iter().fold(format!("{path}{query}"), |path, (name, value)| path.replace(name, value))
}

/// The first field in a value that none of these schemas has.
fn undescribed(description: &Json, schemas: &[&Json], value: &Json) -> Option<String> {
    let parts = schemas.iter().flat_map(|schema| {
        let schema = match schema["$ref"].as_str() {
            Some(name) => description.pointer(&name[1..]).unwrap(),
            None => schema,
        };
        schema["anyOf"].as_array().map_or(vec![schema], |any| any.iter().collect())
    });
    let parts: Vec<&Json> = parts.collect();
    if parts != schemas {
        return undescribed(description, &parts, value);
    }
    let below =
        |key: &str| -> Vec<&Json> { parts.iter().filter_map(|part| part.pointer(key)).collect() };
    match value {
        Json::Object(fields) => fields.iter().find_map(|(name, value)| {
            let schemas = below(&format!("/properties/{name}"));
            if schemas.is_empty() {
                Some(name.clone())
            } else {
                undescribed(description, &schemas, value)
            }
        }),
        Json::Array(items) => {
            items.iter().find_map(|item| undescribed(description, &below("/items"), item))
        }
        _ => None,
    }
}
