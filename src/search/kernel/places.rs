//! Prefixes of the first half, numbered.

use super::count::bits;
use super::seed::Seed;

/// Bits of a queen in a key.
pub(super) const DIGIT: u32 = 5;

/// The first queens of a solution as one number, the first queen highest, so that keys compare as
/// prefixes do. At most six rows.
pub(super) fn key_of(rows: &[u8]) -> u32 {
    rows.iter().fold(0, |key, &row| key << DIGIT | u32::from(row))
}

/// The attack-free prefixes of one depth in the first half, numbered from 0 on in lexicographic
/// order: every solution of rank at most Q(N)/2 begins with exactly one of them.
///
/// The depth is 3 … 6, the board 5 ≤ N ≤ 22 with N ≥ depth + 2. At most 60 MiB (N = 22, depth 6).
pub struct Prefixes {
    n: usize,
    depth: usize,
    len: usize,
    /// For each key of the first queens, two or three, where its parents begin.
    heads: Vec<u32>,
    /// For each prefix that is one queen short its children, by head and then by the queens between.
    parents: Vec<Parent>,
}

/// The prefixes with the same queens but for the last.
#[derive(Clone, Copy, Default)]
struct Parent {
    /// The number of the first.
    first: u32,
    /// The rows of their last queens.
    safe: u32,
}

impl Prefixes {
    /// Numbers the prefixes. A few milliseconds at N = 18, half a second at N = 22 (depth 6).
    ///
    /// # Panics
    ///
    /// When N or the depth is out of range.
    pub fn new(n: usize, depth: usize) -> Self {
        let fits = (3..=6).contains(&depth) && (depth + 2..=22).contains(&n);
        assert!(
            fits,
            "N is {n}, the depth {depth}, expected 3 to 6 and at most N - 2, N at most 22"
        );
        let head = (depth - 1).min(3);
        let heads = vec![0; 1 << (DIGIT * head as u32)];
        let mut prefixes = Prefixes { n, depth, len: 0, heads, parents: Vec::new() };
        prefixes.descend(Seed::empty(n), 0, 0);
        prefixes
    }

    fn descend(&mut self, board: Seed, column: usize, key: u32) {
        let safe = board.safe() & first_half(self.n, column, key);
        if column + self.middle_queens() as usize + 1 == self.depth {
            self.heads[key as usize] = self.parents.len() as u32;
            self.parents.resize(self.parents.len() + self.below_head(), Parent::default());
        }
        if column + 1 == self.depth {
            let parent = self.parent(key << DIGIT);
            self.parents[parent] = Parent { first: self.len as u32, safe };
            self.len += safe.count_ones() as usize;
            return;
        }
        for bit in bits(safe) {
            let key = key << DIGIT | bit.trailing_zeros();
            self.descend(board.with(bit), column + 1, key);
        }
    }

    /// Queens of a prefix between its head and its last queen.
    #[inline(always)]
    fn middle_queens(&self) -> u32 {
        self.depth.saturating_sub(4) as u32
    }

    /// Parents below a head.
    #[inline(always)]
    fn below_head(&self) -> usize {
        self.n.pow(self.middle_queens())
    }

    /// Where the parent of a prefix is.
    #[inline(always)]
    fn parent(&self, key: u32) -> usize {
        let parent = (key >> DIGIT) as usize;
        let head = self.heads[parent >> (DIGIT * self.middle_queens())] as usize;
        head + match self.middle_queens() {
            0 => 0,
            1 => parent & 31,
            _ => (parent >> DIGIT & 31) * self.n + (parent & 31),
        }
    }

    /// The number of the prefix with this key, one of the first half.
    #[inline(always)]
    pub(super) fn place(&self, key: u32) -> u32 {
        let parent = self.parents[self.parent(key)];
        let before = (1 << (key & 31)) - 1;
        parent.first + (parent.safe & before).count_ones()
    }

    /// The number of a prefix (0-based rows); none when it is not one of these.
    pub fn number(&self, prefix: &[u8]) -> Option<usize> {
        let on_board = prefix.iter().all(|&row| usize::from(row) < self.n);
        if prefix.len() != self.depth || !on_board {
            return None;
        }
        Seed::new(self.n, prefix)?;
        let inside = |column| {
            let half = first_half(self.n, column, key_of(&prefix[..column]));
            half & (1 << prefix[column]) != 0
        };
        (inside(0) && inside(1)).then(|| self.place(key_of(prefix)) as usize)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.len
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Queens of a prefix.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// The rows of a column that the first half has, below the queens of the key.
fn first_half(n: usize, column: usize, key: u32) -> u32 {
    let middle = n as u32 / 2;
    match column {
        0 => (1 << n.div_ceil(2)) - 1,
        1 if n % 2 == 1 && key == middle => (1 << middle) - 1,
        _ => u32::MAX,
    }
}

/// Goes on from rows (0-based, attacking or not) to the next attack-free prefix of the same length in
/// lexicographic order; false when there is none.
pub fn next_prefix(n: usize, prefix: &mut [u8]) -> bool {
    let mut column = prefix.len();
    let mut from = 0;
    // Backwards to a queen that has a further safe row, then forwards with the lowest ones.
    let mut back = true;
    loop {
        if back {
            if column == 0 {
                return false;
            }
            column -= 1;
            from = prefix[column] + 1;
        }
        let board = Seed::new(n, &prefix[..column]);
        let safe = board.map_or(0, |board| u64::from(board.safe()) >> from << from);
        back = safe == 0;
        if !back {
            prefix[column] = safe.trailing_zeros() as u8;
            column += 1;
            from = 0;
            if column == prefix.len() {
                return true;
            }
        }
    }
}
