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
mod failure;
mod find;
mod go;
mod home;
mod list;
mod mistake;
mod orbit;
mod orbits;
mod page;
mod puzzles;
mod request;
mod response;
mod size;
mod solution;
mod task;
mod tree;

pub use failure::Failure;
pub use request::Request;
pub use response::{Body, HEADERS, Response};
pub use task::{Boards, Cost, Fact, Step, TaggedBoard, Task, Watching};

use request::Url;

/// Answers a request: the response, or the work that produces it.
pub fn ask(request: Request) -> Step {
    answer(&request).unwrap_or_else(|error| Step::Ready(failure(&request, &error)))
}

fn answer(request: &Request) -> Result<Step, Failure> {
    let path = request.path_below_base().ok_or_else(Failure::no_such_page)?;
    let shorter = without_end(path);
    let (route, words) = route(shorter.unwrap_or(path)).ok_or_else(Failure::no_such_page)?;
    let url = Url::new(request, &words)?;
    match shorter.map(|path| format!("{path}{}", request.parameters())).or(url.without_zeros()) {
        Some(elsewhere) => Ok(Step::Ready(Response::moved(&url, &elsewhere))),
        None => route(url),
    }
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

/// The route of a path, and the variable segments of the path.
fn route(path: &str) -> Option<(Route, Vec<&str>)> {
    let segments: Vec<&str> = path.strip_prefix('/')?.splitn(3, '/').collect();
    let is_segment = |word: &str| !word.contains('/');
    let (route, words): (Route, Vec<&str>) = match segments[..] {
        [""] => (home::home, vec![]),
        ["about" | "about.json"] => (about::about, vec![]),
        ["healthz"] => (about::health, vec![]),
        ["openapi.json"] => (about::openapi, vec![]),
        ["robots.txt"] => (about::robots, vec![]),
        ["favicon.ico"] => (about::favicon, vec![]),
        ["go" | "go.json"] => (go::go, vec![]),
        ["assets", hash, name] if is_segment(name) => (about::asset, vec![hash, name]),
        [name @ ("daily" | "daily.json")] => (puzzles::daily, vec![name]),
        ["daily", day] => (puzzles::daily, vec![day]),
        ["daily", day, item] if is_segment(item) => (puzzles::daily, vec![day, item]),
        [n] => (about::board, vec![n]),
        [n, item] => (self::item, vec![n, item]),
        [n, "orbit", id] if is_segment(id) => (orbit::orbit, vec![n, id]),
        [n, "of", queens] => (solution::of, vec![n, queens]),
        [n, "find", conditions] => (find::find, vec![n, conditions]),
        [n, "puzzle", id] => {
            let (id, item) = id.split_once('/').unwrap_or((id, ""));
            let words = [n, id, item].into_iter().filter(|word| !word.is_empty());
            (puzzles::puzzle, words.collect())
        }
        [n, "tree", prefix] if is_segment(prefix) => (tree::tree, vec![n, prefix]),
        _ => return None,
    };
    words.last().is_none_or(|word| !word.is_empty()).then_some((route, words))
}

/// The route of the segment after a board size; a number is a rank.
fn item(url: Url) -> Result<Step, Failure> {
    match url.word(1) {
        "about" => size::size(url),
        "find" => find::find(url),
        "list" => list::list(url),
        "orbits" => orbits::orbits(url),
        "puzzles" => puzzles::puzzles(url),
        "random" => solution::random(url),
        "tree" => tree::tree(url),
        _ => solution::solution(url),
    }
}
