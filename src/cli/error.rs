//! Errors of the command line: their messages, and the exit codes that the README lists.

use nqdb::completion::CompletionError;
use nqdb::solve::SolveError;
use nqdb::sql::SessionError;
use nqdb::{
    Activity, BoardSize, Database, DiskOperation, Error, FileError, Invalid, LAST_INDEXED,
    LAST_ON_ONE_MACHINE, Part, SearchError, StoreError, Tier,
};
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

/// The result of a command, or of a part of it.
pub(super) type Result<T = (), E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
pub(super) enum CliError {
    /// An error of the library. `place` names the input that it is about, where that is not an argument, and `tables`
    /// the board whose tables would have spared a search that was stopped.
    Library { error: Box<Error>, place: Option<String>, tables: Option<BoardSize> },
    /// Standard output or the file of `--output` can't be written.
    Output(std::io::Error),
    /// The arguments or the input make no sense.
    Usage(String),
    /// Anything else.
    Other(String),
}

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const LOCKED: u8 = 3;

impl CliError {
    /// Adds the place in the input that the error is about.
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            CliError::Library { error, place: None, tables } => {
                CliError::Library { error, place: Some(place.to_owned()), tables }
            }
            CliError::Usage(message) => CliError::Usage(format!("{place}: {message}")),
            CliError::Other(message) => CliError::Other(format!("{place}: {message}")),
            other => other,
        }
    }

    /// Adds the advice to build the tables of a board where `database` has none and they would have spared the work that
    /// was stopped, which they do for these activities.
    pub(super) fn advised(mut self, database: &Database, spared: &[Activity]) -> Self {
        if let CliError::Library { error, tables, .. } = &mut self {
            *tables = missing_tables(error, database, spared);
        }
        self
    }

    /// The error of a function in a statement, which answers from `database`; its message names the function.
    pub(super) fn of_function(message: String, error: &Error, database: &Database) -> Self {
        let remedy = remedy(error).map(|remedy| format!("; {remedy}")).unwrap_or_default();
        let tables = missing_tables(error, database, &[Activity::Searching]);
        CliError::Other(message + &remedy + &tables.map(advice_to_build).unwrap_or_default())
    }

    /// Whether the reader of standard output has gone.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }

    /// Whether a file does not have a board that was asked for.
    pub(super) fn is_missing_board(&self) -> bool {
        let CliError::Library { error, .. } = self else { return false };
        matches!(**error, Error::Store { kind: StoreError::NotInFile { .. }, .. })
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CliError::Library { error, .. } => library_code(error),
            CliError::Usage(_) => USAGE,
            CliError::Output(_) | CliError::Other(_) => FAILED,
        })
    }
}

/// The board whose tables would have spared the work that was stopped: one of these activities, on a board of which
/// `database` has none and one machine can build them.
fn missing_tables(error: &Error, database: &Database, spared: &[Activity]) -> Option<BoardSize> {
    let Error::Search(SearchError::Stopped { progress }) = error else { return None };
    let n = progress.n.filter(|&n| n <= LAST_ON_ONE_MACHINE.into())?;
    if !spared.contains(&progress.activity) {
        return None;
    }
    let board = database.board(BoardSize::new(n).ok()?).ok()?;
    (board.tier() == Tier::Searched).then(|| board.n())
}

/// What to type for the tables of a board.
fn advice_to_build(n: BoardSize) -> String {
    format!("; `nqdb build {n}` makes its tables")
}

fn library_code(error: &Error) -> u8 {
    match error {
        // Attacking queens are a well-formed question without an answer.
        Error::Invalid(Invalid::Attack { .. }) => FAILED,
        Error::Invalid(_)
        | Error::Search(
            SearchError::HeatmapTooLarge { .. } | SearchError::OrbitGraphTooLarge { .. },
        )
        | Error::Completion(
            CompletionError::BoardSize { .. }
            | CompletionError::PuzzleSize { .. }
            | CompletionError::TooManyGivens { .. },
        ) => USAGE,
        Error::Store { kind, .. } if is_locked(kind) => LOCKED,
        _ => FAILED,
    }
}

/// Whether another process holds a file.
fn is_locked(error: &StoreError) -> bool {
    match error {
        StoreError::Locked { .. } | StoreError::Busy { .. } => true,
        StoreError::Unmergeable { faults } => faults.iter().any(|fault| is_locked(&fault.kind)),
        _ => false,
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Library { error, place, tables } => {
                let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
                let of_reading = || match &**error {
                    Error::Invalid(invalid) => reading_remedy(invalid).map(str::to_owned),
                    _ => None,
                };
                if let Error::Store { path, kind: StoreError::Unmergeable { faults } } = &**error {
                    return write_faults(f, path, faults);
                }
                let remedy = remedy(error).or_else(of_reading);
                let remedy = remedy.map(|remedy| format!("; {remedy}")).unwrap_or_default();
                let build = tables.map(advice_to_build).unwrap_or_default();
                write!(f, "{place}{error}{remedy}{build}")
            }
            CliError::Output(error) => match error.get_ref() {
                // The file of --output.
                Some(named) => write!(f, "{named}"),
                None => write!(f, "standard output can't be written: {error}"),
            },
            CliError::Usage(message) | CliError::Other(message) => f.write_str(message),
        }
    }
}

/// All that keeps parts from being merged, a line each.
fn write_faults(f: &mut fmt::Formatter<'_>, out: &Path, faults: &[FileError]) -> fmt::Result {
    write!(f, "{}: the parts can't be merged:", out.display())?;
    faults.iter().try_for_each(|fault| {
        write!(f, "\n  {}: {}", fault.path.display(), part_fault(&fault.kind))
    })
}

/// A fault of a part with what to do about it.
pub(super) fn part_fault(fault: &StoreError) -> String {
    let remedy = match fault {
        StoreError::Missing | StoreError::Empty => store_remedy(&StoreError::NotOnePart { got: 0 }),
        StoreError::Damaged { .. } | StoreError::Malformed { .. } => Some(
            "try again; if it stays, remove the file: `nqdb build N --part K/M` counts the part again"
                .to_owned(),
        ),
        StoreError::Directory
        | StoreError::NoFile
        | StoreError::NotSqlite
        | StoreError::Foreign { .. } => Some("leave it out".to_owned()),
        _ => store_remedy(fault),
    };
    remedy.map_or_else(|| fault.to_string(), |remedy| format!("{fault}; {remedy}"))
}

/// What to type or to do about an error of the library.
fn remedy(error: &Error) -> Option<String> {
    match error {
        Error::Search(SearchError::Stopped { .. }) => Some(MORE_TIME.to_owned()),
        Error::Completion(CompletionError::Stopped { .. }) => {
            Some(format!("{MORE_TIME}, or try another --seed"))
        }
        Error::Completion(CompletionError::PuzzleStopped { .. }) => Some(MORE_TIME.to_owned()),
        Error::Completion(CompletionError::NoSuchPuzzle { .. }) => {
            Some("try more --attempts, another --seed, or another number of --givens".to_owned())
        }
        Error::Store { kind: StoreError::Stopped { progress }, .. } => {
            Some(match progress.activity {
                Activity::Building => format!("{MORE_TIME}; the next build resumes this one"),
                Activity::Rebuilding => format!("{MORE_TIME}; the board is as it was"),
                _ => MORE_TIME.to_owned(),
            })
        }
        Error::Store { kind, .. } => store_remedy(kind),
        Error::Search(SearchError::NothingBefore { .. }) => {
            Some("allow more --seconds or --runs, or count it without --estimate".to_owned())
        }
        Error::Search(SearchError::NothingFound { .. }) => {
            Some("allow more --seconds or --runs, or search without --estimate".to_owned())
        }
        Error::Search(SearchError::HeatmapTooLarge { n, .. }) => {
            Some(format!("`nqdb heatmap {n} --estimate` estimates it"))
        }
        Error::RankOutOfReach { .. } => Some(
            "`nqdb rank --estimate` estimates it, `nqdb orbit --no-ranks` omits ranks".to_owned(),
        ),
        Error::UnknownOrbitCount { n } => {
            Some(format!("`nqdb count {n} --orbits --estimate` estimates it"))
        }
        Error::UnknownCount { n } => Some(format!("`nqdb count {n} --estimate` estimates it")),
        Error::NoHome => Some("name one with --db PATH or the variable NQDB_DB".to_owned()),
        _ => None,
    }
}

/// The option that reads a board, where its text is refused.
pub(super) fn reading_remedy(error: &Invalid) -> Option<&'static str> {
    match error {
        Invalid::RowZero { .. } | Invalid::SquareZero { .. } => {
            Some("use --zero-based if yours count from 0")
        }
        Invalid::PairOrder { .. } => Some("use --from column-row or --from row-column"),
        _ => None,
    }
}

pub(super) const MORE_TIME: &str = "allow more time";

const LOCAL_DISK: &str = "use a file on a local disk, and copy it when it is complete";

/// The command that discards the counts of a part, or of a whole index, and counts them again.
pub(super) fn rebuild(n: impl fmt::Display, part: Part) -> String {
    match part {
        Part::WHOLE => format!("nqdb build {n} --tier indexed --rebuild"),
        part => format!("nqdb build {n} --part {part} --rebuild"),
    }
}

fn store_remedy(error: &StoreError) -> Option<String> {
    use StoreError::*;
    let remedy = match error {
        Missing => "`nqdb build N` makes a database",
        Empty => "`nqdb build N` makes a database of it",
        Foreign { .. } => "name another file with --db",
        Damaged { .. } => {
            "`nqdb verify` lists all damage, `nqdb build --rebuild N` rebuilds a board; \
             a file beyond repair can only be built again under another name (--db PATH)"
        }
        Malformed { .. } => {
            "try again; if it stays, `nqdb verify` lists the damage, \
             `nqdb build --rebuild N` rebuilds a board, and --db PATH names another file"
        }
        Interrupted => MORE_TIME,
        DiskIo { operation, .. } => match operation {
            DiskOperation::Write | DiskOperation::Sync => {
                "the disk, a quota or a limit of file sizes (ulimit -f) may be full; \
                 then build again, which resumes the build"
            }
            DiskOperation::Lock => LOCAL_DISK,
            _ => "try again; if it stays, copy the file to another disk",
        },
        NoLocks { .. } => LOCAL_DISK,
        Busy { .. } => "try again when the other process is done, or use a local disk",
        DamagedPart { n, part, .. } => {
            return Some(format!("`{}` counts the part again", rebuild(*n, *part)));
        }
        OldCounts { n, part } => {
            return Some(format!(
                "finish them with that version, or discard them: `{}`",
                rebuild(*n, *part)
            ));
        }
        Codec { n, .. } | Block { n, .. } => {
            return Some(format!("`nqdb build --rebuild {n}` rebuilds the board"));
        }
        ReadOnly { .. } => {
            "make the file and its directory writable, or name another file with --db"
        }
        NeedsRecovery { .. } => "run `nqdb build` again, or open the file where it is writable",
        Locked { .. } => {
            "wait for it (`nqdb build --wait SECONDS`), or stop it (the next build resumes it)"
        }
        NoMemory { .. } => "raise the limit of memory (ulimit -v)",
        NoRoom { .. } => "free some room, or name a file on another disk with --db",
        SourceDate { .. } => "unset it, or set it as `date +%s` prints the time",
        DiskFull { .. } => "free some room and build again, which resumes the build",
        TooLarge { n, .. } if n.get() <= LAST_INDEXED.into() => "use --tier indexed",
        TooLarge { .. } | NotIndexable { .. } => "without tables it is searched",
        NoParts { .. } => "use --tier indexed",
        OtherTier { wanted, .. } => {
            return Some(format!("use --rebuild to convert it to {wanted}"));
        }
        OtherPart { .. } => "name another file with --db, or use --rebuild to discard that part",
        AlreadyBuilt { .. } => "use --rebuild to replace it",
        Unfinished { .. } => "finish it, or use --rebuild to replace it",
        PartsWrong { .. } => {
            "`nqdb verify --deep --db PART` counts units of a part again, and --samples K says how many"
        }
        PartTwice { .. } => "leave one of the two out",
        PartOfOther { .. } | PartOfDivision { .. } => "leave it out",
        PartChanged { .. } => "merge when no build writes the parts",
        PartsMissing { n, of, .. } => {
            return Some(format!("`nqdb build {n} --part K/{of}` makes part K"));
        }
        NotOnePart { .. } => "`nqdb build N --part K/M` makes one",
        PartUnfinished { n, part } => {
            return Some(format!("`nqdb build {n} --part {part}` resumes it"));
        }
        NotBuilt { n } if n.get() <= LAST_ON_ONE_MACHINE.into() => {
            return Some(format!("`nqdb build {n}` makes its tables"));
        }
        _ => return None,
    };
    Some(remedy.to_owned())
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        CliError::Library { error: Box::new(error), place: None, tables: None }
    }
}

impl From<Invalid> for CliError {
    fn from(error: Invalid) -> Self {
        Error::from(error).into()
    }
}

impl From<SearchError> for CliError {
    fn from(error: SearchError) -> Self {
        Error::from(error).into()
    }
}

impl From<CompletionError> for CliError {
    fn from(error: CompletionError) -> Self {
        Error::from(error).into()
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        Error::from(error).into()
    }
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::BoardSize { .. } => CliError::Usage(error.to_string()),
            _ => CliError::Other(error.to_string()),
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Output(error)
    }
}

impl From<SessionError> for CliError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Output(error) => CliError::Output(error),
            SessionError::File(error) => error.into(),
            SessionError::Stopped(_) => CliError::Other(format!("{error}; {MORE_TIME}")),
            other => CliError::Other(other.to_string()),
        }
    }
}
