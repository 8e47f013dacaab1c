//! The search: breadth first in blocks, the block of the farthest column first.

use super::emit::bits_per_queen;
use super::lanes::{Isa, Task};
use super::levels::{LEN, Level, SPARE};
use super::pass::{COUNT, Column, MASKED, SECOND, Sweep, TRAIL};
use super::seed::{HALVES, PACKED, Seed, WIDE, board_mask, frame};

/// What a job keeps of the solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The tag.
    Count,
    /// The queens as well: at most [`most_queens`] below a seed.
    Trail,
}

/// Queens in the first word of a trail, [`bits_per_queen`] bits each.
pub(super) fn in_first_word(n: usize) -> usize {
    (u32::BITS / bits_per_queen(n)) as usize
}

/// The most queens below a seed whose solutions are kept: the words of a trail, one for N ≤ 16 and two
/// beyond, have all but the last two.
pub(super) fn most_queens(n: usize) -> usize {
    if n <= 16 { in_first_word(n) + 2 } else { 2 * in_first_word(n) + 2 }
}

/// Takes the solutions, a block at a time, in no order.
pub(super) trait Sink {
    /// `rows[i]` is the row of the last queen as a bit, with the tag above; see [`Leaves`].
    fn take(&mut self, leaves: Leaves<'_>);

    /// Whether more is wanted; asked before each block.
    fn goes_on(&mut self) -> bool {
        true
    }
}

/// Hands solutions on to a sink as long as `more`, told how many have come since it was last asked,
/// says so.
pub(super) struct While<'m, S> {
    sink: S,
    came: u64,
    more: &'m mut dyn FnMut(u64) -> bool,
    going: bool,
}

impl<'m, S> While<'m, S> {
    pub(super) fn new(sink: S, more: &'m mut dyn FnMut(u64) -> bool) -> Self {
        While { sink, came: 0, more, going: true }
    }

    /// What the sink has, unless the search was ended.
    pub(super) fn finished(self) -> Option<S> {
        self.going.then_some(self.sink)
    }
}

impl<S: Sink> Sink for While<'_, S> {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.came += leaves.rows.len() as u64;
        self.sink.take(leaves);
    }

    fn goes_on(&mut self) -> bool {
        self.going = self.going && (self.more)(std::mem::take(&mut self.came));
        self.going
    }
}

/// Solutions: equally long slices, of which a job fills those it has a use for.
pub(super) struct Leaves<'a> {
    /// The last column's queen as a bit, the tag above.
    pub(super) rows: &'a [u32],
    /// The queen of the column before as a bit (with a trail).
    pub(super) last_but_one: &'a [u32],
    /// The queens before, but for those of the seed (with a trail).
    pub(super) trail: [&'a [u32]; 2],
}

/// A search below seeds of one depth, and its blocks, which serve again.
pub(super) struct Job {
    n: usize,
    mode: Mode,
    levels: Vec<Level>,
    /// Queens of a seed, at most n − 2.
    pub(super) depth: usize,
    /// Boards that all have a safe (and allowed) row in the next column.
    pub(super) seeds: Vec<Seed>,
    /// For each column the rows that may be used.
    pub(super) allowed: [u32; 32],
    /// For each column but the last the rows whose queen adds 1 to the tag ([`Mode::Count`]).
    pub(super) ties: [u32; 32],
}

impl Job {
    /// A search without seeds yet and without masks, 2 ≤ n ≤ 32.
    pub(super) fn new(n: usize, mode: Mode, depth: usize) -> Self {
        let levels = (0..n).map(|_| Level::new()).collect();
        let (allowed, ties) = ([board_mask(n); 32], [0; 32]);
        Job { n, mode, levels, depth, seeds: Vec::new(), allowed, ties }
    }

    /// Searches below all seeds: feeds them in, and empties the blocks column by column after them.
    ///
    /// Without the features of an instruction set, so that each sweep stays a function of its own.
    #[inline(never)]
    fn run<I: Isa>(&mut self, isa: I, sink: &mut dyn Sink) {
        let mut levels = std::mem::take(&mut self.levels);
        let last = self.n - 2;
        let mut seeds = self.seeds.chunks(LEN - SPARE);
        let mut base = self.depth;
        let mut column = base;
        loop {
            if column == base && levels[base].len == 0 {
                // All columns before the base are empty.
                match seeds.next() {
                    Some(some) => some.iter().for_each(|seed| seed.push(self.n, &mut levels[base])),
                    None if base == last => break,
                    None => base += 1,
                }
                column = base;
                continue;
            }
            if !sink.goes_on() {
                levels.iter_mut().for_each(Level::clear);
                break;
            }
            let [here, next] = &mut levels[column..column + 2] else { unreachable!() };
            match (self.sweep(isa, column, here, next), column == last) {
                (true, _) if column > base => column -= 1,
                (true, _) => {}
                (false, true) => drain(next, sink),
                (false, false) => column += 1,
            }
        }
        drain(&mut levels[last + 1], sink);
        self.levels = levels;
    }

    /// The sweep of a column, in the frame of the board size.
    fn sweep<I: Isa>(&self, isa: I, column: usize, here: &mut Level, next: &mut Level) -> bool {
        let sweep = match frame(self.n) {
            HALVES => Self::sweep_in::<I, HALVES>,
            PACKED => Self::sweep_in::<I, PACKED>,
            _ => Self::sweep_in::<I, WIDE>,
        };
        sweep(self, isa, column, here, next)
    }

    /// The same, doing no more than the column needs.
    fn sweep_in<I: Isa, const FRAME: u8>(
        &self,
        isa: I,
        at: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        // What a smaller board keeps fits the first word.
        let in_second = FRAME != HALVES && at - self.depth >= in_first_word(self.n);
        let sweep = match (self.mode, in_second, self.is_plain(at)) {
            (Mode::Count, _, true) => Self::sweep_as::<I, FRAME, COUNT>,
            (Mode::Count, _, false) => Self::sweep_as::<I, FRAME, MASKED>,
            (Mode::Trail, false, true) => Self::sweep_as::<I, FRAME, TRAIL>,
            (Mode::Trail, false, false) => Self::sweep_as::<I, FRAME, { MASKED | TRAIL }>,
            (Mode::Trail, true, true) => Self::sweep_as::<I, FRAME, SECOND>,
            (Mode::Trail, true, false) => Self::sweep_as::<I, FRAME, { MASKED | SECOND }>,
        };
        sweep(self, isa, at, here, next)
    }

    /// The same in a mode, choosing whether it is the last one.
    fn sweep_as<I: Isa, const FRAME: u8, const MODE: u8>(
        &self,
        isa: I,
        at: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        let column = &Column {
            n: self.n,
            allowed: [self.allowed[at], self.allowed[at + 1]],
            ties: self.ties[at],
            queen_bits: bits_per_queen(self.n),
        };
        if at == self.n - 2 {
            isa.perform(Sweep::<FRAME, MODE, true> { column, here, next })
        } else {
            isa.perform(Sweep::<FRAME, MODE, false> { column, here, next })
        }
    }

    /// Whether no mask matters when the queens of this column are placed.
    fn is_plain(&self, column: usize) -> bool {
        let masks = [self.allowed[column], self.allowed[column + 1], !self.ties[column]];
        masks.iter().all(|mask| mask & board_mask(self.n) == board_mask(self.n))
    }
}

/// A job, and who takes what it finds.
pub(super) struct Search<'a> {
    pub(super) job: &'a mut Job,
    pub(super) sink: &'a mut dyn Sink,
}

impl Task for Search<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.job.run(isa, self.sink);
    }
}

fn drain(leaves: &mut Level, sink: &mut dyn Sink) {
    let len = std::mem::take(&mut leaves.len);
    sink.take(Leaves {
        rows: &leaves.rows.0[..len],
        last_but_one: &leaves.untried.0[..len],
        trail: [&leaves.trail[0].0[..len], &leaves.trail[1].0[..len]],
    });
}
