//! The state shared by all methods: random numbers, a step limit and the watch.

use super::error::SolveError;
use super::method::Method;
use super::task::Task;
use crate::dice::Dice;
use crate::watch::{Activity, Watch, Watched};

/// Squares examined between two ticks of the watch.
///
/// This gives a few hundred ticks per second, or one every 0.2 s at worst on the largest boards of a method. Methods
/// without a search do not tick, nor does the check of the result: 0.1 s each for 10,000,000 queens.
const TICK_SQUARES: u64 = 1 << 20;

/// The weight of a square that is examined individually, with its lines scattered in memory.
pub(super) const FAR: usize = 8;

/// An attempt to solve a task, with its random numbers, steps and watch.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct Attempt<'w> {
    pub(super) n: usize,
    /// The random numbers.
    pub dice: Dice,
    pub(super) steps: u64,
    method: Method,
    limit: u64,
    /// Squares until the next tick.
    until_tick: u64,
    watched: Watched<&'w dyn Watch>,
}

impl<'w> Attempt<'w> {
    /// The beginning of an attempt.
    pub fn new(task: &Task, watch: &'w dyn Watch) -> Self {
        Attempt {
            n: task.n as usize,
            dice: Dice::new(task.seed),
            steps: 0,
            method: task.method,
            limit: task.steps.unwrap_or(task.method.default_steps(task.n)),
            until_tick: TICK_SQUARES,
            watched: Watched::new(watch, Activity::Solving, task.n, task.method.unit()),
        }
    }

    /// Counts a step. Fails at the limit.
    pub(super) fn step(&mut self) -> Result<(), SolveError> {
        if self.steps == self.limit {
            let (method, n, steps) = (self.method, self.n as u64, self.limit);
            return Err(SolveError::NotFound { method, n, steps });
        }
        self.steps += 1;
        self.work(1)
    }

    /// Counts examined squares. Fails if the watch stops the attempt.
    pub(super) fn work(&mut self, squares: usize) -> Result<(), SolveError> {
        match self.until_tick.checked_sub(squares as u64) {
            Some(left) => {
                self.until_tick = left;
                Ok(())
            }
            None => {
                self.until_tick = TICK_SQUARES;
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
