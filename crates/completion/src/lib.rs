//! n-Queens Completion, without counting.
#![doc = include_str!("../README.md")]
//!
//! The problem is NP-complete, and counting is #P-complete (Gent, Jefferson and Nightingale 2017, sections 4 and 5),
//! but random partial boards are easy. The search branches on the row or column with the smallest number of squares
//! left divided by its weight (dom/wdeg: Boussemart et al. 2004). The weight of a line is 1 plus the number of times it
//! ran out of squares. Ties and the order of squares are random. Until a completion is found, the search restarts after
//! a growing number of nodes and keeps the weights. It ends with a completion, or with an exhausted tree, which proves
//! that there is none.
//!
//! The board of words and the search itself are in the core, which also needs them; `counters` are boards of any size.

mod counters;
mod level;
mod minimal;
mod partial_board;
mod puzzle;
mod search;

pub use level::{Deduction, Level, Line};
pub use minimal::{check_puzzle_count, minimal_puzzles};
pub use nqdb::CompletionError;
pub use partial_board::{Contradiction, PartialBoard};
pub use puzzle::{MadePuzzleJson, Puzzle, PuzzleTask, Puzzles, make_puzzle};
#[doc(hidden)] // For benchmarks and tests.
pub use search::{Engine, completions_with};

use nqdb::internal::kernel::Kernel;
use nqdb::{placement::Placement, watch::Watch};
use partial_board::Result;
use std::ops::ControlFlow;

/// Finds a completion of a partial board, or proves that there is none (`None`). The result depends only on the seed,
/// not on the machine.
///
/// Cost: about N nodes if there are many completions, at 0.2 µs each up to N = 64 and 10 N ns beyond; exponential for
/// hard partial boards. Memory: 100 KB up to N = 64; beyond, 100 N bytes plus 2 bytes for each square tried in vain on
/// the path to the current node.
///
/// # Errors
/// [`CompletionError::Stopped`] by the watch.
pub fn complete(partial: &PartialBoard, seed: u64, watch: &dyn Watch) -> Result<Option<Placement>> {
    Ok(completions(partial, 1, seed, watch)?.pop())
}

/// Up to `limit` different completions of a partial board, in no particular order. Fewer than `limit` are all of them:
/// with a limit of 2, one completion is proved to be the only one. Cost and memory as for [`complete`], plus 4 N bytes
/// per completion.
///
/// # Errors
/// [`CompletionError::Stopped`] by the watch.
pub fn completions(
    partial: &PartialBoard,
    limit: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Placement>> {
    completions_with(Kernel::best(), Engine::of(partial), partial, limit, seed, watch)
}

/// The verdict on a partial board with this number of completions, of which two are enough to count: `none`, `unique`
/// or `several`.
pub fn verdict(completions: usize) -> &'static str {
    match completions {
        0 => "none",
        1 => "unique",
        _ => "several",
    }
}

/// Calls `visit` with each completion of a partial board once, in no particular order, until it breaks. `Continue`
/// means that all completions were visited. Cost and memory as for [`complete`].
///
/// # Errors
/// [`CompletionError::Stopped`] by the watch.
pub fn for_each_completion(
    partial: &PartialBoard,
    seed: u64,
    watch: &dyn Watch,
    mut visit: impl FnMut(Placement) -> ControlFlow<()>,
) -> Result<ControlFlow<()>> {
    search::search(Kernel::best(), Engine::of(partial), partial, (seed, watch), &mut visit)
}
