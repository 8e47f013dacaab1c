//! Pseudorandom numbers.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A pseudorandom number generator, SplitMix64 (Steele, Lea and Flood 2014). The sequence for a seed is the same on
/// every machine and in every version of nqdb.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

/// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Dice {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed }
    }

    /// The generator for draw `number` of a seed, independent of earlier draws.
    pub fn of_draw(seed: u64, number: u64) -> Self {
        Dice { state: Dice::new(Dice::new(seed).bits() ^ number).bits() }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A uniform number from 0 to `bound` − 1; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        // Lemire 2019: takes the high half of a product, and rejects the few low halves that would make some numbers
        // likelier.
        let product = |dice: &mut Self| u128::from(dice.bits()) * u128::from(bound);
        let mut wide = product(self);
        if (wide as u64) < bound {
            let surplus = bound.wrapping_neg() % bound;
            while (wide as u64) < surplus {
                wide = product(self);
            }
        }
        (wide >> 64) as u64
    }

    /// A uniform index into a list of `length` items.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A uniform multiple of 2⁻⁵³, at least 0 and less than 1.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles the items; every order has the same probability.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// A random seed below 2⁵³, which every JSON parser represents exactly.
pub fn random_seed() -> u64 {
    // Each hasher has random keys.
    RandomState::new().build_hasher().finish() >> 11
}
