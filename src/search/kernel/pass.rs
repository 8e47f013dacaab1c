//! One pass over a block: the queens of one column, a vector of boards at a time.

use super::lanes::{Isa, Lanes, Selection};
use super::levels::{LEN, Level, SPARE};
use super::search::Mode;
use super::seed::tag_shift;

pub(super) const COUNT: u8 = Mode::Count as u8;
pub(super) const MASKED: u8 = Mode::Masked as u8;
pub(super) const TRAIL4: u8 = Mode::Trail4 as u8;
pub(super) const TRAIL5: u8 = Mode::Trail5 as u8;
pub(super) const MASKED_TRAIL5: u8 = Mode::MaskedTrail5 as u8;

/// As [`MASKED_TRAIL5`], in a column whose queen belongs to the first word …
pub(super) const MASKED_FIRST: u8 = MASKED_TRAIL5 + 1;
/// … in such a column where no mask matters …
pub(super) const FIRST: u8 = MASKED_TRAIL5 + 2;
/// … and in a column of the second word where no mask matters.
pub(super) const SECOND: u8 = MASKED_TRAIL5 + 3;

/// Whether the queens are kept.
const fn keeps_trail(mode: u8) -> bool {
    !matches!(mode, COUNT | MASKED)
}

/// Whether the queens are kept in two words.
const fn keeps_two_words(mode: u8) -> bool {
    matches!(mode, TRAIL5 | MASKED_TRAIL5 | SECOND)
}

/// Constants in every lane.
#[derive(Clone, Copy)]
pub(super) struct Constants<V> {
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
}

impl<V: Lanes> Constants<V> {
    /// The constants for placing queens in a column: allowed rows there and in the next one, and the
    /// rows whose queen adds 1 to the tag.
    #[inline(always)]
    pub(super) fn new<I: Isa<V = V>>(isa: I, n: usize, allowed: [u32; 2], ties: u32) -> Self {
        let tag_one = 1u32.checked_shl(tag_shift(n)).unwrap_or(0);
        let open = if n <= 17 { [0x0001_8000, 0] } else { [1, 1 << (n - 1)] };
        Constants {
            one: isa.splat(1),
            minus_one: isa.splat(u32::MAX),
            high: isa.splat(0xffff_0000),
            open: open.map(|mask| isa.splat(mask)),
            allowed: isa.splat(allowed[0]),
            allowed_next: isa.splat(allowed[1]),
            ties: isa.splat(ties),
            tag_one: isa.splat(tag_one),
            below_tag: isa.splat(tag_one.wrapping_sub(1)),
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

/// Tries up to two safe rows of each board of the block, and keeps the boards that have more.
#[inline(always)]
pub(super) fn pass<
    I: Isa,
    const PACKED: bool,
    const MODE: u8,
    const LAST: bool,
    const FRESH: bool,
>(
    isa: I,
    constants: &Constants<I::V>,
    second_word: bool,
    here: &mut Level,
    next: &mut Level,
) -> bool {
    let width = <I::V as Lanes>::WIDTH;
    let len = here.len.min(LEN - width);
    let (mut at, mut kept, mut end) = (here.at, here.kept, next.len);
    while at < len && end <= LEN - SPARE {
        let boards = load::<I, PACKED, MODE>(isa, here, at);
        let safe = if FRESH {
            let allowed = masked::<I::V, MODE>(boards.rows, constants.allowed);
            free::<I::V, PACKED>(constants, allowed, boards.diagonals)
        } else {
            isa.load(&here.untried.0, at)
        };
        let ahead = advance::<I::V, PACKED>(constants, boards.diagonals);
        let fewer = safe.and(safe.plus(constants.minus_one));
        let more = fewer.and(fewer.plus(constants.minus_one));
        let first = safe.xor(fewer);
        let second = fewer.xor(more);
        for (queen, only) in [(first, None), (second, Some(fewer))] {
            let (child, alive) =
                place::<I::V, PACKED, MODE, LAST>(constants, &boards, ahead, queen, second_word);
            let alive = match only {
                None => alive.nonzero(),
                Some(tried) => alive.both_nonzero(tried),
            };
            store::<I::V, PACKED, MODE, LAST>(&child, queen, alive, next, end);
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
        if !PACKED {
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
fn load<I: Isa, const PACKED: bool, const MODE: u8>(
    isa: I,
    level: &Level,
    at: usize,
) -> Boards<I::V> {
    let zero = isa.splat(0);
    let first = isa.load(&level.diagonals[0].0, at);
    let trail = keeps_trail(MODE);
    Boards {
        rows: isa.load(&level.rows.0, at),
        diagonals: [first, if PACKED { zero } else { isa.load(&level.diagonals[1].0, at) }],
        trail: [
            if trail { isa.load(&level.trail[0].0, at) } else { zero },
            if keeps_two_words(MODE) { isa.load(&level.trail[1].0, at) } else { zero },
        ],
    }
}

/// The boards one column on, with a queen here, and the safe rows there.
#[inline(always)]
fn place<V: Lanes, const PACKED: bool, const MODE: u8, const LAST: bool>(
    constants: &Constants<V>,
    boards: &Boards<V>,
    ahead: [V; 2],
    queen: V,
    second_word: bool,
) -> (Boards<V>, V) {
    let mut rows = boards.rows.xor(queen);
    let diagonals = if PACKED {
        [ahead[0].without(queen.up::<16>()).without(queen.down::<1>()), ahead[1]]
    } else {
        [ahead[0].without(queen.up::<1>()), ahead[1].without(queen.down::<1>())]
    };
    let allowed = masked::<V, MODE>(rows, constants.allowed_next);
    let safe = free::<V, PACKED>(constants, allowed, diagonals);
    if MODE == MASKED {
        let carried = queen.and(constants.ties).plus(constants.below_tag);
        rows = rows.plus(carried.and(constants.tag_one));
    }
    let mut trail = boards.trail;
    if MODE == TRAIL4 && !LAST {
        trail[0] = trail[0].up::<4>().or(queen.bit_number());
    }
    if keeps_trail(MODE) && MODE != TRAIL4 && !LAST {
        let second_word = match MODE {
            TRAIL5 => second_word,
            _ => keeps_two_words(MODE),
        };
        let word = &mut trail[usize::from(second_word)];
        *word = word.up::<5>().or(queen.bit_number());
    }
    (Boards { rows, diagonals, trail }, safe)
}

#[inline(always)]
fn store<V: Lanes, const PACKED: bool, const MODE: u8, const LAST: bool>(
    boards: &Boards<V>,
    queen: V,
    alive: V::Selection,
    next: &mut Level,
    end: usize,
) {
    boards.rows.append(alive, &mut next.rows.0, end);
    if LAST {
        if keeps_trail(MODE) {
            queen.append(alive, &mut next.untried.0, end);
        }
    } else {
        boards.diagonals[0].append(alive, &mut next.diagonals[0].0, end);
        if !PACKED {
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
    if keeps_trail(MODE) {
        boards.trail[0].append(selection, &mut to.trail[0].0, at);
    }
    if keeps_two_words(MODE) {
        boards.trail[1].append(selection, &mut to.trail[1].0, at);
    }
}

/// The safe rows of a column.
#[inline(always)]
fn free<V: Lanes, const PACKED: bool>(constants: &Constants<V>, rows: V, diagonals: [V; 2]) -> V {
    if PACKED {
        let rising = diagonals[0].down::<15>().or(constants.one);
        rows.and(rising).and(diagonals[0].or(constants.high))
    } else {
        rows.and(diagonals[0]).and(diagonals[1])
    }
}

/// The diagonals as they meet the next column.
#[inline(always)]
fn advance<V: Lanes, const PACKED: bool>(constants: &Constants<V>, diagonals: [V; 2]) -> [V; 2] {
    let (up, down) = (diagonals[0].up::<1>(), diagonals[usize::from(!PACKED)].down::<1>());
    if PACKED {
        [constants.high.choose(up, down).or(constants.open[0]), down]
    } else {
        [up.or(constants.open[0]), down.or(constants.open[1])]
    }
}

#[inline(always)]
fn masked<V: Lanes, const MODE: u8>(rows: V, allowed: V) -> V {
    if matches!(MODE, MASKED | MASKED_TRAIL5 | MASKED_FIRST) { rows.and(allowed) } else { rows }
}
