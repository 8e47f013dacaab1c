//! The addresses that are about the server, not about a board: `/`, `/about`, `/go`, assets.

use super::asked::{Asked, number};
use crate::serve::assets;
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::model::{About, BoardFacts, Home, SolutionFacts};
use crate::serve::page;
use crate::serve::respond::{self, Keep};
use crate::serve::site::Site;
use axum::http::StatusCode;
use axum::response::Response;
use nqdb::{Board, BoardSize, Dice, Rank, State, Tier};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The boards that a day may have, if they are answered at once.
const DAILY: std::ops::RangeInclusive<u64> = 5..=20;

/// The largest board that is answered at once without tables.
const QUICK: usize = 12;

/// `/`: the solution of the day, a different board size each day.
pub(super) async fn home(asked: Asked) -> Result<Response, Failure> {
    let site = Arc::clone(&asked.site);
    let limit = site.settings.time_limit;
    let work = move |watch| {
        let now = SystemTime::now();
        let days = now.duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() / 86_400);
        let board = board_of_day(&asked.site, days)?.watched_by(watch);
        let rank = Dice::of_draw(days, 1).below(board.solution_count()?) + 1;
        let solution = SolutionFacts::of(&board, Rank::new(rank)?)?;
        let home = Home { day: httpdate::fmt_http_date(now)[5..16].to_owned(), solution };
        let frame = asked.frame(Some(board.n()), "Every solution of the N-queens problem", &[]);
        Ok(respond::page(&frame, Keep::No, page::home(&frame, &home)))
    };
    site.quick.run(limit, work).await
}

fn board_of_day(site: &Site, days: u64) -> Result<Board, Failure> {
    let mut quick = Vec::new();
    for n in DAILY {
        let board = site.board(BoardSize::new(n)?)?.board;
        if board.tier() != Tier::Searched || board.n().get() <= QUICK {
            quick.push(board);
        }
    }
    let place = Dice::of_draw(days, 2).below(quick.len() as u64);
    Ok(quick.swap_remove(place as usize))
}

/// `/about`, with the boards of the database.
pub(super) async fn about(asked: Asked) -> Result<Response, Failure> {
    let site = Arc::clone(&asked.site);
    let limit = site.settings.time_limit;
    let work = move |watch| {
        let database = asked.site.database()?.watched_by(watch);
        let complete =
            database.boards()?.into_iter().filter(|board| board.state == State::Complete);
        let boards = complete.map(|board| {
            let board = asked.site.board(BoardSize::new(board.n)?)?.board;
            Ok(board_facts(&board))
        });
        let about = About {
            version: env!("CARGO_PKG_VERSION"),
            boards: boards.collect::<Result<_, Failure>>()?,
        };
        if asked.format == Format::Json {
            return Ok(respond::body(Format::Json.mime(), Keep::No, respond::json(&about)?));
        }
        let frame = asked.frame(None, "About", &["json"]);
        Ok(respond::page(&frame, Keep::No, page::about(&frame, &about)))
    };
    site.quick.run(limit, work).await
}

fn board_facts(board: &Board) -> BoardFacts {
    BoardFacts {
        n: board.n().get(),
        solutions: board.solution_count().ok(),
        orbits: board.orbit_count().ok(),
        tier: board.tier(),
        digest: board.digest(),
    }
}

/// `/8`: queens to place; `/8.json`: the board.
pub(super) async fn board(asked: Asked) -> Result<Response, Failure> {
    match asked.format {
        Format::Html => super::find::find(asked).await,
        Format::Json => {
            let n = asked.n()?;
            asked.fact(n, &[], |_, board| respond::json(&board_facts(board))).await
        }
        _ => Err(Failure::no_such_page()),
    }
}

/// Whether the server answers.
pub(super) async fn health(asked: Asked) -> Result<Response, Failure> {
    let site = Arc::clone(&asked.site);
    let work = move |_| site.database().map(|_| ());
    asked.site.quick.run(asked.site.settings.time_limit, work).await?;
    Ok(respond::body("text/plain; charset=utf-8", Keep::No, "ok\n"))
}

/// The description of the addresses, in OpenAPI 3.1.
pub(super) async fn openapi(_: Asked) -> Result<Response, Failure> {
    let text = include_str!("../openapi.json");
    Ok(respond::body(Format::Json.mime(), Keep::Fact, text))
}

/// Every address may be visited but those that search.
pub(super) async fn robots(_: Asked) -> Result<Response, Failure> {
    let rules = "User-agent: *\nDisallow: /*/find\nDisallow: /*/random\nDisallow: /go\n";
    Ok(respond::body("text/plain; charset=utf-8", Keep::Fact, rules))
}

pub(super) async fn favicon(_: Asked) -> Result<Response, Failure> {
    let to = format!("/assets/{}/favicon.svg", assets::hash());
    Ok(respond::redirect(StatusCode::FOUND, &to, Keep::No))
}

/// `/assets/HASH/NAME`.
pub(super) async fn asset(asked: Asked) -> Result<Response, Failure> {
    let name = asked.file_name();
    match assets::asset(name) {
        Some(asset) if asked.word(0) == assets::hash() => {
            Ok(respond::body(asset.mime, Keep::Immutable, asset.bytes))
        }
        _ => Err(Failure::no_such_page()),
    }
}

#[derive(Deserialize)]
struct GoQuery {
    n: String,
    #[serde(default)]
    q: String,
}

/// `/go?n=8&q=57`: what a form asks, as an address: a rank, queens, or squares.
pub(super) async fn go(asked: Asked) -> Result<Response, Failure> {
    let GoQuery { n, q } = asked.query()?;
    let n = number(&n).and_then(|n| BoardSize::new(n).ok());
    let n = n.ok_or_else(|| Failure::invalid("expected n=8, or another board size"))?;
    let words: Vec<&str> = q.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let to = match &words[..] {
        words if is_grouped(words) => format!("/{n}/{}", words.concat()),
        [] => format!("/{n}"),
        words if words.iter().any(|word| word.contains('=')) => {
            format!("/{n}/find/{}", words.join(","))
        }
        [rank] if number(rank).is_some() => format!("/{n}/{rank}"),
        _ => match nqdb::parse_queens(&q) {
            Ok(queens) => format!("/{}/of/{}", queens.n(), respond::joined(queens.queens(), ",")),
            Err(error) => {
                let expected = "expected a rank such as 57, squares such as 3=5 7!=4, or queens";
                return Err(Failure::invalid(format!("{expected}: {error}")));
            }
        },
    };
    Ok(respond::redirect(StatusCode::FOUND, &to, Keep::No))
}

/// Whether words are a number with commas before every three digits, such as 17,000,000,000. A queen has two digits.
fn is_grouped(words: &[&str]) -> bool {
    let is_digits = |word: &&str| number(word).is_some();
    words.len() > 1 && words.iter().all(is_digits) && words[1..].iter().all(|word| word.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::is_grouped;

    #[test]
    fn ranks_may_have_commas() {
        assert!(is_grouped(&["17", "000", "000", "000"]));
        assert!(is_grouped(&["1", "234"]));
        for words in [&["1"][..], &["1", "3"], &["123", "45"], &["1", "abc"], &[]] {
            assert!(!is_grouped(words), "{words:?}");
        }
    }
}
