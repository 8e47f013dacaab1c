//! Successive solutions as a table.

use super::frame::{Frame, View};
use super::words::grouped;
use crate::answers::one_line;
use crate::serve::model::SolutionList;
use maud::{Markup, html};

pub(crate) fn list(frame: &Frame, list: &SolutionList) -> Markup {
    let SolutionList { n, from, limit, .. } = *list;
    let address = |from: u64| format!("/{n}/list?from={from}&limit={limit}");
    let data = |suffix: &str| format!("/{n}/list.{suffix}?from={from}&limit={limit}");
    let body = html! {
        main #main .one {
            h1 {
                "Solutions for N = " (n) ", from " (grouped(from))
                @if let Some(all) = list.solutions { " of " (grouped(all)) }
            }
            p.tools {
                @if from > 1 { a.button href=(address(from.saturating_sub(limit).max(1))) rel="prev" { "Previous" } }
                @if let Some(next) = list.next { a.button href=(address(next)) rel="next" { "Next" } }
                @for suffix in frame.alternates { a.button href=(data(suffix)) { (suffix.to_uppercase()) } }
            }
            div.wide tabindex="0" role="region" aria-label="Solutions" {
                table.list {
                    thead { tr { th scope="col" { "rank" } th scope="col" { "queens" } } }
                    tbody {
                        @for item in &list.list {
                            tr {
                                th scope="row" { a href={ "/" (n) "/" (item.rank) } { (grouped(item.rank)) } }
                                td { code { (one_line(&item.queens)) } }
                            }
                        }
                    }
                }
            }
        }
    };
    frame.around(View::Solutions, body)
}
