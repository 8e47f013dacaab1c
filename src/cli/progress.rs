//! Progress of long work on standard error, and its end at `--time-limit` or Ctrl-C.

use super::error::{CliError, MORE_TIME, Result};
use super::output::writer::note;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nqdb::{Activity, Progress, Watch};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Work that takes longer than this is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Steps of a full bar.
const STEPS: u64 = 10_000;

/// Watches the work of one command: shows it as a bar on a terminal, a search also as lines at growing
/// intervals elsewhere, and stops it at the time limit.
pub(super) struct ProgressWatch {
    limit: Option<Duration>,
    /// When the time limit began to count.
    began: Mutex<Instant>,
    hidden: AtomicBool,
    stopped: AtomicBool,
    shown: Mutex<Shown>,
}

/// What is on the screen.
#[derive(Default)]
struct Shown {
    /// The first tick of the work.
    began: Option<Instant>,
    bar: Option<ProgressBar>,
    /// The age of the work at which the next line is due.
    next_line: Option<Duration>,
}

impl ProgressWatch {
    /// A watch whose time limit counts from now, for all work together.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        ProgressWatch {
            limit,
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
        let mut shown = lock(&self.shown);
        let age = shown.began.get_or_insert_with(Instant::now).elapsed();
        if age >= PATIENCE && !self.hidden.load(Relaxed) {
            shown.show(age, progress);
        }
        ControlFlow::Continue(())
    }

    fn began(&self) -> Instant {
        *lock(&self.began)
    }

    fn done(&self) {
        let mut shown = lock(&self.shown);
        shown.clear();
        *shown = Shown::default();
    }
}

impl Shown {
    fn show(&mut self, age: Duration, progress: &Progress) {
        // The progress of a statement is not known, and its rows share the terminal.
        if progress.activity == Activity::Querying {
            return;
        }
        let is_search = matches!(progress.activity, Activity::Searching | Activity::Solving);
        if std::io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(|| new_bar(!is_search));
            bar.set_message(progress.to_string());
            bar.set_position((progress.fraction.unwrap_or(0.0) * STEPS as f64) as u64);
        } else if is_search && age >= self.next_line.unwrap_or(PATIENCE) {
            note(progress);
            // Each interval is twice the last one, so that a log stays short.
            self.next_line = Some(age * 2);
        }
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(with_rest: bool) -> ProgressBar {
    let template = if with_rest { "{msg} [{bar:30}] {eta} left" } else { "{msg} [{bar:30}]" };
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
