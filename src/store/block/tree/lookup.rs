//! Lookups in a block of the solution tree.

use super::index::Index;
use super::payload::{decode_streams, read_streams};
use super::streams::Streams;
use crate::combinatorics::word::WordLayout;
use crate::combinatorics::{Canonical, Solution};
use crate::search::solution_run::{RunWord, SolutionRun};
use crate::store::block::error::DecodeError;

/// A block of solutions prepared for lookups: its streams, and an index of them.
#[derive(Debug)]
pub struct TreeBlock {
    streams: Streams,
    index: Index,
    first: Solution,
    last: Solution,
}

impl TreeBlock {
    /// Reads a payload of `count` solutions from `first` on, in words of this width. O(solutions).
    pub(in crate::store::block) fn read<W: RunWord>(
        first: &Solution,
        count: usize,
        payload: &[u8],
    ) -> Result<Self, DecodeError> {
        let layout = WordLayout::new(first.n());
        let streams = read_streams(first.n(), count, payload)?;
        let words = decode_streams::<W>(first, count, &streams)?;
        let last = layout.solution(words[count - 1]);
        let index = Index::new(first.n(), &streams, &words);
        Ok(TreeBlock { streams, index, first: *first, last })
    }

    pub(in crate::store::block) fn len(&self) -> usize {
        self.index.len()
    }

    pub(in crate::store::block) fn first(&self) -> &Solution {
        &self.first
    }

    pub(in crate::store::block) fn reaches(&self, solution: &Solution) -> bool {
        *solution <= self.last
    }

    pub(in crate::store::block) fn representatives(&self) -> usize {
        self.index.representatives()
    }

    pub(in crate::store::block) fn get(
        &self,
        place: usize,
    ) -> Result<Option<Solution>, DecodeError> {
        Ok(self.around(place)?.map(|(begin, run)| run.get(place - begin)))
    }

    pub(in crate::store::block) fn position(
        &self,
        solution: &Solution,
    ) -> Result<Option<usize>, DecodeError> {
        let Some((begin, run)) = self.around_solution(solution)? else { return Ok(None) };
        Ok(run.place(solution).map(|place| begin + place))
    }

    /// The solutions that [`TreeBlock::get`] decodes for a place, and the place of the first of them; `None` past the
    /// last solution.
    pub(crate) fn around(&self, place: usize) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        if place >= self.len() {
            return Ok(None);
        }
        self.index.around(&self.streams, place).map(Some)
    }

    /// The solutions decoded for a solution of this board size; they include it if it is in the block.
    pub(crate) fn around_solution(
        &self,
        solution: &Solution,
    ) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        self.index.place_near(solution).map_or(Ok(None), |near| self.around(near))
    }

    pub(in crate::store::block) fn representative_number(
        &self,
        canonical: &Canonical,
    ) -> Result<Option<usize>, DecodeError> {
        let Some((begin, run)) = self.around_solution(canonical)? else { return Ok(None) };
        let Some(place) = run.place(canonical) else { return Ok(None) };
        let before = run.iter().take(place).filter_map(Canonical::check).count();
        Ok(Some(self.index.representatives_before(begin) + before))
    }

    pub(in crate::store::block) fn representative(
        &self,
        number: usize,
    ) -> Result<Option<Canonical>, DecodeError> {
        let near = self.index.place_of_representative(number);
        let (begin, run) = self.index.around(&self.streams, near)?;
        let number = number - self.index.representatives_before(begin);
        Ok(run.representatives().nth(number))
    }

    pub(in crate::store::block) fn memory(&self) -> usize {
        self.streams.memory() + self.index.memory()
    }
}
