use super::row::{BLOCK_COLUMNS, BlockRow};
use super::{BLOCK_SIZE, BuildTier, schema};
use crate::block::{self, Codec, Run};
use crate::combinatorics::{BoardSize, known_counts};
use crate::error::StoreError;
use rusqlite::{Connection, OptionalExtension};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// What new boards are written with.
pub(super) const CODEC: Codec = Codec::Tree;

/// A batch is committed after this time or this many bytes: what a killed build loses at most.
const BATCH_TIME: Duration = Duration::from_millis(200);
const BATCH_BYTES: usize = 4 << 20;

/// An encoded block that has not got its place yet.
pub(super) struct Piece {
    first_solution: Vec<u8>,
    count: u64,
    representatives: u64,
    pub(super) payload: Vec<u8>,
    /// The packed solutions.
    packed: Vec<u8>,
}

impl Piece {
    /// Of a run that is not empty.
    pub(super) fn encode(run: &Run) -> Self {
        Piece {
            first_solution: run.get(0).pack(),
            count: run.len() as u64,
            representatives: run.representatives().count() as u64,
            payload: block::encode(run),
            packed: run.packed(),
        }
    }
}

/// Writes the blocks of one board, in order, in batches.
pub(super) struct BoardWriter<'c> {
    connection: &'c mut Connection,
    n: BoardSize,
    content: Content,
    batch: Option<(Instant, usize)>,
}

/// What has been written so far: counts and the hash of the packed solutions.
#[derive(Default)]
pub(super) struct Content {
    pub(super) solutions: u64,
    pub(super) representatives: u64,
    hash: Xxh3,
}

impl Content {
    pub(super) fn add(&mut self, run: &Run) {
        let representatives = run.representatives().count() as u64;
        self.add_packed(run.len() as u64, representatives, &run.packed());
    }

    fn add_packed(&mut self, solutions: u64, representatives: u64, packed: &[u8]) {
        // A damaged row may have set them to anything.
        self.solutions = self.solutions.saturating_add(solutions);
        self.representatives = self.representatives.saturating_add(representatives);
        self.hash.update(packed);
    }

    /// XXH3-128 of all packed solutions, big-endian.
    pub(super) fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}

impl<'c> BoardWriter<'c> {
    /// Begins or resumes a board: keeps what an interrupted build of the same kind has committed.
    /// With `anew` nothing is kept. Reads the kept blocks back, and starts anew if one is damaged.
    pub(super) fn begin(
        connection: &'c mut Connection,
        n: BoardSize,
        anew: bool,
    ) -> Result<Self, StoreError> {
        let kept = if anew { None } else { resumable(connection, n)? };
        let content = match kept {
            Some(content) => content,
            None => {
                schema::begin_board(connection, n, BuildTier::Stored, CODEC, BLOCK_SIZE)?;
                Content::default()
            }
        };
        connection.pragma_update(None, "cache_size", -16_384)?;
        Ok(BoardWriter { connection, n, content, batch: None })
    }

    /// The first rows of the last block in the file, if there is one.
    pub(super) fn last_first_solution(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT first_solution FROM block WHERE n = ?1 ORDER BY first_rank DESC LIMIT 1";
        Ok(self.connection.query_row(sql, [self.n.get()], |row| row.get(0)).optional()?)
    }

    /// Solutions written so far.
    pub(super) fn solutions(&self) -> u64 {
        self.content.solutions
    }

    /// Adds the blocks of one task; all of them are committed together or none.
    pub(super) fn add(&mut self, pieces: Vec<Piece>) -> Result<(), StoreError> {
        let (began, mut bytes) = match self.batch {
            Some(batch) => batch,
            None => {
                self.connection.execute_batch("BEGIN IMMEDIATE")?;
                (Instant::now(), 0)
            }
        };
        for piece in pieces {
            bytes += piece.payload.len();
            self.insert(piece)?;
        }
        self.batch = Some((began, bytes));
        if began.elapsed() >= BATCH_TIME || bytes >= BATCH_BYTES {
            self.commit()?;
        }
        Ok(())
    }

    fn insert(&mut self, piece: Piece) -> Result<(), StoreError> {
        let row = BlockRow {
            n: self.n,
            first_rank: self.content.solutions + 1,
            count: piece.count,
            first_solution: piece.first_solution,
            first_orbit: self.content.representatives,
            codec: CODEC as i64,
            checksum: Vec::new(),
            payload: piece.payload,
        };
        row.insert(self.connection)?;
        self.content.add_packed(piece.count, piece.representatives, &piece.packed);
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        if self.batch.take().is_some() {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    /// Compares the totals with what is known and marks the board complete. Returns Q(N) and F(N).
    pub(super) fn finish(mut self) -> Result<(u64, u64), StoreError> {
        // N = 1: the one solution is its own complement.
        let solutions = if self.n.get() == 1 { 1 } else { 2 * self.content.solutions };
        let orbits = self.content.representatives;
        compare(self.n, solutions, orbits)?;
        self.commit()?;
        schema::finish_board(self.connection, self.n, (solutions, orbits), self.content.digest())?;
        Ok((solutions, orbits))
    }
}

/// Compares totals with the known ones.
pub(super) fn compare(n: BoardSize, solutions: u64, orbits: u64) -> Result<(), StoreError> {
    let Some(known) = known_counts(n) else { return Ok(()) };
    let pairs = [("solutions", known.solutions, solutions), ("orbits", known.orbits(), orbits)];
    match pairs.into_iter().find(|(_, expected, got)| expected != got) {
        Some((what, expected, got)) => Err(StoreError::WrongCount { n, what, expected, got }),
        None => Ok(()),
    }
}

impl Drop for BoardWriter<'_> {
    fn drop(&mut self) {
        if self.batch.is_some() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }
}

/// What an interrupted build of this board has left, if this version can go on from there.
fn resumable(connection: &Connection, n: BoardSize) -> Result<Option<Content>, StoreError> {
    let sql = "SELECT count(*) FROM board
               WHERE n = ?1 AND state = 'building' AND tier = 'stored' AND codec = ?2 AND block_size = ?3";
    let same: u64 =
        connection.query_row(sql, (n.get(), CODEC as i64, BLOCK_SIZE), |row| row.get(0))?;
    if same == 0 {
        return Ok(None);
    }
    let mut content = Content::default();
    let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 ORDER BY first_rank");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([n.get()])?;
    while let Some(row) = rows.next()? {
        let row = BlockRow::read(n, row)?;
        let Ok(run) = row.decode() else { return Ok(None) };
        if (row.first_rank, row.first_orbit) != (content.solutions + 1, content.representatives) {
            return Ok(None);
        }
        content.add(&run);
    }
    Ok(Some(content))
}
