//! The tree codec: arbitrary bytes, and payloads of real solutions with some bits changed.

use crate::input::{permutation, some_bytes};
use arbitrary::Unstructured;
use nqdb::internal::block::{BuildTier, DecodeError, decode, encode, index, tree_depth};
use nqdb::internal::{Block as LookupBlock, Items, SolutionRun};
use nqdb::{BoardSize, Canonical, Permutation, Solution, search::Solutions};

/// Board sizes of both word widths on which solutions are dense.
const BOARDS: [u64; 11] = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17];

/// A block according to its row: the first solution, the number of solutions, and the payload.
struct Block {
    first: Solution,
    count: usize,
    payload: Vec<u8>,
}

pub(super) fn case(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let n = BoardSize::new(*input.choose(&BOARDS)?).expect("a board size");
    let solutions = solutions_of_prefixes(input, n, if n.get() < 17 { 200 } else { 20 })?;
    let Some(&first) = solutions.first() else { return Ok(()) };
    let run = SolutionRun::of(n, &solutions);
    let payload = encode(&run).swap_remove(0).payload;
    let sound = Block { first, count: run.len(), payload };
    assert_eq!(check(&sound), Ok(run), "{first}");
    check(&changed(&sound, input)?).ok();
    Ok(())
}

/// Successive solutions, in lexicographic order, all those of some prefixes; none at the end of the board.
fn solutions_of_prefixes(
    input: &mut Unstructured<'_>,
    n: BoardSize,
    most: usize,
) -> arbitrary::Result<Vec<Solution>> {
    let depth = tree_depth(n.get());
    let mut start = permutation(input, n)?.zero_based().to_vec();
    start[depth..].sort();
    let most = input.int_in_range(1..=most)?;
    let mut solutions: Vec<Solution> = Vec::new();
    for solution in Solutions::starting_at(&Permutation::new(&start).expect("each row once")) {
        let is_other =
            |last: &Solution| last.zero_based()[..depth] != solution.zero_based()[..depth];
        if solutions.len() >= most && solutions.last().is_none_or(is_other) {
            break;
        }
        solutions.push(solution);
    }
    Ok(solutions)
}

/// Another block: of arbitrary bytes, after an arbitrary number of cells, or this one with changes.
fn changed(sound: &Block, input: &mut Unstructured<'_>) -> arbitrary::Result<Block> {
    let first = sound.first;
    let count = match input.int_in_range(0..=3)? {
        0 => usize::from(input.arbitrary::<u16>()?),
        1 => (sound.count + 1).saturating_sub(input.int_in_range(0..=2)?),
        _ => sound.count,
    };
    let payload = match input.int_in_range(0..=2)? {
        0 => some_bytes(input, 300)?.to_vec(),
        1 => {
            let cells = input.int_in_range(0..=20u16)?;
            [&cells.to_le_bytes(), some_bytes(input, 300)?].concat()
        }
        _ => {
            let mut payload = sound.payload.clone();
            flip(&mut payload, input)?;
            payload
        }
    };
    Ok(Block { first, count, payload })
}

/// Flips a few bits.
fn flip(bytes: &mut [u8], input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    for _ in 0..input.int_in_range(0..=4)? {
        let place = input.choose_index(bytes.len())?;
        bytes[place] ^= 1 << input.int_in_range(0..=7)?;
    }
    Ok(())
}

/// Decodes a block, and looks up its solutions if it is sound; otherwise looks some up, which may fail.
fn check(block: &Block) -> Result<SolutionRun, DecodeError> {
    let Block { first, count, payload } = block;
    let decoded = decode(first, *count, payload);
    let indexed = index(BuildTier::Stored, first, *count, payload);
    match (&decoded, indexed) {
        (Ok(run), indexed) => {
            check_run(block, run);
            check_look_ups(run, &*indexed.expect("a sound block"));
        }
        (Err(_), Ok(indexed)) => (0..*count).step_by(count.div_ceil(64).max(1)).for_each(|place| {
            if let Ok(Some(solution)) = indexed.get(Items::Solutions, place) {
                assert!(solution.permutation().attack().is_none(), "{solution}");
                indexed.get(Items::Representatives, place).ok();
            }
        }),
        (Err(error), Err(other)) => assert_eq!(*error, other),
    }
    decoded
}

/// The guarantee of decoding: as many solutions as the row's count, ascending from the first one.
fn check_run(block: &Block, run: &SolutionRun) {
    let solutions: Vec<Solution> = run.iter().collect();
    assert_eq!((solutions.len(), solutions[0]), (block.count, block.first));
    assert!(solutions.is_sorted_by(|p, q| p < q), "{solutions:?}");
    assert!(solutions.iter().all(|solution| solution.permutation().attack().is_none()));
}

/// Lookups find the solutions at some places, and nothing past the last.
fn check_look_ups(run: &SolutionRun, block: &dyn LookupBlock) {
    let len = run.len();
    assert_eq!((block.cells().len(Items::Solutions), *block.first()), (len, run.get(0)));
    assert!(run.iter().all(|solution| block.cells().reaches(&solution)));
    for place in (0..len).step_by(len.div_ceil(16)).chain([len - 1]) {
        let solution = run.get(place);
        assert_eq!(block.get(Items::Solutions, place), Ok(Some(solution)));
        assert_eq!(block.place(Items::Solutions, &solution), Ok(Some(place)));
        let complement = solution.complement();
        let expected = run.iter().position(|other| other == complement);
        assert_eq!(block.place(Items::Solutions, &complement), Ok(expected));
    }
    assert_eq!(block.get(Items::Solutions, len), Ok(None));
    let representatives: Vec<Canonical> = run.representatives().collect();
    assert_eq!(block.cells().len(Items::Representatives), representatives.len());
    for (number, canonical) in representatives.iter().enumerate().step_by(7) {
        assert_eq!(block.get(Items::Representatives, number), Ok(Some(**canonical)));
        assert_eq!(block.place(Items::Representatives, canonical), Ok(Some(number)));
    }
    assert_eq!(block.get(Items::Representatives, representatives.len()), Ok(None));
}
