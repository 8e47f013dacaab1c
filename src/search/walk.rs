//! A lexicographic search under a [`Watch`], one solution or canonical representative at a time.

use super::depth_first::{DepthFirstSearch, SearchStep};
use super::error::{Result, SearchError};
use super::feasibility::{Oracle, Stopped};
use super::runs::Items;
use crate::combinatorics::{BoardSize, Canonical, Conditions, Permutation, Properties, Solution};
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// Search steps between two ticks of the [`Watch`]: about a millisecond.
const TICK_STEPS: u64 = 1 << 18;

/// The number of last columns that are searched without an oracle, because a search of them is short.
const LAST_COLUMNS: usize = 18;

/// Where the caller of a walk stops, for an estimate of its progress.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// After this number of items.
    Found(u64),
    /// At the share `to` of all permutations, starting from `from`; both 0 to 1.
    Share { from: f64, to: f64 },
    /// Unknown; there is no estimate.
    Unknown,
}

/// A lexicographic search under a watch. It yields solutions or canonical representatives in order, and fails if the
/// watch stops it.
pub(crate) struct Walk<W: Watch> {
    search: DepthFirstSearch,
    /// The conditions that the solutions match.
    conditions: Conditions,
    /// The properties that select the items, if any.
    selection: Option<Filter>,
    /// Decides which prefixes have no solution. Created on first use, on boards with more than [`LAST_COLUMNS`]
    /// columns.
    pub(super) oracle: Option<Box<Oracle>>,
    /// Whether the walk yields the complements of what the search finds, which reverses the order.
    descending: bool,
    watched: Watched<W>,
    goal: Goal,
    /// Steps until the next tick.
    steps: u64,
    found: u64,
}

/// The properties that select the items of a walk.
struct Filter {
    properties: Properties,
    /// Whether the rows of the current queens are restricted; initially they are not, since a walk may start anywhere.
    is_restricted: bool,
}

/// A walk that shares ownership of its watch.
pub(crate) type SharedWalk = Walk<Arc<dyn Watch>>;

impl<W: Watch> Walk<W> {
    /// A walk through all solutions, or through the canonical representatives, for [`Walk::next_representative`].
    pub(crate) fn new(n: BoardSize, items: Items, watch: W) -> Self {
        let search = match items {
            Items::Solutions => DepthFirstSearch::new(n),
            Items::Representatives => DepthFirstSearch::representatives(n),
        };
        Self::with(search, &Conditions::any(n), watch)
    }

    /// A walk through the solutions that match conditions.
    pub(crate) fn matching(conditions: &Conditions, watch: W) -> Self {
        Self::with(DepthFirstSearch::matching(conditions), conditions, watch)
    }

    /// A walk through the items not after `start`, in descending order. For representatives, `start` must be in the
    /// first half.
    pub(crate) fn descending(items: Items, start: &Permutation, watch: W) -> Self {
        let search = match items {
            Items::Solutions => DepthFirstSearch::new(start.n()),
            Items::Representatives => DepthFirstSearch::complements_of_representatives(start.n()),
        };
        let walk = Self::with(search, &Conditions::any(start.n()), watch);
        Walk { descending: true, ..walk.starting_at(&start.complement()) }
    }

    /// A walk through the results of a search, all of which match the conditions.
    fn with(search: DepthFirstSearch, conditions: &Conditions, watch: W) -> Self {
        let n = conditions.n().get();
        let asked = n.saturating_sub(LAST_COLUMNS);
        Walk {
            search: search.asking(asked),
            conditions: conditions.clone(),
            selection: None,
            oracle: None,
            descending: false,
            watched: Watched::new(watch, Activity::Searching, n, "solutions found"),
            goal: Goal::Unknown,
            steps: TICK_STEPS,
            found: 0,
        }
    }

    /// Moves a new ascending walk to the first item not before `start`.
    pub(crate) fn starting_at(mut self, start: &Permutation) -> Self {
        self.search.seek(start);
        self
    }

    pub(crate) fn selecting(mut self, properties: Properties) -> Self {
        self.search = self.search.asking(self.conditions.n().get() - 1);
        self.selection = Some(Filter { properties, is_restricted: false });
        self
    }

    pub(crate) fn restart(&mut self) {
        self.watched.restart();
    }

    /// Sets the goal that progress is measured by.
    pub(crate) fn towards(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    pub(crate) fn next_solution(&mut self) -> Result<Option<Solution>> {
        Ok(self.pass_solution()?.then(|| self.solution()))
    }

    /// Skips the next solution without building it; false at the end.
    fn pass_solution(&mut self) -> Result<bool> {
        let is_found = self.step()?;
        self.found += u64::from(is_found);
        Ok(is_found)
    }

    pub(crate) fn next_item(&mut self, items: Items) -> Result<Option<Solution>> {
        match items {
            Items::Solutions => self.next_solution(),
            Items::Representatives => Ok(self.next_representative()?.map(|found| *found)),
        }
    }

    /// Skips the next item; false at the end.
    pub(crate) fn pass(&mut self, items: Items) -> Result<bool> {
        match items {
            Items::Solutions => self.pass_solution(),
            Items::Representatives => Ok(self.next_representative()?.is_some()),
        }
    }

    /// Walks to this item. Returns the number of items before it, or `None` if it is not among the next `most`.
    pub(crate) fn count_before(
        &mut self,
        items: Items,
        target: &Solution,
        most: u64,
    ) -> Result<Option<u64>> {
        for passed in 0..most {
            if !self.pass(items)? {
                break;
            }
            if self.search.queens() == target.zero_based() {
                return Ok(Some(passed));
            }
        }
        Ok(None)
    }

    pub(crate) fn next_representative(&mut self) -> Result<Option<Canonical>> {
        while self.step()? {
            if let Some(canonical) = Canonical::check(self.solution()) {
                self.found += 1;
                return Ok(Some(canonical));
            }
        }
        Ok(None)
    }

    /// Moves to the next result of the search; false at the end.
    fn step(&mut self) -> Result<bool> {
        loop {
            match self.search.advance(&mut self.steps) {
                SearchStep::Found if self.is_selected() => return Ok(true),
                SearchStep::Found => {}
                SearchStep::Exhausted => return Ok(false),
                SearchStep::Placed => {
                    if self.restrict() && self.is_early() {
                        self.check_prefix()?;
                    }
                }
                SearchStep::Paused => self.report()?,
            }
        }
    }

    /// Whether the current solution has the properties.
    fn is_selected(&self) -> bool {
        let selection = self.selection.as_ref();
        selection.is_none_or(|selection| selection.properties.hold_for(&self.solution()))
    }

    /// Restricts the next queen to the rows that the properties allow. False if they ruled out an earlier queen, which
    /// was removed.
    fn restrict(&mut self) -> bool {
        let Some(Filter { properties, is_restricted }) = &mut self.selection else {
            return true;
        };
        let columns = self.search.prefix().len();
        let first = if *is_restricted { columns } else { 0 };
        *is_restricted = true;
        for column in first..=columns {
            let prefix = self.search.prefix();
            let rows = properties.allowed_rows(self.conditions.n(), &prefix[..column]);
            let refuted = prefix.get(column).is_some_and(|row| rows >> row & 1 == 0);
            self.search.restrict(column, rows);
            if refuted {
                (column..columns).for_each(|_| self.search.refute());
                return false;
            }
        }
        true
    }

    /// Whether a search below the current queens may take a long time.
    fn is_early(&self) -> bool {
        self.search.prefix().len() + LAST_COLUMNS <= self.conditions.n().get()
    }

    /// Removes the last queen if no solution begins with the current queens.
    fn check_prefix(&mut self) -> Result<()> {
        let fraction = self.fraction();
        let Walk { conditions, oracle, watched, found, .. } = self;
        let oracle = oracle.get_or_insert_with(|| Box::new(Oracle::new(conditions)));
        let completes = oracle.completes(self.search.prefix(), &mut |_| {
            watched.tick(*found, fraction).map_err(|_| Stopped)
        });
        if !completes.map_err(|Stopped| SearchError::from(watched.progress(*found, fraction)))? {
            self.search.refute();
        }
        Ok(())
    }

    /// The current result, in the direction of the walk.
    fn solution(&self) -> Solution {
        let found = self.search.solution();
        if self.descending { found.complement() } else { found }
    }

    /// Counts other work as search steps, so that the watch ticks as often.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    fn report(&mut self) -> Result<()> {
        self.steps = TICK_STEPS;
        self.watched.tick(self.found, self.fraction()).map_err(SearchError::from)
    }

    fn fraction(&self) -> Option<f64> {
        let share = match self.goal {
            Goal::Found(goal) => self.found as f64 / goal as f64,
            Goal::Share { from, to } => (share_before(self.search.queens()) - from) / (to - from),
            Goal::Unknown => return None,
        };
        // There is no estimate before the first item, nor once the first queens are those of the goal.
        (self.found > 0 && share < 1.0).then(|| share.max(0.0))
    }
}

/// The share of all N! permutations, 0 to 1, before the one with these rows, computed from its first eight queens.
fn share_before(rows: &[u8]) -> f64 {
    let (mut share, mut weight, mut used) = (0.0, 1.0, 0u64);
    for (column, &row) in rows.iter().enumerate().take(8) {
        weight /= (rows.len() - column) as f64;
        let before = !used & ((1u64 << row) - 1);
        share += weight * f64::from(before.count_ones());
        used |= 1 << row;
    }
    share
}
