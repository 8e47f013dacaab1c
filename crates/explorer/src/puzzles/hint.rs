//! What follows on a board by the rules of its level, and why: `/8/hint/2=7,5=8,4!=1.json`. The script of a puzzle asks
//! for it.

use crate::failure::Failure;
use crate::request::{Format, Url};
use crate::response::{Keep, Response, json};
use crate::selection::Selected;
use crate::task::{Cost, Step, Task};
use nqdb::Error;
use nqdb_completion::{Deduction, PartialBoard};
use serde::Serialize;

/// `/8/hint/2=7,5=8,4!=1.json`.
#[derive(Serialize)]
struct Hint {
    n: usize,
    /// `None` if nothing follows.
    next: Option<Deduction>,
}

pub(crate) fn hint(url: Url) -> Result<Step, Failure> {
    if url.format != Format::Json {
        return Err(Failure::no_such_page());
    }
    let selected = Selected::parse(&url)?;
    if let Some(property) = selected.properties.first() {
        return Err(Failure::invalid(format!("hints take conditions only, got {property}")));
    }
    let n = selected.n;
    let partial = PartialBoard::parse(n, &selected.conditions).map_err(Error::from)?;
    let task = Task::new(url, Cost::Overview, move |url, _| {
        let hint = Hint { n, next: Deduction::next(&partial) };
        Ok(Response::new(url.format.mime(), Keep::Fact, json(&hint)?))
    });
    Ok(task.at(&selected.path("hint"), None))
}
