//! Building the stored tier: all solutions of the first half, in blocks.
//!
//! The board is cut into subtrees, one for each prefix of a few queens. Threads enumerate and encode subtrees;
//! one writer inserts their blocks in order and commits in batches.

use super::built::{Built, Outcome};
use super::options::{BLOCK_SIZE, BuildOptions, BuildTier};
use super::pipeline::in_order;
use crate::block::{self, SolutionRun};
use crate::combinatorics::{BoardSize, Permutation, known_counts};
use crate::search::{Prefix, first_half_prefixes};
use crate::store::error::StoreError;
use crate::store::rows::{BlockRow, BoardRow, State};
use crate::watch::{Activity, Watch, Watched};
use rusqlite::{Connection, OptionalExtension};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// The subtrees of a board, in order, each the unit of parallel work. They depend on N alone, and so do the
/// blocks.
pub(super) fn subtrees(n: BoardSize) -> Vec<Prefix> {
    let depth = match n.get() {
        ..=14 => 1,
        15..=16 => 2,
        _ => 3,
    };
    first_half_prefixes(n, depth)
}

/// Builds the stored tables of a board, or resumes an interrupted build. When the watch stops the build,
/// everything so far is committed.
pub(super) fn write(
    connection: &mut Connection,
    n: BoardSize,
    options: BuildOptions,
    watch: &dyn Watch,
) -> Result<Built, StoreError> {
    let mut writer = BoardWriter::begin(connection, n, options.rebuild)?;
    let watched = Watched::new(watch, Activity::Building, n.get() as u64, "solutions stored");
    let half = known_counts(n).map(|known| known.solutions.div_ceil(2));
    let kept = writer.content.solutions;
    let mut subtrees = subtrees(n);
    if let Some(packed) = writer.last_first_solution()? {
        let last = Permutation::unpack(n, &packed)
            .map_err(|error| StoreError::damaged(error.to_string()))?;
        subtrees.retain(|prefix| prefix[..] > last.rows()[..prefix.len()]);
    }
    in_order(
        &subtrees,
        options.jobs,
        |prefix| {
            let blocks = SolutionRun::below(n, prefix).split(BLOCK_SIZE);
            blocks.iter().map(EncodedBlock::new).collect()
        },
        |blocks| {
            writer.add(blocks)?;
            let done = writer.content.solutions;
            let fraction = half.map(|half| done as f64 / half.max(1) as f64);
            watched.tick(done, fraction).or_else(|progress| {
                writer.commit()?;
                Err(StoreError::Stopped { progress })
            })
        },
    )?;
    let (solutions, orbits) = writer.finish()?;
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, tier: BuildTier::Stored, solutions, orbits, outcome })
}

/// A batch is committed after this time or this many bytes, which is all that a killed build loses.
const BATCH_TIME: Duration = Duration::from_millis(200);
const BATCH_BYTES: usize = 4 << 20;

/// An encoded block, before its rank is known.
pub(super) struct EncodedBlock {
    first_solution: Vec<u8>,
    count: u64,
    representatives: u64,
    pub(super) payload: Vec<u8>,
    /// The packed solutions.
    packed: Vec<u8>,
}

impl EncodedBlock {
    /// Encodes a run that is not empty.
    pub(super) fn new(run: &SolutionRun) -> Self {
        EncodedBlock {
            first_solution: run.get(0).pack(),
            count: run.len() as u64,
            representatives: run.representatives().count() as u64,
            payload: block::encode(run),
            packed: run.packed(),
        }
    }
}

/// Writes the blocks of one board, in order, in batches.
struct BoardWriter<'c> {
    connection: &'c mut Connection,
    n: BoardSize,
    content: Content,
    batch: Option<(Instant, usize)>,
}

/// Totals and hash of the packed solutions of a board, block by block.
#[derive(Default)]
pub(in crate::store) struct Content {
    pub(in crate::store) solutions: u64,
    pub(in crate::store) representatives: u64,
    hash: Xxh3,
}

impl Content {
    pub(in crate::store) fn add(&mut self, run: &SolutionRun) {
        let representatives = run.representatives().count() as u64;
        self.add_packed(run.len() as u64, representatives, &run.packed());
    }

    fn add_packed(&mut self, solutions: u64, representatives: u64, packed: &[u8]) {
        // Damage may have set them to any number.
        self.solutions = self.solutions.saturating_add(solutions);
        self.representatives = self.representatives.saturating_add(representatives);
        self.hash.update(packed);
    }

    /// XXH3-128 of all packed solutions, big-endian.
    pub(in crate::store) fn digest(&self) -> [u8; 16] {
        self.hash.digest128().to_be_bytes()
    }
}

impl<'c> BoardWriter<'c> {
    /// Begins or resumes a board. Resuming reads the committed blocks back, and begins from the start if one is
    /// damaged.
    fn begin(
        connection: &'c mut Connection,
        n: BoardSize,
        rebuild: bool,
    ) -> Result<Self, StoreError> {
        let resumed = if rebuild { None } else { resumable(connection, n)? };
        let content = match resumed {
            Some(content) => content,
            None => {
                let transaction = connection.transaction()?;
                BoardRow::begin(&transaction, n, BuildTier::Stored)?;
                transaction.commit()?;
                Content::default()
            }
        };
        connection.pragma_update(None, "cache_size", -16_384)?;
        Ok(BoardWriter { connection, n, content, batch: None })
    }

    /// The packed first solution of the last block in the file, if there is one.
    fn last_first_solution(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT first_solution FROM block WHERE n = ?1 ORDER BY first_rank DESC LIMIT 1";
        Ok(self.connection.query_row(sql, [self.n.get()], |row| row.get(0)).optional()?)
    }

    /// Adds the blocks of one subtree; they are committed together or not at all.
    fn add(&mut self, blocks: Vec<EncodedBlock>) -> Result<(), StoreError> {
        let (began, mut bytes) = match self.batch {
            Some(batch) => batch,
            None => {
                self.connection.execute_batch("BEGIN IMMEDIATE")?;
                (Instant::now(), 0)
            }
        };
        for block in blocks {
            bytes += block.payload.len();
            self.insert(block)?;
        }
        self.batch = Some((began, bytes));
        if began.elapsed() >= BATCH_TIME || bytes >= BATCH_BYTES {
            self.commit()?;
        }
        Ok(())
    }

    fn insert(&mut self, block: EncodedBlock) -> Result<(), StoreError> {
        let row = BlockRow {
            n: self.n,
            first_rank: self.content.solutions + 1,
            count: block.count,
            first_solution: block.first_solution,
            first_orbit: self.content.representatives,
            codec: BuildTier::Stored.codec() as i64,
            checksum: Vec::new(),
            payload: block.payload,
        };
        row.insert(self.connection)?;
        self.content.add_packed(block.count, block.representatives, &block.packed);
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        if self.batch.take().is_some() {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    /// Checks the totals and marks the board complete. Returns Q(N) and F(N).
    fn finish(mut self) -> Result<(u64, u64), StoreError> {
        // N = 1: the one solution is its own complement.
        let solutions = if self.n.get() == 1 { 1 } else { 2 * self.content.solutions };
        let orbits = self.content.representatives;
        check_totals(self.n, solutions, orbits)?;
        self.commit()?;
        BoardRow::finish(self.connection, self.n, (solutions, orbits), self.content.digest())?;
        Ok((solutions, orbits))
    }
}

/// An error unless the totals are the known ones.
pub(super) fn check_totals(n: BoardSize, solutions: u64, orbits: u64) -> Result<(), StoreError> {
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

/// The content that an interrupted build of this board has committed, if it can be resumed.
fn resumable(connection: &Connection, n: BoardSize) -> Result<Option<Content>, StoreError> {
    let tier = BuildTier::Stored;
    let same = |row: &BoardRow| {
        (row.state, row.tier) == (State::Building, tier)
            && (row.codec, row.block_size) == (tier.codec() as i64, tier.block_size() as u64)
    };
    if BoardRow::find(connection, n)?.filter(same).is_none() {
        return Ok(None);
    }
    let (mut content, mut is_sound) = (Content::default(), true);
    BlockRow::for_each(connection, n, |row| {
        let before = (content.solutions + 1, content.representatives);
        match row.decode() {
            Ok(run) if (row.first_rank, row.first_orbit) == before => {
                content.add(&run);
                Ok(ControlFlow::Continue(()))
            }
            _ => {
                is_sound = false;
                Ok(ControlFlow::Break(()))
            }
        }
    })?;
    Ok(is_sound.then_some(content))
}
