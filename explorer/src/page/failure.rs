//! The error page.

use super::frame::{Frame, View};
use maud::{Markup, html};

pub(crate) fn failure(frame: &Frame, status: u16, message: &str) -> Markup {
    let title = match status {
        404 => "Not found",
        503 => "Try again later",
        500.. => "Server error",
        _ => "Invalid request",
    };
    let n = frame.size().filter(|n| *n > 3);
    let body = html! {
        main #main .one.failure {
            h1 { (title) }
            p.lead { (sentence(message)) "." }
            p.tools {
                @if status == 503 { a.button href={ (frame.base) (frame.path) } { "Try again" } }
                @if let Some(n) = n {
                    a.button href={ (frame.base) "/" (n) "/1" } { "The first solution for N = " (n) }
                    a.button href={ (frame.base) "/" (n) } { "Place queens on " (n) " × " (n) }
                }
                a.button href={ (frame.base) "/" } { "Home page" }
                a.button href={ (frame.base) "/about" } { "All URLs" }
            }
            p.hint { "Status " (status) }
        }
    };
    frame.around(View::Other, body)
}

/// A message as a sentence, with text between backticks as code.
fn sentence(message: &str) -> Markup {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let text = first + letters.as_str();
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
