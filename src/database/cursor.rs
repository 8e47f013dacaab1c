//! A cursor over the numbered items of a board: solutions by rank, or canonical representatives by orbit id.
//!
//! It reads any item, and neighbours fast, in both directions and on all tiers. Once several neighbours in a row were
//! read, it has a window of items: on a stored board a decoded block, on the other tiers a run of the vector search
//! from the last item on. Before that, and where there are no vectors, a walk continues from the last item. Downwards
//! searches run over the complements, whose order is reversed.

use super::board::Board;
use super::tables::{Tables, Tier};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::{SearchError, Searched, SharedWalk, SolutionRun, SolutionStream};
use std::ops::Range;

/// The way from an item to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

/// Neighbours that are read one by one before there is a window.
const ONE_BY_ONE: u32 = 16;

/// Steps of a walk that cost about as much as a look-up on an indexed board.
const INDEXED_REACH: u64 = 64;

/// A sequence of items, numbered from 1.
pub(crate) trait Sequence {
    /// A solution or a canonical representative.
    type Item: Copy;

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
    fn decode(board: &Board, tables: &dyn Tables, number: u64) -> Result<Window>;

    /// The item of a solution in a window.
    fn item(solution: Solution) -> Self::Item;

    /// The items after one, or before it, a run at a time, and whether they are the complements of these runs; `None`
    /// where walks alone find them.
    fn stream(
        searched: &Searched,
        from: &Self::Item,
        direction: Direction,
    ) -> Option<(SolutionStream, bool)>;

    /// A walk from an item on; the item itself comes first.
    fn walk(searched: &Searched, from: &Self::Item, direction: Direction) -> SharedWalk;

    /// A walk through all items.
    fn walk_all(searched: &Searched) -> SharedWalk;

    /// The next item of a walk.
    fn step(walk: &mut SharedWalk) -> Result<Option<Self::Item>>;
}

/// Items with consecutive numbers.
pub(crate) struct Window {
    /// The number of the first item.
    first: u64,
    run: SolutionRun,
    /// Whether the items are the complements of the run, backwards.
    is_mirrored: bool,
}

impl Window {
    /// The numbers of its items.
    fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.run.len() as u64
    }

    /// The 0-based place of a number, if it is there.
    #[inline(always)]
    pub(super) fn place(&self, number: u64) -> Option<usize> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        (place < self.run.len()).then_some(place)
    }

    /// The solution at a place. O(N).
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Solution {
        match self.is_mirrored {
            true => self.run.complement_of(self.run.len() - 1 - place),
            false => self.run.get(place),
        }
    }

    /// Writes the items from a number on, which is in the window, to rows of N bytes, counted from 1. Returns how many
    /// rows it wrote: all, or as many as there are items.
    pub(super) fn write(&self, number: u64, queens: &mut [u8]) -> usize {
        let n = self.run.n().get();
        let Some(place) = self.place(number) else { return 0 };
        let rows = (queens.len() / n).min(self.run.len() - place);
        let queens = &mut queens[..n * rows];
        match self.is_mirrored {
            true => {
                let end = self.run.len() - place;
                self.run.write_complements(end - rows..end, queens);
            }
            false => self.run.write(place..place + rows, queens),
        }
        rows
    }
}

/// Reads the items of a board by number.
pub(crate) struct Cursor<S: Sequence> {
    board: Board,
    /// The items around the last one, once several neighbours were read.
    pub(super) window: Option<Window>,
    /// The last item that did not come from the window, with its number.
    last: Option<(u64, S::Item)>,
    /// Neighbours that were read one by one in a row.
    one_by_one: u32,
    /// A search whose next item follows `last`.
    walk: Option<(Box<SharedWalk>, Direction)>,
    /// A search whose next run follows the window in this direction.
    stream: Option<(Box<SolutionStream>, Direction)>,
    /// Whether a time limit holds for each item by itself: the time of the watch starts again with each.
    pub(crate) times_each: bool,
}

impl<S: Sequence> Cursor<S> {
    /// A cursor that has read nothing yet.
    pub(crate) fn new(board: &Board) -> Self {
        let board = board.clone();
        Cursor {
            board,
            window: None,
            last: None,
            one_by_one: 0,
            walk: None,
            stream: None,
            times_each: false,
        }
    }

    /// A cursor that has just read this item.
    pub(super) fn after(board: &Board, number: u64, item: S::Item) -> Self {
        Cursor { last: Some((number, item)), ..Cursor::new(board) }
    }

    /// A cursor that has a window as soon as there can be one.
    pub(super) fn in_bulk(board: &Board) -> Self {
        Cursor { one_by_one: ONE_BY_ONE, ..Cursor::new(board) }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Starts the time of the watch again.
    fn restart(&mut self) {
        if let Some((walk, _)) = &mut self.walk {
            walk.restart();
        }
        if let Some((stream, _)) = &mut self.stream {
            stream.restart();
        }
    }

    /// How many items the board has; an error where nobody knows.
    pub(crate) fn len(&self) -> Result<u64> {
        S::len(&self.board)
    }

    /// The item with a number, if it is in the window. O(N).
    fn in_window(&self, number: u64) -> Option<S::Item> {
        let window = self.window.as_ref()?;
        window.place(number).map(|place| S::item(window.at(place)))
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
        if self.times_each {
            self.restart();
        }
        self.note(number);
        let item = match self.board.tier() {
            Tier::Stored => Some(self.get_stored(number)?),
            Tier::Indexed | Tier::Searched => self.get_searched(number, direction)?,
        };
        self.last = item.filter(|_| self.in_window(number).is_none()).map(|item| (number, item));
        match item {
            // An early end would pass for a shorter board.
            None if self.len().is_ok() => Err(SearchError::NoAnswer { n: self.board.n() }.into()),
            item => Ok(item),
        }
    }

    /// Counts the neighbours in a row.
    fn note(&mut self, number: u64) {
        let is_beside = |window: &Window| {
            number.wrapping_add(1) == window.first || number == window.numbers().end
        };
        let is_first = self.last.is_none() && self.window.is_none();
        let is_neighbour = is_first
            || self.last.is_some_and(|(last, _)| last.abs_diff(number) == 1)
            || self.window.as_ref().is_some_and(is_beside);
        self.one_by_one = if is_neighbour { self.one_by_one.saturating_add(1) } else { 0 };
    }

    /// Looks the first neighbours up, then decodes their block.
    fn get_stored(&mut self, number: u64) -> Result<S::Item> {
        if self.one_by_one >= ONE_BY_ONE
            && let Some(tables) = &self.board.tables
        {
            self.window = Some(S::decode(&self.board, &**tables, number)?);
            if let Some(item) = self.in_window(number) {
                return Ok(item);
            }
        }
        S::look_up(&self.board, number)
    }

    /// Continues a search from the last item, where that is quicker than a look-up.
    fn get_searched(&mut self, number: u64, direction: Direction) -> Result<Option<S::Item>> {
        if self.stream_to(number, direction)? {
            return Ok(self.in_window(number));
        }
        (self.stream, self.window) = (None, None);
        let Some((last, item)) = self.last.take() else {
            self.walk = None;
            return S::look_up(&self.board, number).map(Some);
        };
        let Some(steps) =
            steps(last, number, direction).filter(|&steps| steps <= self.reach(number))
        else {
            self.walk = None;
            return S::look_up(&self.board, number).map(Some);
        };
        if steps == 0 {
            return Ok(Some(item));
        }
        if self.one_by_one >= ONE_BY_ONE && self.start_stream(last, &item, direction) {
            self.walk = None;
            return Ok(if self.stream_to(number, direction)? {
                self.in_window(number)
            } else {
                None
            });
        }
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

    /// Starts a stream from an item in this direction, and an empty window there. False where there is none.
    fn start_stream(&mut self, number: u64, item: &S::Item, direction: Direction) -> bool {
        let Some((stream, is_mirrored)) = S::stream(&self.board.searched, item, direction) else {
            return false;
        };
        let first = if direction == Direction::Up { number + 1 } else { number };
        let run = SolutionRun::empty(self.board.n());
        self.window = Some(Window { first, run, is_mirrored });
        self.stream = Some((Box::new(stream), direction));
        true
    }

    /// Moves the window of a stream until it has this number. False where there is no stream in this direction, the
    /// number is far, or the stream ends first.
    fn stream_to(&mut self, number: u64, direction: Direction) -> Result<bool> {
        let reach = self.reach(number);
        let (Some((stream, way)), Some(window)) = (&mut self.stream, &mut self.window) else {
            return Ok(false);
        };
        let Range { start, end } = window.numbers();
        let steps = match direction {
            Direction::Up => number.checked_sub(end),
            Direction::Down => start.checked_sub(number + 1),
        };
        if *way != direction || steps.is_none_or(|steps| steps > reach) {
            return Ok(false);
        }
        while window.place(number).is_none() {
            let Some(run) = stream.next_run()? else { return Ok(false) };
            let first = match direction {
                Direction::Up => Some(window.numbers().end),
                Direction::Down => window.first.checked_sub(run.len() as u64),
            };
            let Some(first) = first else { return Ok(false) };
            (window.first, window.run) = (first, run);
        }
        Ok(true)
    }

    /// A walk whose next item follows this one.
    fn walk_after(&self, item: &S::Item, direction: Direction) -> Result<Box<SharedWalk>> {
        let mut walk = Box::new(S::walk(&self.board.searched, item, direction));
        S::step(&mut walk)?;
        Ok(walk)
    }

    /// The most steps for which a search beats a look-up of this number.
    fn reach(&self, number: u64) -> u64 {
        match (self.board.tier(), self.len()) {
            (Tier::Indexed, _) => INDEXED_REACH,
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

/// How many steps lead from one number to another in a direction, if any do.
fn steps(from: u64, to: u64, direction: Direction) -> Option<u64> {
    match direction {
        Direction::Up => to.checked_sub(from),
        Direction::Down => from.checked_sub(to),
    }
}

/// Solutions by rank.
pub(crate) struct ByRank;

impl Sequence for ByRank {
    type Item = Solution;

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

    fn decode(board: &Board, tables: &dyn Tables, number: u64) -> Result<Window> {
        let (half_rank, is_mirrored) = board.fold(Rank::new(number)?)?;
        let (first_rank, run) = tables.run_at(half_rank)?;
        let first = match is_mirrored {
            false => first_rank,
            true => tables.solution_count() + 2 - first_rank - run.len() as u64,
        };
        Ok(Window { first, run, is_mirrored })
    }

    #[inline(always)]
    fn item(solution: Solution) -> Solution {
        solution
    }

    fn stream(
        searched: &Searched,
        from: &Solution,
        direction: Direction,
    ) -> Option<(SolutionStream, bool)> {
        Some(match direction {
            Direction::Up => (searched.solutions_after(from)?, false),
            Direction::Down => (searched.solutions_after(&from.complement())?, true),
        })
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

    fn decode(_: &Board, tables: &dyn Tables, number: u64) -> Result<Window> {
        let (first, run) = tables.representatives_at(OrbitId::new(number)?)?;
        Ok(Window { first, run, is_mirrored: false })
    }

    #[inline(always)]
    fn item(solution: Solution) -> Canonical {
        Canonical::from_proof(solution)
    }

    fn stream(
        searched: &Searched,
        from: &Canonical,
        direction: Direction,
    ) -> Option<(SolutionStream, bool)> {
        // Complements of representatives have no masks of their own.
        let is_up = direction == Direction::Up;
        is_up.then(|| searched.representatives_after(from)).flatten().map(|stream| (stream, false))
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
