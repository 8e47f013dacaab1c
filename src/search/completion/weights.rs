//! [`Weights`]: fixed weights of the lines of a board.

use super::squares::LARGEST;
use crate::dice::Dice;

/// The weight of each column and, from 64 on, of each row: at most 1, at least 1 / `RANGE`.
///
/// Only basic arithmetic, which is the same on every machine.
#[derive(Debug, Clone)]
pub struct Weights([f64; 2 * LARGEST]);

/// The ratio of the largest weight to the smallest.
const RANGE: f64 = 256.0;

impl Weights {
    /// Weights that are all equal.
    pub fn equal() -> Self {
        Weights([1.0; 2 * LARGEST])
    }

    /// Weights in the ratio of positive numbers, for columns and from 64 on for rows.
    pub(super) fn in_ratio(numbers: impl Fn(usize) -> f64) -> Self {
        Weights(std::array::from_fn(numbers)).normalized()
    }

    /// The inverse of the weight of a column or, from 64 on, of a row: 1 to `RANGE`.
    pub fn inverse(&self, number: usize) -> f64 {
        1.0 / self.0[number]
    }

    /// Scales the largest weight to 1 and raises the smallest.
    fn normalized(mut self) -> Self {
        let largest = self.0.iter().fold(0.0, |a: f64, &b| a.max(b));
        self.0.iter_mut().for_each(|weight| *weight = (*weight / largest).max(1.0 / RANGE));
        self
    }

    /// Weights that rise or fall from one side to the other, from the sides to the middle, or both, in columns and rows
    /// independently.
    pub fn shapes(n: usize) -> impl Iterator<Item = Self> {
        let trends = [[1.0, 1.0], [1.0, 4.0], [4.0, 1.0]];
        let along = move |[from, to]: [f64; 2], share: f64| from + (to - from) * share;
        let of_line = move |kind: usize, line: usize| {
            let share = line as f64 / (n - 1) as f64;
            let inside = 1.0 - (2.0 * share - 1.0).abs();
            along(trends[kind % 3], share) * along(trends[kind / 3], inside)
        };
        (0..81).map(move |shape| {
            let kinds = [shape % 9, shape / 9];
            // There are no lines from N on; they only have to leave the largest weight alone.
            Self::in_ratio(|number| of_line(kinds[number / LARGEST], (number % LARGEST).min(n - 1)))
        })
    }

    /// Weights with some neighbouring columns, rows or both made heavier or lighter.
    pub fn varied(&self, n: usize, dice: &mut Dice) -> Self {
        let mut varied = self.clone();
        let centre = dice.fraction() * n as f64;
        let reach = (0.1 + 0.9 * dice.fraction()) * n as f64;
        let most = 3.0 * dice.fraction();
        let is_heavier = dice.below(2) == 0;
        let spared = dice.index(3);
        for (number, weight) in varied.0.iter_mut().enumerate() {
            let distance = ((number % LARGEST) as f64 - centre).abs();
            if distance < reach && number / LARGEST != spared {
                let factor = 1.0 + most * (1.0 - distance / reach);
                *weight *= if is_heavier { factor } else { 1.0 / factor };
            }
        }
        varied.normalized()
    }
}
