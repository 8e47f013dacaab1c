//! The search: breadth first in blocks, the block of the farthest column first.

use super::lanes::{Isa, Lanes};
use super::levels::{LEN, Level, SPARE};
use super::pass::{
    COUNT, Constants, FIRST, MASKED, MASKED_FIRST, MASKED_TRAIL5, SECOND, TRAIL4, TRAIL5, pass,
};
use super::seed::{Seed, board_mask};

/// What a job does besides finding the boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing: the tag of each solution is enough.
    Count,
    /// Only some rows of each column are allowed, and queens on `ties` add 1 to the tag.
    Masked,
    /// The queens are kept, four bits each, eight at most.
    Trail4,
    /// The queens are kept, five bits each, twelve at most.
    Trail5,
    /// The queens are kept as by `Trail5`, and only some rows of each column are allowed. The second
    /// word has anything above the queens that belong there.
    MaskedTrail5,
}

/// Queens of five bits in the first word of a trail.
pub(super) const IN_FIRST_WORD: usize = 6;

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
    /// For each column the rows that may be used ([`Mode::Masked`], [`Mode::MaskedTrail5`]).
    pub(super) allowed: [u32; 32],
    /// For each column but the last the rows whose queen adds 1 to the tag ([`Mode::Masked`]).
    pub(super) ties: [u32; 32],
}

impl Job {
    /// A search without seeds yet and without masks, 2 ≤ n ≤ 32.
    pub(super) fn new(n: usize, mode: Mode, depth: usize) -> Self {
        let levels = (0..n).map(|_| Level::new()).collect();
        let (allowed, ties) = ([board_mask(n); 32], [0; 32]);
        Job { n, mode, levels, depth, seeds: Vec::new(), allowed, ties }
    }

    /// Searches below all seeds.
    #[inline(always)]
    pub(super) fn run<I: Isa>(&mut self, isa: I, sink: &mut dyn Sink) {
        let mut levels = std::mem::take(&mut self.levels);
        match (self.n <= 17, self.mode) {
            (true, Mode::Count) => self.drive::<I, true, COUNT>(isa, &mut levels, sink),
            (true, Mode::Masked) => self.drive::<I, true, MASKED>(isa, &mut levels, sink),
            (true, Mode::Trail4) => self.drive::<I, true, TRAIL4>(isa, &mut levels, sink),
            (true, Mode::Trail5) => self.drive::<I, true, TRAIL5>(isa, &mut levels, sink),
            (true, Mode::MaskedTrail5) => {
                self.drive::<I, true, MASKED_TRAIL5>(isa, &mut levels, sink)
            }
            (false, Mode::Count) => self.drive::<I, false, COUNT>(isa, &mut levels, sink),
            (false, Mode::Masked) => self.drive::<I, false, MASKED>(isa, &mut levels, sink),
            (false, Mode::MaskedTrail5) => {
                self.drive::<I, false, MASKED_TRAIL5>(isa, &mut levels, sink)
            }
            (false, _) => self.drive::<I, false, TRAIL5>(isa, &mut levels, sink),
        }
        self.levels = levels;
    }

    /// Feeds the seeds in, and empties the blocks column by column after them.
    #[inline(always)]
    fn drive<I: Isa, const PACKED: bool, const MODE: u8>(
        &self,
        isa: I,
        levels: &mut [Level],
        sink: &mut dyn Sink,
    ) {
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
                return levels.iter_mut().for_each(Level::clear);
            }
            let [here, next] = &mut levels[column..column + 2] else { unreachable!() };
            let done = self.step::<I, PACKED, MODE>(isa, column, here, next);
            match (done, column == last) {
                (true, _) if column > base => column -= 1,
                (true, _) => {}
                (false, true) => drain(next, sink),
                (false, false) => column += 1,
            }
        }
        drain(&mut levels[last + 1], sink);
    }

    /// Places queens of one column, with no more work than the column needs.
    #[inline(always)]
    fn step<I: Isa, const PACKED: bool, const MODE: u8>(
        &self,
        isa: I,
        column: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        if column == self.n - 2 {
            return self.sweep::<I, PACKED, MODE, true>(isa, column, here, next);
        }
        let plain = self.is_plain(column);
        let in_first = column - self.depth < IN_FIRST_WORD;
        match MODE {
            MASKED if plain => self.sweep::<I, PACKED, COUNT, false>(isa, column, here, next),
            MASKED_TRAIL5 => match (plain, in_first) {
                (true, true) => self.sweep::<I, PACKED, FIRST, false>(isa, column, here, next),
                (true, false) => self.sweep::<I, PACKED, SECOND, false>(isa, column, here, next),
                (false, true) => {
                    self.sweep::<I, PACKED, MASKED_FIRST, false>(isa, column, here, next)
                }
                (false, false) => self.sweep::<I, PACKED, MODE, false>(isa, column, here, next),
            },
            _ => self.sweep::<I, PACKED, MODE, false>(isa, column, here, next),
        }
    }

    /// Places the queens of one column until its block is empty (true) or the next one full (false).
    #[inline(always)]
    fn sweep<I: Isa, const PACKED: bool, const MODE: u8, const LAST: bool>(
        &self,
        isa: I,
        column: usize,
        here: &mut Level,
        next: &mut Level,
    ) -> bool {
        let constants = Constants::new(
            isa,
            self.n,
            [self.allowed[column], self.allowed[column + 1]],
            self.ties[column],
        );
        let second_word = column - self.depth >= IN_FIRST_WORD;
        loop {
            if here.at == 0 {
                here.close(<I::V as Lanes>::WIDTH);
            }
            let done = if here.fresh {
                pass::<I, PACKED, MODE, LAST, true>(isa, &constants, second_word, here, next)
            } else {
                pass::<I, PACKED, MODE, LAST, false>(isa, &constants, second_word, here, next)
            };
            if !done {
                return false;
            }
            if !here.again() {
                return true;
            }
        }
    }

    /// Whether no mask matters when the queens of this column are placed.
    fn is_plain(&self, column: usize) -> bool {
        let masks = [self.allowed[column], self.allowed[column + 1], !self.ties[column]];
        masks.iter().all(|mask| mask & board_mask(self.n) == board_mask(self.n))
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
