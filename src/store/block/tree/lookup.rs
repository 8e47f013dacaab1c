//! Look-ups in a block of the solution tree.

use super::index::Index;
use super::payload::{decode_streams, read_streams};
use super::streams::Streams;
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{Canonical, Solution};
use crate::search::solution_run::{RunWord, SolutionRun};
use crate::store::block::error::DecodeError;
use crate::store::block::lookup::LookupBlock;

/// A block of solutions for look-ups: its streams, and an index of them.
#[derive(Debug)]
pub(in crate::store::block) struct TreeBlock<W> {
    layout: WordLayout,
    streams: Streams,
    index: Index<W>,
    first: Solution,
    last: Solution,
}

impl<W: Word> TreeBlock<W> {
    /// Reads a payload of `count` solutions from `first` on. O(solutions).
    pub(in crate::store::block) fn read(
        first: &Solution,
        count: usize,
        payload: &[u8],
    ) -> Result<Self, DecodeError> {
        let layout = WordLayout::new(first.n());
        let streams = read_streams(first.n(), count, payload)?;
        let words = decode_streams::<W>(first, count, &streams)?;
        let index = Index::new(layout, &streams, &words);
        let last = layout.solution(words[count - 1]);
        Ok(TreeBlock { layout, streams, index, first: *first, last })
    }

    /// The solutions around a place, and the place of the first of them.
    fn around(&self, place: usize) -> Result<(usize, Vec<W>), DecodeError> {
        self.index.around(self.layout, &self.streams, place)
    }

    /// The solution in a word, if it is a canonical representative.
    fn canonical(&self, word: W) -> Option<Canonical> {
        Canonical::check(self.layout.solution(word))
    }
}

impl<W: RunWord> LookupBlock for TreeBlock<W> {
    fn len(&self) -> usize {
        self.index.len()
    }

    fn first(&self) -> &Solution {
        &self.first
    }

    fn reaches(&self, solution: &Solution) -> bool {
        *solution <= self.last
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

    fn run_at(&self, place: usize) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        if place >= self.len() {
            return Ok(None);
        }
        let (begin, words) = self.around(place)?;
        Ok(Some((begin, W::run(self.first.n(), words))))
    }

    fn run_around(&self, solution: &Solution) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        let near = self.index.place_near(self.layout.word(solution));
        near.map_or(Ok(None), |near| self.run_at(near))
    }

    fn representative_number(&self, canonical: &Canonical) -> Result<Option<usize>, DecodeError> {
        let word = self.layout.word(canonical);
        let Some(near) = self.index.place_near(word) else { return Ok(None) };
        let (begin, words) = self.around(near)?;
        let Ok(offset) = words.binary_search(&word) else { return Ok(None) };
        let before = words[..offset].iter().filter(|&&word| self.canonical(word).is_some());
        Ok(Some(self.index.representatives_before(begin) + before.count()))
    }

    fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError> {
        let near = self.index.place_of_representative(number);
        let (begin, words) = self.around(near)?;
        let mut here = words.iter().filter_map(|&word| self.canonical(word));
        Ok(here.nth(number - self.index.representatives_before(begin)))
    }

    fn memory(&self) -> usize {
        self.streams.memory() + self.index.memory()
    }
}
