//! A depth-first search with random choices, generic over [`SearchBoard`]. It can pause and restart.

use crate::dice::Dice;
use crate::search::kernel::{Isa, Kernel, Routine};
use std::mem::take;

/// A board that is filled queen by queen and emptied in reverse order.
///
/// Implementations are inlined into [`Search`], which is compiled for each instruction set.
pub trait SearchBoard {
    /// A line to put a queen on, and the squares left to try on it.
    type Line;

    /// The next step on this board.
    fn next(&mut self, dice: &mut Dice) -> Next<Self::Line>;

    /// Puts a queen on a random untried square of the line; false if none is left.
    fn place(&mut self, line: &mut Self::Line, dice: &mut Dice) -> bool;

    /// Removes the last queen, which is on this line.
    fn remove(&mut self, line: &Self::Line);

    /// The 0-based row of the queen in each column of a full board.
    fn rows(&self) -> Vec<u32>;

    /// Nodes between two ticks of the watch: a few milliseconds.
    fn nodes_per_tick(&self) -> u64;
}

/// The next step on a board.
#[derive(Debug)]
pub enum Next<L> {
    /// Every column has its queen.
    Full,
    /// Remove a queen: the board has no completion.
    DeadEnd,
    /// Place a queen on this line.
    Branch(L),
}

/// How a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The tree is exhausted, or enough was found.
    Done,
    /// The node limit is reached. The next run continues here.
    Paused,
}

/// Called every few milliseconds with the number of queens placed so far. An error ends the search.
pub type Tick<'a> = dyn FnMut(u64) -> Result<(), Stopped> + 'a;

/// The search was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A search for completions of a board.
#[derive(Debug)]
pub struct Search<B: SearchBoard> {
    /// The board, with the queens placed so far.
    pub board: B,
    dice: Dice,
    /// The lines of the queens placed. Each has a queen, also after a pause.
    lines: Vec<B::Line>,
    /// The completions found.
    pub found: Vec<Vec<u32>>,
    /// Whether the board is the last completion found, from which the next run continues.
    is_full: bool,
    /// The number of queens placed.
    pub nodes: u64,
    next_tick: u64,
}

impl<B: SearchBoard> Search<B> {
    /// A search from a board with the given queens.
    pub fn new(board: B, dice: Dice) -> Self {
        Search {
            board,
            dice,
            lines: Vec::new(),
            found: Vec::new(),
            is_full: false,
            nodes: 0,
            next_tick: 0,
        }
    }

    /// Searches until there are `wanted` completions, the tree is exhausted, or `nodes` queens were placed without
    /// finding any. After a completion the next run continues with others.
    pub fn run(
        &mut self,
        kernel: Kernel,
        nodes: u64,
        wanted: usize,
        tick: &mut Tick<'_>,
    ) -> Result<End, Stopped> {
        let pause = self.nodes.saturating_add(nodes);
        kernel.call(Run { search: self, pause, wanted, tick })
    }

    /// Removes all queens of the search.
    pub fn unwind(&mut self) {
        while let Some(line) = self.lines.pop() {
            self.board.remove(&line);
        }
        self.is_full = false;
    }
}

/// The nodes before the first restart.
pub fn first_nodes(n: usize) -> f64 {
    (4 * n + 64) as f64
}

struct Run<'a, 't, B: SearchBoard> {
    search: &'a mut Search<B>,
    /// The number of nodes at which to pause if nothing was found.
    pause: u64,
    wanted: usize,
    tick: &'a mut Tick<'t>,
}

impl<B: SearchBoard> Routine for Run<'_, '_, B> {
    type Output = Result<End, Stopped>;
    const COUNTS_BITS: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Self::Output {
        let Run { search, pause, wanted, tick } = self;
        let Search { board, dice, lines, found, is_full, nodes, next_tick } = search;
        loop {
            if *nodes >= *next_tick {
                *next_tick = *nodes + board.nodes_per_tick();
                tick(*nodes)?;
            }
            let next = if take(is_full) { Next::DeadEnd } else { board.next(dice) };
            match next {
                Next::Branch(line) => lines.push(line),
                end => {
                    if matches!(end, Next::Full) {
                        found.push(board.rows());
                        if found.len() == wanted {
                            *is_full = true;
                            return Ok(End::Done);
                        }
                    }
                    if let Some(line) = lines.last() {
                        board.remove(line);
                    }
                }
            }
            loop {
                let Some(line) = lines.last_mut() else { return Ok(End::Done) };
                if board.place(line, dice) {
                    break;
                }
                lines.pop();
                if let Some(line) = lines.last() {
                    board.remove(line);
                }
            }
            *nodes += 1;
            if *nodes >= pause && found.is_empty() {
                return Ok(End::Paused);
            }
        }
    }
}
