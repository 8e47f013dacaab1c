//! The decoder with and without the instructions of the processor.

use super::bmi2::{BitRoutine, Portable};
use super::decode::Segment;
use super::payload::{encode, read_streams};
use crate::combinatorics::word::{Layout, Word};
use crate::combinatorics::{BoardSize, Solution};
use crate::search::Solutions;

fn check<W: Word>(n: u64) {
    let n = BoardSize::new(n).unwrap();
    let layout = Layout::new(n);
    let solutions: Vec<Solution> = Solutions::new(n).take(20_000).collect();
    let words: Vec<W> = solutions.iter().map(|solution| layout.word(solution)).collect();
    let payload = encode(n, &words);
    let streams = read_streams(n, words.len(), &payload).unwrap();
    let (from, to): (Vec<_>, Vec<_>) = (streams.begins().collect(), streams.ends().collect());
    let (first, count) = (words[0], words.len());
    let segment = Segment { layout, streams: &streams, first, from: &from, to: &to, count };
    assert_eq!(segment.run(Portable), Ok((words.clone(), true)), "{n}");
    assert_eq!(segment.decode(), Ok((words, true)), "{n}");
}

#[test]
fn all_processors_read_alike() {
    [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16].into_iter().for_each(check::<u64>);
    [17, 20, 25].into_iter().for_each(check::<u128>);
}
