//! The memory that a build needs, and the number of threads that fit into the memory limit.

use super::error::BuildError;
use super::options::{BuildOptions, BuildTier};
use crate::combinatorics::BoardSize;
use crate::memory;
use crate::store::error::StoreError;
use std::num::NonZeroUsize;

const MIB: usize = 1 << 20;

/// Maximum memory of a build in bytes: shared by all threads, and for each thread, stack included.
fn needed(n: BoardSize, tier: BuildTier) -> (usize, usize) {
    let (shared, each) = match (tier, n.get()) {
        (BuildTier::Stored, ..=16) => (20, 12),
        (BuildTier::Stored, 17) => (20, 24),
        (BuildTier::Stored, _) => (20, 48),
        (BuildTier::Indexed, ..=17) => (20, 6),
        (BuildTier::Indexed, 18) => (60, 6),
        (BuildTier::Indexed, 19..=20) => (120, 6),
        (BuildTier::Indexed, 21..=22) => (220, 6),
        (BuildTier::Indexed, 23) => (1100, 20),
        (BuildTier::Indexed, _) => (1700, 26),
    };
    (shared * MIB, each * MIB)
}

/// Reduces the number of threads to what fits into the address-space limit (`ulimit -v`). Fails if not even one fits: a
/// thread that runs out of memory would abort the process.
pub(super) fn that_fit(n: BoardSize, options: BuildOptions) -> Result<BuildOptions, StoreError> {
    let (shared, each) = needed(n, options.tier(n));
    let fits = |jobs: usize| memory::has_memory(each.saturating_mul(jobs).saturating_add(shared));
    let mut jobs = options.jobs.get();
    while jobs > 1 && !fits(jobs) {
        jobs /= 2;
    }
    match NonZeroUsize::new(jobs).filter(|jobs| fits(jobs.get())) {
        Some(jobs) => Ok(BuildOptions { jobs, ..options }),
        None => Err(BuildError::NoMemory { needed: shared + each }.into()),
    }
}
