//! Counts the solutions that match conditions within the time available, and reports progress: a lower bound, then an
//! estimate, then the exact number; and the first of them.

use crate::failure::Failure;
use crate::task::{Deadline, Watching};
use nqdb::sampling::{
    Effort, Estimate, EstimatedHeatmap, Pace, Sampling, Snapshot, estimate_heatmap,
};
use nqdb::{
    Board, Conditions, Error, Rank, Solution,
    search::{Heatmap, LAST_HEATMAP, SearchError},
};
use nqdb_completion::{PartialBoard, complete};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most matches in a result.
pub(super) const FIRST: usize = 8;

/// Time for the first matches before the count, and after it if that was not enough.
const BEFORE: Duration = Duration::from_millis(30);
const AFTER: Duration = Duration::from_millis(300);

/// The time of each estimate of a board that is too large to count.
const ESTIMATES: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_millis(800), Duration::from_secs(4)];

/// Time between two reports of a count.
const PAUSE: Duration = Duration::from_millis(150);

/// The largest board whose squares are counted although the number of matches is known.
const COUNTED: usize = 16;

/// The largest relative error of estimated squares that are not rough.
const RIGHT: f64 = 0.1;

/// Estimates for each square, by row, then by column, and whether they are rough.
type Squares = (Vec<Vec<f64>>, bool);

/// A query for the matches of conditions.
pub(super) struct Matches<'q> {
    pub(super) board: Board,
    pub(super) conditions: &'q Conditions,
    /// The conditions as text.
    pub(super) texts: &'q [String],
    pub(super) watch: &'q Watching,
    pub(super) began: Instant,
    /// The [known number](known) of matches.
    pub(super) known: Option<u64>,
    /// Whether that is enough, without the numbers on the squares.
    pub(super) is_brief: bool,
}

/// The number of matches on a board with N > [`COUNTED`], if the built-in heat map has it: when all excluded squares
/// attack each other, as with one condition, a solution that does not match has a queen on exactly one of them. O(N³).
pub(super) fn known(conditions: &Conditions) -> Option<u64> {
    let heatmap = Heatmap::known(conditions.n()).filter(|heatmap| heatmap.n().get() > COUNTED)?;
    let counts: Vec<&[u64]> = heatmap.rows().collect();
    let (mut excluded, mut matches) = (Vec::new(), heatmap.solutions());
    for (column, &allowed) in conditions.rows().iter().enumerate() {
        for row in (0..counts.len()).filter(|row| allowed >> row & 1 == 0) {
            if !excluded.iter().all(|&other| is_attacked(other, (column, row))) {
                return None;
            }
            excluded.push((column, row));
            matches -= counts[row][column];
        }
    }
    Some(matches)
}

/// Whether a queen on one square attacks the other one.
pub(super) fn is_attacked(one: (usize, usize), other: (usize, usize)) -> bool {
    let (across, down) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    across == 0 || down == 0 || across == down
}

impl Matches<'_> {
    /// The result; `tell` is called with progress.
    pub(super) fn answer(&self, tell: &mut dyn FnMut(&Found)) -> Result<Found, Failure> {
        if self.board.n().get() > LAST_HEATMAP.into() {
            return self.estimate(tell);
        }
        let (mut first, is_complete) = self.first(BEFORE)?;
        if let Some(known) = Heatmap::known(self.board.n()).filter(|_| self.conditions.is_any()) {
            return Ok(self.counted(&known, first));
        }
        let known = self.known.map(|known| Count::exact(known, None));
        if let Some(known) = known.clone().filter(|_| self.is_brief) {
            let first = if is_complete { first } else { self.first(AFTER)?.0 };
            return Ok(self.done(self.found(known, None, first)));
        }
        let mut last = known.clone().map(|known| self.found(known, None, first.clone()));
        last.iter().for_each(&mut *tell);
        let mut report = |snapshot: &Snapshot| {
            let found = self.progress(snapshot, known.clone(), &first);
            tell(&found);
            last = Some(found);
            ControlFlow::Continue(())
        };
        let pace = Pace { every: PAUSE, ..Pace::default() };
        let heatmap = match self.board.count_progressively(self.conditions, &pace, &mut report) {
            Ok(heatmap) => heatmap,
            Err(error) => match (error, last) {
                // Out of time: the estimate so far.
                (Error::Search(SearchError::Stopped { .. }), Some(found)) => {
                    return Ok(self.done(found));
                }
                (error, _) => return Err(error.into()),
            },
        };
        if !is_complete && (first.len() as u64) < heatmap.solutions() {
            first = self.first(AFTER)?.0;
        }
        Ok(self.counted(&heatmap, first))
    }

    /// The result of a complete count.
    fn counted(&self, heatmap: &Heatmap, first: Vec<Match>) -> Found {
        let counts = heatmap.rows().map(<[u64]>::to_vec).collect();
        let count = Count::exact(heatmap.solutions(), Some(counts));
        self.done(self.found(count, None, first))
    }

    /// The progress at a snapshot of the count.
    fn progress(&self, snapshot: &Snapshot, known: Option<Count>, first: &[Match]) -> Found {
        let (at_least, fraction) = (snapshot.at_least(), Some(snapshot.done()));
        let estimate = || estimated(snapshot.solutions().as_ref(), at_least, fraction);
        let count = known.unwrap_or_else(estimate);
        let means = |row: &[Estimate]| row.iter().map(|square| short(square.mean())).collect();
        let squares = |error| (snapshot.rows().map(means).collect(), error > RIGHT);
        self.found(count, snapshot.heat_error().map(squares), first.to_vec())
    }

    /// The final result.
    fn done(&self, found: Found) -> Found {
        Found { done: true, micros: self.began.elapsed().as_micros() as u64, ..found }
    }

    fn found(&self, count: Count, squares: Option<Squares>, first: Vec<Match>) -> Found {
        let rough = squares.as_ref().is_some_and(|(_, rough)| *rough);
        Found {
            n: self.board.n().get(),
            conditions: self.texts.to_vec(),
            of: self.board.solution_count().ok(),
            count,
            estimates: squares.map(|(estimates, _)| estimates),
            rough,
            first,
            done: false,
            micros: self.began.elapsed().as_micros() as u64,
        }
    }

    /// The first matches found in this time, and whether the search was not cut short.
    fn first(&self, time: Duration) -> Result<(Vec<Match>, bool), Failure> {
        let board = self.board.watched_by(Deadline::after(self.watch, time));
        let mut first = Vec::new();
        let of = |rank: Option<Rank>, found: Solution| Match {
            rank: rank.map(Rank::get),
            queens: found.queens().map(u32::from).collect(),
        };
        let all: Box<dyn Iterator<Item = nqdb::Result<Match>>> = if board.reaches_all() {
            let found = board.select_ranked(self.conditions, Rank::FIRST)?;
            Box::new(found.map(|item| item.map(|(rank, found)| of(Some(rank), found))))
        } else {
            let found = board.select(self.conditions, Rank::FIRST)?;
            Box::new(found.map(|item| item.map(|(_, found)| of(None, found))))
        };
        for item in all.take(FIRST) {
            match item {
                Ok(found) => first.push(found),
                Err(Error::Search(SearchError::Stopped { .. })) => return Ok((first, false)),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((first, true))
    }

    /// The result on a board that is too large to count: any one completion, and estimates.
    fn estimate(&self, tell: &mut dyn FnMut(&Found)) -> Result<Found, Failure> {
        let n = self.board.n();
        let partial = PartialBoard::parse(n.get() as u64, self.texts).map_err(Error::from)?;
        let first = match complete(&partial, 1, &Deadline::after(self.watch, AFTER)) {
            Ok(Some(some)) => vec![Match { rank: None, queens: some.queens().collect() }],
            // An exhaustive search found none.
            Ok(None) => return Ok(self.done(self.found(Count::exact(0, None), None, Vec::new()))),
            Err(nqdb_completion::CompletionError::Stopped { .. }) => Vec::new(),
            Err(error) => return Err(Error::from(error).into()),
        };
        let known = self.board.solution_count().ok().filter(|_| self.conditions.is_any());
        let known = known.map(|known| Count::exact(known, None));
        let at_least = first.len() as u64;
        let count = |estimate: Option<&Estimate>| {
            known.clone().unwrap_or_else(|| estimated(estimate, at_least, None))
        };
        let mut found = self.found(count(None), None, first);
        for time in ESTIMATES {
            tell(&found);
            let sampling = Sampling { effort: Effort::Time(time), ..Sampling::default() };
            let (estimate, squares) = match self.sample(&sampling) {
                Ok(sampled) => sampled,
                Err(Error::Search(
                    SearchError::Stopped { .. } | SearchError::NothingFound { .. },
                )) => break,
                Err(error) => return Err(error.into()),
            };
            found = self.found(count(Some(&estimate)), squares, found.first);
            if estimate.is_exact() {
                break;
            }
        }
        Ok(self.done(found))
    }

    /// An estimate; without conditions, also of each square.
    fn sample(&self, sampling: &Sampling) -> Result<(Estimate, Option<Squares>), Error> {
        if !self.conditions.is_any() {
            let board = self.board.watched_by(Arc::clone(self.watch));
            return Ok((board.estimate_count(self.conditions, sampling)?, None));
        }
        let heatmap = estimate_heatmap(self.board.n(), sampling, self.watch)?;
        Ok((heatmap.solutions(), Some(squares(&heatmap))))
    }
}

/// The squares of a heat map; they are rough if the error of one is large.
fn squares(heatmap: &EstimatedHeatmap) -> Squares {
    let is_right = |square: &Estimate| square.relative_half_width() <= RIGHT;
    let rows: Vec<Vec<Estimate>> = heatmap.rows().collect();
    let means = |row: &Vec<Estimate>| row.iter().map(|square| short(square.mean())).collect();
    (rows.iter().map(means).collect(), !rows.iter().flatten().all(is_right))
}

/// A count that may have no estimate so far.
fn estimated(estimate: Option<&Estimate>, at_least: u64, fraction: Option<f64>) -> Count {
    if let Some(exact) = estimate.filter(|estimate| estimate.is_exact()) {
        return Count::exact(exact.mean() as u64, None);
    }
    let (low, high) = estimate.map(Estimate::interval).unzip();
    Count::Estimate {
        exact: false,
        at_least,
        estimate: estimate.map(Estimate::mean),
        standard_error: estimate.map(Estimate::standard_error),
        low,
        high,
        fraction,
    }
}

/// A number rounded to four digits; more would not be significant in an estimate.
fn short(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// `/8/find/CONDITIONS.json`, and the lines of `.ndjson`.
#[derive(Serialize, Clone)]
pub(super) struct Found {
    pub(super) n: usize,
    /// The conditions, such as `3=5` and `7!=4`.
    pub(super) conditions: Vec<String>,
    /// Q(N), if it is known.
    pub(super) of: Option<u64>,
    #[serde(flatten)]
    pub(super) count: Count,
    /// Estimates of the number of matches with a queen on each square, by row, then by column, while the count is not
    /// exact; `None` until there is enough data.
    pub(super) estimates: Option<Vec<Vec<f64>>>,
    /// Whether the estimates are rough: fewer than nine tenths of the queens are on squares whose interval is within a
    /// tenth.
    pub(super) rough: bool,
    /// The first matches, with their ranks if known; on large boards any one completion, if one is found.
    pub(super) first: Vec<Match>,
    /// Whether this is the final result, not progress.
    pub(super) done: bool,
    pub(super) micros: u64,
}

/// How many solutions match, as far as known. An exact number and an estimate have different fields.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(super) enum Count {
    Exact {
        /// Always true.
        exact: bool,
        solutions: u64,
        /// The number of matches with a queen on each square, by row, then by column; `None` if the squares are not
        /// counted.
        counts: Option<Vec<Vec<u64>>>,
    },
    Estimate {
        /// Always false.
        exact: bool,
        /// Matches found so far.
        at_least: u64,
        /// This and the next three are `None` until there is enough data for an estimate.
        estimate: Option<f64>,
        standard_error: Option<f64>,
        /// The 95% confidence interval.
        low: Option<f64>,
        high: Option<f64>,
        /// The share of the count that is done, 0 to 1; `None` for a count that would never end.
        fraction: Option<f64>,
    },
}

impl Count {
    pub(super) fn exact(solutions: u64, counts: Option<Vec<Vec<u64>>>) -> Self {
        Count::Exact { exact: true, solutions, counts }
    }
}

/// A solution that matches.
#[derive(Serialize, Clone)]
pub(super) struct Match {
    /// `None` if it is unknown.
    pub(super) rank: Option<u64>,
    pub(super) queens: Vec<u32>,
}
