//! Solutions as numbers.

/// A packed solution: `u64` or `u128`.
pub trait Packed: Copy + sealed::Sealed {
    /// Bits of the number.
    const BITS: u32;
    /// No queen.
    const ZERO: Self;

    /// The number moved up by `bits` < 64, with `value` put below.
    fn push(self, bits: u32, value: u64) -> Self;
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
            fn push(self, bits: u32, value: u64) -> Self {
                self << bits | <$word>::from(value)
            }
        }
    };
}

packed!(u64);
packed!(u128);
