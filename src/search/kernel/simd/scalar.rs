//! One lane, in portable code without branches that depend on a board.

use super::{Isa, LEN, Lanes, Routine, Selection};

/// Portable code, which every processor runs.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

/// A vector of one lane.
#[derive(Clone, Copy)]
pub(crate) struct One(u32);

impl Isa for Scalar {
    type V = One;

    #[inline(always)]
    fn splat(self, value: u32) -> One {
        One(value)
    }

    #[inline(always)]
    fn load(self, from: &[u32; LEN], at: usize) -> One {
        One(from[at])
    }

    fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run(self)
    }
}

impl Lanes for One {
    const WIDTH: usize = 1;
    type Selection = bool;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        One(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        One(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        One(self.0 ^ other.0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        One(self.0 & !other.0)
    }

    #[inline(always)]
    fn with_upper_half(self, upper: Self) -> Self {
        One((self.0 & 0xffff) | (upper.0 & !0xffff))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        One(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        One(self.0.wrapping_sub(other.0))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        One(self.0.min(other.0))
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        One(self.0 << BITS)
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        One(self.0 >> BITS)
    }

    #[inline(always)]
    fn up_by(self, bits: Self) -> Self {
        One(self.0.checked_shl(bits.0).unwrap_or(0))
    }

    #[inline(always)]
    fn down_by(self, bits: Self) -> Self {
        One(self.0.checked_shr(bits.0).unwrap_or(0))
    }

    #[inline(always)]
    fn bit_number(self) -> Self {
        One(self.0.trailing_zeros())
    }

    #[inline(always)]
    fn nonzero(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn both_nonzero(self, other: Self) -> bool {
        (self.0 != 0) & (other.0 != 0)
    }

    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn equal(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn append(self, _: bool, to: &mut [u32; LEN], at: usize) {
        to[at] = self.0;
    }
}

impl Selection for bool {
    #[inline(always)]
    fn count(self) -> usize {
        usize::from(self)
    }
}
