//! Makes fixtures/cells.bin and cells-21.bin, the cells that are built into the program, from the indexes in
//! fixtures/indexes and, up to N = 16, from fresh counts. From N = 17 on cells also end at every prefix of a few queens,
//! so that counts below such a prefix are sums. research/performance.md has the bytes and the reasons for the limits. Ten
//! minutes on two cores.
//!
//! `cargo run --release -p nqdb-research --bin built_in_cells`

use nqdb::internal::block::{Cells, index};
use nqdb::internal::{
    Block, BuiltInCells, CellSize, Items, PrefixSteps, join_cells, map_on_all_cores,
};
use nqdb::rusqlite::{Connection, OpenFlags};
use nqdb::store::{BuildOptions, BuildTier, build};
use nqdb::{BoardSize, Permutation, Solution, watch::NoWatch};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The first board of each range, and the maximum number of solutions of its cells.
const LIMITS: [(usize, u32); 6] =
    [(5, 10_000), (17, 50_000), (18, 100_000), (19, 300_000), (20, 600_000), (21, 2_000_000)];

/// The first queens, and a cell or a part of one with prefixes that begin with them.
type Group = (Vec<u8>, CellSize);

/// The largest board that is counted.
const LAST_COUNTED: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let directory = tempfile::tempdir()?;
    let (mut smaller, mut largest) = (Vec::new(), Vec::new());
    for n in BoardSize::up_to(21).skip(4) {
        let (_, limit) = LIMITS[LIMITS.partition_point(|(first, _)| *first <= n.get()) - 1];
        let mut file = fixtures.join(format!("indexes/{n}.db"));
        if n.get() <= LAST_COUNTED {
            file = directory.path().join(format!("{n}.db"));
            // With a cell per prefix.
            let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(1));
            build(&file, n, BuildOptions { tier, cell_limit, ..BuildOptions::default() }, NoWatch)?;
        }
        let parts = read(&file, n, BuiltInCells::shared_queens(n))?;
        let groups = parts.chunk_by(|a, b| a.0 == b.0);
        let joined = groups.flat_map(|group| {
            join_cells(group.iter().map(|(_, size)| *size), limit.into()).collect::<Vec<_>>()
        });
        let cells: Vec<CellSize> = joined.collect();
        let board = BuiltInCells::encode(n, limit, &cells);
        println!(
            "N = {n}: {} cells of at most {limit} solutions, {} bytes",
            cells.len(),
            board.len()
        );
        let decoded = BuiltInCells::decode(&board, n).ok_or("the cells can't be decoded")?;
        assert!(decoded.sizes().eq(cells), "N = {n}");
        if n.get() < 21 { &mut smaller } else { &mut largest }.extend(board);
    }
    println!("{} bytes", smaller.len() + largest.len());
    fs::write(fixtures.join("cells.bin"), smaller)?;
    Ok(fs::write(fixtures.join("cells-21.bin"), largest)?)
}

/// The cells of an index, divided where the first queens change, each with these queens.
fn read(file: &Path, n: BoardSize, queens: usize) -> Result<Vec<Group>, Box<dyn Error>> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let sql =
        "SELECT first_solution, count, payload FROM nqdb_block WHERE n = ?1 ORDER BY first_rank";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([n.get()], |row| {
        Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, usize>(1)?, row.get::<_, Vec<u8>>(2)?))
    })?;
    let mut tasks = Vec::new();
    for row in rows {
        let (first, count, payload) = row?;
        let first = Solution::new(Permutation::unpack(n, &first)?)?;
        let block = index(BuildTier::Indexed, &first, count, &payload)?;
        let cells = Cells::decode(n, &payload)?;
        let mut steps = PrefixSteps::at(n, &cells.prefix).ok_or("the first prefix is wrong")?;
        for (number, size) in cells.sizes.into_iter().enumerate() {
            tasks.push((block.clone(), number, steps.prefix().to_vec(), size));
            steps.skip(size.prefixes);
        }
    }
    let work = |task: (Arc<dyn Block>, usize, Vec<u8>, CellSize), _: &dyn Fn() -> bool| {
        let (block, number, prefix, size) = task;
        Some(divide(&*block, number, &prefix, size, queens))
    };
    let parts = map_on_all_cores(tasks, work, || Ok::<_, Box<dyn Error>>(()))?;
    Ok(parts.into_iter().flatten().collect())
}

/// The parts of a cell, from its first prefix on, with their first queens. A cell that has several is listed.
fn divide(
    block: &dyn Block,
    number: usize,
    prefix: &[u8],
    size: CellSize,
    queens: usize,
) -> Vec<Group> {
    let mut parts: Vec<Group> = Vec::new();
    let mut steps = PrefixSteps::at(block.first().n(), prefix).expect("a prefix");
    for _ in 0..size.prefixes {
        let prefix = steps.prefix();
        match parts.last_mut() {
            Some((first, part)) if *first == prefix[..queens] => part.prefixes += 1,
            _ => {
                let part = CellSize { prefixes: 1, ..CellSize::default() };
                parts.push((prefix[..queens].to_vec(), part));
            }
        }
        steps.skip(1);
    }
    if let [(_, whole)] = &mut parts[..] {
        *whole = size;
        return parts;
    }
    let list = |items| block.list(items, number).expect("a sound cell").expect("a cell to list");
    let lists = [Items::Solutions, Items::Representatives].map(list);
    for (first, part) in &mut parts {
        let in_part = |item: &Solution| item.zero_based().starts_with(first);
        let [solutions, representatives] =
            lists.each_ref().map(|list| list.iter().filter(in_part).count() as u64);
        (part.solutions, part.representatives) = (solutions, representatives);
    }
    parts
}
