//! Codec 2, the solution tree: for each board on the way to a solution one bit for each safe square
//! of the next column, “it leads to a solution”; one stream of bits for each column. The last columns
//! store nothing: the decoder searches them. docs/format.md has the bytes.

mod decode;
mod index;
mod last;
mod node;
mod orders;
mod path;
mod streams;

use super::word::{Layout, Word};
use super::{DecodeError, IndexedRun};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use decode::Stretch;
use index::Index;
use path::Path;
use streams::{Bits, Streams};

/// How many of the last columns are searched.
fn searched(n: usize) -> usize {
    n.min(orders::COLUMNS)
}

/// How many of the first columns have a stream.
fn described(n: usize) -> usize {
    n - searched(n)
}

/// The payload of solutions that ascend; the first one is not in it. O(solutions).
pub(super) fn encode<W: Word>(n: BoardSize, words: &[W]) -> Vec<u8> {
    let layout = Layout::new(n);
    let mut streams = vec![Bits::default(); described(layout.n())];
    if let Some((&first, others)) = words.split_first() {
        let mut path = Path::new(layout, first);
        others.iter().for_each(|&word| path.advance(word, &mut streams));
    }
    streams::to_payload(&streams)
}

/// The solutions of a payload, `count` of them from `first` on. O(solutions).
pub(super) fn decode<W: Word>(
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<Vec<W>, DecodeError> {
    decode_streams(first, count, &read_streams(first.n(), count, payload)?)
}

fn read_streams(n: BoardSize, count: usize, payload: &[u8]) -> Result<Streams, DecodeError> {
    // No more boards than solutions, no more bits than squares.
    let most = (0..described(n.get())).map(|level| (count * (n.get() - level)) as u64);
    Streams::from_payload(payload, most)
}

fn decode_streams<W: Word>(
    first: &Solution,
    count: usize,
    streams: &Streams,
) -> Result<Vec<W>, DecodeError> {
    let layout = Layout::new(first.n());
    let (from, to): (Vec<u32>, Vec<u32>) = (streams.begins().collect(), streams.ends().collect());
    let first = layout.word(first);
    match (Stretch { layout, streams, first, from: &from, to: &to, count }).decode()? {
        (words, true) => Ok(words),
        (_, false) => Err(DecodeError::Content {
            place: count,
            problem: "is there, beyond the number that its row says",
        }),
    }
}

/// A block of solutions as it is kept for look-ups: its streams and an index of them.
#[derive(Debug)]
pub(super) struct Tree<W> {
    layout: Layout,
    streams: Streams,
    index: Index<W>,
    first: Solution,
    last: Solution,
}

impl<W: Word> Tree<W> {
    /// Reads a payload of `count` solutions from `first` on. O(solutions).
    pub(super) fn read(
        first: &Solution,
        count: usize,
        payload: &[u8],
    ) -> Result<Self, DecodeError> {
        let layout = Layout::new(first.n());
        let streams = read_streams(first.n(), count, payload)?;
        let words = decode_streams::<W>(first, count, &streams)?;
        let index = Index::new(layout, &streams, &words);
        Ok(Tree { layout, streams, index, first: *first, last: layout.solution(words[count - 1]) })
    }

    /// The solutions around a place, and the place of the first of them.
    fn around(&self, place: usize) -> Result<(usize, Vec<W>), DecodeError> {
        self.index.around(self.layout, &self.streams, place)
    }

    fn representative_at(&self, word: W) -> Option<Canonical> {
        Canonical::check(self.layout.solution(word))
    }
}

impl<W: Word> IndexedRun for Tree<W> {
    fn len(&self) -> usize {
        self.index.len()
    }

    fn first(&self) -> &Solution {
        &self.first
    }

    fn last(&self) -> &Solution {
        &self.last
    }

    fn representatives(&self) -> usize {
        self.index.representatives()
    }

    fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError> {
        if place >= self.len() {
            return Ok(None);
        }
        let (begin, words) = self.around(place)?;
        Ok(Some(self.layout.solution(words[place - begin])))
    }

    fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError> {
        let word = self.layout.word(solution);
        let Some(near) = self.index.place_near(word) else { return Ok(None) };
        let (begin, words) = self.around(near)?;
        Ok(words.binary_search(&word).ok().map(|offset| begin + offset))
    }

    fn representative_number(&self, canonical: &Canonical) -> Result<Option<usize>, DecodeError> {
        let word = self.layout.word(canonical);
        let Some(near) = self.index.place_near(word) else { return Ok(None) };
        let (begin, words) = self.around(near)?;
        let Ok(offset) = words.binary_search(&word) else { return Ok(None) };
        let here = words[..offset].iter().filter(|&&word| self.representative_at(word).is_some());
        Ok(Some(self.index.representatives_before(begin) + here.count()))
    }

    fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError> {
        let near = self.index.place_of_representative(number);
        let (begin, words) = self.around(near)?;
        let mut here = words.iter().filter_map(|&word| self.representative_at(word));
        Ok(here.nth(number - self.index.representatives_before(begin)))
    }

    fn memory(&self) -> usize {
        self.streams.memory() + self.index.memory()
    }
}
