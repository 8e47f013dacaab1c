use crate::cli::commands::build::price;
use crate::cli::error::Failure;
use crate::cli::output::writer::{Output, say};
use crate::cli::progress::SearchWatch;
use nqdb::{
    Board, BoardSize, BuildOptions, BuildTier, Database, Error, Rank, StoreError, Tier, Watch,
};
use nqdb::{estimate, locate};
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

/// Options of every command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct Options {
    /// The database file [default: $NQDB_DB, else nqdb/nqdb.db in the user's data directory]
    #[arg(long, global = true, value_name = "PATH")]
    db: Option<PathBuf>,
    /// Print JSON Lines
    #[arg(long, global = true)]
    json: bool,
    /// Say on standard error how each board is answered
    #[arg(long, global = true)]
    explain: bool,
    /// Give up a search once the command, or of sql the statement, has taken this long [default: never]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let parsed = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    parsed.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// What commands share: the options and the output.
pub(super) struct Context {
    options: Options,
    pub(super) out: Output,
}

impl Context {
    pub(super) fn new(options: Options) -> Self {
        let out = Output::new(options.json);
        Context { options, out }
    }

    /// Where the database is, or would be.
    pub(super) fn path(&self) -> Result<PathBuf, Failure> {
        Ok(locate(self.options.db.clone())?)
    }

    /// Where the database is, if it exists; an error where `--db` names one that does not.
    pub(super) fn existing_path(&self) -> Result<Option<PathBuf>, Failure> {
        let path = match self.path() {
            Ok(path) => path,
            // Without a home there is no default database: the same as one that is not built yet.
            Err(_) if self.options.db.is_none() => return Ok(None),
            Err(failure) => return Err(failure),
        };
        Ok(Some(path).filter(|path| self.options.db.is_some() || path.exists()))
    }

    /// The database, or none; searches are shown and limited as the user wants.
    pub(super) fn database(&self) -> Result<Database, Failure> {
        self.database_with(self.watch())
    }

    /// The database, or none, with somebody to look on while it searches.
    pub(super) fn database_with(&self, watch: impl Watch + 'static) -> Result<Database, Failure> {
        let opened = self.existing_path()?.map(Database::open);
        let database = match opened.unwrap_or_else(|| Ok(Database::without_file())) {
            // A build that was killed at its very beginning must not keep anyone from searching.
            Err(Error::Store { kind: StoreError::Empty, .. }) if self.options.db.is_none() => {
                Database::without_file()
            }
            opened => opened?,
        };
        Ok(database.watched_by(watch))
    }

    /// Shows searches that take long, and ends those that take too long.
    pub(super) fn watch(&self) -> SearchWatch {
        SearchWatch::new(self.options.time_limit)
    }

    /// A word on how a question is answered, if that is wanted.
    pub(super) fn remark(&self, how: impl Display) {
        if self.options.explain {
            say(how);
        }
    }

    /// A board, with a word on how it is answered if that is wanted.
    pub(super) fn board(&self, database: &Database, n: BoardSize) -> Result<Board, Failure> {
        let board = database.board(n)?;
        if self.options.explain {
            say(format_args!("N = {n} is {}{}", board.tier(), gain(&board)));
        }
        Ok(board)
    }

    /// A word on how an indexed board answers a rank, if that is wanted.
    pub(super) fn explain(&self, board: &Board, rank: Rank) -> Result<(), Failure> {
        if self.options.explain
            && let Some(trace) = board.trace(rank)?
        {
            say(format_args!(
                "rank {rank}: in the block from rank {} on, cell {}, whose {} solutions are searched up to it",
                trace.block, trace.cell, trace.solutions
            ));
        }
        Ok(())
    }
}

/// What tables would cost and gain, where there are none.
fn gain(board: &Board) -> String {
    let options = BuildOptions::default();
    let cost = match board.tier() {
        Tier::Searched => estimate(board.n(), options),
        _ => None,
    };
    let Some(cost) = cost else { return String::new() };
    let gain = match cost.tier {
        BuildTier::Stored => "answers within microseconds",
        BuildTier::Indexed => "answers within a millisecond or so",
    };
    format!("; `nqdb build {}` would give {gain}: {}", board.n(), price(&cost, options))
}
