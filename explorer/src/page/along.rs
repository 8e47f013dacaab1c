//! Texts to copy and files to download.

use maud::{Markup, html};

/// A line of text with a button that copies it.
pub(crate) fn copied(text: &str, what: &str) -> Markup {
    html! {
        p.line {
            code { (text) }
            button.scripted type="button" data-copy=(text) data-key={ "copy " (what) } aria-label={ "Copy the " (what) } { "Copy" }
        }
    }
}

/// The file name of a download; `None` for data, which the browser shows.
pub(crate) fn download(suffix: &str, name: &str) -> Option<String> {
    matches!(suffix, "svg" | "png").then(|| format!("{name}.{suffix}"))
}
