//! Shows the progress of long work on stderr, and stops it at `--time-limit` or Ctrl-C.

use crate::error::{CliError, INTERRUPTED, Result, failure};
use crate::output::{is_quiet, note};
use crate::remedies::MORE_TIME;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nqdb::internal::lock;
use nqdb::watch::{Activity, Progress, Watch};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::runtime::Builder;

/// Work that takes longer than this is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The environment variable that hides all progress with the value `never`.
const VARIABLE: &str = "NQDB_PROGRESS";

/// The steps of a full bar.
const STEPS: u64 = 10_000;

/// The error at the end of the time limit.
pub(super) fn timed_out(limit: Duration) -> CliError {
    let seconds = limit.as_secs_f64();
    failure!("stopped after {seconds} s, the time limit; {MORE_TIME}")
}

/// Watches the work of one command, and stops it at the time limit. On a terminal the progress is a bar; elsewhere it
/// is printed as lines at growing intervals.
pub(super) struct ProgressWatch {
    limit: Option<Duration>,
    /// Whether progress is shown at all.
    shows: bool,
    /// When the time limit started.
    began: Mutex<Instant>,
    hidden: AtomicBool,
    stopped: AtomicBool,
    /// Whether estimates end with the runs so far.
    enough: AtomicBool,
    shown: Mutex<Shown>,
}

/// The state of the display.
#[derive(Default)]
struct Shown {
    /// The start of each running piece of work, outermost first.
    pieces: Vec<Instant>,
    /// With its template.
    bar: Option<(&'static str, ProgressBar)>,
    /// The last progress of the running statement, or of writing.
    statement: Option<Progress>,
    /// The last tick of a long search inside it.
    inner: Option<Instant>,
    /// The age of the work at which the next line is due.
    next_line: Option<Duration>,
    /// Advice to print with the first line.
    advice: Option<String>,
}

impl ProgressWatch {
    /// A watch whose time limit starts now and covers all work together.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        ProgressWatch {
            limit,
            shows: !is_quiet() && std::env::var_os(VARIABLE).is_none_or(|value| value != "never"),
            began: Mutex::new(Instant::now()),
            hidden: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            enough: AtomicBool::new(false),
            shown: Mutex::default(),
        }
    }

    /// Restarts the time limit and undoes [`ProgressWatch::stop`], for the next statement.
    pub(super) fn restart(&self) {
        *lock(&self.began) = Instant::now();
        self.stopped.store(false, Relaxed);
    }

    /// Prints this advice once, if the work takes a long time.
    pub(super) fn advise(&self, advice: String) {
        lock(&self.shown).advice = Some(advice);
    }

    /// Hides progress from now on: results that arrive one by one are progress enough.
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

    /// Ends estimates with the runs so far, from any thread; the second time, ends the process.
    pub(super) fn end_estimate(&self) {
        if self.enough.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Fails if the work is stopped or the time limit is over. For loops whose steps are not watched.
    pub(super) fn check_time(&self) -> Result {
        match self.limit {
            _ if self.is_stopped() => Err(failure!("stopped")),
            Some(limit) if self.is_late() => Err(timed_out(limit)),
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
        // Under the lock, because Ctrl-C hides it from another thread.
        if self.shows && !self.hidden.load(Relaxed) {
            shown.tick(progress);
        }
        ControlFlow::Continue(())
    }

    fn began(&self) -> Instant {
        *lock(&self.began)
    }

    fn is_enough(&self) -> bool {
        self.enough.load(Relaxed)
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
    /// Shows long work. A statement is shown during short searches inside it; a long search replaces it. The numbers of
    /// results written and of lines scored are shown during all searches for more.
    fn tick(&mut self, progress: &Progress) {
        let age = |began: Option<&Instant>| began.map_or(Duration::ZERO, Instant::elapsed);
        let (outer, inner) = (age(self.pieces.first()), age(self.pieces.last()));
        let shown = match (progress.activity, self.statement) {
            // Its progress is unknown.
            (Activity::Accessing, _) => return,
            (Activity::Locked, _) => {
                self.clear();
                return self.print_line(progress.elapsed, progress);
            }
            (Activity::Querying | Activity::Writing | Activity::Scoring, _) => {
                self.statement = Some(*progress);
                if self.inner.is_some_and(|ticked| ticked.elapsed() < PATIENCE) {
                    return;
                }
                *progress
            }
            (_, Some(mut statement))
                if inner < PATIENCE / 2 || statement.activity != Activity::Querying =>
            {
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
        // Results that are being written need no advice on the search for them.
        let advises = progress.activity != Activity::Writing;
        if let Some(advice) = self.advice.take_if(|_| advises) {
            note(advice);
        }
        if std::io::stderr().is_terminal() {
            let template = template(progress.activity);
            let (shown, bar) = self.bar.get_or_insert_with(|| {
                let target = ProgressDrawTarget::stderr();
                let bar = ProgressBar::with_draw_target(Some(STEPS), target);
                (template, bar.with_style(style(template)))
            });
            if *shown != template {
                bar.set_style(style(template));
                *shown = template;
            }
            bar.set_message(progress.to_string());
            bar.set_position((progress.fraction.unwrap_or(0.0) * STEPS as f64) as u64);
        } else {
            self.print_line(age, progress);
        }
    }

    fn print_line(&mut self, age: Duration, progress: &Progress) {
        if age >= self.next_line.unwrap_or(PATIENCE) {
            note(progress);
            // Each interval is twice the previous one, so that logs stay short.
            self.next_line = Some(age * 2);
        }
    }

    fn clear(&mut self) {
        if let Some((_, bar)) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn template(activity: Activity) -> &'static str {
    match activity {
        // The share of the work done is unknown.
        Activity::Querying
        | Activity::Completing
        | Activity::MakingPuzzle
        | Activity::Scoring
        | Activity::Writing
        | Activity::Waiting => "{msg}",
        Activity::Searching | Activity::Solving => "{msg} [{bar:30}]",
        // The end of an estimate is known.
        _ => "{msg} [{bar:30}] {eta} left",
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What Ctrl-C calls: only the last one.
static HANDLERS: Mutex<Vec<Arc<dyn Fn() + Send + Sync>>> = Mutex::new(Vec::new());

/// A handler of Ctrl-C. Once it is dropped, Ctrl-C calls the one before it, or does nothing if there is none.
pub(crate) struct OnCtrlC(());

impl Drop for OnCtrlC {
    fn drop(&mut self) {
        lock(&HANDLERS).pop();
    }
}

/// From now on Ctrl-C calls `stop` instead of ending the process.
pub(crate) fn on_ctrl_c(stop: impl Fn() + Send + Sync + 'static) -> Result<OnCtrlC> {
    static WAITING: OnceLock<std::io::Result<()>> = OnceLock::new();
    let waiting = WAITING.get_or_init(call_handlers).as_ref();
    waiting.map_err(|error| failure!("Ctrl-C can't be handled: {error}"))?;
    lock(&HANDLERS).push(Arc::new(stop));
    Ok(OnCtrlC(()))
}

/// Starts a thread that waits for Ctrl-C.
fn call_handlers() -> std::io::Result<()> {
    // A runtime of several threads would panic if the system has none left.
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let inside = runtime.enter();
    #[cfg(unix)]
    let mut pressed = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
    #[cfg(windows)]
    let mut pressed = tokio::signal::windows::ctrl_c()?;
    drop(inside);
    let wait = move || {
        while runtime.block_on(pressed.recv()).is_some() {
            let last = lock(&HANDLERS).last().cloned();
            last.into_iter().for_each(|stop| stop());
        }
    };
    std::thread::Builder::new().name("ctrl-c".to_owned()).spawn(wait).map(drop)
}

/// From now on a write beyond the limit on the size of files (`ulimit -f`) fails with an error. By default its signal
/// kills the process. Programs that this one starts have the default again, which an ignored signal would not.
#[cfg(unix)]
pub(crate) fn keep_running_at_file_size_limit() {
    _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
