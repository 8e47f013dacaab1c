//! The search for completions: runs with restarts of the search of the core, on the board that suits its size, and
//! refutations by the vector search.

use crate::counters::Counters;
use crate::partial_board::{PartialBoard, Result};
use nqdb::internal::kernel::Kernel;
use nqdb::internal::{
    End, Search, SearchBoard, Stopped, Tick, Watched, Words, first_nodes, has_match,
};
use nqdb::{
    BoardSize, CompletionError, Conditions,
    placement::Placement,
    random::Dice,
    watch::{Activity, Watch},
};
use std::ops::ControlFlow;

/// The board representations that a search can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Words, for N up to 64.
    Words,
    /// Counters, for any N.
    Counters,
}

impl Engine {
    /// The faster engine for a partial board.
    pub fn of(partial: &PartialBoard) -> Self {
        if partial.n() <= BoardSize::MAX { Engine::Words } else { Engine::Counters }
    }
}

/// [`completions`](crate::completions) with a given kernel and engine. All kernels find the same completions in the same
/// order.
#[expect(clippy::missing_errors_doc, reason = "for benchmarks and tests")]
pub fn completions_with(
    kernel: Kernel,
    engine: Engine,
    partial: &PartialBoard,
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
        let _ = search(kernel, engine, partial, (seed, watch), &mut visit)?;
    }
    Ok(found)
}

/// Visits the completions that an engine finds.
pub(crate) fn search(
    kernel: Kernel,
    engine: Engine,
    partial: &PartialBoard,
    (seed, watch): (u64, &dyn Watch),
    visit: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> Result<ControlFlow<()>> {
    if partial.contradiction().is_some() {
        return Ok(ControlFlow::Continue(()));
    }
    let n = partial.n();
    let watched = Watched::new(watch, Activity::Completing, n, "queens placed");
    let mut placed = 0;
    let mut tick = |nodes| {
        placed = nodes;
        watched.tick(nodes, None).map_err(|_| Stopped)
    };
    let mut is_right = true;
    let mut visit_checked = |rows| match Placement::new(rows) {
        Ok(found) if partial.is_met_by(&found) => visit(found),
        _ => {
            is_right = false;
            ControlFlow::Break(())
        }
    };
    let (dice, visit) = (Dice::new(seed), &mut visit_checked);
    let end = match engine {
        Engine::Words => {
            let words = Words::new(n, partial.queens(), partial.excluded_squares());
            // The bound halves the time of hard partial boards with excluded diagonals and doubles that of others.
            let excludes_diagonals = !partial.sums.is_empty() || !partial.differences.is_empty();
            let work_harder = |words: &mut Words| {
                if excludes_diagonals {
                    words.add_bound();
                }
            };
            each(Search::new(words, dice), kernel, partial, &work_harder, &mut tick, visit)
        }
        Engine::Counters => {
            let search = Search::new(Counters::new(partial), dice);
            each(search, kernel, partial, &|_| {}, &mut tick, visit)
        }
    };
    let stopped = |Stopped| CompletionError::Stopped { progress: watched.progress(placed, None) };
    let end = end.map_err(stopped)?;
    if is_right { Ok(end) } else { Err(CompletionError::Wrong { n }) }
}

/// Visits the rows of the completions of a board, until `visit` breaks or the tree ends.
fn each<B: SearchBoard>(
    mut search: Search<B>,
    kernel: Kernel,
    partial: &PartialBoard,
    work_harder: &dyn Fn(&mut B),
    tick: &mut Tick<'_>,
    visit: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stopped> {
    run_with_restarts(&mut search, kernel, partial, work_harder, tick)?;
    while let Some(rows) = search.found.pop() {
        if visit(rows).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // Without a pause, because a restart would repeat completions.
        search.run(kernel, u64::MAX, 1, tick)?;
    }
    Ok(ControlFlow::Continue(()))
}

/// Most partial boards are decided within this number of nodes.
const EASY: u64 = 1 << 13;

/// The growth factor of the node limit from one restart to the next.
const GROWTH: f64 = 1.3;

/// Searches until there is a completion or the tree is exhausted. Until then the search restarts, first after 4 N + 64
/// nodes and then after a number that grows from run to run. Once the partial board has proved hard, `work_harder` is
/// called at each restart, and a sweep, made whenever the number of nodes has doubled, can end the search.
fn run_with_restarts<B: SearchBoard>(
    search: &mut Search<B>,
    kernel: Kernel,
    partial: &PartialBoard,
    work_harder: &dyn Fn(&mut B),
    tick: &mut Tick<'_>,
) -> Result<(), Stopped> {
    let mut nodes = first_nodes(partial.n());
    let mut next_sweep = 0;
    while search.run(kernel, nodes as u64, 1, tick)? == End::Paused {
        search.unwind();
        nodes *= GROWTH;
        if search.nodes > EASY {
            work_harder(&mut search.board);
            if search.nodes >= next_sweep {
                next_sweep = 2 * search.nodes;
                match sweep(partial, search.nodes, tick)? {
                    Some(true) => next_sweep = u64::MAX,
                    Some(false) => break,
                    None => {}
                }
            }
        }
    }
    Ok(())
}

/// The largest number of columns without a given queen. With more columns, the other search is usually faster.
const COLUMNS: usize = 21;

/// Nodes of the search for each step of a sweep. A step takes up to a thousand boards, in the time of about ten nodes.
const NODES_PER_STEP: u64 = 16;

/// A sweep of a partial board of N ≤ 32 after this number of nodes: a short run of the vector search, which takes less
/// time than the search before it. `Some` if it proves whether there is a completion. It does not change the completions
/// that are found.
fn sweep(partial: &PartialBoard, nodes: u64, tick: &mut Tick<'_>) -> Result<Option<bool>, Stopped> {
    let n = partial.n();
    if n - partial.queens().count() > COLUMNS {
        return Ok(None);
    }
    // The conditions were checked, so this does not fail.
    let conditions = BoardSize::new(n).and_then(|n| Conditions::new(n, partial.conditions()));
    let Ok(conditions) = conditions else { return Ok(None) };
    let mut steps = nodes / NODES_PER_STEP;
    let mut ticked = Ok(());
    let found = has_match(&conditions, &mut || {
        steps = steps.saturating_sub(1);
        ticked = tick(nodes);
        ticked.is_ok() && steps > 0
    });
    ticked.map(|()| found)
}
