//! Reads and writes rows of `nqdb_board` and `nqdb_block`, and converts their strings, signed numbers and times.

use super::block::{self, BuildTier, Cells, DecodeError};
use super::build::options::BuildError;
use super::error::{BoardError, DamageError, Result, StoreError, quoted};
use crate::combinatorics::{BoardSize, Permutation, Solution, known_counts, named};
use crate::search::{Block, SolutionRun};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use std::iter::once;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

named! {
    /// Whether a board is complete.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum State {
        /// Its build is not finished.
        Building = "building",
        /// All blocks are present. They do not change unless the board is rebuilt.
        Complete = "complete",
    }
}

impl State {
    fn from_name(name: &str) -> Option<Self> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// The board size in the first column of a row.
pub(super) fn board_size(row: &Row<'_>) -> Result<BoardSize> {
    let size = u64::try_from(row.get::<_, i64>(0)?).ok().and_then(|n| BoardSize::new(n).ok());
    size.ok_or_else(|| StoreError::damaged("a row for a board size outside 1 … 64"))
}

/// A row of the table `nqdb_board`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRow {
    pub(super) n: BoardSize,
    pub(super) tier: BuildTier,
    pub(super) state: State,
    /// Q(N), once complete.
    pub(super) solutions: Option<u64>,
    /// F(N), once complete.
    pub(super) orbits: Option<u64>,
    /// The codec number, which this version may not support.
    pub(super) codec: i64,
    pub(super) block_size: u64,
    /// XXH3-128 of the decoded content, once complete.
    pub digest: Option<Vec<u8>>,
    pub(super) built_by: String,
    pub(super) built_at: Option<String>,
}

impl BoardRow {
    /// Reads a row and checks it against its checksum.
    fn read(row: &Row<'_>) -> Result<Self> {
        let n = board_size(row)?;
        let unknown = |what, name: &str| {
            StoreError::damaged(format!("N = {n} has no known {what}: {}", quoted(name)))
        };
        let (tier, state): (String, String) = (row.get(1)?, row.get(2)?);
        let board = BoardRow {
            n,
            tier: tier.parse().map_err(|_| unknown("tier", &tier))?,
            state: State::from_name(&state).ok_or_else(|| unknown("state", &state))?,
            solutions: row.get(3)?,
            orbits: row.get(4)?,
            codec: row.get(5)?,
            block_size: row.get(6)?,
            digest: row.get(7)?,
            built_by: row.get(8)?,
            built_at: row.get(9)?,
        };
        if row.get::<_, Vec<u8>>(10)? != board.checksum() {
            let what = format!("the board row of N = {n} does not match its checksum");
            return Err(StoreError::damaged(what));
        }
        Ok(board)
    }

    /// The row of a board, if there is one.
    pub fn find(connection: &Connection, n: BoardSize) -> Result<Option<Self>> {
        let mut statement = connection.prepare_cached("SELECT * FROM nqdb_board WHERE n = ?1")?;
        let mut rows = statement.query([n.get()])?;
        rows.next()?.map(Self::read).transpose()
    }

    /// Whether the board is complete, without checking its blocks. A damaged row counts as missing.
    pub(super) fn is_complete(connection: &Connection, n: BoardSize) -> Result<bool> {
        match Self::find(connection, n) {
            Ok(row) => Ok(row.is_some_and(|row| row.state == State::Complete)),
            Err(StoreError::Damage(DamageError::Content { .. })) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The rows by board size, each of which may be unreadable.
    pub(super) fn all(connection: &Connection) -> Result<Vec<Result<Self>>> {
        let mut statement = connection.prepare("SELECT * FROM nqdb_board ORDER BY n")?;
        let mut rows = statement.query([])?;
        let mut boards = Vec::new();
        while let Some(row) = rows.next()? {
            // A crafted table can be endless.
            if boards.len() == BoardSize::MAX {
                return Err(StoreError::damaged(
                    "the board table has more rows than there are board sizes",
                ));
            }
            boards.push(Self::read(row));
        }
        Ok(boards)
    }

    /// Q(N) and F(N) of a complete board. Fails unless this version supports its codec, its tier allows its size, and
    /// the totals are the known ones.
    pub(super) fn totals(&self) -> Result<(u64, u64)> {
        let (n, codec) = (self.n, self.codec);
        let Some(tier_of_codec) = BuildTier::of_codec(codec) else {
            return Err(BoardError::Codec { n, codec }.into());
        };
        let (tier, damaged) = (self.tier, |what| Err(StoreError::damaged(what)));
        let (Some(solutions), Some(orbits)) = (self.solutions, self.orbits) else {
            return damaged(format!("the board row of N = {n} has no totals"));
        };
        // The counts are known for every board that a tier allows.
        let known = known_counts(n).filter(|_| tier.takes(n));
        let Some(known) = known.map(|known| (known.solutions, known.orbits())) else {
            return damaged(format!("N = {n} is {tier}, but this tier has no boards of this size"));
        };
        if known != (solutions, orbits) {
            return damaged(format!(
                "the board row of N = {n} has {solutions} solutions and {orbits} orbits"
            ));
        }
        if tier != tier_of_codec {
            return damaged(format!("N = {n} is {tier}, with codec {codec}"));
        }
        Ok((solutions, orbits))
    }

    /// The row of a board at the start of its build.
    pub(super) fn building(n: BoardSize, tier: BuildTier) -> Self {
        BoardRow {
            n,
            tier,
            state: State::Building,
            solutions: None,
            orbits: None,
            codec: tier.codec(),
            block_size: tier.block_size() as u64,
            digest: None,
            built_by: env!("CARGO_PKG_VERSION").to_owned(),
            built_at: None,
        }
    }

    /// Replaces everything that the file holds of a board with a new row.
    pub fn begin(connection: &Connection, n: BoardSize, tier: BuildTier) -> Result<()> {
        Self::delete(connection, n)?;
        Self::building(n, tier).write(connection)
    }

    /// Marks a board complete, with Q(N), F(N) and the digest of its content.
    pub(super) fn finish(
        connection: &Connection,
        n: BoardSize,
        tier: BuildTier,
        (solutions, orbits): (u64, u64),
        digest: [u8; 16],
    ) -> Result<()> {
        let row = BoardRow {
            state: State::Complete,
            solutions: Some(solutions),
            orbits: Some(orbits),
            digest: Some(digest.to_vec()),
            built_at: Some(built_at(connection)?),
            ..Self::building(n, tier)
        };
        row.write(connection)
    }

    /// Writes the row with its checksum, replacing the board's row if there is one.
    pub fn write(&self, connection: &Connection) -> Result<()> {
        let sql = "REPLACE INTO nqdb_board VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let checksum = Value::Blob(self.checksum().to_vec());
        let values = self.columns().into_iter().chain([checksum]);
        connection.execute(sql, rusqlite::params_from_iter(values))?;
        Ok(())
    }

    /// The columns covered by the checksum, in order.
    fn columns(&self) -> [Value; 10] {
        let number = |number: Option<u64>| number.map(|number| number as i64).into();
        [
            Value::Integer(self.n.get() as i64),
            self.tier.name().to_owned().into(),
            self.state.name().to_owned().into(),
            number(self.solutions),
            number(self.orbits),
            self.codec.into(),
            (self.block_size as i64).into(),
            self.digest.clone().into(),
            self.built_by.clone().into(),
            self.built_at.clone().into(),
        ]
    }

    /// XXH3-64 of the row, big-endian: for each column a type byte, then a number as 8 bytes, or the length of a text
    /// or BLOB as 8 bytes and its bytes.
    fn checksum(&self) -> [u8; 8] {
        let mut hash = Xxh3::new();
        for value in self.columns() {
            let (kind, bytes): (u8, &[u8]) = match &value {
                Value::Integer(number) => (1, &number.to_be_bytes()),
                Value::Text(text) => (2, text.as_bytes()),
                Value::Blob(bytes) => (3, bytes),
                _ => (0, &[]),
            };
            hash.update(&[kind]);
            if kind > 1 {
                hash.update(&(bytes.len() as u64).to_be_bytes());
            }
            hash.update(bytes);
        }
        hash.digest().to_be_bytes()
    }

    /// Removes everything that the file holds of a board.
    pub(super) fn delete(connection: &Connection, n: BoardSize) -> Result<()> {
        for table in ["nqdb_block", "nqdb_partial_region", "nqdb_partial_count", "nqdb_board"] {
            connection.execute(&format!("DELETE FROM {table} WHERE n = ?1"), [n.get()])?;
        }
        Ok(())
    }
}

/// A row of the table `nqdb_block`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRow {
    pub(super) n: BoardSize,
    /// 1-based.
    pub(super) first_rank: u64,
    /// The number of solutions.
    pub count: u64,
    /// Packed.
    pub(super) first_solution: Vec<u8>,
    /// Canonical representatives before the block.
    pub(super) first_orbit: u64,
    pub(super) codec: i64,
    pub(super) checksum: Vec<u8>,
    /// Encoded.
    pub payload: Vec<u8>,
}

impl BlockRow {
    const COLUMNS: &str =
        "first_rank, count, first_solution, first_orbit, codec, checksum, payload";

    fn read(n: BoardSize, row: &Row<'_>) -> rusqlite::Result<Self> {
        // Negative numbers can only come from damage; as huge unsigned ones they fail every check.
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

    /// The first block that satisfies an SQL condition with an order; `key` is parameter 2.
    pub fn find(
        connection: &Connection,
        n: BoardSize,
        condition: &str,
        key: &dyn rusqlite::ToSql,
    ) -> Result<Option<Self>> {
        let columns = Self::COLUMNS;
        let sql = format!("SELECT {columns} FROM nqdb_block WHERE n = ?1 AND {condition} LIMIT 1");
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement.query_row((n.get(), key), |row| Self::read(n, row)).optional()?)
    }

    /// Passes the blocks of a board, in rank order, to `take`.
    pub(super) fn all<T, E>(
        connection: &Connection,
        n: BoardSize,
        take: impl FnOnce(&mut dyn Iterator<Item = Result<Self>>) -> Result<T, E>,
    ) -> Result<T, E> {
        let columns = Self::COLUMNS;
        let sql = format!("SELECT {columns} FROM nqdb_block WHERE n = ?1 ORDER BY first_rank");
        let mut statement = match connection.prepare(&sql) {
            Ok(statement) => statement,
            Err(error) => return take(&mut once(Err(error.into()))),
        };
        match statement.query_map([n.get()], |row| Self::read(n, row)) {
            Ok(rows) => take(&mut rows.map(|row| Ok(row?))),
            Err(error) => take(&mut once(Err(error.into()))),
        }
    }

    /// The row with its checksum set.
    pub fn signed(self) -> Self {
        BlockRow { checksum: self.expected_checksum().to_vec(), ..self }
    }

    /// Writes the row as it is, checksum included.
    pub fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let columns = Self::COLUMNS;
        let sql = format!("INSERT INTO nqdb_block (n, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        connection.prepare_cached(&sql)?.execute((
            self.n.get(),
            self.first_rank as i64,
            self.count as i64,
            &self.first_solution,
            self.first_orbit as i64,
            self.codec,
            &self.checksum,
            &self.payload,
        ))?;
        Ok(())
    }

    /// XXH3-64 of the whole row, big-endian.
    fn expected_checksum(&self) -> [u8; 8] {
        let mut hash = Xxh3::new();
        hash.update(&[self.n.get() as u8]);
        for number in [self.first_rank, self.count, self.first_orbit, self.codec as u64] {
            hash.update(&number.to_be_bytes());
        }
        hash.update(&self.first_solution);
        hash.update(&self.payload);
        hash.digest().to_be_bytes()
    }

    /// The solutions of a stored block, after all checks against its row.
    pub(super) fn decode(&self) -> Result<SolutionRun, DecodeError> {
        match self.tier()? {
            BuildTier::Stored => block::decode(&self.first()?, self.len(), &self.payload),
            BuildTier::Indexed => Err(DecodeError::Codec { got: self.codec }),
        }
    }

    /// The cells of an indexed block, after all checks against its row.
    pub fn cells(&self) -> Result<Cells, DecodeError> {
        match self.tier()? {
            BuildTier::Indexed => Cells::decode(self.n, &self.payload),
            BuildTier::Stored => Err(DecodeError::Codec { got: self.codec }),
        }
    }

    /// The block prepared for lookups, after all checks against its row.
    pub(super) fn index(&self) -> Result<Arc<dyn Block>, DecodeError> {
        block::index(self.tier()?, &self.first()?, self.len(), &self.payload)
    }

    /// The tier of its codec. Fails if the codec is unknown or the checksum is wrong.
    fn tier(&self) -> Result<BuildTier, DecodeError> {
        if self.checksum != self.expected_checksum() {
            return Err(DecodeError::Checksum);
        }
        BuildTier::of_codec(self.codec).ok_or(DecodeError::Codec { got: self.codec })
    }

    fn first(&self) -> Result<Solution, DecodeError> {
        let permutation = Permutation::unpack(self.n, &self.first_solution);
        permutation.and_then(Solution::new).map_err(|what| DecodeError::FirstSolution { what })
    }

    fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    /// An error that names the block and what is wrong with it.
    pub(super) fn damaged(&self, source: DecodeError) -> StoreError {
        DamageError::Block { n: self.n, first_rank: self.first_rank, source }.into()
    }
}

/// The variable for reproducible builds: seconds since 1970, used instead of the clock
/// (<https://reproducible-builds.org/specs/source-date-epoch/>).
const SOURCE_DATE: &str = "SOURCE_DATE_EPOCH";

/// 9999-12-31T23:59:59Z.
const LAST_SECOND: i64 = 253_402_300_799;

/// Fails if the variable is set but is not a time. A build that takes hours checks it first.
pub(super) fn check_source_date() -> Result<()> {
    source_date().map(|_| ())
}

/// The time in [`SOURCE_DATE`], or the current time, as `2026-11-22T18:58:45Z`.
fn built_at(connection: &Connection) -> Result<String> {
    let time = match source_date()? {
        Some(seconds) => format!("{seconds}, 'unixepoch'"),
        None => "'now'".to_owned(),
    };
    let sql = format!("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', {time})");
    Ok(connection.query_row(&sql, [], |row| row.get(0))?)
}

fn source_date() -> Result<Option<i64>> {
    let Some(value) = std::env::var_os(SOURCE_DATE) else { return Ok(None) };
    let seconds = value.to_str().and_then(|text| text.parse().ok());
    match seconds.filter(|seconds| (0..=LAST_SECOND).contains(seconds)) {
        Some(seconds) => Ok(Some(seconds)),
        None => Err(BuildError::SourceDate { got: quoted(&value.to_string_lossy()) }.into()),
    }
}
