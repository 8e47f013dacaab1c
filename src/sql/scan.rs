use super::plan::{Plan, Wanted};
use crate::database::Direction;

/// The way through the numbers of the rows that are wanted.
pub(super) struct Scan {
    pub(super) direction: Direction,
    /// The number of the row, then of the next one; nothing once there is none.
    pub(super) number: Option<u64>,
    /// The last one in this direction.
    last: u64,
    /// How many may come, this one included.
    left: u64,
    /// How many are read at a time: ever more, as a reader who wants one seldom wants thousands.
    most: u64,
}

/// The most rows that are read at a time, but for a whole block.
const MOST: u64 = 4096;

impl Scan {
    /// Of `count` rows, as far as that is known.
    pub(super) fn new(plan: Plan, wanted: &Wanted, count: Option<u64>) -> Self {
        let low = u64::try_from(wanted.numbers.low.max(1)).unwrap_or(1);
        let high = u64::try_from(wanted.numbers.high).unwrap_or(0);
        let high = count.map_or(high, |count| high.min(count));
        let (direction, first, last) = match plan.descending {
            false => (Direction::Up, low.checked_add(wanted.offset), high),
            true => (Direction::Down, high.checked_sub(wanted.offset), low),
        };
        let mut scan = Scan { direction, number: first, last, left: wanted.limit, most: 1 };
        scan.end_if_beyond();
        scan
    }

    /// Whether it comes from the end of all rows.
    pub(super) fn comes_from_the_end(plan: Plan, wanted: &Wanted) -> bool {
        plan.descending && wanted.numbers.high == i64::MAX
    }

    pub(super) fn end(&mut self) {
        self.number = None;
    }

    /// On to the next number.
    pub(super) fn step(&mut self) {
        self.left -= 1;
        self.number = self.number.and_then(|number| match self.direction {
            Direction::Up => number.checked_add(1),
            Direction::Down => number.checked_sub(1),
        });
        self.end_if_beyond();
    }

    fn end_if_beyond(&mut self) {
        let beyond = self.number.is_none_or(|number| match self.direction {
            Direction::Up => number > self.last,
            Direction::Down => number < self.last,
        });
        if beyond || self.left == 0 {
            self.end();
        }
    }

    /// How many rows to read now.
    pub(super) fn next_portion(&mut self) -> usize {
        let number = self.number.unwrap_or(self.last);
        let rest = number.abs_diff(self.last).saturating_add(1).min(self.left);
        let portion = self.most.min(rest);
        self.most = (8 * self.most).min(MOST);
        portion as usize
    }
}
