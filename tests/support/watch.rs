//! A watch that counts.

use nqdb::watch::{Progress, Watch};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the ticks and stops the work at the last one and those after it.
#[derive(Debug)]
pub struct Ticks {
    seen: AtomicU64,
    last: u64,
}

impl Ticks {
    /// Stops the work at this tick, 1-based.
    pub fn until(last: u64) -> Self {
        Ticks { seen: AtomicU64::new(0), last }
    }

    /// The number of ticks so far.
    pub fn seen(&self) -> u64 {
        self.seen.load(Relaxed)
    }
}

impl Watch for Ticks {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if self.seen.fetch_add(1, Relaxed) + 1 < self.last {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
