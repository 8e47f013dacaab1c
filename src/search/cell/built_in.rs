//! The cells that are built into the program, for N = 5 to 21: any rank, solution or orbit of these boards is found in
//! milliseconds without a file. `research/built_in_cells.rs` makes them; docs/format.md has the bytes.

use super::block::{BlockKey, BlockStart, CellBlock, Cells, NumberedBlock};
use super::partition::{CellSize, cell_depth};
use super::places::PrefixPlaces;
use super::search::first_solution;
use crate::combinatorics::{BoardSize, Rank};
use std::sync::{Arc, OnceLock};

/// The cells of all boards.
const BYTES: &[u8] = include_bytes!("../../../fixtures/cells.bin");

/// The smallest board with built-in cells.
const FIRST: usize = 5;

/// The largest board with built-in cells.
pub const LAST_BUILT_IN: usize = 21;

/// The number of cells in a block; the last one has fewer.
const BLOCK: usize = 256;

/// The built-in cells of a board, in blocks. Blocks are prepared for lookups on first use: at most 5 MB (N = 21).
#[derive(Debug)]
pub struct BuiltInCells {
    pub(crate) n: BoardSize,
    /// The usual maximum number of solutions in a cell.
    pub limit: u64,
    blocks: Vec<Block>,
    starts: OnceLock<Arc<[BlockStart]>>,
    /// Cached numbers of solutions before prefixes.
    pub(crate) places: PrefixPlaces,
}

#[derive(Debug)]
struct Block {
    cells: Cells,
    /// Solutions and canonical representatives in the blocks before.
    solutions: u64,
    representatives: u64,
    placed: OnceLock<Option<Arc<CellBlock>>>,
}

impl BuiltInCells {
    /// The cells of a board; `None` if they are not built in. The first call decodes the board: 2 ms at N = 21.
    pub fn of(n: BoardSize) -> Option<&'static Self> {
        const LEN: usize = LAST_BUILT_IN - FIRST + 1;
        static BOARDS: [OnceLock<Option<BuiltInCells>>; LEN] = [const { OnceLock::new() }; LEN];
        let board = BOARDS.get(n.get().checked_sub(FIRST)?)?;
        board.get_or_init(|| BuiltInCells::decode(BYTES, n)).as_ref()
    }

    /// The sizes of all cells, in order.
    pub fn sizes(&self) -> impl Iterator<Item = CellSize> + '_ {
        self.blocks.iter().flat_map(|block| block.cells.sizes.iter().copied())
    }

    /// The cells of a board in the bytes of all boards.
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
            blocks.push(Block { cells, solutions, representatives, placed: OnceLock::new() });
            (solutions, representatives) = (solutions + sums.0, representatives + sums.1);
            left -= len;
        }
        let (starts, places) = (OnceLock::new(), PrefixPlaces::default());
        Some(BuiltInCells { n, limit, blocks, starts, places })
    }

    /// The block that contains a key of this board.
    pub(crate) fn block(&self, key: &BlockKey) -> Option<NumberedBlock> {
        let begins = |block: &Block| match key {
            BlockKey::Rank(rank) => block.solutions < rank.get(),
            BlockKey::Solution(solution) => block.cells.prefix[..] <= *solution.rows(),
            BlockKey::Orbit(id) => block.representatives < id.get(),
        };
        let block = self.blocks[..self.blocks.partition_point(begins)].last()?;
        let place = || CellBlock::new(self.n, &block.cells).ok().map(Arc::new);
        let cells = Arc::clone(block.placed.get_or_init(place).as_ref()?);
        Some(NumberedBlock {
            first_rank: block.solutions + 1,
            first_orbit: block.representatives,
            cells,
        })
    }

    /// The starts of all blocks.
    pub(crate) fn starts(&self) -> Arc<[BlockStart]> {
        let start = |block: &Block| {
            let rank = Rank::new(block.solutions + 1).ok()?;
            let first = first_solution(self.n, &block.cells.prefix, block.cells.sizes[0].prefixes)?;
            Some(BlockStart { rank, queens: first.rows().to_vec() })
        };
        Arc::clone(self.starts.get_or_init(|| self.blocks.iter().filter_map(start).collect()))
    }
}

/// The next block of `len` cells: its first prefix, the parameters of three Rice codes, and three columns of numbers.
fn decode_block(bytes: &mut &[u8], depth: usize, limit: u64, len: usize) -> Option<Cells> {
    let (prefix, rest) = bytes.split_at_checked(depth)?;
    *bytes = rest;
    let [prefixes, solutions, representatives] = take(bytes)?;
    let mut bits = Bits { bytes, at: 0 };
    let prefixes = bits.differences(prefixes, len)?;
    let solutions = (0..len).map(|_| limit.checked_sub(bits.rice(solutions)?));
    let solutions: Vec<u64> = solutions.collect::<Option<_>>()?;
    let representatives = bits.differences(representatives, len)?;
    *bytes = bytes.get(bits.at.div_ceil(8)..)?;
    let size = |cell: usize| CellSize {
        prefixes: prefixes[cell] as u32,
        solutions: solutions[cell],
        representatives: representatives[cell] as u64,
    };
    Some(Cells { prefix: prefix.to_vec(), sizes: (0..len).map(size).collect() })
}

fn take<const LEN: usize>(bytes: &mut &[u8]) -> Option<[u8; LEN]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// A stream of bits, the lowest of each byte first.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    /// Numbers coded by their differences.
    fn differences(&mut self, parameter: u8, len: usize) -> Option<Vec<i64>> {
        let mut last = 0;
        let mut number = || {
            let code = self.rice(parameter)?;
            last += (code >> 1) as i64 ^ -((code & 1) as i64);
            Some(last)
        };
        (0..len).map(|_| number()).collect()
    }

    /// A number in Rice code: its high bits in unary, as zeros before a one, then its low bits.
    fn rice(&mut self, parameter: u8) -> Option<u64> {
        let start = self.at;
        loop {
            let zeros = self.next().map(u64::trailing_zeros)?.min(WINDOW);
            self.at += zeros as usize;
            if zeros < WINDOW {
                break;
            }
        }
        let high = (self.at - start) as u64;
        self.at += 1;
        let low = self.next()? & ((1 << parameter) - 1);
        self.at += usize::from(parameter);
        Some(high << parameter | low)
    }

    /// The next bits, at least [`WINDOW`], followed by zeros at the end.
    fn next(&self) -> Option<u64> {
        let bytes = self.bytes.get(self.at / 8..)?;
        let mut next = [0; 8];
        let len = bytes.len().min(8);
        next[..len].copy_from_slice(&bytes[..len]);
        Some(u64::from_le_bytes(next) >> (self.at % 8))
    }
}

/// The number of bits that are read at a time.
const WINDOW: u32 = 56;
