//! A whole database file, with changed bytes or with changed rows and valid checksums, under all queries.

use crate::input::some_bytes;
use arbitrary::Unstructured;
use nqdb::store::{BuildOptions, BuildTier, build};
use nqdb::watch::{NoWatch, TimeLimit};
use nqdb::{Board, Database};
use nqdb::{BoardSize, Canonical, OrbitId, Rank, Solution, counts::known_counts};
use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// Time limit for a search of a board that the changed file lacks.
const LIMIT: Duration = Duration::from_millis(5);

/// The boards of the file.
const BOARDS: [(u64, BuildTier); 5] = [
    (4, BuildTier::Stored),
    (5, BuildTier::Stored),
    (6, BuildTier::Indexed),
    (7, BuildTier::Stored),
    (8, BuildTier::Indexed),
];

/// The columns that a case may change.
const COLUMNS: [(&str, &[&str]); 2] = [
    (
        "nqdb_board",
        &["n", "tier", "state", "solutions", "orbits", "codec", "block_size", "digest", "built_by"],
    ),
    (
        "nqdb_block",
        &["n", "first_rank", "count", "first_solution", "first_orbit", "codec", "payload"],
    ),
];

pub(super) fn case(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let file = Scratch::new();
    let mut bytes = sound_file().to_vec();
    let keeps_checksums = input.ratio(1, 2)?;
    if keeps_checksums {
        for _ in 0..input.int_in_range(1..=4)? {
            let place = input.choose_index(bytes.len())?;
            bytes[place] ^= input.int_in_range(1..=255u8)?;
        }
        file.write(&bytes);
    } else {
        file.write(&bytes);
        change_rows(&file.0, input)?;
    }
    let Ok(database) = Database::open(&file.0) else { return Ok(()) };
    let database = database.watched_by(TimeLimit(LIMIT));
    let _ = database.boards();
    // Changed bytes are found without verification; changed rows may need a deep one.
    let is_deep = !keeps_checksums;
    let verified = database.verify(&[], is_deep, TimeLimit(20 * LIMIT));
    let is_clean = verified.is_ok_and(|report| report.is_clean());
    for n in sizes() {
        if let Ok(board) = database.board(n) {
            check_board(&board, keeps_checksums || is_clean, input)?;
        }
    }
    Ok(())
}

/// The boards of the file, and board sizes that a few flipped bits turn them into.
fn sizes() -> impl Iterator<Item = BoardSize> {
    let flipped = [12, 16, 21, 22, 24, 36, 40, 64];
    let sizes = BOARDS.into_iter().map(|(n, _)| n).chain(flipped);
    sizes.map(|n| BoardSize::new(n).expect("a board size"))
}

/// A database file of this process, removed at the end of a case.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        Scratch(std::env::temp_dir().join(format!("nqdb-fuzzing-{}.db", std::process::id())))
    }

    fn write(&self, bytes: &[u8]) {
        std::fs::write(&self.0, bytes).expect("the temporary directory can be written");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The file does not exist if a case fails to write.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The unchanged bytes of the file.
fn sound_file() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let file = Scratch::new();
        for (n, tier) in BOARDS {
            let n = BoardSize::new(n).expect("a board size");
            let options = BuildOptions {
                jobs: NonZeroUsize::MIN,
                tier: Some(tier),
                cell_limit: Some(8),
                ..BuildOptions::default()
            };
            build(&file.0, n, options, NoWatch).expect("a small board");
        }
        std::fs::read(&file.0).expect("the file was built")
    })
}

/// Changes a few columns of a few rows, then sets valid checksums.
fn change_rows(path: &Path, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let connection = Connection::open(path).expect("the file is sound");
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF")
        .expect("SQLite");
    for _ in 0..input.int_in_range(1..=3)? {
        let (table, columns) = input.choose(&COLUMNS)?;
        let column = input.choose(columns)?;
        let rows = connection
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
        let row = input.int_in_range(0..=rows.expect("SQLite counts") - 1)?;
        let this = format!("WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {row})");
        // The schema rejects some values.
        let _ = match value(input)? {
            None => {
                let other = input.int_in_range(0..=3)?;
                let sql = format!(
                    "UPDATE {table} SET {column} = (SELECT {column} FROM {table} LIMIT 1 OFFSET {other}) {this}"
                );
                connection.execute(&sql, [])
            }
            Some(value) => {
                connection.execute(&format!("UPDATE {table} SET {column} = ?1 {this}"), [value])
            }
        };
    }
    seal(&connection).expect("SQLite updates");
    Ok(())
}

/// A new value for a column; `None` stands for the value of another row.
fn value(input: &mut Unstructured<'_>) -> arbitrary::Result<Option<Value>> {
    Ok(Some(match input.int_in_range(0..=6)? {
        0 => Value::Integer(input.int_in_range(-1..=100)?),
        1 => Value::Integer(input.arbitrary()?),
        2 => Value::Blob(some_bytes(input, 40)?.to_vec()),
        3 => Value::Null,
        4 => {
            let names = ["stored", "indexed", "building", "complete", ""];
            Value::Text((*input.choose(&names)?).to_owned())
        }
        _ => return Ok(None),
    }))
}

/// Updates the checksums of all rows, as docs/format.md describes them.
fn seal(connection: &Connection) -> rusqlite::Result<()> {
    seal_boards(connection)?;
    seal_blocks(connection)
}

fn seal_boards(connection: &Connection) -> rusqlite::Result<()> {
    let sql =
        "SELECT n, tier, state, solutions, orbits, codec, block_size, digest, built_by, built_at
               FROM nqdb_board";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let mut hashed = Vec::new();
        for column in 0..10 {
            let with_length = |bytes: &[u8]| [&(bytes.len() as u64).to_be_bytes(), bytes].concat();
            let (kind, bytes) = match row.get_ref(column)? {
                ValueRef::Integer(number) => (1, number.to_be_bytes().to_vec()),
                ValueRef::Text(bytes) => (2, with_length(bytes)),
                ValueRef::Blob(bytes) => (3, with_length(bytes)),
                ValueRef::Null | ValueRef::Real(_) => (0, Vec::new()),
            };
            hashed.push(kind);
            hashed.extend(bytes);
        }
        Ok((row.get(0)?, xxh3_64(&hashed).to_be_bytes()))
    })?;
    for (n, checksum) in rows.collect::<rusqlite::Result<Vec<(i64, [u8; 8])>>>()? {
        connection.execute("UPDATE nqdb_board SET checksum = ?2 WHERE n = ?1", (n, checksum))?;
    }
    Ok(())
}

fn seal_blocks(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "SELECT id, n, first_rank, count, first_orbit, codec, first_solution, payload FROM nqdb_block";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let mut hashed = vec![row.get::<_, i64>(1)? as u8];
        for column in 2..=5 {
            hashed.extend(row.get::<_, i64>(column)?.to_be_bytes());
        }
        hashed.extend(row.get::<_, Vec<u8>>(6)?);
        hashed.extend(row.get::<_, Vec<u8>>(7)?);
        Ok((row.get(0)?, xxh3_64(&hashed).to_be_bytes()))
    })?;
    let sums: Vec<(i64, [u8; 8])> = rows.collect::<rusqlite::Result<_>>()?;
    for (id, checksum) in sums {
        connection.execute("UPDATE nqdb_block SET checksum = ?2 WHERE id = ?1", (id, checksum))?;
    }
    Ok(())
}

/// Runs all queries on a board. The results must be right if `trusted`: if checksums protect them, or if a deep
/// verification finds nothing wrong. Otherwise it is enough that the queries return.
fn check_board(
    board: &Board,
    trusted: bool,
    input: &mut Unstructured<'_>,
) -> arbitrary::Result<()> {
    let n = board.n();
    let known = known_counts(n);
    if let Ok(count) = board.solution_count() {
        assert_eq!(Some(count), known.map(|known| known.solutions), "N = {n}");
    }
    if let Ok(count) = board.orbit_count() {
        assert_eq!(Some(count), known.map(|known| known.orbits()), "N = {n}");
    }
    if !BOARDS.iter().any(|&(size, _)| size == n.get() as u64) {
        return Ok(());
    }
    let truth = Truth::of(n);
    let number = usize::from(input.arbitrary::<u8>()?);
    for place in [0, number % truth.solutions.len(), truth.solutions.len() - 1] {
        let (rank, solution) =
            (Rank::FIRST.checked_add(place as u64).expect("a rank"), truth.solutions[place]);
        compare(trusted, board.unrank(rank), solution);
        compare(trusted, board.rank(&solution), rank);
        compare(trusted, board.orbit_id(&solution), truth.orbit_of(&solution));
        let _ = board.trace(rank);
        let prefix = &solution.zero_based()[..number % (n.get() + 1)];
        let begins_so = |found: &&Solution| found.zero_based().starts_with(prefix);
        let count = truth.solutions.iter().filter(begins_so).count() as u64;
        compare(trusted, board.children(prefix).map(|tree| tree.solutions), count);
    }
    let id = number % truth.representatives.len();
    let orbit = board.orbit(OrbitId::FIRST.checked_add(id as u64).expect("an id"));
    compare(trusted, orbit.map(|orbit| *orbit.canonical()), truth.representatives[id]);
    for (item, (place, solution)) in
        board.solutions(Rank::FIRST).zip(truth.solutions.iter().enumerate())
    {
        compare(
            trusted,
            item.map(|(rank, found)| (rank.get(), found)),
            (place as u64 + 1, *solution),
        );
    }
    for (item, canonical) in board.representatives(OrbitId::FIRST).zip(&truth.representatives) {
        compare(trusted, item.map(|(_, found)| found), *canonical);
    }
    Ok(())
}

fn compare<T: PartialEq + Debug, E>(trusted: bool, answer: Result<T, E>, right: T) {
    if let (true, Ok(answer)) = (trusted, answer) {
        assert_eq!(answer, right);
    }
}

/// The expected results for one board, from a search.
struct Truth {
    solutions: Vec<Solution>,
    representatives: Vec<Canonical>,
}

impl Truth {
    fn of(n: BoardSize) -> &'static Self {
        static TRUTHS: [OnceLock<Truth>; 9] = [const { OnceLock::new() }; 9];
        TRUTHS[n.get()].get_or_init(|| Truth {
            solutions: nqdb::search::Solutions::new(n).collect(),
            representatives: nqdb::search::Representatives::new(n).collect(),
        })
    }

    fn orbit_of(&self, solution: &Solution) -> OrbitId {
        let place = self.representatives.partition_point(|other| *other < Canonical::of(solution));
        OrbitId::FIRST.checked_add(place as u64).expect("an id")
    }
}
