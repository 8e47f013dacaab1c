//! [`Parts`]: the parts of a proof that a board has no completion, for several threads.

use super::search::{Board, Next, Search};
use super::weights::Weights;
use super::words::{Root, Words};
use crate::dice::Dice;
use std::collections::VecDeque;
use std::mem::take;

/// The search tree of a board, with fixed weights, split at the first branchings. The parts do not depend on the number
/// of threads, so neither does the number of nodes.
pub(super) struct Parts {
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
    pub(super) fn new(board: Words, dice: Dice) -> Self {
        Parts { board, dice, open: Vec::new(), spare: Vec::new(), nodes: 0 }
    }

    /// Starts a proof for a board.
    pub(super) fn start(&mut self, root: &Root, weights: &Weights) {
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
    pub(super) fn open(&mut self) -> &mut [Search<Words>] {
        &mut self.open
    }

    /// Removes the searches that are done. Returns a completion, if any of them found one.
    pub(super) fn remove(&mut self, is_done: impl IntoIterator<Item = bool>) -> Option<Vec<u32>> {
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
    pub(super) fn nodes(&self) -> u64 {
        let parts = self.open.iter().chain(&self.spare);
        self.nodes + parts.map(|part| part.nodes).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{BoardSize, Solution};
    use crate::search::Solutions;
    use crate::search::completion::instance::Instance;
    use crate::search::completion::search::End;
    use crate::search::kernel::Kernel;

    /// Searches all parts in turns of this many nodes. Returns a completion, if any part has one.
    fn search(parts: &mut Parts, turn: u64) -> Option<Vec<u32>> {
        let mut found = None;
        while !parts.open().is_empty() {
            let run = |part: &mut Search<Words>| {
                part.run(Kernel::best(), turn, 1, &mut |_| Ok(())).unwrap() == End::Done
            };
            let are_done: Vec<bool> = parts.open().iter_mut().map(run).collect();
            found = parts.remove(are_done).or(found);
        }
        found
    }

    #[test]
    fn the_parts_cover_the_board() {
        let (mut with, mut without, mut split) = (0, 0, 0);
        for n in 5..=11u64 {
            let solutions: Vec<Solution> = Solutions::new(BoardSize::new(n).unwrap()).collect();
            let instance = Instance::new(n).unwrap();
            let board = Words::new(&instance).with_bound();
            let empty = board.here();
            let mut parts = Parts::new(board.clone(), Dice::new(n));
            for (first, second) in (0..n as u8).flat_map(|r| (0..n as u8).map(move |s| (r, s))) {
                if first.abs_diff(second) < 2 {
                    continue;
                }
                let root = board.with_queen(&board.with_queen(&empty, 0, first), 1, second);
                parts.start(&root, &Weights::equal());
                split += u32::from(parts.open().len() >= PARTS);
                let found = search(&mut parts, 10);
                let expected = solutions.iter().any(|s| s.rows().starts_with(&[first, second]));
                assert_eq!(found.is_some(), expected, "N = {n}, {first} {second}");
                if let Some(found) = found {
                    let found: Vec<u8> = found.iter().map(|&row| row as u8).collect();
                    assert!(solutions.iter().any(|s| s.rows() == found), "N = {n}: {found:?}");
                }
                (with, without) = (with + u32::from(expected), without + u32::from(!expected));
            }
        }
        assert!(with > 100 && without > 10 && split > 0, "{with}, {without}, {split}");
    }

    #[test]
    fn the_number_of_nodes_does_not_depend_on_the_turns() {
        let queens = "1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 11=18 12=20 13=24";
        let instance = Instance::parse(34, queens.split(' ')).unwrap();
        let board = Words::new(&instance).with_bound();
        let nodes = [100, 1000, u64::MAX].map(|turn| {
            let mut parts = Parts::new(board.clone(), Dice::new(1));
            parts.start(&board.here(), &Weights::equal());
            assert!(parts.open().len() >= PARTS);
            assert_eq!(search(&mut parts, turn), None);
            parts.nodes()
        });
        assert!(nodes[0] > 10_000 && nodes.iter().all(|&other| other == nodes[0]), "{nodes:?}");
    }
}
