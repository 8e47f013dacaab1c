//! One pass over a block: the queens of one column, a vector of boards at a time.

use super::lanes::{Isa, Lanes, Selection, Task};
use super::levels::{LEN, Level, SPARE};
use super::seed::{HALVES, PACKED, tag_shift};

/// Modes of a pass: the tag of each solution is enough …
pub(super) const COUNT: u8 = 0;
/// … or the queens are kept, in the first word of the trail …
pub(super) const TRAIL: u8 = 1;
/// … or in the second, which goes on where the first is full, with anything above the queens that
/// belong there.
pub(super) const SECOND: u8 = TRAIL | 2;
/// With any of these only some rows are allowed, and without a trail queens on `ties` add 1 to the
/// tag.
pub(super) const MASKED: u8 = 4;

/// Whether a mode does what another one does.
const fn does(mode: u8, what: u8) -> bool {
    mode & what == what
}

/// What the queens of a column depend on besides the boards.
pub(super) struct Column {
    pub(super) n: usize,
    /// The rows that may be used there and in the next column.
    pub(super) allowed: [u32; 2],
    /// The rows whose queen adds 1 to the tag.
    pub(super) ties: u32,
    /// Bits of a queen in a trail.
    pub(super) queen_bits: u32,
}

/// Constants in every lane.
#[derive(Clone, Copy)]
struct Constants<V> {
    one: V,
    minus_one: V,
    /// The upper half of a packed pair of diagonals.
    high: V,
    /// What moves onto the board on both diagonals: free squares.
    open: [V; 2],
    allowed: V,
    allowed_next: V,
    ties: V,
    tag_one: V,
    below_tag: V,
    queen_bits: V,
}

impl<V: Lanes> Constants<V> {
    #[inline(always)]
    fn new<I: Isa<V = V>>(isa: I, column: &Column) -> Self {
        let n = column.n;
        let tag_one = 1u32.checked_shl(tag_shift(n)).unwrap_or(0);
        let open = if n <= 17 { [0x0001_8000, 0] } else { [1, 1 << (n - 1)] };
        Constants {
            one: isa.splat(1),
            minus_one: isa.splat(u32::MAX),
            high: isa.splat(0xffff_0000),
            open: open.map(|mask| isa.splat(mask)),
            allowed: isa.splat(column.allowed[0]),
            allowed_next: isa.splat(column.allowed[1]),
            ties: isa.splat(column.ties),
            tag_one: isa.splat(tag_one),
            below_tag: isa.splat(tag_one.wrapping_sub(1)),
            queen_bits: isa.splat(column.queen_bits),
        }
    }
}

/// A board of a vector: its free rows and diagonals.
#[derive(Clone, Copy)]
struct Boards<V> {
    rows: V,
    diagonals: [V; 2],
    trail: [V; 2],
}

/// Places the queens of one column until its block is empty (true) or the next one full (false).
/// `LAST` is the last column but one, where the next queen has no choice.
pub(super) struct Sweep<'a, const FRAME: u8, const MODE: u8, const LAST: bool> {
    pub(super) column: &'a Column,
    pub(super) here: &'a mut Level,
    pub(super) next: &'a mut Level,
}

impl<const FRAME: u8, const MODE: u8, const LAST: bool> Task for Sweep<'_, FRAME, MODE, LAST> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        // Arguments of a function, unlike fields, are known to be apart in memory.
        sweep::<I, FRAME, MODE, LAST>(isa, self.column, self.here, self.next)
    }
}

#[inline(always)]
fn sweep<I: Isa, const FRAME: u8, const MODE: u8, const LAST: bool>(
    isa: I,
    column: &Column,
    here: &mut Level,
    next: &mut Level,
) -> bool {
    let constants = Constants::new(isa, column);
    loop {
        if here.at == 0 {
            here.close(<I::V as Lanes>::WIDTH);
        }
        // No board of the last column but one has more than two rows.
        let done = if LAST || here.fresh {
            pass::<I, FRAME, MODE, LAST, true>(isa, &constants, here, next)
        } else {
            pass::<I, FRAME, MODE, false, false>(isa, &constants, here, next)
        };
        if !done {
            return false;
        }
        if !here.again() {
            return true;
        }
    }
}

/// Tries up to two safe rows of each board of the block, and keeps the boards that have more.
#[inline(always)]
fn pass<I: Isa, const FRAME: u8, const MODE: u8, const LAST: bool, const FRESH: bool>(
    isa: I,
    constants: &Constants<I::V>,
    here: &mut Level,
    next: &mut Level,
) -> bool {
    let width = <I::V as Lanes>::WIDTH;
    let len = here.len.min(LEN - width);
    let (mut at, mut kept, mut end) = (here.at, here.kept, next.len);
    while at < len && end <= LEN - SPARE {
        let boards = load::<I, FRAME, MODE>(isa, here, at);
        let safe = if FRESH {
            let allowed = masked::<I::V, MODE>(boards.rows, constants.allowed);
            free::<I::V, FRAME>(constants, allowed, boards.diagonals)
        } else {
            isa.load(&here.untried.0, at)
        };
        let ahead = advance::<I::V, FRAME>(constants, boards.diagonals);
        let fewer = safe.and(safe.plus(constants.minus_one));
        let more = fewer.and(fewer.plus(constants.minus_one));
        let first = safe.xor(fewer);
        let second = fewer.xor(more);
        for (queen, only) in [(first, None), (second, Some(fewer))] {
            let (child, alive) = place::<I::V, FRAME, MODE, LAST>(constants, &boards, ahead, queen);
            let alive = match only {
                None => alive.nonzero(),
                Some(tried) => alive.both_nonzero(tried),
            };
            store::<I::V, FRAME, MODE, LAST>(&child, queen, alive, next, end);
            end += alive.count();
        }
        at += width;
        if LAST {
            // Two columns are left, and two rows.
            continue;
        }
        let left = more.nonzero();
        boards.rows.append(left, &mut here.rows.0, kept);
        boards.diagonals[0].append(left, &mut here.diagonals[0].0, kept);
        if FRAME > PACKED {
            boards.diagonals[1].append(left, &mut here.diagonals[1].0, kept);
        }
        append_trail::<I::V, MODE>(&boards, left, here, kept);
        more.append(left, &mut here.untried.0, kept);
        kept += left.count();
    }
    (here.at, here.kept, next.len) = (at, kept, end);
    at >= len
}

#[inline(always)]
fn load<I: Isa, const FRAME: u8, const MODE: u8>(isa: I, level: &Level, at: usize) -> Boards<I::V> {
    let zero = isa.splat(0);
    let first = isa.load(&level.diagonals[0].0, at);
    Boards {
        rows: isa.load(&level.rows.0, at),
        diagonals: [
            first,
            if FRAME <= PACKED { zero } else { isa.load(&level.diagonals[1].0, at) },
        ],
        trail: [
            if does(MODE, TRAIL) { isa.load(&level.trail[0].0, at) } else { zero },
            if does(MODE, SECOND) { isa.load(&level.trail[1].0, at) } else { zero },
        ],
    }
}

/// The boards one column on, with a queen here, and the safe rows there.
#[inline(always)]
fn place<V: Lanes, const FRAME: u8, const MODE: u8, const LAST: bool>(
    constants: &Constants<V>,
    boards: &Boards<V>,
    ahead: [V; 2],
    queen: V,
) -> (Boards<V>, V) {
    let mut rows = boards.rows.xor(queen);
    let rising = match FRAME {
        HALVES => queen.up::<17>(),
        PACKED => queen.up::<16>(),
        _ => queen.up::<1>(),
    };
    let falling = queen.down::<1>();
    let diagonals = if FRAME <= PACKED {
        [ahead[0].without(rising).without(falling), ahead[1]]
    } else {
        [ahead[0].without(rising), ahead[1].without(falling)]
    };
    let allowed = masked::<V, MODE>(rows, constants.allowed_next);
    let safe = free::<V, FRAME>(constants, allowed, diagonals);
    if MODE == MASKED {
        let carried = queen.and(constants.ties).plus(constants.below_tag);
        rows = rows.plus(carried.and(constants.tag_one));
    }
    let mut trail = boards.trail;
    if does(MODE, TRAIL) && !LAST {
        let word = &mut trail[usize::from(does(MODE, SECOND))];
        *word = word.up_by(constants.queen_bits).or(queen.bit_number());
    }
    (Boards { rows, diagonals, trail }, safe)
}

#[inline(always)]
fn store<V: Lanes, const FRAME: u8, const MODE: u8, const LAST: bool>(
    boards: &Boards<V>,
    queen: V,
    alive: V::Selection,
    next: &mut Level,
    end: usize,
) {
    boards.rows.append(alive, &mut next.rows.0, end);
    if LAST {
        if does(MODE, TRAIL) {
            queen.append(alive, &mut next.untried.0, end);
        }
    } else {
        boards.diagonals[0].append(alive, &mut next.diagonals[0].0, end);
        if FRAME > PACKED {
            boards.diagonals[1].append(alive, &mut next.diagonals[1].0, end);
        }
    }
    append_trail::<V, MODE>(boards, alive, next, end);
}

#[inline(always)]
fn append_trail<V: Lanes, const MODE: u8>(
    boards: &Boards<V>,
    selection: V::Selection,
    to: &mut Level,
    at: usize,
) {
    if does(MODE, TRAIL) {
        boards.trail[0].append(selection, &mut to.trail[0].0, at);
    }
    if does(MODE, SECOND) {
        boards.trail[1].append(selection, &mut to.trail[1].0, at);
    }
}

/// The safe rows of a column.
#[inline(always)]
fn free<V: Lanes, const FRAME: u8>(constants: &Constants<V>, rows: V, diagonals: [V; 2]) -> V {
    match FRAME {
        HALVES => rows.and(diagonals[0].down::<16>()).and(diagonals[0]),
        PACKED => {
            let rising = diagonals[0].down::<15>().or(constants.one);
            rows.and(rising).and(diagonals[0].or(constants.high))
        }
        _ => rows.and(diagonals[0]).and(diagonals[1]),
    }
}

/// The diagonals as they meet the next column.
#[inline(always)]
fn advance<V: Lanes, const FRAME: u8>(constants: &Constants<V>, diagonals: [V; 2]) -> [V; 2] {
    let (up, down) = (diagonals[0].up::<1>(), diagonals[usize::from(FRAME > PACKED)].down::<1>());
    if FRAME <= PACKED {
        [down.with_upper_half(up).or(constants.open[0]), down]
    } else {
        [up.or(constants.open[0]), down.or(constants.open[1])]
    }
}

#[inline(always)]
fn masked<V: Lanes, const MODE: u8>(rows: V, allowed: V) -> V {
    if does(MODE, MASKED) { rows.and(allowed) } else { rows }
}
