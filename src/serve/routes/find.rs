//! The solutions that match a pattern: `/8/find/3=5,7!=4`.

use super::asked::Asked;
use crate::answers::queens;
use crate::serve::failure::Failure;
use crate::serve::model::{Count, Found, Match};
use crate::serve::page;
use crate::serve::pool::RequestWatch;
use crate::serve::respond::{self, Format, Keep};
use crate::serve::site::Site;
use axum::response::Response;
use nqdb::{BoardSize, Pattern};
use std::sync::Arc;
use std::time::Instant;

const FORMS: &[&str] = &["json", "ndjson"];

/// Matches that an answer shows.
const FIRST: usize = 8;

pub(super) async fn find(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let word = if asked.word(1) == "find" { "" } else { asked.word(1) };
    let squares: Vec<String> =
        word.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let pattern = Pattern::parse(n, &squares)?;
    let site = Arc::clone(&asked.site);
    let limit = site.settings.time_limit;
    let work = move |watch| {
        let found = answer(&asked.site, n, &pattern, &squares, &watch)?;
        let body = match asked.format {
            Format::Html => {
                let title = match &squares[..] {
                    [] => format!("Place {n} queens"),
                    squares => format!("{n} queens, {}", squares.join(" ")),
                };
                let frame = asked.frame(Some(n), title, FORMS);
                page::place(&frame, n.get(), &squares, Some(&found)).into_string().into()
            }
            Format::Json | Format::Ndjson => respond::json(&found)?,
            _ => return Err(Failure::no_such_page()),
        };
        Ok(respond::body(asked.format.mime(), Keep::No, body))
    };
    site.slow.run(limit, work).await
}

fn answer(
    site: &Site,
    n: BoardSize,
    pattern: &Pattern,
    squares: &[String],
    watch: &RequestWatch,
) -> Result<Found, Failure> {
    let began = Instant::now();
    let board = site.board(n)?.board.watched_by(watch.clone());
    let solutions = board.count_matching(pattern)?;
    let first = board.find(pattern)?.take(FIRST).map(|item| {
        item.map(|(rank, solution)| Match { rank: Some(rank.get()), queens: queens(&solution) })
    });
    Ok(Found {
        n: n.get(),
        squares: squares.to_vec(),
        of: board.solution_count().ok(),
        count: Count::Exact { exact: true, solutions, counts: None },
        first: first.collect::<Result<_, nqdb::Error>>()?,
        done: true,
        micros: began.elapsed().as_micros() as u64,
    })
}
