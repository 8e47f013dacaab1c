//! [`Squares`]: the safe squares of a board up to N = 64, as a 64-bit word for each column and each row. A queen clears
//! its lines in all words at once, in a branch-free loop that the compiler vectorizes with the features of the calling
//! kernel. [`Bound`]: a lower bound on the cost of the diagonals of a completion, and the squares it excludes.

/// The maximum number of columns.
pub(super) const LARGEST: usize = 64;

/// The safe squares of a board with some queens.
#[repr(align(64))]
#[derive(Debug, Clone)]
pub struct Squares {
    /// The safe rows of each column; unspecified for a column with a queen.
    pub columns: [u64; LARGEST],
    /// The safe columns of each row; unspecified for a row with a queen.
    pub rows: [u64; LARGEST],
    /// The columns without a queen.
    pub free_columns: u64,
    /// The rows without a queen.
    pub free_rows: u64,
    /// Sums over the free columns and rows.
    totals: Totals,
}

/// Sums over the free columns and rows of a board, which the queens to come fill.
#[derive(Debug, Clone, Copy)]
struct Totals {
    /// Σ column + Σ row.
    sums: i32,
    /// Σ row − Σ column.
    differences: i32,
    /// Σ column² + Σ row².
    squared: i32,
}

impl Totals {
    /// All columns and rows of a board of size `n`.
    fn of_board(n: usize) -> Self {
        let lines = 0..n as i32;
        Totals {
            sums: 2 * lines.clone().sum::<i32>(),
            differences: 0,
            squared: 2 * lines.map(|line| line * line).sum::<i32>(),
        }
    }

    /// Without the lines of one more queen.
    #[inline(always)]
    fn without(self, column: u32, row: u32) -> Self {
        let (column, row) = (column as i32, row as i32);
        Totals {
            sums: self.sums - column - row,
            differences: self.differences - row + column,
            squared: self.squared - column * column - row * row,
        }
    }
}

/// |i − 63| at index i. From index 63 − c on, these are the distances of all columns from column c.
static DISTANCES: [u64; 2 * LARGEST] = {
    let mut distances = [0; 2 * LARGEST];
    let mut i = 0;
    while i < 2 * LARGEST {
        distances[i] = (LARGEST as u64 - 1).abs_diff(i as u64);
        i += 1;
    }
    distances
};

impl Squares {
    /// The board of size `n` without queens.
    pub fn empty(n: usize) -> Self {
        let full = u64::MAX >> (LARGEST - n);
        let mut words = [0; LARGEST];
        words[..n].fill(full);
        Squares {
            columns: words,
            rows: words,
            free_columns: full,
            free_rows: full,
            totals: Totals::of_board(n),
        }
    }

    /// Writes this board, with one more queen on a safe square, to the first `width` lines of another.
    #[inline(always)]
    pub fn with_queen(&self, to: &mut Squares, column: u32, row: u32, width: usize) {
        clear_lines(&self.columns, &mut to.columns, column, row, width);
        clear_lines(&self.rows, &mut to.rows, row, column, width);
        to.free_columns = self.free_columns & !(1 << column);
        to.free_rows = self.free_rows & !(1 << row);
        to.totals = self.totals.without(column, row);
    }
}

/// Clears the squares that a queen at word `at`, bit `bit` attacks: its whole word, and up to three bits of any other.
#[inline(always)]
fn clear_lines(from: &[u64; LARGEST], to: &mut [u64; LARGEST], at: u32, bit: u32, width: usize) {
    let queen = 1u64 << bit;
    let distances = &DISTANCES[LARGEST - 1 - at as usize..][..width];
    for ((from, to), distance) in from[..width].iter().zip(&mut to[..width]).zip(distances) {
        let distance = distance & 63;
        *to = from & !(queen | queen << distance | queen >> distance);
    }
}

// ---- The bound
//
// For the queens still to be placed, let s = column + row and d = row − column. Then Σ s² + Σ d² = 2
// (Σ column² + Σ row²), which is known, and so are Σ s and Σ d. No two queens share an s or a d. For any centre x,
// Σ s² = Σ (s − x)² + 2 x Σ s − m x² with m queens, where Σ (s − x)² is at least the sum over the m free diagonals
// nearest to x; the same holds for d. If these bounds together exceed the known value, nothing completes the board. The
// best centre is the Lagrange multiplier of the known sum: the sum of the m diagonals nearest to it is closest to the
// known one.
//
// Two refinements. First, s and d have the same parity, and the number of queens on even diagonals is known modulo 2,
// so the nearest diagonals are taken from the even and the odd ones separately, equally many in both directions.
// Second, a diagonal farther from the centre than the farthest one taken, by more than the gap between the bound and
// the known value, has no queen (reduced-cost fixing).
//
// All sums are sums of integers: distances are those of 2 s from a centre in half units.

/// A set of diagonals: sum s is bit s, difference d is bit d + 64. This preserves parity.
type Set = u128;

const EVEN: Set = 0x5555_5555_5555_5555_5555_5555_5555_5555;

/// The number of bit 0 of the set of differences is −64.
const OFFSET: i32 = 64;

/// The smallest number of queens for which the bound pays off.
pub(super) const FEWEST: u32 = 4;

/// The bound with its scratch memory: the free diagonals of both directions.
#[derive(Debug, Clone, Default)]
pub struct Bound {
    directions: [FreeDiagonals; 2],
}

/// The result of the bound for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The board has no completion.
    NoCompletion,
    /// Some squares are in no completion, and were cleared.
    Reduced,
    /// Undecided.
    Open,
}

impl Bound {
    /// Applies the bound to a board with at least one column and no line without a safe square.
    // Loops instead of `map`, whose closures would be compiled without the features of the kernel.
    #[inline(always)]
    pub fn reduce(&mut self, squares: &mut Squares, width: usize) -> Verdict {
        let m = squares.free_columns.count_ones() as i32;
        let Totals { sums, differences, squared } = squares.totals;
        let totals = [sums, differences + OFFSET * m];
        let free = diagonals(squares, width);
        // Σ (2 s − x)² + Σ (2 (d + 64) − y)² of every completion, for the centres x and y.
        let mut known = 8 * squared + 8 * OFFSET * totals[1] - 4 * OFFSET * OFFSET * m;
        for ((direction, free), total) in self.directions.iter_mut().zip(free).zip(totals) {
            if !direction.choose_centre(free, m, total) {
                return Verdict::NoCompletion;
            }
            known += direction.centre * (m * direction.centre - 4 * total);
        }
        // In turns, because each step waits for the one before.
        let [one, other] = &mut self.directions;
        let [mut next, mut other_next] = [one.next, other.next];
        for _ in 0..m {
            next = one.take_nearest(next);
            other_next = other.take_nearest(other_next);
        }
        (one.next, other.next) = (next, other_next);

        // The possible numbers of queens on even diagonals, of which the last bit is known.
        let [least, most] = evens(squares, free, m);
        if least > most {
            return Verdict::NoCompletion;
        }
        // The cost is a convex function of this number: outwards from any of them, it falls at first, if at all.
        let start = least + (most - least) / 4 * 2;
        let mut allowed = NONE;
        let start_cost = self.try_even(start, m, known, &mut allowed);
        for (step, end) in [(2, most), (-2, least)] {
            let (mut even, mut before) = (start, start_cost);
            while even != end {
                even += step;
                let cost = self.try_even(even, m, known, &mut allowed);
                if cost > known && cost >= before {
                    break;
                }
                before = cost;
            }
        }
        if allowed == NONE {
            return Verdict::NoCompletion;
        }
        let mut may_have_queen = [0; 2];
        for ((may_have_queen, direction), [even, odd]) in
            may_have_queen.iter_mut().zip(&self.directions).zip(allowed)
        {
            *may_have_queen =
                within(direction.centre, even) & EVEN | within(direction.centre, odd) & !EVEN;
        }
        if free[0] & !may_have_queen[0] == 0 && free[1] & !may_have_queen[1] == 0 {
            return Verdict::Open;
        }
        restrict(squares, width, may_have_queen);
        Verdict::Reduced
    }

    /// The minimum cost with `even` of m queens on even diagonals, of which there are enough, as of odd ones. If it is at
    /// most the known value, allows the diagonals taken, and those farther out that raise it to the known value at most.
    #[inline(always)]
    fn try_even(&mut self, even: i32, m: i32, known: i32, allowed: &mut Allowed) -> i32 {
        let taken = [even as usize, (m - even) as usize];
        let mut cost = 0;
        for direction in &mut self.directions {
            for (parity, taken) in taken.into_iter().enumerate() {
                cost += direction.cost(parity, taken);
            }
        }
        if cost <= known {
            for (direction, allowed) in self.directions.iter().zip(allowed) {
                for ((nearest, allowed), taken) in direction.nearest.iter().zip(allowed).zip(taken)
                {
                    if let Some(square) = nearest.farthest(taken) {
                        *allowed = (*allowed).max(square + known - cost);
                    }
                }
            }
        }
        cost
    }
}

/// The largest squared distance from the centre at which a diagonal may have a queen, for each direction and parity.
type Allowed = [[i32; 2]; 2];

/// No diagonal may have a queen.
const NONE: Allowed = [[-1; 2]; 2];

/// The smallest and the largest number of queens on even diagonals. All numbers in between of the same parity are
/// possible.
#[inline(always)]
fn evens(squares: &Squares, free: [Set; 2], m: i32) -> [i32; 2] {
    // It is m minus the number of odd sums, modulo 2.
    let odd_columns = (squares.free_columns & !(EVEN as u64)).count_ones() as i32;
    let odd_rows = (squares.free_rows & !(EVEN as u64)).count_ones() as i32;
    let parity = (m + odd_columns + odd_rows) & 1;
    let [mut most, mut most_odd] = [m; 2];
    for free in free {
        most = most.min((free & EVEN).count_ones() as i32);
        most_odd = most_odd.min((free & !EVEN).count_ones() as i32);
    }
    let least = m - most_odd;
    [least + ((least ^ parity) & 1), most - ((most ^ parity) & 1)]
}

/// The free diagonals of both directions.
#[inline(always)]
fn diagonals(squares: &Squares, width: usize) -> [Set; 2] {
    let [mut sums_low, mut sums_high, mut differences_low, mut differences_high] = [0u64; 4];
    for (column, &rows) in (0u64..).zip(&squares.columns[..width]) {
        let rows = rows & (squares.free_columns >> (column & 63) & 1).wrapping_neg();
        let rest = 63 - (column & 63);
        sums_low |= rows << (column & 63);
        sums_high |= rows >> 1 >> rest;
        differences_low |= rows << 1 << rest;
        differences_high |= rows >> (column & 63);
    }
    [
        u128::from(sums_high) << 64 | u128::from(sums_low),
        u128::from(differences_high) << 64 | u128::from(differences_low),
    ]
}

/// Clears the squares that are not on these diagonals.
#[inline(always)]
fn restrict(squares: &mut Squares, width: usize, [sums, differences]: [Set; 2]) {
    let (low, high) = (sums as u64, (sums >> 64) as u64);
    let (below, above) = (differences as u64, (differences >> 64) as u64);
    // Along a row, the difference falls as the column rises.
    let (mirrored_low, mirrored_high) = (above.reverse_bits(), below.reverse_bits());
    let lines = squares.columns[..width].iter_mut().zip(&mut squares.rows[..width]);
    for (line, (column, row)) in (0u64..).zip(lines) {
        let (line, rest) = (line & 63, 63 - (line & 63));
        let sums = low >> line | high << 1 << rest;
        // From bit 64 − column on.
        *column &= sums & (below >> 1 >> rest | above << line);
        // From bit 127 − (row + 64) on.
        *row &= sums & (mirrored_low >> rest | mirrored_high << 1 << line);
    }
}

#[derive(Debug, Clone)]
struct FreeDiagonals {
    /// Their numbers, in ascending order, between two that are far away.
    numbers: [i32; 130],
    /// The sum of the first i numbers.
    sums: [i32; 129],
    /// The centre, in half units.
    centre: i32,
    /// The diagonals of each parity that are nearest to the centre.
    nearest: [Nearest; 2],
    /// The indices of the next diagonals below and above the centre.
    next: [usize; 2],
}

/// The diagonals of one parity nearest to the centre, as far as they were needed.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    count: usize,
    /// The sum of the squared distances of the first i diagonals.
    sums: [i32; 129],
}

impl Default for FreeDiagonals {
    fn default() -> Self {
        let nearest = Nearest { count: 0, sums: [0; 129] };
        FreeDiagonals {
            numbers: [-FAR; 130],
            sums: [0; 129],
            centre: 0,
            nearest: [nearest; 2],
            next: [0; 2],
        }
    }
}

/// Farther than any diagonal.
const FAR: i32 = 1 << 20;

impl FreeDiagonals {
    /// Stores the free diagonals and chooses the best centre for m of them with sum `total`, from which
    /// [`FreeDiagonals::take_nearest`] starts. False if no m of them have this sum.
    ///
    /// The m diagonals nearest to a centre are consecutive, and their sum rises with the centre. As a function of the
    /// centre, the bound rises while that sum is below the total, and falls afterwards.
    #[inline(always)]
    fn choose_centre(&mut self, free: Set, m: i32, total: i32) -> bool {
        let mut count = 0;
        let mut sum = 0;
        for (half, first) in [(free as u64, 0), ((free >> 64) as u64, 64)] {
            let mut bits = half;
            while bits != 0 {
                let number = first + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                sum += number;
                count += 1;
                self.numbers[count & 127] = number;
                self.sums[count & 127] = sum;
            }
        }
        self.numbers[count + 1] = FAR;
        let m = m as usize;
        let Some(last) = count.checked_sub(m) else { return false };
        let sum = |start: usize| self.sums[start + m] - self.sums[start];
        if sum(0) > total || sum(last) < total {
            return false;
        }
        // The last window with at most this sum, by bisection.
        let (mut start, mut end) = (0, last + 1);
        while end - start > 1 {
            let middle = (start + end) / 2;
            if sum(middle) <= total {
                start = middle;
            } else {
                end = middle;
            }
        }
        // The centre from which this window and the next are equally near.
        let start = start.min(last.saturating_sub(1));
        self.centre = self.numbers[start + 1] + self.numbers[(start + m + 1).min(count)];
        let window = &self.numbers[start + 1..][..m];
        let above = start + 1 + window.partition_point(|number| 2 * number < self.centre);
        self.next = [above - 1, above];
        self.nearest[0].count = 0;
        self.nearest[1].count = 0;
        true
    }

    /// Adds the nearer of the next diagonals, and returns the new next ones.
    #[inline(always)]
    fn take_nearest(&mut self, [below, above]: [usize; 2]) -> [usize; 2] {
        let (low, high) = (self.numbers[below], self.numbers[above]);
        let (to_low, to_high) = (self.centre - 2 * low, 2 * high - self.centre);
        let goes_up = to_high <= to_low;
        let number = if goes_up { high } else { low };
        let distance = to_high.min(to_low);
        let nearest = &mut self.nearest[(number & 1) as usize];
        let count = nearest.count & 127;
        nearest.sums[count + 1] = nearest.sums[count] + distance * distance;
        nearest.count = count + 1;
        [below - usize::from(!goes_up), above + usize::from(goes_up)]
    }

    /// The sum of the squared distances of the nearest `taken` diagonals of a parity.
    #[inline(always)]
    fn cost(&mut self, parity: usize, taken: usize) -> i32 {
        while self.nearest[parity].count < taken {
            self.next = self.take_nearest(self.next);
        }
        self.nearest[parity].sums[taken]
    }
}

impl Nearest {
    /// The squared distance of the farthest of the first `taken` diagonals.
    #[inline(always)]
    fn farthest(&self, taken: usize) -> Option<i32> {
        let before = taken.checked_sub(1)?;
        Some(self.sums[taken] - self.sums[before])
    }
}

/// The diagonals whose doubles are at a squared distance of at most `square` from the centre.
#[inline(always)]
fn within(centre: i32, square: i32) -> Set {
    if square < 0 {
        return 0;
    }
    // Exact, because the square root of a number of 32 bits that is not a square is not close to an integer.
    let distance = f64::from(square).sqrt() as i32;
    let first = ((centre - distance + 1) >> 1).max(0);
    let last = ((centre + distance) >> 1).min(127);
    if first > last {
        return 0;
    }
    Set::MAX >> (127 - last) & Set::MAX << first
}
