//! The search itself, generic over the instruction set: breadth first, with one level per column.
//!
//! An [`Engine`] drives the sweeps, deepest level first, and passes the solutions to a sink. A [`Descent`] finds the
//! roots of a search that records queens.

use super::Kernel;
use super::simd::{Isa, LEN, Routine};
use super::sweep::{
    COUNT, ColumnSetup, HALVES, Level, MASKED, SECOND, SHIFTED, SPARE, Sweep, TRAIL, WIDE,
    board_mask, packing, tag_of, tag_shift,
};
use crate::combinatorics::bits_per_queen;
use crate::search::bitboard::{Bitboard, each_row};

/// What a search records of each solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The tag.
    Count,
    /// The tag and the queens below the root: at most [`most_queens`].
    Trail,
}

/// The number of queens in the first word of a trail, [`bits_per_queen`] bits each.
pub(crate) fn in_first_word(n: usize) -> usize {
    (u32::BITS / bits_per_queen(n)) as usize
}

/// The maximum number of queens below a root that can be recorded: all but the last two are in a trail of one word for
/// N ≤ 16, two words beyond.
pub(crate) fn most_queens(n: usize) -> usize {
    if n <= 16 { in_first_word(n) + 2 } else { 2 * in_first_word(n) + 2 }
}

/// The number of queens below a root at which a search that records queens is fastest. Only the columns that fill the
/// second word of a trail carry it along.
const BELOW_ROOTS: usize = 12;

/// Queens per root at which a search that records queens is fastest. N ≥ 2.
pub(crate) fn root_depth(n: usize) -> usize {
    n.saturating_sub(BELOW_ROOTS.min(most_queens(n)))
}

/// Receives the solutions in batches, in no particular order.
pub(crate) trait LeafSink {
    /// Receives a batch of solutions.
    fn take(&mut self, leaves: Leaves<'_>);

    /// Whether the search should continue; called before each sweep.
    fn wants_more(&mut self) -> bool {
        true
    }
}

/// Forwards solutions until `more(new)` returns false, where `new` is the number of solutions since the last call.
pub(crate) struct Interruptible<'m, S> {
    sink: S,
    new: u64,
    more: &'m mut dyn FnMut(u64) -> bool,
    running: bool,
}

impl<'m, S> Interruptible<'m, S> {
    pub(crate) fn new(sink: S, more: &'m mut dyn FnMut(u64) -> bool) -> Self {
        Interruptible { sink, new: 0, more, running: true }
    }

    /// Reports the last solutions, and returns the sink unless the search was interrupted.
    pub(crate) fn finished(self) -> Option<S> {
        if self.running && self.new > 0 {
            (self.more)(self.new);
        }
        self.running.then_some(self.sink)
    }
}

impl<S: LeafSink> LeafSink for Interruptible<'_, S> {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.new += leaves.rows.len() as u64;
        self.sink.take(leaves);
    }

    fn wants_more(&mut self) -> bool {
        self.running = self.running && (self.more)(std::mem::take(&mut self.new));
        self.running
    }
}

/// A batch of solutions, as slices of equal length. Slices that the mode does not need have unspecified content.
pub(crate) struct Leaves<'a> {
    /// The queen of the last column as a bit, with the tag above.
    pub(crate) rows: &'a [u32],
    /// The queen of the second-to-last column as a bit ([`Mode::Trail`]).
    pub(crate) last_but_one: &'a [u32],
    /// The queens between the root and those two ([`Mode::Trail`]).
    pub(crate) trail: [&'a [u32]; 2],
}

/// A search below roots of one depth. Reusable: its levels stay allocated.
pub(crate) struct Engine {
    kernel: Kernel,
    n: usize,
    mode: Mode,
    /// Those of the columns from `depth` on, made when a search first needs them.
    levels: Vec<Level>,
    /// Queens per root, at most n − 2.
    pub(crate) depth: usize,
    /// The roots. Each has a safe and allowed row in the next column.
    roots: Vec<BoardRoot>,
    /// Rows that may be used, by column.
    pub(crate) allowed: [u32; 32],
    /// Rows whose queen adds 1 to the tag, by column, except for the last column ([`Mode::Count`]).
    pub(crate) ties: [u32; 32],
}

impl Engine {
    /// A search without roots and without masks, 2 ≤ n ≤ 32.
    pub(crate) fn new(kernel: Kernel, n: usize, mode: Mode, depth: usize) -> Self {
        let (levels, roots) = (Vec::new(), Vec::new());
        let (allowed, ties) = ([board_mask(n); 32], [0; 32]);
        Engine { kernel, n, mode, levels, depth, roots, allowed, ties }
    }

    /// Adds a root with a tag less than `tags(n)`, unless it has no safe and allowed row in the next column. Returns
    /// whether it has one.
    pub(crate) fn add_root(&mut self, board: Bitboard<u32>, tag: usize) -> bool {
        let has_row = board.safe() & self.allowed[self.depth] != 0;
        if has_row {
            self.roots.push(BoardRoot { board, tag: tag as u32 });
        }
        has_row
    }

    /// The number of roots.
    pub(crate) fn roots(&self) -> usize {
        self.roots.len()
    }

    /// Passes all solutions below the roots to a sink, and removes the roots.
    pub(crate) fn run(&mut self, sink: &mut dyn LeafSink) {
        self.kernel.call(EngineRun { engine: self, sink });
        self.roots.clear();
    }

    /// Adds the number of solutions below the roots to the counts, by tag, and removes the roots. `None` once
    /// `more(new)` returns false; it is called before each sweep of up to a thousand boards, with the number of
    /// solutions since the last call.
    pub(crate) fn count(
        &mut self,
        counts: &mut [u64],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        let mut tally = Interruptible::new(TagCounts { n: self.n, counts }, more);
        self.run(&mut tally);
        tally.finished().map(|_| ())
    }

    /// Pushes the roots as space permits and empties the levels, deepest first.
    ///
    /// Compiled without the features of the instruction set, so that each sweep remains a separate function.
    #[inline(never)]
    fn search<I: Isa>(&mut self, isa: I, sink: &mut dyn LeafSink) {
        let mut levels = std::mem::take(&mut self.levels);
        let depth = self.depth;
        levels.resize_with(levels.len().max(self.n - depth), Level::new);
        let last = self.n - 2;
        let mut roots = self.roots.chunks(LEN - SPARE);
        let mut base = depth;
        let mut column = base;
        loop {
            if column == base && levels[base - depth].len == 0 {
                // All levels before the base are empty.
                match roots.next() {
                    Some(some) => {
                        some.iter().for_each(|root| root.push(self.n, &mut levels[base - depth]))
                    }
                    None if base == last => break,
                    None => base += 1,
                }
                column = base;
                continue;
            }
            if !sink.wants_more() {
                levels.iter_mut().for_each(Level::clear);
                break;
            }
            let [here, next] = &mut levels[column - depth..][..2] else { unreachable!() };
            match (self.sweep(isa, column, here, next), column == last) {
                (true, _) if column > base => column -= 1,
                (true, _) => {}
                (false, true) => drain(next, sink),
                (false, false) => column += 1,
            }
        }
        drain(&mut levels[last + 1 - depth], sink);
        self.levels = levels;
    }

    /// Sweeps a column in the packing of the board size.
    fn sweep<I: Isa>(&self, isa: I, column: usize, here: &mut Level, next: &mut Level) -> bool {
        let sweep = match packing(self.n) {
            HALVES => Self::sweep_in::<I, HALVES>,
            SHIFTED => Self::sweep_in::<I, SHIFTED>,
            _ => Self::sweep_in::<I, WIDE>,
        };
        sweep(self, isa, column, here, next)
    }

    /// Sweeps a column in the cheapest mode that it allows.
    fn sweep_in<I: Isa, const PACKING: u8>(
        &self,
        isa: I,
        at: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        // For N ≤ 16 the trail fits the first word.
        let in_second = PACKING != HALVES && at - self.depth >= in_first_word(self.n);
        let sweep = match (self.mode, in_second, self.is_plain(at)) {
            (Mode::Count, _, true) => Self::sweep_as::<I, PACKING, COUNT>,
            (Mode::Count, _, false) => Self::sweep_as::<I, PACKING, MASKED>,
            (Mode::Trail, false, true) => Self::sweep_as::<I, PACKING, TRAIL>,
            (Mode::Trail, false, false) => Self::sweep_as::<I, PACKING, { MASKED | TRAIL }>,
            (Mode::Trail, true, true) => Self::sweep_as::<I, PACKING, SECOND>,
            (Mode::Trail, true, false) => Self::sweep_as::<I, PACKING, { MASKED | SECOND }>,
        };
        sweep(self, isa, at, here, next)
    }

    /// Sweeps a column in a mode; detects the second-to-last column.
    fn sweep_as<I: Isa, const PACKING: u8, const MODE: u8>(
        &self,
        isa: I,
        at: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        let column = &ColumnSetup {
            n: self.n,
            allowed: [self.allowed[at], self.allowed[at + 1]],
            ties: self.ties[at],
            queen_bits: bits_per_queen(self.n),
        };
        if at == self.n - 2 {
            isa.call(Sweep::<PACKING, MODE, true> { column, here, next })
        } else {
            isa.call(Sweep::<PACKING, MODE, false> { column, here, next })
        }
    }

    /// Whether no mask applies when the queens of this column are placed.
    fn is_plain(&self, column: usize) -> bool {
        let masks = [self.allowed[column], self.allowed[column + 1], !self.ties[column]];
        masks.iter().all(|mask| mask & board_mask(self.n) == board_mask(self.n))
    }
}

/// The search of an engine, generic over the instruction set.
struct EngineRun<'a> {
    engine: &'a mut Engine,
    sink: &'a mut dyn LeafSink,
}

impl Routine for EngineRun<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.engine.search(isa, self.sink);
    }
}

fn drain(leaves: &mut Level, sink: &mut dyn LeafSink) {
    let len = std::mem::take(&mut leaves.len);
    sink.take(Leaves {
        rows: &leaves.rows.0[..len],
        last_but_one: &leaves.untried.0[..len],
        trail: [&leaves.trail[0].0[..len], &leaves.trail[1].0[..len]],
    });
}

struct TagCounts<'c> {
    n: usize,
    counts: &'c mut [u64],
}

impl LeafSink for TagCounts<'_> {
    fn take(&mut self, leaves: Leaves<'_>) {
        for &rows in leaves.rows {
            self.counts[tag_of(self.n, rows)] += 1;
        }
    }
}

/// A start board of a search. Every solution below it carries its tag.
#[derive(Debug, Clone, Copy)]
struct BoardRoot {
    board: Bitboard<u32>,
    tag: u32,
}

impl BoardRoot {
    /// Appends the board to a level that has space for it.
    fn push(&self, n: usize, level: &mut Level) {
        let (rising, falling) = (!self.board.rising, !self.board.falling);
        let at = level.len;
        level.rows.0[at] = self.board.free | (u64::from(self.tag) << tag_shift(n)) as u32;
        match packing(n) {
            HALVES => level.diagonals[0].0[at] = rising << 16 | falling & 0xffff,
            SHIFTED => level.diagonals[0].0[at] = rising >> 1 << 16 | falling & 0xffff,
            _ => {
                level.diagonals[0].0[at] = rising;
                level.diagonals[1].0[at] = falling & board_mask(n);
            }
        }
        level.trail[0].0[at] = 0;
        level.trail[1].0[at] = 0;
        level.len += 1;
    }
}

/// A search that collects roots below prefixes and runs whenever its buffer is full.
pub(super) trait Descent {
    /// The engine that searches below the roots.
    fn engine(&self) -> &Engine;

    /// Adds a board of allowed queens as a root. Returns whether there is space for another.
    fn add_root(&mut self, board: Bitboard<u32>, queens: &[u8]) -> bool;

    /// Searches below the roots and removes them; `None` once `more(new)` returns false.
    fn search(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<()>;

    /// Called at each board above the roots, for descents that take a long time themselves. `None` ends the descent.
    fn pass(&mut self, _more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        Some(())
    }

    /// Adds the roots below a board with these queens. `None` as in [`Descent::search`].
    fn descend(
        &mut self,
        board: Bitboard<u32>,
        queens: &mut Vec<u8>,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        if queens.len() == self.engine().depth {
            return if self.add_root(board, queens) { Some(()) } else { self.search(more) };
        }
        self.pass(more)?;
        each_row(board.safe() & self.engine().allowed[queens.len()]).try_for_each(|row| {
            queens.push(row.trailing_zeros() as u8);
            let added = self.descend(board.with(row), queens, more);
            queens.pop();
            added
        })
    }
}
