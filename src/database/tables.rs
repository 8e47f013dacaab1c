//! The tables of a board, in a database file or built in, as `Board` uses them.

use crate::combinatorics::{BoardSize, Canonical, OrbitId, Pattern, Rank, Solution};
use crate::error::Result;
use crate::search::SolutionRun;
use crate::watch::Watch;
use serde::Serialize;
use std::any::Any;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// How the queries on a board are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// The database file holds its solutions.
    Stored,
    /// The database file holds the number of solutions and orbits below each prefix of a few queens. A query searches a
    /// few thousand solutions.
    Indexed,
    /// The database file does not hold the board. A query is a search, which for N = 5 to 21 is in one cell of those
    /// built into the program: milliseconds.
    Searched,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Tier::Stored => "stored",
            Tier::Indexed => "indexed",
            Tier::Searched => "searched",
        })
    }
}

/// The cell that an indexed board searches for a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The first rank of the block.
    pub block: u64,
    /// The cell in the block, 1-based.
    pub cell: usize,
    /// Number of solutions in the cell, an upper bound on those searched.
    pub solutions: u64,
}

/// Number of lookups in one cell that take about as long as listing the cell.
pub(crate) const LOOKUPS_PER_LIST: u32 = 4;

/// Successive solutions of the first half, or canonical representatives, with the rank or id of the first.
pub(crate) type NumberedRun = (u64, SolutionRun);

/// A database file, which may hold the tables of boards.
pub(crate) trait TableFile: Any + Send + Sync {
    /// The path of the file.
    fn path(&self) -> &Path;

    /// The tables of a board, if the file holds them and they are complete.
    fn tables(
        self: Arc<Self>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Arc<dyn Tables>>>;
}

/// The tables of one board. Ranks and solutions are those of the first half.
pub(crate) trait Tables: Send + Sync {
    /// These tables under another watch, which can stop reading the file.
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn Tables>;

    /// The tier: [`Tier::Searched`] for built-in cells.
    fn tier(&self) -> Tier;

    /// Q(N), the number of all solutions of the board.
    fn solution_count(&self) -> u64;

    /// F(N), the number of all orbits of the board.
    fn orbit_count(&self) -> u64;

    /// XXH3-128 of the decoded content.
    fn digest(&self) -> Option<u128>;

    /// The solution with a rank. Reads one block.
    fn solution(&self, rank: Rank) -> Result<Solution>;

    /// The rank of a solution. Reads one block.
    fn rank(&self, solution: &Solution) -> Result<Rank>;

    /// The canonical representative with an orbit id. Reads one block.
    fn representative(&self, id: OrbitId) -> Result<Canonical>;

    /// The orbit id of a canonical representative. Reads one block.
    fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId>;

    /// The orbit ids of those first representatives, in this order, that are in one cell. Empty if there are too few of
    /// them for listing the cell to pay.
    fn listed_orbits(&self, _all: &[Canonical], _order: &[usize]) -> Result<Vec<OrbitId>> {
        Ok(Vec::new())
    }

    /// The usual maximum number of solutions in a cell; `None` on a stored board.
    fn cell_limit(&self) -> Option<u64> {
        None
    }

    /// The solutions around a rank: on a stored board those that a lookup decodes, on others the cell, which takes as
    /// long as [`LOOKUPS_PER_LIST`] lookups. `None` if the cell is too large or damaged.
    fn around(&self, rank: Rank) -> Result<Option<NumberedRun>>;

    /// The solutions that a stored board decodes to look up this one; `None` on other boards, here and below.
    fn around_solution(&self, _: &Solution) -> Result<Option<NumberedRun>> {
        Ok(None)
    }

    /// The cell that is searched for a rank; `None` on a stored board.
    fn trace(&self, _: Rank) -> Result<Option<Trace>> {
        Ok(None)
    }

    /// All solutions of the stored block that contains a rank. Decodes the whole block.
    fn run_at(&self, _: Rank) -> Result<Option<NumberedRun>> {
        Ok(None)
    }

    /// All canonical representatives of the stored block that contains an orbit id. Decodes the whole block.
    fn representatives_at(&self, _: OrbitId) -> Result<Option<NumberedRun>> {
        Ok(None)
    }

    /// Calls `each` with the solutions of a stored board, in order, in runs. Returns false if a block is damaged or
    /// missing, and on other boards.
    fn each_run(&self, _: &mut dyn FnMut(SolutionRun)) -> Result<bool> {
        Ok(false)
    }

    /// The number of solutions of the whole board that match a pattern, counted on all cores; `None` on a stored board.
    /// The pattern must be [reduced](Pattern::reduced) and decided by the queens of a prefix.
    ///
    /// Reads the blocks whose prefixes may match, and searches the cells that match only in part: for one of the first
    /// three columns, about a thousandth of the solutions with small cells.
    fn count_matching(&self, _: &Pattern) -> Result<Option<u64>> {
        Ok(None)
    }

    /// For each of these rows, the number of solutions of the first half before the prefix `parent`, row. The rows are
    /// 0-based and ascend; N stands for the end of the parent. Some row of the column after the parent must be safe.
    ///
    /// Reads one block per row, mostly from the cache; a board of cells then counts a part of one cell per row, all
    /// in one search. The counts before short prefixes, which take the longest, are cached.
    fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>>;
}
