//! Searches on all cores, under one [`Watch`].

use crate::combinatorics::BoardSize;
use crate::watch::{Activity, Progress, Watch, Watched};
use crate::workers::{cores, crew};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Calls `work` on every core and waits until all calls have returned. The calls divide the search through shared
/// state. `fraction` maps the number of solutions found to the share of the search that is done.
///
/// `work` must call its argument often, with the number of solutions found since the last call, and return early once
/// it returns false. Fails if the watch stopped the search.
pub(crate) fn on_all_cores(
    n: BoardSize,
    watch: &dyn Watch,
    fraction: impl Fn(u64) -> Option<f64>,
    work: impl Fn(&mut dyn FnMut(u64) -> bool) + Sync,
) -> Result<(), Progress> {
    let watched = Watched::new(watch, Activity::Searching, n.get() as u64, "solutions found");
    let all = AtomicU64::new(0);
    let count = |more: &dyn Fn() -> bool| {
        work(&mut |new| {
            all.fetch_add(new, Relaxed);
            more()
        });
    };
    crew(cores(), count, || {
        let found = all.load(Relaxed);
        watched.tick(found, fraction(found))
    })
}
