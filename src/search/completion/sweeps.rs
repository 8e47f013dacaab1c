//! Proofs by the vector search that an instance has no completion.

use super::instance::Instance;
use crate::combinatorics::{BoardSize, Pattern};
use crate::search::bitboard::Bitboard;
use crate::search::branches::{VECTORS, cheapest_image};
use crate::search::kernel::{AllowedCounter, Kernel};

/// The largest number of columns without a given queen. With more columns, the other search is usually faster.
const COLUMNS: usize = 21;

/// Nodes of the search for each step of a sweep. A step takes up to a thousand boards, in the time of about ten nodes.
const NODES_PER_STEP: u64 = 16;

/// The sweeps of an instance of N ≤ 32: short runs of the vector search, which take less time than the search between
/// them. A sweep can only prove that there is no completion, so it does not change the completions that are found.
pub(super) struct Sweeps<'i> {
    instance: &'i Instance,
    /// The number of nodes from which another sweep is made.
    next: u64,
}

impl<'i> Sweeps<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Sweeps { instance, next: 0 }
    }

    /// Whether a sweep, made if the number of nodes has doubled, proves that there is no completion. It is stopped by an
    /// error of `tick`.
    pub(super) fn prove<E>(
        &mut self,
        nodes: u64,
        tick: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<bool, E> {
        let n = self.instance.n();
        let columns = n - self.instance.queens().count();
        if nodes < self.next || !VECTORS.contains(&n) || columns > COLUMNS {
            return Ok(false);
        }
        self.next = 2 * nodes;
        let board = BoardSize::new(n as u64).map(Pattern::any);
        // The conditions were checked, so this does not fail.
        let pattern = board.and_then(|any| self.instance.conditions().try_fold(any, Pattern::with));
        let Ok(pattern) = pattern else { return Ok(false) };
        let mut steps = nodes / NODES_PER_STEP;
        let mut ticked = Ok(());
        let found = has_match(&pattern, &mut || {
            steps = steps.saturating_sub(1);
            ticked = tick(nodes);
            ticked.is_ok() && steps > 0
        });
        ticked?;
        if found == Some(true) {
            self.next = u64::MAX;
        }
        Ok(found == Some(false))
    }
}

/// Whether any solution matches a pattern, 5 ≤ N ≤ 32; `None` once `more` returns false, which is called before each
/// step of up to a thousand boards. One thread; 1 MiB.
pub fn has_match(pattern: &Pattern, more: &mut dyn FnMut() -> bool) -> Option<bool> {
    let Some(pattern) = pattern.reduced() else { return Some(false) };
    let allowed: Vec<u32> =
        cheapest_image(&pattern).rows().iter().map(|&rows| rows as u32).collect();
    let mut counter = AllowedCounter::new(Kernel::best(), &allowed, 0);
    let mut is_found = false;
    let count = counter.count(&[Bitboard::empty(allowed.len())], &mut |new| {
        is_found |= new > 0;
        !is_found && more()
    });
    if is_found { Some(true) } else { count.map(|count| count > 0) }
}
