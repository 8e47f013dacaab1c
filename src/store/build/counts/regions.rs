//! The regions: the table of counts, a row for each region that the counted units touch.

use super::PartialCounts;
use crate::combinatorics::BoardSize;
use crate::store::build::division::Division;
use crate::store::error::StoreError;
use rusqlite::{Connection, OptionalExtension};
use std::io::{Read, Write};
use xxhash_rust::xxh3::Xxh3;

/// The zstd level: the fastest regular one, since counts are written often and soon replaced.
const LEVEL: i32 = 1;

/// For successive prefixes, the number of solutions in the first half and of canonical representatives.
pub(in crate::store) type Counts = Vec<[u32; 2]>;

impl PartialCounts {
    /// Adds counts of the same prefixes. Fails if a sum is greater than any board has.
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

    /// Writes the counts of a region, replacing earlier ones.
    pub fn write_region(
        &mut self,
        connection: &Connection,
        region: u32,
        counts: &[[u32; 2]],
    ) -> Result<(), StoreError> {
        let packed = pack(counts)?;
        self.regions.insert(region, checksum_of_region(self.n, region, &packed));
        let sql = "INSERT OR REPLACE INTO partial_region (n, region, counts) VALUES (?1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute((self.n.get(), region, packed))?;
        Ok(())
    }

    /// The counts of a region of the board; zeros if no unit touches it.
    pub fn region(
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
}

/// XXH3-64 of a region.
fn checksum_of_region(n: BoardSize, region: u32, packed: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&[n.get() as u8]);
    hash.update(&region.to_be_bytes());
    hash.update(packed);
    hash.digest()
}

/// Compresses counts: bytes of equal weight together, solutions before representatives.
fn pack(counts: &[[u32; 2]]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
    for plane in 0..8 {
        let bytes = counts.iter().map(|count| (count[plane / 4] >> (8 * (plane % 4))) as u8);
        encoder.write_all(&bytes.collect::<Vec<u8>>())?;
    }
    encoder.finish()
}

/// The counts in a frame. Fails unless it holds exactly `len` of them.
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
