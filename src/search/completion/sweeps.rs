//! Proofs by the vector search that an instance has no completion.

use super::instance::Instance;
use super::search::Tick;
use crate::combinatorics::{BoardSize, Pattern};
use crate::search::matching::{VECTORS, has_match};
use crate::watch::Progress;
use std::time::{Duration, Instant};

/// The largest number of columns without a given queen. With more columns, the other search is usually faster.
const COLUMNS: usize = 21;

/// The time of a sweep for each node of the search before it: a quarter of what a node takes.
const PER_NODE: Duration = Duration::from_nanos(50);

/// The sweeps of an instance of N ≤ 32: short runs of the vector search. Each takes at most a quarter of the time of the
/// search so far. A sweep can only prove that there is no completion, so the result of the search does not depend on
/// its speed.
pub(super) struct Sweeps<'i> {
    instance: &'i Instance,
    /// The number of nodes from which another sweep is made.
    next: u64,
}

impl<'i> Sweeps<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Sweeps { instance, next: 0 }
    }

    /// Whether a sweep, made if the number of nodes has doubled, proves that there is no completion.
    pub(super) fn prove(&mut self, nodes: u64, tick: &mut Tick<'_>) -> Result<bool, Progress> {
        let n = self.instance.n();
        let columns = n - self.instance.queens().count();
        if nodes < self.next || !VECTORS.contains(&n) || columns > COLUMNS {
            return Ok(false);
        }
        self.next = 2 * nodes;
        let conditions = self.instance.conditions();
        let Some(pattern) = BoardSize::new(n as u64)
            .and_then(|n| conditions.fold(Ok(Pattern::any(n)), |all, one| all?.with(one)))
            .ok()
        else {
            return Ok(false);
        };
        let end = Instant::now() + PER_NODE * u32::try_from(nodes).unwrap_or(u32::MAX);
        let mut ticked = Ok(());
        let found = has_match(&pattern, &mut || {
            ticked = tick(nodes);
            ticked.is_ok() && Instant::now() < end
        });
        ticked?;
        if found == Some(true) {
            self.next = u64::MAX;
        }
        Ok(found == Some(false))
    }
}
