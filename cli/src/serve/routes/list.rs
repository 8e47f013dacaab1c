//! Successive solutions: `/8/list?from=50&limit=10`.

use super::asked::Asked;
use crate::answers::{RankedSolutionJson, one_line};
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::model::SolutionList;
use crate::serve::page::{self, Frame};
use crate::serve::respond;
use axum::response::Response;
use nqdb::{Board, Rank};
use serde::Deserialize;

const FORMS: &[&str] = &["json", "csv"];

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default = "first")]
    from: u64,
    #[serde(default = "some")]
    limit: u64,
}

fn first() -> u64 {
    1
}

fn some() -> u64 {
    100
}

pub(super) async fn list(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let ListQuery { from, limit } = asked.query()?;
    let from = Rank::new(from)?;
    let longest = SolutionList::LONGEST;
    if !(1..=longest).contains(&limit) {
        return Err(Failure::invalid(format!("limit is from 1 to {longest}, got {limit}")));
    }
    asked.fact(n, FORMS, move |asked, board| body(asked, board, from, limit)).await
}

fn body(
    asked: &Asked,
    board: &Board,
    from: Rank,
    limit: u64,
) -> Result<axum::body::Bytes, Failure> {
    let list = SolutionList::of(board, from, limit)?;
    match asked.format {
        Format::Html => {
            let n = board.n();
            let title = format!("{n} queens, solutions from {from}");
            let query = asked.parameters();
            let frame = Frame { query, ..asked.frame(Some(n), title, FORMS) };
            Ok(page::list(&frame, &list).into_string().into())
        }
        Format::Json => respond::json(&list),
        Format::Csv => {
            let lines = list.list.iter().map(|item| {
                RankedSolutionJson::csv(Some(item.rank), None, one_line(&item.queens)) + "\n"
            });
            Ok(format!("{}\n{}", RankedSolutionJson::COLUMNS, lines.collect::<String>()).into())
        }
        _ => Err(Failure::no_such_page()),
    }
}
