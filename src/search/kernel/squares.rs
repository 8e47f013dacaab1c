//! Counts, for each square, the solutions with a queen on it: of a whole board from an eighth of the solutions, or of
//! those in allowed rows.

use super::Kernel;
use super::canonical::allowed_rows;
use super::engine::{
    Descent, Engine, Interruptible, LeafSink, Leaves, Mode, in_first_word, root_depth,
};
use super::image_keys::SearchShape;
use super::sweep::{bit_of, tag_of, tags};
use super::units::{WorkUnit, with_equal_masks};
use crate::combinatorics::bits_per_queen;
use crate::search::bitboard::Bitboard;

/// A multiple of 1 … 8: the total that a queen of a visited solution counts on its eight images.
pub(crate) const WHOLE: u64 = 840;

/// The maximum number of equal readings.
const READINGS: usize = 8;

/// Rows per column in a table of squares.
const ROWS: usize = 32;

/// Counts the queens of an eighth of the solutions. Reusable.
///
/// The search visits the same solutions as a census (see `count.rs`), and records their queens: solutions whose first
/// queen is the smallest of the eight readings of the borders. If k readings equal it, the solution is visited once for
/// k of the eight symmetries, so each queen counts 1 / k on each of its eight images.
pub(crate) struct SquareCounter {
    engine: Engine,
    queens: ReadQueens,
}

/// The queens of the solutions visited so far, by readings.
struct ReadQueens {
    shape: SearchShape,
    /// The position in a leaf of each queen below its root, by column: word and bit of the trail.
    places: Vec<(usize, u32)>,
    first: u8,
    /// The queens of the roots, by tag.
    roots: Vec<u8>,
    /// Solutions visited, by tag and by the number of readings equal to the first queen, not counting its own.
    visits: Vec<[u32; READINGS]>,
    /// Solutions visited, by equal readings, column and row.
    squares: Vec<u64>,
}

impl SquareCounter {
    /// A counter for board size 5 ≤ N ≤ 22.
    pub(crate) fn new(kernel: Kernel, n: usize) -> Self {
        let root = root_depth(n).max(3);
        let shape = SearchShape { n, key: 0, root };
        let places = (root..n).map_while(|column| shape.in_trail(column)).collect();
        let squares = vec![0; READINGS * n * ROWS];
        let queens =
            ReadQueens { shape, places, first: 0, roots: Vec::new(), visits: Vec::new(), squares };
        SquareCounter { engine: Engine::new(kernel, n, Mode::Trail, root), queens }
    }

    /// Visits the solutions of these units. `more` is called before each sweep of up to a thousand boards with the
    /// number of solutions visited since the last call; once it returns false, the result is `None` and the counts are
    /// incomplete.
    pub(crate) fn visit(
        &mut self,
        units: &[WorkUnit],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        let n = self.queens.shape.n;
        for some in with_equal_masks(units) {
            self.engine.allowed = allowed_rows(n, some[0].queens());
            self.queens.first = some[0].queens()[0];
            for unit in some {
                if let Some(board) = Bitboard::with_queens(n, unit.queens()) {
                    self.descend(board, &mut unit.queens().to_vec(), more)?;
                }
            }
            self.search(more)?;
        }
        Some(())
    }

    /// For each square (at column · N + row), the weighted count of the queens there, in units of 1 / [`WHOLE`], over its
    /// eight images.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let n = self.queens.shape.n;
        let count = |column: usize, row: usize| {
            let by_readings = (1..).zip(self.queens.squares.chunks(n * ROWS));
            let counts = by_readings.map(|(k, squares)| WHOLE / k * squares[column * ROWS + row]);
            counts.sum()
        };
        (0..n * n).map(|square| count(square / n, square % n)).collect()
    }
}

impl Descent for SquareCounter {
    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool {
        if self.engine.add_root(board, self.queens.visits.len()) {
            self.queens.roots.extend_from_slice(queens);
            self.queens.visits.push([0; READINGS]);
        }
        self.queens.visits.len() < tags(self.queens.shape.n)
    }

    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut sink = Interruptible::new(&mut self.queens, more);
        self.engine.run(&mut sink);
        sink.finished()?;
        self.queens.add_roots();
        Some(())
    }
}

impl ReadQueens {
    /// Adds the queens of the roots, each for the solutions below it.
    fn add_roots(&mut self) {
        let ReadQueens { shape, roots, visits, squares, .. } = self;
        for (queens, visits) in roots.chunks(shape.root).zip(visits.iter()) {
            for (squares, &visits) in squares.chunks_mut(shape.n * ROWS).zip(visits) {
                for (column, &row) in queens.iter().enumerate().filter(|_| visits > 0) {
                    squares[column * ROWS + usize::from(row)] += u64::from(visits);
                }
            }
        }
        self.roots.clear();
        self.visits.clear();
    }
}

impl LeafSink for &mut ReadQueens {
    fn take(&mut self, leaves: Leaves<'_>) {
        let (n, root) = (self.shape.n, self.shape.root);
        let (last, first, mask) = (n as u32 - 1, usize::from(self.first), self.shape.trail_mask());
        let mut rows = [0; ROWS];
        for leaf in 0..leaves.rows.len() {
            let tag = tag_of(n, leaves.rows[leaf]);
            for (column, &(word, bit)) in (root..).zip(&self.places) {
                rows[column] = leaves.trail[word][leaf] >> bit & mask;
            }
            rows[n - 2] = leaves.last_but_one[leaf].trailing_zeros();
            rows[n - 1] = bit_of(n, leaves.rows[leaf]).trailing_zeros();
            let equal = |row: u32| usize::from(row == 0 || row == last);
            let row_of = |column: usize| {
                if column < root { self.roots[tag * root + column].into() } else { rows[column] }
            };
            let readings = match first {
                0 => 0,
                _ => {
                    let from_the_end = rows[n - 1].min(last - rows[n - 1]) as usize;
                    equal(row_of(first))
                        + equal(row_of(n - 1 - first))
                        + usize::from(from_the_end == first)
                }
            };
            self.visits[tag][readings] += 1;
            let squares = &mut self.squares[readings * n * ROWS..][..n * ROWS];
            for column in root..n {
                squares[column * ROWS + rows[column] as usize] += 1;
            }
        }
    }
}

// ---- solutions in allowed rows

/// Boards above the roots between calls of `more`.
const STEPS: u32 = 1 << 14;

/// Counts the solutions in allowed rows by square. Reusable; retains up to 2 MiB.
///
/// Every solution is visited. The queens of a root are counted through its tag, once for all solutions below it. The
/// queens below the root are counted in pairs, with one counter for each two columns and the rows of their queens,
/// which halves the additions.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct AllowedSquares {
    engine: Engine,
    queens: PairedQueens,
    /// Boards above the roots since the last call of `more`.
    steps: u32,
}

/// The queens of the solutions visited so far, in pairs.
struct PairedQueens {
    n: usize,
    /// Queens per root.
    depth: usize,
    /// The pairs of columns below the roots, the last two columns last.
    pairs: Vec<Pair>,
    /// Solutions by pair and by the rows of its queens.
    tables: Vec<Table>,
    /// Solutions in the tables since they were emptied.
    pending: u64,
    /// The queens of the roots, by tag.
    roots: Vec<u8>,
    /// Solutions visited, by tag.
    visits: Vec<u32>,
    /// Solutions by column and row.
    squares: Vec<u64>,
}

/// Solutions by the rows of two queens.
type Table = [u32; 1 << 10];

/// The position in a leaf of the queen of a column, the last of the pair, and of the column before it, if that is in
/// the pair.
#[derive(Clone, Copy)]
struct Pair {
    column: usize,
    /// The word of the trail; `bit` is where the pair begins, `mask` its bits.
    word: usize,
    bit: u32,
    mask: u32,
}

impl AllowedSquares {
    /// A count with the allowed rows of each column as bits. 3 ≤ N ≤ 32.
    pub fn new(kernel: Kernel, allowed: &[u32]) -> Self {
        let n = allowed.len();
        assert!((3..=32).contains(&n), "N is {n}, expected 3 to 32");
        let depth = root_depth(n);
        let mut engine = Engine::new(kernel, n, Mode::Trail, depth);
        engine.allowed[..n].copy_from_slice(allowed);
        AllowedSquares { engine, queens: PairedQueens::new(n, depth), steps: 0 }
    }

    /// Adds the solutions below a board with these queens, at most N − 12. `more` is called before each sweep of up to
    /// a thousand boards with the number of solutions visited since the last call; once it returns false, the result is
    /// `None` and the counts are incomplete.
    pub fn add(
        &mut self,
        board: Bitboard<u32>,
        queens: &[u8],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        self.descend(board, &mut queens.to_vec(), more)
    }

    /// Searches below the pending boards. `None` as in [`AllowedSquares::add`].
    pub(crate) fn flush(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        self.search(more)
    }

    /// The counts, at column · N + row, of the solutions below all boards added since the last call. `None` as in
    /// [`AllowedSquares::add`].
    pub fn take(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<Vec<u64>> {
        self.search(more)?;
        self.queens.empty_tables();
        let n = self.queens.n;
        Some(std::mem::replace(&mut self.queens.squares, vec![0; n * n]))
    }
}

impl Descent for AllowedSquares {
    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool {
        if self.engine.add_root(board, self.queens.visits.len()) {
            self.queens.roots.extend_from_slice(queens);
            self.queens.visits.push(0);
        }
        self.queens.visits.len() < tags(self.queens.n)
    }

    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut sink = Interruptible::new(&mut self.queens, more);
        self.engine.run(&mut sink);
        sink.finished()?;
        self.queens.add_roots();
        Some(())
    }

    fn pass(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        self.steps += 1;
        if self.steps < STEPS {
            return Some(());
        }
        self.steps = 0;
        more(0).then_some(())
    }
}

impl PairedQueens {
    fn new(n: usize, depth: usize) -> Self {
        let mut pairs = Vec::new();
        let (trail, bits) = (n - depth - 2, bits_per_queen(n));
        let first = trail.min(in_first_word(n));
        for (word, columns) in
            [depth..depth + first, depth + first..depth + trail].into_iter().enumerate()
        {
            // The last queen of a word is in its lowest bits.
            for (number, column) in columns.clone().rev().enumerate().step_by(2) {
                let queens = if column > columns.start { 2 } else { 1 };
                pairs.push(Pair {
                    column,
                    word,
                    bit: number as u32 * bits,
                    mask: (1 << (queens * bits)) - 1,
                });
            }
        }
        let tables = vec![[0; 1 << 10]; pairs.len() + 1];
        PairedQueens {
            n,
            depth,
            pairs,
            tables,
            pending: 0,
            roots: Vec::new(),
            visits: Vec::new(),
            squares: vec![0; n * n],
        }
    }

    /// Adds the queens of the roots, each for the solutions below it.
    fn add_roots(&mut self) {
        let PairedQueens { n, depth, roots, visits, squares, .. } = self;
        for (tag, &visits) in visits.iter().enumerate().filter(|(_, visits)| **visits > 0) {
            let queens = &roots[tag * *depth..][..*depth];
            for (column, &row) in queens.iter().enumerate() {
                squares[column * *n + usize::from(row)] += u64::from(visits);
            }
        }
        self.roots.clear();
        self.visits.clear();
    }

    /// Moves the counts from the tables to the squares.
    fn empty_tables(&mut self) {
        let (n, bits) = (self.n, bits_per_queen(self.n));
        let last = Pair { column: n - 1, word: 0, bit: 0, mask: (1 << (2 * bits)) - 1 };
        for (pair, table) in self.pairs.iter().chain([&last]).zip(&mut self.tables) {
            for (rows, count) in table.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let count = u64::from(std::mem::take(count));
                self.squares[pair.column * n + (rows & ((1 << bits) - 1))] += count;
                if pair.mask >> bits != 0 {
                    self.squares[(pair.column - 1) * n + (rows >> bits)] += count;
                }
            }
        }
        self.pending = 0;
    }

    /// Counts the leaves. The number of pairs is a compile-time constant.
    fn count<const PAIRS: usize>(&mut self, leaves: &Leaves<'_>) {
        let bits = bits_per_queen(self.n);
        let pairs: &[Pair; PAIRS] = self.pairs[..].try_into().expect("as many pairs");
        let (last, tables) =
            self.tables.split_last_mut().expect("the table of the last two columns");
        let tables: &mut [Table; PAIRS] = tables.try_into().expect("a table for each pair");
        let [first_words, second_words] = leaves.trail;
        let words = first_words.iter().zip(second_words);
        for ((&rows, &last_but_one), (&first, &second)) in
            leaves.rows.iter().zip(leaves.last_but_one).zip(words)
        {
            self.visits[tag_of(self.n, rows)] += 1;
            for (pair, table) in pairs.iter().zip(tables.iter_mut()) {
                let word = if pair.word == 0 { first } else { second };
                table[(word >> pair.bit & pair.mask & 1023) as usize] += 1;
            }
            let queens =
                last_but_one.trailing_zeros() << bits | bit_of(self.n, rows).trailing_zeros();
            last[(queens & 1023) as usize] += 1;
        }
    }
}

impl LeafSink for &mut PairedQueens {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.pending += leaves.rows.len() as u64;
        if self.pending > u64::from(u32::MAX) {
            self.empty_tables();
            self.pending = leaves.rows.len() as u64;
        }
        match self.pairs.len() {
            0 => self.count::<0>(&leaves),
            1 => self.count::<1>(&leaves),
            2 => self.count::<2>(&leaves),
            3 => self.count::<3>(&leaves),
            4 => self.count::<4>(&leaves),
            5 => self.count::<5>(&leaves),
            pairs => unreachable!("{pairs} pairs below a root"),
        }
    }
}
