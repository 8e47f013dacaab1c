//! The next queens under a prefix: `/20/tree/10-3.json`.

use super::asked::{Asked, number};
use crate::serve::failure::Failure;
use crate::serve::respond::Format;
use axum::response::Response;

pub(super) async fn tree(asked: Asked) -> Result<Response, Failure> {
    let _n = asked.n()?;
    if asked.format != Format::Json {
        return Err(Failure::no_such_page());
    }
    let word = if asked.word(1) == "tree" { "" } else { asked.word(1) };
    let rows = word.split('-').filter(|row| !row.is_empty());
    let _rows: Option<Vec<u64>> = rows.map(number).collect();
    Err(Failure::no_such_page())
}
