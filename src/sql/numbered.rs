//! The rows of a query over numbered items: a scan of a range of numbers, or a list found by a key.

use super::functions::integer;
use super::plan::{Plan, Wanted};
use super::table::Rows;
use crate::database::cursor::{Cursor, Direction, Sequence};
use crate::database::{Board, Tier};
use crate::error::Result;
use rusqlite::types::Value;
use std::collections::VecDeque;
use std::ffi::c_int;

/// The rows of a query, beginning with the current one.
pub(super) enum Numbered<S: Sequence> {
    Scan(Box<Scan<S>>),
    /// Found by a key other than their numbers.
    Listed(VecDeque<S::Item>),
}

/// A scan of the wanted items, in one direction.
pub(super) struct Scan<S: Sequence> {
    cursor: Cursor<S>,
    direction: Direction,
    /// The number of the current row; `None` at the end.
    number: Option<u64>,
    /// The last number in this direction.
    last: u64,
    /// The maximum number of rows left, the current one included.
    left: u64,
    /// The scan ends at a row that does not begin with these queens (0-based rows).
    first: Vec<u8>,
    /// The current row.
    item: Option<S::Item>,
}

impl<S: NumberedTable> Numbered<S> {
    /// A scan of the wanted numbers of a board, as long as the items begin with the queens `first` (0-based rows).
    /// Fails if it starts at an unknown end.
    pub(super) fn scan(
        board: &Board,
        plan: Plan,
        wanted: &Wanted<'_>,
        first: Vec<u8>,
    ) -> Result<Self> {
        let mut cursor = Cursor::new(board);
        cursor.times_each = true;
        let from_the_end = plan.descending && wanted.numbers.high == i64::MAX;
        let count = match cursor.len() {
            Err(unknown) if from_the_end => return Err(unknown),
            count => count.ok(),
        };
        let low = u64::try_from(wanted.numbers.low.max(1)).unwrap_or(1);
        let high = u64::try_from(wanted.numbers.high).unwrap_or(0);
        let high = count.map_or(high, |count| high.min(count));
        let (direction, number, last) = if plan.descending {
            (Direction::Down, high.checked_sub(wanted.offset), low)
        } else {
            (Direction::Up, low.checked_add(wanted.offset), high)
        };
        let mut scan = Box::new(Scan {
            cursor,
            direction,
            number,
            last,
            left: wanted.limit,
            first,
            item: None,
        });
        scan.read()?;
        Ok(Numbered::Scan(scan))
    }

    /// The item in the current row.
    fn item(&self) -> Option<&S::Item> {
        match self {
            Numbered::Scan(scan) => scan.item.as_ref(),
            Numbered::Listed(list) => list.front(),
        }
    }
}

/// A table of numbered items. Column 0 and the row id are the number.
pub(super) trait NumberedTable: Sequence {
    /// The value of a column from 1 on.
    fn column(board: &Board, item: &Self::Item, column: c_int) -> Result<Value>;
}

/// Rows of one board.
pub(super) struct NumberedRows<S: NumberedTable> {
    pub(super) board: Board,
    pub(super) rows: Numbered<S>,
}

impl<S: NumberedTable> Rows for NumberedRows<S> {
    fn has_row(&self) -> bool {
        self.rows.item().is_some()
    }

    fn is_slow(&self) -> bool {
        self.board.tier() != Tier::Stored
    }

    fn advance(&mut self) -> Result<()> {
        match &mut self.rows {
            Numbered::Scan(scan) => scan.advance(),
            Numbered::Listed(list) => {
                list.pop_front();
                Ok(())
            }
        }
    }

    fn column(&self, column: c_int) -> Result<Value> {
        match (column, self.rows.item()) {
            (_, None) => Ok(Value::Null),
            (0, _) => integer(self.rowid()?),
            (_, Some(item)) => S::column(&self.board, item, column),
        }
    }

    fn rowid(&self) -> Result<u64> {
        match (&self.rows, self.rows.item()) {
            (Numbered::Scan(scan), _) => Ok(scan.number.unwrap_or(0)),
            (_, Some(item)) => S::number(&self.board, item),
            (_, None) => Ok(0),
        }
    }
}

impl<S: NumberedTable> Scan<S> {
    fn advance(&mut self) -> Result<()> {
        self.left -= 1;
        self.number = self.number.and_then(|number| match self.direction {
            Direction::Up => number.checked_add(1),
            Direction::Down => number.checked_sub(1),
        });
        self.read()
    }

    /// Reads the current row, or ends the scan.
    fn read(&mut self) -> Result<()> {
        let is_wanted = |number: &u64| match self.direction {
            Direction::Up => *number <= self.last,
            Direction::Down => *number >= self.last,
        };
        let left = self.left;
        self.number = self.number.filter(|number| left > 0 && is_wanted(number));
        self.item = match self.number {
            Some(number) => {
                let item = self.cursor.get(number, self.direction)?;
                item.filter(|item| S::solution(item).rows().starts_with(&self.first))
            }
            None => None,
        };
        if self.item.is_none() {
            self.number = None;
        }
        Ok(())
    }
}
