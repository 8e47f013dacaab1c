//! The next queens under a prefix: `/20/tree/10-3.json`.

use crate::failure::Failure;
use crate::page::joined;
use crate::request::{Format, Url, number};
use crate::response::json;
use crate::task::{Cost, Step, Task};
use nqdb::{Board, Rank};
use serde::Serialize;

/// The largest N whose counts below any prefix take less than 100 ms without tables.
const LAST_QUICK: usize = 18;

/// `/20/tree/10-3.json`.
#[derive(Serialize)]
struct PrefixTree {
    n: usize,
    /// The rows of the first queens.
    prefix: Vec<u8>,
    /// The rank of the first solution with this prefix; `None` if there is none.
    first: Option<u64>,
    solutions: u64,
    /// The rows of the next queen that have solutions, in order.
    children: Vec<NextQueen>,
}

#[derive(Serialize)]
struct NextQueen {
    row: u8,
    /// The rank of the first solution.
    first: u64,
    solutions: u64,
}

pub(crate) fn tree(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    if url.format != Format::Json {
        return Err(Failure::no_such_page());
    }
    let words = Some(url.word(2)).filter(|words| !words.is_empty());
    let row = |word| u8::try_from(number(word)?).ok().filter(|&row| row > 0);
    let rows = words.into_iter().flat_map(|words| words.split('-')).map(row);
    let prefix = rows.collect::<Option<Vec<u8>>>().ok_or_else(|| {
        let expected = "expected the rows of the first queens, such as 10-3";
        Failure::invalid(format!("{expected}, got {:?}", url.word(2)))
    })?;
    let canonical = joined(&prefix, "-");
    let path =
        if prefix.is_empty() { format!("/{n}/tree") } else { format!("/{n}/tree/{canonical}") };
    let work = move |_: &_, board: &_| json(&PrefixTree::of(board, prefix.clone())?);
    // Without tables all cells below the prefix are counted.
    let cost = if n.get() <= LAST_QUICK { Cost::LookUp(n) } else { Cost::Search };
    Ok(Task::fact(url, n, work).costing(cost).at(&path, None))
}

impl PrefixTree {
    /// The tree under queens in these rows, from 1.
    fn of(board: &Board, prefix: Vec<u8>) -> nqdb::Result<Self> {
        let rows: Vec<u8> = prefix.iter().map(|row| row.wrapping_sub(1)).collect();
        let tree = board.children(&rows)?;
        let children = tree.children.into_iter().map(|child| NextQueen {
            row: child.row + 1,
            first: child.first.get(),
            solutions: child.solutions,
        });
        Ok(PrefixTree {
            n: board.n().get(),
            prefix,
            first: tree.first.map(Rank::get),
            solutions: tree.solutions,
            children: children.collect(),
        })
    }
}
