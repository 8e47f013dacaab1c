//! Wrong counts in an index with right checksums.

use nqdb::internal::block::Cells;
use nqdb::internal::{BlockRow, BoardRow, Content, open_to_write};
use nqdb::{
    Database, OrbitId, Rank,
    store::{BuildOptions, BuildTier, Part, build},
    watch::{NoWatch, Watch},
};
use nqdb_test_support::twin::size;
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;

/// Changes the cells of the only block, and its row to match.
fn change(path: &Path, change: impl Fn(&mut Cells)) {
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    let connection = open_to_write(path, &watch).unwrap();
    let row = BlockRow::find(&connection, size(10), "first_rank >= ?2", &1).unwrap();
    let mut row = row.unwrap();
    let mut cells = row.cells().unwrap();
    change(&mut cells);
    (row.count, row.payload) = (cells.solutions(), cells.encode());
    connection.execute("DELETE FROM nqdb_block", []).unwrap();
    row.signed().insert(&connection).unwrap();
    let mut content = Content::new(BuildTier::Indexed);
    content.add_cells(&cells);
    change_digest(&connection, content.digest());
}

fn change_digest(connection: &Connection, digest: [u8; 16]) {
    let mut row = BoardRow::find(connection, size(10)).unwrap().unwrap();
    row.digest = Some(digest.to_vec());
    row.write(connection).unwrap();
}

fn problems(path: &Path, deep: bool) -> Vec<String> {
    let report = Database::open(path).unwrap().verify(&[], deep, NoWatch).unwrap();
    report.boards.into_iter().flat_map(|board| board.problems).collect()
}

#[test]
fn wrong_counts_are_found_however_well_they_are_disguised() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.db");
    let tier = Some(BuildTier::Indexed);
    let options = BuildOptions { tier, cell_limit: Some(7), ..BuildOptions::default() };
    build(&path, size(10), options, NoWatch).unwrap();
    let clean = std::fs::read(&path).unwrap();
    assert_eq!(problems(&path, true), Vec::<String>::new());
    type Change = fn(&mut Cells);
    let wrong: [(&str, Change); 4] = [
        ("one more solution", |cells| cells.sizes[3].solutions += 1),
        ("a solution in the next cell", |cells| {
            cells.sizes[3].solutions -= 1;
            cells.sizes[4].solutions += 1;
        }),
        ("a representative in the next cell", |cells| {
            cells.sizes[0].representatives -= 1;
            cells.sizes[1].representatives += 1;
        }),
        ("one more prefix", |cells| cells.sizes[3].prefixes += 1),
    ];
    for (what, wrong) in wrong {
        std::fs::write(&path, &clean).unwrap();
        change(&path, wrong);
        assert_ne!(problems(&path, true), Vec::<String>::new(), "{what}");
        // Nothing panics, whatever the query.
        let board = Database::open(&path).unwrap().board(size(10)).unwrap();
        let mut lookups = board.lookups();
        for rank in (1..=362).map(|rank| Rank::new(rank).unwrap()) {
            if let (Ok(one), Ok(near)) = (board.unrank(rank), lookups.unrank(rank)) {
                let ranks = [board.rank(&one), lookups.rank(&near)];
                assert!(ranks.into_iter().flatten().all(|rank| rank.get() <= 724), "{what}");
            }
        }
        let orbits = (1..=92).map(|id| board.orbit(OrbitId::new(id).unwrap()));
        for id in orbits.flatten().flat_map(|orbit| board.orbit_id(orbit.canonical())) {
            assert!(id.get() <= 92, "{what}");
        }
    }
    std::fs::write(&path, &clean).unwrap();
    change_digest(&Connection::open(&path).unwrap(), [0; 16]);
    assert_eq!(problems(&path, false).len(), 1);
}

/// A page is overwritten by another one, among them the roots of tables and indexes without rows.
#[test]
fn an_overwritten_page_is_found() {
    const PAGE: usize = 1024;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.db");
    for part in [Part::WHOLE, Part::new(1, 2).unwrap()] {
        build(&path, size(8), BuildOptions { part, ..BuildOptions::default() }, NoWatch).unwrap();
        let clean = std::fs::read(&path).unwrap();
        for (place, old) in clean.chunks(PAGE).enumerate() {
            for (from, new) in clean.chunks(PAGE).enumerate().filter(|(_, new)| *new != old) {
                let mut bytes = clean.clone();
                bytes[place * PAGE..][..PAGE].copy_from_slice(new);
                std::fs::write(&path, bytes).unwrap();
                let verified =
                    Database::open(&path).and_then(|file| file.verify(&[], false, NoWatch));
                let is_found = verified.map_or(true, |report| !report.is_clean());
                assert!(is_found, "page {}, overwritten by page {}", place + 1, from + 1);
            }
        }
        std::fs::remove_file(&path).unwrap();
    }
}
