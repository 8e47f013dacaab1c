//! Crafted boards, each beyond one bound of the readers and with valid checksums.

use nqdb::internal::block::Cells;
use nqdb::internal::{BlockRow, CellSize, cell_depth};
use nqdb::{
    Board, BoardSize, Database, Permutation, PermutationIndex, Rank,
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::twin::size;
use rusqlite::Connection;
use tempfile::TempDir;

/// An indexed board in a file. Its blocks begin at the ranks 1, 1478, 3459 and 5565.
struct Crafted {
    directory: TempDir,
    n: BoardSize,
}

/// Q(12) / 2.
const HALF: u64 = 7100;

impl Crafted {
    fn new() -> Self {
        let (directory, n) = (TempDir::new().unwrap(), size(12));
        let tier = Some(BuildTier::Indexed);
        let options = BuildOptions { tier, cell_limit: Some(1), ..BuildOptions::default() };
        build(&directory.path().join("test.db"), n, options, NoWatch).unwrap();
        Crafted { directory, n }
    }

    fn connection(&self) -> Connection {
        Connection::open(self.directory.path().join("test.db")).unwrap()
    }

    /// Changes the blocks, and signs them again.
    fn change(&self, sql: &str) {
        let connection = self.connection();
        let change = connection.unchecked_transaction().unwrap();
        change.execute_batch(sql).unwrap();
        let mut statement = change.prepare("SELECT id FROM nqdb_block ORDER BY id").unwrap();
        let ids = statement.query_map([], |row| row.get(0)).unwrap();
        for id in ids.collect::<rusqlite::Result<Vec<i64>>>().unwrap() {
            let block = BlockRow::find(&change, self.n, "id = ?2", &id).unwrap().unwrap();
            change.execute("DELETE FROM nqdb_block WHERE id = ?1", [id]).unwrap();
            block.signed().insert(&change).unwrap();
        }
        drop(statement);
        change.commit().unwrap();
    }

    fn board(&self) -> Board {
        let database = Database::open(self.directory.path().join("test.db")).unwrap();
        database.board(self.n).unwrap()
    }
}

/// Fails unless the result is an error with this text.
fn refused<T>(result: nqdb::Result<T>, what: &str) {
    let error = result.err().expect(what).to_string();
    assert!(error.contains(what), "{error}");
}

#[test]
fn a_missing_block_is_noticed_between_its_neighbours() {
    let crafted = Crafted::new();
    let intact = Database::without_file().board(crafted.n).unwrap();
    crafted.change("DELETE FROM nqdb_block WHERE first_rank = 3459");
    let board = crafted.board();
    let rows = || 0..12u8;
    let (mut noticed, mut right) = (0, 0);
    for prefix in rows().flat_map(|first| rows().map(move |second| [first, second])) {
        let Ok(expected) = intact.children(&prefix) else { continue };
        match board.children(&prefix) {
            Ok(children) => right += usize::from(children == expected),
            Err(error) => noticed += usize::from(error.to_string().contains("are before a block")),
        }
        let answered = board.children(&prefix).is_ok_and(|children| children != expected);
        assert!(!answered, "{prefix:?} is counted wrong");
    }
    assert!(noticed > 0 && right > 0, "{noticed} noticed, {right} right");
}

#[test]
fn a_block_beyond_the_half_is_refused() {
    let crafted = Crafted::new();
    let last = crafted.board().unrank(Rank::new(HALF).unwrap()).unwrap();
    crafted.change("UPDATE nqdb_block SET first_rank = first_rank + 1 WHERE first_rank > 5000");
    refused(crafted.board().rank(&last), "is not on the board");
}

#[test]
fn a_block_beyond_the_last_orbit_is_refused() {
    let crafted = Crafted::new();
    let orbits = crafted.board().orbit_count().unwrap();
    let last = crafted.board().unrank(Rank::new(HALF).unwrap()).unwrap();
    crafted
        .change(&format!("UPDATE nqdb_block SET first_orbit = {orbits} WHERE first_rank > 5000"));
    assert_eq!(crafted.board().rank(&last).unwrap().get(), HALF);
    crafted.change(&format!(
        "UPDATE nqdb_block SET first_orbit = {orbits} + 1 WHERE first_rank > 5000"
    ));
    refused(crafted.board().rank(&last), "is not on the board");
}

#[test]
fn an_endless_table_of_blocks_is_refused() {
    const MOST_BLOCKS: u64 = 1 << 16;
    let crafted = Crafted::new();
    let (connection, n) = (crafted.connection(), crafted.n);
    let rows = connection.unchecked_transaction().unwrap();
    rows.execute("DELETE FROM nqdb_block", []).unwrap();
    let sql = "INSERT INTO nqdb_block (n, first_rank, count, first_solution, first_orbit, codec, checksum, payload)
        VALUES (12, ?1, 1, ?2, 0, 3, x'', x'')";
    let mut insert = rows.prepare(sql).unwrap();
    for rank in 1..=MOST_BLOCKS + 1 {
        let index = PermutationIndex::parse(n, &rank.to_string()).unwrap();
        let queens = Permutation::at(n, &index).unwrap();
        insert.execute((rank, queens.pack())).unwrap();
    }
    drop(insert);
    rows.commit().unwrap();
    refused(crafted.board().children(&[0]), "block 65536 (0-based) is out of order");
    connection.execute("DELETE FROM nqdb_block WHERE first_rank > ?1", [MOST_BLOCKS]).unwrap();
    let error = crafted.board().children(&[0]).unwrap_err().to_string();
    assert!(!error.contains("out of order"), "{error}");
}

#[test]
fn a_value_longer_than_any_of_nqdb_is_not_read() {
    let crafted = Crafted::new();
    let first = Rank::new(1).unwrap();
    for (megabytes, problem) in [(1, "checksum"), (3, "a value longer than any that nqdb writes")] {
        let payload = megabytes << 20;
        let sql =
            format!("UPDATE nqdb_block SET payload = zeroblob({payload}) WHERE first_rank = 1");
        crafted.connection().execute_batch(&sql).unwrap();
        refused(crafted.board().unrank(first), problem);
    }
}

#[test]
fn a_cell_of_too_many_prefixes_is_refused() {
    for (n, most) in [(16, 1 << 16), (17, 1 << 10)] {
        let decode = |prefixes| {
            let cell = CellSize { prefixes, solutions: 1, representatives: 0 };
            let prefix = nqdb::internal::first_half_prefixes(size(n), cell_depth(size(n)));
            let cells = Cells { prefix: prefix[0].to_vec(), sizes: vec![cell] };
            Cells::decode(size(n), &cells.encode())
        };
        assert!(decode(most).is_ok(), "N = {n}");
        assert!(decode(most + 1).is_err(), "N = {n}");
    }
}
