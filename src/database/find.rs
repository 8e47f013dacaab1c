//! Finding the solutions that match conditions, and those, or the orbits, with given properties.

use super::board::Board;
use super::cursor::{ByOrbit, ByRank, Cursor, Direction, Sequence};
use super::readers::RankedSolutions;
use super::tables::Tier;
use crate::combinatorics::{Canonical, Conditions, OrbitId, Properties, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::{Items, SearchError, SharedWalk};
use crate::watch::{Activity, Watch, Watched};
use std::fmt;
use std::sync::Arc;

/// From this share of all solutions on, reading a stored board is faster than searching for the matches: reading a
/// solution takes 50 ns, finding a match 0.5 to 1 µs.
const DENSE: f64 = 1.0 / 16.0;

/// Number of steps of a search that take about as long as looking up a rank.
const LOOK_UP_STEPS: u64 = 1 << 14;

impl Board {
    /// The solutions that match conditions, in order, with their ranks. Constant memory. The iterator ends after the
    /// first error.
    ///
    /// The matches are found by a search. The rank of the first one is looked up ([`Board::rank`]). Later ranks are
    /// counted by passing all solutions since the previous match, or looked up if that is faster, in at most about
    /// twice the time of the better choice. A board that
    /// does not reach all ([`Board::reaches_all`]) looks up only the first. If most solutions match, a
    /// stored board is read completely.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Conditions};
    ///
    /// let eight = BoardSize::new(8)?;
    /// let database = Database::without_file();
    /// let board = database.board(eight)?;
    /// let conditions = Conditions::parse(eight, ["1=1", "2=7"])?;
    /// let ranks = board.find(&conditions)?.map(|found| Ok(found?.0.get()));
    /// assert_eq!(ranks.collect::<nqdb::Result<Vec<_>>>()?, [3, 4]);
    /// assert_eq!(board.count_matching(&conditions)?, 2);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherConditions`]. The iterator has those of [`Board::rank`].
    pub fn find(&self, conditions: &Conditions) -> Result<RankedMatches> {
        self.find_with(conditions, self.patience())
    }

    /// [`Board::find`] with a maximum number of solutions to pass before a rank is looked up instead.
    #[doc(hidden)] // For tests.
    pub fn find_with(&self, conditions: &Conditions, patience: usize) -> Result<RankedMatches> {
        let Some(reduced) = self.reduced(conditions)? else { return Ok(RankedMatches(None)) };
        let reads_all = reduced.is_any() || self.is_dense(&reduced);
        Ok(self.search(reduced, patience, reads_all))
    }

    fn search(&self, conditions: Conditions, patience: usize, reads_all: bool) -> RankedMatches {
        let passing = conditions.is_any().then(|| self.solutions(Rank::FIRST));
        let walk = self.searched().matching(&conditions);
        let search =
            RankedSearch { board: self.clone(), conditions, walk, passing, patience, reads_all };
        RankedMatches(Some(Box::new(search)))
    }

    /// The solutions that match conditions, in order, without ranks. Searches only for the matches, or reads the whole
    /// stored board if most solutions match.
    ///
    /// # Errors
    /// [`Error::OtherConditions`].
    pub fn find_unranked(&self, conditions: &Conditions) -> Result<Matches> {
        let Some(reduced) = self.reduced(conditions)? else {
            return Ok(Matches(Unranked::Nothing));
        };
        Ok(Matches(if self.is_dense(&reduced) {
            Unranked::Read(self.search(reduced, self.patience(), true))
        } else {
            Unranked::Walk(Box::new(self.searched().matching(&reduced)))
        }))
    }

    /// Whether reading all solutions is fastest.
    fn is_dense(&self, reduced: &Conditions) -> bool {
        self.tier() == Tier::Stored && reduced.share() >= DENSE
    }

    /// The maximum number of solutions to pass before a rank is looked up instead: in the same time, on a stored board
    /// that of reading a block.
    fn patience(&self) -> usize {
        match self.tier() {
            Tier::Stored => 1024,
            _ => self.steps_per_lookup().map_or(usize::MAX, |steps| steps as usize),
        }
    }

    /// The conditions to search for; `None` if they contradict each other.
    fn reduced(&self, conditions: &Conditions) -> Result<Option<Conditions>> {
        self.check_conditions(conditions)?;
        Ok(conditions.reduced())
    }

    pub(super) fn check_conditions(&self, conditions: &Conditions) -> Result<()> {
        if conditions.n() == self.n() {
            return Ok(());
        }
        Err(Error::OtherConditions { board: self.n(), conditions: conditions.n() })
    }
}

/// An iterator over the solutions that match conditions, in order, with their ranks; returned by [`Board::find`].
pub struct RankedMatches(Option<Box<RankedSearch>>);

impl RankedMatches {
    /// The tier on which the matches are found. Their ranks may come from another tier.
    pub fn tier(&self) -> Tier {
        let reading = self.0.as_ref().filter(|search| search.reads_all);
        reading.map_or(Tier::Searched, |search| search.board.tier())
    }
}

impl fmt::Debug for RankedMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankedMatches").field("tier", &self.tier()).finish_non_exhaustive()
    }
}

struct RankedSearch {
    board: Board,
    conditions: Conditions,
    /// Finds the next match, unless all solutions are read.
    walk: SharedWalk,
    /// All solutions, from a place between the last match and the next one on.
    passing: Option<RankedSolutions>,
    /// The maximum number of solutions to pass on the way to a match.
    patience: usize,
    /// Whether all solutions after the first match are read.
    reads_all: bool,
}

impl RankedSearch {
    fn next(&mut self) -> Result<Option<(Rank, Solution)>> {
        if self.reads_all
            && let Some(passing) = &mut self.passing
        {
            let matches = |(_, solution): &(Rank, Solution)| self.conditions.are_met_by(solution);
            return passing.find(|found| found.as_ref().map_or(true, matches)).transpose();
        }
        let Some(solution) = self.walk.next_solution()? else { return Ok(None) };
        Ok(Some((self.rank(&solution)?, solution)))
    }

    /// The rank of the next match.
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

impl Iterator for RankedMatches {
    type Item = Result<(Rank, Solution)>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.0.as_mut()?.next().transpose();
        if !matches!(found, Some(Ok(_))) {
            self.0 = None;
        }
        found
    }
}

/// An iterator over the solutions that match conditions, in order; returned by [`Board::find_unranked`].
pub struct Matches(Unranked);

impl fmt::Debug for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches").field("tier", &self.tier()).finish_non_exhaustive()
    }
}

enum Unranked {
    Nothing,
    Read(RankedMatches),
    Walk(Box<SharedWalk>),
}

impl Matches {
    /// The tier on which the matches are found.
    pub fn tier(&self) -> Tier {
        match &self.0 {
            Unranked::Read(matches) => matches.tier(),
            Unranked::Nothing | Unranked::Walk(_) => Tier::Searched,
        }
    }
}

impl Iterator for Matches {
    type Item = Result<Solution>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = match &mut self.0 {
            Unranked::Nothing => None,
            Unranked::Read(matches) => matches.next().map(|found| Ok(found?.1)),
            Unranked::Walk(walk) => walk.next_solution().map_err(Error::from).transpose(),
        };
        if !matches!(found, Some(Ok(_))) {
            self.0 = Unranked::Nothing;
        }
        found
    }
}

impl Board {
    /// The solutions with these properties, in order, from rank `from` on. The iterator ends after the first error.
    /// Constant memory.
    ///
    /// Rare properties are searched for, and the ranks are `None`. If most solutions have the properties, all solutions
    /// are read, which gives their ranks.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Properties, Rank};
    ///
    /// let board = Database::without_file().board(BoardSize::new(11)?)?;
    /// let toroidal = Properties { toroidal: true, ..Properties::default() };
    /// assert_eq!(board.select(&toroidal, Rank::FIRST)?.count(), 88);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Board::unrank`], if a search begins at rank `from`.
    pub fn select(
        &self,
        properties: &Properties,
        from: Rank,
    ) -> Result<impl Iterator<Item = Result<(Option<Rank>, Solution)>> + use<>> {
        let selection = Selection::<ByRank>::new(self, properties, from.get())?;
        Ok(selection.map(|found| {
            let (number, solution) = found?;
            Ok((number.map(Rank::new).transpose()?, solution))
        }))
    }

    /// The canonical representatives of the orbits with these properties, in order, from id `from` on; with their ids
    /// as the ranks of [`Board::select`].
    ///
    /// # Errors
    /// Those of [`Board::orbit`], if a search begins at id `from`.
    pub fn select_orbits(
        &self,
        properties: &Properties,
        from: OrbitId,
    ) -> Result<impl Iterator<Item = Result<(Option<OrbitId>, Canonical)>> + use<>> {
        let selection = Selection::<ByOrbit>::new(self, properties, from.get())?;
        Ok(selection.map(|found| {
            let (number, canonical) = found?;
            Ok((number.map(OrbitId::new).transpose()?, canonical))
        }))
    }
}

/// Items of a board with given properties, and their numbers if known.
struct Selection<S: Sequence> {
    properties: Properties,
    source: Source<S>,
}

/// The source of the items.
enum Source<S: Sequence> {
    /// All items are read one by one, from this number on.
    Read { cursor: Box<Cursor<S>>, next: u64, watched: Watched<Arc<dyn Watch>> },
    /// Items with the properties are searched for.
    Search(Box<SharedWalk>),
    /// The iterator has ended, or an error has occurred.
    End,
}

/// Number of items read between two ticks of the watch: about a millisecond on a stored board.
const TICK: u64 = 1 << 14;

impl<S: Sequence> Selection<S> {
    fn new(board: &Board, properties: &Properties, from: u64) -> Result<Self> {
        // A board without solutions has no first one to search from.
        let source = if properties.are_selective() && !matches!(S::len(board), Ok(0)) {
            let searched = board.searched();
            let walk = match from {
                1 => searched.walk(S::ITEMS),
                _ => searched.walk_from(S::ITEMS, S::solution(&S::look_up(board, from)?)),
            };
            let walk = Source::Search(Box::new(walk.selecting(*properties)));
            if properties.are_possible(board.n()) { walk } else { Source::End }
        } else {
            let (watch, n) = (Arc::clone(&board.watch), board.n().get() as u64);
            let unit = match S::ITEMS {
                Items::Solutions => "solutions read",
                Items::Representatives => "orbits read",
            };
            let watched = Watched::new(watch, Activity::Searching, n, unit);
            Source::Read { cursor: Box::new(Cursor::new(board)), next: from, watched }
        };
        Ok(Selection { properties: *properties, source })
    }

    fn next(&mut self) -> Result<Option<(Option<u64>, S::Item)>> {
        match &mut self.source {
            Source::Read { cursor, next, watched } => loop {
                let Some(item) = cursor.get(*next, Direction::Up)? else { return Ok(None) };
                let number = *next;
                *next += 1;
                if self.properties.hold_for(S::solution(&item)) {
                    return Ok(Some((Some(number), item)));
                }
                if number.is_multiple_of(TICK) {
                    let share = cursor.len().ok().map(|all| number as f64 / all as f64);
                    watched.tick(number, share).map_err(SearchError::stopped)?;
                }
            },
            Source::Search(walk) => Ok(S::step(walk)?.map(|item| (None, item))),
            Source::End => Ok(None),
        }
    }
}

impl<S: Sequence> Iterator for Selection<S> {
    type Item = Result<(Option<u64>, S::Item)>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = Selection::next(self).transpose();
        if !matches!(found, Some(Ok(_))) {
            self.source = Source::End;
        }
        found
    }
}
