//! [`Parts`]: the parts of a proof that a board has no completion, for several threads.

use super::search::{Board, Next, Search};
use super::weights::Weights;
use super::words::{Root, Words};
use crate::dice::Dice;
use std::collections::VecDeque;
use std::mem::take;

/// The search tree of a board, with fixed weights, split at the first branchings. The parts do not depend on the number
/// of threads, so neither does the number of nodes.
#[derive(Debug)]
pub struct Parts {
    /// The board above the parts.
    board: Words,
    dice: Dice,
    /// The searches that are not exhausted.
    open: Vec<Search<Words>>,
    /// Searches that can be used again.
    spare: Vec<Search<Words>>,
    /// The queens placed above the parts.
    nodes: u64,
}

/// The smallest number of parts, unless the tree is exhausted or a completion found before.
const PARTS: usize = 64;

impl Parts {
    /// No parts, for proofs on a board with the quadratic bound.
    pub fn new(board: Words, dice: Dice) -> Self {
        Parts { board, dice, open: Vec::new(), spare: Vec::new(), nodes: 0 }
    }

    /// Starts a proof for a board.
    pub fn start(&mut self, root: &Root, weights: &Weights) {
        self.board.follow(weights);
        let mut roots = VecDeque::from([root.clone()]);
        while roots.len() < PARTS
            && let Some(root) = roots.pop_front()
        {
            self.board.restart_from(&root);
            match self.board.next(&mut self.dice) {
                Next::DeadEnd => {}
                Next::Full => {
                    roots.push_front(root);
                    break;
                }
                Next::Branch(mut line) => {
                    while self.board.place(&mut line, &mut self.dice) {
                        roots.push_back(self.board.here());
                        self.board.go_up(1);
                        self.nodes += 1;
                    }
                }
            }
        }
        self.spare.append(&mut self.open);
        for root in roots {
            let mut part = self
                .spare
                .pop()
                .unwrap_or_else(|| Search::new(self.board.clone(), Dice::new(self.dice.bits())));
            part.restart_from(&root);
            part.board.follow(weights);
            self.open.push(part);
        }
    }

    /// The searches that are not exhausted; none if the board has no completion.
    pub fn open(&mut self) -> &mut [Search<Words>] {
        &mut self.open
    }

    /// Removes the searches that are done. Returns a completion, if any of them found one.
    pub fn remove(&mut self, is_done: impl IntoIterator<Item = bool>) -> Option<Vec<u32>> {
        let mut found = None;
        let mut is_done = is_done.into_iter();
        for mut part in take(&mut self.open) {
            if is_done.next() == Some(true) {
                found = found.or_else(|| part.found.pop());
                self.spare.push(part);
            } else {
                self.open.push(part);
            }
        }
        found
    }

    /// The number of queens placed so far.
    pub fn nodes(&self) -> u64 {
        let parts = self.open.iter().chain(&self.spare);
        self.nodes + parts.map(|part| part.nodes).sum::<u64>()
    }
}
