//! Remedies: what to type or do about an error.

use nqdb::search::{LAST_BUILT_IN, SearchError as Search};
use nqdb::store::{
    BoardError as Board, BuildError as Build, DamageError as Damage, DiskError as Disk,
    LAST_INDEXED, LAST_ON_ONE_MACHINE, LockError as Lock, OpenError as Open, Part,
    PartError as Wrong, StoreError, StoreError as Store,
};
use nqdb::{
    BoardSize, Error, Invalid,
    watch::{Activity, Progress},
};
use nqdb_completion::CompletionError as Completion;
use std::fmt;

pub(super) const MORE_TIME: &str = "allow more time";

/// What to do about a lack of memory.
const MORE_MEMORY: &str = "raise the memory limit (ulimit -v)";

const LOCAL_DISK: &str = "use a file on a local disk, and copy it once it is complete";

const ALL_PUZZLES: &str = "--givens K --all lists all puzzles with K given queens of a small board";

const MAKE_PART: &str = "`nqdb build N --part K/M --db FILE` builds one";

/// The command that counts a part, or a whole index, from scratch.
pub(super) fn rebuild(n: impl fmt::Display, part: Part) -> String {
    match part {
        Part::WHOLE => format!("nqdb build {n} --tier indexed --rebuild"),
        part => format!("nqdb build {n} --part {part} --db FILE --rebuild"),
    }
}

/// What is faster than a search of a board beyond those with built-in cells.
pub(super) fn slow_search(n: impl fmt::Display) -> String {
    format!(
        "a search of it can take minutes to years; `nqdb solve {n}` finds one solution, `nqdb random {n}` draws \
         solutions, and `nqdb count {n} --estimate` estimates the number of all"
    )
}

/// The remedies for the errors of one type, one per row. A text has the fields of the error, as in `{n}`, or values.
macro_rules! remedies {
    ($(#[$doc:meta])* $name:ident: $error:ty;
     $($pattern:pat $(if $when:expr)? => $text:literal $(, $value:expr)*;)*) => {
        $(#[$doc])*
        pub(super) fn $name(error: &$error) -> Option<String> {
            Some(match error {
                $($pattern $(if $when)? => format!($text $(, $value)*),)*
                _ => return None,
            })
        }
    };
}

remedies! {
    /// The remedy for an error of the library.
    remedy: Error;
    Error::Store { kind, .. } => "{}", store_remedy(kind)?;
    Error::RankOutOfReach { .. } => "`nqdb rank --estimate` estimates it, `--columns queens` omits ranks";
    Error::UnknownOrbitCount { n } => "`nqdb count {n} --orbits --estimate` estimates it";
    Error::UnknownCount { n } => "`nqdb count {n} --estimate` estimates it";
    Error::OutOfReach { n, .. } if is_buildable(n) => "`nqdb build {n}` builds its tables, which takes many hours";
    Error::OutOfReach { n, .. } => "`nqdb random {n}` draws solutions";
    Error::ListTooLarge { n, .. } => "`nqdb check - --n {n}` finds what is not a solution";
    Error::NoHome => "use --db PATH, or set NQDB_DB";
    Error::Search(Search::Stopped { progress }) => "{}", more_time(progress);
    Error::Search(Search::NothingBefore { .. }) =>
        "allow more --sample-time or --runs, or count it without --estimate";
    Error::Search(Search::NothingFound { .. }) => "allow more --sample-time or --runs, or search without --estimate";
    Error::Search(Search::HeatmapTooLarge { n, .. }) =>
        "`nqdb heatmap {n} --estimate` estimates it, and conditions such as 1=1 make it smaller";
    Error::Completion(Completion::Invalid(Invalid::Condition { got }))
        if got.split_whitespace().all(|word| word.parse::<u64>().is_ok()) =>
        "`nqdb random` takes several sizes N, also from stdin (-)";
    Error::Completion(Completion::Stopped { .. }) => "{MORE_TIME}, or try another --seed";
    Error::Completion(Completion::PuzzleStopped { .. }) => "{MORE_TIME}";
    Error::Completion(Completion::NoMemory { .. }) => "{MORE_MEMORY}";
    Error::Completion(Completion::NoSuchPuzzle { .. }) =>
        "try more --max-attempts, another --seed, another number of --givens or another --level";
    Error::Completion(Completion::TooManySets { .. }) => "use fewer --givens, or leave out --all";
    Error::Completion(Completion::FewPuzzles { exist, .. }) if *exist > 0 => "{ALL_PUZZLES}";
    Error::Completion(Completion::NoNewPuzzle { level: None, .. }) => "{ALL_PUZZLES}";
    Error::Completion(Completion::NoNewPuzzle { .. }) => "use another --level or a larger N";
}

remedies! {
    /// The option or form with which a rejected board or number could be read or drawn.
    reading_remedy: Invalid;
    Invalid::RowZero { .. } | Invalid::SquareZero { .. } => "use --zero-based if yours count from 0";
    Invalid::Groups { .. } => "separate several numbers by spaces";
    Invalid::PairOrder { .. } => "use --from column-row or --from row-column";
    Invalid::SingleNumber { .. } | Invalid::RowOutside { n: 1 | 2, .. } =>
        "`nqdb unrank N RANK` prints the solution with a rank, --from digits reads words of digits";
    Invalid::SingleColumn { .. } | Invalid::Ambiguous { .. } => "use --from to name the notation";
    Invalid::WrongSize { other: 2, .. } => "write 1=2 for the queen in column 1, row 2";
    Invalid::SquareOutside { .. } =>
        "N is the number of queens; `nqdb solve N` reads partial boards, --from digits reads words of digits";
    Invalid::PictureSize { .. } => "--format text, csv and json print any number";
    Invalid::SheetFull { .. } | Invalid::SheetSize { .. } => "print fewer at a time";
    Invalid::ColumnEmpty { .. } => "`nqdb solve` reads partial boards, `nqdb convert` draws them, without --from";
}

remedies! {
    /// The remedy for an error of a database file.
    store_remedy: StoreError;
    Store::Open(Open::Missing) => "`nqdb build N` creates a database";
    Store::Open(Open::Empty) => "`nqdb build N` initialises it";
    Store::Open(Open::Foreign { .. }) => "choose another file with --db";
    Store::Open(Open::Earlier { .. }) =>
        "remove it, or choose another file with --db, and build or import the boards again";
    Store::Open(Open::NeedsRecovery { .. }) => "run `nqdb build` again, or open the file with write access";
    Store::Open(Open::OtherJournal { journal }) =>
        "remove {} if this file is a restored backup or a copy, else restore one", journal.display();
    Store::Open(Open::Links { .. }) => "give it a name of its own: cp FILE COPY && mv COPY FILE";
    Store::Open(Open::WalMode { .. }) =>
        "make the directory writable, or let a user with write access run: sqlite3 FILE 'PRAGMA journal_mode = DELETE'";
    Store::Lock(Lock::Held { .. }) =>
        "wait for it (`nqdb build --wait SECONDS`), or stop it (the next build resumes it)";
    Store::Lock(Lock::Busy { .. }) => "try again when the other process is done, or use a local disk";
    Store::Lock(Lock::NoLocks { .. }) => "{LOCAL_DISK}";
    Store::Damage(Damage::Content { .. }) =>
        "`nqdb verify` lists all damage, `nqdb build --rebuild N` rebuilds a board; a file beyond repair can only be \
         built again in another file (--db PATH)";
    Store::Damage(Damage::Malformed { .. }) =>
        "try again; if the error persists, `nqdb build --rebuild N` rebuilds a board, and --db PATH chooses another file";
    Store::Damage(Damage::Block { n, .. }) | Store::Board(Board::Codec { n, .. }) =>
        "`nqdb build --rebuild {n}` rebuilds the board";
    Store::Damage(Damage::Part { n, part, .. }) => "`{}` counts the part again", rebuild(n, *part);
    Store::Disk(Disk::Failed { operation: "write" | "sync", .. }) =>
        "the disk may be full, or a quota or file-size limit (ulimit -f) reached; a build resumes where it was";
    Store::Disk(Disk::Failed { operation: "lock", .. }) => "{LOCAL_DISK}";
    Store::Disk(Disk::Failed { .. }) => "try again; if the error persists, copy the file to another disk";
    Store::Disk(Disk::ReadOnly { .. }) =>
        "make the file and its directory writable, or choose another file with --db";
    Store::Disk(Disk::Full { .. }) => "free some space and run the command again; a build resumes where it was";
    Store::Board(Board::NotBuilt { n }) if is_buildable(n) => "`nqdb build {n}` builds its tables";
    Store::Board(Board::NotInFile { n }) => "`nqdb build {n} --db FILE` finishes it";
    Store::Board(Board::NoBoards) => "`nqdb build N --db FILE` builds one";
    Store::Build(Build::NoMemory { .. }) => "{MORE_MEMORY}";
    Store::Build(Build::SourceDate { .. }) => "unset it, or set it to a Unix timestamp, as `date +%s` prints";
    Store::Build(Build::NoParts { .. }) => "use --tier indexed";
    Store::Build(Build::TooLarge { n, .. }) if n.get() <= LAST_INDEXED => "use --tier indexed";
    Store::Build(Build::NotIndexable { n, first, .. }) if n.get() < *first => "use --tier stored";
    Store::Build(Build::TooLarge { .. } | Build::NotIndexable { .. }) => "this board can only be searched";
    Store::Build(Build::OtherTier { wanted, .. }) => "use --rebuild to convert it to {wanted}";
    Store::Build(Build::OtherPart { .. }) =>
        "choose another file with --db, or use --rebuild to discard that part";
    Store::Build(Build::AlreadyBuilt { .. }) => "use --rebuild to replace it";
    Store::Part(Wrong::Wrong { .. }) =>
        "`nqdb verify --deep --db PART` counts units of a part again, --samples K of them";
    Store::Part(Wrong::Twice { .. } | Wrong::GivenTwice) => "leave one of the two out";
    Store::Part(Wrong::OfOther { .. } | Wrong::OfDivision { .. }) => "leave it out";
    Store::Part(Wrong::Changed { .. }) => "merge when no build is writing the parts";
    Store::Part(Wrong::Missing { n, of, .. }) => "`nqdb build {n} --part K/{of} --db FILE` builds part K";
    Store::Part(Wrong::NotOne { .. }) => "{MAKE_PART}";
    Store::Part(Wrong::Unfinished { n, part }) => "`nqdb build {n} --part {part} --db FILE` resumes it";
    Store::Stopped { progress } if progress.activity == Activity::Building =>
        "{MORE_TIME}; the next build resumes this one";
    Store::Stopped { progress } if progress.activity == Activity::Rebuilding => "{MORE_TIME}; the board is as it was";
    Store::Stopped { .. } | Store::Interrupted => "{MORE_TIME}";
}

/// Whether one machine can build the tables of a board.
fn is_buildable(n: &BoardSize) -> bool {
    n.get() <= LAST_ON_ONE_MACHINE
}

/// The remedy for a search that was stopped: hardly more time, if it has made no progress on a large board.
fn more_time(progress: &Progress) -> String {
    let is_hopeless = progress.activity == Activity::Searching
        && progress.n.is_some_and(|n| n > LAST_BUILT_IN)
        && progress.fraction.is_none_or(|fraction| fraction < 1e-3);
    match progress.n.filter(|_| is_hopeless) {
        Some(n) => format!("{MORE_TIME}, but {}", slow_search(n)),
        None => MORE_TIME.to_owned(),
    }
}

/// A fault of a part, with its remedy, which can differ from that of a database.
pub(super) fn part_fault(fault: &StoreError) -> String {
    let remedy = match fault {
        Store::Open(Open::Missing | Open::Empty) => MAKE_PART,
        Store::Open(Open::Earlier { .. }) => {
            "remove it: `nqdb build N --part K/M --db FILE` counts the part again"
        }
        Store::Open(Open::Directory | Open::NotAFile | Open::NotSqlite | Open::Foreign { .. }) => {
            "leave it out"
        }
        Store::Damage(Damage::Content { .. } | Damage::Malformed { .. }) => {
            "try again; if the error persists, remove the file: `nqdb build N --part K/M --db FILE` counts the part again"
        }
        _ => &store_remedy(fault).unwrap_or_default(),
    };
    if remedy.is_empty() { fault.to_string() } else { format!("{fault}; {remedy}") }
}
