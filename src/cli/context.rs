//! The options of every command, and what commands do with them: open the database, explain answers,
//! watch searches.

use super::boards::Boards;
use super::error::{CliError, Result};
use super::explain::Explainer;
use super::output::writer::{Output, note};
use super::progress::ProgressWatch;
use nqdb::{Board, BoardSize, Database, Error, Rank, StoreError, TimeLimit, locate};
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// Explain on standard error how each board is answered
    #[arg(long, global = true)]
    explain: bool,
    /// Stop the command (at the sql prompt, each statement) after this time [default: no limit]
    #[arg(long, global = true, value_name = "SECONDS")]
    time_limit: Option<TimeLimit>,
}

/// The options of every command, standard output, and the watch over all work of the command.
pub(super) struct Context {
    options: Options,
    pub(super) out: Output,
    pub(super) watch: Arc<ProgressWatch>,
    explainer: Explainer,
    /// The failure of a command that went on after it.
    pub(super) failure: Option<CliError>,
}

impl Context {
    pub(super) fn new(options: Options) -> Self {
        let out = Output::new(options.json);
        let watch = Arc::new(ProgressWatch::new(options.time_limit.map(|limit| limit.0)));
        let explainer = Explainer::new(options.explain, Arc::clone(&watch));
        Context { options, out, watch, explainer, failure: None }
    }

    /// Writes the rest of the output, and fails if a part of the command has failed.
    pub(super) fn finish(self) -> Result {
        self.out.finish()?;
        self.failure.map_or(Ok(()), Err)
    }

    /// The path of the database, which need not exist.
    pub(super) fn path(&self) -> Result<PathBuf> {
        Ok(locate(self.options.db.clone())?)
    }

    /// Whether `--db` names the database, which must therefore exist.
    #[cfg(feature = "serve")]
    pub(super) fn names_database(&self) -> bool {
        self.options.db.is_some()
    }

    /// The time limit of `--time-limit`.
    #[cfg(feature = "serve")]
    pub(super) fn time_limit(&self) -> Option<std::time::Duration> {
        self.options.time_limit.map(|limit| limit.0)
    }

    /// The path of the database, or `None` if there is none. The path that `--db` names is returned
    /// even if nothing is there, so that opening it fails.
    pub(super) fn existing_path(&self) -> Result<Option<PathBuf>> {
        let path = match self.path() {
            Ok(path) => path,
            // Without a home directory there is no default database.
            Err(_) if self.options.db.is_none() => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(Some(path).filter(|path| self.options.db.is_some() || path.exists()))
    }

    /// The database, or one without a file, under the watch.
    pub(super) fn database(&self) -> Result<Database> {
        let opened = self.existing_path()?.map(Database::open);
        let database = match opened.unwrap_or_else(|| Ok(Database::without_file())) {
            // A first build that was killed at once leaves an empty default database.
            Err(Error::Store { kind: StoreError::Empty, .. }) if self.options.db.is_none() => {
                Database::without_file()
            }
            opened => opened?,
        };
        Ok(database.watched_by(Arc::clone(&self.watch)))
    }

    /// Prints how a question is answered, with `--explain`.
    pub(super) fn explain(&self, how: impl Display) {
        self.explainer.say(how);
    }

    /// A board; with `--explain`, its tier is printed.
    pub(super) fn board(&self, database: &Database, n: BoardSize) -> Result<Board> {
        self.explainer.board(database, n)
    }

    /// The boards of the database, for several threads.
    pub(super) fn boards(&self) -> Result<Boards> {
        Ok(Boards::new(self.database()?, self.explainer.clone()))
    }

    /// Explains how an indexed board answers `rank`, with `--explain`.
    pub(super) fn explain_rank(&self, board: &Board, rank: Rank) -> Result {
        self.explainer.rank(board, rank)?.into_iter().for_each(note);
        Ok(())
    }
}
