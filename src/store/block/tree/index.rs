//! Marks in the streams of a block, from which a few solutions are decoded.

use super::decode::Segment;
use super::path::Path;
use super::streams::{Streams, described};
use crate::combinatorics::Canonical;
use crate::combinatorics::word::{Word, WordLayout};
use crate::store::block::error::DecodeError;

/// Solutions between two marks: such a segment is decoded in two microseconds.
const SEGMENT: usize = 64;

/// The marks of a block: the first solution of every segment, with its positions in the streams.
#[derive(Debug)]
pub(super) struct Index<W> {
    count: usize,
    marks: Vec<W>,
    /// For each mark the first bits behind it in the streams; then the ends of the streams.
    positions: Vec<u32>,
    /// Canonical representatives before each mark; then all of them.
    representatives: Vec<u32>,
}

impl<W: Word> Index<W> {
    /// The index of all solutions of a block. O(solutions).
    pub(super) fn new(layout: WordLayout, streams: &Streams, solutions: &[W]) -> Self {
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
        Index { count: solutions.len(), marks, positions, representatives }
    }

    /// The segment that holds a place of the block: the place of its first solution, and the solutions.
    pub(super) fn around(
        &self,
        layout: WordLayout,
        streams: &Streams,
        place: usize,
    ) -> Result<(usize, Vec<W>), DecodeError> {
        let (mark, levels) = (place / SEGMENT, described(layout.n()));
        let positions = |mark: usize| &self.positions[mark * levels..][..levels];
        let segment = Segment {
            layout,
            streams,
            first: self.marks[mark],
            from: positions(mark),
            to: positions(mark + 1),
            count: SEGMENT.min(self.count - mark * SEGMENT),
        };
        Ok((mark * SEGMENT, segment.decode()?.0))
    }

    /// The place of the last mark at or before a solution: its segment holds the solution, if the block does.
    pub(super) fn place_near(&self, solution: W) -> Option<usize> {
        let marks = self.marks.partition_point(|&mark| mark <= solution);
        Some(marks.checked_sub(1)? * SEGMENT)
    }

    /// The place of the mark whose segment holds the representative with this 0-based number in the block.
    pub(super) fn place_of_representative(&self, number: usize) -> usize {
        let before = &self.representatives[..self.marks.len()];
        let passed = |&passed: &u32| passed as usize <= number;
        (before.partition_point(passed).max(1) - 1) * SEGMENT
    }

    /// Number of canonical representatives before the segment that holds a place.
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

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&self.marks[..]) + 4 * (self.positions.len() + self.representatives.len())
    }
}
