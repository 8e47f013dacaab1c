//! Vectors of 32-bit lanes: the interface that the search requires from an instruction set. One file per instruction
//! set.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod scalar;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;

/// The length of the arrays that vectors are loaded from and appended to: 1,024 numbers, plus space for whole vectors
/// at the end.
pub(crate) const LEN: usize = 1024 + 48;

/// The maximum number of lanes of a vector.
pub(crate) const MOST_LANES: usize = 16;

/// An array that vectors are loaded from and appended to.
#[repr(align(64))]
pub(crate) struct LaneArray(pub(crate) [u32; LEN]);

/// An instruction set that this processor supports.
///
/// A value is the proof: only [`Kernel`](super::Kernel) creates one, after detection.
pub(crate) trait Isa: Copy {
    /// A vector.
    type V: Lanes;

    /// The vector with the same number in every lane.
    fn splat(self, value: u32) -> Self::V;

    /// The vector of `from[at ..]`. Panics if it extends past the end.
    fn load(self, from: &[u32; LEN], at: usize) -> Self::V;

    /// Calls a routine with the features of the instruction set enabled.
    fn call<R: Routine>(self, routine: R) -> R::Output;
}

/// Code that is compiled once per instruction set. It is generic, and every function is `#[inline(always)]`, so that it
/// becomes part of [`Isa::call`], which enables the features.
pub(crate) trait Routine {
    /// The result.
    type Output;

    /// Whether the code counts the bits of many 64-bit integers, for which some processors have a vector instruction.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    const COUNTS_BITS: bool = false;

    /// Runs the code.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A vector of 32-bit lanes. All operations are lanewise.
pub(crate) trait Lanes: Copy {
    /// Number of lanes.
    const WIDTH: usize;

    /// A set of lanes.
    type LaneMask: LaneMask;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    /// The lower 16 bits of `self` and the upper 16 of `upper`.
    fn with_upper_half(self, upper: Self) -> Self;
    /// Sum modulo 2³².
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2³².
    fn minus(self, other: Self) -> Self;
    /// Unsigned minimum.
    fn min(self, other: Self) -> Self;
    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Left shift; 0 from 32 bits on.
    fn up_by(self, bits: Self) -> Self;
    /// Right shift; 0 from 32 bits on.
    fn down_by(self, bits: Self) -> Self;
    /// The number of the only set bit, 0 … 31; unspecified for lanes without exactly one.
    fn bit_number(self) -> Self;

    /// Lanes that are not 0.
    fn nonzero(self) -> Self::LaneMask;
    /// Lanes that are 0 in neither vector.
    fn both_nonzero(self, other: Self) -> Self::LaneMask;
    /// Lanes that are less than in the other vector, for numbers below 2³¹.
    fn below(self, other: Self) -> Self::LaneMask;
    /// Lanes that are equal.
    fn equal(self, other: Self) -> Self::LaneMask;

    /// Writes the selected lanes, in order, to `to[at ..]`; overwrites up to `WIDTH` numbers there. Panics if
    /// `at + WIDTH` exceeds the length.
    fn append(self, selection: Self::LaneMask, to: &mut [u32; LEN], at: usize);
}

/// A set of lanes of a vector.
pub(crate) trait LaneMask: Copy {
    /// Number of lanes in it.
    fn count(self) -> usize;
}

/// Methods of a vector type by intrinsics, of one or two vectors.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! operations {
    ($($name:ident($a:ident $(, $b:ident)?) -> $result:ty => $value:expr;)*) => {$(
        #[inline(always)]
        #[allow(unused_unsafe, reason = "those of WebAssembly are safe")]
        fn $name(self $(, $b: Self)?) -> $result {
            let $a = self.0;
            $(let $b = $b.0;)?
            // SAFETY: a vector proves the features.
            unsafe { $value }
        }
    )*};
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use operations;

#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
use four::{COMPRESS, Of4};

/// Sets of four lanes, for instruction sets without an instruction that compresses vectors.
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod four {
    use super::LaneMask;

    /// A set of lanes: lane i is bit i.
    #[derive(Clone, Copy)]
    pub(crate) struct Of4(pub(super) u8);

    /// For each set of lanes, the byte indices of these lanes in order, padded with indices beyond 15, which select
    /// zeros.
    pub(super) static COMPRESS: [[u8; 16]; 16] = compress_table();

    const fn compress_table() -> [[u8; 16]; 16] {
        let mut table = [[255; 16]; 16];
        let mut selection = 0;
        while selection < 16 {
            let (mut byte, mut at) = (0, 0);
            while byte < 16 {
                if selection & (1 << (byte / 4)) != 0 {
                    table[selection][at] = byte;
                    at += 1;
                }
                byte += 1;
            }
            selection += 1;
        }
        table
    }

    impl LaneMask for Of4 {
        #[inline(always)]
        fn count(self) -> usize {
            self.0.count_ones() as usize
        }
    }
}
