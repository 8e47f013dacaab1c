//! Successive lookups of many solutions and ranks of one board, and the lists of small boards in memory: the first half
//! of the solutions, and the canonical representatives, listed once single lookups would take longer.

use super::board::{Board, place};
use super::tables::{LOOKUPS_PER_LIST, NumberedRun, Tables, Tier};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::memory;
use crate::search::{BlockKey, SearchError, SolutionList};
use crate::watch::{Activity, Watched};

/// A handle for successive lookups on one board, with the results of [`Board::rank`] and [`Board::unrank`], faster for solutions
/// near each other.
///
/// On a stored board a lookup decodes some 64 solutions, and later lookups among them reuse these: a tenth of a microsecond
/// for a neighbour, a few microseconds otherwise. On other boards all solutions of a cell are listed after some
/// lookups there. Each thread should have its own `Lookups`. Memory: at most 1 MiB; with indexes of N = 22 to 24 up to
/// 2.3, 4.5 and 16 MiB, without tables 16 MiB.
///
/// ```
/// use nqdb::{BoardSize, Database, search::Solutions};
///
/// let n = BoardSize::new(8)?;
/// let mut lookups = Database::without_file().board(n)?.lookups();
/// for (solution, expected) in Solutions::new(n).zip(1..) {
///     let rank = lookups.rank(&solution)?;
///     assert_eq!(rank.get(), expected);
///     assert_eq!(lookups.unrank(rank)?, solution);
/// }
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Debug)]
pub struct Lookups {
    board: Board,
    /// Solutions of the first half near the last lookups.
    near: Option<NumberedRun>,
    /// The cell of the last lookup on an indexed board: the first rank of its block, and the number of the cell.
    cell: (u64, usize),
    /// Number of successive lookups in this cell.
    repeats: u32,
}

impl Board {
    /// Starts a series of lookups of solutions or ranks.
    pub fn lookups(&self) -> Lookups {
        Lookups { board: self.clone(), near: None, cell: (0, 0), repeats: 0 }
    }

    /// The orbit ids of many solutions, as [`Board::orbit_id`] of each.
    ///
    /// Up to N = 16 the representatives are listed in memory once that pays. On larger boards of cells the solutions are
    /// looked up in the order of their representatives, cell by cell, so large batches are faster per solution than
    /// small ones. Memory: 90 bytes per solution, in addition to the lists.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, search::Solutions};
    ///
    /// let n = BoardSize::new(6)?;
    /// let solutions: Vec<_> = Solutions::new(n).collect();
    /// let ids = Database::without_file().board(n)?.orbit_ids(&solutions)?;
    /// assert_eq!(ids.iter().map(|id| id.get()).collect::<Vec<_>>(), [1, 1, 1, 1]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    pub fn orbit_ids(&self, solutions: &[Solution]) -> Result<Vec<OrbitId>> {
        solutions.iter().try_for_each(|solution| self.check_size(solution))?;
        self.orbit_ids_of(&solutions.iter().map(Canonical::of).collect::<Vec<_>>())
    }

    /// The ids of canonical representatives of this board.
    pub(super) fn orbit_ids_of(&self, representatives: &[Canonical]) -> Result<Vec<OrbitId>> {
        if let Some(list) = self.listed_representatives(representatives.len() as u64)? {
            let places = representatives.iter().map(|canonical| list.place(canonical));
            if let Some(places) = places.collect::<Option<Vec<_>>>() {
                let ids = places.into_iter().map(|place| OrbitId::new(place as u64 + 1));
                return Ok(ids.collect::<Result<_, _>>()?);
            }
        }
        match &self.tables {
            Some(tables) => self.look_up_orbits(tables, representatives),
            None => self.search_orbit_ids(representatives),
        }
    }
}

impl Board {
    /// The ids of representatives, looked up in their order, so that those in one cell are found by listing it.
    fn look_up_orbits(&self, tables: &Tables, all: &[Canonical]) -> Result<Vec<OrbitId>> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&place| all[place]);
        let mut ids = vec![OrbitId::FIRST; all.len()];
        let mut rest = &order[..];
        let n = self.n().get();
        let watched = Watched::new(&*self.watch, Activity::Searching, n, "orbits looked up");
        while let Some((&first, others)) = rest.split_first() {
            let done = (all.len() - rest.len()) as u64;
            let ticked = watched.tick(done, Some(done as f64 / all.len() as f64));
            ticked.map_err(SearchError::stopped)?;
            let listed = tables.listed_orbits(all, rest)?;
            for (&place, id) in rest.iter().zip(&listed) {
                ids[place] = *id;
            }
            if listed.is_empty() {
                ids[first] = tables.orbit_id(&all[first])?;
                rest = others;
            } else {
                rest = &rest[listed.len()..];
            }
        }
        Ok(ids)
    }
}

impl Lookups {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The solution of a rank, as [`Board::unrank`].
    ///
    /// # Errors
    /// Those of [`Board::unrank`].
    pub fn unrank(&mut self, rank: Rank) -> Result<Solution> {
        let (rank, is_mirrored) = self.board.fold(rank)?;
        let solution = self.half_solution(rank)?;
        Ok(if is_mirrored { solution.complement() } else { solution })
    }

    /// The rank of a solution, as [`Board::rank`].
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    pub fn rank(&mut self, solution: &Solution) -> Result<Rank> {
        let (solution, is_mirrored) = self.board.fold_solution(solution)?;
        let rank = self.half_rank(&solution)?;
        self.board.unfold(rank, is_mirrored)
    }

    fn half_solution(&mut self, rank: Rank) -> Result<Solution> {
        if let Some(solution) = self.solution_near(rank) {
            return Ok(solution);
        }
        if let Some(list) = self.board.listed_solutions()?
            && let Some(solution) = list.get(place(rank.get()))
        {
            return Ok(solution);
        }
        if let Some(tables) = self.stored() {
            self.near = tables.around(BlockKey::Rank(rank))?;
            if let Some(solution) = self.solution_near(rank) {
                return Ok(solution);
            }
        }
        let solution = self.board.find_solution(rank)?;
        self.note(rank)?;
        Ok(solution)
    }

    fn half_rank(&mut self, solution: &Solution) -> Result<Rank> {
        if let Some(rank) = self.rank_near(solution) {
            return Ok(rank);
        }
        if let Some(list) = self.board.listed_solutions()?
            && let Some(place) = list.place(solution)
        {
            return Ok(Rank::new(place as u64 + 1)?);
        }
        if let Some(tables) = self.stored() {
            self.near = tables.around(BlockKey::Solution(*solution))?;
            if let Some(rank) = self.rank_near(solution) {
                return Ok(rank);
            }
        }
        let rank = self.board.find_rank(solution)?;
        self.note(rank)?;
        Ok(rank)
    }

    /// The solution with a rank, if it is near. O(N).
    fn solution_near(&self, rank: Rank) -> Option<Solution> {
        let (first, run) = self.near.as_ref()?;
        let place = usize::try_from(rank.get().checked_sub(*first)?).ok()?;
        (place < run.len()).then(|| run.get(place))
    }

    /// The rank of a solution of this board size, if it is near. O(log solutions).
    fn rank_near(&self, solution: &Solution) -> Option<Rank> {
        let (first, run) = self.near.as_ref()?;
        Rank::new(first + run.place(solution)? as u64).ok()
    }

    /// The tables of a stored board.
    fn stored(&self) -> Option<&Tables> {
        self.board.tables.as_ref().filter(|_| self.board.tier() == Tier::Stored)
    }

    /// Counts the successive lookups in one cell of an indexed board, and lists the cell once that pays.
    fn note(&mut self, rank: Rank) -> Result<()> {
        let Some(cells) = self.board.cells() else { return Ok(()) };
        let Some(trace) = cells.trace(rank)? else { return Ok(()) };
        let cell = (trace.block, trace.cell);
        self.repeats = if self.cell == cell { self.repeats + 1 } else { 1 };
        self.cell = cell;
        if self.repeats == LOOKUPS_PER_LIST {
            self.near = cells.around(BlockKey::Rank(rank))?;
        }
        Ok(())
    }
}

/// Number of solutions that a lookup in a block decodes. A list pays once the lookups would have decoded all.
const DECODED_AT_ONCE: u64 = 64;

/// The share of a cell that can be listed in the time of a lookup in it.
const LISTED_PER_CELL: u64 = 8;

impl Board {
    /// The number of lookups that take about as long as listing the board.
    pub(super) fn lookups_per_list(&self, half: u64) -> u64 {
        half / self.cell_limit().map_or(DECODED_AT_ONCE, |limit| limit / LISTED_PER_CELL)
    }

    /// The `len` wanted solutions of the first half; `None` without memory for them, or if some tables can't be read,
    /// neither of which single lookups need.
    pub(super) fn list(
        &self,
        len: u64,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<Option<SolutionList>> {
        if !memory::has_memory(size_of::<u64>() * len as usize + memory::SPARE) {
            return Ok(None);
        }
        let mut words = Vec::with_capacity(len as usize);
        let add = |all: Vec<u64>| words.extend(all.into_iter().filter(|&word| wanted(word)));
        let is_whole = match &self.tables {
            #[cfg(feature = "sqlite")]
            Some(tables) if tables.cell_limit.is_none() => tables.each_run(add)?,
            _ => {
                self.searched().each_run(add)?;
                true
            }
        };
        let is_whole = is_whole && words.len() as u64 == len;
        Ok(is_whole.then(|| SolutionList::new(self.n(), words)))
    }
}
