//! A lower bound on the cost of the diagonals of a completion, and the squares it excludes.
//!
//! For the queens still to be placed, let s = column + row and d = row − column. Then Σ s² + Σ d² = 2
//! (Σ column² + Σ row²), which is known, and so are Σ s and Σ d. No two queens share an s or a d. For any centre x,
//! Σ s² = Σ (s − x)² + 2 x Σ s − m x² with m queens, where Σ (s − x)² is at least the sum over the m free diagonals
//! nearest to x; the same holds for d. If these bounds together exceed the known value, there is no completion. The
//! best centre is the Lagrange multiplier of the known sum: the sum of the m diagonals nearest to it is closest to the
//! known one.
//!
//! Two refinements. First, s and d have the same parity, and the number of queens on even diagonals is known modulo 2,
//! so the nearest diagonals are taken from the even and the odd ones separately, equally many in both directions.
//! Second, a diagonal farther from the centre than the farthest one taken, by more than the gap between the bound and
//! the known value, has no queen (reduced-cost fixing).
//!
//! All sums are sums of integers: distances are those of 2 s from a centre in half units.

use super::squares::Squares;

/// A set of diagonals: sum s is bit s, difference d is bit d + 64. This preserves parity.
type Set = u128;

/// The even bits.
const EVEN: Set = 0x5555_5555_5555_5555_5555_5555_5555_5555;

/// The number of bit 0 of the set of differences is −64.
const OFFSET: i64 = 64;

/// The smallest number of queens for which the bound pays off.
pub(super) const FEWEST: u32 = 4;

/// The bound with its scratch memory: the free diagonals of both directions.
#[derive(Default)]
pub(super) struct Bound {
    directions: [Direction; 2],
}

/// The result of the bound for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
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
    pub(super) fn reduce(&mut self, squares: &mut Squares, width: usize) -> Verdict {
        let (columns, rows) = (squares.free_columns, squares.free_rows);
        let m = i64::from(columns.count_ones());
        let (column_sum, row_sum) = (sum(columns, |line| line), sum(rows, |line| line));
        let squared = sum(columns, |line| line * line) + sum(rows, |line| line * line);
        let [sums, differences] = diagonals(squares, width);
        let totals = [column_sum + row_sum, row_sum - column_sum + OFFSET * m];
        // Σ (2 s − x)² + Σ (2 (d + 64) − y)² of every completion, for the centres x and y.
        let mut known = 8 * squared + 8 * OFFSET * totals[1] - 4 * OFFSET * OFFSET * m;
        for ((direction, free), total) in
            self.directions.iter_mut().zip([sums, differences]).zip(totals)
        {
            if !direction.choose_centre(free, m, total) {
                return Verdict::NoCompletion;
            }
            direction.find_nearest();
            known += direction.centre * (m * direction.centre - 4 * total);
        }

        // The number of queens on even diagonals is m minus the number of odd sums, modulo 2.
        let odd_columns = i64::from((columns & !(EVEN as u64)).count_ones());
        let odd_rows = i64::from((rows & !(EVEN as u64)).count_ones());
        let mut allowed = [[-1; 2]; 2];
        let mut is_open = false;
        let mut even = (m - odd_columns - odd_rows) & 1;
        while even <= m {
            let taken = [even as usize, (m - even) as usize];
            if let Some(cost) = cost(&self.directions, taken)
                && cost <= known
            {
                is_open = true;
                for (direction, allowed) in self.directions.iter().zip(&mut allowed) {
                    let classes = direction.nearest.iter().zip(allowed).zip(taken);
                    for ((nearest, allowed), taken) in classes {
                        if let Some(square) = nearest.farthest(taken) {
                            *allowed = (*allowed).max(square + known - cost);
                        }
                    }
                }
            }
            even += 2;
        }
        if !is_open {
            return Verdict::NoCompletion;
        }
        let mut may_have_queen = [0; 2];
        for (way, [even, odd]) in allowed.into_iter().enumerate() {
            let centre = self.directions[way].centre;
            may_have_queen[way] = within(centre, even) & EVEN | within(centre, odd) & !EVEN;
        }
        let [allowed_sums, allowed_differences] = may_have_queen;
        if sums & !allowed_sums == 0 && differences & !allowed_differences == 0 {
            return Verdict::Open;
        }
        restrict(squares, width, allowed_sums, allowed_differences);
        Verdict::Reduced
    }
}

/// The sum of `value` over the numbers of the set bits.
#[inline(always)]
fn sum(mut bits: u64, value: impl Fn(i64) -> i64) -> i64 {
    let mut sum = 0;
    while bits != 0 {
        sum += value(bits.trailing_zeros().into());
        bits &= bits - 1;
    }
    sum
}

/// The minimum cost with these numbers of queens on even and odd diagonals; `None` if there are too few diagonals.
#[inline(always)]
fn cost(directions: &[Direction; 2], taken: [usize; 2]) -> Option<i64> {
    let mut cost = 0;
    for direction in directions {
        for (nearest, taken) in direction.nearest.iter().zip(taken) {
            if taken > nearest.count {
                return None;
            }
            cost += nearest.sums[taken];
        }
    }
    Some(cost)
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
fn restrict(squares: &mut Squares, width: usize, sums: Set, differences: Set) {
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

/// The free diagonals of one direction.
struct Direction {
    count: usize,
    /// Their numbers, in ascending order.
    numbers: [i64; 128],
    /// The sum of the first i numbers.
    sums: [i64; 129],
    /// The centre, in half units.
    centre: i64,
    /// The even and the odd diagonals nearest to the centre.
    nearest: [Nearest; 2],
}

/// The diagonals of one parity nearest to the centre.
#[derive(Clone, Copy)]
struct Nearest {
    count: usize,
    /// The sum of the squared distances of the first i diagonals.
    sums: [i64; 129],
}

impl Default for Direction {
    fn default() -> Self {
        let nearest = Nearest { count: 0, sums: [0; 129] };
        Direction { count: 0, numbers: [0; 128], sums: [0; 129], centre: 0, nearest: [nearest; 2] }
    }
}

impl Direction {
    /// Stores the free diagonals and chooses the best centre for m of them with sum `total`. False if no m of them have
    /// this sum.
    ///
    /// The m diagonals nearest to a centre are consecutive, and their sum rises with the centre. As a function of the
    /// centre, the bound rises while that sum is below the total, and falls afterwards.
    #[inline(always)]
    fn choose_centre(&mut self, free: Set, m: i64, total: i64) -> bool {
        self.count = 0;
        for (half, first) in [(free as u64, 0), ((free >> 64) as u64, 64)] {
            let mut bits = half;
            while bits != 0 {
                let number = first + i64::from(bits.trailing_zeros());
                bits &= bits - 1;
                self.numbers[self.count & 127] = number;
                self.sums[(self.count & 127) + 1] = self.sums[self.count & 127] + number;
                self.count += 1;
            }
        }
        let m = m as usize;
        let Some(last) = self.count.checked_sub(m) else { return false };
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
        self.centre = self.numbers[start] + self.numbers[(start + m).min(self.count - 1)];
        true
    }

    /// Visits the diagonals from the centre outwards.
    #[inline(always)]
    fn find_nearest(&mut self) {
        let Direction { count, numbers, centre, nearest: [even, odd], .. } = self;
        let numbers = &numbers[..*count];
        let mut up = numbers.partition_point(|number| 2 * number < *centre);
        let mut down = up;
        (even.count, odd.count) = (0, 0);
        for _ in 0..numbers.len() {
            let above = numbers.get(up).map_or(i64::MAX, |number| 2 * number - *centre);
            let before = down.wrapping_sub(1);
            let below = numbers.get(before).map_or(i64::MAX, |number| *centre - 2 * number);
            let goes_up = above <= below;
            let number = numbers[if goes_up { up } else { before }];
            let distance = above.min(below);
            up += usize::from(goes_up);
            down -= usize::from(!goes_up);
            let nearest = if number & 1 == 0 { &mut *even } else { &mut *odd };
            let count = nearest.count & 127;
            nearest.sums[count + 1] = nearest.sums[count] + distance * distance;
            nearest.count = count + 1;
        }
    }
}

impl Nearest {
    /// The squared distance of the farthest of the first `taken` diagonals.
    #[inline(always)]
    fn farthest(&self, taken: usize) -> Option<i64> {
        let before = taken.checked_sub(1)?;
        Some(self.sums[taken] - self.sums[before])
    }
}

/// The diagonals whose doubles are at a squared distance of at most `square` from the centre.
#[inline(always)]
fn within(centre: i64, square: i64) -> Set {
    if square < 0 {
        return 0;
    }
    let distance = square.isqrt();
    let first = ((centre - distance + 1) >> 1).max(0);
    let last = ((centre + distance) >> 1).min(127);
    if first > last {
        return 0;
    }
    Set::MAX >> (127 - last) & Set::MAX << first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::BoardSize;
    use crate::search::Solutions;

    /// For every prefix of every solution, the board is not refuted and loses none of the squares of the solutions
    /// below it. Some boards without a solution are refuted, and some squares are cleared.
    #[test]
    fn the_bound_keeps_every_solution() {
        let (mut refuted, mut reduced) = (0, 0);
        for n in 4..=10u8 {
            let solutions: Vec<_> = Solutions::new(BoardSize::new(n.into()).unwrap()).collect();
            let width = usize::from(n).next_multiple_of(8);
            let mut bound = Bound::default();
            for depth in 0..usize::from(n) - 1 {
                for first in 0..n {
                    let mut board = Squares::empty(n.into());
                    // Queens (i, first + 2 i mod N), as far as they are safe.
                    let mut queens = Vec::new();
                    for column in 0..depth {
                        let row = (usize::from(first) + 2 * column) % usize::from(n);
                        if board.columns[column] >> row & 1 == 0 {
                            break;
                        }
                        let before = board.clone();
                        before.with_queen(&mut board, column as u32, row as u32, width);
                        queens.push(row as u8);
                    }
                    let before = board.clone();
                    let verdict = bound.reduce(&mut board, width);
                    let below = solutions.iter().filter(|found| found.rows().starts_with(&queens));
                    for solution in below {
                        assert_ne!(verdict, Verdict::NoCompletion, "{queens:?}, {solution}");
                        for (column, &row) in solution.rows().iter().enumerate().skip(queens.len())
                        {
                            assert!(
                                board.columns[column] >> row & 1 == 1,
                                "{queens:?}, {solution}"
                            );
                            let column_kept = board.rows[usize::from(row)] >> column & 1 == 1;
                            assert!(column_kept, "{queens:?}, {solution}");
                        }
                    }
                    let lost =
                        (queens.len()..n.into()).any(|c| board.columns[c] != before.columns[c]);
                    assert_eq!(verdict == Verdict::Reduced, lost, "{queens:?}");
                    refuted += u32::from(verdict == Verdict::NoCompletion);
                    reduced += u32::from(verdict == Verdict::Reduced);
                }
            }
        }
        assert!(refuted > 0 && reduced > 0, "{refuted} refuted, {reduced} reduced");
    }
}
