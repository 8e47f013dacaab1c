//! A cursor over the numbered items of a board: solutions by rank, or canonical representatives by orbit id.
//!
//! It reads any item, and neighbours fast, in both directions and on all tiers. After several neighbours in a row it
//! holds a window of items: on a stored board a decoded block, on the other tiers a run of the vector search from the
//! last item on. Before that, and where there is no vector search, a walk continues from the last item. Downward
//! searches run over the complements, whose order is reversed.

use super::board::Board;
use super::near::{Near, NumberedRun};
use super::tables::Tier;
use crate::combinatorics::Solution;
use crate::error::Result;
use crate::search::{Items, SearchError, SharedWalk, SolutionRun, SolutionStream};

/// The direction from an item to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkDirection {
    Up,
    Down,
}

/// Number of neighbours read one by one before a window is used.
const ONE_BY_ONE: u32 = 16;

/// Items with consecutive numbers.
pub(super) struct Window {
    /// The number of the first item, and the items or their complements.
    items: NumberedRun,
    /// Whether the items are the complements of the run, in reverse order.
    is_mirrored: bool,
}

impl Window {
    /// The 0-based place of a number, if it is in the window.
    #[inline(always)]
    pub(super) fn place(&self, number: u64) -> Option<usize> {
        self.items.place(number)
    }

    /// The solution at a place. O(N).
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Solution {
        let run = &self.items.run;
        if self.is_mirrored { run.complement_of(run.len() - 1 - place) } else { run.get(place) }
    }

    /// Advances to the run of a stream in this direction that contains a number. Returns false if the stream ends
    /// before it.
    fn advance(
        &mut self,
        stream: &mut SolutionStream,
        direction: WalkDirection,
        number: u64,
    ) -> Result<bool> {
        while self.place(number).is_none() {
            let Some(run) = stream.next_run()? else { return Ok(false) };
            let first = match direction {
                WalkDirection::Up => Some(self.items.end()),
                WalkDirection::Down => self.items.first.checked_sub(run.len() as u64),
            };
            let Some(first) = first else { return Ok(false) };
            self.items = NumberedRun { first, run };
        }
        Ok(true)
    }

    /// Writes the items from a number in the window on to rows of N bytes, counted from 1. Returns the number of rows
    /// written: all, or as many as there are items.
    pub(super) fn write(&self, number: u64, queens: &mut [u8]) -> usize {
        let run = &self.items.run;
        let n = run.n().get();
        let Some(place) = self.place(number) else { return 0 };
        let rows = (queens.len() / n).min(run.len() - place);
        let queens = &mut queens[..n * rows];
        if self.is_mirrored {
            let end = run.len() - place;
            run.write_complements(end - rows..end, queens);
        } else {
            run.write(place..place + rows, queens)
        }
        rows
    }
}

/// The state of a cursor: the items it holds.
enum ItemSource {
    /// None: no item has been read yet, or the last search has ended.
    Nothing,
    /// The last item and its number. The walk, if any, continues after it in this direction.
    Item { number: u64, item: Solution, walk: Option<(Box<SharedWalk>, WalkDirection)> },
    /// A window that includes the last item: a stored block, or a run of a stream that continues after it in this
    /// direction.
    Window { window: Window, stream: Option<(Box<SolutionStream>, WalkDirection)> },
}

impl ItemSource {
    /// The item with a number, if the source holds it. O(N).
    fn item(&self, number: u64) -> Option<Solution> {
        match self {
            ItemSource::Nothing => None,
            ItemSource::Item { number: last, item, .. } => (*last == number).then_some(*item),
            ItemSource::Window { window, .. } => window.place(number).map(|place| window.at(place)),
        }
    }

    /// Whether a number is the next one in either direction.
    fn is_beside(&self, number: u64) -> bool {
        match self {
            ItemSource::Nothing => false,
            ItemSource::Item { number: last, .. } => last.abs_diff(number) == 1,
            ItemSource::Window { window, .. } => {
                number.wrapping_add(1) == window.items.first || number == window.items.end()
            }
        }
    }

    /// Restarts the time of the watch.
    fn restart(&mut self) {
        match self {
            ItemSource::Item { walk: Some((walk, _)), .. } => walk.restart(),
            ItemSource::Window { stream: Some((stream, _)), .. } => stream.restart(),
            _ => {}
        }
    }
}

/// Reads the items of a board by number.
pub(super) struct Cursor {
    pub(super) board: Board,
    items: Items,
    source: ItemSource,
    /// Number of successive neighbours read one by one.
    one_by_one: u32,
    /// Whether a time limit applies to each item separately: the time of the watch restarts with each.
    times_each: bool,
}

impl Cursor {
    /// A cursor that has read nothing yet.
    pub(super) fn new(board: &Board, items: Items) -> Self {
        let (board, source) = (board.clone(), ItemSource::Nothing);
        Cursor { board, items, source, one_by_one: 0, times_each: false }
    }

    /// A cursor that has read nothing yet, with a time limit for each item.
    pub(super) fn timed(board: &Board, items: Items) -> Self {
        Cursor { times_each: true, ..Cursor::new(board, items) }
    }

    /// Another cursor of this kind, which has read nothing yet.
    pub(super) fn another(&self) -> Self {
        Cursor { times_each: self.times_each, ..Cursor::new(&self.board, self.items) }
    }

    /// A cursor over solutions that has just read this one.
    pub(super) fn after(board: &Board, number: u64, item: Solution) -> Self {
        let source = ItemSource::Item { number, item, walk: None };
        Cursor { source, ..Cursor::new(board, Items::Solutions) }
    }

    /// A cursor that uses a window as soon as possible.
    pub(super) fn in_bulk(board: &Board, items: Items) -> Self {
        Cursor { one_by_one: ONE_BY_ONE, ..Cursor::new(board, items) }
    }

    /// The number of items. Fails if it is unknown.
    pub(super) fn len(&self) -> Result<u64> {
        self.board.count(self.items)
    }

    /// The window around the last item, once several neighbours have been read.
    #[inline(always)]
    pub(super) fn window(&self) -> Option<&Window> {
        if let ItemSource::Window { window, .. } = &self.source { Some(window) } else { None }
    }

    /// The item with a number; `None` if the board has no such item. Fast if the next call is for the neighbour in this
    /// direction.
    pub(super) fn get(
        &mut self,
        number: u64,
        direction: WalkDirection,
    ) -> Result<Option<Solution>> {
        if let Some(item) = self.source.item(number) {
            return Ok(Some(item));
        }
        if number == 0 || self.len().is_ok_and(|len| number > len) {
            return Ok(None);
        }
        let mut source = std::mem::replace(&mut self.source, ItemSource::Nothing);
        let is_neighbour = matches!(source, ItemSource::Nothing) || source.is_beside(number);
        self.one_by_one = if is_neighbour { self.one_by_one.saturating_add(1) } else { 0 };
        if self.times_each {
            source.restart();
        }
        self.source = match self.board.tier() {
            Tier::Stored => self.decode(number)?,
            Tier::Indexed | Tier::Searched => self.search(source, number, direction)?,
        };
        match self.source.item(number) {
            // An early end would look like a shorter board.
            None if self.len().is_ok() => Err(SearchError::NoAnswer { n: self.board.n() }.into()),
            item => Ok(item),
        }
    }

    /// Looks an item up.
    fn look_up(&self, number: u64) -> Result<ItemSource> {
        let item = self.board.item(self.items, number, &mut Near::default())?;
        Ok(ItemSource::Item { number, item, walk: None })
    }

    /// Looks up the first neighbours, then decodes their block.
    fn decode(&self, number: u64) -> Result<ItemSource> {
        if self.one_by_one >= ONE_BY_ONE {
            let (half, is_mirrored) = self.board.fold(self.items, number)?;
            let tables = self.board.tables.as_ref();
            let run = tables.map_or(Ok(None), |tables| tables.run(self.items, half));
            if let Some(mut items) = run? {
                if is_mirrored {
                    items.first = self.len()? + 2 - items.end();
                }
                let window = Window { items, is_mirrored };
                return Ok(ItemSource::Window { window, stream: None });
            }
        }
        self.look_up(number)
    }

    /// Continues the search after the last item, or begins one, if that is faster than a lookup.
    fn search(
        &self,
        source: ItemSource,
        number: u64,
        direction: WalkDirection,
    ) -> Result<ItemSource> {
        let is_near = |steps: Option<u64>| steps.is_some_and(|steps| steps <= self.reach(number));
        match source {
            ItemSource::Window { mut window, stream: Some((mut stream, way)) }
                if way == direction =>
            {
                let steps = match direction {
                    WalkDirection::Up => number.checked_sub(window.items.end()),
                    WalkDirection::Down => window.items.first.checked_sub(number + 1),
                };
                if is_near(steps) && window.advance(&mut stream, direction, number)? {
                    return Ok(ItemSource::Window { window, stream: Some((stream, way)) });
                }
                self.look_up(number)
            }
            ItemSource::Item { number: last, item, walk } => {
                let steps = match direction {
                    WalkDirection::Up => number.checked_sub(last),
                    WalkDirection::Down => last.checked_sub(number),
                };
                if !is_near(steps) {
                    return self.look_up(number);
                }
                if self.one_by_one >= ONE_BY_ONE
                    && let Some(streaming) = self.stream(last, &item, number, direction)?
                {
                    return Ok(streaming);
                }
                let walk = walk.filter(|(_, way)| *way == direction);
                let walk =
                    walk.map_or_else(|| self.walk_after(&item, direction), |(w, _)| Ok(w))?;
                self.walk_to(walk, number, last.abs_diff(number), direction)
            }
            ItemSource::Nothing | ItemSource::Window { .. } => self.look_up(number),
        }
    }

    /// Streams from the last item to a number; `None` if only walks find it.
    fn stream(
        &self,
        last: u64,
        item: &Solution,
        number: u64,
        direction: WalkDirection,
    ) -> Result<Option<ItemSource>> {
        let searched = self.board.searched();
        let (stream, first) = match (direction, self.items) {
            (WalkDirection::Up, items) => (searched.runs_after(items, item), last + 1),
            // Descending solutions are the complements of ascending ones.
            (WalkDirection::Down, Items::Solutions) => {
                (searched.runs_after(Items::Solutions, &item.complement()), last)
            }
            // Only representatives have search masks, not their complements.
            (WalkDirection::Down, Items::Representatives) => return Ok(None),
        };
        let Some(stream) = stream else { return Ok(None) };
        let is_mirrored = direction == WalkDirection::Down;
        let run = SolutionRun::empty(self.board.n());
        let mut stream = Box::new(stream);
        let mut window = Window { items: NumberedRun { first, run }, is_mirrored };
        if !window.advance(&mut stream, direction, number)? {
            return Ok(Some(ItemSource::Nothing));
        }
        Ok(Some(ItemSource::Window { window, stream: Some((stream, direction)) }))
    }

    /// Walks this number of steps, to a number.
    fn walk_to(
        &self,
        mut walk: Box<SharedWalk>,
        number: u64,
        steps: u64,
        direction: WalkDirection,
    ) -> Result<ItemSource> {
        for _ in 1..steps {
            walk.pass(self.items)?;
        }
        let found = walk.next_item(self.items)?;
        let walk = Some((walk, direction));
        Ok(found.map_or(ItemSource::Nothing, |item| ItemSource::Item { number, item, walk }))
    }

    /// A walk whose next item is the one after this item.
    fn walk_after(&self, start: &Solution, direction: WalkDirection) -> Result<Box<SharedWalk>> {
        let searched = self.board.searched();
        let mut walk = Box::new(match direction {
            WalkDirection::Up => searched.walk_from(self.items, start),
            WalkDirection::Down => searched.walk_down_from(self.items, start),
        });
        walk.pass(self.items)?;
        Ok(walk)
    }

    /// The maximum number of steps for which a search beats a lookup of this number.
    fn reach(&self, number: u64) -> u64 {
        match (self.board.steps_per_lookup(), self.len()) {
            (Some(steps), _) => steps,
            // A lookup walks from the nearer end.
            (None, Ok(len)) => number.min((len + 1).saturating_sub(number)),
            (None, Err(_)) => number,
        }
    }
}
