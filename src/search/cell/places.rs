//! A cache of the number of solutions before prefixes, for boards with cells.

use crate::combinatorics::BoardSize;
use crate::search::bitboard::Bitboard;
use crate::search::prefixes::next_prefix;
use crate::sync::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// Maximum number of cached places: about 5 MB, enough for all prefixes of three queens at N = 20.
const MOST: usize = 1 << 16;

/// For each place, the number of solutions before it.
#[derive(Debug, Default)]
pub(crate) struct PrefixPlaces(Mutex<HashMap<Place, u64>>);

/// A place among the prefixes of a board, named by the first attack-free prefix at or after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    n: BoardSize,
    pub(crate) prefix: Box<[u8]>,
}

impl Place {
    /// The place before the prefix `parent`, `row` among the prefixes of `depth` queens; `depth` is at least the number
    /// of queens in that prefix. A row of N means the end of `parent`. `None` at the end of the board.
    pub(crate) fn before(n: BoardSize, parent: &[u8], row: u8, depth: usize) -> Option<Self> {
        let size = n.get();
        let mut prefix = parent.to_vec();
        if usize::from(row) == size {
            // The place is after the last rows, whether or not they attack each other.
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
    /// The number of solutions before a place, if it is cached.
    pub(crate) fn get(&self, place: &Place) -> Option<u64> {
        self.places().get(place).copied()
    }

    /// Caches the number of solutions before a place.
    pub(crate) fn keep(&self, place: Place, before: u64) {
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
