//! A watch with an earlier deadline than that of its request.

use crate::task::Watching;
use nqdb::{Progress, Watch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The watch of a request, with an earlier deadline.
pub(crate) struct Until {
    watch: Watching,
    end: Instant,
}

impl Until {
    pub(crate) fn from_now(watch: &Watching, time: Duration) -> Self {
        Until { watch: Arc::clone(watch), end: Instant::now() + time }
    }
}

impl Watch for Until {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if Instant::now() > self.end { ControlFlow::Break(()) } else { self.watch.tick(progress) }
    }
}
