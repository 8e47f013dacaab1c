//! What a visitor takes along: texts to copy, files to download.

use maud::{Markup, html};

/// A text in one line, with a button that copies it.
pub(crate) fn copied(text: &str, what: &str) -> Markup {
    html! {
        p.line {
            code { (text) }
            button.scripted type="button" data-copy=(text) data-key={ "copy " (what) } aria-label={ "Copy the " (what) } { "Copy" }
        }
    }
}

/// The name of the file of a download; data is shown in the browser.
pub(crate) fn download(suffix: &str, name: &str) -> Option<String> {
    matches!(suffix, "svg" | "png").then(|| format!("{name}.{suffix}"))
}
