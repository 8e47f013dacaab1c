use super::last::{self, Ends};
use super::node::{Board, above};
use super::orders::COLUMNS;
use super::streams::Streams;
use super::{described, searched};
use crate::block::DecodeError;
use crate::block::word::{Layout, MOST_COLUMNS, Word};
use crate::search::kernel::{Moves, Moving, moving};

/// What a stretch of the streams tells: the solutions from `first` on.
pub(super) struct Stretch<'s, W> {
    pub(super) layout: Layout,
    pub(super) streams: &'s Streams,
    pub(super) first: W,
    /// In each stream the first bit behind those that lead to `first` …
    pub(super) from: &'s [u32],
    /// … and the end: the first bit behind those that lead to the next stretch.
    pub(super) to: &'s [u32],
    /// How many solutions.
    pub(super) count: usize,
}

/// So many boards are solved before the solutions of the first one are appended: the one work has no
/// branches, and those of the other need not wait for it.
const AT_ONCE: usize = 32;

/// No board has more children.
const MOST_CHILDREN: usize = MOST_COLUMNS;

impl<W: Word> Stretch<'_, W> {
    /// The solutions, in order; and whether the whole stretch was needed for them. Column by column:
    /// the boards of a column stand in lexicographic order, as their bits do in the stream.
    pub(super) fn decode(&self) -> Result<(Vec<W>, bool), DecodeError> {
        moving(self)
    }
}

impl<W: Word> Moving for &Stretch<'_, W> {
    type Output = Result<(Vec<W>, bool), DecodeError>;

    #[inline(always)]
    fn run<M: Moves>(self, way: M) -> Self::Output {
        let mut here = vec![Board::empty(self.layout); self.count + 1 + MOST_CHILDREN];
        let mut next = here.clone();
        let mut len = 1;
        let mut complete = true;
        for level in 0..described(self.layout.n()) {
            let read;
            (len, read) = self.step(way, level, &here[..len], &mut next)?;
            complete &= read;
            std::mem::swap(&mut here, &mut next);
        }
        let (solutions, found_all) = self.finish(way, &here[..len])?;
        Ok((solutions, complete && found_all))
    }
}

impl<W: Word> Stretch<'_, W> {
    /// The children that lead to solutions of the boards of one column: how many, and whether all
    /// bits were read.
    #[inline(always)]
    fn step<M: Moves>(
        &self,
        way: M,
        level: usize,
        boards: &[Board<W>],
        children: &mut [Board<W>],
    ) -> Result<(usize, bool), DecodeError> {
        let (mut at, end) = (self.from[level], self.to[level]);
        let (path, others) = boards.split_first().expect("the first solution's board is there");
        // The first solution's own child, and those behind it.
        let row = self.layout.row(self.first, level);
        children[0] = path.child(self.layout, 1 << row);
        let rest = path.node.safe() & above(row);
        let here = rest.count_ones().min(end - at);
        let mut len = self.append(path, way.deposit(self.bits(at, here), rest), children, 1);
        at += here;
        for board in others {
            if len > self.count {
                break;
            }
            let safe = board.node.safe();
            let squares = safe.count_ones();
            let here = squares.min(end - at);
            let alive = self.bits(at, here);
            // The last square leads to a solution if no other does, and has no bit then.
            let lower = squares.saturating_sub(1);
            let forced = alive & ((1 << lower) - 1) == 0;
            if forced && (squares == 0 || here < lower) {
                return Err(content(len, "leads nowhere"));
            }
            at += if forced { lower } else { here };
            let highest = (1u32 << 31) >> (safe.leading_zeros() & 31);
            let alive = if forced { highest } else { way.deposit(alive, safe) };
            len = self.append(board, alive, children, len);
        }
        if len > self.count + 1 {
            return Err(content(self.count, "is followed by more than its row counts"));
        }
        Ok((len, at == end))
    }

    #[inline(always)]
    fn bits(&self, at: u32, count: u32) -> u32 {
        self.streams.read(at) & (((1u64 << count) - 1) as u32)
    }

    /// Appends the children on some squares.
    #[inline(always)]
    fn append(
        &self,
        board: &Board<W>,
        mut squares: u32,
        children: &mut [Board<W>],
        mut len: usize,
    ) -> usize {
        // Most boards have one or two: these are appended without a branch.
        for _ in 0..2 {
            children[len] = board.child(self.layout, squares & squares.wrapping_neg());
            len += usize::from(squares != 0);
            squares &= squares.wrapping_sub(1);
        }
        while squares != 0 {
            children[len] = board.child(self.layout, squares & squares.wrapping_neg());
            len += 1;
            squares &= squares - 1;
        }
        len
    }

    /// Searches the last columns; each board must give a solution.
    #[inline(always)]
    fn finish<M: Moves>(&self, way: M, boards: &[Board<W>]) -> Result<(Vec<W>, bool), DecodeError> {
        let left = searched(self.layout.n());
        let mut solutions = Vec::with_capacity(self.count + 128);
        let mut ends = [Ends::NONE; AT_ONCE];
        for (place, board) in boards.iter().enumerate() {
            let found = solutions.len();
            if left < COLUMNS {
                last::search_few(self.layout, board, left, &mut solutions);
            } else {
                if place % AT_ONCE == 0 {
                    let coming = ends.iter_mut().zip(&boards[place..]);
                    coming.for_each(|(ends, board)| *ends = Ends::of(way, board));
                }
                ends[place % AT_ONCE].append(way, board, &mut solutions);
            }
            if solutions.len() == found {
                return Err(content(found, "leads nowhere"));
            }
            if place == 0 {
                // The searched columns may hold solutions before the first one.
                let before = solutions.partition_point(|&solution| solution < self.first);
                solutions.drain(..before);
                if solutions.first() != Some(&self.first) {
                    return Err(content(0, "is not the first solution that its row names"));
                }
            }
            if solutions.len() >= self.count {
                // What else the last board holds is not of this stretch.
                solutions.truncate(self.count);
                return Ok((solutions, place + 1 == boards.len()));
            }
        }
        Err(content(solutions.len(), "is missing"))
    }
}

fn content(place: usize, problem: &'static str) -> DecodeError {
    DecodeError::Content { place, problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{BoardSize, Solution};
    use crate::search::{Solutions, kernel::Plain};

    fn check<W: Word>(n: u64) {
        let n = BoardSize::new(n).unwrap();
        let layout = Layout::new(n);
        let solutions: Vec<Solution> = Solutions::new(n).take(20_000).collect();
        let words: Vec<W> = solutions.iter().map(|solution| layout.word(solution)).collect();
        let payload = crate::block::tree::encode(n, &words);
        let streams = crate::block::tree::read_streams(n, words.len(), &payload).unwrap();
        let (from, to): (Vec<_>, Vec<_>) = (streams.begins().collect(), streams.ends().collect());
        let (first, count) = (words[0], words.len());
        let stretch = Stretch { layout, streams: &streams, first, from: &from, to: &to, count };
        assert_eq!(stretch.run(Plain), Ok((words.clone(), true)), "{n}");
        assert_eq!(stretch.decode(), Ok((words, true)), "{n}");
    }

    #[test]
    fn all_processors_read_alike() {
        [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16].into_iter().for_each(check::<u64>);
        [17, 20, 25].into_iter().for_each(check::<u128>);
    }
}
