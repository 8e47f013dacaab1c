//! Errors about the boards in a file.

use crate::combinatorics::BoardSize;

/// Why a file can't provide a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The database does not contain the board.
    #[error("N = {n} is not in this database")]
    NotBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// The file to import from does not contain the board.
    #[error("N = {n} is not complete in this file")]
    NotInFile {
        /// Board size.
        n: BoardSize,
    },
    /// The file contains no complete board.
    #[error("there is no complete board in this file")]
    NoBoards,
    /// Another process is rebuilding the board.
    #[error("another process is rebuilding N = {n}; try again when it is done")]
    Rebuilding {
        /// Board size.
        n: BoardSize,
    },
    /// The board uses a codec that this version does not support.
    #[error("N = {n} is stored with codec {codec}, which this version of nqdb does not support")]
    Codec {
        /// Board size.
        n: BoardSize,
        /// The codec number in the table.
        codec: i64,
    },
}
