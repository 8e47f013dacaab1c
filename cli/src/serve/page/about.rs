//! What the server has, and its addresses.

use super::frame::{Frame, View};
use super::words::grouped;
use crate::serve::model::{About, BoardFacts};
use maud::{Markup, html};

/// The addresses, with an example of each.
const ADDRESSES: [(&str, &str, &str); 11] = [
    ("/8/57", "/8/57", "the solution of rank 57; .json, .csv, .txt, .svg, .png"),
    ("/8/orbit/5", "/8/orbit/5", "an orbit; .json, .csv, .txt, .svg"),
    ("/8/of/1,5,8,6,3,7,2,4", "/8/of/1,5,8,6,3,7,2,4", "leads to the rank of these queens"),
    ("/8/random", "/8/random", "leads to any solution"),
    ("/8", "/8", "queens to place"),
    (
        "/8/find/3=5,7!=4",
        "/8/find/3=5,7!=4",
        "the solutions with a queen on 3=5, none on 7=4; .json, .ndjson, .svg, .png",
    ),
    (
        "/20/tree/10-3.json",
        "/20/tree/10-3.json",
        "the next queens after these, with first ranks and counts",
    ),
    (
        "/8/list?from=50&limit=20",
        "/8/list?from=50&limit=20",
        "up to 1,000 solutions in order; .json, .csv",
    ),
    ("/8/puzzles?seed=7&count=6", "/8/puzzles?seed=7&count=6", "a sheet of puzzles; .json"),
    ("/about.json", "/about.json", "this page as data"),
    ("/openapi.json", "/openapi.json", "all of this for programs"),
];

pub(crate) fn about(frame: &Frame, about: &About) -> Markup {
    let body = html! {
        main #main .one {
            h1 { "nqdb " (about.version) }
            p.lead {
                "The N-queens solution database: every placement of N queens that do not attack each other, by rank, by "
                "orbit and by its queens. A solution is written as the row of the queen in each column, counted from 1; "
                "row 1 is at the top."
            }
            section.card {
                h2 { "Boards with tables" }
                @if about.boards.is_empty() {
                    p { "None: every board is searched. " code { "nqdb build 14" } " makes tables." }
                } @else {
                    div.wide tabindex="0" role="region" aria-label="Boards with tables" {
                        table.list {
                            thead { tr { @for head in ["N", "tier", "solutions", "orbits", "digest"] { th scope="col" { (head) } } } }
                            tbody { @for board in &about.boards { (row(board)) } }
                        }
                    }
                }
                p.hint { "All other boards up to N = 64 are searched; the answers are the same." }
            }
            section.card {
                h2 { "Addresses" }
                dl.addresses {
                    @for (href, text, meaning) in ADDRESSES {
                        dt { a href=(href) { code { (text) } } }
                        dd { (meaning) }
                    }
                }
            }
            section.card {
                h2 { "Sources" }
                p {
                    "The numbers of solutions and orbits are those of "
                    a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                    a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" }
                    " in the OEIS. The names po1 to po8 of the symmetries are those of Zhang and Zhang (2011). "
                    "These pages load nothing from other servers, and set no cookies."
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn row(board: &BoardFacts) -> Markup {
    let known = |count: Option<u64>| count.map(grouped).unwrap_or_default();
    html! {
        tr {
            th scope="row" { a href={ "/" (board.n) "/1" } { (board.n) } }
            td { (board.tier.to_string()) }
            td { (known(board.solutions)) }
            td { (known(board.orbits)) }
            td { code { (board.digest.as_deref().unwrap_or("")) } }
        }
    }
}
