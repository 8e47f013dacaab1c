//! Partial counts: the counted units of an index, and the sums of their counts, in a file.
//!
//! Counts are stored for the regions that the units touch, and are read and written one region at a time.
//! docs/format.md has the tables. `regions` has the counts of a region, `sums` their sums, and `inspection` the checks
//! that the counts of a part are consistent.

mod inspection;
mod regions;
mod sums;

use super::division::Division;
use super::options::Part;
use crate::combinatorics::BoardSize;
use crate::search::cell_depth;
use crate::search::kernel::PrefixCounts;
use crate::store::block::INDEXED_BOARDS;
use crate::store::error::{DamageError, StoreError};
pub(in crate::store) use inspection::VisitRegion;
pub(in crate::store) use regions::Counts;
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;
pub use sums::Sums;
pub(in crate::store) use sums::UnitSums;
use xxhash_rust::xxh3::Xxh3;

/// The counted units of a part. Their counts are in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialCounts {
    n: BoardSize,
    part: Part,
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
    pub fn load(connection: &Connection, n: BoardSize) -> Result<Option<Self>, StoreError> {
        let Some(part) = Self::part_in(connection, n)? else { return Ok(None) };
        if !INDEXED_BOARDS.contains(&n.get()) {
            return Err(damaged_counts(n, "a board of this size can't be indexed"));
        }
        let partial = PartialCounts::new(n, part);
        let sql = "SELECT depth, units, counts, checksum FROM partial_count WHERE n = ?1";
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
    pub(in crate::store) fn part_in(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<Option<Part>, StoreError> {
        let sql = "SELECT part, parts FROM partial_count WHERE n = ?1";
        let read = |row: &rusqlite::Row<'_>| Ok(Part::new(row.get(0)?, row.get(1)?));
        match connection.query_row(sql, [n.get()], read).optional()? {
            Some(None) => Err(damaged_counts(n, "its part does not exist")),
            found => Ok(found.flatten()),
        }
    }

    /// The board sizes with partial counts in a file; at most the first 64.
    pub(in crate::store) fn boards_in(
        connection: &Connection,
    ) -> Result<Vec<BoardSize>, StoreError> {
        let mut statement = connection.prepare("SELECT n FROM partial_count LIMIT 64")?;
        let sizes = statement.query_map([], |row| row.get::<_, i64>(0))?;
        let size = |n: i64| u64::try_from(n).ok().and_then(|n| BoardSize::new(n).ok());
        let known = |n| {
            size(n).ok_or_else(|| StoreError::damaged("partial counts of a board outside 1 … 64"))
        };
        sizes.map(|n| known(n?)).collect()
    }

    /// Deletes the counts of a board from the file.
    pub(in crate::store) fn delete(
        connection: &Connection,
        n: BoardSize,
    ) -> Result<(), StoreError> {
        for table in ["partial_region", "partial_count"] {
            connection.execute(&format!("DELETE FROM {table} WHERE n = ?1"), [n.get()])?;
        }
        Ok(())
    }

    /// Writes the lists of counted units and regions. The board must have a row.
    pub fn write(&self, connection: &Connection) -> Result<(), StoreError> {
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
    pub fn add(
        &mut self,
        connection: &Connection,
        division: &Division,
        units: &[u32],
        counts: &PrefixCounts,
    ) -> Result<(), StoreError> {
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

    /// The counted units and their orbits.
    pub(in crate::store) fn units(&self) -> &BTreeMap<u32, u64> {
        &self.units
    }

    /// Canonical representatives counted so far.
    pub(in crate::store) fn orbits(&self) -> u64 {
        self.units.values().fold(0, |sum, orbits| sum.saturating_add(*orbits))
    }

    /// An error for damage of this part.
    pub(in crate::store) fn damaged(&self, what: &str) -> StoreError {
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
