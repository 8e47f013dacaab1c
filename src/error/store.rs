use super::{Error, how_to_build};
use crate::block::DecodeError;
use crate::combinatorics::BoardSize;
use crate::store::{BuildTier, Part};

/// What is wrong with a database file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// No file.
    #[error("there is no such file; `nqdb build N` makes a database")]
    Missing,
    /// A device, a pipe or a socket.
    #[error("this is not a regular file, expected an nqdb database file")]
    NoFile,
    /// A board that another process has begun anew.
    #[error("N = {n} is being built anew by another process; ask again when that is done")]
    Rebuilding {
        /// Board size.
        n: BoardSize,
    },
    /// A directory.
    #[error("this is a directory, expected an nqdb database file")]
    Directory,
    /// An SQLite database without anything in it.
    #[error(
        "there is nothing in this file yet, expected an nqdb database; `nqdb build N` makes one of it"
    )]
    Empty,
    /// Not an SQLite database.
    #[error("this file is not an SQLite database, expected an nqdb database")]
    NotSqlite,
    /// Somebody else's SQLite database.
    #[error(
        "this SQLite database was not made by nqdb (application id {found:#010x}, expected {expected:#010x}); it is left as it is, name another file"
    )]
    Foreign {
        /// The file's application id.
        found: i32,
        /// nqdb's.
        expected: i32,
    },
    /// Made by a later version.
    #[error(
        "this database has schema version {found}, and this nqdb knows versions up to {supported}; use a newer nqdb"
    )]
    Newer {
        /// The file's version.
        found: i32,
        /// The last one that this program knows.
        supported: i32,
    },
    /// The file can't be opened.
    #[error("the file can't be opened for reading: {what}")]
    Unreadable {
        /// What the system said.
        what: String,
    },
    /// A part of the file that can't be what a build wrote.
    #[error(
        "the file is damaged: {what}; `nqdb verify` lists all damage, `nqdb build --rebuild N` makes a board anew (or delete the file and build again)"
    )]
    Damaged {
        /// What was expected, what came.
        what: String,
    },
    /// A board in a form that this version does not read.
    #[error(
        "N = {n} is {}; `nqdb build --rebuild {n}` makes the board anew", stored_with(*codec)
    )]
    Codec {
        /// Board size.
        n: BoardSize,
        /// The number in the table.
        codec: i64,
    },
    /// A block that can't be decoded.
    #[error(
        "the file is damaged: N = {n}, the block at rank {first_rank}: {source}; `nqdb build --rebuild {n}` makes the board anew"
    )]
    Block {
        /// Board size.
        n: BoardSize,
        /// First rank of the block.
        first_rank: u64,
        /// What is wrong with its bytes.
        source: DecodeError,
    },
    /// The file or its directory can't be written.
    #[error(
        "the database can't be written: {what}; make the file and its directory writable, or name another file"
    )]
    ReadOnly {
        /// What the system said.
        what: String,
    },
    /// An interrupted build left a journal that a reader without write access can't roll back.
    #[error(
        "a build was interrupted here and this process may not write to finish the roll-back ({what}); run `nqdb build` once more, or open the file where it is writable"
    )]
    NeedsRecovery {
        /// What SQLite said.
        what: String,
    },
    /// Another process builds.
    #[error(
        "another build holds this database: {holder}; wait for it, or end it (a later build goes on where it was)"
    )]
    Locked {
        /// Who, as the lock file says.
        holder: String,
    },
    /// Another process has the SQLite file locked.
    #[error("another process keeps the database locked ({what}); try again when it is done")]
    Busy {
        /// What SQLite said.
        what: String,
    },
    /// Too little room.
    #[error(
        "not enough room: the build needs about {needed} bytes and {free} are free; free some, or name a file on another disk with --db"
    )]
    NoRoom {
        /// Bytes, an estimate from above.
        needed: u64,
        /// Bytes free for this user.
        free: u64,
    },
    /// The disk is full.
    #[error("the disk is full ({what}); free some room and build again, it goes on where it was")]
    DiskFull {
        /// What SQLite said.
        what: String,
    },
    /// A board too large for the tier.
    #[error(
        "N = {n} is too large for the stored tier, which goes to N = {last}; without tables it is searched"
    )]
    TooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest stored board.
        last: u8,
    },
    /// A board outside the indexed tier.
    #[error("N = {n} can't be indexed, only N = {first} to {last}; without tables it is searched")]
    NotIndexable {
        /// Board size.
        n: BoardSize,
        /// The smallest indexed board.
        first: u8,
        /// The largest one.
        last: u8,
    },
    /// A part of a stored board.
    #[error(
        "only the work of an index is divided into parts; N = {n} would be stored, say --tier indexed"
    )]
    NoParts {
        /// Board size.
        n: BoardSize,
    },
    /// A complete board on another tier than is wanted.
    #[error("N = {n} is {there} here; if it shall be {wanted} instead, say --rebuild")]
    OtherTier {
        /// Board size.
        n: BoardSize,
        /// What it is.
        there: BuildTier,
        /// What it should be.
        wanted: BuildTier,
    },
    /// Counts of another part of the work than is wanted.
    #[error(
        "the work of N = {n} was begun here as part {there}, not {wanted}; name another file with --db, or say --rebuild to forget it"
    )]
    OtherPart {
        /// Board size.
        n: BoardSize,
        /// What is there.
        there: Part,
        /// What is wanted.
        wanted: Part,
    },
    /// A board that would be replaced.
    #[error("N = {n} is complete in this file; to replace it, say --rebuild")]
    AlreadyBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// A board that is begun and would be replaced.
    #[error("a build of N = {n} was begun in this file; finish it, or say --rebuild to replace it")]
    Unfinished {
        /// Board size.
        n: BoardSize,
    },
    /// Parts whose counts are wrong.
    #[error(
        "the parts of N = {n} add up to {got} {what}, and {expected} are known: one of them is wrong; count it again with --rebuild"
    )]
    PartsWrong {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The sum.
        got: u64,
    },
    /// A file that would be taken into itself.
    #[error("this is the database itself; name another file to take boards from")]
    SameFile,
    /// A board that another file does not have.
    #[error("N = {n} is not complete in this file")]
    NotInFile {
        /// Board size.
        n: BoardSize,
    },
    /// A file without a complete board.
    #[error("there is no complete board in this file")]
    NoBoards,
    /// A merge of nothing.
    #[error("no part was given")]
    NoPartGiven,
    /// A file that is no part.
    #[error(
        "this file holds {got} parts of an index, expected one, made by `nqdb build N --part K/M`"
    )]
    NotOnePart {
        /// How many.
        got: usize,
    },
    /// A part that is not counted to its end.
    #[error("part {part} of N = {n} is not finished; build it again, it goes on where it was")]
    PartUnfinished {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
    },
    /// A part of another board.
    #[error("this is a part of N = {n}, the parts before it are of N = {expected}")]
    PartOfOther {
        /// Its board size.
        n: BoardSize,
        /// The others'.
        expected: BoardSize,
    },
    /// A part that overlaps with those before it.
    #[error("part {part} counts what a part before it has counted already")]
    PartTwice {
        /// Which part.
        part: Part,
    },
    /// Parts that do not make a board.
    #[error("the parts do not make N = {n}: missing {missing}")]
    PartsMissing {
        /// Board size.
        n: BoardSize,
        /// Which.
        missing: String,
    },
    /// Counts that contradict what is known.
    #[error(
        "the build of N = {n} came to {got} {what}, and {expected} are known; the board is not marked complete, please report this"
    )]
    WrongCount {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The built one.
        got: u64,
    },
    /// A board that is not there.
    #[error("N = {n} is not in this database{}", how_to_build(*n))]
    NotBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// The system failed to read or write.
    #[error("{0}")]
    Io(std::io::Error),
    /// Anything else that SQLite says.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
}

/// How a board is stored that can't be read.
pub(crate) fn stored_with(codec: i64) -> String {
    let who = match codec {
        1 => "only the first nqdb wrote and this one no longer reads",
        _ => "this nqdb does not know",
    };
    format!("stored with codec {codec}, which {who}")
}

impl StoreError {
    /// The error with the file that it is about.
    pub(crate) fn at(self, path: &std::path::Path) -> Error {
        Error::Store { path: path.to_owned(), kind: self }
    }

    /// A damaged file, in words.
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        StoreError::Damaged { what: what.into() }
    }
}
