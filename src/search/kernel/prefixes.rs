//! Numbers the attack-free prefixes of the first half, to index counts by. They are enumerated in `search/bitboard.rs`.

use crate::search::bitboard::{Bitboard, each_row};

/// Bits per queen in a key.
pub(crate) const DIGIT: u32 = 5;

/// The maximum number of queens of a numbered prefix.
const MOST_QUEENS: usize = 7;

/// The largest board whose prefixes are numbered. Beyond it, the numbers of prefixes of seven queens, or their counts
/// of solutions, may overflow 32 bits.
const LARGEST: usize = 27;

/// A prefix of at most [`MOST_QUEENS`] queens as one integer, the first queen in the highest bits, so that keys compare
/// like prefixes.
pub(crate) type Key = u64;

pub(crate) fn key_of(rows: &[u8]) -> Key {
    rows.iter().fold(0, |key, &row| key << DIGIT | Key::from(row))
}

/// The attack-free prefixes of one depth in the first half, numbered from 0 in lexicographic order. Every solution of
/// rank at most Q(N)/2 begins with exactly one of them.
///
/// 3 ≤ depth ≤ 7 and depth + 2 ≤ N ≤ 27. At most 15 MiB at N = 22 (depth 6), 125 MiB at N = 24 (depth 7).
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct NumberedPrefixes {
    /// The board size.
    pub n: usize,
    /// Queens per prefix.
    pub depth: usize,
    /// The number of prefixes.
    pub len: usize,
    /// Where the parents below each head begin, by the key of the head: the first two or three queens.
    heads: Vec<u32>,
    /// The parents below each head, by the queens between the head and the last queen, at most two.
    parents: Vec<Parent>,
    /// For seven queens: the numbered prefixes of six, which are the parents.
    sixes: Option<Box<NumberedPrefixes>>,
}

/// A group of prefixes that differ only in their last queen.
#[derive(Clone, Copy, Default)]
struct Parent {
    /// The number of the first of them.
    first: u32,
    /// The rows of their last queens.
    safe: u32,
}

impl Parent {
    /// The number of the prefix with this key.
    #[inline(always)]
    fn child(self, key: Key) -> u32 {
        let before = (1 << (key & 31)) - 1;
        self.first + (self.safe & before).count_ones()
    }
}

impl NumberedPrefixes {
    /// Numbers the prefixes. A few milliseconds at N = 18, half a second at N = 22 (depth 6).
    ///
    /// # Panics
    ///
    /// If N or the depth is out of range.
    pub fn new(n: usize, depth: usize) -> Self {
        let fits = (3..=MOST_QUEENS).contains(&depth) && (depth + 2..=LARGEST).contains(&n);
        assert!(fits, "N is {n}, the depth {depth}, expected 3 to 7, and N from depth + 2 to 27");
        let sixes = (depth > 6).then(|| Box::new(NumberedPrefixes::new(n, 6)));
        let (heads, parents) = match &sixes {
            Some(sixes) => (Vec::new(), Vec::with_capacity(sixes.len)),
            None => (vec![0; 1 << (DIGIT * (depth - 1).min(3) as u32)], Vec::new()),
        };
        let mut prefixes = NumberedPrefixes { n, depth, len: 0, heads, parents, sixes };
        prefixes.descend(Bitboard::empty(n), 0, 0);
        prefixes
    }

    fn descend(&mut self, board: Bitboard<u32>, column: usize, key: Key) {
        let safe = board.safe() & first_half(self.n, column, key);
        if self.sixes.is_none() && column + self.middle_queens() as usize + 1 == self.depth {
            self.heads[key as usize] = self.parents.len() as u32;
            self.parents.resize(self.parents.len() + self.below_head(), Parent::default());
        }
        if column + 1 == self.depth {
            let parent = Parent { first: self.len as u32, safe };
            match self.sixes {
                Some(_) => self.parents.push(parent),
                None => {
                    let place = self.below_heads(key << DIGIT);
                    self.parents[place] = parent;
                }
            }
            self.len += safe.count_ones() as usize;
            return;
        }
        for row in each_row(safe) {
            let key = key << DIGIT | Key::from(row.trailing_zeros());
            self.descend(board.with(row), column + 1, key);
        }
    }

    /// Queens between the head and the last queen of a prefix.
    #[inline(always)]
    fn middle_queens(&self) -> u32 {
        self.depth.saturating_sub(4) as u32
    }

    /// Parents per head.
    #[inline(always)]
    fn below_head(&self) -> usize {
        self.n.pow(self.middle_queens())
    }

    /// The index of the parent of a prefix.
    #[inline(always)]
    fn below_heads(&self, key: Key) -> usize {
        let parent = (key >> DIGIT) as usize;
        let head = self.heads[parent >> (DIGIT * self.middle_queens())] as usize;
        head + match self.middle_queens() {
            0 => 0,
            1 => parent & 31,
            _ => (parent >> DIGIT & 31) * self.n + (parent & 31),
        }
    }

    /// The number of the prefix with this key, which must be a numbered prefix.
    #[inline(always)]
    pub(super) fn number_of_key(&self, key: Key) -> u32 {
        let Some(sixes) = &self.sixes else {
            return self.parents[self.below_heads(key)].child(key);
        };
        let six = key >> DIGIT;
        self.parents[sixes.parents[sixes.below_heads(six)].child(six) as usize].child(key)
    }

    /// The number of a prefix (0-based rows), or `None` if it is not one of these.
    pub fn number(&self, prefix: &[u8]) -> Option<usize> {
        let on_board = prefix.iter().all(|&row| usize::from(row) < self.n);
        if prefix.len() != self.depth || !on_board {
            return None;
        }
        Bitboard::<u32>::with_queens(self.n, prefix)?;
        let inside = |column| {
            let half = first_half(self.n, column, key_of(&prefix[..column]));
            half & (1 << prefix[column]) != 0
        };
        (inside(0) && inside(1)).then(|| self.number_of_key(key_of(prefix)) as usize)
    }
}

/// The rows of a column that belong to the first half, given the queens of a key before it.
pub(super) fn first_half(n: usize, column: usize, key: Key) -> u32 {
    let middle = n / 2;
    match column {
        0 => (1 << n.div_ceil(2)) - 1,
        1 if n % 2 == 1 && key == middle as Key => (1 << middle) - 1,
        _ => u32::MAX,
    }
}
