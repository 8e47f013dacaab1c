//! The next queens under a prefix: `/20/tree/10-3.json`.

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
    pub(crate) children: Vec<Child>,
}

#[derive(Serialize)]
pub(crate) struct Child {
    pub(crate) row: u8,
    /// The rank of the first solution.
    pub(crate) first: u64,
    pub(crate) solutions: u64,
}
