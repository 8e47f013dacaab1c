use super::Part;
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::BoardSize;
use crate::error::StoreError;
use crate::search::cell_depth;
use crate::search::kernel::{CellCounts, Kernel, Prefixes, Unit, count_units, units};
use rusqlite::{Connection, OptionalExtension};
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// The counts so far are written down after this time, or later where that takes long: what a killed
/// build loses, beside the units that were being counted.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// And so seldom that it takes no more than this share of the time.
const SHARE: u32 = 30;

/// A thread reports its progress after so many orbits, some milliseconds of work.
const SAY_AT: u64 = 1 << 16;

/// zstd's fastest ordinary level: the counts are written often and kept for a short time.
const LEVEL: i32 = 1;

/// The counts of all prefixes, as far as they are made: sums over units of work, in any order.
pub(super) struct Partial {
    n: BoardSize,
    part: Part,
    prefixes: Prefixes,
    units: Vec<Unit>,
    done: Vec<bool>,
    counts: CellCounts,
}

impl Partial {
    /// Nothing counted yet.
    pub(super) fn new(n: BoardSize, part: Part) -> Self {
        let prefixes = Prefixes::new(n.get(), cell_depth(n));
        let (units, counts) = (units(n.get()), CellCounts::new(&prefixes));
        Partial { n, part, done: vec![false; units.len()], prefixes, units, counts }
    }

    /// What is written down for a board, if anything is. An error where it is damaged.
    pub(super) fn load(connection: &Connection, n: BoardSize) -> Result<Option<Self>, StoreError> {
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
        let part = Part::new(part, parts).ok_or_else(|| damaged("no part of anything"))?;
        if depth != cell_depth(n) as u64 {
            return Err(damaged("prefixes of another length"));
        }
        if checksum != checksum_of(n, part, &units, &counts) {
            return Err(damaged("the checksum does not fit"));
        }
        let mut partial = Partial::new(n, part);
        if units.len() != partial.done.len().div_ceil(8) {
            return Err(damaged("another number of units"));
        }
        for (number, done) in partial.done.iter_mut().enumerate() {
            *done = units[number / 8] & (1 << (number % 8)) != 0;
        }
        let counts = unpack(&partial.counts, &counts);
        partial.counts.add_runs(counts.map_err(|_| damaged("they can't be unpacked"))?);
        Ok(Some(partial))
    }

    /// Writes it down. The board has a row.
    pub(super) fn save(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut units = vec![0u8; self.done.len().div_ceil(8)];
        for (number, _) in self.done.iter().enumerate().filter(|(_, done)| **done) {
            units[number / 8] |= 1 << (number % 8);
        }
        let counts = pack(&self.counts)?;
        let checksum = checksum_of(self.n, self.part, &units, &counts);
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

    pub(super) fn part(&self) -> Part {
        self.part
    }

    /// Canonical representatives counted so far.
    pub(super) fn orbits(&self) -> u64 {
        self.counts().map(|[_, representatives]| u64::from(representatives)).sum()
    }

    /// For each prefix of the first half, in order, its solutions and its representatives.
    pub(super) fn counts(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.counts.runs().flatten()
    }

    /// Whether all units of its part are counted.
    pub(super) fn is_finished(&self) -> bool {
        self.missing().next().is_none()
    }

    /// The parts, of so many, that have units which are not counted.
    pub(super) fn missing_parts(&self, of: u32) -> Vec<String> {
        let parts = (1..=of).filter_map(|number| Part::new(number, of));
        let missing =
            |part: &Part| self.done.iter().enumerate().any(|(unit, done)| part.has(unit) && !done);
        parts.filter(missing).map(|part| part.to_string()).collect()
    }

    /// Whether the file's schema has partial counts.
    pub(super) fn table_exists(connection: &Connection) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM main.sqlite_schema WHERE name = 'partial_count'";
        Ok(connection.query_row(sql, [], |row| row.get::<_, u64>(0))? > 0)
    }

    /// The units of its part that are not counted.
    fn missing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|&unit| self.part.has(unit) && !self.done[unit])
    }

    /// Takes over what another part has counted; false, and nothing taken, where both have counted
    /// the same.
    pub(super) fn add(&mut self, other: &Partial) -> bool {
        if self.done.iter().zip(&other.done).any(|(mine, theirs)| *mine && *theirs) {
            return false;
        }
        self.done.iter_mut().zip(&other.done).for_each(|(mine, theirs)| *mine |= *theirs);
        self.counts.add_runs(other.counts.runs());
        true
    }

    /// Counts what is missing, and writes it down from time to time, if anywhere; `progress` is told how many
    /// canonical representatives were counted in all.
    pub(super) fn count(
        &mut self,
        connection: Option<&Connection>,
        jobs: NonZeroUsize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), StoreError> {
        let mut orbits = self.orbits();
        let mut pause = CHECKPOINT;
        progress(orbits);
        loop {
            let missing: Vec<usize> = self.missing().collect();
            if missing.is_empty() {
                return Ok(());
            }
            for unit in self.count_for(&missing, jobs, pause, &mut |found| {
                orbits += found;
                progress(orbits);
            }) {
                self.done[unit] = true;
            }
            let began = Instant::now();
            if let Some(connection) = connection {
                self.save(connection)?;
            }
            pause = CHECKPOINT.max(began.elapsed() * SHARE);
        }
    }

    /// Counts units for some time, at least one; returns them.
    fn count_for(
        &self,
        missing: &[usize],
        jobs: NonZeroUsize,
        time: Duration,
        found: &mut dyn FnMut(u64),
    ) -> Vec<usize> {
        let (began, next) = (Instant::now(), AtomicUsize::new(0));
        let chunks: Vec<&[usize]> = missing.chunks(self.chunk()).collect();
        let work = |found: Sender<u64>| {
            let mut counted = Vec::new();
            while counted.is_empty() || began.elapsed() < time {
                let Some(chunk) = chunks.get(next.fetch_add(1, SeqCst)) else { break };
                let units: Vec<Unit> = chunk.iter().map(|&unit| self.units[unit]).collect();
                let mut unsaid = 0;
                let mut more = |orbits| {
                    unsaid += orbits;
                    // The receiver lives as long as the threads do.
                    unsaid < SAY_AT || found.send(std::mem::take(&mut unsaid)).is_ok()
                };
                count_units(Kernel::best(), &self.prefixes, &units, &self.counts, &mut more);
                let _ = found.send(unsaid);
                counted.extend_from_slice(chunk);
            }
            counted
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let threads: Vec<_> = (0..jobs.get().min(chunks.len()))
                .map(|_| sender.clone())
                .map(|sender| scope.spawn(|| work(sender)))
                .collect();
            drop(sender);
            receiver.into_iter().for_each(found);
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("no thread panics"))
                .collect()
        })
    }

    /// Units that are counted together: more at once are quicker, fewer lose less.
    fn chunk(&self) -> usize {
        match self.n.get() {
            ..=18 => 16,
            19 => 4,
            _ => 1,
        }
    }
}

/// XXH3-64 of what a row says, big-endian.
fn checksum_of(n: BoardSize, part: Part, units: &[u8], counts: &[u8]) -> Vec<u8> {
    let mut hash = Xxh3::new();
    hash.update(&[n.get() as u8, cell_depth(n) as u8]);
    hash.update(&part.number().to_be_bytes());
    hash.update(&part.of().to_be_bytes());
    hash.update(units);
    hash.update(counts);
    hash.digest().to_be_bytes().to_vec()
}

/// Compresses the counts, run by run: the solutions byte by byte of equal weight, then the
/// representatives.
fn pack(counts: &CellCounts) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
    for run in counts.runs() {
        let planes = (0..8).flat_map(|plane| {
            run.iter().map(move |count| (count[plane / 4] >> (8 * (plane % 4))) as u8)
        });
        encoder.write_all(&planes.collect::<Vec<u8>>())?;
    }
    encoder.finish()
}

/// The runs in a frame, which must hold just what the counts have room for.
fn unpack(counts: &CellCounts, frame: &[u8]) -> std::io::Result<Vec<Vec<[u32; 2]>>> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(frame)?;
    let mut runs = Vec::new();
    for len in counts.run_lengths() {
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
    use super::super::{BuildTier, schema};
    use super::*;
    use crate::block::Codec;

    #[test]
    fn what_was_written_down_is_gone_on_from() {
        let n = BoardSize::new(13).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let mut connection = schema::open_to_write(&directory.path().join("test.db")).unwrap();
        schema::begin_board(&mut connection, n, BuildTier::Indexed, Codec::Cells, 1).unwrap();
        let (one, two) = (NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap());
        let mut whole = Partial::new(n, Part::WHOLE);
        whole.count(None, two, &mut |_| ()).unwrap();
        // One chunk of units at a time, written down and read again after each.
        let mut partial = Partial::new(n, Part::WHOLE);
        let mut rounds = 0;
        while !partial.is_finished() {
            let missing: Vec<usize> = partial.missing().collect();
            let done = partial.count_for(&missing, one, Duration::ZERO, &mut |_| ());
            done.into_iter().for_each(|unit| partial.done[unit] = true);
            partial.save(&connection).unwrap();
            partial = Partial::load(&connection, n).unwrap().unwrap();
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
        let mut connection = schema::open_to_write(&directory.path().join("test.db")).unwrap();
        schema::begin_board(&mut connection, n, BuildTier::Indexed, Codec::Cells, 1).unwrap();
        assert!(Partial::load(&connection, n).unwrap().is_none());
        let mut partial = Partial::new(n, Part::new(2, 3).unwrap());
        partial.count(Some(&connection), NonZeroUsize::MIN, &mut |_| ()).unwrap();
        for damage in [
            "depth = 4",
            "part = 1",
            "part = 4",
            "parts = 0",
            "parts = 5000",
            "units = X''",
            "units = zeroblob(length(units))",
            "counts = X''",
            "counts = zeroblob(1000000)",
            "checksum = X''",
        ] {
            connection.execute_batch("SAVEPOINT damage").unwrap();
            connection.execute(&format!("UPDATE partial_count SET {damage}"), []).unwrap();
            let error = Partial::load(&connection, n).err();
            assert!(matches!(error, Some(StoreError::Damaged { .. })), "{damage}: {error:?}");
            connection.execute_batch("ROLLBACK TO damage; RELEASE damage").unwrap();
        }
        assert!(Partial::load(&connection, n).unwrap().unwrap().is_finished());
    }
}
