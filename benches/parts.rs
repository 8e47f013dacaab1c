//! The operations of nqdb, timed one by one: `cargo bench --bench parts -- [NAME]`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nqdb::internal::kernel::{Kernel, emit_below};
use nqdb::notation::{Reading, Records};
use nqdb::{
    BoardSize, Canonical, Database, Orbit, OrbitId, Permutation, PermutationIndex, Rank, Solution,
    search::Solutions,
    store::{BuildOptions, build},
    watch::NoWatch,
};
use rusqlite::types::Value;
use rusqlite::{Connection, ToSql};
use std::path::PathBuf;
use std::sync::OnceLock;

fn main() {
    divan::main();
}

/// A database with N = 12 and 14.
fn database() -> Database {
    Database::open(path()).expect("the database")
}

fn path() -> PathBuf {
    static FILE: OnceLock<tempfile::TempDir> = OnceLock::new();
    let directory = FILE.get_or_init(|| {
        let directory = tempfile::tempdir().expect("a directory");
        for n in [12, 14] {
            let path = directory.path().join("nqdb.db");
            build(&path, size(n), BuildOptions::default(), NoWatch).expect("a board");
        }
        directory
    });
    directory.path().join("nqdb.db")
}

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).expect("a board size")
}

fn rank(rank: u64) -> Rank {
    Rank::new(rank).expect("a rank")
}

/// A solution of N = 12 in the middle of the first half.
fn solution() -> Solution {
    Solutions::new(size(12)).nth(3000).expect("a solution")
}

#[divan::bench]
fn canonical_representative(bencher: Bencher<'_, '_>) {
    let solution = solution();
    bencher.bench(|| Canonical::of(black_box(&solution)));
}

#[divan::bench]
fn orbit(bencher: Bencher<'_, '_>) {
    let solution = solution();
    bencher.bench(|| Orbit::of(black_box(&solution)));
}

#[divan::bench]
fn permutation_index(bencher: Bencher<'_, '_>) {
    let solution = solution();
    bencher.bench(|| black_box(&solution).index());
}

#[divan::bench]
fn pack_and_unpack(bencher: Bencher<'_, '_>) {
    let solution = solution();
    bencher.bench(|| nqdb::Permutation::unpack(solution.n(), &black_box(&solution).pack()));
}

/// The number of boards of N = 16 in an input.
const BOARDS: usize = 10_000;

/// Reads an input of boards, each written by `write`.
fn read(bencher: Bencher<'_, '_>, write: impl Fn(&Permutation) -> String) {
    let n = size(16);
    let index = |i: usize| PermutationIndex::parse(n, &(1 + i * 2_000_000_000).to_string());
    let board = |i| Permutation::at(n, &index(i).expect("an index")).expect("a permutation");
    let input: String = (0..BOARDS).map(|i| write(&board(i)) + "\n").collect();
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        let reading = Reading::default();
        let mut records = Records::new(input.as_bytes(), reading, Records::LONGEST);
        let mut boards = Vec::with_capacity(BOARDS);
        while let Some(record) = records.next_record().expect("memory") {
            reading.record(&record, &mut boards).expect("a board");
        }
        assert_eq!(boards.len(), BOARDS);
    });
}

#[divan::bench]
fn read_lines(bencher: Bencher<'_, '_>) {
    read(bencher, Permutation::to_string);
}

#[divan::bench]
fn read_lines_in_brackets(bencher: Bencher<'_, '_>) {
    read(bencher, |board| format!("({})", board.to_string().replace(' ', ", ")));
}

#[divan::bench]
fn read_json(bencher: Bencher<'_, '_>) {
    let queens = |board: &Permutation| board.to_string().replace(' ', ",");
    read(bencher, |board| format!("{{\"n\":16,\"queens\":[{}]}}", queens(board)));
}

#[divan::bench]
fn read_matrices(bencher: Bencher<'_, '_>) {
    read(bencher, nqdb::notation::drawing);
}

#[divan::bench]
fn first_solution_by_search_n_20() -> Option<Solution> {
    Solutions::new(size(20)).next()
}

#[divan::bench]
fn unrank_by_search_n_10() -> nqdb::Result<Solution> {
    Database::without_file().board(size(10))?.unrank(rank(100))
}

/// Two threads take as long as one, since a cached block needs no access to the file.
#[divan::bench(args = [12, 14], threads = [1, 2])]
fn unrank_stored(bencher: Bencher<'_, '_>, n: usize) {
    let board = database().board(size(n)).expect("the board");
    bencher.bench(|| board.unrank(black_box(rank(7001))));
}

/// Threads search cells in parallel.
#[divan::bench(threads = [1, 2])]
fn unrank_indexed_n_18(bencher: Bencher<'_, '_>) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/indexes/18.db");
    let board = Database::open(file).and_then(|database| database.board(size(18)));
    let board = board.expect("the board");
    bencher.bench(|| board.unrank(black_box(rank(123_456_789))));
}

#[divan::bench(args = [12, 14])]
fn rank_stored(bencher: Bencher<'_, '_>, n: usize) {
    let database = database();
    let board = database.board(size(n)).expect("the board");
    let solution = board.unrank(rank(7001)).expect("a solution");
    bencher.bench_local(|| board.rank(black_box(&solution)));
}

#[divan::bench(args = [12, 14])]
fn orbit_id_stored(bencher: Bencher<'_, '_>, n: usize) {
    let database = database();
    let board = database.board(size(n)).expect("the board");
    let solution = board.unrank(rank(7001)).expect("a solution");
    bencher.bench_local(|| board.orbit_id(black_box(&solution)));
}

#[divan::bench(args = [12, 14])]
fn orbit_by_id_stored(bencher: Bencher<'_, '_>, n: usize) {
    let database = database();
    let board = database.board(size(n)).expect("the board");
    let id = OrbitId::new(1001).expect("an id");
    bencher.bench_local(|| board.orbit(black_box(id)));
}

/// Times a prepared statement: bound, stepped and reset.
fn bench_sql(bencher: Bencher<'_, '_>, sql: &str, parameters: &[&dyn ToSql]) {
    let connection = Connection::open(path()).expect("the database");
    nqdb_sql::register(&connection).expect("the functions");
    let mut statement = connection.prepare(sql).expect("a statement");
    bencher.bench_local(|| {
        statement.query_row(black_box(parameters), |row| row.get::<_, Value>(0)).expect("a value")
    });
}

/// The cost of a statement in SQLite itself.
#[divan::bench]
fn sql_nothing(bencher: Bencher<'_, '_>) {
    bench_sql(bencher, "SELECT ?1", &[&7001]);
}

#[divan::bench(args = [12, 14])]
fn sql_unrank_stored(bencher: Bencher<'_, '_>, n: usize) {
    bench_sql(bencher, "SELECT nq_unrank(?1, ?2)", &[&n, &7001]);
}

#[divan::bench(args = [12, 14])]
fn sql_rank_stored(bencher: Bencher<'_, '_>, n: usize) {
    let solution = database().board(size(n)).and_then(|board| board.unrank(rank(7001)));
    let queens = solution.expect("a solution").to_string();
    bench_sql(bencher, "SELECT nq_rank(?1)", &[&queens]);
}

#[divan::bench(args = [12, 14])]
fn sql_orbit_id_stored(bencher: Bencher<'_, '_>, n: usize) {
    let solution = database().board(size(n)).and_then(|board| board.unrank(rank(7001)));
    let queens = solution.expect("a solution").to_string();
    bench_sql(bencher, "SELECT nq_orbit_id(?1)", &[&queens]);
}

#[divan::bench(args = [12, 14])]
fn sql_count_rows_stored(bencher: Bencher<'_, '_>, n: usize) {
    bench_sql(bencher, "SELECT count(*) FROM nq_solutions(?1)", &[&n]);
}

#[divan::bench(args = [12, 14])]
fn sql_read_rows_stored(bencher: Bencher<'_, '_>, n: usize) {
    bench_sql(bencher, "SELECT sum(rank), max(queens) FROM nq_solutions(?1)", &[&n]);
}

/// Opens a board, reads and indexes one block, and looks up one rank.
#[divan::bench(args = [12, 14])]
fn unrank_cold(bencher: Bencher<'_, '_>, n: usize) {
    bencher.with_inputs(database).bench_local_values(|database| {
        let board = database.board(size(n)).expect("the board");
        board.unrank(rank(7001)).map(|_| ())
    });
}

#[divan::bench(args = [12, 14])]
fn read_all_stored(bencher: Bencher<'_, '_>, n: usize) {
    let database = database();
    let board = database.board(size(n)).expect("the board");
    bencher.bench_local(|| board.solutions(Rank::FIRST).count());
}

#[divan::bench(args = [12, 14])]
fn read_all_representatives_stored(bencher: Bencher<'_, '_>, n: usize) {
    let database = database();
    let board = database.board(size(n)).expect("the board");
    bencher.bench_local(|| board.representatives(OrbitId::FIRST).count());
}

#[divan::bench(args = Kernel::available())]
fn emit_n_12(kernel: Kernel) -> usize {
    let mut solutions: Vec<u64> = Vec::new();
    emit_below(kernel, 12, &[], &mut solutions);
    solutions.len()
}

#[divan::bench(args = [12, 13])]
fn build_board(bencher: Bencher<'_, '_>, n: usize) {
    let directory = || tempfile::tempdir().expect("a directory");
    bencher.with_inputs(directory).bench_local_refs(|directory| {
        build(&directory.path().join("nqdb.db"), size(n), BuildOptions::default(), NoWatch)
    });
}
