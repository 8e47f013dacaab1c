//! Remedies: what to type or do about an error. There is a function for each enum of errors.

use nqdb::{
    Activity, Error, Invalid, Progress,
    search::{LAST_BUILT_IN, SearchError},
    store::{
        BoardError, BuildError, DamageError, DiskError, DiskOperation, LAST_INDEXED,
        LAST_ON_ONE_MACHINE, LockError, OpenError, Part, PartError, StoreError,
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
        "a search of it can take years; `nqdb solve {n}` finds one solution, `nqdb random {n}` draws solutions, and \
         `nqdb count {n} --estimate` estimates the number of all"
    )
}

/// The remedy for an error of the library.
pub(super) fn remedy(error: &Error) -> Option<String> {
    let remedy = match error {
        Error::Search(error) => return search_remedy(error),
        Error::Completion(error) => return completion_remedy(error),
        Error::Store { kind, .. } => return store_remedy(kind),
        Error::RankOutOfReach { .. } => {
            "`nqdb rank --estimate` estimates it, `--columns queens` omits ranks"
        }
        Error::UnknownOrbitCount { n } => {
            return Some(format!("`nqdb count {n} --orbits --estimate` estimates it"));
        }
        Error::UnknownCount { n } => {
            return Some(format!("`nqdb count {n} --estimate` estimates it"));
        }
        Error::OutOfReach { n, .. } if n.get() <= LAST_ON_ONE_MACHINE.into() => {
            return Some(format!("`nqdb build {n}` builds its tables, which takes many hours"));
        }
        Error::OutOfReach { n, .. } => {
            return Some(format!("`nqdb random {n}` draws solutions"));
        }
        Error::NoHome => "use --db PATH, or set NQDB_DB",
        _ => return None,
    };
    Some(remedy.to_owned())
}

fn search_remedy(error: &SearchError) -> Option<String> {
    let remedy = match error {
        SearchError::Stopped { progress } => return Some(more_time(progress)),
        SearchError::NothingBefore { .. } => {
            "allow more --sample-time or --runs, or count it without --estimate"
        }
        SearchError::NothingFound { .. } => {
            "allow more --sample-time or --runs, or search without --estimate"
        }
        SearchError::HeatmapTooLarge { n, .. } => {
            return Some(format!(
                "`nqdb heatmap {n} --estimate` estimates it, and conditions such as 1=1 make it smaller"
            ));
        }
        _ => return None,
    };
    Some(remedy.to_owned())
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

fn completion_remedy(error: &CompletionError) -> Option<String> {
    match error {
        CompletionError::Stopped { .. } => Some(format!("{MORE_TIME}, or try another --seed")),
        CompletionError::PuzzleStopped { .. } => Some(MORE_TIME.to_owned()),
        CompletionError::NoMemory { .. } => Some(MORE_MEMORY.to_owned()),
        CompletionError::NoSuchPuzzle { .. } => Some(
            "try more --max-attempts, another --seed, or another number of --givens".to_owned(),
        ),
        CompletionError::TooManySets { .. } => {
            Some("use fewer --givens, or leave out --all".to_owned())
        }
        CompletionError::FewPuzzles { exist: 0, .. } => None,
        CompletionError::NoNewPuzzle { .. } | CompletionError::FewPuzzles { .. } => Some(
            "--givens K --all lists all puzzles with K given queens of a small board".to_owned(),
        ),
        _ => None,
    }
}

/// The option or form with which a rejected board or number could be read.
pub(super) fn reading_remedy(error: &Invalid) -> Option<&'static str> {
    match error {
        Invalid::RowZero { .. } | Invalid::SquareZero { .. } => {
            Some("use --zero-based if yours count from 0")
        }
        Invalid::Groups { .. } => Some("separate several numbers by spaces"),
        Invalid::PairOrder { .. } => Some("use --from column-row or --from row-column"),
        Invalid::SingleNumber { .. } | Invalid::RowOutside { n: 1 | 2, .. } => {
            Some("`nqdb unrank N RANK` prints the solution with a rank")
        }
        Invalid::SingleColumn { .. } | Invalid::Ambiguous { .. } => {
            Some("use --from to name the notation")
        }
        Invalid::Numbered { .. } => Some("use --from one-line"),
        Invalid::SquareOutside { .. } => {
            Some("N is the number of queens; `nqdb solve N` reads partial boards")
        }
        Invalid::ColumnEmpty { .. } => {
            Some("`nqdb solve` reads partial boards, `nqdb convert` draws them, without --from")
        }
        _ => None,
    }
}

fn store_remedy(error: &StoreError) -> Option<String> {
    let remedy = match error {
        StoreError::Open(error) => open_remedy(error)?,
        StoreError::Lock(LockError::Held { .. }) => {
            "wait for it (`nqdb build --wait SECONDS`), or stop it (the next build resumes it)"
        }
        StoreError::Lock(LockError::Busy { .. }) => {
            "try again when the other process is done, or use a local disk"
        }
        StoreError::Lock(LockError::NoLocks { .. }) => LOCAL_DISK,
        StoreError::Damage(error) => return damage_remedy(error),
        StoreError::Disk(error) => disk_remedy(error)?,
        StoreError::Board(error) => return board_remedy(error),
        StoreError::Build(error) => return build_remedy(error),
        StoreError::Part(error) => return part_remedy(error),
        StoreError::Stopped { progress } => {
            return Some(match progress.activity {
                Activity::Building => format!("{MORE_TIME}; the next build resumes this one"),
                Activity::Rebuilding => format!("{MORE_TIME}; the board is as it was"),
                _ => MORE_TIME.to_owned(),
            });
        }
        StoreError::Interrupted => MORE_TIME,
        _ => return None,
    };
    Some(remedy.to_owned())
}

fn open_remedy(error: &OpenError) -> Option<&'static str> {
    match error {
        OpenError::Missing => Some("`nqdb build N` creates a database"),
        OpenError::Empty => Some("`nqdb build N` initialises it"),
        OpenError::Foreign { .. } => Some("choose another file with --db"),
        OpenError::Earlier { .. } => Some(
            "remove it, or choose another file with --db, and build or import the boards again",
        ),
        OpenError::NeedsRecovery { .. } => {
            Some("run `nqdb build` again, or open the file with write access")
        }
        _ => None,
    }
}

fn damage_remedy(error: &DamageError) -> Option<String> {
    let remedy = match error {
        DamageError::Content { .. } => {
            "`nqdb verify` lists all damage, `nqdb build --rebuild N` rebuilds a board; \
             a file beyond repair can only be built again in another file (--db PATH)"
        }
        DamageError::Malformed { .. } => {
            "try again; if the error persists, `nqdb verify` lists the damage, \
             `nqdb build --rebuild N` rebuilds a board, and --db PATH chooses another file"
        }
        DamageError::Block { n, .. } => return Some(rebuild_board(n)),
        DamageError::Part { n, part, .. } => {
            return Some(format!("`{}` counts the part again", rebuild(n, *part)));
        }
        _ => return None,
    };
    Some(remedy.to_owned())
}

fn rebuild_board(n: impl fmt::Display) -> String {
    format!("`nqdb build --rebuild {n}` rebuilds the board")
}

fn disk_remedy(error: &DiskError) -> Option<&'static str> {
    match error {
        DiskError::Failed { operation, .. } => Some(match operation {
            DiskOperation::Write | DiskOperation::Sync => {
                "the disk may be full, or a quota or file-size limit (ulimit -f) reached; \
                 building again resumes the build"
            }
            DiskOperation::Lock => LOCAL_DISK,
            _ => "try again; if the error persists, copy the file to another disk",
        }),
        DiskError::ReadOnly { .. } => {
            Some("make the file and its directory writable, or choose another file with --db")
        }
        DiskError::Full { .. } => Some("free some space and build again, which resumes the build"),
        _ => None,
    }
}

fn board_remedy(error: &BoardError) -> Option<String> {
    match error {
        BoardError::Codec { n, .. } => Some(rebuild_board(n)),
        BoardError::NotBuilt { n } if n.get() <= LAST_ON_ONE_MACHINE.into() => {
            Some(format!("`nqdb build {n}` builds its tables"))
        }
        BoardError::NotInFile { n } => Some(format!("`nqdb build {n} --db FILE` finishes it")),
        BoardError::NoBoards => Some("`nqdb build N --db FILE` builds one".to_owned()),
        _ => None,
    }
}

fn build_remedy(error: &BuildError) -> Option<String> {
    let remedy = match error {
        BuildError::NoMemory { .. } => MORE_MEMORY,
        BuildError::NoRoom { .. } => "free some space, or choose a file on another disk with --db",
        BuildError::SourceDate { .. } => {
            "unset it, or set it to a Unix timestamp, as `date +%s` prints"
        }
        BuildError::TooLarge { n, .. } if n.get() <= LAST_INDEXED.into() => "use --tier indexed",
        BuildError::TooLarge { .. } | BuildError::NotIndexable { .. } => {
            "this board can only be searched"
        }
        BuildError::NoParts { .. } => "use --tier indexed",
        BuildError::OtherTier { wanted, .. } => {
            return Some(format!("use --rebuild to convert it to {wanted}"));
        }
        BuildError::OtherPart { .. } => {
            "choose another file with --db, or use --rebuild to discard that part"
        }
        BuildError::AlreadyBuilt { .. } => "use --rebuild to replace it",
        BuildError::Unfinished { .. } => "finish it, or use --rebuild to replace it",
        _ => return None,
    };
    Some(remedy.to_owned())
}

fn part_remedy(error: &PartError) -> Option<String> {
    let remedy = match error {
        PartError::Wrong { .. } => {
            "`nqdb verify --deep --db PART` counts units of a part again, --samples K of them"
        }
        PartError::Twice { .. } => "leave one of the two out",
        PartError::OfOther { .. } | PartError::OfDivision { .. } => "leave it out",
        PartError::Changed { .. } => "merge when no build is writing the parts",
        PartError::Missing { n, of, .. } => {
            return Some(format!("`nqdb build {n} --part K/{of} --db FILE` builds part K"));
        }
        PartError::NotOne { .. } => MAKE_PART,
        PartError::Unfinished { n, part } => {
            return Some(format!("`nqdb build {n} --part {part} --db FILE` resumes it"));
        }
        _ => return None,
    };
    Some(remedy.to_owned())
}

/// A fault of a part, with its remedy, which can differ from that of a database.
pub(super) fn part_fault(fault: &StoreError) -> String {
    let of_part = match fault {
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
        _ => "",
    };
    let of_part = Some(of_part.to_owned()).filter(|remedy| !remedy.is_empty());
    match of_part.or_else(|| store_remedy(fault)) {
        Some(remedy) => format!("{fault}; {remedy}"),
        None => fault.to_string(),
    }
}
