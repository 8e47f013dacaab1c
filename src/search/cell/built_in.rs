//! The cells that are built into the program, for N = 5 to 21: any rank, solution or orbit of these boards is found in
//! milliseconds without a file. `research/built_in_cells.rs` makes them; research/performance.md has the bytes.

use super::block::{Block, BlockKey, BlockStart, CellBlock, Cells, NumberedBlock};
use super::boards::{CellSize, cell_depth};
use super::columns::{differences, read_columns, sums, write_columns};
use super::counts::PrefixPlaces;
use super::search::first_solution;
use crate::combinatorics::{BoardSize, Rank};
use crate::search::bitboard::PrefixSteps;
use crate::search::runs::Items;
use std::sync::{Arc, OnceLock};

/// The cells of N = 5 to 20.
const SMALLER: &[u8] = include_bytes!("../../../fixtures/cells.bin");

/// The cells of N = 21. The static pages are built without them and load them when they are needed.
const LARGEST: &[u8] =
    if IS_APART { &[] } else { include_bytes!("../../../fixtures/cells-21.bin") };

/// Whether the largest board is not in this build, as with `--cfg nqdb_apart`.
const IS_APART: bool = cfg!(nqdb_apart);

/// The smallest board with built-in cells.
const FIRST: usize = 5;

/// The largest board with built-in cells.
pub const LAST_BUILT_IN: usize = 21;

/// The boards that have been decoded.
static BOARDS: [OnceLock<Option<BuiltInCells>>; LAST_BUILT_IN - FIRST + 1] =
    [const { OnceLock::new() }; LAST_BUILT_IN - FIRST + 1];

/// The number of cells in a block; the last one has fewer.
const BLOCK: usize = 256;

/// The built-in cells of a board, in blocks. Blocks are prepared for lookups on first use: at most 5 MB (N = 21).
#[derive(Debug)]
pub struct BuiltInCells {
    pub(crate) n: BoardSize,
    /// The usual maximum number of solutions in a cell.
    pub limit: u64,
    blocks: Vec<BuiltInBlock>,
    starts: OnceLock<Arc<[BlockStart]>>,
    /// Cached numbers of solutions before prefixes.
    pub(crate) places: PrefixPlaces,
}

#[derive(Debug)]
struct BuiltInBlock {
    cells: Cells,
    /// Solutions and canonical representatives in the blocks before.
    solutions: u64,
    representatives: u64,
    placed: OnceLock<Option<Arc<dyn Block>>>,
}

impl BuiltInCells {
    /// The cells of a board; `None` if they are not built in. The first call decodes the board: 2 ms at N = 21.
    pub fn of(n: BoardSize) -> Option<&'static Self> {
        let bytes = if n.get() == LAST_BUILT_IN { LARGEST } else { SMALLER };
        let board = BOARDS.get(n.get().checked_sub(FIRST)?)?;
        board.get_or_init(|| BuiltInCells::decode(bytes, n)).as_ref()
    }

    /// The number of first queens that all solutions of a cell share: counts below prefixes of at most
    /// this many are sums.
    pub fn shared_queens(n: BoardSize) -> usize {
        match n.get() {
            ..=16 => 0,
            17..=19 => 2,
            _ => 3,
        }
    }

    /// Whether the cells of a board are to be [provided](Self::provide) before the first use of the board: those of
    /// N = 21, in a build with `--cfg nqdb_apart`.
    pub fn are_missing(n: BoardSize) -> bool {
        IS_APART && n.get() == LAST_BUILT_IN && BOARDS[LAST_BUILT_IN - FIRST].get().is_none()
    }

    /// Provides the bytes of the cells of N = 21. They are ignored if the board is in use.
    pub fn provide(bytes: &[u8]) {
        let cells = BoardSize::new(LAST_BUILT_IN).ok().and_then(|n| Self::decode(bytes, n));
        let _ = BOARDS[LAST_BUILT_IN - FIRST].set(cells);
    }

    /// The sizes of all cells, in order.
    pub fn sizes(&self) -> impl Iterator<Item = CellSize> + '_ {
        self.blocks.iter().flat_map(|block| block.cells.sizes.iter().copied())
    }

    /// The cells of a board in the bytes of several boards.
    pub fn decode(mut bytes: &[u8], n: BoardSize) -> Option<Self> {
        loop {
            let size = take::<1>(&mut bytes)?[0];
            let [limit, cells, len] = [(); 3].map(|()| take(&mut bytes).map(u32::from_le_bytes));
            let (board, rest) = bytes.split_at_checked(len? as usize)?;
            if usize::from(size) == n.get() {
                return Self::decode_board(board, n, limit?.into(), cells? as usize);
            }
            bytes = rest;
        }
    }

    fn decode_board(mut bytes: &[u8], n: BoardSize, limit: u64, mut left: usize) -> Option<Self> {
        let (mut blocks, mut solutions, mut representatives) = (Vec::new(), 0, 0);
        while left > 0 {
            let len = left.min(BLOCK);
            let cells = decode_block(&mut bytes, cell_depth(n), limit, len)?;
            let sums = (cells.solutions(), cells.representatives());
            blocks.push(BuiltInBlock {
                cells,
                solutions,
                representatives,
                placed: OnceLock::new(),
            });
            (solutions, representatives) = (solutions + sums.0, representatives + sums.1);
            left -= len;
        }
        let (starts, places) = (OnceLock::new(), PrefixPlaces::default());
        Some(BuiltInCells { n, limit, blocks, starts, places })
    }

    /// The bytes of a board with these cells, each of at most `limit` solutions.
    pub fn encode(n: BoardSize, limit: u32, cells: &[CellSize]) -> Vec<u8> {
        let mut steps = PrefixSteps::first(n, cell_depth(n)).expect("the board has prefixes");
        let mut blocks = Vec::new();
        for block in cells.chunks(BLOCK) {
            blocks.extend(steps.prefix());
            blocks.extend(write_columns([
                differences(block.iter().map(|cell| cell.prefixes.into())),
                block.iter().map(|cell| u64::from(limit) - cell.solutions).collect(),
                differences(block.iter().map(|cell| cell.representatives)),
            ]));
            steps.skip(block.iter().map(|cell| cell.prefixes).sum());
        }
        let numbers = [limit, cells.len() as u32, blocks.len() as u32];
        let head =
            [n.get() as u8].into_iter().chain(numbers.into_iter().flat_map(u32::to_le_bytes));
        head.chain(blocks).collect()
    }

    /// The block that contains a key of this board.
    pub(crate) fn block(&self, key: &BlockKey) -> Option<NumberedBlock> {
        let begins = |block: &BuiltInBlock| match key {
            BlockKey::Number(Items::Solutions, rank) => block.solutions < *rank,
            BlockKey::Number(Items::Representatives, id) => block.representatives < *id,
            BlockKey::Item(_, solution) => block.cells.prefix[..] <= *solution.zero_based(),
        };
        let block = self.blocks[..self.blocks.partition_point(begins)].last()?;
        let place = || Some(Arc::new(CellBlock::new(self.n, &block.cells).ok()?) as _);
        let content = Arc::clone(block.placed.get_or_init(place).as_ref()?);
        let (first_rank, first_orbit) = (block.solutions + 1, block.representatives);
        Some(NumberedBlock { first_rank, first_orbit, content })
    }

    pub(crate) fn starts(&self) -> Arc<[BlockStart]> {
        let start = |block: &BuiltInBlock| {
            let rank = Rank::new(block.solutions + 1).ok()?;
            let first = first_solution(self.n, &block.cells.prefix, block.cells.sizes[0].prefixes)?;
            Some(BlockStart { rank, queens: first.zero_based().to_vec() })
        };
        Arc::clone(self.starts.get_or_init(|| self.blocks.iter().filter_map(start).collect()))
    }
}

/// The next block of `len` cells: its first prefix, and three columns of numbers.
fn decode_block(bytes: &mut &[u8], depth: usize, limit: u64, len: usize) -> Option<Cells> {
    let (prefix, rest) = bytes.split_at_checked(depth)?;
    *bytes = rest;
    let [prefixes, solutions, representatives] = read_columns(bytes, len)?;
    let sizes = sums(prefixes).zip(solutions).zip(sums(representatives));
    let size = |((prefixes, below), representatives)| {
        let solutions = limit.checked_sub(below)?;
        Some(CellSize { prefixes: prefixes as u32, solutions, representatives })
    };
    Some(Cells { prefix: prefix.to_vec(), sizes: sizes.map(size).collect::<Option<_>>()? })
}

fn take<const LEN: usize>(bytes: &mut &[u8]) -> Option<[u8; LEN]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
