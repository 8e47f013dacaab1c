//! A lexicographic search under a [`Watch`], one solution or canonical representative at a time.

use super::cursor::{Cursor, Step};
use super::error::{Result, SearchError};
use crate::combinatorics::{BoardSize, Canonical, Pattern, Permutation, Solution};
use crate::watch::{Activity, Watch, Watched};

/// Steps of search between two ticks of the [`Watch`]: a few milliseconds.
const TICK_STEPS: u64 = 1 << 20;

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

/// A lexicographic search under a watch. It yields solutions or canonical representatives in order, and
/// an error when the watch stops it.
pub(crate) struct Walk<W: Watch> {
    cursor: Cursor,
    watched: Watched<W>,
    goal: Goal,
    steps: u64,
    found: u64,
    /// Whether tables would give the answer without this search.
    without_tables: bool,
}

impl<W: Watch> Walk<W> {
    /// A walk through all solutions.
    pub(crate) fn new(n: BoardSize, watch: W) -> Self {
        Self::with(Cursor::new(n), n, watch)
    }

    /// A walk through the solutions that match a pattern.
    pub(crate) fn matching(pattern: &Pattern, watch: W) -> Self {
        Self::with(Cursor::matching(pattern), pattern.n(), watch)
    }

    /// A walk through the canonical representatives, for [`Walk::next_representative`].
    pub(crate) fn representatives(n: BoardSize, watch: W) -> Self {
        Self::with(Cursor::representatives(n), n, watch)
    }

    /// A walk through the canonical representatives in descending order, for
    /// [`Walk::next_representative_down`]: those whose complements are not before `start` in the second half.
    pub(crate) fn representatives_down(start: &Permutation, watch: W) -> Self {
        Self::with(Cursor::complements_of_representatives(start), start.n(), watch)
    }

    fn with(cursor: Cursor, n: BoardSize, watch: W) -> Self {
        let watched = Watched::new(watch, Activity::Searching, n.get() as u64, "solutions found");
        let (goal, steps) = (Goal::Unknown, TICK_STEPS);
        Walk { cursor, watched, goal, steps, found: 0, without_tables: false }
    }

    /// The same, from `start` on.
    pub(crate) fn starting_at(mut self, start: &Permutation) -> Self {
        self.cursor.seek(start);
        self
    }

    /// Notes whether tables would give the answer without this search, for the error when the watch
    /// stops it.
    pub(crate) fn without_tables(mut self, without_tables: bool) -> Self {
        self.without_tables = without_tables;
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
        self.steps = TICK_STEPS;
        let without_tables = self.without_tables;
        let ticked = self.watched.tick(self.found, self.fraction());
        ticked.map_err(|progress| SearchError::Stopped { progress, without_tables })
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
