use super::{Cursor, Progress, Step, Watch};
use crate::combinatorics::{BoardSize, Canonical, Pattern, Permutation, Solution};
use crate::error::{Error, Result};
use std::time::Instant;

/// Steps of search between two looks of the [`Watch`]: a few milliseconds.
const STRETCH: u64 = 1 << 20;

/// Where a walk ends, for an estimate of how far it is.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// After so many solutions.
    Found(u64),
    /// At this share of all permutations, from that one (0 to 1).
    Place { from: f64, to: f64 },
    /// Nobody knows.
    Unknown,
}

/// A search that somebody watches: the solutions one after the other, or an error when the watch
/// ends it.
pub(crate) struct Walk<'w> {
    n: BoardSize,
    cursor: Cursor,
    watch: &'w dyn Watch,
    goal: Goal,
    steps: u64,
    found: u64,
    began: Instant,
    /// Whether tables would spare it.
    tables: bool,
}

impl<'w> Walk<'w> {
    /// A walk through all solutions.
    pub(crate) fn new(n: BoardSize, watch: &'w dyn Watch) -> Self {
        Self::with(Cursor::new(n), n, watch)
    }

    /// A walk through the solutions that match a pattern.
    pub(crate) fn matching(pattern: &Pattern, watch: &'w dyn Watch) -> Self {
        Self::with(Cursor::matching(pattern), pattern.n(), watch)
    }

    /// A walk through the canonical representatives, for [`Walk::next_representative`].
    pub(crate) fn representatives(n: BoardSize, watch: &'w dyn Watch) -> Self {
        Self::with(Cursor::representatives(n), n, watch)
    }

    /// A walk through the canonical representatives in descending order, for
    /// [`Walk::next_representative_down`].
    pub(crate) fn representatives_down(n: BoardSize, watch: &'w dyn Watch) -> Self {
        Self::with(Cursor::complements_of_representatives(n), n, watch)
    }

    fn with(cursor: Cursor, n: BoardSize, watch: &'w dyn Watch) -> Self {
        Walk {
            n,
            cursor,
            watch,
            goal: Goal::Unknown,
            steps: STRETCH,
            found: 0,
            began: watch.began(),
            tables: false,
        }
    }

    /// The same, from `start` on.
    pub(crate) fn starting_at(mut self, start: &Permutation) -> Self {
        self.cursor.seek(start);
        self
    }

    /// The same; when the watch ends it, the error says whether tables would spare it.
    pub(crate) fn spared_by_tables(mut self, tables: bool) -> Self {
        self.tables = tables;
        self
    }

    /// The same, with an idea of its end.
    pub(crate) fn towards(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// The next solution.
    pub(crate) fn next_solution(&mut self) -> Result<Option<Solution>> {
        let solution = self.step()?.then(|| self.cursor.solution());
        self.found += u64::from(solution.is_some());
        Ok(solution)
    }

    /// The next canonical representative.
    pub(crate) fn next_representative(&mut self) -> Result<Option<Canonical>> {
        self.next_filtered(Canonical::check)
    }

    /// The next canonical representative in descending order: the one whose complement comes next.
    pub(crate) fn next_representative_down(&mut self) -> Result<Option<Canonical>> {
        self.next_filtered(|solution| Canonical::check(solution.complement()))
    }

    fn next_filtered<T>(&mut self, filter: impl Fn(Solution) -> Option<T>) -> Result<Option<T>> {
        while self.step()? {
            if let Some(wanted) = filter(self.cursor.solution()) {
                self.found += 1;
                return Ok(Some(wanted));
            }
        }
        Ok(None)
    }

    /// Goes on to the next solution; false when there is none.
    fn step(&mut self) -> Result<bool> {
        loop {
            match self.cursor.advance(&mut self.steps) {
                Step::Found => return Ok(true),
                Step::Exhausted => return Ok(false),
                Step::Paused => self.report()?,
            }
        }
    }

    /// Counts work beside the walk as so many of its steps, so that the watch looks as often.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    fn report(&mut self) -> Result<()> {
        self.steps = STRETCH;
        let progress = Progress {
            n: self.n,
            found: self.found,
            fraction: self.fraction(),
            elapsed: self.began.elapsed(),
        };
        if self.watch.tick(&progress).is_break() {
            return Err(Error::Interrupted {
                tables: self.tables,
                n: self.n,
                found: self.found,
                seconds: progress.elapsed.as_secs_f64(),
            });
        }
        Ok(())
    }

    fn fraction(&self) -> Option<f64> {
        let share = match self.goal {
            Goal::Found(goal) => self.found as f64 / goal as f64,
            Goal::Place { from, to } => {
                (fraction_before(self.cursor.queens()) - from) / (to - from)
            }
            Goal::Unknown => return None,
        };
        // Before the first solution nothing tells how fast it is; and where the first queens are those of
        // the goal, the place does not tell how far it is.
        (self.found > 0 && share < 1.0).then(|| share.max(0.0))
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.watch.done();
    }
}

/// The share of all N! permutations that come before this one, 0 to 1, from its first eight queens.
pub(crate) fn fraction_before(queens: &[u8]) -> f64 {
    let (mut fraction, mut weight, mut used) = (0.0, 1.0, 0u64);
    for (column, &row) in queens.iter().enumerate().take(8) {
        weight /= (queens.len() - column) as f64;
        let before = !used & ((1u64 << row) - 1);
        fraction += weight * f64::from(before.count_ones());
        used |= 1 << row;
    }
    fraction
}
