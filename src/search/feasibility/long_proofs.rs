//! What long proofs that a board has no completion need: [`Tuning`], fixed weights of lines chosen by estimates of the
//! size of the search tree, and [`Parts`], the parts of a proof for several threads.
//!
//! A proof is often many times shorter if it goes through the board in one direction than with weights learned from
//! dead ends. Which direction is best depends on the board. The estimate is Knuth's: on a random path from the root,
//! add up the products of the numbers of choices so far. Its mean is the number of nodes (Knuth 1975, “Estimating the
//! Efficiency of Backtrack Programs”, section 2). In these trees the product varies so little that some hundred paths
//! are enough to compare weights.

use super::search::{Next, Search, SearchBoard, Stopped, Tick};
use super::words::{Root, Weights, Words};
use crate::dice::Dice;
use crate::search::kernel::{Isa, Kernel, Routine};
use crate::workers::map_on_all_cores;
use std::collections::VecDeque;
use std::mem::take;

/// The choice of weights for a proof.
#[derive(Debug)]
pub struct Tuning {
    kernel: Kernel,
    /// Each takes an equal share of the paths of an estimate, whatever the number of threads.
    samplers: Vec<Sampler>,
    n: usize,
    dice: Dice,
    /// The best found so far.
    pub best: Weights,
    /// The number of queens placed.
    pub(super) nodes: u64,
}

/// A source of random paths below the board of a proof.
#[derive(Debug)]
struct Sampler {
    board: Words,
    dice: Dice,
}

const SAMPLERS: u32 = 4;

/// The number of paths of a sampler that pays for a thread.
const MANY_PATHS: u32 = 64;

/// Times as many paths decide between the best weights so far and others that seem better.
const CONFIRMING: u32 = 4;

/// The nodes that pay for trying all [`Weights::shapes`].
const SHAPES_PAY: u64 = 1 << 20;

impl Tuning {
    /// The choice of weights for proofs on a board of size N.
    pub fn new(kernel: Kernel, board: &Words, n: usize, mut dice: Dice) -> Self {
        let sampler = |_| Sampler { board: board.clone(), dice: Dice::new(dice.bits()) };
        let samplers = (0..SAMPLERS).map(sampler).collect();
        Tuning { kernel, samplers, n, dice, best: Weights::equal(), nodes: 0 }
    }

    /// Prepares estimates of proofs for a board.
    pub(super) fn restart_from(&mut self, root: &Root) {
        self.samplers.iter_mut().for_each(|sampler| sampler.board.restart_from(root));
    }

    /// Looks for better weights, among them `learned`, until about `nodes` queens were placed. Returns whether a proof
    /// with the best ones seems less than half as long as one with `current`.
    pub fn improve(
        &mut self,
        current: &Weights,
        learned: Weights,
        nodes: u64,
        tick: &mut Tick<'_>,
    ) -> Result<bool, Stopped> {
        let end = self.nodes + nodes;
        let paths = (nodes >> 13).clamp(128, 1024) as u32;
        let mut least = self.estimate(&self.best.clone(), CONFIRMING * paths, tick)?;
        let shapes = if nodes < SHAPES_PAY { 0 } else { usize::MAX };
        let mut candidates = std::iter::once(learned).chain(Weights::shapes(self.n).take(shapes));
        while self.nodes < end {
            let candidate =
                candidates.next().unwrap_or_else(|| self.best.varied(self.n, &mut self.dice));
            if self.estimate(&candidate, paths, tick)? < least {
                let confirmed = self.estimate(&candidate, CONFIRMING * paths, tick)?;
                least = self.estimate(&self.best.clone(), CONFIRMING * paths, tick)?;
                if confirmed < least {
                    self.best = candidate;
                    least = confirmed;
                }
            }
        }
        let paths = 2 * CONFIRMING * paths;
        let [current, best] = [current.clone(), self.best.clone()]
            .map(|weights| self.estimate(&weights, paths, tick));
        Ok(best? < 0.5 * current?)
    }

    /// The estimated number of nodes of a proof with these weights.
    pub fn estimate(
        &mut self,
        weights: &Weights,
        paths: u32,
        tick: &mut Tick<'_>,
    ) -> Result<f64, Stopped> {
        let paths = paths.div_ceil(SAMPLERS);
        let kernel = self.kernel;
        let sample = |sampler: &mut Sampler| {
            sampler.board.follow(weights);
            kernel.call(Paths { sampler, paths })
        };
        let nodes = self.nodes;
        tick(nodes)?;
        let samples = if paths < MANY_PATHS {
            self.samplers.iter_mut().map(sample).collect()
        } else {
            let samplers = self.samplers.iter_mut().collect();
            map_on_all_cores(samplers, |sampler, _| Some(sample(sampler)), || tick(nodes))?
        };
        self.nodes += samples.iter().map(|sample| sample.nodes).sum::<u64>();
        let sum: f64 = samples.iter().map(|sample| sample.estimates).sum();
        Ok(sum / f64::from(paths * SAMPLERS))
    }
}

/// Random paths from the root to leaves of the tree of a search.
struct Paths<'a> {
    sampler: &'a mut Sampler,
    paths: u32,
}

/// The result of some random paths.
struct Sample {
    /// The sum of their estimates.
    estimates: f64,
    /// The number of queens placed.
    nodes: u64,
}

impl Routine for Paths<'_> {
    type Output = Sample;
    const COUNTS_BITS: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Sample {
        let Sampler { board, dice } = self.sampler;
        let mut sample = Sample { estimates: 0.0, nodes: 0 };
        for _ in 0..self.paths {
            let (mut width, mut depth) = (1.0, 0);
            while let Next::Branch(mut line) = board.next(dice) {
                width *= f64::from(line.squares());
                sample.estimates += width;
                board.place(&mut line, dice);
                depth += 1;
            }
            board.go_up(depth);
            // A path without a choice counts too, so that tuning ends.
            sample.nodes += depth.max(1) as u64;
        }
        sample
    }
}

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
