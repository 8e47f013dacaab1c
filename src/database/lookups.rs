//! The lookup of an item by its number, and of the number of an item: single, successive or many, on every tier. Small
//! boards are listed in memory once single lookups would take longer.

use super::board::Board;
use super::near::Near;
use super::tables::Tables;
#[cfg(feature = "sqlite")]
use super::tables::Tier;
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::memory;
use crate::search::{Items, SearchError, SolutionList};
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
    near: Near,
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
        self.board.item(Items::Solutions, rank.get(), &mut self.near)
    }

    /// The rank of a solution, as [`Board::rank`].
    ///
    /// # Errors
    /// Those of [`Board::rank`].
    pub fn rank(&mut self, solution: &Solution) -> Result<Rank> {
        self.board.check_size(solution)?;
        Ok(Rank::new(self.board.number(Items::Solutions, solution, &mut self.near)?)?)
    }
}

impl Board {
    /// Starts a series of lookups of solutions or ranks.
    pub fn lookups(&self) -> Lookups {
        Lookups { board: self.clone(), near: Near::default() }
    }

    /// The item with a number.
    #[inline(always)]
    pub(super) fn item(&self, items: Items, number: u64, near: &mut Near) -> Result<Solution> {
        let (number, is_mirrored) = self.fold(items, number)?;
        let item = match near.item(number) {
            Some(item) => item,
            None => self.half_item(items, number, near)?,
        };
        Ok(if is_mirrored { item.complement() } else { item })
    }

    /// The number of an item of this board size.
    #[inline(always)]
    pub(super) fn number(&self, items: Items, item: &Solution, near: &mut Near) -> Result<u64> {
        let half = |item: &Solution, near: &mut Near| match near.number(item) {
            Some(number) => Ok(number),
            None => self.half_number(items, item, near),
        };
        match self.totals {
            Some((count, _)) if !item.in_first_half() => {
                Ok(count + 1 - half(&item.complement(), near)?)
            }
            _ => half(item, near),
        }
    }

    /// An item that is not near, with a number of the first half, or with any number if their count is unknown.
    fn half_item(&self, items: Items, number: u64, near: &mut Near) -> Result<Solution> {
        let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
        if let Some(item) = self.listed(items, 1)?.and_then(|list| list.get(place)) {
            return Ok(item);
        }
        match &self.tables {
            Some(tables) => tables.item(items, number, near),
            None => {
                self.check_near(number - 1)?;
                Ok(self.searched().item(items, number)?)
            }
        }
    }

    /// The number of an item that is not near, of the first half, or of any if their count is unknown.
    fn half_number(&self, items: Items, item: &Solution, near: &mut Near) -> Result<u64> {
        if let Some(place) = self.listed(items, 1)?.and_then(|list| list.place(item)) {
            return Ok(place as u64 + 1);
        }
        match &self.tables {
            Some(tables) => tables.number(items, item, near),
            None => Ok(self.search_numbers(items, std::slice::from_ref(item))?[0]),
        }
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
        let canonical: Vec<_> = solutions.iter().map(|solution| *Canonical::of(solution)).collect();
        let ids = self.numbers(Items::Representatives, &canonical)?;
        Ok(ids.into_iter().map(OrbitId::new).collect::<Result<_, _>>()?)
    }

    /// The numbers of items of the first half, as single lookups of each.
    pub(super) fn numbers(&self, items: Items, all: &[Solution]) -> Result<Vec<u64>> {
        if let Some(list) = self.listed(items, all.len() as u64)? {
            let numbers = all.iter().map(|item| list.place(item).map(|place| place as u64 + 1));
            if let Some(numbers) = numbers.collect() {
                return Ok(numbers);
            }
        }
        match &self.tables {
            Some(tables) => self.look_up_numbers(tables, items, all),
            None => self.search_numbers(items, all),
        }
    }

    /// The numbers of items, looked up in their order, so that those in one cell are found by listing it.
    fn look_up_numbers(&self, tables: &Tables, items: Items, all: &[Solution]) -> Result<Vec<u64>> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&place| all[place]);
        let (mut numbers, mut near) = (vec![0; all.len()], Near::default());
        let n = self.n().get();
        let watched = Watched::new(&*self.watch, Activity::Searching, n, "orbits looked up");
        for (done, &place) in order.iter().enumerate() {
            if let Some(number) = near.number(&all[place]) {
                numbers[place] = number;
                continue;
            }
            let ticked = watched.advance(done as u64, Some(all.len() as u64));
            ticked.map_err(SearchError::from)?;
            near.later = order.get(done + 3).map(|&later| all[later]);
            numbers[place] = tables.number(items, &all[place], &mut near)?;
        }
        Ok(numbers)
    }
}

/// Number of solutions that a lookup in a block decodes. A list pays once the lookups would have decoded all.
const DECODED_AT_ONCE: u64 = 64;

/// The share of a cell that can be listed in the time of a lookup in it.
const LISTED_PER_CELL: u64 = 8;

impl Board {
    /// The number of lookups that take about as long as listing the board.
    fn lookups_per_list(&self) -> u64 {
        let half = self.totals.map_or(u64::MAX, |(solutions, _)| solutions.div_ceil(2));
        half / self.cell_limit().map_or(DECODED_AT_ONCE, |limit| limit / LISTED_PER_CELL)
    }

    /// The items of the first half, if the board is ever listed and they are listed by now. Counts lookups that would
    /// decode a block or search.
    fn listed(&self, items: Items, lookups: u64) -> Result<Option<&SolutionList>> {
        let Some(lists) = &self.lists else { return Ok(None) };
        let list = match items {
            Items::Solutions => &lists.solutions,
            Items::Representatives => &lists.representatives,
        };
        list.after(lookups, || self.lookups_per_list(), || self.list(items))
    }

    /// The items of the first half; `None` without memory for them, or if some tables can't be read, neither of which
    /// single lookups need.
    fn list(&self, items: Items) -> Result<Option<SolutionList>> {
        let len = match items {
            Items::Solutions => self.solution_count()?.div_ceil(2),
            Items::Representatives => self.orbit_count()?,
        };
        if !memory::has_memory(size_of::<u64>() * len as usize + memory::SPARE) {
            return Ok(None);
        }
        let layout = WordLayout::new(self.n());
        let mut words = Vec::with_capacity(len as usize);
        let add = |all: Vec<u64>| match items {
            Items::Solutions => words.extend(all),
            Items::Representatives => {
                words.extend(all.into_iter().filter(|word| word.is_least_image(layout)));
            }
        };
        let is_whole = match &self.tables {
            #[cfg(feature = "sqlite")]
            Some(tables) if tables.tier == Tier::Stored => tables.each_run(add)?,
            _ => {
                self.searched().each_run(add)?;
                true
            }
        };
        let is_whole = is_whole && words.len() as u64 == len;
        Ok(is_whole.then(|| SolutionList::new(self.n(), words)))
    }
}
