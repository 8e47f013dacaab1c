//! [`Foresight`]: a feasibility oracle for the prefixes of a lexicographic search.

use super::instance::Instance;
use super::search::{End, Search, first_nodes};
use super::squares::Squares;
use super::tuning::Tuning;
use super::words::Words;
use crate::combinatorics::Pattern;
use crate::dice::Dice;
use crate::search::kernel::Kernel;
use crate::watch::Progress;

/// Decides whether a solution begins with a prefix (the rows of the first columns).
///
/// A prefix of the last solution found needs no search; on the way to the first solution, most prefixes are of this
/// kind. For any other, two searches take turns: one with fixed weights and without restarts, to prove that there is no
/// solution, and one with learned weights and restarts, which rarely takes long to find one. Both use the quadratic
/// bound. As the proof gets longer, time is spent on better weights; it starts again if it seems to get twice as short.
pub(crate) struct Foresight {
    kernel: Kernel,
    proof: Search<Words>,
    attempts: Search<Words>,
    tuning: Tuning,
    /// The board after each queen of the last prefix, from the empty board on.
    boards: Vec<Squares>,
    prefix: Vec<u8>,
    /// The last solution found.
    known: Vec<u32>,
    n: usize,
}

/// Nodes of the proof per node of the attempts.
const PROOF: u64 = 3;

/// The growth factor of the node limit from turn to turn.
const GROWTH: f64 = 1.3;

/// The nodes of a proof after which its weights are tuned; then again each time that they have doubled.
const TUNING: u64 = 1 << 18;

/// Nodes of the proof so far per node of tuning.
const TUNED: u64 = 4;

impl Foresight {
    /// An oracle for the solutions that match a pattern.
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let instance = Instance::from(pattern);
        let board = || Words::new(&instance).with_bound();
        let [proof, attempts] = [1, 2].map(|seed| Search::new(board(), Dice::new(seed)));
        let kernel = Kernel::best();
        Foresight {
            kernel,
            boards: vec![proof.board.root().clone()],
            tuning: Tuning::new(kernel, board(), instance.n(), Dice::new(3)),
            proof,
            attempts,
            prefix: Vec::new(),
            known: Vec::new(),
            n: instance.n(),
        }
    }

    /// Whether a solution begins with these rows: fewer than N, attack-free. `tick` is called every few milliseconds
    /// and can stop the search.
    pub(crate) fn completes(
        &mut self,
        prefix: &[u8],
        tick: &mut dyn FnMut(u64) -> Result<(), Progress>,
    ) -> Result<bool, Progress> {
        let is_known = prefix.iter().zip(&self.known).all(|(&row, &known)| u32::from(row) == known);
        if is_known && !self.known.is_empty() {
            return Ok(true);
        }
        self.go_to(prefix);
        let board = &self.boards[prefix.len()];
        for search in [&mut self.proof, &mut self.attempts] {
            search.unwind();
            search.found.clear();
            search.board.restart_from(board, prefix);
        }
        self.tuning.restart_from(board, prefix);
        let mut weights = self.tuning.best().clone();
        self.proof.board.follow(&weights);
        let mut nodes = first_nodes(self.n);
        let (before, mut next_tuning) = (self.proof.nodes, TUNING);
        let done = loop {
            if self.attempts.run(self.kernel, nodes as u64, 1, tick)? == End::Done {
                break &mut self.attempts;
            }
            self.attempts.unwind();
            let spent = self.proof.nodes - before;
            if spent >= next_tuning {
                next_tuning = 2 * spent;
                let learned = self.attempts.board.learned_weights();
                if self.tuning.improve(&weights, learned, spent / TUNED, tick)? {
                    weights = self.tuning.best().clone();
                    self.proof.unwind();
                    self.proof.board.follow(&weights);
                }
            }
            if self.proof.run(self.kernel, PROOF * nodes as u64, 1, tick)? == End::Done {
                break &mut self.proof;
            }
            nodes *= GROWTH;
        };
        self.known = done.found.pop().unwrap_or_default();
        Ok(!self.known.is_empty())
    }

    /// The number of queens placed by all searches so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.proof.nodes + self.attempts.nodes + self.tuning.nodes
    }

    /// Computes the boards of a prefix.
    fn go_to(&mut self, prefix: &[u8]) {
        let common = self.prefix.iter().zip(prefix).take_while(|(a, b)| a == b).count();
        self.prefix.truncate(common);
        self.boards.truncate(common + 1);
        for (&row, column) in prefix[common..].iter().zip(common..) {
            let board = self.proof.board.with_queen(&self.boards[column], column, row.into());
            self.boards.push(board);
            self.prefix.push(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::BoardSize;
    use crate::search::Solutions;
    use proptest::prelude::*;

    /// A pattern of random conditions, and a prefix length.
    fn patterns() -> impl Strategy<Value = (Pattern, usize)> {
        let squares = (4..=11u64).prop_flat_map(|n| {
            let line = 1..=n;
            let excluded = proptest::collection::vec((line.clone(), line.clone()), 0..12);
            (Just(n), excluded, proptest::option::of((line.clone(), line)), 1..=3usize)
        });
        squares.prop_map(|(n, excluded, given, depth)| {
            let excluded = excluded.iter().map(|(column, row)| format!("{column}!={row}"));
            let given = given.iter().map(|(column, row)| format!("{column}={row}"));
            let conditions: Vec<String> = excluded.chain(given).collect();
            (Pattern::parse(BoardSize::new(n).unwrap(), conditions).unwrap(), depth)
        })
    }

    /// The safe prefixes of a length that a pattern allows, in ascending order.
    fn prefixes(pattern: &Pattern, depth: usize) -> Vec<Vec<u8>> {
        let mut prefixes = vec![Vec::new()];
        for column in 0..depth {
            let longer = prefixes.iter().flat_map(|prefix: &Vec<u8>| {
                let safe = (0..pattern.n().get() as u8).filter(|&row| {
                    let attacked = (0..).zip(prefix).any(|(other, &queen)| {
                        queen == row || usize::from(queen.abs_diff(row)) == column - other
                    });
                    !attacked && pattern.rows()[column] >> row & 1 == 1
                });
                safe.map(|row| [prefix.as_slice(), &[row]].concat()).collect::<Vec<_>>()
            });
            prefixes = longer.collect();
        }
        prefixes
    }

    proptest! {
        #[test]
        fn foresight_agrees_with_enumeration((pattern, depth) in patterns()) {
            let matching: Vec<_> =
                Solutions::new(pattern.n()).filter(|found| pattern.matches(found)).collect();
            // One oracle for all prefixes, as in a search, and a reduced pattern, as in `find`.
            let Some(reduced) = pattern.reduced() else {
                prop_assert!(matching.is_empty());
                return Ok(());
            };
            let mut foresight = Foresight::new(&reduced);
            for prefix in prefixes(&reduced, depth) {
                let expected = matching.iter().any(|found| found.rows().starts_with(&prefix));
                let completes = foresight.completes(&prefix, &mut |_| Ok(())).unwrap();
                prop_assert_eq!(completes, expected, "{:?} below {:?}", prefix, pattern);
            }
        }
    }
}
