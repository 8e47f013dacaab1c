//! Marks in the streams of a block, from each of which a few solutions can be decoded.

use super::decode::Segment;
use super::path::Path;
use super::streams::{Streams, described};
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::solution_run::{RunWord, SolutionRun};
use crate::store::block::error::DecodeError;

/// Number of solutions between two marks: such a segment is decoded in two microseconds.
const SEGMENT: usize = 64;

/// The marks of a block: the first solution of every segment, with its positions in the streams.
#[derive(Debug)]
pub(super) struct Index {
    count: usize,
    marks: SolutionRun,
    /// For each mark, its positions in the streams; then the ends of the streams.
    positions: Vec<u32>,
    /// Canonical representatives before each mark; then their total.
    representatives: Vec<u32>,
}

impl Index {
    /// The index of all solutions of a block. O(solutions).
    pub(super) fn new<W: RunWord>(n: BoardSize, streams: &Streams, solutions: &[W]) -> Self {
        let layout = WordLayout::new(n);
        let marks: Vec<W> = solutions.iter().copied().step_by(SEGMENT).collect();
        let levels = described(layout.n());
        let mut at: Vec<u32> = streams.begins().collect();
        let mut positions = Vec::with_capacity(levels * (marks.len() + 1));
        let mut representatives = Vec::with_capacity(marks.len());
        let mut path = Path::new(layout, solutions[0]);
        let mut passed = 0;
        for (place, &solution) in solutions.iter().enumerate() {
            if place > 0 {
                path.advance(solution, &mut at);
            }
            if place % SEGMENT == 0 {
                positions.extend(&at);
                representatives.push(passed);
            }
            passed += u32::from(Canonical::check(layout.solution(solution)).is_some());
        }
        positions.extend(streams.ends());
        representatives.push(passed);
        Index { count: solutions.len(), marks: W::run(n, marks), positions, representatives }
    }

    /// The solutions of the segment that contains a place of the block, and the place of the first one.
    pub(super) fn around(
        &self,
        streams: &Streams,
        place: usize,
    ) -> Result<(usize, SolutionRun), DecodeError> {
        let mark = place / SEGMENT;
        let run = match &self.marks {
            SolutionRun::Narrow(n, marks) => {
                u64::run(*n, self.segment(*n, streams, mark, marks[mark])?)
            }
            SolutionRun::Wide(n, marks) => {
                u128::run(*n, self.segment(*n, streams, mark, marks[mark])?)
            }
        };
        Ok((mark * SEGMENT, run))
    }

    /// The solutions of the segment with this number.
    fn segment<W: Word>(
        &self,
        n: BoardSize,
        streams: &Streams,
        mark: usize,
        first: W,
    ) -> Result<Vec<W>, DecodeError> {
        let levels = described(n.get());
        let positions = |mark: usize| &self.positions[mark * levels..][..levels];
        let segment = Segment {
            layout: WordLayout::new(n),
            streams,
            first,
            from: positions(mark),
            to: positions(mark + 1),
            count: SEGMENT.min(self.count - mark * SEGMENT),
        };
        Ok(segment.decode()?.0)
    }

    /// The place of the last mark at or before a solution: its segment contains the solution, if the block does.
    pub(super) fn place_near(&self, solution: &Solution) -> Option<usize> {
        Some(self.marks.up_to(solution).checked_sub(1)? * SEGMENT)
    }

    /// The place of the mark whose segment contains the representative with this 0-based number in the block.
    pub(super) fn place_of_representative(&self, number: usize) -> usize {
        let before = &self.representatives[..self.marks.len()];
        let passed = |&passed: &u32| passed as usize <= number;
        (before.partition_point(passed).max(1) - 1) * SEGMENT
    }

    /// Number of canonical representatives before the segment that contains a place.
    pub(super) fn representatives_before(&self, place: usize) -> usize {
        self.representatives[place / SEGMENT] as usize
    }

    /// Number of canonical representatives in the block.
    pub(super) fn representatives(&self) -> usize {
        self.representatives.last().map_or(0, |&all| all as usize)
    }

    /// Number of solutions in the block.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.marks.memory() + 4 * (self.positions.len() + self.representatives.len())
    }
}
