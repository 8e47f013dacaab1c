//! What a user sees of work that takes over a second: a bar on a terminal, a line elsewhere.

use crate::cli::output::writer::note;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nqdb::{Progress, Watch};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work that takes longer is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Steps of a bar.
const STEPS: u64 = 1000;

/// Shows the searches of one command, and ends them when the command takes too long.
pub(super) struct SearchWatch {
    clock: Clock,
    limit: Option<Duration>,
    silent: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    /// The first look at this search.
    began: Option<Instant>,
    bar: Option<ProgressBar>,
    /// How long the search has taken when the next line is due, where there is no terminal.
    next_line: Option<Duration>,
}

/// When the work began that the time limit is for.
#[derive(Clone)]
pub(super) struct Clock(Arc<Mutex<Instant>>);

impl Clock {
    fn began(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Other work begins.
    pub(super) fn restart(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

impl SearchWatch {
    /// The limit is for all searches together, from now on.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        let clock = Clock(Arc::new(Mutex::new(Instant::now())));
        let (silent, stopped, shown) = Default::default();
        SearchWatch { clock, limit, silent, stopped, shown }
    }

    /// Restart it where the limit is for each of several works.
    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Set it when answers come one by one: they show themselves how far it is.
    pub(super) fn silencer(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.silent)
    }

    /// Set it to end the search.
    pub(super) fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    fn look(&self, progress: &Progress) -> ControlFlow<()> {
        let is_late = self.limit.is_some_and(|limit| self.began().elapsed() > limit);
        if is_late || self.stopped.load(Relaxed) {
            return ControlFlow::Break(());
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = shown.began.get_or_insert_with(Instant::now).elapsed();
        if elapsed >= PATIENCE && !self.silent.load(Relaxed) {
            shown.show(elapsed, progress);
        }
        ControlFlow::Continue(())
    }
}

impl Shown {
    fn show(&mut self, elapsed: Duration, progress: &Progress) {
        if std::io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(new_bar);
            bar.set_message(progress.to_string());
            bar.set_position((progress.fraction.unwrap_or(0.0) * STEPS as f64) as u64);
        } else if elapsed >= self.next_line.unwrap_or(PATIENCE) {
            note(progress);
            // Ever more seldom, so that a log stays short.
            self.next_line = Some(elapsed * 2);
        }
    }
}

impl Watch for SearchWatch {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        self.look(progress)
    }

    fn began(&self) -> Instant {
        self.clock.began()
    }

    fn done(&self) {
        let shown = std::mem::take(&mut *self.shown.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(bar) = shown.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} [{bar:30}]");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
