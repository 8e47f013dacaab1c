//! The web explorer of nqdb.
#![doc = include_str!("../README.md")]
//!
//! [`ask`] turns a [`Request`] into a [`Response`], or into a [`Task`] if the response needs a board. The host chooses
//! a thread and a deadline for a task by its [`Cost`], and gives it access to the boards.
//!
//! Most nouns have a file with their route, their JSON and their page. `go` has the search field, `page` the parts that
//! all pages share.

mod about;
mod assets;
mod compare;
mod count;
mod failure;
mod go;
mod home;
mod list;
mod orbit;
mod orbits;
mod page;
mod puzzles;
mod request;
mod response;
mod selection;
mod size;
mod solution;
mod task;
mod tree;

pub use failure::Failure;
pub use request::Request;
pub use response::{Body, HEADERS, Response};
pub use task::{Boards, Cost, Step, TaggedBoard, Task, Watching};

use percent_encoding::percent_decode_str;
use request::{Format, Url};

/// Answers a request: the response, or the work that produces it.
pub fn ask(request: Request) -> Step {
    answer(&request).unwrap_or_else(|error| Step::Ready(failure(&request, &error)))
}

fn answer(request: &Request) -> Result<Step, Failure> {
    let path = request.path_below_base().ok_or_else(Failure::no_such_page)?;
    let shorter = without_end(path);
    let (route, words, parameters) =
        route(shorter.unwrap_or(path)).ok_or_else(Failure::no_such_page)?;
    let url = Url::new(request, &words, parameters)?;
    let Some(path) = shorter else { return route(url) };
    let elsewhere = format!("{path}{}", request.parameters());
    Ok(Step::Ready(Response::moved(&url, &elsewhere)))
}

/// The response to a failed request: a page, or JSON if the URL names a format.
pub fn failure(request: &Request, failure: &Failure) -> Response {
    Response::failure(request, failure)
}

/// Handles a parsed request.
type Route = fn(Url) -> Result<Step, Failure>;

/// The path without a slash or punctuation at its end, such as texts with links add, if there is any.
fn without_end(path: &str) -> Option<&str> {
    let shorter = path.trim_end_matches(['/', '.', ',', ';', ':', ')']);
    // Anything else, such as `//host/`, could lead to another host.
    let begins = shorter.get(1..)?.starts_with(|first: char| first.is_ascii_alphanumeric());
    (begins && shorter.len() < path.len()).then_some(shorter)
}

/// The parameters of pictures and data of a solution, and of pages that lead to one.
const SOLUTION: Parameters = &["only", "squares", "preview"];

/// The names of parameters; [`Format::takes`](request::Format) has the formats that take them.
type Parameters = &'static [&'static str];

/// The route of a path, the variable segments of the path, and the parameters of the route.
fn route(path: &str) -> Option<(Route, Vec<&str>, Parameters)> {
    let segments: Vec<&str> = path.strip_prefix('/')?.splitn(3, '/').collect();
    let is_segment = |word: &str| !word.contains('/');
    let (route, words, parameters): (Route, Vec<&str>, Parameters) = match segments[..] {
        [""] => (home::home, vec![], &[]),
        ["sizes"] => (home::sizes, vec![], &[]),
        ["cite"] => (home::citation, vec![], &[]),
        ["about" | "about.json"] => (about::about, vec![], &[]),
        ["healthz"] => (about::health, vec![], &[]),
        ["openapi.json"] => (about::openapi, vec![], &[]),
        ["robots.txt"] => (about::robots, vec![], &[]),
        ["favicon.ico"] => (about::favicon, vec![], &[]),
        ["go" | "go.json"] => (go::go, vec![], &["n", "q", "orbit"]),
        ["assets", hash, name] if is_segment(name) => (about::asset, vec![hash, name], &[]),
        [name @ ("daily" | "daily.json")] => (puzzles::daily, vec![name], &[]),
        ["daily", day] => (puzzles::daily, vec![day], &["preview"]),
        ["daily", day, item] if is_segment(item) => (puzzles::daily, vec![day, item], &[]),
        [n] => (about::board, vec![n], &[]),
        [n, name] => {
            let (route, parameters) = item(name);
            (route, vec![n, name], parameters)
        }
        [n, "orbit", id] if is_segment(id) => (orbit::orbit, vec![n, id], &["squares", "preview"]),
        [n, "of", queens] => (solution::of, vec![n, queens], SOLUTION),
        [n, noun @ ("count" | "heatmap" | "hint" | "list" | "tree"), words] => {
            let (route, parameters) = item(noun);
            (route, vec![n, noun, words], parameters)
        }
        [n, "puzzle", id] => {
            let (id, item) = id.split_once('/').unwrap_or((id, ""));
            let words = [n, id, item].into_iter().filter(|word| !word.is_empty());
            (puzzles::puzzle, words.collect(), &["preview"])
        }
        _ => return None,
    };
    words.last().is_none_or(|word| !word.is_empty()).then_some((route, words, parameters))
}

/// The route of the segment after a board size, and its parameters; a number is a rank.
fn item(name: &str) -> (Route, Parameters) {
    match Format::split(&percent_decode_str(name).decode_utf8_lossy()).0 {
        "about" => (size::size, &[]),
        "compare" => (compare::compare, &["list"]),
        "count" | "heatmap" => (count::count, &["panels", "squares", "preview"]),
        "hint" => (puzzles::hint, &[]),
        "list" => (list::list, &["start", "limit"]),
        "orbits" => (orbits::orbits, &["start", "limit", "size"]),
        "puzzles" => (puzzles::puzzles, &["seed", "limit", "level"]),
        "random" => (solution::random, SOLUTION),
        "tree" => (tree::tree, &[]),
        _ => (solution::solution, SOLUTION),
    }
}
