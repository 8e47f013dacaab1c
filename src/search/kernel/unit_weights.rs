//! Estimates the work in each unit of a count; used to balance the parts of an index.
//!
//! A run descends from the queens of a unit, takes a random allowed row in each column, and multiplies the numbers of
//! choices: each product estimates the number of boards at its depth (Knuth 1975). Seeded integer arithmetic makes the
//! result the same on every machine and kernel.

use super::canonical::allowed_rows;
use super::prefix_counts::WorkUnit;
use crate::dice::Dice;
use crate::search::bitboard::{Bitboard, each_row};

/// Runs per unit. Few suffice: the errors are independent, and a part has many units or little choice.
const RUNS: u64 = 32;

/// The seed of the runs. Another seed would divide boards differently.
const SEED: u64 = 1;

/// For each unit, the approximate number of boards that its search visits.
pub fn unit_weights(n: usize, units: &[WorkUnit]) -> Vec<u64> {
    (0..).zip(units).map(|(number, unit)| weight(n, unit, Dice::of_draw(SEED, number))).collect()
}

fn weight(n: usize, unit: &WorkUnit, mut dice: Dice) -> u64 {
    let allowed = allowed_rows(n, unit.queens());
    let Some(root) = Bitboard::<u32>::with_queens(n, unit.queens()) else { return 0 };
    let runs: u128 =
        (0..RUNS).map(|_| visited(root, &allowed[unit.queens().len()..n], &mut dice)).sum();
    u64::try_from(runs / u128::from(RUNS)).unwrap_or(u64::MAX)
}

/// A random part of a unit: extends it to `queens` ≤ 8 queens, each in a random allowed row. Returns it with the number
/// of possible choices; `None` if a column has no allowed row.
pub fn random_part(
    n: usize,
    unit: &WorkUnit,
    queens: usize,
    dice: &mut Dice,
) -> Option<(WorkUnit, f64)> {
    let allowed = allowed_rows(n, unit.queens());
    let mut rows = unit.queens().to_vec();
    let mut board = Bitboard::<u32>::with_queens(n, &rows)?;
    let mut ways = 1.0;
    while rows.len() < queens {
        let safe = board.safe() & allowed[rows.len()];
        let choices = safe.count_ones() as usize;
        let row = each_row(safe).nth(dice.index(choices))?;
        ways *= choices as f64;
        rows.push(row.trailing_zeros() as u8);
        board = board.with(row);
    }
    Some((WorkUnit::new(&rows), ways))
}

/// One run's estimate of the number of boards below a board.
fn visited(mut board: Bitboard<u32>, allowed: &[u32], dice: &mut Dice) -> u128 {
    let (mut product, mut sum) = (1, 0);
    for rows in allowed {
        let safe = board.safe() & rows;
        product *= u128::from(safe.count_ones());
        if product == 0 {
            break;
        }
        sum += product;
        let choice = dice.index(safe.count_ones() as usize);
        board = board.with(each_row(safe).nth(choice).expect("the choice is in range"));
    }
    sum
}
