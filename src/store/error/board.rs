//! Errors about the boards in a file.

use crate::combinatorics::BoardSize;

/// Why a file has no such board, or not in a form that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A board that is not there.
    #[error("N = {n} is not in this database")]
    NotBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// A board that another file does not have.
    #[error("N = {n} is not complete in this file")]
    NotInFile {
        /// Board size.
        n: BoardSize,
    },
    /// A file without a complete board.
    #[error("there is no complete board in this file")]
    NoBoards,
    /// A board that another process rebuilds.
    #[error("another process is rebuilding N = {n}; try again when it is done")]
    Rebuilding {
        /// Board size.
        n: BoardSize,
    },
    /// A board in a form that this version does not read.
    #[error("N = {n} is stored with codec {codec}, which this nqdb does not know")]
    Codec {
        /// Board size.
        n: BoardSize,
        /// The number in the table.
        codec: i64,
    },
}
