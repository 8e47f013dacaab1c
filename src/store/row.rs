use crate::block::{self, CellSearches, Cells, Codec, DecodeError, IndexedRun, Run};
use crate::combinatorics::{BoardSize, Permutation, Solution};
use crate::error::StoreError;
use rusqlite::{Connection, Row};
use xxhash_rust::xxh3::Xxh3;

/// The columns of a block row, in the order of [`BlockRow::read`].
pub(super) const BLOCK_COLUMNS: &str =
    "first_rank, count, first_solution, first_orbit, codec, checksum, payload";

/// A row of the `block` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BlockRow {
    pub(super) n: BoardSize,
    pub(super) first_rank: u64,
    pub(super) count: u64,
    pub(super) first_solution: Vec<u8>,
    pub(super) first_orbit: u64,
    pub(super) codec: i64,
    pub(super) checksum: Vec<u8>,
    pub(super) payload: Vec<u8>,
}

impl BlockRow {
    pub(super) fn read(n: BoardSize, row: &Row<'_>) -> rusqlite::Result<Self> {
        // Negative numbers can only come from damage; as huge ones they fail every check.
        let unsigned = |index| row.get::<_, i64>(index).map(|number| number as u64);
        Ok(BlockRow {
            n,
            first_rank: unsigned(0)?,
            count: unsigned(1)?,
            first_solution: row.get(2)?,
            first_orbit: unsigned(3)?,
            codec: row.get(4)?,
            checksum: row.get(5)?,
            payload: row.get(6)?,
        })
    }

    /// Writes the row, with its checksum.
    pub(super) fn insert(mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.checksum = self.expected_checksum().to_vec();
        let sql = format!(
            "INSERT INTO block (n, {BLOCK_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        );
        connection.prepare_cached(&sql)?.execute((
            self.n.get(),
            self.first_rank as i64,
            self.count as i64,
            self.first_solution,
            self.first_orbit as i64,
            self.codec,
            self.checksum,
            self.payload,
        ))?;
        Ok(())
    }

    /// XXH3-64 of all that the row says, big-endian.
    pub(super) fn expected_checksum(&self) -> [u8; 8] {
        let mut hash = Xxh3::new();
        hash.update(&[self.n.get() as u8]);
        for number in [self.first_rank, self.count, self.first_orbit, self.codec as u64] {
            hash.update(&number.to_be_bytes());
        }
        hash.update(&self.first_solution);
        hash.update(&self.payload);
        hash.digest().to_be_bytes()
    }

    /// The solutions of the block, after every check that its row allows.
    pub(super) fn decode(&self) -> Result<Run, StoreError> {
        self.try_decode().map_err(|source| self.damaged(source))
    }

    /// The same, without a word on which block it is.
    pub(super) fn try_decode(&self) -> Result<Run, DecodeError> {
        match self.codec()? {
            Codec::Tree => block::decode(&self.first()?, self.len(), &self.payload),
            Codec::Cells => Err(DecodeError::Codec { got: self.codec }),
        }
    }

    /// The cells of the block, after every check that its row allows.
    pub(super) fn cells(&self) -> Result<Cells, DecodeError> {
        match self.codec()? {
            Codec::Cells => Cells::decode(self.n, &self.payload),
            Codec::Tree => Err(DecodeError::Codec { got: self.codec }),
        }
    }

    /// The solutions of the block for look-ups, after the same checks.
    pub(super) fn index(&self, searches: &CellSearches) -> Result<Box<dyn IndexedRun>, StoreError> {
        let indexed = self.codec().and_then(|codec| {
            block::index(codec, &self.first()?, self.len(), &self.payload, searches)
        });
        indexed.map_err(|source| self.damaged(source))
    }

    /// The codec, if it is known and the row is what was written.
    fn codec(&self) -> Result<Codec, DecodeError> {
        if self.checksum != self.expected_checksum() {
            return Err(DecodeError::Checksum);
        }
        Codec::from_number(self.codec).ok_or(DecodeError::Codec { got: self.codec })
    }

    fn first(&self) -> Result<Solution, DecodeError> {
        let permutation = Permutation::unpack(self.n, &self.first_solution);
        permutation.and_then(Solution::new).map_err(|what| DecodeError::FirstSolution { what })
    }

    fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    /// What is wrong with the block, and which one it is.
    pub(super) fn damaged(&self, source: DecodeError) -> StoreError {
        StoreError::Block { n: self.n, first_rank: self.first_rank, source }
    }
}
