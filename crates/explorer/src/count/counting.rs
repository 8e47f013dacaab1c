//! Counts the selected solutions within the time available, and reports progress: a lower bound, then an estimate, then
//! the exact number; and the first of them.

use crate::failure::Failure;
use crate::list::{Listed, listed};
use crate::selection::Selected;
use crate::task::{Deadline, Watching};
use nqdb::sampling::{
    Effort, Estimate, EstimatedHeatmap, Pace, Sampling, Snapshot, estimate_heatmap,
};
use nqdb::{
    Board, Conditions, Error, Rank, Selection,
    search::{Heatmap, LAST_HEATMAP, SearchError},
};
use nqdb_completion::{PartialBoard, complete};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most solutions in a result.
pub(super) const FIRST: usize = 8;

/// Time for the first solutions.
const FIRST_TIME: Duration = Duration::from_millis(300);

/// The time of each estimate of a board that is too large to count.
const ESTIMATES: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_millis(800), Duration::from_secs(4)];

/// Time between two reports of a count.
const PAUSE: Duration = Duration::from_millis(150);

/// The largest board whose squares are counted although the number of solutions is known.
const COUNTED: usize = 16;

/// The largest relative error of estimated squares that are not rough.
const RIGHT: f64 = 0.1;

/// Estimates for each square, by row, then by column, and whether they are rough.
type Squares = (Vec<Vec<f64>>, bool);

/// A count of the selected solutions.
pub(super) struct Counting<'q> {
    pub(super) board: Board,
    pub(super) selected: &'q Selected,
    pub(super) watch: &'q Watching,
    pub(super) began: Instant,
    /// The [known number](known) of solutions.
    pub(super) known: Option<u64>,
    /// Whether that is enough, without the numbers on the squares.
    pub(super) is_brief: bool,
}

/// The number of solutions on a board with N > [`COUNTED`], if the built-in heat map has it: when all excluded squares
/// attack each other, as with one condition, any other solution has a queen on exactly one of them. O(N³).
pub(super) fn known(selection: &Selection) -> Option<u64> {
    let conditions = Some(&selection.conditions).filter(|_| selection.properties.are_none())?;
    let heatmap = Heatmap::known(conditions.n()).filter(|heatmap| heatmap.n().get() > COUNTED)?;
    let counts: Vec<&[u64]> = heatmap.rows().collect();
    let (mut excluded, mut solutions) = (Vec::new(), heatmap.solutions());
    for (column, &allowed) in conditions.rows().iter().enumerate() {
        for row in (0..counts.len()).filter(|row| allowed >> row & 1 == 0) {
            if !excluded.iter().all(|&other| is_attacked(other, (column, row))) {
                return None;
            }
            excluded.push((column, row));
            solutions -= counts[row][column];
        }
    }
    Some(solutions)
}

pub(super) fn is_attacked(one: (usize, usize), other: (usize, usize)) -> bool {
    let (across, down) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    across == 0 || down == 0 || across == down
}

impl<'q> Counting<'q> {
    /// The result; `tell` is called with progress.
    pub(super) fn result(
        &self,
        tell: &mut dyn FnMut(&Counted<'_>),
    ) -> Result<Counted<'q>, Failure> {
        let Selection { conditions, properties } = &self.selected.selection;
        let is_large = self.board.n().get() > LAST_HEATMAP;
        if !properties.are_none() {
            return self.each(is_large);
        } else if is_large {
            return self.estimate(conditions, tell);
        }
        let first = self.first()?;
        if let Some(known) = Heatmap::known(self.board.n()).filter(|_| conditions.is_any()) {
            return Ok(self.counted(&known, first));
        }
        let known = self.known.map(|known| Count::exact(known, None));
        if let Some(known) = known.clone().filter(|_| self.is_brief) {
            return Ok(self.done(self.so_far(known, None, first)));
        }
        let mut last = known.clone().map(|known| self.so_far(known, None, first.clone()));
        last.iter().for_each(&mut *tell);
        let mut report = |snapshot: &Snapshot| {
            let progress = self.progress(snapshot, known.clone(), &first);
            tell(&progress);
            last = Some(progress);
            ControlFlow::Continue(())
        };
        let pace = Pace { every: PAUSE, ..Pace::default() };
        let heatmap = match self.board.count_progressively(conditions, &pace, &mut report) {
            Ok(heatmap) => heatmap,
            Err(error) => match (error, last) {
                // Out of time: the estimate so far.
                (Error::Search(SearchError::Stopped { .. }), Some(progress)) => {
                    return Ok(self.done(progress));
                }
                (error, _) => return Err(error.into()),
            },
        };
        Ok(self.counted(&heatmap, first))
    }

    /// The result for solutions with properties, which are found one by one, without progress.
    fn each(&self, is_large: bool) -> Result<Counted<'q>, Failure> {
        let selection = &self.selected.selection;
        let first = self.first()?;
        if !is_large {
            return Ok(self.counted(&self.board.heatmap(selection)?, first));
        }
        let count = Count::exact(self.board.count_selected(selection)?, None);
        Ok(self.done(self.so_far(count, None, first)))
    }

    /// The result of a complete count.
    fn counted(&self, heatmap: &Heatmap, first: Vec<Listed>) -> Counted<'q> {
        let counts = heatmap.rows().map(<[u64]>::to_vec).collect();
        let count = Count::exact(heatmap.solutions(), Some(counts));
        self.done(self.so_far(count, None, first))
    }

    fn progress(&self, snapshot: &Snapshot, known: Option<Count>, first: &[Listed]) -> Counted<'q> {
        let (at_least, fraction) = (snapshot.at_least, Some(snapshot.done));
        let estimate = || estimated(snapshot.solutions.as_ref(), at_least, fraction);
        let count = known.unwrap_or_else(estimate);
        let estimates = |row: &[Estimate]| row.iter().map(|square| short(square.mean)).collect();
        let squares = |error| (snapshot.rows().map(estimates).collect(), error > RIGHT);
        self.so_far(count, snapshot.heat_error().map(squares), first.to_vec())
    }

    /// The final result.
    fn done(&self, result: Counted<'q>) -> Counted<'q> {
        Counted { done: true, micros: self.began.elapsed().as_micros() as u64, ..result }
    }

    fn so_far(&self, count: Count, squares: Option<Squares>, first: Vec<Listed>) -> Counted<'q> {
        let rough = squares.as_ref().is_some_and(|(_, rough)| *rough);
        Counted {
            selected: self.selected,
            count,
            estimates: squares.map(|(estimates, _)| estimates),
            rough,
            first,
            done: false,
            micros: self.began.elapsed().as_micros() as u64,
        }
    }

    /// The first solutions, as far as they are found in time.
    fn first(&self) -> Result<Vec<Listed>, Failure> {
        let board = self.board.watched_by(Deadline::after(self.watch, FIRST_TIME));
        let mut first = Vec::new();
        for item in listed(&board, &self.selected.selection, Rank::FIRST)?.take(FIRST) {
            match item {
                Ok(found) => first.push(found),
                Err(Error::Search(SearchError::Stopped { .. })) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(first)
    }

    /// The result on a board that is too large to count: any one solution, and estimates.
    fn estimate(
        &self,
        conditions: &Conditions,
        tell: &mut dyn FnMut(&Counted<'_>),
    ) -> Result<Counted<'q>, Failure> {
        let n = self.board.n();
        let partial = PartialBoard::parse(n.get(), &self.selected.conditions);
        let partial = partial.map_err(Error::from)?;
        let first = match complete(&partial, 1, &Deadline::after(self.watch, FIRST_TIME)) {
            Ok(Some(some)) => some.solution().map(|found| Listed::new(None, &found)),
            // An exhaustive search found none.
            Ok(None) => return Ok(self.done(self.so_far(Count::exact(0, None), None, Vec::new()))),
            Err(nqdb_completion::CompletionError::Stopped { .. }) => None,
            Err(error) => return Err(Error::from(error).into()),
        };
        let known = self.board.solution_count().ok().filter(|_| conditions.is_any());
        let known = known.map(|known| Count::exact(known, None));
        let at_least = u64::from(first.is_some());
        let count = |estimate: Option<&Estimate>| {
            known.clone().unwrap_or_else(|| estimated(estimate, at_least, None))
        };
        let mut result = self.so_far(count(None), None, first.into_iter().collect());
        for time in ESTIMATES {
            tell(&result);
            let sampling = Sampling { effort: Effort::Time(time), ..Sampling::default() };
            let (estimate, squares) = match self.sample(conditions, &sampling) {
                Ok(sampled) => sampled,
                Err(Error::Search(
                    SearchError::Stopped { .. } | SearchError::NothingFound { .. },
                )) => break,
                Err(error) => return Err(error.into()),
            };
            result = self.so_far(count(Some(&estimate)), squares, result.first);
            if estimate.is_exact {
                break;
            }
        }
        Ok(self.done(result))
    }

    /// An estimate; without conditions, also of each square.
    fn sample(
        &self,
        conditions: &Conditions,
        sampling: &Sampling,
    ) -> Result<(Estimate, Option<Squares>), Error> {
        if !conditions.is_any() {
            let board = self.board.watched_by(Arc::clone(self.watch));
            return Ok((board.estimate_count(conditions, sampling)?, None));
        }
        let heatmap = estimate_heatmap(self.board.n(), sampling, self.watch)?;
        Ok((heatmap.solutions(), Some(squares(&heatmap))))
    }
}

/// The squares of a heat map; they are rough if the error of one is large.
fn squares(heatmap: &EstimatedHeatmap) -> Squares {
    let is_right = |square: &Estimate| square.relative_half_width() <= RIGHT;
    let rows: Vec<Vec<Estimate>> = heatmap.rows().collect();
    let estimates = |row: &Vec<Estimate>| row.iter().map(|square| short(square.mean)).collect();
    (rows.iter().map(estimates).collect(), !rows.iter().flatten().all(is_right))
}

/// A count that may have no estimate so far.
fn estimated(estimate: Option<&Estimate>, at_least: u64, fraction: Option<f64>) -> Count {
    if let Some(exact) = estimate.filter(|estimate| estimate.is_exact) {
        return Count::exact(exact.mean as u64, None);
    }
    let (low, high) = estimate.map(Estimate::interval).unzip();
    Count::Estimate {
        estimate: estimate.map(|estimate| estimate.mean),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        low,
        high,
        confidence: Estimate::CONFIDENCE,
        exact: false,
        runs: estimate.map(|estimate| estimate.runs),
        at_least,
        fraction,
    }
}

/// A number rounded to four digits; more would not be significant in an estimate.
fn short(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// `/8/count/SELECTION.json`, and the lines of `.ndjson`.
#[derive(Serialize, Clone)]
pub(super) struct Counted<'q> {
    #[serde(flatten)]
    pub(super) selected: &'q Selected,
    #[serde(flatten)]
    pub(super) count: Count,
    /// Estimates of the number of solutions with a queen on each square, by row, then by column, while the count is not
    /// exact; `None` until there is enough data.
    pub(super) estimates: Option<Vec<Vec<f64>>>,
    /// Whether the estimates are rough: fewer than nine tenths of the queens are on squares whose interval is within a
    /// tenth.
    pub(super) rough: bool,
    /// The first solutions, with their ranks if known; on large boards any one, if one is found.
    pub(super) first: Vec<Listed>,
    /// Whether this is the final result, not progress.
    pub(super) done: bool,
    pub(super) micros: u64,
}

/// The number of selected solutions, as far as known. An exact number and an estimate have different fields.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(super) enum Count {
    Exact {
        /// Always true.
        exact: bool,
        solutions: u64,
        /// The number of these with a queen on each square, by row, then by column; `None` if the squares are not
        /// counted.
        counts: Option<Vec<Vec<u64>>>,
    },
    Estimate {
        /// This, the next three and the number of runs are `None` until there is enough data for an estimate.
        estimate: Option<f64>,
        standard_error: Option<f64>,
        /// The confidence interval.
        low: Option<f64>,
        high: Option<f64>,
        /// Its level.
        confidence: f64,
        /// Always false.
        exact: bool,
        runs: Option<u64>,
        /// Solutions found so far.
        at_least: u64,
        /// The share of the count that is done, 0 to 1; `None` for a count that would never end.
        fraction: Option<f64>,
    },
}

impl Count {
    pub(super) fn exact(solutions: u64, counts: Option<Vec<Vec<u64>>>) -> Self {
        Count::Exact { exact: true, solutions, counts }
    }
}
