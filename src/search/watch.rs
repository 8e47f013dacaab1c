use crate::combinatorics::BoardSize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The board that is searched.
    pub n: BoardSize,
    /// Solutions (or canonical representatives, where those are sought) found so far.
    pub found: u64,
    /// The share of the way to the answer, 0 to 1, where it can be estimated.
    pub fraction: Option<f64>,
    /// Time since the work began ([`Watch::began`]).
    pub elapsed: Duration,
}

/// Looks on while a search runs: shows how far it is, ends it when it takes too long.
pub trait Watch {
    /// Called some hundred times a second; `Break` ends the search with
    /// [`Error::Interrupted`](crate::Error::Interrupted).
    fn tick(&self, progress: &Progress) -> ControlFlow<()>;

    /// Asked when a search begins: when the work began that it is a part of. Now, for a watch that takes
    /// each search by itself.
    fn began(&self) -> Instant {
        Instant::now()
    }

    /// Called when a search is over, whatever its end.
    fn done(&self) {}
}

/// Looks away: a search may take as long as it takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Ends every search that takes longer than this.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit(pub Duration);

impl Watch for TimeLimit {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.elapsed > self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
