//! `/about`, the boards as JSON, and the URLs for programs: `/healthz`, `/openapi.json`, `/robots.txt`, assets.

use crate::assets;
use crate::count;
use crate::failure::Failure;
use crate::page::{Frame, View, grouped, table};
use crate::request::{Format, Url};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::{Board, Tier, counts::Provenance};
use serde::Serialize;

/// `/about.json`: this host and its boards.
#[derive(Serialize)]
struct About {
    version: &'static str,
    /// The boards with tables.
    boards: Vec<BoardFacts>,
}

/// `/8.json`, and an item of `/about.json`: a board size.
#[derive(Serialize)]
struct BoardFacts {
    n: usize,
    /// Q(N), if it is known.
    solutions: Option<u64>,
    /// F(N), if it is known.
    orbits: Option<u64>,
    tier: Tier,
    /// XXH3-128 of the content of its tables, in hexadecimal.
    digest: Option<String>,
    provenance: CountProvenance,
}

/// Where the published counts of a board come from, if they are known.
#[derive(Serialize)]
struct CountProvenance {
    solutions: Option<Provenance>,
    orbits: Option<Provenance>,
}

/// `/about`, with the boards of the database.
pub(crate) fn about(url: Url) -> Result<Step, Failure> {
    let task = Task::new(url, Cost::Overview, |url, host| {
        let complete = host.boards.complete(&host.watch)?;
        let boards = complete.into_iter().map(|n| Ok(BoardFacts::of(&host.boards.board(n)?.board)));
        let boards = boards.collect::<Result<_, Failure>>()?;
        let about = About { version: env!("CARGO_PKG_VERSION"), boards };
        if url.format == Format::Json {
            return Ok(Response::new(Format::Json.mime(), Keep::No, json(&about)?));
        }
        let frame = url.frame(None, "About", &["json"]);
        Ok(Response::page(Keep::No, page(&frame, &about)))
    });
    Ok(Step::Work(task))
}

impl BoardFacts {
    fn of(board: &Board) -> Self {
        BoardFacts {
            n: board.n().get(),
            solutions: board.solution_count().ok(),
            orbits: board.orbit_count().ok(),
            tier: board.tier(),
            digest: board.digest(),
            provenance: CountProvenance {
                solutions: Provenance::of_solutions(board.n()),
                orbits: Provenance::of_orbits(board.n()),
            },
        }
    }
}

/// `/8`: the page for placing queens. `/8.json`: the board.
pub(crate) fn board(url: Url) -> Result<Step, Failure> {
    match url.format {
        Format::Html => count::count(url),
        Format::Json => {
            let n = url.n()?;
            let task = Task::fact(url, n, |_, board| json(&BoardFacts::of(board)));
            Ok(task.at(&format!("/{n}"), None))
        }
        _ => Err(Failure::no_such_page()),
    }
}

/// `/healthz`: whether the database can be opened.
pub(crate) fn health(url: Url) -> Result<Step, Failure> {
    let task = Task::new(url, Cost::Overview, |_, host| {
        host.boards.check()?;
        Ok(Response::new(Format::Text.mime(), Keep::No, &b"ok\n"[..]))
    });
    Ok(Step::Work(task))
}

/// `/openapi.json`: the URLs, described in OpenAPI 3.1.
pub(crate) fn openapi(_: Url) -> Result<Step, Failure> {
    let text = include_bytes!("openapi.json");
    Ok(Step::Ready(Response::new(Format::Json.mime(), Keep::Fact, &text[..])))
}

/// `/robots.txt`: crawlers may visit all URLs except those that search.
pub(crate) fn robots(url: Url) -> Result<Step, Failure> {
    let base = &url.request.base;
    let rules = ["/*/count", "/*/list/", "/*/random", "/*/compare", "/go"]
        .map(|path| format!("Disallow: {base}{path}\n"));
    let text = format!("User-agent: *\n{}", rules.concat()).into_bytes();
    Ok(Step::Ready(Response::new(Format::Text.mime(), Keep::Fact, text)))
}

/// `/assets/HASH/NAME`.
pub(crate) fn asset(url: Url) -> Result<Step, Failure> {
    let name = format!("{}{}", url.word(1), url.suffix);
    let (mime, bytes) = assets::content(&name).ok_or_else(Failure::no_such_page)?;
    // A page in a cache may be older than the program.
    let keep = if url.word(0) == assets::hash() { Keep::Immutable } else { Keep::Minute };
    Ok(Step::Ready(Response::new(mime, keep, bytes)))
}

pub(crate) fn favicon(url: Url) -> Result<Step, Failure> {
    let to = format!("/assets/{}/favicon.svg", assets::hash());
    Ok(Step::Ready(Response::redirect(&url, 302, &to, Keep::No)))
}

/// An example of each kind of URL, and what it returns.
const ADDRESSES: [(&str, &str); 19] = [
    ("/8/57", "the solution of rank 57; .json, .csv, .txt, .svg, .png"),
    ("/8/orbit/5", "an orbit; .json, .csv, .txt, .svg, .png"),
    ("/8/orbits", "the canonical representatives of the orbits; .json, .csv"),
    ("/8/of/1,5,8,6,3,7,2,4", "redirects to the rank of these queens"),
    ("/8/random", "redirects to a random solution"),
    ("/8", "place queens"),
    ("/8/about", "what is known about N = 8"),
    (
        "/8/count/3=5,7!=4",
        "the number of solutions with a queen on 3=5, none on 7=4; .json, .ndjson, .svg, .png",
    ),
    ("/8/list/3=5,7!=4", "these solutions; .json, .csv"),
    ("/20/tree/10-3.json", "the rows of the next queen after these, with first ranks and counts"),
    ("/8/list?start=50&limit=20", "up to 1,000 solutions in order; .json, .csv"),
    ("/8/compare", "compares a list with all solutions, up to N = 10"),
    ("/8/puzzles?seed=7&limit=6", "a sheet of puzzles; .json"),
    ("/8/puzzle/7-3", "puzzle 3 of sheet 7, to be solved there; .json, .svg, .png"),
    ("/daily", "redirects to today’s puzzle"),
    ("/sizes", "the number of solutions of each board size"),
    ("/cite", "how to cite"),
    ("/about.json", "this page as JSON"),
    ("/openapi.json", "the API, in OpenAPI 3.1"),
];

fn page(frame: &Frame, about: &About) -> Markup {
    let body = html! {
        main #main .one {
            h1 { "nqdb " (about.version) }
            p.lead {
                "The N-queens solution database: look up any solution by rank, orbit or "
                "queens. A solution is written as the row of the queen in each column, counted from 1; row 1 is at "
                "the top."
            }
            section.card {
                h2 { "Boards with tables" }
                @if about.boards.is_empty() {
                    p { "None: every board is searched. " code { "nqdb build 14" } " builds the tables of N = 14." }
                } @else {
                    @let rows = html! { @for board in &about.boards { (row(&frame.base, board)) } };
                    div.list { (table("Boards with tables", &["N", "tier", "solutions", "orbits", "digest"], rows)) }
                }
                p.hint { "Other boards up to N = 64 are searched, with the same results." }
            }
            section.card {
                h2 { "URLs" }
                dl.addresses {
                    @for (address, meaning) in ADDRESSES {
                        dt { a href={ (frame.base) (address) } { code { (frame.base) (address) } } }
                        dd { (meaning) }
                    }
                }
            }
            section.card {
                h2 { "Sources" }
                p {
                    "The numbers of solutions and orbits are those of "
                    a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                    a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" }
                    " in the OEIS. The codes po1 to po8 of the symmetries are those of Zhang and Zhang (2011). "
                    "These pages load nothing from other servers, and set no cookies."
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn row(base: &str, board: &BoardFacts) -> Markup {
    let known = |count: Option<u64>| count.map(grouped).unwrap_or_default();
    html! {
        tr {
            th scope="row" { a href={ (base) "/" (board.n) "/1" } { (board.n) } }
            td { (board.tier.to_string()) }
            td { (known(board.solutions)) }
            td { (known(board.orbits)) }
            td { code { (board.digest.as_deref().unwrap_or("")) } }
        }
    }
}
