//! Makes fixtures/cells.bin and cells-21.bin, the cells that are built into the program, from the indexes in
//! fixtures/indexes and, up to N = 16, from fresh counts. docs/format.md has the bytes, research/performance.md the reasons
//! for the limits.
//!
//! `cargo run --release -p nqdb-research --bin built_in_cells`

use nqdb::internal::{BuiltInCells, CellSize, Cells, join_cells};
use nqdb::rusqlite::{Connection, OpenFlags};
use nqdb::{
    BoardSize,
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The first board of each range, and the maximum number of solutions of its cells.
const LIMITS: [(usize, u32); 6] =
    [(5, 10_000), (17, 50_000), (18, 100_000), (19, 300_000), (20, 600_000), (21, 2_000_000)];

/// The largest board that is counted.
const LAST_COUNTED: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let directory = tempfile::tempdir()?;
    let (mut smaller, mut largest) = (Vec::new(), Vec::new());
    for n in 5..=21 {
        let size = BoardSize::new(n)?;
        let (_, limit) = LIMITS[LIMITS.partition_point(|(first, _)| *first <= size.get()) - 1];
        let mut file = fixtures.join(format!("indexes/{n}.db"));
        if size.get() <= LAST_COUNTED {
            file = directory.path().join(format!("{n}.db"));
            // With a cell per prefix.
            let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(1));
            build(
                &file,
                size,
                BuildOptions { tier, cell_limit, ..BuildOptions::default() },
                NoWatch,
            )?;
        }
        let cells: Vec<CellSize> = join_cells(read(&file, size)?, limit.into()).collect();
        let board = BuiltInCells::encode(size, limit, &cells);
        println!(
            "N = {n}: {} cells of at most {limit} solutions, {} bytes",
            cells.len(),
            board.len()
        );
        let decoded = BuiltInCells::decode(&board, size).ok_or("the cells can't be decoded")?;
        assert!(decoded.sizes().eq(cells), "N = {n}");
        if n < 21 { &mut smaller } else { &mut largest }.extend(board);
    }
    println!("{} bytes", smaller.len() + largest.len());
    fs::write(fixtures.join("cells.bin"), smaller)?;
    Ok(fs::write(fixtures.join("cells-21.bin"), largest)?)
}

/// The cells of an index.
fn read(file: &Path, n: BoardSize) -> Result<Vec<CellSize>, Box<dyn Error>> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let sql = "SELECT payload FROM nqdb_block WHERE n = ?1 ORDER BY first_rank";
    let mut statement = connection.prepare(sql)?;
    let payloads = statement.query_map([n.get()], |row| row.get::<_, Vec<u8>>(0))?;
    let mut cells = Vec::new();
    for payload in payloads {
        cells.extend(Cells::decode(n, &payload?)?.sizes);
    }
    Ok(cells)
}
