//! Counts, for each square, the solutions with a queen on it, from an eighth of the solutions.
//!
//! The search visits the same solutions as the census (see `census.rs`), and records their queens: solutions whose
//! first queen is the smallest of the eight readings of the borders. If k readings equal it, the solution is visited
//! once for k of the eight symmetries, so each queen counts 1 / k on each of its eight images.

use super::canonical::{allowed_rows, masks_of};
use super::descent::Descent;
use super::dispatch::Kernel;
use super::engine::board::{Root, bit_of, tag_of, tags};
use super::engine::search::{Engine, Interruptible, LeafSink, Leaves, Mode, most_queens};
use super::image_keys::SearchShape;
use super::prefix_counts::WorkUnit;
use crate::search::bitboard::Bitboard;

/// The number of queens below a root at which the search is fastest, if they fit a trail.
const BELOW_ROOTS: usize = 12;

/// A multiple of 1 … 8: the total that a queen of a visited solution counts on its eight images.
pub(crate) const WHOLE: u64 = 840;

/// The maximum number of equal readings.
const READINGS: usize = 8;

/// Rows per column in a table of squares.
const ROWS: usize = 32;

/// Counts the queens of the visited solutions. Reusable.
pub(crate) struct SquareCounter {
    kernel: Kernel,
    engine: Engine,
    queens: Queens,
}

/// The queens of the solutions visited so far.
struct Queens {
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
        let root = n.saturating_sub(BELOW_ROOTS.min(most_queens(n))).max(3);
        let shape = SearchShape { n, key: 0, root };
        let places = (root..n).map_while(|column| shape.in_trail(column)).collect();
        let squares = vec![0; READINGS * n * ROWS];
        let queens =
            Queens { shape, places, first: 0, roots: Vec::new(), visits: Vec::new(), squares };
        SquareCounter { kernel, engine: Engine::new(n, Mode::Trail, root), queens }
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
        for some in units.chunk_by(|a, b| masks_of(a.queens()) == masks_of(b.queens())) {
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

    /// For each column and row, the weighted count of the queens there, in units of 1 / [`WHOLE`], over the eight
    /// images of the square.
    pub(crate) fn counts(&self) -> Vec<Vec<u64>> {
        let n = self.queens.shape.n;
        let count = |column: usize, row: usize| {
            let by_readings = (1..).zip(self.queens.squares.chunks(n * ROWS));
            let counts = by_readings.map(|(k, squares)| WHOLE / k * squares[column * ROWS + row]);
            counts.sum()
        };
        (0..n).map(|column| (0..n).map(|row| count(column, row)).collect()).collect()
    }
}

impl Descent for SquareCounter {
    fn root_depth(&self) -> usize {
        self.queens.shape.root
    }

    fn allowed(&self, column: usize) -> u32 {
        self.engine.allowed[column]
    }

    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool {
        if board.safe() & self.allowed(queens.len()) != 0 {
            self.engine.roots.push(Root::new(board, self.queens.visits.len()));
            self.queens.roots.extend_from_slice(queens);
            self.queens.visits.push([0; READINGS]);
        }
        self.queens.visits.len() < tags(self.queens.shape.n)
    }

    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut sink = Interruptible::new(&mut self.queens, more);
        self.engine.run(self.kernel, &mut sink);
        sink.finished()?;
        self.engine.roots.clear();
        self.queens.add_roots();
        Some(())
    }
}

impl Queens {
    /// Adds the queens of the roots, each for the solutions below it.
    fn add_roots(&mut self) {
        let Queens { shape, roots, visits, squares, .. } = self;
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

impl LeafSink for &mut Queens {
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
