//! The frame of every page: head, navigation, footer; and the error page, which offers what works instead, never what
//! has just failed.

use super::board;
use super::parts::{grouped, icon, sentence};
use crate::assets;
use crate::failure::Failure;
use crate::puzzles::puzzle_size;
use crate::request::{Format, Request, Url, has_first};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use nqdb::{BoardSize, counts::known_counts};
use serde::Serialize;
use std::fmt::Display;
use std::ops::RangeInclusive;

#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// What the page is about, for search engines and link previews.
    pub(crate) description: String,
    /// The scheme and host that the client used, such as `http://localhost:8321`.
    pub(crate) origin: String,
    /// The path under which the explorer is served; each link begins with it.
    pub(crate) base: String,
    /// The path of the page below the base, such as `/8/57`.
    pub(crate) path: String,
    /// The path of its other formats, without the suffix; usually the same.
    pub(crate) data: String,
    /// The parameters that belong to the URL of the page, such as `?start=50&limit=10`; usually empty.
    pub(crate) query: String,
    /// The suffixes of its other formats, such as `json`.
    pub(crate) alternates: &'static [&'static str],
    /// The path of the picture for link previews below the base, with its query, if it is not that of the page.
    pub(crate) image: Option<String>,
    /// The board size, if the page is about one.
    pub(crate) n: Option<usize>,
    /// The text in the search field; usually empty.
    pub(crate) search: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    Solutions,
    Place,
    /// Sheets of puzzles.
    Puzzles,
    /// One puzzle.
    Play,
    /// The daily puzzles of a month.
    Daily,
    Other,
}

impl View {
    /// Its name in the scripts.
    fn name(self) -> &'static str {
        match self {
            View::Solutions => "solutions",
            View::Place => "place",
            View::Puzzles => "puzzles",
            View::Play => "play",
            View::Daily => "daily",
            View::Other => "other",
        }
    }
}

/// The sizes in the selector.
const SIZES: RangeInclusive<usize> = 4..=21;

/// The board size of links on pages without a board.
const USUAL: usize = 8;

const DESCRIPTION: &str =
    "Look up any solution of the N-queens problem by rank, orbit or queens. Each has its own URL.";

impl Frame {
    /// The frame of a page without a board and without other formats.
    pub(crate) fn of(request: &Request, title: impl Display) -> Self {
        let (path, _) = Format::split(request.path_below_base().unwrap_or("/"));
        Frame {
            title: title.to_string(),
            description: DESCRIPTION.to_owned(),
            origin: request.origin.clone(),
            base: request.base.clone(),
            path: path.to_owned(),
            data: path.to_owned(),
            ..Frame::default()
        }
    }

    pub(crate) fn around(&self, view: View, body: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head(view))
                body data-view=(view.name()) data-n=[self.n] {
                    a.skip href="#main" { "Skip to content" }
                    (board::shapes())
                    (self.top(view))
                    p #status .status role="status" hidden {}
                    (body)
                    (self.footer())
                    p #live .unseen role="status" {}
                    p #waiting .waiting role="status" hidden {}
                }
            }
        }
    }

    /// The board size of the page, or of its URL if that has one.
    pub(crate) fn size(&self) -> Option<usize> {
        let first = self.path.split('/').nth(1).and_then(|word| word.parse().ok());
        self.n.or(first.filter(|n| (1..=BoardSize::MAX).contains(n)))
    }

    /// The path of the picture for link previews: that of the page, or the first solution.
    fn image(&self) -> String {
        let first = || {
            let n = self.n.filter(|&n| n > 3 && has_first(n)).unwrap_or(USUAL);
            preview_of(&format!("/{n}/1"), "")
        };
        let own = self.alternates.contains(&"png").then(|| preview_of(&self.data, &self.query));
        self.image.clone().or(own).unwrap_or_else(first)
    }

    fn head(&self, view: View) -> Markup {
        let title = format!("{} – nqdb", self.title);
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                meta name="description" content=(self.description);
                link rel="icon" type="image/svg+xml" href=(self.asset("favicon.svg"));
                link rel="stylesheet" href=(self.asset("style.css"));
                script type="module" src=(self.asset(&assets::script_of(view.name()))) {}
                link rel="canonical" href={ (self.origin) (self.base) (self.path) (self.query) };
                @for suffix in self.alternates {
                    link rel="alternate" type=(Format::mime_of(suffix)) href={ (self.base) (self.data) "." (suffix) (self.query) };
                }
                meta property="og:title" content=(title);
                meta property="og:description" content=(self.description);
                meta property="og:type" content="website";
                meta property="og:url" content={ (self.origin) (self.base) (self.path) (self.query) };
                meta property="og:image" content={ (self.origin) (self.base) (self.image()) };
                meta name="twitter:card" content="summary_large_image";
            }
        }
    }

    fn top(&self, view: View) -> Markup {
        let n = self.size().unwrap_or(USUAL);
        let solution = if has_first(n) { "1" } else { "random" };
        let tab = match view {
            _ if self.path == "/" => View::Other,
            _ if self.path.starts_with("/daily") => View::Daily,
            View::Play => View::Puzzles,
            view => view,
        };
        let current = |shown: View| (shown == tab).then_some("page");
        html! {
            header.top.searching[!self.search.is_empty()] {
                a.brand href={ (self.base) "/" } aria-label="nqdb, home page" {
                    svg viewBox="10 12 80 76" aria-hidden="true" { (board::crown()) }
                    span.wider { "nqdb" }
                }
                label.size {
                    span.wider { "N = " }
                    select #size name="n" form="go" aria-label="Board size N" {
                        @if !SIZES.contains(&n) { option value=(n) selected { (n) } }
                        @for size in SIZES { option value=(size) selected[size == n] { (size) } }
                    }
                }
                nav aria-label="Views" {
                    a href={ (self.base) "/" (n) "/" (solution) } aria-current=[current(View::Solutions)] { "Solutions" }
                    a href={ (self.base) "/" (n) } aria-current=[current(View::Place)] { "Place" span.wider { " queens" } }
                    a href={ (self.base) "/" (puzzle_size(n)) "/puzzles" } aria-current=[current(View::Puzzles)] { "Puzzles" }
                    a #daily href={ (self.base) "/daily" } aria-current=[current(View::Daily)] { "Daily" }
                }
                button #search .scripted type="button" title="Search (/)" aria-label="Search" aria-expanded="false" aria-controls="go" { (icon("search")) }
                form #go .go role="search" action={ (self.base) "/go" } {
                    input name="q" type="search" value=[Some(&self.search).filter(|text| !text.is_empty())] autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000"
                        aria-label="Search" placeholder="Rank, queens, squares, URL";
                    button { "Go" }
                    ul #suggestions .suggestions.scripted aria-label="Suggestions" hidden {}
                    button #keys .scripted type="button" title="Keyboard shortcuts" aria-label="Keyboard shortcuts" { "?" }
                }
            }
        }
    }

    fn footer(&self) -> Markup {
        html! {
            footer {
                p {
                    a href={ (self.base) "/about" } { "About nqdb" }
                    " · " a href={ (self.base) "/sizes" } { "sizes" }
                    " · " a href={ (self.base) "/cite" } { "cite" }
                    " · every solution has its own URL, "
                    code { (self.base) "/N/RANK" }
                    "; add "
                    code { ".json" } ", " code { ".csv" } ", " code { ".txt" } ", " code { ".svg" } " or " code { ".png" }
                }
                label.scripted {
                    "Squares "
                    select #coordinates {
                        option value="numbers" { "1, 2, 3 from the top" }
                        option value="chess" { "a1, b2, c3 as in chess" }
                    }
                }
            }
        }
    }

    fn asset(&self, name: &str) -> String {
        format!("{}/assets/{}/{name}", self.base, assets::hash())
    }
}

impl Url {
    pub(crate) fn frame(
        &self,
        n: Option<BoardSize>,
        title: impl Display,
        alternates: &'static [&'static str],
    ) -> Frame {
        Frame { n: n.map(BoardSize::get), alternates, ..Frame::of(&self.request, title) }
    }
}

/// The path of the preview picture of a page; `query` is empty or begins with `?`.
pub(crate) fn preview_of(path: &str, query: &str) -> String {
    let query = if query.is_empty() { "?".to_owned() } else { format!("{query}&") };
    format!("{path}.png{query}preview")
}

/// Data for the scripts of a page.
pub(crate) fn data(value: &impl Serialize) -> Markup {
    let json = serde_json::to_string(value).unwrap_or_default();
    // So that no text in it can end the element.
    let json = json.replace('<', "\\u003c");
    html! { script #data type="application/json" { (PreEscaped(json)) } }
}

pub(crate) fn failure(request: &Request, failure: &Failure) -> Markup {
    let title = match (failure.code, failure.status) {
        ("too_long", _) => "Out of reach",
        (_, 404) => "Not found",
        (_, 503) => "Try again later",
        (_, 500..) => "Server error",
        _ => "Invalid request",
    };
    let frame = &Frame::of(request, title);
    let body = html! {
        main #main .one.failure {
            h1 { (title) }
            p.lead { (sentence(&failure.message)) "." }
            p.tools {
                @if failure.code == "busy" { a.button href={ (frame.base) (frame.path) } { "Try again" } }
                @for (path, text) in offers(frame, failure) {
                    a.button href={ (frame.base) (path) } rel="nofollow" { (text) }
                }
            }
            p.hint { "Status " (failure.status) }
        }
    };
    frame.around(View::Other, body)
}

/// Other pages, each with the text of its link.
fn offers(frame: &Frame, failure: &Failure) -> Vec<(String, String)> {
    let n = frame.size().filter(|n| *n > 3).and_then(|n| BoardSize::new(n).ok());
    let mut offers = Vec::new();
    if let Some(n) = n {
        let last = known_counts(n).map(|known| known.solutions);
        if let Some(last) = last.filter(|_| failure.code == "rank_beyond_last") {
            offers.push((format!("/{n}/{last}"), format!("The last solution, {}", grouped(last))));
        }
        offers.push((format!("/{n}/random"), format!("A random solution for N = {n}")));
        offers.push((format!("/{n}"), format!("Place queens on {n} × {n}")));
    }
    offers.push(("/".to_owned(), "Home page".to_owned()));
    offers.push(("/about".to_owned(), "All URLs".to_owned()));
    offers.retain(|(path, _)| *path != frame.path);
    offers
}
