use super::{Method, SolveError, Task};
use crate::dice::Dice;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How far a method is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Effort {
    /// The method.
    pub method: Method,
    /// Board size.
    pub n: u64,
    /// Steps taken; [`Method::steps`] says what they are.
    pub steps: u64,
    /// The step limit.
    pub limit: u64,
    /// Time since the method began.
    pub elapsed: Duration,
}

/// Looks on while a method works; `Break` ends the work.
///
/// Called whenever about a million squares have been tried: some hundred times a second or more, on the
/// largest boards of a method with up to 0.2 s between two calls. Methods without a search don't call
/// it, nor does the check of the answer: 0.1 s each for 10,000,000 queens.
pub type Watcher<'w> = dyn FnMut(&Effort) -> ControlFlow<()> + 'w;

/// Squares looked at between two looks at the clock.
const PERIOD: u64 = 1 << 20;

/// What a square counts that is looked at alone, its lines anywhere in memory.
pub(super) const FAR: usize = 8;

/// What all methods share while they work: the dice, the steps and who looks on.
pub(super) struct Run<'w> {
    pub(super) n: usize,
    pub(super) dice: Dice,
    pub(super) steps: u64,
    method: Method,
    limit: u64,
    began: Instant,
    /// Squares that may still be looked at before the next look at the clock.
    quiet: u64,
    watcher: &'w mut Watcher<'w>,
}

impl<'w> Run<'w> {
    pub(super) fn new(task: &Task, watcher: &'w mut Watcher<'w>) -> Self {
        Run {
            n: task.n as usize,
            dice: Dice::new(task.seed),
            steps: 0,
            method: task.method,
            limit: task.steps.unwrap_or(task.method.default_steps(task.n)),
            began: Instant::now(),
            quiet: PERIOD,
            watcher,
        }
    }

    /// One more step; an error when there are none left.
    pub(super) fn step(&mut self) -> Result<(), SolveError> {
        if self.steps == self.limit {
            let (method, n, steps) = (self.method, self.n as u64, self.limit);
            return Err(SolveError::NotFound { method, n, steps });
        }
        self.steps += 1;
        self.work(1)
    }

    /// So many squares were looked at; an error when the watcher has seen enough.
    pub(super) fn work(&mut self, squares: usize) -> Result<(), SolveError> {
        match self.quiet.checked_sub(squares as u64) {
            Some(left) => {
                self.quiet = left;
                Ok(())
            }
            None => {
                self.quiet = PERIOD;
                self.look()
            }
        }
    }

    fn look(&mut self) -> Result<(), SolveError> {
        let (method, n, steps) = (self.method, self.n as u64, self.steps);
        let elapsed = self.began.elapsed();
        match (self.watcher)(&Effort { method, n, steps, limit: self.limit, elapsed }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                let seconds = elapsed.as_secs_f64();
                Err(SolveError::Interrupted { method, n, steps, seconds })
            }
        }
    }
}
