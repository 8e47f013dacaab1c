//! Solutions or orbits with given properties, in order.

use super::board::Board;
use super::cursor::{ByOrbit, ByRank, Cursor, Direction, Sequence};
use crate::combinatorics::{Canonical, OrbitId, Properties, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::{SearchError, SharedWalk};
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

impl Board {
    /// The solutions with these properties, in order, from rank `from` on. Includes ranks if `ranked`, except those out
    /// of reach. The iterator ends after the first error. Constant memory.
    ///
    /// Rare properties are searched for, and the ranks are looked up. If each rank would take its own search, or if
    /// most solutions have the properties, all solutions are read.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Properties, Rank};
    ///
    /// let board = Database::without_file().board(BoardSize::new(11)?)?;
    /// let toroidal = Properties { toroidal: true, ..Properties::default() };
    /// assert_eq!(board.select(&toroidal, Rank::FIRST, false)?.count(), 88);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn select(
        &self,
        properties: &Properties,
        from: Rank,
        ranked: bool,
    ) -> Result<impl Iterator<Item = Result<(Option<Rank>, Solution)>> + use<>> {
        let selection = Selection::<ByRank>::new(self, properties, from.get(), ranked)?;
        Ok(selection.map(|found| {
            let (number, solution) = found?;
            Ok((number.map(Rank::new).transpose()?, solution))
        }))
    }

    /// The canonical representatives of the orbits with these properties, in order, from id `from` on; with their ids
    /// if `numbered`. Otherwise like [`Board::select`].
    pub fn select_orbits(
        &self,
        properties: &Properties,
        from: OrbitId,
        numbered: bool,
    ) -> Result<impl Iterator<Item = Result<(Option<OrbitId>, Canonical)>> + use<>> {
        let selection = Selection::<ByOrbit>::new(self, properties, from.get(), numbered)?;
        Ok(selection.map(|found| {
            let (number, canonical) = found?;
            Ok((number.map(OrbitId::new).transpose()?, canonical))
        }))
    }
}

/// Items of a board with given properties, and their numbers if requested.
struct Selection<S: Sequence> {
    properties: Properties,
    source: Source<S>,
}

/// The source of the items.
enum Source<S: Sequence> {
    /// All items are read one by one, from this number on.
    Read { cursor: Box<Cursor<S>>, next: u64, watched: Watched<Arc<dyn Watch>> },
    /// Items with the properties are searched for; their numbers are looked up on the board.
    Search { walk: Box<SharedWalk>, board: Box<Board>, numbered: bool },
    /// The iterator has ended, or an error has occurred.
    End,
}

/// Number of items read between two ticks of the watch: about a millisecond on a stored board.
const TICK: u64 = 1 << 14;

impl<S: Sequence> Selection<S> {
    fn new(board: &Board, properties: &Properties, from: u64, numbered: bool) -> Result<Self> {
        let looks_up = board.tables.is_some() || S::len(board).is_err();
        let is_searched = properties.are_selective() && (looks_up || !numbered);
        // A board without solutions has no first one to search from.
        let source = if is_searched && !matches!(S::len(board), Ok(0)) {
            let walk = match from {
                1 => S::walk_all(&board.searched()),
                _ => S::walk(&board.searched(), &S::look_up(board, from)?, Direction::Up),
            };
            let walk = Box::new(walk.selecting(*properties));
            Source::Search { walk, board: Box::new(board.clone()), numbered }
        } else {
            let (watch, n) = (Arc::clone(&board.watch), board.n().get() as u64);
            let watched = Watched::new(watch, Activity::Searching, n, S::READ);
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
            Source::Search { walk, board, numbered } => {
                let Some(item) = S::step(walk)? else { return Ok(None) };
                let number = if *numbered { number_of::<S>(board, &item)? } else { None };
                Ok(Some((number, item)))
            }
            Source::End => Ok(None),
        }
    }
}

/// The number of an item; `None` if it is out of reach.
fn number_of<S: Sequence>(board: &Board, item: &S::Item) -> Result<Option<u64>> {
    match S::number(board, item) {
        Err(Error::RankOutOfReach { .. }) => Ok(None),
        number => number.map(Some),
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
