//! The error page. It offers what works instead, never what has just failed.

use super::frame::{Frame, View};
use super::words::{grouped, sentence};
use crate::failure::Failure;
use maud::{Markup, html};
use nqdb::{BoardSize, known_counts};

pub(crate) fn failure(frame: &Frame, failure: &Failure) -> Markup {
    let title = match (failure.code, failure.status) {
        ("too_long", _) => "Out of reach",
        (_, 404) => "Not found",
        (_, 503) => "Try again later",
        (_, 500..) => "Server error",
        _ => "Invalid request",
    };
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
    let n = frame.size().filter(|n| *n > 3).and_then(|n| BoardSize::new(n as u64).ok());
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
