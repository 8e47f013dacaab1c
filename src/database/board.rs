//! A board: chooses the tier that answers a query, and folds the second half of the ranks onto the first.

use super::tables::{NumberedRun, Tables, Tier, Trace};
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{
    BoardSize, Canonical, Invalid, Orbit, OrbitId, Rank, Solution, known_counts,
};
use crate::error::{Error, Result};
use crate::search::{BlockKey, LAST_BUILT_IN, Lists, Searched, SolutionList, cell_limit};
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
/// Any query can fail because the file can't be read or is damaged ([`Error::Store`], or
/// [`SearchError::NoAnswer`](crate::search::SearchError::NoAnswer) for counts that contradict each other), or because the
/// watch stops it ([`Error::is_stopped`]). Methods and iterators list only their other errors.
#[derive(Clone)]
pub struct Board {
    n: BoardSize,
    tier: Tier,
    /// Q(N) and F(N), if they are known.
    totals: Option<(u64, u64)>,
    digest: Option<u128>,
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
    /// A board on a tier of the file, with its digest and tables, or with its built-in cells, if any, and the watch over
    /// its searches.
    pub(super) fn new(
        n: BoardSize,
        in_file: Option<(Tier, Option<u128>, Tables)>,
        watch: &Arc<dyn Watch>,
    ) -> Self {
        let (tier, digest, tables) = match in_file {
            Some((tier, digest, tables)) => (tier, digest, Some(tables)),
            None => (Tier::Searched, None, Tables::built_in(n, watch)),
        };
        let totals = known_counts(n).map(|known| (known.solutions, known.orbits()));
        let watch = Arc::clone(watch);
        Board {
            n,
            tier,
            totals,
            digest,
            reach: REACH,
            tables,
            lists: None,
            is_proving: false,
            watch,
        }
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
        Board { is_proving: self.tier == Tier::Searched, ..self.clone() }
    }

    /// Board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The tier of the board.
    pub fn tier(&self) -> Tier {
        self.tier
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

    /// XXH3-128 of the content of the tables, as 32 hexadecimal digits; `None` without tables. Boards with the same
    /// digest return the same results.
    pub fn digest(&self) -> Option<String> {
        self.digest.map(|digest| format!("{digest:032x}"))
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
        let (rank, is_mirrored) = self.fold(rank)?;
        let solution = self.half_solution(rank)?;
        Ok(if is_mirrored { solution.complement() } else { solution })
    }

    /// The solution with this rank of the first half, or with any rank if Q(N) is unknown.
    fn half_solution(&self, rank: Rank) -> Result<Solution> {
        match self.listed_solutions()?.and_then(|list| list.get(place(rank.get()))) {
            Some(solution) => Ok(solution),
            None => self.find_solution(rank),
        }
    }

    /// The solutions of the first half, if the board is ever listed and they are listed by now. Counts one lookup that
    /// would decode a block or search.
    pub(super) fn listed_solutions(&self) -> Result<Option<&SolutionList>> {
        let Some(lists) = &self.lists else { return Ok(None) };
        let half = self.solution_count()?.div_ceil(2);
        lists.solutions.after(1, self.lookups_per_list(half), || self.list(half, |_| true))
    }

    /// The canonical representatives, likewise; counts this many lookups.
    pub(super) fn listed_representatives(&self, lookups: u64) -> Result<Option<&SolutionList>> {
        let Some(lists) = &self.lists else { return Ok(None) };
        let patience = self.lookups_per_list(self.solution_count()?.div_ceil(2));
        lists.representatives.after(lookups, patience, || {
            let layout = WordLayout::new(self.n());
            self.list(self.orbit_count()?, |word| word.is_least_image(layout))
        })
    }

    /// Like [`Board::half_solution`], without the lists in memory.
    pub(super) fn find_solution(&self, rank: Rank) -> Result<Solution> {
        match &self.tables {
            Some(tables) => tables.solution(rank),
            None => {
                self.check_near(rank.get() - 1)?;
                Ok(self.searched().unrank(rank)?)
            }
        }
    }

    /// The rank of a solution. Cost: as [`Board::unrank`].
    ///
    /// # Errors
    /// [`Error::OtherBoard`]; [`Error::RankOutOfReach`] unless the board reaches all or the solution is near an end.
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        let (solution, is_mirrored) = self.fold_solution(solution)?;
        self.unfold(self.half_rank(&solution)?, is_mirrored)
    }

    /// The rank of a solution of the first half, or of any solution if Q(N) is unknown.
    fn half_rank(&self, solution: &Solution) -> Result<Rank> {
        match self.listed_solutions()?.and_then(|list| list.place(solution)) {
            Some(place) => Ok(Rank::new(place as u64 + 1)?),
            None => self.find_rank(solution),
        }
    }

    /// Like [`Board::half_rank`], without the lists in memory.
    pub(super) fn find_rank(&self, solution: &Solution) -> Result<Rank> {
        match &self.tables {
            Some(tables) => tables.rank(solution),
            None => self.search_rank(solution),
        }
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
        if let Some(place) = self.listed_representatives(1)?.and_then(|list| list.place(&canonical))
        {
            return Ok(OrbitId::new(place as u64 + 1)?);
        }
        match &self.tables {
            Some(tables) => tables.orbit_id(&canonical),
            None => Ok(self.search_orbit_ids(&[canonical])?[0]),
        }
    }

    /// The orbit with this id, as seen from its canonical representative. Cost: as [`Board::orbit_id`].
    ///
    /// # Errors
    /// Those of [`Board::check_orbit_id`]; [`Error::OutOfReach`] unless the board reaches all or the orbit is near an
    /// end.
    pub fn orbit(&self, id: OrbitId) -> Result<Orbit> {
        self.representative(id).map(|canonical| Orbit::of(&canonical))
    }

    /// The canonical representative of the orbit with this id. Cost: as [`Board::orbit_id`].
    pub(super) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.check_orbit_id(id)?;
        let listed = self.listed_representatives(1)?;
        let listed = listed.and_then(|list| list.get(place(id.get())));
        if let Some(canonical) = listed.and_then(Canonical::check) {
            return Ok(canonical);
        }
        match &self.tables {
            Some(tables) => tables.representative(id),
            None => {
                let before = id.get() - 1;
                self.check_near(before)?;
                Ok(self.searched().representative(before)?)
            }
        }
    }

    /// Fails if too many solutions or orbits are before one for a search to pass them.
    fn check_near(&self, before: u64) -> Result<()> {
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
        let (rank, _) = self.fold(rank)?;
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
        self.tables.as_ref().filter(|tables| tables.cell_limit.is_some())
    }

    /// The usual maximum number of solutions in such a cell.
    pub(super) fn cell_limit(&self) -> Option<u64> {
        self.tables.as_ref()?.cell_limit
    }

    /// All solutions of the stored block that contains a rank, or all canonical representatives of the one that contains
    /// an orbit id; `None` on other boards.
    pub(super) fn decode(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        self.tables.as_ref().map_or(Ok(None), |tables| tables.run(key))
    }

    /// The searches of this board.
    pub(super) fn searched(&self) -> Searched {
        Searched::new(self.n, self.is_proving, Arc::clone(&self.watch))
    }

    /// The rank in the first half from which this rank follows, and whether by complement.
    pub(super) fn fold(&self, rank: Rank) -> Result<(Rank, bool)> {
        let Some((count, _)) = self.totals else {
            return Ok((rank, false));
        };
        match rank.get() {
            got if got > count => Err(Invalid::Rank { got: got.to_string() }.on_board(self.n)),
            near if near <= count.div_ceil(2) => Ok((rank, false)),
            far => Ok((Rank::new(count + 1 - far)?, true)),
        }
    }

    /// The solution in the first half from which this solution follows, and whether by complement.
    pub(super) fn fold_solution(&self, solution: &Solution) -> Result<(Solution, bool)> {
        self.check_size(solution)?;
        if self.totals.is_none() || solution.in_first_half() {
            return Ok((*solution, false));
        }
        Ok((solution.complement(), true))
    }

    /// The rank that corresponds to a rank of the first half: the inverse of [`Board::fold`].
    pub(super) fn unfold(&self, rank: Rank, is_mirrored: bool) -> Result<Rank> {
        match self.totals {
            Some((count, _)) if is_mirrored => Ok(Rank::new(count + 1 - rank.get())?),
            _ => Ok(rank),
        }
    }

    /// Checks that the board has this rank. Accepts any rank if Q(N) is unknown.
    ///
    /// # Errors
    /// [`Error::RankBeyondLast`]; [`Error::NoSolutions`] for N = 2 and 3.
    pub fn check_rank(&self, rank: Rank) -> Result<()> {
        self.fold(rank).map(|_| ())
    }

    /// Checks that the board has this orbit id. Accepts any id if F(N) is unknown.
    ///
    /// # Errors
    /// [`Error::OrbitBeyondLast`]; [`Error::NoSolutions`] for N = 2 and 3.
    pub fn check_orbit_id(&self, id: OrbitId) -> Result<()> {
        match self.totals {
            Some((_, len)) if id.get() > len => {
                Err(Invalid::OrbitId { got: id.to_string() }.on_board(self.n))
            }
            _ => Ok(()),
        }
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

/// The 0-based place of a 1-based number; saturates if the number is out of range.
pub(super) fn place(number: u64) -> usize {
    usize::try_from(number - 1).unwrap_or(usize::MAX)
}
