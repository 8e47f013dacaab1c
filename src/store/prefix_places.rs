//! The number of solutions before prefixes of indexed boards, as far as they were counted.

use crate::combinatorics::BoardSize;
use crate::search::Bitboard;
use crate::search::kernel::next_prefix;
use crate::sync::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// The most places that are kept: some 5 MB, and all that three queens have at N = 20.
const MOST: usize = 1 << 16;

/// Where the prefixes of boards begin: how many solutions come before them.
#[derive(Debug, Default)]
pub(super) struct PrefixPlaces(Mutex<HashMap<Place, u64>>);

/// A place among the prefixes of a board: the first one without attacks that is not before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Place {
    n: BoardSize,
    prefix: Box<[u8]>,
}

impl Place {
    /// The place before the prefix `parent`, row among the prefixes of `depth` queens, at least as many. The row may
    /// be N, for the end of the parent. `None` for the end of the board.
    pub(super) fn before(n: BoardSize, parent: &[u8], row: u8, depth: usize) -> Option<Self> {
        let size = n.get();
        let mut prefix = parent.to_vec();
        if usize::from(row) == size {
            // The last rows are followed by the place, whether or not they attack.
            prefix.resize(depth, size as u8 - 1);
        } else {
            prefix.push(row);
            prefix.resize(depth, 0);
            if Bitboard::<u64>::with_queens(size, &prefix).is_some() {
                return Some(Place { n, prefix: prefix.into() });
            }
        }
        next_prefix(size, &mut prefix).then(|| Place { n, prefix: prefix.into() })
    }
}

impl PrefixPlaces {
    /// The solutions before a place, if they were counted.
    pub(super) fn get(&self, place: &Place) -> Option<u64> {
        self.places().get(place).copied()
    }

    /// Keeps how many solutions are before a place.
    pub(super) fn keep(&self, place: Place, before: u64) {
        let mut places = self.places();
        if places.len() == MOST {
            places.clear();
        }
        places.insert(place, before);
    }

    fn places(&self) -> MutexGuard<'_, HashMap<Place, u64>> {
        lock(&self.0)
    }
}
