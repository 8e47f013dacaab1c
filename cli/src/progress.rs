//! Progress of long work on standard error, and its end at `--time-limit` or Ctrl-C.

use super::error::{CliError, Result};
use super::output::writer::note;
use super::remedies::MORE_TIME;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nqdb::sync::lock;
use nqdb::{Activity, Progress, Watch};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Work that takes longer than this is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The environment variable that hides all progress with the value `never`.
const VARIABLE: &str = "NQDB_PROGRESS";

/// Steps of a full bar.
const STEPS: u64 = 10_000;

/// Watches the work of one command: shows it as a bar on a terminal, a search or a statement also as lines at
/// growing intervals elsewhere, and stops it at the time limit.
pub(super) struct ProgressWatch {
    limit: Option<Duration>,
    /// Whether progress is shown at all.
    shows: bool,
    /// When the time limit began to count.
    began: Mutex<Instant>,
    hidden: AtomicBool,
    stopped: AtomicBool,
    shown: Mutex<Shown>,
}

/// What is on the screen.
#[derive(Default)]
struct Shown {
    /// When the pieces of work that run began, the outermost first.
    pieces: Vec<Instant>,
    bar: Option<(Layout, ProgressBar)>,
    /// The last progress of the statement that runs.
    statement: Option<Progress>,
    /// The last tick of a long search inside it.
    inner: Option<Instant>,
    /// The age of the work at which the next line is due.
    next_line: Option<Duration>,
    /// What to say with the first line.
    advice: Option<String>,
}

impl ProgressWatch {
    /// A watch whose time limit counts from now, for all work together.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        ProgressWatch {
            limit,
            shows: std::env::var_os(VARIABLE).is_none_or(|value| value != "never"),
            began: Mutex::new(Instant::now()),
            hidden: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            shown: Mutex::default(),
        }
    }

    /// Starts the time limit again and takes back [`ProgressWatch::stop`], for the next statement.
    pub(super) fn restart(&self) {
        *lock(&self.began) = Instant::now();
        self.stopped.store(false, Relaxed);
    }

    /// Gives this advice once, if the work takes long.
    pub(super) fn advise(&self, advice: String) {
        lock(&self.shown).advice = Some(advice);
    }

    /// Shows nothing from now on: answers that arrive one by one show the progress themselves.
    pub(super) fn hide(&self) {
        if !self.hidden.load(Relaxed) {
            self.hidden.store(true, Relaxed);
            lock(&self.shown).clear();
        }
    }

    /// Shows long work again.
    pub(super) fn unhide(&self) {
        self.hidden.store(false, Relaxed);
    }

    /// Stops the work, from any thread.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Fails when the time limit is over, for loops whose steps are not watched.
    pub(super) fn check_time(&self) -> Result {
        match self.limit {
            Some(limit) if self.is_late() => {
                let seconds = limit.as_secs_f64();
                Err(CliError::Other(format!(
                    "stopped after {seconds} s, the time limit; {MORE_TIME}"
                )))
            }
            _ => Ok(()),
        }
    }

    fn is_late(&self) -> bool {
        self.limit.is_some_and(|limit| self.began().elapsed() > limit)
    }
}

impl Watch for ProgressWatch {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if self.is_late() || self.is_stopped() {
            return ControlFlow::Break(());
        }
        if self.shows && !self.hidden.load(Relaxed) {
            lock(&self.shown).tick(progress);
        }
        ControlFlow::Continue(())
    }

    fn began(&self) -> Instant {
        *lock(&self.began)
    }

    fn begin(&self) {
        lock(&self.shown).pieces.push(Instant::now());
    }

    fn done(&self) {
        let mut shown = lock(&self.shown);
        shown.pieces.pop();
        if shown.pieces.is_empty() {
            shown.clear();
            *shown = Shown { advice: shown.advice.take(), ..Shown::default() };
        }
    }
}

impl Shown {
    /// Shows work that takes long. A statement stays shown while short searches inside it come and go; a long
    /// one is shown in its place.
    fn tick(&mut self, progress: &Progress) {
        let age = |began: Option<&Instant>| began.map_or(Duration::ZERO, Instant::elapsed);
        let (outer, inner) = (age(self.pieces.first()), age(self.pieces.last()));
        let shown = match (progress.activity, self.statement) {
            // How far it is, is not known.
            (Activity::Accessing, _) => return,
            (Activity::Querying, _) => {
                self.statement = Some(*progress);
                if self.inner.is_some_and(|ticked| ticked.elapsed() < PATIENCE) {
                    return;
                }
                *progress
            }
            (_, Some(mut statement)) if inner < PATIENCE / 2 => {
                statement.elapsed = progress.elapsed;
                statement
            }
            _ => {
                self.inner = Some(Instant::now());
                *progress
            }
        };
        if outer >= PATIENCE {
            self.show(outer, &shown);
        }
    }

    fn show(&mut self, age: Duration, progress: &Progress) {
        if let Some(advice) = self.advice.take() {
            note(advice);
        }
        let layout = Layout::of(progress.activity);
        if std::io::stderr().is_terminal() {
            let bar = self.bar(layout);
            bar.set_message(progress.to_string());
            bar.set_position((progress.fraction.unwrap_or(0.0) * STEPS as f64) as u64);
        } else if layout != Layout::WithRest && age >= self.next_line.unwrap_or(PATIENCE) {
            note(progress);
            // Each interval is twice the last one, so that a log stays short.
            self.next_line = Some(age * 2);
        }
    }

    /// The bar on the screen, in this layout.
    fn bar(&mut self, layout: Layout) -> &ProgressBar {
        let (shown, bar) = self.bar.get_or_insert_with(|| {
            let target = ProgressDrawTarget::stderr();
            (layout, ProgressBar::with_draw_target(Some(STEPS), target).with_style(layout.style()))
        });
        if *shown != layout {
            bar.set_style(layout.style());
            *shown = layout;
        }
        bar
    }

    fn clear(&mut self) {
        if let Some((_, bar)) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// What the bar shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The message only: how much of the work is done is not known.
    Message,
    /// The message and the share of a search.
    Share,
    /// Also the time that is left.
    WithRest,
}

impl Layout {
    fn of(activity: Activity) -> Self {
        match activity {
            Activity::Querying
            | Activity::Completing
            | Activity::MakingPuzzle
            | Activity::Waiting => Layout::Message,
            Activity::Searching | Activity::Solving => Layout::Share,
            // Whoever sets the time of an estimate knows when it ends.
            _ => Layout::WithRest,
        }
    }

    fn style(self) -> ProgressStyle {
        let style = ProgressStyle::with_template(match self {
            Layout::Message => "{msg}",
            Layout::Share => "{msg} [{bar:30}]",
            Layout::WithRest => "{msg} [{bar:30}] {eta} left",
        });
        style.unwrap_or_else(|_| ProgressStyle::default_bar())
    }
}
