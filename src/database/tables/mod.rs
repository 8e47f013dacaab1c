//! The tables that answer the queries on a board: cells, or the solutions of a stored board.

mod cells;
#[cfg(feature = "sqlite")]
mod stored;

pub use cells::Trace;
pub(crate) use cells::{CellBoard, LOOKUPS_PER_LIST, NumberedRun};

#[cfg(feature = "sqlite")]
use crate::combinatorics::BoardSize;
use crate::combinatorics::{Canonical, Invalid, OrbitId, Rank, Solution, unreadable};
use crate::error::Result;
use crate::search::BlockKey;
#[cfg(feature = "sqlite")]
use crate::search::cell_limit;
#[cfg(feature = "sqlite")]
use crate::store::{BuildTier, Store};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
#[cfg(feature = "sqlite")]
use stored::StoredBoard;

/// How the queries on a board are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

impl FromStr for Tier {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut tiers = [Tier::Stored, Tier::Indexed, Tier::Searched].into_iter();
        let named = tiers.find(|tier| tier.to_string() == text);
        named.ok_or_else(|| unreadable("the tier stored, indexed or searched", text))
    }
}

/// The tables of one board. Ranks and solutions are those of the first half. Every query reads one block.
#[derive(Clone)]
pub(crate) enum Tables {
    /// The cells of an indexed board, or those built into the program.
    Cells(CellBoard),
    /// The solutions of a stored board.
    #[cfg(feature = "sqlite")]
    Stored(StoredBoard),
}

/// The answer of either kind of tables.
macro_rules! answer {
    ($tables:expr, $board:ident => $answer:expr) => {
        match $tables {
            Tables::Cells($board) => $answer,
            #[cfg(feature = "sqlite")]
            Tables::Stored($board) => $answer,
        }
    };
}

impl Tables {
    /// The tables of a board with their tier and digest, if the file holds them and they are complete.
    #[cfg(feature = "sqlite")]
    pub(crate) fn in_file(
        store: &Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<(Tier, Option<u128>, Self)>> {
        let complete = store.complete(n, watch).map_err(|error| error.at(store.path()))?;
        let Some(complete) = complete else { return Ok(None) };
        let board = StoredBoard::new(store, n, complete, watch);
        let (tier, tables) = match complete.tier {
            BuildTier::Stored => (Tier::Stored, Tables::Stored(board)),
            BuildTier::Indexed => {
                let cells = CellBoard::new(n, complete.solutions, cell_limit(n), board, watch);
                (Tier::Indexed, Tables::Cells(cells))
            }
        };
        Ok(Some((tier, complete.digest, tables)))
    }

    /// The cells; `None` on a stored board.
    pub(crate) fn cells(&self) -> Option<&CellBoard> {
        match self {
            Tables::Cells(cells) => Some(cells),
            #[cfg(feature = "sqlite")]
            Tables::Stored(_) => None,
        }
    }

    /// These tables under another watch, which can stop reading the file.
    pub(crate) fn watched_by(&self, watch: &Arc<dyn Watch>) -> Self {
        match self {
            Tables::Cells(cells) => Tables::Cells(cells.watched_by(watch)),
            #[cfg(feature = "sqlite")]
            Tables::Stored(board) => Tables::Stored(board.watched_by(watch)),
        }
    }

    /// The solution with a rank.
    pub(crate) fn solution(&self, rank: Rank) -> Result<Solution> {
        answer!(self, board => board.solution(rank))
    }

    /// The rank of a solution.
    pub(crate) fn rank(&self, solution: &Solution) -> Result<Rank> {
        answer!(self, board => board.rank(solution))
    }

    /// The canonical representative with an orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        answer!(self, board => board.representative(id))
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        answer!(self, board => board.orbit_id(canonical))
    }

    /// The orbit ids of those first representatives, in this order, that are in one cell. Empty if there are too few of
    /// them for listing the cell to pay, and on a stored board.
    pub(crate) fn listed_orbits(&self, all: &[Canonical], order: &[usize]) -> Result<Vec<OrbitId>> {
        self.cells().map_or(Ok(Vec::new()), |cells| cells.listed_orbits(all, order))
    }

    /// The solutions around a rank or a solution: on a stored board those that a lookup decodes, on others the cell of a
    /// rank, which takes as long as [`LOOKUPS_PER_LIST`] lookups. `None` if the cell is
    /// too large or damaged.
    pub(crate) fn around(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        answer!(self, board => board.around(key))
    }

    /// All solutions of the stored block that contains a rank or a solution, or all canonical representatives of the one
    /// that contains an orbit id. Decodes the whole block. `None` on other boards.
    pub(crate) fn run(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        answer!(self, board => board.run(key))
    }

    /// For each of these rows, the number of solutions of the first half before the prefix `parent`, row. The rows are
    /// 0-based and ascend; N stands for the end of the parent. Some row of the column after the parent must be safe.
    ///
    /// Reads one block per row, mostly from the cache; a board of cells then counts a part of one cell per row, all
    /// in one search. The counts before short prefixes, which take the longest, are cached.
    pub(crate) fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        answer!(self, board => board.before(parent, rows))
    }
}
