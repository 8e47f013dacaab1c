//! Partial counts: the counted units of an index, and the sums of their counts, in a file.
//!
//! Counts are stored for the regions that the units touch, and are read and written one region at a time.
//! docs/format.md has the tables.

use super::counting::Division;
use super::options::Part;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::cell_depth;
use crate::search::kernel::{PrefixCounts, UnitPrefixes};
use crate::store::block::{INDEXED_BOARDS, decompress, from_planes, to_planes};
use crate::store::error::{DamageError, Result, StoreError};
use crate::store::rows::board_size;
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// The counted units of a part. Their counts are in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialCounts {
    pub(crate) n: BoardSize,
    pub(crate) part: Part,
    /// The counted units, by number, with their orbits.
    pub units: BTreeMap<u32, u64>,
    /// The regions that have counts, with their checksums.
    regions: BTreeMap<u32, u64>,
}

impl PartialCounts {
    /// No counts yet.
    pub fn new(n: BoardSize, part: Part) -> Self {
        PartialCounts { n, part, units: BTreeMap::new(), regions: BTreeMap::new() }
    }

    /// The counts of a board in a file, if any. Fails if they are damaged.
    pub fn load(connection: &Connection, n: BoardSize) -> Result<Option<Self>> {
        let Some(part) = Self::part_in(connection, n)? else { return Ok(None) };
        if !INDEXED_BOARDS.contains(&n.get()) {
            return Err(damaged_counts(n, "a board of this size can't be indexed"));
        }
        let partial = PartialCounts::new(n, part);
        let sql = "SELECT depth, units, counts, checksum FROM nqdb_partial_count WHERE n = ?1";
        let read = |row: &rusqlite::Row<'_>| {
            let lists: (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(2)?);
            Ok((row.get::<_, u64>(0)?, lists, row.get::<_, Vec<u8>>(3)?))
        };
        let row = connection.query_row(sql, [n.get()], read).optional();
        let row = row.map_err(|error| match StoreError::from(error) {
            StoreError::Damage(DamageError::Content { what }) => partial.damaged(&what),
            other => other,
        })?;
        let Some((depth, (units, regions), checksum)) = row else { return Ok(None) };
        if depth != cell_depth(n) as u64 {
            return Err(partial.damaged("its prefixes have a wrong length"));
        }
        if checksum != partial.checksum_of(&units, &regions) {
            return Err(partial.damaged("its checksum is wrong"));
        }
        let units = decode(&units).ok_or_else(|| partial.damaged("its list of units is wrong"))?;
        let regions =
            decode(&regions).ok_or_else(|| partial.damaged("its list of regions is wrong"))?;
        Ok(Some(PartialCounts { units, regions, ..partial }))
    }

    /// The part of a board whose counts are in a file, if any.
    pub(crate) fn part_in(connection: &Connection, n: BoardSize) -> Result<Option<Part>> {
        let sql = "SELECT part, parts FROM nqdb_partial_count WHERE n = ?1";
        let read = |row: &rusqlite::Row<'_>| Ok(Part::new(row.get(0)?, row.get(1)?));
        match connection.query_row(sql, [n.get()], read).optional()? {
            Some(None) => Err(damaged_counts(n, "its part does not exist")),
            found => Ok(found.flatten()),
        }
    }

    /// The board sizes with partial counts in a file; at most the first 64.
    pub(crate) fn boards_in(connection: &Connection) -> Result<Vec<BoardSize>> {
        let mut statement = connection.prepare("SELECT n FROM nqdb_partial_count LIMIT 64")?;
        statement.query_and_then([], board_size)?.collect()
    }

    pub(crate) fn delete(connection: &Connection, n: BoardSize) -> Result<()> {
        for table in ["nqdb_partial_region", "nqdb_partial_count"] {
            connection.execute(&format!("DELETE FROM {table} WHERE n = ?1"), [n.get()])?;
        }
        Ok(())
    }

    /// Writes the lists of counted units and regions. The board must have a row.
    pub fn write(&self, connection: &Connection) -> Result<()> {
        let (units, regions) = (encode(&self.units), encode(&self.regions));
        let checksum = self.checksum_of(&units, &regions);
        connection.execute(
            "REPLACE INTO nqdb_partial_count (n, depth, part, parts, units, counts, checksum)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
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
    pub fn add(
        &mut self,
        connection: &Connection,
        division: &Division,
        units: &[u32],
        counts: &PrefixCounts,
    ) -> Result<()> {
        let transaction = connection.unchecked_transaction()?;
        let mut all = self.clone();
        let mut new_sums = UnitSums::new(&division.below);
        for (region, new) in (0..).zip(counts.chunks()) {
            new_sums.add(region, &new);
            if new.iter().all(|count| *count == [0, 0]) {
                continue;
            }
            let mut sum = self.region(&transaction, division, region)?;
            self.add_counts(&mut sum, &new)?;
            all.write_region(&transaction, region, &sum)?;
        }
        all.units.extend(units.iter().map(|&unit| (unit, new_sums.orbits[unit as usize])));
        all.write(&transaction)?;
        transaction.commit()?;
        *self = all;
        Ok(())
    }

    /// The units of the part that are not counted yet.
    pub fn missing(&self, division: &Division) -> Vec<u32> {
        division.units_of(self.part).filter(|unit| !self.units.contains_key(unit)).collect()
    }

    pub(crate) fn has(&self, region: u32) -> bool {
        self.regions.contains_key(&region)
    }

    /// Canonical representatives counted so far.
    pub(crate) fn orbits(&self) -> u64 {
        self.units.values().fold(0, |sum, orbits| sum.saturating_add(*orbits))
    }

    fn damaged(&self, what: &str) -> StoreError {
        let (n, part) = (self.n, self.part);
        if part == Part::WHOLE {
            damaged_counts(n, what)
        } else {
            DamageError::Part { n, part, what: what.to_owned() }.into()
        }
    }

    /// XXH3-64 of the lists, big-endian. They include the checksums of the regions.
    fn checksum_of(&self, units: &[u8], regions: &[u8]) -> Vec<u8> {
        let mut hash = Xxh3::new();
        hash.update(&[self.n.get() as u8, cell_depth(self.n) as u8]);
        hash.update(&self.part.number().to_be_bytes());
        hash.update(&self.part.of().to_be_bytes());
        hash.update(&(units.len() as u64).to_be_bytes());
        hash.update(units);
        hash.update(regions);
        hash.digest().to_be_bytes().to_vec()
    }
}

/// An error for damaged counts of a board when the part is unknown.
fn damaged_counts(n: BoardSize, what: &str) -> StoreError {
    StoreError::damaged(format!("the partial counts of N = {n}: {what}"))
}

/// Encodes a list of numbers with a value each: 4 and 8 bytes, big-endian, ascending.
fn encode(list: &BTreeMap<u32, u64>) -> Vec<u8> {
    let entry = |(number, value): (&u32, &u64)| {
        [&number.to_be_bytes()[..], &value.to_be_bytes()[..]].concat()
    };
    list.iter().flat_map(entry).collect()
}

/// Decodes the list; `None` unless it ascends.
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

/// First-half solutions and orbits of partial counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountSums {
    /// In the first half.
    pub solutions: u64,
    /// Canonical representatives.
    pub orbits: u64,
}

/// Sums of counts that are added region by region.
pub(crate) struct UnitSums<'p> {
    below: &'p UnitPrefixes,
    /// For each unit, the representatives of its prefixes.
    pub(crate) orbits: Vec<u64>,
    /// The sums of all prefixes.
    all: CountSums,
}

impl<'p> UnitSums<'p> {
    pub(crate) fn new(below: &'p UnitPrefixes) -> Self {
        UnitSums { below, orbits: vec![0; below.ranges.len()], all: CountSums::default() }
    }

    pub(crate) fn add(&mut self, region: u32, counts: &[[u32; 2]]) {
        for [solutions, representatives] in counts {
            self.all.solutions += u64::from(*solutions);
            self.all.orbits += u64::from(*representatives);
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

/// The zstd level: the fastest regular one, since counts are written often and soon replaced.
const LEVEL: i32 = 1;

/// For successive prefixes, the number of solutions in the first half and of canonical representatives.
pub(crate) type Counts = Vec<[u32; 2]>;

impl PartialCounts {
    /// Adds counts of the same prefixes. Fails if a sum is greater than any board has.
    pub(crate) fn add_counts(&self, all: &mut [[u32; 2]], new: &[[u32; 2]]) -> Result<()> {
        for (all, new) in all.iter_mut().zip(new) {
            for (all, new) in all.iter_mut().zip(new) {
                let sum = all.checked_add(*new);
                *all =
                    sum.ok_or_else(|| self.damaged("its counts are greater than any board's"))?;
            }
        }
        Ok(())
    }

    /// Writes the counts of a region, replacing earlier ones.
    pub fn write_region(
        &mut self,
        connection: &Connection,
        region: u32,
        counts: &[[u32; 2]],
    ) -> Result<()> {
        let packed = zstd::stream::encode_all(&to_planes(counts)[..], LEVEL)?;
        self.regions.insert(region, checksum_of_region(self.n, region, &packed));
        let sql = "REPLACE INTO nqdb_partial_region (n, region, counts) VALUES (?1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute((self.n.get(), region, packed))?;
        Ok(())
    }

    /// The counts of a region of the board; zeros if no unit touches it.
    pub fn region(
        &self,
        connection: &Connection,
        division: &Division,
        region: u32,
    ) -> Result<Counts> {
        let len = division.below.region(region).len();
        let Some(&checksum) = self.regions.get(&region) else { return Ok(vec![[0; 2]; len]) };
        let sql = "SELECT counts FROM nqdb_partial_region WHERE n = ?1 AND region = ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let row = statement.query_row((self.n.get(), region), |row| row.get::<_, Vec<u8>>(0));
        let packed = row.optional()?;
        let packed =
            packed.ok_or_else(|| self.damaged(&format!("its region {region} is missing")))?;
        if checksum_of_region(self.n, region, &packed) != checksum {
            return Err(self.damaged(&format!("the checksum of its region {region} is wrong")));
        }
        let planes = decompress(&packed, 8 * len);
        let planes =
            planes.map_err(|_| self.damaged(&format!("its region {region} can't be unpacked")))?;
        Ok(from_planes(&planes))
    }
}

/// XXH3-64 of a region.
fn checksum_of_region(n: BoardSize, region: u32, packed: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&[n.get() as u8]);
    hash.update(&region.to_be_bytes());
    hash.update(packed);
    hash.digest()
}

impl PartialCounts {
    /// Reads all counts, region by region, and checks everything that can be checked without counting again: that the
    /// units belong to the part, and that the counts add up to the totals of the units.
    pub fn inspect(&self, connection: &Connection, division: &Division) -> Result<CountSums> {
        if let Some(&unit) =
            self.units.keys().find(|&&unit| division.part_of(unit) != Some(self.part.number()))
        {
            return Err(self.damaged(&format!(
                "it has counted unit {unit} (0-based), which is not in this part"
            )));
        }
        let mut sums = UnitSums::new(&division.below);
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
            sums.add(region, &counts);
        }
        self.check(division, &sums)?;
        Ok(sums.all)
    }

    /// Fails unless the counts add up to the totals of the units.
    fn check(&self, division: &Division, sums: &UnitSums<'_>) -> Result<()> {
        for (&unit, &orbits) in &self.units {
            let found = sums.orbits[unit as usize];
            if found != orbits {
                let unit = division.unit_name(unit);
                let what = format!(
                    "the unit {unit} has {orbits} orbits, but its prefixes add up to {found}"
                );
                return Err(self.damaged(&what));
            }
        }
        let CountSums { solutions, orbits } = sums.all;
        if orbits != self.orbits() {
            let what = format!(
                "its units have {} orbits, but all prefixes add up to {orbits}",
                self.orbits()
            );
            return Err(self.damaged(&what));
        }
        // An orbit has four solutions in the first half; the few symmetric ones have fewer.
        let known = known_counts(self.n).expect("boards that are indexed are known");
        let most = 4 * orbits;
        let least = most.saturating_sub(4 * known.orbits() - known.solutions / 2);
        if !(least..=most).contains(&solutions) {
            let what = format!(
                "{orbits} orbits have {least} to {most} solutions in the first half, but its counts have {solutions}"
            );
            return Err(self.damaged(&what));
        }
        Ok(())
    }
}
