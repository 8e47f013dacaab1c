//! Counts of small boards: divided into parts, written, read, damaged and forged.

use nqdb::internal::kernel::{Kernel, NumberedPrefixes, PrefixCounts, count_units, work_units};
use nqdb::internal::{BoardRow, CountSums, Division, PartialCounts, count, deal, open_to_write};
use nqdb::{
    store::{BuildTier, Part, StoreError},
    watch::{NoWatch, Watch},
};
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use rusqlite::Connection;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn open(path: &Path) -> Connection {
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    open_to_write(path, &watch).unwrap()
}

/// A file with the counts of a part, saved as often as possible, and the number of saves.
fn counted(
    path: &Path,
    n: usize,
    part: Part,
    jobs: usize,
) -> (Connection, PartialCounts, Division, usize) {
    let n = size(n);
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
        partial.inspect(&connection, &division).map(drop)
    };
    let missing = PartialCounts::new(n, part).missing(&division);
    for some in missing.chunks(100) {
        let jobs = NonZeroUsize::new(jobs).unwrap();
        count(&division, some, jobs, Some(Duration::ZERO), &mut |_| Ok(()), &mut save).unwrap();
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
        let all = partial.region(&connection, &division, 0).unwrap();
        let sums = partial.inspect(&connection, &division).unwrap();
        assert_eq!(sums, CountSums { solutions: 36_856, orbits: 9233 });
        let prefixes = NumberedPrefixes::new(13, 5);
        let fresh = PrefixCounts::new(&prefixes);
        count_units(Kernel::best(), &prefixes, &work_units(13), &fresh, &mut |_| true);
        assert_eq!(all, fresh.chunks().flatten().collect::<Vec<_>>());
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
        partial.inspect(&connection, &division)
    };
    inspect().unwrap();
    for damage in [
        "nqdb_partial_count SET depth = 4",
        "nqdb_partial_count SET part = 1",
        "nqdb_partial_count SET part = 4",
        "nqdb_partial_count SET parts = 0",
        "nqdb_partial_count SET parts = 50000",
        "nqdb_partial_count SET units = X''",
        "nqdb_partial_count SET units = zeroblob(length(units))",
        "nqdb_partial_count SET counts = X''",
        "nqdb_partial_count SET checksum = X''",
        "nqdb_partial_region SET counts = X''",
        "nqdb_partial_region SET counts = zeroblob(length(counts))",
        "nqdb_partial_region SET region = 1",
    ] {
        connection.execute_batch("SAVEPOINT damage").unwrap();
        connection.execute(&format!("UPDATE {damage}"), []).unwrap();
        let error = inspect().unwrap_err();
        assert!(matches!(error, StoreError::Damage(_)), "{damage}: {error:?}");
        connection.execute_batch("ROLLBACK TO damage; RELEASE damage").unwrap();
    }
    inspect().unwrap();
}

/// Wrong counts in a file whose checksums are right.
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
        forged.write_region(&connection, 0, &counts).unwrap();
        forged.write(&connection).unwrap();
        let loaded = PartialCounts::load(&connection, division.n).unwrap().unwrap();
        assert_eq!(loaded, forged);
        loaded.inspect(&connection, &division).unwrap_err().to_string()
    };
    let busy = |counts: &[[u32; 2]]| counts.iter().position(|count| count[1] > 1).unwrap();
    let of_units = forge(&|forged, _| *forged.units.values_mut().next().unwrap() += 1);
    assert!(of_units.contains("orbits, but its prefixes add up to"), "{of_units}");
    let moved = forge(&|_, counts| {
        counts[busy(counts)][1] -= 1;
        let last = counts.len() - 1;
        counts[last] = [counts[last][0] + 1, counts[last][1] + 1];
    });
    assert!(moved.contains("prefixes add up to"), "{moved}");
    let more = forge(&|_, counts| counts[busy(counts)][0] += 1000);
    assert!(more.contains("solutions in the first half"), "{more}");
    let fewer = forge(&|_, counts| counts[busy(counts)][0] = 0);
    assert!(fewer.contains("more orbits than solutions"), "{fewer}");
    let other = forge(&|forged, _| {
        let unit = division.units_of(Part::new(2, 2).unwrap()).next().unwrap();
        forged.units.insert(unit, 0);
    });
    assert!(other.contains("not in this part"), "{other}");
}

proptest! {
    #[test]
    fn no_part_has_more_than_its_share_and_a_unit(
        weights in prop::collection::vec(0u64..1000, 0..200),
        of in 1u32..40,
    ) {
        let parts = deal(&weights, of);
        let mut loads = vec![0; of as usize];
        for (weight, part) in weights.iter().zip(&parts) {
            loads[*part as usize - 1] += weight;
        }
        let (sum, longest) = (weights.iter().sum::<u64>(), weights.iter().max().copied());
        let most = sum / u64::from(of) + longest.unwrap_or(0);
        prop_assert!(loads.iter().all(|&load| load <= most), "{loads:?}, expected up to {most}");
    }
}

#[test]
fn every_unit_is_in_one_part() {
    for (n, of) in [(5, 1), (8, 3), (12, 7), (13, 1000)] {
        let division = Division::new(size(n), of);
        let parts = (1..=of).map(|number| Part::new(number, of).unwrap());
        let mut units: Vec<u32> =
            parts.flat_map(|part| division.units_of(part).collect::<Vec<_>>()).collect();
        units.sort_unstable();
        assert!(units.into_iter().eq(0..division.units.len() as u32), "N = {n}, {of} parts");
    }
}
