//! Makes fixtures/cells.bin, the cells that are built into the program, from the indexes in fixtures/indexes and, up to
//! N = 16, from fresh counts. docs/format.md has the bytes, docs/performance.md the reasons for the limits.
//!
//! `cargo run --release -p nqdb-research --bin built_in_cells`

use nqdb::internal::kernel::next_prefix;
use nqdb::internal::{BuiltInCells, CellSize, Cells, cell_depth, join_cells};
use nqdb::rusqlite::{Connection, OpenFlags};
use nqdb::{BoardSize, BuildOptions, BuildTier, NoWatch, build};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The first board of each range, and the maximum number of solutions of its cells.
const LIMITS: [(usize, u32); 6] =
    [(5, 10_000), (17, 50_000), (18, 100_000), (19, 300_000), (20, 600_000), (21, 2_000_000)];

/// The largest board that is counted.
const LAST_COUNTED: usize = 16;

/// Cells in a block.
const BLOCK: usize = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let directory = tempfile::tempdir()?;
    let mut bytes = Vec::new();
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
        let board = board(size, limit, &cells);
        println!(
            "N = {n}: {} cells of at most {limit} solutions, {} bytes",
            cells.len(),
            board.len()
        );
        let decoded = BuiltInCells::decode(&board, size).ok_or("the cells can't be decoded")?;
        assert!(decoded.sizes().eq(cells), "N = {n}");
        bytes.extend(board);
    }
    println!("{} bytes", bytes.len());
    Ok(fs::write(fixtures.join("cells.bin"), bytes)?)
}

/// The cells of an index.
fn read(file: &Path, n: BoardSize) -> Result<Vec<CellSize>, Box<dyn Error>> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let sql = "SELECT payload FROM block WHERE n = ?1 ORDER BY first_rank";
    let mut statement = connection.prepare(sql)?;
    let payloads = statement.query_map([n.get()], |row| row.get::<_, Vec<u8>>(0))?;
    let mut cells = Vec::new();
    for payload in payloads {
        cells.extend(Cells::decode(n, &payload?)?.sizes);
    }
    Ok(cells)
}

/// The bytes of a board.
fn board(n: BoardSize, limit: u32, cells: &[CellSize]) -> Vec<u8> {
    let mut prefix = vec![0; cell_depth(n)];
    next_prefix(n.get(), &mut prefix);
    let mut blocks = Vec::new();
    for block in cells.chunks(BLOCK) {
        blocks.extend(&prefix);
        blocks.extend(encoded(limit, block));
        let prefixes: u32 = block.iter().map(|cell| cell.prefixes).sum();
        (0..prefixes).for_each(|_| _ = next_prefix(n.get(), &mut prefix));
    }
    let numbers = [limit, cells.len() as u32, blocks.len() as u32];
    let head = [n.get() as u8].into_iter().chain(numbers.into_iter().flat_map(u32::to_le_bytes));
    head.chain(blocks).collect()
}

/// The cells of a block: the parameters of three Rice codes, and the columns.
fn encoded(limit: u32, cells: &[CellSize]) -> Vec<u8> {
    let columns = [
        differences(cells.iter().map(|cell| cell.prefixes.into())),
        cells.iter().map(|cell| u64::from(limit) - cell.solutions).collect(),
        differences(cells.iter().map(|cell| cell.representatives as i64)),
    ];
    let parameters = columns.each_ref().map(|column| {
        let len = |parameter: &u8| {
            column.iter().map(|number| (number >> parameter) + u64::from(*parameter)).sum::<u64>()
        };
        (0..32).min_by_key(len).expect("a parameter")
    });
    let bits: Vec<bool> =
        parameters.iter().zip(&columns).flat_map(|(p, column)| rice(*p, column)).collect();
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    parameters.into_iter().chain(bits.chunks(8).map(byte)).collect()
}

/// Differences of successive numbers, coded as 0, -1, 1, -2, 2 and so on.
fn differences(numbers: impl Iterator<Item = i64>) -> Vec<u64> {
    let mut last = 0;
    let code = |number| {
        let difference = number - std::mem::replace(&mut last, number);
        (difference << 1 ^ difference >> 63) as u64
    };
    numbers.map(code).collect()
}

/// The bits of numbers in Rice code: for each, its high bits in unary, as zeros before a one, then its low bits.
fn rice(parameter: u8, numbers: &[u64]) -> Vec<bool> {
    let code = |number: &u64| {
        let (high, number) = ((number >> parameter) as usize, *number);
        let zeros = std::iter::repeat_n(false, high).chain([true]);
        zeros.chain((0..parameter).map(move |bit| number >> bit & 1 == 1))
    };
    numbers.iter().flat_map(code).collect()
}
