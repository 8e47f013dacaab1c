use super::depth_first::{DepthFirstSearch, Step};
use super::kernel::{BoardCounts, Boards, Kernel};
use crate::combinatorics::{BoardSize, Canonical, Solution};

/// A run of successive attack-free prefixes of one depth: a few thousand solutions, which are
/// successive as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'p> {
    /// The first prefix: 0-based rows that do not attack each other.
    pub first: &'p [u8],
    /// How many prefixes of that length, at least 1.
    pub prefixes: u32,
}

/// Queens of the prefixes that cells of board size `n` ≥ 5 are made of: 5 up to N = 17 (3 up to N = 7)
/// and 6 beyond, that the count takes little memory and few of them have more than [`cell_limit`]
/// solutions.
pub fn cell_depth(n: BoardSize) -> usize {
    match n.get() {
        ..=7 => 3,
        8..=17 => 5,
        _ => 6,
    }
}

/// The most solutions of a cell of board size `n`, but for single prefixes that have more: so many that
/// one is found in less than 0.1 ms (N ≤ 18) to about 1 ms by the fastest kernel, and that an index of
/// N = 18 takes about 0.3 MB and one of N = 20 about 3.5 MB.
///
/// From N = 22 on most cells are single prefixes.
pub fn cell_limit(n: BoardSize) -> u64 {
    match n.get() {
        ..=18 => 3072,
        19 => 10_240,
        20 => 24_576,
        21 => 61_440,
        _ => 147_456,
    }
}

/// How much a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSize {
    /// Attack-free prefixes.
    pub prefixes: u32,
    /// Solutions that begin with one of them.
    pub solutions: u64,
    /// Canonical representatives among those.
    pub representatives: u64,
}

/// Joins successive prefixes to cells: as many as have no more than `limit` solutions together, or
/// one that has more. `counts` are the solutions and representatives of all prefixes, in order.
///
/// Every cell has a solution, if there is one at all, and with the next prefix more than `limit`.
pub fn join_cells<'c>(
    counts: impl IntoIterator<Item = [u32; 2]> + 'c,
    limit: u64,
) -> impl Iterator<Item = CellSize> + 'c {
    let mut counts = counts.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut cell = CellSize::default();
        let fits = |cell: &CellSize, solutions: u32| {
            let sum = cell.solutions + u64::from(solutions);
            cell.solutions == 0 || solutions == 0 || sum <= limit
        };
        while let Some([solutions, representatives]) = counts.next_if(|next| fits(&cell, next[0])) {
            cell.prefixes += 1;
            cell.solutions += u64::from(solutions);
            cell.representatives += u64::from(representatives);
        }
        (cell.prefixes > 0).then_some(cell)
    })
}

/// Boards that are counted before a look whether the place is reached.
const AT_ONCE: usize = 128;

/// Queens left to place below such a board: some ten solutions (N = 18).
const BELOW_BOARDS: usize = 10;

/// Finds solutions and canonical representatives in cells by their place there, and back.
///
/// The boards of the cell a few queens on are counted by the vector search, and what is below one of
/// them is found one by one. Keeps 1 MiB of blocks between the queries.
pub struct CellSearch {
    n: BoardSize,
    counts: BoardCounts,
}

impl CellSearch {
    /// Searches of cells with prefixes of `depth` queens, 2 ≤ depth ≤ N − 2; 5 ≤ N ≤ 22.
    ///
    /// # Panics
    ///
    /// When N or the depth is out of range.
    pub fn new(kernel: Kernel, n: BoardSize, depth: usize) -> Self {
        let size = n.get();
        let fits = (5..=22).contains(&size) && (2..=size - 2).contains(&depth);
        assert!(fits, "N is {size}, the depth {depth}, expected 5 to 22 and 2 to N - 2");
        let boards = depth.max(size.saturating_sub(BELOW_BOARDS));
        CellSearch { n, counts: BoardCounts::new(kernel, size, boards) }
    }

    /// The solution that has `place` solutions of the cell before it; none when there are no more
    /// than that. At N = 18 about 20 ns for each solution before it.
    pub fn solution(&mut self, cell: Cell<'_>, place: u64) -> Option<Solution> {
        self.find(cell, place, BoardCounts::solutions, Some)
    }

    /// The canonical representative that has `place` representatives of the cell before it; none
    /// when there are no more than that.
    pub fn representative(&mut self, cell: Cell<'_>, place: u64) -> Option<Canonical> {
        self.find(cell, place, BoardCounts::representatives, Canonical::check)
    }

    /// How many solutions of the cell are before this one of them.
    pub fn place(&mut self, cell: Cell<'_>, solution: &Solution) -> u64 {
        self.before(cell, solution, BoardCounts::solutions, |_| true)
    }

    /// How many canonical representatives of the cell are before this one of them.
    pub fn representative_place(&mut self, cell: Cell<'_>, canonical: &Canonical) -> u64 {
        let is_canonical = |solution| Canonical::check(solution).is_some();
        self.before(cell, canonical, BoardCounts::representatives, is_canonical)
    }

    fn find<T>(
        &mut self,
        cell: Cell<'_>,
        mut place: u64,
        count: Count,
        wanted: impl Fn(Solution) -> Option<T>,
    ) -> Option<T> {
        let boards = self.boards(cell);
        for from in (0..boards.len()).step_by(AT_ONCE) {
            let to = boards.len().min(from + AT_ONCE);
            for (board, found) in (from..).zip(count(&mut self.counts, &boards, from, to)) {
                if place < found {
                    let mut below = self.below(boards.queens(board)).filter_map(wanted);
                    return below.nth(place as usize);
                }
                place -= found;
            }
        }
        None
    }

    fn before(
        &mut self,
        cell: Cell<'_>,
        solution: &Solution,
        count: Count,
        counts: impl Fn(Solution) -> bool,
    ) -> u64 {
        let boards = self.boards(cell);
        let passed = boards.before(solution.rows());
        let before: u64 = count(&mut self.counts, &boards, 0, passed).iter().sum();
        let beside = self.below(&solution.rows()[..self.counts.depth()]);
        let beside = beside.take_while(|other| other < solution);
        before + beside.filter(|other| counts(*other)).count() as u64
    }

    fn boards(&self, cell: Cell<'_>) -> Boards {
        let prefixes = cell.prefixes as usize;
        Boards::of_run(self.n.get(), cell.first, prefixes, self.counts.depth())
    }

    /// The solutions that begin with these queens, in lexicographic order.
    fn below(&self, queens: &[u8]) -> impl Iterator<Item = Solution> + use<> {
        let mut search = DepthFirstSearch::below(self.n, queens);
        std::iter::from_fn(move || match search.advance(&mut { u64::MAX }) {
            Step::Found => Some(search.solution()),
            Step::Paused | Step::Exhausted => None,
        })
    }
}

/// Counts below the boards from one up to another.
type Count = fn(&mut BoardCounts, &Boards, usize, usize) -> Vec<u64>;
