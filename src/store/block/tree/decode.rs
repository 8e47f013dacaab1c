//! Decodes a segment of the streams, column by column.

use super::bmi2::{self, BitOps, BitRoutine};
use super::last::{LastSix, search_few, searched};
use super::orders::COLUMNS;
use super::partial_solution::{PartialSolution, above};
use super::streams::{Streams, described};
use crate::combinatorics::word::{MOST_COLUMNS, Word, WordLayout};
use crate::store::block::error::DecodeError;

/// A segment of the streams, which encodes the solutions from `first` on.
pub(super) struct Segment<'s, W> {
    pub(super) layout: WordLayout,
    pub(super) streams: &'s Streams,
    pub(super) first: W,
    /// In each stream, the position after the bits that lead to `first`.
    pub(super) from: &'s [u32],
    /// In each stream, the position of the first bit of the next segment.
    pub(super) to: &'s [u32],
    /// Number of solutions.
    pub(super) count: usize,
}

/// Boards that are solved before the solutions of the first one are appended. Solving has no branches, so mispredicted
/// branches of appending do not delay it.
const AT_ONCE: usize = 32;

/// The maximum number of children of a board.
const MOST_CHILDREN: usize = MOST_COLUMNS;

impl<W: Word> Segment<'_, W> {
    /// The solutions, in order, and whether the whole segment was needed for them. The boards of a column are in
    /// lexicographic order, as are their bits in the stream.
    pub(super) fn decode(&self) -> Result<(Vec<W>, bool), DecodeError> {
        bmi2::call(self)
    }
}

impl<W: Word> BitRoutine for &Segment<'_, W> {
    type Output = Result<(Vec<W>, bool), DecodeError>;

    #[inline(always)]
    fn run<B: BitOps>(self, ops: B) -> Self::Output {
        let mut here = vec![PartialSolution::empty(self.layout); self.count + 1 + MOST_CHILDREN];
        let mut next = here.clone();
        let mut len = 1;
        let mut complete = true;
        for level in 0..described(self.layout.n()) {
            let read;
            (len, read) = self.step(ops, level, &here[..len], &mut next)?;
            complete &= read;
            std::mem::swap(&mut here, &mut next);
        }
        let (solutions, found_all) = self.finish(ops, &here[..len])?;
        Ok((solutions, complete && found_all))
    }
}

impl<W: Word> Segment<'_, W> {
    /// Writes those children of a column's boards that lead to solutions. Returns their number, and whether all bits
    /// were read.
    #[inline(always)]
    fn step<B: BitOps>(
        &self,
        ops: B,
        level: usize,
        boards: &[PartialSolution<W>],
        children: &mut [PartialSolution<W>],
    ) -> Result<(usize, bool), DecodeError> {
        let (mut at, end) = (self.from[level], self.to[level]);
        let (path, others) = boards.split_first().expect("the board of the first solution");
        // The child that leads to the first solution, and those after it.
        let row = self.layout.row(self.first, level);
        children[0] = path.with(self.layout, 1 << row);
        let rest = path.board.safe() & above(row);
        let here = rest.count_ones().min(end - at);
        let mut len = self.append(path, ops.deposit(self.bits(at, here), rest), children, 1);
        at += here;
        for parent in others {
            if len > self.count {
                break;
            }
            let safe = parent.board.safe();
            let squares = safe.count_ones();
            let here = squares.min(end - at);
            let alive = self.bits(at, here);
            // If no other square leads to a solution, the last one does and has no bit.
            let lower = squares.saturating_sub(1);
            let forced = alive & ((1 << lower) - 1) == 0;
            if forced && (squares == 0 || here < lower) {
                return Err(content(len, "leads to no solution"));
            }
            at += if forced { lower } else { here };
            let highest = (1u32 << 31) >> (safe.leading_zeros() & 31);
            let alive = if forced { highest } else { ops.deposit(alive, safe) };
            len = self.append(parent, alive, children, len);
        }
        if len > self.count + 1 {
            return Err(content(self.count, "more solutions than the count in the row"));
        }
        Ok((len, at == end))
    }

    #[inline(always)]
    fn bits(&self, at: u32, count: u32) -> u32 {
        self.streams.read(at) & (((1u64 << count) - 1) as u32)
    }

    /// Appends the children on these squares.
    #[inline(always)]
    fn append(
        &self,
        parent: &PartialSolution<W>,
        mut squares: u32,
        children: &mut [PartialSolution<W>],
        mut len: usize,
    ) -> usize {
        // Most boards have one or two children, which are appended without a branch.
        for _ in 0..2 {
            children[len] = parent.with(self.layout, squares & squares.wrapping_neg());
            len += usize::from(squares != 0);
            squares &= squares.wrapping_sub(1);
        }
        while squares != 0 {
            children[len] = parent.with(self.layout, squares & squares.wrapping_neg());
            len += 1;
            squares &= squares - 1;
        }
        len
    }

    /// Searches the last columns. Each board must have a solution.
    #[inline(always)]
    fn finish<B: BitOps>(
        &self,
        ops: B,
        boards: &[PartialSolution<W>],
    ) -> Result<(Vec<W>, bool), DecodeError> {
        let left = searched(self.layout.n());
        let mut solutions = Vec::with_capacity(self.count + 128);
        let mut solved = [LastSix::NONE; AT_ONCE];
        for (number, queens) in boards.iter().enumerate() {
            let found = solutions.len();
            if left < COLUMNS {
                search_few(self.layout, queens, left, &mut solutions);
            } else {
                if number % AT_ONCE == 0 {
                    let next = solved.iter_mut().zip(&boards[number..]);
                    next.for_each(|(solved, queens)| *solved = LastSix::of(ops, queens));
                }
                solved[number % AT_ONCE].append(ops, queens, &mut solutions);
            }
            if solutions.len() == found {
                return Err(content(found, "leads to no solution"));
            }
            if number == 0 {
                // The searched columns may hold solutions before the first one.
                let before = solutions.partition_point(|&solution| solution < self.first);
                solutions.drain(..before);
                if solutions.first() != Some(&self.first) {
                    return Err(content(0, "not the first_solution of its row"));
                }
            }
            if solutions.len() >= self.count {
                // The other solutions of the last board are in the next segment.
                solutions.truncate(self.count);
                return Ok((solutions, number + 1 == boards.len()));
            }
        }
        Err(content(solutions.len(), "the solution is missing"))
    }
}

fn content(place: usize, problem: &'static str) -> DecodeError {
    DecodeError::Content { place, problem }
}
