//! What all methods share while they run: the random numbers, the steps and the watch.

use super::error::SolveError;
use super::method::Method;
use super::task::Task;
use crate::dice::Dice;
use crate::watch::{Activity, Watch, Watched};

/// Squares tried between two ticks of the watch.
///
/// The watch is called some hundred times a second, on the largest boards of a method with up to 0.2 s
/// between two calls. Methods without a search do not call it, nor does the check of the answer: 0.1 s
/// each for 10,000,000 queens.
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
    /// Squares that may still be tried before the next tick of the watch.
    untried: u64,
    watched: Watched<&'w dyn Watch>,
}

impl<'w> Run<'w> {
    pub(super) fn new(task: &Task, watch: &'w dyn Watch) -> Self {
        Run {
            n: task.n as usize,
            dice: Dice::new(task.seed),
            steps: 0,
            method: task.method,
            limit: task.steps.unwrap_or(task.method.default_steps(task.n)),
            untried: PERIOD,
            watched: Watched::new(watch, Activity::Solving, task.n, task.method.unit()),
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

    /// So many squares were looked at; an error when the watch stops the method.
    pub(super) fn work(&mut self, squares: usize) -> Result<(), SolveError> {
        match self.untried.checked_sub(squares as u64) {
            Some(left) => {
                self.untried = left;
                Ok(())
            }
            None => {
                self.untried = PERIOD;
                self.tick()
            }
        }
    }

    fn tick(&self) -> Result<(), SolveError> {
        let method = self.method;
        let ticked = self.watched.tick(self.steps, None);
        ticked.map_err(|progress| SolveError::Stopped { method, progress })
    }
}
