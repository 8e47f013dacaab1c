//! What a series of lookups keeps for later ones: the items around the last of them.

use crate::combinatorics::Solution;
use crate::search::SolutionRun;

/// Successive items of the first half, with the number of the first.
#[derive(Debug)]
pub(crate) struct NumberedRun {
    pub(crate) first: u64,
    pub(crate) run: SolutionRun,
}

impl NumberedRun {
    /// The number after the last item.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.run.len() as u64
    }

    /// The 0-based place of a number, if it is in the run.
    #[inline(always)]
    pub(crate) fn place(&self, number: u64) -> Option<usize> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        (place < self.run.len()).then_some(place)
    }
}

/// Number of lookups in one cell that take about as long as listing the cell.
const LOOKUPS_PER_LIST: u32 = 4;

/// The items of the cell of an earlier lookup, and how often a cell has been searched; nothing before the first lookup.
/// Items and numbers are those of the first half.
#[derive(Debug, Default)]
pub(crate) struct Near {
    listed: Option<NumberedRun>,
    /// The number of the first item of the last cell that was searched.
    cell: u64,
    /// Number of successive searches of this cell.
    repeats: u32,
    /// An item of which the caller knows that its lookup will be the fourth from now on, if any.
    pub(crate) later: Option<Solution>,
}

impl Near {
    /// The item with a number, if it is near. O(N).
    pub(crate) fn item(&self, number: u64) -> Option<Solution> {
        let listed = self.listed.as_ref()?;
        listed.place(number).map(|place| listed.run.get(place))
    }

    /// The number of an item of this board size, if it is near. O(log items).
    pub(crate) fn number(&self, item: &Solution) -> Option<u64> {
        let listed = self.listed.as_ref()?;
        Some(listed.first + listed.run.place(item)? as u64)
    }

    pub(crate) fn keep(&mut self, listed: NumberedRun) {
        self.listed = Some(listed);
    }

    /// Counts a lookup in the cell that begins with this number. Whether listing the cell pays: once, if lookups have
    /// come back to it or will.
    pub(crate) fn pays(&mut self, cell: u64, is_inside: impl Fn(&Solution) -> bool) -> bool {
        self.repeats = if self.cell == cell { self.repeats + 1 } else { 1 };
        self.cell = cell;
        match self.repeats {
            1 => self.later.as_ref().is_some_and(is_inside),
            repeats => repeats == LOOKUPS_PER_LIST,
        }
    }
}
