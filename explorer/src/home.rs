//! The home page, `/`: a board of the day, what nqdb is, how to cite it.

use crate::answers::one_line;
use crate::asked::Asked;
use crate::failure::Failure;
use crate::page::{Frame, View, board, breaking, grouped};
use crate::response::{Keep, Response};
use crate::solution::SolutionFacts;
use crate::task::{Boards, Cost, Step, Task};
use maud::{Markup, html};
use nqdb::{Board, BoardSize, Dice, Rank, Tier};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Sizes of the board of the day, if lookups on them are fast.
const DAILY: RangeInclusive<u64> = 5..=20;

/// The largest board on which lookups are fast without tables.
const QUICK: usize = 12;

/// The sizes in the list.
const SIZES: RangeInclusive<u64> = 4..=20;

/// The solution of the day.
struct Home {
    /// The day, such as `22 Nov 2026`, UTC.
    day: String,
    solution: SolutionFacts,
}

/// `/`: the solution of the day, a different board size each day.
pub(crate) fn home(asked: Asked) -> Result<Step, Failure> {
    let task = Task::new(asked, Cost::Overview, |asked, desk| {
        let now = SystemTime::now();
        let days = now.duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() / 86_400);
        let board = board_of_day(desk.boards, days)?.watched_by(Arc::clone(&desk.watch));
        let rank = Dice::of_draw(days, 1).below(board.solution_count()?) + 1;
        let solution = SolutionFacts::of(&board, Rank::new(rank)?)?;
        let home = Home { day: httpdate::fmt_http_date(now)[5..16].to_owned(), solution };
        let frame = asked.frame(Some(board.n()), "Every solution of the N-queens problem", &[]);
        Ok(Response::page(&frame, Keep::No, page(&frame, &home)))
    });
    Ok(Step::Work(task))
}

fn board_of_day(boards: &dyn Boards, days: u64) -> Result<Board, Failure> {
    let mut quick = Vec::new();
    for n in DAILY {
        let board = boards.board(BoardSize::new(n)?)?.board;
        if board.tier() != Tier::Searched || board.n().get() <= QUICK {
            quick.push(board);
        }
    }
    let place = Dice::of_draw(days, 2).below(quick.len() as u64);
    Ok(quick.swap_remove(place as usize))
}

fn page(frame: &Frame, home: &Home) -> Markup {
    let shown = &home.solution.solution;
    let (base, n, rank) = (&*frame.base, shown.n, shown.rank.unwrap_or(0));
    let all = home.solution.solutions.map(grouped).unwrap_or_default();
    let body = html! {
        main #main .two {
            section.stage {
                h1 { "Every solution of the " i { "N" } "-queens problem has its own URL" }
                a.picture href={ (base) "/" (n) "/" (rank) } {
                    (board::board(n, &shown.queens, &board::name(&shown.queens)))
                }
                p {
                    "Board of the day, " (home.day) ": "
                    a href={ (base) "/" (n) "/" (rank) } { "solution " (breaking(rank)) }
                    " of " (all) " for N = " (n) "."
                }
            }
            div.side {
                section.card {
                    h2 { "The N-queens problem" }
                    p {
                        "Place N queens on an N × N board so that no two attack each other. nqdb numbers all ways to do "
                        "this: each solution has a rank, its position in lexicographic order, and belongs to an orbit, "
                        "the boards obtained from it by rotations and reflections."
                    }
                    p.tools {
                        a.button href={ (base) "/" (n) "/random" } rel="nofollow" { "Random solution for N = " (n) }
                        a.button href={ (base) "/8" } { "Place queens" }
                        a.button href={ (base) "/8/puzzles" } { "Puzzles" }
                    }
                }
                section.card {
                    h2 { "Boards" }
                    table.sizes {
                        thead { tr { th scope="col" { "N" } th scope="col" { "solutions" } th scope="col" { "fundamental" } } }
                        tbody { @for n in SIZES { (size(base, n)) } }
                    }
                    p.hint { "Other sizes up to 64 have pages too, such as " a href={ (base) "/40" } { (base) "/40" } "." }
                }
                section.card {
                    h2 { "How to cite" }
                    p.cite {
                        "nqdb, the N-queens solution database, version " (env!("CARGO_PKG_VERSION")) ". N = " (n) ", solution " (grouped(rank)) " of " (all)
                        ": " (one_line(&shown.queens)) "."
                    }
                    p.hint {
                        "Ranks and orbit ids will not change: they are defined by the lexicographic order. The counts are OEIS "
                        a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                        a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
                    }
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn size(base: &str, n: u64) -> Markup {
    let counts = BoardSize::new(n).ok().and_then(nqdb::known_counts);
    html! {
        tr {
            th scope="row" { a href={ (base) "/" (n) "/1" } { (n) } }
            @if let Some(counts) = counts {
                td { (grouped(counts.solutions)) }
                td { (grouped(counts.orbits())) }
            }
        }
    }
}
