//! Sheets of puzzles: `/8/puzzles?seed=7&count=6`.

use super::asked::Asked;
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::model::{PuzzleSheet, SheetQuestion};
use crate::serve::page::{self, Frame};
use crate::serve::respond::{self, Keep};
use axum::response::Response;
use serde::Deserialize;

const FORMS: &[&str] = &["json"];

#[derive(Deserialize)]
struct PuzzleQuery {
    #[serde(default = "first")]
    seed: u64,
    #[serde(default = "some")]
    count: u64,
    givens: Option<String>,
}

fn first() -> u64 {
    1
}

fn some() -> u64 {
    6
}

pub(super) async fn puzzles(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    if !matches!(asked.format, Format::Html | Format::Json) {
        return Err(Failure::no_such_page());
    }
    let PuzzleQuery { seed, count, givens } = asked.query()?;
    let (longest, largest) = (PuzzleSheet::LONGEST, PuzzleSheet::LARGEST);
    if !(1..=longest).contains(&count) {
        return Err(Failure::invalid(format!("count is from 1 to {longest}, got {count}")));
    }
    if n.get() > largest {
        return Err(Failure::invalid(format!("puzzles are made up to N = {largest}, got {n}")));
    }
    // An empty field of the form.
    let givens = givens.filter(|givens| !givens.is_empty()).map(|givens| {
        let number = super::asked::number(&givens).filter(|&givens| givens < n.get() as u64);
        number.ok_or_else(|| {
            Failure::invalid(format!("givens is from 0 to {}, got {givens:?}", n.get() - 1))
        })
    });
    let question = SheetQuestion { n: n.get(), seed, count, givens: givens.transpose()? };
    let site = asked.site.clone();
    let work = move |watch| {
        let sheet = PuzzleSheet::of(question, &watch)?;
        if asked.format == Format::Json {
            return Ok(respond::body(Format::Json.mime(), Keep::Fact, respond::json(&sheet)?));
        }
        let query = asked.parameters();
        let title = format!("{n} queens, puzzles {seed}");
        let frame = Frame { query, ..asked.frame(Some(n), title, FORMS) };
        Ok(respond::page(&frame, Keep::Fact, page::puzzles(&frame, &sheet)))
    };
    site.slow.run(site.settings.time_limit, work).await
}
