//! The next queens under a prefix: `/20/tree/10-3.json`.

use super::asked::{Asked, number};
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::model::PrefixTree;
use crate::serve::respond;
use axum::response::Response;

pub(super) async fn tree(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    if asked.format != Format::Json {
        return Err(Failure::no_such_page());
    }
    let word = asked.word(1);
    let rows = match word {
        // Without a prefix the last word is this one.
        "tree" => Some(Vec::new()),
        word => word.split('-').map(row_of).collect(),
    };
    let prefix: Vec<u8> = rows.ok_or_else(|| {
        Failure::invalid(format!(
            "expected the rows of the first queens, such as 10-3, got {word:?}"
        ))
    })?;
    let canonical = respond::joined(&prefix, "-");
    let path =
        if prefix.is_empty() { format!("/{n}/tree") } else { format!("/{n}/tree/{canonical}") };
    if let Some(elsewhere) = asked.elsewhere(&path) {
        return Ok(elsewhere);
    }
    asked.fact(n, &[], move |_, board| respond::json(&PrefixTree::of(board, prefix)?)).await
}

/// A row, from 1.
fn row_of(word: &str) -> Option<u8> {
    number(word).and_then(|row| row.try_into().ok()).filter(|&row| row > 0)
}
