//! The boards of a column, and a sweep: it places the queens of one column, one vector of boards at a time.
//!
//! A sweep is compiled for each packing of a board and each mode. A mode is a sum:
//!
//! | mode | rows | recorded per solution |
//! | --- | --- | --- |
//! | `COUNT` | all | its tag |
//! | `MASKED` | some | its tag, plus 1 for each queen on `ties` |
//! | `TRAIL`, `SECOND` | all | its tag and its queens, in the first or the second word of the trail |
//! | `MASKED \| TRAIL`, `MASKED \| SECOND` | some | its tag and its queens |

use super::simd::{Isa, LEN, LaneArray, LaneMask, Lanes, Routine};

/// Packing of the diagonals for N ≤ 16: both in one word, 16 rows each.
pub(super) const HALVES: u8 = 0;
/// Packing for N = 17: rows 1 to 16 of the rising diagonals above rows 0 to 15 of the falling ones. A square of row 0
/// is never on a rising diagonal of an earlier queen, a square of the last row never on a falling one.
pub(super) const SHIFTED: u8 = 1;
/// Packing for N ≥ 18: one word each.
pub(super) const WIDE: u8 = 2;

/// The packing of the diagonals for a board size.
pub(super) fn packing(n: usize) -> u8 {
    match n {
        ..=16 => HALVES,
        17 => SHIFTED,
        _ => WIDE,
    }
}

/// The lowest bit of the tag of a board, above its rows.
pub(super) fn tag_shift(n: usize) -> u32 {
    n.max(17) as u32
}

/// The number of different tags: 2¹⁵ for N ≤ 17, halved for each further N.
pub(crate) fn tags(n: usize) -> usize {
    1 << (32 - tag_shift(n))
}

/// The tag above the rows of a board or a leaf, 0 … `tags(n)` − 1.
#[inline]
pub(super) fn tag_of(n: usize, rows: u32) -> usize {
    (u64::from(rows) >> tag_shift(n)) as usize
}

/// The row of the last queen of a leaf, as a bit.
#[inline]
pub(super) fn bit_of(n: usize, rows: u32) -> u32 {
    rows & board_mask(n)
}

/// All rows of a board, 1 ≤ N ≤ 32.
pub(super) fn board_mask(n: usize) -> u32 {
    u32::MAX >> (32 - n)
}

/// Space that must remain after the last board: two vectors are appended between checks, and the last vector is padded
/// with dead boards.
pub(super) const SPARE: usize = 3 * 16;

/// Boards with queens in all columns before this one, as a structure of arrays.
///
/// Bit r is row r throughout. Arrays that a search does not use are never touched.
pub(super) struct Level {
    /// Rows without a queen, with the tag above them.
    pub(super) rows: LaneArray,
    /// Squares of this column that no queen attacks diagonally, in the [`packing`] of the board size.
    pub(super) diagonals: [LaneArray; 2],
    /// Untried safe rows; unused while `fresh`. In the level of the last column: the queen of the column before.
    pub(super) untried: LaneArray,
    /// The queens placed by the search, [`bits_per_queen`](super::bits_per_queen) bits each.
    pub(super) trail: [LaneArray; 2],
    /// Number of boards.
    pub(super) len: usize,
    /// The first `at` boards are already processed in this pass.
    at: usize,
    /// The first `kept` boards have untried rows left for another pass.
    kept: usize,
    /// Whether this is the first pass.
    fresh: bool,
}

impl Level {
    pub(super) fn new() -> Self {
        let array = || LaneArray([0; LEN]);
        Level {
            rows: array(),
            diagonals: [array(), array()],
            untried: array(),
            trail: [array(), array()],
            len: 0,
            at: 0,
            kept: 0,
            fresh: true,
        }
    }

    pub(super) fn clear(&mut self) {
        (self.len, self.at, self.kept, self.fresh) = (0, 0, 0, true);
    }

    /// Pads the level with dead boards, so that the last vector may extend past the end.
    #[inline(always)]
    fn close(&mut self, width: usize) {
        self.rows.0[self.len..self.len + width].fill(0);
        self.untried.0[self.len..self.len + width].fill(0);
    }

    /// Begins the next pass. Returns false if no board is left.
    #[inline(always)]
    fn next_pass(&mut self) -> bool {
        self.len = self.kept;
        self.fresh = self.kept == 0;
        self.at = 0;
        self.kept = 0;
        self.len != 0
    }
}

/// Records only the tag of each solution.
pub(super) const COUNT: u8 = 0;
/// Records the queens too, in the first word of the trail.
pub(super) const TRAIL: u8 = 1;
/// Records the queens in the second word, once the first is full. The bits above them are unspecified.
pub(super) const SECOND: u8 = TRAIL | 2;
/// Added to any of these if only some rows are allowed. Without a trail, a queen on `ties` adds 1 to the tag.
pub(super) const MASKED: u8 = 4;

const fn includes(mode: u8, part: u8) -> bool {
    mode & part == part
}

/// The parameters of a sweep, apart from the boards.
pub(super) struct ColumnSetup {
    pub(super) n: usize,
    /// Rows that may be used in this column and in the next one.
    pub(super) allowed: [u32; 2],
    /// Rows whose queen adds 1 to the tag.
    pub(super) ties: u32,
    /// Bits per queen in a trail.
    pub(super) queen_bits: u32,
}

/// Constants in every lane.
#[derive(Clone, Copy)]
struct Constants<V> {
    one: V,
    minus_one: V,
    /// The upper half of a pair of diagonals.
    high: V,
    /// Squares that enter the board on both diagonals; no queen attacks them.
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
    fn new<I: Isa<V = V>>(isa: I, column: &ColumnSetup) -> Self {
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

#[derive(Clone, Copy)]
struct BoardVector<V> {
    rows: V,
    diagonals: [V; 2],
    trail: [V; 2],
}

/// Places the queens of one column until its level is empty (true) or the next one is full (false). `LAST` marks the
/// second-to-last column, after which the last queen is determined.
pub(super) struct Sweep<'a, const PACKING: u8, const MODE: u8, const LAST: bool> {
    pub(super) column: &'a ColumnSetup,
    pub(super) here: &'a mut Level,
    pub(super) next: &'a mut Level,
}

impl<const PACKING: u8, const MODE: u8, const LAST: bool> Routine
    for Sweep<'_, PACKING, MODE, LAST>
{
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        // The compiler knows that function arguments, unlike fields, do not alias.
        sweep::<I, PACKING, MODE, LAST>(isa, self.column, self.here, self.next)
    }
}

#[inline(always)]
fn sweep<I: Isa, const PACKING: u8, const MODE: u8, const LAST: bool>(
    isa: I,
    column: &ColumnSetup,
    here: &mut Level,
    next: &mut Level,
) -> bool {
    let constants = Constants::new(isa, column);
    loop {
        if here.at == 0 {
            here.close(<I::V as Lanes>::WIDTH);
        }
        // In the second-to-last column no board has more than two rows.
        let done = if LAST || here.fresh {
            pass::<I, PACKING, MODE, LAST, true>(isa, &constants, here, next)
        } else {
            pass::<I, PACKING, MODE, false, false>(isa, &constants, here, next)
        };
        if !done {
            return false;
        }
        if !here.next_pass() {
            return true;
        }
    }
}

/// Tries up to two safe rows of each board of the level, and keeps the boards with more.
#[inline(always)]
fn pass<I: Isa, const PACKING: u8, const MODE: u8, const LAST: bool, const FRESH: bool>(
    isa: I,
    constants: &Constants<I::V>,
    here: &mut Level,
    next: &mut Level,
) -> bool {
    let width = <I::V as Lanes>::WIDTH;
    let len = here.len.min(LEN - width);
    let (mut at, mut kept, mut end) = (here.at, here.kept, next.len);
    while at < len && end <= LEN - SPARE {
        let boards = load::<I, PACKING, MODE>(isa, here, at);
        let safe = if FRESH {
            let allowed = masked::<I::V, MODE>(boards.rows, constants.allowed);
            free::<I::V, PACKING>(constants, allowed, boards.diagonals)
        } else {
            isa.load(&here.untried.0, at)
        };
        let ahead = advance::<I::V, PACKING>(constants, boards.diagonals);
        let fewer = safe.and(safe.plus(constants.minus_one));
        let more = fewer.and(fewer.plus(constants.minus_one));
        let first = safe.xor(fewer);
        let second = fewer.xor(more);
        for (queen, only) in [(first, None), (second, Some(fewer))] {
            let (child, alive) =
                place::<I::V, PACKING, MODE, LAST>(constants, &boards, ahead, queen);
            let alive = match only {
                None => alive.nonzero(),
                Some(tried) => alive.both_nonzero(tried),
            };
            store::<I::V, PACKING, MODE, LAST>(&child, queen, alive, next, end);
            end += alive.count();
        }
        at += width;
        if LAST {
            // Two columns and two rows are left.
            continue;
        }
        let left = more.nonzero();
        boards.rows.append(left, &mut here.rows.0, kept);
        boards.diagonals[0].append(left, &mut here.diagonals[0].0, kept);
        if PACKING > SHIFTED {
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
fn load<I: Isa, const PACKING: u8, const MODE: u8>(
    isa: I,
    level: &Level,
    at: usize,
) -> BoardVector<I::V> {
    let zero = isa.splat(0);
    let first = isa.load(&level.diagonals[0].0, at);
    BoardVector {
        rows: isa.load(&level.rows.0, at),
        diagonals: [
            first,
            if PACKING <= SHIFTED { zero } else { isa.load(&level.diagonals[1].0, at) },
        ],
        trail: [
            if includes(MODE, TRAIL) { isa.load(&level.trail[0].0, at) } else { zero },
            if includes(MODE, SECOND) { isa.load(&level.trail[1].0, at) } else { zero },
        ],
    }
}

/// The boards with a queen in this column, and their safe rows in the next one.
#[inline(always)]
fn place<V: Lanes, const PACKING: u8, const MODE: u8, const LAST: bool>(
    constants: &Constants<V>,
    boards: &BoardVector<V>,
    ahead: [V; 2],
    queen: V,
) -> (BoardVector<V>, V) {
    let mut rows = boards.rows.xor(queen);
    let rising = match PACKING {
        HALVES => queen.up::<17>(),
        SHIFTED => queen.up::<16>(),
        _ => queen.up::<1>(),
    };
    let falling = queen.down::<1>();
    let diagonals = if PACKING <= SHIFTED {
        [ahead[0].without(rising).without(falling), ahead[1]]
    } else {
        [ahead[0].without(rising), ahead[1].without(falling)]
    };
    let allowed = masked::<V, MODE>(rows, constants.allowed_next);
    let safe = free::<V, PACKING>(constants, allowed, diagonals);
    if MODE == MASKED {
        let carried = queen.and(constants.ties).plus(constants.below_tag);
        rows = rows.plus(carried.and(constants.tag_one));
    }
    let mut trail = boards.trail;
    if includes(MODE, TRAIL) && !LAST {
        let word = &mut trail[usize::from(includes(MODE, SECOND))];
        *word = word.up_by(constants.queen_bits).or(queen.bit_number());
    }
    (BoardVector { rows, diagonals, trail }, safe)
}

#[inline(always)]
fn store<V: Lanes, const PACKING: u8, const MODE: u8, const LAST: bool>(
    boards: &BoardVector<V>,
    queen: V,
    alive: V::LaneMask,
    next: &mut Level,
    end: usize,
) {
    boards.rows.append(alive, &mut next.rows.0, end);
    if LAST {
        if includes(MODE, TRAIL) {
            queen.append(alive, &mut next.untried.0, end);
        }
    } else {
        boards.diagonals[0].append(alive, &mut next.diagonals[0].0, end);
        if PACKING > SHIFTED {
            boards.diagonals[1].append(alive, &mut next.diagonals[1].0, end);
        }
    }
    append_trail::<V, MODE>(boards, alive, next, end);
}

#[inline(always)]
fn append_trail<V: Lanes, const MODE: u8>(
    boards: &BoardVector<V>,
    selection: V::LaneMask,
    to: &mut Level,
    at: usize,
) {
    if includes(MODE, TRAIL) {
        boards.trail[0].append(selection, &mut to.trail[0].0, at);
    }
    if includes(MODE, SECOND) {
        boards.trail[1].append(selection, &mut to.trail[1].0, at);
    }
}

/// The free rows of a column that no diagonal attacks.
#[inline(always)]
fn free<V: Lanes, const PACKING: u8>(constants: &Constants<V>, rows: V, diagonals: [V; 2]) -> V {
    match PACKING {
        HALVES => rows.and(diagonals[0].down::<16>()).and(diagonals[0]),
        SHIFTED => {
            let rising = diagonals[0].down::<15>().or(constants.one);
            rows.and(rising).and(diagonals[0].or(constants.high))
        }
        _ => rows.and(diagonals[0]).and(diagonals[1]),
    }
}

/// The diagonals of the next column, without the queens of this one.
#[inline(always)]
fn advance<V: Lanes, const PACKING: u8>(constants: &Constants<V>, diagonals: [V; 2]) -> [V; 2] {
    let (up, down) =
        (diagonals[0].up::<1>(), diagonals[usize::from(PACKING > SHIFTED)].down::<1>());
    if PACKING <= SHIFTED {
        [down.with_upper_half(up).or(constants.open[0]), down]
    } else {
        [up.or(constants.open[0]), down.or(constants.open[1])]
    }
}

#[inline(always)]
fn masked<V: Lanes, const MODE: u8>(rows: V, allowed: V) -> V {
    if includes(MODE, MASKED) { rows.and(allowed) } else { rows }
}
