//! Public iterators over the solutions and the canonical representatives of a board.

use super::board::Board;
use super::cursor::{ByOrbit, ByRank, Cursor, Direction, Sequence};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use std::fmt;
use std::ops::RangeInclusive;

/// The numbers still to be iterated over, from both ends.
struct Remaining<S: Sequence> {
    front: Cursor<S>,
    /// Created with the first item from the back.
    back: Option<Cursor<S>>,
    /// The next number at the front.
    next: u64,
    /// The next number at the back; `None` if the length is unknown.
    last: Option<u64>,
}

impl<S: Sequence> Remaining<S> {
    fn new(front: Cursor<S>, from: u64) -> Self {
        let last = front.len().ok();
        Remaining { front, back: None, next: from, last }
    }

    /// The number of items left; `None` if it is unknown.
    fn len(&self) -> Option<u64> {
        Some((self.last? + 1).saturating_sub(self.next))
    }

    fn end(&mut self) {
        (self.next, self.last) = (1, Some(0));
    }

    #[inline(never)]
    fn next(&mut self) -> Option<Result<(u64, S::Item)>> {
        let number = self.next;
        if self.len() == Some(0) {
            return None;
        }
        let item = self.front.get(number, Direction::Up).transpose();
        match &item {
            Some(Ok(_)) if number < u64::MAX => self.next = number + 1,
            _ => self.end(),
        }
        item.map(|item| Ok((number, item?)))
    }

    fn next_back(&mut self) -> Option<Result<(u64, S::Item)>> {
        if self.len() == Some(0) {
            return None;
        }
        let Some(number) = self.last else {
            let unknown = self.front.len().err();
            self.end();
            return unknown.map(Err);
        };
        let back = self.back.get_or_insert_with(|| self.front.another());
        let item = back.get(number, Direction::Down).transpose();
        match &item {
            Some(Ok(_)) => self.last = Some(number - 1),
            _ => self.end(),
        }
        item.map(|item| Ok((number, item?)))
    }

    fn skip(&mut self, count: usize) {
        match self.next.checked_add(count as u64) {
            Some(next) => self.next = next,
            None => self.end(),
        }
    }

    fn skip_back(&mut self, count: usize) {
        if let Some(last) = &mut self.last {
            *last = last.saturating_sub(count as u64);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.len().map(usize::try_from) {
            Some(Ok(len)) => (len, Some(len)),
            Some(Err(_)) => (usize::MAX, None),
            None => (0, None),
        }
    }
}

macro_rules! ranked {
    ($(#[$doc:meta])* $name:ident, $sequence:ident, $number:ident, $item:ident) => {
        $(#[$doc])*
        ///
        /// Double-ended. `nth` is as fast as a lookup. `size_hint` is exact if the length is known, unless there is an
        /// error, after which the iterator ends.
        pub struct $name(Remaining<$sequence>);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Remaining { next, last, .. } = &self.0;
                let mut shown = f.debug_struct(stringify!($name));
                shown.field("next", next).field("last", last).finish_non_exhaustive()
            }
        }

        impl $name {
            /// The items with these numbers, as far as they exist. A time limit applies to each item separately.
            #[doc(hidden)] // For SQL.
            pub fn timed(board: &Board, numbers: RangeInclusive<u64>) -> Self {
                let (next, last) = (*numbers.start(), Some(*numbers.end()));
                $name(Remaining { front: Cursor::timed(board), back: None, next, last })
            }
        }

        impl Iterator for $name {
            type Item = Result<($number, $item)>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let number = self.0.next;
                // The fast path, in a window: the item is built in its final place.
                if let Some(window) = self.0.front.window()
                    && let Some(place) = window.place(number)
                    && self.0.last.is_none_or(|last| number <= last)
                    && let Some(known) = $number::FIRST.checked_add(number - 1)
                {
                    self.0.next = number + 1;
                    return Some(Ok((known, $sequence::item(window.at(place)))));
                }
                let found = self.0.next()?;
                Some(found.and_then(|(number, item)| Ok(($number::new(number)?, item))))
            }

            fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
                self.0.skip(skipped);
                self.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl DoubleEndedIterator for $name {
            fn next_back(&mut self) -> Option<Self::Item> {
                let found = self.0.next_back()?;
                Some(found.and_then(|(number, item)| Ok(($number::new(number)?, item))))
            }

            fn nth_back(&mut self, skipped: usize) -> Option<Self::Item> {
                self.0.skip_back(skipped);
                self.next_back()
            }
        }
    };
}

ranked! {
    /// An iterator over solutions with their ranks, in order; returned by [`Board::solutions`].
    RankedSolutions, ByRank, Rank, Solution
}

ranked! {
    /// An iterator over canonical representatives with their orbit ids, in order; returned by
    /// [`Board::representatives`].
    RankedRepresentatives, ByOrbit, OrbitId, Canonical
}

impl RankedSolutions {
    /// The solutions after a known one.
    pub(super) fn after(board: &Board, rank: Rank, solution: Solution) -> Self {
        let cursor = Cursor::after(board, rank.get(), solution);
        RankedSolutions(Remaining::new(cursor, rank.get().saturating_add(1)))
    }
}

impl Board {
    /// The solutions from a rank to the last one, in order, with their ranks. Memory: one block or run. The iterator
    /// ends after the first error.
    pub fn solutions(&self, from: Rank) -> RankedSolutions {
        RankedSolutions(Remaining::new(Cursor::new(self), from.get()))
    }

    /// The canonical representatives from an orbit id to the last one, in order, with their ids. Memory: one block or
    /// run. The iterator ends after the first error.
    pub fn representatives(&self, from: OrbitId) -> RankedRepresentatives {
        RankedRepresentatives(Remaining::new(Cursor::new(self), from.get()))
    }
}
