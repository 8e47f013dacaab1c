//! [`Oracle`]: decides which prefixes of a lexicographic search have solutions, up to N = 64.
//!
//! `search` is a depth-first search, generic over the board; `words` and `squares` are boards of words with a bound that
//! proves dead ends early; `long_proofs` chooses weights for long proofs and splits them for several threads. The package
//! `nqdb-completion` uses the search too.

mod long_proofs;
mod search;
mod squares;
mod words;

pub use long_proofs::{Parts, Tuning};
pub use search::{End, Next, Search, SearchBoard, Stopped, Tick, first_nodes};
pub use squares::{Bound, Squares, Verdict};
use words::Root;
pub use words::{Weights, Words};

use crate::combinatorics::Conditions;
use crate::dice::Dice;
use crate::search::kernel::Kernel;
use crate::workers::map_on_all_cores;

/// Decides whether a solution begins with a prefix (the rows of the first columns).
///
/// A prefix of the last solution found needs no search; on the way to the first solution, most prefixes are of this
/// kind. For any other, two searches take turns: one with fixed weights and without restarts, to prove that there is no
/// solution, and one with learned weights and restarts, which rarely takes long to find one. Both use the quadratic
/// bound. A long proof is split into parts, which run on all cores, and time is spent on better weights; it starts again
/// if it seems to become less than half as long.
///
/// Memory: up to 0.5 MB, and 7 MB after a long proof.
#[derive(Debug)]
pub struct Oracle {
    kernel: Kernel,
    proof: Search<Words>,
    attempts: Search<Words>,
    parts: Parts,
    tuning: Tuning,
    /// The board after each queen of the last prefix, from the empty board on.
    roots: Vec<Root>,
    prefix: Vec<u8>,
    /// The last solution found.
    known: Vec<u32>,
    n: usize,
}

/// Nodes of the proof per node of the attempts.
const PROOF: u64 = 3;

/// The growth factor of the node limit from turn to turn.
const GROWTH: f64 = 1.3;

/// The nodes after which a proof starts again in parts.
const SPLIT: u64 = 1 << 16;

/// The nodes of a proof after which its weights are tuned; then again each time that they have doubled.
const TUNING: u64 = 1 << 18;

/// Nodes of the proof so far per node of tuning.
const TUNED: u64 = 4;

impl Oracle {
    /// An oracle for the solutions that match conditions.
    pub fn new(conditions: &Conditions) -> Self {
        let n = conditions.n().get();
        let board = Words::from(conditions).with_bound();
        let [proof, attempts] = [1, 2].map(|seed| Search::new(board.clone(), Dice::new(seed)));
        let kernel = Kernel::best();
        Oracle {
            kernel,
            proof,
            attempts,
            roots: vec![board.here()],
            tuning: Tuning::new(kernel, &board, n, Dice::new(3)),
            parts: Parts::new(board, Dice::new(4)),
            prefix: Vec::new(),
            known: Vec::new(),
            n,
        }
    }

    /// Whether a solution begins with these rows: fewer than N, attack-free. `tick` is called every few milliseconds
    /// and can stop the search.
    pub fn completes(&mut self, prefix: &[u8], tick: &mut Tick<'_>) -> Result<bool, Stopped> {
        let is_known = prefix.iter().zip(&self.known).all(|(&row, &known)| u32::from(row) == known);
        if is_known && !self.known.is_empty() {
            return Ok(true);
        }
        self.go_to(prefix);
        self.known = self.decide(tick)?.unwrap_or_default();
        Ok(!self.known.is_empty())
    }

    /// The number of queens placed by all searches so far.
    pub fn nodes(&self) -> u64 {
        self.proof.nodes + self.parts.nodes() + self.attempts.nodes + self.tuning.nodes
    }

    /// A solution that begins with the prefix, if there is one.
    fn decide(&mut self, tick: &mut Tick<'_>) -> Result<Option<Vec<u32>>, Stopped> {
        let Oracle { kernel, proof, attempts, tuning, .. } = self;
        let root = &self.roots[self.prefix.len()];
        for search in [&mut *proof, attempts] {
            search.restart_from(root);
        }
        tuning.restart_from(root);
        proof.board.follow(&tuning.best);
        let mut nodes = first_nodes(self.n);
        let before = proof.nodes;
        while proof.nodes - before < SPLIT {
            if attempts.run(*kernel, nodes as u64, 1, tick)? == End::Done {
                return Ok(attempts.found.pop());
            }
            attempts.unwind();
            if proof.run(*kernel, PROOF * nodes as u64, 1, tick)? == End::Done {
                return Ok(proof.found.pop());
            }
            nodes *= GROWTH;
        }
        self.decide_in_parts(nodes, tick)
    }

    /// The same for a long proof, on all cores. The first turn has `nodes` nodes of the attempts.
    fn decide_in_parts(
        &mut self,
        mut nodes: f64,
        tick: &mut Tick<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let Oracle { kernel, attempts, parts, tuning, .. } = self;
        let root = &self.roots[self.prefix.len()];
        let mut weights = tuning.best.clone();
        let mut next_tuning = TUNING;
        let before = parts.nodes();
        parts.start(root, &weights);
        loop {
            let spent = parts.nodes() - before;
            if spent >= next_tuning {
                next_tuning = 2 * spent;
                let learned = attempts.board.learned_weights();
                if tuning.improve(&weights, learned, spent / TUNED, tick)? {
                    weights = tuning.best.clone();
                    parts.start(root, &weights);
                }
            }
            let open = parts.open();
            let nodes_of_part = PROOF * nodes as u64 / (open.len() as u64).max(1);
            let mut searches = vec![(&mut *attempts, nodes as u64)];
            searches.extend(open.iter_mut().map(|part| (part, nodes_of_part)));
            let run = |(search, nodes): (&mut Search<Words>, u64), more: &dyn Fn() -> bool| {
                let mut tick = |_| if more() { Ok(()) } else { Err(Stopped) };
                Some(search.run(*kernel, nodes, 1, &mut tick).ok()? == End::Done)
            };
            let mut are_done = map_on_all_cores(searches, run, || tick(spent))?.into_iter();
            if are_done.next() == Some(true) {
                return Ok(attempts.found.pop());
            }
            attempts.unwind();
            let found = parts.remove(are_done);
            if found.is_some() || parts.open().is_empty() {
                return Ok(found);
            }
            nodes *= GROWTH;
        }
    }

    /// Computes the boards of a prefix.
    fn go_to(&mut self, prefix: &[u8]) {
        let common = self.prefix.iter().zip(prefix).take_while(|(a, b)| a == b).count();
        self.prefix.truncate(common);
        self.roots.truncate(common + 1);
        for (&row, column) in prefix[common..].iter().zip(common..) {
            self.roots.push(self.proof.board.with_queen(&self.roots[column], column, row));
            self.prefix.push(row);
        }
    }
}
