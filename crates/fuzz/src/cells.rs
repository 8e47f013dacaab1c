//! The cell codec and lookups in cells: arbitrary bytes, arbitrary cells, and the cells of whole boards with some
//! numbers changed.

use crate::input::some_bytes;
use arbitrary::Unstructured;
use nqdb::internal::block::{BuildTier, Cells, DecodeError, INDEXED_BOARDS, index};
use nqdb::internal::{
    Block as LookupBlock, CellSize, Items, cell_depth, first_half_prefixes, join_cells,
};
use nqdb::{BoardSize, Canonical, Solution, search::Solutions};
use std::sync::{Arc, OnceLock};

/// The boards that are enumerated as a reference.
const TWINS: std::ops::RangeInclusive<usize> = 5..=9;

/// The first half of a board, by plain enumeration.
struct Twin {
    prefixes: Vec<Vec<u8>>,
    /// Solutions and canonical representatives below each prefix.
    counts: Vec<[u32; 2]>,
    solutions: Vec<Solution>,
}

impl Twin {
    fn of(n: BoardSize) -> &'static Self {
        static TWINS: [OnceLock<Twin>; 10] = [const { OnceLock::new() }; 10];
        TWINS[n.get()].get_or_init(|| Twin::enumerated(n))
    }

    fn enumerated(n: BoardSize) -> Self {
        let prefixes = first_half_prefixes(n, cell_depth(n));
        let mut counts = vec![[0; 2]; prefixes.len()];
        let half = Solutions::new(n).take_while(|solution| solution.in_first_half());
        let solutions: Vec<Solution> = half.collect();
        for solution in &solutions {
            let prefix =
                prefixes.partition_point(|prefix| prefix[..] <= *solution.zero_based()) - 1;
            counts[prefix][0] += 1;
            counts[prefix][1] += u32::from(Canonical::check(*solution).is_some());
        }
        Twin { prefixes, counts, solutions }
    }
}

/// A block according to its row, and its solutions.
struct Block {
    cells: Cells,
    solutions: &'static [Solution],
}

pub(super) fn case(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let n = BoardSize::new(input.int_in_range(TWINS)? as u64).expect("a board size");
    let block = block(input, n)?;
    let payload = match input.int_in_range(0..=4)? {
        0 => {
            let payload = block.cells.encode();
            assert_eq!(Cells::decode(n, &payload), Ok(block.cells.clone()));
            check_sound(&block, &*look_ups(&block, &payload).expect("a sound block"));
            return Ok(());
        }
        1 => some_bytes(input, 300)?.to_vec(),
        2 => any_cells(input)?.encode(),
        _ => changed(&block.cells, input)?,
    };
    let other = BoardSize::new(input.int_in_range(INDEXED_BOARDS)? as u64).expect("a board size");
    if let Ok(cells) = Cells::decode(other, &payload) {
        assert_eq!(Cells::decode(other, &cells.encode()), Ok(cells));
    }
    check_any(&block, &payload);
    Ok(())
}

/// Some successive cells of a board.
fn block(input: &mut Unstructured<'_>, n: BoardSize) -> arbitrary::Result<Block> {
    let twin = Twin::of(n);
    let limit = input.int_in_range(1..=300)?;
    let all: Vec<CellSize> = join_cells(twin.counts.iter().copied(), limit).collect();
    let from = input.choose_index(all.len())?;
    let to = input.int_in_range(from + 1..=all.len())?;
    let before = |number: fn(&CellSize) -> u64| all[..from].iter().map(number).sum::<u64>();
    let prefix = twin.prefixes[before(|cell| cell.prefixes.into()) as usize].clone();
    let first = before(|cell| cell.solutions) as usize;
    let cells = Cells { prefix, sizes: all[from..to].to_vec() };
    let solutions = &twin.solutions[first..][..cells.solutions() as usize];
    Ok(Block { cells, solutions })
}

/// Arbitrary cells after an arbitrary prefix.
fn any_cells(input: &mut Unstructured<'_>) -> arbitrary::Result<Cells> {
    let queens = input.int_in_range(0..=7)?;
    let prefix: arbitrary::Result<_> = (0..queens).map(|_| input.int_in_range(0..=22)).collect();
    let cells = input.int_in_range(1..=1030)?.min(1 + input.len() / 8);
    let sizes: arbitrary::Result<_> = (0..cells).map(|_| any_size(input)).collect();
    Ok(Cells { prefix: prefix?, sizes: sizes? })
}

fn any_size(input: &mut Unstructured<'_>) -> arbitrary::Result<CellSize> {
    let prefixes =
        if input.ratio(1, 8)? { input.arbitrary()? } else { input.int_in_range(1..=100)? };
    let solutions = input.int_in_range(0..=4000)?;
    Ok(CellSize { prefixes, solutions, representatives: input.int_in_range(0..=solutions)? })
}

/// The payload of these cells with changed numbers, changed bytes, or another first prefix.
fn changed(cells: &Cells, input: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let mut cells = cells.clone();
    for _ in 0..input.int_in_range(0..=3)? {
        let place = input.choose_index(cells.sizes.len())?;
        let other = input.choose_index(cells.sizes.len())?;
        match input.int_in_range(0..=2)? {
            0 => cells.sizes[place] = any_size(input)?,
            1 => cells.sizes.swap(place, other),
            _ => move_solutions(&mut cells.sizes, place, other, input.int_in_range(1..=9)?),
        }
    }
    if input.ratio(1, 4)? {
        let place = input.choose_index(cells.prefix.len())?;
        cells.prefix[place] = input.int_in_range(0..=22)?;
    }
    let mut payload = cells.encode();
    if input.ratio(1, 4)? {
        let place = input.choose_index(payload.len())?;
        payload[place] ^= 1 << input.int_in_range(0..=7)?;
    }
    Ok(payload)
}

/// Moves the count of some solutions to another cell, so that the sum stays right.
fn move_solutions(sizes: &mut [CellSize], from: usize, to: usize, count: u64) {
    let moved = count.min(sizes[from].solutions);
    sizes[from].solutions -= moved;
    sizes[to].solutions += moved;
}

fn look_ups(block: &Block, payload: &[u8]) -> Result<Arc<dyn LookupBlock>, DecodeError> {
    index(BuildTier::Indexed, &block.solutions[0], block.solutions.len(), payload)
}

/// Lookups in a sound block are right.
fn check_sound(block: &Block, found: &dyn LookupBlock) {
    let (solutions, len) = (block.solutions, block.solutions.len());
    assert_eq!((found.cells().len(Items::Solutions), found.first()), (len, &solutions[0]));
    assert!(found.cells().reaches(&solutions[len - 1]));
    for place in (0..len).step_by(1 + len / 8) {
        assert_eq!(found.get(Items::Solutions, place), Ok(Some(solutions[place])));
        assert_eq!(found.place(Items::Solutions, &solutions[place]), Ok(Some(place)));
    }
    let canonical = solutions.iter().filter_map(|&solution| Canonical::check(solution));
    let canonical: Vec<Canonical> = canonical.collect();
    for (number, canonical) in canonical.iter().enumerate().step_by(1 + canonical.len() / 4) {
        assert_eq!(found.place(Items::Representatives, canonical), Ok(Some(number)));
        assert_eq!(found.get(Items::Representatives, number), Ok(Some(**canonical)));
    }
    assert_eq!(found.cells().len(Items::Representatives), canonical.len());
    assert_eq!(
        (found.get(Items::Solutions, len), found.get(Items::Representatives, canonical.len())),
        (Ok(None), Ok(None))
    );
}

/// Whatever cells a payload claims, lookups return errors or solutions of the board. Wrong counts are not detected
/// here: the checksum of the row protects them, and `verify --deep` recounts them.
fn check_any(block: &Block, payload: &[u8]) {
    let Ok(found) = look_ups(block, payload) else { return };
    for place in (0..=found.cells().len(Items::Solutions))
        .step_by(1 + found.cells().len(Items::Solutions) / 8)
    {
        if let Ok(Some(solution)) = found.get(Items::Solutions, place) {
            assert_eq!(solution.permutation().attack(), None);
        }
    }
    for solution in block.solutions.iter().step_by(1 + block.solutions.len() / 8) {
        if let Ok(Some(place)) = found.place(Items::Solutions, solution) {
            assert!(
                place < found.cells().len(Items::Solutions),
                "{solution} at {place} of {}",
                found.cells().len(Items::Solutions)
            );
        }
        let _ = found.place(Items::Representatives, &Canonical::of(solution));
    }
    for number in (0..=found.cells().len(Items::Representatives))
        .step_by(1 + found.cells().len(Items::Representatives) / 4)
    {
        if let Ok(Some(canonical)) = found.get(Items::Representatives, number) {
            assert_eq!(Canonical::check(canonical).map(|c| *c), Some(canonical));
        }
    }
}
