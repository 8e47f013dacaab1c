//! [`Spec`]: the parameters of a data set, and [`Splits`]: which orbits of a board belong to which split.

use crate::error::{Error, Result};
use nqdb::internal::named;
use nqdb::{
    Board, Canonical, OrbitId, Solution,
    placement::Placement,
    random::{Dice, Shuffle},
    watch::Watch,
};
use nqdb_completion::{PartialBoard, complete};
use serde::Serialize;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

/// The maximum number of completions of a task: 64 MB in memory.
const MOST_COMPLETIONS: u64 = 1_000_000;

/// The parameters of a data set. The same parameters give the same tasks on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Number of tasks of each board size, in all splits together.
    pub count: u64,
    /// The range of numbers of given queens, which must begin below N; `None` for 1 to N − 1.
    pub givens: Option<RangeInclusive<u64>>,
    /// The range of numbers of completions, 1 to 1,000,000.
    pub completions: RangeInclusive<u64>,
    /// The maximum number of answers listed for a task, a random sample of its completions; `None` for all.
    pub answers: Option<u64>,
    /// The shares of the splits.
    pub shares: Shares,
    /// The random seed.
    pub seed: u64,
}

impl Default for Spec {
    fn default() -> Self {
        Spec {
            count: 1000,
            givens: None,
            completions: 1..=100,
            answers: None,
            shares: Shares([80, 10, 10]),
            seed: 1,
        }
    }
}

impl Spec {
    /// Checks the ranges.
    pub(crate) fn check(&self) -> Result<()> {
        let range = |range: &RangeInclusive<u64>| format!("{} to {}", range.start(), range.end());
        let got = range(&self.completions);
        let problem = if let Some(givens) = self.givens.as_ref().filter(|givens| givens.is_empty())
        {
            let got = range(givens);
            format!("expected an ascending range of numbers of given queens, got {got}")
        } else if self.completions.is_empty() || self.completions.contains(&0) {
            format!("a task has at least one completion, got the range {got}")
        } else if *self.completions.end() > MOST_COMPLETIONS {
            format!("a task has at most {MOST_COMPLETIONS} completions, got the range {got}")
        } else if self.answers == Some(0) {
            "a task lists at least one answer, got 0".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::Spec(problem))
    }
}

named! {
    /// A part of a data set.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Split {
        /// For training.
        Train = "train",
        /// For the choice of parameters.
        Validation = "validation",
        /// For the final measurement.
        Test = "test",
    }
}

/// The shares of training, validation and test, as whole numbers in proportion. Parsed from one to three numbers
/// separated by commas: training; training and test; all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares(pub [u32; 3]);

impl Shares {
    /// The part of `total` that belongs to a split: positions from the start of the range to before its end. Each
    /// position belongs to exactly one split. If a split with a share would be empty, it gets one of the largest, if that
    /// has several: first test, then validation.
    pub(crate) fn part(&self, split: Split, total: u64) -> Range<u64> {
        let sum: u128 = self.0.iter().map(|&share| u128::from(share)).sum::<u128>().max(1);
        let end = |splits: usize| {
            let share: u128 = self.0[..splits].iter().map(|&share| u128::from(share)).sum();
            ((u128::from(total) * share * 2 + sum) / (2 * sum)) as u64
        };
        let mut sizes = [0, 1, 2].map(|split| end(split + 1) - end(split));
        for split in [Split::Test, Split::Validation, Split::Train].map(|split| split as usize) {
            let largest = (0..3).rev().max_by_key(|&other| sizes[other]).unwrap_or_default();
            if self.0[split] > 0 && sizes[split] == 0 && sizes[largest] > 1 {
                sizes[split] = 1;
                sizes[largest] -= 1;
            }
        }
        let start = sizes[..split as usize].iter().sum();
        start..start + sizes[split as usize]
    }

    /// Whether a split has a share, but is empty because the total is too small.
    pub fn leave_out(&self, split: Split, total: u64) -> bool {
        self.0[split as usize] > 0 && total > 0 && self.part(split, total).is_empty()
    }
}

impl FromStr for Shares {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers: Option<Vec<u32>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[train]) if train > 0 => Ok(Shares([train, 0, 0])),
            Some(&[train, test]) if train.max(test) > 0 => Ok(Shares([train, 0, test])),
            Some(&[train, validation, test]) if train.max(validation).max(test) > 0 => {
                Ok(Shares([train, validation, test]))
            }
            _ => Err(Error::Spec(format!(
                "expected one to three whole numbers such as 80,10,10 (train, validation, test), got {text:?}"
            ))),
        }
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [train, validation, test] = self.0;
        write!(f, "{train},{validation},{test}")
    }
}

/// A random partition of the orbits of a board: of their ids 1 … F(N) in exact shares, or, where ids are out of reach, of
/// the representatives by a hash.
#[derive(Debug)]
pub(crate) struct Splits {
    /// The orbits in random order, and their number. Consecutive ones belong to one split.
    ids: Option<(Shuffle, u64)>,
    shares: Shares,
    seed: u64,
}

impl Splits {
    pub(crate) fn new(board: &Board, shares: Shares, seed: u64) -> Result<Self> {
        let orbits = board.reaches_all().then(|| board.orbit_count()).transpose()?;
        let ids = orbits.map(|orbits| (Shuffle::new(orbits, seed), orbits));
        Ok(Splits { ids, shares, seed })
    }

    /// The number of orbits; without ids, the sum of the shares.
    fn total(&self) -> u64 {
        match &self.ids {
            Some((_, orbits)) => *orbits,
            None => self.shares.0.iter().map(|&share| u64::from(share)).sum(),
        }
    }

    /// The positions of the orbits of a split in the order.
    fn part(&self, split: Split) -> Range<u64> {
        self.shares.part(split, self.total())
    }

    /// Whether a split has no orbits.
    pub(crate) fn is_empty(&self, split: Split) -> bool {
        self.part(split).is_empty()
    }

    /// Whether one split has all orbits.
    pub(crate) fn are_one(&self) -> bool {
        Split::ALL.into_iter().any(|split| self.part(split) == (0..self.total()))
    }

    /// The representative of a random orbit of a split. Where ids are out of reach, orbits are not equally likely.
    pub(crate) fn draw(
        &self,
        split: Split,
        board: &Board,
        dice: &mut Dice,
        watch: &dyn Watch,
    ) -> Result<Canonical> {
        let part = self.part(split);
        if let Some((order, _)) = &self.ids {
            let orbit = order.at(part.start + dice.below(part.end - part.start));
            let id = OrbitId::new(orbit.map_or(0, |orbit| orbit + 1))?;
            return Ok(*board.orbit(id)?.canonical());
        }
        let empty = PartialBoard::new(board.n().get())?;
        loop {
            let drawn = complete(&empty, dice.bits(), watch)?;
            let solution = drawn.as_ref().and_then(Placement::solution);
            let none = nqdb::Error::NoSolutions { n: board.n() };
            let canonical = Canonical::of(&solution.ok_or(none)?);
            if part.contains(&self.hash(&canonical)) {
                return Ok(canonical);
            }
        }
    }

    pub(crate) fn contains(
        &self,
        split: Split,
        solution: &Solution,
        board: &Board,
    ) -> Result<bool> {
        let position = match &self.ids {
            Some((order, _)) => order.step_of(board.orbit_id(solution)?.get() - 1),
            None => Some(self.hash(&Canonical::of(solution))),
        };
        Ok(position.is_some_and(|position| self.part(split).contains(&position)))
    }

    /// The position of an orbit without an id.
    fn hash(&self, canonical: &Canonical) -> u64 {
        let mixed = |seed, &row: &u8| Dice::of_draw(seed, row.into()).bits();
        Dice::new(canonical.zero_based().iter().fold(self.seed, mixed)).below(self.total())
    }
}
