//! One lane, in portable code without data-dependent branches.

use super::{Isa, LEN, Lanes, Routine, Selection};

/// Portable code for any processor.
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

/// Binary operations on two vectors.
macro_rules! binary_operations {
    ($($name:ident($a:ident, $b:ident) => $result:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            One($result)
        }
    )*};
}

impl Lanes for One {
    const WIDTH: usize = 1;
    type Selection = bool;

    binary_operations! {
        and(a, b) => a & b;
        or(a, b) => a | b;
        xor(a, b) => a ^ b;
        without(a, b) => a & !b;
        with_upper_half(a, b) => (a & 0xffff) | (b & !0xffff);
        plus(a, b) => a.wrapping_add(b);
        minus(a, b) => a.wrapping_sub(b);
        min(a, b) => a.min(b);
        up_by(a, b) => a.checked_shl(b).unwrap_or(0);
        down_by(a, b) => a.checked_shr(b).unwrap_or(0);
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
