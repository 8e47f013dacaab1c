//! A board: chooses the tier that answers a query, and folds the second half of the ranks onto the first.

use super::near::Near;
use super::tables::{Tables, Tier, Trace};
use crate::combinatorics::{
    BoardSize, Canonical, Invalid, Orbit, OrbitId, Rank, Solution, known_counts,
};
use crate::error::{Error, Result};
use crate::search::{Items, LAST_BUILT_IN, Lists, Searched, cell_limit};
use crate::watch::Watch;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The number of solutions or orbits that are searched from either end of a board that does not reach all
/// ([`Board::reaches_all`]), unless [`Board::with_reach`] sets another: some minutes for the farthest.
pub const REACH: u64 = 1_000_000;

/// The solutions and orbits of one board size, on one tier.
///
/// An owned, cheap-to-clone handle that threads can share. Tables and searches cover the first half of the ranks;
/// complement reverses the order, so the second half follows from rank(Cmpl p) = Q(N) + 1 − rank(p).
///
/// # Errors
/// Any query can fail because the file can't be read or is damaged (`Error::Store`, or
/// [`SearchError::NoAnswer`](crate::search::SearchError::NoAnswer) for counts that contradict each other), or because the
/// watch stops it ([`Error::is_stopped`]). Methods and iterators list only their other errors.
#[derive(Clone)]
pub struct Board {
    n: BoardSize,
    /// Q(N) and F(N), if they are known.
    pub(super) totals: Option<(u64, u64)>,
    /// The number of solutions or orbits that are searched from either end if the board does not reach all.
    pub(super) reach: u64,
    /// The tables of the board in a file, or its built-in cells, if any. They find single solutions; with cells,
    /// neighbours are found by searches.
    pub(super) tables: Option<Tables>,
    /// The lists in memory; `None` for a board that is never listed.
    pub(super) lists: Option<Arc<Lists>>,
    /// Whether the first solution is proved again if it is built in.
    is_proving: bool,
    pub(super) watch: Arc<dyn Watch>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("n", &self.n).field("tier", &self.tier()).finish()
    }
}

impl Board {
    /// A board with these tables, and the watch over its searches.
    pub(super) fn new(n: BoardSize, tables: Option<Tables>, watch: &Arc<dyn Watch>) -> Self {
        let totals = known_counts(n).map(|known| (known.solutions, known.orbits()));
        let watch = Arc::clone(watch);
        Board { n, totals, reach: REACH, tables, lists: None, is_proving: false, watch }
    }

    /// Returns this board with another watch, to which its searches report.
    pub fn watched_by(&self, watch: impl Watch + 'static) -> Self {
        let watch: Arc<dyn Watch> = Arc::new(watch);
        let tables = self.tables.as_ref().map(|tables| tables.watched_by(&watch));
        Board { tables, watch, ..self.clone() }
    }

    /// Returns this board with another reach than [`REACH`]: on a board that does not reach all, solutions and orbits that
    /// are farther from both ends are refused. 0 refuses all.
    pub fn with_reach(&self, reach: u64) -> Self {
        Board { reach, ..self.clone() }
    }

    /// Returns this board without the built-in first solutions ([`known_first_solution`]): a searched board proves its
    /// first solution again.
    ///
    /// [`known_first_solution`]: crate::search::known_first_solution
    #[doc(hidden)] // For the program and research.
    pub fn proving(&self) -> Self {
        Board { is_proving: self.tier() == Tier::Searched, ..self.clone() }
    }

    /// Board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The tier of the board.
    pub fn tier(&self) -> Tier {
        self.tables.as_ref().map_or(Tier::Searched, |tables| tables.tier)
    }

    /// Q(N), the number of solutions.
    ///
    /// # Errors
    /// [`Error::UnknownCount`] for N > 27.
    pub fn solution_count(&self) -> Result<u64> {
        self.totals.map(|(solutions, _)| solutions).ok_or(Error::UnknownCount { n: self.n })
    }

    /// F(N), the number of orbits.
    ///
    /// # Errors
    /// [`Error::UnknownOrbitCount`] for N > 27.
    pub fn orbit_count(&self) -> Result<u64> {
        self.totals.map(|(_, orbits)| orbits).ok_or(Error::UnknownOrbitCount { n: self.n })
    }

    /// The number of items. Fails if it is unknown.
    pub(super) fn count(&self, items: Items) -> Result<u64> {
        match items {
            Items::Solutions => self.solution_count(),
            Items::Representatives => self.orbit_count(),
        }
    }

    /// XXH3-128 of the content of the tables, as 32 hexadecimal digits; `None` without tables. Boards with the same
    /// digest return the same results.
    pub fn digest(&self) -> Option<String> {
        self.tables.as_ref()?.digest().map(|digest| format!("{digest:032x}"))
    }

    /// Whether every rank, solution and orbit id is found in milliseconds: up to N = 21, and on boards with tables. On
    /// other boards, only the first [`REACH`] solutions and orbits and, up to N = 27, the last [`REACH`] solutions are
    /// found; other lookups fail ([`Error::OutOfReach`], [`Error::RankOutOfReach`]).
    pub fn reaches_all(&self) -> bool {
        self.tables.is_some() || self.n.get() <= LAST_BUILT_IN
    }

    /// Checks that the board reaches all ([`Board::reaches_all`]).
    ///
    /// # Errors
    /// [`Error::OutOfReach`] otherwise.
    pub fn check_reaches_all(&self) -> Result<()> {
        if self.reaches_all() { Ok(()) } else { self.check_near(u64::MAX) }
    }

    /// The solution with this rank. Stored and indexed boards read one block, and indexed and searched boards search one
    /// cell. Cost without tables: a millisecond up to N = 18, 15 to 30 at N = 21; beyond, a search of all solutions from
    /// the nearer end, of at most [`REACH`].
    ///
    /// # Errors
    /// Those of [`Board::check_rank`]; [`Error::OutOfReach`] unless the board reaches all or the rank is near an end
    /// ([`Board::with_reach`]).
    pub fn unrank(&self, rank: Rank) -> Result<Solution> {
        self.item(Items::Solutions, rank.get(), &mut Near::default())
    }

    /// The rank of a solution. Cost: as [`Board::unrank`].
    ///
    /// # Errors
    /// [`Error::OtherBoard`]; [`Error::RankOutOfReach`] unless the board reaches all or the solution is near an end.
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.check_size(solution)?;
        Ok(Rank::new(self.number(Items::Solutions, solution, &mut Near::default())?)?)
    }

    /// The ranks of the members of an orbit, in the order of [`Orbit::members`]. If Q(N) is known, the rank of a
    /// complement follows, so half as many lookups as members suffice; each costs as much as [`Board::rank`].
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, OrbitId};
    ///
    /// let board = Database::without_file().board(BoardSize::new(8)?)?;
    /// let ranks = board.member_ranks(&board.orbit(OrbitId::new(10)?)?)?;
    /// assert_eq!(ranks.iter().map(|rank| rank.get()).collect::<Vec<_>>(), [14, 55, 79, 38]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    pub fn member_ranks(&self, orbit: &Orbit) -> Result<Vec<Rank>> {
        let mut known = Vec::with_capacity(orbit.size());
        orbit.members().iter().map(|(_, member)| self.member_rank(member, &mut known)).collect()
    }

    /// The rank of a member of an orbit. Follows from the `known` ranks if they include that of the member or its
    /// complement; otherwise it is looked up and added to them.
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    #[doc(hidden)] // For the explorer.
    pub fn member_rank(
        &self,
        member: &Solution,
        known: &mut Vec<(Solution, Rank)>,
    ) -> Result<Rank> {
        let rank_of = |wanted: &Solution| known.iter().find(|(other, _)| other == wanted);
        if let Some((_, rank)) = rank_of(member) {
            return Ok(*rank);
        }
        let rank = match (rank_of(&member.complement()), self.totals) {
            (Some((_, rank)), Some((count, _))) => Rank::new(count + 1 - rank.get())?,
            _ => self.rank(member)?,
        };
        known.push((*member, rank));
        Ok(rank)
    }

    /// The orbit id of a solution. Cost: as [`Board::unrank`], up to twice as much.
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.check_size(solution)?;
        let canonical = Canonical::of(solution);
        let id = self.number(Items::Representatives, &canonical, &mut Near::default())?;
        Ok(OrbitId::new(id)?)
    }

    /// The orbit with this id, as seen from its canonical representative. Cost: as [`Board::orbit_id`].
    ///
    /// # Errors
    /// Those of [`Board::check_orbit_id`]; [`Error::OutOfReach`] unless the board reaches all or the orbit is near an
    /// end.
    pub fn orbit(&self, id: OrbitId) -> Result<Orbit> {
        let found = self.item(Items::Representatives, id.get(), &mut Near::default())?;
        Ok(Orbit::of(&Canonical::from_proof(found)))
    }

    /// Fails if too many solutions or orbits are before one for a search to pass them.
    pub(super) fn check_near(&self, before: u64) -> Result<()> {
        if before < self.reach {
            Ok(())
        } else {
            Err(Error::OutOfReach { n: self.n, near: self.reach })
        }
    }

    /// The cell that is searched for this rank, of the index or built in; `None` on other boards. Cost: as
    /// [`Board::unrank`].
    ///
    /// # Errors
    /// Those of [`Board::check_rank`].
    pub fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let (rank, _) = self.fold(Items::Solutions, rank.get())?;
        self.cells().map_or(Ok(None), |cells| cells.trace(rank))
    }

    /// The approximate time of a lookup in a cell, with AVX2 or better; `None` without cells.
    pub fn lookup_time(&self) -> Option<Duration> {
        Some(time_in_cell(self.cell_limit()?.min(self.solution_count().ok()? / 2)))
    }

    /// The approximate time of a lookup with an index of this board, with AVX2 or better.
    pub fn lookup_time_with_index(&self) -> Duration {
        time_in_cell(cell_limit(self.n))
    }

    /// Number of steps of a search that take about as long as a lookup in a cell; `None` without cells.
    pub(super) fn steps_per_lookup(&self) -> Option<u64> {
        Some((self.cell_limit()? / 384).max(64))
    }

    /// The cells of the index, or the built-in ones; `None` on other boards.
    pub(super) fn cells(&self) -> Option<&Tables> {
        self.tables.as_ref().filter(|tables| tables.tier != Tier::Stored)
    }

    /// The usual maximum number of solutions in such a cell.
    pub(super) fn cell_limit(&self) -> Option<u64> {
        self.tables.as_ref()?.cell_limit()
    }

    /// The searches of this board.
    pub(super) fn searched(&self) -> Searched {
        Searched::new(self.n, self.is_proving, Arc::clone(&self.watch))
    }

    /// The number in the first half from which this number follows, and whether by complement. Accepts any number if
    /// their count is unknown. Representatives are in the first half.
    pub(super) fn fold(&self, items: Items, number: u64) -> Result<(u64, bool)> {
        let Some((solutions, orbits)) = self.totals else { return Ok((number, false)) };
        let count = if items == Items::Solutions { solutions } else { orbits };
        if number > count {
            let got = number.to_string();
            return Err(match items {
                Items::Solutions => Invalid::Rank { got }.on_board(self.n),
                Items::Representatives => Invalid::OrbitId { got }.on_board(self.n),
            });
        }
        let is_mirrored = items == Items::Solutions && number > count.div_ceil(2);
        Ok((if is_mirrored { count + 1 - number } else { number }, is_mirrored))
    }

    /// Checks that the board has this rank. Accepts any rank if Q(N) is unknown.
    ///
    /// # Errors
    /// [`Error::RankBeyondLast`]; [`Error::NoSolutions`] for N = 2 and 3.
    pub fn check_rank(&self, rank: Rank) -> Result<()> {
        self.fold(Items::Solutions, rank.get()).map(|_| ())
    }

    /// Checks that the board has this orbit id. Accepts any id if F(N) is unknown.
    ///
    /// # Errors
    /// [`Error::OrbitBeyondLast`]; [`Error::NoSolutions`] for N = 2 and 3.
    pub fn check_orbit_id(&self, id: OrbitId) -> Result<()> {
        self.fold(Items::Representatives, id.get()).map(|_| ())
    }

    pub(super) fn check_size(&self, solution: &Solution) -> Result<()> {
        if solution.n() == self.n {
            return Ok(());
        }
        Err(Error::OtherBoard { board: self.n, solution: solution.n() })
    }
}

/// The time of a lookup in a cell with this number of solutions: a quarter of them, at 60 ns each.
fn time_in_cell(solutions: u64) -> Duration {
    Duration::from_nanos(15 * solutions)
}
