//! What every page has: head, navigation, footer.

use super::board;
use crate::answers::to_json;
use crate::serve::assets;
use crate::serve::format::Format;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use nqdb::BoardSize;
use serde::Serialize;

/// What the frame of a page says.
pub(crate) struct Frame {
    pub(crate) title: String,
    /// The scheme and the host that the client asks, such as `http://localhost:8321`.
    pub(crate) origin: String,
    /// The address of the page, such as `/8/57`.
    pub(crate) path: String,
    /// The address of its other forms, without their suffixes: of most pages the same.
    pub(crate) data: String,
    /// The parameters without which it is another page, such as `?from=50&limit=10`; usually empty.
    pub(crate) query: String,
    /// Other forms of the same address: the suffix, such as `json`.
    pub(crate) alternates: &'static [&'static str],
    /// The board size, where the page is about one.
    pub(crate) n: Option<usize>,
}

/// Which of the views a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Solutions,
    Place,
    Puzzles,
    Other,
}

impl View {
    /// What the scripts call it.
    fn name(self) -> &'static str {
        match self {
            View::Solutions => "solutions",
            View::Place => "place",
            View::Puzzles => "puzzles",
            View::Other => "other",
        }
    }
}

/// The sizes in the selector.
const SIZES: std::ops::RangeInclusive<usize> = 4..=20;

/// The sizes that have puzzles.
const PUZZLES: std::ops::RangeInclusive<usize> = 5..=32;

/// The size of links on pages that are about none.
const USUAL: usize = 8;

const DESCRIPTION: &str =
    "Every solution of the N-queens problem has an address: by rank, by orbit, by its queens.";

impl Frame {
    /// The page with this body.
    pub(super) fn around(&self, view: View, body: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body data-view=(view.name()) data-n=[self.n] {
                    a.skip href="#main" { "Skip to the content" }
                    (board::shapes())
                    (self.top(view))
                    p #status .status role="status" hidden {}
                    (body)
                    (footer())
                    p #live .unseen role="status" {}
                }
            }
        }
    }

    /// The board size that the page is about, or at least its address.
    pub(super) fn size(&self) -> Option<usize> {
        let first = self.path.split('/').nth(1).and_then(|word| word.parse().ok());
        self.n.or(first.filter(|n| (1..=BoardSize::MAX).contains(n)).map(|n| n as usize))
    }

    fn head(&self) -> Markup {
        let title = format!("{} – nqdb", self.title);
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                meta name="description" content=(DESCRIPTION);
                link rel="icon" type="image/svg+xml" href=(asset("favicon.svg"));
                link rel="stylesheet" href=(asset("style.css"));
                script type="module" src=(asset("app.js")) {}
                link rel="canonical" href={ (self.origin) (self.path) (self.query) };
                @for suffix in self.alternates {
                    link rel="alternate" type=(Format::mime_of(suffix)) href={ (self.data) "." (suffix) (self.query) };
                }
                meta property="og:title" content=(title);
                meta property="og:description" content=(DESCRIPTION);
                meta property="og:type" content="website";
                meta property="og:url" content={ (self.origin) (self.path) (self.query) };
                @if self.alternates.contains(&"png") {
                    meta property="og:image" content={ (self.origin) (self.data) ".png?preview" };
                    meta name="twitter:card" content="summary_large_image";
                }
            }
        }
    }

    fn top(&self, view: View) -> Markup {
        let n = self.size().unwrap_or(USUAL);
        let current = |shown: View| if shown == view { Some("page") } else { None };
        html! {
            header.top {
                a.brand href="/" {
                    svg viewBox="10 12 80 76" aria-hidden="true" { (board::crown()) }
                    "nqdb"
                }
                label.size {
                    "N = "
                    select #size name="n" form="go" {
                        @if !SIZES.contains(&n) { option value=(n) selected { (n) } }
                        @for size in SIZES { option value=(size) selected[size == n] { (size) } }
                    }
                }
                nav aria-label="Views" {
                    a href={ "/" (n) "/1" } aria-current=[current(View::Solutions)] { "Solutions" }
                    a href={ "/" (n) } aria-current=[current(View::Place)] { "Place queens" }
                    @if PUZZLES.contains(&n) {
                        a href={ "/" (n) "/puzzles" } aria-current=[current(View::Puzzles)] { "Puzzles" }
                    }
                }
                form #go .go role="search" action="/go" {
                    input name="q" type="search" autocomplete="off" autocapitalize="off" spellcheck="false"
                        aria-label="Rank, queens or squares" placeholder="57, or 1 5 8 6 3 7 2 4, or 3=5 7!=4";
                    button { "Go" }
                    button #keys .scripted type="button" title="Keyboard shortcuts" aria-label="Keyboard shortcuts" { "?" }
                }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p {
                a href="/about" { "About nqdb" }
                " · every solution has an address, "
                code { "/N/RANK" }
                "; add "
                code { ".json" } ", " code { ".csv" } ", " code { ".txt" } ", " code { ".svg" } " or " code { ".png" }
            }
        }
    }
}

/// The address of an asset.
fn asset(name: &str) -> String {
    format!("/assets/{}/{name}", assets::hash())
}

/// Data for the scripts of a page.
pub(super) fn data(value: &impl Serialize) -> Markup {
    let json = to_json(value).unwrap_or_default();
    // No text in it can end the element.
    let json = json.replace('<', "\\u003c");
    html! { script #data type="application/json" { (PreEscaped(json)) } }
}
