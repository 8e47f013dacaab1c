//! Remedies: what to type or do about an error.

use nqdb::{
    Activity, Error, Invalid, Progress,
    search::{LAST_BUILT_IN, SearchError},
    store::{
        BoardError, BuildError, DamageError, DiskError, LAST_INDEXED, LAST_ON_ONE_MACHINE,
        LockError, OpenError, Part, PartError, StoreError,
    },
};
use nqdb_completion::CompletionError;
use std::fmt;

pub(super) const MORE_TIME: &str = "allow more time";

/// What to do about a lack of memory.
const MORE_MEMORY: &str = "raise the memory limit (ulimit -v)";

const LOCAL_DISK: &str = "use a file on a local disk, and copy it once it is complete";

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

/// The remedy for an error of the library.
pub(super) fn remedy(error: &Error) -> Option<String> {
    use CompletionError as Completion;
    use SearchError as Search;
    Some(match error {
        Error::Store { kind, .. } => store_remedy(kind)?,
        Error::RankOutOfReach { .. } => {
            "`nqdb rank --estimate` estimates it, `--columns queens` omits ranks".into()
        }
        Error::UnknownOrbitCount { n } => {
            format!("`nqdb count {n} --orbits --estimate` estimates it")
        }
        Error::UnknownCount { n } => format!("`nqdb count {n} --estimate` estimates it"),
        Error::OutOfReach { n, .. } if n.get() <= LAST_ON_ONE_MACHINE.into() => {
            format!("`nqdb build {n}` builds its tables, which takes many hours")
        }
        Error::OutOfReach { n, .. } => format!("`nqdb random {n}` draws solutions"),
        Error::NoHome => "use --db PATH, or set NQDB_DB".into(),
        Error::Search(Search::Stopped { progress }) => more_time(progress),
        Error::Search(Search::NothingBefore { .. }) => {
            "allow more --sample-time or --runs, or count it without --estimate".into()
        }
        Error::Search(Search::NothingFound { .. }) => {
            "allow more --sample-time or --runs, or search without --estimate".into()
        }
        Error::Search(Search::HeatmapTooLarge { n, .. }) => format!(
            "`nqdb heatmap {n} --estimate` estimates it, and conditions such as 1=1 make it smaller"
        ),
        Error::Completion(Completion::Stopped { .. }) => {
            format!("{MORE_TIME}, or try another --seed")
        }
        Error::Completion(Completion::PuzzleStopped { .. }) => MORE_TIME.into(),
        Error::Completion(Completion::NoMemory { .. }) => MORE_MEMORY.into(),
        Error::Completion(Completion::NoSuchPuzzle { .. }) => {
            "try more --max-attempts, another --seed, or another number of --givens".into()
        }
        Error::Completion(Completion::TooManySets { .. }) => {
            "use fewer --givens, or leave out --all".into()
        }
        Error::Completion(Completion::FewPuzzles { exist: 0, .. }) => return None,
        Error::Completion(Completion::NoNewPuzzle { .. } | Completion::FewPuzzles { .. }) => {
            "--givens K --all lists all puzzles with K given queens of a small board".into()
        }
        _ => return None,
    })
}

/// The remedy for a search that was stopped: hardly more time, if it has made no progress on a large board.
fn more_time(progress: &Progress) -> String {
    let is_hopeless = progress.activity == Activity::Searching
        && progress.n.is_some_and(|n| n > LAST_BUILT_IN as u64)
        && progress.fraction.is_none_or(|fraction| fraction < 1e-3);
    match progress.n.filter(|_| is_hopeless) {
        Some(n) => format!("{MORE_TIME}, but {}", slow_search(n)),
        None => MORE_TIME.to_owned(),
    }
}

/// The option or form with which a rejected board or number could be read.
pub(super) fn reading_remedy(error: &Invalid) -> Option<&'static str> {
    Some(match error {
        Invalid::RowZero { .. } | Invalid::SquareZero { .. } => {
            "use --zero-based if yours count from 0"
        }
        Invalid::Groups { .. } => "separate several numbers by spaces",
        Invalid::PairOrder { .. } => "use --from column-row or --from row-column",
        Invalid::SingleNumber { .. } | Invalid::RowOutside { n: 1 | 2, .. } => {
            "`nqdb unrank N RANK` prints the solution with a rank, --from digits reads words of digits"
        }
        Invalid::SingleColumn { .. } | Invalid::Ambiguous { .. } => {
            "use --from to name the notation"
        }
        Invalid::WrongSize { other: 2, .. } => "write 1=2 for the queen in column 1, row 2",
        Invalid::SquareOutside { .. } => {
            "N is the number of queens; `nqdb solve N` reads partial boards, --from digits reads words of digits"
        }
        Invalid::ColumnEmpty { .. } => {
            "`nqdb solve` reads partial boards, `nqdb convert` draws them, without --from"
        }
        _ => return None,
    })
}

fn store_remedy(error: &StoreError) -> Option<String> {
    Some(match error {
        StoreError::Open(OpenError::Missing) => "`nqdb build N` creates a database".into(),
        StoreError::Open(OpenError::Empty) => "`nqdb build N` initialises it".into(),
        StoreError::Open(OpenError::Foreign { .. }) => "choose another file with --db".into(),
        StoreError::Open(OpenError::Earlier { .. }) => {
            "remove it, or choose another file with --db, and build or import the boards again"
                .into()
        }
        StoreError::Open(OpenError::NeedsRecovery { .. }) => {
            "run `nqdb build` again, or open the file with write access".into()
        }
        StoreError::Open(OpenError::OtherJournal { journal }) => format!(
            "remove {} if this file is a restored backup or a copy, else restore one",
            journal.display()
        ),
        StoreError::Open(OpenError::Links { .. }) => {
            "give it a name of its own: cp FILE COPY && mv COPY FILE".into()
        }
        StoreError::Open(OpenError::WalMode { .. }) => {
            "make the directory writable, or let a user with write access run: sqlite3 FILE 'PRAGMA journal_mode = DELETE'"
                .into()
        }
        StoreError::Lock(LockError::Held { .. }) => {
            "wait for it (`nqdb build --wait SECONDS`), or stop it (the next build resumes it)"
                .into()
        }
        StoreError::Lock(LockError::Busy { .. }) => {
            "try again when the other process is done, or use a local disk".into()
        }
        StoreError::Lock(LockError::NoLocks { .. }) => LOCAL_DISK.into(),
        StoreError::Damage(DamageError::Content { .. }) => {
            "`nqdb verify` lists all damage, `nqdb build --rebuild N` rebuilds a board; \
             a file beyond repair can only be built again in another file (--db PATH)"
                .into()
        }
        StoreError::Damage(DamageError::Malformed { .. }) => {
            "try again; if the error persists, `nqdb build --rebuild N` rebuilds a board, \
             and --db PATH chooses another file"
                .into()
        }
        StoreError::Damage(DamageError::Block { n, .. })
        | StoreError::Board(BoardError::Codec { n, .. }) => {
            format!("`nqdb build --rebuild {n}` rebuilds the board")
        }
        StoreError::Damage(DamageError::Part { n, part, .. }) => {
            format!("`{}` counts the part again", rebuild(n, *part))
        }
        StoreError::Disk(DiskError::Failed { operation, .. }) => match *operation {
            "write" | "sync" => {
                "the disk may be full, or a quota or file-size limit (ulimit -f) reached; \
                 a build resumes where it was"
            }
            "lock" => LOCAL_DISK,
            _ => "try again; if the error persists, copy the file to another disk",
        }
        .into(),
        StoreError::Disk(DiskError::ReadOnly { .. }) => {
            "make the file and its directory writable, or choose another file with --db".into()
        }
        StoreError::Disk(DiskError::Full { .. }) => {
            "free some space and run the command again; a build resumes where it was".into()
        }
        StoreError::Board(BoardError::NotBuilt { n }) if n.get() <= LAST_ON_ONE_MACHINE.into() => {
            format!("`nqdb build {n}` builds its tables")
        }
        StoreError::Board(BoardError::NotInFile { n }) => {
            format!("`nqdb build {n} --db FILE` finishes it")
        }
        StoreError::Board(BoardError::NoBoards) => "`nqdb build N --db FILE` builds one".into(),
        StoreError::Build(error) => build_remedy(error)?,
        StoreError::Part(error) => part_remedy(error)?,
        StoreError::Stopped { progress } => match progress.activity {
            Activity::Building => format!("{MORE_TIME}; the next build resumes this one"),
            Activity::Rebuilding => format!("{MORE_TIME}; the board is as it was"),
            _ => MORE_TIME.into(),
        },
        StoreError::Interrupted => MORE_TIME.into(),
        _ => return None,
    })
}

fn build_remedy(error: &BuildError) -> Option<String> {
    Some(match error {
        BuildError::NoMemory { .. } => MORE_MEMORY.into(),
        BuildError::NoRoom { .. } => {
            "free some space, or choose a file on another disk with --db".into()
        }
        BuildError::SourceDate { .. } => {
            "unset it, or set it to a Unix timestamp, as `date +%s` prints".into()
        }
        BuildError::NoParts { .. } => "use --tier indexed".into(),
        BuildError::TooLarge { n, .. } if n.get() <= LAST_INDEXED.into() => {
            "use --tier indexed".into()
        }
        BuildError::NotIndexable { n, first, .. } if n.get() < usize::from(*first) => {
            "use --tier stored".into()
        }
        BuildError::TooLarge { .. } | BuildError::NotIndexable { .. } => {
            "this board can only be searched".into()
        }
        BuildError::OtherTier { wanted, .. } => format!("use --rebuild to convert it to {wanted}"),
        BuildError::OtherPart { .. } => {
            "choose another file with --db, or use --rebuild to discard that part".into()
        }
        BuildError::AlreadyBuilt { .. } => "use --rebuild to replace it".into(),
        _ => return None,
    })
}

fn part_remedy(error: &PartError) -> Option<String> {
    Some(match error {
        PartError::Wrong { .. } => {
            "`nqdb verify --deep --db PART` counts units of a part again, --samples K of them"
                .into()
        }
        PartError::Twice { .. } | PartError::GivenTwice => "leave one of the two out".into(),
        PartError::OfOther { .. } | PartError::OfDivision { .. } => "leave it out".into(),
        PartError::Changed { .. } => "merge when no build is writing the parts".into(),
        PartError::Missing { n, of, .. } => {
            format!("`nqdb build {n} --part K/{of} --db FILE` builds part K")
        }
        PartError::NotOne { .. } => MAKE_PART.into(),
        PartError::Unfinished { n, part } => {
            format!("`nqdb build {n} --part {part} --db FILE` resumes it")
        }
        _ => return None,
    })
}

/// A fault of a part, with its remedy, which can differ from that of a database.
pub(super) fn part_fault(fault: &StoreError) -> String {
    let remedy = match fault {
        StoreError::Open(OpenError::Missing | OpenError::Empty) => MAKE_PART,
        StoreError::Open(OpenError::Earlier { .. }) => {
            "remove it: `nqdb build N --part K/M --db FILE` counts the part again"
        }
        StoreError::Open(
            OpenError::Directory
            | OpenError::NotAFile
            | OpenError::NotSqlite
            | OpenError::Foreign { .. },
        ) => "leave it out",
        StoreError::Damage(DamageError::Content { .. } | DamageError::Malformed { .. }) => {
            "try again; if the error persists, remove the file: `nqdb build N --part K/M --db FILE` counts the part again"
        }
        _ => &store_remedy(fault).unwrap_or_default(),
    };
    if remedy.is_empty() { fault.to_string() } else { format!("{fault}; {remedy}") }
}
