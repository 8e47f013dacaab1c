//! Counting the solutions that match a pattern, from the cells of an indexed board.

use super::stored_board::StoredBoard;
use crate::combinatorics::{Pattern, Symmetry};
use crate::search::crew::on_all_cores;
use crate::search::kernel::Kernel;
use crate::search::{CellMatches, cell_depth};
use crate::store::cache::BlockKey;
use crate::store::error::StoreError;
use crate::store::reader::BlockStart;
use crate::sync::{lock, unpoisoned};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

impl StoredBoard {
    /// The count of [`Tables::count_matching`](crate::database::tables::Tables::count_matching).
    pub(super) fn count_in_cells(&self, pattern: &Pattern) -> Result<u64, StoreError> {
        // The second half consists of the complements of the first.
        let count = CellCount {
            board: self,
            patterns: [pattern.clone(), pattern.image(Symmetry::Po4)],
            blocks: self.store.block_starts(self.n, &self.watch)?,
            taken: AtomicUsize::new(0),
            sums: Default::default(),
            error: Mutex::new(None),
        };
        count.run()?;
        count.finish()
    }
}

/// A count of all matches in a board, shared by several threads.
struct CellCount<'b> {
    board: &'b StoredBoard,
    patterns: [Pattern; 2],
    /// The starts of the blocks.
    blocks: Vec<BlockStart>,
    /// Number of blocks taken by the threads.
    taken: AtomicUsize,
    /// Solutions to add and to subtract.
    sums: [AtomicU64; 2],
    /// The error of a thread, if any.
    error: Mutex<Option<StoreError>>,
}

impl CellCount<'_> {
    fn run(&self) -> Result<(), StoreError> {
        let blocks = self.blocks.len().max(1) as f64;
        let fraction =
            |_| Some(self.taken.load(Relaxed) as f64 / blocks).filter(|share| *share < 1.0);
        Ok(on_all_cores(self.board.n, &self.board.watch, fraction, |more| self.work(more))?)
    }

    /// Counts block after block until all are taken, one is damaged, or the watch stops the count.
    fn work(&self, more: &mut dyn FnMut(u64) -> bool) {
        if let Err(error) = self.count_blocks(more) {
            self.taken.store(self.blocks.len(), Relaxed);
            *lock(&self.error) = Some(error);
        }
    }

    fn count_blocks(&self, more: &mut dyn FnMut(u64) -> bool) -> Result<(), StoreError> {
        let (n, depth) = (self.board.n, cell_depth(self.board.n));
        let matches = |pattern| CellMatches::new(Kernel::best(), pattern, depth);
        let mut all = self.patterns.each_ref().map(matches);
        loop {
            let place = self.taken.fetch_add(1, Relaxed);
            let Some(start) = self.blocks.get(place) else { break };
            let end = vec![n.get() as u8 - 1; depth];
            let last = self.blocks.get(place + 1).map_or(&end, |next| &next.queens);
            if all.iter().any(|matches| matches.may_match(&start.queens, last))
                && self.count_block(place, &mut all, more)?.is_none()
            {
                return Ok(());
            }
        }
        for matches in &mut all {
            let Some(sums) = matches.take(more) else { return Ok(()) };
            self.sums.iter().zip(sums).for_each(|(all, sum)| _ = all.fetch_add(sum, Relaxed));
        }
        Ok(())
    }

    /// Adds the matches in a block; `None` if the watch has stopped the count.
    fn count_block(
        &self,
        place: usize,
        all: &mut [CellMatches],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<()>, StoreError> {
        let StoredBoard { store, n, watch, solutions, .. } = self.board;
        let first = self.blocks[place].rank;
        let row = store.block_row(*n, BlockKey::Rank(*n, first), watch)?;
        let cells = row.cells().map_err(|source| row.damaged(source))?;
        let next = first.get() + cells.solutions();
        let end = self.blocks.get(place + 1).map_or(solutions / 2 + 1, |block| block.rank.get());
        if (row.first_rank, next) != (first.get(), end) {
            let what =
                format!("N = {n}: the block at rank {first} does not end where the next begins");
            return Err(StoreError::damaged(what));
        }
        let placed = cells.placed(*n).map_err(|source| row.damaged(source))?;
        for matches in all {
            for cell in &placed {
                if matches.add(cell.cell(), more).is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(()))
    }

    /// The total, once all threads have finished.
    fn finish(self) -> Result<u64, StoreError> {
        let error = unpoisoned(self.error.into_inner());
        let [added, subtracted] = self.sums.map(AtomicU64::into_inner);
        match error {
            Some(error) => Err(error),
            None => added.checked_sub(subtracted).ok_or_else(|| {
                StoreError::damaged(format!(
                    "N = {}: cells have fewer solutions than the prefixes in them",
                    self.board.n
                ))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{BoardSize, Solution};
    use crate::database::tables::Tables;
    use crate::database::{Board, Database};
    use crate::search::Solutions;
    use crate::store::reader::Store;
    use crate::store::{BuildOptions, BuildTier, build};
    use crate::watch::{NoWatch, Watch};
    use proptest::prelude::*;
    use std::sync::{Arc, LazyLock};
    use tempfile::TempDir;

    /// A board with an index of small cells, and all its solutions.
    struct Indexed {
        board: Board,
        tables: StoredBoard,
        solutions: Vec<Solution>,
        _directory: TempDir,
    }

    impl Indexed {
        fn new(n: u64, cell_limit: u64) -> Self {
            let directory = TempDir::new().unwrap();
            let n = BoardSize::new(n).unwrap();
            let path = directory.path().join("test.db");
            let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(cell_limit));
            let options = BuildOptions { tier, cell_limit, ..BuildOptions::default() };
            build(&path, n, options, NoWatch).unwrap();
            let watch: Arc<dyn Watch> = Arc::new(NoWatch);
            let store = Arc::new(Store::open(&path, &watch).unwrap());
            Indexed {
                board: Database::open(&path).unwrap().board(n).unwrap(),
                tables: StoredBoard::open(store, n, &watch).unwrap().unwrap(),
                solutions: Solutions::new(n).collect(),
                _directory: directory,
            }
        }

        fn count(&self, pattern: &Pattern) -> u64 {
            self.solutions.iter().filter(|solution| pattern.matches(solution)).count() as u64
        }
    }

    /// Cells of many prefixes, of a few, and of one; in one block and in several.
    static BOARDS: LazyLock<Vec<Indexed>> = LazyLock::new(|| {
        let sizes = [(5, 1), (6, 3), (7, 4), (8, 10), (9, 40), (10, 7), (11, 1), (12, 100)];
        sizes.into_iter().map(|(n, cell_limit)| Indexed::new(n, cell_limit)).collect()
    });

    /// Squares in the first columns, or their images, each with whether it has a queen.
    fn squares() -> impl Strategy<Value = (usize, Vec<(u8, u8, bool)>, Symmetry)> {
        (0..BOARDS.len()).prop_flat_map(|place| {
            let n = BOARDS[place].board.n();
            let (columns, rows) = (cell_depth(n) as u8, n.get() as u8);
            let square = (0..columns, 0..rows, prop::bool::weighted(0.25));
            let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
            (Just(place), prop::collection::vec(square, 1..6), symmetry)
        })
    }

    fn pattern(n: BoardSize, squares: &[(u8, u8, bool)]) -> Pattern {
        squares.iter().fold(Pattern::any(n), |pattern, &(column, row, queen)| {
            let pattern = if queen {
                pattern.with_queen(column, row)
            } else {
                pattern.without_queen(column, row)
            };
            pattern.unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Whatever the plan, and for every image that the index can count.
        #[test]
        fn the_index_counts_as_a_filter((place, squares, symmetry) in squares()) {
            let Indexed { board, tables, .. } = &BOARDS[place];
            let pattern = pattern(board.n(), &squares).image(symmetry);
            let expected = BOARDS[place].count(&pattern);
            prop_assert_eq!(board.count_matching(&pattern).unwrap(), expected);
            let images = pattern.reduced().into_iter();
            let images = images.flat_map(|reduced| Symmetry::ALL.map(|symmetry| reduced.image(symmetry)));
            let fits = |image: &Pattern| image.deciding_columns(cell_depth(board.n())).is_some();
            let images: Vec<Pattern> = images.filter(fits).collect();
            prop_assert!(expected == 0 || !images.is_empty());
            for image in images {
                prop_assert_eq!(tables.count_matching(&image).unwrap(), expected, "{:?}", image);
            }
        }
    }

    #[test]
    fn plans_take_the_index() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/indexes/18.db");
        let board = Database::open(path).unwrap().board(BoardSize::new(18).unwrap()).unwrap();
        let cases = [
            ("1=1", "the heat map"),
            ("1!=1 3!=7", "the index"),
            ("9!=9", "Q(N) less the heat map"),
            ("1!=1 2!=1", "ranks in the index"),
            ("1=1 18!=18", "the heat map"),
            ("2=4 9!=9", "the heat map less a search"),
            ("9=9 10=5", "a search"),
            ("1=1 2=3", "ranks in the index"),
            ("18=1 17=3", "ranks in the index"),
            ("1=1 2!=3", "ranks in the index"),
        ];
        for (squares, expected) in cases {
            let pattern = Pattern::parse(board.n(), [squares]).unwrap();
            assert_eq!(board.count_plan(&pattern).unwrap().to_string(), expected, "{squares}");
        }
    }
}
