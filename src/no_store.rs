//! The store of a crate without the feature `sqlite`. There are no files, so the types of a file have no values,
//! and the facade is written once: what it calls here can't be reached.

use crate::combinatorics::{BoardSize, Canonical, OrbitId, Pattern, Rank, Solution};
use crate::search::SolutionRun;
use crate::watch::Watch;
use std::path::Path;
use std::sync::Arc;

/// A database file.
pub(crate) enum Store {}

/// A board of a file.
#[derive(Clone)]
pub(crate) enum StoredBoard {}

/// The solutions around the last look-ups: none.
#[derive(Debug, Default)]
pub(crate) struct Near {}

/// What is wrong with a file.
pub(crate) enum FileError {}

/// The kind of a board's tables.
pub(crate) enum BuildTier {
    Stored,
    Indexed,
}

/// Methods of a type without values.
macro_rules! unreachable {
    ($type:ident: $($name:ident($($argument:ty),*) -> $value:ty;)*) => {
        impl $type {
            $(pub(crate) fn $name(&self, $(_: $argument),*) -> $value {
                match *self {}
            })*
        }
    };
}

unreachable! { Store:
    path() -> &Path;
}

unreachable! { StoredBoard:
    watched_by(&Arc<dyn Watch>) -> Self;
    tier() -> BuildTier;
    solution_count() -> u64;
    orbit_count() -> u64;
    digest() -> Option<u128>;
    solution(Rank, &mut Near) -> Result<Solution, FileError>;
    rank(&Solution, &mut Near) -> Result<Rank, FileError>;
    representative(OrbitId) -> Result<Canonical, FileError>;
    orbit_id(&Canonical) -> Result<OrbitId, FileError>;
    orbit_ids(&[Canonical]) -> Result<Vec<OrbitId>, FileError>;
    run_at(Rank) -> Result<(u64, SolutionRun), FileError>;
    representatives_at(OrbitId) -> Result<(u64, SolutionRun), FileError>;
    count_matching(&Pattern) -> Result<u64, FileError>;
    before(&[u8], &[u8]) -> Result<Vec<u64>, FileError>;
}

impl StoredBoard {
    pub(crate) fn open(
        store: &Arc<Store>,
        _: BoardSize,
        _: &Arc<dyn Watch>,
    ) -> Result<Option<Self>, FileError> {
        match **store {}
    }
}
