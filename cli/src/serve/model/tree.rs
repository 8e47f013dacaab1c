//! The next queens under a prefix: `/20/tree/10-3.json`.

use nqdb::{Board, Rank, Result};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct PrefixTree {
    pub(crate) n: usize,
    /// The rows of the first queens.
    pub(crate) prefix: Vec<u8>,
    /// The rank of the first solution that begins so; `None` where there is none.
    pub(crate) first: Option<u64>,
    /// How many solutions begin so.
    pub(crate) solutions: u64,
    /// The rows of the next queen that have solutions, in order.
    pub(crate) children: Vec<NextQueen>,
}

#[derive(Serialize)]
pub(crate) struct NextQueen {
    pub(crate) row: u8,
    /// The rank of the first solution.
    pub(crate) first: u64,
    pub(crate) solutions: u64,
}

impl PrefixTree {
    /// The tree under queens in these rows, from 1.
    pub(crate) fn of(board: &Board, prefix: Vec<u8>) -> Result<Self> {
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
