//! What every page has: head, navigation, footer.

use crate::serve::assets;
use maud::{DOCTYPE, Markup, html};

/// What the frame of a page says.
pub(crate) struct Frame {
    pub(crate) title: String,
    /// The address of the page, such as `/8/57`.
    pub(crate) path: String,
    /// Other forms of the same address: the suffix, such as `json`.
    pub(crate) alternates: &'static [&'static str],
    /// The board size, where the page is about one.
    pub(crate) n: Option<usize>,
}

impl Frame {
    pub(super) fn around(&self, body: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    title { (self.title) " – nqdb" }
                    link rel="stylesheet" href={ "/assets/" (assets::hash()) "/style.css" };
                    script type="module" src={ "/assets/" (assets::hash()) "/app.js" } {}
                }
                body { (body) }
            }
        }
    }
}
