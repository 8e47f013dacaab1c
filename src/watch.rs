//! Progress and cancellation of long work. Searches, `solve`, builds, verification and SQL statements all report to a
//! [`Watch`].

use crate::combinatorics::named;
use crate::units::counted;
use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The progress of a piece of work. Displayed as a line such as
/// `searching N = 16: 1200 solutions found after 3.0 s, about 12.5% of the way`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The kind of work.
    pub activity: Activity,
    /// Board size, if the work is on one board.
    pub n: Option<usize>,
    /// Units of work done.
    pub done: u64,
    /// The unit in the plural, such as `solutions found`; the noun comes first.
    pub unit: &'static str,
    /// The share of the work that is done, 0 to 1, if it can be estimated.
    pub fraction: Option<f64>,
    /// Time since the work began ([`Watch::began`]).
    pub elapsed: Duration,
}

named! {
    /// A kind of work.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Activity {
        /// A search for solutions or canonical representatives.
        Searching = "searching",
        /// Random runs through the search tree, for an estimate or a draw ([`sampling`](crate::sampling)).
        Sampling = "sampling",
        /// A search for one solution of a large board, by a method of `nqdb-papers`.
        Solving = "solving",
        /// A search for completions of given queens, by `nqdb-completion`.
        Completing = "completing",
        /// The generation of a puzzle: many short searches for completions.
        MakingPuzzle = "making a puzzle of",
        /// The generation of tasks for a data set.
        MakingTasks = "making tasks of",
        /// Reading and scoring the answers to tasks.
        Scoring = "scoring",
        /// Waiting for another build to release the database.
        Waiting = "waiting for another build",
        /// Waiting for a lock of another process on the file.
        Locked = "waiting for another process to unlock the file",
        /// Building the tables of a board.
        Building = "building",
        /// Rebuilding the tables of a board; the existing ones remain until the end.
        Rebuilding = "rebuilding",
        /// Checking the blocks of a file.
        Verifying = "verifying",
        /// Copying boards from another file.
        Importing = "importing",
        /// Joining the parts of an index.
        Merging = "merging",
        /// Reading or writing the database file, as part of any other work.
        Accessing = "reading or writing the file",
        /// Writing results to a file.
        Writing = "writing",
        /// An SQL statement of the user.
        Querying = "running a statement",
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { activity, n, done, unit, fraction, elapsed } = self;
        write!(f, "{activity}")?;
        if let Some(n) = n {
            write!(f, " N = {n}")?;
        }
        if !unit.is_empty() {
            write!(f, ": {}", counted(*done, unit))?;
        }
        // More digits for short times.
        let seconds = elapsed.as_secs_f64();
        let digits = if seconds < 1.0 { 2 } else { 1 };
        write!(f, " after {seconds:.digits$} s")?;
        match fraction {
            // Rounded down: 100% would mean that the work is over.
            Some(share) => write!(f, ", about {:.1}% of the way", (share * 1000.0).floor() / 10.0),
            None => Ok(()),
        }
    }
}

/// An observer of long work that can cancel it.
///
/// A watch may observe several threads and several pieces of work at a time.
pub trait Watch: Send + Sync {
    /// Called regularly while work runs, usually many times per second. `Break` stops the work, which then fails with
    /// an error that contains its last [`Progress`].
    fn tick(&self, progress: &Progress) -> ControlFlow<()>;

    /// The start time for [`Progress::elapsed`]; called when a piece of work begins. By default the current time; a
    /// watch can override it to time several pieces of work together.
    fn began(&self) -> Instant {
        Instant::now()
    }

    /// Whether an estimate may end early with the runs that it has started.
    fn is_enough(&self) -> bool {
        false
    }

    /// Called when a piece of work begins. Pieces of work can be nested, such as searches in a statement.
    fn begin(&self) {}

    /// Called when a piece of work ends, whatever its outcome, once for each [`Watch::begin`].
    fn done(&self) {}
}

/// References, boxes and `Arc`s of a watch are also watches.
impl<P: Deref<Target: Watch> + Send + Sync> Watch for P {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        (**self).tick(progress)
    }

    fn began(&self) -> Instant {
        (**self).began()
    }

    fn is_enough(&self) -> bool {
        (**self).is_enough()
    }

    fn begin(&self) {
        (**self).begin();
    }

    fn done(&self) {
        (**self).done();
    }
}

/// A watch that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A watch that stops each piece of work after a time, which includes pauses of the caller between the items of an
/// iterator. Parsed from a number of seconds, such as `0.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

/// The error for text that is not a number of seconds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of seconds, such as 10 or 0.5, got {got:?}")]
pub struct NotSeconds {
    /// The text.
    pub got: String,
}

impl FromStr for TimeLimit {
    type Err = NotSeconds;

    fn from_str(text: &str) -> Result<Self, NotSeconds> {
        let seconds =
            text.trim().parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
        seconds.map(TimeLimit).ok_or_else(|| NotSeconds { got: text.to_owned() })
    }
}

impl Watch for TimeLimit {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.elapsed > self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// One piece of work under a watch, from its creation until it is dropped.
#[derive(Debug)]
pub struct Watched<W: Watch> {
    watch: W,
    activity: Activity,
    n: Option<usize>,
    unit: &'static str,
    began: Instant,
}

impl<W: Watch> Watched<W> {
    /// Work on the board of size `n`, counted in `unit` (see [`Progress::unit`]).
    pub fn new(watch: W, activity: Activity, n: usize, unit: &'static str) -> Self {
        let mut work = Self::without_board(watch, activity, unit);
        work.n = Some(n);
        work
    }

    /// Work that is not on one board; without a unit it is not counted.
    pub fn without_board(watch: W, activity: Activity, unit: &'static str) -> Self {
        watch.begin();
        Watched { began: watch.began(), watch, activity, n: None, unit }
    }

    /// Restarts the clock, for work that continues after a pause.
    pub fn restart(&mut self) {
        self.began = self.watch.began();
    }

    /// Reports that `done` units, or `fraction` of the work, are done. Fails with the progress if the watch stops the
    /// work.
    #[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
    pub fn tick(&self, done: u64, fraction: Option<f64>) -> Result<(), Progress> {
        let progress = self.progress(done, fraction);
        if self.watch.tick(&progress).is_break() { Err(progress) } else { Ok(()) }
    }

    /// Reports that `done` units are done, of `all` if their number is known. Fails as [`Watched::tick`] does.
    #[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
    pub fn advance(&self, done: u64, all: Option<u64>) -> Result<(), Progress> {
        self.tick(done, all.map(|all| (done as f64 / all.max(1) as f64).min(1.0)))
    }

    /// The progress, without reporting it.
    pub fn progress(&self, done: u64, fraction: Option<f64>) -> Progress {
        let Watched { activity, n, unit, .. } = *self;
        Progress { activity, n, done, unit, fraction, elapsed: self.began.elapsed() }
    }
}

impl<W: Watch> Drop for Watched<W> {
    fn drop(&mut self) {
        self.watch.done();
    }
}

/// Calls of [`Tally::add`] between two ticks of the watch: a few milliseconds of a vector search.
const CALLS: u64 = 256;

/// The number of solutions that a search has found so far, under a watch.
pub(crate) struct Tally<'w> {
    watched: Watched<&'w dyn Watch>,
    /// The approximate number of solutions, if known.
    expected: Option<u64>,
    found: u64,
    calls: u64,
}

impl<'w> Tally<'w> {
    /// A search of the board of size `n` for things with this unit, such as `solutions found`.
    pub(crate) fn new(
        n: usize,
        watch: &'w dyn Watch,
        unit: &'static str,
        expected: Option<u64>,
    ) -> Self {
        let watched = Watched::new(watch, Activity::Searching, n, unit);
        Tally { watched, expected, found: 0, calls: 0 }
    }

    /// Adds the solutions of a block of boards; false if the watch stops the search.
    pub(crate) fn add(&mut self, solutions: u64) -> bool {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS) {
            return self.report(solutions);
        }
        self.found += solutions;
        true
    }

    /// Adds the solutions of a few milliseconds of search, and ticks; false if the watch stops the search.
    pub(crate) fn report(&mut self, solutions: u64) -> bool {
        self.found += solutions;
        self.watched.tick(self.found, self.fraction()).is_ok()
    }

    /// The progress, without reporting it.
    pub(crate) fn progress(&self) -> Progress {
        self.watched.progress(self.found, self.fraction())
    }

    fn fraction(&self) -> Option<f64> {
        // The last step can find more than expected.
        self.expected.map(|expected| (self.found as f64 / expected as f64).min(0.999))
    }
}
