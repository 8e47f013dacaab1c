//! A cursor over the numbered items of a board: solutions by rank, or canonical representatives by orbit id.
//!
//! It reads any item, and neighbours fast, in both directions and on all tiers. On a stored board it decodes
//! a whole block once several neighbours in a row were read. On the other tiers it keeps a search that
//! continues from the last item; downwards that search runs over the complements, whose order is reversed.

use super::board::{Backend, Board};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::{SearchError, Searched, SharedWalk};
use crate::store::{StoredBoard, StoredRun};

/// The way from an item to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

/// Neighbours that a stored board looks up one by one before it decodes their block.
const LOOK_UPS: u32 = 16;

/// Steps of a walk that cost about as much as a look-up on an indexed board.
const INDEXED_REACH: u64 = 64;

/// A sequence of items, numbered from 1.
pub(crate) trait Sequence {
    /// A solution or a canonical representative.
    type Item: Copy;
    /// Decoded items with consecutive numbers.
    type Window;

    /// What the items are that were read, in the plural.
    const READ: &'static str;

    /// How many items the board has; an error where nobody knows.
    fn len(board: &Board) -> Result<u64>;

    /// The item with a number from 1 to the length.
    fn look_up(board: &Board, number: u64) -> Result<Self::Item>;

    /// The number of an item.
    fn number(board: &Board, item: &Self::Item) -> Result<u64>;

    /// The item as a solution.
    fn solution(item: &Self::Item) -> &Solution;

    /// The items of the stored block that holds a number.
    fn decode(board: &Board, stored: &StoredBoard, number: u64) -> Result<Self::Window>;

    /// The 0-based place of a number in the window, if it is there.
    fn place(window: &Self::Window, number: u64) -> Option<usize>;

    /// The item at a place of the window. O(N).
    fn at(window: &Self::Window, place: usize) -> Self::Item;

    /// A walk from an item on; the item itself comes first.
    fn walk(searched: &Searched, from: &Self::Item, direction: Direction) -> SharedWalk;

    /// A walk through all items.
    fn walk_all(searched: &Searched) -> SharedWalk;

    /// The next item of a walk.
    fn step(walk: &mut SharedWalk) -> Result<Option<Self::Item>>;
}

/// Reads the items of a board by number.
pub(crate) struct Cursor<S: Sequence> {
    board: Board,
    /// The decoded block, on a stored board.
    pub(super) window: Option<S::Window>,
    /// The last item that did not come from the window, with its number.
    last: Option<(u64, S::Item)>,
    /// Neighbours that were looked up in a row.
    look_ups: u32,
    /// A search whose next item follows `last`.
    walk: Option<(Box<SharedWalk>, Direction)>,
}

impl<S: Sequence> Cursor<S> {
    /// A cursor that has read nothing yet.
    pub(crate) fn new(board: &Board) -> Self {
        Cursor { board: board.clone(), window: None, last: None, look_ups: 0, walk: None }
    }

    /// A cursor that has just read this item.
    pub(super) fn after(board: &Board, number: u64, item: S::Item) -> Self {
        Cursor { last: Some((number, item)), ..Cursor::new(board) }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Starts the time of the watch again, so that a time limit holds for each item by itself.
    pub(crate) fn restart(&mut self) {
        if let Some((walk, _)) = &mut self.walk {
            walk.restart();
        }
    }

    /// How many items the board has; an error where nobody knows.
    pub(crate) fn len(&self) -> Result<u64> {
        S::len(&self.board)
    }

    /// The item with a number, if it is in the decoded block. O(N).
    fn in_window(&self, number: u64) -> Option<S::Item> {
        let window = self.window.as_ref()?;
        S::place(window, number).map(|place| S::at(window, place))
    }

    /// The item with a number, `None` where the board has no such item. Fast when the next call asks for the
    /// neighbour in this direction.
    pub(crate) fn get(&mut self, number: u64, direction: Direction) -> Result<Option<S::Item>> {
        if let Some(item) = self.in_window(number) {
            return Ok(Some(item));
        }
        if number == 0 || self.len().is_ok_and(|len| number > len) {
            return Ok(None);
        }
        let item = match self.board.backend {
            Backend::Stored(_) => Some(self.get_stored(number)?),
            Backend::Indexed(..) | Backend::Searched(_) => self.get_searched(number, direction)?,
        };
        self.last = item.map(|item| (number, item));
        match item {
            // An early end would pass for a shorter board.
            None if self.len().is_ok() => Err(SearchError::NoAnswer { n: self.board.n() }.into()),
            item => Ok(item),
        }
    }

    /// Looks the first neighbours up, then decodes their block.
    fn get_stored(&mut self, number: u64) -> Result<S::Item> {
        let is_neighbour = self.last.is_some_and(|(last, _)| last.abs_diff(number) == 1)
            || self.in_window(number - 1).or(self.in_window(number + 1)).is_some();
        self.look_ups = if is_neighbour { self.look_ups + 1 } else { 0 };
        if self.look_ups >= LOOK_UPS
            && let Backend::Stored(stored) = &self.board.backend
        {
            self.window = Some(S::decode(&self.board, stored, number)?);
            if let Some(item) = self.in_window(number) {
                return Ok(item);
            }
        }
        S::look_up(&self.board, number)
    }

    /// Walks from the last item, where that is quicker than a look-up.
    fn get_searched(&mut self, number: u64, direction: Direction) -> Result<Option<S::Item>> {
        let Some((last, item)) = self.last.take() else {
            self.walk = None;
            return S::look_up(&self.board, number).map(Some);
        };
        let steps = match direction {
            Direction::Up => number.checked_sub(last),
            Direction::Down => last.checked_sub(number),
        };
        match steps {
            Some(0) => Ok(Some(item)),
            Some(steps) if steps <= self.reach(number) => {
                let walk = match self.walk.take().filter(|(_, way)| *way == direction) {
                    Some((walk, _)) => walk,
                    None => self.walk_after(&item, direction)?,
                };
                let (walk, _) = self.walk.insert((walk, direction));
                for _ in 1..steps {
                    S::step(walk)?;
                }
                S::step(walk)
            }
            _ => {
                self.walk = None;
                S::look_up(&self.board, number).map(Some)
            }
        }
    }

    /// A walk whose next item follows this one.
    fn walk_after(&self, item: &S::Item, direction: Direction) -> Result<Box<SharedWalk>> {
        let mut walk = Box::new(S::walk(&self.board.searcher(), item, direction));
        S::step(&mut walk)?;
        Ok(walk)
    }

    /// The most steps for which a walk beats a look-up of this number.
    fn reach(&self, number: u64) -> u64 {
        match (&self.board.backend, self.len()) {
            (Backend::Indexed(..), _) => INDEXED_REACH,
            // A look-up walks from the nearest of the first item, the middle and the last item.
            (_, Ok(len)) => {
                let half = len / 2;
                let near = number.min((len + 1).saturating_sub(number));
                near.min(half.saturating_sub(near)).max(1)
            }
            (_, Err(_)) => number,
        }
    }
}

/// Solutions by rank.
pub(crate) struct ByRank;

/// The solutions of a block, in the first half of the ranks or mirrored into the second one.
pub(crate) struct SolutionWindow {
    first: u64,
    run: StoredRun,
    /// Whether the items are the complements of the run, backwards.
    is_mirrored: bool,
}

impl Sequence for ByRank {
    type Item = Solution;
    type Window = SolutionWindow;

    const READ: &'static str = "solutions read";

    fn len(board: &Board) -> Result<u64> {
        board.solution_count()
    }

    fn look_up(board: &Board, number: u64) -> Result<Solution> {
        board.unrank(Rank::new(number)?)
    }

    fn number(board: &Board, solution: &Solution) -> Result<u64> {
        Ok(board.rank(solution)?.get())
    }

    fn solution(solution: &Solution) -> &Solution {
        solution
    }

    fn decode(board: &Board, stored: &StoredBoard, number: u64) -> Result<SolutionWindow> {
        let (half_rank, is_mirrored) = board.fold(Rank::new(number)?)?;
        let run = stored.run_at(half_rank)?;
        let first = match is_mirrored {
            false => run.first_rank(),
            true => stored.solution_count() + 2 - run.first_rank() - run.len() as u64,
        };
        Ok(SolutionWindow { first, run, is_mirrored })
    }

    #[inline(always)]
    fn place(window: &SolutionWindow, number: u64) -> Option<usize> {
        let place = usize::try_from(number.checked_sub(window.first)?).ok()?;
        (place < window.run.len()).then_some(place)
    }

    #[inline(always)]
    fn at(window: &SolutionWindow, place: usize) -> Solution {
        match window.is_mirrored {
            true => window.run.complement_of(window.run.len() - 1 - place),
            false => window.run.get(place),
        }
    }

    fn walk(searched: &Searched, from: &Solution, direction: Direction) -> SharedWalk {
        match direction {
            Direction::Up => searched.solutions_from(from),
            Direction::Down => searched.solutions_down_from(from),
        }
    }

    fn walk_all(searched: &Searched) -> SharedWalk {
        searched.all_solutions()
    }

    fn step(walk: &mut SharedWalk) -> Result<Option<Solution>> {
        Ok(walk.next_solution()?)
    }
}

/// Canonical representatives by orbit id.
pub(crate) struct ByOrbit;

impl Sequence for ByOrbit {
    type Item = Canonical;
    /// The id of the first representative of a block, and all of them.
    type Window = (u64, Vec<Canonical>);

    const READ: &'static str = "orbits read";

    fn len(board: &Board) -> Result<u64> {
        board.orbit_count()
    }

    fn look_up(board: &Board, number: u64) -> Result<Canonical> {
        board.representative(OrbitId::new(number)?)
    }

    fn number(board: &Board, canonical: &Canonical) -> Result<u64> {
        Ok(board.orbit_id(canonical)?.get())
    }

    fn solution(canonical: &Canonical) -> &Solution {
        canonical
    }

    fn decode(_: &Board, stored: &StoredBoard, number: u64) -> Result<(u64, Vec<Canonical>)> {
        Ok(stored.representatives_at(OrbitId::new(number)?)?)
    }

    fn place((first, all): &(u64, Vec<Canonical>), number: u64) -> Option<usize> {
        let place = usize::try_from(number.checked_sub(*first)?).ok()?;
        (place < all.len()).then_some(place)
    }

    fn at((_, all): &(u64, Vec<Canonical>), place: usize) -> Canonical {
        all[place]
    }

    fn walk(searched: &Searched, from: &Canonical, direction: Direction) -> SharedWalk {
        match direction {
            Direction::Up => searched.representatives_from(from),
            Direction::Down => searched.representatives_down_from(from),
        }
    }

    fn walk_all(searched: &Searched) -> SharedWalk {
        searched.all_representatives()
    }

    fn step(walk: &mut SharedWalk) -> Result<Option<Canonical>> {
        Ok(walk.next_representative()?)
    }
}
