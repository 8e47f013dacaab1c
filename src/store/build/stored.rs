//! Building the stored tier: all solutions of the first half, in blocks.
//!
//! The board is divided into subtrees, one for each prefix of a few queens. Threads enumerate and encode subtrees; a
//! single writer inserts their blocks in order and commits in batches.

use super::Build;
use super::options::{BuildError, Built, Outcome};
use crate::combinatorics::{BoardSize, Permutation, known_counts};
use crate::search::SolutionRun;
use crate::search::bitboard::{Prefix, first_half_prefixes};
use crate::store::block::{self, BuildTier, Encoded};
use crate::store::content::Content;
use crate::store::error::{Result, StoreError};
use crate::store::journal::marked;
use crate::store::rows::{BlockRow, BoardRow};
use crate::watch::{Activity, Watched};
use crate::workers::{Event, InOrder};
use rusqlite::{Connection, OptionalExtension, Transaction};

/// The subtrees of a board, in order; each is a unit of parallel work. They depend only on N, and so do the blocks.
pub(super) fn subtrees(n: BoardSize) -> Vec<Prefix> {
    let depth = match n.get() {
        ..=14 => 1,
        15..=16 => 2,
        _ => 3,
    };
    first_half_prefixes(n, depth)
}

impl Build<'_> {
    /// Builds the stored tables of a board, or resumes an interrupted build. If the watch stops the build, everything so
    /// far is committed. A complete board is replaced in one transaction at the end.
    pub(super) fn write_stored(&self, connection: &mut Connection) -> Result<Built> {
        let row = if self.options.rebuild { None } else { BoardRow::find(connection, self.n)? };
        // If the blocks so far are damaged, the file stays as it is.
        let resumed = row.map_or(Ok(None), |row| resumable(connection, &row))?;
        marked(connection, |connection| self.write_blocks(connection, resumed))
    }

    /// Writes the blocks after those with this content, if there are some.
    fn write_blocks(&self, connection: &mut Connection, resumed: Option<Content>) -> Result<Built> {
        let n = self.n;
        let mut writer = BoardWriter::new(connection, n)?;
        writer.begin(resumed)?;
        let activity = if writer.replaces { Activity::Rebuilding } else { Activity::Building };
        let watched = Watched::new(self.watch, activity, n.get(), "solutions stored");
        let half = known_counts(n).map(|known| known.solutions.div_ceil(2));
        let kept = writer.content.solutions;
        let mut subtrees = subtrees(n);
        if let Some(packed) = writer.last_first_solution()? {
            let last = Permutation::unpack(n, &packed)
                .map_err(|error| StoreError::damaged(error.to_string()))?;
            subtrees.retain(|prefix| prefix[..] > last.zero_based()[..prefix.len()]);
        }
        let start = || {
            |prefix: &Prefix, _: &dyn Fn() -> bool| {
                let subtree = SolutionRun::below(n, prefix);
                Some((block::encode(&subtree), subtree.packed()))
            }
        };
        InOrder::new(self.options.jobs).run(subtrees.iter(), start, |event| {
            // A tick after each subtree is enough.
            let Event::Result((blocks, packed)) = event else { return Ok(()) };
            writer.add(blocks, &packed)?;
            let done = writer.content.solutions;
            watched.advance(done, half).or_else(|progress| {
                writer.commit_batch()?;
                Err(StoreError::Stopped { progress })
            })
        })?;
        let (solutions, orbits) = writer.finish()?;
        let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
        Ok(Built { n, tier: BuildTier::Stored, solutions, orbits, outcome })
    }
}

/// A batch is committed after this many bytes of payloads, about two million solutions; a killed build loses no more
/// than that. Committing after a time would make the bytes of the file depend on it: SQLite counts the commits in it.
const BATCH_BYTES: usize = 1 << 20;

/// Writes the blocks of one board in order: a new board in batches, a replacement of a complete board in one
/// transaction, so that the old one can be read until then.
struct BoardWriter<'c> {
    connection: &'c Connection,
    n: BoardSize,
    content: Content,
    transaction: Option<Transaction<'c>>,
    /// The bytes written in the transaction.
    bytes: usize,
    replaces: bool,
}

impl<'c> BoardWriter<'c> {
    /// Opens the transaction in which the build begins.
    fn new(connection: &'c Connection, n: BoardSize) -> Result<Self> {
        // A replacement stays in memory, since a partly written file can't be read.
        connection.pragma_update(None, "cache_spill", "OFF")?;
        let transaction = Some(connection.unchecked_transaction()?);
        let content = Content::new(BuildTier::Stored);
        Ok(BoardWriter { connection, n, content, transaction, bytes: 0, replaces: false })
    }

    fn begin(&mut self, resumed: Option<Content>) -> Result<()> {
        if let Some(content) = resumed {
            self.content = content;
        } else {
            self.replaces = BoardRow::is_complete(self.connection, self.n)?;
            BoardRow::begin(self.connection, self.n, BuildTier::Stored)?;
        }
        if !self.replaces {
            self.connection.pragma_update(None, "cache_size", -16_384)?;
            self.connection.pragma_update(None, "cache_spill", "ON")?;
            self.commit()?;
        }
        Ok(())
    }

    /// The packed first solution of the last block in the file, if any.
    fn last_first_solution(&self) -> Result<Option<Vec<u8>>> {
        let sql =
            "SELECT first_solution FROM nqdb_block WHERE n = ?1 ORDER BY first_rank DESC LIMIT 1";
        Ok(self.connection.query_row(sql, [self.n.get()], |row| row.get(0)).optional()?)
    }

    /// Adds the blocks of one subtree with its packed solutions. They are committed together or not at all.
    fn add(&mut self, blocks: Vec<Encoded>, mut packed: &[u8]) -> Result<()> {
        if self.transaction.is_none() {
            self.transaction = Some(self.connection.unchecked_transaction()?);
        }
        let len = self.n.packed_len();
        for block in blocks {
            self.bytes += block.payload.len();
            let (here, others) = packed.split_at(block.count * len);
            packed = others;
            let (count, representatives) = (block.count as u64, block.representatives);
            let row = BlockRow {
                n: self.n,
                first_rank: self.content.solutions + 1,
                count,
                first_solution: here[..len].to_vec(),
                first_orbit: self.content.representatives,
                codec: BuildTier::Stored.codec(),
                checksum: Vec::new(),
                payload: block.payload,
            };
            row.signed().insert(self.connection)?;
            self.content.add_packed(count, representatives, here);
        }
        if self.bytes >= BATCH_BYTES { self.commit_batch() } else { Ok(()) }
    }

    /// Commits what has been written so far, unless a complete board is being replaced.
    fn commit_batch(&mut self) -> Result<()> {
        if self.replaces { Ok(()) } else { self.commit() }
    }

    fn commit(&mut self) -> Result<()> {
        self.bytes = 0;
        Ok(self.transaction.take().map_or(Ok(()), Transaction::commit)?)
    }

    /// Checks the totals and marks the board complete. Returns Q(N) and F(N).
    fn finish(mut self) -> Result<(u64, u64)> {
        let totals = self.content.totals(self.n);
        check_totals(self.n, totals.0, totals.1)?;
        let (n, tier, digest) = (self.n, BuildTier::Stored, self.content.digest());
        BoardRow::finish(self.connection, n, tier, totals, digest)?;
        self.commit()?;
        Ok(totals)
    }
}

/// Fails unless the totals are the known ones.
pub(super) fn check_totals(n: BoardSize, solutions: u64, orbits: u64) -> Result<()> {
    let Some(known) = known_counts(n) else { return Ok(()) };
    let pairs = [("solutions", known.solutions, solutions), ("orbits", known.orbits(), orbits)];
    match pairs.into_iter().find(|(_, expected, got)| expected != got) {
        Some((what, expected, got)) => {
            Err(BuildError::WrongCount { n, what, expected, got }.into())
        }
        None => Ok(()),
    }
}

/// The content that an interrupted build of this board has committed. `None` if it used another format; fails if a
/// block is damaged.
fn resumable(connection: &Connection, row: &BoardRow) -> Result<Option<Content>> {
    let begun =
        BoardRow { built_by: row.built_by.clone(), ..BoardRow::building(row.n, BuildTier::Stored) };
    if *row != begun {
        return Ok(None);
    }
    let mut content = Content::new(BuildTier::Stored);
    BlockRow::all(connection, row.n, |blocks| {
        for block in blocks {
            content.add_block(&block?)?;
        }
        Ok(Some(content))
    })
}
