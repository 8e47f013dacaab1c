//! Radix sort of packed solutions.

use std::ops::{BitOr, BitXor};

/// A packed solution: `u64` or `u128`.
pub trait Packed:
    Copy + Ord + BitOr<Output = Self> + BitXor<Output = Self> + sealed::Sealed
{
    /// Bits of the number.
    const BITS: u32;
    /// No queen.
    const ZERO: Self;

    /// The number moved up by `bits` < 64, with `value` put below.
    fn push(self, bits: u32, value: u32) -> Self;

    /// The bits from bit `at` on that the mask leaves.
    fn digit(self, at: u32, mask: usize) -> usize;

    /// Zeros above the highest one.
    fn leading_zeros(self) -> u32;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! packed {
    ($word:ty) => {
        impl Packed for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline(always)]
            fn push(self, bits: u32, value: u32) -> Self {
                self << bits | <$word>::from(value)
            }

            #[inline(always)]
            fn digit(self, at: u32, mask: usize) -> usize {
                (self >> at) as usize & mask
            }

            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }
        }
    };
}

packed!(u64);
packed!(u128);

/// Digits have so many bits, three packed queens of N ≤ 16, where there are numbers enough …
const WIDE: u32 = 12;
/// … and so many otherwise.
const NARROW: u32 = 8;

/// Sorts numbers: stable passes over the digits that differ, lowest first. O(digits · len); `spare`
/// grows to as many numbers.
pub(super) fn sort<W: Packed>(numbers: &mut [W], spare: &mut Vec<W>) {
    if numbers.len() < 64 {
        return numbers.sort_unstable();
    }
    if spare.len() < numbers.len() {
        spare.resize(numbers.len(), W::ZERO);
    }
    let spare = &mut spare[..numbers.len()];
    let width = if numbers.len() < 1 << WIDE { NARROW } else { WIDE };
    let differing = numbers.iter().fold(W::ZERO, |bits, &number| bits | (number ^ numbers[0]));
    let mut in_spare = false;
    for at in (0..W::BITS).step_by(width as usize) {
        let mask = (1 << width) - 1;
        if differing.digit(at, mask) == 0 {
            continue;
        }
        if in_spare {
            distribute(spare, numbers, at, mask);
        } else {
            distribute(numbers, spare, at, mask);
        }
        in_spare = !in_spare;
    }
    if in_spare {
        numbers.copy_from_slice(spare);
    }
}

/// Moves the numbers in the order of one digit.
fn distribute<W: Packed>(from: &[W], to: &mut [W], at: u32, mask: usize) {
    let mut places = [0u32; 1 << WIDE];
    for number in from {
        places[number.digit(at, mask)] += 1;
    }
    let mut sum = 0;
    for place in &mut places[..=mask] {
        sum += std::mem::replace(place, sum);
    }
    for &number in from {
        let place = &mut places[number.digit(at, mask)];
        to[*place as usize] = number;
        *place += 1;
    }
}
