//! The tree codec: arbitrary bytes, streams of arbitrary lengths, and payloads of real solutions with some bits
//! changed.

use crate::input::{solutions_in_a_row, some_bytes};
use arbitrary::Unstructured;
use nqdb::block::{Block as LookupBlock, Codec, DecodeError, decode, encode, index};
use nqdb::internal::SolutionRun;
use nqdb::{BoardSize, Canonical, Solution};

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
    let solutions = solutions_in_a_row(input, n, if n.get() < 17 { 200 } else { 20 })?;
    let Some(&first) = solutions.first() else { return Ok(()) };
    let run = SolutionRun::of(n, &solutions);
    let sound = Block { first, count: run.len(), payload: encode(&run) };
    assert_eq!(check(&sound), Ok(run), "{first}");
    check(&changed(&sound, input)?).ok();
    Ok(())
}

/// Another block: of arbitrary bytes, of arbitrary streams, or this one with changes.
fn changed(sound: &Block, input: &mut Unstructured<'_>) -> arbitrary::Result<Block> {
    let first = sound.first;
    let count = match input.int_in_range(0..=3)? {
        0 => usize::from(input.arbitrary::<u16>()?),
        1 => (sound.count + 1).saturating_sub(input.int_in_range(0..=2)?),
        _ => sound.count,
    };
    let payload = match input.int_in_range(0..=3)? {
        0 => some_bytes(input, 300)?.to_vec(),
        1 => {
            let streams = input.int_in_range(0..=20)?;
            let lengths = (0..streams).map(|_| input.int_in_range(0..=2000));
            let lengths: Vec<u32> = lengths.collect::<arbitrary::Result<_>>()?;
            let len = lengths.iter().map(|len| len.div_ceil(8) as usize).sum::<usize>();
            let mut content = some_bytes(input, len)?.to_vec();
            content.resize(len, 0);
            put_together(&lengths, &content)
        }
        2 => {
            let (mut lengths, mut content) = taken_apart(&sound.payload);
            if input.ratio(1, 4)? && !lengths.is_empty() {
                let place = input.choose_index(lengths.len())?;
                lengths[place] = input.arbitrary::<u16>()?.into();
            }
            flip(&mut content, input)?;
            put_together(&lengths, &content)
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

/// A payload of streams of these lengths; see docs/format.md, section “Codec 2”.
fn put_together(lengths: &[u32], content: &[u8]) -> Vec<u8> {
    let config = bincode::config::standard();
    let mut payload = bincode::serde::encode_to_vec(lengths, config).expect("a list of numbers");
    payload.extend(zstd::bulk::compress(content, 1).expect("zstd compresses to memory"));
    payload
}

/// The lengths and the content of a sound payload.
fn taken_apart(payload: &[u8]) -> (Vec<u32>, Vec<u8>) {
    let config = bincode::config::standard();
    let (lengths, used): (Vec<u32>, usize) =
        bincode::serde::decode_from_slice(payload, config).expect("a sound payload");
    let content = zstd::bulk::decompress(&payload[used..], 1 << 20).expect("a sound payload");
    (lengths, content)
}

/// Decodes a block in both ways, which must agree, and looks up its solutions.
fn check(block: &Block) -> Result<SolutionRun, DecodeError> {
    let Block { first, count, payload } = block;
    let decoded = decode(first, *count, payload);
    let indexed = index(Codec::Tree, first, *count, payload);
    match (&decoded, indexed) {
        (Ok(run), Ok(indexed)) => {
            check_run(block, run);
            check_look_ups(run, &indexed);
        }
        (Err(error), Err(other)) => assert_eq!(*error, other),
        (decoded, indexed) => panic!("{decoded:?}, but for lookups {indexed:?}"),
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
fn check_look_ups(run: &SolutionRun, block: &LookupBlock) {
    let len = run.len();
    assert_eq!((block.solutions(), *block.first()), (len, run.get(0)));
    assert!(run.iter().all(|solution| block.reaches(&solution)));
    for place in (0..len).step_by(len.div_ceil(16)).chain([len - 1]) {
        let solution = run.get(place);
        assert_eq!(block.get(place), Ok(Some(solution)));
        assert_eq!(block.position(&solution), Ok(Some(place)));
        let complement = solution.complement();
        let expected = run.iter().position(|other| other == complement);
        assert_eq!(block.position(&complement), Ok(expected));
    }
    assert_eq!(block.get(len), Ok(None));
    let representatives: Vec<Canonical> = run.representatives().collect();
    assert_eq!(block.representatives(), representatives.len());
    for (number, canonical) in representatives.iter().enumerate().step_by(7) {
        assert_eq!(block.representative(number), Ok(Some(*canonical)));
        assert_eq!(block.representative_number(canonical), Ok(Some(number)));
    }
    assert_eq!(block.representative(representatives.len()), Ok(None));
}
