use super::decode::Stretch;
use super::described;
use super::path::Path;
use super::streams::Streams;
use crate::block::DecodeError;
use crate::block::word::{Layout, Word};
use crate::combinatorics::Canonical;

/// Solutions between two marks: a stretch is decoded in two microseconds.
const STRETCH: usize = 64;

/// Marks in a block: each some solutions, with the places in the streams behind it.
#[derive(Debug)]
pub(super) struct Index<W> {
    count: usize,
    marks: Vec<W>,
    /// The places of a mark after those of the one before; at the end the ends of the streams.
    places: Vec<u32>,
    /// Canonical representatives before each mark, and all of them.
    representatives: Vec<u32>,
}

impl<W: Word> Index<W> {
    /// The index of all solutions of a block. O(solutions).
    pub(super) fn new(layout: Layout, streams: &Streams, solutions: &[W]) -> Self {
        let marks: Vec<W> = solutions.iter().copied().step_by(STRETCH).collect();
        let levels = described(layout.n());
        let mut places: Vec<u32> = streams.begins().collect();
        let mut all_places = Vec::with_capacity(levels * (marks.len() + 1));
        let mut representatives = Vec::with_capacity(marks.len());
        let mut path = Path::new(layout, solutions[0]);
        let mut passed = 0;
        for (place, &solution) in solutions.iter().enumerate() {
            if place > 0 {
                path.advance(solution, &mut places);
            }
            if place % STRETCH == 0 {
                all_places.extend(&places);
                representatives.push(passed);
            }
            passed += u32::from(Canonical::check(layout.solution(solution)).is_some());
        }
        all_places.extend(streams.ends());
        representatives.push(passed);
        Index { count: solutions.len(), marks, places: all_places, representatives }
    }

    /// The stretch that holds a place of the block: its solutions, and the place of the first one.
    pub(super) fn around(
        &self,
        layout: Layout,
        streams: &Streams,
        place: usize,
    ) -> Result<(usize, Vec<W>), DecodeError> {
        let (mark, levels) = (place / STRETCH, described(layout.n()));
        let places = |mark: usize| &self.places[mark * levels..][..levels];
        let stretch = Stretch {
            layout,
            streams,
            first: self.marks[mark],
            from: places(mark),
            to: places(mark + 1),
            count: STRETCH.min(self.count - mark * STRETCH),
        };
        Ok((mark * STRETCH, stretch.decode()?.0))
    }

    /// A place in the stretch that holds a solution, if any does: that of the last mark up to it.
    pub(super) fn place_near(&self, solution: W) -> Option<usize> {
        let marks = self.marks.partition_point(|&mark| mark <= solution);
        Some(marks.checked_sub(1)? * STRETCH)
    }

    /// A place in the stretch that holds the representative with this 0-based number in the block.
    pub(super) fn place_of_representative(&self, number: usize) -> usize {
        let before = &self.representatives[..self.marks.len()];
        let passed = |&passed: &u32| passed as usize <= number;
        (before.partition_point(passed).max(1) - 1) * STRETCH
    }

    /// Canonical representatives before the stretch that holds a place.
    pub(super) fn representatives_before(&self, place: usize) -> usize {
        self.representatives[place / STRETCH] as usize
    }

    /// Canonical representatives in the block.
    pub(super) fn representatives(&self) -> usize {
        self.representatives.last().map_or(0, |&all| all as usize)
    }

    /// Solutions in the block.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&self.marks[..]) + 4 * (self.places.len() + self.representatives.len())
    }
}
