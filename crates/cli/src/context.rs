//! The global options, and what commands use them for: opening the database and its boards, explaining lookups,
//! watching searches.

use crate::error::{CliError, INTERRUPTED, Result, failure, usage};
use crate::output::{Output, be_quiet, note, warn};
use crate::progress::{OnCtrlC, ProgressWatch, on_ctrl_c, timed_out};
use crate::remedies::slow_search;
use clap::builder::{PathBufValueParser, TypedValueParser};
use nqdb::internal::{Watched, bytes, counted, lock};
use nqdb::{
    Board, BoardSize, Database, Error, Rank, Tier,
    database::{default_path, locate},
    search::known_first_solution,
    store::BuildTier,
    watch::{Activity, TimeLimit},
};
use nqdb_dataset::Target;
use std::cell::OnceCell;
use std::collections::btree_map::{BTreeMap, Entry};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The global options.
#[derive(clap::Args)]
#[command(next_help_heading = "Global options")]
pub(super) struct Options {
    /// Database file [default: $NQDB_DB, else nqdb/nqdb.db in the user's data directory]
    #[arg(long, global = true, value_name = "PATH", value_parser = file_path())]
    db: Option<PathBuf>,
    /// Print JSON Lines
    #[arg(long, global = true)]
    json: bool,
    /// Write the output to this file, which appears only when complete
    #[arg(long, short, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print no notes and no progress; errors and warnings remain
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Explain on stderr how each board is looked up
    #[arg(long, global = true)]
    explain: bool,
    /// Stop the command after this time; in serve, each request; at the sql prompt, each statement [default: no limit]
    #[arg(long, global = true, value_name = "SECONDS")]
    time_limit: Option<TimeLimit>,
}

/// The results between two reports of their number, after 16 times as many that are each reported.
const RESULTS: u64 = 64;

/// Results that are announced.
const MANY: u64 = 50_000_000;

/// The option of commands that write to a database.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct CreateDirs {
    /// Create the database's directory if it is missing; that of nqdb/nqdb.db in the user's data directory is always created
    #[arg(long)]
    create_dirs: bool,
}

impl CreateDirs {
    /// Fails if the directory of a file is missing and is not to be created.
    pub(super) fn check(self, path: &Path) -> Result {
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        match directory.filter(|directory| !self.create_dirs && !directory.exists()) {
            None => Ok(()),
            Some(directory) => Err(failure!(
                "{}: the directory {} does not exist; --create-dirs creates it",
                path.display(),
                directory.display()
            )),
        }
    }
}

/// A parser of paths of database files. It rejects names that SQLite takes for something else.
pub(super) fn file_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| refused_name(&path).map_or(Ok(path), Err))
}

/// The message for a name that SQLite would not take for the path of a file.
fn refused_name(path: &Path) -> Option<String> {
    let name = path.to_str()?;
    (name == ":memory:" || name.starts_with("file:")).then(|| {
        format!(
            "expected the path of a file, got {name:?}: nqdb opens neither in-memory databases nor URIs; use ./{name} \
             for a file of that name"
        )
    })
}

/// The context of a command: the global options, the output, and the watch over all its work.
pub(super) struct Context {
    options: Options,
    pub(super) out: Output,
    pub(super) watch: Arc<ProgressWatch>,
    /// The work of printing results to a file.
    printing: Option<Watched<Arc<ProgressWatch>>>,
    /// Their number so far, and in all, if that is known.
    results: u64,
    expected: Option<u64>,
    boards: OnceCell<Arc<Boards>>,
    /// The failure of a command whose output is still completed.
    pub(super) failure: Option<CliError>,
    /// Removes the incomplete file of `--output` on Ctrl-C.
    _removing: Option<OnCtrlC>,
    /// Stops the work on Ctrl-C.
    pub(super) stopping: Option<OnCtrlC>,
}

impl Context {
    /// The context of a command. Fails if the file of `--output` can't be written.
    pub(super) fn new(options: Options) -> Result<Self> {
        if options.quiet {
            be_quiet();
        }
        let watch = Arc::new(ProgressWatch::new(options.time_limit.map(|limit| limit.0)));
        let target = match (options.output.clone(), options.time_limit) {
            (None, _) => Target::stdout(),
            (Some(path), None) => Target::file(&path)?,
            // A named pipe without a reader can't be opened.
            (Some(path), Some(limit)) => {
                let (send, opened) = channel();
                thread::spawn(move || send.send(Target::file(&path)));
                opened.recv_timeout(limit.0).map_err(|_| timed_out(limit.0))??
            }
        };
        // Without a handler Ctrl-C leaves the file.
        let removing = target.part().map(Path::to_owned).and_then(|part| {
            let watch = Arc::clone(&watch);
            let remove = move || {
                watch.hide();
                let _ = std::fs::remove_file(&part);
                std::process::exit(INTERRUPTED.into());
            };
            on_ctrl_c(remove).ok()
        });
        let out = Output::new(target, options.json);
        Ok(Context {
            options,
            out,
            watch,
            printing: None,
            results: 0,
            expected: None,
            boards: OnceCell::new(),
            failure: None,
            _removing: removing,
            stopping: None,
        })
    }

    /// From now on Ctrl-C stops the work, so that an incomplete directory is removed.
    pub(super) fn stop_on_ctrl_c(&mut self) {
        let watch = Arc::clone(&self.watch);
        self.stopping = on_ctrl_c(move || watch.stop()).ok();
    }

    /// Writes the rest of the output. Fails if a part of the command failed.
    pub(super) fn finish(mut self) -> Result {
        self.printed();
        self.out.finish()?;
        self.failure.map_or(Ok(()), Err)
    }

    /// Whether `--db` is given, so that a database to read must exist.
    pub(super) fn is_database_given(&self) -> bool {
        self.options.db.is_some()
    }

    /// The path of the database, whether or not it exists.
    pub(super) fn path(&self) -> Result<PathBuf> {
        self.path_if_any()?.ok_or_else(|| Error::NoHome.into())
    }

    /// The path of the database; `None` if none is given and there is no home directory for the default.
    pub(super) fn path_if_any(&self) -> Result<Option<PathBuf>> {
        let path = match locate(self.options.db.clone()) {
            Err(Error::NoHome) => return Ok(None),
            path => path?,
        };
        match refused_name(&path) {
            None => Ok(Some(path)),
            Some(message) => Err(usage!("NQDB_DB: {message}")),
        }
    }

    /// The path of a database to write to. Fails if its directory is missing, is not the default one, and may not be
    /// created.
    pub(super) fn path_to_write(&self, create: CreateDirs) -> Result<PathBuf> {
        let path = self.path()?;
        let is_default =
            !self.is_database_given() && default_path().is_ok_and(|default| default == path);
        if !is_default {
            create.check(&path)?;
        }
        Ok(path)
    }

    pub(super) fn time_limit(&self) -> Option<Duration> {
        self.options.time_limit.map(|limit| limit.0)
    }

    /// The database, or one without a file, watched.
    pub(super) fn database(&self) -> Result<Database> {
        let without_file = || Database::without_file().watched_by(Arc::clone(&self.watch));
        Ok(self.existing_database()?.unwrap_or_else(without_file))
    }

    /// The database of a file, watched, or `None` if there is none.
    pub(super) fn existing_database(&self) -> Result<Option<Database>> {
        let Some(path) = self.path_if_any()? else { return Ok(None) };
        let watch = Arc::clone(&self.watch);
        Ok(if self.is_database_given() {
            Some(Database::open_watched(path, watch)?)
        } else {
            Database::open_if_any(path, watch)?
        })
    }

    /// With `--explain`, prints how an item is looked up.
    pub(super) fn explain(&self, how: impl Display) {
        if self.options.explain {
            warn(how);
        }
    }

    pub(super) fn board(&self, n: BoardSize) -> Result<Board> {
        self.boards()?.get(n)
    }

    /// The boards of the database, shared by several threads.
    pub(super) fn boards(&self) -> Result<Arc<Boards>> {
        if let Some(boards) = self.boards.get() {
            return Ok(Arc::clone(boards));
        }
        let (database, watch) = (self.database()?, Arc::clone(&self.watch));
        let (explains, opened) = (self.options.explain, Mutex::default());
        let boards = Arc::new(Boards { database, explains, watch, opened });
        Ok(Arc::clone(self.boards.get_or_init(|| boards)))
    }

    /// Reports that results are printed now. They take the place of progress, except on the way to a file, where their
    /// number is the progress.
    pub(super) fn prints(&mut self, results: u64) {
        if !self.out.is_file {
            return self.watch.hide();
        }
        let work = self.printing.get_or_insert_with(|| {
            Watched::without_board(Arc::clone(&self.watch), Activity::Writing, "results")
        });
        let reported = self.results / RESULTS;
        self.results += results;
        if self.results < 16 * RESULTS || self.results / RESULTS > reported {
            // The time limit is checked elsewhere.
            let share = self.expected.map(|all| self.results as f64 / all.max(1) as f64);
            let _ = work.tick(self.results, share);
        }
    }

    /// Expects this number of results, each of at least this many bytes. Notes that if they are many.
    pub(super) fn expect(&mut self, results: u64, what: &str, bytes_each: usize) {
        self.expected = Some(results);
        if results >= MANY {
            let size = bytes(results.saturating_mul(bytes_each as u64));
            let fewer = if self.out.is_terminal {
                "; Ctrl-C ends the list, -n COUNT lists fewer, and nqdb.write_parquet in Python makes a smaller file"
            } else {
                ""
            };
            note(format_args!("{} to list, at least {size}{fewer}", counted(results, what)));
        }
    }

    /// Ends the progress of printing results, before messages.
    pub(super) fn printed(&mut self) {
        self.printing = None;
    }

    /// Passes the items of a search to `take` one by one, and returns their number. The time limit is checked between
    /// items.
    pub(super) fn each<T>(
        &mut self,
        items: impl Iterator<Item = nqdb::Result<T>>,
        mut take: impl FnMut(T, &mut Self) -> Result,
    ) -> Result<u64> {
        let mut results = 0;
        for found in items {
            let item = found?;
            self.watch.check_time()?;
            self.prints(1);
            take(item, self)?;
            results += 1;
        }
        self.printed();
        Ok(results)
    }
}

/// The smallest board on which a lookup in the file is faster than one in the built-in cells.
const FIRST_WORTH_BUILDING: usize = 14;

/// The boards of a database, each opened and explained once.
pub(super) struct Boards {
    database: Database,
    explains: bool,
    watch: Arc<ProgressWatch>,
    opened: Mutex<BTreeMap<BoardSize, Board>>,
}

impl Boards {
    /// A board, opened the first time it is needed.
    pub(super) fn get(&self, n: BoardSize) -> Result<Board> {
        Ok(match lock(&self.opened).entry(n) {
            Entry::Occupied(board) => board.get().clone(),
            Entry::Vacant(place) => place.insert(self.open(n)?).clone(),
        })
    }

    /// A board; with `--explain`, prints its tier.
    fn open(&self, n: BoardSize) -> Result<Board> {
        let board = self.database.board(n)?;
        if !board.reaches_all() {
            self.watch.advise(format!("N = {n} has no tables: {}", slow_search(n)));
        }
        if self.explains {
            warn(format_args!("N = {n} is {}{}", board.tier(), cost(&board)));
            if let Some(known) = known_first_solution(n).filter(|_| board.tier() == Tier::Searched)
            {
                warn(format_args!(
                    "N = {n}: the first solution is built in; its proof took {} s and placed {} queens, and \
                     `nqdb unrank {n} 1 --recompute` repeats it",
                    known.seconds, known.nodes
                ));
            }
        }
        Ok(board)
    }

    /// With `--explain`, the cell in which the solution of `rank` is found.
    pub(super) fn explain_rank(&self, board: &Board, rank: Rank) -> Result<Option<String>> {
        let trace = if self.explains { board.trace(rank)? } else { None };
        Ok(trace.map(|trace| {
            format!(
                "rank {rank} is in the block from rank {}, cell {}, a search of {}",
                trace.block,
                trace.cell,
                counted(trace.solutions, "solutions")
            )
        }))
    }
}

/// The cost of a lookup in cells, modelled, and what would change it where that pays.
fn cost(board: &Board) -> String {
    if let Err(limits) = board.check_reaches_all() {
        return format!(": {limits}");
    }
    let (n, Some(time)) = (board.n(), board.lookup_time()) else { return String::new() };
    let faster = match n.get() {
        _ if board.tier() != Tier::Searched => String::new(),
        ..FIRST_WORTH_BUILDING => String::new(),
        _ if BuildTier::usual(n) == BuildTier::Stored => {
            format!("; `nqdb build {n}` makes repeated lookups several times as fast")
        }
        _ => format!(
            "; `nqdb import FILE` of the ready-made index makes it {}",
            milliseconds(board.lookup_time_with_index())
        ),
    };
    let cells = if board.tier() == Tier::Searched { " in built-in cells" } else { "" };
    format!("{cells}: a lookup takes about {}{faster}", milliseconds(time))
}

/// A time in milliseconds, with one decimal, rounded up.
fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_nanos().div_ceil(100_000) as f64 / 10.0)
}
