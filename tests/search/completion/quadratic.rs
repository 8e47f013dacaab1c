//! The quadratic bound agrees with a plain computation of it, and keeps every solution.

use nqdb::internal::{Bound, Squares, Verdict};
use nqdb::{random::Dice, search::Solutions};
use nqdb_test_support::sample::{one_in, up_to};
use nqdb_test_support::twin::size;
use std::collections::BTreeSet;

/// The set bits of a word.
fn lines(set: u64) -> impl Iterator<Item = i64> {
    (0..64).filter(move |line| set >> line & 1 == 1)
}

/// The numbers of the free diagonals: sums of column and row, and differences plus 64.
fn diagonals(board: &Squares) -> [Vec<i64>; 2] {
    let rows = |column: i64| lines(board.columns[column as usize]).map(move |row| (column, row));
    let squares: Vec<(i64, i64)> = lines(board.free_columns).flat_map(rows).collect();
    let sums: BTreeSet<i64> = squares.iter().map(|(column, row)| column + row).collect();
    let differences: BTreeSet<i64> =
        squares.iter().map(|(column, row)| row - column + 64).collect();
    [sums, differences].map(|numbers| numbers.into_iter().collect())
}

/// Twice the best centre for m of these numbers with sum `total`: as far from the last m neighbours with at most this
/// sum as from the next. `None` if no m of them have this sum.
fn centre(numbers: &[i64], m: usize, total: i64) -> Option<i64> {
    let last = numbers.len().checked_sub(m)?;
    let sums: Vec<i64> = numbers.windows(m).map(|window| window.iter().sum()).collect();
    if sums[0] > total || sums[last] < total {
        return None;
    }
    let start = sums.iter().rposition(|&sum| sum <= total).unwrap().min(last.saturating_sub(1));
    Some(numbers[start] + numbers[(start + m).min(numbers.len() - 1)])
}

/// The bound, from all numbers of queens on even diagonals and sorted lists of all diagonals. Returns the diagonals that
/// may have a queen; `None` without a completion.
fn plain(board: &Squares) -> Option<[u128; 2]> {
    let free = diagonals(board);
    let columns: Vec<i64> = lines(board.free_columns).collect();
    let rows: Vec<i64> = lines(board.free_rows).collect();
    let m = columns.len() as i64;
    let [column_sum, row_sum] = [&columns, &rows].map(|lines| lines.iter().sum::<i64>());
    let squared: i64 = columns.iter().chain(&rows).map(|line| line * line).sum();
    let (sum, difference) = (column_sum + row_sum, row_sum - column_sum);
    let centres = [
        centre(&free[0], columns.len(), sum)?,
        centre(&free[1], columns.len(), difference + 64 * m)?,
    ];
    // Σ (2 s − x)² + Σ (2 d − y)², where y is the centre without the offset.
    let (x, y) = (centres[0], centres[1] - 2 * 64);
    let known = 8 * squared - 4 * x * sum - 4 * y * difference + m * (x * x + y * y);
    // Squared distances from the centres, by direction and parity, in ascending order.
    let distances = [0, 1].map(|way: usize| {
        [0, 1].map(|parity| {
            let numbers = free[way].iter().filter(|&number| number % 2 == parity);
            let mut distances: Vec<i64> =
                numbers.map(|number| (2 * number - centres[way]).pow(2)).collect();
            distances.sort_unstable();
            distances
        })
    });
    let odd = columns.iter().chain(&rows).filter(|line| *line % 2 == 1).count() as i64;
    let mut may_have_queen = None;
    for even in (0..=m).filter(|even| (m - even + odd) % 2 == 0) {
        let taken = [even as usize, (m - even) as usize];
        let nearest = |way: usize, parity: usize| distances[way][parity].get(..taken[parity]);
        let all = [nearest(0, 0), nearest(0, 1), nearest(1, 0), nearest(1, 1)];
        let costs = all.into_iter().map(|near| Some(near?.iter().sum::<i64>()));
        let Some(cost) = costs.sum::<Option<i64>>() else { continue };
        let margin = known - cost;
        if margin < 0 {
            continue;
        }
        let sets: &mut [u128; 2] = may_have_queen.get_or_insert_default();
        for (way, parity) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(&farthest) = nearest(way, parity).unwrap().last() else { continue };
            let near = |number: &i64| (2 * number - centres[way]).pow(2) <= farthest + margin;
            let of_parity = (0..128).filter(|number| number % 2 == parity as i64);
            of_parity.filter(near).for_each(|number| sets[way] |= 1 << number);
        }
    }
    may_have_queen
}

#[test]
fn the_bound_agrees_with_the_plain_one() {
    let mut verdicts = [0; 3];
    let mut dice = Dice::new(1);
    let mut bound = Bound::default();
    for n in (5..=64).step_by(one_in(2)).flat_map(|n| std::iter::repeat_n(n, up_to(5, 60))) {
        let width = usize::next_multiple_of(n, 8);
        let mut board = Squares::empty(n);
        // Queens in the first columns, mostly in low rows: the boards that the bound is for.
        for column in 0..n - 4 {
            if board.columns[column..n].contains(&0) || board.rows[..n].contains(&0) {
                break;
            }
            let before = board.clone();
            let mut safe = board.columns[column];
            for _ in 0..dice.below(3).min(u64::from(safe.count_ones()) - 1) {
                safe &= safe - 1;
            }
            before.with_queen(&mut board, column as u32, safe.trailing_zeros(), width);
            let (before, mut after) = (board.clone(), board.clone());
            let verdict = bound.reduce(&mut after, width);
            let expected = plain(&before);
            assert_eq!(verdict == Verdict::NoCompletion, expected.is_none(), "N = {n}");
            if let Some([sums, differences]) = expected {
                for column in lines(before.free_columns) {
                    for row in lines(before.free_rows) {
                        let is_safe = |board: &Squares| {
                            [
                                board.columns[column as usize] >> row & 1 == 1,
                                board.rows[row as usize] >> column & 1 == 1,
                            ]
                        };
                        let is_kept =
                            sums >> (column + row) & differences >> (row - column + 64) & 1 == 1;
                        let expected = is_safe(&before).map(|is_safe| is_safe && is_kept);
                        assert_eq!(
                            is_safe(&after),
                            expected,
                            "N = {n}: column {column}, row {row}"
                        );
                    }
                }
            }
            verdicts[verdict as usize] += 1;
        }
    }
    assert!(verdicts.iter().all(|&count| count > up_to(30, 1000)), "{verdicts:?}");
}

/// For every prefix of every solution, the board is not refuted and loses none of the squares of the solutions
/// below it. Some boards without a solution are refuted, and some squares are cleared.
#[test]
fn the_bound_keeps_every_solution() {
    let (mut refuted, mut reduced) = (0, 0);
    for n in 4..=10u8 {
        let solutions: Vec<_> = Solutions::new(size(n)).collect();
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
                let below =
                    solutions.iter().filter(|found| found.zero_based().starts_with(&queens));
                for solution in below {
                    assert_ne!(verdict, Verdict::NoCompletion, "{queens:?}, {solution}");
                    for (column, &row) in
                        solution.zero_based().iter().enumerate().skip(queens.len())
                    {
                        assert!(board.columns[column] >> row & 1 == 1, "{queens:?}, {solution}");
                        let column_kept = board.rows[usize::from(row)] >> column & 1 == 1;
                        assert!(column_kept, "{queens:?}, {solution}");
                    }
                }
                let lost = (queens.len()..n.into()).any(|c| board.columns[c] != before.columns[c]);
                assert_eq!(verdict == Verdict::Reduced, lost, "{queens:?}");
                refuted += u32::from(verdict == Verdict::NoCompletion);
                reduced += u32::from(verdict == Verdict::Reduced);
            }
        }
    }
    assert!(refuted > 0 && reduced > 0, "{refuted} refuted, {reduced} reduced");
}
