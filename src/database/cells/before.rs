//! The number of solutions before sibling prefixes, computed from cells.

use super::CellBoard;
use crate::error::{Error, Result};
use crate::search::{
    Before, BlockKey, BlockStart, Cut, NumberedBlock, Place, PlacedCell, SearchError, cell_depth,
    with_search,
};
use crate::watch::{Activity, Watched};

/// Sweeps of up to a thousand boards between two ticks of the watch: a few milliseconds.
const SWEEPS: u64 = 256;

impl CellBoard {
    /// For each of these rows, the number of solutions before the prefix `parent`, row; see
    /// [`Tables::before`](crate::database::tables::Tables::before).
    pub(in crate::database) fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        let places: Vec<Option<Place>> = rows.iter().map(|&row| self.place(parent, row)).collect();
        let known = |place: &Option<Place>| self.blocks.places().get(place.as_ref()?);
        let known: Vec<Option<u64>> = places.iter().map(known).collect();
        let unknown = rows.iter().zip(&known).filter(|(_, known)| known.is_none());
        let unknown: Vec<u8> = unknown.map(|(&row, _)| row).collect();
        let mut counted = self.count_unknown(parent, &unknown)?.into_iter();
        let mut before = Vec::with_capacity(rows.len());
        for (place, known) in places.into_iter().zip(known) {
            let Some(count) = known.or_else(|| counted.next()) else { break };
            before.push(count);
            if let Some(place) = place.filter(|_| known.is_none()) {
                self.blocks.places().keep(place, count);
            }
        }
        let fits =
            before.is_sorted() && before.last().is_none_or(|&last| last <= self.solutions / 2);
        if fits { Ok(before) } else { Err(self.wrong_cells()) }
    }

    /// The place before a prefix; `None` where places are not cached.
    fn place(&self, parent: &[u8], row: u8) -> Option<Place> {
        let depth = cell_depth(self.n);
        (parent.len() < depth).then(|| Place::before(self.n, parent, row, depth))?
    }

    fn count_unknown(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        let starts = self.blocks.starts()?;
        let mut before = Vec::with_capacity(rows.len());
        let mut cells: Vec<(usize, PlacedCell)> = Vec::new();
        for &row in rows {
            let (solutions, cell) = self.before_in_block(&starts, &[parent, &[row]].concat())?;
            cells.extend(cell.map(|cell| (before.len(), cell)));
            before.push(solutions);
        }
        let cuts: Vec<Cut<'_>> = cells
            .iter()
            .map(|(place, cell)| Cut { cell: cell.cell(), row: rows[*place] })
            .collect();
        for ((place, _), count) in cells.iter().zip(self.count_cuts(parent, &cuts)?) {
            before[*place] += count;
        }
        Ok(before)
    }

    /// The number of solutions before those that begin with these rows or later ones, except those in the returned
    /// cell, which must be searched.
    ///
    /// Blocks are found by their first solutions, which in a file are not covered by a verified checksum yet. So the
    /// blocks on both sides of the place are read, unless it is inside one.
    fn before_in_block(
        &self,
        starts: &[BlockStart],
        rows: &[u8],
    ) -> Result<(u64, Option<PlacedCell>)> {
        let up_to = starts.partition_point(|start| start.queens[..rows.len()] < *rows);
        let (before, end) = match starts[..up_to].last() {
            None => (0, 0),
            Some(start) => {
                let block = self.block_from(start)?;
                let Before { solutions, cell } = block.cells.before(rows);
                let (before, len) = (block.first_rank - 1, block.cells.cells().solutions() as u64);
                if cell.is_some() || solutions < len {
                    return Ok((before + solutions, cell));
                }
                (before + solutions, before + len)
            }
        };
        let next = match starts.get(up_to) {
            None => self.solutions / 2,
            Some(start) => self.block_from(start)?.first_rank - 1,
        };
        if next == end {
            return Ok((before, None));
        }
        let what = format!("{next} solutions are before a block, {end} in those before it");
        Err(self.blocks.wrong(what))
    }

    /// The block that begins here. Fails if it begins elsewhere.
    fn block_from(&self, start: &BlockStart) -> Result<NumberedBlock> {
        let block = self.blocks.block(BlockKey::Rank(start.rank))?;
        if block.first_rank == start.rank.get() && block.cells.first().rows() == start.queens {
            return Ok(block);
        }
        // The board was rebuilt with other blocks, or is damaged.
        Err(self.blocks.wrong(format!("no block begins at rank {}", start.rank)))
    }

    /// For each cut, the number of solutions of its cell before it.
    fn count_cuts(&self, parent: &[u8], cuts: &[Cut<'_>]) -> Result<Vec<u64>> {
        if cuts.is_empty() {
            return Ok(Vec::new());
        }
        let n = self.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Searching, n, "solutions found");
        let (mut found, mut sweeps, mut stopped) = (0, 0u64, None);
        let more = &mut |new| {
            found += new;
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS) {
                stopped = watched.tick(found, None).err();
            }
            stopped.is_none()
        };
        let counts = with_search(self.n, |search| search.before_prefixes(parent, cuts, more));
        counts.ok_or_else(|| match stopped {
            Some(progress) => SearchError::stopped(progress).into(),
            None => self.wrong_cells(),
        })
    }

    /// The error for cells that are smaller than the prefixes in them.
    pub(super) fn wrong_cells(&self) -> Error {
        self.blocks.wrong("cells have fewer solutions than the prefixes in them".to_owned())
    }
}
