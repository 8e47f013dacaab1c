//! Counts below the boards of a run of prefixes, for finding one solution among some thousand.

use super::Kernel;
use super::count::{Tally, bits};
use super::images::Shape;
use super::representatives::{Finder, allowed_rows, masks_of};
use super::search::{Job, Mode};
use super::seed::{Seed, tags};

/// Boards in lexicographic order, all with so many queens.
pub(crate) struct Boards {
    depth: usize,
    boards: Vec<Seed>,
    queens: Vec<u8>,
}

impl Boards {
    /// The boards of `depth` queens that begin with one of `prefixes` successive attack-free prefixes
    /// (as many as there are), `first` and those behind it.
    pub(crate) fn of_run(n: usize, first: &[u8], prefixes: usize, depth: usize) -> Self {
        let mut boards = Boards { depth, boards: Vec::new(), queens: Vec::new() };
        let mut run = Run { first, left: prefixes, boards: &mut boards };
        run.descend(Seed::empty(n), &mut Vec::with_capacity(depth), true);
        boards
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The 0-based rows of a board.
    pub(crate) fn queens(&self, board: usize) -> &[u8] {
        &self.queens[board * self.depth..][..self.depth]
    }

    /// How many boards are before the one that begins as these rows do.
    pub(crate) fn before(&self, rows: &[u8]) -> usize {
        let target = &rows[..self.depth];
        self.queens.chunks(self.depth).take_while(|queens| *queens < target).count()
    }
}

/// A walk along a run.
struct Run<'a> {
    first: &'a [u8],
    /// Prefixes that are still to come.
    left: usize,
    boards: &'a mut Boards,
}

impl Run<'_> {
    /// Adds what is below a board; `bound` as long as its queens are those of the first prefix.
    fn descend(&mut self, board: Seed, queens: &mut Vec<u8>, bound: bool) {
        let column = queens.len();
        if column == self.first.len() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
        }
        if column == self.boards.depth {
            self.boards.boards.push(board);
            self.boards.queens.extend_from_slice(queens);
            return;
        }
        let bound = bound && column < self.first.len();
        let from = if bound { self.first[column] } else { 0 };
        for bit in bits(board.safe() >> from << from) {
            if self.left == 0 && column < self.first.len() {
                return;
            }
            let row = bit.trailing_zeros() as u8;
            queens.push(row);
            self.descend(board.with(bit), queens, bound && row == from);
            queens.pop();
        }
    }
}

/// Counts below boards, again and again with the same blocks. About 1 MiB.
pub(crate) struct BoardCounts {
    kernel: Kernel,
    n: usize,
    job: Job,
    finder: Finder<()>,
}

impl BoardCounts {
    /// Counts of board size `n` below boards of `depth` queens, N − 10 to N − 2 and at least 2.
    pub(crate) fn new(kernel: Kernel, n: usize, depth: usize) -> Self {
        let shape = Shape { n, depth: depth.min(6), seed: depth };
        BoardCounts {
            kernel,
            n,
            job: Job::new(n, Mode::Count, depth),
            finder: Finder::with_seeds(kernel, shape, ()),
        }
    }

    /// Queens of a board.
    pub(crate) fn depth(&self) -> usize {
        self.job.depth
    }

    /// The solutions below each of the boards `from … to − 1`.
    pub(crate) fn solutions(&mut self, boards: &Boards, from: usize, to: usize) -> Vec<u64> {
        let mut counts = Vec::with_capacity(to - from);
        for some in boards.boards[from..to].chunks(tags(self.n)) {
            let seeds = some.iter().enumerate().filter(|(_, board)| board.safe() != 0);
            self.job.seeds.clear();
            self.job.seeds.extend(seeds.map(|(tag, board)| board.tagged(tag)));
            let mut tally = Tally::new(self.n, some.len());
            self.kernel.run(&mut self.job, &mut tally);
            counts.append(&mut tally.counts);
        }
        counts
    }

    /// The canonical representatives below each of the boards `from … to − 1`.
    pub(crate) fn representatives(&mut self, boards: &Boards, from: usize, to: usize) -> Vec<u64> {
        let mut counts = Vec::with_capacity(to - from);
        let mut masks = None;
        // Places of the boards that the next search is for.
        let mut places = Vec::new();
        for board in from..to {
            let queens = boards.queens(board);
            counts.push(0);
            if usize::from(queens[0]) >= self.n / 2 {
                continue;
            }
            if masks.replace(masks_of(queens)) != Some(masks_of(queens)) {
                self.search(&mut places, &mut counts);
                self.finder.allow(allowed_rows(self.n, queens));
            }
            let mut columns = queens.iter().enumerate();
            if columns.all(|(column, &row)| self.finder.allowed(column) & 1 << row != 0) {
                places.push(board - from);
                if !self.finder.add_seed(boards.boards[board], queens) {
                    self.search(&mut places, &mut counts);
                }
            }
        }
        self.search(&mut places, &mut counts);
        counts
    }

    fn search(&mut self, places: &mut Vec<usize>, counts: &mut [u64]) {
        let mut places = places.drain(..);
        self.finder.search(&mut |_| true, |_, found| {
            if let Some(place) = places.next() {
                counts[place] = u64::from(found);
            }
        });
    }
}
