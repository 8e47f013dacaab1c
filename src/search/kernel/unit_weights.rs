//! How much work each unit of a count is, about: what the parts of an index are balanced by.
//!
//! A run walks down from the queens of a unit, takes a random row of those that the masks allow in each column, and
//! multiplies the numbers of choices: each product estimates the boards of its depth (Knuth 1975). All of it is
//! integer arithmetic with a seed, so every machine and every kernel divides a board alike.

use super::canonical::allowed_rows;
use super::prefix_counts::WorkUnit;
use crate::dice::Dice;
use crate::search::bitboard::{Bitboard, each_row};

/// Runs for each unit. Their errors differ from unit to unit, and a part has many units or little choice.
const RUNS: u64 = 32;

/// The seed of the runs. Another one would divide boards in another way.
const SEED: u64 = 1;

/// For each unit about how many boards its search visits.
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

/// A random part of a unit: up to `queens` queens in all, at most 8, each in a random one of the rows that the masks
/// allow. Returns it with the number of ways to choose; `None` where a column has no row.
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

/// The boards below a board, as one run estimates them.
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
        board = board.with(each_row(safe).nth(choice).expect("there are so many rows"));
    }
    sum
}
