//! The selected solutions of a board, in order, with or without their ranks, and the orbits with given properties.

use super::board::Board;
use super::near::Near;
use super::readers::RankedSolutions;
use super::tables::Tier;
use crate::combinatorics::{Canonical, Conditions, OrbitId, Properties, Rank, Selection, Solution};
use crate::error::{Error, Result};
use crate::search::{Items, SearchError, SharedWalk};
use crate::watch::{Activity, Watched};
use std::fmt;
use std::sync::Arc;

/// From this share of all solutions on, reading a stored board is faster than a search: reading a solution takes 50 ns,
/// finding one 0.5 to 1 µs.
const DENSE: f64 = 1.0 / 16.0;

/// Number of steps of a search that take about as long as looking up a rank.
const LOOK_UP_STEPS: u64 = 1 << 14;

impl Board {
    /// The selected solutions from rank `from` on, in order, with those ranks that need no search: all if most solutions
    /// are selected, so that all are read, else none. Constant memory. The iterator ends after the first error.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Properties, Rank, Selection};
    ///
    /// let board = Database::without_file().board(BoardSize::new(11)?)?;
    /// let toroidal = Properties { toroidal: true, ..Properties::default() };
    /// let selection = Selection::with(board.n(), toroidal);
    /// assert_eq!(board.select(selection, Rank::FIRST)?.count(), 88);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherConditions`]; those of [`Board::unrank`] for `from`.
    pub fn select(&self, selection: impl Into<Selection>, from: Rank) -> Result<Selected> {
        self.selected(selection.into(), from, None)
    }

    /// Like [`Board::select`], with all ranks.
    ///
    /// The rank of the first one is looked up ([`Board::rank`]). Later ranks are counted by passing all solutions since
    /// the one before, or looked up if that is faster, in at most about twice the time of the better choice. A board that
    /// does not reach all ([`Board::reaches_all`]) looks up only the first.
    ///
    /// ```
    /// use nqdb::{BoardSize, Conditions, Database, Rank};
    ///
    /// let eight = BoardSize::new(8)?;
    /// let board = Database::without_file().board(eight)?;
    /// let conditions = Conditions::parse(eight, ["1=1", "2=7"])?;
    /// let selected = board.select_ranked(&conditions, Rank::FIRST)?;
    /// let ranks = selected.map(|found| Ok(found?.0.map(Rank::get)));
    /// assert_eq!(ranks.collect::<nqdb::Result<Vec<_>>>()?, [Some(3), Some(4)]);
    /// assert_eq!(board.count_selected(&conditions)?, 2);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Board::select`]. The iterator has those of [`Board::rank`].
    pub fn select_ranked(&self, selection: impl Into<Selection>, from: Rank) -> Result<Selected> {
        self.select_patiently(selection, from, self.patience())
    }

    /// [`Board::select_ranked`] with a maximum number of solutions to pass before a rank is looked up instead.
    #[doc(hidden)] // For tests.
    pub fn select_patiently(
        &self,
        selection: impl Into<Selection>,
        from: Rank,
        patience: usize,
    ) -> Result<Selected> {
        self.selected(selection.into(), from, Some(patience))
    }

    /// The selected solutions, with their ranks if there is a patience.
    fn selected(
        &self,
        selection: Selection,
        from: Rank,
        patience: Option<usize>,
    ) -> Result<Selected> {
        let Some(selection) = self.reduced(selection, from)? else { return Ok(Selected(None)) };
        let reads_all = self.reads_all(&selection);
        let has_ranks = reads_all || patience.is_some();
        let is_near = selection.conditions.is_any() || from > Rank::FIRST;
        Ok(Selected(Some(Box::new(Selecting {
            board: self.clone(),
            walk: self.walk(&selection, from)?,
            passing: (has_ranks && is_near).then(|| self.solutions(from)),
            patience: patience.unwrap_or(usize::MAX),
            has_ranks,
            reads_all,
            selection,
        }))))
    }

    fn walk(&self, selection: &Selection, from: Rank) -> Result<SharedWalk> {
        let start = if from > Rank::FIRST { Some(self.unrank(from)?) } else { None };
        let walk = self.searched().matching(&selection.conditions, start.as_deref());
        let properties = selection.properties;
        Ok(if properties.are_none() { walk } else { walk.selecting(properties) })
    }

    /// Whether reading all solutions is fastest.
    fn reads_all(&self, selection: &Selection) -> bool {
        let (conditions, properties) = (&selection.conditions, selection.properties);
        // Beyond the ranks that are reached, only a search continues.
        self.reaches_all()
            && !properties.are_selective()
            && if self.tier() == Tier::Stored {
                conditions.share() >= DENSE
            } else {
                conditions.is_any()
            }
    }

    /// The maximum number of solutions to pass before a rank is looked up instead: in the same time, on a stored board
    /// that of reading a block.
    fn patience(&self) -> usize {
        match self.tier() {
            Tier::Stored => 1024,
            _ => self.steps_per_lookup().map_or(usize::MAX, |steps| steps as usize),
        }
    }

    /// What to search for; `None` if no solution can be selected.
    fn reduced(&self, selection: Selection, from: Rank) -> Result<Option<Selection>> {
        let Selection { conditions, properties } = selection;
        self.check_conditions(&conditions)?;
        if from > Rank::FIRST {
            self.check_rank(from)?;
        }
        let conditions = conditions.reduced().filter(|_| properties.are_possible(self.n()));
        Ok(conditions.map(|conditions| Selection { conditions, properties }))
    }

    pub(super) fn check_conditions(&self, conditions: &Conditions) -> Result<()> {
        if conditions.n() == self.n() {
            return Ok(());
        }
        Err(Error::OtherConditions { board: self.n(), conditions: conditions.n() })
    }
}

/// An iterator over selected solutions, in order, with all or some of their ranks; returned by [`Board::select`] and
/// [`Board::select_ranked`].
pub struct Selected(Option<Box<Selecting>>);

impl Selected {
    /// The tier on which the solutions are found. Their ranks may come from another tier.
    pub fn tier(&self) -> Tier {
        match &self.0 {
            Some(selecting) if selecting.reads_all => selecting.board.tier(),
            _ => Tier::Searched,
        }
    }
}

impl fmt::Debug for Selected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selected").field("tier", &self.tier()).finish_non_exhaustive()
    }
}

impl Iterator for Selected {
    type Item = Result<(Option<Rank>, Solution)>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.0.as_mut()?.next().transpose();
        if !matches!(found, Some(Ok(_))) {
            self.0 = None;
        }
        found
    }
}

struct Selecting {
    board: Board,
    selection: Selection,
    /// Finds the next solution, unless all are read.
    walk: SharedWalk,
    /// All solutions, from a place between the last one that was found and the next one on.
    passing: Option<RankedSolutions>,
    /// The maximum number of solutions to pass on the way to the next one.
    patience: usize,
    has_ranks: bool,
    /// Whether all solutions after the first one that was found are read.
    reads_all: bool,
}

impl Selecting {
    fn next(&mut self) -> Result<Option<(Option<Rank>, Solution)>> {
        if self.reads_all
            && let Some(passing) = &mut self.passing
        {
            let is_selected = |(_, solution): &(Rank, Solution)| self.selection.has(solution);
            let found = passing.find(|found| found.as_ref().map_or(true, is_selected));
            return Ok(found.transpose()?.map(|(rank, solution)| (Some(rank), solution)));
        }
        let Some(solution) = self.walk.next_solution()? else { return Ok(None) };
        let rank = if self.has_ranks { Some(self.rank(&solution)?) } else { None };
        Ok(Some((rank, solution)))
    }

    fn rank(&mut self, solution: &Solution) -> Result<Rank> {
        for passed in self.passing.iter_mut().flatten().take(self.patience) {
            let (rank, passed) = passed?;
            if passed == *solution {
                return Ok(rank);
            }
        }
        self.walk.spend(LOOK_UP_STEPS);
        let rank = self.board.rank(solution)?;
        self.passing = Some(RankedSolutions::after(&self.board, rank, *solution));
        Ok(rank)
    }
}

impl Board {
    /// The canonical representatives of the orbits with these properties, in order, from id `from` on, with those ids
    /// that need no search. Constant memory. The iterator ends after the first error.
    ///
    /// # Errors
    /// Those of [`Board::orbit`], if a search begins at id `from`.
    pub fn select_orbits(
        &self,
        properties: &Properties,
        from: OrbitId,
    ) -> Result<Box<dyn Iterator<Item = Result<SelectedOrbit>> + Send>> {
        let (n, properties, items) = (self.n(), *properties, Items::Representatives);
        // A board without solutions has no first one to search from.
        if !properties.are_selective() || matches!(self.orbit_count(), Ok(0)) {
            return Ok(Box::new(until_error(self.read_orbits(properties, from))));
        }
        let mut walk = match from {
            OrbitId::FIRST => self.searched().walk(items),
            _ => {
                let first = self.item(items, from.get(), &mut Near::default())?;
                self.searched().walk_from(items, &first)
            }
        };
        walk = walk.selecting(properties);
        let found = std::iter::from_fn(move || {
            properties.are_possible(n).then(|| walk.next_representative().transpose()).flatten()
        });
        Ok(Box::new(until_error(found.map(|canonical| Ok((None, canonical?))))))
    }

    /// Reads the orbits one by one, for those with these properties.
    fn read_orbits(
        &self,
        properties: Properties,
        from: OrbitId,
    ) -> impl Iterator<Item = Result<SelectedOrbit>> + use<> {
        let (watch, n) = (Arc::clone(&self.watch), self.n().get());
        let watched = Watched::new(watch, Activity::Searching, n, "orbits read");
        let (all, orbits) = (self.orbit_count().ok(), self.representatives(from));
        orbits.filter_map(move |found| {
            let ticked = |(id, canonical): (OrbitId, Canonical)| {
                if properties.hold_for(&canonical) {
                    return Ok(Some((Some(id), canonical)));
                }
                if id.get().is_multiple_of(TICK) {
                    watched.advance(id.get(), all).map_err(SearchError::from)?;
                }
                Ok(None)
            };
            found.and_then(ticked).transpose()
        })
    }
}

/// A canonical representative, with its orbit id if that needs no search.
type SelectedOrbit = (Option<OrbitId>, Canonical);

/// Number of orbits read between two ticks of the watch: about a millisecond on a stored board.
const TICK: u64 = 1 << 14;

/// The items up to the first error.
fn until_error<T>(items: impl Iterator<Item = Result<T>>) -> impl Iterator<Item = Result<T>> {
    let mut items = Some(items);
    std::iter::from_fn(move || {
        let item = items.as_mut()?.next();
        items.take_if(|_| !matches!(item, Some(Ok(_))));
        item
    })
}
