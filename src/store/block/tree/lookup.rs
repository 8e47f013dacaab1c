//! Lookups in a block of the solution tree.

use super::decode::{CodedCells, SLACK};
use super::{MAX_CELLS, cells_of, depth};
use crate::combinatorics::Solution;
use crate::combinatorics::word::WordLayout;
use crate::search::cell::columns::read_columns;
use crate::search::runs::{Items, SolutionRun, run_of};
use crate::search::{Block, CellSize, Cells, PlacedCells, WrongCell};
use crate::store::block::payload::DecodeError;
use std::ops::Range;

/// A block of solutions prepared for lookups: its cells, and their bits.
#[derive(Debug)]
pub(crate) struct TreeBlock {
    pub(super) cells: PlacedCells,
    /// The position of the first bit of each cell, and the position after the last one.
    positions: Vec<u32>,
    bytes: Vec<u8>,
    first: Solution,
}

impl TreeBlock {
    /// Reads a payload of `count` solutions from `first` on: decodes only the first cell. O(prefixes).
    pub(crate) fn read(
        first: &Solution,
        count: usize,
        payload: &[u8],
    ) -> Result<Self, DecodeError> {
        let n = first.n();
        let table = Table::read(payload)?;
        let positions = table.positions(count)?;
        let prefix = first.zero_based()[..depth(n.get())].to_vec();
        let bytes = [table.bits, &[0; SLACK]].concat();
        let cells = Cells { prefix, sizes: table.sizes }.placed(n)?;
        let block = TreeBlock { cells, positions, bytes, first: *first };
        if block.decode(0..1)?.get(0) == *first {
            return Ok(block);
        }
        Err(WrongCell::Content(0, "not the first_solution of its row").into())
    }

    /// All solutions, which must have the canonical representatives of the table. O(solutions).
    pub(crate) fn verified(&self) -> Result<SolutionRun, DecodeError> {
        let run = self.decode(0..self.cells.0.len())?;
        for (place, cell) in self.cells.0.iter().enumerate() {
            let solutions =
                cell.solutions as usize..(cell.solutions + cell.size.solutions) as usize;
            if run.representatives_in(solutions) as u64 != cell.size.representatives {
                let problem = "a wrong number of canonical representatives";
                return Err(WrongCell::Cell(place, problem).into());
            }
        }
        Ok(run)
    }

    /// These cells, at least one, with their bits.
    fn coded(&self, cells: Range<usize>) -> CodedCells<'_> {
        CodedCells {
            layout: WordLayout::new(self.first.n()),
            cells: &self.cells.0[cells.clone()],
            bytes: &self.bytes,
            positions: &self.positions[cells.start..=cells.end],
        }
    }

    /// The solutions of these cells, at least one.
    fn decode(&self, cells: Range<usize>) -> Result<SolutionRun, WrongCell> {
        let (n, coded) = (self.first.n(), self.coded(cells));
        Ok(run_of!(n, coded.decode()?))
    }
}

impl Block for TreeBlock {
    fn cells(&self) -> &PlacedCells {
        &self.cells
    }

    fn first(&self) -> &Solution {
        &self.first
    }

    fn get(&self, items: Items, place: usize) -> Result<Option<Solution>, WrongCell> {
        let Some(cell) = self.cells.at(items, place) else { return Ok(None) };
        let run = self.decode(cell..cell + 1)?;
        let in_cell = place - self.cells.0[cell].before(items) as usize;
        if items == Items::Solutions {
            return Ok(Some(run.get(in_cell)));
        }
        let problem = "not a representative, contrary to the table of cells";
        let place = self.cells.0[cell].solutions as usize;
        let found = run.representatives().nth(in_cell).map(|found| Some(*found));
        found.ok_or(WrongCell::Content(place, problem))
    }

    fn place(&self, items: Items, item: &Solution) -> Result<Option<usize>, WrongCell> {
        let Some(cell) = self.cell_of(item) else { return Ok(None) };
        let run = self.decode(cell..cell + 1)?;
        let before = self.cells.0[cell].before(items) as usize;
        Ok(run.place(item).map(|place| match items {
            Items::Solutions => before + place,
            Items::Representatives => before + run.representatives_in(0..place),
        }))
    }

    fn list(&self, items: Items, cell: usize) -> Result<Option<SolutionRun>, WrongCell> {
        Ok(Some(self.decode(cell..cell + 1)?.only(items)))
    }

    fn stored(&self, items: Items) -> Result<Option<SolutionRun>, WrongCell> {
        Ok(Some(self.decode(0..self.cells.0.len())?.only(items)))
    }

    fn memory(&self) -> usize {
        size_of_val(&self.cells.0[..]) + size_of_val(&self.positions[..]) + self.bytes.len()
    }
}

/// A payload: the sizes of its cells, the lengths of their bits, and the bits.
struct Table<'p> {
    sizes: Vec<CellSize>,
    lengths: Vec<u64>,
    bits: &'p [u8],
}

impl<'p> Table<'p> {
    fn read(payload: &'p [u8]) -> Result<Self, DecodeError> {
        let wrong = |what: String| DecodeError::Header { what };
        let short = || wrong("it ends within the table of cells".into());
        let (count, mut bits) = payload.split_first_chunk().ok_or_else(short)?;
        let count = usize::from(u16::from_le_bytes(*count));
        if !(1..=MAX_CELLS).contains(&count) {
            return Err(wrong(format!("{count} cells, expected 1 to {MAX_CELLS}")));
        }
        let columns = read_columns(&mut bits, count).ok_or_else(short)?;
        let (sizes, lengths) = cells_of(columns).unzip();
        Ok(Table { sizes, lengths, bits })
    }

    /// The positions of the bits of the cells, and the position after them. Fails unless the cells have `count`
    /// solutions in all, and the bits are as long as their lengths require.
    fn positions(&self, count: usize) -> Result<Vec<u32>, DecodeError> {
        let (all, mut solutions, mut end) = (8 * self.bits.len() as u64, 0, 0);
        let mut positions = vec![0];
        for (place, (size, &len)) in self.sizes.iter().zip(&self.lengths).enumerate() {
            let is_possible = (1..=count as u64 - solutions).contains(&size.solutions)
                && size.representatives <= size.solutions
                && (u64::from(size.prefixes)..=all - end).contains(&len);
            if !is_possible {
                return Err(WrongCell::Cell(place, "impossible numbers").into());
            }
            (solutions, end) = (solutions + size.solutions, end + len);
            positions.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
        let unused = all - end;
        let is_filled =
            unused < 8 && self.bits.last().is_none_or(|&last| u16::from(last) << unused < 256);
        if solutions == count as u64 && is_filled {
            return Ok(positions);
        }
        let what = format!(
            "{solutions} solutions and {end} bits in all cells, expected {count} solutions and {all} bits"
        );
        Err(DecodeError::Header { what })
    }
}
