//! What commands print on standard output.

pub(crate) mod answers;
pub(crate) mod format;
pub(crate) mod range;
pub(crate) mod sql;
pub(crate) mod table;
pub(crate) mod writer;
