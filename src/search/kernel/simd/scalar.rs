//! One lane, in portable code without data-dependent branches.

use super::{Isa, LEN, LaneMask, Lanes, Routine};

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

/// Methods of one or two vectors.
macro_rules! operations {
    ($($name:ident($a:ident $(, $b:ident)?) -> $result:ty => $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $b: Self)?) -> $result {
            let $a = self.0;
            $(let $b = $b.0;)?
            $value
        }
    )*};
}

impl Lanes for One {
    const WIDTH: usize = 1;
    type LaneMask = bool;

    operations! {
        and(a, b) -> Self => One(a & b);
        or(a, b) -> Self => One(a | b);
        xor(a, b) -> Self => One(a ^ b);
        without(a, b) -> Self => One(a & !b);
        with_upper_half(a, upper) -> Self => One((a & 0xffff) | (upper & !0xffff));
        plus(a, b) -> Self => One(a.wrapping_add(b));
        minus(a, b) -> Self => One(a.wrapping_sub(b));
        min(a, b) -> Self => One(a.min(b));
        up_by(a, bits) -> Self => One(a.checked_shl(bits).unwrap_or(0));
        down_by(a, bits) -> Self => One(a.checked_shr(bits).unwrap_or(0));
        bit_number(a) -> Self => One(a.trailing_zeros());
        nonzero(a) -> bool => a != 0;
        both_nonzero(a, b) -> bool => (a != 0) & (b != 0);
        below(a, b) -> bool => a < b;
        equal(a, b) -> bool => a == b;
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
    fn append(self, _: bool, to: &mut [u32; LEN], at: usize) {
        to[at] = self.0;
    }
}

impl LaneMask for bool {
    #[inline(always)]
    fn count(self) -> usize {
        usize::from(self)
    }
}
