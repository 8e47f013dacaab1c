//! Partial counts: the units of an index that are counted, and the sums of their counts, in a file.
//!
//! The counts lie in the file region by region, those that the units touch, and are read and written one region at
//! a time. docs/format.md has the tables.

use super::division::Division;
use super::options::Part;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::cell_depth;
use crate::search::kernel::{PrefixCounts, UnitPrefixes};
use crate::store::block::INDEXED_BOARDS;
use crate::store::connection::LONGEST_VALUE;
use crate::store::error::StoreError;
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use xxhash_rust::xxh3::Xxh3;

/// The zstd level: the fastest ordinary one, since counts are written often and soon replaced.
const LEVEL: i32 = 1;

/// Solutions of the first half and canonical representatives of successive prefixes.
pub(in crate::store) type Counts = Vec<[u32; 2]>;

/// Takes the counts of a region, whose number comes first.
pub(in crate::store) type VisitRegion<'v> =
    &'v mut dyn FnMut(u32, &[[u32; 2]]) -> Result<(), StoreError>;

/// The units of a part that are counted. Their counts are in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store) struct PartialCounts {
    n: BoardSize,
    part: Part,
    /// The counted units, by number, with their orbits.
    units: BTreeMap<u32, u64>,
    /// The regions that have counts, with their checksums.
    regions: BTreeMap<u32, u64>,
}

/// First-half solutions and orbits of partial counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::store) struct Sums {
    pub(in crate::store) solutions: u64,
    pub(in crate::store) orbits: u64,
}

impl PartialCounts {
    /// No counts yet.
    pub(in crate::store) fn new(n: BoardSize, part: Part) -> Self {
        PartialCounts { n, part, units: BTreeMap::new(), regions: BTreeMap::new() }
    }

    /// What a file has counted of a board, if it has anything; an error where that is damaged.
    pub(in crate::store) fn load(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<Option<Self>, StoreError> {
        if !Self::table_exists(connection)? {
            return Ok(None);
        }
        // Earlier versions wrote all counts into one value.
        let sql = "SELECT part, parts, depth, units, checksum, CASE WHEN length(counts) <= ?2 THEN counts END
                   FROM partial_count WHERE n = ?1";
        let read = |row: &rusqlite::Row<'_>| {
            let (part, parts, depth): (u32, u32, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (units, checksum): (Vec<u8>, Vec<u8>) = (row.get(3)?, row.get(4)?);
            Ok((Part::new(part, parts), depth, units, checksum, row.get::<_, Option<Vec<u8>>>(5)?))
        };
        let row = connection.query_row(sql, (n.get(), LONGEST_VALUE), read).optional()?;
        let Some((part, depth, units, checksum, regions)) = row else { return Ok(None) };
        let damaged =
            |what: &str| StoreError::damaged(format!("the partial counts of N = {n}: {what}"));
        if !INDEXED_BOARDS.contains(&n.get()) {
            return Err(damaged("no such board is indexed"));
        }
        let part = part.ok_or_else(|| damaged("its part does not exist"))?;
        let Some(regions) = regions else { return Err(StoreError::OldCounts { n, part }) };
        let partial = PartialCounts::new(n, part);
        if depth != cell_depth(n) as u64 {
            return Err(partial.damaged("its prefixes have another length"));
        }
        if checksum != partial.checksum_of(&units, &regions) {
            return Err(match checksum == partial.checksum_before_regions(&units, &regions) {
                true => StoreError::OldCounts { n, part },
                false => partial.damaged("its checksum is wrong"),
            });
        }
        let units = decode(&units).ok_or_else(|| partial.damaged("its list of units is wrong"))?;
        let regions =
            decode(&regions).ok_or_else(|| partial.damaged("its list of regions is wrong"))?;
        Ok(Some(PartialCounts { units, regions, ..partial }))
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

    /// The board sizes that a file has partial counts of, as far as the first 64 of them.
    pub(in crate::store) fn boards_in(
        connection: &Connection,
    ) -> Result<Vec<BoardSize>, StoreError> {
        if !Self::table_exists(connection)? {
            return Ok(Vec::new());
        }
        let mut statement = connection.prepare("SELECT n FROM partial_count LIMIT 64")?;
        let sizes = statement.query_map([], |row| row.get::<_, i64>(0))?;
        let size = |n: i64| u64::try_from(n).ok().and_then(|n| BoardSize::new(n).ok());
        let known = |n| {
            size(n).ok_or_else(|| StoreError::damaged("partial counts of a board outside 1 … 64"))
        };
        sizes.map(|n| known(n?)).collect()
    }

    /// Whether the file's schema has partial counts.
    fn table_exists(connection: &Connection) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM main.sqlite_schema WHERE name = 'partial_count'";
        Ok(connection.query_row(sql, [], |row| row.get::<_, u64>(0))? > 0)
    }

    /// Removes what the file has of the counts of a board.
    pub(in crate::store) fn delete(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<(), StoreError> {
        for table in ["partial_region", "partial_count"] {
            connection.execute(&format!("DELETE FROM {table} WHERE n = ?1"), [n.get()])?;
        }
        Ok(())
    }

    /// Writes which units and regions are counted. The board has a row.
    pub(in crate::store) fn write(&self, connection: &Connection) -> Result<(), StoreError> {
        let (units, regions) = (encode(&self.units), encode(&self.regions));
        let checksum = self.checksum_of(&units, &regions);
        connection.execute(
            "INSERT INTO partial_count (n, depth, part, parts, units, counts, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (n) DO UPDATE SET depth = excluded.depth, part = excluded.part,
                 parts = excluded.parts, units = excluded.units, counts = excluded.counts,
                 checksum = excluded.checksum",
            (
                self.n.get(),
                cell_depth(self.n),
                self.part.number(),
                self.part.of(),
                units,
                regions,
                checksum,
            ),
        )?;
        Ok(())
    }

    /// Adds finished units and their counts, in one transaction.
    pub(in crate::store) fn add(
        &mut self,
        connection: &Connection,
        division: &Division,
        units: &[u32],
        counts: &PrefixCounts,
    ) -> Result<(), StoreError> {
        let transaction = connection.unchecked_transaction()?;
        let mut sum = self.clone();
        let mut tally = Tally::new(&division.below);
        for (region, new) in (0..).zip(counts.chunks()) {
            tally.add(region, &new);
            if new.iter().all(|count| *count == [0, 0]) {
                continue;
            }
            let all = match self.has(region) {
                true => {
                    let mut all = self.region(&transaction, division, region)?;
                    self.add_counts(&mut all, &new)?;
                    all
                }
                false => new,
            };
            let packed = pack(&all)?;
            sum.regions.insert(region, checksum_of_region(self.n, region, &packed));
            let sql =
                "INSERT OR REPLACE INTO partial_region (n, region, counts) VALUES (?1, ?2, ?3)";
            transaction.prepare_cached(sql)?.execute((self.n.get(), region, packed))?;
        }
        sum.units.extend(units.iter().map(|&unit| (unit, tally.orbits[unit as usize])));
        sum.write(&transaction)?;
        transaction.commit()?;
        *self = sum;
        Ok(())
    }

    /// Adds counts of the same prefixes; an error where no board has so many solutions.
    pub(in crate::store) fn add_counts(
        &self,
        all: &mut [[u32; 2]],
        new: &[[u32; 2]],
    ) -> Result<(), StoreError> {
        for (all, new) in all.iter_mut().zip(new) {
            for (all, new) in all.iter_mut().zip(new) {
                let sum = all.checked_add(*new);
                *all =
                    sum.ok_or_else(|| self.damaged("its counts are greater than any board's"))?;
            }
        }
        Ok(())
    }

    /// The counts of a region, which is one of the board's; zeros where no unit touches it.
    pub(in crate::store) fn region(
        &self,
        connection: &Connection,
        division: &Division,
        region: u32,
    ) -> Result<Counts, StoreError> {
        let len = division.below.region(region).len();
        let Some(&checksum) = self.regions.get(&region) else { return Ok(vec![[0; 2]; len]) };
        let sql = "SELECT counts FROM partial_region WHERE n = ?1 AND region = ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let row = statement.query_row((self.n.get(), region), |row| row.get::<_, Vec<u8>>(0));
        let packed = row.optional()?;
        let packed =
            packed.ok_or_else(|| self.damaged(&format!("its region {region} is missing")))?;
        if checksum_of_region(self.n, region, &packed) != checksum {
            return Err(self.damaged(&format!("the checksum of its region {region} is wrong")));
        }
        unpack(&packed, len)
            .map_err(|_| self.damaged(&format!("its region {region} can't be unpacked")))
    }

    /// Reads all counts, region by region, and checks all that can be checked without counting: that the units are
    /// those of the part, and that the counts add up to what the units say.
    pub(in crate::store) fn inspect(
        &self,
        connection: &Connection,
        division: &Division,
        visit: VisitRegion<'_>,
    ) -> Result<Sums, StoreError> {
        if let Some(&unit) =
            self.units.keys().find(|&&unit| division.part_of(unit) != Some(self.part.number()))
        {
            return Err(self.damaged(&format!(
                "it has counted unit {unit} (0-based), which is not in this part"
            )));
        }
        let mut tally = Tally::new(&division.below);
        for &region in self.regions.keys() {
            if region >= division.below.regions() {
                return Err(self.damaged(&format!("the board has no region {region}")));
            }
            let counts = self.region(connection, division, region)?;
            if counts.iter().any(|[solutions, representatives]| solutions < representatives) {
                let what =
                    format!("in its region {region} a prefix has more orbits than solutions");
                return Err(self.damaged(&what));
            }
            tally.add(region, &counts);
            visit(region, &counts)?;
        }
        self.check(division, &tally)?;
        Ok(tally.sums)
    }

    /// An error unless the counts add up to what the units say.
    fn check(&self, division: &Division, tally: &Tally<'_>) -> Result<(), StoreError> {
        for (&unit, &orbits) in &self.units {
            let found = tally.orbits[unit as usize];
            if found != orbits {
                let unit = name(division, unit);
                let what = format!(
                    "the unit {unit} says {orbits} orbits, and its prefixes add up to {found}"
                );
                return Err(self.damaged(&what));
            }
        }
        let Sums { solutions, orbits } = tally.sums;
        if orbits != self.orbits() {
            let what = format!(
                "its units say {} orbits, and all prefixes add up to {orbits}",
                self.orbits()
            );
            return Err(self.damaged(&what));
        }
        // An orbit has four solutions in the first half; those with symmetries have fewer, and they are few.
        let known = known_counts(self.n).expect("boards that are indexed are known");
        let most = 4 * orbits;
        let least = most.saturating_sub(4 * known.orbits() - known.solutions / 2);
        if !(least..=most).contains(&solutions) {
            let what = format!(
                "{orbits} orbits make {least} to {most} solutions of the first half, its counts {solutions}"
            );
            return Err(self.damaged(&what));
        }
        Ok(())
    }

    /// The units of its part that are not counted.
    pub(in crate::store) fn missing(&self, division: &Division) -> Vec<u32> {
        division.units_of(self.part).filter(|unit| !self.units.contains_key(unit)).collect()
    }

    /// Whether a region has counts.
    pub(in crate::store) fn has(&self, region: u32) -> bool {
        self.regions.contains_key(&region)
    }

    pub(in crate::store) fn n(&self) -> BoardSize {
        self.n
    }

    pub(in crate::store) fn part(&self) -> Part {
        self.part
    }

    /// The counted units with their orbits.
    pub(in crate::store) fn units(&self) -> &BTreeMap<u32, u64> {
        &self.units
    }

    /// Canonical representatives counted so far.
    pub(in crate::store) fn orbits(&self) -> u64 {
        self.units.values().fold(0, |sum, orbits| sum.saturating_add(*orbits))
    }

    /// Damage of this part.
    pub(in crate::store) fn damaged(&self, what: &str) -> StoreError {
        let (n, part) = (self.n, self.part);
        match part == Part::WHOLE {
            true => StoreError::damaged(format!("the partial counts of N = {n}: {what}")),
            false => StoreError::DamagedPart { n, part, what: what.to_owned() },
        }
    }

    /// XXH3-64 of what is counted, big-endian. The checksums of the regions are part of it.
    fn checksum_of(&self, units: &[u8], regions: &[u8]) -> Vec<u8> {
        let mut hash = self.hash_of_part();
        hash.update(&(units.len() as u64).to_be_bytes());
        hash.update(units);
        hash.update(regions);
        hash.digest().to_be_bytes().to_vec()
    }

    /// The checksum up to schema version 3, where `counts` held all counts.
    fn checksum_before_regions(&self, units: &[u8], counts: &[u8]) -> Vec<u8> {
        let mut hash = self.hash_of_part();
        hash.update(units);
        hash.update(counts);
        hash.digest().to_be_bytes().to_vec()
    }

    fn hash_of_part(&self) -> Xxh3 {
        let mut hash = Xxh3::new();
        hash.update(&[self.n.get() as u8, cell_depth(self.n) as u8]);
        hash.update(&self.part.number().to_be_bytes());
        hash.update(&self.part.of().to_be_bytes());
        hash
    }
}

/// A unit by its queens, 1-based.
pub(in crate::store) fn name(division: &Division, unit: u32) -> String {
    let queens = division.units[unit as usize].queens();
    queens.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// The sums of counts that come region by region.
pub(in crate::store) struct Tally<'p> {
    below: &'p UnitPrefixes,
    /// By unit: the representatives of its prefixes.
    pub(in crate::store) orbits: Vec<u64>,
    sums: Sums,
}

impl<'p> Tally<'p> {
    pub(in crate::store) fn new(below: &'p UnitPrefixes) -> Self {
        Tally { below, orbits: vec![0; below.ranges.len()], sums: Sums::default() }
    }

    pub(in crate::store) fn add(&mut self, region: u32, counts: &[[u32; 2]]) {
        for [solutions, representatives] in counts {
            self.sums.solutions += u64::from(*solutions);
            self.sums.orbits += u64::from(*representatives);
        }
        let here = self.below.region(region);
        let first = self.below.ranges.partition_point(|unit| unit.end <= here.start);
        let units = self.below.ranges[first..].iter().take_while(|unit| unit.start < here.end);
        for (orbits, unit) in self.orbits[first..].iter_mut().zip(units) {
            let both = unit.start.max(here.start) - here.start..unit.end.min(here.end) - here.start;
            *orbits += counts[both].iter().map(|count| u64::from(count[1])).sum::<u64>();
        }
    }
}

/// A list of numbers with a value each: 4 and 8 bytes, big-endian, ascending.
fn encode(list: &BTreeMap<u32, u64>) -> Vec<u8> {
    let entry = |(number, value): (&u32, &u64)| {
        [&number.to_be_bytes()[..], &value.to_be_bytes()[..]].concat()
    };
    list.iter().flat_map(entry).collect()
}

/// The list in these bytes; `None` unless it ascends.
fn decode(bytes: &[u8]) -> Option<BTreeMap<u32, u64>> {
    let (entries, rest) = bytes.as_chunks::<12>();
    let entry = |entry: &[u8; 12]| {
        let (number, value) = entry.split_at(4);
        Some((
            u32::from_be_bytes(number.try_into().ok()?),
            u64::from_be_bytes(value.try_into().ok()?),
        ))
    };
    let entries: Vec<(u32, u64)> = entries.iter().map(entry).collect::<Option<_>>()?;
    let ascends = entries.windows(2).all(|pair| pair[0].0 < pair[1].0);
    (ascends && rest.is_empty()).then(|| entries.into_iter().collect())
}

/// XXH3-64 of a region.
fn checksum_of_region(n: BoardSize, region: u32, packed: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&[n.get() as u8]);
    hash.update(&region.to_be_bytes());
    hash.update(packed);
    hash.digest()
}

/// Compresses counts: bytes of equal weight beside each other, solutions before representatives.
fn pack(counts: &[[u32; 2]]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
    for plane in 0..8 {
        let bytes = counts.iter().map(|count| (count[plane / 4] >> (8 * (plane % 4))) as u8);
        encoder.write_all(&bytes.collect::<Vec<u8>>())?;
    }
    encoder.finish()
}

/// The counts in a frame; an error unless it holds exactly `len` of them.
fn unpack(frame: &[u8], len: usize) -> std::io::Result<Counts> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(frame)?;
    let (mut bytes, mut counts) = (vec![0; 8 * len], vec![[0; 2]; len]);
    decoder.read_exact(&mut bytes)?;
    for (plane, bytes) in bytes.chunks(len).enumerate() {
        for (count, &byte) in counts.iter_mut().zip(bytes) {
            count[plane / 4] |= u32::from(byte) << (8 * (plane % 4));
        }
    }
    match decoder.read(&mut [0])? {
        0 => Ok(counts),
        _ => Err(std::io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::counting::{Hooks, count};
    use super::super::options::BuildTier;
    use super::*;
    use crate::search::kernel::{Kernel, NumberedPrefixes, count_units, work_units};
    use crate::store::connection::set_longest_value;
    use crate::store::file;
    use crate::store::rows::BoardRow;
    use crate::watch::{NoWatch, Watch};
    use std::num::NonZeroUsize;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    fn open(path: &Path) -> Connection {
        let watch: Arc<dyn Watch> = Arc::new(NoWatch);
        file::open_to_write(path, &watch).unwrap()
    }

    /// A file with the counts of a part, saved as often as possible, and how often that was.
    fn counted(
        path: &Path,
        n: u64,
        part: Part,
        jobs: usize,
    ) -> (Connection, PartialCounts, Division, usize) {
        let n = BoardSize::new(n).unwrap();
        let connection = open(path);
        BoardRow::begin(&connection, n, BuildTier::Indexed).unwrap();
        let division = Division::new(n, part.of());
        let mut partial = PartialCounts::new(n, part);
        partial.write(&connection).unwrap();
        let mut saves = 0;
        let mut save = |units: &[u32], counts: &PrefixCounts| {
            saves += 1;
            partial.add(&connection, &division, units, counts)?;
            assert_eq!(PartialCounts::load(&connection, n)?, Some(partial.clone()));
            partial.inspect(&connection, &division, &mut |_, _| Ok(())).map(drop)
        };
        let missing = PartialCounts::new(n, part).missing(&division);
        for some in missing.chunks(100) {
            let hooks = Hooks { tick: &mut |_| Ok(()), save: &mut save };
            let jobs = NonZeroUsize::new(jobs).unwrap();
            count(&division, some, jobs, Some(Duration::ZERO), hooks).unwrap();
        }
        (connection, partial, division, saves)
    }

    #[test]
    fn every_checkpoint_is_sound_and_the_last_one_has_all() {
        let directory = tempfile::tempdir().unwrap();
        for jobs in [1, 3] {
            let path = directory.path().join(format!("{jobs}.db"));
            let (connection, partial, division, saves) = counted(&path, 13, Part::WHOLE, jobs);
            assert!(saves >= division.units.len().div_ceil(100), "{saves}");
            let mut all = Counts::new();
            let visit = &mut |_: u32, counts: &[[u32; 2]]| {
                all.extend_from_slice(counts);
                Ok(())
            };
            let sums = partial.inspect(&connection, &division, visit).unwrap();
            assert_eq!(sums, Sums { solutions: 36_856, orbits: 9233 });
            let prefixes = NumberedPrefixes::new(13, 5);
            let fresh = PrefixCounts::new(&prefixes);
            count_units(Kernel::best(), &prefixes, &work_units(13), &fresh, &mut |_| true);
            assert_eq!(all, fresh.to_counts());
        }
    }

    #[test]
    fn damaged_counts_are_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let part = Part::new(2, 3).unwrap();
        let (connection, _, division, _) = counted(&directory.path().join("test.db"), 8, part, 1);
        let n = division.n;
        let inspect = || {
            let partial = PartialCounts::load(&connection, n)?.expect("it is there");
            partial.inspect(&connection, &division, &mut |_, _| Ok(()))
        };
        inspect().unwrap();
        for damage in [
            "partial_count SET depth = 4",
            "partial_count SET part = 1",
            "partial_count SET part = 4",
            "partial_count SET parts = 0",
            "partial_count SET parts = 50000",
            "partial_count SET units = X''",
            "partial_count SET units = zeroblob(length(units))",
            "partial_count SET counts = X''",
            "partial_count SET checksum = X''",
            "partial_region SET counts = X''",
            "partial_region SET counts = zeroblob(length(counts))",
            "partial_region SET region = 1",
        ] {
            connection.execute_batch("SAVEPOINT damage").unwrap();
            connection.execute(&format!("UPDATE {damage}"), []).unwrap();
            let error = inspect().unwrap_err();
            let is_damage =
                matches!(error, StoreError::Damaged { .. } | StoreError::DamagedPart { .. });
            assert!(is_damage, "{damage}: {error:?}");
            connection.execute_batch("ROLLBACK TO damage; RELEASE damage").unwrap();
        }
        inspect().unwrap();
    }

    /// Counts that are wrong, in a file whose checksums are right.
    #[test]
    fn forged_counts_do_not_add_up() {
        let directory = tempfile::tempdir().unwrap();
        let part = Part::new(1, 2).unwrap();
        let (connection, partial, division, _) =
            counted(&directory.path().join("test.db"), 10, part, 1);
        let sound = partial.region(&connection, &division, 0).unwrap();
        let forge = |change: &dyn Fn(&mut PartialCounts, &mut [[u32; 2]])| {
            let mut forged = partial.clone();
            let mut counts = sound.clone();
            change(&mut forged, &mut counts);
            let packed = pack(&counts).unwrap();
            forged.regions.insert(0, checksum_of_region(division.n, 0, &packed));
            connection.execute("UPDATE partial_region SET counts = ?1", [packed]).unwrap();
            forged.write(&connection).unwrap();
            let loaded = PartialCounts::load(&connection, division.n).unwrap().unwrap();
            assert_eq!(loaded, forged);
            loaded.inspect(&connection, &division, &mut |_, _| Ok(())).unwrap_err().to_string()
        };
        let busy = |counts: &[[u32; 2]]| counts.iter().position(|count| count[1] > 1).unwrap();
        let of_units = forge(&|forged, _| *forged.units.values_mut().next().unwrap() += 1);
        assert!(of_units.contains("orbits, and its prefixes add up to"), "{of_units}");
        let moved = forge(&|_, counts| {
            counts[busy(counts)][1] -= 1;
            let last = counts.len() - 1;
            counts[last] = [counts[last][0] + 1, counts[last][1] + 1];
        });
        assert!(moved.contains("prefixes add up to"), "{moved}");
        let more = forge(&|_, counts| counts[busy(counts)][0] += 1000);
        assert!(more.contains("solutions of the first half"), "{more}");
        let fewer = forge(&|_, counts| counts[busy(counts)][0] = 0);
        assert!(fewer.contains("more orbits than solutions"), "{fewer}");
        let other = forge(&|forged, _| {
            let unit = division.units_of(Part::new(2, 2).unwrap()).next().unwrap();
            forged.units.insert(unit, 0);
        });
        assert!(other.contains("not in this part"), "{other}");
    }

    #[test]
    fn counts_of_an_earlier_version_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let part = Part::new(1, 2).unwrap();
        let (connection, partial, ..) = counted(&directory.path().join("test.db"), 8, part, 1);
        let expected = StoreError::OldCounts { n: partial.n(), part };
        let old = partial.checksum_before_regions(b"\x01", b"counts");
        let sql = "UPDATE partial_count SET units = CAST(X'01' AS BLOB), counts = CAST('counts' AS BLOB), checksum = ?1";
        connection.execute(sql, [old]).unwrap();
        assert_eq!(PartialCounts::load(&connection, partial.n()).unwrap_err(), expected);
        // The counts of a large board were longer than any value is now.
        set_longest_value(&connection, usize::MAX).unwrap();
        let sql = "UPDATE partial_count SET counts = zeroblob(?1)";
        connection.execute(sql, [LONGEST_VALUE + 1]).unwrap();
        set_longest_value(&connection, LONGEST_VALUE).unwrap();
        assert_eq!(PartialCounts::load(&connection, partial.n()).unwrap_err(), expected);
    }
}
