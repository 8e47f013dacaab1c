//! Random orders of any length in constant memory.

use crate::dice::Dice;
use std::iter::FusedIterator;
use std::ops::Range;

/// Number of rounds of the Feistel network. A few are enough for large domains. In tests over many seeds, all orders of
/// up to 7 items were equally frequent from 12 rounds on.
const ROUNDS: usize = 16;

/// A random order of 0 … `count` − 1, for a seed: an iterator over the numbers in this order, each exactly once.
///
/// It takes constant memory. A step in either direction, [`Shuffle::at`] and `nth` (so `skip` too) take constant time,
/// 0.1 to 0.2 µs. The numbers can be more than a `usize` holds, so it is not an `ExactSizeIterator`. The
/// order for a count and a seed is the same on every machine and in every version of nqdb. It is not a cipher: the seed
/// can be guessed from the order.
///
/// ```
/// use nqdb::random::Shuffle;
///
/// let order: Vec<u64> = Shuffle::new(10, 1).collect();
/// assert_eq!(order, [7, 5, 6, 8, 1, 3, 2, 9, 4, 0]);
/// assert_eq!(Shuffle::new(10, 1).skip(8).collect::<Vec<_>>(), order[8..]);
/// assert_eq!(Shuffle::new(u64::MAX, 1).at(u64::MAX - 1), Some(6_836_765_979_329_434_590));
/// ```
//
// A Feistel network permutes the numbers of `2 * half_bits` bits. It is applied again while the result is not below
// `count`, which leaves a permutation of 0 … count − 1 (cycle walking: Black and Rogaway 2002, “Ciphers with Arbitrary
// Finite Domains”). The domain is at most four times `count`, so the mean number of applications is at most four.
//
// All its permutations are even from 4 bits on, which would make even orders of few items likelier, so a bit of the
// seed decides whether 0 and 1 are exchanged.
#[derive(Debug, Clone)]
pub struct Shuffle {
    keys: [u64; ROUNDS],
    half_bits: u32,
    exchanges: bool,
    count: u64,
    /// The steps that the iterator has not done.
    steps: Range<u64>,
}

impl Shuffle {
    /// The order of `count` numbers for this seed.
    pub fn new(count: u64, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let keys = [(); ROUNDS].map(|()| dice.bits());
        let bits = u64::BITS - count.saturating_sub(1).leading_zeros();
        let exchanges = count > 1 && dice.below(2) == 1;
        Shuffle { keys, half_bits: bits.div_ceil(2), exchanges, count, steps: 0..count }
    }

    /// The number at this step, from 0; `None` from step `count` on.
    pub fn at(&self, step: u64) -> Option<u64> {
        let number = self.walk(step, |halves| {
            self.keys
                .iter()
                .fold(halves, |[left, right], key| [right, left ^ self.hash(key, right)])
        });
        number.map(|number| self.exchanged(number))
    }

    /// The step with this number: the inverse of [`Shuffle::at`], in the same time. `None` for numbers from `count` on.
    pub fn step_of(&self, number: u64) -> Option<u64> {
        self.walk(self.exchanged(number), |halves| {
            let keys = self.keys.iter().rev();
            keys.fold(halves, |[left, right], key| [right ^ self.hash(key, left), left])
        })
    }

    /// Applies a permutation of the domain until the result is below `count`.
    fn walk(&self, start: u64, network: impl Fn([u64; 2]) -> [u64; 2]) -> Option<u64> {
        let mut number = Some(start).filter(|&start| start < self.count)?;
        loop {
            let [left, right] = network([number >> self.half_bits, number & self.low_half()]);
            number = left << self.half_bits | right;
            if number < self.count {
                return Some(number);
            }
        }
    }

    fn low_half(&self) -> u64 {
        (1 << self.half_bits) - 1
    }

    fn hash(&self, key: &u64, half: u64) -> u64 {
        Dice::new(key ^ half).bits() & self.low_half()
    }

    fn exchanged(&self, number: u64) -> u64 {
        if self.exchanges && number < 2 { 1 - number } else { number }
    }
}

impl Iterator for Shuffle {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<u64> {
        let step = self.steps.nth(skipped)?;
        self.at(step)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.steps.size_hint()
    }
}

impl DoubleEndedIterator for Shuffle {
    fn next_back(&mut self) -> Option<u64> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, skipped: usize) -> Option<u64> {
        let step = self.steps.nth_back(skipped)?;
        self.at(step)
    }
}

impl FusedIterator for Shuffle {}
