/// A source of random numbers whose sequence for a seed is the same on every machine and in every
/// version of nqdb: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

/// 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed }
    }

    /// The `number`-th of many sequences of one seed: a draw by its number, whatever came before it.
    pub fn of_draw(seed: u64, number: u64) -> Self {
        Dice { state: Dice::new(Dice::new(seed).bits() ^ number).bits() }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `bound` − 1, each with the same probability (0 where `bound` is 0).
    pub fn below(&mut self, bound: u64) -> u64 {
        // Lemire 2019: the high half of a product, without the few low halves that would favour
        // some numbers.
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

    /// A place in a list of `length` items.
    pub(crate) fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number from 0 to 1 (without 1), one of 2⁵³ with equal distances.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items into random order, each order with the same probability.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.place(last + 1));
        }
    }
}
