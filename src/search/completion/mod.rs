//! n-Queens Completion: with given queens, excluded squares and excluded diagonals, find a completion, prove that there
//! is none, or decide whether there is exactly one. Nothing is counted or ranked, which makes boards up to N = 10,000
//! feasible.
//!
//! ```
//! use nqdb::NoWatch;
//! use nqdb::completion::{Instance, Uniqueness, complete, uniqueness};
//!
//! let instance = Instance::parse(8, ["1=1", "2=7", "3!=4"])?;
//! let completion = complete(&instance, 1, &NoWatch)?.expect("a solution begins with 1 7 5");
//! assert_eq!(completion.to_string(), "1 7 5 8 2 4 6 3");
//! assert!(matches!(uniqueness(&instance, 1, &NoWatch)?, Uniqueness::Unique(_)));
//! # Ok::<(), nqdb::completion::CompletionError>(())
//! ```
//!
//! The problem is NP-complete, and counting is #P-complete (Gent, Jefferson and Nightingale 2017, sections 4 and 5),
//! but random instances are easy. The search branches on the row or column with the smallest number of squares left
//! divided by its weight (dom/wdeg: Boussemart et al. 2004). The weight of a line is 1 plus the number of times it ran
//! out of squares. Ties and the order of squares are random. Until a completion is found, the search restarts after a
//! growing number of nodes and keeps the weights. It ends with a completion, or with an exhausted tree, which proves
//! that there is none.
//!
//! | part | what it does |
//! | --- | --- |
//! | `instance` | [`Instance`]: the conditions |
//! | `csplib` | the instances of CSPLib's problem 79 |
//! | `search` | the search, generic over the board |
//! | `squares`, `words` | boards up to N = 64: rows and columns as vectors of words |
//! | `quadratic` | a bound on `words`, for proofs that there is no completion |
//! | `weights`, `tuning` | fixed weights for such a proof, chosen by estimates of its length |
//! | `parts` | such a proof in parts, for several threads |
//! | `foresight` | decides, with these proofs, which prefixes of a lexicographic search have solutions |
//! | `sweeps` | proofs by the vector search, up to N = 32 |
//! | `counters` | boards of any size: counters of squares, updated along the four lines of a queen |
//! | `puzzle` | [`Puzzle`]: given queens with exactly one completion, or a chosen number |
//! | `minimal` | all minimal puzzles of a small board |

mod counters;
mod csplib;
mod error;
pub(crate) mod foresight;
mod instance;
mod minimal;
pub(crate) mod parts;
mod puzzle;
pub(crate) mod quadratic;
pub(crate) mod search;
pub(crate) mod squares;
pub(crate) mod sweeps;
pub(crate) mod tuning;
pub(crate) mod weights;
pub(crate) mod words;

pub use error::CompletionError;
pub(super) use foresight::Foresight;
pub use instance::{Contradiction, Instance};
pub use minimal::{check_puzzle_count, minimal_puzzles};
pub use puzzle::{Distinct, Puzzle, PuzzleTask, Puzzles, make_puzzle};
pub(super) use search::Stopped;

use crate::combinatorics::{BoardSize, Placement};
use crate::dice::Dice;
use crate::search::kernel::Kernel;
use crate::watch::{Activity, Watch, Watched};
use counters::Counters;
use error::Result;
use search::{Board, Search, Tick};
use std::ops::ControlFlow;
use words::Words;

/// Whether an instance has no completion, exactly one, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uniqueness {
    /// Proved to have none.
    None,
    /// Proved to have exactly this one.
    Unique(Placement),
    /// Several, including these two.
    Several([Placement; 2]),
}

/// Finds a completion of an instance, or proves that there is none (`None`). The result depends only on the seed, not
/// on the machine.
///
/// Cost: about N nodes if there are many completions, at 0.2 µs each up to N = 64 and 10 N ns beyond; exponential for
/// hard instances. Memory: 100 KB up to N = 64; beyond, 100 N bytes plus 2 bytes for each square tried in vain on the
/// path to the current node.
pub fn complete(instance: &Instance, seed: u64, watch: &dyn Watch) -> Result<Option<Placement>> {
    Ok(completions(instance, 1, seed, watch)?.pop())
}

/// Decides whether an instance has no completion, one, or several. Cost and memory as for [`complete`].
pub fn uniqueness(instance: &Instance, seed: u64, watch: &dyn Watch) -> Result<Uniqueness> {
    let mut found = completions(instance, 2, seed, watch)?.into_iter();
    Ok(match (found.next(), found.next()) {
        (None, _) => Uniqueness::None,
        (Some(only), None) => Uniqueness::Unique(only),
        (Some(first), Some(second)) => Uniqueness::Several([first, second]),
    })
}

/// Up to `limit` different completions of an instance, in no particular order. Fewer than `limit` are all of them. Cost
/// and memory as for [`complete`], plus 4 N bytes per completion.
pub fn completions(
    instance: &Instance,
    limit: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Placement>> {
    completions_with(Kernel::best(), Engine::of(instance), instance, limit, seed, watch)
}

/// Calls `visit` with each completion of an instance once, in no particular order, until it breaks. `Continue` means
/// that all completions were visited. Cost and memory as for [`complete`].
pub fn for_each_completion(
    instance: &Instance,
    seed: u64,
    watch: &dyn Watch,
    mut visit: impl FnMut(Placement) -> ControlFlow<()>,
) -> Result<ControlFlow<()>> {
    search(Kernel::best(), Engine::of(instance), instance, (seed, watch), &mut visit)
}

/// The board representations that a search can use.
#[doc(hidden)] // For benchmarks and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Words, for N up to 64.
    Words,
    /// Counters, for any N.
    Counters,
}

impl Engine {
    /// The faster engine for an instance.
    pub fn of(instance: &Instance) -> Self {
        if instance.n() <= usize::from(BoardSize::MAX) { Engine::Words } else { Engine::Counters }
    }
}

/// [`completions`] with a given kernel and engine. All kernels find the same completions in the same order.
#[doc(hidden)] // For benchmarks and tests.
pub fn completions_with(
    kernel: Kernel,
    engine: Engine,
    instance: &Instance,
    limit: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Placement>> {
    let mut found = Vec::new();
    if limit > 0 {
        let mut visit = |completion| {
            found.push(completion);
            if found.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // The number found shows whether these are all.
        let _ = search(kernel, engine, instance, (seed, watch), &mut visit)?;
    }
    Ok(found)
}

/// Visits the completions that an engine finds.
fn search(
    kernel: Kernel,
    engine: Engine,
    instance: &Instance,
    (seed, watch): (u64, &dyn Watch),
    visit: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> Result<ControlFlow<()>> {
    if instance.contradiction().is_some() {
        return Ok(ControlFlow::Continue(()));
    }
    let n = instance.n();
    let watched = Watched::new(watch, Activity::Completing, n as u64, "queens placed");
    let mut placed = 0;
    let mut tick = |nodes| {
        placed = nodes;
        watched.tick(nodes, None).map_err(|_| Stopped)
    };
    let mut is_right = true;
    let mut visit_checked = |rows| match Placement::new(rows) {
        Ok(found) if instance.is_met_by(&found) => visit(found),
        _ => {
            is_right = false;
            ControlFlow::Break(())
        }
    };
    let (dice, visit) = (Dice::new(seed), &mut visit_checked);
    let end = match engine {
        Engine::Words => each(Words::new(instance), kernel, instance, dice, &mut tick, visit),
        Engine::Counters => each(Counters::new(instance), kernel, instance, dice, &mut tick, visit),
    };
    let stopped = |Stopped| CompletionError::Stopped { progress: watched.progress(placed, None) };
    let end = end.map_err(stopped)?;
    if is_right { Ok(end) } else { Err(CompletionError::Wrong { n }) }
}

/// Visits the rows of the completions of a board, until `visit` breaks or the tree ends.
fn each<B: Board>(
    board: B,
    kernel: Kernel,
    instance: &Instance,
    dice: Dice,
    tick: &mut Tick<'_>,
    visit: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stopped> {
    let mut search = Search::new(board, dice);
    search.run_with_restarts(kernel, instance, 1, tick)?;
    while let Some(rows) = search.found.pop() {
        if visit(rows).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // Without a pause, because a restart would repeat completions.
        search.run(kernel, u64::MAX, 1, tick)?;
    }
    Ok(ControlFlow::Continue(()))
}
