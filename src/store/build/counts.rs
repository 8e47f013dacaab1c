//! The counts of all prefixes of an index: counting them unit by unit, and keeping what is counted so far.

use super::options::Part;
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::cell_depth;
use crate::search::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, WorkUnit, count_units, work_units,
};
use crate::store::connection::set_longest_value;
use crate::store::error::StoreError;
use crate::watch::{Activity, Watch, Watched};
use rusqlite::{Connection, OptionalExtension};
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// Time between two checkpoints, or longer where a checkpoint takes long. A killed build loses what it has
/// counted since, and the units in progress.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// Checkpoints take at most one part in this of the time.
const CHECKPOINT_SHARE: u32 = 30;

/// A thread reports its progress after this many orbits, some milliseconds of work.
const REPORT_ORBITS: u64 = 1 << 16;

/// The zstd level: the fastest ordinary one, since counts are written often and soon replaced.
const LEVEL: i32 = 1;

/// The counts of all prefixes so far: sums over units of work, done in any order.
pub(in crate::store) struct PartialCounts {
    n: BoardSize,
    part: Part,
    prefixes: NumberedPrefixes,
    units: Vec<WorkUnit>,
    done: Vec<bool>,
    counts: PrefixCounts,
}

impl PartialCounts {
    /// No counts yet.
    pub(in crate::store) fn new(n: BoardSize, part: Part) -> Self {
        let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n));
        let (units, counts) = (work_units(n.get()), PrefixCounts::new(&prefixes));
        PartialCounts { n, part, done: vec![false; units.len()], prefixes, units, counts }
    }

    /// The last checkpoint of a board, if there is one; an error where it is damaged.
    pub(in crate::store) fn load(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<Option<Self>, StoreError> {
        if !Self::table_exists(connection)? {
            return Ok(None);
        }
        // No value is longer than the file: a chain of pages may lead back into itself.
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let file: u64 = connection.query_row(sql, [], |row| row.get(0))?;
        set_longest_value(connection, longest(n).min(file as usize))?;
        let sql =
            "SELECT part, parts, depth, units, counts, checksum FROM partial_count WHERE n = ?1";
        let read = |row: &rusqlite::Row<'_>| {
            let (part, parts, depth): (u32, u32, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (units, counts, checksum) = (row.get(3)?, row.get(4)?, row.get(5)?);
            Ok((part, parts, depth, units, counts, checksum))
        };
        let row = connection.query_row(sql, [n.get()], read).optional()?;
        let Some((part, parts, depth, units, counts, checksum)) = row else { return Ok(None) };
        let (units, counts, checksum): (Vec<u8>, Vec<u8>, Vec<u8>) = (units, counts, checksum);
        let damaged = |what| StoreError::damaged(format!("the partial counts of N = {n}: {what}"));
        if !INDEXED_BOARDS.contains(&n.get()) {
            return Err(damaged("no such board is indexed"));
        }
        let part = Part::new(part, parts).ok_or_else(|| damaged("its part does not exist"))?;
        if depth != cell_depth(n) as u64 {
            return Err(damaged("its prefixes have another length"));
        }
        if checksum != checksum_of(n, part, &units, &counts) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut partial = PartialCounts::new(n, part);
        if units.len() != partial.done.len().div_ceil(8) {
            return Err(damaged("its number of units is wrong"));
        }
        for (number, done) in partial.done.iter_mut().enumerate() {
            *done = units[number / 8] & (1 << (number % 8)) != 0;
        }
        let counts = unpack(&partial.counts, &counts);
        partial.counts.add_chunks(counts.map_err(|_| damaged("it can't be unpacked"))?);
        Ok(Some(partial))
    }

    /// The part of the work that the file has counts of, if it has any for a board; the part is `None` if there
    /// is no such part.
    pub(in crate::store) fn part_in(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<Option<Option<Part>>, StoreError> {
        if !Self::table_exists(connection)? {
            return Ok(None);
        }
        let sql = "SELECT part, parts FROM partial_count WHERE n = ?1";
        let part = |row: &rusqlite::Row<'_>| Ok(Part::new(row.get(0)?, row.get(1)?));
        Ok(connection.query_row(sql, [n.get()], part).optional()?)
    }

    /// Writes a checkpoint. The board has a row.
    pub(in crate::store) fn save(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut units = vec![0u8; self.done.len().div_ceil(8)];
        for (number, _) in self.done.iter().enumerate().filter(|(_, done)| **done) {
            units[number / 8] |= 1 << (number % 8);
        }
        let counts = pack(&self.counts)?;
        let checksum = checksum_of(self.n, self.part, &units, &counts);
        set_longest_value(connection, longest(self.n))?;
        connection.execute(
            "INSERT OR REPLACE INTO partial_count (n, depth, part, parts, units, counts, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            (
                self.n.get(),
                cell_depth(self.n),
                self.part.number(),
                self.part.of(),
                units,
                counts,
                checksum,
            ),
        )?;
        Ok(())
    }

    /// Removes what the file has of these counts.
    pub(in crate::store) fn delete(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<(), StoreError> {
        connection.execute("DELETE FROM partial_count WHERE n = ?1", [n.get()])?;
        Ok(())
    }

    pub(in crate::store) fn part(&self) -> Part {
        self.part
    }

    /// Canonical representatives counted so far.
    pub(in crate::store) fn orbits(&self) -> u64 {
        self.counts().map(|[_, representatives]| u64::from(representatives)).sum()
    }

    /// For each prefix of the first half, in order, its solutions and its representatives.
    pub(in crate::store) fn counts(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.counts.chunks().flatten()
    }

    /// Whether all units of its part are counted.
    pub(in crate::store) fn is_finished(&self) -> bool {
        self.missing().next().is_none()
    }

    /// The parts, of `of`, with units that are not counted.
    pub(in crate::store) fn missing_parts(&self, of: u32) -> Vec<String> {
        let parts = (1..=of).filter_map(|number| Part::new(number, of));
        let missing =
            |part: &Part| self.done.iter().enumerate().any(|(unit, done)| part.has(unit) && !done);
        parts.filter(missing).map(|part| part.to_string()).collect()
    }

    /// Whether the file's schema has partial counts.
    pub(in crate::store) fn table_exists(connection: &Connection) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM main.sqlite_schema WHERE name = 'partial_count'";
        Ok(connection.query_row(sql, [], |row| row.get::<_, u64>(0))? > 0)
    }

    /// The units of its part that are not counted.
    fn missing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|&unit| self.part.has(unit) && !self.done[unit])
    }

    /// Adds the counts of another part; false, and nothing added, where both have counted a unit.
    pub(in crate::store) fn add(&mut self, other: &PartialCounts) -> bool {
        if self.done.iter().zip(&other.done).any(|(mine, theirs)| *mine && *theirs) {
            return false;
        }
        self.done.iter_mut().zip(&other.done).for_each(|(mine, theirs)| *mine |= *theirs);
        self.counts.add_chunks(other.counts.chunks());
        true
    }

    /// Counts the missing units of its part, with checkpoints if there is a connection. When the watch stops the
    /// count, the units in progress are finished and a checkpoint is written.
    pub(in crate::store) fn count(
        &mut self,
        connection: Option<&Connection>,
        jobs: NonZeroUsize,
        (watch, activity): (&dyn Watch, Activity),
    ) -> Result<(), StoreError> {
        let watched = Watched::new(watch, activity, self.n.get() as u64, "orbits counted");
        let all = known_counts(self.n).map(|known| known.orbits() / u64::from(self.part.of()));
        let mut orbits = self.orbits();
        let (mut pause, mut stopped) = (CHECKPOINT, Ok(()));
        loop {
            let missing: Vec<usize> = self.missing().collect();
            if missing.is_empty() {
                return Ok(());
            }
            let counted = self.count_for(&missing, jobs, pause, &mut |found| {
                orbits += found;
                let fraction = all.map(|all| (orbits as f64 / all.max(1) as f64).min(1.0));
                stopped = stopped.and_then(|()| watched.tick(orbits, fraction));
                stopped.is_ok()
            });
            counted.into_iter().for_each(|unit| self.done[unit] = true);
            let began = Instant::now();
            if let Some(connection) = connection {
                self.save(connection)?;
            }
            stopped?;
            pause = CHECKPOINT.max(began.elapsed() * CHECKPOINT_SHARE);
        }
    }

    /// Counts at least one unit, and more until the time is over or `more` is false; returns the counted ones.
    fn count_for(
        &self,
        missing: &[usize],
        jobs: NonZeroUsize,
        time: Duration,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<usize> {
        let (began, next) = (Instant::now(), AtomicUsize::new(0));
        let is_stopped = AtomicBool::new(false);
        let chunks: Vec<&[usize]> = missing.chunks(self.chunk()).collect();
        let work = |found: Sender<u64>| {
            let mut counted = Vec::new();
            while counted.is_empty() || (began.elapsed() < time && !is_stopped.load(SeqCst)) {
                let Some(chunk) = chunks.get(next.fetch_add(1, SeqCst)) else { break };
                let units: Vec<WorkUnit> = chunk.iter().map(|&unit| self.units[unit]).collect();
                let mut unreported = 0;
                let mut report = |orbits| {
                    unreported += orbits;
                    // The receiver lives as long as the threads do.
                    unreported < REPORT_ORBITS
                        || found.send(std::mem::take(&mut unreported)).is_ok()
                };
                count_units(Kernel::best(), &self.prefixes, &units, &self.counts, &mut report);
                let _ = found.send(unreported);
                counted.extend_from_slice(chunk);
            }
            counted
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            // The first error means that the system has no more threads.
            let threads: Vec<_> = (0..jobs.get().min(chunks.len()))
                .map(|_| sender.clone())
                .map_while(|sender| Builder::new().spawn_scoped(scope, || work(sender)).ok())
                .collect();
            let own = if threads.is_empty() { work(sender.clone()) } else { Vec::new() };
            drop(sender);
            for found in receiver {
                if !more(found) {
                    is_stopped.store(true, SeqCst);
                }
            }
            let counted =
                threads.into_iter().flat_map(|thread| thread.join().expect("no thread panics"));
            own.into_iter().chain(counted).collect()
        })
    }

    /// Units that a thread counts together: more are quicker, fewer lose less when the build is killed.
    fn chunk(&self) -> usize {
        match self.n.get() {
            ..=18 => 16,
            19 => 4,
            _ => 1,
        }
    }
}

/// More bytes than the counts of a board take.
fn longest(n: BoardSize) -> usize {
    (4 << 20) << n.get().saturating_sub(16)
}

/// XXH3-64 of a checkpoint, big-endian.
fn checksum_of(n: BoardSize, part: Part, units: &[u8], counts: &[u8]) -> Vec<u8> {
    let mut hash = Xxh3::new();
    hash.update(&[n.get() as u8, cell_depth(n) as u8]);
    hash.update(&part.number().to_be_bytes());
    hash.update(&part.of().to_be_bytes());
    hash.update(units);
    hash.update(counts);
    hash.digest().to_be_bytes().to_vec()
}

/// Compresses the counts, run by run: bytes of equal weight beside each other, solutions before
/// representatives.
fn pack(counts: &PrefixCounts) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
    for run in counts.chunks() {
        let planes = (0..8).flat_map(|plane| {
            run.iter().map(move |count| (count[plane / 4] >> (8 * (plane % 4))) as u8)
        });
        encoder.write_all(&planes.collect::<Vec<u8>>())?;
    }
    encoder.finish()
}

/// The runs in a frame; an error unless it holds exactly as many counts as there are prefixes.
fn unpack(counts: &PrefixCounts, frame: &[u8]) -> std::io::Result<Vec<Vec<[u32; 2]>>> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(frame)?;
    let mut runs = Vec::new();
    for len in counts.chunk_lengths() {
        let (mut bytes, mut run) = (vec![0; 8 * len], vec![[0; 2]; len]);
        decoder.read_exact(&mut bytes)?;
        for (plane, bytes) in bytes.chunks(len).enumerate() {
            for (count, &byte) in run.iter_mut().zip(bytes) {
                count[plane / 4] |= u32::from(byte) << (8 * (plane % 4));
            }
        }
        runs.push(run);
    }
    match decoder.read(&mut [0])? {
        0 => Ok(runs),
        _ => Err(std::io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::BuildTier;
    use super::*;
    use crate::store::file;
    use crate::store::rows::BoardRow;
    use crate::watch::NoWatch;
    use std::path::Path;
    use std::sync::Arc;

    fn open(path: &Path) -> Connection {
        let watch: Arc<dyn Watch> = Arc::new(NoWatch);
        file::open_to_write(path, &watch).unwrap()
    }

    #[test]
    fn counting_resumes_from_a_checkpoint() {
        let n = BoardSize::new(13).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let connection = open(&directory.path().join("test.db"));
        BoardRow::begin(&connection, n, BuildTier::Indexed).unwrap();
        let (one, two) = (NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap());
        let mut whole = PartialCounts::new(n, Part::WHOLE);
        whole.count(None, two, (&NoWatch, Activity::Building)).unwrap();
        // One chunk of units at a time, with a checkpoint after each.
        let mut partial = PartialCounts::new(n, Part::WHOLE);
        let mut rounds = 0;
        while !partial.is_finished() {
            let missing: Vec<usize> = partial.missing().collect();
            let done = partial.count_for(&missing, one, Duration::ZERO, &mut |_| true);
            done.into_iter().for_each(|unit| partial.done[unit] = true);
            partial.save(&connection).unwrap();
            partial = PartialCounts::load(&connection, n).unwrap().unwrap();
            rounds += 1;
        }
        assert!(rounds > 5, "{rounds}");
        assert!(partial.counts().eq(whole.counts()));
        assert_eq!(partial.orbits(), 9233);
    }

    #[test]
    fn damaged_counts_are_noticed() {
        let n = BoardSize::new(8).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let connection = open(&directory.path().join("test.db"));
        BoardRow::begin(&connection, n, BuildTier::Indexed).unwrap();
        assert!(PartialCounts::load(&connection, n).unwrap().is_none());
        let mut partial = PartialCounts::new(n, Part::new(2, 3).unwrap());
        partial
            .count(Some(&connection), NonZeroUsize::MIN, (&NoWatch, Activity::Building))
            .unwrap();
        for damage in [
            "depth = 4",
            "part = 1",
            "part = 4",
            "parts = 0",
            "parts = 5000",
            "units = X''",
            "units = zeroblob(length(units))",
            "counts = X''",
            "counts = zeroblob(3000)",
            "checksum = X''",
        ] {
            connection.execute_batch("SAVEPOINT damage").unwrap();
            connection.execute(&format!("UPDATE partial_count SET {damage}"), []).unwrap();
            let error = PartialCounts::load(&connection, n).err();
            assert!(matches!(error, Some(StoreError::Damaged { .. })), "{damage}: {error:?}");
            connection.execute_batch("ROLLBACK TO damage; RELEASE damage").unwrap();
        }
        assert!(PartialCounts::load(&connection, n).unwrap().unwrap().is_finished());
    }
}
