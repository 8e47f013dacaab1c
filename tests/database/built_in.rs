//! The built-in cells, compared with the indexes in fixtures/indexes.

use nqdb::internal::{BuiltInCells, CellSize, Cells, cell_depth};
use nqdb::rusqlite::{Connection, OpenFlags};
use nqdb::{BoardSize, Canonical, Database, Rank, Tier, random::Dice, search::LAST_BUILT_IN};
use nqdb_test_support::fixtures::index;
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::next_prefix;
use std::collections::BTreeMap;

/// The boards with an index, each with its number of random ranks in a quick test.
const INDEXED: [(u64, u64); 5] = [(17, 50), (18, 20), (19, 8), (20, 4), (21, 2)];

/// The cells of an index.
fn cells(n: BoardSize) -> Vec<CellSize> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = Connection::open_with_flags(index(n.get()), flags).unwrap();
    let sql = "SELECT payload FROM nqdb_block WHERE n = ?1 ORDER BY first_rank";
    let mut statement = connection.prepare(sql).unwrap();
    let payloads = statement.query_map([n.get()], |row| row.get::<_, Vec<u8>>(0)).unwrap();
    payloads.flat_map(|payload| Cells::decode(n, &payload.unwrap()).unwrap().sizes).collect()
}

/// The prefixes up to the end of each cell, and the solutions and representatives in them.
fn sums(cells: impl IntoIterator<Item = CellSize>) -> BTreeMap<u64, [u64; 2]> {
    let (mut prefixes, mut items) = (0, [0, 0]);
    let add = |cell: CellSize| {
        prefixes += u64::from(cell.prefixes);
        items = [items[0] + cell.solutions, items[1] + cell.representatives];
        (prefixes, items)
    };
    cells.into_iter().map(add).collect()
}

/// Most cells end where a cell of the index ends. The others end at a prefix of a few queens.
#[test]
fn built_in_cells_have_the_sums_of_the_indexes() {
    assert_eq!(INDEXED[INDEXED.len() - 1].0, LAST_BUILT_IN as u64);
    for n in INDEXED.map(|(n, _)| BoardSize::new(n).unwrap()) {
        let (indexed, built_in) = (sums(cells(n)), sums(BuiltInCells::of(n).unwrap().sizes()));
        let common = built_in.iter().filter(|(end, _)| indexed.contains_key(end));
        common.clone().for_each(|(end, items)| assert_eq!(indexed[end], *items, "N = {n}, {end}"));
        assert!(4 * common.count() > 3 * built_in.len(), "N = {n}");
        assert_eq!(built_in.last_key_value(), indexed.last_key_value(), "N = {n}");
    }
}

/// So counts below the first queens are sums of cells.
#[test]
fn cells_end_at_prefixes_of_two_or_three_queens() {
    for n in INDEXED.map(|(n, _)| BoardSize::new(n).unwrap()) {
        let queens = BuiltInCells::shared_queens(n);
        let mut prefix = vec![0; cell_depth(n)];
        next_prefix(n.get(), &mut prefix);
        let sizes = BuiltInCells::of(n).unwrap().sizes().collect();
        let cells = Cells { prefix, sizes }.placed(n).unwrap();
        for cell in cells.0 {
            assert_eq!(cell.first()[..queens], cell.last()[..queens], "N = {n}");
        }
    }
}

/// Random ranks, their solutions and orbits, and the next queens after two of their queens.
#[test]
fn boards_without_a_file_agree_with_the_indexes() {
    for (n, draws) in INDEXED {
        let size = BoardSize::new(n).unwrap();
        let indexed = Database::open(index(n)).unwrap().board(size).unwrap();
        let searched = Database::without_file().board(size).unwrap();
        assert_eq!((indexed.tier(), searched.tier()), (Tier::Indexed, Tier::Searched));
        let (len, mut dice) = (searched.solution_count().unwrap(), Dice::new(n));
        for _ in 0..up_to(draws, 1000) {
            let rank = Rank::new(dice.below(len) + 1).unwrap();
            let solution = searched.unrank(rank).unwrap();
            assert_eq!(indexed.unrank(rank).unwrap(), solution, "N = {n}, {rank}");
            assert_eq!(searched.rank(&solution).unwrap(), rank);
            let id = searched.orbit_id(&solution).unwrap();
            assert_eq!(indexed.orbit_id(&solution).unwrap(), id, "N = {n}, {rank}");
            assert_eq!(*searched.orbit(id).unwrap().canonical(), Canonical::of(&solution));
        }
        let solution = searched.unrank(Rank::new(len / 3).unwrap()).unwrap();
        for queens in
            [0, 2, 7, n as usize - 1].into_iter().step_by(up_to(if n > 18 { 3 } else { 1 }, 1))
        {
            let prefix = &solution.zero_based()[..queens];
            let [one, other] = [&indexed, &searched].map(|board| board.children(prefix).unwrap());
            assert_eq!(one, other, "N = {n}, {prefix:?}");
        }
    }
}
