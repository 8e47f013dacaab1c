//! The search: depth first, with random choices, weights and restarts, over any [`Board`].

use super::error::{CompletionError, Result};
use crate::dice::Dice;
use crate::search::kernel::{Isa, Routine};
use crate::watch::{Watch, Watched};
use std::ops::ControlFlow;

/// A board that is filled queen by queen, and emptied in reverse order.
///
/// Implementations are inlined into [`Search`], which is compiled for each instruction set.
pub(super) trait Board {
    /// A line to put a queen on, and what is left to try on it.
    type Line;

    /// The line to branch on.
    fn next(&mut self, dice: &mut Dice) -> Next<Self::Line>;

    /// Puts a queen on a square of the line that was not tried yet, drawn at random; false if none is left.
    fn place(&mut self, line: &mut Self::Line, dice: &mut Dice) -> bool;

    /// Removes the last queen, which is on this line.
    fn remove(&mut self, line: &Self::Line);

    /// The row of the queen of each column, 0-based, of a full board.
    fn rows(&self) -> Vec<u32>;

    /// Nodes between two ticks of the watch, from 1: a few milliseconds.
    fn nodes_per_tick(&self) -> u64;

    /// The node limit of the first run.
    fn first_limit(&self) -> u64;
}

/// What a board needs next.
pub(super) enum Next<L> {
    /// Nothing: every column has its queen.
    Full,
    /// A queen removed: some row or column without a queen has no square left.
    DeadEnd,
    /// A queen on this line.
    Branch(L),
}

/// Takes the rows of a completion; `Break` ends the search.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Vec<u32>) -> ControlFlow<()>;

/// What is asked of a search.
pub(super) struct Order<'a, W: Watch> {
    pub(super) visit: Visit<'a>,
    pub(super) dice: Dice,
    pub(super) watched: &'a Watched<W>,
}

/// The growth of the node limit from run to run.
const GROWTH: f64 = 1.3;

/// A search for completions.
pub(super) struct Search<'a, B: Board, W: Watch> {
    board: B,
    order: Order<'a, W>,
    /// The lines of the queens placed, and at the end the one that is being tried.
    lines: Vec<B::Line>,
    has_found: bool,
    nodes: u64,
    next_tick: u64,
}

/// How a run ends.
enum End {
    /// The tree is searched to its end.
    Exhausted,
    /// Enough is found.
    Broken,
    /// The node limit is reached.
    Limit,
}

impl<'a, B: Board, W: Watch> Search<'a, B, W> {
    /// A search from a board that has the given queens.
    pub(super) fn new(board: B, order: Order<'a, W>) -> Self {
        Search { board, order, lines: Vec::new(), has_found: false, nodes: 0, next_tick: 0 }
    }

    /// Searches the tree below the board. The limit ends the run while nothing has been found.
    #[inline(always)]
    fn run(&mut self, limit: u64) -> Result<End> {
        loop {
            if self.nodes >= self.next_tick {
                self.tick()?;
            }
            match self.board.next(&mut self.order.dice) {
                Next::Full => {
                    self.has_found = true;
                    if (self.order.visit)(self.board.rows()).is_break() {
                        return Ok(End::Broken);
                    }
                    self.remove_last();
                }
                Next::DeadEnd => self.remove_last(),
                Next::Branch(line) => self.lines.push(line),
            }
            loop {
                let Some(line) = self.lines.last_mut() else { return Ok(End::Exhausted) };
                if self.board.place(line, &mut self.order.dice) {
                    break;
                }
                self.lines.pop();
                self.remove_last();
            }
            self.nodes += 1;
            if self.nodes >= limit && !self.has_found {
                while !self.lines.is_empty() {
                    self.remove_last();
                    self.lines.pop();
                }
                return Ok(End::Limit);
            }
        }
    }

    /// Removes the last queen; at the root there is none.
    #[inline(always)]
    fn remove_last(&mut self) {
        if let Some(line) = self.lines.last() {
            self.board.remove(line);
        }
    }

    #[cold]
    fn tick(&mut self) -> Result<()> {
        self.next_tick = self.nodes + self.board.nodes_per_tick();
        let ticked = self.order.watched.tick(self.nodes, None);
        ticked.map_err(|progress| CompletionError::Stopped { progress })
    }
}

impl<B: Board, W: Watch> Routine for Search<'_, B, W> {
    /// `Continue` where the tree is searched to its end.
    type Output = Result<ControlFlow<()>>;

    #[inline(always)]
    fn run<I: Isa>(mut self, _: I) -> Self::Output {
        let mut limit = self.board.first_limit() as f64;
        let mut end = 0.0;
        loop {
            end += limit;
            match Search::run(&mut self, end as u64)? {
                End::Exhausted => return Ok(ControlFlow::Continue(())),
                End::Broken => return Ok(ControlFlow::Break(())),
                End::Limit => limit *= GROWTH,
            }
        }
    }
}
