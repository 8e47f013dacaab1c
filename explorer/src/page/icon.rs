//! Icons of buttons: line drawings in a square of 24 units.

use maud::{Markup, html};

/// An icon by its name.
pub(crate) fn icon(name: &str) -> Markup {
    let path = match name {
        "first" => "M5 5v14M19 5 9 12l10 7z",
        "previous" => "M17 5 7 12l10 7z",
        "next" => "M7 5l10 7-10 7z",
        "last" => "M19 5v14M5 5l10 7-10 7z",
        "any" => "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
        "search" => "M16 16l5 5M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0",
        "po2" => "M4 4l16 16M15 6h3v3M6 15v3h3",
        "po3" => "M20 4 4 20M6 9V6h3M18 15v3h-3",
        "po4" => "M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4",
        "po5" => "M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4",
        "po6" => "M6 9a7 7 0 1 1-1 5M5 4v5h5",
        "po7" => "M5 10a7 7 0 0 1 13-1M18 4v5h-5M19 14a7 7 0 0 1-13 1M6 20v-5h5",
        "po8" => "M18 9a7 7 0 1 0 1 5M19 4v5h-5",
        _ => "",
    };
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}
